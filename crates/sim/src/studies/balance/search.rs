//! The search: what each number does, measured on the same dice, steps to where that promises most, a race of the best, and what stands
//! in each other's way. Targets that share no number are searched for apart from each other.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::arena::Target;
use super::measure::{BLOCKS, Counted, Interrupted, Measured, Measurer};
use super::model::{Model, Scale, Task, Wanted, effects};
use super::numbers::Number;
use crate::stats::Interval;
use crate::stats::interval::z;
use crate::studies::test::{Verdict, verdict_on};

/// The number of the most promising points that are measured at once, and the most times that this is done with one model.
const TRIED: [usize; 2] = [6, 4];
/// The most models that are made for all targets, and for a part of them.
const MODELS: [usize; 2] = [12, 5];
/// The most models in a row that may lead to nothing better.
const IDLE: usize = 2;
/// The cost of missing a band by half its width, in steps of a number of average cost.
const WEIGHT: f64 = 1000.0;
/// The number of points that race.
const RACERS: usize = 16;
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

/// The outcome of a search.
pub(super) struct Outcome {
    /// The counts of the files as they are: measured on fresh indices, or in the search after an interrupt.
    pub(super) before: Option<Vec<Counted>>,
    /// The best points, the best first; likewise.
    pub(super) sheets: Vec<Tried>,
    pub(super) clashes: Vec<Clash>,
    /// Whether an interrupt came before the end.
    pub(super) is_partial: bool,
    /// Whether the last measurement was made.
    pub(super) is_measured: bool,
}

/// Numbers and the targets that depend on them, and on no others.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Block {
    numbers: BTreeSet<usize>,
    targets: BTreeSet<usize>,
}

impl Block {
    /// The blocks of all targets. Those that meet in a number are one.
    fn all(measurer: &Measurer<'_>) -> Vec<Self> {
        let mut blocks: Vec<Self> = Vec::new();
        for (index, target) in measurer.targets.iter().enumerate() {
            let numbers =
                target.parts.iter().flat_map(|&(arena, _)| measurer.arenas.list[arena].numbers.iter().copied());
            let mut block = Self { numbers: numbers.collect(), targets: BTreeSet::from([index]) };
            blocks.retain(|other| {
                let is_apart = other.numbers.is_disjoint(&block.numbers);
                if !is_apart {
                    block.numbers.extend(&other.numbers);
                    block.targets.extend(&other.targets);
                }
                is_apart
            });
            blocks.push(block);
        }
        blocks
    }
}

