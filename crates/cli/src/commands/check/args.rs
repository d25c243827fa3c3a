//! The arguments of `equipoise check`.

use clap::{Args, ValueEnum};

use crate::args::Scenarios;
use crate::page::Markup;

/// Checks scenarios and prints what was understood
///
/// Plays nothing. Lists the values that the scenario gives, with where they come from: the file, the row or line of a
/// file that it names, or --set; and those that follow from them. With --all the defaults of all other keys as well,
/// but for those that the rules refuse where they would stand.
///
/// The rows of a roster are checked as well where no combatant takes them. A name of one combatant alone that is much
/// like one of others is a doubt, shown on stderr.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  equipoise check bridge.toml
  equipoise check bridge.toml --all | grep heal_below
  equipoise check scenarios/*/*.toml --strict --quiet
  equipoise check scenarios/*/*.toml --format json
  equipoise check scenarios/*/*.toml --format github")]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    pub(crate) input: Scenarios,
    /// Lists the defaults as well
    #[arg(long)]
    pub(crate) all: bool,
    /// Shape of the listing
    ///
    /// With json every key is listed, with or without --all, and mistakes are on stdout as well. With github mistakes and
    /// doubts alone are.
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    pub(crate) format: CheckFormat,
    /// Makes doubts mistakes, with exit status 2
    #[arg(long)]
    pub(crate) strict: bool,
    /// Lists nothing, and shows mistakes and doubts alone
    #[arg(long)]
    pub(crate) quiet: bool,
}

/// Formats of what was understood.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum CheckFormat {
    /// For people
    Table,
    /// One object for each scenario, on a line of its own
    Json,
    /// The tables, as GitHub-flavoured Markdown
    Markdown,
    /// Annotations for GitHub Actions, at the lines of the mistakes and the doubts
    Github,
}

impl CheckFormat {
    /// The markup of the listing: Markdown or plain text. JSON and annotations are no pages: for them it has no effect.
    pub(crate) const fn markup(self) -> Markup {
        if let Self::Markdown = self { Markup::Markdown } else { Markup::Plain }
    }
}
