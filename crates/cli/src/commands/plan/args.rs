//! The arguments of `equipoise plan`.

use std::ops::Range;

use clap::{ArgGroup, Args};

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
