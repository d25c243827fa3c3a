//! Reports as data frames of polars: the columns of the CSV and Parquet files.
//!
//! A [`DataFrame`] filters, joins and groups; whoever wants more of polars (lazy queries, printed tables) turns on its features. Here
//! it is built without them, since a program that only writes files does not need what would be the larger part of its build.
//!
//! | frame | columns |
//! |---|---|
//! | [`summary`] | `scenario, system,` varied paths`, seed, encounters`, by winner `<w>_win, <w>_win_lo, <w>_win_hi`, `rounds_mean, rounds_lo, rounds_hi, rounds_sd, rounds_p05, rounds_p50, rounds_p95, rounds_max`, and the shares and means of [`EXTRAS`]: `party_any_dead, party_all_out, …`, then `method, intervals, status`, the intervals of the extras, and those that have another name than before under their new one |
//! | [`combatants`] | `scenario,` varied paths`, combatant, side`, by end state `<e>, <e>_lo, <e>_hi` |
//! | [`rounds`] | `scenario,` varied paths`, rounds, winner, encounters, share`: what occurred, one row for each number of rounds and winner |
//! | [`metrics`] | `scenario,` varied paths`, metric, mean, lo, hi, sd, share`: of a metric of rounds the share of encounters that have it, and mean, ends and sd among these; then the numbers of groups by their full names, those of whether there is any with a share alone |
//!
//! Varied paths are the union over all reports, in order of first occurrence; a report that does not vary a path leaves
//! its column null. Where reports are of points of a list, each frame has the column `point` behind these. The last column is `file`. A path whose values are all whole numbers becomes a column of integers, one of `true` and `false`
//! alone a column of booleans, any other one of strings. In exact reports seed, encounters, the kind and the ends of
//! intervals are null: they exist for samples alone. Integers are signed but for the seed.

use std::borrow::Cow;
use std::collections::HashSet;

use equipoise_engine::{EndState, Winner};
use polars::error::PolarsResult;
use polars::prelude::{
    BooleanChunked, ChunkedArray, Column, DataFrame, Float64Type, Int64Type, IntoColumn, NewChunkedArray,
    PolarsNumericType, StringChunked, UInt64Type,
};

use crate::json::whole_number;
use crate::kernel::quantity::{EXTRAS, Quantity};
use crate::output::words::visible;
use crate::stats::Interval;
use crate::studies::cross::Crossing;
use crate::studies::report::{Entry, Estimate, Mean, Method, Report, Share};
use crate::studies::study::Found;

/// One row for each report.
///
/// # Errors
/// If a varied path has the name of one of the columns.
pub fn summary(reports: &[Report]) -> PolarsResult<DataFrame> {
    let rows: Vec<&Report> = reports.iter().collect();
    let mut columns = vec![
        texts("scenario", rows.iter().map(|report| report.scenario.as_str())),
        texts("system", rows.iter().map(|report| report.system.as_str())),
    ];
    columns.extend(varied(&rows));
    columns.push(numbers::<UInt64Type>("seed", rows.iter().map(|report| seed(report))));
    columns.push(numbers::<Int64Type>("encounters", rows.iter().map(|report| report.encounters().map(signed))));
    for winner in Winner::ALL {
        let shares: Vec<Share> = rows.iter().map(|report| report.won(winner)).collect();
        columns.extend(share_columns(&format!("{winner}_win"), &shares));
    }
    let means: Vec<Mean> = rows.iter().map(|report| report.rounds.mean).collect();
    columns.push(numbers::<Float64Type>("rounds_mean", means.iter().map(|mean| mean.mean)));
    columns.extend(end_columns("rounds", means.iter().map(|mean| mean.interval)));
    columns.push(numbers::<Float64Type>("rounds_sd", means.iter().map(|mean| mean.sd)));
    columns.push(numbers::<Int64Type>("rounds_p05", rows.iter().map(|report| i64::from(report.rounds.p05))));
    columns.push(numbers::<Int64Type>("rounds_p50", rows.iter().map(|report| i64::from(report.rounds.p50))));
    columns.push(numbers::<Int64Type>("rounds_p95", rows.iter().map(|report| i64::from(report.rounds.p95))));
    columns.push(numbers::<Int64Type>("rounds_max", rows.iter().map(|report| i64::from(report.rounds.max))));
    for (index, extra) in EXTRAS.iter().enumerate() {
        let (name, _) = extra.names_in_results();
        columns.push(numbers::<Float64Type>(name, rows.iter().map(|report| report.extras[index].value_if_any())));
    }
    columns.push(texts("method", rows.iter().map(|report| report.method.name())));
    columns.push(texts("intervals", rows.iter().map(|report| intervals(report))));
    columns.push(texts("status", rows.iter().map(|report| report.status().name())));
    for (index, extra) in EXTRAS.iter().enumerate() {
        let (name, _) = extra.names_in_results();
        columns.extend(end_columns(name, rows.iter().map(|report| report.extras[index].interval_if_any())));
    }
    for (index, extra) in EXTRAS.iter().enumerate() {
        if let (_, Some(name)) = extra.names_in_results() {
            columns.push(numbers::<Float64Type>(name, rows.iter().map(|report| report.extras[index].value_if_any())));
            columns.extend(end_columns(name, rows.iter().map(|report| report.extras[index].interval_if_any())));
        }
    }
    columns.extend(points(&rows));
    columns.push(files(&rows));
    frame(columns)
}

