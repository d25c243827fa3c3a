//! Counts over encounters.

/// Integers that were counted over some encounters. Their sums do not depend on the order of adding.
pub trait Counts: Clone + Send {
    /// The number of encounters that were counted.
    fn encounters(&self) -> u64;
    /// Adds the counts of other encounters of the same kind.
    fn merge(&mut self, other: &Self);
    /// Counts of the same kind over no encounter.
    #[must_use]
    fn without_counts(&self) -> Self;
}
