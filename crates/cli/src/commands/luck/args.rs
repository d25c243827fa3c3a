//! The arguments of `equipoise luck`.

use clap::Args;

use crate::args::{OneScenario, Sampled, Shown, SolverArgs};
use crate::values;

/// Tells which dice decide: those of the set-up, of the first rounds, of whose turns
///
/// Every encounter is played again with one part of its dice and fresh ones for all others, and with all dice but this part. What such
/// pairs have in common says how much of the result the part decides by itself, and how much stays open where all other dice are known.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  equipoise luck bridge.toml
  equipoise luck bridge.toml --metric rounds -n 100k
  equipoise luck duel.toml --check
  equipoise luck bridge.toml --metric combatants.knight.dead --format csv")]
pub(crate) struct LuckArgs {
    #[command(flatten)]
    pub(crate) input: OneScenario,
    /// What is decided: party, enemies, draw, timeout, rounds, combatants.ID.STATE, groups.ID.STATE or a metric
    #[arg(long, value_name = "METRIC", value_parser = values::metric, default_value = "party")]
    pub(crate) metric: String,
    /// Encounters to play as they are, and twice with each part of their dice exchanged
    #[arg(short = 'n', long, value_name = "N", value_parser = values::encounters, default_value = "20000")]
    pub(crate) encounters: u64,
    #[command(flatten)]
    pub(crate) sampled: Sampled,
    /// Sets the exact portions beside the sampled ones, as far as they are known
    ///
    /// From the exact solution follow what the set-up decides alone, and what the rounds from 4 on leave open.
    #[arg(long)]
    pub(crate) check: bool,
    #[command(flatten)]
    pub(crate) solver: SolverArgs,
    #[command(flatten)]
    pub(crate) shown: Shown,
}
