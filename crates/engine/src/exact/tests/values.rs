//! Values against solutions, closed forms and limits.

use super::toy::{Game, Toy, limited, toy};
use super::*;
use crate::exact::{Chances, OneThread, Values};
use crate::resume::{Moment, fight_by_steps};

fn values(toy: &Toy, round: u32) -> Values<'_, Toy> {
    Values::up_to(round, toy, Budget::default(), &OneThread, &|| false).expect("a small game")
}

#[track_caller]
fn assert_equal(found: Chances, expected: Chances) {
    found.into_iter().zip(expected).for_each(|(found, expected)| assert_close(found, expected));
}

/// Games with circles of turns, with rounds that rules know, with set-ups in steps and with ends at the limit.
#[test]
fn values_before_the_first_die_are_the_shares_of_the_solution() {
    for game in [Game::Lots, Game::Brawl, Game::Dither, Game::Initiative, Game::Siege, Game::Tide] {
        for toy in [toy(game), limited(0, game), limited(1, game), limited(3, game), limited(6, game)] {
            assert_equal(values(&toy, 0).at_start(), solved(&toy).winners);
            assert_equal(values(&toy, u32::MAX).at_start(), solved(&toy).winners);
        }
    }
    for game in [Game::Stairs, Game::Rooms, Game::Tower] {
        for toy in [toy(game), limited(4, game)] {
            assert_equal(values(&toy, 2).at_start(), solved(&toy).winners);
        }
    }
}

/// In a siege each further round that is survived has a share of 5/6, and the sixth ends it.
#[test]
fn values_know_how_many_rounds_are_left() {
    let siege = toy(Game::Siege);
    let values = values(&siege, 6);
    let at = |round: u32| {
        let moment = Moment { step: round + 1, round, is_round_over: true };
        values.at(moment, &siege.opening).expect("a moment of a siege")[Winner::Party.index()]
    };
    for round in 0..6 {
        assert_close(at(round), (5.0_f64 / 6.0).powi(6 - round as i32));
    }
}

/// Under a limit of three rounds, lots that nobody draws in what is left of them time out.
#[test]
fn values_know_the_round_limit() {
    let lots = limited(3, Game::Lots);
    let values = values(&lots, 3);
    let mut dice = Seeded::new(Seed(1));
    let mut followed = 0;
    for index in 0..200 {
        dice.start(EncounterIndex(index));
        fight_by_steps(&lots, &mut Workspace::new(&lots), &mut dice, &mut Silent, |moment, state, _, _| {
            let timeout = values.at(moment, state).expect("a moment of lots")[Winner::Timeout.index()];
            // Three turns a round, after one step of the set-up.
            let turns_left = 9 - moment.step.saturating_sub(1);
            assert_close(timeout, 0.95_f64.powi(turns_left as i32));
            followed += 1;
        });
    }
    assert!(followed > 1000);
}

#[test]
fn values_are_refused_over_budget_and_after_an_interrupt() {
    let lots = toy(Game::Brawl);
    let refused = |budget, interrupted: bool| {
        Values::up_to(9, &lots, budget, &OneThread, &move || interrupted).map(|_| ()).expect_err("no values")
    };
    for budget in [
        Budget { bytes: 2_000, ..Budget::default() },
        Budget { states: 3, ..Budget::default() },
        Budget { paths: 9, ..Budget::default() },
    ] {
        assert!(matches!(refused(budget, false), Unsolved::OverBudget { .. }), "{budget:?}");
    }
    assert_eq!(refused(Budget::default(), true), Unsolved::Interrupted);
}
