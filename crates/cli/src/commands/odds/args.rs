//! The arguments of `equipoise odds`.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use crate::args::{Format, Scenarios};
use crate::values;

/// Works out what one attack does, exactly
///
/// The chance to hit, what a hit does, and how many attacks put the target out of the fight, by the rules of a fight and
/// without dice that are sampled. Attacker and target are alone and within reach of each other, and nobody else acts.
/// Without options: every attack of everybody on everybody of the other side.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  equipoise odds bridge.toml
  equipoise odds bridge.toml --attacker knight --attack sword --target ogre
  equipoise odds bridge.toml --target ogre --set combatants.ogre.hp=30
  equipoise odds bridge.toml --format csv")]
pub(crate) struct OddsArgs {
    #[command(flatten)]
    pub(crate) input: Scenarios,
    /// The attacker, by id or name
    #[arg(long, value_name = "ID")]
    pub(crate) attacker: Option<String>,
    /// The attack, by id or name
    #[arg(long, value_name = "NAME")]
    pub(crate) attack: Option<String>,
    /// The target, by id or name
    #[arg(id = "struck", long = "target", value_name = "ID")]
    pub(crate) target: Option<String>,
    /// Writes the rows of --format csv to a Parquet file
    ///
    /// The name of the file ends in .parquet.
    #[arg(id = "odds_parquet", long = "parquet", value_name = "FILE", value_hint = ValueHint::FilePath)]
    #[arg(value_parser = values::parquet_output())]
    pub(crate) parquet: Option<PathBuf>,
    /// Shape of the results on stdout
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    pub(crate) format: Format,
}
