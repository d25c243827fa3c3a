//! The arguments of `equipoise run`.

use std::ops::Range;
use std::path::PathBuf;

use clap::{Args, ValueHint};

use crate::args::{ContinueArgs, Method, OnlyArgs, PictureArgs, ReportArgs, Scenarios, SolverArgs, Work};
use crate::values::{self, PartOf};

/// Fights scenarios many times and prints how they go
///
/// Plays the encounters 0, 1, 2, … of a seed. The same scenario, seed and number of encounters give the same result
/// on every machine, whatever the number of threads. Ctrl-C stops early and prints what was finished, marked as
/// partial; a second one ends at once.
///
/// Shares come with Wilson score intervals, means with Student's; with --precision both are confidence sequences,
/// which stay valid although the run stops when they look good. The exit status is 1 when --max-encounters end a run
/// before it is as precise.
///
/// On a terminal a picture shows after how many rounds fights end, and who wins them then.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  equipoise run bridge.toml -n 10M --seed 7
  equipoise run bridge.toml --precision 0.001
  equipoise run bridge.toml --check
  equipoise run bridge.toml --only party --only 'combatants.*.dead'
  equipoise run bridge.toml --format markdown --picture > bridge.md
  equipoise run scenarios/*/*.toml --format csv > summary.csv
  equipoise run bridge.toml --range 0..5M --shard first.json
  equipoise run bridge.toml -n 1B --part 5/64 --shard - > 5.json
  equipoise run scenarios/*/*.toml -n 100M --resume nightly
  equipoise run bridge.toml -n 20M --extend results")]
pub(crate) struct RunArgs {
    #[command(flatten)]
    pub(crate) input: Scenarios,
    #[command(flatten)]
    pub(crate) question: RunQuestion,
    /// Plays the I-th of K parts of the encounters, from 0/K to K-1/K, as batch systems count their tasks
    ///
    /// It is the range on the line I, counted from 0, of `equipoise plan -n N --shards K`. Where there are fewer
    /// encounters than parts, those that would be empty are refused.
    #[arg(long, value_name = "I/K", value_parser = values::part, conflicts_with_all = ["range", "precision"])]
    pub(crate) part: Option<PartOf>,
    /// Writes what was counted, to be joined by `equipoise merge` (one scenario)
    ///
    /// `-` writes it to stdout in place of the results, in whatever format these would be. A run that is interrupted
    /// writes the encounters that were played; `equipoise merge --missing -n N` lists the others of N.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, value_parser = values::output_or_stdout())]
    #[arg(conflicts_with_all = ["resume", "extend", "precision"])]
    pub(crate) shard: Option<PathBuf>,
    /// Writes one row for each encounter to a Parquet file (one scenario)
    ///
    /// The name of the file ends in .parquet. A run that is interrupted writes nothing.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, value_parser = values::parquet_output())]
    #[arg(conflicts_with_all = ["resume", "extend", "precision"])]
    pub(crate) encounters_out: Option<PathBuf>,
    /// Says how far the party's wins depend on how combatants play
    ///
    /// Every policy, target and the like is exchanged for each of its other words, one at a time, for 400 encounters on
    /// the same dice. `equipoise sensitivity --words` ranks them, with intervals.
    #[arg(long)]
    pub(crate) ways: bool,
    #[command(flatten)]
    pub(crate) report: ReportArgs,
    #[command(flatten)]
    pub(crate) going_on: ContinueArgs,
    #[command(flatten)]
    pub(crate) only: OnlyArgs,
    #[command(flatten)]
    pub(crate) pictures: PictureArgs,
    #[command(flatten)]
    pub(crate) work: Work,
}

/// The question that `run` and `report` ask about every scenario.
#[derive(Debug, Clone, Args)]
pub(crate) struct RunQuestion {
    /// Encounters to play, such as 500000, 1e6 or 10M [default: 1000000]
    #[arg(short = 'n', long, value_name = "N", value_parser = values::encounters)]
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
    /// Confidence of each interval, at least 0.5 and below 1 [default: 0.95]
    #[arg(long, value_name = "C", value_parser = values::confidence)]
    pub(crate) confidence: Option<f64>,
    /// Plays until the interval of every win share has a half-width of at most W
    ///
    /// The number of encounters follows a fixed schedule, so that the result can be reproduced.
    #[arg(long, value_name = "W", value_parser = values::half_width)]
    #[arg(conflicts_with_all = ["encounters", "range"])]
    pub(crate) precision: Option<f64>,
    /// Encounters at which --precision gives up [default: 1000000000]
    #[arg(long, value_name = "N", value_parser = values::encounters, requires = "precision")]
    pub(crate) max_encounters: Option<u64>,
    #[command(flatten)]
    pub(crate) solver: SolverArgs,
}
