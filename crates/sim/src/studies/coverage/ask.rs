//! The question of which rules are applied how often.

use std::path::PathBuf;

use equipoise_engine::Seed;
use equipoise_engine::scenario::Override;
use serde::{Deserialize, Serialize};

use crate::kernel::run::Watch;
use crate::record::text;
use crate::registry::Registry;
use crate::studies::coverage::{Coverages, SystemCoverage};
use crate::studies::load::{Loaded, Loader, load_all};
use crate::studies::provenance::Provenance;
use crate::studies::study::{Found, Question, Results, Study, StudyError, Words};

/// The question of which rules the encounters of scenarios apply, and how often.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Coverage {
    /// The paths of the scenarios; those of one system are counted together.
    #[serde(with = "text::paths")]
    pub scenarios: Vec<PathBuf>,
    /// The overrides that all of them have.
    #[serde(with = "text::words")]
    pub overrides: Vec<Override>,
    /// Encounters of each scenario.
    pub encounters: u64,
    /// The master seed.
    pub seed: u64,
}

impl Question for Coverage {
    fn about(&self) -> (Vec<&PathBuf>, &[Override]) {
        (self.scenarios.iter().collect(), &self.overrides)
    }

    fn encounters(&self) -> u64 {
        self.encounters
    }

    fn words(&self) -> Words {
        Words::asking("coverage", self).option("--encounters", &self.encounters).seed(self.seed)
    }

    fn results(&self, loader: Loader, watch: &Watch) -> Result<Results, StudyError> {
        Ok(self.load(loader)?.play(watch)?.each())
    }
}

impl Coverage {
    /// Loads all scenarios.
    ///
    /// # Errors
    /// Every mistake of all of them.
    pub fn load(&self, loader: Loader) -> Result<LoadedCoverage, StudyError> {
        let scenarios = load_all(loader, &self.scenarios, &self.overrides)?;
        Ok(LoadedCoverage { study: self.clone(), registry: loader.registry, scenarios })
    }
}

/// Scenarios whose rules can be counted.
pub struct LoadedCoverage {
    study: Coverage,
    registry: Registry,
    scenarios: Vec<Loaded>,
}

impl LoadedCoverage {
    /// The name of the first scenario.
    pub fn name(&self) -> &str {
        self.scenarios.first().map_or("", |scenario| &scenario.name)
    }

    /// The number of encounters that will be played, of all scenarios together.
    pub fn encounters(&self) -> u64 {
        self.study.encounters.saturating_mul(self.scenarios.len() as u64)
    }

    /// Plays the scenarios one after the other and adds up their counts by system.
    ///
    /// # Errors
    /// After an interrupt.
    pub fn play(&self, watch: &Watch) -> Result<Found<Vec<SystemCoverage>>, StudyError> {
        let Coverage { seed, encounters, .. } = self.study;
        let mut coverages = Coverages::new(self.registry);
        let mut before: u64 = 0;
        for scenario in &self.scenarios {
            let progress = |finished: u64| (watch.progress)(before.saturating_add(finished));
            let seen = scenario.fights.coverage(Seed(seed), encounters, &Watch { progress: &progress, ..*watch });
            if (watch.interrupted)() {
                return Err(StudyError::Interrupted);
            }
            coverages.add(scenario.system, &scenario.name, encounters, &seen);
            before = before.saturating_add(encounters);
        }
        let provenance = Provenance::new(Study::Coverage(self.study.clone()), &self.scenarios);
        Ok(Found { result: coverages.by_system().to_vec(), provenance })
    }
}
