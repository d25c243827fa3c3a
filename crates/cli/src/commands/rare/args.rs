//! The arguments of `equipoise rare`.

use clap::Args;

use crate::args::{Method, OneScenario, PageFileArgs, SolverArgs, TextOrJson, Work};
use crate::values;

/// Finds the chance of a rare event, down to one in billions of fights
///
/// Small fights are solved. Elsewhere fights are led to the event step by step: those that came nearer to it are played on, many times each, and
/// so from level to level. The estimate has no bias, and its interval comes from independent runs.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  equipoise rare bridge.toml --event 'party all dead'
  equipoise rare bridge.toml --event 'knight dead and party wins' -n 1M
  equipoise rare bridge.toml --event 'rounds > 30' --method sample --format json")]
pub(crate) struct RareArgs {
    #[command(flatten)]
    pub(crate) input: OneScenario,
    /// The event: a condition such as `party all dead`, `ID dead and party wins`, `rounds > 20` or `METRIC >= 5`, as --find of
    /// replay takes it
    #[arg(long, value_name = "CONDITION")]
    pub(crate) event: String,
    /// How the chance comes about
    #[arg(long, value_name = "METHOD", default_value = "auto")]
    pub(crate) method: Method,
    /// Fights to begin or to play on, of all runs and levels together [default: 100k]
    #[arg(short = 'n', long, value_name = "N", value_parser = values::encounters)]
    pub(crate) encounters: Option<u64>,
    /// Master seed [default: 1]
    #[arg(long, value_name = "S", value_parser = values::count)]
    pub(crate) seed: Option<u64>,
    /// Confidence of the interval, at least 0.5 and below 1 [default: 0.95]
    #[arg(long, value_name = "C", value_parser = values::confidence)]
    pub(crate) confidence: Option<f64>,
    #[command(flatten)]
    pub(crate) solver: SolverArgs,
    /// Shape of the result on stdout
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    pub(crate) format: TextOrJson,
    #[command(flatten)]
    pub(crate) page: PageFileArgs,
    #[command(flatten)]
    pub(crate) work: Work,
}
