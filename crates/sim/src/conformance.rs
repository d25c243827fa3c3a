//! Checks that every rule system must pass, whoever wrote it: the contract of [`Ruleset`] as far as fights can show it.
//!
//! [`check`] takes a system and some scenarios of it, and panics with the scenario and what is wrong. Call it in a test:
//!
//! ```no_run
//! use equipoise_engine::scenario::{Scenario, Source};
//! use equipoise_engine::systems::duel::Duel;
//! use equipoise_sim::conformance;
//!
//! let text = std::fs::read_to_string("spar.toml").expect("a scenario");
//! let scenario = Scenario::parse(Source::new("spar.toml", text)).expect("TOML");
//! conformance::check::<Duel>(&[scenario]);
//! ```
//!
//! The scenarios decide how much is seen: together they have to reach every rule, and those that are small enough are held
//! against their exact solutions. All seeds are fixed, so that a system that passes once passes always. The checks cannot
//! see whether the rules are the right ones, since sampled and exact answers come from the same code: that takes tests
//! with [`Scripted`](equipoise_engine::dice::Scripted) dice.

mod accounts;
#[cfg(test)]
mod brawl;
mod declarations;
mod errors;
mod fights;
mod legs;
mod resuming;
mod slots;
mod solutions;
#[cfg(test)]
mod tests;
mod variants;

use equipoise_engine::scenario::{KeyDecl, Scenario};
use equipoise_engine::{Ruleset, Seed, load};

pub use accounts::accounts_add_up;
pub use declarations::{declarations_are_sound, every_path_leads_to_its_value, metrics_have_names_of_their_own};
pub use errors::errors_are_legal;
pub use fights::{
    decisions_are_taken_from_their_lists, ends_agree_with_winners, every_rule_is_reached, listening_changes_nothing,
    rounds_are_made_of_turns, used_workspaces_leave_no_trace,
};
pub use legs::{a_day_of_one_leg_is_its_fight, a_fight_without_its_type_is_the_same};
pub use resuming::{
    branches_are_won_as_often_as_solved, fights_played_on_end_as_they_did,
    values_are_those_of_the_solver_and_of_the_dice,
};
pub use slots::slots_keep_their_owners;
pub use solutions::{
    forgetting_changes_nothing, sampling_agrees_with_the_exact_solution, states_have_hashes_of_their_own,
};

/// A check of a system over scenarios of it, each validated and complete. Panics when something is wrong.
pub type Check = fn(&[Scenario]);

/// The seed of all fights here.
const SEED: Seed = Seed(11);

/// Every check of the suite with its name.
pub fn checks<R: Ruleset>() -> [(&'static str, Check); 20] {
    [
        ("declarations_are_sound", declarations_are_sound::<R>),
        ("metrics_have_names_of_their_own", metrics_have_names_of_their_own::<R>),
        ("every_path_leads_to_its_value", every_path_leads_to_its_value::<R>),
        ("ends_agree_with_winners", ends_agree_with_winners::<R>),
        ("used_workspaces_leave_no_trace", used_workspaces_leave_no_trace::<R>),
        ("listening_changes_nothing", listening_changes_nothing::<R>),
        ("decisions_are_taken_from_their_lists", decisions_are_taken_from_their_lists::<R>),
        ("errors_are_legal", errors_are_legal::<R>),
        ("rounds_are_made_of_turns", rounds_are_made_of_turns::<R>),
        ("fights_played_on_end_as_they_did", fights_played_on_end_as_they_did::<R>),
        ("branches_are_won_as_often_as_solved", branches_are_won_as_often_as_solved::<R>),
        ("values_are_those_of_the_solver_and_of_the_dice", values_are_those_of_the_solver_and_of_the_dice::<R>),
        ("accounts_add_up", accounts_add_up::<R>),
        ("every_rule_is_reached", every_rule_is_reached::<R>),
        ("slots_keep_their_owners", slots_keep_their_owners::<R>),
        ("sampling_agrees_with_the_exact_solution", sampling_agrees_with_the_exact_solution::<R>),
        ("states_have_hashes_of_their_own", states_have_hashes_of_their_own::<R>),
        ("a_day_of_one_leg_is_its_fight", a_day_of_one_leg_is_its_fight::<R>),
        ("a_fight_without_its_type_is_the_same", a_fight_without_its_type_is_the_same::<R>),
        ("forgetting_changes_nothing", forgetting_changes_nothing::<R>),
    ]
}

/// Checks a system over scenarios of it, with every check of the suite.
///
/// # Panics
/// If a check finds something wrong, a scenario is not valid, or there is none.
pub fn check<R: Ruleset>(scenarios: &[Scenario]) {
    assert!(!scenarios.is_empty(), "{}: without a scenario nothing can be checked", R::NAME);
    for (_, check) in checks::<R>() {
        check(scenarios);
    }
}

/// A scenario with its rules.
struct Case<'a, R> {
    /// For messages: the system and the scenario's file.
    name: String,
    scenario: &'a Scenario,
    rules: R,
}

/// The keys of a scenario, with those of the rules that it brings.
fn keys_of<R: Ruleset>(scenario: &Scenario) -> &'static [KeyDecl] {
    R::rulebook(scenario).map_or(R::SCHEMA, |book| book.schema)
}

/// Loads the scenarios that are single fights.
fn cases<R: Ruleset>(scenarios: &[Scenario]) -> impl Iterator<Item = Case<'_, R>> {
    scenarios.iter().filter(|scenario| !scenario.has_legs()).map(|scenario| {
        let name = format!("{}, {}", R::NAME, scenario.sources()[0].name);
        let rules = load(scenario).unwrap_or_else(|problems| panic!("{name}: {problems}"));
        Case { name, scenario, rules }
    })
}
