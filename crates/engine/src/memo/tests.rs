//! A game of every kind of draw, played with a memo and without.

use super::*;
use crate::dice::{Pool, Slot, Which};
use crate::outcome::{Combatant, EndState, Side};
use crate::rng::{EncounterIndex, Seed};
use crate::ruleset::{Metric, Outline, Rule};
use crate::scenario::{KeyDecl, Problem, Scenario};

const TURNS: usize = 0;
const SCORE: usize = 1;
const LEAD_ROUNDS: usize = 2;

/// What a turn rolls.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Rolls {
    Die,
    Sum,
    Thrown,
    Few,
    Boon,
    Bane,
    Many,
    /// Two dice that must differ.
    Contest,
    /// A second throw after some results of the first.
    Hit,
    Nothing,
    /// A draw within a draw that refuses dice.
    Nested,
    /// More faces than can be tried.
    Wide,
    /// A die of more sides than sums and pools have.
    Large,
    /// Dice without a slot of their own.
    Unslotted,
}

const EACH: [Rolls; 14] = [
    Rolls::Die,
    Rolls::Sum,
    Rolls::Thrown,
    Rolls::Few,
    Rolls::Boon,
    Rolls::Bane,
    Rolls::Many,
    Rolls::Contest,
    Rolls::Hit,
    Rolls::Nothing,
    Rolls::Nested,
    Rolls::Wide,
    Rolls::Large,
    Rolls::Unslotted,
];

/// A race: every turn of a round makes its roll, whose last bits move the score; whoever is 20 ahead wins.
#[derive(Debug, Clone)]
struct Race {
    rolls: Vec<Rolls>,
    /// What each point of a roll is counted as.
    unit: u32,
    opening: State,
    outline: Outline,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct State {
    next: u8,
    score: i32,
}

fn race(rolls: &[Rolls]) -> Race {
    let combatant =
        |side: Side| Combatant { id: side.name().to_owned(), name: side.name().to_owned(), side, group: None };
    Race {
        rolls: rolls.to_vec(),
        unit: 1,
        opening: State { next: 0, score: 0 },
        outline: Outline {
            combatants: Side::ALL.map(combatant).to_vec(),
            metrics: vec![
                Metric::of_events("turns", "turns taken"),
                Metric::of_events("score", "what was rolled"),
                Metric::of_rounds("lead_rounds", "rounds over with the party ahead"),
            ],
            rounds_max: 30,
        },
    }
}

impl Rolls {
    fn roll(self, dice: &mut impl Dice) -> u32 {
        let pool = |count, which| Pool::new(count, 6, 2, which).expect("a pool");
        match self {
            Self::Die => dice.die(20),
            Self::Sum => dice.sum("3d6+1".parse().expect("dice")) as u32,
            Self::Thrown => dice.dice::<3>(4).iter().sum(),
            Self::Few => dice.keep(pool(2, Which::Highest)) as u32,
            Self::Boon => dice.keep(pool(3, Which::Highest)) as u32,
            Self::Bane => dice.keep(pool(3, Which::Lowest)) as u32,
            Self::Many => dice.keep(pool(12, Which::Lowest)) as u32,
            Self::Contest => dice.draw(|dice| {
                let (left, right) = (dice.die(12), dice.dice::<2>(6).iter().sum::<u32>());
                (left != right).then_some(u32::from(left > right))
            }),
            Self::Hit => dice.draw(|dice| Some(if dice.die(20) > 12 { dice.die(8) } else { 0 })),
            Self::Nothing => 3,
            Self::Nested => dice.draw(|dice| {
                let first = dice.draw(|dice| Some(dice.die(6)).filter(|&face| face > 1));
                Some(first + dice.die(4))
            }),
            Self::Wide => dice.draw(|dice| Some(dice.die(1000) % 7 + dice.die(1000) % 3)),
            Self::Large => dice.draw(|dice| Some(dice.die(2000) % 9)),
            Self::Unslotted => dice.die(3),
        }
    }
}

impl Ruleset for Race {
    const NAME: &'static str = "race";
    const ABOUT: &'static str = "every kind of draw";
    const RULES: &'static [Rule] = &[];
    const SCHEMA: &'static [KeyDecl] = &[];
    type State = State;
    type Scratch = ();
    type Counts = Vec<u32>;

    fn load(_: &Scenario, _: &mut Vec<Problem>) -> Option<Self> {
        None
    }

    fn outline(&self) -> &Outline {
        &self.outline
    }

    fn opening(&self) -> &State {
        &self.opening
    }

    fn set_up<D: Dice, T: Trace>(fight: &mut Fight<'_, Self, D, T>) -> Progress {
        // The set-up is in the slot in which an encounter starts.
        fight.state.score = fight.dice.die(6) as i32 - 3;
        Progress::RoundOver
    }

