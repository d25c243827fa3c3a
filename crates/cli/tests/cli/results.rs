//! The output of each command.

use equipoise_engine::System;

use crate::{assert_narrow, equipoise, narrow_snapshot, refusal_of, snapshot, stdout_of};

#[test]
fn a_run_is_printed_as_table_csv_and_json() {
    narrow_snapshot("run-table", &stdout_of("run spar.toml -n 20000 --seed 7"));
    snapshot("run-csv", &stdout_of("run spar.toml death.toml -n 2000 --format csv"));
    let json = stdout_of("run spar.toml death.toml -n 2000 --format json");
    assert_eq!(json.lines().count(), 2);
    snapshot("run-json", &json);
}

#[test]
fn a_run_to_a_precision_says_what_it_reached() {
    narrow_snapshot("run-precision", &stdout_of("run spar.toml --precision 0.02"));
    let json = stdout_of("run spar.toml --precision 0.02 --format json");
    assert!(json.contains("\"intervals\":\"anytime\""), "{json}");
}

#[test]
fn a_checked_run_has_the_exact_values_beside_it() {
    narrow_snapshot("run-check", &stdout_of("run spar.toml -n 20000 --check"));
    let csv = stdout_of("run spar.toml -n 20000 --check --format csv");
    assert!(csv.starts_with("scenario,value,sampled,exact,z,file\nThe first challenge,winners.party,0."), "{csv}");
    let json = stdout_of("run spar.toml -n 20000 --check --format json");
    assert!(json.contains("\"check\":{\"states\":"), "{json}");
    let output = crate::equipoise("run spar.toml -n 2000 --check --max-memory 5k").assert().code(0);
    let output = output.get_output();
    for text in [&output.stdout, &output.stderr] {
        assert!(String::from_utf8_lossy(text).contains("not checked against the exact solution"));
    }
}

#[test]
fn the_method_is_what_was_asked_for() {
    let exact = stdout_of("exact spar.toml");
    assert_eq!(stdout_of("run spar.toml --method exact"), exact);
    assert_eq!(stdout_of("run spar.toml --method auto"), exact);
    let sampled = stdout_of("run spar.toml --method auto --max-memory 5k -n 2000");
    assert!(sampled.contains("sampled, since the exact solution is out of reach"), "{sampled}");
    assert_narrow(&sampled);
}

#[test]
fn the_exact_answer_has_no_intervals() {
    narrow_snapshot("exact-table", &stdout_of("exact spar.toml"));
    snapshot("exact-json", &stdout_of("exact spar.toml --format json"));
    snapshot("exact-csv", &stdout_of("exact spar.toml death.toml --format csv"));
    let refusal = refusal_of("exact spar.toml --max-memory 5k");
    snapshot("exact-over-budget", &refusal);
}

/// The states that an exact solution says it took are those that `--max-states` allows.
#[test]
fn an_exact_solution_takes_the_states_that_it_says() {
    for file in ["spar.toml", "lone-ogre.toml"] {
        let solved = stdout_of(&format!("exact {file} --format json"));
        let solved: serde_json::Value = serde_json::from_str(&solved).expect("JSON");
        let states = solved["states"].as_u64().expect("a number of states");
        stdout_of(&format!("exact {file} --max-states {states}"));
        refusal_of(&format!("exact {file} --max-states {}", states - 1));
    }
}

#[test]
fn a_fight_is_narrated_with_its_dice_and_rules() {
    let replay = stdout_of("replay spar.toml --seed 7 --index 3");
    narrow_snapshot("replay-table", &replay);
    snapshot("replay-json", &stdout_of("replay spar.toml --seed 7 --find shortest --format json"));
}

/// A round can be pasted into a wiki without a script that cuts it out.
#[test]
fn single_rounds_are_told_on_demand() {
    let replay = |arguments: &str| stdout_of(&format!("replay spar.toml --seed 7 --index 3 {arguments}"));
    let told = replay("--round 2 --round 0");
    let headings: Vec<&str> = told.lines().filter(|line| line.starts_with("round ") || *line == "set-up").collect();
    assert_eq!(headings, ["set-up", "round 2"]);
    let whole = replay("");
    assert!(told.lines().all(|line| whole.lines().any(|known| known == line)), "{told}");
    assert!(!told.contains("combatant  side"), "{told}");
    for (arguments, part) in [("--round 9999", "there is no round 9999"), ("--round 1 --format json", "has all rounds")]
    {
        let message = refusal_of(&format!("replay spar.toml --seed 7 --index 3 {arguments}"));
        assert!(message.contains(part), "{message}");
    }
}

