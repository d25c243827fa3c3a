//! Days of several fights: `[[legs]]`, by every command that takes them, and refused by those that do not.

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use serde_json::{Value, json};

use crate::{equipoise, refusal, results_from};

const GUARDS: &str = r#"system = "tiny"
name = "Guards"
[rules]
max_rounds = 40
start_distance = 5
[[combatants]]
id = "ann"
side = "party"
hp = 4
attacks = [{ id = "knife", kind = "light_melee" }]
[[combatants]]
id = "guard"
side = "enemies"
hp = 2
attacks = [{ id = "knife", kind = "light_melee" }]
"#;

const DAY: &str = r#"system = "tiny"
name = "Two guards"
[[legs]]
id = "gate"
scenario = "fights/guards.toml"
[[legs]]
id = "hall"
scenario = "fights/guards.toml"
[expect]
party = { between = [0.5, 0.6] }
combatants."gate/guard".dead = { at_least = 0.85 }
"#;

/// The program in a folder with a day of two fights.
fn within(folder: &Path, arguments: &str) -> Command {
    fs::create_dir_all(folder.join("fights")).expect("room");
    for (name, text) in
        [("fights/guards.toml", GUARDS), ("day.toml", DAY), ("escape.toml", &DAY.replace("fights", "../fights"))]
    {
        fs::write(folder.join(name), text).expect("room");
    }
    let mut command = equipoise(arguments);
    command.current_dir(folder);
    command
}

fn stdout_of(command: &mut Command) -> String {
    let output = command.assert().code(0).get_output().stdout.clone();
    String::from_utf8(output).expect("stdout is UTF-8")
}

fn share(result: &Value) -> f64 {
    result["winners"]["party"]["share"].as_f64().expect("a share")
}

/// The worked check of the ledger: two guards, with and without a sleep between them.
#[test]
fn a_day_is_solved_and_sampled() {
    let folder = tempfile::tempdir().expect("a folder");
    let exact = |more: &str| {
        share(&results_from(&mut within(folder.path(), &format!("exact day.toml {more} --format json")))[0])
    };
    assert!((exact("") - 0.557_147_720_0).abs() < 1e-8, "{}", exact(""));
    assert!((exact("--set legs.hall.rest.hours=6") - 0.717_589_043_0).abs() < 1e-8);
    let sampled = &results_from(&mut within(folder.path(), "run day.toml -n 20000 --format json"))[0];
    assert!((share(sampled) - 0.557_147_72).abs() < 0.02, "{sampled}");
    let ids: Vec<&str> = sampled["combatants"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|one| one["id"].as_str().expect("an id"))
        .collect();
    assert_eq!(ids, ["ann", "gate/guard", "hall/guard"]);
}

/// Values are swept by the paths of legs, `check` lists these, and a replay tells the legs by their names.
#[test]
fn commands_take_days() {
    let folder = tempfile::tempdir().expect("a folder");
    let swept = results_from(&mut within(
        folder.path(),
        "sweep day.toml --vary legs.hall.rest.hours=0,6 --method exact --format json",
    ));
    let shares: Vec<f64> = swept.iter().map(share).collect();
    assert!((shares[0] - 0.557_147_72).abs() < 1e-8 && (shares[1] - 0.717_589_043).abs() < 1e-8, "{shares:?}");
    let checked = stdout_of(&mut within(folder.path(), "check day.toml"));
    assert!(checked.contains("legs.hall.combatants.guard.hp") && checked.contains("hall/guard"), "{checked}");
    let told = stdout_of(&mut within(folder.path(), "replay day.toml --find longest -n 50"));
    assert!(told.contains("Leg 1: gate") && told.contains("Leg 2: hall") && told.contains("ann begins with"), "{told}");
    within(folder.path(), "test day.toml").assert().success();
    let schema: Value =
        serde_json::from_str(&stdout_of(&mut within(folder.path(), "systems tiny --schema"))).expect("JSON");
    let validator = jsonschema::draft202012::new(&schema).expect("a schema");
    let day = json!({ "system": "tiny", "name": "Day", "legs": [
        { "id": "a", "scenario": "a.toml" },
        { "id": "b", "choice": [{ "scenario": "a.toml", "weight": 3 }], "repeat": 2, "rest": { "hours": 6 }, "set": { "rules.max_rounds": 5 } },
    ] });
    assert!(validator.is_valid(&day));
    for (pointer, wrong) in [
        ("/legs/0/id", json!(1)),
        ("/legs/1/rest/hours", json!("six")),
        ("/legs/1/repeat", json!(0)),
        ("/legs", json!([])),
    ] {
        let mut day = day.clone();
        *day.pointer_mut(pointer).expect("it is there") = wrong;
        assert!(!validator.is_valid(&day), "{pointer}");
    }
    assert!(!validator.is_valid(&json!({ "system": "tiny", "name": "Neither" })));
}

