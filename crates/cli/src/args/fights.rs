//! The arguments of what looks into single fights.

use clap::{ArgGroup, Args, ValueEnum};
use equipoise_sim::studies::find::Criterion;

use super::{Format, OneScenario, SEED, Scenarios, TextOrJson, Work};
use crate::values;

/// Tells one fight, round by round
///
/// Every die is shown, and every line ends with the ids of the rules behind it. The fight is the one that a run with
/// the same seed counted at that index.
#[derive(Debug, Args)]
#[command(group = ArgGroup::new("fight").required(true).args(["index", "find"]))]
#[command(after_help = "Examples:
  equipoise replay bridge.toml --index 4711
  equipoise replay bridge.toml --seed 7 --find closest --encounters 1M
  equipoise replay bridge.toml --find upset --format json")]
pub(crate) struct ReplayArgs {
    #[command(flatten)]
    pub(crate) input: OneScenario,
    /// Master seed
    #[arg(long, value_name = "S", value_parser = values::count, default_value_t = SEED)]
    pub(crate) seed: u64,
    /// Index of the encounter in a run, from 0
    #[arg(long, value_name = "I", value_parser = values::count)]
    pub(crate) index: Option<u64>,
    /// Searches the first encounters of the seed for a fight worth seeing; of equals the first
    #[arg(long, value_name = "WHAT")]
    pub(crate) find: Option<Find>,
    /// Encounters that --find searches [default: 100000]
    #[arg(short = 'n', long, value_name = "N", value_parser = values::encounters, conflicts_with = "index")]
    pub(crate) encounters: Option<u64>,
    /// Shape of the story
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    pub(crate) format: TextOrJson,
    #[command(flatten)]
    pub(crate) work: Work,
}

/// Which encounter `--find` looks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Find {
    /// The most rounds
    Longest,
    /// The fewest rounds
    Shortest,
    /// Won by the side that wins less often, in the fewest rounds
    Upset,
    /// The fight whose loser had been furthest ahead; of several the one with the most rounds
    Closest,
    /// As many rounds as the median fight
    Median,
}

impl From<Find> for Criterion {
    fn from(find: Find) -> Self {
        match find {
            Find::Longest => Self::Longest,
            Find::Shortest => Self::Shortest,
            Find::Upset => Self::Upset,
            Find::Closest => Self::Closest,
            Find::Median => Self::Median,
        }
    }
}

/// Shows which rules fire how often per fight, and which never do
///
/// Plays the first encounters of each scenario. Scenarios of one system are counted together.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  equipoise coverage scenarios/*/*.toml
  equipoise coverage bridge.toml -n 100k --format csv")]
pub(crate) struct CoverageArgs {
    #[command(flatten)]
    pub(crate) input: Scenarios,
    /// Encounters to play of each scenario
    #[arg(short = 'n', long, value_name = "N", value_parser = values::encounters, default_value = "10000")]
    pub(crate) encounters: u64,
    /// Master seed
    #[arg(long, value_name = "S", value_parser = values::count, default_value_t = SEED)]
    pub(crate) seed: u64,
    /// Shape of the results on stdout
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    pub(crate) format: Format,
    #[command(flatten)]
    pub(crate) work: Work,
}
