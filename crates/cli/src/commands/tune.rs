//! `equipoise tune`: the values with which a scenario comes closest to its targets.

use std::io::{self, Write};

use equipoise_sim::output::csv::field as csv_field;
use equipoise_sim::studies::study::{Found, Tune};
use equipoise_sim::studies::sweep::Cell;
use equipoise_sim::studies::tune::Measured;
use equipoise_sim::studies::tune::result::{MeasuredAgain, MeasuredTarget, RankedCell, Tuning};
use equipoise_sim::{Interval, Watch};

use crate::args::{Format, TuneArgs};
use crate::diagnostics::note;
use crate::exit::Failure;
use crate::interrupt;
use crate::load::Files;
use crate::numbers::grouped;
use crate::out::Out;
use crate::page::Page;
use crate::progress::Progress;
use crate::resume;
use crate::tables;
use crate::threads::pool;

/// Races and prints the ranking.
pub(crate) fn run(args: &TuneArgs) -> Result<(), Failure> {
    let race = study(args).load(&Files)?;
    interrupt::listen();
    let kept = args.kept.resume.as_deref();
    let before = resume::work(kept, |text| race.finished(text))?;
    let pool = pool(args.work.threads)?;
    let progress = Progress::new(args.work.quiet, race.name(), None);
    let watch = Watch { interrupted: &interrupt::interrupted, progress: &|finished| progress.finished(finished) };
    let raced = pool.install(|| race.play_after(before, &watch));
    drop(progress);
    let (found, played) = raced?;
    let tuning = &found.result;
    if tuning.partial {
        note(&format!("interrupted after {} encounters, what is printed is partial", grouped(tuning.encounters)));
    }
    if tuning.ranking[0].encounters > 0 {
        print(args.format, &found)?;
    }
    if args.format == Format::Csv && tuning.ranking[0].encounters > 0 {
        for line in tables::tune::shortcomings(tuning) {
            note(&line);
        }
    }
    if tuning.partial {
        resume::keep(kept, &race.unfinished(&played))?;
    } else {
        resume::done(kept)?;
    }
    match (tuning.partial, tuning.reached) {
        (true, _) => Err(Failure::Interrupted),
        (false, true) => Ok(()),
        (false, false) => Err(Failure::Undecided),
    }
}

/// What the options ask.
pub(crate) fn study(args: &TuneArgs) -> Tune {
    let (scenario, overrides) = (args.input.scenario.clone(), args.input.changes.set.clone());
    let (vary, targets) = (args.vary.clone(), args.target.clone());
    let TuneArgs { zip, margin, max_encounters, seed, confidence, .. } = *args;
    Tune { scenario, overrides, vary, zip, targets, margin, max_encounters, seed, confidence }
}

fn print(format: Format, found: &Found<Tuning>) -> io::Result<()> {
    let tuning = &found.result;
    let mut out = Page::new(Out::new(), format.markup());
    match format {
        Format::Table | Format::Markdown => tables::tune::tuned(&mut out, tuning)?,
        Format::Json => writeln!(out, "{}", found.line())?,
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
