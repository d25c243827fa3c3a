//! Tuning: which of many cells comes closest to what is wanted, and how sure that is.
//!
//! The cells race. All of them play the same encounters, and after a fixed schedule of counts they are compared with the
//! leader, the one that looks closest: a cell that is surely farther from the targets is dropped, so that fights are spent
//! where they decide. Nothing is assumed about how a number moves with a value. Every interval holds at all counts at
//! once, and all of them together with the confidence that was asked for (Bonferroni over cells, pairs of cells and
//! targets); so the closest cell is ever dropped with a chance of at most one minus that, however often is looked.
//!
//! O. Maron and A. Moore, "Hoeffding races" (1994), with confidence sequences in the place of their bounds, and paired
//! differences where cells lie on one side of the target: they met the same dice.

use std::collections::BTreeMap;
use std::ops::Range;

use equipoise_engine::Seed;
use thiserror::Error;

use crate::batches::in_batches;
use crate::compare::{Recordable, Records};
use crate::measure::Measure;
use crate::run::Watch;
use crate::stats::paired::PairedSums;
use crate::stats::{Interval, Moments, interval};
use crate::tally::Sums;

mod distance;
mod target;

use distance::{Known, common, difference_of_magnitudes, magnitude, paired_interval, weighted};
pub use target::{Target, TargetError};

/// Encounters that every cell plays before the first look.
const FIRST_LOOK: u64 = 4096;
/// Encounters in a batch: few, since each is played in every cell.
const BATCH: u64 = 256;
/// Encounters a cell that a race needs at least.
const ENCOUNTERS_MIN: u64 = 100;

/// How a race is run.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Race {
    /// The master seed.
    pub seed: Seed,
    /// One minus the chance that a cell is dropped which is the closest, in 0..1.
    pub confidence: f64,
    /// How much farther than the closest one the result may be, in weighted distance; at least 0.
    pub margin: f64,
    /// Encounters of all cells together, the second measurement of the best included.
    pub max_encounters: u64,
}

/// Why there is no race.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum TuneError {
    /// Two targets are about one number.
    #[error("`{name}` has two targets")]
    Twice {
        /// Which.
        name: String,
    },
    /// A target is none of a cell's.
    #[error("{source}")]
    Target {
        /// Which cell.
        cell: usize,
        /// What is wrong.
        source: TargetError,
    },
    /// There are not enough encounters to begin with.
    #[error(
        "{cells} cells need at least {needed} encounters, {ENCOUNTERS_MIN} each and as many to measure the best again"
    )]
    TooFew {
        /// How many cells.
        cells: usize,
        /// How many encounters.
        needed: u64,
    },
}

/// A number of a cell beside its target.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Measured {
    /// The mean.
    pub mean: f64,
    /// From one encounter to the next.
    pub sd: f64,
    /// How sure the mean is.
    pub interval: Interval,
    /// Whether the number is 0 or 1 in every encounter.
    pub is_share: bool,
}

/// Why a cell is out of the race.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Dropped {
    /// The cell that is surely closer.
    pub by: usize,
    /// How much closer, in weighted distance: above 0 from end to end.
    pub closer: Interval,
}

/// How a cell fared.
#[derive(Debug, Clone, PartialEq)]
pub struct Ranked {
    /// Its place among the cells.
    pub cell: usize,
    /// Encounters it played.
    pub encounters: u64,
    /// By target, each interval valid at every look, by itself.
    pub measured: Vec<Measured>,
    /// Weighted distance of the means.
    pub distance: f64,
    /// The distances that the intervals allow.
    pub interval: Interval,
    /// Why it is out; none while it may still be the closest.
    pub dropped: Option<Dropped>,
    /// By how much it may be farther than the first, valid as the drops are; none for the first and those that are out.
    pub behind: Option<Interval>,
}

/// How a race ended.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Verdict {
    /// All others were dropped: the first is the closest.
    Closest,
    /// No other is closer than the first by more than the margin.
    WithinMargin,
    /// The encounters were spent. The largest confidence with which either could be said, if that is at least 0.5.
    Open(Option<f64>),
}

