//! `equipoise drama`: how the odds of fights move.

use std::io::{self, Write};

use equipoise_report::drama as page;
use equipoise_sim::Watch;
use equipoise_sim::studies::drama::Sampling;
use equipoise_sim::studies::method::Limits;
use equipoise_sim::studies::study::{Drama, StudyError, Words};

use crate::args::{Method, SEED, TextOrJson};
use crate::charts;
use crate::diagnostics::note;
use crate::exit::Failure;
use crate::interrupt;
use crate::load::loader;
use crate::out::Out;
use crate::outputs::Outputs;
use crate::page::Page;
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
/// Bytes that `--method auto` tries to solve a scenario in, unless `--max-memory` or `--max-states` says otherwise: a
/// second or two of work.
pub(crate) const TRIED_MEMORY: u64 = 128_000_000;

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
    let printed = (|| -> io::Result<()> {
        let mut out = Page::new(Out::new(), args.format.markup());
        match args.format {
            TextOrJson::Table | TextOrJson::Markdown => table::drama(&mut out, &found.result)?,
            TextOrJson::Json => writeln!(out, "{}", found.line())?,
        }
        out.flush()
    })();
    let command = Words(found.provenance.study.command()).option("--report", &"FILE.html").0;
    args.page.write(|| page::page(&found, &command), || page::charts(&found.result))?;
    Ok(printed?)
}

/// The study that the options ask for.
pub(crate) fn study(args: &DramaArgs) -> Result<Drama, Failure> {
    let sampled_only = [
        (args.encounters.is_some(), "--encounters"),
        (args.seed.is_some(), "--seed"),
        (args.continuations.is_some(), "--continuations"),
        (args.confidence.is_some(), "--confidence"),
    ];
    let sampled_only = sampled_only.into_iter().find(|(is_given, _)| *is_given);
    if let Some((_, name)) = sampled_only.filter(|_| args.method == Method::Exact) {
        return Err(Failure::plain(format!("{name} is for sampled fights: `--method exact` plays none")));
    }
    if let Some(name) = args.solver.given().filter(|_| args.method == Method::Sample) {
        return Err(Failure::plain(format!("{name} needs --method exact or --method auto")));
    }
    let limits = match (args.method, args.solver.given()) {
        (Method::Auto, None) => Limits::new(Some(TRIED_MEMORY), None),
        _ => args.solver.limits(),
    };
    let sampling = Sampling {
        seed: args.seed.unwrap_or(SEED),
        encounters: args.encounters.unwrap_or(ENCOUNTERS),
        continuations: args.continuations.unwrap_or(CONTINUATIONS),
        confidence: args.confidence.unwrap_or(USUAL_CONFIDENCE),
    };
    let (scenario, overrides) = (args.input.scenario.clone(), args.input.changes.overrides());
    Ok(Drama { scenario, overrides, method: args.method.of(limits, sampling) })
}
