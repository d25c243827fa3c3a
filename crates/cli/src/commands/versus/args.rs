//! The arguments of `equipoise versus`.

use clap::{Args, ValueEnum};

use crate::args::{CONFIDENCE, Format, PageFileArgs, ResumeArgs, SEED, Scenarios, Work};
use crate::values;

/// Fights all against all: who beats whom, in which cycles, and what is worth playing
///
/// Of one scenario with a roster, the rows of the roster are set against each other. The scenario has one combatant on
/// each side: these are the seats, and what the scenario itself says of a seat holds for whoever sits there.
///
/// Of several scenarios of one system, their sides are set against each other, under the rules and on the ground of
/// the first one.
///
/// Every pair fights twice, with the seats exchanged; a match that the rules refuse is left out. The first match of a
/// pair has the encounters 0 to N of the seed, the second one the next N, so that all encounters of a pair are
/// independent. Who beats whom is decided by the exact sign test over both, and held to a level at which the chance of
/// even one wrong verdict is at most one minus the confidence (Bonferroni).
///
/// With --policies every word for the policy of a scenario's combatants is set against every other: all of the party play
/// one, all of the enemies another, on the same dice. Words that the rules refuse there are left out.
///
/// The field is the equilibrium of the game in which each player chooses a contender and gets its wins and half of what
/// nobody wins: the mix from which nobody gains by leaving it. Both players have all contenders if all of them met, and
/// one side each if nobody fights on both. Its intervals come from resampled blocks of encounters; who does better than
/// another against everybody dominates it, surely if the chance of even one wrong such verdict is at most one minus the
/// confidence.
///
/// Changes by --set apply to every scenario given; with a roster they name the seats, by the ids in the file.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  equipoise versus yard.toml                  the rows of its roster
  equipoise versus bridge.toml ford.toml camp.toml
  equipoise versus duels/*.toml --sides party --set rules.max_rounds=20
  equipoise versus bridge.toml --policies     the policies of both sides
  equipoise versus yard.toml -n 100k --format csv > matches.csv")]
pub(crate) struct VersusArgs {
    #[command(flatten)]
    pub(crate) input: Scenarios,
    /// Which sides of several scenarios fight [default: all]
    #[arg(long, value_name = "SIDES")]
    pub(crate) sides: Option<Sides>,
    /// Sets all policies of a single scenario's sides against each other
    #[arg(long)]
    pub(crate) policies: bool,
    /// Encounters to play in each match
    #[arg(short = 'n', long, value_name = "N", value_parser = values::encounters, default_value = "20000")]
    pub(crate) encounters: u64,
    /// Master seed
    #[arg(long, value_name = "S", value_parser = values::count, default_value_t = SEED)]
    pub(crate) seed: u64,
    /// Confidence of each interval, and of all verdicts together, at least 0.5 and below 1
    #[arg(long, value_name = "C", value_parser = values::confidence, default_value_t = CONFIDENCE)]
    pub(crate) confidence: f64,
    /// Shape of the results on stdout
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    pub(crate) format: Format,
    #[command(flatten)]
    pub(crate) kept: ResumeArgs,
    #[command(flatten)]
    pub(crate) page: PageFileArgs,
    #[command(flatten)]
    pub(crate) work: Work,
}

/// Which sides of scenarios take part in `versus`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Sides {
    /// Both sides of each
    All,
    /// The parties alone
    Party,
    /// The enemies alone
    Enemies,
}
