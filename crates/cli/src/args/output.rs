//! Where results go and what they look like.

use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};

use crate::page::Markup;
use crate::values;

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

/// Where results go: the format of stdout, and the files of `--out`.
#[derive(Debug, Args)]
pub(crate) struct ReportArgs {
    /// Shape of the results on stdout
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    pub(crate) format: Format,
    #[command(flatten)]
    pub(crate) files: FileArgs,
}

/// The files that results go to.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct FileArgs {
    /// Writes summary.csv, combatants.csv, rounds.csv, metrics.csv and run.json into a directory
    ///
    /// The counts of a sample stand beside them in shards.jsonl. The directory is made if it is missing. Files of an earlier
    /// set are replaced or removed, check.csv and Parquet included; others stay. What an interrupt leaves is written as well,
    /// marked as partial, unless the directory has whole results already.
    #[arg(long, group = "directory")]
    #[arg(value_name = "DIR", value_hint = ValueHint::DirPath, value_parser = values::output())]
    pub(crate) out: Option<PathBuf>,
    /// Writes the tables of --out as Parquet too
    #[arg(long, requires = "directory")]
    pub(crate) parquet: bool,
    /// Writes the numbers that --only chooses as a list for benchmark trackers: name, unit, value, range
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, value_parser = values::output())]
    pub(crate) benchmark: Option<PathBuf>,
}

/// Which quantities are shown.
#[derive(Debug, Args)]
pub(crate) struct OnlyArgs {
    /// Shows only the quantities that match, such as party or 'combatants.*.dead'; may be repeated
    ///
    /// Names are full (winners.party, rounds.mean, combatants.ID.STATE, metrics.NAME, `party_any_dead`; groups.ID.STATE and
    /// `groups.ID.any_STATE` for entries with a count) or short (party, rounds, NAME); `*` stands for any characters between
    /// two dots, and `**` for any number of parts. It chooses what tables, CSV and --benchmark have: CSV then has
    /// a row for each number, with its name, value and interval. JSON and the files of --out have everything.
    #[arg(long, value_name = "PATTERN", value_parser = values::pattern)]
    pub(crate) only: Vec<String>,
}

/// Formats of results.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people
    Table,
    /// One header row, then one row for each result
    Csv,
    /// One object for each scenario, on a line of its own
    Json,
    /// The tables, as GitHub-flavoured Markdown
    Markdown,
}

impl Format {
    /// As the option takes it.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Table => "table",
            Self::Csv => "csv",
            Self::Json => "json",
            Self::Markdown => "markdown",
        }
    }

    /// How pages are written down in this format, if it has any.
    pub(crate) const fn markup(self) -> Markup {
        if let Self::Markdown = self { Markup::Markdown } else { Markup::Plain }
    }
}

/// Formats of what has no rows for CSV.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum TextOrJson {
    /// For people
    Table,
    /// One object for each scenario, on a line of its own
    Json,
    /// The tables, as GitHub-flavoured Markdown
    Markdown,
}

impl TextOrJson {
    /// How pages are written down in this format, if it has any.
    pub(crate) const fn markup(self) -> Markup {
        if let Self::Markdown = self { Markup::Markdown } else { Markup::Plain }
    }
}

/// Formats of what is a word for people and an object for programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Plain {
    /// For people
    Table,
    /// One object for each result, on a line of its own
    Json,
}
