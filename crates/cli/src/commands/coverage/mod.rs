//! `equipoise coverage`: how often each rule of a system is applied, and which never is.

use std::io::{self, Write};

use equipoise_sim::Watch;
use equipoise_sim::output::csv::field as csv_field;
use equipoise_sim::studies::coverage::{RuleCoverage, SystemCoverage};
use equipoise_sim::studies::load::shown_path;
use equipoise_sim::studies::study::{Coverage, Found, StudyError};

use crate::args::Format;
use crate::diagnostics::note;
use crate::exit::Failure;
use crate::interrupt;
use crate::load::{loader, refuse_stdin_twice};
use crate::numbers::{encounters, rough};
use crate::out::Out;
use crate::page::Page;
use crate::progress::Progress;
use crate::text::visible;
use crate::threads::pool;

pub(in crate::commands) mod args;

use args::CoverageArgs;

/// Plays all scenarios, adds up their counts by system and prints them.
pub(crate) fn run(args: &CoverageArgs) -> Result<(), Failure> {
    refuse_stdin_twice(&args.input.scenarios)?;
    let coverage = study(args).load(loader())?;
    interrupt::listen();
    let pool = pool(args.work.threads)?;
    let progress = Progress::new(args.work.quiet, coverage.name(), Some(coverage.encounters()));
    let watch = Watch { interrupted: &interrupt::interrupted, progress: &|finished| progress.finished(finished) };
    let found = pool.install(|| coverage.play(&watch));
    drop(progress);
    if matches!(found, Err(StudyError::Interrupted)) {
        note("interrupted: nothing was printed");
    }
    let found = found?;
    let mut out = Page::new(Out::new(), args.format.markup());
    match args.format {
        Format::Table | Format::Markdown => table(&mut out, &found.result)?,
        Format::Csv => csv(&mut out, &found)?,
        Format::Json => found.lines().iter().try_for_each(|line| writeln!(out, "{line}"))?,
    }
    Ok(out.flush()?)
}

/// The study that the options ask for.
pub(crate) fn study(args: &CoverageArgs) -> Coverage {
    let (scenarios, overrides) = (args.input.scenarios.clone(), args.input.changes.overrides());
    Coverage { scenarios, overrides, encounters: args.encounters, seed: args.seed }
}

fn table(page: &mut Page<impl Write>, coverages: &[SystemCoverage]) -> io::Result<()> {
    for (index, coverage) in coverages.iter().enumerate() {
        if index > 0 {
            page.gap()?;
        }
        let (scenarios, played) = (coverage.scenarios.len(), encounters(coverage.encounters));
        let plural = if scenarios == 1 { "" } else { "s" };
        page.title(&format!("{}: {played} of {scenarios} scenario{plural}", coverage.system.name()), 2)?;
        page.gap()?;
        let rows = coverage.rules().filter(|rule| rule.count > 0);
        let rows = rows.map(|rule| vec![rule.id.to_owned(), rule.title.to_owned(), rough(rule.per_fight)]);
        page.grid(&["rule", "title", "per fight"], rows.collect(), 2..3)?;
        page.gap()?;
        let never = coverage.never();
        if never.is_empty() {
            page.note("every rule fired")?;
            continue;
        }
        page.note(&format!("never fired: {} of {}", never.len(), coverage.system.rules().count()))?;
        for rule in never {
            page.item(&format!("{} {}", rule.id, rule.title))?;
        }
    }
    Ok(())
}

fn csv(out: &mut impl Write, found: &Found<Vec<SystemCoverage>>) -> io::Result<()> {
    writeln!(out, "system,rule,title,encounters,count,per_fight,files")?;
    for coverage in &found.result {
        let of_system = found.provenance.scenarios.iter().filter(|scenario| scenario.system == coverage.system.name());
        let files: Vec<String> = of_system.map(|scenario| visible(&shown_path(&scenario.path)).into_owned()).collect();
        let files = files.join("; ");
        let files = csv_field(&files);
        let (system, encounters) = (coverage.system.name(), coverage.encounters);
        for RuleCoverage { id, title, count, per_fight } in coverage.rules() {
            writeln!(out, "{system},{id},{},{encounters},{count},{per_fight},{files}", csv_field(title))?;
        }
    }
    Ok(())
}
