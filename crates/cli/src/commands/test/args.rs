//! The arguments of `equipoise test`.

use std::path::PathBuf;

use clap::{Arg, Args, ValueEnum, ValueHint};

use crate::args::{Method, PageFileArgs, SEED, Scenarios, SolverArgs, Work};
use crate::page::Markup;
use crate::values;

/// Holds scenarios against what their files expect
///
/// The table `expect` of a scenario says in which band numbers of its encounters should lie, under the names that
/// tables and JSON have for them.
///
/// Percentiles and mirrors are numbers, too: rounds.p95 is the number of rounds that 95 in 100 fights do not exceed;
/// mirror.party is how the party does from its own seat against a copy of itself: the share of its wins, what nobody
/// wins counted as half.
///
/// Small fights are solved. Others are fought until the interval of every number lies within its band (pass) or outside
/// (fail); it is valid however often it is looked at. The chance of even one wrong verdict on a scenario is at most one
/// minus the confidence. What --max-encounters leave undecided fails as well, unless --allow-undecided is given. The
/// exit status is 1 unless everything passes.
///
/// A scenario that has mistakes is told as an error, in every format and file; the others are judged, and the exit status
/// is 2.
#[derive(Debug, Args)]
#[command(after_help = "In a scenario file:
  [expect]
  party = { between = [0.55, 0.65] }
  combatants.warden.dead = { at_most = 0.15 }
  rounds.p95 = { at_most = 12 }
  mirror.party = { between = [0.48, 0.52] }

Examples:
  equipoise test bridge.toml
  equipoise test scenarios/*/*.toml --junit report.xml --markdown report.md
  equipoise test bridge.toml --set rules.melee_dr=13
  equipoise test scenarios/*.toml --format github --allow-undecided
  equipoise test bridge.toml --shards arrived")]
pub(crate) struct TestArgs {
    #[command(flatten)]
    pub(crate) input: Scenarios,
    /// How the numbers come about
    #[arg(long, value_name = "METHOD", default_value = "auto")]
    pub(crate) method: Method,
    /// Confidence of all verdicts on a scenario together, at least 0.5 and below 1 [default: 0.999]
    #[arg(long, value_name = "C", value_parser = values::confidence)]
    pub(crate) confidence: Option<f64>,
    /// Encounters of a scenario, and of each side against itself, after which what is undecided stays so [default:
    /// 10000000]
    #[arg(long, value_name = "N", value_parser = values::encounters)]
    pub(crate) max_encounters: Option<u64>,
    /// Lets undecided expectations pass
    #[arg(long)]
    pub(crate) allow_undecided: bool,
    /// Master seed
    #[arg(long, value_name = "S", value_parser = values::count, default_value_t = SEED)]
    pub(crate) seed: u64,
    /// Takes the encounters from shards instead of playing them: a file or a directory, may be repeated (one scenario)
    ///
    /// The shards are those of `equipoise run` over the ranges of `equipoise plan --looks`. The verdicts are those of
    /// fights that are played here, at the same looks; where shards are missing, the exit status is 1. What is solved
    /// needs none, and mirrors are fought here.
    #[arg(long, value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub(crate) shards: Vec<PathBuf>,
    /// Writes the verdicts as JUnit XML, which CI systems show as test results
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, value_parser = values::output())]
    pub(crate) junit: Option<PathBuf>,
    /// Writes one table of all verdicts as Markdown, for a pull request
    ///
    /// The file is replaced. It is added to where it is that of the variable `GITHUB_STEP_SUMMARY`, and a pipe or a device,
    /// such as /dev/stdout, is written to.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, value_parser = values::text_output())]
    pub(crate) markdown: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) solver: SolverArgs,
    /// Shape of the verdicts on stdout
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    pub(crate) format: TestFormat,
    #[command(flatten)]
    pub(crate) page: PageFileArgs,
    #[command(flatten)]
    pub(crate) work: Work,
}

/// The option with what it is where nothing else is said: `--method auto` gives up sooner than other commands.
pub(crate) fn max_memory(arg: Arg) -> Arg {
    let what = "Bytes that an exact solution may take, such as 500MB, 8GB or 8GiB";
    arg.help(format!("{what} [default: 128MB, or 2GB with --method exact]"))
}

/// Formats of verdicts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum TestFormat {
    /// For people
    Table,
    /// One header row, then one row for each expectation
    Csv,
    /// One object for each scenario, on a line of its own
    Json,
    /// One table of all verdicts, as GitHub-flavoured Markdown
    Markdown,
    /// Annotations for GitHub Actions, at the lines of the expectations and of the mistakes
    Github,
}

impl TestFormat {
    /// How pages are written down in this format, if it has any.
    pub(crate) const fn markup(self) -> Markup {
        if let Self::Markdown = self { Markup::Markdown } else { Markup::Plain }
    }
}
