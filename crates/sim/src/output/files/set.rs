//! The files of one set of results, which replace those of another as one.

use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use polars::error::PolarsResult;
use polars::frame::DataFrame;

use crate::output::csv::{comparisons, csv};
use crate::output::document::{document, is_partial, sources};
use crate::output::files::draft::Draft;
use crate::output::files::lock::{PATIENCE, lock_directory};
use crate::output::files::{FileError, draft_bytes};
use crate::output::frame;
use crate::output::parquet::{ParquetWriter, batch};
use crate::output::unfinished;
use crate::studies::answer::Answer;
use crate::studies::cross::Crossing;
use crate::studies::only::Only;
use crate::studies::report::Report;
use crate::studies::resume;
use crate::studies::study::Found;

/// The file of a set that says where all of it comes from. It is there when the set is whole: the old one is removed
/// before any other file of the set changes, and the new one gets its name after all others.
pub const RUN: &str = "run.json";

/// The file of a set with the counts behind its samples, a [shard](crate::output::shard) each: from them later calls go
/// on, and other machines join theirs.
pub const SHARDS: &str = "shards.jsonl";

/// The file of a set with the [`comparisons`].
pub const CHECK: &str = "check.csv";

/// The file of a set with the [crossings](frame::crossings) of a sweep; as Parquet it has the same name with another end.
pub const CROSSINGS: &str = "crossings.csv";

/// The file of a set with the [accounts](frame::accounts) of its fights, where they were kept; as Parquet it has the same name with
/// another end.
pub const ACCOUNTS: &str = "accounts.csv";

/// The file of a set with its [page](write_answers_with_page), which people open.
pub const PAGE: &str = "index.html";

/// The text at the beginning of every page of ours, and of no other: a file of this name without it is left alone.
pub const PAGE_MARK: &str = "<meta name=\"generator\" content=\"equipoise\">";

/// Bytes at the beginning of a page in which [`PAGE_MARK`] stands.
const PAGE_HEAD: u64 = 512;

/// The paths of the files that [`write_answers`] writes of answers that were not checked, in the same order.
pub fn report_paths(dir: &Path, parquet: bool) -> Vec<PathBuf> {
    let tables = |extension| TABLES.map(|(name, _)| dir.join(name).with_extension(extension));
    let mut paths = tables("csv").to_vec();
    paths.push(dir.join(RUN));
    if parquet {
        paths.extend(tables("parquet"));
    }
    paths
}

/// The paths of the files that [`write_answers`] writes of answers with accounts, beside those of [`report_paths`].
pub fn account_paths(dir: &Path, parquet: bool) -> Vec<PathBuf> {
    let csv = dir.join(ACCOUNTS);
    let parquet = parquet.then(|| csv.with_extension("parquet"));
    [csv].into_iter().chain(parquet).collect()
}

/// The paths of the files that [`write_swept`] writes about crossings.
pub fn crossing_paths(dir: &Path, parquet: bool) -> Vec<PathBuf> {
    let csv = dir.join(CROSSINGS);
    let parquet = parquet.then(|| csv.with_extension("parquet"));
    [csv].into_iter().chain(parquet).collect()
}

/// The paths of all files that a set can have. Those that [`write_answers`] does not write, it removes.
pub fn set_paths(dir: &Path) -> Vec<PathBuf> {
    let mut paths = report_paths(dir, true);
    paths.extend([dir.join(CHECK), dir.join(SHARDS), unfinished::path(dir)]);
    paths.extend(crossing_paths(dir, true));
    paths.extend(account_paths(dir, true));
    paths.extend([dir.join(PAGE)].into_iter().filter(|page| is_page(page)));
    paths
}

/// Whether a file is a page of a set.
fn is_page(path: &Path) -> bool {
    let mut head = Vec::new();
    // Reading might never end if the path is no regular file, such as a pipe.
    let is_file = fs::metadata(path).is_ok_and(|found| found.is_file());
    let read = is_file && File::open(path).and_then(|file| file.take(PAGE_HEAD).read_to_end(&mut head)).is_ok();
    read && head.windows(PAGE_MARK.len()).any(|window| window == PAGE_MARK.as_bytes())
}

