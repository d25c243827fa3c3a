//! Whether results are all that was asked for.

use std::ops::Range;

use serde::Serialize;

use super::{Method, Report};

/// The outcome of a run to a precision.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct PrecisionGoal {
    /// The largest half-width that the interval of any win share may have.
    pub half_width: f64,
    /// The number of encounters at which the run had to stop without the precision.
    pub max_encounters: u64,
    /// Whether every win share is known within the half-width.
    pub reached: bool,
}

/// Whether results are all that was asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// They are.
    Complete,
    /// An interrupt came before the last encounter.
    Partial,
    /// The encounters were spent before the win shares were as precise as was asked for.
    Missed,
    /// Encounters between the first and the last one were not played.
    Holes,
}

impl Status {
    /// The word for it in tables.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Complete => "complete",
            Self::Partial => "partial",
            Self::Missed => "missed",
            Self::Holes => "holes",
        }
    }
}

impl Report {
    /// Whether the results are all that was asked for; exact ones always are.
    pub fn status(&self) -> Status {
        match &self.method {
            Method::Sampled { complete: false, .. } => Status::Partial,
            Method::Sampled { precision: Some(PrecisionGoal { reached: false, .. }), .. } => Status::Missed,
            Method::Sampled { .. } if !self.holes().is_empty() => Status::Holes,
            Method::Sampled { .. } | Method::Exact { .. } => Status::Complete,
        }
    }

    /// The indices between the first and the last encounter that were not played, in ascending ranges.
    pub fn holes(&self) -> Vec<Range<u64>> {
        match &self.method {
            Method::Sampled { ranges, .. } => ranges.windows(2).map(|pair| pair[0].end..pair[1].start).collect(),
            Method::Exact { .. } => Vec::new(),
        }
    }
}
