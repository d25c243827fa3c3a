//! Options of how output looks, beside its format.

use clap::{Args, ValueEnum};

use crate::page::Markup;

/// When output is styled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Colors {
    /// On a terminal
    Auto,
    /// Everywhere
    Always,
    /// Nowhere
    Never,
}

/// Whether results are drawn.
#[derive(Debug, Args)]
pub(crate) struct PictureArgs {
    /// Draws the results below the tables [default: on a terminal]
    #[arg(long, conflicts_with = "no_picture")]
    pub(crate) picture: bool,
    /// Draws nothing
    #[arg(long)]
    pub(crate) no_picture: bool,
}

/// Formats of what is for people alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Listing {
    /// For a terminal
    Table,
    /// The same as GitHub-flavoured Markdown
    Markdown,
}

impl Listing {
    /// How pages are written down in this format.
    pub(crate) const fn markup(self) -> Markup {
        match self {
            Self::Table => Markup::Plain,
            Self::Markdown => Markup::Markdown,
        }
    }
}
