//! Shards as they arrive: in files, in directories, and on stdin.

use std::fs;
use std::io::{self, ErrorKind};
use std::ops::Range;
use std::path::{Path, PathBuf};

use equipoise_sim::ShardError;
use equipoise_sim::output::files::RUN;
use equipoise_sim::output::shard::AnyShards;
use equipoise_sim::studies::merge::{Goal, JointMerging, Merging, Missing};

use crate::diagnostics::note;
use crate::exit::Failure;
use crate::load::is_stdin;
use crate::numbers::grouped;

/// A file with shards.
pub(crate) struct ShardFile {
    pub(crate) path: PathBuf,
    /// Whether it was found in a directory, where files may come and go.
    is_found: bool,
}

/// The files that were given, and those in the directories that were. Files that are still being written have other
/// names, and so has what stands beside the shards of a set of results.
pub(crate) fn files(paths: &[PathBuf]) -> Result<Vec<ShardFile>, Failure> {
    let mut files = Vec::new();
    for path in paths {
        if is_stdin(path) && files.iter().any(|file: &ShardFile| is_stdin(&file.path)) {
            return Err(Failure::plain("stdin (`-`) can be read once only"));
        }
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
    // A link that leads nowhere is read, and the mistake is told. Pipes and devices may never end.
    let is_file = path.metadata().map_or(path.is_symlink(), |found| found.is_file());
    is_json && !name.starts_with('.') && name != RUN && is_file
}

/// Shards of the same kind.
pub(crate) enum Joined {
    /// Of a run or a sweep.
    Runs(Merging),
    /// Of a comparison.
    Comparison(JointMerging),
}

/// Joins the shards of all files. The goal is that of runs.
pub(crate) fn joined(goal: Goal, files: &[ShardFile]) -> Result<Joined, Failure> {
    let (mut merging, mut comparison) = (Merging::new(goal), JointMerging::default());
    let (mut failures, mut first_run) = (Vec::new(), None);
    for ShardFile { path, is_found } in files {
        let read = if is_stdin(path) {
            AnyShards::read_from(Path::new("<stdin>"), io::stdin().lock())
        } else {
            AnyShards::read(path)
        };
        let path = if is_stdin(path) { Path::new("<stdin>") } else { path };
        match read {
            Ok(AnyShards::Runs(shards)) if failures.is_empty() => {
                if !shards.is_empty() {
                    first_run.get_or_insert(path);
                }
                shards.iter().try_for_each(|shard| merging.add(path, shard))?;
            }
            Ok(AnyShards::Comparison(shards)) if failures.is_empty() => {
                shards.iter().try_for_each(|shard| comparison.add(path, shard))?;
            }
            Ok(_) => {}
            Err(ShardError::Read { source, .. })
                if *is_found && source.kind() == ErrorKind::NotFound && !path.is_symlink() => {}
            Err(error) => failures.push(error.into()),
        }
    }
    if !failures.is_empty() {
        return Err(Failure::all(failures));
    }
    match (first_run, comparison.first_path()) {
        (Some(run), Some(compared)) => {
            let [run, compared] = [run, compared].map(Path::display);
            Err(Failure::plain(format!(
                "cannot join {compared}, which is of a comparison, to {run}, which is of a run"
            )))
        }
        (None, Some(_)) => Ok(Joined::Comparison(comparison)),
        (_, None) => Ok(Joined::Runs(merging)),
    }
}

/// Says what the shard of an interrupted call has; without encounters it is not written.
pub(crate) fn note_partial(path: &Path, ranges: &[Range<u64>]) {
    let path = path.display();
    if ranges.is_empty() {
        return note(&format!("interrupted: {path} was not written"));
    }
    let ranges: Vec<String> = ranges.iter().map(|range| format!("{}..{}", range.start, range.end)).collect();
    let ranges = ranges.join(", ");
    note(&format!("interrupted: {path} has the encounters {ranges}, and `merge --missing -n N` lists the rest of N"));
}

/// The missing ranges, in words; of a long list the beginning.
pub(crate) fn list(missing: &[Missing]) -> String {
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

/// Says that a look is still to come, and what it waits for.
pub(crate) fn waits((look, missing): &(u64, Vec<Missing>)) -> String {
    let look = grouped(*look);
    format!("not decided yet: the next look is after {look} encounters, and no shard has {}", list(missing))
}
