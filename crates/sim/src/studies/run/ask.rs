//! How one scenario goes.

use std::ops::Range;
use std::path::PathBuf;

use equipoise_engine::Seed;
use equipoise_engine::exact::Budget;
use equipoise_engine::scenario::Override;
use serde::{Deserialize, Serialize};

use crate::kernel::run::Watch;
use crate::record::text;
use crate::studies::answer::{self, Answer, Approach, Extent, Sampling};
use crate::studies::load::{Loaded, Loader, load};
use crate::studies::study::StudyError;

/// How a scenario goes: by playing it or by solving it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Run {
    /// The path of the scenario.
    #[serde(with = "text::path")]
    pub scenario: PathBuf,
    /// What is changed in it.
    #[serde(with = "text::words")]
    pub overrides: Vec<Override>,
    /// How the numbers come about.
    pub method: Method,
}

/// How the numbers of a run come about.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Method {
    /// Encounters are played.
    Sample {
        /// The master seed.
        seed: u64,
        /// Which encounters.
        encounters: Encounters,
        /// The confidence of every interval by itself, at least 0.5 and below 1.
        #[serde(deserialize_with = "text::confidence")]
        confidence: f64,
        /// How much the exact solution beside it may take; none where none is wanted.
        check: Option<Limits>,
    },
    /// Every branch of the dice is followed.
    Exact {
        /// How much that may take.
        limits: Limits,
    },
}

/// Which encounters of a seed are played.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Encounters {
    /// Those of ranges of indices, which ascend and neither overlap nor touch.
    Ranges(#[serde(with = "text::ranges")] Vec<Range<u64>>),
    /// The first ones, as many as it takes to know every win share.
    Precision {
        /// The largest half-width that the interval of any win share may have, above 0 and below 0.5.
        half_width: f64,
        /// Where to stop without the precision.
        max_encounters: u64,
    },
}

/// How much an exact solution may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// Bytes of memory.
    pub max_memory: u64,
    /// States; as many as the memory holds where there is no number.
    pub max_states: Option<u64>,
}

impl From<Budget> for Limits {
    fn from(budget: Budget) -> Self {
        let max_states = (budget.states != usize::MAX).then_some(budget.states as u64);
        Self { max_memory: budget.bytes as u64, max_states }
    }
}

impl From<Limits> for Budget {
    fn from(limits: Limits) -> Self {
        answer::budget(Some(limits.max_memory), limits.max_states)
    }
}

impl Method {
    /// A sample of ranges, without anything beside it.
    pub fn ranges(seed: Seed, ranges: Vec<Range<u64>>, confidence: f64) -> Self {
        Self::Sample { seed: seed.0, encounters: Encounters::Ranges(ranges), confidence, check: None }
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

    /// How many encounters there are at the most; 0 for what is solved.
    pub(in crate::studies) fn encounters(&self) -> u64 {
        match &self.method {
            Method::Exact { .. } => 0,
            Method::Sample { encounters: Encounters::Precision { max_encounters, .. }, .. } => *max_encounters,
            Method::Sample { encounters: Encounters::Ranges(ranges), .. } => {
                ranges.iter().map(|range| range.end - range.start).fold(0, u64::saturating_add)
            }
        }
    }

    /// What has to be done for it.
    pub fn approach(&self) -> Approach {
        match &self.method {
            Method::Sample { seed, encounters, confidence, check: _ } => {
                let extent = match encounters {
                    Encounters::Ranges(ranges) => Extent::Ranges(ranges.clone()),
                    &Encounters::Precision { half_width, max_encounters } => {
                        Extent::Precision { half_width, max_encounters }
                    }
                };
                Approach::Sample(Sampling { seed: Seed(*seed), extent, confidence: *confidence })
            }
            Method::Exact { limits } => Approach::Exact((*limits).into()),
        }
    }

    /// Plays or solves the scenario that was loaded for it.
    ///
    /// # Errors
    /// When the exact solution takes too much, or was interrupted.
    pub fn play(&self, loaded: &Loaded, watch: &Watch) -> Result<Answer, StudyError> {
        let mut answer = answer::answer(loaded, &self.approach(), &watch.interrupted, watch)?;
        if let Method::Sample { check: Some(limits), .. } = &self.method
            && !answer.is_interrupted
        {
            answer.check_against_exact(loaded, (*limits).into(), &watch.interrupted);
        }
        Ok(answer)
    }
}