    fn turn<D: Dice, T: Trace>(fight: &mut Fight<'_, Self, D, T>) -> Progress {
        let turn = usize::from(fight.state.next);
        let rolls = fight.rules.rolls[turn];
        if rolls != Rolls::Unslotted {
            fight.dice.slot(Slot::turn(Side::Party, turn));
        }
        let rolled = rolls.roll(fight.dice);
        fight.state.score += if rolled.is_multiple_of(2) { rolled as i32 / 2 } else { -(rolled as i32 / 2) };
        fight.trace.count(TURNS, 1);
        fight.trace.count(SCORE, rolled.saturating_mul(fight.rules.unit));
        fight.state.next = ((turn + 1) % fight.rules.rolls.len()) as u8;
        match fight.state.score {
            20.. => return Progress::Won(Winner::Party),
            ..=-20 => return Progress::Won(Winner::Enemies),
            _ => {}
        }
        if fight.state.next > 0 {
            return Progress::NextTurn;
        }
        if fight.state.score > 0 {
            fight.trace.count_round(LEAD_ROUNDS);
        }
        Progress::RoundOver
    }

    /// The last die of the fight is rolled in a round that nobody counts.
    fn finish<D: Dice, T: Trace>(fight: &mut Fight<'_, Self, D, T>) {
        fight.dice.next_round();
        fight.dice.slot(Slot::shared(1));
        fight.state.next = fight.dice.die(4) as u8;
    }

    fn end_state(&self, _: &State, _: usize) -> EndState {
        EndState::Standing
    }

    fn balance(&self, state: &State) -> Balance {
        Balance::of(state.score)
    }
}

/// Plays encounters with a memo and without; what the memo was asked.
#[track_caller]
fn assert_same(race: &Race, encounters: u64, bytes_max: usize) -> Usage {
    let (start, mut memo, mut seen) = (Seeded::new(Seed(3)), Memo::new(race, bytes_max), Vec::new());
    for range in [0..encounters / 3, encounters / 3..encounters] {
        memo.fights(race, &start, range, |ended| {
            seen.push((ended.index, ended.outcome, ended.state.clone(), ended.counts.to_vec(3), *ended.lead));
        });
    }
    seen.sort_by_key(|(index, ..)| index.0);
    let (mut dice, mut trace, mut workspace) = (start, Counting::new(race.counts()), Workspace::new(race));
    let expected = (0..encounters).map(EncounterIndex).map(|index| {
        dice.start(index);
        trace.reset();
        let mut lead = LeadHistory::default();
        let watch = |state: &State| lead.watch(race.balance(state));
        let outcome = fight_watched(race, &mut workspace, &mut dice, &mut trace, watch);
        (index, outcome, workspace.state.clone(), trace.counts().to_vec(), lead)
    });
    assert_eq!(seen, expected.collect::<Vec<_>>(), "{:?}", race.rolls);
    memo.usage()
}

#[test]
fn every_kind_of_draw_comes_to_the_same_as_with_the_rules() {
    for rolls in EACH {
        assert_same(&race(&[rolls]), 400, 1 << 20);
        for before in EACH {
            assert_same(&race(&[before, rolls, Rolls::Few]), 60, 1 << 20);
        }
    }
}

#[test]
fn turns_that_were_played_are_not_played_again() {
    let rolls = [Rolls::Contest, Rolls::Hit, Rolls::Nothing, Rolls::Boon];
    let usage = assert_same(&race(&rolls), 2000, 1 << 24);
    assert!(usage.known > 10 * usage.played, "{usage:?}");
}

#[test]
fn what_cannot_be_remembered_is_left_to_the_rules() {
    for rolls in [Rolls::Nested, Rolls::Wide, Rolls::Large, Rolls::Unslotted] {
        let usage = assert_same(&race(&[rolls]), 200, 1 << 24);
        assert!(usage.known <= 200, "{rolls:?}: the set-up alone is known: {usage:?}");
    }
}

#[test]
fn a_memo_without_room_learns_no_more() {
    let race = race(&[Rolls::Die, Rolls::Boon]);
    let (small, large) = (assert_same(&race, 500, 4096), assert_same(&race, 500, 1 << 24));
    assert!(small.played < 50 && small.played < large.played, "{small:?} {large:?}");
}

#[test]
fn amounts_of_every_size_are_added_up() {
    let rolls = [Rolls::Die, Rolls::Nothing, Rolls::Boon, Rolls::Nothing];
    for unit in [1 << 16, 1 << 19, 1 << 22, 1 << 25, u32::MAX] {
        assert_same(&Race { unit, ..race(&rolls) }, 300, 1 << 22);
    }
}
