//! Fights worth seeing, told round by round.

use equipoise_engine::exact::Unsolved;
use equipoise_engine::trace::Line;
use equipoise_engine::{Seed, Winner};
use equipoise_sim::Watch;
use equipoise_sim::output::numbers;
use equipoise_sim::output::words::{short_ids, visible};
use equipoise_sim::studies::load::Loaded;
use equipoise_sim::studies::method::{Limits, Method};
use equipoise_sim::studies::replay::{
    Continuations, Criterion, NotFound, OddsByStep, OddsMethod, Picture, Replay, Told,
};
use equipoise_sim::studies::study::Words;
use maud::{Markup, html};

use crate::curve::curve;
use crate::figure::Level;
use crate::{show, source};

/// Encounters that are searched at the most.
const SEARCHED_MAX: u64 = 10_000;

/// Lines at the beginning of a fight, and as many at its end, that are told; of a longer one the rounds between are left out,
/// so that a page does not grow with the round limit.
const LINES_MAX: usize = 150;

/// The odds after each step of a told fight are those of so many continuations, known within seven points: enough for a small curve,
/// and a fraction of what the page costs otherwise.
const CONTINUATIONS: u32 = 200;
/// Bytes in which a scenario is solved for its odds, if it was not solved for the page.
const TRIED_MEMORY: u64 = 16_000_000;

/// A fight of more lines has no odds beside it, so that the cost of a page is bounded.
const LINES_WITH_ODDS: usize = 1000;

/// The confidence of intervals that no page shows.
const CONFIDENCE: f64 = 0.95;

/// The fights that are told, each with why.
const CRITERIA: [(Criterion, &str); 3] = [
    (
        Criterion::Median,
        "A fight of usual length: it ends as most do, and half of the fights that end so take as many rounds or fewer",
    ),
    (
        Criterion::Closest,
        "The closest fight: by the system's measure of the lead, its loser had been further ahead than the loser of any other fight",
    ),
    (Criterion::Upset, "The biggest upset: the side that wins less often won it soonest"),
];

