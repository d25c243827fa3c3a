//! The arguments of `equipoise tune`.

use clap::Args;
use equipoise_sim::studies::sweep::Axis;
use equipoise_sim::studies::tune::Target;

use crate::args::{CONFIDENCE, Format, OneScenario, PageFileArgs, ResumeArgs, SEED, Work};
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
    /// FIRST..=LAST includes LAST, FIRST..END leaves END out. `equipoise check` lists the paths of a scenario. In PATH `*`
    /// stands for any id, and moves all that it fits together. PATH+=0..=3 and PATH=-20%..=20%:10% are steps from what
    /// stands, and roster=a.csv,b.csv varies a file, as --set takes them.
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
