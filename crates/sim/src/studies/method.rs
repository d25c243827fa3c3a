//! The ways in which numbers come about: by playing encounters, or by following every branch of the dice.

use std::ops::Range;

use equipoise_engine::Seed;
use equipoise_engine::exact::Budget;
use serde::{Deserialize, Serialize};

use crate::ground::ranges::length;
use crate::record::text;

/// The way in which the numbers of a study come about; `S` holds the settings of a sample.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Method<S = Sampling> {
    /// Encounters are played.
    Sample(S),
    /// Every branch of the dice is followed.
    Exact {
        /// The limits of the solution of each scenario or cell.
        limits: Limits,
    },
    /// The exact solution where it is within the limits, else encounters.
    Auto {
        /// The limits of the exact solution of each scenario or cell.
        limits: Limits,
        /// The encounters that are played otherwise.
        sampling: S,
    },
}

/// The encounters that are played of a scenario, and what is said about them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sampling {
    /// The master seed.
    pub seed: u64,
    /// The encounters.
    pub encounters: Extent,
    /// The confidence of every interval by itself, at least 0.5 and below 1.
    #[serde(deserialize_with = "text::confidence")]
    pub confidence: f64,
    /// The limits of the exact solution beside it; `None` if none is wanted.
    pub check: Option<Limits>,
    /// Whether other ways to play are tried as well. Absent where they are not, as in records of builds that did not know them.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ways: bool,
}

/// The encounters of a seed that are played.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Extent {
    /// The encounters of ranges of indices, which ascend and neither overlap nor touch.
    Ranges(#[serde(with = "text::ranges")] Vec<Range<u64>>),
    /// The first ones, as many as it takes to know every win share.
    Precision {
        /// The largest half-width that the interval of any win share may have, above 0 and below 0.5.
        half_width: f64,
        /// The number of encounters at which to stop without the precision.
        max_encounters: u64,
    },
}

/// The limits of an exact solution.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// Bytes of memory.
    pub max_memory: u64,
    /// States; `None` if there may be as many as the memory holds.
    pub max_states: Option<u64>,
}

impl<S> Method<S> {
    /// The settings of the sample; `None` if nothing is sampled.
    pub const fn sampling(&self) -> Option<&S> {
        match self {
            Self::Sample(sampling) | Self::Auto { sampling, .. } => Some(sampling),
            Self::Exact { .. } => None,
        }
    }

    /// The limits of the exact solution; `None` if none is tried.
    pub const fn limits(&self) -> Option<Limits> {
        match self {
            Self::Exact { limits } | Self::Auto { limits, .. } => Some(*limits),
            Self::Sample(_) => None,
        }
    }

    /// The word for it.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Sample(_) => "sample",
            Self::Exact { .. } => "exact",
            Self::Auto { .. } => "auto",
        }
    }
}

impl Method {
    /// A sample of ranges, without anything beside it.
    pub fn ranges(seed: Seed, ranges: Vec<Range<u64>>, confidence: f64) -> Self {
        Self::Sample(Sampling::of(seed, Extent::Ranges(ranges), confidence))
    }
}

impl Sampling {
    /// A sample without anything beside it.
    pub const fn of(seed: Seed, encounters: Extent, confidence: f64) -> Self {
        Self { seed: seed.0, encounters, confidence, check: None, ways: false }
    }
}

impl Extent {
    /// The number of encounters; `None` if it is not known beforehand.
    pub fn encounters(&self) -> Option<u64> {
        match self {
            Self::Ranges(_) => Some(self.max_encounters()),
            Self::Precision { .. } => None,
        }
    }

    /// The largest number of encounters that there can be.
    pub fn max_encounters(&self) -> u64 {
        match self {
            Self::Ranges(ranges) => ranges.iter().map(length).fold(0, u64::saturating_add),
            Self::Precision { max_encounters, .. } => *max_encounters,
        }
    }
}

/// States that the usual memory holds at the least: a limit of states allows memory and paths of dice in proportion.
const USUAL_STATES: usize = 250_000;

impl Limits {
    /// The limits that are asked for; where memory is not, the usual one, or more where so many states need it.
    pub fn new(max_memory: Option<u64>, max_states: Option<u64>) -> Self {
        let usual = Budget::default().bytes;
        let of_states = max_states.map_or(0, |states| whole(states).saturating_mul(usual / USUAL_STATES));
        Self { max_memory: max_memory.unwrap_or(usual.max(of_states) as u64), max_states }
    }
}

/// As many paths of dice as the memory is to the usual one, and no fewer than usual.
impl From<Limits> for Budget {
    fn from(Limits { max_memory, max_states }: Limits) -> Self {
        let usual = Self::default();
        let bytes = whole(max_memory);
        let paths = usual.paths.max(bytes / (usual.bytes / usual.paths));
        Self { bytes, states: max_states.map_or(usual.states, whole), paths }
    }
}

fn whole(limit: u64) -> usize {
    usize::try_from(limit).unwrap_or(usize::MAX)
}
