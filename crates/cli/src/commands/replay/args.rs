//! The arguments of `equipoise replay`.

use std::path::PathBuf;

use clap::{Arg, ArgGroup, Args, ValueHint};

use crate::args::{Method, OneScenario, PictureArgs, SEED, SolverArgs, TextOrJson, Work};
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
  equipoise replay bridge.toml --find 'rogue dead and party wins'
  equipoise replay bridge.toml --find 'not timeout and rounds >= 20'
  equipoise replay bridge.toml --find upset --format json
  equipoise replay bridge.toml --index 4711 --odds --picture
  equipoise replay bridge.toml --find turning-point --encounters 2000")]
pub(crate) struct ReplayArgs {
    #[command(flatten)]
    pub(crate) input: OneScenario,
    /// Master seed
    #[arg(long, value_name = "S", value_parser = values::count, default_value_t = SEED)]
    pub(crate) seed: u64,
    /// Index of the encounter in a run, from 0
    #[arg(long, value_name = "I", value_parser = values::count)]
    pub(crate) index: Option<u64>,
    /// Searches the first encounters of the seed for a fight worth seeing, or the first that fulfils a condition
    ///
    /// A fight worth seeing is one of these words; of equals it is the first:
    ///
    /// - longest: the most rounds
    /// - shortest: the fewest rounds
    /// - upset: won by the side that wins less often, in the fewest rounds
    /// - closest: the fight whose loser had been furthest ahead
    /// - median: it ends as most do, and half of the fights that end so take as many rounds or fewer
    /// - turning-point: a single step moves the odds farther than any step of another fight; tells it with --odds
    ///
    /// A condition is made of these terms, with `and`, `or`, `not` and parentheses:
    ///
    /// - ID STATE: a combatant ends standing, fled, down or dead
    /// - party all STATE, enemies any STATE: all or some of a side end so
    /// - party wins, enemies win, draw, timeout, `party_any_dead`
    /// - rounds > N, METRIC > N: or any of < <= = >= with a whole number
    ///
    /// An encounter without the number (the round of what did not happen) fulfils no comparison with it.
    #[arg(long, value_name = "WHAT", verbatim_doc_comment)]
    pub(crate) find: Option<String>,
    /// Reads the scenario from what DIR has recorded, rather than from its file
    ///
    /// DIR is one of `run --out` or `sweep --out`, or a file with JSON of equipoise; the scenario is one of its paths.
    /// `compare --baseline` shows such commands, with the --set that was recorded.
    #[arg(long, value_name = "DIR", value_hint = ValueHint::AnyPath)]
    pub(crate) recorded: Option<PathBuf>,
    /// Tells this round alone, 0 for the set-up; may be repeated. JSON has all rounds
    #[arg(long, value_name = "ROUND", value_parser = values::round)]
    pub(crate) round: Vec<u32>,
    /// Encounters that --find searches [default: 100000, or 1000 for turning-point]
    #[arg(short = 'n', long, value_name = "N", value_parser = values::encounters, conflicts_with = "index")]
    pub(crate) encounters: Option<u64>,
    /// Shows how likely the party was to win before and after each step, and which step turned the fight
    ///
    /// A step is a turn, or a step of the set-up; in `duel` it is a round, in `wounds` a count. Odds are exact where the fight can
    /// be solved; elsewhere the rest of the fight is played again and again after each step.
    #[arg(long)]
    pub(crate) odds: bool,
    /// How the odds come about [default: auto]
    #[arg(long, value_name = "METHOD")]
    pub(crate) method: Option<Method>,
    /// How often the rest of the fight is played after each step, where the odds are not exact [default: 2000]
    #[arg(long, value_name = "K", value_parser = values::continuations)]
    pub(crate) continuations: Option<u32>,
    /// Confidence of the interval of estimated odds, each by itself, at least 0.5 and below 1 [default: 0.95]
    #[arg(long, value_name = "C", value_parser = values::confidence)]
    pub(crate) confidence: Option<f64>,
    #[command(flatten)]
    pub(crate) solver: SolverArgs,
    #[command(flatten)]
    pub(crate) picture: PictureArgs,
    /// Shape of the story
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    pub(crate) format: TextOrJson,
    #[command(flatten)]
    pub(crate) work: Work,
}

/// The options that `--odds` shares with other commands, with what they are here.
pub(crate) fn of_odds(arg: Arg) -> Arg {
    match arg.get_id().as_str() {
        "max_memory" => arg
            .help("Bytes that exact odds may take, such as 500MB or 8GiB [default: 128MB, or 2GB with --method exact]"),
        "max_states" => arg.help("States that exact odds may have [default: as many as --max-memory holds]"),
        "picture" => {
            arg.help("Draws the odds of the party as a curve below the story [default: on a terminal, with --odds]")
        }
        "no_picture" => arg.help("Draws no curve"),
        _ => arg,
    }
}
