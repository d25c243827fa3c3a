//! The solver on games small enough to be known: by closed forms, by every path of whole encounters, and too large.

use std::cell::Cell;
use std::collections::BTreeMap;

use super::*;
use crate::dice::{Dice, Enumerated};
use crate::outcome::{Combatant, EndState, Side, Winner};
use crate::ruleset::{Fight, Metric, Outline, Progress, Rule, Workspace, fight};
use crate::scenario::{KeyDecl, Problem, Scenario};
use crate::sum::Sum;
use crate::trace::{Counting, Trace};

/// Turns taken.
const TURNS: usize = 0;
/// The numbers of the rounds that were played to their end.
const ROUNDS_OVER: usize = 1;
/// The numbers of the rounds in which somebody died, for each of the dead.
const DEATHS: usize = 2;

/// Three fighters, and a game that they play turn by turn or in whole rounds.
#[derive(Debug, Clone)]
struct Toy {
    game: Game,
    in_whole_rounds: bool,
    forgets: bool,
    opening: State,
    outline: Outline,
}

#[derive(Debug, Clone, Copy)]
enum Game {
    /// Everybody rolls a d20 in order; a 20 wins, for the party or (the third) for the enemies.
    Lots,
    /// A fight with wounds; who rolls a 6 makes the next one lose the turn. The fallen may die when it is over.
    Brawl,
    /// One fighter tosses a coin until it shows 2, each time a turn, and then a 6 of a d6 wins.
    Dither,
    /// One draw of so many d20, of which one must show its highest face.
    Pool(u32),
    /// Ten dice of a thousand sides, one by one.
    Burst,
    /// A turn that may be as long as it likes.
    Endless,
    /// A draw with a million different results.
    Wide,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
struct State {
    next: u8,
    hp: [u8; 3],
    dead: [bool; 3],
    /// No rule reads it.
    face: u8,
    score: u64,
}

fn toy(game: Game) -> Toy {
    let combatant = |(id, side): (&str, Side)| Combatant { id: id.to_owned(), name: id.to_owned(), side };
    Toy {
        game,
        in_whole_rounds: false,
        forgets: true,
        opening: State { hp: [1, 1, 2], ..State::default() },
        outline: Outline {
            combatants: [("ann", Side::Party), ("bob", Side::Party), ("orc", Side::Enemies)].map(combatant).to_vec(),
            metrics: vec![
                Metric::of_events("turns", "turns taken"),
                Metric::of_rounds("rounds_over", "rounds played to their end"),
                Metric::of_rounds("deaths", "rounds of deaths"),
            ],
            rounds_max: 10_000,
        },
    }
}

fn limited(rounds_max: u32, game: Game) -> Toy {
    let toy = toy(game);
    Toy { outline: Outline { rounds_max, ..toy.outline }, ..toy }
}

impl Toy {
    fn lots<D: Dice>(state: &mut State, dice: &mut D) -> Progress {
        let won = dice.draw(|dice| Some(dice.die(20) == 20));
        let side = if state.next == 2 { Side::Enemies } else { Side::Party };
        state.next = (state.next + 1) % 3;
        match (won, state.next) {
            (true, _) => Progress::Won(side.into()),
            (false, 0) => Progress::RoundOver,
            (false, _) => Progress::NextTurn,
        }
    }

    fn brawl<D: Dice>(state: &mut State, dice: &mut D) -> Progress {
        let who = usize::from(state.next);
        let face = dice.draw(|dice| Some(dice.die(6)).filter(|&face| face > 1));
        state.face = face as u8;
        let target = if who < 2 { 2 } else { usize::from(state.hp[0] == 0) };
        if face > 4 || (who == 2 && face > 3) {
            state.hp[target] -= 1;
        }
        match state.hp {
            [_, _, 0] => return Progress::Won(Winner::Party),
            [0, 0, _] => return Progress::Won(Winner::Enemies),
            _ => {}
        }
        let skipped = if face == 6 { 2 } else { 1 };
        let able = |&place: &usize| state.hp[place] > 0;
        let next = (who + skipped..3).find(able);
        state.next = next.unwrap_or(usize::from(state.hp[0] == 0)) as u8;
        if next.is_some() { Progress::NextTurn } else { Progress::RoundOver }
    }

