//! `replay --odds` and `replay --find turning-point`: how the odds of a fight move.

use equipoise_engine::System;
use serde_json::Value;

use crate::{gallery, narrow_snapshot, refusal_of, snapshot, stdout_of};

fn json(arguments: &str) -> Value {
    serde_json::from_str(&stdout_of(&format!("{arguments} --format json"))).expect("one line of JSON")
}

fn number(value: &Value) -> f64 {
    value.as_f64().expect("a number")
}

/// The swings of all steps.
fn swings(odds: &Value) -> Vec<f64> {
    odds["steps"].as_array().expect("steps").iter().map(|step| number(&step["swing"])).collect()
}

#[test]
fn odds_stand_beside_each_step() {
    narrow_snapshot("replay-odds-exact", &stdout_of("replay spar.toml --index 3 --odds --picture"));
    let sampled = "replay band.toml --index 3 --odds --method sample --continuations 200";
    narrow_snapshot("replay-odds-sampled", &stdout_of(sampled));
    snapshot("replay-odds-markdown", &stdout_of("replay spar.toml --index 3 --odds --format markdown"));
    // One round alone has its odds, and what those of the whole fight come to.
    let round = stdout_of("replay spar.toml --index 3 --odds --round 1");
    assert!(
        round.contains("swing") && !round.contains("round 2\n") && round.contains("turning point: step"),
        "{round}"
    );
}

/// The odds begin with the exact share and end with who won; in between they add up, step by step.
#[test]
fn exact_swings_lead_from_the_solution_to_the_winner() {
    let exact = number(&json("exact spar.toml")["winners"]["party"]["share"]);
    for index in 0..6 {
        let told = json(&format!("replay spar.toml --index {index} --odds --method exact"));
        let odds = &told["odds"];
        assert_eq!(odds["method"], "exact");
        assert!((number(&odds["start"]["party"]["share"]) - exact).abs() < 1e-12);
        let won = if told["winner"] == "party" { 1.0 } else { 0.0 };
        let sum: f64 = swings(odds).iter().sum();
        assert!((sum - (won - exact)).abs() < 1e-12, "{sum}");
        let largest = swings(odds).into_iter().fold(0.0, |largest: f64, swing| largest.max(swing.abs()));
        assert!((number(&odds["turning_point"]["swing"]).abs() - largest).abs() < 1e-12);
        let events: usize = odds["steps"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|step| step["events"].as_array().map_or(0, Vec::len))
            .sum();
        assert_eq!(events, told["lines"].as_array().map_or(0, Vec::len));
    }
}

/// The same bytes on any number of threads, and made again by `rerun`; other continuations are another answer.
#[test]
fn estimated_odds_do_not_depend_on_threads() {
    let asked = "replay band.toml --index 3 --odds --method sample --continuations 300 --format json";
    let one = stdout_of(&format!("{asked} --threads 1"));
    assert_eq!(stdout_of(&format!("{asked} --threads 3")), one);
    let fewer = asked.replace("300", "299");
    assert_ne!(stdout_of(&fewer), one);
    let found: Value = serde_json::from_str(&one).expect("JSON");
    let words = found["provenance"]["command"].as_array().expect("words");
    let command: Vec<&str> = words[1..].iter().filter_map(Value::as_str).collect();
    assert_eq!(stdout_of(&format!("{} --format json", command.join(" "))), one);
}

#[test]
fn every_system_has_odds_beside_its_steps() {
    for &system in System::ALL {
        let first = gallery(system)[0].display().to_string();
        let told = json(&format!("replay {first} --index 1 --odds --method sample --continuations 10"));
        let won = if told["winner"] == "party" { 1.0 } else { 0.0 };
        let sum: f64 = swings(&told["odds"]).iter().sum();
        assert!((sum - (won - number(&told["odds"]["start"]["party"]["share"]))).abs() < 1e-9, "{first}");
    }
}

/// Of the first fights the one that is found has the largest swing, the first of equals.
#[test]
fn the_fight_that_turned_farthest_is_found() {
    let found = json("replay spar.toml --find turning-point -n 30");
    let largest = |odds: &Value| number(&odds["turning_point"]["swing"]).abs();
    let index = found["index"].as_u64().expect("an index");
    for other in 0..30 {
        let swing = largest(&json(&format!("replay spar.toml --index {other} --odds"))["odds"]);
        let best = largest(&found["odds"]);
        assert!(swing < best - 1e-12 || (swing <= best + 1e-12 && other >= index), "{other}");
    }
    // Odds that are estimated are those of the fight that is shown.
    let estimated = "--method sample --continuations 60";
    let found = json(&format!("replay band.toml --find turning-point -n 20 {estimated}"));
    let again = json(&format!("replay band.toml --index {} --odds {estimated}", found["index"]));
    assert_eq!(found["odds"], again["odds"]);
}

#[test]
fn options_of_odds_are_refused_where_they_change_nothing() {
    for (options, said) in [
        ("--continuations 10", "--continuations is for the odds beside each step, and needs --odds"),
        ("--method exact", "--method is for the odds"),
        ("--confidence 0.9", "--confidence is for the odds"),
        ("--max-states 10", "--max-states is for the odds"),
        ("--picture", "--picture is for the odds"),
        ("--odds --method exact --continuations 10", "--continuations is for estimated odds"),
        ("--odds --method sample --max-memory 1GB", "--max-memory needs --method exact or --method auto"),
        ("--odds --picture --format json", "--picture needs --format table or markdown"),
        ("--odds --continuations 0", "at least 1"),
        ("--odds --continuations 2M", "at most 1,000,000"),
        ("--odds --method exact --max-states 5", "too much for the exact solution"),
    ] {
        let message = refusal_of(&format!("replay spar.toml --index 3 {options}"));
        assert!(message.contains(said), "{options}: {message}");
    }
}
