//! `equipoise replay`: one fight, narrated.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use clap::builder::styling::Style;
use equipoise_engine::Winner;
use equipoise_engine::trace::Line;
use equipoise_sim::Watch;
use equipoise_sim::output::recorded::Recorded;
use equipoise_sim::output::words::short_ids;
use equipoise_sim::studies::load::{self, Loader};
use equipoise_sim::studies::replay::{Fate, OddsByStep, Replay, Told};
use equipoise_sim::studies::study::{self, Fight, StudyError};

use crate::args::TextOrJson;
use crate::diagnostics::{note, note_former_names};
use crate::exit::Failure;
use crate::interrupt;
use crate::load::{loader, registry};
use crate::numbers::grouped;
use crate::out::Out;
use crate::page::Page;
use crate::progress::Progress;
use crate::solving::Solving;
use crate::text::visible;
use crate::threads::pool;

pub(crate) mod args;
mod odds;

use args::ReplayArgs;

/// Encounters that `--find` searches unless `--encounters` says otherwise.
const SEARCHED: u64 = 100_000;
/// The same for the largest swing: the odds of every step of all of them are worked out.
const SEARCHED_FOR_TURN: u64 = 1000;

/// Finds the fight and narrates it.
pub(crate) fn run(args: &ReplayArgs) -> Result<(), Failure> {
    if args.index.is_some() && args.work.threads.is_some() && !args.odds {
        return Err(Failure::plain("--threads is for --find and --odds: the fight of --index is played alone"));
    }
    if !args.round.is_empty() && args.format == TextOrJson::Json {
        return Err(Failure::plain(
            "--round chooses what people read: --format json has all rounds, each line with its own",
        ));
    }
    let study = study(args)?;
    let is_drawn = study.odds.is_some() && odds::is_drawn(&args.picture, args.format)?;
    let replay = match &args.recorded {
        Some(record) => study.load(Loader::new(registry(), &*recorded_texts(record, &study.scenario)?))?,
        None => study.load(loader())?,
    };
    let encounters = study.fight.encounters();
    if encounters > 0 || study.odds.is_some() {
        interrupt::listen();
    }
    // Continuations of a single fight are counted without a known end.
    let progress = Progress::new(args.work.quiet, replay.name(), (encounters > 0).then_some(encounters));
    let solving = Solving::new(args.work.quiet, replay.name());
    let searched = AtomicU64::new(0);
    let report_progress = |finished: u64| {
        // Workers report at the same time, and a smaller number may come later.
        searched.fetch_max(finished, Ordering::Relaxed);
        progress.finished(finished);
    };
    let watch = Watch { interrupted: &interrupt::interrupted, progress: &report_progress };
    let pool = pool(args.work.threads)?;
    let found = pool.install(|| replay.play(&solving, &watch));
    drop((progress, solving));
    if found.as_ref().is_err_and(StudyError::is_interrupt) && encounters == 0 {
        note(&format!("interrupted: the odds of the fight of {} were not all known, it is not told", replay.name()));
    } else if found.as_ref().is_err_and(StudyError::is_interrupt) {
        let [searched, all] = [searched.into_inner(), encounters].map(grouped);
        note(&format!("interrupted: {searched} of {all} encounters of {} were searched, none is told", replay.name()));
    }
    let found = found?;
    let mut out = Page::new(Out::new(), args.format.markup());
    match args.format {
        TextOrJson::Table | TextOrJson::Markdown if !args.round.is_empty() => {
            let replay = &found.result.replay;
            let rounds = replay.outcome.rounds;
            if let Some(beyond) = args.round.iter().find(|round| **round > rounds) {
                return Err(Failure::plain(format!("there is no round {beyond}: the fight ends in round {rounds}")));
            }
            let dim = head(&mut out, &found.result.scenario, replay)?;
            let odds = found.result.odds.as_ref();
            narrate_rounds(&mut out, replay, odds, |round| args.round.contains(&round), dim)?;
            if let Some(odds) = odds {
                odds::summary(&mut out, odds, replay, is_drawn)?;
            }
        }
        TextOrJson::Table | TextOrJson::Markdown => {
            narrate(&mut out, &found.result)?;
            if let Some(odds) = &found.result.odds {
                odds::summary(&mut out, odds, &found.result.replay, is_drawn)?;
            }
        }
        TextOrJson::Json => writeln!(out, "{}", found.line())?,
    }
    Ok(out.flush()?)
}

