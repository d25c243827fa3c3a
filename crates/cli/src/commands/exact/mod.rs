//! `equipoise exact`: the odds worked out, not sampled.

use equipoise_sim::studies::answer::{Unanswered, exact};

use crate::commands::answer::Printer;
use crate::diagnostics::note;
use crate::exit::Failure;
use crate::host;
use crate::interrupt;
use crate::load::load_all;
use crate::numbers::grouped;
use crate::only;
use crate::outputs::Outputs;
use crate::solving::Solving;

pub(in crate::commands) mod args;

use args::ExactArgs;

/// Solves all scenarios, one after the other.
pub(crate) fn run(args: &ExactArgs) -> Result<(), Failure> {
    let scenarios = load_all(&args.input.scenarios, &args.input.changes.overrides())?;
    let only = only::of_report(&args.only.only, &args.report, &scenarios)?;
    Outputs::default().reads_scenarios(&scenarios).writes_reports(&args.report.files, false).check()?;
    interrupt::listen();
    let mut printer = Printer::new(&args.report, only, false).of(&scenarios);
    let mut unsolvable = Vec::new();
    for scenario in &scenarios {
        match exact(scenario, args.solver.limits(), &Solving::new(args.quiet, &scenario.name)) {
            Ok(answer) => {
                host::show(&answer, scenario);
                printer.print(answer)?;
            }
            Err(Unanswered::Interrupted) => {
                note(&format!("interrupted: {} was not solved", scenario.name));
                if scenarios.len() > 1 {
                    let [solved, all] = [printer.finished(), scenarios.len()].map(|count| grouped(count as u64));
                    note(&format!("interrupted: {solved} of {all} scenarios were solved"));
                }
                printer.finish_partial()?;
                return Err(Failure::Interrupted);
            }
            Err(unanswered) => unsolvable.push(unanswered.into()),
        }
    }
    if unsolvable.is_empty() {
        return printer.finish_with_files();
    }
    printer.finish()?;
    Err(Failure::all(unsolvable))
}