/// Whether a directory has a whole set: one that says where it comes from, and not that an interrupt left it partial.
pub fn has_whole_set(dir: &Path) -> bool {
    let run = dir.join(RUN);
    // A record that cannot be read is not ours to replace.
    run.exists() && !fs::read(run).is_ok_and(|text| is_partial(&text))
}

/// Writes `summary.csv`, `combatants.csv`, `rounds.csv`, `metrics.csv` and [`run.json`](document) into `dir`, and with
/// `parquet` the four tables as `.parquet` too; and [`check.csv`](comparisons) where answers were held against the exact
/// solution. What was sampled has its counts in [`SHARDS`]. Returns their paths, in that order.
///
/// The directory is created if it is missing. CSV is UTF-8 with one header row and the quoting of RFC 4180, but records
/// end with a line feed alone. No file gets its name before all of them are written, so a failure to encode or to write
/// changes nothing in `dir`.
///
/// Several writers of one directory take turns, so that it holds the files of one of them afterwards, and none of an
/// earlier set ([`set_paths`]). Files of other names stay as they are. Whoever reads meanwhile waits for [`RUN`], which
/// is there when the set is whole.
///
/// # Errors
/// Names the path that failed. Where a file could not be removed or renamed, `dir` has no [`RUN`], because the set is
/// not whole.
pub fn write_answers(dir: &Path, answers: &[Answer], parquet: bool) -> Result<Vec<PathBuf>, FileError> {
    write(dir, answers, &[], parquet, (None, false))
}

/// As [`write_answers`], with what `sweep --cross` has found: in [`CROSSINGS`], where there is any, and in [`RUN`].
///
/// # Errors
/// As for [`write_answers`].
pub fn write_swept(
    dir: &Path,
    answers: &[Answer],
    crossings: &[Found<Crossing>],
    parquet: bool,
) -> Result<Vec<PathBuf>, FileError> {
    write(dir, answers, crossings, parquet, (None, false))
}

/// As [`write_answers`], with a page of HTML about them as [`PAGE`]. It must have [`PAGE_MARK`] among its first 512 bytes.
///
/// # Errors
/// As for [`write_answers`].
pub fn write_answers_with_page(
    dir: &Path,
    answers: &[Answer],
    parquet: bool,
    page: &str,
) -> Result<Vec<PathBuf>, FileError> {
    write(dir, answers, &[], parquet, (Some(page), false))
}

/// As [`write_answers`], of what an interrupt left: [`RUN`] says that it is partial, and beside it the counts stand as
/// [unfinished] work.
///
/// # Errors
/// As for [`write_answers`].
pub fn write_partial(dir: &Path, answers: &[Answer], parquet: bool) -> Result<Vec<PathBuf>, FileError> {
    write(dir, answers, &[], parquet, (None, true))
}

fn write(
    dir: &Path,
    answers: &[Answer],
    crossings: &[Found<Crossing>],
    parquet: bool,
    (page, is_partial): (Option<&str>, bool),
) -> Result<Vec<PathBuf>, FileError> {
    fs::create_dir_all(dir).map_err(|source| FileError::Directory { path: dir.to_owned(), source })?;
    let reports: Vec<Report> = answers.iter().map(Answer::report_of_file).collect();
    let sources = sources(answers, crossings);
    let mut drafts = Vec::new();
    let mut tables = Vec::new();
    for (name, build) in TABLES {
        let path = dir.join(name).with_extension("csv");
        let table = build(&reports).map_err(|source| FileError::Table { path: path.clone(), source })?;
        drafts.push(draft_csv(&path, &table)?);
        tables.push((name, table));
    }
    if reports.iter().any(|report| !report.accounts().is_empty()) {
        let path = dir.join(ACCOUNTS);
        let table = frame::accounts(&reports).map_err(|source| FileError::Table { path: path.clone(), source })?;
        drafts.push(draft_csv(&path, &table)?);
        tables.push(("accounts", table));
    }
    if let (Some(first), [_, ..]) = (reports.first(), crossings) {
        let path = dir.join(CROSSINGS);
        let table = frame::crossings((&first.scenario, first.file.as_deref()), crossings);
        let table = table.map_err(|source| FileError::Table { path: path.clone(), source })?;
        drafts.push(draft_csv(&path, &table)?);
        tables.push(("crossings", table));
    }
    drafts.push(draft_bytes(&dir.join(RUN), document(answers, crossings, is_partial).as_bytes())?);
    if parquet {
        for (index, (name, table)) in tables.into_iter().enumerate() {
            // The record is larger than most tables, and stands once in a set.
            let provenance = if index == 0 { sources.trim_end() } else { REFERENCE };
            drafts.push(draft_parquet(&dir.join(name).with_extension("parquet"), table, provenance)?);
        }
    }
    if answers.iter().any(Answer::is_checked) {
        drafts.push(draft_bytes(&dir.join(CHECK), comparisons(answers, &Only::default()).as_bytes())?);
    }
    let counts = resume::text(answers);
    if !counts.is_empty() {
        let path = if is_partial { unfinished::path(dir) } else { dir.join(SHARDS) };
        drafts.push(draft_bytes(&path, counts.as_bytes())?);
    }
    if let Some(page) = page {
        drafts.push(draft_bytes(&dir.join(PAGE), page.as_bytes())?);
    }
    publish(dir, drafts)
}

