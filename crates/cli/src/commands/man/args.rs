//! The arguments of `equipoise man`.

use std::path::PathBuf;

use clap::{Args, ValueHint};

/// Writes manual pages, one for each command
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  equipoise man --out man
  man -l man/equipoise-run.1")]
pub(crate) struct ManArgs {
    /// Directory to write them to; made if it is missing
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) out: PathBuf,
}
