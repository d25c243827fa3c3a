//! `equipoise exact`: the odds worked out, not sampled.

use equipoise_engine::exact::{Budget, Unsolved};

use super::answer::{Answer, Printer};
use crate::args::{ExactArgs, SolverArgs};
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
        match scenario.fights.solve(&scenario.name, budget(&args.solver), &interrupt::interrupted) {
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

/// States that the usual memory holds at the least: what `--max-states` allows takes memory and paths in proportion.
const USUAL_STATES: usize = 250_000;

/// How much the solver may take: the bytes and states asked for, and paths of dice in proportion where that is more than
/// usual.
pub(crate) fn budget(args: &SolverArgs) -> Budget {
    let usual = Budget::default();
    let whole = |limit: u64| usize::try_from(limit).unwrap_or(usize::MAX);
    let states = args.max_states.map_or(usual.states, whole);
    let bytes_of_states = args.max_states.map_or(0, |_| states.saturating_mul(usual.bytes / USUAL_STATES));
    let bytes = args.max_memory.map_or(usual.bytes.max(bytes_of_states), whole);
    Budget { bytes, states, paths: usual.paths.max(bytes / (usual.bytes / usual.paths)) }
}

/// Says how far the solver came, and what makes a scenario solvable.
pub(crate) fn over_budget(scenario: &str, unsolved: &Unsolved) -> Failure {
    let help = "fewer or smaller combatants, policies without chance and a lower `max_rounds` need fewer states; \
                --max-memory allows more of them, and `equipoise run` samples instead";
    Failure::with_help(format!("{scenario}: {unsolved}"), help)
}
