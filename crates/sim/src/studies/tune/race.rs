//! The race itself: who leads, who is dropped and when it is over.

use std::ops::Range;

use equipoise_engine::Seed;

use super::distance::{Sample, magnitude, paired_interval, weighted};
use super::pairs::{Confidences, Contrast, Pairs};
use super::stretch::{Beside, Follower, Stretch, Totals};
use super::worker::Worker;
use super::{Dropped, ENCOUNTERS_MIN, Measured, Race, Ranked, Target, TargetError, TuneError, Tuned, Verdict};
use crate::ground::Sums;
use crate::kernel::job::{Job, Piece, Player, Untaken, drive};
use crate::kernel::quantity::{Kind, Quantity};
use crate::kernel::records::{Column, Records};
use crate::kernel::run::Watch;
use crate::record::Taken;
use crate::stats::paired::PairedSums;
use crate::stats::{Interval, Moments, interval, mean};
use crate::studies::cells::is_within;
use crate::studies::compare::Recordable;

/// Encounters that every cell plays before the first look.
const FIRST_LOOK: u64 = 4096;
/// Encounters in a batch: few, since each is played in every cell.
const BATCH: u64 = 256;

/// A cell in the race.
#[derive(Clone)]
pub(super) struct Racer<'a> {
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
    pub(super) fn play(&self, seed: Seed, range: Range<u64>, records: &mut Records, columns: &mut [Column]) {
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
#[derive(Clone)]
struct State<'a> {
    race: Race,
    targets: &'a [Target],
    cells: Vec<Racer<'a>>,
    pairs: Pairs,
    /// The largest value in any encounter of any cell, by target.
    largest: Vec<u32>,
    /// Encounters of each cell that is racing.
    played: u64,
    /// Encounters of all cells together.
    spent: u64,
}

/// A race as a job: a piece is of the leader and the cells beside it, up to the next look; then of the winner, which is
/// measured again on as many fresh encounters as it has played.
pub struct RaceJob<'a> {
    state: State<'a>,
    /// The verdict on the race; `None` if it has not ended.
    verdict: Option<Verdict>,
    /// The cells that play next, the leader first, and their encounters; none of them once all is over.
    next: Piece,
    taken: Taken<Beside>,
    /// The stretches that were played up to the last look, in order.
    course: Vec<Stretch>,
}

impl<'a> RaceJob<'a> {
    /// A race that has not begun, of at least one cell for at least one target.
    ///
    /// # Errors
    /// If two targets are about the same number, a target is not possible in a cell, or there are too few encounters for
    /// so many cells.
    pub fn new(cells: &[&'a dyn Recordable], targets: &'a [Target], race: &Race) -> Result<Self, TuneError> {
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
        let cells = cells.iter().enumerate().map(racer).collect::<Result<Vec<Racer>, TuneError>>()?;
        let (pairs, largest) = (Pairs::default(), vec![0; targets.len()]);
        let state = State { race: *race, targets, cells, pairs, largest, played: 0, spent: 0 };
        let (next, taken) = (Piece::of_cell(0, 0..0), Taken::new(Beside::nothing(&[], targets.len())));
        let mut job = Self { state, verdict: None, next, taken, course: Vec::new() };
        job.go_on();
        Ok(job)
    }

    /// Takes what an earlier call of the same race has [played](Tuned::played), as far as it is of this race.
    pub fn take_all(&mut self, before: Vec<Stretch>) {
        for (piece, counts) in before.into_iter().map_while(Stretch::counted) {
            // Stretches are in the order of the race: none after one that does not fit can be of it.
            if piece.range.start != self.first_missing() || self.take(&piece, counts).is_err() {
                break;
            }
        }
    }

    /// Races on the current rayon pool as far as no interrupt comes.
    pub fn drive(&mut self, watch: &Watch) -> Tuned {
        drive(self, BATCH, watch);
        self.so_far()
    }

    fn first_missing(&self) -> u64 {
        self.taken.missing(&self.next.range).first().map_or(self.next.range.end, |range| range.start)
    }

    /// Says who plays next, once all that was wanted has been taken.
    fn go_on(&mut self) {
        if self.verdict.is_none() {
            match self.state.next() {
                Ok(next) => self.next = next,
                Err(verdict) => {
                    let winner = self.state.ranking()[0].cell;
                    let encounters = self.state.cells[winner].encounters;
                    self.next = Piece::of_cell(winner, encounters..2 * encounters);
                    self.verdict = Some(verdict);
                }
            }
            self.taken = Taken::new(Beside::nothing(&self.next.cells[1..], self.state.targets.len()));
        }
    }

    /// The stretches of what was taken since the last look.
    fn stretches(&self) -> impl Iterator<Item = Stretch> {
        let leader = self.next.cells[0];
        self.taken.parts().into_iter().map(move |part| Stretch::new(part.ranges[0].clone(), leader, part.counts))
    }

    /// The result of the race so far: as after an interrupt, if encounters are missing.
    pub fn so_far(&self) -> Tuned {
        let played = self.course.iter().cloned().chain(self.stretches()).collect();
        let counts = self.taken.from(self.next.range.start);
        if let Some(verdict) = self.verdict {
            return self.state.result(verdict, &self.next, &counts, played);
        }
        // An interrupt came between two looks: the encounters up to there count for the ranking.
        let mut state = self.state.clone();
        state.add(self.next.cells[0], &counts);
        let verdict = Verdict::Open(state.certainty());
        let winner = state.ranking()[0].cell;
        let encounters = state.cells[winner].encounters;
        let nothing = Beside::nothing(&[], state.targets.len());
        state.result(verdict, &Piece::of_cell(winner, encounters..encounters.max(1) * 2), &nothing, played)
    }
}

impl Job for RaceJob<'_> {
    type Counts = Beside;
    type Result = Tuned;

