//! The movement of odds, against a closed form and against every path by itself.

use super::toy::{Game, State, Toy, limited, toy};
use super::*;
use crate::exact::{Chances, Drama, OneThread, Past, Values, drama, is_open};
use crate::resume::Moment;
use crate::ruleset::{Fight, Progress};

fn drama_of(toy: &Toy) -> Drama {
    drama(toy, Budget::default(), &OneThread, &|| false).expect("a small game")
}

/// The odds are 1/4 of the position, so that each step moves them by 1/4; a walk from the middle of five takes four steps in
/// the mean. From the middle the marker goes to one of the positions beside it, and from there with 1/2 to the end or back to
/// the middle: two such excursions in the mean, and each but the first is on the other side than the one before with 1/2.
#[test]
fn a_marker_of_five_has_surprise_and_suspense_of_one() {
    let found = drama_of(&limited(5000, Game::Marker));
    assert_close(found.surprise, 1.0);
    assert_close(found.suspense, 1.0);
    assert_close(found.steps, 4.0 + 1.0);
    assert_close(found.crossings, 0.5);
    found.comebacks.iter().for_each(|&comebacks| assert_close(comebacks, 0.0));
    assert_close(found.winners[0], 0.5);
    // The variance of a coin.
    assert_close(found.after_rounds.iter().map(|after| after.decided).sum(), 0.25);
    // All that goes on is open, and half of it ends in every second round.
    for (round, after) in (0..40).zip(&found.after_rounds) {
        assert_close(after.going_on, 0.5_f64.powi(round / 2));
        assert_close(after.open, after.going_on);
    }
}

/// Sums over every path by itself.
#[derive(Default)]
struct ByPaths {
    surprise: f64,
    suspense: f64,
    crossings: f64,
    steps: f64,
    comebacks: [f64; 2],
    after_rounds: Vec<[f64; 2]>,
}

impl ByPaths {
    fn follow(
        &mut self,
        values: &Values<Toy>,
        toy: &Toy,
        (moment, state): (Moment, &State),
        (chance, past): (f64, Past),
    ) {
        let before = values.at(moment, state).expect("a moment of the game");
        let mut next = Moment { step: moment.step + 1, ..moment };
        if moment.is_round_over {
            next = Moment { round: moment.round + 1, is_round_over: false, ..next };
        }
        self.steps += chance;
        let mut dice = Enumerated::new();
        let mut variance = 0.0;
        while dice.next_path() {
            let mut played = state.clone();
            let round = toy.round_as_known(next.round);
            let (trace, scratch) = (&mut Silent, &mut ());
            let mut fight = Fight { rules: toy, state: &mut played, scratch, round, dice: &mut dice, trace };
            let progress = if next.round == 0 { Toy::set_up(&mut fight) } else { Toy::turn(&mut fight) };
            let after = Moment { is_round_over: progress == Progress::RoundOver, ..next };
            let winner = match progress {
                Progress::Won(winner) => Some(winner),
                Progress::RoundOver if next.round == toy.rounds_max() => Some(Winner::Timeout),
                _ => None,
            };
            let mut value: Chances = [0.0; 4];
            match winner {
                Some(winner) => value[winner.index()] = 1.0,
                None => value = values.at(after, &played).expect("a moment of the game"),
            }
            let path = chance * dice.weight();
            self.surprise += path * (value[0] - before[0]).abs();
            variance += dice.weight() * (value[0] - before[0]).powi(2);
            let (then, crosses) = past.then(value);
            self.crossings += if crosses { path } else { 0.0 };
            if after.is_round_over && winner.is_none() {
                if self.after_rounds.len() <= after.round as usize {
                    self.after_rounds.resize(after.round as usize + 1, [0.0; 2]);
                }
                let [going_on, open] = &mut self.after_rounds[after.round as usize];
                *going_on += path;
                *open += if is_open(value[0]) { path } else { 0.0 };
            }
            match winner {
                Some(winner) => {
                    if let Some(side) = winner.side().filter(|side| past.was_almost_lost[side.index()]) {
                        self.comebacks[side.index()] += path;
                    }
                }
                None => self.follow(values, toy, (after, &played), (path, then)),
            }
        }
        self.suspense += chance * variance.sqrt();
    }
}

#[test]
fn drama_is_what_every_path_by_itself_adds_up_to() {
    for (game, limit) in [(Game::Lots, 3), (Game::Brawl, 2), (Game::Siege, 6), (Game::Tide, 4), (Game::Marker, 9)] {
        let toy = limited(limit, game);
        let values = Values::up_to(limit, &toy, Budget::default(), &OneThread, &|| false).expect("a small game");
        let mut by_paths = ByPaths::default();
        let (first, _) = Past::default().then(values.at_start());
        by_paths.follow(&values, &toy, (Moment::START, toy.opening()), (1.0, first));
        let found = drama_of(&toy);
        assert_close(found.surprise, by_paths.surprise);
        assert_close(found.suspense, by_paths.suspense);
        assert_close(found.crossings, by_paths.crossings);
        assert_close(found.steps, by_paths.steps);
        for side in 0..2 {
            assert_close(found.comebacks[side], by_paths.comebacks[side]);
        }
        for (after, [going_on, open]) in found.after_rounds.iter().zip(&by_paths.after_rounds) {
            assert_close(after.going_on, *going_on);
            assert_close(after.open, *open);
        }
        found.winners.iter().zip(solved(&toy).winners).for_each(|(&found, solved)| assert_close(found, solved));
    }
}

/// Turns that lead back to states of their round are passed until nothing is left in them.
#[test]
fn circles_lose_no_mass() {
    for game in [Game::Dither, Game::Stairs, Game::Tower] {
        let found = drama_of(&toy(game));
        found.winners.iter().zip(solved(&toy(game)).winners).for_each(|(&found, solved)| assert_close(found, solved));
    }
}
