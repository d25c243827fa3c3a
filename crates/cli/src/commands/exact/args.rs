//! The arguments of `equipoise exact`.

use clap::Args;

use crate::args::{OnlyArgs, ReportArgs, Scenarios, SolverArgs};

/// Works out the exact odds
///
/// Follows every branch of the dice with the same rules as a run, and merges equal states after each turn. The
/// results are those of a run without intervals. Where that takes too much memory or time, the answer is how far it came.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  equipoise exact duel.toml
  equipoise exact duel.toml --only 'winners.*'
  equipoise exact duel.toml --format json --set rules.max_rounds=12
  equipoise exact brawl.toml --max-memory 8G")]
pub(crate) struct ExactArgs {
    #[command(flatten)]
    pub(crate) input: Scenarios,
    #[command(flatten)]
    pub(crate) solver: SolverArgs,
    #[command(flatten)]
    pub(crate) report: ReportArgs,
    #[command(flatten)]
    pub(crate) only: OnlyArgs,
    /// Shows no progress
    #[arg(long)]
    pub(crate) quiet: bool,
}
