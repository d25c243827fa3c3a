//! The arguments of `equipoise balance`.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use crate::args::{CONFIDENCE, SEED, Shown};
use crate::values;

/// Finds the least change of many numbers that brings every target into its band
///
/// A file names scenarios or a roster, what is wanted of them, and the numbers that may change: see docs/balance.md. Slopes are measured by
/// steps of each number on the same dice, the cheapest change that they promise is tried, and the best change and its neighbours race.
/// At the end the three best are measured on fresh encounters, and the intervals of all targets hold together.
///
/// Targets that are out of reach are named, and those that stand against each other. The exit status is 1 where a target is not known to be in its
/// band.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  equipoise balance camp.balance.toml
  equipoise balance camp.balance.toml -n 100k --report camp.html
  equipoise balance camp.balance.toml --format csv > sheets.csv
  equipoise balance camp.balance.toml --apply

The file:
  scenarios = [\"gate.toml\", \"bridge.toml\"]

  [[targets]]
  scenario = \"gate.toml\"
  quantity = \"party\"
  between = [0.6, 0.7]

  [[numbers]]
  path = \"combatants.ogre.hp\"
  range = [10, 40]
  step = 2
  cost = 1.5")]
pub(crate) struct BalanceArgs {
    /// TOML file that says what is wanted and what may change; `-` reads it from stdin
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) file: PathBuf,
    /// Encounters of each fight in the last measurement; the search takes fewer for each of its own
    #[arg(short = 'n', long, value_name = "N", value_parser = values::encounters, default_value = "20000")]
    pub(crate) encounters: u64,
    /// Master seed
    #[arg(long, value_name = "S", value_parser = values::count, default_value_t = SEED)]
    pub(crate) seed: u64,
    /// Confidence of the intervals of all targets together, at least 0.5 and below 1
    #[arg(long, value_name = "C", value_parser = values::confidence, default_value_t = CONFIDENCE)]
    pub(crate) confidence: f64,
    /// Writes the numbers of the best sheet into the files: all else in them stays as it is
    ///
    /// Nothing is written after an interrupt, where a target is surely missed, or where a file has changed in the meantime.
    #[arg(long)]
    pub(crate) apply: bool,
    #[command(flatten)]
    pub(crate) shown: Shown,
}
