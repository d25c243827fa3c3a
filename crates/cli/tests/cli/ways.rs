//! Other ways to play, beside the results of a run and on pages.

use std::fs;

use serde_json::Value;

use crate::{assert_narrow, equipoise, on_one_line, refusal_of, stdout_of};

/// Every way is the run of the scenario with this word, and the ends are those of all.
#[test]
fn ways_are_runs_with_other_words() {
    let found: Value =
        serde_json::from_str(&stdout_of("run spar.toml -n 500 --seed 5 --ways --format json")).expect("JSON");
    let ways = &found["ways"];
    let share = |set: &str| {
        let line = stdout_of(&format!("run spar.toml -n 400 --seed 5 --format json {set}"));
        serde_json::from_str::<Value>(&line).expect("JSON")["winners"]["party"]["share"].as_f64().expect("a share")
    };
    assert_eq!((&ways["seed"], &ways["encounters"]), (&5.into(), &400.into()));
    let base = share("");
    assert_eq!(ways["share"].as_f64(), Some(base));
    let list = ways["ways"].as_array().expect("a list");
    assert!(list.len() > 6, "{ways}");
    let mut shares = vec![base];
    let mut moved = f64::INFINITY;
    for way in list {
        let (path, instead) = (way["path"].as_str().expect("a path"), way["instead"].as_str().expect("a word"));
        assert!(path.ends_with(".policy") || path.ends_with(".natural_20"), "{path}");
        let own = share(&format!("--set {path}={instead}"));
        assert_eq!(way["share"].as_f64(), Some(own), "{way}");
        assert!((own - base).abs() <= moved + 1e-12, "the largest effect is first: {ways}");
        moved = (own - base).abs();
        shares.push(own);
    }
    let ends = [shares.iter().copied().fold(f64::INFINITY, f64::min), shares.iter().copied().fold(0.0, f64::max)];
    assert_eq!([ways["lo"].as_f64(), ways["hi"].as_f64()], ends.map(Some));
    assert!(ends[0] < ends[1] && ways["most"] == list[0]["path"], "{ways}");
    let without: Value = serde_json::from_str(&stdout_of("run spar.toml -n 500 --seed 5 --format json")).expect("JSON");
    assert_eq!((&without["ways"], &without["winners"]), (&Value::Null, &found["winners"]));
}

#[test]
fn ways_are_told_in_every_format_and_made_again() {
    let told = "with other ways to play (";
    let table = stdout_of("run spar.toml -n 500 --ways --no-picture");
    assert_narrow(&table);
    assert!(on_one_line(&table).contains(told), "{table}");
    assert!(table.contains("  equipoise sensitivity spar.toml --words\n"), "{table}");
    assert!(on_one_line(&stdout_of("run spar.toml -n 500 --ways --format markdown")).contains(told));
    assert!(!stdout_of("run spar.toml -n 500").contains("other ways"));
    let csv = equipoise("run spar.toml -n 500 --ways --format csv").output().expect("it runs");
    assert!(on_one_line(&String::from_utf8_lossy(&csv.stderr)).contains(told), "{csv:?}");
    assert_eq!(String::from_utf8_lossy(&csv.stdout), stdout_of("run spar.toml -n 500 --format csv"));
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("out");
    let one = stdout_of(&format!("run spar.toml -n 500 --ways --threads 1 --format json --out {}", out.display()));
    assert_eq!(one, stdout_of("run spar.toml -n 500 --ways --threads 3 --format json"));
    assert!(fs::read_to_string(out.join("run.json")).expect("written").contains("\"ways\":{\"seed\":1,"));
    stdout_of(&format!("rerun {}", out.display()));
    for method in ["exact", "auto"] {
        let refused = refusal_of(&format!("run spar.toml --method {method} --ways"));
        assert!(refused.contains("--ways needs fights"), "{refused}");
    }
}

#[test]
fn every_page_of_results_says_what_other_ways_to_play_come_to() {
    let folder = tempfile::tempdir().expect("a folder");
    for options in ["-n 200", "--method exact"] {
        stdout_of(&format!("report spar.toml {options} --out {}", folder.path().display()));
        let page = fs::read_to_string(folder.path().join("index.html")).expect("written");
        assert!(
            page.contains("with other ways to play (") && page.contains("equipoise sensitivity spar.toml --words"),
            "{options}"
        );
    }
    stdout_of(&format!("report spar.toml circle.toml -n 200 --out {}", folder.path().display()));
    let page = fs::read_to_string(folder.path().join("index.html")).expect("written");
    assert_eq!(page.matches("with other ways to play (").count(), 2);
}
