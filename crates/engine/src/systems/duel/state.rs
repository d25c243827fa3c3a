//! The state of a duel: everything that changes during it.

use crate::outcome::Side;

/// The attributes that may still be chosen: by side, one bit for each pick in the order of that side.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub(super) struct Unused([u64; 2]);

impl Unused {
    /// The set of one pick of a side.
    pub(super) const fn pick(side: Side, at: usize) -> Self {
        Self::of_side(side, 1 << at)
    }

    /// The set of the first `count` picks of a side, 1..=64.
    pub(super) const fn all(side: Side, count: usize) -> Self {
        Self::of_side(side, u64::MAX >> (64 - count))
    }

    const fn of_side(side: Side, picks: u64) -> Self {
        match side {
            Side::Party => Self([picks, 0]),
            Side::Enemies => Self([0, picks]),
        }
    }

    /// The union of both sets.
    pub(super) const fn and(self, other: Self) -> Self {
        Self([self.0[0] | other.0[0], self.0[1] | other.0[1]])
    }

    /// The complement of the set.
    pub(super) const fn others(self) -> Self {
        Self([!self.0[0], !self.0[1]])
    }

    /// The intersection of both sets.
    #[inline]
    pub(super) const fn within(self, other: Self) -> Self {
        Self([self.0[0] & other.0[0], self.0[1] & other.0[1]])
    }

    /// The picks of one side, as bits.
    #[inline]
    pub(super) const fn of(self, side: Side) -> u64 {
        self.0[side.index()]
    }

    /// The index of a side's first unused pick; there must be one.
    #[inline]
    pub(super) const fn first(self, side: Side) -> usize {
        self.of(side).trailing_zeros() as usize
    }

    /// Whether either sheet is exhausted (DUEL-20).
    #[inline]
    pub(super) const fn is_exhausted(self) -> bool {
        self.0[0] == 0 || self.0[1] == 0
    }
}

/// A duel between two rounds.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct State {
    /// The marker, in ticks from the center; positive towards the party's end (DUEL-04).
    pub(super) position: i8,
    /// The side that has control (DUEL-14 to DUEL-16).
    pub(super) control: Side,
    /// The attributes that may still be chosen (DUEL-19).
    pub(super) unused: Unused,
    /// The side that won the opening initiative; no rule reads it, three metrics do.
    pub(super) first_control: Side,
    /// The penultimate ticks on which the marker has stood at the end of a round, encoded as in
    /// [`Landing::penultimate`]; only `comebacks` reads it.
    ///
    /// [`Landing::penultimate`]: super::board::Landing::penultimate
    pub(super) stood_at_penultimate: u8,
}

impl State {
    /// The state before the set-up: the marker on the center, and nothing used up (DUEL-06). The set-up rolls for
    /// control.
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
    fn exhaustion_looks_at_each_side() {
        for party in [0, 1, 2, 1 << 63, u64::MAX] {
            for enemies in [0, 1, 2, 1 << 63, u64::MAX] {
                let unused = Unused([party, enemies]);
                assert_eq!(unused.is_exhausted(), party == 0 || enemies == 0, "{party:x} {enemies:x}");
            }
        }
    }

    #[test]
    fn all_picks_are_those_that_there_are() {
        for count in 1..=64 {
            for side in Side::ALL {
                let all = Unused::all(side, count);
                assert_eq!(all.of(side).count_ones() as usize, count);
                assert_eq!(all.of(side.other()), 0);
                let one_by_one = (0..count).map(|at| Unused::pick(side, at)).fold(Unused::default(), Unused::and);
                assert_eq!(all, one_by_one);
            }
        }
    }
}