/// The texts that a record has of a scenario.
fn recorded_texts(record: &Path, scenario: &Path) -> Result<Arc<load::Files>, Failure> {
    let recorded = Recorded::read(registry(), record).map_err(|error| Failure::plain(error.to_string()))?;
    recorded.texts_of(scenario).ok_or_else(|| {
        let known = recorded.records().iter().flat_map(|record| record.study.scenarios());
        let known: BTreeSet<String> = known.map(|path| path.display().to_string()).collect();
        let known: Vec<String> = known.into_iter().collect();
        let message = format!("{} has no result of {}", record.display(), scenario.display());
        Failure::with_help(message, format!("it has results of {}", known.join(", ")))
    })
}

/// The study that the options ask for.
pub(crate) fn study(args: &ReplayArgs) -> Result<study::Replay, Failure> {
    let fight = match (args.index, &args.find) {
        (Some(index), _) => Fight::Index(index),
        (None, Some(find)) => {
            note_former_names(find);
            let usual = if find == Fight::TURNING_POINT { SEARCHED_FOR_TURN } else { SEARCHED };
            Fight::found_by(find, args.encounters.unwrap_or(usual))
        }
        (None, None) => return Err(Failure::plain("--index or --find says which fight to tell")),
    };
    let (scenario, overrides) = (args.input.scenario.clone(), args.input.changes.overrides());
    let odds = odds::method(args, matches!(fight, Fight::Turn { .. }))?;
    Ok(study::Replay { scenario, overrides, seed: args.seed, fight, odds })
}

/// Says which fight it is; the style of what stands back.
fn head(page: &mut Page<Out>, scenario: &str, replay: &Replay) -> io::Result<Style> {
    let title = format!("{} ({})", visible(scenario), replay.system);
    page.title(&title, 0)?;
    page.note(&format!("seed {}, encounter {}", replay.seed.0, replay.index.0))?;
    Ok(page.out().dim())
}

fn narrate(page: &mut Page<Out>, Told { scenario, replay, odds }: &Told) -> io::Result<()> {
    let dim = head(page, scenario, replay)?;
    if let Some(odds) = odds {
        page.note(&odds::before(odds))?;
    }
    narrate_rounds(page, replay, odds.as_ref(), |_| true, dim)?;
    let winner = match replay.outcome.winner {
        Winner::Party => "the party wins",
        Winner::Enemies => "the enemies win",
        Winner::Draw => "a draw",
        Winner::Timeout => "no winner within the round limit",
    };
    let rounds = replay.outcome.rounds;
    page.gap()?;
    page.note(&format!("{winner} after {rounds} {}", if rounds == 1 { "round" } else { "rounds" }))?;
    page.gap()?;
    let fate = |fate: &Fate| vec![fate.id.clone(), fate.side.to_string(), fate.end.to_string()];
    page.grid(&["combatant", "side", "end"], replay.combatants.iter().map(fate).collect(), 0..0)?;
    let counted = replay.metrics.iter().filter(|(_, count)| *count > 0);
    let rows: Vec<_> = counted.map(|(name, count)| vec![name.clone(), count.to_string()]).collect();
    if !rows.is_empty() {
        page.gap()?;
        page.grid(&["metric", "count"], rows, 1..2)?;
    }
    Ok(())
}

