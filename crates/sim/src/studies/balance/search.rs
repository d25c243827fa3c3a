//! The search: slopes by paired steps on the same dice, steps to where these promise most, a race of the neighbours, and what stands
//! in each other's way.

use std::collections::BTreeMap;
use std::ops::Range;

use super::arena::Target;
use super::measure::{BLOCKS, Counted, Interrupted, Measured, Measurer};
use super::model::{Model, Scale, Task, Wanted};
use super::numbers::Number;
use crate::stats::Interval;
use crate::stats::interval::z;
use crate::studies::test::{Verdict, verdict_on};

/// How many of the most promising points are measured after each model.
const TRIED: usize = 4;
/// How many models are made at the most, and for a part of the targets.
const MODELS: [usize; 2] = [12, 5];
/// How many models in a row may lead to nothing better.
const IDLE: usize = 2;
/// How far a step goes at first, as a part of the room of each number.
const REACH: f64 = 0.5;
/// The number of points that race.
const RACERS: usize = 24;
/// The sheets that are measured again on fresh indices.
const SHEETS: usize = 3;
/// The fewest encounters by which points are told apart.
const FEWEST: u64 = 1024;
/// The most targets that are tried one by one when it is found out which stand against each other.
const TRIED_ALONE: usize = 16;
/// The most conflicts that are named.
const CONFLICTS_MAX: usize = 5;

/// The indices of the encounters.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Indices {
    /// Of each measurement of the search.
    pub(super) search: Range<u64>,
    /// Of the looks of the race.
    pub(super) race: Vec<Range<u64>>,
    /// Of the last measurement.
    pub(super) last: Range<u64>,
}

impl Indices {
    /// A search takes a fifth of the encounters of the last measurement, and a race as many and then twice as many at each look.
    pub(super) fn new(encounters: u64) -> Self {
        let few = (encounters / 5).max(FEWEST).div_ceil(BLOCKS) * BLOCKS;
        let mut from = few;
        let race = [1, 1, 2].map(|times| {
            let range = from..from + times * few;
            from = range.end;
            range
        });
        Self { search: 0..few, race: race.into(), last: from..from + encounters }
    }

    fn count(range: &Range<u64>) -> u64 {
        range.end - range.start
    }
}

/// Targets that cannot be reached together.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Clash {
    /// The targets, at least one. Without any of them the others of them are reached, as far as [so many](TRIED_ALONE) were tried.
    pub(super) targets: Vec<usize>,
    /// By each of them, what it comes to when the others are reached; `None` if that is not known.
    pub(super) otherwise: Vec<Option<f64>>,
}

/// A point with what was measured of it.
pub(super) type Tried = (Vec<i64>, Vec<Counted>);

/// What a search has come to.
pub(super) struct Outcome {
    /// What the files have: measured on fresh indices, or in the search after an interrupt.
    pub(super) before: Option<Vec<Counted>>,
    /// The best points, the best first; likewise.
    pub(super) sheets: Vec<Tried>,
    pub(super) clashes: Vec<Clash>,
    /// Whether an interrupt came before the end.
    pub(super) is_partial: bool,
}

/// A search under way.
pub(super) struct Search<'a, 'b> {
    pub(super) measurer: &'b mut Measurer<'a>,
    indices: &'b Indices,
    scales: Vec<Scale>,
    wanted: Vec<Wanted>,
    room: Vec<[i64; 2]>,
    costs: Vec<f64>,
    /// The confidence of each target's interval.
    together: f64,
    /// Everything that was measured on the indices of the search.
    known: BTreeMap<Vec<i64>, Measured>,
}

impl<'a, 'b> Search<'a, 'b> {
    /// A search that knows nothing yet. The bands are narrowed by what the last measurement may be off.
    pub(super) fn new(measurer: &'b mut Measurer<'a>, indices: &'b Indices, confidence: f64) -> Self {
        let (targets, numbers): (&[Target], &[Number]) = (measurer.targets, measurer.numbers);
        let scales: Vec<Scale> =
            targets.iter().map(|target| if target.is_share { Scale::Odds } else { Scale::Plain }).collect();
        let together = together(confidence, targets.len());
        let reach = z(together);
        let encounters = Indices::count(&indices.last) as f64;
        let wanted = targets.iter().zip(&scales).map(|(target, &scale)| {
            let middle = |bound: f64| (bound * (1.0 - bound)).max(0.0);
            let bounds = || target.band.at_least.into_iter().chain(target.band.at_most);
            let variance = bounds().map(middle).fold(0.0, f64::max) / (encounters * target.parts.len() as f64);
            // How much a mean varies is not known before it is measured: a hundredth of it is more than enough.
            let of_mean = bounds().map(f64::abs).fold(0.0, f64::max) / 100.0;
            // The race errs as well as the last measurement, and of many points that race the lucky ones lead.
            let margin = if target.is_share { 2.0 * reach * variance.sqrt() } else { of_mean };
            Wanted::new(target.band, scale, margin, Indices::count(&indices.search))
        });
        let wanted = wanted.collect();
        let (room, costs) =
            (numbers.iter().map(Number::room).collect(), numbers.iter().map(|number| number.cost).collect());
        Self { measurer, indices, scales, wanted, room, costs, together, known: BTreeMap::new() }
    }

