//! `equipoise run`: plays many encounters of a scenario, or solves it, and reports the results.

use equipoise_engine::Seed;
use equipoise_engine::exact::Unsolved;
use equipoise_sim::{Intervals, Plan, Precision, Report, Run, Watch};

use super::answer::{Answer, Comparison, Footer, Printer};
use super::exact::{budget, over_budget};
use crate::args::{CONFIDENCE, ENCOUNTERS, Method, RunArgs, SEED};
use crate::diagnostics::note;
use crate::exit::Failure;
use crate::interrupt;
use crate::load::{Loaded, is_stdin, load_all};
use crate::numbers::grouped;
use crate::outputs::Outputs;
use crate::pictures;
use crate::progress::Progress;
use crate::text::shell_word;
use crate::threads::pool;

/// Encounters at which `--precision` gives up, unless `--max-encounters` says otherwise.
const MAX_ENCOUNTERS: u64 = 1_000_000_000;

/// Runs all scenarios, one after the other, and prints each as soon as it is done.
///
/// A scenario that fails does not stop those after it, an interrupt does. The files of `--out` are written only where
/// every scenario is complete, so that nobody takes a part for the whole.
pub(crate) fn run(args: &RunArgs) -> Result<(), Failure> {
    refuse_combinations(args)?;
    let draws = pictures::are_wanted(&args.pictures, args.report.format)?;
    let scenarios = load_all(&args.input.scenarios, &args.input.changes.set)?;
    let outputs = Outputs::default().reads_scenarios(&scenarios);
    let outputs = outputs.writes(args.shard.as_ref()).writes(args.encounters_out.as_ref());
    outputs.writes_reports(&args.report, args.check).check()?;
    interrupt::listen();
    let pool = pool(args.work.threads)?;
    let printer = Printer::new(&args.report, args.check);
    let mut printer = if draws { printer.with_pictures() } else { printer };
    let mut failures = Vec::new();
    let mut is_interrupted = false;
    for scenario in &scenarios {
        match pool.install(|| answer(scenario, args)) {
            Ok(answer) => {
                is_interrupted = answer.is_interrupted;
                printer.print(answer)?;
            }
            Err(Failure::Interrupted) => {
                is_interrupted = true;
                note(&format!("interrupted: nothing of {} was finished", scenario.name));
            }
            Err(failure) => failures.push(failure),
        }
        if is_interrupted {
            break;
        }
    }
    if failures.is_empty() && !is_interrupted {
        return printer.finish_with_files();
    }
    printer.finish()?;
    if !failures.is_empty() {
        return Err(Failure::all(failures));
    }
    if let Some(dir) = &args.report.out {
        note(&format!("interrupted: nothing was written to {}", dir.display()));
    }
    Err(Failure::Interrupted)
}

