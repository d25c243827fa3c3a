//! Tuning: which of many cells comes closest to the targets, and how certain that is.
//!
//! The cells race. All of them play the same encounters, and after a fixed schedule of counts each is compared with the
//! leader, the cell that is closest so far: a cell that is certainly farther from the targets is dropped, so that
//! encounters are spent where they decide. Nothing is assumed about how a number depends on a value. Every interval is
//! valid at all counts at once, and all of them are valid together with the confidence that was asked for (Bonferroni over
//! cells, pairs of cells and targets); so the closest cell is dropped with a probability of at most one minus the
//! confidence, over all looks.
//!
//! O. Maron and A. Moore, "Hoeffding races" (1994), with confidence sequences instead of their bounds, and with paired
//! differences for cells on one side of the target, which the same dice make precise.

use std::ops::Range;

use equipoise_engine::Seed;
use serde::Serialize;
use thiserror::Error;

use crate::kernel::run::Watch;
use crate::stats::Interval;
use crate::studies::compare::Recordable;
use crate::studies::study::Refusal;

pub mod ask;
mod distance;
mod pairs;
mod race;
pub mod result;
mod stretch;
mod target;
mod worker;

pub use race::RaceJob;
pub use stretch::{Beside, Stretch};
pub use target::{Target, TargetError};

/// The fewest encounters that a race needs for each cell.
const ENCOUNTERS_MIN: u64 = 100;

/// The settings of a race.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Race {
    /// The master seed.
    pub seed: Seed,
    /// One minus the probability that the closest cell is dropped, in 0..1.
    pub confidence: f64,
    /// By how much the result may be farther from the targets than the closest cell, in weighted distance; at least 0.
    pub margin: f64,
    /// The most encounters of all cells together, the second measurement of the winner included.
    pub max_encounters: u64,
}

/// The reason why cells cannot race.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum TuneError {
    /// Two targets are about the same number.
    #[error("`{name}` has two targets")]
    Twice {
        /// The number's full name.
        name: String,
    },
    /// A target is not possible in a cell.
    #[error("{source}")]
    Target {
        /// The cell's index.
        cell: usize,
        /// The reason.
        source: TargetError,
    },
    /// There are too few encounters for so many cells.
    #[error(
        "{cells} cells need at least {needed} encounters, {ENCOUNTERS_MIN} each and as many to measure the best again"
    )]
    TooFew {
        /// The number of cells.
        cells: usize,
        /// The number of encounters that they need at least.
        needed: u64,
    },
}

impl Refusal for TuneError {
    fn help(&self) -> Option<String> {
        matches!(self, Self::TooFew { .. }).then(|| "raise --max-encounters".to_owned())
    }
}

/// The measurement of one target's number in a cell.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Measured {
    /// The mean.
    pub mean: f64,
    /// The standard deviation from one encounter to the next.
    pub sd: f64,
    /// The confidence interval of the mean.
    #[serde(flatten)]
    pub interval: Interval,
    /// Whether the number is 0 or 1 in every encounter.
    #[serde(skip)]
    pub is_share: bool,
}

/// The reason why a cell was dropped from the race.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Dropped {
    /// The index of the cell that is certainly closer, then the leader.
    pub by: usize,
    /// By how much that cell is closer, in weighted distance; the lower end is above 0.
    pub closer: Interval,
}

/// The result of one cell.
#[derive(Debug, Clone, PartialEq)]
pub struct Ranked {
    /// Its index among the cells.
    pub cell: usize,
    /// Encounters that it played in the race.
    pub encounters: u64,
    /// By target; each interval is valid at every look, but only by itself.
    pub measured: Vec<Measured>,
    /// The weighted distance of its means from the targets.
    pub distance: f64,
    /// The interval of the distance that follows from those of the numbers.
    pub interval: Interval,
    /// The reason why it was dropped; `None` if it may still be the closest.
    pub dropped: Option<Dropped>,
    /// By how much it is farther than the first, valid together with all drops; none for the first and for dropped cells.
    pub behind: Option<Interval>,
}

/// The decision of a race.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Verdict {
    /// All other cells were dropped: the first is the closest.
    Closest,
    /// No other cell is closer than the first by more than the margin.
    WithinMargin,
    /// Undecided when the encounters were spent, or at an interrupt. The largest confidence with which one of the above
    /// would hold, if that is at least 0.5.
    Open(Option<f64>),
}

/// The result of a race.
#[derive(Debug, Clone, PartialEq)]
pub struct Tuned {
    /// The cells still in the race by distance, then the dropped ones, the last dropped first.
    pub ranking: Vec<Ranked>,
    /// Whether the first is known to be the closest.
    pub verdict: Verdict,
    /// The indices of the second measurement of the first: fresh encounters, as many as it had played in the race. The
    /// winner of a race is biased towards the targets on the encounters that made it the winner.
    pub fresh: Range<u64>,
    /// The second measurement, by target, with intervals for a fixed number of encounters.
    pub remeasured: Vec<Measured>,
    /// The weighted distance of the second measurement from the targets.
    pub distance: f64,
    /// The encounters of all cells and of the second measurement together.
    pub encounters: u64,
    /// Whether nothing interrupted the race and the second measurement.
    pub complete: bool,
    /// All that was played, in order: what a later call needs to go on where this one was interrupted.
    pub played: Vec<Stretch>,
}

/// Races the cells for the targets, on the current rayon pool, and measures the winner again on fresh encounters.
///
/// There is at least one cell and one target. Threads do not change the result.
///
/// # Errors
/// As for [`RaceJob::new`].
pub fn tune<'a>(
    cells: &[&'a dyn Recordable],
    targets: &'a [Target],
    race: &Race,
    watch: &Watch,
) -> Result<Tuned, TuneError> {
    Ok(RaceJob::new(cells, targets, race)?.drive(watch))
}

#[cfg(test)]
mod tests;