/// One row for each report and combatant.
///
/// # Errors
/// As [`summary`].
pub fn combatants(reports: &[Report]) -> PolarsResult<DataFrame> {
    let (rows, items) = expand(reports, |report| report.combatants.iter().collect());
    let mut columns = vec![texts("scenario", rows.iter().map(|report| report.scenario.as_str()))];
    columns.extend(varied(&rows));
    columns.push(texts("combatant", items.iter().map(|combatant| combatant.id.as_str())));
    columns.push(texts("side", items.iter().map(|combatant| combatant.side.name())));
    for end in EndState::ALL {
        let shares: Vec<Share> = items.iter().map(|combatant| combatant.end_states[end.index()]).collect();
        columns.extend(share_columns(end.name(), &shares));
    }
    columns.extend(points(&rows));
    columns.push(files(&rows));
    frame(columns)
}

/// One row for each report and each combination of rounds and winner that occurred.
///
/// # Errors
/// As [`summary`].
pub fn rounds(reports: &[Report]) -> PolarsResult<DataFrame> {
    let bars = |report: &Report| -> Vec<(u32, Winner, Share)> {
        let rows = report.rounds.by_winner.iter();
        rows.flat_map(|(rounds, shares)| Winner::ALL.map(|winner| (*rounds, winner, shares[winner.index()])))
            .filter(|(_, _, share)| share.share > 0.0)
            .collect()
    };
    let (rows, items) = expand(reports, bars);
    let mut columns = vec![texts("scenario", rows.iter().map(|report| report.scenario.as_str()))];
    columns.extend(varied(&rows));
    columns.push(numbers::<Int64Type>("rounds", items.iter().map(|(rounds, _, _)| i64::from(*rounds))));
    columns.push(texts("winner", items.iter().map(|(_, winner, _)| winner.name())));
    columns.push(numbers::<Int64Type>("encounters", items.iter().map(|(_, _, share)| share.count.map(signed))));
    columns.push(numbers::<Float64Type>("share", items.iter().map(|(_, _, share)| share.share)));
    columns.extend(points(&rows));
    columns.push(files(&rows));
    frame(columns)
}

/// A row of [`metrics`].
struct Row {
    name: String,
    estimate: Estimate,
}

/// The metrics of a report, and then the numbers of its groups by their full names.
fn rows_of(report: &Report) -> Vec<Row> {
    let cast = report.cast();
    let metrics =
        report.metrics_of_system().map(|metric| Row { name: metric.name.clone(), estimate: metric.estimate() });
    let of_groups = cast.quantities().into_iter().filter(|quantity| matches!(quantity, Quantity::Group { .. }));
    let groups = of_groups.map(|quantity| Row { name: cast.name(quantity), estimate: report.estimate(quantity) });
    metrics.chain(groups).collect()
}

/// One row for each report and metric, and after the metrics of a report one for each number of its groups.
///
/// # Errors
/// As [`summary`].
pub fn metrics(reports: &[Report]) -> PolarsResult<DataFrame> {
    let (rows, items) = expand(reports, rows_of);
    let mut columns = vec![texts("scenario", rows.iter().map(|report| report.scenario.as_str()))];
    columns.extend(varied(&rows));
    columns.push(texts("metric", items.iter().map(|row| row.name.as_str())));
    let mean_of = |row: &Row| row.estimate.mean().filter(|_| row.estimate.value_if_any().is_some());
    let means: Vec<Option<Mean>> = items.iter().map(mean_of).collect();
    columns.push(numbers::<Float64Type>("mean", means.iter().map(|mean| mean.map(|mean| mean.mean))));
    let ends = |end: fn(Interval) -> f64| means.iter().map(move |mean| mean.and_then(|mean| mean.interval).map(end));
    columns.push(numbers::<Float64Type>("lo", ends(|interval| interval.lo)));
    columns.push(numbers::<Float64Type>("hi", ends(|interval| interval.hi)));
    columns.push(numbers::<Float64Type>("sd", means.iter().map(|mean| mean.and_then(|mean| mean.sd))));
    let shares: Vec<Option<Share>> = items.iter().map(|row| row.estimate.share()).collect();
    columns.push(numbers::<Float64Type>("share", shares.iter().map(|share| share.map(|share| share.share))));
    columns.extend(end_columns("share", shares.iter().map(|share| share.and_then(|share| share.interval))));
    let kinds = rows.iter().zip(&items).map(|(report, row)| report.method.interval_kind(&row.estimate));
    columns.push(texts("interval", kinds));
    columns.extend(points(&rows));
    columns.push(files(&rows));
    frame(columns)
}

