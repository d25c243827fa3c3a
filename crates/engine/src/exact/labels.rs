//! What transitions have in common: their chance and what they count on the way. Dice make few of them, and fights many
//! transitions.

use crate::hashing::QuickMap;

/// What a transition adds to one metric: the sums of chance times count, and of chance times squared count, over its
/// paths.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Counted {
    pub(super) metric: u16,
    /// Whether the count is to be multiplied by the number of the round.
    pub(super) in_rounds: bool,
    pub(super) first: f64,
    pub(super) second: f64,
}

/// Labels of transitions by number: equal ones have the same number, in order of first sight.
#[derive(Debug, Default)]
pub(super) struct Labels {
    list: Vec<Label>,
    counted: Vec<Counted>,
    numbers: QuickMap<Box<[u64]>, u32>,
    /// The key of the label looked for, in the same memory again and again.
    key: Vec<u64>,
}

#[derive(Debug, Clone, Copy)]
struct Label {
    chance: f64,
    /// Range of what it counts.
    counted: (u32, u32),
}

impl Labels {
    /// Bytes of a label beside what it counts: in its list, in its key and in the hash map, which may be 7/16 full.
    const BYTES_OF_LABEL: usize = size_of::<Label>() + size_of::<u64>() + (size_of::<(Box<[u64]>, u32)>() + 1) * 16 / 7;
    /// The same of a metric that it counts: three words of the key are its own.
    const BYTES_OF_COUNTED: usize = size_of::<Counted>() + 3 * size_of::<u64>();

    pub(super) fn number(&mut self, chance: f64, counted: &[Counted]) -> u32 {
        self.key.clear();
        self.key.push(chance.to_bits());
        for counted in counted {
            self.key.extend([counted.metric.into(), counted.first.to_bits(), counted.second.to_bits()]);
        }
        if let Some(&known) = self.numbers.get(self.key.as_slice()) {
            return known;
        }
        let (number, start) = (self.list.len() as u32, self.counted.len() as u32);
        self.counted.extend_from_slice(counted);
        self.list.push(Label { chance, counted: (start, self.counted.len() as u32) });
        self.numbers.insert(self.key.as_slice().into(), number);
        number
    }

    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    /// The size of the largest list.
    pub(super) fn largest(&self) -> usize {
        self.list.len().max(self.counted.len())
    }

    pub(super) fn chance(&self, label: usize) -> f64 {
        self.list[label].chance
    }

    /// By label, its chance.
    pub(super) fn chances(&self) -> Vec<f64> {
        self.list.iter().map(|label| label.chance).collect()
    }

    pub(super) fn counted(&self, label: usize) -> &[Counted] {
        let (start, end) = self.list[label].counted;
        &self.counted[start as usize..end as usize]
    }

    pub(super) fn bytes(&self) -> usize {
        self.list.len() * Self::BYTES_OF_LABEL + self.counted.len() * Self::BYTES_OF_COUNTED
    }
}
