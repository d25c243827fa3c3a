//! The provenance of a result: everything that it takes to make it again, on any machine.
//!
//! As JSON: `schema, equipoise, [commit,] seed_contract, scenarios, overrides, files, study, command`. The part that several
//! results have in common ([`Common`]) can be written once, beside [the part of each of them](Provenance::own).

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

use equipoise_engine::SEED_CONTRACT;
use equipoise_engine::scenario::Override;
use serde::ser::{SerializeMap, Serializer};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

pub use crate::record::VERSION;
use crate::record::{Files, text};
use crate::studies::load::Loaded;
use crate::studies::study::Study;

/// The version of the shape of outputs. A higher one has other keys in other places; keys may be added without one.
pub const SCHEMA: u32 = 1;

/// The provenance of a result.
#[derive(Debug, Clone, PartialEq)]
pub struct Provenance {
    /// The commit that the program was built from; `None` if it is not known.
    pub commit: Option<String>,
    /// The scenarios that were played, in the order in which they were given.
    pub scenarios: Vec<Understood>,
    /// The overrides that were applied to all of them.
    pub overrides: Vec<Override>,
    /// The texts of all files that were read, by their paths.
    pub files: Arc<Files>,
    /// The study that was asked for.
    pub study: Study,
}

/// A scenario as the rules see it. As JSON: `path, system, canonical`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Understood {
    /// The path of its file.
    pub path: PathBuf,
    /// The name of the system that resolves it.
    pub system: String,
    /// Its canonical form, which is JSON.
    pub canonical: String,
}

impl From<&Loaded> for Understood {
    fn from(loaded: &Loaded) -> Self {
        let Loaded { path, system, .. } = loaded;
        Self { path: path.clone(), system: system.name().to_owned(), canonical: loaded.canonical() }
    }
}

impl Provenance {
    /// That of a study of scenarios which were loaded for it.
    pub fn new<'a>(study: Study, loaded: impl IntoIterator<Item = &'a Loaded>) -> Self {
        let (mut commit, mut scenarios, mut files) = (None, Vec::new(), Arc::<Files>::default());
        for loaded in loaded {
            commit = loaded.commit();
            scenarios.push(Understood::from(loaded));
            files = together(&files, &loaded.files);
        }
        Self { commit, scenarios, overrides: study.overrides().to_vec(), files, study }
    }

    /// The part in common with other results of this program that are made of the same files.
    pub fn common(&self) -> Common {
        Common::new(self.commit.clone(), self.files.clone())
    }

    /// The part that [`common`](Self::common) leaves out. As JSON: `scenarios, overrides, study, command`.
    pub fn own(&self) -> impl Serialize + '_ {
        Own(self)
    }

    fn serialize_own<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        map.serialize_entry("study", &self.study)?;
        map.serialize_entry("command", &self.study.command())
    }
}

/// The files of two scenarios. Nothing is copied where they are the same.
pub(crate) fn together(files: &Arc<Files>, more: &Arc<Files>) -> Arc<Files> {
    if files.is_empty() || files == more {
        return more.clone();
    }
    let both = files.iter().chain(more.iter()).map(|(path, text)| (path.clone(), text.clone()));
    Arc::new(both.collect())
}

impl Serialize for Provenance {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        Versions::here().serialize_entries(self.commit.as_deref(), &mut map)?;
        map.serialize_entry("scenarios", &self.scenarios)?;
        map.serialize_entry("overrides", &Overrides(&self.overrides))?;
        map.serialize_entry("files", &Texts(&self.files))?;
        self.serialize_own(&mut map)?;
        map.end()
    }
}

impl Serialize for Understood {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let canonical: &RawValue = serde_json::from_str(&self.canonical).map_err(serde::ser::Error::custom)?;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("path", &self.path.display().to_string())?;
        map.serialize_entry("system", &self.system)?;
        map.serialize_entry("canonical", canonical)?;
        map.end()
    }
}

struct Own<'a>(&'a Provenance);

impl Serialize for Own<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("scenarios", &self.0.scenarios)?;
        map.serialize_entry("overrides", &Overrides(&self.0.overrides))?;
        self.0.serialize_own(&mut map)?;
        map.end()
    }
}

#[derive(Serialize)]
struct Overrides<'a>(#[serde(serialize_with = "text::words::serialize")] &'a [Override]);

#[derive(Serialize)]
struct Texts<'a>(#[serde(serialize_with = "text::files::serialize")] &'a Files);

/// The part that results of one program and the same files have in common. As JSON: `schema, equipoise, [commit,]
/// seed_contract, files`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Common {
    /// The versions that the numbers depend on.
    pub versions: Versions,
    /// The commit that the program was built from; `None` if it is not known of all of them.
    pub commit: Option<String>,
    /// The texts of all files, by their paths.
    pub files: Arc<Files>,
}

impl Common {
    fn new(commit: Option<String>, files: Arc<Files>) -> Self {
        Self { versions: Versions::here(), commit, files }
    }

    /// The part that all of these have in common.
    pub fn of<'a>(all: impl IntoIterator<Item = &'a Provenance>) -> Self {
        let (mut commits, mut files) = (BTreeSet::new(), Arc::<Files>::default());
        for provenance in all {
            commits.insert(provenance.commit.as_ref());
            files = together(&files, &provenance.files);
        }
        let commit = if commits.len() == 1 { commits.into_iter().flatten().next().cloned() } else { None };
        Self::new(commit, files)
    }
}

impl Serialize for Common {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        self.versions.serialize_entries(self.commit.as_deref(), &mut map)?;
        map.serialize_entry("files", &Texts(&self.files))?;
        map.end()
    }
}

/// The versions that a result depends on.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Versions {
    /// Of the outputs' shape.
    pub schema: u32,
    /// Of the program.
    pub equipoise: String,
    /// Of the seed contract.
    pub seed_contract: u32,
}

impl Versions {
    /// The versions of this program.
    pub fn here() -> Self {
        Self { schema: SCHEMA, equipoise: VERSION.to_owned(), seed_contract: SEED_CONTRACT }
    }

    fn serialize_entries<M: SerializeMap>(&self, commit: Option<&str>, map: &mut M) -> Result<(), M::Error> {
        map.serialize_entry("schema", &self.schema)?;
        map.serialize_entry("equipoise", &self.equipoise)?;
        if let Some(commit) = commit {
            map.serialize_entry("commit", commit)?;
        }
        map.serialize_entry("seed_contract", &self.seed_contract)
    }
}