    /// Searches, races, measures again, and finds out what cannot be had together.
    pub(super) fn run(&mut self) -> Outcome {
        let all = vec![true; self.wanted.len()];
        match self.whole(&all) {
            Ok(outcome) => outcome,
            Err(Interrupted) => self.so_far(&all),
        }
    }

    /// What is known after an interrupt.
    fn so_far(&self, all: &[bool]) -> Outcome {
        let task = self.task(all);
        let origin = vec![0; self.room.len()];
        let before = self.known.get(&origin).cloned().flatten();
        let best = self.best(&task);
        let sheets =
            best.and_then(|point| Some((point.clone(), self.known.get(&point)?.clone()?))).into_iter().collect();
        Outcome { before, sheets, clashes: Vec::new(), is_partial: true }
    }

    fn whole(&mut self, all: &[bool]) -> Result<Outcome, Interrupted> {
        self.descend(all, MODELS[0])?;
        let finalists = self.race(&self.task(all))?;
        let origin = vec![0; self.room.len()];
        let points: Vec<Vec<i64>> = std::iter::once(origin).chain(finalists.iter().cloned()).collect();
        let mut measured = self.measurer.measure(&points, std::slice::from_ref(&self.indices.last))?.into_iter();
        let before = measured.next().flatten();
        let sheets: Vec<Tried> =
            finalists.into_iter().zip(measured).filter_map(|(point, found)| Some((point, found?))).collect();
        let missed = sheets.first().map_or_else(Vec::new, |(_, found)| {
            let targets = self.measurer.targets;
            let is_out = |index: &usize| verdict(&found[*index], &targets[*index], self.together) == Verdict::Fail;
            (0..targets.len()).filter(is_out).collect()
        });
        let clashes = if missed.is_empty() { Vec::new() } else { self.clashes(&missed)? };
        Ok(Outcome { before, sheets, clashes, is_partial: false })
    }

    fn task(&self, mask: &[bool]) -> Task {
        let wanted = self.wanted.iter().zip(mask).map(|(wanted, is_wanted)| is_wanted.then_some(*wanted)).collect();
        Task { wanted, room: self.room.clone(), costs: self.costs.clone() }
    }

    /// The straightened values of what was measured.
    fn values(&self, found: &[Counted]) -> Vec<f64> {
        found.iter().zip(&self.scales).map(|(counted, scale)| scale.of(counted.value, counted.encounters)).collect()
    }

    fn score(&self, task: &Task, point: &[i64]) -> Option<f64> {
        let found = self.known.get(point)?.as_ref()?;
        Some(task.score(point, &self.values(found)))
    }

    /// The best point that was measured.
    fn best(&self, task: &Task) -> Option<Vec<i64>> {
        let scored = self.known.keys().filter_map(|point| Some((self.score(task, point)?, point)));
        scored
            .min_by(|one, other| one.0.total_cmp(&other.0).then_with(|| one.1.cmp(other.1)))
            .map(|(_, point)| point.clone())
    }

    /// Measures points on the indices of the search.
    fn learn(&mut self, points: &[Vec<i64>]) -> Result<(), Interrupted> {
        let missing: Vec<Vec<i64>> = points.iter().filter(|point| !self.known.contains_key(*point)).cloned().collect();
        let found = self.measurer.measure(&missing, std::slice::from_ref(&self.indices.search))?;
        self.known.extend(missing.into_iter().zip(found));
        Ok(())
    }

