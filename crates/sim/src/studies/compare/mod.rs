//! Two scenarios fought encounter by encounter with the same dice, and how they differ.
//!
//! The two are called the first and the second side of the comparison. Both play the same seed and indices, so that most
//! of the chance in an encounter is common to both and cancels in their difference (common random numbers): a difference
//! shows after fewer encounters than two independent runs would need. Counts are joint: in how many encounters something
//! happened on the first side alone, on the second alone, on both or on neither.

use std::ops::Range;

use equipoise_engine::{Seed, Winner};

use crate::ground::ranges::length;
use crate::kernel::job::{Player, count};
use crate::kernel::records::{Column, Records};
use crate::kernel::run::{Plan, Watch};
use crate::stats::Interval;
use crate::stats::paired::sequential_interval;
use crate::studies::study::Until;

mod apart;
pub mod ask;
pub mod job;
mod joint;
pub mod result;
mod shard;

pub use apart::{Apart, compare_apart, mark};
pub use job::CompareJob;
pub use joint::JointTally;

pub use crate::kernel::records::Recordable;
pub use crate::stats::verdict::{self, Decision};
pub(crate) use joint::{Common, Joint};

/// The result of a comparison.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comparison {
    /// The joint counts.
    pub tally: JointTally,
    /// The encounters that were finished: a prefix of the plan's range.
    pub range: Range<u64>,
    /// Whether `range` is the plan's whole range: nothing interrupted the comparison.
    pub complete: bool,
}

/// Both sides, which play the same encounters.
pub(crate) struct Both<'a> {
    fights: [&'a dyn Recordable; 2],
    common: Common,
    seed: Seed,
}

impl<'a> Both<'a> {
    pub(crate) fn new(fights: [&'a dyn Recordable; 2], seed: Seed) -> Self {
        let casts = fights.map(Recordable::cast);
        Self { fights, common: Common::new([&casts[0], &casts[1]]), seed }
    }

    /// Counts without encounters.
    pub(crate) fn empty(&self) -> JointTally {
        self.common.tally()
    }

    /// The player of one thread, for both sides.
    pub(crate) fn player(&self) -> Box<dyn Player<JointTally> + '_> {
        Box::new(Pair { both: self, tally: self.empty(), records: Default::default(), columns: Default::default() })
    }
}

/// The working state of a thread that compares.
struct Pair<'a> {
    both: &'a Both<'a>,
    tally: JointTally,
    records: [Records; 2],
    columns: [Column; 2],
}

impl Player<JointTally> for Pair<'_> {
    fn play(&mut self, range: Range<u64>) {
        for (side, records) in self.both.fights.iter().zip(&mut self.records) {
            side.record(self.both.seed, range.clone(), records);
        }
        self.tally.add(&self.both.common, &self.records, &mut self.columns, |_| ());
    }

    fn counts(self: Box<Self>) -> JointTally {
        self.tally
    }
}

/// Plays the encounters of a plan on both sides, on the current rayon pool.
pub fn compare(sides: [&dyn Recordable; 2], plan: &Plan, watch: &Watch) -> Comparison {
    let both = Both::new(sides, plan.seed);
    let counted = count(std::slice::from_ref(&plan.range), plan.batch, watch, |_| both.player());
    let tally = counted.into_iter().flatten().next().unwrap_or_else(|| both.empty());
    let end = plan.range.start + tally.encounters;
    Comparison { complete: tally.encounters == length(&plan.range), tally, range: plan.range.start..end }
}

/// The stopping rule of a sequential comparison.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StoppingRule {
    /// The largest difference of the party's win share that does not matter, in 0..=1; without one the sides are never
    /// found the same.
    pub margin: Option<f64>,
    /// One minus the probability of a wrong decision over all looks together, in 0..1.
    pub confidence: f64,
    /// The number of encounters on each side at which to stop undecided.
    pub max_encounters: u64,
}

impl StoppingRule {
    /// Whether so many encounters are enough for a decision.
    pub(crate) fn is_decided(&self, tally: &JointTally) -> bool {
        let interval = sequential_interval(&tally.won(Winner::Party), self.confidence);
        decision_of(interval, self.margin) != Decision::Undecided
    }
}

