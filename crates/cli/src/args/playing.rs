//! The arguments of what plays or solves a scenario.

use std::ops::Range;
use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};
use equipoise_sim::studies::method::{self, Limits};
use equipoise_sim::studies::sweep::Axis;
use equipoise_sim::studies::tune::Target;

use super::{
    ChartArgs, ContinueArgs, FileArgs, Format, OneScenario, OnlyArgs, PageFileArgs, PictureArgs, ReportArgs, Scenarios,
    SolverArgs, Work,
};
use crate::values;

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
  equipoise run scenarios/*/*.toml -n 100M --resume nightly
  equipoise run bridge.toml -n 20M --extend results")]
pub(crate) struct RunArgs {
    #[command(flatten)]
    pub(crate) input: Scenarios,
    #[command(flatten)]
    pub(crate) question: RunQuestion,
    /// Writes what was counted, to be joined by `equipoise merge` (one scenario)
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, value_parser = values::output())]
    #[arg(conflicts_with_all = ["resume", "extend", "precision"])]
    pub(crate) shard: Option<PathBuf>,
    /// Writes one row for each encounter to a Parquet file (one scenario)
    ///
    /// The name of the file ends in .parquet. A run that is interrupted writes nothing.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, value_parser = values::parquet_output())]
    #[arg(conflicts_with_all = ["resume", "extend", "precision"])]
    pub(crate) encounters_out: Option<PathBuf>,
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

/// What `run` and `report` are asked about every scenario.
#[derive(Debug, Args)]
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

/// Writes a page of charts about scenarios, to open in a browser and to send around
///
/// Plays as `run` does and writes the files of `run --out`, with index.html beside them: one page of HTML without
/// anything outside of it. It says who wins, how long fights last, what becomes of everybody and how the odds move over
/// the rounds, each with its interval, tells three fights round by round, and has the texts of the scenarios and the
/// command that makes it again. Of several scenarios it has an index with small pictures. The path of the page is
/// printed.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  equipoise report bridge.toml --out bridge
  equipoise report bridge.toml --out bridge -n 10M --set rules.melee_dr=14
  equipoise report duel.toml --out duel --method exact
  equipoise report scenarios/*/*.toml --out reports")]
