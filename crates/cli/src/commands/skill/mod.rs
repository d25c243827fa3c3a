//! `equipoise skill`: what good play is worth.

use std::io::{self, Write};

use equipoise_report::skill as page;
use equipoise_sim::Watch;
use equipoise_sim::output::csv::field as csv_field;
use equipoise_sim::studies::sensitivity::{Setting, Stepped};
use equipoise_sim::studies::skill::SkillOfSide;
use equipoise_sim::studies::skill::ask::SkillError;
use equipoise_sim::studies::study::{Found, Skill, StudyError, Words};

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

use args::SkillArgs;

/// Plays every way to play of both sides, and prints what each is worth.
pub(crate) fn run(args: &SkillArgs) -> Result<(), Failure> {
    let skill = study(args).load(loader())?;
    charts::refuse_unknown(&args.shown.page.charts, &page::NAMES)?;
    Outputs::default()
        .reads_files(std::slice::from_ref(&args.input.scenario))
        .writes_page_file(&args.shown.page)
        .check()?;
    interrupt::listen();
    let pool = pool(args.shown.work.threads)?;
    let progress = Progress::new(args.shown.work.quiet, &skill.scenario().name, Some(skill.encounters()));
    let watch = Watch { interrupted: &interrupt::interrupted, progress: &|finished| progress.finished(finished) };
    let found = pool.install(|| skill.play(&watch));
    drop(progress);
    if found.as_ref().is_err_and(StudyError::is_interrupt) {
        note(&SkillError::Interrupted.to_string());
        args.shown.page.note_unwritten();
    }
    let found = found?;
    // A closed stdout must not cost the page, so its error is returned after it is written.
    let printed = print(args.shown.format, &found);
    let words = Words(found.provenance.study.command());
    args.shown.page.write(&words, |command| page::page(&found, command), || page::charts(&found.result))?;
    Ok(printed?)
}

/// The study that the options ask for.
pub(crate) fn study(args: &SkillArgs) -> Skill {
    let (scenario, overrides) = (args.input.scenario.clone(), args.input.changes.overrides());
    let SkillArgs { encounters, sampled: Sampled { seed, confidence }, .. } = *args;
    Skill { scenario, overrides, encounters, seed, confidence }
}

fn print(format: Format, found: &Found<Vec<SkillOfSide>>) -> io::Result<()> {
    let mut out = Page::new(Out::new(), format.markup());
    match format {
        Format::Table | Format::Markdown => table::skill(&mut out, &found.result)?,
        Format::Json => found.lines().iter().try_for_each(|line| writeln!(out, "{line}"))?,
        Format::Csv => {
            writeln!(
                out,
                "side,change,path,value,metric,first,second,difference,lo,hi,p,interval,p_holm,encounters,file"
            )?;
            let file = found.provenance.study.scenarios().first().map(|path| csv_path(path)).unwrap_or_default();
            for side in &found.result {
                rows(side).iter().try_for_each(|row| writeln!(out, "{row},{},{file}", side.settings.encounters))?;
            }
        }
    }
    out.flush()
}

/// A side's ways to play as rows of CSV, without the encounters and the file.
fn rows(side: &SkillOfSide) -> Vec<String> {
    let row = |change: &str, path: &str, value: &Setting, stepped: &Stepped| {
        let difference = &stepped.difference;
        let (ends, p) = (csv_ends(difference.interval), csv_number(difference.p));
        let value = csv_field(&value.to_string()).into_owned();
        let p_holm = stepped.p_holm.map(csv_number).unwrap_or_default();
        let (first, second, estimate) = (difference.first, difference.second, difference.difference);
        let (name, metric, kind) = (side.side, &side.settings.metric, difference.kind);
        format!("{name},{change},{path},{value},{metric},{first},{second},{estimate},{ends},{p},{kind},{p_holm}")
    };
    let errors = side.errors.iter().map(|stepped| row("errors", "error", &stepped.value, stepped));
    let decisions = side.decisions.iter().map(|stepped| row("decision", "error_at", &stepped.value, stepped));
    let ways = side.ways.iter().flat_map(|effect| {
        let path = effect.step.path.as_str();
        effect.stepped.iter().flatten().map(move |stepped| row("way", path, &stepped.value, stepped))
    });
    errors.chain(decisions).chain(ways).collect()
}
