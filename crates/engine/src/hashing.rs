//! Hash tables whose keys nobody chooses to their harm: states and draws, of which many are hashed and few words long.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use crate::rng::mix;

/// A hash table with a quick hash, the same in every run.
pub(crate) type QuickMap<K, V> = HashMap<K, V, BuildHasherDefault<Mixer>>;

/// A hash by a multiplication for each word, and a last mixing that lets every bit of it reach every bit of the result.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Mixer(u64);

impl Mixer {
    /// Odd, so that no bit gets lost; the rotation brings those that the multiplication has moved up back down.
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
    const ROTATION: u32 = 26;

    #[inline(always)]
    fn add(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(Self::ROTATION) ^ word).wrapping_mul(Self::FACTOR);
    }
}

impl Hasher for Mixer {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks();
        for word in words {
            self.add(u64::from_le_bytes(*word));
        }
        if !rest.is_empty() {
            let mut word = [0; 8];
            word[..rest.len()].copy_from_slice(rest);
            self.add(u64::from_le_bytes(word));
        }
    }

    #[inline]
    fn write_u8(&mut self, word: u8) {
        self.add(word.into());
    }

    #[inline]
    fn write_u16(&mut self, word: u16) {
        self.add(word.into());
    }

    #[inline]
    fn write_u32(&mut self, word: u32) {
        self.add(word.into());
    }

    #[inline]
    fn write_u64(&mut self, word: u64) {
        self.add(word);
    }

    #[inline]
    fn write_usize(&mut self, word: usize) {
        self.add(word as u64);
    }

    #[inline]
    fn finish(&self) -> u64 {
        mix(self.0)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::hash::{BuildHasher, Hash};

    use super::*;

    fn hash(value: impl Hash) -> u64 {
        BuildHasherDefault::<Mixer>::default().hash_one(value)
    }

    fn assert_apart(hashes: impl Iterator<Item = u64>) {
        let hashes: Vec<u64> = hashes.collect();
        assert_eq!(hashes.iter().collect::<HashSet<_>>().len(), hashes.len());
    }

    #[test]
    fn neighbours_have_hashes_of_their_own() {
        assert_apart((0..256_i32).flat_map(|left| (0..256_i32).map(move |right| hash((left, right)))));
        assert_apart((0..4096_u16).map(|number| hash(number.to_le_bytes().repeat(5))));
        assert_apart((0..64).map(|length| hash(vec![0_u8; length])));
    }

    /// 256 hashes are expected of each, with a standard deviation of 16.
    #[test]
    fn low_bits_of_neighbours_are_spread() {
        let mut counts = [0; 256];
        for number in 0..1_u32 << 16 {
            counts[hash(number) as usize % 256] += 1;
        }
        assert!(counts.iter().all(|&count| (156..356).contains(&count)), "{counts:?}");
    }
}
