//! The arguments of `equipoise systems`.

use clap::Args;

use crate::args::{Listing, SystemOrScenario};

/// Lists the rule systems, or the keys of one
///
/// For a system: every key of its scenario files with type, default, range and rules, then the rules themselves.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  equipoise systems
  equipoise systems SYSTEM
  equipoise systems SYSTEM --schema > scenario.schema.json
  equipoise systems my-game.toml")]
pub(crate) struct SystemsArgs {
    /// The system to describe, or a scenario: its system with the rules that it brings
    #[arg(value_name = "SYSTEM|SCENARIO", value_parser = SystemOrScenario, required_if_eq("schema", "true"))]
    pub(crate) system: Option<String>,
    /// Prints the JSON Schema of its scenario files, for editors
    #[arg(long, conflicts_with_all = ["format", "quiet"])]
    pub(crate) schema: bool,
    /// Prints names alone, one a line: those of the systems, or the paths of the keys
    #[arg(long, conflicts_with = "format")]
    pub(crate) quiet: bool,
    /// Shape of the listing
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    pub(crate) format: Listing,
}
