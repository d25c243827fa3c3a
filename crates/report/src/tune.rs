//! The page of a race for the values that come closest to what is wanted.

use equipoise_charts::{
    Along, Axis, Band, Chart, Color, Line, Lines, Mark, Plot, Row, Rows, Series, Style, Table, Target, Unit, Value,
};
use equipoise_sim::kernel::quantity::Kind;
use equipoise_sim::output::numbers;
use equipoise_sim::output::sentences::{measured_interval, measured_mean, race_verdict, shortcomings, wanted as told};
use equipoise_sim::output::words::{short_names, short_value, visible};
use equipoise_sim::studies::study::Found;
use equipoise_sim::studies::sweep::{number_of, steps_told};
use equipoise_sim::studies::tune::Measured;
use equipoise_sim::studies::tune::result::{RankedCell, Status, Tuning};
use equipoise_sim::{Interval, Mean};
use maud::html;

use crate::figure::{figures, table};
use crate::page::Page;
use crate::{show, source};

/// The names of the charts: the distances, and each target's number.
pub fn names(targets: &[equipoise_sim::studies::tune::Target]) -> Vec<String> {
    ["distances".to_owned()].into_iter().chain(targets.iter().map(|target| target.name.clone())).collect()
}

/// Rows of the chart of distances; the table has all.
const ROWS_MAX: usize = 30;

/// The distances of all cells, and each target's number along a single path of numbers.
pub fn charts(tuning: &Tuning) -> Vec<Chart> {
    let mut charts = vec![distances(tuning)];
    charts.extend((0..tuning.targets.len()).filter_map(|target| curve(tuning, target)));
    charts
}

fn values(cell: &RankedCell, names: &[&str]) -> String {
    let told = |(name, (_, value)): (&&str, &(String, String))| show::shown(&format!("{name} {value}"));
    names.iter().zip(&cell.values).map(told).collect::<Vec<_>>().join(", ")
}

fn distance(number: f64, interval: Interval) -> Value {
    show::mean(&Mean::shown(number, interval))
}

fn value(measured: &Measured) -> Value {
    let interval = measured.interval;
    Value {
        number: measured.mean,
        interval: interval.hi.is_finite().then(|| show::ends(interval)),
        text: measured_mean(measured),
        range: measured_interval(measured),
    }
}

fn distances(tuning: &Tuning) -> Chart {
    let paths: Vec<&str> = tuning.paths().collect();
    let names = short_names(&paths);
    let row = |cell: &RankedCell| Row {
        name: values(cell, &names),
        marks: vec![Mark {
            series: usize::from(matches!(cell.status, Status::Dropped)),
            name: String::new(),
            value: Some(distance(cell.distance, cell.interval)),
        }],
        band: None,
        note: cell.status.to_string(),
    };
    let more = tuning.ranking.len().saturating_sub(ROWS_MAX);
    let more = if more > 0 { format!(" {more} more are in the table.") } else { String::new() };
    let margin = (tuning.margin > 0.0).then(|| Band {
        lo: Some(0.0),
        hi: Some(tuning.margin),
        name: format!("margin {}", tuning.margin),
    });
    Chart {
        name: "distances".to_owned(),
        title: "How far from the targets".to_owned(),
        description: format!("The weighted distance of each variant, the closest first, with its interval.{more}"),
        plot: Plot::Rows(Rows {
            axis: Axis::new("distance", Unit::Number),
            of: "variant".to_owned(),
            style: Style::Dots,
            series: vec![Series::new("may be the closest", Color::Blue), Series::new("surely farther", Color::Grey)],
            rows: tuning.ranking.iter().take(ROWS_MAX).map(row).collect(),
            band: margin,
            holds: vec![0.0],
        }),
    }
}

