//! Labels of transitions: the chance and the counts of a transition. They are stored once each, since dice produce few
//! different labels and fights many transitions.

use crate::hashing::QuickMap;

/// The counts of one metric on a transition: over its paths, the sums of chance times count and of chance times squared
/// count.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Counted {
    pub(super) metric: u16,
    /// Whether the count is still to be multiplied by the number of the round.
    pub(super) in_rounds: bool,
    pub(super) first: f64,
    pub(super) second: f64,
}

/// Labels of transitions by number: equal ones share a number; numbers follow the order in which they were first met.
#[derive(Debug, Default)]
pub(super) struct Labels {
    list: Vec<Label>,
    counted: Vec<Counted>,
    numbers: QuickMap<Box<[u64]>, u32>,
    /// The key of the label that is looked up; kept to reuse its memory.
    key: Vec<u64>,
    /// Results of [`Self::both`] and [`Self::either`] by their arguments.
    both: QuickMap<(u32, u32), u32>,
    either: QuickMap<(u32, u32), u32>,
}

#[derive(Debug, Clone, Copy)]
struct Label {
    chance: f64,
    /// The range of the label's counts in `counted`.
    counted: (u32, u32),
}

impl Labels {
    /// Bytes of a label without its counts: its entry in the list, its key, and its entry in the hash map, which may be
    /// 7/16 full.
    const BYTES_OF_LABEL: usize = size_of::<Label>() + size_of::<u64>() + (size_of::<(Box<[u64]>, u32)>() + 1) * 16 / 7;
    /// Bytes of each count of a label: its entry in the list, and three words of the key.
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

    /// The label of two successive transitions, combined into one.
    pub(super) fn both(&mut self, first: u32, then: u32) -> u32 {
        if let Some(&known) = self.both.get(&(first, then)) {
            return known;
        }
        let chances = [first, then].map(|label| self.chance(label as usize));
        let counted = self.side_by_side([first, then]).map(|(metric, in_rounds, [before, after])| Counted {
            metric,
            in_rounds,
            first: before[0] * chances[1] + chances[0] * after[0],
            // The square of the sum of both counts: the middle term is twice their product.
            second: before[1] * chances[1] + 2.0 * before[0] * after[0] + chances[0] * after[1],
        });
        let counted: Vec<Counted> = counted.collect();
        let number = self.number(chances[0] * chances[1], &counted);
        self.both.insert((first, then), number);
        number
    }

    /// The label of two alternative transitions to the same target, combined into one.
    pub(super) fn either(&mut self, one: u32, other: u32) -> u32 {
        if let Some(&known) = self.either.get(&(one, other)) {
            return known;
        }
        let chance = self.chance(one as usize) + self.chance(other as usize);
        let counted = self.side_by_side([one, other]).map(|(metric, in_rounds, [left, right])| Counted {
            metric,
            in_rounds,
            first: left[0] + right[0],
            second: left[1] + right[1],
        });
        let counted: Vec<Counted> = counted.collect();
        let number = self.number(chance, &counted);
        self.either.insert((one, other), number);
        number
    }

    /// The metrics that at least one of two labels counts, in ascending order, with the two sums of each label; the
    /// sums are 0 if the label does not count the metric.
    fn side_by_side(&self, labels: [u32; 2]) -> impl Iterator<Item = (u16, bool, [[f64; 2]; 2])> {
        let mut rest = labels.map(|label| self.counted(label as usize));
        std::iter::from_fn(move || {
            let next = rest.iter().filter_map(|counted| counted.first()).min_by_key(|counted| counted.metric)?;
            let (metric, in_rounds) = (next.metric, next.in_rounds);
            let sums = rest.each_mut().map(|counted| match counted.split_first() {
                Some((of_metric, others)) if of_metric.metric == metric => {
                    *counted = others;
                    [of_metric.first, of_metric.second]
                }
                _ => [0.0; 2],
            });
            Some((metric, in_rounds, sums))
        })
    }

    /// Bytes of all labels up to the end of the passes, and of the results of [`Self::both`] and [`Self::either`].
    pub(super) fn bytes_in_all(&self) -> usize {
        let pairs = self.both.len() + self.either.len();
        let of_pair = (size_of::<((u32, u32), u32)>() + 1) * 16 / 7;
        self.bytes() + self.len() * super::mass::BYTES_OF_LABEL + pairs * of_pair
    }

    /// Frees the results of [`Self::both`] and [`Self::either`].
    pub(super) fn close(&mut self) {
        (self.both, self.either) = Default::default();
    }

    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    /// The length of the longer list.
    pub(super) fn largest(&self) -> usize {
        self.list.len().max(self.counted.len())
    }

    pub(super) fn chance(&self, label: usize) -> f64 {
        self.list[label].chance
    }

    /// For each label: its chance.
    pub(super) fn chances(&self) -> Vec<f64> {
        self.list.iter().map(|label| label.chance).collect()
    }

    pub(super) fn counted(&self, label: usize) -> &[Counted] {
        let (start, end) = self.list[label].counted;
        &self.counted[start as usize..end as usize]
    }

    /// Whether any label counts a metric of rounds.
    pub(super) fn count_rounds(&self) -> bool {
        self.counted.iter().any(|counted| counted.in_rounds)
    }

    pub(super) fn bytes(&self) -> usize {
        self.list.len() * Self::BYTES_OF_LABEL + self.counted.len() * Self::BYTES_OF_COUNTED
    }
}
