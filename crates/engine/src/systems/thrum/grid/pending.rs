//! Squares by cost, as a search finds them before their turn.

use super::squares::Squares;

/// More than any step and any teleport costs.
const COSTS: usize = 32;

/// Squares found at costs above the present one.
///
/// The next cost, which is that of nearly all steps, is kept apart, so that a search on even ground runs in registers.
#[derive(Debug)]
pub(super) struct Pending<const N: usize> {
    /// The cost of the squares that came last.
    cost: u16,
    next: Squares<N>,
    /// The squares of greater costs, by cost modulo [`COSTS`].
    later: [Squares<N>; COSTS],
    /// The greatest cost of these.
    latest: u16,
}

impl<const N: usize> Pending<N> {
    /// Nothing is found yet; the search begins at cost 0.
    pub(super) fn new() -> Self {
        Self { cost: 0, next: Squares::EMPTY, later: [Squares::EMPTY; COSTS], latest: 0 }
    }

    /// Adds squares found at so much above the present cost, from 1.
    pub(super) fn put(&mut self, squares: Squares<N>, above: u16) {
        if above == 1 {
            self.next |= squares;
        } else {
            let cost = self.cost + above;
            self.later[usize::from(cost) % COSTS] |= squares;
            self.latest = self.latest.max(cost);
        }
    }

    /// Goes on to the next cost: the squares found at it.
    pub(super) fn go_on(&mut self) -> Squares<N> {
        self.cost += 1;
        let found = self.next;
        self.next = if self.is_empty() {
            Squares::EMPTY
        } else {
            std::mem::take(&mut self.later[usize::from(self.cost + 1) % COSTS])
        };
        found
    }

    /// Whether nothing is found at costs above the next one.
    pub(super) const fn is_empty(&self) -> bool {
        self.latest <= self.cost
    }
}
