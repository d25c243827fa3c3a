//! Counts of what happened on both sides of pairs of encounters.

/// In how many encounters something happened on the first side, by whether it happened on the second.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct JointCount {
    /// On both sides.
    pub both: u64,
    /// On the first alone.
    pub first_only: u64,
    /// On the second alone.
    pub second_only: u64,
    /// On neither.
    pub neither: u64,
}

impl JointCount {
    /// Adds encounters whose numbers are 0 or 1 on either side.
    pub(crate) fn add(&mut self, first: &[u32], second: &[u32]) {
        let count = |happens: fn(u32, u32) -> u32| {
            first.iter().zip(second).map(|(&first, &second)| u64::from(happens(first, second))).sum::<u64>()
        };
        let (both, either) = (count(|first, second| first & second), count(|first, second| first | second));
        let first_only = count(|first, second| first & !second);
        self.both += both;
        self.first_only += first_only;
        self.second_only += either - both - first_only;
        self.neither += first.len() as u64 - either;
    }

    pub(crate) fn merge(&mut self, other: &Self) {
        self.both += other.both;
        self.first_only += other.first_only;
        self.second_only += other.second_only;
        self.neither += other.neither;
    }

    /// All encounters.
    pub const fn encounters(&self) -> u64 {
        self.both + self.first_only + self.second_only + self.neither
    }

    /// Both, first only, second only, neither.
    pub(crate) fn counts(&self) -> Vec<u128> {
        [self.both, self.first_only, self.second_only, self.neither].map(u128::from).into()
    }

    /// The counts in the order of [`counts`](Self::counts); `None` if they are not four, or do not add up to so many encounters.
    pub(crate) fn from_counts(counts: &[u128], encounters: u64) -> Option<Self> {
        let counts: [u128; 4] = counts.try_into().ok()?;
        let all = counts.iter().try_fold(0_u128, |sum, count| sum.checked_add(*count))?;
        // None is larger than the sum.
        let [both, first_only, second_only, neither] = counts.map(|count| count as u64);
        (all == u128::from(encounters)).then_some(Self { both, first_only, second_only, neither })
    }
}
