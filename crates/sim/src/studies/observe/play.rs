//! The model's side of a record, and the tests of the one against the other.

use std::collections::{BTreeMap, BTreeSet};

use equipoise_engine::exact::{Observer, Solution, Unsolved};

use super::ask::{Observe, Sampling};
use super::cells::{BLOCKS, Cells, Partition};
use super::curve::Point;
use super::games::{Games, Meaning, Of};
use super::model::{Known, Model};
use super::surprise::{CellTails, Pattern, Tail, name, patterns};
use super::{
    Cell, Column, Compared, Curve, ObserveError, ObserveMethod, Observed, Standing, Surprise, Test, TestName, Value,
    Whole,
};
use crate::ground::Sums;
use crate::kernel::quantity::Cast;
use crate::kernel::run::Watch;
use crate::registry::System;
use crate::stats::goodness::{Draws, Law, fit, likelihood, no_likelier};
use crate::stats::interval::{wilson, z};
use crate::stats::mean;
use crate::stats::moments::Moments;
use crate::stats::multiple::holm;
use crate::stats::paired::six_digits;
use crate::studies::fights::Fights;
use crate::studies::method::{Limits, Method};
use crate::studies::report::{Mean, Share};

/// Records that are drawn for each test.
const DRAWS: u64 = 19_999;
/// The fewest, of records so long that as many would take too long.
const DRAWS_MIN: u64 = 999;
/// Games that are drawn for all tests together, unless the fewest records have more.
const DRAWN_MAX: u64 = 1_000_000_000;
/// The most ways to leave out cells: each takes a pass over all encounters.
const PATTERNS_MAX: usize = 64;

/// A value of the path that is varied, and the fights with it.
pub(super) type Field<'a> = (&'a str, &'a dyn Fights);

/// The reason why a record cannot be held against a scenario.
pub(super) enum Unknown {
    /// The exact solution takes too much, or was interrupted.
    Unsolved(Unsolved),
    /// The question cannot be answered.
    Refused(ObserveError),
}

impl From<ObserveError> for Unknown {
    fn from(error: ObserveError) -> Self {
        Self::Refused(error)
    }
}

/// Holds a record against a scenario, and finds the value that explains it best.
pub(super) fn observe(
    asked: &Observe,
    (scenario, system): (&str, System),
    base: &dyn Fights,
    games: &Games,
    fields: &[Field],
    observer: &dyn Observer,
    watch: &Watch,
) -> Result<Observed, Unknown> {
    let patterns = patterns(games);
    if patterns.len() > PATTERNS_MAX {
        return Err(ObserveError::Patterns { patterns: patterns.len() }.into());
    }
    let all: Vec<&dyn Fights> = [base].into_iter().chain(fields.iter().map(|(_, fights)| *fights)).collect();
    let (models, method) = models(asked, games, &all, observer, watch)?;
    let (model, varied) = models.split_first().ok_or(ObserveError::Interrupted)?;
    let tests = games.columns.len() as u64 + 1;
    let most = DRAWN_MAX / (games.len() * tests).max(1);
    let draws =
        Draws { seed: asked.seed, count: most.clamp(DRAWS_MIN, DRAWS) as usize, interrupted: watch.interrupted };
    let columns = games.columns.iter().enumerate();
    let columns = columns.map(|(index, _)| column(asked, games, index, model, draws.apart(index as u64 + 1)));
    let mut columns: Vec<Column> = columns.collect();
    let mut whole = whole(games, &patterns, model, draws.apart(0));
    adjust(&mut columns, whole.as_mut());
    let (surprising, most_surprising) = surprising(asked, games, &patterns, model);
    let curve = (!varied.is_empty()).then(|| curve(asked, games, &patterns, fields, varied));
    Ok(Observed {
        is_partial: (watch.interrupted)(),
        scenario: scenario.to_owned(),
        system,
        asked: asked.clone(),
        method,
        games: games.len(),
        ignored: games.ignored.clone(),
        draws: draws.count as u64,
        columns,
        whole,
        surprising,
        most_surprising,
        curve,
    })
}

/// The curve alone, without the tests of the scenario itself.
#[cfg(test)]
pub(super) fn curve_alone(
    asked: &Observe,
    games: &Games,
    fields: &[Field],
    observer: &dyn Observer,
    watch: &Watch,
) -> Result<Curve, Unknown> {
    let all: Vec<&dyn Fights> = fields.iter().map(|(_, fights)| *fights).collect();
    let (models, _) = models(asked, games, &all, observer, watch)?;
    Ok(curve(asked, games, &patterns(games), fields, &models))
}

