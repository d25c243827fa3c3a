//! Scenarios against their exact solutions.

use std::collections::{BTreeSet, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};

use equipoise_engine::conformance::{Remembering, difference_of_solutions};
use equipoise_engine::dice::Seeded;
use equipoise_engine::exact::{Budget, Solution, count_states, solve};
use equipoise_engine::scenario::Scenario;
use equipoise_engine::{EncounterIndex, Ruleset, Silent, Winner, Workspace, fight_by_steps, load};

use super::variants::duels;
use super::{Case, SEED, cases, keys_of};
use crate::{Intervals, Plan, Report, Watch, deviations, run};

/// Encounters that are held against an exact solution.
const ENCOUNTERS: u64 = 400_000;

/// Over all values of all scenarios (below 1000) a false alarm at |z| > 6.2 has a chance below 1e-6. A shift of half a
/// point at p = 0.5 is 6.3 standard errors and seen with probability 0.5, one of a point with probability above 0.999.
const Z_MAX: f64 = 6.2;

/// Encounters whose states are hashed.
const HASHED: u64 = 500;

/// The most that a scenario may take to be solved here. Those that take more were explored in vain up to the limit, most of the time of
/// the suite when that was 200 MB.
const BUDGET: Budget = Budget { bytes: 100_000_000, states: 20_000, paths: 1_000_000 };

/// The budgets of a small fight, which is solved forgetting and remembering.
const SMALL: Budget = Budget { bytes: 50_000_000, states: 12_000, paths: 1_000_000 };
const SMALL_REMEMBERING: Budget = Budget { bytes: 300_000_000, states: 40_000, paths: 4_000_000 };

fn solved<R: Ruleset>(rules: &R, budget: Budget) -> Option<Solution> {
    solve(rules, budget, &|| false).ok()
}

/// The results of 400,000 encounters of a scenario lie about the [exact solution](solve) as chance allows, for every scenario
/// that has at most 20,000 states: at least one should. A planted error of a point is found. The number of states of a solution
/// is the limit that it needs: as many are enough, and one less is too few.
pub fn sampling_agrees_with_the_exact_solution<R: Ruleset>(scenarios: &[Scenario]) {
    for Case { name, rules, .. } in cases::<R>(scenarios) {
        let Some((solution, sampled)) = assert_sampled_as_solved(&name, &rules, BUDGET, ENCOUNTERS) else { continue };
        // The limit of states is to the state.
        let within = |states: usize| count_states(&rules, Budget { states, ..BUDGET }, &|| false);
        assert_eq!(within(solution.states), Ok(solution.states), "{name}: as many states as it has are not enough");
        assert!(within(solution.states - 1).is_err(), "{name}: one state less than it has is enough");
        let mut exact = Report::exact(&name, &rules, &solution);
        let party = &mut exact.winners[Winner::Party.index()].share;
        if (0.1..0.9).contains(party) {
            *party += 0.01;
            let is_found = deviations(&sampled, &exact).iter().any(|deviation| deviation.z.abs() > Z_MAX);
            assert!(is_found, "{name}: an error of a point in the party's wins is not found");
        }
    }
}

/// The solution of a scenario and what its encounters come to, which lies about it as chance allows. `None` if it is not solved
/// within the budget.
pub(super) fn assert_sampled_as_solved<R: Ruleset>(
    name: &str,
    rules: &R,
    budget: Budget,
    encounters: u64,
) -> Option<(Solution, Report)> {
    let solution = solved(rules, budget)?;
    let sum: f64 = solution.winners.iter().sum();
    assert!((sum - 1.0).abs() < 1e-12, "{name}: the winners' chances add up to {sum}");
    let run = run(rules, &Plan::new(SEED, 0..encounters), &Watch::none());
    let sampled = Report::sampled(name, rules, &run, SEED, 0.95, Intervals::Fixed);
    for deviation in deviations(&sampled, &Report::exact(name, rules, &solution)) {
        assert!(deviation.z.abs() < Z_MAX, "{name}: sampled and solved differ: {deviation:?}");
    }
    Some((solution, sampled))
}

/// States that differ have different hashes: the exact solver takes states of one hash for the same.
pub fn states_have_hashes_of_their_own<R: Ruleset>(scenarios: &[Scenario]) {
    for Case { name, rules, .. } in cases::<R>(scenarios) {
        let (mut workspace, mut dice) = (Workspace::new(&rules), Seeded::new(SEED));
        let mut hashes = Hashes::default();
        for index in 0..HASHED {
            dice.start(EncounterIndex(index));
            let watch = |_, state: &R::State, _: &_, _: &_| hashes.add(&name, state);
            fight_by_steps(&rules, &mut workspace, &mut dice, &mut Silent, watch);
        }
    }
}

/// States by their hashes, of 64 bits: among a million different states two of one hash have a chance below 1e-7.
pub(super) struct Hashes<S>(HashMap<u64, S>);

impl<S> Default for Hashes<S> {
    fn default() -> Self {
        Self(HashMap::new())
    }
}

impl<S: Clone + Eq + Hash> Hashes<S> {
    pub(super) fn add(&mut self, name: &str, state: &S) {
        let mut hasher = DefaultHasher::new();
        state.hash(&mut hasher);
        let known = self.0.entry(hasher.finish()).or_insert_with(|| state.clone());
        assert!(known == state, "{name}: two states that differ have the same hash");
    }
}

/// Everything that [`Ruleset::forget`] forgets has no part in what follows: solved with it and without, fights come to
/// the same. The fights are the scenarios themselves and duels out of them (a combatant of each party block against one
/// of an enemies' block), as far as they have few states: at least one should.
pub fn forgetting_changes_nothing<R: Ruleset>(scenarios: &[Scenario]) {
    // Texts of what was solved: the duel out of a scenario of two is the scenario.
    let mut solved = BTreeSet::new();
    for Case { name, scenario, rules } in cases::<R>(scenarios) {
        solved.insert(scenario.canonical(keys_of::<R>(scenario)));
        assert_forgets_nothing_of_use(&name, scenario, &rules);
        for duel in duels(scenario, &rules) {
            if solved.insert(duel.scenario.canonical(keys_of::<R>(&duel.scenario))) {
                assert_forgets_nothing_of_use(&format!("{name}, {}", duel.change), &duel.scenario, &duel.rules);
            }
        }
    }
}

fn assert_forgets_nothing_of_use<R: Ruleset>(name: &str, scenario: &Scenario, rules: &R) {
    let Some(forgetting) = solved(rules, SMALL) else { return };
    let remembering: Remembering<R> = load(scenario).unwrap_or_else(|problems| panic!("{name}: {problems}"));
    let Some(remembering) = solved(&remembering, SMALL_REMEMBERING) else { return };
    let states = [forgetting.states, remembering.states];
    assert!(states[0] <= states[1], "{name}: forgetting makes {} states of {}", states[0], states[1]);
    if let Some(difference) = difference_of_solutions(&forgetting, &remembering) {
        panic!("{name}: forgetting changes the solution: {difference}");
    }
}
