//! `equipoise versus`: a tournament of all contenders against all.

use std::io::{self, Write};

use equipoise_engine::{Seed, Side, Winner};
use equipoise_sim::studies::versus::{Match, Settings, Tournament, Versus, VersusError};
use equipoise_sim::{Share, Watch};

use crate::args::{Format, Sides, VersusArgs};
use crate::diagnostics::note;
use crate::exit::Failure;
use crate::interrupt;
use crate::load::{Files, refuse_stdin_twice};
use crate::out::Out;
use crate::page::Page;
use crate::progress::Progress;
use crate::tables;
use crate::text::csv_field;
use crate::threads::pool;

/// Plays every match that the rules allow, ranks the contenders and prints the standings.
pub(crate) fn run(args: &VersusArgs) -> Result<(), Failure> {
    refuse_stdin_twice(&args.input.scenarios)?;
    let sides = args.sides.map(|sides| match sides {
        Sides::All => &Side::ALL[..],
        Sides::Party => &[Side::Party],
        Sides::Enemies => &[Side::Enemies],
    });
    let tournament = Tournament::load(&Files, &args.input.scenarios, &args.input.changes.set, sides)?;
    interrupt::listen();
    let line_ups = tournament.line_ups()?;
    let settings = Settings { seed: Seed(args.seed), encounters: args.encounters, confidence: args.confidence };
    let pool = pool(args.work.threads)?;
    let progress = Progress::new(args.work.quiet, line_ups.scenario(), Some(line_ups.encounters(&settings)));
    let watch = Watch { interrupted: &interrupt::interrupted, progress: &|finished| progress.finished(finished) };
    let versus = pool.install(|| line_ups.play(&settings, &watch));
    drop(progress);
    if versus == Err(VersusError::Interrupted) {
        note("interrupted: not every match was fought, and nothing is ranked");
    }
    Ok(print(args.format, &versus?)?)
}

fn print(format: Format, versus: &Versus) -> io::Result<()> {
    let mut out = Page::new(Out::new(), format.markup());
    match format {
        Format::Table | Format::Markdown => tables::versus::versus(&mut out, versus)?,
        Format::Json => writeln!(out, "{}", serde_json::to_string(versus)?)?,
        Format::Csv => {
            let sides = "party_win,party_win_lo,party_win_hi,enemies_win,enemies_win_lo,enemies_win_hi";
            writeln!(out, "party,enemies,encounters,{sides},draw,timeout,first_index")?;
            for played in &versus.matches {
                writeln!(out, "{}", csv(versus, played))?;
            }
        }
    }
    out.flush()
}

fn csv(versus: &Versus, played: &Match) -> String {
    let [party, enemies] = [played.party, played.enemies].map(|contender| csv_field(versus.name(contender)));
    let shares = versus.shares(played);
    let won = |winner: Winner| {
        let Share { share, interval, .. } = shares[winner.index()];
        interval.map_or_else(String::new, |interval| format!("{share},{},{}", interval.lo, interval.hi))
    };
    let [draw, timeout] = [Winner::Draw, Winner::Timeout].map(|winner| shares[winner.index()].share);
    let (party_win, enemies_win) = (won(Winner::Party), won(Winner::Enemies));
    let encounters = versus.settings.encounters;
    format!("{party},{enemies},{encounters},{party_win},{enemies_win},{draw},{timeout},{}", played.first_index)
}
