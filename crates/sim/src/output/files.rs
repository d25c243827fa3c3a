//! Files that are written as a whole or not at all: under a temporary name in the same directory, then renamed.
//!
//! Only regular files are replaced; a symbolic link stays, and the file that it leads to is replaced. The files of one set of
//! results replace those of another as one.

mod draft;
mod lock;
mod own;
mod set;

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use polars::error::PolarsError;
use thiserror::Error;

pub(crate) use self::draft::{Draft, Handle};
pub use self::own::{MARKDOWN_MARK, may_replace};
pub use self::set::{
    ACCOUNTS, CHECK, CROSSINGS, PAGE, PAGE_MARK, RUN, SHARDS, account_paths, crossing_paths, has_whole_set,
    report_paths, set_paths, write_answers, write_answers_with_page, write_partial, write_swept,
};
pub(crate) use self::set::{RECORD, REFERENCE, write_parquet};

/// The reason why a file could not be written.
#[derive(Debug, Error)]
pub enum FileError {
    /// The directory could not be created.
    #[error("cannot create the directory {}: {source}", path.display())]
    Directory {
        /// The path.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// The file could not be written or renamed.
    #[error("cannot write {}: {source}", path.display())]
    Write {
        /// The path.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// The table could not be built or encoded.
    #[error("cannot write {}: {source}", path.display())]
    Table {
        /// The path.
        path: PathBuf,
        /// The cause.
        source: PolarsError,
    },
    /// The path leads to something that is no regular file: a directory, a device, a pipe.
    #[error("cannot write {}: it is {}no regular file", path.display(), if *is_directory { "a directory, " } else { "" })]
    Irregular {
        /// The path.
        path: PathBuf,
        /// Whether it is a directory.
        is_directory: bool,
    },
    /// There is a file of somebody else.
    #[error("{} is there and was not written by equipoise", path.display())]
    Foreign {
        /// The path.
        path: PathBuf,
    },
    /// A file of an earlier set could not be removed.
    #[error("cannot remove {}: {source}", path.display())]
    Remove {
        /// The path.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// Somebody else holds the lock of the directory, and does not let go.
    #[error("cannot write in {}: another program keeps the directory locked", path.display())]
    Locked {
        /// The directory.
        path: PathBuf,
    },
}

/// The longest chain of symbolic links that is followed; Linux has the same limit (`path_resolution(7)`).
const LINKS_MAX: usize = 40;

/// The file that writing to a path creates or replaces: the path itself, or the end of a chain of symbolic links.
///
/// # Errors
/// If the path leads to something that is no regular file, or its metadata cannot be read.
pub fn target(path: &Path) -> Result<PathBuf, FileError> {
    let failed = |source| FileError::Write { path: path.to_owned(), source };
    let found = fs::metadata(path);
    if let Ok(found) = &found
        && !found.is_file()
    {
        return Err(FileError::Irregular { path: path.to_owned(), is_directory: found.is_dir() });
    }
    // Another writer may remove the file at any moment, in order to replace it.
    match found.and_then(|_| fs::canonicalize(path)) {
        Ok(real) => return Ok(real),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(failed(error)),
    }
    // Nothing is there, but the path may be a dangling link, whose end is created.
    let mut target = path.to_owned();
    for _ in 0..LINKS_MAX {
        let Ok(next) = fs::read_link(&target) else { break };
        target = directory(&target).join(next);
    }
    Ok(target)
}

/// The directory that a file is in.
fn directory(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Checks that a file could be written, and leaves nothing behind.
///
/// # Errors
/// As [`write_whole`], except for errors that depend on the content, such as a full disk.
pub fn probe(path: &Path) -> Result<(), FileError> {
    Draft::new(path).map(drop)
}

/// Checks that a directory exists or could be created, and that files could be written in it; leaves nothing behind.
///
/// # Errors
/// If the directory neither exists nor could be created, or no file could be written in it; names the directory.
pub fn probe_directory(dir: &Path) -> Result<(), FileError> {
    let failed = |source| FileError::Directory { path: dir.to_owned(), source };
    let mut nearest = dir;
    while !nearest.as_os_str().is_empty()
        && matches!(fs::symlink_metadata(nearest), Err(error) if error.kind() == io::ErrorKind::NotFound)
    {
        nearest = nearest.parent().unwrap_or(Path::new(""));
    }
    let nearest = if nearest.as_os_str().is_empty() { Path::new(".") } else { nearest };
    tempfile::tempfile_in(nearest).map(drop).map_err(failed)
}

/// Writes a file as a whole or not at all: an old file of that name stays until the new one is written and renamed. The
/// directory must exist.
///
/// # Errors
/// If the file cannot be written or renamed; nothing is left behind then.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    draft_bytes(path, bytes)?.publish().map(|_| ())
}

/// As [`write_whole`], for files that belong together: none gets its name before all of them are written.
///
/// # Errors
/// Names the path that failed.
pub fn write_set(files: &[(PathBuf, Vec<u8>)]) -> Result<(), FileError> {
    let drafts: Result<Vec<Draft>, FileError> = files.iter().map(|(path, bytes)| draft_bytes(path, bytes)).collect();
    let mut drafts = drafts?;
    for draft in &mut drafts {
        draft.flush().map_err(|source| draft.write_error(source))?;
    }
    drafts.into_iter().try_for_each(|draft| draft.publish().map(drop))
}

fn draft_bytes(path: &Path, bytes: &[u8]) -> Result<Draft, FileError> {
    let mut draft = Draft::new(path)?;
    draft.write_all(bytes).map_err(|source| draft.write_error(source))?;
    Ok(draft)
}

#[cfg(test)]
mod tests;
