//! `equipoise compare --baseline`: recorded results, played again and compared with what was recorded.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use equipoise_sim::Watch;
use equipoise_sim::json::line;
use equipoise_sim::output::benchmark::benchmark;
use equipoise_sim::output::csv::field as csv_field;
use equipoise_sim::output::recorded::Recorded;
use equipoise_sim::output::rows::{Rows, RowsError};
use equipoise_sim::studies::baseline::{
    BaselineError, Changes, Checked, Part, Played, Settings, Shift, Standing, cast, judge, of_scenarios, play,
};
use equipoise_sim::studies::load::{is_stdin, outline};
use equipoise_sim::studies::only::Only;
use equipoise_sim::studies::rerun::{Record, RerunError};
use equipoise_sim::write_whole;

use super::{FORMATS, scenarios};
use crate::args::Format;
use crate::commands::compare::args::{CompareArgs, FailOn};
use crate::commands::rerun::note_versions;
use crate::diagnostics::note;
use crate::exit::Failure;
use crate::interrupt;
use crate::load::{loader, registry};
use crate::numbers::grouped;
use crate::only;
use crate::out::Out;
use crate::outputs::Outputs;
use crate::page::Page;
use crate::progress::Progress;
use crate::text::{csv_number, visible};
use crate::threads::pool;

mod table;

/// Plays what was recorded again, and prints what moved.
pub(crate) fn run(args: &CompareArgs, dir: &Path) -> Result<(), Failure> {
    let recorded = Recorded::read(registry(), dir).map_err(|error| Failure::plain(error.to_string()))?;
    if !recorded.has_numbers() || recorded.records().is_empty() {
        let message =
            format!("{} has no results: a baseline is a directory of --out, or JSON of results", dir.display());
        return Err(Failure::plain(message));
    }
    note_versions(&recorded);
    let (wanted, new) = recorded_of(args, &recorded);
    let records = of_scenarios(recorded.records(), &wanted).map_err(|error| failure(dir, error))?;
    let only = chosen(args, dir, &records)?;
    let outputs = Outputs::default().reads_record(dir).reads_files(&files_read(args, &records));
    outputs.writes(args.past.benchmark.as_ref()).check()?;
    interrupt::listen();
    let rows = open_rows(args, &records)?;
    let (played, failures) = pool(args.shown.work.threads)?.install(|| play_all(args, dir, &records, &rows))?;
    if played.is_empty() && !failures.is_empty() {
        return Err(Failure::all(failures));
    }
    if let Some(path) = args.past.benchmark.as_ref().filter(|_| failures.is_empty()) {
        let reports: Vec<_> = played.iter().map(|played| played.today.clone()).collect();
        write_whole(path, benchmark(&reports, &only).as_bytes())?;
    }
    let checked = judge(played, &Settings { confidence: args.confidence, margin: args.margin });
    let unrecorded = if args.past.today && args.first.is_none() { unrecorded(&recorded) } else { new };
    print(args, &dir.display().to_string(), (&checked, &unrecorded), &only)?;
    if !failures.is_empty() {
        return Err(Failure::all(failures));
    }
    let worst = checked.iter().map(|checked| checked.verdict).max().unwrap_or(Standing::Identical);
    match (worst, args.past.fail_on.unwrap_or_default()) {
        (Standing::Identical, _) | (Standing::Moved, FailOn::Significant) => Ok(()),
        (Standing::Moved | Standing::Different | Standing::Missing, _) => Err(Failure::Different),
    }
}

/// The scenarios that the options name, and with `--today` apart those of which nothing was recorded: a new scenario is no reason not to
/// compare the others. If nothing was recorded of any, all are wanted, and refused.
fn recorded_of(args: &CompareArgs, recorded: &Recorded) -> (Vec<PathBuf>, Vec<PathBuf>) {
    let named = scenarios(args);
    let is_known = |path: &&PathBuf| of_scenarios(recorded.records(), std::slice::from_ref(*path)).is_ok();
    if !args.past.today || named.len() < 2 || !named.iter().any(|path| is_known(&path)) {
        return (named, Vec::new());
    }
    let (known, new): (Vec<&PathBuf>, Vec<&PathBuf>) = named.iter().partition(is_known);
    (known.into_iter().cloned().collect(), new.into_iter().cloned().collect())
}

