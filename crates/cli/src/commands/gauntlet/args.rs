//! The arguments of `equipoise gauntlet`.

use std::path::PathBuf;

use clap::{ArgGroup, Args, ValueHint};

use crate::args::{CONFIDENCE, OneScenario, SEED, Shown};
use crate::values::{self, Counts};

/// Plays one party against every row of a roster, and marks the rows that stand out for their level
///
/// The party of the scenario stays, and so do its rules and its ground. Its enemies make room for copies of one row after the other. A
/// row is complete by itself: what it does not say has its default, and nothing is taken from the enemies that it replaces.
///
/// All rows meet the same dice: encounter I of every row is that of the seed. Rows that the rules refuse are listed with the reason, the
/// others are played, and the exit status is 2.
///
/// With --by, the party's wins are held against the function of a column that is closest to them and never rises, or for a roster of
/// parties never falls (isotonic regression). A row is marked where its distance from that function is not 0 for sure, all rows taken
/// together.
#[derive(Debug, Args)]
#[command(group = ArgGroup::new("rows").required(true).args(["roster", "party_roster"]))]
#[command(override_usage = "equipoise gauntlet [OPTIONS] --roster <FILE.csv> <SCENARIO>
       equipoise gauntlet [OPTIONS] --party-roster <FILE.csv> <SCENARIO>")]
#[command(after_help = "Examples:
  equipoise gauntlet bridge.toml --roster monsters.csv
  equipoise gauntlet bridge.toml --roster monsters.csv --count 1..=3 --by level
  equipoise gauntlet bridge.toml --roster monsters.csv --by level --margin 0.1
  equipoise gauntlet bridge.toml --party-roster parties.csv --by level
  equipoise gauntlet bridge.toml --roster monsters.csv --format csv > rows.csv")]
pub(crate) struct GauntletArgs {
    #[command(flatten)]
    pub(crate) input: OneScenario,
    /// CSV file whose rows take the place of the enemies, one after the other
    #[arg(long, value_name = "FILE.csv", value_hint = ValueHint::FilePath)]
    pub(crate) roster: Option<PathBuf>,
    /// CSV file whose rows take the place of the party, one after the other
    #[arg(long, value_name = "FILE.csv", value_hint = ValueHint::FilePath)]
    pub(crate) party_roster: Option<PathBuf>,
    /// How many of each row fight, such as 1..=3 or 1,2,5 [default: as many as the row says, else 1]
    #[arg(long, value_name = "COUNTS", value_parser = values::counts)]
    pub(crate) count: Option<Counts>,
    /// Column of numbers by which rows should get harder, such as level; it need be no key of the system
    #[arg(long, value_name = "COLUMN", value_hint = ValueHint::Other)]
    pub(crate) by: Option<String>,
    /// Marks no row that may be within this distance of the function, a share
    #[arg(long, value_name = "M", value_parser = values::margin, requires = "by")]
    pub(crate) margin: Option<f64>,
    /// Encounters to play with each row
    #[arg(short = 'n', long, value_name = "N", value_parser = values::encounters, default_value = "20000")]
    pub(crate) encounters: u64,
    /// Master seed
    #[arg(long, value_name = "S", value_parser = values::count, default_value_t = SEED)]
    pub(crate) seed: u64,
    /// Confidence of each interval, and of all distances from the fit together, at least 0.5 and below 1
    #[arg(long, value_name = "C", value_parser = values::confidence, default_value_t = CONFIDENCE)]
    pub(crate) confidence: f64,
    #[command(flatten)]
    pub(crate) shown: Shown,
}
