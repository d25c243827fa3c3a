//! The arguments of `equipoise compare`.

use std::ops::Range;
use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};
use equipoise_engine::scenario::Override;

use crate::args::{CONFIDENCE, Changes, SEED, Shown};
use crate::values;

/// Sets two scenarios against each other, encounter by encounter
///
/// Both meet the dice of the same seed and indices. A difference is one between pairs of encounters, so that it shows
/// after fewer fights than two runs of their own need; the last column says how many those would be. Shares have
/// adjusted Wald intervals for matched pairs and p of the exact test of McNemar, means Student's interval and test of
/// their differences. With --margin a share whose interval lies within it is the same.
///
/// --until-decided plays until the party's win shares are known to differ or, with --margin, to be the same. Its interval
/// is valid however often it is looked at (a mixture of likelihoods, Robbins 1970, for the discordant encounters), so
/// that the chance of a wrong verdict stays below one minus the confidence. As many fresh encounters then give an
/// estimate that having stopped does not flatter. The exit status is 1 when --max-encounters leave it undecided.
///
/// Of two scenarios in which the rules see the same it says that they are identical.
///
/// --baseline DIR plays what `run --out DIR` or `sweep --out DIR` recorded again, from the texts and with the dice that
/// were recorded, and says what moved: under today's rules, and with --today, SCENARIO or --with by what has changed in
/// the scenarios, fight by fight. All intervals and verdicts then hold together with the confidence.
#[derive(Debug, Args)]
#[command(override_usage = "equipoise compare [OPTIONS] <FIRST> <SECOND|--with <PATH=VALUE>>
       equipoise compare [OPTIONS] --baseline <DIR> [SCENARIO]...")]
#[command(after_help = "Examples:
  equipoise compare bridge.toml --with rules.melee_dr=13
  equipoise compare old.toml new.toml --margin 0.01 --until-decided
  equipoise compare old.toml new.toml --margin 0.01 --plan
  equipoise compare old.toml new.toml --range 0..5M --shard a.json
  equipoise compare bridge.toml --with rules.melee_dr=13 --only 'combatants.**'
  equipoise compare --baseline reports
  equipoise compare --baseline reports --today --format markdown
  equipoise compare bridge.toml --with rules.melee_dr=13 --format csv")]
pub(crate) struct CompareArgs {
    /// The first scenario file; `-` reads it from stdin
    #[arg(value_name = "FIRST", value_hint = ValueHint::FilePath, required_unless_present = "baseline")]
    pub(crate) first: Option<PathBuf>,
    /// The second scenario file; with --baseline all files are those of its scenarios as they are now
    #[arg(value_name = "SECOND", value_hint = ValueHint::FilePath)]
    pub(crate) second: Vec<PathBuf>,
    /// Makes the second scenario of the first one, or of each of the baseline, with this value set; may be repeated
    #[arg(long, value_name = "PATH=VALUE")]
    pub(crate) with: Vec<Override>,
    #[command(flatten)]
    pub(crate) changes: Changes,
    /// Encounters to play on each side [default: 1000000]
    #[arg(short = 'n', long, value_name = "N", value_parser = values::encounters)]
    pub(crate) encounters: Option<u64>,
    /// Plays the encounters FROM to TO, TO not included, instead of the first N; may be repeated
    #[arg(long, value_name = "FROM..TO", value_parser = values::range)]
    #[arg(conflicts_with_all = ["encounters", "until_decided", "plan"])]
    pub(crate) range: Vec<Range<u64>>,
    /// Writes what was counted, to be joined by `equipoise merge`
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, value_parser = values::output())]
    #[arg(conflicts_with_all = ["until_decided", "plan"])]
    pub(crate) shard: Option<PathBuf>,
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
    #[arg(long, value_name = "N", value_parser = values::encounters, requires = "until_decided")]
    pub(crate) max_encounters: Option<u64>,
    /// Says how many encounters a verdict will take, judged by a pilot of N (default 20000)
    #[arg(long, conflicts_with_all = ["until_decided", "page", "chart"])]
    pub(crate) plan: bool,
    /// Shows only the numbers that match, such as party or 'combatants.*.dead'; may be repeated
    ///
    /// Names are full (winners.party, rounds.mean, combatants.ID.STATE, metrics.NAME, `party_any_dead`; groups.ID.STATE and
    /// `groups.ID.any_STATE` for entries with a count) or short (party, rounds, NAME); `*` stands for any characters between
    /// two dots, and `**` for any number of parts. It chooses the rows of tables and CSV:
    /// JSON has everything.
    #[arg(long, value_name = "PATTERN", value_parser = values::pattern, conflicts_with = "plan")]
    pub(crate) only: Vec<String>,
    #[command(flatten)]
    pub(crate) past: BaselineArgs,
    #[command(flatten)]
    pub(crate) shown: Shown,
}

/// A comparison with recorded results.
#[derive(Debug, Args)]
pub(crate) struct BaselineArgs {
    /// Plays what DIR has recorded again, and says what moved
    ///
    /// DIR is one of `run --out` or `sweep --out`, or a file of what `run`, `exact` or `sweep` printed as JSON. The
    /// encounters are those that were recorded. The exit status is 0 where every number is equal to its last digit, and
    /// 1 where one differs (but see --fail-on).
    #[arg(long, value_name = "DIR", value_hint = ValueHint::AnyPath)]
    #[arg(conflicts_with_all = ["set", "encounters", "range", "shard", "seed", "until_decided", "plan", "page", "chart"])]
    pub(crate) baseline: Option<PathBuf>,
    /// Compares the recorded scenarios with their files as they are now
    ///
    /// Both are played with today's rules on the same dice, so that the first fight that differs is told. SCENARIO takes the
    /// files that are given alone; where the baseline has one scenario, a file of any name.
    #[arg(long, requires = "baseline")]
    pub(crate) today: bool,
    /// What `run --encounters-out FILE` wrote of the baseline's encounters; may be repeated
    ///
    /// A directory of --out has counts alone. Rows of encounters tell which of them the rules of today play otherwise,
    /// and which is the first.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, requires = "baseline")]
    pub(crate) rows: Vec<PathBuf>,
    /// Which differences from the baseline make the exit status 1 [default: any]
    #[arg(long, value_name = "WHICH", requires = "baseline")]
    pub(crate) fail_on: Option<FailOn>,
    /// Writes the numbers of today as a list for benchmark trackers, those that --only chooses
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, value_parser = values::output(), requires = "baseline")]
    pub(crate) benchmark: Option<PathBuf>,
}

/// Differences that matter.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum FailOn {
    /// Every number that is not equal to its last digit
    #[default]
    Any,
    /// Those that chance cannot explain
    Significant,
}