/// Replaces the set that is in a directory by another, while no other writer does.
fn publish(dir: &Path, mut drafts: Vec<Draft>) -> Result<Vec<PathBuf>, FileError> {
    for draft in &mut drafts {
        draft.flush().map_err(|source| draft.write_error(source))?;
    }
    let written: Vec<PathBuf> = drafts.iter().map(|draft| draft.path().to_owned()).collect();
    // Without locks in the file system, writers cannot take turns; each file is whole all the same.
    let _lock = lock_directory(dir, PATIENCE)?;
    let (last, others): (Vec<Draft>, Vec<Draft>) = drafts.into_iter().partition(|draft| draft.path().ends_with(RUN));
    for draft in &last {
        remove(draft.target())?;
    }
    for stale in set_paths(dir).iter().filter(|path| !written.contains(path)) {
        remove(stale)?;
    }
    for draft in others.into_iter().chain(last) {
        draft.publish()?;
    }
    Ok(written)
}

/// Removes a file or a symbolic link, but not the file that it leads to. What is neither is no file of a set, and stays.
fn remove(path: &Path) -> Result<(), FileError> {
    let removed = match fs::symlink_metadata(path) {
        Ok(found) if found.is_file() || found.is_symlink() => fs::remove_file(path),
        Ok(_) => Ok(()),
        Err(error) => Err(error),
    };
    match removed {
        Err(source) if source.kind() != io::ErrorKind::NotFound => {
            Err(FileError::Remove { path: path.to_owned(), source })
        }
        _ => Ok(()),
    }
}

/// The file of a set whose metadata have the record of all its Parquet tables.
pub(crate) const RECORD: &str = "summary.parquet";

/// The reference to the record in the metadata of the other tables.
pub(crate) const REFERENCE: &str = "{\"record\":\"summary.parquet\"}";

type BuildTable = fn(&[Report]) -> PolarsResult<DataFrame>;

const TABLES: [(&str, BuildTable); 4] = [
    ("summary", frame::summary),
    ("combatants", frame::combatants),
    ("rounds", frame::rounds),
    ("metrics", frame::metrics),
];

fn draft_csv(path: &Path, table: &DataFrame) -> Result<Draft, FileError> {
    let bytes = csv(table).map_err(|source| FileError::Table { path: path.to_owned(), source })?;
    draft_bytes(path, &bytes)
}

/// Writes a table as a Parquet file, as a whole or not at all, with where it comes from, as JSON, in its metadata.
///
/// # Errors
/// If the file cannot be written or renamed; nothing is left behind then.
pub(crate) fn write_parquet(path: &Path, table: DataFrame, provenance: &str) -> Result<(), FileError> {
    draft_parquet(path, table, provenance)?.publish().map(drop)
}

fn draft_parquet(path: &Path, table: DataFrame, provenance: &str) -> Result<Draft, FileError> {
    let draft = Draft::new(path)?;
    let file = BufWriter::new(draft.handle()?);
    let write = || {
        let table = batch(table)?;
        let mut writer = ParquetWriter::new(file, table.schema())?;
        writer.write(table)?;
        writer.finish(provenance)
    };
    write().map_err(|source| draft.table_error(source))?;
    Ok(draft)
}
