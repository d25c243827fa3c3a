//! The commands, a folder each: its arguments, what it does, and its table for people.

mod answer;
mod balance;
mod check;
mod combinations;
mod compare;
mod completions;
mod coverage;
pub(crate) mod drama;
mod exact;
mod explain;
mod gauntlet;
mod init;
mod luck;
mod man;
mod merge;
pub(crate) mod observe;
mod odds;
mod plan;
pub(crate) mod rare;
pub(crate) mod replay;
mod report;
mod rerun;
mod run;
mod schema;
mod sensitivity;
mod skill;
mod sweep;
mod systems;
pub(crate) mod test;
mod tune;
mod versus;

use clap::Subcommand;

use crate::exit::Failure;

/// Makes the enum of all commands: its name, its arguments and its folder, in the order of the help.
macro_rules! commands {
    ($($Command:ident($Args:ident) in $module:ident,)+) => {
        /// The commands.
        #[derive(Debug, Subcommand)]
        pub(crate) enum Command {
            $($Command(Box<$module::args::$Args>),)+
        }

        /// Does what a command says.
        pub(crate) fn dispatch(command: Command) -> Result<(), Failure> {
            match command {
                $(Command::$Command(args) => $module::run(&args),)+
            }
        }
    };
}

commands! {
    Run(RunArgs) in run,
    Report(PageArgs) in report,
    Exact(ExactArgs) in exact,
    Odds(OddsArgs) in odds,
    Sweep(SweepArgs) in sweep,
    Compare(CompareArgs) in compare,
    Tune(TuneArgs) in tune,
    Sensitivity(SensitivityArgs) in sensitivity,
    Luck(LuckArgs) in luck,
    Skill(SkillArgs) in skill,
    Test(TestArgs) in test,
    Versus(VersusArgs) in versus,
    Gauntlet(GauntletArgs) in gauntlet,
    Balance(BalanceArgs) in balance,
    Replay(ReplayArgs) in replay,
    Drama(DramaArgs) in drama,
    Rare(RareArgs) in rare,
    Observe(ObserveArgs) in observe,
    Coverage(CoverageArgs) in coverage,
    Plan(PlanArgs) in plan,
    Merge(MergeArgs) in merge,
    Rerun(RerunArgs) in rerun,
    Check(CheckArgs) in check,
    Systems(SystemsArgs) in systems,
    Explain(ExplainArgs) in explain,
    Init(InitArgs) in init,
    Schema(SchemaArgs) in schema,
    Completions(CompletionsArgs) in completions,
    Man(ManArgs) in man,
}
