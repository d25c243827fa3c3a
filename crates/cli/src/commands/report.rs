//! `equipoise report`: a page of charts about scenarios, with the files that it is made from.

use std::io::{self, Write};
use std::path::Path;

use equipoise_engine::Seed;
use equipoise_report::run::{Section, page, replays, seed_of_replays};
use equipoise_sim::Watch;
use equipoise_sim::output::files::{PAGE, write_answers, write_answers_with_page};
use equipoise_sim::studies::answer::Answer;

use super::run::played;
use crate::args::{
    CONFIDENCE, ContinueArgs, ENCOUNTERS, Format, Method, OnlyArgs, PageArgs, PictureArgs, ReportArgs, RunArgs,
    RunQuestion, SEED,
};
use crate::diagnostics::note;
use crate::exit::Failure;
use crate::interrupt;
use crate::load::Loaded;

/// Plays all scenarios as `run` does and writes their files with the page.
pub(crate) fn run(args: PageArgs) -> Result<(), Failure> {
    let command = command(&args);
    let seed = Seed(args.question.seed.unwrap_or(SEED));
    let PageArgs { input, out, parquet, question, work } = args;
    let path = out.join(PAGE);
    let run = RunArgs {
        input,
        question,
        shard: None,
        encounters_out: None,
        report: ReportArgs { format: Format::Table, out: Some(out), parquet },
        going_on: ContinueArgs { resume: None, extend: None },
        only: OnlyArgs { only: Vec::new() },
        pictures: PictureArgs { picture: false, no_picture: true },
        work,
    };
    let write = |scenarios: &[Loaded], answers: &[Answer], dir: &Path| {
        write(scenarios, answers, dir, (seed, parquet, &command))
    };
    let written = played(&run, Some(&write));
    if let Ok(()) | Err(Failure::Undecided) = &written {
        writeln!(io::stdout(), "{}", path.display())?;
    }
    written
}

/// Writes all files. An interrupt while fights are searched that are worth telling leaves out the page alone.
fn write(
    scenarios: &[Loaded],
    answers: &[Answer],
    dir: &Path,
    (seed, parquet, command): (Seed, bool, &[String]),
) -> Result<(), Failure> {
    let watch = Watch { interrupted: &interrupt::interrupted, progress: &|_| () };
    let section = |(answer, loaded)| {
        let (seed, encounters) = seed_of_replays(answer, seed);
        Some(Section { answer, loaded, replays: replays(loaded, seed, encounters, &watch)? })
    };
    match answers.iter().zip(scenarios).map(section).collect::<Option<Vec<Section>>>() {
        Some(sections) => {
            write_answers_with_page(dir, answers, parquet, &page(&sections, command))?;
            Ok(())
        }
        None => {
            write_answers(dir, answers, parquet)?;
            note(&format!("interrupted: {} was not written", dir.join(PAGE).display()));
            Err(Failure::Interrupted)
        }
    }
}

/// The words of the command line that makes the page again, wherever it is written: every setting that changes a number is spelled
/// out.
fn command(args: &PageArgs) -> Vec<String> {
    let mut words = vec!["equipoise".to_owned(), "report".to_owned()];
    let path = |path: &Path| {
        let path = path.display().to_string();
        // What begins with a dash would be taken for an option; `-` alone is the standard input.
        if path.len() > 1 && path.starts_with('-') { format!("./{path}") } else { path }
    };
    words.extend(args.input.scenarios.iter().map(|scenario| path(scenario)));
    let mut option = |name: &str, value: &str| {
        if value.starts_with('-') {
            words.push(format!("{name}={value}"));
        } else {
            words.extend([name.to_owned(), value.to_owned()]);
        }
    };
    args.input.changes.set.iter().for_each(|set| option("--set", &set.to_string()));
    let RunQuestion { method, seed, encounters, range, confidence, precision, max_encounters, solver, .. } =
        &args.question;
    match method {
        Method::Sample => {}
        Method::Exact => option("--method", "exact"),
        Method::Auto => option("--method", "auto"),
    }
    if *method != Method::Exact {
        option("--seed", &seed.unwrap_or(SEED).to_string());
        range.iter().for_each(|range| option("--range", &format!("{}..{}", range.start, range.end)));
        if range.is_empty() && precision.is_none() {
            option("--encounters", &encounters.unwrap_or(ENCOUNTERS).to_string());
        }
        precision.iter().for_each(|width| option("--precision", &width.to_string()));
        max_encounters.iter().for_each(|most| option("--max-encounters", &most.to_string()));
        option("--confidence", &confidence.unwrap_or(CONFIDENCE).to_string());
    }
    solver.max_memory.iter().for_each(|bytes| option("--max-memory", &bytes.to_string()));
    solver.max_states.iter().for_each(|states| option("--max-states", &states.to_string()));
    words.extend(args.question.check.then(|| "--check".to_owned()));
    words.extend(args.parquet.then(|| "--parquet".to_owned()));
    words.extend(["--out".to_owned(), "DIR".to_owned()]);
    words
}
