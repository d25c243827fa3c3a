//! The methods by which results are obtained.

use std::ops::Range;

use super::{Estimate, PrecisionGoal};

/// The kind of intervals that a sampled report carries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Intervals {
    /// Valid for a number of encounters that was fixed beforehand: Wilson's for shares, Student's for means.
    Fixed,
    /// Valid for a run that may have stopped because of its results: confidence sequences, for shares and means alike.
    Anytime,
}

impl Intervals {
    /// The name of the kind.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fixed => "fixed",
            Self::Anytime => "anytime",
        }
    }

    /// The method by which an interval of a share, or of a mean, is made: Wilson's (`wilson`) or Student's (`student`), and for any
    /// time by a mixture of likelihoods over a beta prior (`beta-mixture`) or over a normal one (`normal-mixture`).
    pub const fn kind(self, is_share: bool) -> &'static str {
        match (self, is_share) {
            (Self::Fixed, true) => "wilson",
            (Self::Fixed, false) => "student",
            (Self::Anytime, true) => "beta-mixture",
            (Self::Anytime, false) => "normal-mixture",
        }
    }
}

/// The word that stands for the kind of an interval that is not given, since there are too few encounters for it.
pub const TOO_FEW: &str = "too few";

/// The method by which the results were obtained.
#[derive(Debug, Clone, PartialEq)]
pub enum Method {
    /// Encounters were played with random dice.
    Sampled {
        /// The master seed.
        seed: u64,
        /// The indices of the encounters that were played: ascending ranges that neither overlap nor touch. One range, unless
        /// shards with gaps between them were joined.
        ranges: Vec<Range<u64>>,
        /// The number of encounters that were played.
        encounters: u64,
        /// The confidence of every interval by itself, in 0..1.
        confidence: f64,
        /// The kind of these intervals.
        intervals: Intervals,
        /// The outcome of the precision that was asked for; `None` if none was.
        precision: Option<PrecisionGoal>,
        /// Whether all encounters of the plan were played.
        complete: bool,
    },
    /// Every branch of the dice was followed.
    Exact {
        /// The number of different states that the solver met between turns.
        states: usize,
    },
}

impl Method {
    /// The word for it.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Sampled { .. } => "sample",
            Self::Exact { .. } => "exact",
        }
    }

    /// The [kind](Intervals::kind) of the interval of an estimate, or [too few](TOO_FEW) if there are too few encounters for one;
    /// `None` for an exact one, and if no encounter has the number.
    pub fn interval_kind(&self, estimate: &Estimate) -> Option<&'static str> {
        match self {
            Self::Sampled { .. } if estimate.is_of_too_few() => Some(TOO_FEW),
            Self::Sampled { intervals, .. } => Some(intervals.kind(estimate.has_interval_of_share()?)),
            Self::Exact { .. } => None,
        }
    }
}
