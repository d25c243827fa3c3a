//! The texts that a request brings along, under the rules of the command line for files.

use std::path::{Component, Path, PathBuf};

use equipoise_engine::scenario::FileFormat;
use equipoise_sim::record::Files;
use equipoise_sim::studies::load::Texts;

/// Bytes that a scenario may have.
pub(crate) const SCENARIO_MAX: usize = 1 << 20;
/// Bytes that a CSV file beside it may have.
const CSV_MAX: usize = 16 << 20;

/// Texts by their paths, whose folders are only parts of their names.
pub(crate) struct Given<'a>(pub(crate) &'a Files);

impl Given<'_> {
    fn text(&self, path: &Path, bytes_max: usize) -> Result<String, String> {
        let found = self.0.get(path).or_else(|| self.0.get(&plain(path)?));
        let text = found.ok_or_else(|| "there is no such file on this page".to_owned())?;
        if text.len() > bytes_max {
            return Err(format!("it is larger than {} MiB", bytes_max >> 20));
        }
        Ok(text.clone())
    }
}

impl Texts for Given<'_> {
    fn scenario(&self, path: &Path) -> Result<String, String> {
        self.text(path, SCENARIO_MAX)
    }

    fn attached(&self, path: &Path, format: FileFormat) -> Result<String, String> {
        let bytes_max = match format {
            FileFormat::Csv => CSV_MAX,
            FileFormat::Toml | FileFormat::Text => SCENARIO_MAX,
        };
        self.text(path, bytes_max)
    }

    /// The same scenario is to be understood the same way by the command line, which reads nothing from elsewhere.
    fn permits(&self, folder: &Path, path: &Path) -> Result<(), String> {
        let is_beneath = plain(folder).zip(plain(path)).is_some_and(|(folder, path)| path.starts_with(folder));
        if is_beneath { Ok(()) } else { Err("it is not beneath the folder of the scenario".to_owned()) }
    }
}

/// The path without steps to the same folder and back; `None` if it leads above all folders.
fn plain(path: &Path) -> Option<PathBuf> {
    let mut plain = PathBuf::new();
    for component in path.components() {
        match component {
            Component::ParentDir if !plain.pop() => return None,
            Component::ParentDir | Component::CurDir => {}
            other => plain.push(other),
        }
    }
    Some(plain)
}
