//! Steps of whole sets of squares, by their cost (THRUM-18, THRUM-21, THRUM-22).
//!
//! The additional cost of leaving a Difficult square (THRUM-20) is not included: the searches hold such squares back by
//! one.

use super::ground::Ground;
use super::slopes::Slope;
use super::squares::Squares;

/// Properties of a movement that decide the costs of its steps, beside Difficult squares.
#[derive(Debug, Clone, Copy)]
pub(super) struct Steps<'a, const N: usize> {
    pub(super) ground: &'a Ground<N>,
    /// Whether descents of 2 levels and more onto free squares are drops.
    pub(super) drops: bool,
}

impl<const N: usize> Steps<'_, N> {
    /// Calls `found`, for each cost, with the open squares of `onto` to which a step leads from one of some squares.
    /// Drops lead to `free` squares only.
    pub(super) fn onward(
        self,
        squares: Squares<N>,
        onto: Squares<N>,
        free: Squares<N>,
        mut found: impl FnMut(Squares<N>, u16),
    ) {
        let around = |squares| self.ground.around(squares);
        self.ground.slopes().around(squares, onto, around, |to, extra, slope| {
            if self.drops && slope == Slope::Below {
                found(to & free, 1);
                found(to - free, 1 + extra);
            } else {
                found(to, 1 + extra);
            }
        });
    }

    /// Calls `found`, for each cost, with the open squares from which a step leads to one of some squares, all of which
    /// must be free.
    pub(super) fn back(self, squares: Squares<N>, mut found: impl FnMut(Squares<N>, u16)) {
        let around = |squares| self.ground.around(squares);
        self.ground.slopes().around(squares, self.ground.open(), around, |from, extra, slope| {
            found(from, if self.is_drop_from(slope) { 1 } else { 1 + extra });
        });
    }

    /// Whether a step down from a neighbour is a drop; `slope` is that of the neighbour as seen from the square below.
    fn is_drop_from(self, slope: Slope) -> bool {
        self.drops && slope == Slope::Above
    }
}
