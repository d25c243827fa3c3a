//! `replay --find CONDITION`: the first fight in which something happens.

use serde_json::Value;

use crate::{equipoise, refusal, stdout_of};

fn found(condition: &str, options: &str) -> Value {
    let output = equipoise(&format!("replay spar.toml --format json {options}")).args(["--find", condition]).output();
    let output = output.expect("it runs");
    assert!(output.status.success(), "{condition}: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

/// Whether a fight is wanted.
type Wanted<'a> = &'a dyn Fn(&Value) -> bool;

/// The fight that is found is the first that fulfils the condition, of all fights told one by one.
#[test]
fn the_first_fight_that_fulfils_a_condition_is_told() {
    let told: Vec<Value> = (0..60)
        .map(|index| stdout_of(&format!("replay spar.toml --seed 3 --index {index} --format json")))
        .map(|line| serde_json::from_str(&line).expect("JSON"))
        .collect();
    let count = |fight: &Value, metric: &str| fight["metrics"][metric].as_u64().expect("a count");
    let rounds = |fight: &Value| fight["rounds"].as_u64().expect("rounds");
    let conditions: [(&str, Wanted); 6] = [
        ("enemies wins", &|fight| fight["winner"] == "enemies"),
        ("fencer down and rounds>9", &|fight| fight["combatants"][0]["end"] == "down" && rounds(fight) > 9),
        ("fencer down or rounds > 20 and double_moves = 0", &|fight| {
            fight["combatants"][0]["end"] == "down" || (rounds(fight) > 20 && count(fight, "double_moves") == 0)
        }),
        ("(fencer down or rounds > 9) and not double_moves >= 2", &|fight| {
            (fight["combatants"][0]["end"] == "down" || rounds(fight) > 9) && count(fight, "double_moves") < 2
        }),
        ("comebacks = 1 and party wins", &|fight| count(fight, "comebacks") == 1 && fight["winner"] == "party"),
        ("refreshes > 2", &|fight| count(fight, "refreshes") > 2),
    ];
    for (condition, wanted) in conditions {
        let expected = told.iter().position(wanted).unwrap_or_else(|| panic!("none: {condition}"));
        for threads in [1, 4] {
            let fight = found(condition, &format!("--seed 3 --threads {threads}"));
            assert_eq!(fight["index"], expected, "{condition}");
            assert_eq!(fight["lines"], told[expected]["lines"], "{condition}");
        }
    }
}

#[test]
fn what_a_condition_found_is_found_again() {
    let fight = found("wrestler down and rounds >= 30", "");
    let study = &fight["provenance"]["study"]["fight"];
    assert_eq!(study.to_string(), r#"{"where":{"condition":"wrestler down and rounds >= 30","encounters":100000}}"#);
    equipoise("rerun - --quiet").write_stdin(fight.to_string()).assert().code(0);
    let words: Vec<&str> =
        fight["provenance"]["command"].as_array().expect("words").iter().filter_map(Value::as_str).collect();
    let again = equipoise("").args(&words[1..]).args(["--format", "json"]).output().expect("it runs");
    let again: Value = serde_json::from_slice(&again.stdout).expect("JSON");
    assert_eq!(again["index"], fight["index"]);
}

#[test]
fn a_condition_that_means_nothing_is_refused_where_it_is_wrong() {
    for (condition, parts) in [
        ("fencr down", &["there is no combatant `fencr`", "--find:1:1", "did you mean `fencer`?"][..]),
        ("fencer down and rouds > 3", &["there is no `rouds`", "--find:1:17", "did you mean `rounds`?"]),
        ("longst", &["did you mean `longest`?"]),
        ("Longest", &["did you mean `longest`?"]),
        ("fencer ded", &["--find:1:8", "did you mean `dead`?"]),
        ("rounds > many", &["expected a whole number"]),
        ("(party wins", &["this parenthesis is not closed"]),
        ("", &["expected a term"]),
        ("\u{1b}[31m dead", &["there is no combatant"]),
    ] {
        let message = refusal(equipoise("replay spar.toml").args(["--find", condition]));
        assert!(parts.iter().all(|part| message.contains(part)), "{condition}: {message}");
    }
    for options in ["", "-n 50"] {
        let message =
            refusal(equipoise(&format!("replay spar.toml {options}")).args(["--find", "draw and party wins"]));
        assert!(message.contains("no such fight among the first") && message.contains("none fulfils"), "{message}");
    }
}
