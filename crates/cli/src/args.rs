//! The command line: commands, options, their bounds and their help.

mod charts;
mod input;
mod output;
mod resume;
mod shown;
mod work;

use std::ffi::OsString;

use clap::{Arg, ArgAction, Command as Parsed, CommandFactory, FromArgMatches, Parser};

pub(crate) use charts::{ChartArgs, ChartFile, ChartForm, PageFileArgs};
pub(crate) use input::{Changes, OneScenario, Scenarios, SystemOrScenario, system_names};
pub(crate) use output::{Colors, FileArgs, Format, Listing, OnlyArgs, PictureArgs, Plain, ReportArgs, TextOrJson};
pub(crate) use resume::{ContinueArgs, ResumeArgs};
pub(crate) use shown::{Sampled, Shown};
pub(crate) use work::{Method, SolverArgs, Work};

use equipoise_engine::scenario::Override;

use crate::commands::{self, Command};
use crate::load;
use crate::outputs;
use crate::values::NUMBERS;
use crate::version;

/// Encounters of a run, unless `--encounters` says otherwise.
pub(crate) const ENCOUNTERS: u64 = 1_000_000;
/// Master seed, unless `--seed` says otherwise.
pub(crate) const SEED: u64 = 1;
/// Confidence of intervals, unless `--confidence` says otherwise.
pub(crate) const CONFIDENCE: f64 = 0.95;

/// A Monte Carlo balance simulator for tabletop combat rules.
///
/// A scenario is a TOML file that names a rule system and who fights whom. Results go to stdout, progress and
/// diagnostics to stderr.
#[derive(Debug, Parser)]
#[command(name = "equipoise", version, long_version = version::long(), max_term_width = 80, subcommand_required = true, arg_required_else_help = true)]
#[command(after_help = "Exit status:
  0    all went well
  1    what was asked was not reached; the results are printed all the same:
         run      --max-encounters ended it before --precision was reached
         compare  --until-decided stayed undecided, or --baseline has moved
         tune     the targets are out of reach
         balance  a target is not in its band, or cannot be told
         test     an expectation fails, or is undecided
         merge    shards are missing
         rerun    a result is not what was recorded
  2    bad input or usage, or an output that cannot be written
  130  interrupted; what was finished is printed, marked as partial

Examples:
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
    // After the options of every command, however many commands there are.
    #[arg(hide_possible_values = true, display_order = 900)]
    pub(crate) color: Colors,
}

/// The command line with all its help.
pub(crate) fn command() -> Parsed {
    let command =
        Cli::command().mut_subcommand("test", |test| test.mut_arg("max_memory", commands::test::args::max_memory));
    let command =
        command.mut_subcommand("drama", |drama| drama.mut_arg("max_memory", commands::drama::args::max_memory));
    let command = command.mut_subcommand("rare", |rare| rare.mut_arg("max_memory", commands::drama::args::max_memory));
    let command = command.mut_subcommand("replay", |replay| replay.mut_args(commands::replay::args::of_odds));
    command.mut_subcommands(|command| {
        // A number below 0 is a value, which its option refuses with what it takes, and no option.
        let command = command.mut_args(|arg| {
            let takes_values = arg.get_action().takes_values() && !arg.is_positional();
            if takes_values { arg.allow_negative_numbers(true) } else { arg }
        });
        // Every command that reads scenarios takes changes to them.
        let takes_changes = command.get_arguments().any(|arg| arg.get_id() == "set");
        let reads_scenarios = takes_changes || command.get_name() == "balance";
        let command = if reads_scenarios { command.arg(allow_files()) } else { command };
        let keeps_accounts = WITH_ACCOUNTS.contains(&command.get_name());
        let command = if keeps_accounts { command.arg(accounts()) } else { command };
        let replaces = command.get_arguments().any(|arg| OUTPUTS.contains(&arg.get_id().as_str()));
        let command = if replaces && command.get_name() != "init" { command.arg(force()) } else { command };
        let takes_numbers = command.get_arguments().any(|arg| ["encounters", "seed"].contains(&arg.get_id().as_str()));
        match command.get_after_help().map(ToString::to_string) {
            Some(help) if takes_numbers => command.after_help(format!("{help}\n\n{NUMBERS}")),
            _ => command,
        }
    })
}