/// The scenarios in the folders of the recorded ones of which nothing was recorded.
fn unrecorded(recorded: &Recorded) -> Vec<PathBuf> {
    let path = |record: &Record| record.study.scenarios().first().map(|path| (*path).clone());
    let known: BTreeSet<PathBuf> = recorded.records().iter().filter_map(path).filter(|path| !is_stdin(path)).collect();
    let folder = |path: &PathBuf| path.parent().map(Path::to_owned);
    let folders: BTreeSet<PathBuf> = known.iter().filter_map(folder).collect();
    let known: BTreeSet<PathBuf> = known.iter().filter_map(|path| path.canonicalize().ok()).collect();
    let is_new = |path: &PathBuf| {
        let is_toml = path.extension().is_some_and(|extension| extension == "toml");
        is_toml && path.canonicalize().is_ok_and(|path| !known.contains(&path)) && outline(loader(), path).is_ok()
    };
    let mut new = Vec::new();
    for folder in folders {
        let shown = if folder.as_os_str().is_empty() { Path::new(".") } else { &folder };
        let entries = fs::read_dir(shown).into_iter().flatten().flatten();
        new.extend(entries.map(|entry| folder.join(entry.file_name())).filter(is_new));
    }
    new.sort();
    new
}

/// The files that are read beside the record: those of today's scenarios, and rows.
fn files_read(args: &CompareArgs, records: &[(&Record, PathBuf)]) -> Vec<PathBuf> {
    let scenarios = records.iter().map(|(_, path)| path).filter(|_| takes_files(args));
    scenarios.chain(&args.past.rows).cloned().collect()
}

/// Whether the scenarios are taken from their files as they are now.
fn takes_files(args: &CompareArgs) -> bool {
    args.past.today || args.first.is_some()
}

/// The choice of `--only` among the numbers of the recorded scenarios.
fn chosen(args: &CompareArgs, dir: &Path, records: &[(&Record, PathBuf)]) -> Result<Only, Failure> {
    let formats = if args.past.benchmark.is_some() { &only::ALL[..] } else { &FORMATS };
    let mut casts = Vec::new();
    for (record, _) in records.iter().filter(|_| !args.only.is_empty()) {
        casts.push(cast(record).map_err(|error| failure(dir, error))?);
    }
    only::chosen(&args.only, args.shown.format, formats, || casts)
}

/// Opens the rows of encounters, each with the result that they are of.
fn open_rows<'a>(args: &CompareArgs, records: &[(&'a Record, PathBuf)]) -> Result<Vec<(Rows, &'a Record)>, Failure> {
    let open = |path: &PathBuf| {
        let rows = Rows::open(registry(), path)?;
        let record = rows.record_of(records.iter().map(|(record, _)| *record))?;
        Ok::<_, RowsError>((rows, record))
    };
    let (mut opened, mut failures) = (Vec::new(), Vec::new());
    for path in &args.past.rows {
        match open(path) {
            Ok(rows) => opened.push(rows),
            Err(error) => failures.push(Failure::plain(error.to_string())),
        }
    }
    let numbers: BTreeSet<usize> = opened.iter().map(|(_, record)| record.number).collect();
    if numbers.len() < opened.len() {
        failures
            .push(Failure::plain("two files of --rows are of the same result: a single one can tell its first fight"));
    }
    if failures.is_empty() { Ok(opened) } else { Err(Failure::all(failures)) }
}

/// Plays all results and rows again. Those that cannot be compared are told beside those that can.
fn play_all(
    args: &CompareArgs,
    dir: &Path,
    records: &[(&Record, PathBuf)],
    rows: &[(Rows, &Record)],
) -> Result<(Vec<Played>, Vec<Failure>), Failure> {
    let takes_files = takes_files(args);
    let is_changed = takes_files || !args.with.is_empty();
    let wants_report = args.past.benchmark.is_some();
    let times = if is_changed { 1 + Changes::times(wants_report) } else { 1 };
    let encounters = |record: &Record| record.study.encounters().saturating_mul(times);
    let all = records.iter().map(|(record, _)| encounters(record)).chain(rows.iter().map(|(rows, _)| rows.len()));
    let all = all.fold(0, u64::saturating_add);
    let progress = Progress::new(args.shown.work.quiet, &dir.display().to_string(), Some(all));
    let (mut played, mut failures, mut before) = (Vec::new(), Vec::new(), 0_u64);
    for (record, path) in records {
        let finished = |finished: u64| progress.finished(before.saturating_add(finished));
        let watch = Watch { interrupted: &interrupt::interrupted, progress: &finished };
        let today = takes_files.then_some((path.clone(), loader()));
        let is_missing =
            takes_files && !is_stdin(path) && fs::symlink_metadata(path).is_err_and(|error| is_not_there(&error));
        let changes = (is_changed && !is_missing).then_some(Changes { today, with: &args.with });
        match play(record, dir, changes.as_ref(), wants_report, &watch) {
            Ok(mut result) => {
                if is_missing {
                    result.lacks_scenario(path);
                }
                played.push(result);
            }
            Err(error) if error.is_interrupt() => {
                drop(progress);
                return Err(interrupted(played.len(), records.len()));
            }
            Err(error) => failures.push(failure(dir, error)),
        }
        before = before.saturating_add(encounters(record));
    }
    for (rows, record) in rows {
        let finished = |finished: u64| progress.finished(before.saturating_add(finished));
        let watch = Watch { interrupted: &interrupt::interrupted, progress: &finished };
        match rows.compare(&watch) {
            Ok((apart, cells)) => {
                if let Some(played) = played.iter_mut().find(|played| played.number() == record.number) {
                    played.add_rows(apart, cells, record);
                }
            }
            Err(error) if error.is_interrupt() => {
                drop(progress);
                return Err(interrupted(played.len(), records.len()));
            }
            Err(error) => failures.push(Failure::plain(error.to_string())),
        }
        before = before.saturating_add(rows.len());
    }
    drop(progress);
    Ok((played, failures))
}

