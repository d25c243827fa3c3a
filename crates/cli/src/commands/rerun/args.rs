//! The arguments of `equipoise rerun`.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use crate::args::{Plain, Work};

/// Makes recorded results again and says whether they are the same
///
/// Every result in JSON and Parquet says where it comes from: the texts of the scenarios, what was changed in them, and
/// what was asked. FILE is what a command printed with --format json, a page of `report` or --report, a directory of
/// --out or a file in it, what --encounters-out wrote, or a shard. All of it is made again from what is recorded, without reading a scenario, and
/// compared number by number.
///
/// The exit status is 0 when everything is the same, 1 when something differs, and 2 when a file does not say where it
/// comes from.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  equipoise run bridge.toml --format json > bridge.json
  equipoise rerun bridge.json
  equipoise rerun reports
  equipoise rerun bridge.html
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
