//! `equipoise balance`: the least change that brings every target into its band.

use std::fs;
use std::io::{self, Write};

use equipoise_report::balance as page;
use equipoise_sim::Watch;
use equipoise_sim::output::csv::field as csv_field;
use equipoise_sim::output::files::{target, write_set};
use equipoise_sim::studies::balance::{Balance, LoadedBalance, Measure, Number, Sheet, Target};
use equipoise_sim::studies::study::{self, Found, StudyError, Words};
use equipoise_sim::studies::test::Verdict;

use crate::args::Format;
use crate::charts;
use crate::diagnostics::note;
use crate::exit::Failure;
use crate::interrupt;
use crate::load::loader;
use crate::numbers::grouped;
use crate::out::Out;
use crate::outputs::Outputs;
use crate::page::Page;
use crate::progress::Progress;
use crate::text::{csv_ends, csv_path};
use crate::threads::pool;

pub(in crate::commands) mod args;
mod table;

use args::BalanceArgs;

/// Searches, prints what was found, and writes it into the files if that is wanted.
pub(crate) fn run(args: &BalanceArgs) -> Result<(), Failure> {
    let balance = study(args).load(loader())?;
    charts::refuse_unknown(&args.shown.page.charts, &page::names(balance.targets()))?;
    let read: Vec<_> = balance.read().keys().cloned().collect();
    Outputs::default().reads_files(&read).writes_page_file(&args.shown.page).check()?;
    if args.apply {
        refuse_same_files(&balance)?;
    }
    interrupt::listen();
    let pool = pool(args.shown.work.threads)?;
    let progress = Progress::new(args.shown.work.quiet, &balance.name(), None);
    let watch = Watch { interrupted: &interrupt::interrupted, progress: &|finished| progress.finished(finished) };
    let found = pool.install(|| balance.play(&watch));
    drop(progress);
    if found.as_ref().is_err_and(StudyError::is_interrupt) {
        note("interrupted: the files as they are were not measured yet");
        args.shown.page.note_unwritten();
    }
    let found = found?;
    let result = &found.result;
    if result.is_partial {
        note(&format!("interrupted after {} encounters, what is printed is partial", grouped(result.played)));
        args.shown.page.note_unwritten();
        note_unapplied(args, "the search was interrupted");
        print(args.shown.format, &found)?;
        return Err(Failure::Interrupted);
    }
    // A closed stdout must not cost the page, so its error is returned after it is written.
    let printed = print(args.shown.format, &found);
    let words = Words(found.provenance.study.command());
    args.shown.page.write(&words, |command| page::page(&found, command), || page::charts(result))?;
    if args.apply {
        apply(args, &balance, result)?;
    }
    printed?;
    if result.is_reached() { Ok(()) } else { Err(Failure::Undecided) }
}

/// The study that the options ask for.
pub(crate) fn study(args: &BalanceArgs) -> study::Balance {
    let BalanceArgs { encounters, seed, confidence, .. } = *args;
    study::Balance { file: args.file.clone(), encounters, seed, confidence }
}

fn note_unapplied(args: &BalanceArgs, why: &str) {
    if args.apply {
        note(&format!("nothing was written into the files: {why}"));
    }
}

/// Refuses two paths to one file: what is written by one of them would be lost by the other.
fn refuse_same_files(balance: &LoadedBalance) -> Result<(), Failure> {
    let files = balance.written();
    let mut known = Vec::new();
    for file in &files {
        let real = target(file)?;
        if let Some((other, _)) = known.iter().find(|(_, known)| *known == real) {
            let (file, other): (_, &&std::path::PathBuf) = (file.display(), other);
            return Err(Failure::plain(format!("cannot change {file}: it is the same file as {}", other.display())));
        }
        known.push((file, real));
    }
    Ok(())
}

/// Writes the numbers of the best sheet into the files.
fn apply(args: &BalanceArgs, balance: &LoadedBalance, found: &Balance) -> Result<(), Failure> {
    let Some(best) = found.best() else {
        note_unapplied(args, "there is no sheet");
        return Ok(());
    };
    if found.count(Verdict::Fail) > 0 {
        note_unapplied(args, "a target is not reached");
        return Ok(());
    }
    let texts = balance.texts(best);
    for file in texts.keys() {
        // Numbers are written where they stood when the file was read.
        let is_as_read = fs::read_to_string(file).is_ok_and(|text| balance.read().get(file) == Some(&text));
        if !is_as_read {
            return Err(Failure::plain(format!("{} has changed in the meantime: nothing was written", file.display())));
        }
        if fs::metadata(file).is_ok_and(|found| found.permissions().readonly()) {
            return Err(Failure::plain(format!("{} may only be read: nothing was written", file.display())));
        }
    }
    if texts.is_empty() {
        note("nothing has to change: no file was written");
        return Ok(());
    }
    let written: Vec<_> = texts.into_iter().map(|(path, text)| (path, text.into_bytes())).collect();
    write_set(&written)?;
    for (path, _) in &written {
        note(&format!("changed {}", path.display()));
    }
    Ok(())
}

fn print(format: Format, found: &Found<Balance>) -> io::Result<()> {
    let balance = &found.result;
    let mut out = Page::new(Out::new(), format.markup());
    match format {
        Format::Table | Format::Markdown => table::balance(&mut out, balance)?,
        Format::Json => writeln!(out, "{}", found.line())?,
        Format::Csv => csv(&mut out, balance)?,
    }
    out.flush()
}

/// A row for what the files have, and one for each sheet.
fn csv(out: &mut impl Write, found: &Balance) -> io::Result<()> {
    let mut header = vec!["sheet".to_owned(), "cost".to_owned()];
    header.extend(found.numbers.iter().map(Number::name));
    header.extend(
        found
            .targets
            .iter()
            .map(Target::name)
            .flat_map(|name| ["", "_lo", "_hi", "_verdict"].map(|end| format!("{name}{end}"))),
    );
    header.push("file".to_owned());
    let header: Vec<_> = header.iter().map(|name| csv_field(name)).collect();
    writeln!(out, "{}", header.join(","))?;
    let row = |name: &str, cost: f64, values: &mut dyn Iterator<Item = i64>, measures: &[Measure]| {
        let mut cells = vec![name.to_owned(), cost.to_string()];
        cells.extend(values.map(|value| value.to_string()));
        for Measure { value, interval, verdict } in measures {
            cells.push(format!("{value},{},{}", csv_ends(*interval), verdict.name()));
        }
        cells.push(csv_path(&found.asked.file));
        cells.join(",")
    };
    if let Some(before) = &found.before {
        let mut values = found.numbers.iter().map(|number| number.before);
        writeln!(out, "{}", row("before", 0.0, &mut values, before))?;
    }
    for (index, Sheet { values, cost, measures }) in found.sheets.iter().enumerate() {
        writeln!(out, "{}", row(&(index + 1).to_string(), *cost, &mut values.iter().copied(), measures))?;
    }
    Ok(())
}