/// One row for each report and number of its [accounts](Report::accounts): `scenario`, the varied paths, `combatant, side, means,
/// target, measure, mean, lo, hi, sd, interval, name, file`. `means` is null in rows of all that a combatant did, `target` in rows that are not
/// between two combatants. Numbers between two combatants that are 0 in every encounter have no row.
///
/// # Errors
/// As [`summary`].
pub fn accounts(reports: &[Report]) -> PolarsResult<DataFrame> {
    let (rows, items) = expand(reports, Report::accounts);
    let side = |(report, entry): (&&Report, &Entry)| {
        report
            .combatants
            .iter()
            .find(|combatant| combatant.id == entry.combatant)
            .map(|combatant| combatant.side.name())
    };
    let mut columns = vec![texts("scenario", rows.iter().map(|report| report.scenario.as_str()))];
    columns.extend(varied(&rows));
    columns.push(texts("combatant", items.iter().map(|entry| Some(entry.combatant).filter(|id| !id.is_empty()))));
    columns.push(texts("side", rows.iter().zip(&items).map(side)));
    columns.push(texts("means", items.iter().map(Entry::means)));
    columns.push(texts("target", items.iter().map(Entry::target)));
    columns.push(texts("measure", items.iter().map(|entry| entry.measure)));
    columns.push(numbers::<Float64Type>("mean", items.iter().map(|entry| entry.mean.mean)));
    let ends = |end: fn(Interval) -> f64| items.iter().map(move |entry| entry.mean.interval.map(end));
    columns.push(numbers::<Float64Type>("lo", ends(|interval| interval.lo)));
    columns.push(numbers::<Float64Type>("hi", ends(|interval| interval.hi)));
    columns.push(numbers::<Float64Type>("sd", items.iter().map(|entry| entry.mean.sd)));
    let kinds = rows.iter().zip(&items).map(|(report, entry)| report.method.interval_kind(&Estimate::Mean(entry.mean)));
    columns.push(texts("interval", kinds));
    columns.push(texts("name", items.iter().map(|entry| entry.name)));
    columns.extend(points(&rows));
    columns.push(files(&rows));
    frame(columns)
}

/// One row for each crossing of a scenario: `scenario, path, quantity, target, curve, at, lo, hi, confidence, sure, turns_from,
/// turns_to, passes, file`. Ends beyond the values that were tried are null.
///
/// # Errors
/// As [`summary`].
pub fn crossings((scenario, file): (&str, Option<&str>), crossings: &[Found<Crossing>]) -> PolarsResult<DataFrame> {
    let file = file.map(visible);
    let all = || crossings.iter().map(|found| &found.result);
    let interval = |crossing: &Crossing| crossing.interval.filter(|_| crossing.may_cross());
    let ends = |end: fn(Interval) -> f64| {
        all().map(move |crossing| interval(crossing).map(end).filter(|end: &f64| end.is_finite()))
    };
    let turns = |index: usize| all().map(move |crossing| crossing.turns.map(|turns| turns[index]));
    let passes = |crossing: &Crossing| {
        let passes: Vec<String> = crossing.passes.iter().map(f64::to_string).collect();
        passes.join(" ")
    };
    let passes: Vec<Option<String>> =
        all().map(|crossing| Some(passes(crossing)).filter(|text| !text.is_empty())).collect();
    frame(vec![
        texts("scenario", all().map(|_| scenario)),
        texts("path", all().map(|crossing| crossing.question.path.as_str())),
        texts("quantity", all().map(|crossing| crossing.question.metric.as_str())),
        numbers::<Float64Type>("target", all().map(|crossing| crossing.question.target)),
        texts("curve", all().map(Crossing::curve)),
        numbers::<Float64Type>("at", all().map(Crossing::at)),
        numbers::<Float64Type>("lo", ends(|interval| interval.lo)),
        numbers::<Float64Type>("hi", ends(|interval| interval.hi)),
        numbers::<Float64Type>(
            "confidence",
            all().map(|crossing| interval(crossing).map(|_| crossing.question.confidence)),
        ),
        flags("sure", all().map(|crossing| crossing.sure)),
        numbers::<Float64Type>("turns_from", turns(0)),
        numbers::<Float64Type>("turns_to", turns(1)),
        texts("passes", passes.iter().map(Option::as_deref)),
        texts("file", all().map(|_| file.as_deref())),
    ])
}

