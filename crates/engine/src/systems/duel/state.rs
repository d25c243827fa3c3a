//! What changes during a duel.

use crate::outcome::Side;

/// What both sides may still choose: a bit for each pick in the order of its side, the party's in the lower half. In one
/// word, so that a contest uses up both copies of an attribute at once.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub(super) struct Unused(u32);

impl Unused {
    /// One pick of a side.
    pub(super) const fn pick(side: Side, at: usize) -> Self {
        Self(1 << (16 * side.index() + at))
    }

    /// The first `count` picks of a side, 1..=16.
    pub(super) const fn all(side: Side, count: usize) -> Self {
        Self(((1 << count) - 1) << (16 * side.index()))
    }

    /// All that is in either.
    pub(super) const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// What is not in `used`.
    #[inline(always)]
    pub(super) const fn without(self, used: Self) -> Self {
        Self(self.0 & !used.0)
    }

    /// The picks of one side.
    #[inline(always)]
    pub(super) const fn of(self, side: Side) -> u16 {
        (self.0 >> (16 * side.index())) as u16
    }

    /// The index of a side's first unused pick; there must be one.
    #[inline(always)]
    pub(super) const fn first(self, side: Side) -> usize {
        self.of(side).trailing_zeros() as usize
    }

    /// Whether either sheet is exhausted (DUEL-20).
    #[inline(always)]
    pub(super) const fn is_exhausted(self) -> bool {
        // Taking one from each half borrows into the top bit of a half that is zero, and of no other below it.
        self.0.wrapping_sub(0x0001_0001) & !self.0 & 0x8000_8000 != 0
    }
}

/// A duel between two rounds.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct State {
    /// The marker, in ticks from the center; positive towards the party's end (DUEL-04).
    pub(super) position: i8,
    /// Who has control (DUEL-14 to DUEL-16).
    pub(super) control: Side,
    /// What may still be chosen (DUEL-19).
    pub(super) unused: Unused,
    /// Who won the opening initiative; no rule reads it, three metrics do.
    pub(super) first_control: Side,
    /// On which penultimate ticks the marker has stood at the end of a round, as [`Landing::penultimate`] has it;
    /// read by `comebacks` alone.
    ///
    /// [`Landing::penultimate`]: super::board::Landing::penultimate
    pub(super) stood_at_penultimate: u8,
}

impl State {
    /// The marker on the center, and nothing used up (DUEL-06). Control is rolled for in the set-up.
    pub(super) const fn new(unused: Unused) -> Self {
        Self { position: 0, control: Side::Party, unused, first_control: Side::Party, stood_at_penultimate: 0 }
    }
}

impl Default for State {
    fn default() -> Self {
        Self {
            position: 0,
            control: Side::Party,
            unused: Unused::default(),
            first_control: Side::Party,
            stood_at_penultimate: 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// DUEL-20: a sheet is exhausted when none of its own picks is left, whatever the other has.
    #[test]
    fn exhaustion_looks_at_each_half() {
        for party in [0_u32, 1, 2, 0x8000, 0xffff] {
            for enemies in [0_u32, 1, 2, 0x8000, 0xffff] {
                let unused = Unused(enemies << 16 | party);
                assert_eq!(unused.is_exhausted(), party == 0 || enemies == 0, "{party:x} {enemies:x}");
            }
        }
    }
}
