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
        match scenario.fights.solve(&scenario.name, budget(args.max_states), &interrupt::interrupted) {
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

/// What the solver may hold and do: the states asked for, transitions and paths in proportion.
pub(crate) fn budget(max_states: Option<u64>) -> Budget {
    let usual = Budget::default();
    let Some(states) = max_states else { return usual };
    let states = usize::try_from(states).unwrap_or(usize::MAX);
    Budget {
        states,
        transitions: states.saturating_mul(usual.transitions / usual.states),
        paths: states.saturating_mul(usual.paths / usual.states),
    }
}

/// Says how far the solver came, and what makes a scenario solvable.
pub(crate) fn over_budget(scenario: &str, unsolved: &Unsolved) -> Failure {
    let help = "fewer or smaller combatants and policies without chance need fewer states, a lower `max_rounds` does \
                not; --max-states allows more of them, and `equipoise run` samples instead";
    Failure::with_help(format!("{scenario}: {unsolved}"), help)
}
