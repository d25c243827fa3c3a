//! `equipoise sensitivity`: which numbers of a scenario matter most.

use std::io::{self, Write};

use equipoise_engine::Seed;
use equipoise_sim::stats::paired::Difference;
use equipoise_sim::studies::compare::compare;
use equipoise_sim::studies::sensitivity::{Step, steps};
use equipoise_sim::studies::sweep::Cell;
use equipoise_sim::{Plan, Watch};

use crate::args::{Format, SensitivityArgs};
use crate::diagnostics::note;
use crate::exit::Failure;
use crate::interrupt;
use crate::json::Object;
use crate::load::{Loaded, load_cells, load_variants};
use crate::out::Out;
use crate::page::Page;
use crate::progress::Progress;
use crate::tables;
use crate::threads::pool;

/// One number of a scenario, and how the metric differs when it is moved by one step.
pub(crate) struct Effect {
    pub(crate) step: Step,
    /// For the step down and the step up; `None` where there is no such step, or the rules refuse it.
    pub(crate) differences: [Option<Difference>; 2],
}

impl Effect {
    /// The larger of both differences, without its sign; 0 where there are none.
    pub(crate) fn size(&self) -> f64 {
        self.differences.iter().flatten().map(|difference| difference.difference.abs()).fold(0.0, f64::max)
    }

    /// Whether neither step could be played.
    pub(crate) fn is_refused(&self) -> bool {
        self.differences.iter().all(Option::is_none)
    }

    /// Whether a step was played, and no step changed the metric in any encounter.
    pub(crate) fn has_no_effect(&self) -> bool {
        !self.is_refused() && self.differences.iter().flatten().all(Difference::is_always_zero)
    }
}

/// Compares the scenario with every step of every number, and prints the numbers ranked by effect.
pub(crate) fn run(args: &SensitivityArgs) -> Result<(), Failure> {
    let (path, changes) = (&args.input.scenario, &args.input.changes.set);
    let base = load_cells(path, changes, &[Cell::new()], "--set")?.remove(0);
    let steps = steps(&base.scenario, base.system.schema(), args.only.as_deref());
    if steps.is_empty() {
        let pattern = args.only.as_deref().unwrap_or("*");
        return Err(Failure::plain(format!("no number of {} matches `{pattern}`", base.name)));
    }
    refuse_metric(args, &base)?;
    let cells: Vec<Cell> = steps.iter().flat_map(|step| [step.down, step.up].map(|value| cell(step, value))).collect();
    let variants = load_variants(path, changes, &cells)?;
    interrupt::listen();
    let mut effects = pool(args.work.threads)?.install(|| effects(args, &base, steps, &variants))?;
    effects.sort_by(|left, right| right.size().total_cmp(&left.size()));
    Ok(print(args, &base, &effects)?)
}

/// The cell that sets a number to `value`. Where there is no such step, the cell is empty: one is needed all the same,
/// since variants are found by their index.
fn cell(step: &Step, value: Option<i64>) -> Cell {
    value.map(|value| (step.path.clone(), value.to_string())).into_iter().collect()
}

/// Refuses a metric that the scenario does not have. A comparison of no encounters knows all the names.
fn refuse_metric(args: &SensitivityArgs, base: &Loaded) -> Result<(), Failure> {
    let sides = [base.fights.recordable(); 2];
    let known = compare(sides, &Plan::new(Seed(args.seed), 0..0), &Watch::none()).tally.differences(args.confidence);
    if known.iter().any(|difference| difference.name == args.metric) {
        return Ok(());
    }
    let names: Vec<&str> = known.iter().map(|difference| difference.name.as_str()).collect();
    Err(Failure::with_help(format!("there is no metric `{}`", args.metric), format!("known: {}", names.join(", "))))
}

/// Plays every step against the base. `variants` holds two for each step, down and up.
fn effects(
    args: &SensitivityArgs,
    base: &Loaded,
    steps: Vec<Step>,
    variants: &[Option<Loaded>],
) -> Result<Vec<Effect>, Failure> {
    let total = args.encounters.saturating_mul(variants.len() as u64);
    let progress = Progress::new(args.work.quiet, &base.name, Some(total));
    let mut effects = Vec::new();
    for (index, step) in steps.into_iter().enumerate() {
        let mut differences = [None, None];
        for (direction, difference) in differences.iter_mut().enumerate() {
            let value = [step.down, step.up][direction];
            let Some(variant) = variants[2 * index + direction].as_ref().filter(|_| value.is_some()) else { continue };
            let before = args.encounters.saturating_mul(2 * index as u64 + direction as u64);
            let report_progress = |finished: u64| progress.finished(before + finished);
            let watch = Watch { interrupted: &interrupt::interrupted, progress: &report_progress };
            let sides = [base.fights.recordable(), variant.fights.recordable()];
            let comparison = compare(sides, &Plan::new(Seed(args.seed), 0..args.encounters), &watch);
            if !comparison.complete {
                note("interrupted: not every number was moved, and nothing is ranked");
                return Err(Failure::Interrupted);
            }
            let found = comparison.tally.differences(args.confidence);
            *difference = found.into_iter().find(|difference| difference.name == args.metric);
        }
        effects.push(Effect { step, differences });
    }
    Ok(effects)
}

fn print(args: &SensitivityArgs, base: &Loaded, effects: &[Effect]) -> io::Result<()> {
    let mut out = Page::new(Out::new(), args.format.markup());
    match args.format {
        Format::Table | Format::Markdown => {
            let title = format!("{} ({})", base.name, base.system.name());
            tables::sensitivity(&mut out, &title, args, effects)?;
        }
        Format::Json => {
            for effect in effects {
                writeln!(out, "{}", json(args, effect))?;
            }
        }
        Format::Csv => {
            writeln!(out, "path,value,stepped,metric,first,second,difference,lo,hi,p")?;
            for effect in effects {
                for (stepped, difference) in [effect.step.down, effect.step.up].into_iter().zip(&effect.differences) {
                    let (Some(stepped), Some(difference)) = (stepped, difference) else { continue };
                    let Difference { first, second, difference: estimate, interval, p, .. } = difference;
                    let (Step { path, value, .. }, metric) = (&effect.step, &args.metric);
                    let (lo, hi) = (interval.lo, interval.hi);
                    writeln!(out, "{path},{value},{stepped},{metric},{first},{second},{estimate},{lo},{hi},{p}")?;
                }
            }
        }
    }
    out.flush()
}

/// One number as an object on one line.
fn json(args: &SensitivityArgs, effect: &Effect) -> String {
    let steps = [effect.step.down, effect.step.up].into_iter().zip(&effect.differences);
    let steps = steps.filter_map(|(stepped, difference)| {
        let Difference { first, second, difference: estimate, interval, p, .. } = difference.as_ref()?;
        let object = Object::default().with("value", stepped?).with("first", *first).with("second", *second);
        Some(
            object.with("difference", *estimate).with("lo", interval.lo).with("hi", interval.hi).with("p", *p).finish(),
        )
    });
    let object = Object::default().with("path", effect.step.path.as_str()).with("value", effect.step.value);
    let object = object.with("metric", args.metric.as_str()).with("seed", args.seed);
    object.with("encounters", args.encounters).with("confidence", args.confidence).with_list("steps", steps).finish()
}
