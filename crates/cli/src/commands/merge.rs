//! `equipoise merge`: shards of one run or sweep, joined.

use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use equipoise_sim::output::files::{RUN, has_whole_set, write_answers, write_partial};
use equipoise_sim::studies::answer::Answer;
use equipoise_sim::studies::merge::{Goal, Merged, Merging, Missing};
use equipoise_sim::studies::report::Status;
use equipoise_sim::{Precision, Shard, ShardError};

use super::answer::Printer;
use super::cells::Cells;
use super::run::MAX_ENCOUNTERS;
use crate::args::{CONFIDENCE, Format, MergeArgs};
use crate::diagnostics::note;
use crate::exit::Failure;
use crate::numbers::grouped;
use crate::only;
use crate::out::Out;
use crate::outputs::Outputs;

/// Reads all shards, joins them, and prints the whole or what is missing of it.
pub(crate) fn run(args: &MergeArgs) -> Result<(), Failure> {
    let files = files(&args.shards)?;
    let paths: Vec<PathBuf> = files.iter().map(|file| file.path.clone()).collect();
    let outputs = Outputs::default().reads_shards(&paths);
    outputs.writes(args.shard.as_ref()).writes_reports(&args.report, false).check()?;
    let merging = joined(args, &files)?;
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
            note(&format!(
                "not decided yet: the next look is after {} encounters, without {}",
                grouped(look),
                list(&missing)
            ));
            return Err(Failure::Undecided);
        }
    };
    if !missing.is_empty() {
        if !args.partial {
            let help = "--partial prints the results of what there is, --missing the ranges that are still to do";
            return Err(Failure::with_help(format!("no shard has the encounters {}", list(&missing)), help));
        }
        if let Some(dir) = args.report.out.as_ref().filter(|dir| has_whole_set(dir)) {
            let refusal = format!("{} has whole results, which partial ones do not replace", dir.display());
            return Err(Failure::with_help(refusal, "name another directory, or wait for the missing shards"));
        }
        if !args.quiet {
            let name = &answers[0].report.scenario;
            note(&format!("{name}: no shard has the encounters {}, what is printed leaves them out", list(&missing)));
        }
    }
    let is_missed = answers.iter().any(|answer| answer.report.status() == Status::Missed);
    show(args, answers, missing.is_empty())?;
    if missing.is_empty() && !is_missed { Ok(()) } else { Err(Failure::Undecided) }
}

/// A file with shards.
struct ShardFile {
    path: PathBuf,
    /// Whether it was found in a directory, where files may come and go.
    is_found: bool,
}

/// The files that were given, and those in the directories that were. Files that are still being written have other names, and so
/// has what stands beside the shards of a set of results.
fn files(paths: &[PathBuf]) -> Result<Vec<ShardFile>, Failure> {
    let mut files = Vec::new();
    for path in paths {
        if !path.is_dir() {
            files.push(ShardFile { path: path.clone(), is_found: false });
            continue;
        }
        let unreadable = |error| Failure::plain(format!("cannot read {}: {error}", path.display()));
        let entries = fs::read_dir(path).and_then(Iterator::collect::<Result<Vec<_>, _>>).map_err(unreadable)?;
        let mut found: Vec<PathBuf> =
            entries.into_iter().map(|entry| entry.path()).filter(|path| may_be_shard(path)).collect();
        found.sort();
        files.extend(found.into_iter().map(|path| ShardFile { path, is_found: true }));
    }
    Ok(files)
}

fn may_be_shard(path: &Path) -> bool {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let is_json = path.extension().is_some_and(|extension| extension == "json" || extension == "jsonl");
    is_json && !name.starts_with('.') && name != RUN && !path.is_dir()
}

/// Joins the shards of all files.
fn joined(args: &MergeArgs, files: &[ShardFile]) -> Result<Merging, Failure> {
    let goal = match args.precision {
        Some(half_width) => Goal::Precision(Precision {
            half_width,
            max_encounters: args.max_encounters.unwrap_or(MAX_ENCOUNTERS),
            confidence: args.confidence.unwrap_or(CONFIDENCE),
        }),
        None => Goal::Encounters(args.encounters),
    };
    let mut merging = Merging::new(goal);
    let mut failures = Vec::new();
    for ShardFile { path, is_found } in files {
        match Shard::read(path) {
            Ok(shards) if failures.is_empty() => {
                shards.into_iter().try_for_each(|shard| merging.add(path, shard))?;
            }
            Ok(_) => {}
            Err(ShardError::Read { source, .. }) if *is_found && source.kind() == ErrorKind::NotFound => {}
            Err(error) => failures.push(error.into()),
        }
    }
    if failures.is_empty() { Ok(merging) } else { Err(Failure::all(failures)) }
}

/// Says that no shard has arrived. That is no mistake where more are expected.
fn nothing_yet(args: &MergeArgs) -> Result<(), Failure> {
    let paths: Vec<String> = args.shards.iter().map(|path| path.display().to_string()).collect();
    let message = format!("there are no shards in {}", paths.join(", "));
    if !args.partial && args.precision.is_none() {
        return Err(Failure::plain(message));
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

/// What is missing, in words. Of a long list the beginning.
fn list(missing: &[Missing]) -> String {
    const SHOWN: usize = 8;
    let word = |Missing { cells, range }: &Missing| {
        let of_cells =
            cells.as_ref().map_or_else(String::new, |cells| format!(" of the cells {}..{}", cells.start, cells.end));
        format!("{}..{}{of_cells}", range.start, range.end)
    };
    let mut words: Vec<String> = missing.iter().take(SHOWN).map(word).collect();
    if missing.len() > SHOWN {
        words.push(format!("and {} more ranges", grouped((missing.len() - SHOWN) as u64)));
    }
    words.join(", ")
}

/// Writes and prints the answers: one of a run, or those of the cells of a sweep.
fn show(args: &MergeArgs, answers: Vec<Answer>, is_whole: bool) -> Result<(), Failure> {
    let tables = [Format::Table, Format::Markdown];
    let casts = || answers.iter().map(|answer| answer.report.cast().clone()).collect();
    let only = only::chosen(&args.only.only, args.report.format, &tables, casts)?;
    if let Some(path) = &args.shard {
        Shard::write(&answers.iter().filter_map(Answer::shard).collect::<Vec<_>>(), path)?;
    }
    let write = |answers: &[Answer], dir: &Path| -> Result<(), Failure> {
        let write = if is_whole { write_answers } else { write_partial };
        write(dir, answers, args.report.parquet)?;
        Ok(())
    };
    let Some(cell) = answers[0].cell else {
        let mut printer = Printer::new(&args.report, only, false);
        answers.into_iter().try_for_each(|answer| printer.print(answer))?;
        return printer.finish_with(write);
    };
    let encounters = answers.iter().filter_map(|answer| answer.report.encounters()).max();
    let cells = Cells {
        scenario: &answers[0].report.scenario,
        answers: &answers,
        all: cell.cells,
        encounters: encounters.unwrap_or_default(),
        format: args.report.format,
        only: &only,
        checks: false,
        crossing: None,
        draws: false,
    };
    let printed = cells.print();
    // A closed stdout must not cost the files, so its error is returned after they are written.
    if let Some(dir) = &args.report.out {
        write(&answers, dir)?;
    }
    Ok(printed?)
}