pub(crate) struct PageArgs {
    #[command(flatten)]
    pub(crate) input: Scenarios,
    /// Where index.html is written, with summary.csv, combatants.csv, rounds.csv, metrics.csv and run.json
    ///
    /// The directory is made if it is missing. Files of an earlier set are replaced or removed; others stay. What an
    /// interrupt leaves is written without a page, marked as partial, unless the directory has whole results already.
    #[arg(long, required_unless_present_any = ["resume", "extend"], group = "directory")]
    #[arg(value_name = "DIR", value_hint = ValueHint::DirPath, value_parser = values::output())]
    pub(crate) out: Option<PathBuf>,
    /// Writes the tables as Parquet too
    #[arg(long)]
    pub(crate) parquet: bool,
    #[command(flatten)]
    pub(crate) charts: ChartArgs,
    #[command(flatten)]
    pub(crate) going_on: ContinueArgs,
    #[command(flatten)]
    pub(crate) question: RunQuestion,
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

impl Method {
    /// The method with its limits and what it samples.
    pub(crate) fn of<S>(self, limits: Limits, sampling: S) -> method::Method<S> {
        match self {
            Self::Sample => method::Method::Sample(sampling),
            Self::Exact => method::Method::Exact { limits },
            Self::Auto => method::Method::Auto { limits, sampling },
        }
    }
}

/// Works out the exact odds
///
/// Follows every branch of the dice with the same rules as a run, and merges equal states after each turn. The
/// results are those of a run without intervals. Where that takes too much memory or time, the answer is how far it came.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  equipoise exact duel.toml
  equipoise exact duel.toml --only 'winners.*'
  equipoise exact duel.toml --format json --set rules.max_rounds=12
  equipoise exact brawl.toml --max-memory 8G")]
pub(crate) struct ExactArgs {
    #[command(flatten)]
    pub(crate) input: Scenarios,
    #[command(flatten)]
    pub(crate) solver: SolverArgs,
    #[command(flatten)]
    pub(crate) report: ReportArgs,
    #[command(flatten)]
    pub(crate) only: OnlyArgs,
    /// Shows no progress
    #[arg(long)]
    pub(crate) quiet: bool,
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
  equipoise sweep bridge.toml --points design.csv --out design
  equipoise sweep duel.toml --vary rules.stakes=spar,death --method auto
  equipoise sweep duel.toml --vary rules.meter_ticks=5..=21:2 --check
  equipoise sweep bridge.toml --vary rules.melee_dr=8..=16 --picture
  equipoise sweep bridge.toml --vary rules.a=9,10 --only 'combatants.*.dead'
  equipoise sweep bridge.toml --vary rules.melee_dr=8..=16 --format csv > dr.csv
  equipoise sweep bridge.toml --vary rules.melee_dr=8..=16 --cross party=50%
  equipoise sweep bridge.toml --vary rules.a=9..=14 --report a.html
  equipoise sweep bridge.toml --vary rules.a=9,10 --range 0..5M --shard a.jsonl")]
pub(crate) struct SweepArgs {
    #[command(flatten)]
    pub(crate) input: OneScenario,
    /// What is varied: PATH=FIRST..=LAST[:STEP], or PATH=VALUE,VALUE…; several make a grid
    ///
    /// FIRST..=LAST includes LAST, FIRST..END leaves END out. `equipoise check` lists the paths of a scenario. The last
    /// path given moves fastest.
    #[allow(rustdoc::broken_intra_doc_links, reason = "--help shows this text as it stands")]
    #[arg(long, value_name = "PATH=VALUES", required_unless_present = "points")]
    pub(crate) vary: Vec<Axis>,
    /// Plays the points of a CSV file instead: a column for each path, a row for each point
    ///
    /// Values are written as --vary takes them. A point may be there more than once: each result has the number of its point,
    /// counted from 1 below the header, as `point`. Columns whose names begin with # are for people.
    #[arg(long, value_name = "FILE.csv", value_hint = ValueHint::FilePath)]
    pub(crate) points: Option<PathBuf>,
    /// Moves the values of all paths together: the first ones, the second ones, …
    ///
    /// Values and points may be there more than once: each result has the number of its point, from 1, as `point`.
    #[arg(long, conflicts_with = "pairs")]
    pub(crate) zip: bool,
    /// Varies two paths at a time, the others as the scenario says
    #[arg(long)]
    pub(crate) pairs: bool,
    /// Encounters to play in each cell [default: 100000]
    #[arg(short = 'n', long, value_name = "N", value_parser = values::encounters)]
    pub(crate) encounters: Option<u64>,
    /// Plays the encounters FROM to TO of each cell, TO not included, instead of the first N
    #[arg(long, value_name = "FROM..TO", value_parser = values::range, conflicts_with = "encounters")]
    pub(crate) range: Option<Range<u64>>,
    /// Writes what was counted in each cell, to be joined by `equipoise merge`
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, value_parser = values::output())]
    #[arg(conflicts_with_all = ["resume", "extend", "check"])]
    pub(crate) shard: Option<PathBuf>,
    /// Plays these cells alone, by their index from 0, TO not included
    ///
    /// The cells are counted in the order of the rows. `equipoise merge` joins the shards of all of them.
    #[arg(long, value_name = "FROM..TO", value_parser = values::range, requires = "shard")]
    pub(crate) cells: Option<Range<u64>>,
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
    #[command(flatten)]
    pub(crate) only: OnlyArgs,
    #[command(flatten)]
    pub(crate) files: FileArgs,
    #[command(flatten)]
    pub(crate) going_on: ContinueArgs,
    /// Finds the value with which a number of the encounters is as wanted, such as party=50%
    ///
    /// Along one path of numbers it is where the closest curve that never turns has the target, with an interval by
    /// resampling encounters, the same ones for all values; where the cells are exact it has no interval. It is said
    /// where the curve surely turns, and where no value has the target, or may have it. With --out it stands in
    /// crossings.csv and run.json. Along two paths the pages of --report and --chart have the target as a contour.
    #[arg(long, value_name = "METRIC=VALUE", value_parser = values::target)]
    pub(crate) cross: Option<Target>,
    #[command(flatten)]
    pub(crate) page: PageFileArgs,
    #[command(flatten)]
    pub(crate) pictures: PictureArgs,
    #[command(flatten)]
    pub(crate) work: Work,
}
