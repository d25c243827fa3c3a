//! Monte Carlo runs of tabletop fights: fan-out over threads, integer tallies, statistics, frames and files.
//!
//! The folders show the way of the data, and each imports those before it alone. The [`ground`] has what others count with. The
//! [`kernel`] plays encounters on all threads and counts: [`run()`] adds a range of them up in a [`Tally`]. A [`record`] is what
//! was counted, as a text that machines exchange and join. [Statistics](stats) turn counts into estimates.
//! [Studies](studies) find out what people ask, as typed results, which are lines of [`mod@json`]: a [`Report`] has the shares
//! and means of one scenario, others compare, tune and rank. The [`output`] is what is shown and kept of them: words, frames,
//! CSV and Parquet, and all files.
//!
//! A front end starts with [`studies::load`], which makes scenarios of texts from anywhere, and shows what the studies
//! answer.
//!
//! [`conformance`] checks that a system keeps its contract; the example `coin` is a system of one's own that passes.
//!
//! With the default features off, encounters are played on the caller's thread and nothing here touches a file, so that the
//! crate builds for the browser: `threads` brings the fan-out, `tables` everything that is written to disk.
//!
//! No module here names a system. A result is a function of scenario, seed and indices alone: tallies are integers, so
//! neither threads nor batches nor the order of merging can change it, and floats appear only in the last step.

#![forbid(unsafe_code)]

pub mod conformance;
pub mod ground;
pub mod json;
pub mod kernel;
pub mod output;
pub mod record;
pub mod registry;
pub mod stats;
pub mod studies;

/// The Rust of the chapter on the crates is compiled and run with the documentation's.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/library.md")]
struct Library;

#[cfg(test)]
mod samples;
#[cfg(test)]
mod toy;

/// Polars, whose data frames the [frames](output::frame) are.
#[cfg(feature = "tables")]
pub use polars;

pub use kernel::run::{BATCH, Plan, Run, Watch, Worker, batch, run};
pub use kernel::tally::Tally;
#[cfg(feature = "tables")]
pub use output::files::{FileError, write_answers, write_whole};
#[cfg(feature = "tables")]
pub use output::stream::run_streaming;
pub use record::{Shard, ShardError};
pub use registry::{Registry, System};
pub use stats::Interval;
pub use studies::precision::{Precise, Precision, run_to_precision};
pub use studies::report::{
    CombatantReport, Deviation, Estimate, Intervals, Mean, Method, MetricReport, Report, Rounds, Share, deviations,
    json,
};
