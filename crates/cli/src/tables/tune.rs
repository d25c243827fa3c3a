//! The ranking of a race as a table.

use std::io::{self, Write};

use equipoise_sim::studies::sweep::Cell;
use equipoise_sim::studies::tune::{Measured, Ranked, Target, Tuned, Verdict};
use equipoise_sim::{Interval, Mean, Share};

use super::{short_names, short_value};
use crate::args::TuneArgs;
use crate::numbers;
use crate::page::Page;
use crate::text::visible;

/// Prints the cells by their distance from the targets, and how sure it is that the first is the closest.
pub(crate) fn tuned(
    page: &mut Page<impl Write>,
    title: &str,
    args: &TuneArgs,
    cells: &[Cell],
    tuned: &Tuned,
) -> io::Result<()> {
    page.title(&visible(title), 0)?;
    let wanted: Vec<String> = args.target.iter().map(wanted).collect();
    page.note(&format!("wanted: {}", wanted.join(", ")))?;
    let how = format!(
        "{} cell{}, {} with the dice of seed {}; {} confidence",
        numbers::grouped(cells.len() as u64),
        if cells.len() == 1 { "" } else { "s" },
        numbers::encounters(tuned.encounters),
        args.seed,
        numbers::confidence(args.confidence)
    );
    page.note(&how)?;
    if !tuned.complete {
        page.note("partial: the race was interrupted")?;
    }
    page.note("farther by: than the first; what is out is surely farther than the one that led then")?;
    let paths: Vec<&str> = args.vary.iter().map(|axis| axis.path.as_str()).collect();
    let short = short_names(&paths);
    for (short, path) in short.iter().zip(&paths).filter(|(short, path)| short != path) {
        page.note(&visible(&format!("{short}: {path}")))?;
    }
    let measures: Vec<String> = args.target.iter().map(|target| short_value(&target.name)).collect();
    let mut header: Vec<&str> = short.clone();
    header.extend(measures.iter().map(String::as_str));
    header.extend(["off by", "farther by", "encounters", "race"]);
    let row = |(index, ranked): (usize, &Ranked)| {
        let mut row: Vec<String> = cells[ranked.cell].iter().map(|(_, value)| visible(value).into_owned()).collect();
        row.extend(ranked.measured.iter().map(mean));
        row.push(distance(ranked.distance, ranked.interval));
        row.extend([farther(ranked), numbers::grouped(ranked.encounters), standing(index, ranked).to_owned()]);
        row
    };
    let rows = tuned.ranking.iter().enumerate().map(row).collect();
    page.gap()?;
    page.grid(&header, rows, paths.len()..header.len() - 1)?;
    page.gap()?;
    page.note(&visible(&verdict(args, cells, tuned)))?;
    if tuned.complete {
        page.note(&again(&measures, tuned))?;
        // A plain sweep would give every cell what the first one got, and the first one as much again on fresh dice.
        let without_race = tuned.ranking[0].encounters.saturating_mul(cells.len() as u64 + 1);
        if without_race > tuned.encounters {
            let text = format!(
                "as many encounters for every cell would have been {}, {:.1} times the race",
                numbers::grouped(without_race),
                without_race as f64 / tuned.encounters as f64
            );
            page.note(&text)?;
        }
    }
    Ok(())
}

/// A target in words, with its weight where that is not 1.
fn wanted(target: &Target) -> String {
    let weight =
        if target.weight.total_cmp(&1.0).is_eq() { String::new() } else { format!(" (weight {})", target.weight) };
    format!("{} {}{weight}", short_value(&target.name), target.value)
}

/// A mean or a share with the digits that its interval supports.
fn mean(measured: &Measured) -> String {
    let Measured { mean, sd, interval, is_share } = *measured;
    if is_share {
        numbers::share(&Share { count: None, share: mean, interval: Some(interval) })
    } else {
        numbers::mean(&Mean { mean, sd, interval: Some(interval) })
    }
}

/// The interval of a mean or a share.
fn interval(measured: &Measured) -> String {
    let Measured { mean, sd, interval, is_share } = *measured;
    if is_share {
        numbers::share_interval(&Share { count: None, share: mean, interval: Some(interval) })
    } else {
        numbers::mean_interval(&Mean { mean, sd, interval: Some(interval) })
    }
}

/// A distance with the digits that its interval supports.
fn distance(distance: f64, interval: Interval) -> String {
    numbers::mean(&Mean { mean: distance, sd: 0.0, interval: Some(interval) })
}

/// How much farther from the targets a cell is: than the first cell, as an interval, or for one that was dropped than the
/// leader of that moment, as a lower bound.
fn farther(ranked: &Ranked) -> String {
    match (ranked.dropped, ranked.behind) {
        (Some(dropped), _) => format!("> {}", numbers::at_least(dropped.closer.lo)),
        (None, Some(behind)) if !behind.lo.is_finite() || !behind.hi.is_finite() => "unknown".to_owned(),
        (None, Some(behind)) => {
            let mean = f64::midpoint(behind.lo, behind.hi);
            numbers::mean_interval(&Mean { mean, sd: 0.0, interval: Some(behind) })
        }
        (None, None) => String::new(),
    }
}

/// Whether a cell is still in the race, by its index in the ranking.
const fn standing(index: usize, ranked: &Ranked) -> &'static str {
    match (index, ranked.dropped) {
        (_, Some(_)) => "out",
        (0, None) => "first",
        (_, None) => "in",
    }
}

/// The verdict of the race in words.
fn verdict(args: &TuneArgs, cells: &[Cell], tuned: &Tuned) -> String {
    let first = &cells[tuned.ranking[0].cell];
    let first: Vec<String> = first.iter().map(|(path, value)| format!("{path}={value}")).collect();
    let first = first.join(" ");
    let confidence = numbers::confidence(args.confidence);
    let rivals = tuned.ranking.iter().filter(|ranked| ranked.behind.is_some()).count();
    match tuned.verdict {
        Verdict::Closest if cells.len() == 1 => format!("{first} is the only one"),
        Verdict::Closest => format!("{first} is the closest, with a confidence of {confidence}"),
        Verdict::WithinMargin => {
            format!("{first}: no other is closer by more than {}, with a confidence of {confidence}", args.margin)
        }
        Verdict::Open(Some(certainty)) => format!(
            "{first}: no other is closer by more than {}, with a confidence of {:.0}% only ({rivals} may be)",
            args.margin,
            (100.0 * certainty).floor()
        ),
        Verdict::Open(None) => format!(
            "{first} looks closest, but {rivals} other{} may be closer by more than {}: raise --max-encounters, or --margin",
            if rivals == 1 { "" } else { "s" },
            args.margin
        ),
    }
}

/// The means of the first cell on fresh encounters. Those of the race flatter it, since it was chosen by them.
fn again(measures: &[String], tuned: &Tuned) -> String {
    let metric = |(name, measured): (&String, &Measured)| format!("{name} {} ({})", mean(measured), interval(measured));
    let metrics: Vec<String> = measures.iter().zip(&tuned.remeasured).map(metric).collect();
    let fresh = tuned.fresh.end - tuned.fresh.start;
    format!("measured again on {} fresh encounters: {}", numbers::grouped(fresh), metrics.join(", "))
}
