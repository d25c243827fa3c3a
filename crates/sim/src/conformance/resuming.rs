//! Fights that are played on from between two of their steps.

use equipoise_engine::conformance::Resumed;
use equipoise_engine::dice::{Enumerated, Seeded};
use equipoise_engine::exact::{Budget, Chances, OneThread, Unsolved, Values, count_states, solve};
use equipoise_engine::{
    Counting, EncounterIndex, Fight, Moment, Progress, Ruleset, Silent, Winner, Workspace, fight, fight_by_steps,
    fight_from, load,
};

use super::{Case, SEED, cases};
use equipoise_engine::scenario::Scenario;

/// Encounters whose steps are played on with the dice that come next.
const ENCOUNTERS: u64 = 40;
/// Steps of each, which are spread over all that it has.
const STEPS: usize = 12;

/// Encounters that are played on with branches, in scenarios that are solved.
const BRANCHED: u64 = 3;
/// Steps of each.
const BRANCHED_STEPS: usize = 3;
/// Continuations from each of these.
const BRANCHES: u32 = 4000;
/// The budget of a scenario that is solved from its opening; solutions from later moments take less.
const BUDGET: Budget = Budget { bytes: 50_000_000, states: 12_000, paths: 2_000_000 };

/// Encounters whose values are followed.
const VALUED: u64 = 4;
/// Paths of dice of one step that are followed.
const PATHS_OF_STEP: usize = 20_000;

/// By Chernoff's bound n encounters have a share whose Kullback-Leibler divergence from the chance is x / n or more with a chance
/// of 2 exp(-x) at most: over fewer than 1,700 shares a false alarm at 22 has a chance below 1e-6. A shift of seven points at
/// p = 0.5 comes to 39.
const DIVERGENCE_MAX: f64 = 22.0;

/// A moment of an encounter, with all that is needed to play on.
struct Kept<S> {
    moment: Moment,
    state: S,
    dice: Seeded,
    /// The metrics until then.
    counts: Vec<u32>,
}

fn dice(index: u64) -> Seeded {
    let mut dice = Seeded::new(SEED);
    dice.start(EncounterIndex(index));
    dice
}

/// About `most` moments of an encounter, from the first to the last.
fn moments<R: Ruleset>(rules: &R, index: u64, most: usize) -> Vec<Kept<R::State>> {
    let mut all = Vec::new();
    let mut counting = Counting::new(rules.metrics().len());
    let watch = |moment, state: &R::State, dice: &Seeded, counting: &Counting| {
        all.push(Kept { moment, state: state.clone(), dice: dice.clone(), counts: counting.counts().to_vec() });
    };
    fight_by_steps(rules, &mut Workspace::new(rules), &mut dice(index), &mut counting, watch);
    let every = all.len().div_ceil(most).max(1);
    let last = all.len() - 1;
    let mut number = 0;
    all.retain(|_| {
        number += 1;
        (number - 1) % every == 0 || number - 1 == last
    });
    all
}

/// Played on from any moment with the dice that come next, an encounter ends as it did, and counts what was left to count.
pub fn fights_played_on_end_as_they_did<R: Ruleset>(scenarios: &[Scenario]) {
    for Case { name, rules, .. } in cases::<R>(scenarios) {
        let mut workspace = Workspace::new(&rules);
        let mut resumed = Workspace::new(&rules);
        let (mut whole, mut rest) = (Counting::new(rules.metrics().len()), Counting::new(rules.metrics().len()));
        for index in 0..ENCOUNTERS {
            whole.reset();
            let outcome = fight(&rules, &mut workspace, &mut dice(index), &mut whole);
            for Kept { moment, state, mut dice, counts, .. } in moments(&rules, index, STEPS) {
                resumed.state.clone_from(&state);
                rest.reset();
                let again = fight_from(&rules, &mut resumed, moment, &mut dice, &mut rest, |_, _, _, _| {});
                assert_eq!(again, outcome, "{name}: encounter {index} ends otherwise, played on from {moment:?}");
                let is_same = resumed.state == workspace.state;
                assert!(is_same, "{name}: encounter {index} ends in another state, played on from {moment:?}");
                let sums: Vec<u32> = counts.iter().zip(rest.counts()).map(|(before, after)| before + after).collect();
                assert_eq!(
                    sums,
                    whole.counts(),
                    "{name}: encounter {index} counts otherwise, played on from {moment:?}"
                );
            }
        }
    }
}

/// Played on from a moment with the dice of branches, encounters are won as often as the exact solution from there says, in every
/// scenario that has few states.
pub fn branches_are_won_as_often_as_solved<R: Ruleset>(scenarios: &[Scenario]) {
    for Case { name, scenario, rules } in cases::<R>(scenarios) {
        if count_states(&rules, BUDGET, &|| false).is_err() {
            continue;
        }
        let mut workspace = Workspace::new(&rules);
        for index in 0..BRANCHED {
            for Kept { moment, state, mut dice, .. } in moments(&rules, index, BRANCHED_STEPS) {
                let from = || load::<R>(scenario).unwrap_or_else(|problems| panic!("{name}: {problems}"));
                let solution = match solve(&Resumed::new(from(), state.clone(), moment), Budget::default(), &|| false) {
                    Ok(solution) => solution,
                    Err(Unsolved::OverBudget { .. }) => continue,
                    Err(Unsolved::Interrupted) => unreachable!("nobody interrupts"),
                };
                let mut won = [0_u32; 4];
                for k in 0..BRANCHES {
                    dice.branch(EncounterIndex(index), moment, k);
                    workspace.state.clone_from(&state);
                    let outcome = fight_from(&rules, &mut workspace, moment, &mut dice, &mut Silent, |_, _, _, _| {});
                    won[outcome.winner.index()] += 1;
                }
                for winner in Winner::ALL {
                    let (won, chance) = (won[winner.index()], solution.winners[winner.index()]);
                    let is_likely = divergence(won, BRANCHES, chance) < DIVERGENCE_MAX;
                    assert!(
                        is_likely,
                        "{name}: {winner} wins {won} of {BRANCHES} from {moment:?} of {index}: {chance}"
                    );
                }
            }
        }
    }
}

