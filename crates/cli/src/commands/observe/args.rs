//! The arguments of `equipoise observe`.

use std::path::PathBuf;

use clap::{Args, ValueHint};
use equipoise_sim::studies::sweep::Axis;

use crate::args::{CONFIDENCE, Changes, Method, SEED, Shown, SolverArgs};
use crate::values;

/// Holds games that were played against the model, and finds the value that explains them best
///
/// The games are a CSV file with a row for each and a column for whatever was noted: winner, rounds, the id of a combatant and how it ended,
/// metrics, or any other number of an encounter. Empty cells are what nobody noted. A column `game` names the games, and `count` says
/// how many a row stands for.
///
/// Each column is tested against encounters of the scenario, or exact chances where the fight is small, and so are all columns together. With
/// --vary, the likelihood of the record tells which values explain it.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  equipoise observe bridge.toml games.csv
  equipoise observe bridge.toml games.csv --ignore date --ignore table
  equipoise observe bridge.toml games.csv --vary rules.melee_dr=8..=16
  equipoise observe bridge.toml games.csv --top 3 --format json")]
pub(crate) struct ObserveArgs {
    /// Scenario file; `-` reads it from stdin
    #[arg(value_name = "SCENARIO", value_hint = ValueHint::FilePath)]
    pub(crate) scenario: PathBuf,
    /// CSV file of games that were played
    #[arg(value_name = "GAMES.csv", value_hint = ValueHint::FilePath)]
    pub(crate) games: PathBuf,
    #[command(flatten)]
    pub(crate) changes: Changes,
    /// Leaves out a column of the games; may be repeated
    #[arg(long, value_name = "COLUMN", value_hint = ValueHint::Other)]
    pub(crate) ignore: Vec<String>,
    /// Values that may explain the games: PATH=FIRST..=LAST[:STEP], or PATH=VALUE,VALUE…
    #[allow(rustdoc::broken_intra_doc_links, reason = "--help shows this text as it stands")]
    #[arg(long, value_name = "PATH=VALUES")]
    pub(crate) vary: Option<Axis>,
    /// How many of the most surprising games are told
    #[arg(long, value_name = "N", value_parser = values::count, default_value = "5")]
    pub(crate) top: u64,
    /// How the numbers of the model come about
    #[arg(long, value_name = "METHOD", default_value = "auto")]
    pub(crate) method: Method,
    /// Encounters that stand for the model, of each value by itself [default: 100k]
    #[arg(short = 'n', long, value_name = "N", value_parser = values::encounters)]
    pub(crate) encounters: Option<u64>,
    /// Master seed, of encounters and of the records that tests draw
    #[arg(long, value_name = "S", value_parser = values::count, default_value_t = SEED)]
    pub(crate) seed: u64,
    /// Confidence of each interval, and of all tests together, at least 0.5 and below 1
    #[arg(long, value_name = "C", value_parser = values::confidence, default_value_t = CONFIDENCE)]
    pub(crate) confidence: f64,
    #[command(flatten)]
    pub(crate) solver: SolverArgs,
    #[command(flatten)]
    pub(crate) shown: Shown,
}