    fn wanted(&self) -> Vec<Piece> {
        self.taken.missing(&self.next.range).into_iter().map(|range| self.next.over(range)).collect()
    }

    fn player(&self, piece: &Piece) -> Box<dyn Player<Beside> + '_> {
        let racers = piece.cells.iter().map(|&cell| &self.state.cells[cell]).collect();
        let nothing = Beside::nothing(&piece.cells[1..], self.state.targets.len());
        Box::new(Worker::new(self.state.race.seed, racers, nothing))
    }

    fn take(&mut self, piece: &Piece, counts: Beside) -> Result<(), Untaken> {
        let Piece { cells, range } = piece;
        if *cells != self.next.cells || !is_within(range, std::slice::from_ref(&self.next.range)) {
            return Err(Untaken::Unwanted { range: range.clone() });
        }
        if !counts.is_of(&cells[1..], &self.state.cells[cells[0]].are_shares) {
            return Err(Untaken::Forged { range: range.clone() });
        }
        self.taken.take(range.start, range, counts)?;
        if self.verdict.is_none() && self.taken.missing(&self.next.range).is_empty() {
            self.course.extend(self.stretches().collect::<Vec<_>>());
            self.state.add(self.next.cells[0], &self.taken.total());
            self.go_on();
        }
        Ok(())
    }

    fn result(&self) -> Option<Tuned> {
        (self.verdict.is_some() && self.wanted().is_empty()).then(|| self.so_far())
    }

    fn finished(&self) -> u64 {
        self.state.spent + self.taken.encounters() * self.weight(&self.next)
    }

    fn weight(&self, piece: &Piece) -> u64 {
        piece.cells.len() as u64
    }
}

impl State<'_> {
    /// The cells that play next and their encounters, up to the next look.
    ///
    /// # Errors
    /// The verdict, if the race is over.
    fn next(&self) -> Result<Piece, Verdict> {
        let racing = self.racing();
        let count = racing.len() as u64;
        if self.played > 0 && count == 1 {
            return Err(Verdict::Closest);
        }
        if self.played > 0 && self.is_within_margin(self.race.confidence) {
            return Err(Verdict::WithinMargin);
        }
        let look = self.affordable_look(self.played, self.spent, count);
        let look = look.ok_or_else(|| Verdict::Open(self.certainty()))?;
        let leader = self.leader(&racing);
        let followers = racing.into_iter().filter(|&cell| cell != leader);
        Ok(Piece { cells: std::iter::once(leader).chain(followers).collect(), range: self.played..look })
    }

    /// Adds what the leader and the cells beside it have played, and drops those that are certainly farther.
    fn add(&mut self, leader: usize, counts: &Beside) {
        let Beside { encounters, totals, followers } = counts;
        self.cells[leader].add(*encounters, totals);
        for Follower { cell, totals, pairs } in followers {
            self.cells[*cell].add(*encounters, totals);
            self.pairs.add(leader, *cell, pairs);
        }
        for (target, largest) in self.largest.iter_mut().enumerate() {
            *largest = self.cells.iter().map(|cell| cell.totals[target].largest).max().unwrap_or_default();
        }
        self.played += encounters;
        self.spent += encounters * (followers.len() as u64 + 1);
        self.drop_farther_cells();
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

    /// The result of a race with the verdict, of which `again` is the second measurement: these counts of it are known.
    fn result(&self, verdict: Verdict, again: &Piece, counts: &Beside, played: Vec<Stretch>) -> Tuned {
        let ranking = self.ranking();
        let Racer { scenario, quantities, .. } = &self.cells[again.cells[0]];
        let cast = scenario.cast();
        let encounters = counts.encounters;
        let kinds = quantities.iter().map(|&quantity| cast.kind(quantity));
        let measured = |(kind, totals): (Kind, &Totals)| self.measured(kind, encounters, totals.sums);
        let remeasured: Vec<Measured> = kinds.zip(&counts.totals).map(measured).collect();
        let distance = weighted_distance(self.targets, remeasured.iter().map(|measured| measured.mean));
        let fresh = again.range.start..again.range.start + encounters;
        let complete = fresh == again.range;
        Tuned { ranking, verdict, fresh, remeasured, distance, encounters: self.spent + encounters, complete, played }
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
