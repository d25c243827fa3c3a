//! The arguments of what compares scenarios with each other or with what is wanted.

use clap::{Args, ValueEnum};
use equipoise_sim::studies::sensitivity::StepLength;
use equipoise_sim::studies::sweep::Axis;
use equipoise_sim::studies::tune::Target;

use super::{CONFIDENCE, Format, OneScenario, PageFileArgs, ResumeArgs, SEED, Scenarios, Work};
use crate::values;

/// Finds the values that bring a scenario closest to what is wanted
///
/// Every combination of values races against the others over the same encounters, with the same dice. What is surely
/// farther from the targets than the leader is dropped, so that fights are spent where they decide; nothing is assumed
/// about how a number moves with a value. The race ends when one is left, when no other can be closer by more than
/// --margin, or when the encounters are spent. The best is then measured again on as many fresh encounters. The exit
/// status is 1 when the targets are out of reach: all that may still be the best are surely farther from them than --margin.
///
/// METRIC is party, enemies, draw, timeout, rounds, combatants.ID.STATE (standing, fled, down, dead), `party_any_dead`,
/// `party_all_out`, groups.ID.STATE (how many of an entry with a count end so), `groups.ID.any_STATE` or a metric of the
/// system. Shares count from 0 to 1 (or 0% to 100%), rounds as rounds: with several targets the distances are weighted and
/// added up, and rounds=8:0.05 says that a round counts as much as five points of a share.
///
/// The interval of a mean and of its distance holds at every look, by itself. All comparisons of a race hold together
/// with the confidence, so that the closest is dropped with a chance of at most one minus it: exactly so for shares, in
/// the long run for means, which no sample can bound against what is rarer than itself.
#[derive(Debug, Args)]
#[command(override_usage = "equipoise tune [OPTIONS] --vary <PATH=VALUES> --target <METRIC=VALUE>
       <SCENARIO>")]
#[command(after_help = "Examples:
  equipoise tune bridge.toml --vary rules.melee_dr=8..=16 --target party=0.65
  equipoise tune bridge.toml --vary combatants.ogre.hp=10..=30 --target rounds=6
  equipoise tune bridge.toml --vary rules.a=8..=16 --vary rules.b=1..=4 \\
      --target party=65% --target combatants.scout.dead=10%:0.5
  equipoise tune bridge.toml --vary rules.a=8..=16 --target rounds=6 --margin 0.1")]
pub(crate) struct TuneArgs {
    #[command(flatten)]
    pub(crate) input: OneScenario,
    /// What is varied: PATH=FIRST..=LAST[:STEP], or PATH=VALUE,VALUE…; several make a grid
    ///
    /// FIRST..=LAST includes LAST, FIRST..END leaves END out. `equipoise check` lists the paths of a scenario.
    #[allow(rustdoc::broken_intra_doc_links, reason = "--help shows this text as it stands")]
    #[arg(long, value_name = "PATH=VALUES", required = true)]
    pub(crate) vary: Vec<Axis>,
    /// Moves the values of all paths together: the first ones, the second ones, …
    #[arg(long)]
    pub(crate) zip: bool,
    /// What is wanted; may be repeated
    #[arg(long, value_name = "METRIC=VALUE[:WEIGHT]", required = true, value_parser = values::target)]
    pub(crate) target: Vec<Target>,
    /// How much farther from the targets than the closest the result may be
    #[arg(long, value_name = "M", value_parser = values::tolerance, default_value = "0.002")]
    pub(crate) margin: f64,
    /// Encounters of all cells together, the second measurement of the best included
    #[arg(long, value_name = "N", value_parser = values::encounters, default_value = "5000000")]
    pub(crate) max_encounters: u64,
    /// Master seed
    #[arg(long, value_name = "S", value_parser = values::count, default_value_t = SEED)]
    pub(crate) seed: u64,
    /// Confidence of the race, and of each interval by itself, at least 0.5 and below 1
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

/// Moves every number one step down and up, and ranks what matters
///
/// Every whole number that the scenario gives, or that has a number for its default, is compared with its neighbours
/// under the same dice, and the table is ranked by the larger of both effects. A number that follows from others where
/// it is not given is left out: `--set` gives it, and `equipoise check` shows what it is. An effect that could be
/// chance has a question mark; what made no difference in any fight is listed below. Steps that the rules refuse are
/// left out.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  equipoise sensitivity bridge.toml
  equipoise sensitivity bridge.toml --only 'combatants.*.attacks.*.dr' -n 100k
  equipoise sensitivity bridge.toml --step 10%
  equipoise sensitivity bridge.toml --words --only '**.policy'
  equipoise sensitivity bridge.toml --metric rounds.mean --format csv")]
pub(crate) struct SensitivityArgs {
    #[command(flatten)]
    pub(crate) input: OneScenario,
    /// Moves the paths alone that match, such as 'combatants.ogre.**'; may be repeated
    ///
    /// `*` stands for any characters between two dots, and `**` for any number of parts.
    #[arg(long, value_name = "PATTERN", value_parser = values::pattern)]
    pub(crate) only: Vec<String>,
    /// How long a step is: a whole number, or a portion of each value such as 10% [default: the shortest]
    ///
    /// It is at least the shortest that the key allows, and ends at the key's bounds.
    #[arg(long, value_name = "LENGTH", value_parser = values::step)]
    pub(crate) step: Option<StepLength>,
    /// Exchanges words as well, each for every other: policies, armour, yes and no
    #[arg(long)]
    pub(crate) words: bool,
    /// The effect to rank by: party, enemies, draw, timeout, rounds, combatants.ID.STATE, groups.ID.STATE or a metric
    #[arg(long, value_name = "METRIC", value_parser = values::metric, default_value = "party")]
    pub(crate) metric: String,
    /// Encounters to play of each step
    #[arg(short = 'n', long, value_name = "N", value_parser = values::encounters, default_value = "20000")]
    pub(crate) encounters: u64,
    /// Master seed
    #[arg(long, value_name = "S", value_parser = values::count, default_value_t = SEED)]
    pub(crate) seed: u64,
    /// Confidence of each interval, at least 0.5 and below 1
    #[arg(long, value_name = "C", value_parser = values::confidence, default_value_t = CONFIDENCE)]
    pub(crate) confidence: f64,
    /// Shape of the results on stdout
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    pub(crate) format: Format,
    #[command(flatten)]
    pub(crate) page: PageFileArgs,
    #[command(flatten)]
    pub(crate) work: Work,
}

/// Fights all against all, and points out who beats whom in cycles
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
/// Changes by --set apply to every scenario given; with a roster they name the seats, by the ids in the file.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  equipoise versus yard.toml                  the rows of its roster
  equipoise versus bridge.toml ford.toml camp.toml
  equipoise versus duels/*.toml --sides party --set rules.max_rounds=20
  equipoise versus yard.toml -n 100k --format csv > matches.csv")]
pub(crate) struct VersusArgs {
    #[command(flatten)]
    pub(crate) input: Scenarios,
    /// Which sides of several scenarios fight [default: all]
    #[arg(long, value_name = "SIDES")]
    pub(crate) sides: Option<Sides>,
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
