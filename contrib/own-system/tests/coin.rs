//! Tests that every system should have: the conformance suite, rules under scripted dice, a worked check, and the commands.

use std::path::{Path, PathBuf};
use std::process::Command;

use coin::Coin;
use equipoise_engine::dice::Scripted;
use equipoise_engine::exact::{Budget, solve};
use equipoise_engine::scenario::{Override, Scenario, Source};
use equipoise_engine::{Silent, Winner, Workspace, fight, load};
use equipoise_sim::{System, conformance};

const LAST_POINT: &str = "scenarios/last-point.toml";

fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

fn scenario(name: &str) -> Scenario {
    let text = std::fs::read_to_string(path(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    Scenario::parse(Source::new(name, text)).unwrap_or_else(|problems| panic!("{problems}"))
}

/// The output of the program.
fn printed(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_coin")).args(arguments).output().expect("the program runs");
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn the_contract_is_kept() {
    let opponents = System::of::<Coin>().opponents();
    conformance::check::<Coin>(&[scenario("scenarios/two-before-three.toml"), scenario(LAST_POINT), opponents]);
}

/// COIN-03: two right calls take three points, and anything else costs one.
#[test]
fn two_coins_win_three_points_or_lose_one() {
    let mut scenario = scenario(LAST_POINT);
    let changes =
        ["rules.points=3", "combatants.first.policy=bold"].map(|text| text.parse::<Override>().expect("a change"));
    assert_eq!(scenario.set(&changes, System::of::<Coin>().schema()), []);
    let coin: Coin = load(&scenario).unwrap_or_else(|problems| panic!("{problems}"));
    let mut workspace = Workspace::new(&coin);
    // A wrong dare, a wrong call of the other, a right dare.
    let mut dice = Scripted::new([1, 2, 2, 1, 1]);
    let outcome = fight(&coin, &mut workspace, &mut dice, &mut Silent);
    dice.assert_spent();
    assert_eq!((outcome.winner, outcome.rounds), (Winner::Party, 2));
}

/// A worked check: with one point each the first to flip wins 1/2 + 1/8 + 1/32 + ... = 2/3.
#[test]
fn the_first_of_two_wins_two_fights_in_three() {
    let coin: Coin = load(&scenario(LAST_POINT)).unwrap_or_else(|problems| panic!("{problems}"));
    let solution = solve(&coin, Budget::default(), &|| false).expect("few states");
    assert!((solution.winners[Winner::Party.index()] - 2.0 / 3.0).abs() < 1e-12);
}

/// The system is known to every command.
#[test]
fn the_command_line_knows_the_coin() {
    let last_point = path(LAST_POINT).display().to_string();
    for (arguments, expected) in [
        (&["run", &last_point, "-n", "10k", "--quiet"][..], "The last point"),
        (&["exact", &last_point], "66.6667%"),
        (&["replay", &last_point, "--index", "0"], "calls heads for OneCoin"),
        (&["sweep", &last_point, "--vary", "rules.points=1..=3", "-n", "1k", "--quiet"], "rules.points"),
        (&["coverage", &last_point, "--quiet"], "COIN-02"),
        (&["explain", "coin-03"], "It flips two coins."),
        (&["explain", "dares"], "stakes of two coins"),
        (&["init", "coin"], "#points = 3"),
        (&["systems"], "a right call takes points of the other side"),
        (&["systems", "coin"], "COIN-04"),
        (&["systems", "coin", "--schema"], "\"max_rounds\""),
        (&["schema", "run"], "\"coin\""),
        (&["--version"], "coin (4 rules)"),
        (&["completions", "bash"], "equipoise"),
    ] {
        let printed = printed(arguments);
        assert!(printed.contains(expected), "{arguments:?} says nothing of {expected}:\n{printed}");
    }
}

/// A shell completes the id of a rule, and the path of a key of a scenario.
#[test]
fn words_are_completed() {
    let scenario = path(LAST_POINT).display().to_string();
    for (words, expected) in [
        (&["equipoise", "explain", "COIN-0"][..], "COIN-04"),
        (&["equipoise", "init", "co"], "coin"),
        (&["equipoise", "run", &scenario, "--set", "rules.po"], "rules.points="),
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_coin"));
        command.env("EQUIPOISE_COMPLETE", "fish").arg("--").args(words);
        let offered = String::from_utf8(command.output().expect("the program runs").stdout).expect("text");
        assert!(offered.contains(expected), "{words:?}: {offered}");
    }
}
