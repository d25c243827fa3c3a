//! `decided_after`, which is called `last_behind` now: the former name is understood, said so, and kept in results.

use std::fs;

use serde_json::Value;

use crate::{equipoise, fixtures, stdout_of};

const NOTE: &str = "decided_after is now called last_behind\n";

/// The output under the former name, with the note on stderr, once.
fn noted(arguments: &[&str]) -> String {
    let output = equipoise("").args(arguments).assert().code(0).stderr(NOTE).get_output().stdout.clone();
    String::from_utf8(output).expect("UTF-8")
}

#[test]
fn the_former_name_is_understood_wherever_a_name_is() {
    for (arguments, word) in [
        (&["run", "spar.toml", "-n", "200", "--only", "decided_after"][..], "winner last behind"),
        (&["run", "spar.toml", "-n", "200", "--only", "decided_after", "--only", "decided_*"], "winner last behind"),
        (&["exact", "spar.toml", "--only", "decided_after"], "winner last behind"),
        (&["compare", "spar.toml", "death.toml", "-n", "50", "--only", "decided_after"], "winner last behind"),
        (&["sensitivity", "spar.toml", "-n", "20", "--metric", "decided_after"], "winner last behind"),
        (&["replay", "spar.toml", "--find", "decided_after >= 2 and party"], "the party wins"),
        (&["explain", "decided_after"], "last_behind (every system)"),
    ] {
        let text = noted(arguments);
        assert!(text.contains(word) && !text.contains("decided_after"), "{arguments:?}: {text}");
    }
    // Neither name can be a target, and the refusal has the one of today.
    let target = "tune spar.toml --vary rules.meter_ticks=5,9 --target decided_after=2";
    let refused = equipoise(target).assert().code(2).get_output().stderr.clone();
    let refused = String::from_utf8(refused).expect("UTF-8");
    assert!(refused.starts_with(NOTE) && refused.matches("last_behind").count() > 1, "{refused}");
}

#[test]
fn a_scenario_may_expect_something_of_the_former_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("old.toml");
    let text = fs::read_to_string(fixtures().join("spar.toml")).expect("a fixture");
    fs::write(&path, format!("expect.decided_after.at_least = 1\n{text}")).expect("room");
    let path = path.display().to_string();
    assert!(noted(&["test", &path]).contains("last_behind"));
    assert!(noted(&["check", &path]).contains("last_behind"));
    let json = noted(&["test", &path, "--format", "json"]);
    assert!(json.contains(r#""quantity":"last_behind""#), "{json}");
}

/// The former name stays where it was, and the new one stands at the end, with the same values.
#[test]
fn results_have_both_names() {
    for arguments in ["run spar.toml -n 300", "exact spar.toml"] {
        let json: Value = serde_json::from_str(&stdout_of(&format!("{arguments} --format json"))).expect("JSON");
        let quantities = json["quantities"].as_array().expect("a list");
        let names: Vec<&str> = quantities.iter().map(|entry| entry["name"].as_str().expect("a name")).collect();
        assert_eq!(names[3..], ["lead_changes", "decided_after", "final_margin", "last_behind"]);
        assert_eq!(quantities[4]["mean"], quantities[6]["mean"]);
        let csv = stdout_of(&format!("{arguments} --format csv"));
        let mut rows = csv.lines().map(|line| line.split(',').collect::<Vec<_>>());
        let (header, row) = (rows.next().expect("a header"), rows.next().expect("a row"));
        let field = |name: &str| row[header.iter().position(|column| *column == name).expect("a column")];
        for end in ["", "_lo", "_hi"] {
            assert_eq!(field(&format!("decided_after{end}")), field(&format!("last_behind{end}")));
        }
        assert_eq!(header[header.len() - 4..], ["last_behind", "last_behind_lo", "last_behind_hi", "file"]);
        assert_eq!(header.iter().position(|name| *name == "decided_after"), Some(28));
    }
}

/// A record, a baseline and shards as builds before wrote them, under the former name alone.
#[test]
fn what_was_recorded_under_the_former_name_is_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    let mut record: Value = serde_json::from_str(&stdout_of("run spar.toml -n 300 --format json")).expect("JSON");
    record["quantities"].as_array_mut().expect("a list").pop();
    fs::write(path("old.json"), record.to_string()).expect("room");
    equipoise("rerun").arg(path("old.json")).assert().code(0);
    equipoise("compare --baseline").arg(path("old.json")).assert().code(0);
    for (range, name) in [("0..200", "a"), ("200..300", "b")] {
        stdout_of(&format!("run spar.toml --range {range} --shard {}", path(name).display()));
        let text = fs::read_to_string(path(name)).expect("written").replace("\"last_behind\"", "\"decided_after\"");
        let seal = text.rfind(",\"crc32\"").expect("a seal is last");
        fs::write(path(name), format!("{}}}\n", &text[..seal])).expect("room");
    }
    let merged = stdout_of(&format!("merge {} {} --format csv", path("a").display(), path("b").display()));
    assert_eq!(merged, stdout_of("run spar.toml -n 300 --format csv"));
}
