//! `equipoise report`: a page of charts about scenarios, with the files that it is made from.

use std::collections::BTreeSet;
use std::io::Write;
use std::ops::Range;
use std::path::Path;

use equipoise_engine::Seed;
use equipoise_report::run::{Section, chart_names, charts as of_report, kept, page, replays, seed_of_replays};
use equipoise_sim::output::files::{PAGE, write_answers, write_answers_with_page};
use equipoise_sim::studies::answer::Answer;
use equipoise_sim::studies::study::{StudyError, Words};
use equipoise_sim::studies::ways::ways;
use equipoise_sim::{Method as OfReport, Watch};

use crate::args::{
    CONFIDENCE, ChartArgs, ENCOUNTERS, FileArgs, Format, Method, OnlyArgs, PictureArgs, ReportArgs, SEED,
};
use crate::charts;
use crate::commands::run::args::{RunArgs, RunQuestion};
use crate::commands::run::played;
use crate::diagnostics::note;
use crate::exit::Failure;
use crate::interrupt;
use crate::load::{Loaded, loader, registry};
use crate::out::Out;

pub(in crate::commands) mod args;

use args::PageArgs;

/// Plays all scenarios as `run` does and writes their files with the page.
pub(crate) fn run(args: &PageArgs) -> Result<(), Failure> {
    let command = command(args);
    let seed = Seed(args.question.seed.unwrap_or(SEED));
    let confidence = args.question.confidence.unwrap_or(CONFIDENCE);
    let PageArgs { input, out, parquet, charts, going_on, question, work } = args.clone();
    let harms: BTreeSet<&str> = registry().systems().iter().flat_map(|system| system.harms()).copied().collect();
    let left: BTreeSet<&str> = registry().systems().iter().flat_map(|system| system.left()).copied().collect();
    charts::refuse_unknown(&charts, &chart_names(harms, left))?;
    if let ([_, _, ..], [_, ..]) = (input.scenarios.as_slice(), charts.chart.as_slice()) {
        return Err(Failure::plain(format!("--chart takes one scenario, and {} are given", input.scenarios.len())));
    }
    let path = going_on.dir().or(out.as_ref()).expect("one of them is required").join(PAGE);
    let run = RunArgs {
        input,
        question,
        part: None,
        shard: None,
        encounters_out: None,
        ways: false,
        report: ReportArgs { format: Format::Table, files: FileArgs { out, parquet, benchmark: None } },
        going_on,
        only: OnlyArgs { only: Vec::new() },
        pictures: PictureArgs { picture: false, no_picture: true },
        work,
    };
    let write = |scenarios: &[Loaded], answers: &[Answer], dir: &Path| {
        write(scenarios, answers, dir, (seed, confidence, parquet, &command), &charts)
    };
    let written = played(&run, Some((&write, &charts)));
    if let Ok(()) | Err(Failure::Undecided) = &written {
        let mut out = Out::new();
        writeln!(out, "{}", path.display())?;
        out.flush()?;
    }
    written
}

/// Writes all files. An interrupt while fights are searched that are worth telling leaves out the page alone.
fn write(
    scenarios: &[Loaded],
    answers: &[Answer],
    dir: &Path,
    (seed, confidence, parquet, command): (Seed, f64, bool, &[String]),
    charts: &ChartArgs,
) -> Result<(), Failure> {
    let watch = Watch { interrupted: &interrupt::interrupted, progress: &|_| () };
    let section = |(answer, loaded)| {
        let (seed, encounters) = seed_of_replays(answer, seed);
        let is_solved = matches!(answer.report.method, OfReport::Exact { .. });
        let replays = replays(loaded, seed, encounters, is_solved, &watch)?;
        let of_scenario = (loaded.path.as_path(), loaded.changes.as_slice());
        // If the scenario cannot be read a second time, the page does without other ways to play.
        let ways = match ways(loader(), loaded, of_scenario, seed.0, &watch) {
            Err(StudyError::Interrupted) => return None,
            found => found.ok(),
        };
        let accounts = kept(loaded, seed, first_range(answer, encounters), confidence, &watch).ok()?;
        Some(Section { answer, loaded, replays, accounts, ways })
    };
    let sections = answers.iter().zip(scenarios).map(section).collect::<Option<Vec<Section>>>();
    if let Some(sections) = sections {
        write_answers_with_page(dir, answers, parquet, &page(&sections, command))?;
        return charts.write(command, || of_report(&sections[0]));
    }
    write_answers(dir, answers, parquet)?;
    note(&format!(
        "interrupted: {} was not written; --extend {} writes it from the counts",
        dir.join(PAGE).display(),
        dir.display()
    ));
    Err(Failure::Interrupted)
}

/// The first encounters of an answer that follow each other; of a solved scenario those that a run would play.
fn first_range(answer: &Answer, encounters: u64) -> Range<u64> {
    match &answer.report.method {
        OfReport::Sampled { ranges, .. } => ranges.first().cloned().unwrap_or(0..0),
        OfReport::Exact { .. } => 0..encounters,
    }
}

/// The words of the command line that makes the page again, wherever it is written: every setting that changes a number
/// is spelled out.
fn command(args: &PageArgs) -> Vec<String> {
    let RunQuestion { method, seed, encounters, range, confidence, precision, max_encounters, solver, check } =
        &args.question;
    let words = args.input.scenarios.iter().fold(Words::new("report"), |words, path| words.path(path));
    let words = words.options("--set", &args.input.changes.overrides());
    let words = match method {
        Method::Sample => words,
        Method::Exact => words.option("--method", &"exact"),
        Method::Auto => words.option("--method", &"auto"),
    };
    let words = if *method == Method::Exact {
        words
    } else {
        let ranges: Vec<String> = range.iter().map(|range| format!("{}..{}", range.start, range.end)).collect();
        let is_first = range.is_empty() && precision.is_none();
        let first = is_first.then(|| encounters.unwrap_or(ENCOUNTERS));
        let words = words.option("--seed", &seed.unwrap_or(SEED)).options("--range", &ranges);
        let words = words.options("--encounters", first.as_slice()).options("--precision", precision.as_slice());
        let words = words.options("--max-encounters", max_encounters.as_slice());
        words.option("--confidence", &confidence.unwrap_or(CONFIDENCE))
    };
    let words = words.options("--max-memory", solver.max_memory.as_slice());
    let words = words.options("--max-states", solver.max_states.as_slice()).flag("--check", *check);
    words.flag("--parquet", args.parquet).option("--out", &"DIR").0
}
