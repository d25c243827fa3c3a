//! The counts of a race, and the threads that count them.

use std::ops::Range;

use equipoise_engine::Seed;

use super::race::Racer;
use super::stretch::{Beside, Follower};
use crate::kernel::job::Player;
use crate::kernel::records::{Column, Records};

/// The working state of a thread that plays a leader and its followers.
pub(super) struct Worker<'a> {
    seed: Seed,
    /// The cells, the leader first.
    racers: Vec<&'a Racer<'a>>,
    records: Records,
    /// The values of the latest batch in the leader, by target and encounter.
    leader_values: Vec<Column>,
    /// The same in the follower that was played last.
    follower_values: Vec<Column>,
    counts: Beside,
}

impl<'a> Worker<'a> {
    /// A worker that has played nothing; `nothing` are its counts.
    pub(super) fn new(seed: Seed, racers: Vec<&'a Racer<'a>>, nothing: Beside) -> Self {
        let values = vec![Column::default(); nothing.totals.len()];
        let (leader_values, follower_values) = (values.clone(), values);
        Self { seed, racers, records: Records::default(), leader_values, follower_values, counts: nothing }
    }
}

impl Player<Beside> for Worker<'_> {
    fn play(&mut self, range: Range<u64>) {
        let Self { seed, racers, records, leader_values, follower_values, counts } = self;
        let (leader, followers) = racers.split_first().expect("a race has a leader");
        counts.encounters += range.end - range.start;
        leader.play(*seed, range.clone(), records, leader_values);
        for (column, totals) in leader_values.iter().zip(&mut counts.totals) {
            column.values.iter().for_each(|&value| totals.add(value));
        }
        for (racer, Follower { totals, pairs, .. }) in followers.iter().zip(&mut counts.followers) {
            racer.play(*seed, range.clone(), records, follower_values);
            let values = leader_values.iter().zip(&*follower_values);
            for ((leader_values, values), (totals, pairs)) in values.zip(totals.iter_mut().zip(pairs)) {
                for (&leader_value, &value) in leader_values.values.iter().zip(&values.values) {
                    totals.add(value);
                    pairs.add(leader_value, value);
                }
            }
        }
    }

    fn counts(self: Box<Self>) -> Beside {
        self.counts
    }
}
