//! The arguments of `equipoise init`.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use crate::args::system_names;

/// Prints a commented scenario to start from
///
/// Two combatants, ready to fight, and every key of the system with what it means. A key behind a `#` is at its
/// default, or has none: deleting the `#` sets it.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  equipoise init SYSTEM > bridge.toml
  equipoise init SYSTEM --out bridge.toml
  equipoise systems SYSTEM --schema > SYSTEM.schema.json    completion in editors")]
pub(crate) struct InitArgs {
    /// The system whose rules resolve the scenario
    #[arg(value_name = "SYSTEM", value_parser = system_names(), hide_possible_values = true)]
    pub(crate) system: String,
    /// Writes the scenario to a file, which must not exist yet
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) out: Option<PathBuf>,
}
