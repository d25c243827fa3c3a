//! How one encounter goes.

use std::path::PathBuf;

use equipoise_engine::scenario::Override;
use equipoise_engine::{EncounterIndex, Seed};
use serde::{Deserialize, Serialize};

use super::{Found, Study, StudyError, text};
use crate::kernel::run::Watch;
use crate::studies::find::{Criterion, NotFound};
use crate::studies::load::{Loaded, Texts, load};
use crate::studies::provenance::Provenance;
use crate::studies::replay::Told;

/// How one encounter of a run goes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Replay {
    /// The path of the scenario.
    #[serde(with = "text::path")]
    pub scenario: PathBuf,
    /// What is changed in it.
    #[serde(with = "text::words")]
    pub overrides: Vec<Override>,
    /// The master seed.
    pub seed: u64,
    /// Which encounter.
    pub fight: Fight,
}

/// Which encounter of a run is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Fight {
    /// The one with this index.
    Index(u64),
    /// One that is worth seeing.
    Find {
        /// Why it is.
        criterion: Criterion,
        /// Among how many of the first encounters.
        encounters: u64,
    },
}

impl Fight {
    /// How many encounters are searched.
    pub const fn encounters(self) -> u64 {
        match self {
            Self::Index(_) => 0,
            Self::Find { encounters, .. } => encounters,
        }
    }
}

impl Replay {
    /// Loads the scenario.
    ///
    /// # Errors
    /// Every mistake of it.
    pub fn load(&self, texts: &dyn Texts) -> Result<LoadedReplay, StudyError> {
        Ok(LoadedReplay { study: self.clone(), scenario: load(texts, &self.scenario, &self.overrides)? })
    }
}

/// A scenario of which an encounter can be told.
pub struct LoadedReplay {
    study: Replay,
    scenario: Loaded,
}

impl LoadedReplay {
    /// The scenario's name.
    pub fn name(&self) -> &str {
        &self.scenario.name
    }

    /// Finds the encounter, if it has to be found, and tells it.
    ///
    /// # Errors
    /// When no encounter qualifies, and after an interrupt.
    pub fn play(&self, watch: &Watch) -> Result<Found<Told>, StudyError> {
        let seed = Seed(self.study.seed);
        let index = match self.study.fight {
            Fight::Index(index) => EncounterIndex(index),
            Fight::Find { criterion, encounters } => {
                let found = self.scenario.fights.find(seed, encounters, criterion, watch);
                found.map_err(|reason| match reason {
                    NotFound::Interrupted => StudyError::Interrupted,
                    reason => StudyError::NotFound { encounters, seed: seed.0, reason },
                })?
            }
        };
        let result = Told { scenario: self.scenario.name.clone(), replay: self.scenario.fights.replay(seed, index) };
        Ok(Found { result, provenance: Provenance::new(Study::Replay(self.study.clone()), [&self.scenario]) })
    }
}
