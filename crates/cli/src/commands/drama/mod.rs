//! `equipoise drama`: how the odds of fights move.

use equipoise_report::drama as page;
use equipoise_sim::Watch;
use equipoise_sim::studies::drama::Sampling;
use equipoise_sim::studies::study::{Drama, StudyError, Words};

use crate::args::SEED;
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

use args::{DramaArgs, USUAL_CONFIDENCE};

/// Fights that are followed, unless `--encounters` says otherwise.
const ENCOUNTERS: u64 = 200;
/// Continuations of each moment, unless `--continuations` says otherwise.
const CONTINUATIONS: u32 = 400;

/// Solves the scenario or follows its fights, and prints what their odds do.
pub(crate) fn run(args: &DramaArgs) -> Result<(), Failure> {
    let drama = study(args)?.load(loader())?;
    charts::refuse_unknown(&args.page.charts, &page::NAMES)?;
    Outputs::default().reads_files(std::slice::from_ref(&args.input.scenario)).writes_page_file(&args.page).check()?;
    interrupt::listen();
    let pool = pool(args.work.threads)?;
    let progress = Progress::new(args.work.quiet, drama.name(), Some(args.encounters.unwrap_or(ENCOUNTERS)));
    let solving = Solving::new(args.work.quiet, drama.name());
    let watch = Watch { interrupted: &interrupt::interrupted, progress: &|finished| progress.finished(finished) };
    let found = pool.install(|| drama.play(&solving, &watch));
    drop((progress, solving));
    if found.as_ref().is_err_and(StudyError::is_interrupt) {
        note("interrupted: nothing was printed");
        args.page.note_unwritten();
    }
    let found = found?;
    let printed = print(&found, args.format, table::drama);
    let words = Words(found.provenance.study.command());
    args.page.write(&words, |command| page::page(&found, command), || page::charts(&found.result))?;
    Ok(printed?)
}

/// The study that the options ask for.
pub(crate) fn study(args: &DramaArgs) -> Result<Drama, Failure> {
    args.method.refuse_if_exact([
        (args.encounters.is_some(), "--encounters"),
        (args.seed.is_some(), "--seed"),
        (args.continuations.is_some(), "--continuations"),
        (args.confidence.is_some(), "--confidence"),
    ])?;
    let limits = args.method.limits_tried(&args.solver)?;
    let sampling = Sampling {
        seed: args.seed.unwrap_or(SEED),
        encounters: args.encounters.unwrap_or(ENCOUNTERS),
        continuations: args.continuations.unwrap_or(CONTINUATIONS),
        confidence: args.confidence.unwrap_or(USUAL_CONFIDENCE),
    };
    let (scenario, overrides) = (args.input.scenario.clone(), args.input.changes.overrides());
    Ok(Drama { scenario, overrides, method: args.method.of(limits, sampling) })
}
