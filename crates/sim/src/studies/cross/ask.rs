//! The search for the value of a path at which a number is as wanted.

use std::path::PathBuf;

use equipoise_engine::scenario::Override;
use serde::{Deserialize, Serialize};

use crate::ground::ranges::length;
use crate::kernel::run::Watch;
use crate::record::text;
use crate::studies::cross::Crossing;
use crate::studies::load::{Loaded, Loader, load};
use crate::studies::method::Method;
use crate::studies::provenance::Provenance;
use crate::studies::study::{Found, Question, Results, StudyError, Words};
use crate::studies::sweep::ask::{LoadedSweep, Sweep, Vary};
use crate::studies::sweep::{Axis, CellSampling};
use crate::studies::tune::Target;

/// The search for the value of a path at which a number of a scenario is as wanted: `equipoise sweep --cross`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cross {
    /// The path of the scenario.
    #[serde(with = "text::path")]
    pub scenario: PathBuf,
    /// Overrides that every cell has.
    #[serde(with = "text::words")]
    pub overrides: Vec<Override>,
    /// The path that is varied, with its values.
    #[serde(with = "text::word")]
    pub vary: Axis,
    /// The number that is wanted, with its value.
    #[serde(with = "text::word")]
    pub target: Target,
    /// The method by which the numbers of the cells come about.
    pub method: Method<CellSampling>,
}

impl Question for Cross {
    fn about(&self) -> (Vec<&PathBuf>, &[Override]) {
        (vec![&self.scenario], &self.overrides)
    }

    fn encounters(&self) -> u64 {
        let each = self.method.sampling().map_or(0, |sampling| length(&sampling.range));
        each.saturating_mul(self.vary.values.len() as u64)
    }

    fn words(&self) -> Words {
        let words = Words::asking("sweep", self).option("--vary", &self.vary);
        let words = words.option("--cross", &self.target.crossed());
        let words = match &self.method {
            Method::Sample(_) => words,
            method => words.option("--method", &method.name()),
        };
        let words = self.method.limits().into_iter().fold(words, Words::limits);
        self.method.sampling().into_iter().fold(words, |words, sampling| sampling.words(words))
    }

    fn results(&self, loader: Loader, watch: &Watch) -> Result<Results, StudyError> {
        Ok(vec![Box::new(self.load(loader)?.play(watch)?)])
    }
}

impl Target {
    /// The word that asks for its crossing.
    pub(in crate::studies) fn crossed(&self) -> String {
        format!("{}={}", self.name, self.value)
    }
}

impl Cross {
    /// Loads every cell.
    ///
    /// # Errors
    /// If there are no cells, for every mistake in them, and if they cannot have the target.
    pub fn load(&self, loader: Loader) -> Result<LoadedCross, StudyError> {
        let Self { scenario, overrides, vary, target, method } = self.clone();
        let (vary, cross) = (Vary::Grid(vec![vary]), Some(target));
        let sweep = Sweep { scenario, overrides, vary, cells: None, method, check: None, cross }.load(loader)?;
        sweep.search()?;
        Ok(LoadedCross(sweep))
    }

    /// A crossing with where it comes from; `loaded` are the cells that it was found in, at least one.
    pub(in crate::studies) fn found(self, crossing: Crossing, loaded: &[Loaded]) -> Found<Crossing> {
        // The scenario may be incomplete without a value of the varied path.
        let base = load(Loader::new(loaded[0].registry, &*loaded[0].files), &self.scenario, &self.overrides).ok();
        let provenance = Provenance::new(self.into(), [base.as_ref().unwrap_or(&loaded[0])]);
        Found { result: crossing, provenance }
    }
}

/// A search for a crossing that is ready to be played.
pub struct LoadedCross(LoadedSweep);

impl LoadedCross {
    /// Plays or solves the cells, and finds out where they have the target.
    ///
    /// # Errors
    /// If an exact solution takes too much, and after an interrupt.
    pub fn play(&self, watch: &Watch) -> Result<Found<Crossing>, StudyError> {
        self.0.play(watch)?.1.ok_or(StudyError::Interrupted)
    }
}
