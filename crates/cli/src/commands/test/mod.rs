//! `equipoise test`: scenarios held against what their files expect.

use std::path::{Path, PathBuf};

use equipoise_engine::Seed;
use equipoise_report::test as page;
use equipoise_sim::Watch;
use equipoise_sim::studies::merge::{Goal, Merging};
use equipoise_sim::studies::study::{Limits, LoadedTest, StudyError, Test};
use equipoise_sim::studies::test::{Refused, Sampling};

use crate::args::Method;
use crate::charts;
use crate::diagnostics::{note, note_former_names};
use crate::exit::Failure;
use crate::interrupt;
use crate::load::{loader, refuse_stdin_twice};
use crate::numbers::grouped;
use crate::outputs::Outputs;
use crate::progress::Progress;
use crate::shards::{self, Joined, waits};
use crate::solving::Solving;
use crate::threads::pool;

pub(crate) mod args;
mod files;
mod printer;
mod table;

use args::TestArgs;
use printer::Printer;

/// Confidence of all verdicts on a scenario, unless `--confidence` says otherwise: a false alarm in CI costs somebody
/// an hour.
const CONFIDENCE: f64 = 0.999;
/// Encounters after which what is undecided stays so, unless `--max-encounters` says otherwise.
const MAX_ENCOUNTERS: u64 = 10_000_000;
/// Bytes that `--method auto` tries to solve a scenario in, unless `--max-memory` or `--max-states` says otherwise: a
/// second or two of work.
const TRIED_MEMORY: u64 = 128_000_000;

/// A scenario that was given, judged in its turn or refused.
enum Given {
    Loaded(Box<LoadedTest>),
    Refused(Refused),
}

/// Tests all scenarios, and leaves no report of an earlier test where this one has mistakes.
pub(crate) fn run(args: &TestArgs) -> Result<(), Failure> {
    let mut are_written = false;
    let result = test(args, &mut are_written);
    if let Err(Failure::Mistakes(mistakes)) = &result
        && !are_written
    {
        files::write_failure(args, mistakes);
    }
    result
}

/// Tests all scenarios, one after the other, and prints each as soon as it is judged, where the format allows that.
fn test(args: &TestArgs, are_written: &mut bool) -> Result<(), Failure> {
    refuse_stdin_twice(&args.input.scenarios)?;
    refuse_combinations(args)?;
    let (given, mut failures) = load(args);
    let loaded: Vec<&LoadedTest> = given.iter().filter_map(Given::loaded).collect();
    let merging = if failures.is_empty() { shards(args, &loaded)? } else { None };
    if failures.is_empty() && loaded.iter().all(|test| test.expectations() == 0) {
        return Err(Failure::with_help(
            "nothing is expected: no scenario has a table [expect]",
            "such as: expect.party = { between = [0.55, 0.65] }",
        ));
    }
    refuse_charts(args, &loaded)?;
    let outputs = Outputs::default().reads_scenarios(loaded.iter().map(|test| test.scenario()));
    let outputs = outputs.reads_files(&given.iter().filter_map(Given::refused).collect::<Vec<_>>());
    let outputs = outputs.writes(args.junit.as_ref()).writes_markdown(args.markdown.as_ref());
    outputs.writes_page_file(&args.page).check()?;
    for expectation in loaded.iter().flat_map(|test| test.scenario().scenario.expectations()) {
        note_former_names(&expectation.quantity);
    }
    for silent in loaded.iter().filter(|test| test.expectations() == 0) {
        note(&format!("{} expects nothing: its file has no [expect]", name(silent)));
    }
    interrupt::listen();
    let mut printer = Printer::new(args, given.len(), loaded.iter().copied().map(name));
    failures.extend(judge(args, &given, merging.as_ref(), &mut printer)?);
    printer.finish()?;
    if let Some(merging) = merging.filter(|_| printer.is_interrupted() && !interrupt::interrupted()) {
        if let Some(next) = merging.missing_at_next_look() {
            note(&waits(&next));
        }
        files::note_unwritten(args, "undecided");
        files::remove_earlier(args);
        return Err(Failure::Undecided);
    }
    // An interrupt of an exact solution leaves no verdict that would tell.
    if printer.is_interrupted() || failures.iter().any(|failure| matches!(failure, Failure::Interrupted)) {
        note_partial(args, &printer, loaded.iter().filter(|test| test.expectations() > 0).count());
        return Err(Failure::Interrupted);
    }
    *are_written = true;
    let written = files::write(args, &printer.all, &printer.refused);
    if let Err(failure) = written {
        failures.push(failure);
    }
    if !failures.is_empty() {
        return Err(Failure::all(failures));
    }
    if printer.all_pass() { Ok(()) } else { Err(Failure::Undecided) }
}

/// Judges the scenarios that were loaded, and prints each with those that were refused, until an interrupt. Returns the failures of those
/// that cannot be judged after all.
fn judge(
    args: &TestArgs,
    given: &[Given],
    merging: Option<&Merging>,
    printer: &mut Printer,
) -> Result<Vec<Failure>, Failure> {
    let pool = pool(args.work.threads)?;
    let mut failures = Vec::new();
    for given in given {
        let test = match given {
            Given::Refused(refused) => {
                printer.print_refused(refused.clone())?;
                continue;
            }
            Given::Loaded(test) if test.expectations() == 0 => continue,
            Given::Loaded(test) => test,
        };
        let solving = Solving::new(args.work.quiet, name(test));
        let progress = Progress::new(args.work.quiet, name(test), None);
        let watch = Watch { interrupted: &interrupt::interrupted, progress: &|finished| progress.finished(finished) };
        let elsewhere = merging.map(|merging| merging.counted_of(test.scenario()));
        let found = pool.install(|| test.play_elsewhere(elsewhere, &solving, &watch));
        drop(progress);
        match found {
            Ok(found) => printer.print(found)?,
            Err(error) => {
                if !error.is_interrupt() {
                    printer.print_refused(refused(&test.scenario().path, &error))?;
                }
                failures.push(Failure::from(error));
            }
        }
        if printer.is_interrupted() {
            break;
        }
    }
    Ok(failures)
}

