//! Combatants that err.

use equipoise_engine::Ruleset;
use equipoise_engine::exact::Budget;
use equipoise_engine::scenario::common::{COMBATANTS, ERROR};
use equipoise_engine::scenario::{Override, Scenario};

use super::solutions::assert_sampled_as_solved;
use super::{
    Case, Check, accounts_add_up, cases, decisions_are_taken_from_their_lists, ends_agree_with_winners, keys_of,
    listening_changes_nothing, rounds_are_made_of_turns,
};

/// The percentages of errors, one table of combatants after the other: fights have several, and still go on.
const PERCENT: [u8; 4] = [35, 10, 60, 100];

/// The budget of a scenario that is solved here: errors lead to many states.
const BUDGET: Budget = Budget { bytes: 20_000_000, states: 4_000, paths: 200_000 };

/// Encounters that are held against an exact solution.
const ENCOUNTERS: u64 = 40_000;

/// Combatants that [err](equipoise_engine::decision::Errors) take legal options only. With errors of everybody, the checks of single
/// encounters hold as they do without, and what is sampled agrees with what is solved, for scenarios of few states. Systems whose
/// combatants have no key `error` are left out.
pub fn errors_are_legal<R: Ruleset>(scenarios: &[Scenario]) {
    let erring: Vec<Scenario> = scenarios.iter().filter_map(with_errors::<R>).collect();
    let checks: [Check; 5] = [
        ends_agree_with_winners::<R>,
        listening_changes_nothing::<R>,
        decisions_are_taken_from_their_lists::<R>,
        rounds_are_made_of_turns::<R>,
        accounts_add_up::<R>,
    ];
    for check in checks.iter().filter(|_| !erring.is_empty()) {
        check(&erring);
    }
    for Case { name, rules, .. } in cases::<R>(&erring) {
        assert_sampled_as_solved(&name, &rules, BUDGET, ENCOUNTERS);
    }
}

/// The scenario with errors of every combatant; `None` where the system knows none.
fn with_errors<R: Ruleset>(scenario: &Scenario) -> Option<Scenario> {
    let mut scenario = scenario.clone();
    let is_error =
        |path: &str| matches!(path.split('.').collect::<Vec<_>>()[..], [COMBATANTS, _, key] if key == ERROR.name());
    let keys = keys_of::<R>(&scenario);
    let paths = scenario.paths(keys).into_iter().map(|entry| entry.path).filter(|path| is_error(path));
    let errors: Vec<Override> = paths
        .zip(PERCENT.iter().cycle())
        .map(|(path, percent)| Override { path, value: percent.to_string() })
        .collect();
    (!errors.is_empty() && scenario.set(&errors, keys).is_empty()).then_some(scenario)
}
