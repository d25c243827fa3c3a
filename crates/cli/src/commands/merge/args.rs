//! The arguments of `equipoise merge`.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use crate::args::{OnlyArgs, ReportArgs};
use crate::values;

/// Joins the shards of one run, sweep or comparison
///
/// The result is that of a single call over the same encounters, bit for bit, whatever the order in which shards
/// arrive; the same shard twice counts once. Shards that overlap, or that come from different scenarios, seeds or
/// builds, are refused with exit status 2. Where encounters are missing the exit status is 1, and without --partial
/// nothing is printed but which.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  equipoise run bridge.toml --range 0..5M --shard a.json
  equipoise run bridge.toml --range 5M..10M --shard b.json
  equipoise merge a.json b.json
  equipoise merge shards -n 1B --missing
  cat shards/*.json | equipoise merge - -n 1B
  equipoise merge shards -n 1B --partial --out results
  equipoise merge shards --precision 0.0005
  equipoise merge comparison --until-decided --margin 0.01")]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
pub(crate) struct MergeArgs {
    /// Files that --shard of `equipoise run`, `sweep` or `compare` wrote, or directories of them
    ///
    /// In a directory every file whose name ends in .json or .jsonl is read, but run.json and hidden ones. Shards may
    /// still arrive there. `-` reads shards from stdin, one after the other.
    #[arg(required = true, value_name = "SHARD", value_hint = ValueHint::AnyPath)]
    pub(crate) shards: Vec<PathBuf>,
    /// Encounters of the whole, from 0 [default: from the first that a shard has to the last]
    #[arg(short = 'n', long, value_name = "N", value_parser = values::encounters)]
    pub(crate) encounters: Option<u64>,
    /// Prints the ranges that are still to do instead of results, one a line
    ///
    /// In a sweep each is followed by the cells that lack it, FROM..TO as `equipoise sweep --cells` takes them.
    #[arg(long, conflicts_with_all = ["partial", "shard", "directory", "parquet", "only", "format", "benchmark"])]
    pub(crate) missing: bool,
    /// Prints the results of the shards that are there although others are missing; the exit status is 1
    #[arg(long, conflicts_with = "precision")]
    pub(crate) partial: bool,
    /// Ends where a run with this option would, as soon as the shards reach so far
    ///
    /// The exit status is 1 where more shards are needed to know, and where --max-encounters end it first.
    #[arg(long, value_name = "W", value_parser = values::half_width, conflicts_with = "encounters")]
    pub(crate) precision: Option<f64>,
    /// Decides about a comparison as `equipoise compare --until-decided` would, as soon as the shards reach so far
    ///
    /// The looks are those of a single call, in whatever order the shards arrive, and the differences are those of as
    /// many fresh encounters after the decision. The exit status is 1 where more shards are needed to know, and where
    /// it stays undecided.
    #[arg(long, conflicts_with_all = ["encounters", "precision", "partial"])]
    pub(crate) until_decided: bool,
    /// Of a comparison: the largest difference of a share that does not matter, such as 0.01
    #[arg(long, value_name = "M", value_parser = values::margin)]
    pub(crate) margin: Option<f64>,
    /// Encounters at which --precision gives up [default: 1000000000], or --until-decided [default: 100000000]
    #[arg(long, value_name = "N", value_parser = values::encounters)]
    pub(crate) max_encounters: Option<u64>,
    /// Writes the joined shard
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, value_parser = values::output())]
    pub(crate) shard: Option<PathBuf>,
    /// Confidence of each interval, at least 0.5 and below 1 [default: 0.95]
    #[arg(long, value_name = "C", value_parser = values::confidence)]
    pub(crate) confidence: Option<f64>,
    #[command(flatten)]
    pub(crate) report: ReportArgs,
    #[command(flatten)]
    pub(crate) only: OnlyArgs,
    /// Says nothing about missing encounters on stderr; the exit status does
    #[arg(long)]
    pub(crate) quiet: bool,
}
