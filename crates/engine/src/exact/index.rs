//! A hash index of values that are stored elsewhere: from short hashes to numbers of values.

use std::hash::{BuildHasher, Hash};

use crate::hashing::Mixer;

/// A hash of 32 bits.
pub(super) fn short_hash(value: &impl Hash) -> u32 {
    (std::hash::BuildHasherDefault::<Mixer>::default().hash_one(value) >> 32) as u32
}

/// A hash table with open addressing that stores neither values nor full hashes, only short hashes and numbers.
#[derive(Debug, Default)]
pub(super) struct Index {
    /// Pairs of short hash and number; the length is 0 or a power of two.
    slots: Vec<(u32, u32)>,
    len: usize,
}

impl Index {
    const EMPTY: u32 = u32::MAX;
    const LEAST: usize = 64;
    /// Upper bound of the bytes of an entry: the table is at least 7/16 full unless it is small.
    pub(super) const BYTES_OF_ENTRY: usize = size_of::<(u32, u32)>() * 16 / 7;

    /// The number entered under this hash for which `is_it` holds; enters `new` and returns it if there is none.
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

    /// The number entered under this hash for which `is_it` holds; `None` if there is none.
    pub(super) fn find(&self, hash: u32, is_it: impl Fn(u32) -> bool) -> Option<u32> {
        let mask = self.slots.len().checked_sub(1)?;
        let mut at = hash as usize & mask;
        loop {
            match self.slots[at] {
                (_, Self::EMPTY) => return None,
                (its_hash, number) if its_hash == hash && is_it(number) => return Some(number),
                _ => at = (at + 1) & mask,
            }
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

    /// Removes all entries.
    pub(super) fn clear(&mut self) {
        if self.slots.len() > 4 * Self::LEAST {
            self.slots = Vec::new();
        }
        self.slots.fill((0, Self::EMPTY));
        self.len = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Ten hashes, each shared by a thousand numbers.
    #[test]
    fn what_was_entered_is_found_among_others_of_its_hash() {
        let mut index = Index::default();
        assert_eq!(index.find(3, |_| true), None);
        for _ in 0..2 {
            for number in 0..10_000_u32 {
                assert_eq!(index.find_or_enter(number % 10, number, |known| known == number), number);
                assert_eq!(index.find(number % 10, |known| known == number), Some(number));
            }
        }
        assert_eq!(index.find(3, |known| known == 10_003), None);
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
