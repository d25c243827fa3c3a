//! Tuning: which of many cells comes closest to the targets, and how certain that is.
//!
//! The cells race. All of them play the same encounters, and after a fixed schedule of counts each is compared with the
//! leader, the cell that is closest so far: a cell that is certainly farther from the targets is dropped, so that
//! encounters are spent where they decide. Nothing is assumed about how a number depends on a value. Every interval is
//! valid at all counts at once, and all of them are valid together with the confidence that was asked for (Bonferroni over
//! cells, pairs of cells and targets); so the closest cell is dropped with a probability of at most one minus the
//! confidence, over all looks.
//!
//! O. Maron and A. Moore, "Hoeffding races" (1994), with confidence sequences instead of their bounds, and with paired
//! differences for cells on one side of the target, which the same dice make precise.

use std::ops::Range;

use equipoise_engine::Seed;
use serde::Serialize;
use thiserror::Error;

use crate::kernel::batches::in_batches;
use crate::kernel::quantity::{Kind, Quantity};
use crate::kernel::records::{Column, Records};
use crate::kernel::run::Watch;
use crate::kernel::tally::Sums;
use crate::stats::paired::PairedSums;
use crate::stats::{Interval, Moments, interval};
use crate::studies::compare::Recordable;

mod distance;
mod pairs;
pub mod result;
mod target;
mod worker;

use distance::{Sample, magnitude, paired_interval, weighted};
use pairs::{Confidences, Contrast, Pairs};
pub use target::{Target, TargetError};
use worker::{Totals, Worker};

/// Encounters that every cell plays before the first look.
const FIRST_LOOK: u64 = 4096;
/// Encounters in a batch: few, since each is played in every cell.
const BATCH: u64 = 256;
/// The fewest encounters that a race needs for each cell.
const ENCOUNTERS_MIN: u64 = 100;

/// The settings of a race.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Race {
    /// The master seed.
    pub seed: Seed,
    /// One minus the probability that the closest cell is dropped, in 0..1.
    pub confidence: f64,
    /// By how much the result may be farther from the targets than the closest cell, in weighted distance; at least 0.
    pub margin: f64,
    /// The most encounters of all cells together, the second measurement of the winner included.
    pub max_encounters: u64,
}

/// Why cells cannot race.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum TuneError {
    /// Two targets are about the same number.
    #[error("`{name}` has two targets")]
    Twice {
        /// The number's full name.
        name: String,
    },
    /// A target is not possible in a cell.
    #[error("{source}")]
    Target {
        /// The cell's index.
        cell: usize,
        /// The reason.
        source: TargetError,
    },
    /// There are too few encounters for so many cells.
    #[error(
        "{cells} cells need at least {needed} encounters, {ENCOUNTERS_MIN} each and as many to measure the best again"
    )]
    TooFew {
        /// The number of cells.
        cells: usize,
        /// The number of encounters that they need at least.
        needed: u64,
    },
}

/// The measurement of one target's number in a cell.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Measured {
    /// The mean.
    pub mean: f64,
    /// The standard deviation from one encounter to the next.
    pub sd: f64,
    /// The confidence interval of the mean.
    #[serde(flatten)]
    pub interval: Interval,
    /// Whether the number is 0 or 1 in every encounter.
    #[serde(skip)]
    pub is_share: bool,
}

/// Why a cell was dropped from the race.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Dropped {
    /// The index of the cell that is certainly closer, then the leader.
    pub by: usize,
    /// By how much that cell is closer, in weighted distance; the lower end is above 0.
    pub closer: Interval,
}

/// The result of one cell.
#[derive(Debug, Clone, PartialEq)]
pub struct Ranked {
    /// Its index among the cells.
    pub cell: usize,
    /// Encounters that it played in the race.
    pub encounters: u64,
    /// By target; each interval is valid at every look, but only by itself.
    pub measured: Vec<Measured>,
    /// The weighted distance of its means from the targets.
    pub distance: f64,
    /// The interval of the distance that follows from those of the numbers.
    pub interval: Interval,
    /// Why it was dropped; none for a cell that may still be the closest.
    pub dropped: Option<Dropped>,
    /// By how much it is farther than the first, valid together with all drops; none for the first and for dropped cells.
    pub behind: Option<Interval>,
}