impl Given {
    fn loaded(&self) -> Option<&LoadedTest> {
        if let Self::Loaded(test) = self { Some(test) } else { None }
    }

    /// The file of a scenario that was refused.
    fn refused(&self) -> Option<PathBuf> {
        if let Self::Refused(refused) = self { Some(refused.file.clone()) } else { None }
    }
}

/// The scenario of this path, which cannot be judged.
fn refused(path: &Path, error: &StudyError) -> Refused {
    Refused::new(path.to_owned(), loader().texts.name(path), error)
}

/// Says how far an interrupted test came, and which files it leaves unwritten.
fn note_partial(args: &TestArgs, printer: &Printer, scenarios: usize) {
    let whole = printer.all.iter().filter(|found| !found.result.is_interrupted).count();
    let [whole, scenarios] = [whole, scenarios].map(|count| grouped(count as u64));
    note(&format!("interrupted: {whole} of {scenarios} scenarios were judged, what is printed is partial"));
    files::note_unwritten(args, "interrupted");
}

/// The shards that the encounters come from, if any are given.
fn shards(args: &TestArgs, loaded: &[&LoadedTest]) -> Result<Option<Merging>, Failure> {
    if args.shards.is_empty() {
        return Ok(None);
    }
    let [test] = loaded else {
        return Err(Failure::plain(format!("--shards takes one scenario, and {} are given", loaded.len())));
    };
    let max_encounters = args.max_encounters.unwrap_or(MAX_ENCOUNTERS);
    let merging = match shards::joined(Goal::Looks { max_encounters }, &shards::files(&args.shards)?)? {
        Joined::Runs(merging) => merging,
        Joined::Comparison(_) => {
            return Err(Failure::plain("--shards takes shards of a run, and these are of a comparison"));
        }
    };
    merging.are_of(test.scenario(), Seed(args.seed))?;
    Ok(Some(merging))
}

/// Loads all scenarios. Those that have mistakes are refused, each with a failure.
fn load(args: &TestArgs) -> (Vec<Given>, Vec<Failure>) {
    let (mut given, mut failures) = (Vec::new(), Vec::new());
    for study in studies(args) {
        match study.load(loader()) {
            Ok(test) => given.push(Given::Loaded(Box::new(test))),
            Err(error) => {
                given.push(Given::Refused(refused(&study.scenario, &error)));
                failures.push(Failure::from(error));
            }
        }
    }
    (given, failures)
}

/// The tests that the options ask for, scenario by scenario.
pub(crate) fn studies(args: &TestArgs) -> Vec<Test> {
    let sampling = Sampling {
        confidence: args.confidence.unwrap_or(CONFIDENCE),
        max_encounters: args.max_encounters.unwrap_or(MAX_ENCOUNTERS),
    };
    let is_tried = args.method == Method::Auto && args.solver.given().is_none();
    let limits = if is_tried { Limits { max_memory: TRIED_MEMORY, max_states: None } } else { args.solver.limits() };
    let method = args.method.of(limits, sampling);
    let study = |scenario: &PathBuf| Test {
        scenario: scenario.clone(),
        overrides: args.input.changes.overrides(),
        method,
        seed: args.seed,
    };
    args.input.scenarios.iter().map(study).collect()
}

/// Refuses charts that there will not be.
fn refuse_charts(args: &TestArgs, loaded: &[&LoadedTest]) -> Result<(), Failure> {
    match (loaded, args.input.scenarios.len()) {
        // The mistakes of the only scenario are told without charts.
        ([], 1) => Ok(()),
        ([test], 1) => charts::refuse_unknown(&args.page.charts, &page::names(test.expected())),
        _ if args.page.charts.chart.is_empty() => Ok(()),
        (_, several) => Err(Failure::plain(format!("--chart takes one scenario, and {several} are given"))),
    }
}

/// Refuses options that would change nothing.
fn refuse_combinations(args: &TestArgs) -> Result<(), Failure> {
    let fights_only = [
        (args.confidence.is_some(), "--confidence"),
        (args.max_encounters.is_some(), "--max-encounters"),
        (!args.shards.is_empty(), "--shards"),
    ];
    let needs_fights = fights_only.into_iter().find(|(is_given, _)| *is_given).filter(|_| args.method == Method::Exact);
    if let Some((_, name)) = needs_fights {
        let message = format!("{name} needs fights, which `--method exact` does not play; use `--method auto`");
        return Err(Failure::plain(message));
    }
    if let Some(name) = args.solver.given().filter(|_| args.method == Method::Sample) {
        return Err(Failure::plain(format!("{name} needs --method exact or --method auto")));
    }
    if args.allow_undecided && args.method == Method::Exact {
        return Err(Failure::plain("--allow-undecided is for fights: `--method exact` decides everything"));
    }
    Ok(())
}

fn name(test: &LoadedTest) -> &str {
    &test.scenario().name
}
