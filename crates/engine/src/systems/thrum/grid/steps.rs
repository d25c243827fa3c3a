//! Steps of whole sets of squares, by what they cost just now.

use super::ground::Ground;
use super::slopes::Slope;
use super::squares::Squares;

/// What decides the costs of steps, beside the levels.
#[derive(Debug, Clone, Copy)]
pub(super) struct Steps<'a, const N: usize> {
    pub(super) ground: &'a Ground<N>,
    /// The squares that are Difficult now.
    pub(super) difficult: Squares<N>,
    /// Whether descents of 2 levels and more onto free squares are drops.
    pub(super) drops: bool,
}

impl<const N: usize> Steps<'_, N> {
    /// The most that one of them can cost.
    pub(super) fn dearest(&self) -> u16 {
        2 + self.ground.slopes().steepest()
    }

    /// The open squares to which a step leads from one of some squares, by its cost; drops lead to `free` squares only.
    #[inline(always)]
    pub(super) fn onward(&self, squares: Squares<N>, free: Squares<N>, mut found: impl FnMut(Squares<N>, u16)) {
        for (part, cost) in [(squares - self.difficult, 1), (squares & self.difficult, 2)] {
            if part.is_empty() {
                continue;
            }
            self.ground.slopes().around(
                part,
                |part| self.ground.adjacent(part) & self.ground.open(),
                |to, extra, slope| {
                    if self.drops && slope == Slope::Below {
                        found(to & free, cost);
                        found(to - free, cost + extra);
                    } else {
                        found(to, cost + extra);
                    }
                },
            );
        }
    }

    /// The open squares from which a step leads to one of some squares, all of them `free` or none, by its cost.
    #[inline(always)]
    pub(super) fn back(&self, squares: Squares<N>, are_free: bool, mut found: impl FnMut(Squares<N>, u16)) {
        let adjacent = |part| self.ground.adjacent(part) & self.ground.open();
        self.ground.slopes().around(squares, adjacent, |from, extra, slope| {
            let is_drop = self.drops && are_free && slope == Slope::Above;
            let cost = if is_drop { 1 } else { 1 + extra };
            found(from - self.difficult, cost);
            found(from & self.difficult, cost + 1);
        });
    }
}