/// Studies without an answer for a day say so, and a leg's file lies beneath the folder of the day.
#[test]
fn what_a_day_cannot_have_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    for (arguments, said) in [
        ("odds day.toml", "`legs`: `odds` takes a single fight: give it the scenario of one of the legs"),
        ("luck day.toml", "`legs`: `luck` takes a single fight"),
        ("versus day.toml day.toml", "`legs`: `versus` takes a single fight"),
        ("run day.toml --accounts", "`accounts` cannot be set: a day of several fights keeps no accounts"),
        ("run day.toml --set rules.max_rounds=5", "no value can be set at `rules.max_rounds`"),
        ("run day.toml --set legs.hal.rules.max_rounds=5", "did you mean `legs.hall.rules.max_rounds`?"),
        ("run escape.toml", "`legs.gate.scenario`"),
    ] {
        let said_of = refusal(&mut within(folder.path(), arguments));
        assert!(said_of.contains(said), "{arguments}: {said_of}");
    }
}

/// Mirrors, accounts and gauntlets of a day are refused; the words of a file that is no scenario are not shown.
#[test]
fn what_days_do_not_have_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    within(folder.path(), "check day.toml").assert().code(0);
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("room");
    write("mirror.toml", &DAY.replace("party = {", "mirror.party = {"));
    write("gaunt.csv", "id,hp\nrat,1\n");
    for (arguments, said) in [
        ("check mirror.toml", "a day of several fights has no mirror"),
        ("test mirror.toml", "a day of several fights has no mirror"),
        ("gauntlet day.toml --roster gaunt.csv", "`gauntlet` takes a single fight"),
        ("run day.toml --set legs.hall.accounts=true", "a day of several fights keeps no accounts"),
    ] {
        let text = refusal(equipoise(arguments).current_dir(folder.path()));
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains(said), "{arguments}: {text}");
    }
    write("secret.toml", &DAY.replace("fights/guards.toml", ".env"));
    for secret in
        ["API_KEY=ghp_aaaa\n", "DB PASS=ghp_aaaa\n", "ghp_aaaa", "system = \"ghp_aaaa\"\n", "key = \"ghp_aaaa\"\n"]
    {
        write(".env", secret);
        let text = refusal(equipoise("check secret.toml").current_dir(folder.path()));
        assert!(!text.contains("ghp_"), "{secret}: {text}");
    }
}

/// The numbers of legs have one name in recorded results and today's.
#[test]
fn numbers_of_legs_are_compared_with_recorded_ones() {
    let folder = tempfile::tempdir().expect("a folder");
    within(folder.path(), "run day.toml -n 300 --out base").assert().code(0);
    let line = stdout_of(&mut within(folder.path(), "compare --baseline base --today --format json"));
    let found: Value = serde_json::from_str(&line).expect("one result");
    assert_eq!(found["verdict"], "identical", "{found}");
    assert!(!found.to_string().contains("legs.hall.won"), "nothing is gone or new: {found}");
}
