//! The arguments of `equipoise coverage`.

use clap::Args;

use crate::args::{Format, SEED, Scenarios, Work};
use crate::values;

/// Shows which rules fire how often per fight, and which never do
///
/// Plays the first encounters of each scenario. Scenarios of one system are counted together.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  equipoise coverage scenarios/*/*.toml
  equipoise coverage bridge.toml -n 100k --format csv")]
pub(crate) struct CoverageArgs {
    #[command(flatten)]
    pub(crate) input: Scenarios,
    /// Encounters to play of each scenario
    #[arg(short = 'n', long, value_name = "N", value_parser = values::encounters, default_value = "10000")]
    pub(crate) encounters: u64,
    /// Master seed
    #[arg(long, value_name = "S", value_parser = values::count, default_value_t = SEED)]
    pub(crate) seed: u64,
    /// Shape of the results on stdout
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    pub(crate) format: Format,
    #[command(flatten)]
    pub(crate) work: Work,
}