    fn dither<D: Dice>(dice: &mut D) -> Progress {
        if dice.die(2) == 1 {
            return Progress::NextTurn;
        }
        if dice.die(6) == 6 { Progress::Won(Winner::Party) } else { Progress::RoundOver }
    }

    fn one_turn<D: Dice>(&self, state: &mut State, dice: &mut D) -> Progress {
        match self.game {
            Game::Lots => Self::lots(state, dice),
            Game::Brawl => Self::brawl(state, dice),
            Game::Dither => Self::dither(dice),
            Game::Pool(size) => {
                let won = dice.draw(|dice| {
                    let faces = (0..size)
                        .map(|_| dice.die(20))
                        .fold([0, 0], |[top, low], face| [top + u32::from(face == 20), low + u32::from(face == 1)]);
                    Some(faces).filter(|[top, _]| *top > 0)
                });
                if won[1] == 0 { Progress::Won(Winner::Party) } else { Progress::RoundOver }
            }
            Game::Burst => {
                state.score = (0..10).map(|_| u64::from(dice.die(1000))).sum();
                Progress::RoundOver
            }
            Game::Endless => {
                while dice.die(6) < 6 {
                    state.score += 1;
                }
                Progress::RoundOver
            }
            Game::Wide => {
                state.score = dice.draw(|dice| Some(u64::from(dice.die(1000) * 1000 + dice.die(1000))));
                Progress::RoundOver
            }
        }
    }
}

impl Ruleset for Toy {
    const NAME: &'static str = "toy";
    const ABOUT: &'static str = "games with a known end";
    const RULES: &'static [Rule] = &[];
    const SCHEMA: &'static [KeyDecl] = &[];
    type State = State;
    type Scratch = ();
    type Counts = [u32; 3];

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
        // The set-up is round 0, so that this adds nothing.
        fight.trace.count_round(ROUNDS_OVER);
        match fight.rules.game {
            Game::Brawl if fight.dice.die(8) == 8 => Progress::Won(Winner::Draw),
            _ => Progress::RoundOver,
        }
    }

    fn turn<D: Dice, T: Trace>(fight: &mut Fight<'_, Self, D, T>) -> Progress {
        loop {
            fight.trace.count(TURNS, 1);
            let progress = fight.rules.one_turn(fight.state, fight.dice);
            if progress == Progress::RoundOver {
                fight.trace.count_round(ROUNDS_OVER);
            }
            if progress != Progress::NextTurn || !fight.rules.in_whole_rounds {
                return progress;
            }
        }
    }

    fn finish<D: Dice, T: Trace>(fight: &mut Fight<'_, Self, D, T>) {
        for who in 0..3 {
            if fight.state.hp[who] == 0 && fight.dice.die(3) == 1 {
                fight.state.dead[who] = true;
                fight.trace.count_round(DEATHS);
            }
        }
    }

    fn forget(&self, state: &mut State) {
        if self.forgets {
            state.face = 0;
        }
    }

    fn end_state(&self, state: &State, combatant: usize) -> EndState {
        match (state.hp[combatant], state.dead[combatant]) {
            (0, true) => EndState::Dead,
            (0, false) => EndState::Down,
            _ => EndState::Standing,
        }
    }

    fn lead(&self, _: &State) -> i32 {
        0
    }
}

fn solved(toy: &Toy) -> Solution {
    solve(toy, Budget::default(), &|| false).expect("a small game")
}

#[track_caller]
fn assert_close(found: f64, expected: f64) {
    let scale = expected.abs().max(1.0);
    assert!((found - expected).abs() <= 1e-13 * scale, "{found} is not {expected}: off by {:e}", found - expected);
}

#[track_caller]
fn assert_moments(found: Moments, mean: f64, variance: f64) {
    assert_close(found.mean, mean);
    assert_close(found.sd, variance.sqrt());
}

#[track_caller]
fn assert_same(one: &Solution, two: &Solution) {
    let pairs = |one: &[[f64; 4]], two: &[[f64; 4]]| {
        assert_eq!(one.len(), two.len());
        one.as_flattened().iter().zip(two.as_flattened()).for_each(|(one, two)| assert_close(*one, *two));
    };
    pairs(&[one.winners], &[two.winners]);
    pairs(&one.by_round, &two.by_round);
    pairs(&one.end_states, &two.end_states);
    assert_close(one.party_any_dead, two.party_any_dead);
    assert_close(one.party_all_out, two.party_all_out);
    for (one, two) in [one.rounds].iter().chain(&one.metrics).zip([two.rounds].iter().chain(&two.metrics)) {
        assert_moments(*one, two.mean, two.sd * two.sd);
    }
}

