//! Scenarios that cannot be judged.

use std::path::PathBuf;

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use crate::studies::check::Mistake;
use crate::studies::study::StudyError;

/// The word that stands in the place of a verdict.
pub const ERROR: &str = "error";

/// A scenario that could not be judged. As JSON: `scenario, file, verdict, mistakes`, where `scenario` is null.
#[derive(Debug, Clone, PartialEq)]
pub struct Refused {
    /// The path of its file.
    pub file: PathBuf,
    /// The name of its text in diagnostics.
    pub source: String,
    /// The mistakes in it, or in the overrides; at least one.
    pub mistakes: Vec<Mistake>,
}

impl Refused {
    /// The scenario that this error is about.
    pub fn new(file: PathBuf, source: String, error: &StudyError) -> Self {
        Self { file, source, mistakes: Mistake::of_study(error) }
    }

    /// Each mistake in a sentence that begins with its place, such as `bridge.toml:3:1: unknown key`.
    pub fn sentences(&self) -> impl Iterator<Item = String> {
        self.mistakes.iter().map(|mistake| {
            let help = mistake.help.as_ref().map(|help| format!(" ({help})")).unwrap_or_default();
            mistake.sentence() + &help
        })
    }
}

impl Serialize for Refused {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(4))?;
        map.serialize_entry("scenario", &None::<&str>)?;
        map.serialize_entry("file", &self.file.display().to_string())?;
        map.serialize_entry("verdict", ERROR)?;
        map.serialize_entry("mistakes", &self.mistakes)?;
        map.end()
    }
}
