//! The arguments of `equipoise completions`.

use clap::Args;

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
