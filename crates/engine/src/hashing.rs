//! Fast hash tables without protection against chosen keys. The keys are states and draws of dice, a few words long;
//! many of them are hashed, and no attacker chooses them.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash, Hasher};

use crate::rng::mix;

/// A hash table with a quick hash, the same in every run.
pub(crate) type QuickMap<K, V> = HashMap<K, V, BuildHasherDefault<Mixer>>;

/// The accumulator of a hash: words are mixed into it one after the other.
pub(crate) trait Words: Default {
    fn add(&mut self, word: u64);

    fn finish(&self) -> u64;
}

/// A hasher that feeds everything it hashes to `W` in words of 64 bits.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct ByWord<W>(W);

impl<W: Words> Hasher for ByWord<W> {
    /// Feeds bytes in words of eight, the last one padded with zeros. The padding cannot make lists equal, since the
    /// length of a list is hashed as well.
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks();
        for word in words {
            self.0.add(u64::from_le_bytes(*word));
        }
        if !rest.is_empty() {
            let mut word = [0; 8];
            word[..rest.len()].copy_from_slice(rest);
            self.0.add(u64::from_le_bytes(word));
        }
    }

    #[inline]
    fn write_u8(&mut self, word: u8) {
        self.0.add(word.into());
    }

    #[inline]
    fn write_u16(&mut self, word: u16) {
        self.0.add(word.into());
    }

    #[inline]
    fn write_u32(&mut self, word: u32) {
        self.0.add(word.into());
    }

    #[inline]
    fn write_u64(&mut self, word: u64) {
        self.0.add(word);
    }

    #[inline]
    fn write_usize(&mut self, word: usize) {
        self.0.add(word as u64);
    }

    #[inline]
    fn finish(&self) -> u64 {
        self.0.finish()
    }
}

/// A hash of one multiplication per word, with a final mixing in which every bit of the state reaches every bit of the
/// result.
pub(crate) type Mixer = ByWord<Mixed>;

/// The accumulator of [`Mixer`].
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Mixed(u64);

impl Mixed {
    /// Odd, so that the multiplication loses no bit. The rotation brings the bits that multiplication has moved up back
    /// down.
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
    const ROTATION: u32 = 26;
}

impl Words for Mixed {
    #[inline(always)]
    fn add(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(Self::ROTATION) ^ word).wrapping_mul(Self::FACTOR);
    }

    #[inline(always)]
    fn finish(&self) -> u64 {
        mix(self.0)
    }
}

/// A hash of 128 bits, used as if different values never collided: the chance that any two of ten million values do is
/// 1 in 10<sup>24</sup>, provided that the values were not chosen to collide.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Print([u64; 2]);

impl Print {
    /// 32 bits of the hash, for tables that compare the full print themselves.
    pub(crate) const fn short(self) -> u32 {
        (self.0[0] >> 32) as u32
    }
}

/// The print of a value: values have different prints if their `Hash` feeds different words.
pub(crate) fn print_of(value: &impl Hash) -> Print {
    let mut printer = ByWord::<Twice>::default();
    value.hash(&mut printer);
    let Twice { first, second } = printer.0;
    Print([first.finish(), mix(second)])
}

/// Two hashes side by side. The second has another factor and rotation, so that differences between words that cancel
/// in one hash do not cancel in the other.
#[derive(Debug, Clone, Copy, Default)]
struct Twice {
    first: Mixed,
    second: u64,
}

impl Twice {
    const FACTOR: u64 = 0xd6e8_feb8_6659_fd93;
    const ROTATION: u32 = 37;
}

impl Words for Twice {
    #[inline(always)]
    fn add(&mut self, word: u64) {
        self.first.add(word);
        self.second = (self.second.rotate_left(Self::ROTATION) ^ word).wrapping_mul(Self::FACTOR);
    }

    #[inline(always)]
    fn finish(&self) -> u64 {
        self.first.finish()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::hash::BuildHasher;

    use super::*;

    fn hash(value: impl Hash) -> u64 {
        BuildHasherDefault::<Mixer>::default().hash_one(value)
    }

    fn assert_apart<T: Copy + Eq + Hash>(hashes: impl Iterator<Item = T>) {
        let hashes: Vec<T> = hashes.collect();
        assert_eq!(hashes.iter().collect::<HashSet<_>>().len(), hashes.len());
    }

    #[test]
    fn neighbours_have_hashes_of_their_own() {
        assert_apart((0..256_i32).flat_map(|left| (0..256_i32).map(move |right| hash((left, right)))));
        assert_apart((0..4096_u16).map(|number| hash(number.to_le_bytes().repeat(5))));
        assert_apart((0..64).map(|length| hash(vec![0_u8; length])));
    }

    /// Each half of a print distinguishes neighbouring numbers, and the whole print any two bits in two words.
    #[test]
    fn prints_differ_where_values_do() {
        let neighbours = || (0..256_u64).flat_map(|left| (0..256_u64).map(move |right| print_of(&(left, right))));
        for half in 0..2 {
            assert_apart(neighbours().map(|print| print.0[half]));
        }
        let bits = (0..64).flat_map(|left| (0..64).map(move |right| print_of(&(1_u64 << left, 1_u64 << right))));
        assert_apart(bits.map(|print| print.0));
        assert_apart((0..64).map(|length| print_of(&vec![0_u8; length]).0));
    }

    /// Two differences that cancel in one of the hashes: the top bit of one word, and the compensating bit of the next
    /// word.
    #[test]
    fn what_cancels_in_one_half_does_not_in_the_other() {
        let halves = |first: u64, second: u64| print_of(&(first, second)).0;
        let differ = |bit: u32| {
            let [left, right] = [halves(0, 0), halves(1 << 63, 1 << bit)];
            [left[0] != right[0], left[1] != right[1]]
        };
        assert_eq!(differ(Mixed::ROTATION - 1), [false, true]);
        assert_eq!(differ(Twice::ROTATION - 1), [true, false]);
    }

    /// The expected number of hashes per bucket is 256, with a standard deviation of 16.
    #[test]
    fn low_bits_of_neighbours_are_spread() {
        let mut counts = [0; 256];
        for number in 0..1_u32 << 16 {
            counts[hash(number) as usize % 256] += 1;
        }
        assert!(counts.iter().all(|&count| (156..356).contains(&count)), "{counts:?}");
    }
}