/// Refuses combinations of options that the argument parser cannot declare.
fn refuse_combinations(args: &RunArgs) -> Result<(), Failure> {
    let refuse = |message: &str| Err(Failure::plain(message));
    let sampling_only = [
        (args.range.is_some(), "--range"),
        (args.shard.is_some(), "--shard"),
        (args.encounters_out.is_some(), "--encounters-out"),
        (args.check, "--check"),
    ];
    let fights_only = [
        (args.encounters.is_some(), "--encounters"),
        (args.seed.is_some(), "--seed"),
        (args.precision.is_some(), "--precision"),
        (args.confidence.is_some(), "--confidence"),
        (args.work.threads.is_some(), "--threads"),
    ];
    let first_given =
        |options: &[(bool, &'static str)]| options.iter().find(|(is_given, _)| *is_given).map(|(_, name)| *name);
    let unwanted = match args.method {
        Method::Sample => None,
        Method::Exact => first_given(&sampling_only).or_else(|| first_given(&fights_only)).map(|name| ("exact", name)),
        Method::Auto => first_given(&sampling_only).map(|name| ("auto", name)),
    };
    if let Some((method, name)) = unwanted {
        return refuse(&format!("{name} needs fights, which `--method {method}` may not play; use `--method sample`"));
    }
    if let Some(name) = args.solver.given().filter(|_| args.method == Method::Sample && !args.check) {
        return refuse(&format!("{name} needs --method exact, --method auto or --check"));
    }
    let for_one_scenario =
        first_given(&[(args.shard.is_some(), "--shard"), (args.encounters_out.is_some(), "--encounters-out")]);
    if let Some(name) = for_one_scenario.filter(|_| args.input.scenarios.len() > 1) {
        return refuse(&format!("{name} takes one scenario, and {} are given", args.input.scenarios.len()));
    }
    Ok(())
}

/// Solves or samples one scenario, as `--method` says.
fn answer(scenario: &Loaded, args: &RunArgs) -> Result<Answer, Failure> {
    let fallback = match args.method {
        Method::Sample => None,
        Method::Exact | Method::Auto => match solve(scenario, args) {
            Ok(report) => return Ok(Answer::new(report)),
            Err(Unsolved::Interrupted) => return Err(Failure::Interrupted),
            Err(unsolved) if args.method == Method::Exact => return Err(over_budget(&scenario.name, &unsolved)),
            Err(unsolved) => Some(format!("sampled, since the exact solution is out of reach: {unsolved}")),
        },
    };
    let mut answer = sample(scenario, args)?;
    answer.notes.extend(fallback);
    if args.check && !answer.is_interrupted {
        compare(scenario, args, &mut answer);
    }
    Ok(answer)
}

fn solve(scenario: &Loaded, args: &RunArgs) -> Result<Report, Unsolved> {
    scenario.fights.solve(&scenario.name, budget(&args.solver), &interrupt::interrupted)
}

fn sample(scenario: &Loaded, args: &RunArgs) -> Result<Answer, Failure> {
    let seed = Seed(args.seed.unwrap_or(SEED));
    let range = args.range.clone().unwrap_or(0..args.encounters.unwrap_or(ENCOUNTERS));
    let confidence = args.confidence.unwrap_or(CONFIDENCE);
    let total = args.precision.is_none().then_some(range.end - range.start);
    let progress = Progress::new(args.work.quiet, &scenario.name, total);
    let watch = Watch { interrupted: &interrupt::interrupted, progress: &|finished| progress.finished(finished) };
    let plan = Plan::new(seed, range);
    let fights = &scenario.fights;
    let mut notes = Vec::new();
    let (run, intervals) = if let Some(half_width) = args.precision {
        let max_encounters = args.max_encounters.unwrap_or(MAX_ENCOUNTERS);
        let precise = fights.run_to_precision(seed, &Precision { half_width, max_encounters, confidence }, &watch);
        notes.extend(precision_note(half_width, precise.reached, precise.run.complete));
        (precise.run, Intervals::Anytime)
    } else if let Some(path) = &args.encounters_out {
        (fights.run_streaming(&plan, path, &watch)?, Intervals::Fixed)
    } else {
        (fights.run(&plan, &watch), Intervals::Fixed)
    };
    drop(progress);
    if !run.complete {
        let of_total = total.map_or_else(String::new, |total| format!(" of {}", grouped(total)));
        let finished = grouped(run.tally.encounters);
        let plural = if total.unwrap_or(run.tally.encounters) == 1 { "" } else { "s" };
        note(&format!(
            "interrupted: {finished}{of_total} encounter{plural} of {}, what is printed is partial",
            scenario.name
        ));
        if let Some(path) = &args.encounters_out {
            note(&format!("interrupted: {} was not written", path.display()));
        }
    }
    write_shard(scenario, args, &run, seed)?;
    let report = fights.report(&scenario.name, &run, seed, confidence, intervals);
    let footer = Some(replay_line(scenario, seed, plan.range.start));
    Ok(Answer { report, notes, comparison: None, footer, is_interrupted: !run.complete })
}

/// Says whether the precision was reached. An interrupted run has a note of its own.
fn precision_note(half_width: f64, reached: bool, complete: bool) -> Option<String> {
    let wanted = format!("a half-width of {half_width} for every win share");
    match (reached, complete) {
        (true, _) => Some(format!("{wanted} was reached")),
        (false, true) => Some(format!("{wanted} was not reached: --max-encounters ended the run")),
        (false, false) => None,
    }
}

/// Writes the shard of a complete run. Whoever found one of an interrupted run would take it for all that was asked for.
fn write_shard(scenario: &Loaded, args: &RunArgs, run: &Run, seed: Seed) -> Result<(), Failure> {
    let Some(path) = &args.shard else { return Ok(()) };
    if !run.complete {
        note(&format!("interrupted: {} was not written", path.display()));
        return Ok(());
    }
    let canonical = scenario.scenario.canonical(scenario.system.schema());
    Ok(scenario.fights.shard(&scenario.name, &canonical, run, seed).write(path)?)
}

/// Adds the comparison with the exact solution to a sampled answer, or a note that says why there is none.
fn compare(scenario: &Loaded, args: &RunArgs, answer: &mut Answer) {
    match solve(scenario, args) {
        Ok(exact) => {
            answer.comparison = Some(Comparison::new(&answer.report, &exact));
        }
        Err(Unsolved::Interrupted) => {
            let unchecked = "not checked against the exact solution: the run was interrupted";
            note(&format!("{}: {unchecked}", scenario.name));
            answer.notes.push(unchecked.to_owned());
            answer.is_interrupted = true;
        }
        Err(unsolved) => {
            note(&format!("{}: not checked against the exact solution: {unsolved}", scenario.name));
            answer.notes.push(format!("not checked against the exact solution: {unsolved}"));
        }
    }
}

/// The command that replays the first encounter of the run.
fn replay_line(scenario: &Loaded, seed: Seed, index: u64) -> Footer {
    let path = scenario.path.display().to_string();
    let changes = scenario.changes.iter().map(|set| format!(" --set {}", shell_word(&set.to_string())));
    let changes: Vec<String> = changes.collect();
    let input = if is_stdin(&scenario.path) { " < FILE" } else { "" };
    let replay =
        format!("equipoise replay {}{} --seed {} --index {index}{input}", shell_word(&path), changes.concat(), seed.0);
    Footer { label: "one of these fights, told:", command: crate::text::visible(&replay).into_owned() }
}
