//! The command line: commands, options, their bounds and their help.

mod beginnings;
mod output;

use std::ops::Range;
use std::path::PathBuf;

use clap::builder::PossibleValue;
use clap::builder::PossibleValuesParser;
use clap::{ArgGroup, Args, Parser, Subcommand, ValueEnum, ValueHint};
use equipoise_engine::System;
use equipoise_engine::scenario::Override;
use equipoise_sim::studies::find::Criterion;
use equipoise_sim::studies::sweep::Axis;
use equipoise_sim::studies::tune::Target;

pub(crate) use beginnings::{ExplainArgs, InitArgs};
pub(crate) use output::{Colors, Listing, PictureArgs};

use crate::page::Markup;
use crate::{values, version};

/// Encounters of a run, unless `--encounters` says otherwise.
pub(crate) const ENCOUNTERS: u64 = 1_000_000;
/// Master seed, unless `--seed` says otherwise.
pub(crate) const SEED: u64 = 1;
/// Confidence of intervals, unless `--confidence` says otherwise.
pub(crate) const CONFIDENCE: f64 = 0.95;

/// A Monte Carlo balance simulator for tabletop combat rules.
///
/// A scenario is a TOML file that names a rule system and who fights whom. Results go to stdout, progress and
/// diagnostics to stderr. The exit status is 0 when all went well, 2 for bad input or usage, 130 after an interrupt.
#[derive(Debug, Parser)]
#[command(name = "equipoise", version, long_version = version::long(), max_term_width = 80, subcommand_required = true, arg_required_else_help = true)]
#[command(after_help = "Examples:
  equipoise run bridge.toml                    a million fights
  equipoise run bridge.toml --set rules.max_rounds=30
  equipoise sweep bridge.toml --vary rules.melee_dr=8..=16:2
  equipoise replay bridge.toml --find upset    one of them, told die by die
  equipoise systems                            which rules there are")]
pub(crate) struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: Command,
    /// When to use colors and other styles
    ///
    /// `auto`, the default, styles what goes to a terminal, unless `NO_COLOR` is set; with `CLICOLOR_FORCE=1` it styles
    /// everything.
    #[arg(long, value_name = "auto|always|never", global = true, default_value = "auto", hide_default_value = true)]
    #[arg(hide_possible_values = true)]
    pub(crate) color: Colors,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Run(Box<RunArgs>),
    Exact(ExactArgs),
    Sweep(SweepArgs),
    Compare(CompareArgs),
    Tune(TuneArgs),
    Sensitivity(SensitivityArgs),
    Versus(VersusArgs),
    Replay(ReplayArgs),
    Coverage(CoverageArgs),
    Merge(MergeArgs),
    Check(CheckArgs),
    Systems(SystemsArgs),
    Explain(ExplainArgs),
    Init(InitArgs),
    Completions(CompletionsArgs),
    Man(ManArgs),
}

/// Scenario files and changes to them.
#[derive(Debug, Args)]
pub(crate) struct Scenarios {
    /// Scenario files; `-` reads one from stdin
    #[arg(required = true, value_name = "SCENARIO", value_hint = ValueHint::FilePath)]
    pub(crate) scenarios: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) changes: Changes,
}

/// One scenario file and changes to it.
#[derive(Debug, Args)]
pub(crate) struct OneScenario {
    /// Scenario file; `-` reads it from stdin
    #[arg(value_name = "SCENARIO", value_hint = ValueHint::FilePath)]
    pub(crate) scenario: PathBuf,
    #[command(flatten)]
    pub(crate) changes: Changes,
}

/// Changes to scenarios.
#[derive(Debug, Args)]
pub(crate) struct Changes {
    /// Sets a value by its dotted path, as if the file gave it; may be repeated
    ///
    /// `equipoise check` lists the paths of a scenario. The last one wins. Quotes may be left out.
    #[arg(long, value_name = "PATH=VALUE")]
    pub(crate) set: Vec<Override>,
}

/// Where results go: the format of stdout, and the files of `--out`.
#[derive(Debug, Args)]
pub(crate) struct ReportArgs {
    /// Shape of the results on stdout
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    pub(crate) format: Format,
    /// Writes summary.csv, combatants.csv, rounds.csv, metrics.csv and run.json into a directory
    ///
    /// The directory is made if it is missing. A run that is interrupted writes nothing.
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) out: Option<PathBuf>,
    /// Writes the tables of --out as Parquet too
    #[arg(long, requires = "out")]
    pub(crate) parquet: bool,
}