/// The model of each of some fights, all of them solved or all of them sampled. After an interrupt there are those that were sampled in
/// full, and of the first of all what was sampled.
fn models(
    asked: &Observe,
    games: &Games,
    all: &[&dyn Fights],
    observer: &dyn Observer,
    watch: &Watch,
) -> Result<(Vec<Model>, ObserveMethod), Unknown> {
    (watch.progress)(0);
    let meanings = |fights: &dyn Fights| -> (Cast, Vec<Meaning>) {
        let cast = fights.recordable().cast();
        let meanings = games.names().filter_map(|name| Meaning::find(name, &cast)).collect();
        (cast, meanings)
    };
    let solved = |limits: Limits| {
        let first = meanings(all[0]).1;
        let known = Known::of(&first).ok_or(ObserveError::NotSolved)?;
        let solve = |fights: &&dyn Fights| {
            let (cast, meanings) = meanings(*fights);
            let solution: Solution = fights.solution(limits.into(), observer).map_err(Unknown::Unsolved)?;
            Ok((Model::exact(known, &cast, &meanings, &solution), solution.states))
        };
        let found: Vec<(Model, usize)> = all.iter().map(solve).collect::<Result<_, Unknown>>()?;
        let states = found.iter().map(|(_, states)| *states).max().unwrap_or_default();
        let models = found.into_iter().map(|(model, _)| model).collect();
        Ok((models, ObserveMethod::Exact { states }))
    };
    let sampled = |Sampling { encounters }: Sampling| {
        let play = |(number, fights): (u64, &&dyn Fights)| {
            let progress = |finished: u64| (watch.progress)(number * encounters + finished);
            let watch = Watch { progress: &progress, ..*watch };
            Model::sampled(fights.recordable(), &meanings(*fights).1, asked.seed, &(0..encounters), &watch)
        };
        let models: Vec<Model> = (0..).zip(all).map_while(play).collect();
        let count = |model: &Model| model.encounters().unwrap_or_default();
        let whole = models.iter().skip(1).take_while(|model| count(model) == encounters).count();
        let played = models.first().map_or(0, count);
        Ok((models.into_iter().take(1 + whole).collect(), ObserveMethod::Sampled { encounters: played }))
    };
    match asked.method {
        Method::Sample(sampling) => sampled(sampling),
        Method::Exact { limits } => solved(limits),
        Method::Auto { limits, sampling } => match solved(limits) {
            Err(Unknown::Unsolved(Unsolved::OverBudget { .. }) | Unknown::Refused(ObserveError::NotSolved)) => {
                sampled(sampling)
            }
            found => found,
        },
    }
}

/// One column of the record against the model, without its tests after an interrupt.
pub(super) fn column(asked: &Observe, games: &Games, index: usize, model: &Model, draws: Draws) -> Column {
    let (of, confidence) = (games.columns[index].meaning.of, asked.confidence);
    let mut counts: BTreeMap<u32, u64> = BTreeMap::new();
    for game in &games.list {
        if let Some(value) = game.cells[index] {
            *counts.entry(value).or_insert(0) += game.count;
        }
    }
    let noted: u64 = counts.values().sum();
    let weights = model.values(index);
    let total = weights.values().fold(0.0, |sum, weight| sum + weight);
    let mut column = Column {
        name: games.columns[index].name.clone(),
        of,
        games: noted,
        missing: games.len() - noted,
        values: Vec::new(),
        mean: None,
        tests: Vec::new(),
    };
    if noted == 0 {
        return column;
    }
    let values: BTreeSet<u32> = match of {
        Of::Share => [0, 1].into(),
        _ => weights.keys().chain(counts.keys()).copied().collect(),
    };
    let values: Vec<u32> = values.into_iter().collect();
    let observed: Vec<u64> = values.iter().map(|value| counts.get(value).copied().unwrap_or_default()).collect();
    let in_model = |value: &u32| weights.get(value).copied().unwrap_or_default();
    // Chances among the encounters that have the number.
    let scale = if model.encounters().is_none() && total > 0.0 { total } else { 1.0 };
    let law: Law = model.law(values.iter().map(|value| in_model(value) / scale).collect());
    let of_value = |(&value, &count): (&u32, &u64)| Value {
        value: of.told(value),
        compared: shares(in_model(&value), total, count, noted, model, confidence),
    };
    if of == Of::Number {
        column.mean = Some(means(&weights, total, &counts, model, confidence));
    } else {
        let all = values.iter().zip(&observed).map(of_value);
        column.values = if of == Of::Share { all.skip(1).collect() } else { all.collect() };
    }
    // If no encounter has the number, nothing is known of it.
    if total > 0.0 {
        let found = if of == Of::Number {
            let found = fit(&values, &observed, &law, draws);
            found.map(|found| vec![(TestName::Mean, found.mean), (TestName::Distribution, found.distribution)])
        } else {
            no_likelier(&observed, &law, draws).map(|p| vec![(TestName::Counts, p)])
        };
        let found = found.into_iter().flatten();
        column.tests = found.map(|(name, p)| Test { name, p: six_digits(p), adjusted: 1.0 }).collect();
    }
    column
}