/// The id of the option that lets scenarios name files anywhere.
const ALLOW_FILES: &str = "allow_files";

/// The option that lets scenarios name files anywhere.
fn allow_files() -> Arg {
    let help = "Lets scenarios name files that are not beneath their own folders";
    let more = "A roster or another file that a scenario names has to lie in the folder of the scenario or beneath it, symbolic links \
                followed, so that scenarios of strangers read nothing else.";
    Arg::new(ALLOW_FILES)
        .long("allow-files")
        .action(ArgAction::SetTrue)
        .help(help)
        .long_help(format!("{help}\n\n{more}"))
}

/// The id of the option that keeps accounts.
const ACCOUNTS: &str = "accounts";

/// The commands that show accounts.
const WITH_ACCOUNTS: [&str; 9] = ["run", "exact", "sweep", "compare", "tune", "sensitivity", "luck", "test", "report"];

/// The option that keeps accounts.
fn accounts() -> Arg {
    let help = "Keeps accounts: who did what, with what, and to whom";
    let more = "Uses, hits, points dealt and given back, and who put whom out of the fight, by combatant and attack: quantities such \
                as accounts.knight.sword.damage, for every option that takes one; in JSON, in accounts.csv of --out, and in the \
                tables of run, exact and compare. The fights stay the same, and take longer to play. It is short for \
                --set accounts=true.";
    Arg::new(ACCOUNTS).long("accounts").action(ArgAction::SetTrue).help(help).long_help(format!("{help}\n\n{more}"))
}

/// The id of the option that lets files of others be replaced.
const FORCE: &str = "force";

/// The ids of the options that name files to write.
const OUTPUTS: [&str; 9] =
    ["out", "shard", "page", "chart", "junit", "markdown", "encounters_out", "benchmark", "odds_parquet"];

/// The option that lets files of others be replaced.
fn force() -> Arg {
    let help = "Replaces files that equipoise did not write";
    let more = "Without it a file is replaced only if it is empty or one of equipoise, which its content tells.";
    Arg::new(FORCE).long("force").action(ArgAction::SetTrue).help(help).long_help(format!("{help}\n\n{more}"))
}

/// Reads a command line, the program's name first.
pub(crate) fn parse(words: impl IntoIterator<Item = OsString>) -> Result<Cli, clap::Error> {
    let mut command = command();
    let matches = command.try_get_matches_from_mut(words)?;
    let is_given = |id: &str| {
        let given = matches.subcommand().and_then(|(_, given)| given.try_get_one::<bool>(id).ok().flatten());
        given.is_some_and(|is_given| *is_given)
    };
    if is_given(ACCOUNTS) {
        refuse_second_word(&mut command, &matches)?;
    }
    load::allow_files(is_given(ALLOW_FILES));
    load::keep_accounts(is_given(ACCOUNTS));
    outputs::force(is_given(FORCE));
    Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut command))
}

/// Refuses `--accounts` beside a `--set` of the same key.
fn refuse_second_word(command: &mut clap::Command, matches: &clap::ArgMatches) -> Result<(), clap::Error> {
    let given = matches.subcommand().and_then(|(_, given)| given.try_get_many::<Override>("set").ok().flatten());
    let is_set = given.is_some_and(|mut given| given.any(|set| set.path == ACCOUNTS));
    let message =
        "the argument '--accounts' cannot be used with '--set accounts=…': either says whether fights keep accounts\n";
    if is_set { Err(command.error(clap::error::ErrorKind::ArgumentConflict, message)) } else { Ok(()) }
}
