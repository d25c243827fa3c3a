//! States by number, each of them held once.

use std::hash::{BuildHasher, Hash};

use crate::hashing::Mixer;

/// States of one block of the list, which never moves.
const BLOCK: usize = 1 << 12;

/// A short hash.
pub(super) fn short_hash(value: &impl Hash) -> u32 {
    (std::hash::BuildHasherDefault::<Mixer>::default().hash_one(value) >> 32) as u32
}

/// Finds numbers by short hashes: a table with open addressing that holds neither values nor whole hashes.
#[derive(Debug, Default)]
pub(super) struct Index {
    /// Short hash and number, a power of two of them or none.
    slots: Vec<(u32, u32)>,
    len: usize,
}

impl Index {
    const EMPTY: u32 = u32::MAX;
    const LEAST: usize = 64;
    /// Bytes of an entry: the table is at least 7/16 full, but for small ones.
    pub(super) const BYTES_OF_ENTRY: usize = size_of::<(u32, u32)>() * 16 / 7;

    /// The number that was entered with this hash and is the one looked for; enters `new` where there is none.
    pub(super) fn find_or_enter(&mut self, hash: u32, new: u32, is_it: impl Fn(u32) -> bool) -> u32 {
        if self.slots.len() * 7 <= self.len * 8 {
            self.grow();
        }
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            let (its_hash, number) = self.slots[at];
            if number == Self::EMPTY {
                self.slots[at] = (hash, new);
                self.len += 1;
                return new;
            }
            if its_hash == hash && is_it(number) {
                return number;
            }
            at = (at + 1) & mask;
        }
    }

    fn grow(&mut self) {
        let size = (2 * self.slots.len()).max(Self::LEAST);
        let old = std::mem::replace(&mut self.slots, vec![(0, Self::EMPTY); size]);
        for (hash, number) in old.into_iter().filter(|&(_, number)| number != Self::EMPTY) {
            let mut at = hash as usize & (size - 1);
            while self.slots[at].1 != Self::EMPTY {
                at = (at + 1) & (size - 1);
            }
            self.slots[at] = (hash, number);
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        if self.slots.len() > 4 * Self::LEAST {
            self.slots = Vec::new();
        }
        self.slots.fill((0, Self::EMPTY));
        self.len = 0;
    }
}

/// States by number: equal states have the same number, in order of first sight.
#[derive(Debug)]
pub(super) struct States<T> {
    blocks: Vec<Vec<T>>,
    index: Index,
}

impl<T: Eq> States<T> {
    pub(super) fn new() -> Self {
        Self { blocks: Vec::new(), index: Index::default() }
    }

    pub(super) fn len(&self) -> usize {
        self.blocks.last().map_or(0, |last| (self.blocks.len() - 1) * BLOCK + last.len())
    }

    pub(super) fn get(&self, number: usize) -> &T {
        &self.blocks[number / BLOCK][number % BLOCK]
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &T> {
        self.blocks.iter().flatten()
    }

    /// The number of a state with this [short hash](short_hash).
    pub(super) fn number(&mut self, state: T, hash: u32) -> u32 {
        let (new, blocks) = (self.len() as u32, &self.blocks);
        let is_it = |number: u32| blocks[number as usize / BLOCK][number as usize % BLOCK] == state;
        let number = self.index.find_or_enter(hash, new, is_it);
        if number == new {
            if self.blocks.last().is_none_or(|last| last.len() == BLOCK) {
                // The first block is small where the fight is.
                let capacity = if self.blocks.is_empty() { 0 } else { BLOCK };
                self.blocks.push(Vec::with_capacity(capacity));
            }
            self.blocks.last_mut().expect("there is one with room").push(state);
        }
        number
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every hash is shared by a thousand states, and the list has more than one block.
    #[test]
    fn equal_states_have_one_number_in_order_of_sight() {
        let mut states = States::new();
        for _ in 0..2 {
            for state in 0..10_000_u32 {
                assert_eq!(states.number(state, state % 10), state);
            }
        }
        assert_eq!(states.len(), 10_000);
        assert!(states.iter().copied().eq(0..10_000) && *states.get(5_000) == 5_000);
    }

    #[test]
    fn a_cleared_index_knows_nothing() {
        let mut index = Index::default();
        for numbers in [10, 10_000, 10] {
            for number in 0..numbers {
                assert_eq!(index.find_or_enter(number, number, |_| false), number);
            }
            index.clear();
        }
        assert_eq!(index.find_or_enter(3, 77, |_| true), 77);
    }
}
