//! The arguments of what serves shells and manuals.

use std::path::PathBuf;

use clap::{Args, ValueHint};

/// Prints a completion script for a shell
///
/// The script asks equipoise itself while you type: scenarios, the paths of the scenario on the line for --set, --vary,
/// --with and
/// --only, what --target and --metric take, systems and rules.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  source <(equipoise completions bash)    here, or in ~/.bashrc
  source <(equipoise completions zsh)     after compinit, in ~/.zshrc
  equipoise completions fish > ~/.config/fish/completions/equipoise.fish")]
pub(crate) struct CompletionsArgs {
    /// The shell
    #[arg(value_name = "SHELL")]
    pub(crate) shell: clap_complete::Shell,
}

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
