//! The race itself: who leads, who is dropped and when it is over.

use std::ops::Range;

use equipoise_engine::Seed;

use super::distance::{Sample, magnitude, paired_interval, weighted};
use super::pairs::{Confidences, Contrast, Pairs};
use super::stretch::{Course, Follower, Stretch};
use super::worker::{Totals, Worker};
use super::{Dropped, Measured, Race, Ranked, Target, TargetError, TuneError, Tuned, Verdict};
use crate::ground::Sums;
use crate::kernel::batches::in_batches;
use crate::kernel::quantity::{Kind, Quantity};
use crate::kernel::records::{Column, Records};
use crate::kernel::run::Watch;
use crate::stats::paired::PairedSums;
use crate::stats::{Interval, Moments, interval, mean};
use crate::studies::compare::Recordable;

/// Encounters that every cell plays before the first look.
const FIRST_LOOK: u64 = 4096;
/// Encounters in a batch: few, since each is played in every cell.
const BATCH: u64 = 256;

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
pub(super) struct State<'a> {
    race: Race,
    targets: &'a [Target],
    cells: Vec<Racer<'a>>,
    pairs: Pairs,
    /// The largest value in any encounter of any cell, by target.
    largest: Vec<u32>,
    course: Course,
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

impl<'a> State<'a> {
    /// A race that has not begun, and what an earlier call played of it.
    pub(super) fn new(
        race: Race,
        targets: &'a [Target],
        cells: &[&'a dyn Recordable],
        before: Vec<Stretch>,
    ) -> Result<Self, TuneError> {
        let racer = |(cell, &scenario): (usize, &&'a dyn Recordable)| {
            Racer::new(scenario, targets).map_err(|source| TuneError::Target { cell, source })
        };
        let cells: Result<Vec<Racer>, TuneError> = cells.iter().enumerate().map(racer).collect();
        let (pairs, largest) = (Pairs::default(), vec![0; targets.len()]);
        Ok(Self { race, targets, cells: cells?, pairs, largest, course: Course::after(before) })
    }

    /// Races, and measures the winner again.
    pub(super) fn run(mut self, watch: &Watch) -> Tuned {
        let finish = self.race(watch);
        self.result(&finish, watch)
    }

    fn race(&mut self, watch: &Watch) -> Finish {
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
        let leader = self.leader(racing);
        let followers: Vec<usize> = racing.iter().copied().filter(|&cell| cell != leader).collect();
        let stretches = self.stretches(&range, leader, &followers, watch);
        let finished = stretches.iter().map(Stretch::encounters).sum();
        for stretch in &stretches {
            self.cells[leader].add(stretch.encounters(), &stretch.totals);
            for Follower { cell, totals, pairs } in &stretch.followers {
                self.cells[*cell].add(stretch.encounters(), totals);
                self.pairs.add(leader, *cell, pairs);
            }
        }
        for (target, largest) in self.largest.iter_mut().enumerate() {
            *largest = self.cells.iter().map(|cell| cell.totals[target].largest).max().unwrap_or_default();
        }
        self.course.played.extend(stretches);
        finished
    }

    /// A range in a cell and others beside it: what an earlier call played of it, and then the rest.
    fn stretches(&mut self, range: &Range<u64>, leader: usize, followers: &[usize], watch: &Watch) -> Vec<Stretch> {
        let are_shares = &self.cells[leader].are_shares;
        let (mut rest, mut stretches) = (range.clone(), Vec::new());
        while !rest.is_empty()
            && let Some(stretch) = self.course.next(&rest, leader, followers, are_shares)
        {
            rest.start = stretch.end;
            stretches.push(stretch);
        }
        let before = rest.start - range.start;
        let report_progress = |finished: u64| (watch.progress)(before + finished);
        let played = self.stretch(rest, leader, followers, &Watch { progress: &report_progress, ..*watch });
        stretches.extend(Some(played).filter(|played| played.encounters() > 0));
        stretches
    }

    /// Plays a range in a cell and others beside it, on all threads.
    fn stretch(&self, range: Range<u64>, leader: usize, followers: &[usize], watch: &Watch) -> Stretch {
        let (seed, targets) = (self.race.seed, self.targets.len());
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
        let mut whole = Worker::new(followers.len(), targets);
        for worker in &workers {
            whole.merge(worker);
        }
        let Worker { encounters, leader: totals, followers: of_followers, pairs, .. } = whole;
        let follower = |((&cell, totals), pairs)| Follower { cell, totals, pairs };
        let followers = followers.iter().zip(of_followers).zip(pairs).map(follower).collect();
        Stretch { start: range.start, end: range.start + encounters, leader, totals, followers }
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
    fn remeasure(&mut self, cell: usize, watch: &Watch) -> Remeasurement {
        let encounters = self.cells[cell].encounters;
        let range = encounters..2 * encounters;
        let stretches = self.stretches(&range, cell, &[], watch);
        let mut remeasurement = self.no_remeasurement(cell);
        for stretch in &stretches {
            remeasurement.range.end += stretch.encounters();
            for (sums, added) in remeasurement.sums.iter_mut().zip(&stretch.totals) {
                sums.merge(added.sums);
            }
        }
        remeasurement.complete = remeasurement.range.end == range.end;
        self.course.played.extend(stretches);
        remeasurement
    }

    /// The second measurement of a cell in a race that was interrupted: none of its encounters was played.
    fn no_remeasurement(&self, cell: usize) -> Remeasurement {
        let start = self.cells[cell].encounters;
        Remeasurement { range: start..start, sums: vec![Sums::default(); self.targets.len()], complete: false }
    }

    /// The measurement of one target's number in a fixed number of encounters.
    fn measured(&self, kind: Kind, encounters: u64, sums: Sums) -> Measured {
        let moments = Moments::new(encounters, sums);
        let interval = match kind {
            Kind::Share | Kind::YesNo => interval::wilson(sums.values as u64, encounters, self.race.confidence),
            Kind::Mean | Kind::MeanAmong => {
                let unbounded = Interval { lo: 0.0, hi: f64::INFINITY };
                mean::interval(&moments, self.race.confidence).unwrap_or(unbounded)
            }
        };
        Measured { mean: moments.mean, sd: moments.sd, interval, is_share: kind == Kind::Share }
    }

    fn result(mut self, finish: &Finish, watch: &Watch) -> Tuned {
        let ranking = self.ranking();
        let first = ranking[0].cell;
        let report_progress = |finished: u64| (watch.progress)(finish.encounters + finished);
        let Remeasurement { range: fresh, sums, complete } = if finish.complete {
            self.remeasure(first, &Watch { progress: &report_progress, ..*watch })
        } else {
            self.no_remeasurement(first)
        };
        let encounters = fresh.end - fresh.start;
        let Racer { scenario, quantities, .. } = &self.cells[first];
        let cast = scenario.cast();
        let kinds = quantities.iter().map(|&quantity| cast.kind(quantity));
        let remeasured: Vec<Measured> =
            kinds.zip(sums).map(|(kind, sums)| self.measured(kind, encounters, sums)).collect();
        let distance = weighted_distance(self.targets, remeasured.iter().map(|measured| measured.mean));
        let encounters = finish.encounters + encounters;
        let (verdict, played) = (finish.verdict, self.course.played);
        Tuned { ranking, verdict, fresh, remeasured, distance, encounters, complete, played }
    }
}

/// The sum over the targets of weight times |mean - value|.
fn weighted_distance(targets: &[Target], means: impl Iterator<Item = f64>) -> f64 {
    targets.iter().zip(means).map(|(target, mean)| target.weight * (mean - target.value).abs()).sum()
}

/// The encounter count of the look after the one at `encounters`: a quarter more, in whole batches.
pub(super) fn next_look(encounters: u64) -> u64 {
    if encounters == 0 {
        FIRST_LOOK
    } else {
        (encounters / BATCH * 5).div_ceil(4).saturating_mul(BATCH).max(encounters + 1)
    }
}
