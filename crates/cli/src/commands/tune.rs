//! `equipoise tune`: the values with which a scenario comes closest to its targets.

use std::io::{self, Write};

use equipoise_engine::Seed;
use equipoise_sim::kernel::quantity::{EXTRAS, Kind};
use equipoise_sim::output::json;
use equipoise_sim::studies::sweep::{Cell, Combination, combine};
use equipoise_sim::studies::tune::result::{Entrants, MeasuredAgain, MeasuredTarget, RankedCell, Tuning, tuning};
use equipoise_sim::studies::tune::{Measured, Race, TargetError, TuneError};
use equipoise_sim::{Interval, Watch};

use crate::args::{Format, TuneArgs};
use crate::diagnostics::note;
use crate::exit::Failure;
use crate::interrupt;
use crate::load::{Loaded, load_cells};
use crate::numbers::grouped;
use crate::out::Out;
use crate::page::Page;
use crate::progress::Progress;
use crate::tables;
use crate::text::csv_field;
use crate::threads::pool;

/// Races and prints the ranking.
pub(crate) fn run(args: &TuneArgs) -> Result<(), Failure> {
    let combination = if args.zip { Combination::Zip } else { Combination::Grid };
    let cells = combine(&args.vary, combination).map_err(|error| Failure::plain(error.to_string()))?;
    let loaded = load_cells(&args.input.scenario, &args.input.changes.set, &cells, "--vary")?;
    interrupt::listen();
    let tuning = pool(args.work.threads)?.install(|| race(args, &cells, &loaded))?;
    if tuning.partial {
        note(&format!("interrupted after {} encounters, what is printed is partial", grouped(tuning.encounters)));
    }
    if tuning.ranking[0].encounters > 0 {
        print(args.format, &tuning)?;
    }
    if tuning.partial { Err(Failure::Interrupted) } else { Ok(()) }
}

fn race(args: &TuneArgs, cells: &[Cell], loaded: &[Loaded]) -> Result<Tuning, Failure> {
    let TuneArgs { seed, confidence, margin, max_encounters, .. } = *args;
    let race = Race { seed: Seed(seed), confidence, margin, max_encounters };
    let first = &loaded[0];
    let fights = loaded.iter().map(|cell| cell.fights.recordable()).collect();
    let entrants = Entrants { scenario: &first.name, system: first.system.name(), cells, fights };
    let progress = Progress::new(args.work.quiet, &first.name, None);
    let watch = Watch { interrupted: &interrupt::interrupted, progress: &|finished| progress.finished(finished) };
    tuning(&entrants, &args.target, &race, &watch).map_err(|error| refused(&error, loaded))
}

/// The failure of a race that could not start, with what may help.
fn refused(error: &TuneError, loaded: &[Loaded]) -> Failure {
    match error {
        TuneError::Target { cell, source: TargetError::Unknown { .. } } => {
            let cell = &loaded[*cell];
            let (combatants, metrics) = (cell.fights.combatants(), cell.fights.metrics());
            let extras: Vec<&str> =
                EXTRAS.iter().filter(|extra| extra.kind != Kind::MeanAmong).map(|extra| extra.name).collect();
            let ids: Vec<&str> = combatants.iter().map(|combatant| combatant.id.as_str()).collect();
            let metrics: Vec<&str> = metrics.iter().map(|metric| metric.name.as_str()).collect();
            let help = format!(
                "known: party, enemies, draw, timeout, rounds, {}, combatants.ID.STATE for the ids {}, and the metrics {}",
                extras.join(", "),
                ids.join(", "),
                metrics.join(", ")
            );
            let values: Vec<String> = cell.changes.iter().map(ToString::to_string).collect();
            Failure::with_help(format!("{error} with {}", values.join(", ")), help)
        }
        TuneError::TooFew { .. } => Failure::with_help(error.to_string(), "raise --max-encounters"),
        TuneError::Target { .. } | TuneError::Twice { .. } => Failure::plain(error.to_string()),
    }
}

fn print(format: Format, tuning: &Tuning) -> io::Result<()> {
    let mut out = Page::new(Out::new(), format.markup());
    match format {
        Format::Table | Format::Markdown => tables::tune::tuned(&mut out, tuning)?,
        Format::Json => writeln!(out, "{}", json::line(tuning))?,
        Format::Csv => csv(&mut out, tuning)?,
    }
    out.flush()
}

fn csv(out: &mut impl Write, tuning: &Tuning) -> io::Result<()> {
    let mut header: Vec<String> = vec!["rank".to_owned()];
    header.extend(tuning.paths().map(|path| csv_field(path).into_owned()));
    for target in &tuning.targets {
        header.extend(["", "_lo", "_hi"].map(|end| csv_field(&format!("{}{end}", target.name)).into_owned()));
    }
    header.extend(["distance", "distance_lo", "distance_hi", "encounters", "status"].map(str::to_owned));
    writeln!(out, "{}", header.join(","))?;
    for (index, ranked) in tuning.ranking.iter().enumerate() {
        let RankedCell { values, metrics, distance, interval, encounters, status, .. } = ranked;
        let mut row = measured((index + 1).to_string(), values, metrics);
        let Interval { lo, hi } = *interval;
        row.extend([*distance, lo, hi].map(number));
        row.extend([encounters.to_string(), status.to_string()]);
        writeln!(out, "{}", row.join(","))?;
    }
    if let Some(MeasuredAgain { values, encounters, metrics, distance }) = &tuning.measured_again {
        let mut row = measured("1".to_owned(), values, metrics);
        row.extend([distance.to_string(), String::new(), String::new()]);
        row.extend([encounters.to_string(), "measured again".to_owned()]);
        writeln!(out, "{}", row.join(","))?;
    }
    Ok(())
}

/// The fields of a row up to those of the distance.
fn measured(rank: String, values: &Cell, metrics: &[MeasuredTarget]) -> Vec<String> {
    let values = values.iter().map(|(_, value)| csv_field(value).into_owned());
    let with_bounds = |metric: &MeasuredTarget| {
        let Measured { mean, interval, .. } = metric.measured;
        [mean, interval.lo, interval.hi].map(number)
    };
    [rank].into_iter().chain(values).chain(metrics.iter().flat_map(with_bounds)).collect()
}

/// A number of a CSV file; empty where it is infinite, which means that too few encounters were seen to bound it.
fn number(number: f64) -> String {
    if number.is_finite() { number.to_string() } else { String::new() }
}
