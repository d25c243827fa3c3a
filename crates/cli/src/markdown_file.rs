//! Markdown that goes to a file: one that is replaced, the summary of a step of GitHub Actions, to which it is added, or
//! whatever else takes bytes, such as a pipe.

use std::env;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use equipoise_sim::{FileError, write_whole};

use crate::exit::Failure;

/// The way in which a file takes a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Taking {
    /// The text replaces what the file has.
    Replaced,
    /// The text is added to what the file has: it is the summary that earlier commands of a step write to as well.
    Appended,
    /// The text is written straight: it is a pipe or a device.
    Streamed,
}

/// The way in which the file of this path takes a text.
pub(crate) fn taking(path: &Path) -> Taking {
    if is_standard(path) || fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir()) {
        return Taking::Streamed;
    }
    let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let summary = env::var_os("GITHUB_STEP_SUMMARY").filter(|summary| !summary.is_empty()).map(PathBuf::from);
    match summary {
        Some(summary) if real(&summary) == real(path) => Taking::Appended,
        _ => Taking::Replaced,
    }
}

/// Whether a path means stdout or stderr, which may themselves be redirected to a file.
fn is_standard(path: &Path) -> bool {
    ["/dev/stdout", "/dev/stderr"].iter().any(|stream| path == Path::new(stream))
}

/// Writes a text to a file in the way that it [takes](Taking) one.
pub(crate) fn write(path: &Path, text: &[u8]) -> Result<(), Failure> {
    let failed = |source| FileError::Write { path: path.to_owned(), source };
    match taking(path) {
        Taking::Replaced => write_whole(path, text)?,
        Taking::Appended => append(path, text).map_err(failed)?,
        Taking::Streamed if path == Path::new("/dev/stdout") => {
            io::stdout().write_all(text).and_then(|()| io::stdout().flush())?;
        }
        Taking::Streamed if path == Path::new("/dev/stderr") => io::stderr().write_all(text).map_err(failed)?,
        Taking::Streamed => {
            File::options().write(true).open(path).and_then(|mut file| file.write_all(text)).map_err(failed)?;
        }
    }
    Ok(())
}

/// Checks that a text could be added to a file that is there.
pub(crate) fn probe_appending(path: &Path) -> Result<(), FileError> {
    match OpenOptions::new().append(true).open(path) {
        Err(source) if source.kind() != io::ErrorKind::NotFound => {
            Err(FileError::Write { path: path.to_owned(), source })
        }
        _ => Ok(()),
    }
}

/// Adds a text to a file in one piece, as a block of its own.
fn append(path: &Path, text: &[u8]) -> io::Result<()> {
    let mut file = OpenOptions::new().append(true).create(true).open(path)?;
    let mut block = if file.metadata()?.len() > 0 { b"\n".to_vec() } else { Vec::new() };
    block.extend_from_slice(text);
    file.write_all(&block)
}
