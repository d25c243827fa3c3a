//! The arguments of what reads results back.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use super::{CONFIDENCE, OnlyArgs, Plain, ReportArgs, Work};
use crate::values;

/// Joins the shards of one run
///
/// The result is that of a single run over the same encounters, bit for bit. Shards that overlap, or that come from
/// different scenarios, seeds or versions, are refused. Where encounters between them are missing, the results are those of the
/// others, the holes are named, and the exit status is 1.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  equipoise run bridge.toml --range 0..5M --shard a.json
  equipoise run bridge.toml --range 5M..10M --shard b.json
  equipoise merge a.json b.json")]
pub(crate) struct MergeArgs {
    /// Files that `equipoise run --shard` wrote
    #[arg(required = true, value_name = "SHARD", value_hint = ValueHint::FilePath)]
    pub(crate) shards: Vec<PathBuf>,
    /// Writes the joined shard
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, value_parser = values::output())]
    pub(crate) shard: Option<PathBuf>,
    /// Confidence of each interval, at least 0.5 and below 1
    #[arg(long, value_name = "C", value_parser = values::confidence, default_value_t = CONFIDENCE)]
    pub(crate) confidence: f64,
    #[command(flatten)]
    pub(crate) report: ReportArgs,
    #[command(flatten)]
    pub(crate) only: OnlyArgs,
    /// Says nothing about holes on stderr; the exit status does
    #[arg(long)]
    pub(crate) quiet: bool,
}

/// Makes recorded results again and says whether they are the same
///
/// Every result in JSON and Parquet says where it comes from: the texts of the scenarios, what was changed in them, and what was
/// asked. FILE is what a command printed with --format json, a directory of --out or a file in it, what --encounters-out wrote, or
/// a shard. All of it is made again from what is recorded, without reading a scenario, and compared number by number.
///
/// The exit status is 0 when everything is the same, 1 when something differs, and 2 when a file does not say where it comes from.
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
