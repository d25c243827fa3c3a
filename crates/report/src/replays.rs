//! Fights worth seeing, told round by round.

use std::ops::Range;

use equipoise_engine::trace::Line;
use equipoise_engine::{Seed, Winner};
use equipoise_sim::Watch;
use equipoise_sim::output::numbers;
use equipoise_sim::output::words::{short_ids, visible};
use equipoise_sim::studies::load::Loaded;
use equipoise_sim::studies::replay::Replay;
use equipoise_sim::studies::replay::{Criterion, NotFound};
use equipoise_sim::studies::study::Words;
use maud::{Markup, html};

use crate::{show, source};

/// Encounters that are searched at the most.
const SEARCHED_MAX: u64 = 10_000;

/// The fights that are told, each with why.
const CRITERIA: [(Criterion, &str); 3] = [
    (Criterion::Median, "A usual fight: it ends as most do, after the median of their rounds"),
    (Criterion::Closest, "The closest fight: its loser had been further ahead than any other"),
    (Criterion::Upset, "The biggest upset: the side that wins less often won it soonest"),
];

/// Lines of a fight, and of its maps, that are told; a longer one is cut in the middle.
const LINES_MAX: usize = 400;

/// Fights of a scenario that are worth seeing.
#[derive(Debug, Clone)]
pub struct Replays {
    searched: u64,
    found: Vec<(&'static str, Result<Replay, NotFound>)>,
}

/// Searches the first encounters of a seed, of so many that were played. None after an interrupt.
pub fn replays(loaded: &Loaded, seed: Seed, encounters: u64, watch: &Watch) -> Option<Replays> {
    let searched = encounters.min(SEARCHED_MAX);
    let find = |(criterion, why)| match loaded.fights.find(seed, searched, criterion, watch) {
        Ok(index) => Some((why, Ok(loaded.fights.replay(seed, index)))),
        Err(NotFound::Interrupted) => None,
        Err(reason) => Some((why, Err(reason))),
    };
    let found = CRITERIA.into_iter().map(find).collect::<Option<_>>()?;
    Some(Replays { searched, found })
}

/// The fights, folded away.
pub(crate) fn section(replays: &Replays, loaded: &Loaded) -> Markup {
    html! {
        p.faint { "Found among the first " (numbers::encounters(replays.searched)) " of the seed." }
        @for (why, found) in &replays.found {
            @match found {
                Ok(replay) => { details { summary { (why) } (story(replay, loaded)) } }
                Err(reason) => { p { (why) ": " (reason) "." } }
            }
        }
    }
}

/// How a fight ended.
fn ending(replay: &Replay) -> String {
    let winner = match replay.outcome.winner {
        Winner::Party => "The party wins",
        Winner::Enemies => "The enemies win",
        Winner::Draw => "Nobody is left to fight",
        Winner::Timeout => "Nobody has won",
    };
    let rounds = replay.outcome.rounds;
    format!("{winner} after {rounds} {}.", if rounds == 1 { "round" } else { "rounds" })
}

fn story(replay: &Replay, loaded: &Loaded) -> Markup {
    let (seed, index) = (replay.seed.0, replay.index.0);
    let words = Words::new("replay").path(&loaded.path).options("--set", &loaded.changes);
    let command = source::line(&words.option("--seed", &seed).option("--index", &index).0);
    let rounds = replay.outcome.rounds;
    let left_out = left_out(replay, LINES_MAX);
    html! {
            p { (ending(replay)) " It is encounter " (numbers::grouped(index)) " of the seed; to see it again:" }
            pre { (command) }
            @for round in 0..left_out.start { (of_round(replay, round)) }
            @if !left_out.is_empty() {
                p.faint {
                    (numbers::grouped(left_out.len() as u64)) " rounds are left out here; the command above tells them too."
                }
            }
            @for round in left_out.end..=rounds { (of_round(replay, round)) }
            p {
                @for (number, fate) in replay.combatants.iter().enumerate() {
                    @if number > 0 { "; " }
    bdi { (visible(show::name_of(loaded.fights.combatants(), &fate.id))) } " (" (fate.side) "): " (fate.end)
                }
                "."
            }
        }
}

/// The rounds in the middle of a fight that do not fit into so many lines; empty if all do. Of the first and the last round
/// everything is told.
fn left_out(replay: &Replay, lines_max: usize) -> Range<u32> {
    let rounds = replay.outcome.rounds;
    let mut lengths = vec![0; rounds as usize + 1];
    let lines = replay.lines.iter().map(|line| (line.round, 1));
    let maps = replay.pictures.iter().map(|picture| (picture.round, picture.text.lines().count()));
    for (round, length) in lines.chain(maps) {
        if let Some(sum) = lengths.get_mut(round as usize) {
            *sum += length;
        }
    }
    if lengths.iter().sum::<usize>() <= lines_max {
        return 0..0;
    }
    let fitting = |lengths: &mut dyn Iterator<Item = &usize>| {
        let mut told = 0;
        let is_fitting = |length: &&usize| {
            told += **length;
            told <= lines_max / 2
        };
        lengths.take_while(is_fitting).count().max(1) as u32
    };
    let (from, to) = (fitting(&mut lengths.iter()), fitting(&mut lengths.iter().rev()));
    // A set-up without lines is no round that is told.
    let (from, to) = (from.max(2).min(rounds), rounds + 1 - to.min(rounds + 1));
    from..to.max(from)
}

/// A round with its lines and its map; nothing where it has neither.
fn of_round(replay: &Replay, round: u32) -> Markup {
    let lines: Vec<&Line> = replay.lines.iter().filter(|line| line.round == round).collect();
    let mut pictures = replay.pictures.iter().filter(|picture| picture.round == round).peekable();
    let name = if round == 0 { "Set-up".to_owned() } else { format!("Round {round}") };
    if lines.is_empty() && pictures.peek().is_none() {
        return html! {};
    }
    html! {
        p { b { (name) } }
        @if !lines.is_empty() {
            ul.story {
                @for line in lines {
                    li {
                        bdi { (visible(&line.text)) }
                        @if !line.rules.is_empty() { " " code { (short_ids(&line.rules)) } }
                    }
                }
            }
        }
        @for picture in pictures {
            pre.map role="group" tabindex="0" aria-label=(format!("{name}: the map")) { (drawn(&picture.text)) }
        }
    }
}

/// A drawing keeps its line breaks and spaces and nothing else that does not show.
fn drawn(text: &str) -> String {
    text.lines().flat_map(|line| [visible(line).trim_end().to_owned(), "\n".to_owned()]).collect()
}
