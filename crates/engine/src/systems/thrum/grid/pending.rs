//! Squares by cost, as a search finds them before their turn.

use super::squares::Squares;

/// Where no step and no teleport costs as much as this, so many costs are remembered at once.
pub(super) const FEW: usize = 8;

/// More than any step and any teleport costs.
pub(super) const MANY: usize = 32;

/// Squares found at costs above the present one, by less than `R`.
///
/// The next cost, which is that of nearly all steps, is kept apart, so that a search on even ground runs in registers.
#[derive(Debug)]
pub(super) struct Pending<const N: usize, const R: usize> {
    /// The cost of the squares that came last.
    cost: u16,
    next: Squares<N>,
    /// The squares of greater costs, by cost modulo `R`.
    later: [Squares<N>; R],
    /// The greatest cost of these.
    latest: u16,
}

impl<const N: usize, const R: usize> Pending<N, R> {
    /// Nothing is found yet; the search begins at cost 0.
    #[inline(always)]
    pub(super) fn new() -> Self {
        Self { cost: 0, next: Squares::EMPTY, later: [Squares::EMPTY; R], latest: 0 }
    }

    /// Adds squares found at so much above the present cost, from 1.
    #[inline(always)]
    pub(super) fn put(&mut self, squares: Squares<N>, above: u16) {
        if above == 1 {
            self.next |= squares;
        } else {
            let cost = self.cost + above;
            self.later[usize::from(cost) % R] |= squares;
            self.latest = self.latest.max(cost);
        }
    }

    /// Goes on to the next cost: the squares found at it.
    #[inline(always)]
    pub(super) fn go_on(&mut self) -> Squares<N> {
        self.cost += 1;
        let found = self.next;
        self.next = if self.is_empty() {
            Squares::EMPTY
        } else {
            std::mem::take(&mut self.later[usize::from(self.cost + 1) % R])
        };
        found
    }

    /// Whether nothing is found at costs above the next one.
    #[inline(always)]
    pub(super) const fn is_empty(&self) -> bool {
        self.latest <= self.cost
    }
}