/// The items of all reports as two lists of equal length: the report of each item, and the item.
fn expand<'a, T>(reports: &'a [Report], items: impl Fn(&'a Report) -> Vec<T>) -> (Vec<&'a Report>, Vec<T>) {
    reports.iter().flat_map(|report| items(report).into_iter().map(move |item| (report, item))).unzip()
}

/// Named columns as a frame.
///
/// # Errors
/// If two columns have the same name.
pub(crate) fn frame(columns: Vec<Column>) -> PolarsResult<DataFrame> {
    DataFrame::new_infer_height(columns)
}

pub(crate) fn texts<'a>(name: &str, values: impl IntoIterator<Item: Into<Option<&'a str>>>) -> Column {
    let column: StringChunked = values.into_iter().map(Into::into).collect();
    column.with_name(name.into()).into_column()
}

pub(crate) fn numbers<T>(name: &str, values: impl IntoIterator<Item: Into<Option<T::Native>>>) -> Column
where
    T: PolarsNumericType,
    ChunkedArray<T>: IntoColumn,
{
    ChunkedArray::<T>::from_iter_options(name.into(), values.into_iter().map(Into::into)).into_column()
}

pub(crate) fn flags(name: &str, values: impl IntoIterator<Item: Into<Option<bool>>>) -> Column {
    let column: BooleanChunked = values.into_iter().map(Into::<Option<bool>>::into).collect();
    column.with_name(name.into()).into_column()
}

/// A count as a signed number, so that differences of columns are right in whatever reads them. More encounters than fit have
/// not been played in the age of the world.
fn signed(count: u64) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

/// The kind of the intervals; exact results have none.
fn intervals(report: &Report) -> Option<&'static str> {
    match report.method {
        Method::Sampled { intervals, .. } => Some(intervals.name()),
        Method::Exact { .. } => None,
    }
}

fn seed(report: &Report) -> Option<u64> {
    match report.method {
        Method::Sampled { seed, .. } => Some(seed),
        Method::Exact { .. } => None,
    }
}

/// `<name>, <name>_lo, <name>_hi`.
fn share_columns(name: &str, shares: &[Share]) -> Vec<Column> {
    let mut columns = vec![numbers::<Float64Type>(name, shares.iter().map(|share| share.share))];
    columns.extend(end_columns(name, shares.iter().map(|share| share.interval)));
    columns
}

/// `<name>_lo, <name>_hi`.
fn end_columns(name: &str, intervals: impl Iterator<Item = Option<Interval>> + Clone) -> [Column; 2] {
    let lo = intervals.clone().map(|interval| interval.map(|interval| interval.lo));
    let hi = intervals.map(|interval| interval.map(|interval| interval.hi));
    [numbers::<Float64Type>(&format!("{name}_lo"), lo), numbers::<Float64Type>(&format!("{name}_hi"), hi)]
}

/// The numbers of the points, where any of the reports is of one.
fn points(rows: &[&Report]) -> Option<Column> {
    let points = rows.iter().map(|report| report.point.map(|point| point as u64));
    points.clone().any(|point| point.is_some()).then(|| numbers::<UInt64Type>("point", points))
}

/// The files of the scenarios: two scenarios may have one name.
fn files(rows: &[&Report]) -> Column {
    let files: Vec<Option<Cow<str>>> = rows.iter().map(|report| report.file.as_deref().map(visible)).collect();
    texts("file", files.iter().map(Option::as_deref))
}

/// One column for each path that any of the reports varies.
fn varied(rows: &[&Report]) -> Vec<Column> {
    let mut paths: Vec<&str> = Vec::new();
    let mut seen = HashSet::new();
    for (path, _) in rows.iter().flat_map(|report| &report.values) {
        if seen.insert(path.as_str()) {
            paths.push(path);
        }
    }
    paths.into_iter().map(|path| varied_column(rows, path)).collect()
}

fn varied_column<'a>(rows: &[&'a Report], path: &str) -> Column {
    let value = |report: &&'a Report| -> Option<&'a str> {
        report.values.iter().find(|(varied, _)| varied == path).map(|(_, value)| value.as_str())
    };
    let values: Vec<Option<&str>> = rows.iter().map(value).collect();
    let whole: Option<Vec<Option<i64>>> =
        values.iter().map(|value| value.map_or(Some(None), |text| whole_number(text).map(Some))).collect();
    if let Some(whole) = whole {
        return numbers::<Int64Type>(path, whole);
    }
    let truths: Option<Vec<Option<bool>>> =
        values.iter().map(|value| value.map_or(Some(None), |text| text.parse().ok().map(Some))).collect();
    match truths {
        Some(values) => flags(path, values),
        None => texts(path, values),
    }
}
