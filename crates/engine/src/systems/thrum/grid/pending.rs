//! Squares that a search has found, stored by cost until their turn comes.

use super::squares::Squares;

/// A bound above the cost of any step and of any teleport.
const COSTS: usize = 32;

/// Squares found at costs above the current one.
///
/// The squares of the next cost, to which nearly all steps lead, are stored separately, so that a search on even ground
/// runs in registers.
#[derive(Debug)]
pub(super) struct Pending<const N: usize> {
    /// The current cost: that of the squares taken out last.
    cost: u16,
    next: Squares<N>,
    /// The squares of all costs above the next one, by cost modulo [`COSTS`].
    later: [Squares<N>; COSTS],
    /// The greatest cost in `later`.
    latest: u16,
}

impl<const N: usize> Pending<N> {
    /// A search at cost 0 that has found nothing yet.
    pub(super) fn new() -> Self {
        Self { cost: 0, next: Squares::EMPTY, later: [Squares::EMPTY; COSTS], latest: 0 }
    }

    /// Adds squares found at `above`, at least 1, above the current cost.
    pub(super) fn put(&mut self, squares: Squares<N>, above: u16) {
        if above == 1 {
            self.next |= squares;
        } else {
            let cost = self.cost + above;
            self.later[usize::from(cost) % COSTS] |= squares;
            self.latest = self.latest.max(cost);
        }
    }

    /// Advances to the next cost and returns the squares found at it.
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
