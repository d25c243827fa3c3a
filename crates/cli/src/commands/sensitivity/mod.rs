//! `equipoise sensitivity`: which numbers of a scenario matter most.

use std::io::{self, Write};

use equipoise_report::sensitivity as page;
use equipoise_sim::Watch;
use equipoise_sim::output::csv::field as csv_field;
use equipoise_sim::stats::paired::Difference;
use equipoise_sim::studies::sensitivity::{Effect, SensitivityError, Step, Stepped};
use equipoise_sim::studies::study::{Found, LoadedSensitivity, Sensitivity, StudyError, Words};

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
use crate::text::{csv_ends, csv_number, csv_path};
use crate::threads::pool;

pub(in crate::commands) mod args;
mod table;

use args::SensitivityArgs;

/// Compares the scenario with every step of every number, and prints the numbers ranked by effect.
pub(crate) fn run(args: &SensitivityArgs) -> Result<(), Failure> {
    let sensitivity = study(args).load(loader())?;
    charts::refuse_unknown(&args.shown.page.charts, &page::NAMES)?;
    Outputs::default()
        .reads_files(std::slice::from_ref(&args.input.scenario))
        .writes_page_file(&args.shown.page)
        .check()?;
    interrupt::listen();
    let pool = pool(args.shown.work.threads)?;
    let progress = Progress::new(args.shown.work.quiet, &sensitivity.base().name, Some(sensitivity.encounters()));
    let watch = Watch { interrupted: &interrupt::interrupted, progress: &|finished| progress.finished(finished) };
    let found = pool.install(|| sensitivity.play(&watch));
    drop(progress);
    if matches!(found, Err(StudyError::Interrupted)) {
        note(&SensitivityError::Interrupted.to_string());
        args.shown.page.note_unwritten();
    }
    let found = found?;
    let printed = print(args.shown.format, &sensitivity, &found);
    let (settings, base) = (sensitivity.settings(), sensitivity.base());
    let name = format!("{} ({})", base.name, base.system.name());
    let page = |command: &[String]| page::page(&name, settings, &found, command);
    args.shown.page.write(&Words(found.provenance.study.command()), page, || page::charts(settings, &found.result))?;
    Ok(printed?)
}

/// The study that the options ask for.
pub(crate) fn study(args: &SensitivityArgs) -> Sensitivity {
    let (scenario, overrides) = (args.input.scenario.clone(), args.input.changes.overrides());
    let (only, metric) = (args.only.clone(), args.metric.clone());
    let SensitivityArgs { step, words, encounters, sampled: Sampled { seed, confidence }, .. } = *args;
    Sensitivity { scenario, overrides, only, step, words, metric, encounters, seed, confidence }
}

fn print(format: Format, sensitivity: &LoadedSensitivity, found: &Found<Vec<Effect>>) -> io::Result<()> {
    let mut out = Page::new(Out::new(), format.markup());
    match format {
        Format::Table | Format::Markdown => {
            let base = sensitivity.base();
            let title = format!("{} ({})", base.name, base.system.name());
            table::sensitivity(&mut out, &title, sensitivity.settings(), &found.result)?;
            table::unmoved(&mut out, &sensitivity.unmoved())?;
        }
        Format::Json => found.lines().iter().try_for_each(|line| writeln!(out, "{line}"))?,
        Format::Csv => {
            writeln!(out, "path,value,stepped,metric,first,second,difference,lo,hi,p,interval,p_holm,file")?;
            let file = found.provenance.study.scenarios().first().map(|path| csv_path(path)).unwrap_or_default();
            for effect in &found.result {
                let mut stepped = effect.stepped.iter().flatten();
                stepped.try_for_each(|stepped| writeln!(out, "{},{file}", csv(effect, stepped)))?;
            }
        }
    }
    out.flush()
}

fn csv(effect: &Effect, stepped: &Stepped) -> String {
    let (Step { path, value, .. }, metric) = (&effect.step, &effect.settings.metric);
    let Stepped { value: stepped, difference, p_holm } = stepped;
    let Difference { first, second, difference: estimate, interval, p, kind, .. } = difference;
    let (ends, p) = (csv_ends(*interval), csv_number(*p));
    let [value, stepped] = [value, stepped].map(|setting| csv_field(&setting.to_string()).into_owned());
    let p_holm = p_holm.map(csv_number).unwrap_or_default();
    format!("{path},{value},{stepped},{metric},{first},{second},{estimate},{ends},{p},{kind},{p_holm}")
}