#[test]
fn columns_that_are_renamed_are_said() {
    let folder = tempfile::tempdir().expect("a folder");
    let [scenario, rows] = ["a.toml", "a.parquet"].map(|name| folder.path().join(name));
    let text = std::fs::read_to_string(crate::fixtures().join("spar.toml")).expect("a scenario");
    std::fs::write(&scenario, text.replace("\"fencer\"", "\"winner\"")).expect("room");
    let output = equipoise("run -n 100 --quiet").arg(&scenario).arg("--encounters-out").arg(&rows).assert().code(0);
    let stderr = String::from_utf8_lossy(&output.get_output().stderr).into_owned();
    assert!(stderr.contains("the column of winner is `combatant.winner`"), "{stderr}");
}

#[test]
fn each_search_finds_a_fight() {
    let index = |find: &str| {
        let json = stdout_of(&format!("replay spar.toml --find {find} -n 3000 --format json"));
        let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
        (json["index"].as_u64().expect("an index"), json["rounds"].as_u64().expect("rounds"))
    };
    let found = ["longest", "shortest", "upset", "closest", "median"].map(index);
    assert!(found[0].1 > found[4].1 && found[4].1 > found[1].1, "{found:?}");
    assert!(found.iter().all(|(index, _)| *index < 3000), "{found:?}");
    assert!(refusal_of("replay spar.toml --find upset -n 1").contains("no such fight"));
}

/// No fight is longer than one that went to the round limit, so that a search of so many ends at once.
#[test]
fn the_search_for_the_longest_fight_ends_at_the_round_limit() {
    let json = stdout_of("replay stalemate.toml --set rules.max_rounds=50 --find longest -n 100000000 --format json");
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!((json["index"].as_u64(), json["rounds"].as_u64()), (Some(0), Some(50)));
}

#[test]
fn rules_are_counted_per_fight() {
    narrow_snapshot("coverage-table", &stdout_of("coverage spar.toml death.toml -n 500"));
    snapshot("coverage-csv", &stdout_of("coverage spar.toml -n 500 --format csv"));
    snapshot("coverage-json", &stdout_of("coverage spar.toml -n 500 --format json"));
}

#[test]
fn a_check_shows_every_value_and_its_origin() {
    narrow_snapshot("check-table", &stdout_of("check spar.toml death.toml"));
    let roster = stdout_of("check roster.toml --set rules.max_rounds=30 --set combatants.fencer.attributes.cmb=3");
    narrow_snapshot("check-roster", &roster);
    snapshot("check-json", &stdout_of("check roster.toml --format json --set rules.max_rounds=30"));
}

#[test]
fn systems_describe_their_keys() {
    let list = stdout_of("systems");
    assert_narrow(&list);
    for system in System::ALL.iter().map(System::name) {
        assert!(list.contains(system));
        narrow_snapshot(&format!("systems-{system}"), &stdout_of(&format!("systems {system}")));
        let schema = stdout_of(&format!("systems {system} --schema"));
        let schema: serde_json::Value = serde_json::from_str(&schema).expect("JSON");
        assert_eq!(schema["properties"]["system"]["const"], system);
        assert!(refusal_of("systems chess").contains(system));
    }
    refusal_of("systems --schema");
}

#[test]
fn threads_do_not_change_a_byte() {
    let run = |threads: u16| stdout_of(&format!("run spar.toml -n 20000 --format json --threads {threads}"));
    assert_eq!(run(1), run(2));
    assert_eq!(run(1), run(7));
    let coverage = |threads: u16| stdout_of(&format!("coverage spar.toml -n 2000 --format csv --threads {threads}"));
    assert_eq!(coverage(1), coverage(3));
}
