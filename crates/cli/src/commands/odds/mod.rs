//! `equipoise odds`: what one attack does, and how many of them put the target out of the fight.

use std::io::{self, Write};

use equipoise_sim::Watch;
use equipoise_sim::output::csv::csv;
use equipoise_sim::output::odds::{self as rows, write_odds};
use equipoise_sim::studies::odds::ScenarioOdds;
use equipoise_sim::studies::study::{Found, Odds, StudyError};

use crate::args::Format;
use crate::diagnostics::note;
use crate::exit::Failure;
use crate::interrupt;
use crate::load::{loader, refuse_stdin_twice};
use crate::out::Out;
use crate::outputs::Outputs;
use crate::page::Page;

pub(in crate::commands) mod args;
mod table;

use args::OddsArgs;

/// Works out the odds of all attacks that are asked about, and prints them.
pub(crate) fn run(args: &OddsArgs) -> Result<(), Failure> {
    refuse_stdin_twice(&args.input.scenarios)?;
    let odds = study(args).load(loader())?;
    Outputs::default().reads_scenarios(odds.scenarios()).writes(args.parquet.as_ref()).check()?;
    interrupt::listen();
    let found = odds.find(&Watch { interrupted: &interrupt::interrupted, progress: &|_| () });
    if matches!(found, Err(StudyError::Interrupted)) {
        note("interrupted: nothing was printed");
    }
    let found = found?;
    let scenarios: Vec<ScenarioOdds> = found.iter().map(|found| found.result.clone()).collect();
    // A closed stdout must not cost the file: the error of printing is returned after the file is written.
    let printed = print(args.format, &scenarios, &found);
    if let Some(path) = &args.parquet {
        write_odds(path, &scenarios, &odds.provenance())?;
    }
    Ok(printed?)
}

fn print(format: Format, scenarios: &[ScenarioOdds], found: &[Found<ScenarioOdds>]) -> io::Result<()> {
    let mut out = Page::new(Out::new(), format.markup());
    match format {
        Format::Table | Format::Markdown => table::odds(&mut out, scenarios)?,
        Format::Csv => {
            let table = rows::odds(scenarios).and_then(|table| csv(&table));
            out.write_all(&table.map_err(io::Error::other)?)?;
        }
        Format::Json => found.iter().try_for_each(|found| writeln!(out, "{}", found.line()))?,
    }
    out.flush()
}

/// The study that the options ask for.
pub(crate) fn study(args: &OddsArgs) -> Odds {
    let (scenarios, overrides) = (args.input.scenarios.clone(), args.input.changes.set.clone());
    let OddsArgs { attacker, attack, target, .. } = args;
    Odds { scenarios, overrides, attacker: attacker.clone(), attack: attack.clone(), target: target.clone() }
}
