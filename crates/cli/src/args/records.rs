//! The arguments of what reads results back.

use std::ops::Range;
use std::path::PathBuf;

use clap::{ArgGroup, Args, ValueHint};

use super::{OnlyArgs, Plain, ReportArgs, Work};
use crate::values;

/// Prints the ranges of a run in pieces, for many machines
///
/// One range a line, as `equipoise run --range` and `equipoise sweep --range` take them; whatever hands out work can
/// carry them. The shards that they write are joined by `equipoise merge`.
#[derive(Debug, Args)]
#[command(override_usage = "equipoise plan <-n N|--range FROM..TO> <--shards K|--per-shard N>")]
#[command(group = ArgGroup::new("whole").required(true).args(["encounters", "range"]))]
#[command(group = ArgGroup::new("size").required(true).args(["shards", "per_shard"]))]
#[command(after_help = "Examples:
  equipoise plan -n 1B --shards 64
  equipoise plan -n 100M --per-shard 5M | \
    xargs -I @ equipoise run bridge.toml --range @ --shard shards/@.json
  equipoise plan --range 100M..200M --shards 16
  equipoise plan -n 1B --shards 64 --looks")]
pub(crate) struct PlanArgs {
    /// Encounters of the whole run
    #[arg(short = 'n', long, value_name = "N", value_parser = values::encounters)]
    pub(crate) encounters: Option<u64>,
    /// The encounters FROM to TO, TO not included, instead of the first N
    #[arg(long, value_name = "FROM..TO", value_parser = values::range)]
    pub(crate) range: Option<Range<u64>>,
    /// Makes so many ranges, as equal as can be
    #[arg(long, value_name = "K", value_parser = values::positive)]
    pub(crate) shards: Option<u64>,
    /// Makes ranges of so many encounters
    #[arg(long, value_name = "N", value_parser = values::encounters)]
    pub(crate) per_shard: Option<u64>,
    /// Ends a range wherever a run looks at its results, too
    ///
    /// What stops early looks after a fixed schedule of encounters. `equipoise merge --precision` needs shards that do
    /// not cross them.
    #[arg(long)]
    pub(crate) looks: bool,
}

/// Joins the shards of one run, sweep or comparison
///
/// The result is that of a single call over the same encounters, bit for bit, whatever the order in which shards
/// arrive; the same shard twice counts once. Shards that overlap, or that come from different scenarios, seeds or
/// versions, are refused, and so are gaps between them.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  equipoise run bridge.toml --range 0..5M --shard a.json
  equipoise run bridge.toml --range 5M..10M --shard b.json
  equipoise merge a.json b.json
  equipoise merge shards -n 1B --missing
  equipoise merge shards -n 1B --partial --out results
  equipoise merge shards --precision 0.0005
  equipoise merge comparison --until-decided --margin 0.01")]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
pub(crate) struct MergeArgs {
    /// Files that --shard of `equipoise run`, `sweep` or `compare` wrote, or directories of them
    ///
    /// In a directory every file whose name ends in .json or .jsonl is read, but run.json and hidden ones. Shards may
    /// still arrive there.
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

/// Makes recorded results again and says whether they are the same
///
/// Every result in JSON and Parquet says where it comes from: the texts of the scenarios, what was changed in them, and
/// what was asked. FILE is what a command printed with --format json, a directory of --out or a file in it, what
/// --encounters-out wrote, or a shard. All of it is made again from what is recorded, without reading a scenario, and
/// compared number by number.
///
/// The exit status is 0 when everything is the same, 1 when something differs, and 2 when a file does not say where it
/// comes from.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  equipoise run bridge.toml --format json > bridge.json
  equipoise rerun bridge.json
  equipoise rerun reports
  equipoise run bridge.toml --format json | equipoise rerun -
  equipoise rerun *.json --format json")]
pub(crate) struct RerunArgs {
    /// Files or directories with results; `-` reads JSON from stdin
    #[arg(required = true, value_name = "FILE", value_hint = ValueHint::AnyPath)]
    pub(crate) files: Vec<PathBuf>,
    /// Shape of the verdicts on stdout
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    pub(crate) format: Plain,
    #[command(flatten)]
    pub(crate) work: Work,
}
