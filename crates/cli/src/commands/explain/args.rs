//! The arguments of `equipoise explain`.

use clap::Args;

use crate::args::{SystemOrScenario, TextOrJson};

/// Explains a rule, a metric or the path of a key
///
/// A rule is found by its id, in upper or lower case: the text of the ledger and the keys that name it. A metric is
/// found by its name, one of each combatant by that of anybody. The path of a key takes any id where a combatant or a
/// zone has one, and `*` for any characters of a segment. What every system has, such as `rounds`, is explained as
/// well. Whatever else stands on the screen is found by its words: the label of a row, the head of a column, the last
/// name of a key, a word that a key takes, the title of a rule.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  equipoise explain zones-19
  equipoise explain rules.max_rounds
  equipoise explain 'combatants.*.hp' --system tiny
  equipoise explain skirmisher
  equipoise explain changes of the lead
  equipoise explain party_any_dead --format json")]
pub(crate) struct ExplainArgs {
    /// What is to be explained
    #[arg(value_name = "RULE|METRIC|PATH|WORD", required = true)]
    pub(crate) word: Vec<String>,
    /// Looks in this system alone; of a scenario that brings rules of its own, in those
    #[arg(long, value_name = "SYSTEM|SCENARIO", value_parser = SystemOrScenario, hide_possible_values = true)]
    pub(crate) system: Option<String>,
    /// Shape of the explanation
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    pub(crate) format: TextOrJson,
}
