//! The arguments of `equipoise skill`.

use clap::Args;

use crate::args::{OneScenario, Sampled, Shown};
use crate::values;

/// Tells what good play is worth to each side, and which decisions matter
///
/// One side plays otherwise, the other as the scenario says, on the same dice: with errors at 10, 25, 50 and 100 % of all decisions; with
/// errors at a quarter of the decisions of one kind, such as whom to attack; and with every other word for a policy. What it loses of its
/// own wins is shown in points. At an error another legal option is taken than the policy prefers, each as likely.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  equipoise skill bridge.toml
  equipoise skill bridge.toml -n 100k --report skill.html
  equipoise skill bridge.toml --format csv")]
pub(crate) struct SkillArgs {
    #[command(flatten)]
    pub(crate) input: OneScenario,
    /// Encounters to play of each way to play
    #[arg(short = 'n', long, value_name = "N", value_parser = values::encounters, default_value = "20000")]
    pub(crate) encounters: u64,
    #[command(flatten)]
    pub(crate) sampled: Sampled,
    #[command(flatten)]
    pub(crate) shown: Shown,
}
