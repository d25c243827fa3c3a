//! The encounters that differ between two sides, beside the differences of their numbers.

use std::ops::Range;

use equipoise_engine::Seed;
use serde::Serialize;

use super::{Common, JointTally, Recordable};
use crate::kernel::batches::in_batches;
use crate::kernel::job::Counts;
use crate::kernel::records::{Column, Records};
use crate::kernel::run::{BATCH, Watch};

/// The number of encounters of two sides that differ in a number that both have, and the first of them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Apart {
    /// Encounters played on both sides.
    pub encounters: u64,
    /// Encounters that differ.
    pub differing: u64,
    /// The lowest index among these; none where there are none.
    pub first: Option<u64>,
}

impl Apart {
    /// Adds encounters from `start` on, by whether each differs.
    pub(crate) fn add(&mut self, start: u64, differs: &[u32]) {
        self.encounters += differs.len() as u64;
        self.differing += differs.iter().filter(|&&differs| differs > 0).count() as u64;
        let first = differs.iter().position(|&differs| differs > 0).map(|offset| start + offset as u64);
        self.first = earlier(self.first, first);
    }

    pub(crate) fn merge(&mut self, other: &Self) {
        self.encounters += other.encounters;
        self.differing += other.differing;
        self.first = earlier(self.first, other.first);
    }
}

/// The lower index, if there is one at all.
fn earlier(left: Option<u64>, right: Option<u64>) -> Option<u64> {
    left.into_iter().chain(right).min()
}

/// The working state of a thread that compares.
struct Pair {
    tally: JointTally,
    apart: Apart,
    records: [Records; 2],
    columns: [Column; 2],
    differs: Vec<u32>,
}

impl Pair {
    /// Counts the encounters that both sides have recorded, the first of which has the index `start`.
    fn add(&mut self, common: &Common, start: u64) {
        self.differs.clear();
        self.differs.resize(self.records[0].len(), 0);
        let differs = &mut self.differs;
        self.tally.add(common, &self.records, &mut self.columns, |[first, second]| {
            mark(differs, &first.values, &second.values);
            mark(differs, &first.presence, &second.presence);
        });
        self.apart.add(start, differs);
    }
}

/// Marks the encounters whose numbers are unequal.
pub fn mark(differs: &mut [u32], first: &[u32], second: &[u32]) {
    for (differs, (first, second)) in differs.iter_mut().zip(first.iter().zip(second)) {
        *differs |= first ^ second;
    }
}

/// Plays the encounters of ranges on both sides, on the current rayon pool: their joint counts, and which of them
/// differ. None where an interrupt kept some from being played.
pub fn compare_apart(
    sides: [&dyn Recordable; 2],
    seed: Seed,
    ranges: &[Range<u64>],
    watch: &Watch,
) -> Option<(JointTally, Apart)> {
    let casts = sides.map(Recordable::cast);
    let common = Common::new([&casts[0], &casts[1]]);
    let (mut tally, mut apart) = (common.tally(), Apart::default());
    let make = || Pair {
        tally: common.tally(),
        apart: Apart::default(),
        records: Default::default(),
        columns: Default::default(),
        differs: Vec::new(),
    };
    for range in ranges {
        let before = apart.encounters;
        let progress = |finished: u64| (watch.progress)(before.saturating_add(finished));
        let play_both = |pair: &mut Pair, batch: Range<u64>| {
            for (side, records) in sides.iter().zip(&mut pair.records) {
                side.record(seed, batch.clone(), records);
            }
            pair.add(&common, batch.start);
        };
        for pair in in_batches(range, BATCH, &Watch { progress: &progress, ..*watch }, make, play_both) {
            tally.merge(&pair.tally);
            apart.merge(&pair.apart);
        }
        if apart.encounters - before < range.end.saturating_sub(range.start) {
            return None;
        }
    }
    Some((tally, apart))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::quantity::Cast;
    use crate::kernel::run::Plan;
    use crate::studies::compare::compare;
    use crate::toy::Toy;

    /// The fights of a toy, each with the dice of the next index.
    struct Next(Toy);

    impl Recordable for Next {
        fn cast(&self) -> Cast {
            self.0.cast()
        }

        fn record(&self, seed: Seed, range: Range<u64>, records: &mut Records) {
            self.0.record(seed, range.start + 1..range.end + 1, records);
        }
    }

    /// Every number of one encounter.
    fn numbers(side: &dyn Recordable, index: u64) -> Vec<Option<u32>> {
        let (mut records, mut column) = (Records::default(), Column::default());
        side.record(Seed(3), index..index + 1, &mut records);
        let of = |quantity| {
            records.read(quantity, &mut column);
            column.optional().next().expect("one encounter")
        };
        side.cast().quantities().into_iter().map(of).collect()
    }

    #[test]
    fn sides_with_the_same_rules_never_differ() {
        let ranges = [5..9_000, 10_000..10_001];
        let (tally, apart) = compare_apart([&Toy::new(), &Toy::new()], Seed(3), &ranges, &Watch::none()).expect("all");
        assert_eq!(apart, Apart { encounters: 8_996, differing: 0, first: None });
        assert_eq!(tally.encounters, 8_996);
    }

    /// Against the numbers of single encounters, one by one, whatever the threads.
    #[test]
    fn the_encounters_that_differ_are_counted_and_the_first_is_found() {
        let (first, second) = (Toy::new(), Next(Toy::new()));
        let range = 100..5_100;
        let differ = |index: &u64| numbers(&first, *index) != numbers(&second, *index);
        let expected: Vec<u64> = range.clone().filter(differ).collect();
        assert!(expected.len() > 1000 && expected.len() < 5000, "{}", expected.len());
        for threads in [1, 3] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a small pool");
            let ranges = [expected[0] + 1..5_100, 0..0];
            let play = |ranges: &[Range<u64>]| {
                pool.install(|| compare_apart([&first, &second], Seed(3), ranges, &Watch::none())).expect("all")
            };
            let (tally, apart) = play(std::slice::from_ref(&range));
            assert_eq!((apart.differing, apart.first), (expected.len() as u64, Some(expected[0])));
            assert_eq!(tally, compare([&first, &second], &Plan::new(Seed(3), range.clone()), &Watch::none()).tally);
            assert_eq!(play(&ranges).1.first, Some(expected[1]));
        }
    }

    #[test]
    fn an_interrupt_leaves_nothing() {
        let watch = Watch { interrupted: &|| true, progress: &|_| () };
        let range = std::slice::from_ref(&(0..1));
        assert_eq!(compare_apart([&Toy::new(), &Toy::new()], Seed(3), range, &watch), None);
    }
}
