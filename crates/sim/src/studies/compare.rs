//! Two scenarios fought encounter by encounter with the same dice, and how they differ.
//!
//! The two are called the first and the second side of the comparison. Both play the same seed and indices, so that most
//! of the chance in an encounter is common to both and cancels in their difference (common random numbers): a difference
//! shows after fewer encounters than two independent runs would need. Counts are joint: in how many encounters something
//! happened on the first side alone, on the second alone, on both or on neither.

use std::ops::Range;

use equipoise_engine::dice::Seeded;
use equipoise_engine::{
    Combatant, Counting, EncounterIndex, EndState, Metric, Ruleset, Seed, Winner, Workspace, fight,
};

use crate::kernel::batches::in_batches;
use crate::kernel::run::{Plan, Watch};
use crate::stats::Interval;
use crate::stats::paired::{Difference, PairedSums, mean_difference, sequential_interval, share_difference};
use crate::studies::measure::party;
use crate::studies::precision::next_look;

pub mod result;
pub mod verdict;

/// The results of single encounters, so that those of two scenarios can be compared pair by pair.
#[derive(Debug, Clone, Default)]
pub struct Records {
    pub(crate) winners: Vec<Winner>,
    pub(crate) rounds: Vec<u32>,
    /// By encounter, then by combatant.
    pub(crate) ends: Vec<EndState>,
    /// By encounter, then by metric.
    pub(crate) counts: Vec<u32>,
}

impl Records {
    pub(crate) fn clear(&mut self) {
        self.winners.clear();
        self.rounds.clear();
        self.ends.clear();
        self.counts.clear();
    }
}

/// A scenario that can play encounters and record each of them, whatever its system.
pub trait Recordable: Sync {
    /// Who fights, in listed order.
    fn combatants(&self) -> &[Combatant];
    /// The metrics, in report order.
    fn metrics(&self) -> &[Metric];
    /// Plays a range of encounters on this thread and appends each to `records`.
    fn record(&self, seed: Seed, range: Range<u64>, records: &mut Records);
}

impl<R: Ruleset> Recordable for R {
    fn combatants(&self) -> &[Combatant] {
        Ruleset::combatants(self)
    }

    fn metrics(&self) -> &[Metric] {
        Ruleset::metrics(self)
    }

    fn record(&self, seed: Seed, range: Range<u64>, records: &mut Records) {
        let (mut dice, mut workspace) = (Seeded::new(seed), Workspace::new(self));
        let mut trace = Counting::new(self.counts());
        for index in range {
            dice.start(EncounterIndex(index));
            trace.reset();
            let outcome = fight(self, &mut workspace, &mut dice, &mut trace);
            records.winners.push(outcome.winner);
            records.rounds.push(outcome.rounds);
            let combatants = 0..Ruleset::combatants(self).len();
            records.ends.extend(combatants.map(|combatant| self.end_state(&workspace.state, combatant)));
            records.counts.extend_from_slice(trace.counts());
        }
    }
}

/// In how many encounters something happened on the first side, by whether it happened on the second.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
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
    fn add(&mut self, first: bool, second: bool) {
        *match (first, second) {
            (true, true) => &mut self.both,
            (true, false) => &mut self.first_only,
            (false, true) => &mut self.second_only,
            (false, false) => &mut self.neither,
        } += 1;
    }

    fn merge(&mut self, other: &Self) {
        self.both += other.both;
        self.first_only += other.first_only;
        self.second_only += other.second_only;
        self.neither += other.neither;
    }

    /// All encounters.
    pub const fn encounters(&self) -> u64 {
        self.both + self.first_only + self.second_only + self.neither
    }
}

/// A combatant or metric that both sides have.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Counterpart {
    /// The combatant's id, or the metric's name.
    name: String,
    /// Its index on the first side.
    first: usize,
    /// Its index on the second side.
    second: usize,
}

impl Counterpart {
    /// Those names of the first side that the second has too, in the order of the first.
    fn find([first, second]: [Vec<&str>; 2]) -> Vec<Self> {
        let counterpart = |(index, &name): (usize, &&str)| {
            let second = second.iter().position(|&candidate| candidate == name)?;
            Some(Self { name: name.to_owned(), first: index, second })
        };
        first.iter().enumerate().filter_map(counterpart).collect()
    }
}

/// How the lists of the two sides correspond: combatants by id, metrics by name.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Common {
    combatants: Vec<Counterpart>,
    metrics: Vec<Counterpart>,
    /// How many combatants each side has.
    combatant_counts: [usize; 2],
    /// How many metrics each side has.
    metric_counts: [usize; 2],
    /// The indices of the party's members on each side.
    party: [Vec<usize>; 2],
}

