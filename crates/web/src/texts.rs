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

#[cfg(test)]
mod tests {
    use super::*;

    fn given() -> Files {
        [("a/b/x.csv", "x"), ("a/y.csv", "y"), ("z.csv", "z")].map(|(path, text)| (path.into(), text.to_owned())).into()
    }

    #[test]
    fn a_file_is_found_by_any_spelling_of_its_path() {
        let files = given();
        let read = |path: &str| Given(&files).attached(Path::new(path), FileFormat::Csv);
        assert_eq!(read("a/b/x.csv"), Ok("x".to_owned()));
        assert_eq!(read("a/./b/../y.csv"), Ok("y".to_owned()));
        assert_eq!(read("./z.csv"), Ok("z".to_owned()));
        for missing in ["", "..", "../z.csv", "a/../../z.csv", "q.csv"] {
            assert_eq!(read(missing), Err("there is no such file on this page".to_owned()), "{missing}");
        }
    }

    #[test]
    fn a_scenario_names_files_beneath_its_folder_alone() {
        let files = given();
        let permits = |folder: &str, path: &str| Given(&files).permits(Path::new(folder), Path::new(path)).is_ok();
        assert!(permits("a", "a/b/x.csv") && permits("a/b", "a/b/../b/x.csv") && permits("", "z.csv"));
        assert!(!permits("a/b", "a/b/../y.csv") && !permits("a", "z.csv") && !permits("", "../z.csv"));
    }

    #[test]
    fn large_texts_are_refused_as_the_command_line_does() {
        let files: Files = [("a.toml".into(), "x".repeat(SCENARIO_MAX + 1))].into();
        let refused = Given(&files).scenario(Path::new("a.toml"));
        assert_eq!(refused, Err("it is larger than 1 MiB".to_owned()));
        assert!(Given(&files).attached(Path::new("a.toml"), FileFormat::Csv).is_ok());
    }
}
