//! The door of records: any text as games that were played.

use std::path::PathBuf;

use equipoise_sim::studies::load::{Files, Loader};
use equipoise_sim::studies::method::Method;
use equipoise_sim::studies::observe::ask::{Observe, Sampling};
use equipoise_sim::{Registry, Watch};

use super::shown::accepted;

/// The scenario whose numbers are the columns.
const SCENARIO: &str = include_str!("../../scenarios/tiny/champion.toml");
/// Longer records are read and not held against the scenario, to save time.
const GAMES_MAX: u64 = 200;

/// Reads games, and holds them against a few encounters.
pub(crate) fn enter(input: &str) {
    let texts = [("a.toml", SCENARIO), ("games.csv", input)];
    let files: Files = texts.map(|(path, text)| (PathBuf::from(path), text.to_owned())).into();
    let asked = Observe {
        scenario: "a.toml".into(),
        overrides: Vec::new(),
        games: "games.csv".into(),
        ignore: Vec::new(),
        vary: "rules.heavy_armor_dr=1..=2".parse().ok(),
        top: 3,
        method: Method::Sample(Sampling { encounters: 50 }),
        seed: 1,
        confidence: 0.95,
    };
    let Some(loaded) = accepted(asked.load(Loader::new(Registry::SHIPPED, &files))) else { return };
    assert!(loaded.games() > 0);
    if loaded.games() > GAMES_MAX {
        return;
    }
    let Some(found) = accepted(loaded.play(&|| false, &Watch::none())) else { return };
    let found = found.result;
    assert_eq!(found.games, loaded.games());
    for test in found.tests() {
        assert!(test.p > 0.0 && test.p <= test.adjusted && test.adjusted <= 1.0, "{test:?}");
    }
    assert!(found.surprising.iter().all(|game| game.tail > 0.0 && game.tail <= 1.0));
    let curve = found.curve.expect("a path is varied");
    assert!(curve.best.is_some() && curve.values.iter().all(|at| at.drop.is_some_and(|drop| drop >= 0.0)));
}
