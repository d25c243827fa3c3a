//! `equipoise tune`: the values with which a scenario comes closest to its targets.

use std::io::{self, Write};

use equipoise_report::tune as page;
use equipoise_sim::Watch;
use equipoise_sim::output::csv::field as csv_field;
use equipoise_sim::output::sentences::shortcomings;
use equipoise_sim::studies::study::{Found, Tune, Words};
use equipoise_sim::studies::tune::result::{MeasuredAgain, MeasuredTarget, RankedCell, Tuning};
use equipoise_sim::studies::tune::{Measured, Stretch, Target};

use crate::args::Format;
use crate::charts;
use crate::diagnostics::note;
use crate::exit::Failure;
use crate::interrupt;
use crate::load::loader;
use crate::numbers::grouped;
use crate::out::Out;
use crate::outputs::Outputs;
use crate::page::Page;
use crate::progress::Progress;
use crate::resume;
use crate::stint::{self, Stints, race_in_stints};
use crate::text::csv_path;
use crate::threads::pool;
use crate::vary::note_left_out;

pub(in crate::commands) mod args;
mod table;

use args::TuneArgs;

/// Races and prints the ranking.
pub(crate) fn run(args: &TuneArgs) -> Result<(), Failure> {
    note_left_out(&args.vary);
    let race = study(args).load(loader())?;
    charts::refuse_unknown(&args.page.charts, &page::names(&args.target))?;
    Outputs::default().reads_files(std::slice::from_ref(&args.input.scenario)).writes_page_file(&args.page).check()?;
    interrupt::listen();
    let kept = args.kept.resume.as_deref();
    let before = resume::work(kept, |text| race.finished(text))?;
    let pool = pool(args.work.threads)?;
    let progress = Progress::new(args.work.quiet, race.name(), None);
    let keep = |played: &[Stretch]| stint::keep(kept, &race.unfinished(played));
    let watch = Watch { interrupted: &interrupt::interrupted, progress: &|finished| progress.finished(finished) };
    let raced = pool.install(|| race_in_stints(&Stints::keeping(kept, &keep), &race, before, &watch));
    drop(progress);
    let (found, played) = raced?;
    let tuning = &found.result;
    if tuning.partial {
        note(&format!("interrupted after {} encounters, what is printed is partial", grouped(tuning.encounters)));
    }
    // A closed stdout must not cost the page, so its error is returned after it is written.
    let printed = if tuning.ranking[0].encounters > 0 { print(args.format, &found) } else { Ok(()) };
    if tuning.partial {
        args.page.note_unwritten();
    } else {
        let words = Words(found.provenance.study.command());
        args.page.write(&words, |command| page::page(&found, command), || page::charts(tuning))?;
    }
    printed?;
    if args.format == Format::Csv && tuning.ranking[0].encounters > 0 {
        for line in shortcomings(tuning) {
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

/// The study that the options ask for.
pub(crate) fn study(args: &TuneArgs) -> Tune {
    let (scenario, overrides) = (args.input.scenario.clone(), args.input.changes.overrides());
    let (vary, targets) = (args.vary.clone(), args.target.clone());
    let TuneArgs { zip, margin, max_encounters, seed, confidence, .. } = *args;
    Tune { scenario, overrides, vary, zip, targets, margin, max_encounters, seed, confidence }
}

fn print(format: Format, found: &Found<Tuning>) -> io::Result<()> {
    let tuning = &found.result;
    let mut out = Page::new(Out::new(), format.markup());
    match format {
        Format::Table | Format::Markdown => table::tuned(&mut out, tuning)?,
        Format::Json => writeln!(out, "{}", found.line())?,
        Format::Csv => csv(&mut out, found)?,
    }
    out.flush()
}

/// A row for each cell. The second measurement of the first stands in columns of its own, which the others leave empty.
fn csv(out: &mut impl Write, found: &Found<Tuning>) -> io::Result<()> {
    let tuning = &found.result;
    let file = found.provenance.study.scenarios().first().map(|path| csv_path(path)).unwrap_or_default();
    let targets = |prefix: &'static str| {
        let columns = move |target: &Target| ["", "_lo", "_hi"].map(|end| format!("{prefix}{}{end}", target.name));
        tuning.targets.iter().flat_map(columns)
    };
    let mut header: Vec<String> = vec!["rank".to_owned()];
    header.extend(tuning.paths().map(str::to_owned));
    header.extend(targets(""));
    header.extend(["distance", "distance_lo", "distance_hi", "encounters", "status"].map(str::to_owned));
    let raced = header.len();
    header.extend(targets("remeasured_"));
    header.extend(["remeasured_distance", "remeasured_encounters"].map(str::to_owned));
    let remeasured = header.len();
    header.push("file".to_owned());
    let names: Vec<_> = header.iter().map(|name| csv_field(name)).collect();
    writeln!(out, "{}", names.join(","))?;
    for (index, ranked) in tuning.ranking.iter().enumerate() {
        let RankedCell { values, metrics, distance, interval, encounters, status, .. } = ranked;
        let mut row = vec![(index + 1).to_string()];
        row.extend(values.iter().map(|(_, value)| csv_field(value).into_owned()));
        row.extend(with_bounds(metrics));
        row.extend([*distance, interval.lo, interval.hi].map(number));
        row.extend([encounters.to_string(), status.to_string()]);
        match tuning.measured_again.as_ref().filter(|_| index == 0) {
            Some(MeasuredAgain { encounters, metrics, distance, .. }) => {
                row.extend(with_bounds(metrics));
                row.extend([distance.to_string(), encounters.to_string()]);
            }
            None => row.resize(row.len() + remeasured - raced, String::new()),
        }
        row.push(file.clone());
        writeln!(out, "{}", row.join(","))?;
    }
    Ok(())
}

/// The fields of the targets: of each its mean and the ends of its interval.
fn with_bounds(metrics: &[MeasuredTarget]) -> impl Iterator<Item = String> {
    metrics.iter().flat_map(|metric| {
        let Measured { mean, interval, .. } = metric.measured;
        [mean, interval.lo, interval.hi].map(number)
    })
}

/// A number of a CSV file; empty where it is infinite, which means that too few encounters were seen to bound it.
fn number(number: f64) -> String {
    if number.is_finite() { number.to_string() } else { String::new() }
}
