//! From integer tallies to estimates: the first floats of a run.
//!
//! Everything is worked out with operations that IEEE 754 rounds correctly, except for a few logarithms and one normal
//! quantile; these are rounded to a grid far coarser than any two mathematical libraries differ, so that reports are
//! equal byte for byte on every machine.

pub mod interval;
pub mod moments;
pub mod paired;
pub mod quantile;
pub mod sequence;

pub use interval::Interval;
pub use moments::Moments;

/// Rounds to a multiple of 2^-40, about 1e-12: below anything a report is about, above what libraries differ by.
fn settled(value: f64) -> f64 {
    const GRID: f64 = (1_u64 << 40) as f64;
    (value * GRID).round() / GRID
}

/// A confidence made fit for a quantile: into 0..=1 - 2^-50, whatever it was (not a number counts as 0).
fn sound_confidence(confidence: f64) -> f64 {
    const MAX: f64 = 1.0 - f64::EPSILON * 4.0;
    if confidence.is_nan() { 0.0 } else { confidence.clamp(0.0, MAX) }
}