/// A share of the model beside that of the record.
fn shares(weight: f64, total: f64, count: u64, noted: u64, model: &Model, confidence: f64) -> Compared<Share> {
    let share = if total > 0.0 { weight / total } else { 0.0 };
    let expected = if model.encounters().is_none() {
        Share { count: None, share, interval: None }
    } else {
        let (count, encounters) = (weight as u64, total as u64);
        Share { count: Some(count), share, interval: Some(wilson(count, encounters, confidence)) }
    };
    let share = count as f64 / noted as f64;
    Compared {
        expected,
        observed: Share { count: Some(count), share, interval: Some(wilson(count, noted, confidence)) },
    }
}

/// The mean of the model beside that of the record.
fn means(
    weights: &BTreeMap<u32, f64>,
    total: f64,
    counts: &BTreeMap<u32, u64>,
    model: &Model,
    confidence: f64,
) -> Compared<Mean> {
    let of_counts = |counts: &mut dyn Iterator<Item = (u32, u64)>| {
        let (mut encounters, mut sums) = (0, Sums::default());
        for (value, count) in counts {
            encounters += count;
            sums.add(value, count);
        }
        let moments = Moments::new(encounters, sums);
        let sd = (encounters > 1).then_some(moments.sd);
        let interval = mean::interval(&moments, confidence);
        Mean { encounters: Some(encounters), mean: moments.mean, sd, interval, is_share: false }
    };
    let expected = if model.encounters().is_some() {
        of_counts(&mut weights.iter().map(|(&value, &weight)| (value, weight as u64)))
    } else {
        let moment = |power: i32| {
            let sum = weights.iter().map(|(&value, weight)| weight * f64::from(value).powi(power));
            sum.fold(0.0, |sum, part| sum + part) / if total > 0.0 { total } else { 1.0 }
        };
        let mean = moment(1);
        Mean {
            encounters: None,
            mean,
            sd: Some((moment(2) - mean * mean).max(0.0).sqrt()),
            interval: None,
            is_share: false,
        }
    };
    Compared { expected, observed: of_counts(&mut counts.iter().map(|(&value, &count)| (value, count))) }
}

/// The record as a whole; `None` after an interrupt.
pub(super) fn whole(games: &Games, patterns: &[Pattern], model: &Model, draws: Draws) -> Option<Whole> {
    let partition = Partition::new(games, &[model]);
    let cells: Vec<Cells> = patterns.iter().map(|pattern| partition.cells(games, pattern, &[model])).collect();
    let kinds: Vec<(Law, Vec<u64>)> = cells.iter().map(|cells| cells.law(0)).collect();
    let found = likelihood(&kinds, draws)?;
    Some(Whole {
        log_likelihood: found.log.map(six_digits),
        expected: six_digits(found.expected),
        cells: cells.iter().map(Cells::count).max().unwrap_or_default(),
        left_out: partition.left_out().map(|column| games.columns[column].name.clone()).collect(),
        has_bins: partition.has_bins(),
        test: Test { name: TestName::Likelihood, p: six_digits(found.p), adjusted: 1.0 },
    })
}

