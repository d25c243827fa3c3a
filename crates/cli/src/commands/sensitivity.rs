//! `equipoise sensitivity`: which numbers of a scenario matter most.

use std::io::{self, Write};

use equipoise_sim::Watch;
use equipoise_sim::output::json;
use equipoise_sim::stats::paired::Difference;
use equipoise_sim::studies::compare::Recordable;
use equipoise_sim::studies::sensitivity::{
    Effect, SensitivityError, Settings, Step, Stepped, effects, full_metric, steps,
};
use equipoise_sim::studies::sweep::Cell;

use crate::args::{Format, SensitivityArgs};
use crate::diagnostics::note;
use crate::exit::Failure;
use crate::interrupt;
use crate::load::{Loaded, load_cells, load_variants};
use crate::out::Out;
use crate::page::Page;
use crate::progress::Progress;
use crate::tables;
use crate::text::csv_number;
use crate::threads::pool;

/// Compares the scenario with every step of every number, and prints the numbers ranked by effect.
pub(crate) fn run(args: &SensitivityArgs) -> Result<(), Failure> {
    let (path, changes) = (&args.input.scenario, &args.input.changes.set);
    let base = load_cells(path, changes, &[Cell::new()], "--set")?.remove(0);
    let steps = steps(&base.scenario, base.system.schema(), args.only.as_deref());
    if steps.is_empty() {
        let pattern = args.only.as_deref().unwrap_or("*");
        return Err(Failure::plain(format!("no number of {} matches `{pattern}`", base.name)));
    }
    // Known before the variants are compiled, which takes longer.
    let metric = full_metric(&args.metric, base.fights.recordable()).map_err(failure)?;
    let cells: Vec<Cell> = steps.iter().flat_map(Step::cells).collect();
    let variants = load_variants(path, changes, &cells)?;
    interrupt::listen();
    let SensitivityArgs { seed, encounters, confidence, .. } = *args;
    let settings = Settings { metric, seed, encounters, confidence };
    let effects = pool(args.work.threads)?.install(|| play(args, &base, steps, &variants, &settings))?;
    Ok(print(args, &base, &settings, &effects)?)
}

/// Plays every step against the base.
fn play(
    args: &SensitivityArgs,
    base: &Loaded,
    steps: Vec<Step>,
    variants: &[Option<Loaded>],
    settings: &Settings,
) -> Result<Vec<Effect>, Failure> {
    let variants: Vec<Option<&dyn Recordable>> =
        variants.iter().map(|variant| Some(variant.as_ref()?.fights.recordable())).collect();
    let total = settings.encounters.saturating_mul(variants.iter().flatten().count() as u64);
    let progress = Progress::new(args.work.quiet, &base.name, Some(total));
    let watch = Watch { interrupted: &interrupt::interrupted, progress: &|finished| progress.finished(finished) };
    let effects = effects(base.fights.recordable(), steps, &variants, settings, &watch);
    drop(progress);
    effects.map_err(failure)
}

fn failure(error: SensitivityError) -> Failure {
    let message = error.to_string();
    match error {
        SensitivityError::Unknown { known, .. } => Failure::with_help(message, format!("known: {}", known.join(", "))),
        SensitivityError::Interrupted => {
            note(&message);
            Failure::Interrupted
        }
    }
}

fn print(args: &SensitivityArgs, base: &Loaded, settings: &Settings, effects: &[Effect]) -> io::Result<()> {
    let mut out = Page::new(Out::new(), args.format.markup());
    match args.format {
        Format::Table | Format::Markdown => {
            let title = format!("{} ({})", base.name, base.system.name());
            tables::sensitivity::sensitivity(&mut out, &title, settings, effects)?;
        }
        Format::Json => effects.iter().try_for_each(|effect| writeln!(out, "{}", json::line(effect)))?,
        Format::Csv => {
            writeln!(out, "path,value,stepped,metric,first,second,difference,lo,hi,p")?;
            for effect in effects {
                effect.stepped.iter().flatten().try_for_each(|stepped| writeln!(out, "{}", csv(effect, stepped)))?;
            }
        }
    }
    out.flush()
}

fn csv(effect: &Effect, stepped: &Stepped) -> String {
    let (Step { path, value, .. }, metric) = (&effect.step, &effect.settings.metric);
    let Stepped { value: stepped, difference } = stepped;
    let Difference { first, second, difference: estimate, interval, p, .. } = difference;
    let (lo, hi, p) = (interval.lo, interval.hi, csv_number(*p));
    format!("{path},{value},{stepped},{metric},{first},{second},{estimate},{lo},{hi},{p}")
}