/// None where several paths are varied, or values are no numbers.
fn curve(tuning: &Tuning, target: usize) -> Option<Chart> {
    let [path] = tuning.paths().collect::<Vec<_>>()[..] else { return None };
    let point = |cell: &RankedCell| {
        let number = number_of(&cell.values[0].1)?;
        // A variant that was dropped before it played has nothing to show.
        let value = (cell.encounters > 0).then(|| value(&cell.metrics[target].measured));
        Some((number, value))
    };
    let mut points: Vec<(f64, Option<Value>)> = tuning.ranking.iter().map(point).collect::<Option<_>>()?;
    points.sort_by(|(left, _), (right, _)| left.total_cmp(right));
    let wanted = &tuning.targets[target];
    let name = short_value(&wanted.name);
    let is_share = tuning.ranking[0].metrics[target].measured.is_share;
    let (unit, kind) = if is_share { (Unit::Share, Kind::Share) } else { (Unit::Number, Kind::Mean) };
    let (numbers, values) = points.into_iter().unzip();
    let steps = steps_told(&tuning.ranking[0].values[0].1).unwrap_or_default();
    Some(Chart {
        name: wanted.name.clone(),
        title: format!("{name}, by {}", show::shown(short_names(&[path])[0])),
        description: "What each variant came to in the race. Variants that were soon out have wide bands.".to_owned(),
        plot: Plot::Lines(Lines {
            axis: Axis::new(&name, unit),
            along: Along::Numbers { name: show::shown(path) + steps, numbers },
            lines: vec![Line { name, color: Color::Blue, values, exact: Vec::new() }],
            target: Some(Target { number: wanted.value, name: format!("target: {}", told(wanted.value, kind)) }),
            crossing: None,
            holds: Vec::new(),
        }),
    })
}

/// The page. `command` makes it again.
pub fn page(found: &Found<Tuning>, command: &[String]) -> String {
    let tuning = &found.result;
    let mut columns: Vec<String> = tuning.paths().map(show::shown).collect();
    for target in &tuning.targets {
        columns.extend([short_value(&target.name), format!("{}: interval", short_value(&target.name))]);
    }
    columns.extend(["distance", "interval", "encounters", "race"].map(str::to_owned));
    let row = |cell: &RankedCell| {
        let mut row: Vec<String> = cell.values.iter().map(|(_, value)| show::shown(value)).collect();
        for metric in &cell.metrics {
            row.extend([measured_mean(&metric.measured), measured_interval(&metric.measured)]);
        }
        let distance = distance(cell.distance, cell.interval);
        row.extend([distance.text, distance.range, numbers::grouped(cell.encounters), cell.status.to_string()]);
        row
    };
    let all = Table { columns, rows: tuning.ranking.iter().map(row).collect() };
    let again = tuning.measured_again.as_ref().map(|again| {
        let metric = |metric: &equipoise_sim::studies::tune::result::MeasuredTarget| {
            format!("{} {}", short_value(&metric.name), value(&metric.measured).told())
        };
        let metrics: Vec<String> = again.metrics.iter().map(metric).collect();
        format!("Measured again on {} fresh encounters: {}.", numbers::grouped(again.encounters), metrics.join(", "))
    });
    let lead = html! {
        p.lead { (visible(&race_verdict(tuning))) "." }
        @if let Some(line) = again { p { (line) } }
        @for line in shortcomings(tuning) { p.warning { (show::sentence(&line)) } }
        @if tuning.partial { p.warning { "Partial: the race was interrupted." } }
    };
    let main = html! {
        section aria-labelledby="charts" {
            h2 #charts { "The race" }
            p.faint {
                (numbers::grouped(tuning.ranking.len() as u64)) " variants, " (numbers::encounters(tuning.encounters))
                " with the dice of seed " (tuning.seed) "; intervals of the race hold at every look, each by itself, with "
                (numbers::confidence(tuning.confidence)) "."
            }
            (figures("", &charts(tuning)))
        }
        section aria-labelledby="all" { h2 #all { "All variants" } (table("All variants", &all)) }
        section aria-labelledby="source" {
            h2 #source { "Where this comes from" }
            (source::section(&[("This page is made by", command.to_vec())], &found.provenance))
        }
    };
    let title = format!("{}: tuned", show::shown(&tuning.scenario));
    Page { title, lead, contents: html! {}, main, record: found.line() }.document()
}