/// Adjusts the p-values of all tests together. After an interrupt some are missing; those that are there have then at least what they would have
/// with them.
pub(super) fn adjust(columns: &mut [Column], whole: Option<&mut Whole>) {
    let has_value = |column: &&Column| column.mean.is_some() || !column.values.is_empty();
    let wanted = |column: &Column| if column.of == Of::Number { 2 } else { 1 };
    let all = columns.iter().filter(has_value).map(wanted).sum::<usize>() + 1;
    let whole = whole.map(|whole| &mut whole.test);
    let tests: Vec<&mut Test> = columns.iter_mut().flat_map(|column| &mut column.tests).chain(whole).collect();
    let missing = std::iter::repeat_n(Some(1.0), all.saturating_sub(tests.len()));
    let adjusted = holm(tests.iter().map(|test| Some(test.p)).chain(missing).collect::<Vec<_>>());
    for (test, adjusted) in tests.into_iter().zip(adjusted) {
        test.adjusted = adjusted.unwrap_or(1.0);
    }
}

/// The most surprising games, and the chance that the most surprising of as many is as surprising.
fn surprising(asked: &Observe, games: &Games, patterns: &[Pattern], model: &Model) -> (Vec<Surprise>, f64) {
    let tails = |pattern: &Pattern| -> Vec<(usize, Tail)> {
        pattern.games.iter().copied().zip(pattern.tails(games, model)).collect()
    };
    let mut all: Vec<(usize, Tail)> = patterns.iter().flat_map(tails).collect();
    all.sort_by(|(left, left_tail), (right, right_tail)| {
        left_tail.chance.total_cmp(&right_tail.chance).then(left.cmp(right))
    });
    let told: u64 = all.iter().map(|(game, _)| games.list[*game].count).sum();
    let first = all.first().map_or(1.0, |(_, tail)| tail.chance);
    let most_surprising = -(told as f64 * (-first).ln_1p()).exp_m1();
    let of_columns: Vec<CellTails> =
        games.columns.iter().enumerate().map(|(index, column)| CellTails::new(index, column, model)).collect();
    let surprise = |&(index, tail): &(usize, Tail)| {
        let game = &games.list[index];
        let cells = game.cells.iter().enumerate().filter_map(|(column, value)| {
            let value = (*value)?;
            let of = &games.columns[column];
            let tail = six_digits(of_columns[column].chance(value));
            Some(Cell { column: of.name.clone(), value: of.meaning.of.told(value), tail })
        });
        Surprise {
            game: name(game),
            row: game.row,
            count: game.count,
            tail: six_digits(tail.chance),
            seen: tail.seen,
            is_possible: tail.is_possible,
            cells: cells.collect(),
        }
    };
    (all.iter().take(asked.top).map(surprise).collect(), six_digits(most_surprising.clamp(0.0, 1.0)))
}

/// The likelihood of the record with each value of the path.
fn curve(asked: &Observe, games: &Games, patterns: &[Pattern], fields: &[Field], models: &[Model]) -> Curve {
    let models: Vec<&Model> = models.iter().collect();
    let partition = Partition::new(games, &models);
    let cells: Vec<Cells> = patterns.iter().map(|pattern| partition.cells(games, pattern, &models)).collect();
    let is_sampled = models.iter().any(|model| model.encounters().is_some());
    let blocks = if is_sampled { BLOCKS } else { 0 };
    let log = |model: usize, without: Option<usize>| -> f64 {
        cells.iter().map(|cells| cells.log_likelihood(model, without)).sum()
    };
    let point = |(model, (value, _)): (usize, &Field)| Point {
        value: (*value).to_owned(),
        log: log(model, None),
        without: (0..blocks).map(|block| log(model, Some(block))).collect(),
        unseen: cells.iter().map(|cells| cells.unseen(model)).sum(),
    };
    let points: Vec<Point> = fields.iter().take(models.len()).enumerate().map(point).collect();
    let z = z(asked.confidence);
    let values = Point::judged(&points, z);
    let index = values.iter().position(|value| value.standing == Standing::Best);
    let ends = [0, values.len() - 1];
    Curve {
        path: asked.vary.as_ref().map(|axis| axis.path.clone()).unwrap_or_default(),
        cutoff: six_digits(z * z / 2.0),
        best: index.map(|index| values[index].value.clone()),
        is_at_end: values.len() > 1 && index.is_some_and(|index| ends.contains(&index)),
        cells: cells.iter().map(Cells::count).max().unwrap_or_default(),
        left_out: partition.left_out().map(|column| games.columns[column].name.clone()).collect(),
        has_bins: partition.has_bins(),
        values,
    }
}
