//! The games that ship: the contract of the engine, the exact odds, and how they are told.

use std::path::{Path, PathBuf};

use equipoise_engine::exact::{Budget, solve};
use equipoise_engine::scenario::{Override, Scenario, Source};
use equipoise_engine::systems::duel::Duel;
use equipoise_engine::{Ruleset, Winner, load};
use equipoise_script::Script;
use equipoise_sim::{System, conformance};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios/script")
}

/// A scenario with the files that it names.
fn complete(name: &str, text: String) -> Scenario {
    let mut scenario = Scenario::parse(Source::new(name, text)).unwrap_or_else(|problems| panic!("{problems}"));
    let keys = |scenario: &Scenario| System::of::<Script>().of_scenario(scenario).schema();
    while let Some(wanted) = scenario.wanted_files(keys(&scenario)).into_iter().next() {
        let text = std::fs::read_to_string(folder().join(&wanted.path)).map_err(|error| error.to_string());
        let schema = keys(&scenario);
        assert_eq!(scenario.attach(&wanted, text.map(|text| Source::new(&wanted.path, text)), schema), []);
    }
    scenario
}

fn shipped(name: &str) -> Scenario {
    let path = folder().join(name).with_extension("toml");
    complete(name, std::fs::read_to_string(path).expect("it ships"))
}

fn script(scenario: &Scenario) -> Script {
    load(scenario).unwrap_or_else(|problems| panic!("{problems}"))
}

fn shares<R: Ruleset>(rules: &R) -> [f64; 4] {
    solve(rules, Budget::default(), &|| false).expect("few states").winners
}

#[test]
fn the_contract_is_kept() {
    // Shorter games than those that ship: the suite plays and solves each many times.
    let shorter = [
        ("single-combat", "combatants.*.hp=2 combatants.challenger.count=2"),
        ("yard", "rules.half=2"),
        ("nerves", "rules.goal=9"),
    ];
    let shorter = shorter.map(|(name, changes)| {
        let mut scenario = shipped(name);
        let keys = System::of::<Script>().of_scenario(&scenario).schema();
        let changes: Vec<Override> = changes.split(' ').map(|change| change.parse().expect("a change")).collect();
        assert_eq!(scenario.set(&changes, keys), []);
        scenario
    });
    let games = [&shorter[..], &[System::of::<Script>().opponents()]].concat();
    // Two threads: the suite takes a minute on one.
    let (checks, games) = (&conformance::checks::<Script>(), &games);
    std::thread::scope(|scope| {
        for first in 0..2 {
            scope.spawn(move || checks.iter().skip(first).step_by(2).for_each(|(_, check)| check(games)));
        }
    });
}

/// Pools are counted, and solved, whether by the function or in a block, which may try more results than a call has steps.
#[test]
fn pools_have_the_odds_of_their_dice() {
    let share = |roll: &str| {
        let text = format!(
            "system = \"script\"\nname = \"A\"\nscript = '''\nfn turn(f, me) {{ let n = {roll}; if n >= 3 {{ win(me) }} else {{ draw() }} }}\n'''\n\
             combatants = [{{ id = \"a\", side = \"party\" }}, {{ id = \"b\", side = \"enemies\" }}]\n"
        );
        let scenario = Scenario::parse(Source::new("a.toml", text)).expect("TOML");
        shares(&script(&scenario))[Winner::Party.index()]
    };
    // At least three of six dice that show 5 or 6: 1 - (64 + 192 + 240) / 729.
    let expected = 233.0 / 729.0;
    let by_block = "chance { let n = 0; for i in 0..6 { if d(6) > 4 { n += 1; } } n }";
    for roll in ["hits(6, 6, 5)", by_block] {
        assert!((share(roll) - expected).abs() < 1e-12, "{roll}: {}", share(roll));
    }
}

/// The duel in small has the odds of the built-in system, to the last digits.
#[test]
fn the_duel_is_the_built_in_one() {
    let text = r#"
        system = "duel"
        name = "In the yard"
        rules = { meter_ticks = 9, natural_20_move = 1, penultimate_swap = false }
        [[combatants]]
        id = "student"
        initiative = 2
        attributes = { attack = 5, bluff = 1, acrobatics = 6 }
        [[combatants]]
        id = "master"
        initiative = 4
        attributes = { attack = 7, bluff = 3, acrobatics = 2 }
    "#;
    let duel = Scenario::parse(Source::new("duel", text)).expect("TOML");
    let duel: Duel = load(&duel).unwrap_or_else(|problems| panic!("{problems}"));
    let (own, known) = (shares(&script(&shipped("yard"))), shares(&duel));
    for winner in Winner::ALL {
        let (own, known) = (own[winner.index()], known[winner.index()]);
        assert!((own - known).abs() < 1e-12, "{winner}: {own} and {known}");
    }
}
