//! The arguments of `equipoise sensitivity`.

use clap::Args;
use equipoise_sim::studies::sensitivity::StepLength;

use crate::args::{OneScenario, Sampled, Shown};
use crate::values;

/// Moves every number one step down and up, and ranks what matters
///
/// Every whole number that the scenario gives, or that has a number for its default, is compared with its neighbours
/// under the same dice, and the table is ranked by the larger of both effects. A number that follows from others where
/// it is not given is left out: `--set` gives it, and `equipoise check` shows what it is. An effect that could be
/// chance has a question mark; what made no difference in any fight is listed below. Steps that the rules refuse are
/// left out.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  equipoise sensitivity bridge.toml
  equipoise sensitivity bridge.toml --only 'combatants.*.attacks.*.dr' -n 100k
  equipoise sensitivity bridge.toml --step 10%
  equipoise sensitivity bridge.toml --words --only '**.policy'
  equipoise sensitivity bridge.toml --metric rounds.mean --format csv")]
pub(crate) struct SensitivityArgs {
    #[command(flatten)]
    pub(crate) input: OneScenario,
    /// Moves the paths alone that match, such as 'combatants.ogre.**'; may be repeated
    ///
    /// `*` stands for any characters between two dots, and `**` for any number of parts.
    #[arg(long, value_name = "PATTERN", value_parser = values::pattern)]
    pub(crate) only: Vec<String>,
    /// How long a step is: a whole number, or a portion of each value such as 10% [default: the shortest]
    ///
    /// It is at least the shortest that the key allows, and ends at the key's bounds.
    #[arg(long, value_name = "LENGTH", value_parser = values::step)]
    pub(crate) step: Option<StepLength>,
    /// Exchanges words as well, each for every other: policies, armour, yes and no
    #[arg(long)]
    pub(crate) words: bool,
    /// The effect to rank by: party, enemies, draw, timeout, rounds, combatants.ID.STATE, groups.ID.STATE or a metric
    #[arg(long, value_name = "METRIC", value_parser = values::metric, default_value = "party")]
    pub(crate) metric: String,
    /// Encounters to play of each step
    #[arg(short = 'n', long, value_name = "N", value_parser = values::encounters, default_value = "20000")]
    pub(crate) encounters: u64,
    #[command(flatten)]
    pub(crate) sampled: Sampled,
    #[command(flatten)]
    pub(crate) shown: Shown,
}