/// A search under way.
pub(super) struct Search<'a, 'b> {
    pub(super) measurer: &'b mut Measurer<'a>,
    indices: &'b Indices,
    scales: Vec<Scale>,
    wanted: Vec<Wanted>,
    room: Vec<[i64; 2]>,
    costs: Vec<f64>,
    blocks: Vec<Block>,
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
            // The spread of a mean is not known before it is measured: a hundredth of the mean is more than enough.
            let of_mean = bounds().map(f64::abs).fold(0.0, f64::max) / 100.0;
            // The race errs as well as the last measurement, and of many points that race the lucky ones lead.
            let margin = if target.is_share { 2.0 * reach * variance.sqrt() } else { of_mean };
            Wanted::new(target.band, scale, margin, Indices::count(&indices.search))
        });
        let wanted = wanted.collect();
        let (room, costs) =
            (numbers.iter().map(Number::room).collect(), numbers.iter().map(|number| number.cost).collect());
        let blocks = Block::all(measurer);
        Self { measurer, indices, scales, wanted, room, costs, blocks, together, known: BTreeMap::new() }
    }

    /// Searches, races, measures again, and finds out what cannot be had together.
    pub(super) fn run(&mut self) -> Outcome {
        let all = vec![true; self.wanted.len()];
        match self.whole(&all) {
            Ok(outcome) => outcome,
            Err(Interrupted) => self.so_far(&all),
        }
    }

    /// The outcome after an interrupt, with all that is known.
    fn so_far(&self, all: &[bool]) -> Outcome {
        let origin = vec![0; self.room.len()];
        let measured = |point: &[i64]| self.measurer.measured(point, std::slice::from_ref(&self.indices.search));
        let best = self.tasks(all).iter().map(|task| Some(vec![(0.0, self.best(task)?.1)])).collect::<Option<Vec<_>>>();
        let sheets = best.into_iter().flat_map(joined);
        let sheets = sheets.filter_map(|point| Some((point.clone(), measured(&point)?))).collect();
        Outcome { before: measured(&origin), sheets, clashes: Vec::new(), is_partial: true, is_measured: false }
    }

    fn whole(&mut self, all: &[bool]) -> Result<Outcome, Interrupted> {
        self.descend(all, MODELS[0])?;
        let finalists = self.tasks(all).iter().map(|task| self.race(task)).collect::<Result<Vec<_>, _>>()?;
        let finalists = without_more_of_the_same(joined(finalists));
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
        let mut clashes = Vec::new();
        // An interrupt here leaves what was measured last.
        let is_partial = !missed.is_empty() && self.clashes(&missed, &mut clashes).is_err();
        Ok(Outcome { before, sheets, clashes, is_partial, is_measured: true })
    }

    /// By block, its wanted targets and the room of its numbers.
    fn tasks(&self, mask: &[bool]) -> Vec<Task> {
        let weight = WEIGHT * self.costs.iter().sum::<f64>() / self.costs.len().max(1) as f64;
        let task = |block: &Block| Task {
            wanted: (0..mask.len())
                .map(|target| Some(self.wanted[target]).filter(|_| mask[target] && block.targets.contains(&target)))
                .collect(),
            room: (0..self.room.len())
                .map(|number| if block.numbers.contains(&number) { self.room[number] } else { [0, 0] })
                .collect(),
            costs: self.costs.clone(),
            weight,
        };
        self.blocks.iter().map(task).collect()
    }

    /// The straightened values of what was measured.
    fn values(&self, found: &[Counted]) -> Vec<f64> {
        found.iter().zip(&self.scales).map(|(counted, scale)| scale.of(counted.value, counted.encounters)).collect()
    }

    /// The points of a task that were measured, with their straightened values; `None` if the rules refuse them.
    fn known(&self, task: &Task) -> Vec<(&Vec<i64>, Option<Vec<f64>>)> {
        let is_inside =
            |point: &Vec<i64>| task.room.iter().zip(point).all(|([down, up], steps)| (down..=up).contains(&steps));
        let known = self.known.iter().filter(|(point, _)| is_inside(point));
        known.map(|(point, found)| (point, found.as_ref().map(|found| self.values(found)))).collect()
    }

    /// The points of a task that were measured, the best first.
    fn ranked(&self, task: &Task) -> Vec<(f64, Vec<i64>)> {
        let scored =
            |(point, values): (&Vec<i64>, Option<Vec<f64>>)| Some((task.score(point, &values?), point.clone()));
        sorted(self.known(task).into_iter().filter_map(scored).collect())
    }

    /// The best point that was measured.
    fn best(&self, task: &Task) -> Option<(f64, Vec<i64>)> {
        self.ranked(task).into_iter().next()
    }

    /// Measures points on the indices of the search.
    fn learn(&mut self, points: &[Vec<i64>]) -> Result<(), Interrupted> {
        let missing: Vec<Vec<i64>> = points.iter().filter(|point| !self.known.contains_key(*point)).cloned().collect();
        let found = self.measurer.measure(&missing, std::slice::from_ref(&self.indices.search))?;
        self.known.extend(missing.into_iter().zip(found));
        Ok(())
    }

    /// Searches for the wanted targets, block by block.
    fn descend(&mut self, mask: &[bool], models: usize) -> Result<(), Interrupted> {
        self.learn(&[vec![0; self.room.len()]])?;
        self.tasks(mask).iter().try_for_each(|task| self.solve(task, models))
    }

    /// Makes a model at the best point that has none yet, again and again, as long as that leads to something better soon.
    fn solve(&mut self, task: &Task, models: usize) -> Result<(), Interrupted> {
        let (mut idle, mut done) = (0, BTreeSet::new());
        for _ in 0..models {
            let ranked = self.ranked(task);
            let before = ranked.first().map_or(f64::INFINITY, |(score, _)| *score);
            let next = ranked.into_iter().map(|(_, point)| point).find(|point| !done.contains(point));
            let Some(at) = next.filter(|_| before > 0.0 && idle <= IDLE) else { break };
            if let Some(model) = self.model(task, &at, done.is_empty())? {
                let pool = model.pool(task);
                for round in 0..TRIED[1] {
                    let promising = model.promising(task, &pool, &self.known(task));
                    let best = self.best(task).map_or(f64::INFINITY, |(score, _)| score);
                    if round > 0 && promising.first().is_none_or(|(score, _)| *score >= best) {
                        break;
                    }
                    self.learn(&promising.into_iter().take(TRIED[0]).map(|(_, point)| point).collect::<Vec<_>>())?;
                }
            }
            done.insert(at);
            let is_better = self.best(task).is_some_and(|(score, _)| score < before);
            idle = if is_better { 0 } else { idle + 1 };
        }
        Ok(())
    }

    /// The model at a point that was measured: each number some steps down and up on the same dice, or all the way in steps that become
    /// twice as long. Effects that may be chance are shrunk.
    fn model(&mut self, task: &Task, at: &[i64], is_wide: bool) -> Result<Option<Model>, Interrupted> {
        let beside = |number: usize| {
            let [down, up] = task.room[number];
            let step = ((up - down) / 64).max(1);
            let reaches = if is_wide { vec![1, 2, 4, 8, 16, 32, 64] } else { vec![1, 3] };
            let places = reaches.into_iter().flat_map(|times| [-times * step, times * step]);
            let places: BTreeSet<i64> = places.map(|by| (at[number] + by).clamp(down, up)).collect();
            let point = |steps: i64| {
                let mut point = at.to_vec();
                point[number] = steps;
                point
            };
            places.into_iter().filter(|steps| *steps != at[number]).map(point).collect::<Vec<_>>()
        };
        let beside: Vec<Vec<Vec<i64>>> = (0..at.len()).map(beside).collect();
        self.learn(&beside.concat())?;
        let Some(Some(here)) = self.known.get(at) else { return Ok(None) };
        let effect = |found: &Vec<Counted>| {
            let of_target = |((one, other), scale): ((&Counted, &Counted), &Scale)| {
                let difference = scale.of(other.value, other.encounters) - scale.of(one.value, one.encounters);
                let middle = f64::midpoint(one.value, other.value);
                let error = other.error_of_difference(one) * scale.slope(middle, one.encounters);
                let sure = if difference == 0.0 { 0.0 } else { (1.0 - (error / difference).powi(2)).max(0.0) };
                sure * difference
            };
            here.iter().zip(found).zip(&self.scales).map(of_target).collect::<Vec<f64>>()
        };
        let table = |number: usize| {
            // A step that the rules refuse is none.
            let found = |point: &Vec<i64>| Some((point[number], effect(self.known.get(point)?.as_ref()?)));
            let mut known: Vec<(i64, Vec<f64>)> = beside[number].iter().filter_map(found).collect();
            known.push((at[number], vec![0.0; here.len()]));
            known.sort_by_key(|(steps, _)| *steps);
            effects(task.room[number], &known)
        };
        Ok(Some(Model { at: at.to_vec(), values: self.values(here), effects: (0..at.len()).map(table).collect() }))
    }

    /// The best of the best points and of what promises most beside the best, the best first: at each look a quarter drops out.
    fn race(&mut self, task: &Task) -> Result<Vec<(f64, Vec<i64>)>, Interrupted> {
        let Some((_, best)) = self.best(task) else { return Ok(Vec::new()) };
        let Some(model) = self.model(task, &best, false)? else { return Ok(Vec::new()) };
        let mut racers: Vec<Vec<i64>> =
            self.ranked(task).into_iter().take(RACERS / 2).map(|(_, point)| point).collect();
        let near = model.promising(task, &model.pool(task), &self.known(task)).into_iter().map(|(_, point)| point);
        racers.extend(near.take(RACERS - racers.len()));
        let looks = self.indices.race.clone();
        let mut ranked = Vec::new();
        for look in 1..=looks.len() {
            let found = self.measurer.measure(&racers, &looks[..look])?;
            let scored = racers.into_iter().zip(found).filter_map(|(point, found)| {
                let values = self.values(&found?);
                Some((task.score(&point, &values), point))
            });
            ranked = sorted(scored.collect());
            let stay = RACERS.saturating_sub(look * RACERS / 4).max(SHEETS);
            racers = ranked.iter().take(stay).map(|(_, point)| point.clone()).collect();
        }
        Ok(ranked)
    }

    /// Whether points are known that have all these targets in their bands, as far as the search has measured them.
    fn is_known(&self, mask: &[bool]) -> bool {
        let is_in = |block: &Block| {
            let mut wanted = block.targets.iter().filter(|target| mask[**target]);
            self.known.values().flatten().any(|found| wanted.clone().all(|&target| self.may_be_inside(found, target)))
                || wanted.next().is_none()
        };
        self.blocks.iter().all(is_in)
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

    /// Finds smallest sets of targets that were not reached together: each target is left out in turn, and stays out if the rest is
    /// not reached without it either.
    fn clashes(&mut self, missed: &[usize], clashes: &mut Vec<Clash>) -> Result<(), Interrupted> {
        let mut mask = vec![true; self.wanted.len()];
        while clashes.len() < CONFLICTS_MAX && !self.is_reachable(&mask)? {
            let mut stays = mask.clone();
            // The targets that are far from their bounds are left out at once, if that changes nothing.
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
        Ok(())
    }

    /// The targets that were missed, and those that the best point has near their bounds or outside.
    fn tight(&self, mask: &[bool], missed: &[usize]) -> Vec<bool> {
        let mut tight: Vec<bool> = (0..mask.len()).map(|target| mask[target] && missed.contains(&target)).collect();
        for task in self.tasks(mask) {
            let values = self.best(&task).and_then(|(_, best)| Some(self.values(self.known.get(&best)?.as_ref()?)));
            for (target, wanted) in task.wanted.iter().enumerate() {
                let Some(wanted) = wanted else { continue };
                tight[target] |= values.as_ref().is_none_or(|values| {
                    let off = [-0.5, 0.5].map(|by| wanted.missing(values[target] + by * wanted.unit));
                    off[0] < 0.0 || off[1] > 0.0
                });
            }
        }
        tight
    }

    /// The value of a target if the others of a set are reached: of all points that were tried and reach them, at the one that comes
    /// nearest to its band. `None` if there is no such point.
    fn otherwise(&self, set: &[bool], target: usize) -> Option<f64> {
        let others = |found: &&Vec<Counted>| {
            (0..set.len()).filter(|&other| set[other] && other != target).all(|other| self.may_be_inside(found, other))
        };
        let off = |found: &Vec<Counted>| self.wanted[target].missing(self.values(found)[target]).abs();
        let reached = self.known.values().flatten().filter(others);
        reached.min_by(|one, other| off(one).total_cmp(&off(other))).map(|found| found[target].value)
    }
}

/// Points with what they promise, the best first.
fn sorted(mut scored: Vec<(f64, Vec<i64>)>) -> Vec<(f64, Vec<i64>)> {
    scored.sort_by(|one, other| one.0.total_cmp(&other.0).then_with(|| one.1.cmp(&other.1)));
    scored
}

/// The best points of all blocks together, the best first: the steps are added up, and what they promise.
fn joined(blocks: Vec<Vec<(f64, Vec<i64>)>>) -> Vec<Vec<i64>> {
    let add = |known: Vec<(f64, Vec<i64>)>, more: Vec<(f64, Vec<i64>)>| {
        let sum = |one: &(f64, Vec<i64>), other: &(f64, Vec<i64>)| {
            (one.0 + other.0, one.1.iter().zip(&other.1).map(|(one, other)| one + other).collect())
        };
        let mut both = sorted(known.iter().flat_map(|one| more.iter().map(move |other| sum(one, other))).collect());
        both.truncate(RACERS);
        both
    };
    blocks.into_iter().reduce(add).into_iter().flatten().map(|(_, point)| point).collect()
}

/// The best of these points, which come best first, without those that change all that a better one changes, and more.
fn without_more_of_the_same(points: Vec<Vec<i64>>) -> Vec<Vec<i64>> {
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

/// The verdict that the interval of a number gives.
pub(super) fn verdict(counted: &Counted, target: &Target, confidence: f64) -> Verdict {
    let unknown = Interval { lo: f64::NEG_INFINITY, hi: f64::INFINITY };
    verdict_on(counted.interval(target, confidence).unwrap_or(unknown), target.band)
}