/// What a race yields.
#[derive(Debug, Clone, PartialEq)]
pub struct Tuned {
    /// Those in the race by distance, then those dropped, the last ones first.
    pub ranking: Vec<Ranked>,
    /// How sure the first one is.
    pub verdict: Verdict,
    /// The encounters with which the first was measured again: fresh ones, as many as it had played.
    pub fresh: Range<u64>,
    /// What they yield, by target, with intervals for a fixed number of encounters.
    pub again: Vec<Measured>,
    /// Their weighted distance.
    pub distance: f64,
    /// Encounters of all cells together.
    pub encounters: u64,
    /// Whether nothing interrupted it.
    pub complete: bool,
}

/// One cell on its way.
struct Runner<'a> {
    scenario: &'a dyn Recordable,
    measures: Vec<Measure>,
    encounters: u64,
    /// By target.
    sums: Vec<Sums>,
    /// The largest value, by target.
    largest: Vec<u32>,
    dropped: Option<Dropped>,
}

impl<'a> Runner<'a> {
    fn new(scenario: &'a dyn Recordable, targets: &[Target]) -> Result<Self, TargetError> {
        let measures: Result<Vec<Measure>, _> = targets.iter().map(|target| target.measure(scenario)).collect();
        let (sums, largest) = (vec![Sums::default(); targets.len()], vec![0; targets.len()]);
        Ok(Self { scenario, measures: measures?, encounters: 0, sums, largest, dropped: None })
    }

    /// Appends the values of a range, by target.
    fn play(&self, seed: Seed, range: Range<u64>, records: &mut Records, values: &mut [Vec<u32>]) {
        records.clear();
        self.scenario.record(seed, range, records);
        let widths = [self.scenario.combatants().len(), self.scenario.metrics().len()];
        for (measure, values) in self.measures.iter().zip(values) {
            values.clear();
            measure.values(records, widths, values);
        }
    }

    fn add(&mut self, encounters: u64, counted: &[Counted]) {
        self.encounters += encounters;
        for ((sums, largest), more) in self.sums.iter_mut().zip(&mut self.largest).zip(counted) {
            sums.merge(more.sums);
            *largest = more.largest.max(*largest);
        }
    }
}

/// Everything between two looks.
struct State<'a> {
    race: Race,
    targets: &'a [Target],
    cells: Vec<Runner<'a>>,
    /// By two cells, the smaller one first, of which one was the leader; by target.
    pairs: BTreeMap<(usize, usize), Vec<PairedSums>>,
    /// The largest value that any cell has shown, by target.
    largest: Vec<u32>,
}

/// Races the cells for the targets, on the current rayon pool, and measures the best again on fresh encounters.
///
/// There is at least one cell and one target. What is found does not depend on threads.
///
/// # Errors
/// A target is about a number that a cell does not have, or there are too few encounters for so many cells.
pub fn tune<'a>(
    cells: &[&'a dyn Recordable],
    targets: &'a [Target],
    race: &Race,
    watch: &Watch,
) -> Result<Tuned, TuneError> {
    let needed = ENCOUNTERS_MIN.saturating_mul(cells.len() as u64 + 1);
    if race.max_encounters < needed {
        return Err(TuneError::TooFew { cells: cells.len(), needed });
    }
    for (at, target) in targets.iter().enumerate() {
        if targets[..at].iter().any(|other| other.name == target.name) {
            return Err(TuneError::Twice { name: target.name.clone() });
        }
    }
    let runner = |(cell, &scenario): (usize, &&'a dyn Recordable)| {
        Runner::new(scenario, targets).map_err(|source| TuneError::Target { cell, source })
    };
    let runners: Result<Vec<Runner>, TuneError> = cells.iter().enumerate().map(runner).collect();
    let mut state =
        State { race: *race, targets, cells: runners?, pairs: BTreeMap::new(), largest: vec![0; targets.len()] };
    let (verdict, spent, complete) = state.run(watch);
    Ok(state.result(verdict, spent, complete, watch))
}

