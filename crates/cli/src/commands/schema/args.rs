//! The arguments of `equipoise schema`.

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser};
use equipoise_sim::output::schema::OUTPUTS;

use crate::args::Listing;

/// Prints the JSON Schema of what a command prints as JSON
///
/// The schema (draft 2020-12) describes one object, which is the whole output or one line of it. Every key is described, with
/// its unit and range. Later versions may add keys, which a schema does not refuse: docs/outputs.md says what is stable.
/// Without a command, those that print JSON are listed.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  equipoise schema
  equipoise schema run > run.schema.json")]
pub(crate) struct SchemaArgs {
    /// The command whose JSON is to be described
    #[arg(value_name = "COMMAND", value_parser = commands())]
    pub(crate) command: Option<String>,
    /// Shape of the list of commands
    #[arg(long, value_name = "FORMAT", default_value = "table", conflicts_with = "command")]
    pub(crate) format: Listing,
}

fn commands() -> PossibleValuesParser {
    PossibleValuesParser::new(OUTPUTS.map(|output| PossibleValue::new(output.command).help(output.about)))
}