/// Every path of whole encounters, from set-up to finish, without merging anything.
fn by_paths(toy: &Toy) -> Solution {
    let mut dice = Enumerated::new();
    let mut trace = Counting::new(toy.counts());
    let mut workspace = Workspace::new(toy);
    let mut by_round = vec![[Sum::default(); 4]; toy.rounds_max() as usize + 1];
    let mut end_states = [[Sum::default(); 4]; 3];
    let [mut any_dead, mut all_out] = [Sum::default(); 2];
    let mut moments = [[Sum::default(); 2]; 4];
    while dice.next_path() {
        trace.reset();
        let outcome = fight(toy, &mut workspace, &mut dice, &mut trace);
        let chance = dice.weight();
        let ends = [0, 1, 2].map(|who| toy.end_state(&workspace.state, who));
        by_round[outcome.rounds as usize][outcome.winner.index()].add(chance);
        end_states.iter_mut().zip(ends).for_each(|(sums, end)| sums[end.index()].add(chance));
        any_dead.add(if ends[..2].contains(&EndState::Dead) { chance } else { 0.0 });
        all_out.add(if ends[..2].contains(&EndState::Standing) { 0.0 } else { chance });
        for ([first, second], value) in moments.iter_mut().zip([&[outcome.rounds], trace.counts()].concat()) {
            first.add(chance * f64::from(value));
            second.add(chance * f64::from(value).powi(2));
        }
    }
    let [rounds, metrics @ ..] = moments.map(|[first, second]| Moments::new(first.total(), second.total()));
    let by_round: Vec<[f64; 4]> = by_round.iter().map(|sums| sums.map(Sum::total)).collect();
    Solution {
        states: 0,
        winners: [0, 1, 2, 3].map(|winner| by_round.iter().map(|winners| winners[winner]).sum()),
        rounds,
        by_round,
        end_states: end_states.iter().map(|sums| sums.map(Sum::total)).collect(),
        party_any_dead: any_dead.total(),
        party_all_out: all_out.total(),
        metrics: metrics.to_vec(),
    }
}

/// With q the chance (19/20)^3 that a round goes by, k rounds do so with chance (1 - q) q^k. Their numbers add up to
/// k (k + 1) / 2, with mean q / (1 - q)^2; its square is the sum of the first k cubes, with mean
/// q (1 + 4 q + q^2) / (1 - q)^4.
#[test]
fn lots_drawn_turn_by_turn_have_their_closed_form() {
    let solution = solved(&toy(Game::Lots));
    let (p, q) = (1.0 / 20.0, 0.95_f64.powi(3));
    assert_eq!(solution.states, 3);
    assert_close(solution.winners[Winner::Party.index()], (p + 0.95 * p) / (1.0 - q));
    assert_close(solution.winners[Winner::Enemies.index()], 0.95 * 0.95 * p / (1.0 - q));
    assert_moments(solution.rounds, 1.0 / (1.0 - q), q / (1.0 - q).powi(2));
    assert_moments(solution.metrics[TURNS], 20.0, 0.95 * 400.0);
    let mean = q / (1.0 - q).powi(2);
    assert_moments(solution.metrics[ROUNDS_OVER], mean, q * (1.0 + 4.0 * q + q * q) / (1.0 - q).powi(4) - mean * mean);
    assert_moments(solution.metrics[DEATHS], 0.0, 0.0);
}

/// q^2 of all fights see the end of two rounds, whose numbers add up to 3; (1 - q) q see the end of the first.
#[test]
fn the_round_limit_ends_fights_between_rounds() {
    let solution = solved(&limited(2, Game::Lots));
    let q = 0.95_f64.powi(3);
    assert_eq!(solution.by_round.len(), 3);
    assert_close(solution.winners[Winner::Timeout.index()], q * q);
    assert_close(solution.by_round[2][Winner::Timeout.index()], q * q);
    assert_moments(solution.rounds, 1.0 + q, q * (1.0 - q));
    let mean = (1.0 - q) * q + 3.0 * q * q;
    assert_moments(solution.metrics[ROUNDS_OVER], mean, (1.0 - q) * q + 9.0 * q * q - mean * mean);
}

