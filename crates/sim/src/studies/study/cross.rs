//! Which value of a path makes a number what is wanted.

use std::ops::Range;
use std::path::PathBuf;

use equipoise_engine::Seed;
use equipoise_engine::scenario::Override;
use serde::{Deserialize, Serialize};

use super::{Found, Limits, Study, StudyError, text};
use crate::ground::ranges::length;
use crate::kernel::run::Watch;
use crate::kernel::tally::Tally;
use crate::record::Part;
use crate::studies::answer::Approach;
use crate::studies::load::{Loaded, Loader, load, load_cells};
use crate::studies::provenance::Provenance;
use crate::studies::sweep::crossing::{Crossing, Search};
use crate::studies::sweep::{Axis, Cell, CellSampling, Combination, Sweep, combine};
use crate::studies::tune::Target;

/// Which value of a path makes a number of a scenario what is wanted: `equipoise sweep --cross`.
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
    /// How the numbers of the cells come about.
    pub method: CrossMethod,
}

/// How the numbers of the cells come about.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum CrossMethod {
    /// Encounters are played.
    Sample(CrossSampling),
    /// Every branch of the dice is followed.
    Exact {
        /// How much that may take in each cell.
        limits: Limits,
    },
    /// Exact in the cells that have few enough states, else sampled.
    Auto {
        /// How much an exact solution may take in each cell.
        limits: Limits,
        /// The encounters that are played of the other cells.
        sampling: CrossSampling,
    },
}

/// The encounters that are played of a cell.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CrossSampling {
    /// The master seed.
    pub seed: u64,
    /// The indices of the encounters.
    #[serde(with = "text::range")]
    pub range: Range<u64>,
    /// The confidence of the interval of the crossing, at least 0.5 and below 1.
    #[serde(deserialize_with = "text::confidence")]
    pub confidence: f64,
}

impl From<CellSampling> for CrossSampling {
    fn from(CellSampling { seed, range, confidence }: CellSampling) -> Self {
        Self { seed: seed.0, range, confidence }
    }
}

impl CrossSampling {
    fn of_cells(&self) -> CellSampling {
        CellSampling { seed: Seed(self.seed), range: self.range.clone(), confidence: self.confidence }
    }
}

impl CrossMethod {
    /// The encounters that are played; `None` if none are.
    pub(super) const fn sampling(&self) -> Option<&CrossSampling> {
        match self {
            Self::Sample(sampling) | Self::Auto { sampling, .. } => Some(sampling),
            Self::Exact { .. } => None,
        }
    }

    fn approach(&self) -> Approach<CellSampling> {
        match self {
            Self::Sample(sampling) => Approach::Sample(sampling.of_cells()),
            Self::Exact { limits } => Approach::Exact((*limits).into()),
            Self::Auto { limits, sampling } => Approach::Auto((*limits).into(), sampling.of_cells()),
        }
    }
}

impl Cross {
    /// Loads every cell.
    ///
    /// # Errors
    /// When there are no cells, and every mistake of them; when they cannot have the target.
    pub fn load(&self, loader: Loader) -> Result<LoadedCross, StudyError> {
        let axes = std::slice::from_ref(&self.vary);
        let cells = combine(axes, Combination::Grid)?;
        let loaded = load_cells(loader, &self.scenario, &self.overrides, &cells, "--vary")?;
        Search::new(&self.target, axes, &loaded)?;
        Ok(LoadedCross { study: self.clone(), cells, loaded })
    }

    /// How many encounters there are, in all cells together.
    pub(super) fn encounters(&self) -> u64 {
        let each = self.method.sampling().map_or(0, |sampling| length(&sampling.range));
        each.saturating_mul(self.vary.values.len() as u64)
    }

    /// A crossing with where it comes from; `loaded` are the cells that it was found in, at least one.
    pub fn found(&self, crossing: Crossing, loaded: &[Loaded]) -> Found<Crossing> {
        // The scenario may be incomplete without a value of the varied path.
        let base = load(Loader::new(loaded[0].registry, &*loaded[0].files), &self.scenario, &self.overrides).ok();
        let provenance = Provenance::new(Study::Cross(self.clone()), [base.as_ref().unwrap_or(&loaded[0])]);
        Found { result: crossing, provenance }
    }
}

/// A search for a crossing that is ready to be played.
pub struct LoadedCross {
    study: Cross,
    cells: Vec<Cell>,
    loaded: Vec<Loaded>,
}

impl LoadedCross {
    /// Plays or solves the cells, and finds out where they have the target.
    ///
    /// # Errors
    /// When an exact solution takes too much, and after an interrupt.
    pub fn play(&self, watch: &Watch) -> Result<Found<Crossing>, StudyError> {
        let Self { study, cells, loaded } = self;
        let search = Search::new(&study.target, std::slice::from_ref(&study.vary), loaded)?;
        let sweep = Sweep::new(cells, loaded, &study.method.approach(), &watch.interrupted);
        let sweep = sweep.map_err(|mut unanswered| StudyError::Unanswered(unanswered.swap_remove(0)))?;
        let sampling = study.method.sampling().map_or(CellSampling::EXACT, CrossSampling::of_cells);
        let open = |(is_solved, cell): (bool, _)| (!is_solved).then_some(cell);
        let open: Vec<Option<&Loaded>> = sweep.is_solved().zip(loaded).map(open).collect();
        let (curves, played): (_, Vec<Option<Part<Tally>>>) = search.play(&open, &sampling, watch);
        let swept = sweep.play_after(&played, &Watch { progress: &|_| (), ..*watch });
        if swept.is_interrupted {
            return Err(StudyError::Interrupted);
        }
        let crossing = search.found(curves, &swept.answers, &sampling).ok_or(StudyError::Interrupted)?;
        Ok(study.found(crossing, loaded))
    }
}