impl State<'_> {
    fn run(&mut self, watch: &Watch) -> (Verdict, u64, bool) {
        let (mut played, mut spent) = (0, 0);
        loop {
            let racing = self.racing();
            if played > 0 {
                if racing.len() == 1 {
                    return (Verdict::Closest, spent, true);
                }
                if self.is_within_margin(self.race.confidence) {
                    return (Verdict::WithinMargin, spent, true);
                }
            }
            let count = racing.len() as u64;
            // As many again must be left for measuring the best.
            let left = (self.race.max_encounters - spent - played) / (count + 1);
            let next = next_look(played).min(played + left);
            // A last step that is too short to tell anything is not worth a look.
            if next == played || played > 0 && (next - played) * 2 < next_look(played) - played {
                return (Verdict::Open(self.certainty()), spent, true);
            }
            let told = |finished: u64| (watch.progress)(spent + finished * count);
            let finished = self.play(played..next, &racing, &Watch { progress: &told, ..*watch });
            spent += finished * count;
            played += finished;
            self.drop_what_is_farther();
            if played < next {
                return (Verdict::Open(self.certainty()), spent, false);
            }
        }
    }

    /// Those that may still be the closest.
    fn racing(&self) -> Vec<usize> {
        (0..self.cells.len()).filter(|&cell| self.cells[cell].dropped.is_none()).collect()
    }

    /// The one that looks closest; of equals the first.
    fn leader(&self, racing: &[usize]) -> usize {
        let closer = |one: &&usize, other: &&usize| self.distance(**one).total_cmp(&self.distance(**other));
        *racing.iter().min_by(closer).expect("the leader is never dropped")
    }

    /// Plays a range in all cells that are racing; returns how much of it was finished in all of them.
    fn play(&mut self, range: Range<u64>, racing: &[usize], watch: &Watch) -> u64 {
        let (seed, targets, leader) = (self.race.seed, self.targets.len(), self.leader(racing));
        let others: Vec<usize> = racing.iter().copied().filter(|&cell| cell != leader).collect();
        let make = || Worker::new(racing.len(), targets);
        let workers = in_batches(&range, BATCH, watch, make, |worker: &mut Worker, range| {
            worker.encounters += range.end - range.start;
            self.cells[leader].play(seed, range.clone(), &mut worker.records, &mut worker.leading);
            worker.add_leader(racing.len() - 1);
            for (at, &other) in others.iter().enumerate() {
                self.cells[other].play(seed, range.clone(), &mut worker.records, &mut worker.following);
                worker.add_follower(at);
            }
        });
        let mut finished = 0;
        for worker in &workers {
            finished += worker.encounters;
            for (at, &other) in others.iter().enumerate() {
                self.cells[other].add(worker.encounters, &worker.counted[at]);
                let both = (leader.min(other), leader.max(other));
                let pair = self.pairs.entry(both).or_insert_with(|| vec![PairedSums::default(); targets]);
                for (mine, more) in pair.iter_mut().zip(&worker.pairs[at]) {
                    mine.merge(&if leader < other { *more } else { more.exchanged() });
                }
            }
            self.cells[leader].add(worker.encounters, &worker.counted[others.len()]);
        }
        for (target, largest) in self.largest.iter_mut().enumerate() {
            *largest = self.cells.iter().map(|cell| cell.largest[target]).max().unwrap_or_default();
        }
        finished
    }

    /// Drops what is surely farther from the targets than one of those it was compared with.
    fn drop_what_is_farther(&mut self) {
        let racing = self.racing();
        let leader = self.leader(&racing);
        for &cell in racing.iter().filter(|&&cell| cell != leader) {
            let closer = self.farther(cell, leader, self.race.confidence);
            if closer.lo > 0.0 {
                self.cells[cell].dropped = Some(Dropped { by: leader, closer });
            }
        }
    }

    /// Whether nothing that is racing is closer than the leader by more than the margin.
    fn is_within_margin(&self, confidence: f64) -> bool {
        let racing = self.racing();
        let leader = self.leader(&racing);
        let within = |&cell: &usize| cell == leader || self.farther(cell, leader, confidence).lo >= -self.race.margin;
        racing.iter().all(within)
    }

    /// The largest confidence with which the race would be decided, if that is at least a half.
    fn certainty(&self) -> Option<f64> {
        if self.cells[0].encounters == 0 || !self.is_within_margin(0.5) {
            return None;
        }
        let (mut holds, mut fails) = (0.5, self.race.confidence);
        for _ in 0..12 {
            let middle = f64::midpoint(holds, fails);
            if self.is_within_margin(middle) { holds = middle } else { fails = middle }
        }
        Some(holds)
    }

    /// By how much a cell is farther from the targets than another, valid at every look and together with everything
    /// else that is said with this confidence.
    fn farther(&self, cell: usize, than: usize, confidence: f64) -> Interval {
        let (n, k) = (self.cells.len() as f64, self.targets.len() as f64);
        // Half of the error for the numbers of cells, half for the differences of pairs.
        let error = (1.0 - confidence) / 2.0;
        let (each, each_pair) = (1.0 - error / (n * k), 1.0 - error / (k * (n * (n - 1.0) / 2.0).max(1.0)));
        weighted(self.targets.iter().enumerate().map(|(at, target)| {
            let [one, other] = [cell, than].map(|cell| self.known(cell, at).interval(each));
            let sum =
                Interval { lo: one.lo + other.lo - 2.0 * target.value, hi: one.hi + other.hi - 2.0 * target.value };
            let apart = Interval { lo: one.lo - other.hi, hi: one.hi - other.lo };
            let difference = self.paired(cell, than, at, each_pair).map_or(apart, |paired| common(paired, apart));
            (target.weight, difference_of_magnitudes(sum, difference))
        }))
    }

    /// The difference of a target's number between two cells, over the encounters in which one of them led the other.
    /// Which encounters these are was settled before they were played.
    fn paired(&self, cell: usize, than: usize, target: usize, confidence: f64) -> Option<Interval> {
        let is_share = self.cells[cell].measures[target].is_share();
        let pair = self.pairs.get(&(cell.min(than), cell.max(than)))?;
        // The larger number minus the smaller one.
        let of = paired_interval(&pair[target], is_share, self.largest[target], confidence);
        Some(if cell > than { of } else { Interval { lo: -of.hi, hi: -of.lo } })
    }

    /// What is known of a target's number in a cell.
    fn known(&self, cell: usize, target: usize) -> Known {
        let (cell, largest) = (&self.cells[cell], self.largest[target]);
        let is_share = cell.measures[target].is_share();
        Known { is_share, encounters: cell.encounters, sums: cell.sums[target], largest }
    }

    /// Weighted distance of the means so far.
    fn distance(&self, cell: usize) -> f64 {
        let distance =
            |(at, target): (usize, &Target)| target.weight * (self.known(cell, at).mean() - target.value).abs();
        self.targets.iter().enumerate().map(distance).sum()
    }

    fn ranked(&self, cell: usize, leader: usize) -> Ranked {
        let runner = &self.cells[cell];
        let measured: Vec<Measured> = (0..self.targets.len())
            .map(|at| {
                let known = self.known(cell, at);
                let Moments { mean, sd, .. } = Moments::new(known.encounters, known.sums);
                Measured { mean, sd, interval: known.interval(self.race.confidence), is_share: known.is_share }
            })
            .collect();
        let parts =
            self.targets.iter().zip(&measured).map(|(target, Measured { interval: Interval { lo, hi }, .. })| {
                (target.weight, magnitude(Interval { lo: lo - target.value, hi: hi - target.value }))
            });
        let interval = weighted(parts);
        let (encounters, dropped) = (runner.encounters, runner.dropped);
        let is_behind = cell != leader && dropped.is_none();
        let behind = is_behind.then(|| self.farther(cell, leader, self.race.confidence));
        Ranked { cell, encounters, distance: self.distance(cell), interval, measured, dropped, behind }
    }

    fn result(&self, verdict: Verdict, spent: u64, complete: bool, watch: &Watch) -> Tuned {
        let leader = self.leader(&self.racing());
        let mut ranking: Vec<Ranked> = (0..self.cells.len()).map(|cell| self.ranked(cell, leader)).collect();
        // Those that raced longest first; a cell that was dropped never outranks one that was not.
        ranking.sort_by(|one, other| {
            let by_length = other.encounters.cmp(&one.encounters);
            let by_drop = one.dropped.is_some().cmp(&other.dropped.is_some());
            by_drop.then(by_length).then(one.distance.total_cmp(&other.distance))
        });
        let first = &self.cells[ranking[0].cell];
        let mut fresh = first.encounters..first.encounters;
        let mut sums = vec![Sums::default(); self.targets.len()];
        let mut is_complete = complete;
        if complete {
            let range = fresh.start..2 * fresh.start;
            let told = |finished: u64| (watch.progress)(spent + finished);
            let make = || Worker::new(1, self.targets.len());
            let workers = in_batches(&range, BATCH, &Watch { progress: &told, ..*watch }, make, |worker, range| {
                worker.encounters += range.end - range.start;
                first.play(self.race.seed, range, &mut worker.records, &mut worker.leading);
                worker.add_leader(0);
            });
            for worker in &workers {
                fresh.end += worker.encounters;
                sums.iter_mut().zip(&worker.counted[0]).for_each(|(mine, more)| mine.merge(more.sums));
            }
            is_complete = fresh.end == range.end;
        }
        let encounters = fresh.end - fresh.start;
        let measured = |(at, &sums): (usize, &Sums)| {
            let moments = Moments::new(encounters, sums);
            // A metric that was 0 or 1 in every encounter has the interval of a share, as in reports.
            let is_share = first.measures[at].is_share();
            let interval = if is_share || sums.values == sums.squares {
                interval::wilson(sums.values as u64, encounters, self.race.confidence)
            } else {
                interval::normal(&moments, self.race.confidence)
            };
            let interval = Interval { lo: interval.lo.max(0.0), ..interval };
            Measured { mean: moments.mean, sd: moments.sd, interval, is_share }
        };
        let again: Vec<Measured> = sums.iter().enumerate().map(measured).collect();
        let off = |(target, found): (&Target, &Measured)| target.weight * (found.mean - target.value).abs();
        let distance = self.targets.iter().zip(&again).map(off).sum();
        Tuned { ranking, verdict, fresh, again, distance, encounters: spent + encounters, complete: is_complete }
    }
}

