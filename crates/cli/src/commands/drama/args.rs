//! The arguments of `equipoise drama`.

use clap::{Arg, Args};

use crate::args::{CONFIDENCE, Method, OneScenario, PageFileArgs, SolverArgs, TextOrJson, Work};
use crate::values;

/// Shows how the odds of fights move: surprise, suspense, comebacks, and by when they are decided
///
/// Surprise is the expected sum of what each step of a fight moves the odds of the party; suspense that of the standard deviations of
/// the odds after each step, as they are known before. Small fights are solved. Elsewhere fights are followed, and from each of their
/// moments the rest is played again and again.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  equipoise drama bridge.toml
  equipoise drama bridge.toml --method sample -n 500 --continuations 1000
  equipoise drama bridge.toml --format json")]
pub(crate) struct DramaArgs {
    #[command(flatten)]
    pub(crate) input: OneScenario,
    /// How the numbers come about
    #[arg(long, value_name = "METHOD", default_value = "auto")]
    pub(crate) method: Method,
    /// Fights to follow, where the numbers are not exact [default: 200]
    #[arg(short = 'n', long, value_name = "N", value_parser = values::encounters)]
    pub(crate) encounters: Option<u64>,
    /// How often the rest of a fight is played from each of its moments, at the least [default: 400]
    #[arg(long, value_name = "K", value_parser = values::continuations)]
    pub(crate) continuations: Option<u32>,
    /// Master seed [default: 1]
    #[arg(long, value_name = "S", value_parser = values::count)]
    pub(crate) seed: Option<u64>,
    /// Confidence of each interval, at least 0.5 and below 1 [default: 0.95]
    #[arg(long, value_name = "C", value_parser = values::confidence)]
    pub(crate) confidence: Option<f64>,
    #[command(flatten)]
    pub(crate) solver: SolverArgs,
    /// Shape of the results on stdout
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    pub(crate) format: TextOrJson,
    #[command(flatten)]
    pub(crate) page: PageFileArgs,
    #[command(flatten)]
    pub(crate) work: Work,
}

/// The option with what it is where nothing else is said: `--method auto` gives up sooner than other commands.
pub(crate) fn max_memory(arg: Arg) -> Arg {
    arg.help(
        "Bytes that an exact solution may take, such as 500MB or 8GiB [default: 128MB, or 2GB with --method exact]",
    )
}

/// The confidence of intervals, if none is given.
pub(crate) const USUAL_CONFIDENCE: f64 = CONFIDENCE;
