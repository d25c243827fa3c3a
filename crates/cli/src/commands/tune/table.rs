//! The ranking of a race as a table.

use std::io::{self, Write};

use equipoise_sim::output::sentences::{measured_interval, measured_mean, race_verdict, shortcomings};
use equipoise_sim::studies::tune::Target;
use equipoise_sim::studies::tune::result::{MeasuredAgain, MeasuredTarget, RankedCell, Status, Tuning};
use equipoise_sim::{Interval, Mean};

use crate::numbers;
use crate::page::Page;
use crate::tables::columns::{Columns, in_parts};
use crate::text::visible;
use equipoise_sim::output::words::{short_names, short_value};

/// The table lists no more cells that are out of the race.
const ROWS_MAX: usize = 50;

/// Prints the cells by their distance from the targets, and how sure it is that the first is the closest.
pub(crate) fn tuned(page: &mut Page<impl Write>, tuning: &Tuning) -> io::Result<()> {
    let Tuning { scenario, system, seed, confidence, encounters, targets, ranking, .. } = tuning;
    page.title(&visible(&format!("{scenario} ({system})")), 0)?;
    let wanted: Vec<String> = targets.iter().map(wanted).collect();
    page.note(&format!("wanted: {}", wanted.join(", ")))?;
    let how = format!(
        "{} cell{}, {} with the dice of seed {seed}; {} confidence",
        numbers::grouped(ranking.len() as u64),
        if ranking.len() == 1 { "" } else { "s" },
        numbers::encounters(*encounters),
        numbers::confidence(*confidence)
    );
    page.note(&how)?;
    if tuning.partial {
        page.note("partial: the race was interrupted")?;
    }
    page.note("off by: the distance from the targets; than best: how much farther than the first row; out: surely farther than the best was when it was dropped")?;
    let paths: Vec<&str> = tuning.paths().collect();
    let short = short_names(&paths);
    for (short, path) in short.iter().zip(&paths).filter(|(short, path)| short != path) {
        page.note(&visible(&format!("{short}: {path}")))?;
    }
    page.gap()?;
    cells(page, tuning, &short)?;
    page.gap()?;
    page.note(&visible(&race_verdict(tuning)))?;
    for line in shortcomings(tuning) {
        page.note(&visible(&line))?;
    }
    let Some(measured_again) = &tuning.measured_again else { return Ok(()) };
    page.note(&again(measured_again))?;
    let without_race = tuning.encounters_without_race();
    if without_race > *encounters {
        let text = format!(
            "without the race, every cell played as often as the first (and that one again) would take {} encounters, {:.1} times as many",
            numbers::grouped(without_race),
            without_race as f64 / *encounters as f64
        );
        page.note(&text)?;
    }
    Ok(())
}

/// A row for each cell, with the varied values under the short names of their paths. What is too wide for a page is set
/// below: first the race, then the targets, as many at a time as there is room for.
fn cells(page: &mut Page<impl Write>, tuning: &Tuning, short: &[&str]) -> io::Result<()> {
    let shown = &tuning.ranking[..shown(tuning)];
    let values: Vec<Vec<String>> = shown
        .iter()
        .map(|ranked| ranked.values.iter().map(|(_, value)| visible(value).into_owned()).collect())
        .collect();
    let values = Columns { names: short.iter().map(|&name| name.to_owned()).collect(), rows: values };
    let targets: Vec<Columns> = (0..tuning.targets.len())
        .map(|target| Columns {
            names: vec![short_value(&tuning.targets[target].name)],
            rows: shown.iter().map(|ranked| vec![measured_mean(&ranked.metrics[target].measured)]).collect(),
        })
        .collect();
    let race = |ranked: &RankedCell| {
        let distance = distance(ranked.distance, ranked.interval);
        vec![distance, farther(ranked), numbers::grouped(ranked.encounters), standing(ranked.status).to_owned()]
    };
    let race = Columns {
        names: ["off by", "than best", "encounters", "race"].map(str::to_owned).into(),
        rows: shown.iter().map(race).collect(),
    };
    let whole = targets.iter().fold(values.clone(), Columns::beside).beside(&race);
    if whole.fits() {
        whole.print(page, short.len()..whole.names.len() - 1)?;
    } else {
        let narrow = values.clone().beside(&race);
        narrow.print(page, short.len()..narrow.names.len() - 1)?;
        for group in in_parts(&values, &targets) {
            page.gap()?;
            group.print(page, short.len()..group.names.len())?;
        }
    }
    let left_out = tuning.ranking.len() - shown.len();
    if left_out > 0 {
        let plural = if left_out == 1 { "" } else { "s" };
        page.note(&format!(
            "{} more cell{plural} were out before; CSV and JSON have all",
            numbers::grouped(left_out as u64)
        ))?;
    }
    Ok(())
}

/// The number of cells that are shown: all that are still in the race, and others up to [`ROWS_MAX`] in total.
fn shown(tuning: &Tuning) -> usize {
    let in_the_race = tuning.ranking.iter().filter(|ranked| ranked.closer.is_none()).count();
    tuning.ranking.len().min(in_the_race.max(ROWS_MAX))
}

/// A target in words, with its weight where that is not 1.
fn wanted(target: &Target) -> String {
    let weight =
        if target.weight.total_cmp(&1.0).is_eq() { String::new() } else { format!(" (weight {})", target.weight) };
    format!("{} {}{weight}", short_value(&target.name), target.value)
}

/// A distance with the digits that its interval supports; to three digits if it has no end, since no number was counted long enough.
fn distance(distance: f64, interval: Interval) -> String {
    if !interval.half_width().is_finite() {
        return numbers::rough(distance);
    }
    numbers::mean(&Mean::shown(distance, interval))
}

/// The distance by which a cell is farther from the targets: than the first cell, as an interval, or, if it was dropped,
/// than the leader of that moment, as a lower bound.
fn farther(ranked: &RankedCell) -> String {
    match (&ranked.closer, ranked.behind) {
        (Some(closer), _) => format!("> {}", numbers::at_least(closer.interval.lo)),
        (None, Some(behind)) if !behind.lo.is_finite() || !behind.hi.is_finite() => "unknown".to_owned(),
        (None, Some(behind)) => {
            let mean = f64::midpoint(behind.lo, behind.hi);
            numbers::mean_interval(&Mean::shown(mean, behind))
        }
        (None, None) => String::new(),
    }
}

/// Whether a cell is still in the race.
const fn standing(status: Status) -> &'static str {
    match status {
        Status::First(_) => "first",
        Status::InTheRace => "in",
        Status::Dropped => "out",
    }
}

/// The means of the first cell on fresh encounters.
fn again(again: &MeasuredAgain) -> String {
    let metric = |MeasuredTarget { name, measured }: &MeasuredTarget| {
        format!("{} {} ({})", short_value(name), measured_mean(measured), measured_interval(measured))
    };
    let metrics: Vec<String> = again.metrics.iter().map(metric).collect();
    format!("measured again on {} fresh encounters: {}", numbers::grouped(again.encounters), metrics.join(", "))
}