/// The result of a sequential comparison.
#[derive(Debug, Clone, PartialEq)]
pub struct Decided {
    /// The encounters that led to the decision; incomplete only when the comparison was interrupted.
    pub comparison: Comparison,
    /// The decision.
    pub decision: Decision,
    /// For the difference of the party's win share, second minus first; valid wherever the comparison stopped.
    pub interval: Interval,
}

/// Plays encounters from index 0 until the party's win shares are known to differ, or to be the same within the margin.
///
/// Looks at the results after a fixed schedule of encounter counts, with an interval that is valid at every look
/// ([`sequential_interval`]): different when it excludes 0, the same when it lies within the margin. Stopping on a
/// favourable result biases the estimated difference away from 0: an unbiased estimate needs fresh encounters.
///
/// `batch` is the number of encounters in a batch and never changes the result.
pub fn compare_until(
    sides: [&dyn Recordable; 2],
    seed: Seed,
    batch: u64,
    until: &StoppingRule,
    watch: &Watch,
) -> Decided {
    let StoppingRule { margin, confidence, max_encounters } = *until;
    let sides = result::Sides { titles: Default::default(), fights: sides, identical: false };
    let extent = Until::Decided { max_encounters, fresh: None };
    let mut job = CompareJob::new(sides, result::Settings { seed, confidence, margin }, &extent);
    job.decide(batch, watch).expect("something is to be decided")
}

/// The decision by an interval that is valid at every look.
fn decision_of(interval: Interval, margin: Option<f64>) -> Decision {
    let is_within = |margin: f64| interval.lo >= -margin && interval.hi <= margin;
    if margin.is_some_and(is_within) {
        Decision::Same
    } else if interval.contains(0.0) {
        Decision::Undecided
    } else {
        Decision::Different
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::JointCount;
    use crate::kernel::run::run;
    use crate::toy::Toy;

    #[test]
    fn the_sides_are_the_runs_of_the_same_encounters() {
        let (first, second) = (Toy::new(), Toy::with_names(["ann", "cat", "ogre"], ["rolls", "ones"]));
        let plan = Plan::new(Seed(5), 3..9_003);
        let expected = run(&first, &plan, &Watch::none());
        for threads in [1, 2, 5] {
            for size in [1, 1000, u64::MAX] {
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a small pool");
                let plan = Plan { batch: size, ..plan.clone() };
                let found = pool.install(|| compare([&first, &second], &plan, &Watch::none()));
                assert!(found.complete && found.range == plan.range);
                // The second side has the same rules under different names, so that no encounter is discordant.
                for winner in Winner::ALL {
                    let JointCount { both, first_only, second_only, neither } = found.tally.won(winner);
                    assert_eq!((both, first_only, second_only), (expected.tally.won(winner), 0, 0));
                    assert_eq!(both + neither, 9000);
                }
                let names: Vec<String> = found.tally.differences(0.95).into_iter().map(|value| value.name).collect();
                assert_eq!(names.len(), 4 + 1 + 8 + 1 + 6, "what only one side has is left out: {names:?}");
                assert!(
                    names.contains(&"metrics.rolls".to_owned()) && names.contains(&"combatants.ogre.dead".to_owned())
                );
            }
        }
    }

    /// The same rules on both sides never differ. With a margin of 0.01 they are the same at the first look, since no
    /// encounter is discordant; without a margin the comparison goes on to its limit.
    #[test]
    fn a_comparison_stops_when_it_is_decided() {
        let (first, second) = (Toy::new(), Toy::new());
        let until = |margin| StoppingRule { margin, confidence: 0.95, max_encounters: 200_000 };
        let decided = |margin| compare_until([&first, &second], Seed(3), 4096, &until(margin), &Watch::none());
        let same = decided(Some(0.01));
        assert_eq!((same.decision, same.comparison.tally.encounters), (Decision::Same, 16_384));
        let endless = decided(None);
        assert_eq!((endless.decision, endless.comparison.tally.encounters), (Decision::Undecided, 200_000));
        assert_eq!(decided(Some(0.01)), same);
    }
}