/// Each round that is wanted with a heading, its lines, the odds after each of its steps and its picture, where it has any.
fn narrate_rounds(
    page: &mut Page<impl Write>,
    replay: &Replay,
    odds: Option<&OddsByStep>,
    is_wanted: impl Fn(u32) -> bool,
    dim: Style,
) -> io::Result<()> {
    for round in (0..=replay.outcome.rounds).filter(|&round| is_wanted(round)) {
        let mut lines = replay.lines.iter().filter(|line| line.round == round).peekable();
        let mut pictures = replay.pictures.iter().filter(|picture| picture.round == round).peekable();
        let mut steps = odds.iter().flat_map(|odds| odds.steps.iter().filter(|step| step.round == round)).peekable();
        if lines.peek().is_none() && pictures.peek().is_none() && steps.peek().is_none() {
            continue;
        }
        page.gap()?;
        page.heading(&if round == 0 { "set-up".to_owned() } else { format!("round {round}") })?;
        match odds {
            None => lines.try_for_each(|line| narrate_line(page, line, dim))?,
            Some(odds) => {
                for step in steps {
                    replay.lines[step.lines.clone()].iter().try_for_each(|line| narrate_line(page, line, dim))?;
                    page.detail(&odds::after(odds, step), [6, 8])?;
                }
            }
        }
        // A drawing keeps its line breaks and spaces, but says nothing else to the terminal.
        let drawn = |line: &str| format!("{}\n", visible(line).trim_end());
        pictures.try_for_each(|picture| page.verbatim(&picture.text.lines().map(drawn).collect::<String>()))?;
    }
    Ok(())
}

/// The text, then its rules, dimmed.
fn narrate_line(page: &mut Page<impl Write>, line: &Line, dim: Style) -> io::Result<()> {
    let text = visible(&line.text);
    if line.event.starts_with(r#"{"kind":"leg","#) {
        page.gap()?;
        return page.heading(&text);
    }
    let rules = if line.rules.is_empty() { String::new() } else { format!(" [{}]", short_ids(&line.rules)) };
    page.item_with(&text, &rules, dim)
}

#[cfg(test)]
mod tests {
    use equipoise_engine::{EncounterIndex, Outcome, Seed};
    use equipoise_sim::studies::replay::Picture;

    use super::*;
    use crate::page::Markup;

    /// The set-up and two rounds, of which the first has no line.
    fn drawn() -> Replay {
        let line = |round, text: &str| Line {
            round,
            text: text.to_owned(),
            event: String::from("\"\""),
            rules: vec!["TOY-01"],
        };
        let picture = |round, text: &str| Picture { round, text: text.to_owned() };
        let wide = format!("{}#\n", " ".repeat(79));
        Replay {
            system: "toy",
            seed: Seed(1),
            index: EncounterIndex(2),
            outcome: Outcome { winner: Winner::Party, rounds: 2 },
            combatants: Vec::new(),
            metrics: Vec::new(),
            quantities: Vec::new(),
            lines: vec![line(0, "Ann meets an ogre."), line(2, "Ann strikes.")],
            pictures: vec![picture(0, &wide), picture(1, "A  .\n\n.  O  \n"), picture(2, "A\u{1b}[2J")],
        }
    }

    fn narration(replay: &Replay) -> String {
        let mut page = Page::new(Vec::new(), Markup::Plain);
        narrate_rounds(&mut page, replay, None, |_| true, Style::new()).expect("memory takes all");
        String::from_utf8(page.out().clone()).expect("text")
    }

    #[test]
    fn pictures_follow_the_lines_of_their_round_as_they_are() {
        let wide = format!("{}#", " ".repeat(79));
        let expected = format!(
            "\nset-up\n  Ann meets an ogre. [TOY-01]\n{wide}\n\nround 1\nA  .\n\n.  O\n\nround 2\n  Ann strikes. [TOY-01]\n\
             A\\u{{1b}}[2J\n"
        );
        assert_eq!(narration(&drawn()), expected);
    }

    #[test]
    fn rounds_without_lines_and_pictures_are_left_out() {
        let undrawn = Replay { pictures: Vec::new(), ..drawn() };
        assert_eq!(
            narration(&undrawn),
            "\nset-up\n  Ann meets an ogre. [TOY-01]\n\nround 2\n  Ann strikes. [TOY-01]\n"
        );
    }
}
