//! Two scenarios fought encounter by encounter with the same dice, and how they differ.
//!
//! Both sides play the same seed and indices, so that most of what chance does to one it does to the other, and a
//! difference shows after fewer fights than two runs of their own would need. What is counted is joint: in how many
//! encounters this side, that side, both or neither.

use std::ops::Range;

use equipoise_engine::dice::Seeded;
use equipoise_engine::{
    Combatant, Counting, EncounterIndex, EndState, Metric, Ruleset, Seed, Winner, Workspace, fight,
};

use crate::batches::in_batches;
use crate::measure::party;
use crate::precision::next_look;
use crate::run::{Plan, Watch};
use crate::stats::Interval;
use crate::stats::paired::{Difference, PairedSums, mean_difference, sequential_interval, share_difference};

/// Encounters one by one: what two sides are compared by.
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

/// One side of a comparison, whatever its system.
pub trait Recordable: Sync {
    /// Who fights, in listed order.
    fn combatants(&self) -> &[Combatant];
    /// What is counted, in report order.
    fn metrics(&self) -> &[Metric];
    /// Appends a range of encounters.
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
            records.ends.extend((0..Ruleset::combatants(self).len()).map(|at| self.end_state(&workspace.state, at)));
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

/// What both sides have in common: combatants by id, metrics by name.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Common {
    combatants: Vec<(String, usize, usize)>,
    metrics: Vec<(String, usize, usize)>,
    /// How many of each there are on either side.
    widths: [(usize, usize); 2],
    /// The party's places on either side.
    party: [Vec<usize>; 2],
}

impl Common {
    fn new(sides: [&dyn Recordable; 2]) -> Self {
        let [first, second] = sides;
        let place = |id: &str| second.combatants().iter().position(|combatant| combatant.id == id);
        let combatants = first.combatants().iter().enumerate();
        let of_metric = |name: &str| second.metrics().iter().position(|metric| metric.name == name);
        let metrics = first.metrics().iter().enumerate();
        Self {
            combatants: combatants.filter_map(|(at, one)| Some((one.id.clone(), at, place(&one.id)?))).collect(),
            metrics: metrics.filter_map(|(at, one)| Some((one.name.clone(), at, of_metric(&one.name)?))).collect(),
            widths: sides.map(|side| (side.combatants().len(), side.metrics().len())),
            party: sides.map(|side| party(side.combatants())),
        }
    }
}

/// Everything that a comparison counts: integers only.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JointTally {
    /// Encounters played on both sides.
    pub encounters: u64,
    common: Common,
    /// By winner.
    winners: [JointCount; 4],
    /// By common combatant and end state.
    ends: Vec<[JointCount; 4]>,
    /// Somebody of the party died; nobody of it was left standing.
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

    fn add(&mut self, [first, second]: &[Records; 2]) {
        let [(first_combatants, first_metrics), (second_combatants, second_metrics)] = self.common.widths;
        for at in 0..first.winners.len() {
            self.encounters += 1;
            for (count, winner) in self.winners.iter_mut().zip(Winner::ALL) {
                count.add(first.winners[at] == winner, second.winners[at] == winner);
            }
            for (counts, &(_, one, other)) in self.ends.iter_mut().zip(&self.common.combatants) {
                let ends = (first.ends[at * first_combatants + one], second.ends[at * second_combatants + other]);
                for (count, end) in counts.iter_mut().zip(EndState::ALL) {
                    count.add(ends.0 == end, ends.1 == end);
                }
            }
            let widths = [first_combatants, second_combatants];
            let befell = [0, 1].map(|side| {
                let ends = &[first, second][side].ends[at * widths[side]..(at + 1) * widths[side]];
                let party = &self.common.party[side];
                let any_dead = party.iter().any(|&one| ends[one] == EndState::Dead);
                [any_dead, party.iter().all(|&one| ends[one] != EndState::Standing)]
            });
            for (what, count) in self.party.iter_mut().enumerate() {
                count.add(befell[0][what], befell[1][what]);
            }
            self.rounds.add(first.rounds[at], second.rounds[at]);
            for (sums, &(_, one, other)) in self.metrics.iter_mut().zip(&self.common.metrics) {
                sums.add(first.counts[at * first_metrics + one], second.counts[at * second_metrics + other]);
            }
        }
    }

    /// Adds what another tally of the same comparison holds.
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

    /// Every difference, named as in a check against the exact solution: winners, mean rounds, end states of the
    /// combatants that both sides have, the metrics that both have, and what befalls the party.
    pub fn differences(&self, confidence: f64) -> Vec<Difference> {
        let mut all = Vec::new();
        for winner in Winner::ALL {
            all.push(share_difference(format!("winners.{winner}"), &self.winners[winner.index()], confidence));
        }
        all.push(mean_difference("rounds.mean".to_owned(), &self.rounds, confidence));
        for ((id, _, _), counts) in self.common.combatants.iter().zip(&self.ends) {
            for end in EndState::ALL {
                all.push(share_difference(format!("combatants.{id}.{end}"), &counts[end.index()], confidence));
            }
        }
        for ((name, _, _), sums) in self.common.metrics.iter().zip(&self.metrics) {
            all.push(mean_difference(format!("metrics.{name}"), sums, confidence));
        }
        for (name, counts) in ["party_any_dead", "party_all_out"].into_iter().zip(&self.party) {
            all.push(share_difference(name.to_owned(), counts, confidence));
        }
        all
    }
}

/// What a comparison yields.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comparison {
    /// Everything that was counted.
    pub tally: JointTally,
    /// The encounters that were finished: a prefix of the plan's range.
    pub range: Range<u64>,
    /// Whether that is the whole plan.
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

/// When a sequential comparison is decided.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Until {
    /// The largest difference of the party's win share that does not matter, if any.
    pub margin: Option<f64>,
    /// One minus the chance of a wrong verdict, however often is looked.
    pub confidence: f64,
    /// Where to give up, in encounters on each side.
    pub max_encounters: u64,
}

/// What a sequential comparison came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decision {
    /// The party's win shares differ.
    Different,
    /// They are the same within the margin.
    Same,
    /// The encounters were spent before either could be said.
    Undecided,
}

/// A sequential comparison.
#[derive(Debug, Clone, PartialEq)]
pub struct Decided {
    /// The encounters that decided; incomplete only when it was interrupted.
    pub comparison: Comparison,
    /// What they decided.
    pub decision: Decision,
    /// Holds the difference of the party's win share, wherever the comparison stopped.
    pub interval: Interval,
}

/// Plays encounters from index 0 until the party's win shares are known to differ, or to be the same within the margin.
///
/// Is looked at after a fixed schedule of encounter counts, with an interval that is valid at every look
/// ([`sequential_interval`]): different when it leaves 0 out, the same when it lies within the margin. The difference of
/// the encounters that decided is flattered by having stopped; play as many again for one that is not.
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
    use crate::run::run;
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
                // The same rules under other names: nothing differs.
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

    /// The same rules on both sides are never found to differ, and the same within any margin as soon as that can be known.
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
