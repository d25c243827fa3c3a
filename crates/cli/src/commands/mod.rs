//! One module for each command.

mod answer;
mod cells;
mod check;
mod combinations;
pub(crate) mod compare;
mod completions;
mod coverage;
mod exact;
mod explain;
mod init;
mod man;
mod merge;
mod plan;
mod replay;
mod report;
pub(crate) mod rerun;
mod run;
mod schema;
pub(crate) mod sensitivity;
mod sweep;
mod systems;
mod test;
mod tune;
mod versus;

use crate::args::Command;
use crate::exit::Failure;

pub(crate) fn dispatch(command: Command) -> Result<(), Failure> {
    match command {
        Command::Run(args) => run::run(&args),
        Command::Report(args) => report::run(*args),
        Command::Sweep(args) => sweep::run(&args),
        Command::Compare(args) => compare::run(&args),
        Command::Sensitivity(args) => sensitivity::run(&args),
        Command::Test(args) => test::run(&args),
        Command::Tune(args) => tune::run(&args),
        Command::Versus(args) => versus::run(&args),
        Command::Exact(args) => exact::run(&args),
        Command::Replay(args) => replay::run(&args),
        Command::Coverage(args) => coverage::run(&args),
        Command::Plan(args) => plan::run(&args),
        Command::Merge(args) => merge::run(&args),
        Command::Rerun(args) => rerun::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Systems(args) => systems::run(&args),
        Command::Explain(args) => explain::run(&args),
        Command::Init(args) => init::run(&args),
        Command::Schema(args) => schema::run(&args),
        Command::Completions(args) => completions::run(&args),
        Command::Man(args) => man::run(&args),
    }
}