/// How much the exact solution may take.
#[derive(Debug, Args)]
pub(crate) struct SolverArgs {
    /// Bytes that an exact solution may take, such as 500M or 8G [default: 2G]
    #[arg(long, value_name = "BYTES", value_parser = values::positive)]
    pub(crate) max_memory: Option<u64>,
    /// States that an exact solution may have [default: as many as --max-memory holds]
    #[arg(long, value_name = "N", value_parser = values::positive)]
    pub(crate) max_states: Option<u64>,
}

impl SolverArgs {
    /// The option that was given, if one was.
    pub(crate) fn given(&self) -> Option<&'static str> {
        match (self.max_memory, self.max_states) {
            (Some(_), _) => Some("--max-memory"),
            (None, Some(_)) => Some("--max-states"),
            (None, None) => None,
        }
    }
}

/// Options of every command that plays encounters.
#[derive(Debug, Args)]
pub(crate) struct Work {
    /// Threads to play on, 1 to 1024; never changes a result [default: all that the machine has]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// Shows no progress
    #[arg(long)]
    pub(crate) quiet: bool,
}

/// Fights scenarios many times and prints how they go
///
/// Plays the encounters 0, 1, 2, … of a seed. The same scenario, seed and number of encounters give the same result
/// on every machine, whatever the number of threads. Ctrl-C stops early and prints what was finished, marked as
/// partial; a second one ends at once.
///
/// Shares come with Wilson score intervals, means with normal ones; with --precision both are confidence sequences,
/// which stay valid although the run stops when they look good.
///
/// On a terminal a picture shows after how many rounds fights end, and who wins them then.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  equipoise run bridge.toml -n 10M --seed 7
  equipoise run bridge.toml --precision 0.001
  equipoise run bridge.toml --check
  equipoise run bridge.toml --format markdown --picture > bridge.md
  equipoise run scenarios/*/*.toml --format csv > summary.csv
  equipoise run bridge.toml --range 0..5M --shard first.json")]
pub(crate) struct RunArgs {
    #[command(flatten)]
    pub(crate) input: Scenarios,
    /// Encounters to play, such as 500000, 1e6 or 10M [default: 1000000]
    #[arg(short = 'n', long, value_name = "N", value_parser = values::positive)]
    pub(crate) encounters: Option<u64>,
    /// Master seed [default: 1]
    #[arg(long, value_name = "S", value_parser = values::count)]
    pub(crate) seed: Option<u64>,
    /// How the numbers come about
    #[arg(long, value_name = "METHOD", default_value = "sample")]
    pub(crate) method: Method,
    /// Sets the exact values beside the sampled ones, with their distance in standard errors (z)
    ///
    /// With --format csv the comparison is printed instead of the summary; with --out it is written to check.csv too.
    /// Where the exact solution has too many states, this is said and nothing is compared.
    #[arg(long)]
    pub(crate) check: bool,
    /// Plays the encounters FROM to TO, TO not included, instead of the first N; may be repeated
    #[arg(long, value_name = "FROM..TO", value_parser = values::range, conflicts_with = "encounters")]
    pub(crate) range: Vec<Range<u64>>,
    /// Writes what was counted, to be joined by `equipoise merge` (one scenario)
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) shard: Option<PathBuf>,
    /// Confidence of each interval, at least 0.5 and below 1 [default: 0.95]
    #[arg(long, value_name = "C", value_parser = values::confidence)]
    pub(crate) confidence: Option<f64>,
    /// Plays until the interval of every win share has a half-width of at most W
    ///
    /// The number of encounters follows a fixed schedule, so that the result can be reproduced.
    #[arg(long, value_name = "W", value_parser = values::half_width)]
    #[arg(conflicts_with_all = ["encounters", "range", "shard", "encounters_out"])]
    pub(crate) precision: Option<f64>,
    /// Encounters at which --precision gives up [default: 1000000000]
    #[arg(long, value_name = "N", value_parser = values::positive, requires = "precision")]
    pub(crate) max_encounters: Option<u64>,
    /// Writes one row for each encounter to a Parquet file (one scenario)
    ///
    /// A run that is interrupted writes nothing.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) encounters_out: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) solver: SolverArgs,
    #[command(flatten)]
    pub(crate) report: ReportArgs,
    #[command(flatten)]
    pub(crate) pictures: PictureArgs,
    #[command(flatten)]
    pub(crate) work: Work,
}

/// How the numbers of a run come about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Method {
    /// Fights are played
    Sample,
    /// Every branch of the dice is followed
    Exact,
    /// Exact where there are few enough states, else sampled
    Auto,
}

/// Works out the exact odds
///
/// Follows every branch of the dice with the same rules as a run, and merges equal states after each turn. The
/// results are those of a run without intervals. Where that takes too much memory or time, the answer is how far it came.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  equipoise exact duel.toml
  equipoise exact duel.toml --format json --set rules.max_rounds=12
  equipoise exact brawl.toml --max-memory 8G")]
pub(crate) struct ExactArgs {
    #[command(flatten)]
    pub(crate) input: Scenarios,
    #[command(flatten)]
    pub(crate) solver: SolverArgs,
    #[command(flatten)]
    pub(crate) report: ReportArgs,
}

/// Fights every combination of varied values, one row each
///
/// All cells meet the dice of the same seed and indices, so that their differences are those of the values and hardly of
/// chance. The cells are fought at once, and every one is what `equipoise run --set` of its values yields. Mistakes of
/// all cells are reported before anything is fought.
///
/// On a terminal a picture shows the party's wins along the values, where one path takes numbers.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  equipoise sweep bridge.toml --vary rules.melee_dr=8..=16:2
  equipoise sweep bridge.toml --vary rules.a=10,12 --vary rules.b=9..14
  equipoise sweep bridge.toml --vary rules.a=9,10 --vary rules.b=8,7 --zip
  equipoise sweep duel.toml --vary rules.stakes=spar,death --method auto
  equipoise sweep duel.toml --vary rules.meter_ticks=5..=21:2 --check
  equipoise sweep bridge.toml --vary rules.melee_dr=8..=16 --picture
  equipoise sweep bridge.toml --vary rules.melee_dr=8..=16 --format csv > dr.csv")]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
pub(crate) struct SweepArgs {
    #[command(flatten)]
    pub(crate) input: OneScenario,
    /// What is varied: PATH=FIRST..=LAST[:STEP], or PATH=VALUE,VALUE…; several make a grid
    ///
    /// `equipoise check` lists the paths of a scenario. The last path given moves fastest.
    #[allow(rustdoc::broken_intra_doc_links, reason = "--help shows this text as it stands")]
    #[arg(long, value_name = "PATH=VALUES", required = true)]
    pub(crate) vary: Vec<Axis>,
    /// Moves the values of all paths together: the first ones, the second ones, …
    #[arg(long, conflicts_with = "pairs")]
    pub(crate) zip: bool,
    /// Varies two paths at a time, the others as the scenario says
    #[arg(long)]
    pub(crate) pairs: bool,
    /// Encounters to play in each cell [default: 100000]
    #[arg(short = 'n', long, value_name = "N", value_parser = values::positive)]
    pub(crate) encounters: Option<u64>,
    /// Master seed [default: 1]
    #[arg(long, value_name = "S", value_parser = values::count)]
    pub(crate) seed: Option<u64>,
    /// How the numbers come about
    #[arg(long, value_name = "METHOD", default_value = "sample")]
    pub(crate) method: Method,
    /// Sets the exact values beside the sampled ones, with their distance in standard errors (z)
    ///
    /// With --format csv the comparison is printed instead of the summary; with --out it is written to check.csv too.
    /// Cells with too many states are not compared, and have nothing in the columns of the exact solution.
    #[arg(long)]
    pub(crate) check: bool,
    #[command(flatten)]
    pub(crate) solver: SolverArgs,
    /// Confidence of each interval, at least 0.5 and below 1 [default: 0.95]
    #[arg(long, value_name = "C", value_parser = values::confidence)]
    pub(crate) confidence: Option<f64>,
    /// Shape of the results on stdout [default: table on a terminal, else csv]
    #[arg(long, value_name = "FORMAT")]
    pub(crate) format: Option<Format>,
    /// Writes summary.csv, combatants.csv, rounds.csv, metrics.csv and run.json into a directory
    ///
    /// The directory is made if it is missing. A sweep that is interrupted writes nothing.
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) out: Option<PathBuf>,
    /// Writes the tables of --out as Parquet too
    #[arg(long, requires = "out")]
    pub(crate) parquet: bool,
    #[command(flatten)]
    pub(crate) pictures: PictureArgs,
    #[command(flatten)]
    pub(crate) work: Work,
}

/// Sets two scenarios against each other, encounter by encounter
///
/// Both meet the dice of the same seed and indices. A difference is one between pairs of encounters, so that it shows
/// after fewer fights than two runs of their own need; the last column says how many those would be. Shares have
/// adjusted Wald intervals for matched pairs and p of the exact test of McNemar, means the normal interval and test of
/// their differences. With --margin a share whose interval lies within it is the same.
///
/// --until-decided plays until the party's win shares are known to differ or, with --margin, to be the same. Its interval
/// is valid however often it is looked at (a mixture of likelihoods, Robbins 1970, for the discordant encounters), so
/// that the chance of a wrong verdict stays below one minus the confidence. As many fresh encounters then give an
/// estimate that having stopped does not flatter. The exit status is 1 when --max-encounters leave it undecided.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  equipoise compare bridge.toml --with rules.melee_dr=13
  equipoise compare old.toml new.toml --margin 0.01 --until-decided
  equipoise compare old.toml new.toml --margin 0.01 --plan
  equipoise compare bridge.toml --with rules.melee_dr=13 --format csv")]
pub(crate) struct CompareArgs {
    /// The first scenario file; `-` reads it from stdin
    #[arg(value_name = "FIRST", value_hint = ValueHint::FilePath)]
    pub(crate) first: PathBuf,
    /// The second scenario file
    #[arg(value_name = "SECOND", value_hint = ValueHint::FilePath, required_unless_present = "with")]
    #[arg(conflicts_with = "with")]
    pub(crate) second: Option<PathBuf>,
    /// Makes the second scenario of the first one, with this value set; may be repeated
    #[arg(long, value_name = "PATH=VALUE")]
    pub(crate) with: Vec<Override>,
    #[command(flatten)]
    pub(crate) changes: Changes,
    /// Encounters to play on each side [default: 1000000]
    #[arg(short = 'n', long, value_name = "N", value_parser = values::positive)]
    pub(crate) encounters: Option<u64>,
    /// Master seed
    #[arg(long, value_name = "S", value_parser = values::count, default_value_t = SEED)]
    pub(crate) seed: u64,
    /// Confidence of each interval and verdict, at least 0.5 and below 1
    #[arg(long, value_name = "C", value_parser = values::confidence, default_value_t = CONFIDENCE)]
    pub(crate) confidence: f64,
    /// The largest difference of a share that does not matter, such as 0.01
    #[arg(long, value_name = "M", value_parser = values::margin)]
    pub(crate) margin: Option<f64>,
    /// Plays until the party's win shares are known to differ, or to be the same within --margin
    #[arg(long, conflicts_with = "encounters")]
    pub(crate) until_decided: bool,
    /// Encounters on each side at which --until-decided gives up [default: 100000000]
    #[arg(long, value_name = "N", value_parser = values::positive, requires = "until_decided")]
    pub(crate) max_encounters: Option<u64>,
    /// Says how many encounters a verdict will take, judged by a pilot of N (default 20000)
    #[arg(long, conflicts_with = "until_decided")]
    pub(crate) plan: bool,
    /// Shape of the results on stdout
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    pub(crate) format: Format,
    #[command(flatten)]
    pub(crate) work: Work,
}

/// Finds the values that bring a scenario closest to what is wanted
///
/// Every combination of values races against the others over the same encounters, with the same dice. What is surely
/// farther from the targets than the leader is dropped, so that fights are spent where they decide; nothing is assumed
/// about how a number moves with a value. The race ends when one is left, when no other can be closer by more than
/// --margin, or when the encounters are spent. The best is then measured again on as many fresh encounters.
///
/// METRIC is party, enemies, draw, timeout, rounds, combatants.ID.STATE (standing, fled, down, dead), `party_any_dead`,
/// `party_all_out` or a metric of the system. Shares count from 0 to 1 (or 0% to 100%), rounds as rounds: with several
/// targets the distances are weighted and added up, and rounds=8:0.05 says that a round counts as much as five points of a
/// share.
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
    /// `equipoise check` lists the paths of a scenario.
    #[allow(rustdoc::broken_intra_doc_links, reason = "--help shows this text as it stands")]
    #[arg(long, value_name = "PATH=VALUES", required = true)]
    pub(crate) vary: Vec<Axis>,
    /// Moves the values of all paths together: the first ones, the second ones, …
    #[arg(long)]
    pub(crate) zip: bool,
    /// What is wanted; may be repeated
    #[arg(long, value_name = "METRIC=VALUE[:WEIGHT]", required = true)]
    pub(crate) target: Vec<Target>,
    /// How much farther from the targets than the closest the result may be
    #[arg(long, value_name = "M", value_parser = values::tolerance, default_value = "0.002")]
    pub(crate) margin: f64,
    /// Encounters of all cells together, the second measurement of the best included
    #[arg(long, value_name = "N", value_parser = values::positive, default_value = "5000000")]
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
    pub(crate) work: Work,
}

/// Moves every number one step down and up, and ranks what matters
///
/// Every whole number that the scenario gives, or that has a number for its default, is compared with its neighbours under the
/// same dice, and the table is ranked by the larger of both effects. A number that follows from others where it is not given is
/// left out: `--set` gives it, and `equipoise check` shows what it is. An effect that could be chance has a question mark; what made no
/// difference in any fight is listed below. Steps that the rules refuse are left out.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  equipoise sensitivity bridge.toml
  equipoise sensitivity bridge.toml --only 'combatants.*.attacks.*.dr' -n 100k
  equipoise sensitivity bridge.toml --metric rounds.mean --format csv")]
pub(crate) struct SensitivityArgs {
    #[command(flatten)]
    pub(crate) input: OneScenario,
    /// Moves the paths alone that match; `*` stands for any characters of a segment
    #[arg(long, value_name = "PATTERN")]
    pub(crate) only: Option<String>,
    /// The effect to rank by: party, enemies, draw, timeout, rounds, combatants.ID.STATE or a metric
    #[arg(long, value_name = "METRIC", value_parser = values::metric, default_value = "party")]
    pub(crate) metric: String,
    /// Encounters to play of each step
    #[arg(short = 'n', long, value_name = "N", value_parser = values::positive, default_value = "20000")]
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
    #[arg(short = 'n', long, value_name = "N", value_parser = values::positive, default_value = "20000")]
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
    #[arg(short = 'n', long, value_name = "N", value_parser = values::positive, conflicts_with = "index")]
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
    #[arg(short = 'n', long, value_name = "N", value_parser = values::positive, default_value = "10000")]
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

/// Joins the shards of one run
///
/// The result is that of a single run over the same encounters, bit for bit. Shards that overlap, or that come from
/// different scenarios, seeds or versions, are refused.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  equipoise run bridge.toml --range 0..5M --shard a.json
  equipoise run bridge.toml --range 5M..10M --shard b.json
  equipoise merge a.json b.json")]
pub(crate) struct MergeArgs {
    /// Files that `equipoise run --shard` wrote
    #[arg(required = true, value_name = "SHARD", value_hint = ValueHint::FilePath)]
    pub(crate) shards: Vec<PathBuf>,
    /// Writes the joined shard
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) shard: Option<PathBuf>,
    /// Confidence of each interval, at least 0.5 and below 1
    #[arg(long, value_name = "C", value_parser = values::confidence, default_value_t = CONFIDENCE)]
    pub(crate) confidence: f64,
    #[command(flatten)]
    pub(crate) report: ReportArgs,
}

/// Checks scenarios and prints what was understood
///
/// Plays nothing. Lists every value with where it comes from: the file, the row or line of a file that it names, --set, or the default.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  equipoise check bridge.toml
  equipoise check scenarios/*/*.toml --format json")]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    pub(crate) input: Scenarios,
    /// Shape of the listing
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    pub(crate) format: TextOrJson,
}

