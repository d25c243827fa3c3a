//! The arguments of `equipoise report`.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use crate::args::{ChartArgs, ContinueArgs, Scenarios, Work};
use crate::commands::run::args::RunQuestion;
use crate::values;

/// Writes a page of charts about scenarios, to open in a browser and to send around
///
/// Plays as `run` does and writes the files of `run --out`, with index.html beside them: one page of HTML without
/// anything outside of it. It says who wins, how long fights last, what becomes of everybody and how the odds move over
/// the rounds, each with its interval, tells three fights round by round, and has the texts of the scenarios and the
/// command that makes it again. Of several scenarios it has an index with small pictures. The path of the page is
/// printed.
#[derive(Debug, Clone, Args)]
#[command(after_help = "Examples:
  equipoise report bridge.toml --out bridge
  equipoise report bridge.toml --out bridge -n 10M --set rules.melee_dr=14
  equipoise report duel.toml --out duel --method exact
  equipoise report scenarios/*/*.toml --out reports")]
pub(crate) struct PageArgs {
    #[command(flatten)]
    pub(crate) input: Scenarios,
    /// Where index.html is written, with summary.csv, combatants.csv, rounds.csv, metrics.csv and run.json
    ///
    /// The directory is made if it is missing. Files of an earlier set are replaced or removed; others stay. What an
    /// interrupt leaves is written without a page, marked as partial, unless the directory has whole results already.
    #[arg(long, required_unless_present_any = ["resume", "extend"], group = "directory")]
    #[arg(value_name = "DIR", value_hint = ValueHint::DirPath, value_parser = values::output())]
    pub(crate) out: Option<PathBuf>,
    /// Writes the tables as Parquet too
    #[arg(long)]
    pub(crate) parquet: bool,
    #[command(flatten)]
    pub(crate) charts: ChartArgs,
    #[command(flatten)]
    pub(crate) going_on: ContinueArgs,
    #[command(flatten)]
    pub(crate) question: RunQuestion,
    #[command(flatten)]
    pub(crate) work: Work,
}