/// The values of a fight are what the solver and the dice say: before the first die those of the exact solution, from a moment of a
/// fight those of the exact solution that begins there, and always the mean of what the next step leads to, by every path of its dice.
/// In every scenario that has few states.
pub fn values_are_those_of_the_solver_and_of_the_dice<R: Ruleset>(scenarios: &[Scenario]) {
    for Case { name, scenario, rules } in cases::<R>(scenarios) {
        let mut last_round = 0;
        for index in 0..VALUED {
            last_round =
                last_round.max(fight(&rules, &mut Workspace::new(&rules), &mut dice(index), &mut Silent).rounds);
        }
        // The values of one round more, since a step may lead there.
        let values = match Values::up_to(last_round + 1, &rules, BUDGET, &OneThread, &|| false) {
            Ok(values) => values,
            Err(Unsolved::OverBudget { .. }) => continue,
            Err(Unsolved::Interrupted) => unreachable!("nobody interrupts"),
        };
        let solution = solve(&rules, Budget::default(), &|| false).expect("it has few states");
        assert_same(&format!("{name}, at the start"), values.at_start(), solution.winners);
        for index in 0..VALUED {
            let moments = moments(&rules, index, usize::MAX);
            for (number, Kept { moment, state, .. }) in moments.iter().enumerate() {
                let at = format!("{name}: encounter {index} at {moment:?}");
                let value = values.at(*moment, state).unwrap_or_else(|| panic!("{at} has no value"));
                if let Some(mean) = mean_of_next_step(&rules, &values, *moment, state) {
                    assert_same(&format!("{at}, by its dice"), value, mean);
                }
                if index == 0 && number.is_multiple_of(moments.len().div_ceil(BRANCHED_STEPS)) {
                    let from = load::<R>(scenario).unwrap_or_else(|problems| panic!("{name}: {problems}"));
                    match solve(&Resumed::new(from, state.clone(), *moment), Budget::default(), &|| false) {
                        Ok(solution) => assert_same(&format!("{at}, by the solver"), value, solution.winners),
                        Err(Unsolved::OverBudget { .. }) => {}
                        Err(Unsolved::Interrupted) => unreachable!("nobody interrupts"),
                    }
                }
            }
        }
    }
}

fn assert_same(what: &str, found: Chances, expected: Chances) {
    for (winner, (found, expected)) in Winner::ALL.into_iter().zip(found.into_iter().zip(expected)) {
        assert!((found - expected).abs() < 1e-12, "{what}: {winner} has {found} and not {expected}");
    }
}

/// The mean value after the next step, over every path of its dice; `None` if there are too many.
fn mean_of_next_step<R: Ruleset>(rules: &R, values: &Values<R>, moment: Moment, state: &R::State) -> Option<Chances> {
    let mut next = moment;
    if moment.is_round_over {
        if moment.round >= rules.rounds_max() {
            return None;
        }
        next = Moment { round: moment.round + 1, is_round_over: false, ..moment };
    }
    next.step += 1;
    let mut dice = Enumerated::with_fuel(PATHS_OF_STEP, &|| false);
    let mut mean = [0.0; 4];
    let mut workspace = Workspace::new(rules);
    while dice.next_path() {
        let Workspace { state: played, scratch } = &mut workspace;
        played.clone_from(state);
        let round = rules.round_as_known(next.round);
        let mut fight = Fight { rules, state: played, scratch, round, dice: &mut dice, trace: &mut Silent };
        let progress = if next.round == 0 { R::set_up(&mut fight) } else { R::turn(&mut fight) };
        let value = match progress {
            Progress::NextTurn => values.at(next, &workspace.state),
            Progress::RoundOver => values.at(Moment { is_round_over: true, ..next }, &workspace.state),
            Progress::Won(winner) => {
                R::finish(&mut fight);
                let mut certain = [0.0; 4];
                certain[winner.index()] = 1.0;
                Some(certain)
            }
        };
        let value = value.expect("a state that a step leads to has a value");
        mean.iter_mut().zip(value).for_each(|(sum, value)| *sum += dice.weight() * value);
    }
    (!dice.is_spent()).then_some(mean)
}

/// So many encounters times the Kullback-Leibler divergence of their share of successes from a chance.
fn divergence(successes: u32, encounters: u32, chance: f64) -> f64 {
    let [successes, encounters] = [successes, encounters].map(f64::from);
    let part = |number: f64, chance: f64| match number {
        0.0 => 0.0,
        number => number * (number / (encounters * chance)).ln(),
    };
    // A chance that adds up to a little more than 1 is 1.
    part(successes, chance) + part(encounters - successes, (1.0 - chance).max(0.0))
}
