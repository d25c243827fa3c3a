//! Counts of cells of a race side by side, and stretches of it that can be written down, so that a race that was
//! interrupted goes on from where it was.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::ground::Sums;
use crate::json::line;
use crate::kernel::job::{Counts, Piece};
use crate::record::Written;
use crate::stats::paired::PairedSums;

/// One number over some encounters of one cell.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Totals {
    #[serde(with = "sums")]
    pub(super) sums: Sums,
    /// The largest value in any of them.
    pub(super) largest: u32,
}

impl Totals {
    pub(super) fn add(&mut self, value: u32) {
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

/// The counts of a cell and of others beside it over the same encounters.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Beside {
    pub(super) encounters: u64,
    /// Of the leader, the cell that was the closest before, by target.
    pub(super) totals: Vec<Totals>,
    /// The cells that played the same encounters, in ascending order.
    pub(super) followers: Vec<Follower>,
}

/// The counts of a cell beside the leader.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Follower {
    /// The index of the cell.
    pub(super) cell: usize,
    /// By target.
    pub(super) totals: Vec<Totals>,
    /// By target, the leader's values first.
    pub(super) pairs: Vec<PairedSums>,
}

impl Beside {
    /// Of a leader and its followers, over no encounter.
    pub(super) fn nothing(followers: &[usize], targets: usize) -> Self {
        let totals = vec![Totals::default(); targets];
        let follower = |&cell| Follower { cell, totals: totals.clone(), pairs: vec![PairedSums::default(); targets] };
        Self { encounters: 0, followers: followers.iter().map(follower).collect(), totals }
    }

    /// Whether some encounters of these followers and their leader can have these counts.
    pub(super) fn is_of(&self, followers: &[usize], are_shares: &[bool]) -> bool {
        let encounters = self.encounters;
        let are_consistent = |totals: &[Totals]| {
            let mut all = totals.iter().zip(are_shares);
            totals.len() == are_shares.len() && all.all(|(totals, &is_share)| totals.is_of(encounters, is_share))
        };
        let is_of = |(follower, &cell): (&Follower, &usize)| {
            let Follower { totals, pairs, .. } = follower;
            let leader_and_own = self.totals.iter().zip(totals).map(|(leader, own)| [leader.sums, own.sums]);
            let mut pairs_of_sums = pairs.iter().zip(leader_and_own).zip(are_shares);
            follower.cell == cell
                && are_consistent(totals)
                && pairs.len() == totals.len()
                && pairs_of_sums.all(|((pairs, sums), &is_share)| pairs.is_of(encounters, sums, is_share))
        };
        let is_of_leader = are_consistent(&self.totals) && self.followers.len() == followers.len();
        is_of_leader && self.followers.iter().zip(followers).all(is_of)
    }
}

impl Counts for Beside {
    fn encounters(&self) -> u64 {
        self.encounters
    }

    fn merge(&mut self, other: &Self) {
        self.encounters += other.encounters;
        merge_all(&mut self.totals, &other.totals);
        for (mine, others) in self.followers.iter_mut().zip(&other.followers) {
            merge_all(&mut mine.totals, &others.totals);
            mine.pairs.iter_mut().zip(&others.pairs).for_each(|(mine, others)| mine.merge(others));
        }
    }

    fn without_counts(&self) -> Self {
        let followers: Vec<usize> = self.followers.iter().map(|follower| follower.cell).collect();
        Self::nothing(&followers, self.totals.len())
    }
}

impl Written for Beside {
    fn text(&self) -> String {
        line(self)
    }

    fn read(&self, text: &str, encounters: u64) -> Result<Self, String> {
        let counts: Self = serde_json::from_str(text).map_err(|error| error.to_string())?;
        if counts.encounters == encounters {
            Ok(counts)
        } else {
            Err(format!("counts of {} encounters", counts.encounters))
        }
    }
}

fn merge_all(mine: &mut [Totals], others: &[Totals]) {
    mine.iter_mut().zip(others).for_each(|(mine, others)| mine.merge(*others));
}

/// The encounters that a cell and others beside it played, and their counts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stretch {
    /// The index of the first encounter.
    pub(super) start: u64,
    /// The index after that of the last one.
    pub(super) end: u64,
    /// The index of the leader.
    pub(super) leader: usize,
    /// Of the leader, by target.
    pub(super) totals: Vec<Totals>,
    /// The cells that played the same encounters, in ascending order.
    pub(super) followers: Vec<Follower>,
}

impl Stretch {
    /// The stretch of a range, with the counts behind a leader.
    pub(super) fn new(Range { start, end }: Range<u64>, leader: usize, counts: Beside) -> Self {
        let Beside { totals, followers, .. } = counts;
        Self { start, end, leader, totals, followers }
    }

    /// The piece of the race that it is, with its counts; `None` if it ends before it begins.
    pub(super) fn counted(self) -> Option<(Piece, Beside)> {
        let Self { start, end, leader, totals, followers } = self;
        let cells = std::iter::once(leader).chain(followers.iter().map(|follower| follower.cell)).collect();
        let encounters = end.checked_sub(start)?;
        Some((Piece { cells, range: start..end }, Beside { encounters, totals, followers }))
    }
}