    /// Goes from model to model, as long as they lead to something better.
    fn descend(&mut self, mask: &[bool], models: usize) -> Result<(), Interrupted> {
        let task = self.task(mask);
        self.learn(&[vec![0; self.room.len()]])?;
        let (mut reach, mut idle, mut part) = (REACH, 0, 16);
        for _ in 0..models {
            let Some(at) = self.best(&task) else { break };
            let before = self.score(&task, &at).unwrap_or(f64::INFINITY);
            if before <= 0.0 {
                break;
            }
            let Some(model) = self.model(&at, part)? else { break };
            let mut promising = model.promising(&task, reach);
            promising.retain(|point| !self.known.contains_key(point));
            promising.truncate(TRIED);
            let is_new = !promising.is_empty();
            self.learn(&promising)?;
            let after = self.best(&task).and_then(|best| self.score(&task, &best)).unwrap_or(f64::INFINITY);
            if after < before {
                (reach, idle) = ((reach * 1.5).min(1.0), 0);
            } else {
                idle += 1;
                if idle > IDLE || (!is_new && reach < 0.1) {
                    break;
                }
                reach *= 0.4;
            }
            part = (part * 2).min(64);
        }
        Ok(())
    }

    /// The model at a point that was measured: each number a step down and a step up on the same dice. Slopes that may be chance are
    /// shrunk. `part` is how many steps a number's whole room has.
    fn model(&mut self, at: &[i64], part: i64) -> Result<Option<Model>, Interrupted> {
        let step = |[down, up]: [i64; 2]| ((up - down) / part).max(1);
        let beside = |number: usize, sign: i64| {
            let [down, up] = self.room[number];
            let to = (at[number] + sign * step(self.room[number])).clamp(down, up);
            let mut point = at.to_vec();
            point[number] = to;
            point
        };
        let pairs: Vec<[Vec<i64>; 2]> = (0..at.len()).map(|number| [-1, 1].map(|sign| beside(number, sign))).collect();
        self.learn(&pairs.concat())?;
        let Some(Some(here)) = self.known.get(at) else { return Ok(None) };
        let values = self.values(here);
        let mut slopes = vec![vec![0.0; at.len()]; values.len()];
        for (number, [down, up]) in pairs.iter().enumerate() {
            let of =
                |point: &Vec<i64>| self.known.get(point).and_then(Option::as_ref).map(|found| (point[number], found));
            // A step that the rules refuse is none.
            let lower = of(down).unwrap_or((at[number], here));
            let upper = of(up).unwrap_or((at[number], here));
            let steps = (upper.0 - lower.0) as f64;
            if steps <= 0.0 {
                continue;
            }
            for (target, slopes) in slopes.iter_mut().enumerate() {
                let (one, other) = (&lower.1[target], &upper.1[target]);
                let scale = self.scales[target];
                let difference = scale.of(other.value, other.encounters) - scale.of(one.value, one.encounters);
                let middle = f64::midpoint(one.value, other.value);
                let error = other.error_of_difference(one) * scale.slope(middle, one.encounters);
                let sure = if difference == 0.0 { 0.0 } else { (1.0 - (error / difference).powi(2)).max(0.0) };
                slopes[number] = sure * difference / steps;
            }
        }
        Ok(Some(Model { at: at.to_vec(), values, slopes }))
    }

    /// The best of the best points and of their neighbours, the best first: at each look a quarter drops out.
    fn race(&mut self, task: &Task) -> Result<Vec<Vec<i64>>, Interrupted> {
        let Some(best) = self.best(task) else { return Ok(Vec::new()) };
        let mut known: Vec<(f64, Vec<i64>)> =
            self.known.keys().filter_map(|point| Some((self.score(task, point)?, point.clone()))).collect();
        known.sort_by(|one, other| one.0.total_cmp(&other.0).then_with(|| one.1.cmp(&other.1)));
        let mut racers: Vec<Vec<i64>> = known.into_iter().take(RACERS / 2).map(|(_, point)| point).collect();
        if let Some(model) = self.model(&best, i64::MAX)? {
            let near = model.neighbours(task).into_iter().filter(|point| !racers.contains(point));
            let near: Vec<Vec<i64>> = near.take(RACERS - RACERS / 2).collect();
            racers.extend(near);
        }
        let looks = self.indices.race.clone();
        for look in 1..=looks.len() {
            let found = self.measurer.measure(&racers, &looks[..look])?;
            let scored = racers.into_iter().zip(found).filter_map(|(point, found)| {
                let values = self.values(&found?);
                Some((task.score(&point, &values), point))
            });
            let mut scored: Vec<(f64, Vec<i64>)> = scored.collect();
            scored.sort_by(|one, other| one.0.total_cmp(&other.0).then_with(|| one.1.cmp(&other.1)));
            let points = scored.into_iter().map(|(_, point)| point);
            racers = if look == looks.len() {
                without_more_of_the_same(points)
            } else {
                let stay = RACERS.saturating_sub(look * RACERS / 4).max(SHEETS);
                points.take(stay).collect()
            };
        }
        Ok(racers)
    }

