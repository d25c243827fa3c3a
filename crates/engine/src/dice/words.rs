//! The mapping from the words of a slot to faces, as the seed contract defines it.

use super::Dice;
use crate::rng::Stream;

/// Half a word times the sides of a die. The upper 32 bits are the face, counted from 0. If the lower 32 bits are [too
/// low](is_uneven), the word must be thrown away.
#[inline(always)]
fn product(half: u64, sides: u32) -> u64 {
    half * u64::from(sides)
}

/// Whether the lower half of a product is so low that accepting it would make faces uneven.
#[inline(always)]
fn is_uneven(low: u32, sides: u32) -> bool {
    // 2^32 mod sides is below sides, so that nearly every word passes without the division.
    low < sides && low < sides.wrapping_neg() % sides
}

/// Dice whose faces count from 0.
impl Stream {
    /// A die from the upper half of a word.
    #[inline(always)]
    pub(super) fn one(&mut self, sides: u32) -> u32 {
        debug_assert!(sides > 0, "a die has at least one side");
        loop {
            let product = product(self.next_word() >> 32, sides);
            if !is_uneven(product as u32, sides) {
                return (product >> 32) as u32;
            }
        }
    }

    /// Two dice from one word.
    #[inline(always)]
    pub(super) fn two(&mut self, sides: u32) -> (u32, u32) {
        debug_assert!(sides > 0, "a die has at least one side");
        loop {
            let word = self.next_word();
            let (first, second) = (product(word >> 32, sides), product(word & 0xffff_ffff, sides));
            if !is_uneven((first as u32).min(second as u32), sides) {
                return ((first >> 32) as u32, (second >> 32) as u32);
            }
        }
    }
}

/// Dice whose faces count from 1.
impl Dice for Stream {
    #[inline(always)]
    fn die(&mut self, sides: u32) -> u32 {
        self.one(sides) + 1
    }

    #[inline(always)]
    fn throw(&mut self, sides: u32, faces: &mut [u32]) {
        for faces in faces.chunks_mut(2) {
            match faces {
                [first, second] => {
                    let pair = self.two(sides);
                    (*first, *second) = (pair.0 + 1, pair.1 + 1);
                }
                last => last.fill_with(|| self.die(sides)),
            }
        }
    }
}
