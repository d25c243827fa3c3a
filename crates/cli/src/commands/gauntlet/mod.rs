//! `equipoise gauntlet`: one side against every row of a roster.

use std::io::{self, Write};

use equipoise_engine::Winner;
use equipoise_report::gauntlet as page;
use equipoise_sim::output::csv::field as csv_field;
use equipoise_sim::output::numbers::grouped;
use equipoise_sim::studies::gauntlet::ask::Place;
use equipoise_sim::studies::gauntlet::{Gauntlet, Refused, Row};
use equipoise_sim::studies::study::{self, Found, StudyError, Words};
use equipoise_sim::{Share, Watch};

use crate::args::Format;
use crate::charts;
use crate::diagnostics::note;
use crate::exit::Failure;
use crate::interrupt;
use crate::load::loader;
use crate::out::Out;
use crate::outputs::Outputs;
use crate::page::Page;
use crate::progress::Progress;
use crate::text::{csv_ends, csv_path};
use crate::threads::pool;

pub(in crate::commands) mod args;
mod table;

use args::GauntletArgs;

/// Plays all rows that the rules allow, prints them, and fails where there are others.
pub(crate) fn run(args: &GauntletArgs) -> Result<(), Failure> {
    let asked = study(args);
    let gauntlet = asked.load(loader())?;
    charts::refuse_unknown(&args.shown.page.charts, &page::names(&asked))?;
    let read = [args.input.scenario.clone(), asked.roster];
    Outputs::default().reads_files(&read).writes_page_file(&args.shown.page).check()?;
    interrupt::listen();
    let pool = pool(args.shown.work.threads)?;
    let progress = Progress::new(args.shown.work.quiet, gauntlet.name(), Some(gauntlet.encounters()));
    let watch = Watch { interrupted: &interrupt::interrupted, progress: &|finished| progress.finished(finished) };
    let found = pool.install(|| gauntlet.play(&watch));
    drop(progress);
    if found.as_ref().is_err_and(StudyError::is_interrupt) {
        note("interrupted: no row was finished");
        args.shown.page.note_unwritten();
    }
    let found = found?;
    if found.result.is_partial() {
        let Gauntlet { rows, unplayed, .. } = &found.result;
        let [finished, all] = [rows.len(), rows.len() + unplayed].map(|count| grouped(count as u64));
        note(&format!("interrupted: {finished} of {all} rows were finished, what is printed is partial"));
        args.shown.page.note_unwritten();
        print(args.shown.format, &found)?;
        return Err(Failure::Interrupted);
    }
    // A closed stdout must not cost the page, so its error is returned after it is written.
    let printed = print(args.shown.format, &found);
    let words = Words(found.provenance.study.command());
    args.shown.page.write(&words, |command| page::page(&found, command), || page::charts(&found.result))?;
    printed?;
    match gauntlet.mistakes() {
        mistakes if mistakes.is_empty() => Ok(()),
        mistakes => Err(mistakes.into()),
    }
}

/// The study that the options ask for.
pub(crate) fn study(args: &GauntletArgs) -> study::Gauntlet {
    let (scenario, overrides) = (args.input.scenario.clone(), args.input.changes.overrides());
    let (roster, place) = match (&args.roster, &args.party_roster) {
        (Some(roster), _) => (roster.clone(), Place::Enemies),
        (None, roster) => (roster.clone().unwrap_or_default(), Place::Party),
    };
    let counts = args.count.clone().map(|counts| counts.0).unwrap_or_default();
    let GauntletArgs { margin, encounters, seed, confidence, .. } = *args;
    let by = args.by.clone();
    study::Gauntlet { scenario, overrides, roster, place, counts, by, margin, encounters, seed, confidence }
}

fn print(format: Format, found: &Found<Gauntlet>) -> io::Result<()> {
    let gauntlet = &found.result;
    let mut out = Page::new(Out::new(), format.markup());
    match format {
        Format::Table | Format::Markdown => table::gauntlet(&mut out, gauntlet)?,
        Format::Json => writeln!(out, "{}", found.line())?,
        Format::Csv => {
            writeln!(out, "{}", header(gauntlet))?;
            gauntlet.rows.iter().try_for_each(|row| writeln!(out, "{}", csv(gauntlet, row)))?;
            gauntlet.refused.iter().try_for_each(|row| writeln!(out, "{}", csv_of_refused(gauntlet, row)))?;
        }
    }
    out.flush()
}

/// The names of the columns.
fn header(gauntlet: &Gauntlet) -> String {
    let with_ends = |name: &str| format!("{name},{name}_lo,{name}_hi");
    let mut columns = vec!["row,count,by,encounters".to_owned(), with_ends("party_win"), with_ends("enemies_win")];
    columns.push("draw,timeout".to_owned());
    columns.extend([with_ends("rounds_mean"), with_ends("party_any_dead")]);
    columns.push("dies_most,dies_most_share,dies_most_lo,dies_most_hi".to_owned());
    columns.push("fit,distance,distance_lo,distance_hi,stands_out,refused".to_owned());
    columns.extend(gauntlet.points.iter().map(|points| with_ends(&format!("lost_{points}"))));
    columns.push("file".to_owned());
    columns.join(",")
}

/// The path of the scenario.
fn file(gauntlet: &Gauntlet) -> String {
    csv_path(&gauntlet.asked.scenario)
}

fn csv(gauntlet: &Gauntlet, row: &Row) -> String {
    let share = |share: &Share| format!("{},{}", share.share, csv_ends(share.interval));
    let [party, enemies, draw, timeout] = &row.winners;
    debug_assert_eq!(Winner::ALL.map(Winner::index), [0, 1, 2, 3]);
    let by = row.by.map(|by| by.to_string()).unwrap_or_default();
    let mut cells = vec![csv_field(&row.id).into_owned(), row.count.to_string(), by];
    cells.extend([gauntlet.asked.encounters.to_string(), share(party), share(enemies)]);
    cells.extend([draw.share.to_string(), timeout.share.to_string()]);
    cells.extend([format!("{},{}", row.rounds.mean, csv_ends(row.rounds.interval)), share(&row.any_dead)]);
    let most = row.dies_most().map(|death| format!("{},{}", csv_field(&death.combatant), share(&death.share)));
    cells.push(most.unwrap_or_else(|| ",,,".to_owned()));
    let fit = row.fit.map(|fit| {
        let stands_out = fit.stands_out.map_or("", |stands_out| stands_out.name());
        format!("{},{},{},{stands_out}", fit.share, fit.distance, csv_ends(Some(fit.interval)))
    });
    cells.extend([fit.unwrap_or_else(|| ",,,,".to_owned()), String::new()]);
    cells.extend(row.lost.iter().map(|lost| format!("{},{}", lost.mean, csv_ends(lost.interval))));
    cells.push(file(gauntlet));
    cells.join(",")
}

/// A row that cannot fight, with the reason and without numbers.
fn csv_of_refused(gauntlet: &Gauntlet, refused: &Refused) -> String {
    let count = refused.count.map(|count| count.to_string()).unwrap_or_default();
    // Of the two columns that are filled, no comma follows the last.
    let empty = header(gauntlet).split(',').skip(2).take_while(|column| *column != "refused").count();
    let before = format!("{},{count}{}", csv_field(&refused.row), ",".repeat(empty));
    let lost = ",,,".repeat(gauntlet.points.len());
    format!("{before},{}{lost},{}", csv_field(&refused.sentence()), file(gauntlet))
}
