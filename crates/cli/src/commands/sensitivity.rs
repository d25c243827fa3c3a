//! `equipoise sensitivity`: which numbers matter.

use std::io::{self, Write};

use equipoise_engine::Seed;
use equipoise_sim::compare::compare;
use equipoise_sim::sensitivity::{Step, steps};
use equipoise_sim::stats::paired::Difference;
use equipoise_sim::sweep::Cell;
use equipoise_sim::{Plan, Watch};

use crate::args::{Format, SensitivityArgs};
use crate::diagnostics::note;
use crate::exit::Failure;
use crate::interrupt;
use crate::json::Object;
use crate::load::{Loaded, load_cells, load_variants};
use crate::out::Out;
use crate::progress::Progress;
use crate::tables;
use crate::threads::pool;

/// One number, and what its neighbours do.
pub(crate) struct Effect {
    pub(crate) step: Step,
    /// Down and up; none where there is no such step, or the rules refuse it.
    pub(crate) differences: [Option<Difference>; 2],
}

impl Effect {
    /// The larger of both effects.
    pub(crate) fn size(&self) -> f64 {
        self.differences.iter().flatten().map(|difference| difference.difference.abs()).fold(0.0, f64::max)
    }

    /// Whether the rules refused both steps.
    pub(crate) fn is_refused(&self) -> bool {
        self.differences.iter().all(Option::is_none)
    }

    /// Whether there were steps, and no fight came out otherwise.
    pub(crate) fn is_none(&self) -> bool {
        !self.is_refused()
            && self.differences.iter().flatten().all(|one| one.relative_efficiency.is_none() && one.difference == 0.0)
    }
}

/// Steps, compares, ranks and prints.
pub(crate) fn run(args: &SensitivityArgs) -> Result<(), Failure> {
    let (path, changes) = (&args.input.scenario, &args.input.changes.set);
    let base = load_cells(path, changes, &[Cell::new()], "--set")?.remove(0);
    let steps = steps(&base.scenario, base.system.schema(), args.only.as_deref());
    if steps.is_empty() {
        let pattern = args.only.as_deref().unwrap_or("*");
        return Err(Failure::plain(format!("no number of {} matches `{pattern}`", base.name)));
    }
    refuse_metric(args, &base)?;
    let cells: Vec<Cell> = steps.iter().flat_map(|step| [step.down, step.up].map(|to| cell(step, to))).collect();
    let variants = load_variants(path, changes, &cells)?;
    interrupt::listen();
    let mut effects = pool(args.work.threads)?.install(|| effects(args, &base, steps, &variants))?;
    effects.sort_by(|one, other| other.size().total_cmp(&one.size()));
    Ok(print(args, &base, &effects)?)
}

/// The values of a step; nothing at all where there is none.
fn cell(step: &Step, to: Option<i64>) -> Cell {
    to.map(|value| (step.path.clone(), value.to_string())).into_iter().collect()
}

fn refuse_metric(args: &SensitivityArgs, base: &Loaded) -> Result<(), Failure> {
    let sides = [base.fights.recordable(); 2];
    let known = compare(sides, &Plan::new(Seed(args.seed), 0..0), &Watch::none()).tally.differences(args.confidence);
    if known.iter().any(|difference| difference.name == args.metric) {
        return Ok(());
    }
    let names: Vec<&str> = known.iter().map(|difference| difference.name.as_str()).collect();
    Err(Failure::with_help(format!("there is no metric `{}`", args.metric), format!("known: {}", names.join(", "))))
}

fn effects(
    args: &SensitivityArgs,
    base: &Loaded,
    steps: Vec<Step>,
    variants: &[Option<Loaded>],
) -> Result<Vec<Effect>, Failure> {
    let total = args.encounters.saturating_mul(variants.len() as u64);
    let progress = Progress::new(args.work.quiet, &base.name, Some(total));
    let mut effects = Vec::new();
    for (number, step) in steps.into_iter().enumerate() {
        let mut differences = [None, None];
        for (side, difference) in differences.iter_mut().enumerate() {
            let to = [step.down, step.up][side];
            let Some(variant) = variants[2 * number + side].as_ref().filter(|_| to.is_some()) else { continue };
            let before = args.encounters.saturating_mul(2 * number as u64 + side as u64);
            let told = |finished: u64| progress.finished(before + finished);
            let watch = Watch { interrupted: &interrupt::interrupted, progress: &told };
            let sides = [base.fights.recordable(), variant.fights.recordable()];
            let comparison = compare(sides, &Plan::new(Seed(args.seed), 0..args.encounters), &watch);
            if !comparison.complete {
                note("interrupted: not every number was moved, and nothing is ranked");
                return Err(Failure::Interrupted);
            }
            let all = comparison.tally.differences(args.confidence);
            *difference = all.into_iter().find(|one| one.name == args.metric);
        }
        effects.push(Effect { step, differences });
    }
    Ok(effects)
}

fn print(args: &SensitivityArgs, base: &Loaded, effects: &[Effect]) -> io::Result<()> {
    let mut out = Out::new();
    match args.format {
        Format::Table => {
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
                for (to, difference) in [effect.step.down, effect.step.up].into_iter().zip(&effect.differences) {
                    let (Some(to), Some(difference)) = (to, difference) else { continue };
                    let Difference { first, second, difference: by, interval, p, .. } = difference;
                    let (Step { path, value, .. }, metric) = (&effect.step, &args.metric);
                    let (lo, hi) = (interval.lo, interval.hi);
                    writeln!(out, "{path},{value},{to},{metric},{first},{second},{by},{lo},{hi},{p}")?;
                }
            }
        }
    }
    out.flush()
}

/// One number as an object on one line.
fn json(args: &SensitivityArgs, effect: &Effect) -> String {
    let steps = [effect.step.down, effect.step.up].into_iter().zip(&effect.differences);
    let steps = steps.filter_map(|(to, difference)| {
        let Difference { first, second, difference: by, interval, p, .. } = difference.as_ref()?;
        let object = Object::default().with("value", to?).with("first", *first).with("second", *second);
        Some(object.with("difference", *by).with("lo", interval.lo).with("hi", interval.hi).with("p", *p).finish())
    });
    let object = Object::default().with("path", effect.step.path.as_str()).with("value", effect.step.value);
    let object = object.with("metric", args.metric.as_str()).with("seed", args.seed);
    object.with("encounters", args.encounters).with("confidence", args.confidence).with_list("steps", steps).finish()
}