/// The decision of a race.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Verdict {
    /// All other cells were dropped: the first is the closest.
    Closest,
    /// No other cell is closer than the first by more than the margin.
    WithinMargin,
    /// Undecided when the encounters were spent, or at an interrupt. The largest confidence with which one of the above
    /// would hold, if that is at least 0.5.
    Open(Option<f64>),
}

/// The result of a race.
#[derive(Debug, Clone, PartialEq)]
pub struct Tuned {
    /// The cells still in the race by distance, then the dropped ones, the last dropped first.
    pub ranking: Vec<Ranked>,
    /// Whether the first is known to be the closest.
    pub verdict: Verdict,
    /// The indices of the second measurement of the first: fresh encounters, as many as it had played in the race. The
    /// winner of a race is biased towards the targets on the encounters that made it the winner.
    pub fresh: Range<u64>,
    /// The second measurement, by target, with intervals for a fixed number of encounters.
    pub remeasured: Vec<Measured>,
    /// The weighted distance of the second measurement from the targets.
    pub distance: f64,
    /// The encounters of all cells and of the second measurement together.
    pub encounters: u64,
    /// Whether nothing interrupted the race and the second measurement.
    pub complete: bool,
}

/// A cell in the race.
struct Racer<'a> {
    scenario: &'a dyn Recordable,
    /// By target.
    quantities: Vec<Quantity>,
    are_shares: Vec<bool>,
    encounters: u64,
    /// By target.
    totals: Vec<Totals>,
    dropped: Option<Dropped>,
}

impl<'a> Racer<'a> {
    fn new(scenario: &'a dyn Recordable, targets: &[Target]) -> Result<Self, TargetError> {
        let cast = scenario.cast();
        let quantities: Result<Vec<Quantity>, _> = targets.iter().map(|target| target.quantity(&cast)).collect();
        let quantities = quantities?;
        let are_shares = quantities.iter().map(|&quantity| cast.kind(quantity) == Kind::Share).collect();
        let totals = vec![Totals::default(); targets.len()];
        Ok(Self { scenario, quantities, are_shares, encounters: 0, totals, dropped: None })
    }

    /// Plays a range and replaces `values` by the values of each encounter, by target.
    fn play(&self, seed: Seed, range: Range<u64>, records: &mut Records, columns: &mut [Column]) {
        self.scenario.record(seed, range, records);
        for (&quantity, column) in self.quantities.iter().zip(columns) {
            records.read(quantity, column);
        }
    }

    fn add(&mut self, encounters: u64, totals: &[Totals]) {
        self.encounters += encounters;
        for (total, added) in self.totals.iter_mut().zip(totals) {
            total.merge(*added);
        }
    }
}

/// The race between two looks.
struct State<'a> {
    race: Race,
    targets: &'a [Target],
    cells: Vec<Racer<'a>>,
    pairs: Pairs,
    /// The largest value in any encounter of any cell, by target.
    largest: Vec<u32>,
}

/// How the race ended, before the winner is measured again.
struct Finish {
    verdict: Verdict,
    /// Encounters of all cells together.
    encounters: u64,
    /// Whether nothing interrupted the race.
    complete: bool,
}

/// The second measurement of a cell.
struct Remeasurement {
    /// The fresh encounters that were played.
    range: Range<u64>,
    /// By target.
    sums: Vec<Sums>,
    /// Whether as many were played as in the race.
    complete: bool,
}

/// Races the cells for the targets, on the current rayon pool, and measures the winner again on fresh encounters.
///
/// There is at least one cell and one target. Threads do not change the result.
///
/// # Errors
/// When two targets are about the same number, a target is not possible in a cell, or there are too few encounters for so
/// many cells.
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
    for (index, target) in targets.iter().enumerate() {
        if targets[..index].iter().any(|earlier| earlier.name == target.name) {
            return Err(TuneError::Twice { name: target.name.clone() });
        }
    }
    let racer = |(cell, &scenario): (usize, &&'a dyn Recordable)| {
        Racer::new(scenario, targets).map_err(|source| TuneError::Target { cell, source })
    };
    let racers: Result<Vec<Racer>, TuneError> = cells.iter().enumerate().map(racer).collect();
    let mut state =
        State { race: *race, targets, cells: racers?, pairs: Pairs::default(), largest: vec![0; targets.len()] };
    let finish = state.run(watch);
    Ok(state.result(&finish, watch))
}