impl Common {
    fn new(sides: [&dyn Recordable; 2]) -> Self {
        let ids = sides.map(|side| side.combatants().iter().map(|combatant| combatant.id.as_str()).collect());
        let names = sides.map(|side| side.metrics().iter().map(|metric| metric.name.as_str()).collect());
        Self {
            combatants: Counterpart::find(ids),
            metrics: Counterpart::find(names),
            combatant_counts: sides.map(|side| side.combatants().len()),
            metric_counts: sides.map(|side| side.metrics().len()),
            party: sides.map(|side| party(side.combatants())),
        }
    }
}

/// Everything that a comparison counts: integers only, so that the order of merging cannot change a result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JointTally {
    /// Encounters played on both sides.
    pub encounters: u64,
    common: Common,
    /// By winner.
    winners: [JointCount; 4],
    /// By common combatant and end state.
    ends: Vec<[JointCount; 4]>,
    /// Encounters in which somebody of the party died, and those that left nobody of it standing.
    party: [JointCount; 2],
    rounds: PairedSums,
    /// By common metric.
    metrics: Vec<PairedSums>,
}

impl JointTally {
    fn new(common: Common) -> Self {
        Self {
            encounters: 0,
            winners: [JointCount::default(); 4],
            ends: vec![[JointCount::default(); 4]; common.combatants.len()],
            party: [JointCount::default(); 2],
            rounds: PairedSums::default(),
            metrics: vec![PairedSums::default(); common.metrics.len()],
            common,
        }
    }

    /// Adds the encounters that both sides have recorded, the same indices in the same order.
    fn add(&mut self, records: &[Records; 2]) {
        let [first, second] = records;
        for encounter in 0..first.winners.len() {
            let ends = [0, 1].map(|side| {
                let combatants = self.common.combatant_counts[side];
                &records[side].ends[encounter * combatants..][..combatants]
            });
            let counts = [0, 1].map(|side| {
                let metrics = self.common.metric_counts[side];
                &records[side].counts[encounter * metrics..][..metrics]
            });
            self.encounters += 1;
            for (joint, winner) in self.winners.iter_mut().zip(Winner::ALL) {
                joint.add(first.winners[encounter] == winner, second.winners[encounter] == winner);
            }
            self.rounds.add(first.rounds[encounter], second.rounds[encounter]);
            self.add_ends(ends);
            for (sums, metric) in self.metrics.iter_mut().zip(&self.common.metrics) {
                sums.add(counts[0][metric.first], counts[1][metric.second]);
            }
        }
    }

    /// Adds the end states of one encounter on both sides, by combatant.
    fn add_ends(&mut self, [first, second]: [&[EndState]; 2]) {
        for (joints, combatant) in self.ends.iter_mut().zip(&self.common.combatants) {
            for (joint, end) in joints.iter_mut().zip(EndState::ALL) {
                joint.add(first[combatant.first] == end, second[combatant.second] == end);
            }
        }
        let [first_party, second_party] = &self.common.party;
        let any_dead = |party: &[usize], ends: &[EndState]| party.iter().any(|&member| ends[member] == EndState::Dead);
        let all_out =
            |party: &[usize], ends: &[EndState]| party.iter().all(|&member| ends[member] != EndState::Standing);
        self.party[0].add(any_dead(first_party, first), any_dead(second_party, second));
        self.party[1].add(all_out(first_party, first), all_out(second_party, second));
    }

    /// Adds the counts of another tally of the same comparison.
    fn merge(&mut self, other: &Self) {
        self.encounters += other.encounters;
        self.winners.iter_mut().zip(&other.winners).for_each(|(mine, theirs)| mine.merge(theirs));
        let ends = other.ends.as_flattened();
        self.ends.as_flattened_mut().iter_mut().zip(ends).for_each(|(mine, theirs)| mine.merge(theirs));
        self.party.iter_mut().zip(&other.party).for_each(|(mine, theirs)| mine.merge(theirs));
        self.rounds.merge(&other.rounds);
        self.metrics.iter_mut().zip(&other.metrics).for_each(|(mine, theirs)| mine.merge(theirs));
    }

    /// The joint count of one winner.
    pub fn won(&self, winner: Winner) -> JointCount {
        self.winners[winner.index()]
    }