/// Everything that is reported: rounds of one to three turns, wins in mid-round and fights that never begin, finishes of
/// won and of timed-out fights, metrics of rounds counted while fighting and while finishing.
#[test]
fn merging_changes_nothing_that_every_path_alone_yields() {
    for limit in 0..=2 {
        let toy = limited(limit, Game::Brawl);
        assert_same(&solved(&toy), &by_paths(&toy));
    }
}

#[test]
fn whole_rounds_and_single_turns_are_one_game() {
    for game in [Game::Lots, Game::Brawl] {
        for limit in [1, 5, 10_000] {
            let turns = limited(limit, game);
            let rounds = Toy { in_whole_rounds: true, ..turns.clone() };
            let (turns, rounds) = (solved(&turns), solved(&rounds));
            assert!(turns.states > rounds.states);
            assert_same(&turns, &rounds);
        }
    }
}

#[test]
fn what_is_forgotten_changes_the_number_of_states_alone() {
    let forgetful = toy(Game::Brawl);
    let mindful = Toy { forgets: false, ..forgetful.clone() };
    let (forgetful, mindful) = (solved(&forgetful), solved(&mindful));
    assert!(forgetful.states < mindful.states, "{} and {}", forgetful.states, mindful.states);
    assert_same(&forgetful, &mindful);
}

/// A round takes 2 turns with variance 2, and 6 rounds with variance 30 are played: the turns have the mean 12 and the
/// variance 6 * 2 + 30 * 2^2. There is one state, at the start of rounds and within them.
#[test]
fn a_turn_may_lead_back_to_a_state_of_its_round() {
    let solution = solved(&toy(Game::Dither));
    assert_eq!(solution.states, 1);
    assert_moments(solution.rounds, 6.0, 30.0);
    assert_moments(solution.metrics[TURNS], 12.0, 132.0);
}

#[test]
fn small_pools_are_solved_and_large_ones_stop_by_the_budget() {
    assert_eq!(solved(&toy(Game::Pool(3))).states, 1);
    for game in [Game::Pool(40), Game::Burst, Game::Endless, Game::Wide] {
        let budget = Budget { paths: 50_000, ..Budget::default() };
        let unsolved = solve(&toy(game), budget, &|| false).expect_err("astronomically many paths");
        let Unsolved::OverBudget { paths, followed: 0, .. } = unsolved else { panic!("{game:?}: {unsolved}") };
        assert!((50_001..60_000).contains(&paths), "{game:?}: {paths} paths");
    }
}

#[test]
fn the_budget_is_exact_in_states() {
    let lots = toy(Game::Lots);
    assert_eq!(count_states(&lots, Budget::default(), &|| false), Ok(3));
    let budget = |states| Budget { states, ..Budget::default() };
    assert!(solve(&lots, budget(3), &|| false).is_ok());
    let unsolved = solve(&lots, budget(2), &|| false).expect_err("one state too many");
    assert!(matches!(unsolved, Unsolved::OverBudget { met: 3, .. }), "{unsolved}");
}

#[test]
fn the_budget_of_transitions_holds() {
    let budget = Budget { transitions: 5, ..Budget::default() };
    let unsolved = solve(&toy(Game::Brawl), budget, &|| false).expect_err("more than five transitions");
    assert!(unsolved.to_string().starts_with("too much for the exact solution: "), "{unsolved}");
}

#[test]
fn the_caller_is_heard_within_one_long_draw() {
    for game in [Game::Pool(40), Game::Burst, Game::Endless, Game::Wide] {
        let asked = Cell::new(0);
        let interrupted = || asked.replace(asked.get() + 1) == 5;
        assert_eq!(solve(&toy(game), Budget::default(), &interrupted), Err(Unsolved::Interrupted), "{game:?}");
        assert_eq!(asked.get(), 6);
    }
}

/// Whenever the caller stops, the answer is the same, while states are searched, mass passes and fights time out.
#[test]
fn the_caller_is_heard_until_the_end() {
    let brawl = limited(3, Game::Brawl);
    let mut heard = BTreeMap::new();
    for patience in 0..100 {
        let asked = Cell::new(0);
        let interrupted = || asked.replace(asked.get() + 1) == patience;
        *heard.entry(solve(&brawl, Budget::default(), &interrupted).is_err()).or_insert(0) += 1;
    }
    assert!(heard[&true] >= 5 && heard[&false] > 0, "{heard:?}");
}
