//! `equipoise versus`: a tournament of all contenders against all.

use std::io::{self, Write};

use equipoise_engine::Winner;
use equipoise_report::versus as page;
use equipoise_sim::output::csv::field as csv_field;
use equipoise_sim::studies::study::{self, Found, StudyError, Words};
use equipoise_sim::studies::versus::field::Standing;
use equipoise_sim::studies::versus::{Match, Versus};
use equipoise_sim::{Interval, Share, Watch};

use crate::args::Format;
use crate::charts;
use crate::diagnostics::note;
use crate::exit::Failure;
use crate::interrupt;
use crate::load::{loader, refuse_stdin_twice};
use crate::numbers::grouped;
use crate::out::Out;
use crate::outputs::Outputs;
use crate::page::Page;
use crate::progress::Progress;
use crate::resume;
use crate::stint::{self, Stints, matches_in_stints};
use crate::text::{csv_ends, csv_path};
use crate::threads::pool;

pub(in crate::commands) mod args;
mod table;

use args::{Sides, VersusArgs};

/// Plays every match that the rules allow, ranks the contenders and prints the standings.
pub(crate) fn run(args: &VersusArgs) -> Result<(), Failure> {
    refuse_stdin_twice(&args.input.scenarios)?;
    let tournament = study(args).load(loader())?;
    charts::refuse_unknown(&args.page.charts, &page::NAMES)?;
    Outputs::default().reads_files(&args.input.scenarios).writes_page_file(&args.page).check()?;
    interrupt::listen();
    let kept = args.kept.resume.as_deref();
    let before = resume::work(kept, |text| tournament.finished(text))?;
    let pool = pool(args.work.threads)?;
    let progress = Progress::new(args.work.quiet, tournament.name(), Some(tournament.encounters()));
    let watch = Watch { interrupted: &interrupt::interrupted, progress: &|finished| progress.finished(finished) };
    let keep = |played: &[Match]| stint::keep(kept, &tournament.unfinished(played));
    let played = pool.install(|| matches_in_stints(&Stints::keeping(kept, &keep), &tournament, before, &watch));
    drop(progress);
    let found = tournament.ranked(&played);
    if matches!(found, Err(StudyError::Interrupted)) {
        note("interrupted: no match was finished");
        if !played.is_empty() {
            resume::keep(kept, &tournament.unfinished(&played))?;
        }
    }
    let found = found?;
    let Versus { matches, unplayed, .. } = &found.result;
    if *unplayed > 0 {
        let [finished, all] = [matches.len(), matches.len() + unplayed].map(|count| grouped(count as u64));
        note(&format!("interrupted: {finished} of {all} matches were finished, what is printed is partial"));
        args.page.note_unwritten();
        print(args.format, &found)?;
        resume::keep(kept, &tournament.unfinished(&played))?;
        return Err(Failure::Interrupted);
    }
    // A closed stdout must not cost the page, so its error is returned after it is written.
    let printed = print(args.format, &found);
    let words = Words(found.provenance.study.command());
    args.page.write(&words, |command| page::page(&found, command), || page::charts(&found.result))?;
    printed?;
    resume::done(kept)
}

/// The study that the options ask for.
pub(crate) fn study(args: &VersusArgs) -> study::Versus {
    let (scenarios, overrides) = (args.input.scenarios.clone(), args.input.changes.overrides());
    // The rows of a single scenario's roster have no sides of their own.
    let all = (scenarios.len() > 1).then_some(study::Sides::All);
    let sides = args.sides.map(|sides| match sides {
        Sides::All => study::Sides::All,
        Sides::Party => study::Sides::Party,
        Sides::Enemies => study::Sides::Enemies,
    });
    let VersusArgs { policies, encounters, seed, confidence, .. } = *args;
    study::Versus {
        scenarios,
        overrides,
        sides: sides.or(all.filter(|_| !policies)),
        policies,
        encounters,
        seed,
        confidence,
    }
}

fn print(format: Format, found: &Found<Versus>) -> io::Result<()> {
    let versus = &found.result;
    let mut out = Page::new(Out::new(), format.markup());
    match format {
        Format::Table | Format::Markdown => table::versus(&mut out, versus)?,
        Format::Json => writeln!(out, "{}", found.line())?,
        Format::Csv => {
            let sides = "party_win,party_win_lo,party_win_hi,enemies_win,enemies_win_lo,enemies_win_hi";
            let field = FIELD_COLUMNS.map(|column| format!("party_{column},enemies_{column}")).join(",");
            writeln!(
                out,
                "party,enemies,encounters,{sides},draw,timeout,first_index,party_file,enemies_file,{field},value,value_lo,value_hi"
            )?;
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
    let [party_file, enemies_file] = [played.party, played.enemies].map(|contender| csv_path(&versus.files[contender]));
    let first_index = played.first_index;
    let field = versus.field.as_ref().ok();
    let [party_field, enemies_field] = [played.party, played.enemies]
        .map(|contender| field_of(versus, field.and_then(|field| field.of_contender(contender))));
    let columns = party_field.into_iter().zip(enemies_field).map(|(party, enemies)| format!("{party},{enemies}"));
    let columns = columns.collect::<Vec<_>>().join(",");
    let value =
        field.map_or_else(|| ",,".to_owned(), |field| format!("{},{}", field.value, csv_ends(field.value_interval)));
    format!(
        "{party},{enemies},{encounters},{party_win},{enemies_win},{draw},{timeout},{first_index},{party_file},{enemies_file},{columns},{value}"
    )
}

/// Names of the columns about a contender in the field; each stands twice, for both contenders of a match.
const FIELD_COLUMNS: [&str; 9] =
    ["weight", "weight_lo", "weight_hi", "held", "loss", "loss_lo", "loss_hi", "dominated_by", "dominated"];

/// The cells of these columns; empty without a field.
fn field_of(versus: &Versus, standing: Option<&Standing>) -> [String; 9] {
    let Some(standing) = standing else { return FIELD_COLUMNS.map(|_| String::new()) };
    let number = |number: Option<f64>| number.map_or_else(String::new, |number| number.to_string());
    let ends = |interval: Option<Interval>| [interval.map(|ends| ends.lo), interval.map(|ends| ends.hi)].map(number);
    let ([weight_lo, weight_hi], [loss_lo, loss_hi]) = (ends(standing.weight_interval), ends(standing.loss_interval));
    let dominated = standing.dominated.as_ref();
    let by = dominated.map_or_else(String::new, |dominated| csv_field(versus.name(dominated.by)).to_string());
    let how = dominated.map_or("", |dominated| if dominated.is_sure { "sure" } else { "observed" });
    let (weight, loss) = (standing.weight.to_string(), standing.loss.to_string());
    [weight, weight_lo, weight_hi, number(standing.held), loss, loss_lo, loss_hi, by, how.to_owned()]
}
