//! The question of how likely a rare event is.

use std::path::PathBuf;

use equipoise_engine::exact::Observer;
use equipoise_engine::scenario::Override;
use serde::{Deserialize, Serialize};

use crate::kernel::run::Watch;
use crate::record::text;
use crate::studies::condition::Condition;
use crate::studies::fights::Fights;
use crate::studies::load::{Loaded, Loader, load};
use crate::studies::method::Method;
use crate::studies::provenance::Provenance;
use crate::studies::rare::{self, Sampling, Unknown};
use crate::studies::study::{Found, Question, Results, Study, StudyError, Unanswered, Words};

/// The question of how likely a rare event of a scenario is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rare {
    /// The path of the scenario.
    #[serde(with = "text::path")]
    pub scenario: PathBuf,
    /// The changes of it.
    #[serde(with = "text::words")]
    pub overrides: Vec<Override>,
    /// The event: a condition, as [`Condition::read`] takes it.
    pub event: String,
    /// The method by which the chance is obtained.
    pub method: Method<Sampling>,
}

impl Question for Rare {
    fn about(&self) -> (Vec<&PathBuf>, &[Override]) {
        (vec![&self.scenario], &self.overrides)
    }

    fn encounters(&self) -> u64 {
        self.method.sampling().map_or(0, |sampling| sampling.encounters)
    }

    fn words(&self) -> Words {
        let words = Words::asking("rare", self).option("--event", &self.event).option("--method", &self.method.name());
        let words = self.method.limits().into_iter().fold(words, Words::limits);
        self.method.sampling().into_iter().fold(words, |words, sampling| {
            let words = words.seed(sampling.seed).option("--encounters", &sampling.encounters);
            words.option("--confidence", &sampling.confidence)
        })
    }

    fn results(&self, loader: Loader, watch: &Watch) -> Result<Results, StudyError> {
        Ok(vec![Box::new(self.load(loader)?.play(&watch.interrupted, watch)?)])
    }
}

impl Rare {
    /// Loads the scenario.
    ///
    /// # Errors
    /// Every mistake of it, or what is wrong with the event.
    pub fn load(&self, loader: Loader) -> Result<LoadedRare, StudyError> {
        let scenario = load(loader, &self.scenario, &self.overrides)?;
        let (condition, with_accounts) = Condition::of_scenario(&self.event, &scenario)?;
        Ok(LoadedRare { study: self.clone(), scenario, with_accounts, condition })
    }
}

/// A scenario with an event whose chance can be found.
pub struct LoadedRare {
    study: Rare,
    scenario: Loaded,
    /// The fights with the accounts that the event names; `None` if it names none.
    with_accounts: Option<Box<dyn Fights>>,
    condition: Condition,
}

impl LoadedRare {
    /// The scenario's name.
    pub fn name(&self) -> &str {
        &self.scenario.name
    }

    /// Solves the scenario or samples its fights; `observer` watches the solution.
    ///
    /// # Errors
    /// If the exact solution is wanted and takes too much or does not know the event; if nothing leads to a rare event; if there
    /// are too few encounters; and after an interrupt.
    pub fn play(&self, observer: &dyn Observer, watch: &Watch) -> Result<Found<rare::Rare>, StudyError> {
        let Self { study, scenario, with_accounts, condition } = self;
        let fights = with_accounts.as_ref().unwrap_or(&scenario.fights);
        let names = (scenario.name.as_str(), study.event.as_str());
        let result =
            fights.rare(names, condition, &study.method, observer, watch).map_err(|unknown| match unknown {
                Unknown::Unsolved(unsolved) => StudyError::from(Unanswered::new(&scenario.name, unsolved)),
                Unknown::Refused(error) => error.into(),
            })?;
        Ok(Found { result, provenance: Provenance::new(Study::Rare(study.clone()), [scenario]) })
    }
}
