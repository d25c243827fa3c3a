//! From integer tallies to estimates: the first floats of a run.
//!
//! All operations are those that IEEE 754 rounds correctly, except for a few logarithms and one normal quantile. These
//! are rounded to a grid far coarser than the differences between mathematical libraries, so that reports are equal byte
//! for byte on every machine.

pub mod game;
pub mod goodness;
pub mod interval;
pub mod isotonic;
pub mod jackknife;
pub mod mean;
pub mod moments;
pub mod multiple;
pub mod paired;
pub mod power;
pub mod quantile;
pub mod sequence;
pub mod sobol;
pub mod unpaired;
pub mod verdict;

pub use interval::Interval;
pub use moments::Moments;

/// Rounds to a multiple of 2^-40, about 1e-12: far below the precision of any report, far above the differences between
/// mathematical libraries.
pub(crate) fn rounded_to_grid(value: f64) -> f64 {
    const GRID: f64 = (1_u64 << 40) as f64;
    (value * GRID).round() / GRID
}

/// The nearest confidence in 0..=1 - 2^-50, for which every quantile is finite; not a number counts as 0.
fn clamped_confidence(confidence: f64) -> f64 {
    const MAX: f64 = 1.0 - f64::EPSILON * 4.0;
    if confidence.is_nan() { 0.0 } else { confidence.clamp(0.0, MAX) }
}
