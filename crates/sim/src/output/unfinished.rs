//! The file in which an interrupted call keeps what it had [finished](crate::studies::resume).

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::output::files::{FileError, write_whole};
use crate::studies::resume::{BYTES_MAX, ResumeError};

/// The name of the file.
pub const UNFINISHED: &str = "unfinished.jsonl";

/// The path of the file in a directory.
pub fn path(dir: &Path) -> PathBuf {
    dir.join(UNFINISHED)
}

/// The text of a file with counts; none where there is no file.
///
/// # Errors
/// If it cannot be read.
pub fn read(path: &Path) -> Result<Option<String>, ResumeError> {
    let path = path.to_owned();
    let mut text = String::new();
    let read = File::open(&path).and_then(|file| file.take(BYTES_MAX + 1).read_to_string(&mut text));
    match read {
        Ok(bytes) if bytes as u64 > BYTES_MAX => Err(ResumeError::TooLarge { path }),
        Ok(_) => Ok(Some(text)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(source) => Err(ResumeError::Read { path, source }),
    }
}

/// Writes the file of a directory, which is made if it is missing.
///
/// # Errors
/// If the directory cannot be made or the file cannot be written.
pub fn write(dir: &Path, text: &str) -> Result<(), FileError> {
    fs::create_dir_all(dir).map_err(|source| FileError::Directory { path: dir.to_owned(), source })?;
    write_whole(&path(dir), text.as_bytes())
}

/// Removes the file of a directory, if there is one.
///
/// # Errors
/// If it cannot be removed.
pub fn remove(dir: &Path) -> Result<(), FileError> {
    let path = path(dir);
    match fs::remove_file(&path) {
        Err(source) if source.kind() != io::ErrorKind::NotFound => Err(FileError::Remove { path, source }),
        _ => Ok(()),
    }
}
