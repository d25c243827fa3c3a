//! `equipoise observe`: games that were played, against the model.

use std::io::{self, Write};

use equipoise_report::observe as page;
use equipoise_sim::Watch;
use equipoise_sim::output::csv::field as csv_field;
use equipoise_sim::studies::load::is_stdin;
use equipoise_sim::studies::observe::ask::Sampling;
use equipoise_sim::studies::observe::{At, Column, Compared, ObserveError, Observed, Test};
use equipoise_sim::studies::report::{Mean, Share};
use equipoise_sim::studies::study::{Found, Observe, Question, StudyError, Words};

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
use crate::solving::Solving;
use crate::text::{csv_ends, csv_path};
use crate::threads::pool;
use crate::vary::note_left_out;

pub(crate) mod args;
mod table;

use args::ObserveArgs;

/// Encounters that stand for the model, unless `--encounters` says otherwise.
const ENCOUNTERS: u64 = 100_000;

/// Solves or samples the scenario, and prints how the games fit it.
pub(crate) fn run(args: &ObserveArgs) -> Result<(), Failure> {
    let asked = study(args)?;
    if is_stdin(&asked.games) {
        return Err(Failure::plain("the games are read from a file, and not from stdin"));
    }
    note_left_out(asked.vary.as_slice());
    let observe = asked.load(loader())?;
    charts::refuse_unknown(&args.shown.page.charts, &page::names(&asked))?;
    let read = [args.scenario.clone(), args.games.clone()];
    Outputs::default().reads_files(&read).writes_page_file(&args.shown.page).check()?;
    interrupt::listen();
    let pool = pool(args.shown.work.threads)?;
    let progress = Progress::new(args.shown.work.quiet, observe.name(), Some(asked.encounters()));
    let solving = Solving::new(args.shown.work.quiet, observe.name());
    let watch = Watch { interrupted: &interrupt::interrupted, progress: &|finished| progress.finished(finished) };
    let found = pool.install(|| observe.play(&solving, &watch));
    drop((progress, solving));
    if found.as_ref().is_err_and(StudyError::is_interrupt) {
        note(&ObserveError::Interrupted.to_string());
        args.shown.page.note_unwritten();
    }
    let found = found?;
    if found.result.is_partial {
        note("interrupted, what is printed is partial");
        args.shown.page.note_unwritten();
        print(args.shown.format, &found)?;
        return Err(Failure::Interrupted);
    }
    // A closed stdout must not cost the page, so its error is returned after it is written.
    let printed = print(args.shown.format, &found);
    let words = Words(found.provenance.study.command());
    args.shown.page.write(&words, |command| page::page(&found, command), || page::charts(&found.result))?;
    Ok(printed?)
}

/// The study that the options ask for.
pub(crate) fn study(args: &ObserveArgs) -> Result<Observe, Failure> {
    args.method.refuse_if_exact([(args.encounters.is_some(), "--encounters")])?;
    let limits = args.method.limits_tried(&args.solver)?;
    let sampling = Sampling { encounters: args.encounters.unwrap_or(ENCOUNTERS) };
    Ok(Observe {
        scenario: args.scenario.clone(),
        overrides: args.changes.overrides(),
        games: args.games.clone(),
        ignore: args.ignore.clone(),
        vary: args.vary.clone(),
        top: usize::try_from(args.top).unwrap_or(usize::MAX),
        method: args.method.of(limits, sampling),
        seed: args.seed,
        confidence: args.confidence,
    })
}

fn print(format: Format, found: &Found<Observed>) -> io::Result<()> {
    let observed = &found.result;
    let mut out = Page::new(Out::new(), format.markup());
    match format {
        Format::Table | Format::Markdown => table::observed(&mut out, observed)?,
        Format::Json => writeln!(out, "{}", found.line())?,
        Format::Csv => match &observed.curve {
            None => csv(&mut out, observed)?,
            Some(curve) => {
                let path = csv_field(&curve.path);
                writeln!(out, "{path},log_likelihood,drop,error,standing,told_from_best,unseen,file")?;
                curve.values.iter().try_for_each(|at| writeln!(out, "{}", csv_of_value(observed, at)))?;
            }
        },
    }
    out.flush()
}

/// The columns of the record, a row for each value and each test.
fn csv(out: &mut Page<Out>, found: &Observed) -> io::Result<()> {
    writeln!(
        out,
        "column,kind,value,games,expected,expected_lo,expected_hi,observed,observed_lo,observed_hi,test,p,adjusted,file"
    )?;
    for column in &found.columns {
        rows(column).iter().try_for_each(|row| writeln!(out, "{row},{}", csv_path(&found.asked.scenario)))?;
    }
    let Some(whole) = &found.whole else { return Ok(()) };
    let file = csv_path(&found.asked.scenario);
    writeln!(out, ",whole,,{},,,,,,,{},{file}", found.games, tested(Some(&whole.test)))
}

fn rows(column: &Column) -> Vec<String> {
    let kind = match column.of.words() {
        Some(_) => "share",
        None => "mean",
    };
    let row = |value: &str, numbers: &str, test: Option<&Test>| {
        format!("{},{kind},{},{},{numbers},{}", csv_field(&column.name), csv_field(value), column.games, tested(test))
    };
    let share = |share: &Share| format!("{},{}", share.share, csv_ends(share.interval));
    let mean = |mean: &Mean| format!("{},{}", mean.mean, csv_ends(mean.interval));
    match &column.mean {
        Some(Compared { expected, observed }) => {
            let numbers = format!("{},{}", mean(expected), mean(observed));
            let first = row("", &numbers, column.tests.first());
            let others = column.tests.iter().skip(1).map(|test| row("", ",,,,,", Some(test)));
            [first].into_iter().chain(others).collect()
        }
        None if column.values.is_empty() => vec![row("", ",,,,,", None)],
        None => {
            let of_value = |value: &equipoise_sim::studies::observe::Value| {
                let Compared { expected, observed } = &value.compared;
                row(&value.value, &format!("{},{}", share(expected), share(observed)), column.tests.first())
            };
            column.values.iter().map(of_value).collect()
        }
    }
}

/// The name of a test with its p-values.
fn tested(test: Option<&Test>) -> String {
    test.map_or_else(|| ",,".to_owned(), |test| format!("{},{},{}", test.name.name(), test.p, test.adjusted))
}

fn csv_of_value(found: &Observed, at: &At) -> String {
    let number = |number: Option<f64>| number.map(|number| number.to_string()).unwrap_or_default();
    let At { value, log_likelihood, drop, error, standing, is_told_from_best, unseen } = at;
    let numbers = [number(*log_likelihood), number(*drop), number(*error)].join(",");
    let file = csv_path(&found.asked.scenario);
    format!("{},{numbers},{},{is_told_from_best},{unseen},{file}", csv_field(value), standing.name())
}
