//! The ranking of a race as a table.

use std::io::{self, Write};

use equipoise_sim::sweep::Cell;
use equipoise_sim::tune::{Measured, Ranked, Target, Tuned, Verdict};
use equipoise_sim::{Interval, Mean, Share};

use super::{grid, short_names, short_value};
use crate::args::TuneArgs;
use crate::numbers;
use crate::text::{visible, wrapped};

/// The cells in their order, and how sure the first of them is.
pub(crate) fn tuned(
    out: &mut impl Write,
    title: &str,
    args: &TuneArgs,
    cells: &[Cell],
    tuned: &Tuned,
) -> io::Result<()> {
    writeln!(out, "{}", wrapped(&visible(title), 0, 0))?;
    let wanted: Vec<String> = args.target.iter().map(wanted).collect();
    writeln!(out, "{}", wrapped(&format!("wanted: {}", wanted.join(", ")), 0, 2))?;
    let how = format!(
        "{} cell{}, {} with the dice of seed {}; {} confidence",
        numbers::grouped(cells.len() as u64),
        if cells.len() == 1 { "" } else { "s" },
        numbers::encounters(tuned.encounters),
        args.seed,
        numbers::confidence(args.confidence)
    );
    writeln!(out, "{}", wrapped(&how, 0, 2))?;
    if !tuned.complete {
        writeln!(out, "partial: the race was interrupted")?;
    }
    let legend = "farther by: than the first; what is out is surely farther than the one that led then";
    writeln!(out, "{}", wrapped(legend, 0, 2))?;
    let paths: Vec<&str> = args.vary.iter().map(|axis| axis.path.as_str()).collect();
    let short = short_names(&paths);
    for (short, path) in short.iter().zip(&paths).filter(|(short, path)| short != path) {
        writeln!(out, "{}", wrapped(&visible(&format!("{short}: {path}")), 0, 2))?;
    }
    let measures: Vec<String> = args.target.iter().map(|target| short_value(&target.name)).collect();
    let mut header: Vec<&str> = short.clone();
    header.extend(measures.iter().map(String::as_str));
    header.extend(["off by", "farther by", "encounters", "race"]);
    let row = |(at, ranked): (usize, &Ranked)| {
        let mut row: Vec<String> = cells[ranked.cell].iter().map(|(_, value)| visible(value).into_owned()).collect();
        row.extend(ranked.measured.iter().map(mean));
        row.push(number(ranked.distance, ranked.interval));
        row.extend([farther(ranked), numbers::grouped(ranked.encounters), standing(at, ranked).to_owned()]);
        row
    };
    let rows = tuned.ranking.iter().enumerate().map(row).collect();
    write!(out, "\n{}", grid(&header, rows, paths.len()..header.len() - 1))?;
    writeln!(out, "\n{}", wrapped(&visible(&verdict(args, cells, tuned)), 0, 2))?;
    if tuned.complete {
        writeln!(out, "{}", wrapped(&again(&measures, tuned), 0, 2))?;
        let every = tuned.ranking[0].encounters.saturating_mul(cells.len() as u64 + 1);
        if every > tuned.encounters {
            let text = format!(
                "as many encounters for every cell would have been {}, {:.1} times the race",
                numbers::grouped(every),
                every as f64 / tuned.encounters as f64
            );
            writeln!(out, "{}", wrapped(&text, 0, 2))?;
        }
    }
    Ok(())
}

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

fn interval(measured: &Measured) -> String {
    let Measured { mean, sd, interval, is_share } = *measured;
    if is_share {
        numbers::share_interval(&Share { count: None, share: mean, interval: Some(interval) })
    } else {
        numbers::mean_interval(&Mean { mean, sd, interval: Some(interval) })
    }
}

/// A distance with the digits that its interval supports.
fn number(distance: f64, interval: Interval) -> String {
    numbers::mean(&Mean { mean: distance, sd: 0.0, interval: Some(interval) })
}

/// By how much a cell may be farther than the first, or surely is than the leader that dropped it.
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

/// Whether a cell is still in the race.
const fn standing(at: usize, ranked: &Ranked) -> &'static str {
    match (at, ranked.dropped) {
        (_, Some(_)) => "out",
        (0, None) => "first",
        (_, None) => "in",
    }
}

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

/// What the first one yields on fresh encounters.
fn again(measures: &[String], tuned: &Tuned) -> String {
    let found = measures.iter().zip(&tuned.remeasured);
    let found: Vec<String> =
        found.map(|(name, found)| format!("{name} {} ({})", mean(found), interval(found))).collect();
    let fresh = tuned.fresh.end - tuned.fresh.start;
    format!("measured again on {} fresh encounters: {}", numbers::grouped(fresh), found.join(", "))
}