    /// Every difference, named as in [`deviations`](crate::studies::report::deviations): winners, mean rounds, end states of the
    /// combatants that both sides have, the metrics that both have, and the fate of the party as a whole. `confidence`, in
    /// 0..1, is that of every interval by itself.
    pub fn differences(&self, confidence: f64) -> Vec<Difference> {
        let mut all = Vec::new();
        for winner in Winner::ALL {
            all.push(share_difference(format!("winners.{winner}"), &self.winners[winner.index()], confidence));
        }
        all.push(mean_difference("rounds.mean".to_owned(), &self.rounds, confidence));
        for (combatant, joints) in self.common.combatants.iter().zip(&self.ends) {
            for end in EndState::ALL {
                let name = format!("combatants.{}.{end}", combatant.name);
                all.push(share_difference(name, &joints[end.index()], confidence));
            }
        }
        for (metric, sums) in self.common.metrics.iter().zip(&self.metrics) {
            all.push(mean_difference(format!("metrics.{}", metric.name), sums, confidence));
        }
        for (name, joint) in ["party_any_dead", "party_all_out"].into_iter().zip(&self.party) {
            all.push(share_difference(name.to_owned(), joint, confidence));
        }
        all
    }
}

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

/// Plays the encounters of a plan on both sides, on the current rayon pool.
pub fn compare(sides: [&dyn Recordable; 2], plan: &Plan, watch: &Watch) -> Comparison {
    let empty = JointTally::new(Common::new(sides));
    let make = || (empty.clone(), [Records::default(), Records::default()]);
    let play_both = |(tally, records): &mut (JointTally, [Records; 2]), range: Range<u64>| {
        for (side, records) in sides.iter().zip(records.iter_mut()) {
            records.clear();
            side.record(plan.seed, range.clone(), records);
        }
        tally.add(records);
    };
    let workers = in_batches(&plan.range, plan.batch.max(1), watch, make, play_both);
    let mut tally = empty.clone();
    for (part, _) in &workers {
        tally.merge(part);
    }
    let length = plan.range.end.saturating_sub(plan.range.start);
    let end = plan.range.start + tally.encounters;
    Comparison { complete: tally.encounters == length, tally, range: plan.range.start..end }
}

/// The stopping rule of a sequential comparison.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Until {
    /// The largest difference of the party's win share that does not matter, in 0..=1; without one the sides are never
    /// found the same.
    pub margin: Option<f64>,
    /// One minus the probability of a wrong decision over all looks together, in 0..1.
    pub confidence: f64,
    /// Where to stop undecided, in encounters on each side.
    pub max_encounters: u64,
}

/// The decision of a sequential comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decision {
    /// The party's win shares differ.
    Different,
    /// The win shares are the same within the margin.
    Same,
    /// Neither was known when the encounters were spent, or when the comparison was interrupted.
    Undecided,
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
pub fn compare_until(sides: [&dyn Recordable; 2], seed: Seed, batch: u64, until: &Until, watch: &Watch) -> Decided {
    let mut comparison = compare(sides, &Plan { seed, range: 0..0, batch }, &Watch::none());
    loop {
        let played = comparison.tally.encounters;
        let joint = comparison.tally.won(Winner::Party);
        let interval = sequential_interval(&joint, until.confidence);
        let decision = decide(interval, until.margin);
        let is_spent = played >= until.max_encounters || !comparison.complete;
        if decision != Decision::Undecided || is_spent {
            return Decided { comparison, decision, interval };
        }
        let progress = |finished: u64| (watch.progress)(played + finished);
        let watch = Watch { interrupted: watch.interrupted, progress: &progress };
        let plan = Plan { seed, range: played..next_look(played, until.max_encounters), batch };
        let more = compare(sides, &plan, &watch);
        comparison.tally.merge(&more.tally);
        comparison.range.end = more.range.end;
        comparison.complete = more.complete;
    }
}

fn decide(interval: Interval, margin: Option<f64>) -> Decision {
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
                assert_eq!(names.len(), 4 + 1 + 8 + 1 + 2, "what only one side has is left out: {names:?}");
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
        let until = |margin| Until { margin, confidence: 0.95, max_encounters: 200_000 };
        let decided = |margin| compare_until([&first, &second], Seed(3), 4096, &until(margin), &Watch::none());
        let same = decided(Some(0.01));
        assert_eq!((same.decision, same.comparison.tally.encounters), (Decision::Same, 16_384));
        let endless = decided(None);
        assert_eq!((endless.decision, endless.comparison.tally.encounters), (Decision::Undecided, 200_000));
        assert_eq!(decided(Some(0.01)), same);
    }
}
