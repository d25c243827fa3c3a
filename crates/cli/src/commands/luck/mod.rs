//! `equipoise luck`: which dice decide.

use std::io::{self, Write};

use equipoise_report::luck as page;
use equipoise_sim::Watch;
use equipoise_sim::output::csv::field as csv_field;
use equipoise_sim::stats::sobol::Portion;
use equipoise_sim::studies::luck::{Deciding, LuckError, PartOfLuck};
use equipoise_sim::studies::study::{Found, Luck, StudyError, Words};

use crate::args::{Format, Sampled};
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
use crate::text::{csv_ends, csv_number, csv_path};
use crate::threads::pool;

pub(in crate::commands) mod args;
mod table;

use args::LuckArgs;

/// Exchanges every part of the dice, and prints what each decides.
pub(crate) fn run(args: &LuckArgs) -> Result<(), Failure> {
    if let Some(name) = args.solver.given().filter(|_| !args.check) {
        return Err(Failure::plain(format!("{name} is for the exact solution: give --check as well")));
    }
    let luck = study(args).load(loader())?;
    charts::refuse_unknown(&args.shown.page.charts, &page::NAMES)?;
    Outputs::default()
        .reads_files(std::slice::from_ref(&args.input.scenario))
        .writes_page_file(&args.shown.page)
        .check()?;
    interrupt::listen();
    let pool = pool(args.shown.work.threads)?;
    let progress = Progress::new(args.shown.work.quiet, &luck.scenario().name, Some(luck.encounters()));
    let watch = Watch { interrupted: &interrupt::interrupted, progress: &|finished| progress.finished(finished) };
    let solving = Solving::new(args.shown.work.quiet, &luck.scenario().name);
    let found = pool.install(|| luck.play(&solving, &watch));
    drop((progress, solving));
    if found.as_ref().is_err_and(StudyError::is_interrupt) {
        note(&LuckError::Interrupted.to_string());
        args.shown.page.note_unwritten();
    }
    let found = found?;
    if let Some(why) = &found.result.unsolved {
        note(&format!("not checked against the exact solution: {why}"));
    }
    let printed = print(args.shown.format, &found);
    let words = Words(found.provenance.study.command());
    args.shown.page.write(&words, |command| page::page(&found, command), || page::charts(&found.result))?;
    Ok(printed?)
}

/// The study that the options ask for.
pub(crate) fn study(args: &LuckArgs) -> Luck {
    let (scenario, overrides) = (args.input.scenario.clone(), args.input.changes.overrides());
    let LuckArgs { encounters, sampled: Sampled { seed, confidence }, .. } = *args;
    let check = args.check.then(|| args.solver.limits());
    Luck { scenario, overrides, metric: args.metric.clone(), encounters, seed, confidence, check }
}

fn print(format: Format, found: &Found<Deciding>) -> io::Result<()> {
    let mut out = Page::new(Out::new(), format.markup());
    match format {
        Format::Table | Format::Markdown => table::luck(&mut out, &found.result)?,
        Format::Json => writeln!(out, "{}", found.line())?,
        Format::Csv => {
            writeln!(
                out,
                "part,metric,alone,alone_lo,alone_hi,alone_exact,open,open_lo,open_hi,open_exact,changed,encounters,file"
            )?;
            let file = found.provenance.study.scenarios().first().map(|path| csv_path(path)).unwrap_or_default();
            let Deciding { metric, encounters, parts, .. } = &found.result;
            for PartOfLuck { part, alone, open, exact, changed } in parts {
                let told = part.told();
                let (part, [alone, open]) = (csv_field(&told), [(alone, exact[0]), (open, exact[1])].map(csv));
                writeln!(out, "{part},{metric},{alone},{open},{changed},{encounters},{file}")?;
            }
        }
    }
    out.flush()
}

fn csv((Portion { portion, interval }, exact): (&Portion, Option<f64>)) -> String {
    format!("{portion},{},{}", csv_ends(*interval), exact.map(csv_number).unwrap_or_default())
}
