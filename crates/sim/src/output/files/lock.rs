//! Locks that keep the writers of a directory apart, and that tell the drafts of living writers from those of killed ones.
//!
//! They are advisory locks of the operating system, which ends them with the process, however it ends.

use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::output::files::FileError;
use crate::output::files::draft::{PREFIX, RANDOM_LENGTH, SUFFIX};

/// The longest wait for the lock of a directory. Writers of this program hold it for some milliseconds; somebody else may
/// hold it for ever, as `flock DIR equipoise …` does while its own command waits.
pub(super) const PATIENCE: Duration = Duration::from_secs(30);

/// The time that the owner of a lock gets before the next try.
const PAUSE: Duration = Duration::from_millis(2);

/// The file that is locked where a directory itself cannot be: outside Unix, and on some network file systems.
const LOCK_FILE: &str = ".equipoise.lock";

/// Locks a directory for as long as the returned handle lives. `None` where the file system has no locks, or the directory is
/// not there.
///
/// # Errors
/// If another holds the lock for longer than `patience`.
pub(super) fn lock_directory(dir: &Path, patience: Duration) -> Result<Option<File>, FileError> {
    let deadline = Instant::now() + patience;
    let lock_file = || File::options().create(true).write(true).truncate(false).open(dir.join(LOCK_FILE));
    let candidates: [&dyn Fn() -> io::Result<File>; 2] = [&|| File::open(dir), &lock_file];
    for open in candidates {
        let Ok(handle) = open() else { continue };
        loop {
            match handle.try_lock() {
                Ok(()) => return Ok(Some(handle)),
                Err(fs::TryLockError::WouldBlock) if Instant::now() < deadline => sleep(PAUSE),
                Err(fs::TryLockError::WouldBlock) => return Err(FileError::Locked { path: dir.to_owned() }),
                Err(fs::TryLockError::Error(error)) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(fs::TryLockError::Error(_)) => break,
            }
        }
    }
    Ok(None)
}

/// Removes the drafts in a locked directory whose writers are gone. What cannot be removed stays, since nothing depends
/// on it.
pub(super) fn sweep(dir: &Path) {
    let Ok(entries) = fs::read_dir(dir) else { return };
    for entry in entries.flatten() {
        let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
        if is_file && entry.file_name().to_str().is_some_and(is_draft) {
            remove_if_dead(&entry.path());
        }
    }
}

/// Whether a file name is one that drafts get.
fn is_draft(name: &str) -> bool {
    let random = name.strip_prefix(PREFIX).and_then(|rest| rest.strip_suffix(SUFFIX));
    random
        .is_some_and(|random| random.len() == RANDOM_LENGTH && random.bytes().all(|byte| byte.is_ascii_alphanumeric()))
}

/// Removes a draft unless its writer has locked it.
fn remove_if_dead(path: &Path) {
    // Some network file systems lock only what is open for writing.
    let Ok(file) = File::options().read(true).write(true).open(path) else { return };
    if file.try_lock().is_ok() {
        // Whoever comes next tries again if it fails.
        let _ = fs::remove_file(path);
    }
}
