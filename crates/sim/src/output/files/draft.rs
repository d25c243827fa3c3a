//! Files under a temporary name.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use polars::error::PolarsError;
use tempfile::NamedTempFile;

use crate::output::files::lock::{PATIENCE, lock_directory, sweep};
use crate::output::files::{FileError, directory, target};

/// The beginning of the names of drafts. With [`SUFFIX`] and the characters between, it tells them from files of others.
pub(super) const PREFIX: &str = ".equipoise-";
/// The end of the names of drafts.
pub(super) const SUFFIX: &str = ".part";
/// The number of random letters and digits between them.
pub(super) const RANDOM_LENGTH: usize = 6;

/// A file under a temporary name, until [`publish`](Self::publish) gives it its own. Dropping a draft removes the file. It is
/// locked as long as it is a draft, and what a killed process left unlocked is removed by the next draft in its directory.
pub(crate) struct Draft {
    /// The path that the caller named: it appears in messages.
    path: PathBuf,
    /// The file that is created or replaced, behind any links.
    target: PathBuf,
    file: BufWriter<NamedTempFile>,
    /// The error that kept a [`Handle`] from writing, if there was one.
    failure: Failure,
}

/// The first error of a writer, which libraries that write through it do not hand on.
type Failure = Arc<Mutex<Option<io::Error>>>;

/// The error of the system in one that also names the temporary file, which nobody has asked for. The library behind hands on no more
/// than its words.
fn of_system(error: io::Error) -> io::Error {
    let words = error.to_string();
    match words.split_once(" at path ") {
        Some((reason, _)) if error.raw_os_error().is_none() => io::Error::new(error.kind(), reason.to_owned()),
        _ => error,
    }
}

/// The longest path that systems take.
const PATH_MAX: usize = 4096;

/// The error with the length of the whole path, if that is what is too long: what was typed may be short, and a draft has its path
/// from the root.
fn with_length(error: io::Error, target: &Path) -> io::Error {
    let whole = std::path::absolute(target).map_or(0, |whole| whole.as_os_str().len());
    if error.kind() != io::ErrorKind::InvalidFilename || whole + PREFIX.len() <= PATH_MAX - 256 {
        return error;
    }
    let reason =
        format!("its path from the root has {whole} characters, and the system takes {PATH_MAX} with a temporary name");
    io::Error::new(io::ErrorKind::InvalidFilename, reason)
}

/// A second handle to the file of a draft. It remembers why it could not write.
pub(crate) struct Handle {
    file: File,
    failure: Failure,
}

impl Handle {
    fn remember<T>(&self, result: io::Result<T>) -> io::Result<T> {
        result.inspect_err(|error| {
            // A system error is the same as often as its number is told.
            let same = error.raw_os_error().map_or_else(|| error.kind().into(), io::Error::from_raw_os_error);
            self.failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(same);
        })
    }
}

impl Write for Handle {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes);
        self.remember(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = self.file.flush();
        self.remember(flushed)
    }
}

impl Draft {
    pub(crate) fn new(path: &Path) -> Result<Self, FileError> {
        let target = target(path)?;
        let mut builder = tempfile::Builder::new();
        builder.prefix(PREFIX).suffix(SUFFIX).rand_bytes(RANDOM_LENGTH);
        // The permissions of any new file: 0666 less the umask. By default only its owner may read a temporary file.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let directory = directory(&target);
        // Nobody sweeps between the making of the draft and its lock, because that takes the lock of the directory.
        let lock = lock_directory(directory, PATIENCE)?;
        if lock.is_some() {
            sweep(directory);
        }
        let file = builder.tempfile_in(directory);
        let failed =
            |source| FileError::Write { path: path.to_owned(), source: with_length(of_system(source), &target) };
        let file = file.map_err(failed)?;
        // This fails if there are no locks, and nothing is swept then either.
        let _ = file.as_file().try_lock();
        Ok(Self { path: path.to_owned(), target, file: BufWriter::new(file), failure: Failure::default() })
    }

    /// A second handle to the same file, for a writer that needs to own one. Nothing may have been written through the
    /// draft before: it could still be in the buffer.
    pub(crate) fn handle(&self) -> Result<Handle, FileError> {
        let file = self.file.get_ref().as_file().try_clone().map_err(|source| self.write_error(source))?;
        Ok(Handle { file, failure: self.failure.clone() })
    }

    /// The path that the caller named.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// The file that is created or replaced, behind any links.
    pub(super) fn target(&self) -> &Path {
        &self.target
    }

    pub(crate) fn write_error(&self, source: io::Error) -> FileError {
        FileError::Write { path: self.path.clone(), source: of_system(source) }
    }

    /// The reason why a table could not be written: the error of the file, if it is known.
    pub(crate) fn table_error(&self, source: PolarsError) -> FileError {
        match self.failure.lock().unwrap_or_else(PoisonError::into_inner).take() {
            Some(source) => self.write_error(source),
            None => FileError::Table { path: self.path.clone(), source },
        }
    }

    /// Renames the file to its own name, over the file that has that name and whose permissions it keeps.
    pub(crate) fn publish(self) -> Result<PathBuf, FileError> {
        let Self { path, target, file, .. } = self;
        let failed = |source| FileError::Write { path: path.clone(), source: of_system(source) };
        let file = file.into_inner().map_err(|error| failed(error.into_error()))?;
        if let Ok(replaced) = std::fs::metadata(&target) {
            file.as_file().set_permissions(replaced.permissions()).map_err(failed)?;
        }
        file.persist(&target).map_err(|error| failed(error.error))?;
        Ok(path)
    }
}

impl Write for Draft {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// People are told the reason that the system gave, not the error that a writer of tables makes of it.
    #[test]
    fn the_reason_of_the_system_is_told() {
        let folder = tempfile::tempdir().expect("a folder");
        let draft = Draft::new(&folder.path().join("a.parquet")).expect("room");
        let unknown =
            |draft: &Draft| draft.table_error(PolarsError::ComputeError("transport error".into())).to_string();
        assert!(unknown(&draft).ends_with("transport error"));
        let mut handle = draft.handle().expect("a handle");
        // A file that is open for reading alone takes no bytes.
        handle.file = File::open(draft.file.get_ref().path()).expect("there");
        let reason = handle.write_all(b"x").expect_err("it is for reading").to_string();
        assert!(unknown(&draft).ends_with(&reason), "{}", unknown(&draft));
    }
}
