//! Monte Carlo runs of tabletop fights: fan-out over threads, integer tallies, statistics, frames and files.
//!
//! [`run()`](run::run) plays a range of encounters and adds them up in a [`Tally`]; [`Report`] turns the tally, or the
//! engine's exact solution, into shares and means with intervals; [`json`](mod@json), [`frame`] and [`files`] encode and
//! write reports. [`shard`] splits a run over machines and joins it again, [`stream`] keeps every single encounter, and
//! [`precision`] plays until every win share is estimated precisely enough.
//!
//! [`conformance`] checks that a system keeps its contract; the example `coin` is a system of one's own that passes.
//!
//! No module here names a system. A result is a function of scenario, seed and indices alone: tallies are integers, so
//! neither threads nor batches nor the order of merging can change it, and floats appear only in the last step.

#![forbid(unsafe_code)]

mod batches;
pub mod compare;
pub mod conformance;
pub mod coverage;
pub mod files;
pub mod find;
pub mod frame;
pub mod json;
pub mod measure;
pub mod precision;
pub mod replay;
pub mod report;
pub mod run;
pub mod sensitivity;
pub mod shard;
pub mod stats;
pub mod stream;
pub mod sweep;
pub mod tally;
pub mod tune;
pub mod versus;

/// The README's Rust is compiled and run with the documentation's.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

#[cfg(test)]
mod samples;
#[cfg(test)]
mod toy;

pub use files::{FileError, write_reports, write_whole};
pub use json::json;
pub use precision::{Precise, Precision, run_to_precision};
pub use report::{
    CombatantReport, Deviation, Intervals, Mean, Method, MetricReport, Report, Rounds, Share, deviations,
};
pub use run::{BATCH, Plan, Run, Watch, Worker, batch, run};
pub use shard::{Shard, ShardError};
pub use stats::Interval;
pub use stream::run_streaming;
pub use tally::Tally;
