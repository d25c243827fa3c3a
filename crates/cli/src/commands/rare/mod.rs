//! `equipoise rare`: how likely a rare event is.

use equipoise_report::rare as page;
use equipoise_sim::Watch;
use equipoise_sim::studies::rare::{RareError, Sampling};
use equipoise_sim::studies::study::{Rare, StudyError, Words};

use crate::args::{CONFIDENCE, SEED};
use crate::charts;
use crate::diagnostics::note;
use crate::exit::Failure;
use crate::interrupt;
use crate::load::loader;
use crate::outputs::Outputs;
use crate::page::print;
use crate::progress::Progress;
use crate::solving::Solving;
use crate::threads::pool;

pub(crate) mod args;
mod table;

use args::RareArgs;

/// Fights that are begun or played on, unless `--encounters` says otherwise.
const ENCOUNTERS: u64 = 100_000;

/// Solves the scenario or splits its fights, and prints the chance of the event.
pub(crate) fn run(args: &RareArgs) -> Result<(), Failure> {
    let rare = study(args)?.load(loader())?;
    charts::refuse_unknown(&args.page.charts, &page::NAMES)?;
    Outputs::default().reads_files(std::slice::from_ref(&args.input.scenario)).writes_page_file(&args.page).check()?;
    interrupt::listen();
    let pool = pool(args.work.threads)?;
    let progress = Progress::new(args.work.quiet, rare.name(), Some(args.encounters.unwrap_or(ENCOUNTERS)));
    let solving = Solving::new(args.work.quiet, rare.name());
    let watch = Watch { interrupted: &interrupt::interrupted, progress: &|finished| progress.finished(finished) };
    let found = pool.install(|| rare.play(&solving, &watch));
    drop((progress, solving));
    if found.as_ref().is_err_and(StudyError::is_interrupt) {
        note(&RareError::Interrupted.to_string());
        args.page.note_unwritten();
    }
    let found = found?;
    let printed = print(&found, args.format, table::rare);
    let words = Words(found.provenance.study.command());
    args.page.write(&words, |command| page::page(&found, command), || page::charts(&found.result))?;
    Ok(printed?)
}

/// The study that the options ask for.
pub(crate) fn study(args: &RareArgs) -> Result<Rare, Failure> {
    args.method.refuse_if_exact([
        (args.encounters.is_some(), "--encounters"),
        (args.seed.is_some(), "--seed"),
        (args.confidence.is_some(), "--confidence"),
    ])?;
    let limits = args.method.limits_tried(&args.solver)?;
    let sampling = Sampling {
        seed: args.seed.unwrap_or(SEED),
        encounters: args.encounters.unwrap_or(ENCOUNTERS),
        confidence: args.confidence.unwrap_or(CONFIDENCE),
    };
    let (scenario, overrides) = (args.input.scenario.clone(), args.input.changes.overrides());
    Ok(Rare { scenario, overrides, event: args.event.clone(), method: args.method.of(limits, sampling) })
}