/// Fights of a scenario that are worth seeing.
#[derive(Debug, Clone)]
pub struct Replays {
    searched: u64,
    found: Vec<(&'static str, Result<Fight, NotFound>)>,
}

/// A fight with the odds beside its steps; none where it has too many steps for that.
#[derive(Debug, Clone)]
struct Fight {
    replay: Replay,
    odds: Option<OddsByStep>,
}

/// Searches the first encounters of a seed, of so many that were played. The odds of what is told are exact where `is_solved`, as far as
/// the usual limits allow. None after an interrupt.
pub fn replays(loaded: &Loaded, seed: Seed, encounters: u64, is_solved: bool, watch: &Watch) -> Option<Replays> {
    let searched = encounters.min(SEARCHED_MAX);
    // A fight of as many rounds as one that was too much to solve is too much as well.
    let mut too_long = u32::MAX;
    let find = |(criterion, why)| match loaded.fights.find(seed, searched, criterion, watch) {
        Ok(index) => {
            let replay = loaded.fights.replay(seed, index);
            let rounds = replay.outcome.rounds;
            let odds = odds(loaded, &replay, is_solved, rounds < too_long, watch).ok()?;
            if odds.as_ref().is_some_and(|odds| matches!(odds.method, OddsMethod::Sample(_))) {
                too_long = too_long.min(rounds);
            }
            Some((why, Ok(Fight { replay, odds })))
        }
        Err(NotFound::Interrupted) => None,
        Err(reason) => Some((why, Err(reason))),
    };
    let found = CRITERIA.into_iter().map(find).collect::<Option<_>>()?;
    Some(Replays { searched, found })
}

/// The odds beside the steps of a fight, exact ones only if they are tried; `None` where it is too long.
///
/// # Errors
/// After an interrupt.
fn odds(
    loaded: &Loaded,
    replay: &Replay,
    is_solved: bool,
    is_tried: bool,
    watch: &Watch,
) -> Result<Option<OddsByStep>, NotFound> {
    if replay.lines.len() > LINES_WITH_ODDS {
        return Ok(None);
    }
    let sampling = Continuations { continuations: CONTINUATIONS, confidence: CONFIDENCE };
    // Small fights are solved in no time, whatever the page is of.
    let memory = if is_solved { None } else { Some(TRIED_MEMORY) };
    let limits = Limits::new(memory, None);
    let method = if is_tried { Method::Auto { limits, sampling } } else { Method::Sample(sampling) };
    match loaded.fights.odds_by_step(replay, &method, &watch.interrupted, watch) {
        Ok(odds) => Ok(Some(odds)),
        Err(Unsolved::OverBudget { .. }) => Ok(None),
        Err(Unsolved::Interrupted) => Err(NotFound::Interrupted),
    }
}

/// The fights, folded away; `of` is the id of the scenario in the page.
pub(crate) fn section(replays: &Replays, loaded: &Loaded, of: &str) -> Markup {
    html! {
        p.faint {
            "Found among the first " (numbers::encounters(replays.searched)) " of the seed." (about_odds(replays))
        }
        @for (number, (why, found)) in replays.found.iter().enumerate() {
            @match found {
                Ok(fight) => { details { summary { (why) } (story(fight, loaded, &format!("{of}-fight-{}", number + 1), Level::Fourth)) } }
                Err(reason) => { p { (why) ": " (reason) "." } }
            }
        }
    }
}

/// The method of the curves of the fights, in a sentence; empty if they have none.
fn about_odds(replays: &Replays) -> String {
    let mut methods = replays.found.iter().filter_map(|(_, found)| Some(found.as_ref().ok()?.odds.as_ref()?.method));
    match methods.next() {
        None => String::new(),
        Some(OddsMethod::Exact { .. }) => " The odds beside them are exact.".to_owned(),
        Some(OddsMethod::Sample(sampling)) => format!(
            " The odds beside them are estimates from {} continuations after each step, each known within 7 points; the command with --odds tells \
             every step.",
            sampling.continuations
        ),
    }
}

/// The end of a fight, in words.
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

/// The map on which the fights begin, if the system draws one.
pub(crate) fn first_map(replays: &Replays) -> Option<String> {
    let fights = replays.found.iter().filter_map(|(_, found)| found.as_ref().ok());
    fights
        .filter_map(|fight| fight.replay.pictures.first())
        .find(|picture| picture.round == 0)
        .map(|picture| drawn(&picture.text))
}

/// A fight by itself.
pub(crate) fn alone(told: &Told, loaded: &Loaded) -> Markup {
    story(&Fight { replay: told.replay.clone(), odds: told.odds.clone() }, loaded, "fight", Level::Third)
}

/// A fight round by round; `id` begins the ids of its rounds, whose headings are of a level.
fn story(Fight { replay, odds }: &Fight, loaded: &Loaded, id: &str, level: Level) -> Markup {
    let (seed, index) = (replay.seed.0, replay.index.0);
    let words = Words::new("replay").path(&loaded.path).options("--set", &loaded.changes);
    let command = source::line(&words.option("--seed", &seed).option("--index", &index).0);
    let rounds = Rounds::of(replay);
    let [beginning, end] = told(&rounds.lines());
    html! {
        p { (ending(replay)) " It is encounter " (numbers::grouped(index)) " of the seed; to see it again:" }
        pre { (command) }
        @if let Some(odds) = odds { (curve(odds)) }
        @for round in &rounds.0[..beginning] { (round.told(id, level)) }
        @if beginning < end {
            @let left_out = end - beginning;
            p.faint {
                (numbers::grouped(left_out as u64)) @if left_out == 1 { " round is" } @else { " rounds are" }
                " left out here; the command above tells "
                @if left_out == 1 { "it" } @else { "them" } "."
            }
        }
        @for round in &rounds.0[end..] { (round.told(id, level)) }
        p {
            @for (number, fate) in replay.combatants.iter().enumerate() {
                @if number > 0 { "; " }
                bdi { (show::name_of(&fate.id, loaded.fights.combatants())) } " (" (fate.side) "): " (fate.end)
            }
            "."
        }
    }
}

/// The rounds of a fight that have lines or maps, the set-up first.
struct Rounds<'a>(Vec<Round<'a>>);

