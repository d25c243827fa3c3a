//! `equipoise merge`: shards of one run, sweep or comparison, joined.

use std::io::Write;
use std::path::{Path, PathBuf};

use equipoise_sim::output::files::{has_whole_set, write_answers, write_partial};
use equipoise_sim::studies::answer::Answer;
use equipoise_sim::studies::merge::{Goal, JointMerging, Merged, Missing};
use equipoise_sim::studies::only::Only;
use equipoise_sim::studies::report::Status;
use equipoise_sim::{Precision, Shard};

use crate::args::CONFIDENCE;
use crate::commands::answer::Printer;
use crate::commands::run::MAX_ENCOUNTERS;
use crate::commands::sweep::cells::Cells;
use crate::diagnostics::note;
use crate::exit::Failure;
use crate::only;
use crate::out::Out;
use crate::outputs::{self, Outputs};
use crate::shards::{Joined, files, joined, list, waits};

pub(in crate::commands) mod args;
mod comparison;

use args::MergeArgs;

/// Reads all shards, joins them, and prints the whole or what is missing of it.
pub(crate) fn run(args: &MergeArgs) -> Result<(), Failure> {
    let files = files(&args.shards)?;
    let paths: Vec<PathBuf> = files.iter().map(|file| file.path.clone()).collect();
    let outputs = Outputs::default().reads_shards(&paths);
    outputs.writes(args.shard.as_ref()).writes_reports(&args.report.files, false).check()?;
    let merging = match joined(goal(args), &files)? {
        Joined::Comparison(merging) => return comparison::finish(args, &merging),
        Joined::Runs(merging) if merging.is_empty() && args.until_decided => {
            return comparison::finish(args, &JointMerging::default());
        }
        Joined::Runs(merging) => merging,
    };
    if !merging.is_empty() {
        refuse_for_runs(args)?;
    }
    let missing = merging.missing();
    if args.missing {
        return print_missing(&missing);
    }
    let confidence = args.confidence.unwrap_or(CONFIDENCE);
    if merging.is_empty() {
        return nothing_yet(args);
    }
    let answers = match merging.finish(confidence)? {
        Merged::Answers(answers) => answers,
        Merged::Unreached { look } => {
            note(&waits(&(look, missing)));
            return Err(Failure::Undecided);
        }
    };
    if !missing.is_empty() {
        if !args.partial {
            let help = "--partial prints the results of what there is, --missing the ranges that are still to do";
            return Err(Failure::missing(format!("no shard has the encounters {}", list(&missing)), help));
        }
        if let Some(dir) = args.report.files.out.as_ref().filter(|dir| has_whole_set(dir)) {
            let refusal = format!("{} has whole results, which partial ones do not replace", dir.display());
            return Err(Failure::with_help(refusal, "name another directory, or wait for the missing shards"));
        }
        if !args.quiet {
            let name = &answers[0].report.scenario;
            note(&format!("{name}: no shard has the encounters {}, what is printed leaves them out", list(&missing)));
        }
    }
    // An interrupted call leaves fewer encounters in its directory than it was asked for.
    let is_short = |answer: &Answer| matches!(answer.report.status(), Status::Missed | Status::Partial);
    let is_reached = missing.is_empty() && !answers.iter().any(is_short);
    show(args, answers, missing.is_empty())?;
    if is_reached { Ok(()) } else { Err(Failure::Undecided) }
}

/// The goal that the options set for the shards of runs.
fn goal(args: &MergeArgs) -> Goal {
    match args.precision {
        Some(half_width) => Goal::Precision(Precision {
            half_width,
            max_encounters: args.max_encounters.unwrap_or(MAX_ENCOUNTERS),
            confidence: args.confidence.unwrap_or(CONFIDENCE),
        }),
        None => Goal::Encounters(args.encounters),
    }
}

/// Refuses options that are for comparisons alone.
fn refuse_for_runs(args: &MergeArgs) -> Result<(), Failure> {
    let given = [(args.until_decided, "--until-decided"), (args.margin.is_some(), "--margin")];
    if let Some((_, name)) = given.into_iter().find(|(is_given, _)| *is_given) {
        return Err(Failure::plain(format!("{name} is for shards of a comparison, and these are of a run")));
    }
    if args.max_encounters.is_some() && args.precision.is_none() {
        return Err(Failure::plain(
            "--max-encounters needs --precision, or --until-decided and shards of a comparison",
        ));
    }
    Ok(())
}

/// Says that no shard has arrived. That is no mistake where more are expected.
fn nothing_yet(args: &MergeArgs) -> Result<(), Failure> {
    let paths: Vec<String> = args.shards.iter().map(|path| path.display().to_string()).collect();
    let message = format!("there are no shards in {}", paths.join(", "));
    if !args.partial && args.precision.is_none() && !args.until_decided {
        return Err(Failure::missing(message, "--missing prints the ranges that are still to do"));
    }
    note(&message);
    Err(Failure::Undecided)
}

/// Prints the ranges that are still to do, one a line, in a sweep each with its cells.
fn print_missing(missing: &[Missing]) -> Result<(), Failure> {
    let mut out = Out::new();
    for Missing { cells, range } in missing {
        match cells {
            Some(cells) => writeln!(out, "{}..{} {}..{}", range.start, range.end, cells.start, cells.end)?,
            None => writeln!(out, "{}..{}", range.start, range.end)?,
        }
    }
    Ok(out.flush()?)
}

/// Writes and prints the answers: one of a run, or those of the cells of a sweep.
fn show(args: &MergeArgs, answers: Vec<Answer>, is_whole: bool) -> Result<(), Failure> {
    let casts = || answers.iter().map(|answer| answer.report.cast().clone()).collect();
    let only = only::chosen_for(&args.only.only, &args.report, casts)?;
    let partial = (!is_whole).then_some("shards are missing");
    if let Some(path) = &args.shard {
        Shard::write(&answers.iter().filter_map(Answer::shard).collect::<Vec<_>>(), path)?;
    }
    let write = |answers: &[Answer], dir: &Path| -> Result<(), Failure> {
        let write = if is_whole { write_answers } else { write_partial };
        write(dir, answers, args.report.files.parquet)?;
        Ok(())
    };
    let Some(cell) = answers[0].cell else {
        let mut printer = Printer::new(&args.report, only, false).partial(partial);
        answers.into_iter().try_for_each(|answer| printer.print(answer))?;
        return printer.finish_with(write);
    };
    let encounters = answers.iter().filter_map(|answer| answer.report.encounters()).max();
    let all = Only::default();
    let cells = Cells {
        scenario: &answers[0].report.scenario,
        answers: &answers,
        all: cell.cells,
        encounters: encounters.unwrap_or_default(),
        format: args.report.format,
        only: &only,
        only_of_csv: if args.report.files.benchmark.is_some() { &all } else { &only },
        checks: false,
        crossing: None,
        draws: false,
    };
    let printed = cells.print();
    // A closed stdout must not cost the files, so its error is returned after they are written.
    match partial {
        Some(why) => outputs::note_no_benchmark(&args.report.files, why),
        None => outputs::write_benchmark(&args.report.files, &answers, &only)?,
    }
    if let Some(dir) = &args.report.files.out {
        write(&answers, dir)?;
    }
    Ok(printed?)
}
