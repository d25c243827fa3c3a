//! The counts of a race between two looks, thread by thread.

use serde::{Deserialize, Serialize};

use crate::ground::Sums;
use crate::kernel::records::{Column, Records};
use crate::stats::paired::PairedSums;

/// One number over some encounters of one cell.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Totals {
    #[serde(with = "sums")]
    pub(super) sums: Sums,
    /// The largest value in any of them.
    pub(super) largest: u32,
}

impl Totals {
    fn add(&mut self, value: u32) {
        self.sums.add(value, 1);
        self.largest = value.max(self.largest);
    }

    pub(super) fn merge(&mut self, other: Self) {
        self.sums.merge(other.sums);
        self.largest = other.largest.max(self.largest);
    }

    /// Whether so many encounters can have these sums.
    pub(super) fn is_of(&self, encounters: u64, is_share: bool) -> bool {
        let Self { sums: Sums { values, squares }, largest } = *self;
        let (encounters, largest) = (u128::from(encounters), u128::from(largest));
        let is_bounded = values <= squares && values <= encounters * largest && squares <= values * largest;
        is_bounded && (!is_share || largest <= 1)
    }
}

/// Sums, as a list of two.
mod sums {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use crate::ground::Sums;

    pub(super) fn serialize<S: Serializer>(sums: &Sums, serializer: S) -> Result<S::Ok, S::Error> {
        (sums.values, sums.squares).serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Sums, D::Error> {
        Deserialize::deserialize(deserializer).map(|(values, squares)| Sums { values, squares })
    }
}

/// The counts of one thread, with the buffers that it reuses from batch to batch.
pub(super) struct Worker {
    pub(super) records: Records,
    /// The values of the latest batch in the leader, by target and encounter.
    pub(super) leader_values: Vec<Column>,
    /// The same in the follower that was played last.
    pub(super) follower_values: Vec<Column>,
    pub(super) encounters: u64,
    /// By target.
    pub(super) leader: Vec<Totals>,
    /// By follower and target.
    pub(super) followers: Vec<Vec<Totals>>,
    /// By follower and target, the leader's values first.
    pub(super) pairs: Vec<Vec<PairedSums>>,
}

impl Worker {
    pub(super) fn new(followers: usize, targets: usize) -> Self {
        Self {
            records: Records::default(),
            leader_values: vec![Column::default(); targets],
            follower_values: vec![Column::default(); targets],
            encounters: 0,
            leader: vec![Totals::default(); targets],
            followers: vec![vec![Totals::default(); targets]; followers],
            pairs: vec![vec![PairedSums::default(); targets]; followers],
        }
    }

    /// Adds the counts of another thread.
    pub(super) fn merge(&mut self, other: &Self) {
        self.encounters += other.encounters;
        let totals = self.leader.iter_mut().chain(self.followers.iter_mut().flatten());
        for (mine, others) in totals.zip(other.leader.iter().chain(other.followers.iter().flatten())) {
            mine.merge(*others);
        }
        for (mine, others) in self.pairs.iter_mut().flatten().zip(other.pairs.iter().flatten()) {
            mine.merge(others);
        }
    }

    pub(super) fn add_leader(&mut self) {
        for (column, totals) in self.leader_values.iter().zip(&mut self.leader) {
            for &value in &column.values {
                totals.add(value);
            }
        }
    }

    /// Adds the latest batch of a follower, each encounter paired with the leader's.
    pub(super) fn add_follower(&mut self, follower: usize) {
        let values = self.leader_values.iter().zip(&self.follower_values);
        let sums = self.followers[follower].iter_mut().zip(&mut self.pairs[follower]);
        for ((leader_values, follower_values), (totals, pairs)) in values.zip(sums) {
            for (&leader_value, &follower_value) in leader_values.values.iter().zip(&follower_values.values) {
                totals.add(follower_value);
                pairs.add(leader_value, follower_value);
            }
        }
    }
}