/// A round with its lines and its maps.
struct Round<'a> {
    /// 0 for the set-up.
    number: u32,
    lines: &'a [Line],
    pictures: &'a [Picture],
}

impl<'a> Rounds<'a> {
    fn of(replay: &'a Replay) -> Self {
        let (mut lines, mut pictures) = (&replay.lines[..], &replay.pictures[..]);
        let mut rounds = Vec::new();
        for round in 0..=replay.outcome.rounds {
            let of_round;
            (of_round, lines) = lines.split_at(lines.partition_point(|line| line.round <= round));
            let drawn;
            (drawn, pictures) = pictures.split_at(pictures.partition_point(|picture| picture.round <= round));
            if !of_round.is_empty() || !drawn.is_empty() {
                rounds.push(Round { number: round, lines: of_round, pictures: drawn });
            }
        }
        Self(rounds)
    }

    /// By round, how many lines it takes on a page.
    fn lines(&self) -> Vec<usize> {
        let of_pictures =
            |round: &Round| round.pictures.iter().map(|picture| picture.text.lines().count()).sum::<usize>();
        self.0.iter().map(|round| 1 + round.lines.len() + of_pictures(round)).collect()
    }
}

/// The number of rounds that are told at the beginning of a fight, and the round with which its end begins; `lines` are its
/// lines by round. The first round and the last one are always told.
fn told(lines: &[usize]) -> [usize; 2] {
    let fitting = |lines: &mut dyn Iterator<Item = &usize>| {
        let mut sum = 0;
        lines
            .take_while(|&&lines| {
                sum += lines;
                sum <= LINES_MAX
            })
            .count()
            .max(1)
    };
    let beginning = fitting(&mut lines.iter()).min(lines.len());
    let end = lines.len().saturating_sub(fitting(&mut lines.iter().rev()));
    [beginning, end.max(beginning)]
}

impl Round<'_> {
    fn told(&self, id: &str, level: Level) -> Markup {
        let name = if self.number == 0 { "Set-up".to_owned() } else { format!("Round {}", self.number) };
        html! {
            (level.heading(Some(&format!("{id}-round-{}", self.number)), &name))
            @if !self.lines.is_empty() {
                ul.story {
                    @for line in self.lines {
                        li {
                            bdi { (visible(&line.text)) }
                            @if !line.rules.is_empty() { " " code { (short_ids(&line.rules)) } }
                        }
                    }
                }
            }
            @for picture in self.pictures {
                pre.map role="group" tabindex="0" aria-label=(format!("{name}: the map")) { (drawn(&picture.text)) }
            }
        }
    }
}

/// A drawing keeps its line breaks and spaces and nothing else that does not show.
fn drawn(text: &str) -> String {
    text.lines().flat_map(|line| [visible(line).trim_end().to_owned(), "\n".to_owned()]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_fight_is_told_whole() {
        assert_eq!(told(&[]), [0, 0]);
        assert_eq!(told(&[5]), [1, 1]);
        assert_eq!(told(&[LINES_MAX, LINES_MAX]), [1, 1]);
    }

    #[test]
    fn the_middle_of_a_long_fight_is_left_out() {
        assert_eq!(told(&[10; 100]), [15, 85]);
        assert_eq!(told(&[LINES_MAX + 1, 1, LINES_MAX + 1]), [1, 2]);
    }
}
