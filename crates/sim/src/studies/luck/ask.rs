//! The question of which dice decide.

use std::path::PathBuf;

use equipoise_engine::exact::Observer;
use equipoise_engine::scenario::Override;
use serde::{Deserialize, Serialize};

use crate::json::Json;
use crate::kernel::run::Watch;
use crate::record::text;
use crate::studies::load::{Loaded, Loader, load_cells};
use crate::studies::luck::{Deciding, LuckError, Part, parts_of, played};
use crate::studies::method::Limits;
use crate::studies::provenance::Provenance;
use crate::studies::sensitivity::full_metric;
use crate::studies::study::{Found, Question, Results, Study, StudyError, Unanswered, Words};
use crate::studies::sweep::Cell;

/// The question of which dice of a scenario decide a metric.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Luck {
    /// The path of the scenario.
    #[serde(with = "text::path")]
    pub scenario: PathBuf,
    /// The overrides of the scenario.
    #[serde(with = "text::words")]
    pub overrides: Vec<Override>,
    /// The metric.
    pub metric: String,
    /// Encounters that are played as they are, and twice with each part of their dice exchanged.
    pub encounters: u64,
    /// The master seed.
    pub seed: u64,
    /// The confidence of each interval, at least 0.5 and below 1.
    #[serde(deserialize_with = "text::confidence")]
    pub confidence: f64,
    /// The limits of the exact solution that is set beside the portions; `None` if none is.
    pub check: Option<Limits>,
}

impl Question for Luck {
    fn about(&self) -> (Vec<&PathBuf>, &[Override]) {
        (vec![&self.scenario], &self.overrides)
    }

    fn encounters(&self) -> u64 {
        self.encounters
    }

    fn words(&self) -> Words {
        let words = Words::asking("luck", self).option("--metric", &self.metric);
        let words =
            words.option("--encounters", &self.encounters).seed(self.seed).option("--confidence", &self.confidence);
        self.check.into_iter().fold(words.flag("--check", self.check.is_some()), Words::unusual_limits)
    }

    fn results(&self, loader: Loader, watch: &Watch) -> Result<Results, StudyError> {
        Ok(vec![Box::new(self.load(loader)?.play(&watch.interrupted, watch)?) as Box<dyn Json>])
    }
}

impl Luck {
    /// Loads the scenario.
    ///
    /// # Errors
    /// Every mistake of the scenario; when it has no such metric, and when other portions than those of the party's wins are to be
    /// exact.
    pub fn load(&self, loader: Loader) -> Result<LoadedLuck, StudyError> {
        let scenario = load_cells(loader, &self.scenario, &self.overrides, &[Cell::new()], "--set")?
            .remove(0)
            .of_one_fight("`luck`")?;
        let metric = full_metric(&self.metric, scenario.fights.recordable())?;
        if self.check.is_some() && metric != "winners.party" {
            return Err(LuckError::NotSolved { metric }.into());
        }
        let parts = parts_of(&scenario);
        Ok(LoadedLuck { study: Self { metric, ..self.clone() }, scenario, parts })
    }
}

/// A scenario whose dice are in parts.
pub struct LoadedLuck {
    /// The question, with the full name of the metric.
    study: Luck,
    scenario: Loaded,
    parts: Vec<Part>,
}

impl LoadedLuck {
    /// The scenario.
    pub const fn scenario(&self) -> &Loaded {
        &self.scenario
    }

    /// The number of encounters that will be played with exchanged dice.
    pub fn encounters(&self) -> u64 {
        self.study.encounters.saturating_mul(2 * self.parts.len() as u64)
    }

    /// Plays all encounters with every part of their dice exchanged, on the current rayon pool; `observer` watches the exact solution
    /// if one is wanted.
    ///
    /// # Errors
    /// After an interrupt; if the metric is the same in every encounter, or is missing in some. An exact solution that takes too much
    /// is [told](Deciding::unsolved).
    pub fn play(&self, observer: &dyn Observer, watch: &Watch) -> Result<Found<Deciding>, StudyError> {
        let decided =
            self.study.check.map(|limits| self.scenario.fights.decided_by_round(limits, observer)).transpose();
        let decided = decided.map_err(|unsolved| Unanswered::new(&self.scenario.name, unsolved));
        if let Err(Unanswered::Interrupted) = decided {
            return Err(StudyError::Interrupted);
        }
        let mut result = played(&self.scenario, &self.parts, &self.study, watch)?;
        match decided {
            Ok(Some(decided)) => result.set_exact(&decided),
            Ok(None) => {}
            Err(unsolved) => result.unsolved = Some(unsolved.to_string()),
        }
        Ok(Found { result, provenance: Provenance::new(Study::Luck(self.study.clone()), [&self.scenario]) })
    }
}