/// The encounter count of the look after the one at `encounters`: a quarter more, in whole batches.
fn next_look(encounters: u64) -> u64 {
    if encounters == 0 {
        FIRST_LOOK
    } else {
        (encounters / BATCH * 5).div_ceil(4).saturating_mul(BATCH).max(encounters + 1)
    }
}

/// One number over some encounters.
#[derive(Debug, Clone, Copy, Default)]
struct Counted {
    sums: Sums,
    largest: u32,
}

impl Counted {
    fn add(&mut self, value: u32) {
        self.sums.add(value, 1);
        self.largest = value.max(self.largest);
    }
}

/// What one thread counts between two looks.
struct Worker {
    records: Records,
    /// Of the leader and of another cell, by target.
    leading: Vec<Vec<u32>>,
    following: Vec<Vec<u32>>,
    encounters: u64,
    /// By cell, the leader last, and target.
    counted: Vec<Vec<Counted>>,
    /// By cell but the leader, and target.
    pairs: Vec<Vec<PairedSums>>,
}

impl Worker {
    fn new(cells: usize, targets: usize) -> Self {
        Self {
            records: Records::default(),
            leading: vec![Vec::new(); targets],
            following: vec![Vec::new(); targets],
            encounters: 0,
            counted: vec![vec![Counted::default(); targets]; cells],
            pairs: vec![vec![PairedSums::default(); targets]; cells.saturating_sub(1)],
        }
    }

    fn add_leader(&mut self, at: usize) {
        for (values, counted) in self.leading.iter().zip(&mut self.counted[at]) {
            for &value in values {
                counted.add(value);
            }
        }
    }

    fn add_follower(&mut self, at: usize) {
        let values = self.leading.iter().zip(&self.following);
        let counts = self.counted[at].iter_mut().zip(&mut self.pairs[at]);
        for ((leading, following), (counted, pairs)) in values.zip(counts) {
            for (&first, &second) in leading.iter().zip(following) {
                counted.add(second);
                pairs.add(first, second);
            }
        }
    }
}

#[cfg(test)]
mod tests;
