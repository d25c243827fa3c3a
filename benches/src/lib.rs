//! What the benches share: scenarios compiled from the gallery, and the floor: a duel written by hand as a plain loop.

use equipoise_engine::scenario::{Override, Scenario, Source};
use equipoise_engine::systems::duel::Duel;
use equipoise_engine::{Ruleset, load};

pub mod plain_duel;
pub mod raw_dice;

/// The scenario that most benches fight: narrow and tall against broad and flat.
pub const FIRST_CHALLENGE: &str = include_str!("../../scenarios/duel/first-challenge.toml");

/// Compiles a duel, with overrides as `--set` takes them.
///
/// # Panics
/// When the text is no valid duel.
pub fn duel(text: &str, overrides: &[&str]) -> Duel {
    let source = Source { name: "bench.toml".to_owned(), text: text.to_owned() };
    let mut scenario = Scenario::parse(source).expect("well-formed");
    let overrides: Vec<Override> = overrides.iter().map(|text| text.parse().expect("an override")).collect();
    let problems = scenario.set(&overrides, Duel::SCHEMA);
    assert!(problems.is_empty(), "{}", scenario.problems(problems));
    load(&scenario).unwrap_or_else(|problems| panic!("{problems}"))
}