/// Lists the rule systems, or the keys of one
///
/// For a system: every key of its scenario files with type, default, range and rules, then the rules themselves.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  equipoise systems
  equipoise systems SYSTEM
  equipoise systems SYSTEM --schema > scenario.schema.json")]
pub(crate) struct SystemsArgs {
    /// The system to describe
    #[arg(value_name = "SYSTEM", value_parser = system_names(), required_if_eq("schema", "true"))]
    pub(crate) system: Option<String>,
    /// Prints the JSON Schema of its scenario files, for editors
    #[arg(long, conflicts_with = "format")]
    pub(crate) schema: bool,
    /// Shape of the listing
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    pub(crate) format: Listing,
}

fn system_names() -> PossibleValuesParser {
    PossibleValuesParser::new(System::ALL.iter().map(|system| PossibleValue::new(system.name()).help(system.about())))
}

/// Prints a completion script for a shell
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  source <(equipoise completions bash)
  equipoise completions fish > ~/.config/fish/completions/equipoise.fish")]
pub(crate) struct CompletionsArgs {
    /// The shell
    #[arg(value_name = "SHELL")]
    pub(crate) shell: clap_complete::Shell,
}

/// Writes manual pages, one for each command
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  equipoise man --out man
  man -l man/equipoise-run.1")]
pub(crate) struct ManArgs {
    /// Directory to write them to; made if it is missing
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) out: PathBuf,
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
