//! The question of how one scenario goes.

use std::path::PathBuf;

use equipoise_engine::scenario::Override;
use serde::{Deserialize, Serialize};

use crate::kernel::run::Watch;
use crate::record::text;
use crate::studies::answer::{self, Answer};
use crate::studies::load::{Loaded, Loader, load};
use crate::studies::method::{Extent, Method, Sampling};
use crate::studies::study::{Question, Results, StudyError, Words};

/// The question of how a scenario goes: by playing it or by solving it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Run {
    /// The path of the scenario.
    #[serde(with = "text::path")]
    pub scenario: PathBuf,
    /// The overrides of the scenario.
    #[serde(with = "text::words")]
    pub overrides: Vec<Override>,
    /// The method by which the numbers are obtained.
    pub method: Method,
}

impl Question for Run {
    fn about(&self) -> (Vec<&PathBuf>, &[Override]) {
        (vec![&self.scenario], &self.overrides)
    }

    fn encounters(&self) -> u64 {
        self.method.sampling().map_or(0, |sampling| sampling.encounters.max_encounters())
    }

    fn words(&self) -> Words {
        let words = match &self.method {
            Method::Exact { limits } => return Words::asking("exact", self).limits(*limits),
            Method::Sample(_) => Words::asking("run", self),
            Method::Auto { limits, .. } => Words::asking("run", self).option("--method", &"auto").limits(*limits),
        };
        let Some(Sampling { seed, encounters, confidence, check, ways }) = self.method.sampling() else { return words };
        let words = match encounters {
            Extent::Ranges(ranges) => words.seed(*seed).ranges(ranges),
            Extent::Precision { half_width, max_encounters } => {
                words.seed(*seed).option("--precision", half_width).option("--max-encounters", max_encounters)
            }
        };
        let words = words.option("--confidence", confidence).flag("--check", check.is_some()).flag("--ways", *ways);
        check.iter().fold(words, |words, limits| words.limits(*limits))
    }

    fn results(&self, loader: Loader, watch: &Watch) -> Result<Results, StudyError> {
        Ok(vec![Box::new(self.answer(loader, watch)?)])
    }
}

impl Run {
    /// Loads the scenario.
    ///
    /// # Errors
    /// Every mistake of it.
    pub fn load(&self, loader: Loader) -> Result<Loaded, StudyError> {
        Ok(load(loader, &self.scenario, &self.overrides)?)
    }

    /// Loads the scenario and plays or solves it, with other ways to play where these are wanted.
    ///
    /// # Errors
    /// As for [`load`](Self::load) and [`play`](Self::play), and when an interrupt came among the other ways.
    pub fn answer(&self, loader: Loader, watch: &Watch) -> Result<Answer, StudyError> {
        let loaded = self.load(loader)?;
        let mut answer = self.play(&loaded, watch)?;
        if self.method.sampling().is_some_and(|sampling| sampling.ways) && !answer.is_interrupted {
            answer.add_ways(loader, &loaded, watch)?;
        }
        Ok(answer)
    }

    /// Plays or solves the scenario that was loaded for it.
    ///
    /// # Errors
    /// If the exact solution takes too much, or was interrupted.
    pub fn play(&self, loaded: &Loaded, watch: &Watch) -> Result<Answer, StudyError> {
        let mut answer = answer::answer(loaded, &self.method, &watch.interrupted, watch)?;
        if let Method::Sample(Sampling { check: Some(limits), .. }) = &self.method
            && !answer.is_interrupted
        {
            answer.check_against_exact(loaded, *limits, &watch.interrupted);
        }
        Ok(answer)
    }
}
