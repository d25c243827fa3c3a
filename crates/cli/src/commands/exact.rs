//! `equipoise exact`: the odds worked out, not sampled.

use equipoise_engine::exact::{Budget, Unsolved};

use super::answer::{Answer, Printer};
use crate::args::ExactArgs;
use crate::diagnostics::note;
use crate::exit::Failure;
use crate::interrupt;
use crate::load::load_all;
use crate::outputs::Outputs;

/// Solves all scenarios, one after the other.
pub(crate) fn run(args: &ExactArgs) -> Result<(), Failure> {
    let scenarios = load_all(&args.input.scenarios, &args.input.changes.set)?;
    Outputs::default().reads_scenarios(&scenarios).writes_reports(&args.report, false).check()?;
    interrupt::listen();
    let mut printer = Printer::new(&args.report, false);
    let mut unsolvable = Vec::new();
    for scenario in &scenarios {
        match scenario.fights.solve(&scenario.name, budget(args.max_memory), &interrupt::interrupted) {
            Ok(report) => printer.print(Answer::new(report))?,
            Err(Unsolved::Interrupted) => {
                note(&format!("interrupted: {} was not solved, and no file was written", scenario.name));
                printer.finish()?;
                return Err(Failure::Interrupted);
            }
            Err(unsolved) => unsolvable.push(over_budget(&scenario.name, &unsolved)),
        }
    }
    if unsolvable.is_empty() {
        return printer.finish_with_files();
    }
    printer.finish()?;
    Err(Failure::all(unsolvable))
}

/// How much the solver may take: the bytes asked for, and paths of dice in proportion where that is more than usual.
pub(crate) fn budget(max_memory: Option<u64>) -> Budget {
    let usual = Budget::default();
    let Some(bytes) = max_memory else { return usual };
    let bytes = usize::try_from(bytes).unwrap_or(usize::MAX);
    Budget { bytes, paths: usual.paths.max(bytes / (usual.bytes / usual.paths)) }
}

/// Says how far the solver came, and what makes a scenario solvable.
pub(crate) fn over_budget(scenario: &str, unsolved: &Unsolved) -> Failure {
    let help = "fewer or smaller combatants and policies without chance need fewer states, a lower `max_rounds` does \
                not; --max-memory allows more of them, and `equipoise run` samples instead";
    Failure::with_help(format!("{scenario}: {unsolved}"), help)
}
