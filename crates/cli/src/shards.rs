//! Shards on disk: files, and directories in which they arrive.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use equipoise_sim::output::files::RUN;
use equipoise_sim::studies::merge::{Goal, Merging, Missing};
use equipoise_sim::{Shard, ShardError};

use crate::exit::Failure;
use crate::numbers::grouped;

/// A file with shards.
pub(crate) struct ShardFile {
    pub(crate) path: PathBuf,
    /// Whether it was found in a directory, where files may come and go.
    is_found: bool,
}

/// The files that were given, and those in the directories that were. Files that are still being written have other names, and so
/// has what stands beside the shards of a set of results.
pub(crate) fn files(paths: &[PathBuf]) -> Result<Vec<ShardFile>, Failure> {
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
pub(crate) fn joined(goal: Goal, files: &[ShardFile]) -> Result<Merging, Failure> {
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

/// What is missing, in words. Of a long list the beginning.
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