    /// Whether some point is known that has all these targets in their bands, as far as the search has measured it.
    fn is_known(&self, mask: &[bool]) -> bool {
        let is_in = |found: &Vec<Counted>| {
            (0..mask.len()).filter(|&target| mask[target]).all(|target| self.may_be_inside(found, target))
        };
        self.known.values().flatten().any(is_in)
    }

    /// Whether a target may lie in its band, as far as the search has measured it.
    fn may_be_inside(&self, found: &[Counted], target: usize) -> bool {
        verdict(&found[target], &self.measurer.targets[target], self.together) != Verdict::Fail
    }

    /// Whether these targets can be reached together, as far as a search finds out.
    fn is_reachable(&mut self, mask: &[bool]) -> Result<bool, Interrupted> {
        if !self.is_known(mask) {
            self.descend(mask, MODELS[1])?;
        }
        Ok(self.is_known(mask))
    }

    /// Smallest sets of targets that were not reached together: each target is left out in turn, and stays out where the rest is
    /// not reached without it either.
    fn clashes(&mut self, missed: &[usize]) -> Result<Vec<Clash>, Interrupted> {
        let mut clashes = Vec::new();
        let mut mask = vec![true; self.wanted.len()];
        while clashes.len() < CONFLICTS_MAX && !self.is_reachable(&mask)? {
            let mut stays = mask.clone();
            // What is far from its bounds is left out at once, if that changes nothing.
            let tight = self.tight(&stays, missed);
            if !self.is_reachable(&tight)? {
                stays = tight;
            }
            let members: Vec<usize> = (0..stays.len()).filter(|&target| stays[target]).collect();
            for target in members.into_iter().take(TRIED_ALONE) {
                let mut without = stays.clone();
                without[target] = false;
                if !self.is_reachable(&without)? {
                    stays = without;
                }
            }
            let targets: Vec<usize> = (0..stays.len()).filter(|&target| stays[target]).collect();
            let otherwise = targets.iter().map(|&target| self.otherwise(&stays, target)).collect();
            let Some(first) = targets.iter().find(|target| missed.contains(target)).or(targets.first()) else { break };
            mask[*first] = false;
            clashes.push(Clash { targets, otherwise });
        }
        Ok(clashes)
    }

    /// The targets that were missed, and those that the best point has near their bounds or outside.
    fn tight(&self, mask: &[bool], missed: &[usize]) -> Vec<bool> {
        let task = self.task(mask);
        let found = self.best(&task).and_then(|best| self.known.get(&best).cloned().flatten());
        let is_tight = |target: usize| {
            let Some(found) = &found else { return true };
            let (value, wanted) = (self.values(found)[target], self.wanted[target]);
            wanted.missing(value - 0.5 * wanted.unit) < 0.0 || wanted.missing(value + 0.5 * wanted.unit) > 0.0
        };
        (0..mask.len()).map(|target| mask[target] && (missed.contains(&target) || is_tight(target))).collect()
    }

    /// What a target comes to where the others of a set are reached: of all points that were tried, the one that comes nearest to
    /// its band.
    fn otherwise(&self, set: &[bool], target: usize) -> Option<f64> {
        let others = |found: &&Vec<Counted>| {
            (0..set.len()).filter(|&other| set[other] && other != target).all(|other| self.may_be_inside(found, other))
        };
        let off = |found: &Vec<Counted>| self.wanted[target].missing(self.values(found)[target]).abs();
        let reached = self.known.values().flatten().filter(others);
        reached.min_by(|one, other| off(one).total_cmp(&off(other))).map(|found| found[target].value)
    }
}

/// The best of these points, which come best first, without those that change all that a better one changes, and more.
fn without_more_of_the_same(points: impl Iterator<Item = Vec<i64>>) -> Vec<Vec<i64>> {
    let mut kept: Vec<Vec<i64>> = Vec::new();
    for point in points {
        let is_more_of =
            |better: &Vec<i64>| better.iter().zip(&point).all(|(&better, &steps)| better * steps >= better * better);
        if kept.len() < SHEETS && !kept.iter().any(is_more_of) {
            kept.push(point);
        }
    }
    kept
}

/// The confidence of each of several intervals that hold together.
pub(super) fn together(confidence: f64, count: usize) -> f64 {
    1.0 - (1.0 - confidence) / count.max(1) as f64
}

/// What the interval of a number says.
pub(super) fn verdict(counted: &Counted, target: &Target, confidence: f64) -> Verdict {
    let unknown = Interval { lo: f64::NEG_INFINITY, hi: f64::INFINITY };
    verdict_on(counted.interval(target, confidence).unwrap_or(unknown), target.band)
}