fn is_not_there(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::NotFound
}

/// Says how far an interrupt let it come.
fn interrupted(finished: usize, all: usize) -> Failure {
    let [finished, all] = [finished, all].map(|count| grouped(count as u64));
    note(&format!("interrupted: {finished} of {all} results were played again, none is judged"));
    Failure::Interrupted
}

/// The failure of a result that cannot be compared, with every mistake of its scenarios.
fn failure(dir: &Path, error: BaselineError) -> Failure {
    let message = Failure::plain(format!("{}: {error}", dir.display()));
    match error {
        BaselineError::Changed { source, .. } => Failure::all(vec![message, source.into()]),
        BaselineError::Rerun(RerunError::Study { source, .. }) => Failure::all(vec![message, (*source).into()]),
        _ => message,
    }
}

fn print(
    args: &CompareArgs,
    baseline: &str,
    (checked, unrecorded): (&[Checked], &[PathBuf]),
    only: &Only,
) -> io::Result<()> {
    let mut out = Page::new(Out::new(), args.shown.format.markup());
    match args.shown.format {
        Format::Table | Format::Markdown => {
            table::baseline(&mut out, baseline, checked, only)?;
            table::unrecorded(unrecorded).map_or(Ok(()), |told| out.gap().and_then(|()| out.note(&told)))?;
        }
        Format::Json => {
            if let Some(told) = table::unrecorded(unrecorded) {
                note(&told);
            }
            checked.iter().try_for_each(|checked| writeln!(out, "{}", line(checked)))?;
        }
        Format::Csv => {
            note(&table::summary(baseline, checked));
            if let Some(told) = table::unrecorded(unrecorded) {
                note(&told);
            }
            writeln!(
                out,
                "result,name,part,value,before,after,difference,lo,hi,p,before_only,after_only,verdict,file"
            )?;
            for checked in checked {
                let parts = [("rules", Some(&checked.rules)), ("changes", checked.changes.as_ref())];
                for (name, part) in parts.into_iter().filter_map(|(name, part)| Some((name, part?))) {
                    print_rows(&mut out, checked, name, part, only)?;
                }
                if checked.missing.is_some() {
                    let (name, verdict) = (csv_field(&checked.name), checked.verdict.name());
                    let file = file_of(checked);
                    writeln!(out, "{},{name},changes,,,,,,,,,,{verdict},{file}", checked.result)?;
                }
            }
        }
    }
    out.flush()
}

/// A row for each number that moved, and for each that one side lacks.
fn print_rows(out: &mut impl Write, checked: &Checked, part: &str, moved: &Part, only: &Only) -> io::Result<()> {
    let start = format!("{},{},{part}", checked.result, csv_field(&checked.name));
    let file = file_of(checked);
    for shift in moved.values.iter().filter(|shift| only.takes(&shift.name)) {
        writeln!(out, "{start},{},{file}", csv(shift))?;
    }
    let lacking = moved.gone.iter().map(|name| (name, "gone")).chain(moved.new.iter().map(|name| (name, "new")));
    for (name, verdict) in lacking.filter(|(name, _)| only.takes(name)) {
        writeln!(out, "{start},{},,,,,,,,,{verdict},{file}", csv_field(name))?;
    }
    Ok(())
}

/// The field of the recorded scenario's path.
fn file_of(checked: &Checked) -> String {
    csv_field(&visible(&checked.file)).into_owned()
}

fn csv(shift: &Shift) -> String {
    let Shift { name, sides, difference, interval, p, discordant, verdict, .. } = shift;
    let number = |value: Option<f64>| value.map_or_else(String::new, |value| value.to_string());
    let [before, after] = sides.map(number);
    let [lo, hi] = [interval.map(|interval| interval.lo), interval.map(|interval| interval.hi)].map(number);
    let [before_only, after_only] = discordant.map_or_else(Default::default, |counts| counts.map(|n| n.to_string()));
    let (name, by, p) = (csv_field(name), number(*difference), p.map_or_else(String::new, csv_number));
    format!("{name},{before},{after},{by},{lo},{hi},{p},{before_only},{after_only},{verdict}")
}
