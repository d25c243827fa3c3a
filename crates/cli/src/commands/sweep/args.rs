//! The arguments of `equipoise sweep`.

use std::ops::Range;
use std::path::PathBuf;

use clap::{Args, ValueHint};
use equipoise_sim::studies::sweep::Axis;
use equipoise_sim::studies::tune::Target;

use crate::args::{
    ContinueArgs, FileArgs, Format, Method, OneScenario, OnlyArgs, PageFileArgs, PictureArgs, SolverArgs, Work,
};
use crate::values;

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
  equipoise sweep bridge.toml --vary 'combatants.*.hp=-20%..=20%:10%'
  equipoise sweep bridge.toml --vary roster=level-1.csv,level-2.csv
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
    /// path given moves fastest. In PATH `*` stands for any id, and moves all that it fits together. PATH+=0..=3 and
    /// PATH=-20%..=20%:10% are steps from what stands, and roster=a.csv,b.csv varies a file, as --set takes them.
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
