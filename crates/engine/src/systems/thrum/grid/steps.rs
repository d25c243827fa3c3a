//! Steps of whole sets of squares, by what they cost (THRUM-18, THRUM-21, THRUM-22).
//!
//! That leaving a Difficult square costs one more (THRUM-20) is left to the searches, which hold such squares back by one.

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
    /// Those of the open squares `onto` to which a step leads from one of some squares, by its cost; drops lead to `free` squares
    /// only.
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

    /// The open squares from which a step leads to one of some squares, all of them free, by its cost.
    pub(super) fn back(self, squares: Squares<N>, mut found: impl FnMut(Squares<N>, u16)) {
        let around = |squares| self.ground.around(squares);
        self.ground.slopes().around(squares, self.ground.open(), around, |from, extra, slope| {
            found(from, if self.is_drop_from(slope) { 1 } else { 1 + extra });
        });
    }

    /// Whether the step is a drop that leads back from where a slope is looked at.
    fn is_drop_from(self, slope: Slope) -> bool {
        self.drops && slope == Slope::Above
    }
}