impl State<'_> {
    fn run(&mut self, watch: &Watch) -> Finish {
        let (mut played, mut spent) = (0, 0);
        loop {
            let racing = self.racing();
            let count = racing.len() as u64;
            let finish = |verdict: Verdict| Finish { verdict, encounters: spent, complete: true };
            if played > 0 && count == 1 {
                return finish(Verdict::Closest);
            }
            if played > 0 && self.is_within_margin(self.race.confidence) {
                return finish(Verdict::WithinMargin);
            }
            let Some(next) = self.affordable_look(played, spent, count) else {
                return finish(Verdict::Open(self.certainty()));
            };
            let report_progress = |finished: u64| (watch.progress)(spent + finished * count);
            let finished = self.play(played..next, &racing, &Watch { progress: &report_progress, ..*watch });
            spent += finished * count;
            played += finished;
            self.drop_farther_cells();
            if played < next {
                return Finish { verdict: Verdict::Open(self.certainty()), encounters: spent, complete: false };
            }
        }
    }

    /// The encounter count of the next look, if enough encounters are left for one: `played` by each of `racing` cells,
    /// `spent` by all cells together.
    fn affordable_look(&self, played: u64, spent: u64, racing: u64) -> Option<u64> {
        // As many encounters as the leader plays are reserved to measure it again: `played` so far, and as many more as
        // each of the racing cells gets now.
        let left = (self.race.max_encounters - spent - played) / (racing + 1);
        let scheduled = next_look(played);
        let next = scheduled.min(played + left);
        // The last step may be cut short. Below half of its length it would hardly narrow any interval.
        let is_too_short = played > 0 && (next - played) * 2 < scheduled - played;
        (next > played && !is_too_short).then_some(next)
    }

    /// The cells that may still be the closest.
    fn racing(&self) -> Vec<usize> {
        (0..self.cells.len()).filter(|&cell| self.cells[cell].dropped.is_none()).collect()
    }

    /// The cell that is closest so far; of equally close ones the first.
    fn leader(&self, racing: &[usize]) -> usize {
        let by_distance = |left: &&usize, right: &&usize| self.distance(**left).total_cmp(&self.distance(**right));
        *racing.iter().min_by(by_distance).expect("the leader is never dropped")
    }

    /// Plays a range in all cells that are racing; returns how many encounters were finished in all of them.
    fn play(&mut self, range: Range<u64>, racing: &[usize], watch: &Watch) -> u64 {
        let (seed, targets, leader) = (self.race.seed, self.targets.len(), self.leader(racing));
        let followers: Vec<usize> = racing.iter().copied().filter(|&cell| cell != leader).collect();
        let make = || Worker::new(followers.len(), targets);
        let workers = in_batches(&range, BATCH, watch, make, |worker: &mut Worker, range| {
            worker.encounters += range.end - range.start;
            self.cells[leader].play(seed, range.clone(), &mut worker.records, &mut worker.leader_values);
            worker.add_leader();
            for (index, &follower) in followers.iter().enumerate() {
                self.cells[follower].play(seed, range.clone(), &mut worker.records, &mut worker.follower_values);
                worker.add_follower(index);
            }
        });
        let mut finished = 0;
        for worker in &workers {
            finished += worker.encounters;
            self.cells[leader].add(worker.encounters, &worker.leader);
            for (index, &follower) in followers.iter().enumerate() {
                self.cells[follower].add(worker.encounters, &worker.followers[index]);
                self.pairs.add(leader, follower, &worker.pairs[index]);
            }
        }
        for (target, largest) in self.largest.iter_mut().enumerate() {
            *largest = self.cells.iter().map(|cell| cell.totals[target].largest).max().unwrap_or_default();
        }
        finished
    }

    /// Drops every cell that is certainly farther from the targets than the leader.
    fn drop_farther_cells(&mut self) {
        let racing = self.racing();
        let leader = self.leader(&racing);
        for &cell in racing.iter().filter(|&&cell| cell != leader) {
            let closer = self.farther_by(cell, leader, self.race.confidence);
            if closer.lo > 0.0 {
                self.cells[cell].dropped = Some(Dropped { by: leader, closer });
            }
        }
    }

    /// Whether no cell that is racing is closer than the leader by more than the margin.
    fn is_within_margin(&self, confidence: f64) -> bool {
        let racing = self.racing();
        let leader = self.leader(&racing);
        let within =
            |&cell: &usize| cell == leader || self.farther_by(cell, leader, confidence).lo >= -self.race.margin;
        racing.iter().all(within)
    }

    /// The largest confidence with which the race would be decided, if that is at least a half.
    fn certainty(&self) -> Option<f64> {
        if self.cells[0].encounters == 0 || !self.is_within_margin(0.5) {
            return None;
        }
        // Twelve bisections of less than a half leave an error below 0.0002.
        let (mut holds, mut fails) = (0.5, self.race.confidence);
        for _ in 0..12 {
            let middle = f64::midpoint(holds, fails);
            if self.is_within_margin(middle) { holds = middle } else { fails = middle }
        }
        Some(holds)
    }

    /// By how much a cell is farther from the targets than a rival, in weighted distance: valid at every look and together
    /// with every other interval of the same confidence.
    fn farther_by(&self, cell: usize, rival: usize, confidence: f64) -> Interval {
        let confidences = Confidences::split(confidence, self.cells.len(), self.targets.len());
        weighted(self.targets.iter().enumerate().map(|(index, target)| {
            let contrast = self.contrast(cell, rival, index, confidences);
            (target.weight, contrast.farther_by(target.value))
        }))
    }

    /// The number of one target in two cells. Their paired values are those of the encounters in which one of them led:
    /// the leader is chosen before the encounters are played, so that the choice does not bias the values.
    fn contrast(&self, cell: usize, rival: usize, target: usize, confidences: Confidences) -> Contrast {
        let [cell_sample, rival_sample] = [cell, rival].map(|index| self.sample(index, target));
        let Sample { is_share, largest, .. } = cell_sample;
        let difference = |sums: &PairedSums| paired_interval(sums, is_share, largest, confidences.paired);
        Contrast {
            cell: cell_sample.interval(confidences.unpaired),
            rival: rival_sample.interval(confidences.unpaired),
            paired: self.pairs.difference(cell, rival, target, difference),
        }
    }

    /// The number of one target over all encounters that a cell has played.
    fn sample(&self, cell: usize, target: usize) -> Sample {
        let racer = &self.cells[cell];
        Sample {
            is_share: racer.are_shares[target],
            encounters: racer.encounters,
            sums: racer.totals[target].sums,
            largest: self.largest[target],
        }
    }

    /// The weighted distance of a cell's means so far.
    fn distance(&self, cell: usize) -> f64 {
        let means = (0..self.targets.len()).map(|target| self.sample(cell, target).mean());
        weighted_distance(self.targets, means)
    }

    /// The cells in the race by distance, then the dropped ones: those that raced longest first.
    fn ranking(&self) -> Vec<Ranked> {
        let leader = self.leader(&self.racing());
        let mut ranking: Vec<Ranked> = (0..self.cells.len()).map(|cell| self.ranked(cell, leader)).collect();
        ranking.sort_by(|left, right| {
            let by_drop = left.dropped.is_some().cmp(&right.dropped.is_some());
            let by_length = right.encounters.cmp(&left.encounters);
            by_drop.then(by_length).then(left.distance.total_cmp(&right.distance))
        });
        ranking
    }

    fn ranked(&self, cell: usize, leader: usize) -> Ranked {
        let measured: Vec<Measured> = (0..self.targets.len())
            .map(|target| {
                let sample = self.sample(cell, target);
                let Moments { mean, sd, .. } = Moments::new(sample.encounters, sample.sums);
                Measured { mean, sd, interval: sample.interval(self.race.confidence), is_share: sample.is_share }
            })
            .collect();
        let distances = self.targets.iter().zip(&measured).map(|(target, measured)| {
            let distance = magnitude(measured.interval.shifted(-target.value));
            (target.weight, distance)
        });
        let interval = weighted(distances);
        let Racer { encounters, dropped, .. } = self.cells[cell];
        let is_behind = cell != leader && dropped.is_none();
        let behind = is_behind.then(|| self.farther_by(cell, leader, self.race.confidence));
        Ranked { cell, encounters, distance: self.distance(cell), interval, measured, dropped, behind }
    }

    /// Plays a cell on as many fresh encounters as it has played in the race.
    fn remeasure(&self, cell: usize, watch: &Watch) -> Remeasurement {
        let racer = &self.cells[cell];
        let range = racer.encounters..2 * racer.encounters;
        let make = || Worker::new(0, self.targets.len());
        let workers = in_batches(&range, BATCH, watch, make, |worker, range| {
            worker.encounters += range.end - range.start;
            racer.play(self.race.seed, range, &mut worker.records, &mut worker.leader_values);
            worker.add_leader();
        });
        let mut remeasurement = self.no_remeasurement(cell);
        for worker in &workers {
            remeasurement.range.end += worker.encounters;
            for (sums, added) in remeasurement.sums.iter_mut().zip(&worker.leader) {
                sums.merge(added.sums);
            }
        }
        remeasurement.complete = remeasurement.range.end == range.end;
        remeasurement
    }

    /// The second measurement of a cell in a race that was interrupted: none of its encounters was played.
    fn no_remeasurement(&self, cell: usize) -> Remeasurement {
        let start = self.cells[cell].encounters;
        Remeasurement { range: start..start, sums: vec![Sums::default(); self.targets.len()], complete: false }
    }

    /// The measurement of one target's number in a fixed number of encounters.
    fn measured(&self, is_share: bool, encounters: u64, sums: Sums) -> Measured {
        let moments = Moments::new(encounters, sums);
        // A metric that was 0 or 1 in every encounter has the interval of a share, as in reports.
        let interval = if is_share || sums.values == sums.squares {
            interval::wilson(sums.values as u64, encounters, self.race.confidence)
        } else {
            interval::normal(&moments, self.race.confidence)
        };
        let interval = Interval { lo: interval.lo.max(0.0), ..interval };
        Measured { mean: moments.mean, sd: moments.sd, interval, is_share }
    }

    fn result(&self, finish: &Finish, watch: &Watch) -> Tuned {
        let ranking = self.ranking();
        let first = ranking[0].cell;
        let report_progress = |finished: u64| (watch.progress)(finish.encounters + finished);
        let Remeasurement { range: fresh, sums, complete } = if finish.complete {
            self.remeasure(first, &Watch { progress: &report_progress, ..*watch })
        } else {
            self.no_remeasurement(first)
        };
        let encounters = fresh.end - fresh.start;
        let are_shares = &self.cells[first].are_shares;
        let remeasured: Vec<Measured> =
            are_shares.iter().zip(sums).map(|(&is_share, sums)| self.measured(is_share, encounters, sums)).collect();
        let distance = weighted_distance(self.targets, remeasured.iter().map(|measured| measured.mean));
        let encounters = finish.encounters + encounters;
        Tuned { ranking, verdict: finish.verdict, fresh, remeasured, distance, encounters, complete }
    }
}

/// The sum over the targets of weight times |mean - value|.
fn weighted_distance(targets: &[Target], means: impl Iterator<Item = f64>) -> f64 {
    targets.iter().zip(means).map(|(target, mean)| target.weight * (mean - target.value).abs()).sum()
}

/// The encounter count of the look after the one at `encounters`: a quarter more, in whole batches.
fn next_look(encounters: u64) -> u64 {
    if encounters == 0 {
        FIRST_LOOK
    } else {
        (encounters / BATCH * 5).div_ceil(4).saturating_mul(BATCH).max(encounters + 1)
    }
}

#[cfg(test)]
mod tests;
