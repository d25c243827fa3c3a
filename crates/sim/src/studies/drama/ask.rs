//! The question of how the odds of fights move.

use std::path::PathBuf;

use equipoise_engine::exact::Observer;
use equipoise_engine::scenario::Override;
use serde::{Deserialize, Serialize};

use crate::kernel::run::Watch;
use crate::record::text;
use crate::studies::drama::{self, Sampling};
use crate::studies::load::{Loaded, Loader, load};
use crate::studies::method::Method;
use crate::studies::provenance::Provenance;
use crate::studies::study::{Found, Question, Results, Study, StudyError, Unanswered, Words};

/// The question of how the odds of the fights of a scenario move.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Drama {
    /// The path of the scenario.
    #[serde(with = "text::path")]
    pub scenario: PathBuf,
    /// The overrides of the scenario.
    #[serde(with = "text::words")]
    pub overrides: Vec<Override>,
    /// The method by which the numbers are obtained.
    pub method: Method<Sampling>,
}

impl Question for Drama {
    fn about(&self) -> (Vec<&PathBuf>, &[Override]) {
        (vec![&self.scenario], &self.overrides)
    }

    fn encounters(&self) -> u64 {
        self.method.sampling().map_or(0, |sampling| sampling.encounters)
    }

    fn words(&self) -> Words {
        let words = Words::asking("drama", self).option("--method", &self.method.name());
        let words = self.method.limits().into_iter().fold(words, Words::limits);
        self.method.sampling().into_iter().fold(words, |words, sampling| {
            let words = words.seed(sampling.seed).option("--encounters", &sampling.encounters);
            words.option("--continuations", &sampling.continuations).option("--confidence", &sampling.confidence)
        })
    }

    fn results(&self, loader: Loader, watch: &Watch) -> Result<Results, StudyError> {
        Ok(vec![Box::new(self.load(loader)?.play(&watch.interrupted, watch)?)])
    }
}

impl Drama {
    /// Loads the scenario.
    ///
    /// # Errors
    /// Every mistake of it.
    pub fn load(&self, loader: Loader) -> Result<LoadedDrama, StudyError> {
        let scenario = load(loader, &self.scenario, &self.overrides)?;
        Ok(LoadedDrama { study: self.clone(), scenario })
    }
}

/// A scenario whose odds can be followed.
pub struct LoadedDrama {
    study: Drama,
    scenario: Loaded,
}

impl LoadedDrama {
    /// The scenario's name.
    pub fn name(&self) -> &str {
        &self.scenario.name
    }

    /// Solves the scenario or samples its fights; `observer` watches the solution.
    ///
    /// # Errors
    /// If the exact solution is wanted and takes too much, and after an interrupt.
    pub fn play(&self, observer: &dyn Observer, watch: &Watch) -> Result<Found<drama::Drama>, StudyError> {
        let name = &self.scenario.name;
        let found = self.scenario.fights.drama(name, &self.study.method, observer, watch);
        let result = found.map_err(|unsolved| Unanswered::new(name, unsolved))?;
        Ok(Found { result, provenance: Provenance::new(Study::Drama(self.study.clone()), [&self.scenario]) })
    }
}
