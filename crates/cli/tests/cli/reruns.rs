//! Recorded results, made again.

use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::rounding::{Notation, rewritten};
use crate::{equipoise, fixtures, refusal, stdout_of};

/// Every command that prints results, with what can change them.
const STUDIES: [&str; 46] = [
    "run spar.toml -n 300",
    "run spar.toml death.toml roster.toml --seed 7 --range 100..300 --confidence 0.9 --set rules.meter_ticks=7",
    "run spar.toml --range 0..50 --range 70..90",
    "run spar.toml -n 300 --check --max-states 5000",
    "run spar.toml -n 300 --check --max-memory 5k",
    "run spar.toml -n 300 --method auto --max-memory 5k",
    "run spar.toml --precision 0.02 --max-encounters 20k",
    "exact spar.toml --set rules.max_rounds=5",
    "sweep spar.toml --vary rules.meter_ticks=5,7 --vary rules.stakes=spar,death -n 100",
    "sweep roster.toml --vary combatants.fencer.policy=random,default -n 100 --check --set rules.meter_ticks=5",
    "sweep spar.toml --vary rules.meter_ticks=5..=9:2 --method exact",
    "sweep spar.toml --vary rules.meter_ticks=5,7,5 --vary rules.stakes=spar,death,spar --zip -n 100",
    "sweep spar.toml --vary rules.meter_ticks=5..=13:4 -n 200 --cross party=60% --set rules.natural_20_move=1",
    "sweep spar.toml --vary rules.meter_ticks=5,9 --method exact --cross rounds=9",
    "sweep spar.toml --vary rules.meter_ticks=5,9,13 --method auto --max-memory 50k -n 300 --cross rounds=9",
    "compare spar.toml --with rules.meter_ticks=15 --with combatants.fencer.initiative=-2 -n 300 --set rules.stakes=death",
    "compare spar.toml death.toml -n 300 --margin 0.1 --seed 3",
    "compare spar.toml --with rules.meter_ticks=21 --until-decided --max-encounters 100k",
    "compare spar.toml death.toml --range 0..50 --range 70..90",
    "compare spar.toml death.toml --plan -n 300 --margin 0.05",
    "tune spar.toml --vary rules.meter_ticks=5,9 --vary rules.stakes=spar,death --zip --target party=70%:2 --max-encounters 20k",
    "sensitivity spar.toml -n 50 --only combatants.fencer.* --metric rounds",
    "sensitivity spar.toml -n 50 --words --step 20%",
    "skill band.toml -n 100 --set combatants.cat.error=10",
    "luck spar.toml -n 200 --check --set rules.meter_ticks=7",
    "test expected.toml",
    "test expected.toml --method sample --seed 4 --confidence 0.9 --max-encounters 30k --set rules.meter_ticks=7",
    "test expected.toml --method exact --max-memory 1GB",
    "versus circle.toml -n 50",
    "versus spar.toml -n 50 --policies --set rules.meter_ticks=7",
    "versus spar.toml death.toml -n 50 --sides party --set rules.meter_ticks=7",
    "replay roster.toml --find closest -n 50",
    "coverage spar.toml death.toml -n 50 --seed 2",
    "replay band.toml --index 3 --odds --method sample --continuations 20",
    "gauntlet band.toml --roster sheets-of-cats.csv --count 1..=2 --by level --margin 0.1 -n 100",
    "gauntlet band.toml --party-roster sheets-of-cats.csv --by level -n 100 --seed 3 --confidence 0.9",
    "balance band.balance.toml -n 1000",
    "balance yard.balance.toml -n 1000 --seed 3 --confidence 0.9",
    "drama spar.toml",
    "drama band.toml --method sample -n 20 --continuations 20",
    "rare spar.toml --event rounds>20",
    "rare band.toml --event rounds>6 --method sample -n 3000",
    "observe spar.toml spar-games.csv --ignore control_changes --ignore date --vary rules.meter_ticks=7,9 --top 2",
    "observe spar.toml spar-games.csv --ignore date -n 500 --seed 4 --confidence 0.9 --set rules.meter_ticks=7 --method sample",
    "odds spar.toml death.toml",
    "odds spar.toml --attacker fencer --attack attack --target wrestler --set rules.contest_tie=challenged",
];

/// A command of every kind that writes a page.
const PAGES: [&str; 14] = [
    "sweep spar.toml --vary rules.meter_ticks=5..=13:4 -n 200 --cross party=60%",
    "sweep spar.toml --vary rules.meter_ticks=5,7 --vary rules.stakes=spar,death -n 100 --check",
    "compare spar.toml --with rules.meter_ticks=15 -n 300",
    "tune spar.toml --vary rules.meter_ticks=5,9 --target party=70% --max-encounters 20k",
    "sensitivity spar.toml -n 50 --words",
    "skill band.toml -n 100",
    "luck spar.toml -n 200",
    "test expected.toml",
    "versus circle.toml -n 50",
    "gauntlet band.toml --roster sheets-of-cats.csv --by level -n 100",
    "balance band.balance.toml -n 1000",
    "drama spar.toml",
    "rare spar.toml --event rounds>20",
    "observe spar.toml spar-games.csv --ignore date -n 500",
];

fn file(folder: &TempDir, name: &str, text: &str) -> PathBuf {
    let path = folder.path().join(name);
    fs::write(&path, text).expect("room");
    path
}

/// Makes a file again in an empty folder: nothing can be read there.
fn rerun(folder: &TempDir, path: &Path) -> Command {
    let empty = folder.path().join("empty");
    fs::create_dir_all(&empty).expect("room");
    let mut command = equipoise("rerun --quiet");
    command.current_dir(empty).arg(path);
    command
}

/// A page has its results in it, those that the command prints as JSON, and they are made again from it alone.
#[test]
fn pages_are_made_again() {
    for arguments in PAGES {
        let folder = TempDir::new().expect("a folder");
        let path = folder.path().join("page.html");
        let output = equipoise(arguments)
            .args(["--quiet", "--format", "json", "--report"])
            .arg(&path)
            .output()
            .expect("it runs");
        let page = fs::read_to_string(&path).expect("a page");
        let record =
            page.split("id=\"record\">\n").nth(1).expect("a record").split("\n</script>").next().expect("its end");
        let read = |line: &str| serde_json::from_str::<Value>(line).expect("JSON");
        if !arguments.starts_with("sweep") {
            let printed = String::from_utf8(output.stdout).expect("UTF-8");
            assert_eq!(
                record.lines().map(read).collect::<Vec<_>>(),
                printed.lines().map(read).collect::<Vec<_>>(),
                "{arguments}"
            );
        }
        let made = verdicts(&mut rerun(&folder, &path), 0);
        assert!(!made.is_empty() && made.iter().all(|verdict| verdict.ends_with(": same")), "{arguments}: {made:?}");
        let changed = file(&folder, "changed.html", &page.replacen("\"seed\":1,", "\"seed\":2,", 1));
        if record.contains("\"seed\":1,") {
            rerun(&folder, &changed).assert().code(1);
        }
    }
    let folder = TempDir::new().expect("a folder");
    equipoise("report spar.toml death.toml -n 300 --quiet --out").arg(folder.path().join("out")).assert().code(0);
    let made = verdicts(&mut rerun(&folder, &folder.path().join("out/index.html")), 0);
    assert_eq!(made.len(), 2, "{made:?}");
    assert!(made.iter().all(|verdict| verdict.ends_with(": same")), "{made:?}");
    let empty = file(&folder, "empty.html", "<!DOCTYPE html><p>nothing</p>");
    assert!(refusal(&mut rerun(&folder, &empty)).contains("is a page without results in it"));
}

fn verdicts(command: &mut Command, code: i32) -> Vec<String> {
    let output = command.assert().code(code).get_output().stdout.clone();
    String::from_utf8(output).expect("UTF-8").lines().map(str::to_owned).collect()
}

#[test]
fn every_result_can_be_made_again() {
    let folder = tempfile::tempdir().expect("a folder");
    for study in STUDIES {
        let printed = stdout_of_json(study);
        let found = verdicts(&mut rerun(&folder, &file(&folder, "a.json", &printed)), 0);
        assert_eq!(found.len(), printed.lines().count(), "{study}");
        assert!(found.iter().all(|line| line.ends_with(": same")), "{study}: {found:?}");
        for notation in [Notation::JavaScript, Notation::Decimals] {
            let rewritten = rewritten(&printed, notation);
            assert_eq!(verdicts(&mut rerun(&folder, &file(&folder, "a.json", &rewritten)), 0), found, "{study}");
        }
    }
}

fn stdout_of_json(study: &str) -> String {
    let output = equipoise(&format!("{study} --format json")).assert().code(0).get_output().stdout.clone();
    String::from_utf8(output).expect("UTF-8")
}

/// The command line of a result asks the same study: it prints the same bytes. Cells of a sweep have their values beside.
#[test]
fn the_command_of_a_result_prints_it_again() {
    for study in STUDIES {
        let printed = stdout_of_json(study);
        let lines: Vec<Value> = printed.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        let command: Vec<&str> =
            lines[0]["provenance"]["command"].as_array().expect("a list").iter().filter_map(Value::as_str).collect();
        assert_eq!(command[0], "equipoise");
        let output = equipoise("").args(&command[1..]).args(["--format", "json"]).assert().code(0);
        let again = String::from_utf8(output.get_output().stdout.clone()).expect("UTF-8");
        let again: Value = serde_json::from_str(again.lines().next().expect("a result")).expect("JSON");
        let mut first = lines[0].clone();
        if study.starts_with("sweep") {
            let first = first.as_object_mut().expect("an object");
            first.remove("values").expect("the values of the cell");
            assert_eq!(first.remove("point").is_some(), study.contains("--zip"), "{study}");
        }
        assert_eq!(again, first, "{study}");
    }
}

#[test]
fn ranges_may_touch_but_not_overlap() {
    let [touching, whole] = ["--range 0..50 --range 50..90", "--range 0..90"]
        .map(|ranges| stdout_of_json(&format!("run spar.toml {ranges}")));
    assert_eq!(touching, whole);
    let message = refusal(&mut equipoise("run spar.toml --range 0..50 --range 40..90"));
    assert!(message.contains("--range 40..90 overlaps 0..50"), "{message}");
    let rows = "run spar.toml --range 0..5 --range 8..9 --encounters-out x.parquet";
    assert!(refusal(&mut equipoise(rows)).contains("a single --range"));
}

#[test]
fn threads_change_no_byte() {
    let test = "test expected.toml --method sample";
    for study in ["run roster.toml -n 9000", "sensitivity spar.toml -n 50", test, "versus circle.toml -n 50"] {
        let [one, two] = [1, 2].map(|threads| stdout_of_json(&format!("{study} --threads {threads}")));
        assert!(one == two, "{study}");
    }
}

#[test]
fn the_canonical_scenario_is_an_object_and_provenance_the_last_key() {
    let printed = stdout_of("run roster.toml -n 10 --format json");
    let provenance = printed.split_once(",\"provenance\":").expect("a provenance").1.trim_end();
    let provenance: Value = serde_json::from_str(provenance.strip_suffix('}').expect("the last key")).expect("JSON");
    assert_eq!(provenance["scenarios"][0]["canonical"]["rules"]["stakes"], "spar");
    let files: Vec<&String> = provenance["files"].as_object().expect("an object").keys().collect();
    assert_eq!(files, ["roster.toml", "sheets.csv"]);
    let expected = ["run", "roster.toml", "--seed", "1", "--range", "0..10", "--confidence", "0.95"];
    assert_eq!(provenance["command"].as_array().expect("a list")[1..], expected.map(Value::from));
}

#[test]
fn stdin_is_made_again_without_stdin() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = fs::read_to_string(fixtures().join("spar.toml")).expect("a fixture");
    for study in ["run - -n 50", "versus - death.toml -n 50"] {
        let output = equipoise(&format!("{study} --format json")).write_stdin(text.clone()).assert().code(0);
        let printed = String::from_utf8(output.get_output().stdout.clone()).expect("UTF-8");
        verdicts(&mut rerun(&folder, &file(&folder, "a.json", &printed)), 0);
    }
}

#[test]
fn files_of_every_kind_are_made_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    let write = |arguments: &str, name: &str| drop(equipoise(arguments).arg(path(name)).assert().code(0));
    write("run spar.toml roster.toml -n 50 --check --parquet --out", "out");
    write("sweep spar.toml --vary rules.meter_ticks=5,7 -n 50 --parquet --out", "swept");
    write("run roster.toml --range 5..70000 --encounters-out", "rows.parquet");
    write("run roster.toml --range 5..70 --set rules.meter_ticks=7 --shard", "a");
    write("run roster.toml --range 80..90 --set rules.meter_ticks=7 --shard", "b");
    let mut merge = equipoise("merge --partial --format json");
    let merged =
        merge.args([path("a"), path("b")]).arg("--shard").arg(path("ab")).assert().code(1).get_output().clone();
    fs::write(path("merged.json"), merged.stdout).expect("room");
    for (name, count) in [
        ("out", 12),
        ("swept", 11),
        ("out/run.json", 2),
        ("out/check.csv", 12),
        ("swept/summary.csv", 11),
        ("swept/rounds.parquet", 1),
        ("rows.parquet", 1),
        ("a", 1),
        ("ab", 1),
        ("merged.json", 1),
    ] {
        let found = verdicts(&mut rerun(&folder, &path(name)), 0);
        assert!(found.iter().all(|line| line.ends_with(": same")) && found.len() == count, "{name}: {found:?}");
    }
    fs::remove_file(path("swept/metrics.csv")).expect("there");
    let text = fs::read_to_string(path("swept/rounds.csv")).expect("there");
    fs::write(path("swept/rounds.csv"), text.replacen(",party,", ",nobody,", 1)).expect("room");
    let mut rows = fs::read(path("rows.parquet")).expect("there");
    rows[1000] ^= 1;
    fs::write(path("rows.parquet"), rows).expect("room");
    let found = verdicts(rerun(&folder, &path("swept")).arg(path("rows.parquet")), 1);
    let different: Vec<&String> = found.iter().filter(|line| !line.ends_with(": same")).collect();
    let expected = ["rounds.csv: different: line ", "metrics.csv: different: ", "rows.parquet: different: byte 1000"];
    assert_eq!(different.len(), 3, "{found:?}");
    for (line, expected) in different.iter().zip(expected) {
        assert!(line.contains(expected), "{line}");
    }
}

#[test]
fn what_was_changed_is_found_and_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let record: Value = serde_json::from_str(&stdout_of("run spar.toml -n 50 --format json")).expect("JSON");
    for (pointer, value, key) in [
        ("/winners/party/count", json!(7), "winners.party.count: recorded 7, made again "),
        ("/rounds/histogram/0/1", json!(0), "rounds.histogram[0][1]: recorded 0, "),
        ("/scenario", json!("Another"), "scenario: recorded \"Another\""),
        (
            "/provenance/command/2",
            json!("x.toml"),
            "provenance.command[2]: recorded \"x.toml\", made again \"spar.toml\"",
        ),
        (
            "/provenance/scenarios/0/canonical/rules/stakes",
            json!("death"),
            "provenance.scenarios[0].canonical.rules.stakes",
        ),
        ("/provenance/study/method/sample/seed", json!(2), ": recorded "),
    ] {
        let mut changed = record.clone();
        *changed.pointer_mut(pointer).expect("there") = value;
        let found = verdicts(&mut rerun(&folder, &file(&folder, "a.json", &changed.to_string())), 1);
        assert!(
            found.len() == 1 && found[0].contains(&format!("different: {key}").replace("different: : ", "")),
            "{found:?}"
        );
    }
    let mut partial = record.clone();
    partial["partial"] = json!(true);
    verdicts(&mut rerun(&folder, &file(&folder, "a.json", &partial.to_string())), 0);
}

#[test]
fn another_version_is_told_and_compared_all_the_same() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut record: Value = serde_json::from_str(&stdout_of("run spar.toml -n 50 --format json")).expect("JSON");
    record["provenance"]["equipoise"] = json!("0.0.9");
    record["provenance"]["seed_contract"] = json!(7);
    let path = file(&folder, "a.json", &record.to_string());
    let assert = rerun(&folder, &path).args(["--format", "json"]).assert().code(0);
    let stderr = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
    assert!(stderr.contains("made by equipoise 0.0.9 with seed contract 7"), "{stderr}");
    let verdict: Value = serde_json::from_slice(&assert.get_output().stdout).expect("JSON");
    assert_eq!((&verdict["equipoise"], &verdict["verdict"]), (&json!("0.0.9"), &json!("same")));
    record["provenance"]["schema"] = json!(2);
    assert!(refused(&folder, &record.to_string()).contains("schema 2"));
}

fn refused(folder: &TempDir, text: &str) -> String {
    refusal(&mut rerun(folder, &file(folder, "hostile.json", text))).replace("\n  ", " ")
}

#[test]
fn what_is_no_record_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let whole = stdout_of("run spar.toml -n 50 --format json");
    let record: Value = serde_json::from_str(&whole).expect("JSON");
    for text in ["", "\n", "{", "[]", "7", "nonsense", "\u{0}", &"[".repeat(1 << 20), &whole[..whole.len() / 2]] {
        refused(&folder, text);
    }
    let without: Value = {
        let mut record = record.clone();
        record.as_object_mut().expect("an object").remove("provenance");
        record
    };
    assert!(refused(&folder, &without.to_string()).contains("no provenance"));
    for (pointer, value, expected) in [
        ("/provenance/study/kind", json!("dance"), "dance"),
        ("/provenance/study/method/sample/encounters/ranges", json!([[0, u64::MAX]]), "encounters"),
        ("/provenance/study/method/sample/encounters/ranges", json!([[5, 9], [7, 8]]), "ranges"),
        ("/provenance/study/method/sample/confidence", json!(1.5), "confidence"),
        ("/provenance/study/scenario", json!("/etc/passwd"), "/etc/passwd"),
        ("/provenance/study/scenario", json!("../fixtures/spar.toml"), "no such text"),
        ("/provenance/files", json!({ "spar.toml": "system = \"duel\"\nroster = \"/etc/passwd\"" }), "/etc/passwd"),
        ("/provenance/files", json!({ "spar.toml": "system =" }), "spar.toml"),
        ("/provenance/files", json!([]), "provenance"),
        ("/provenance/overrides", json!(7), ""),
    ] {
        let mut changed = record.clone();
        *changed.pointer_mut(pointer).expect("there") = value;
        if expected.is_empty() {
            verdicts(&mut rerun(&folder, &file(&folder, "a.json", &changed.to_string())), 1);
            continue;
        }
        let message = refused(&folder, &changed.to_string());
        assert!(message.contains(expected), "{pointer}: {message}");
    }
    for (name, text) in [("stray.csv", "a,b\n"), ("broken.parquet", "PAR1 and no end"), ("short.parquet", "PAR1")] {
        let message = refusal(&mut rerun(&folder, &file(&folder, name, text)));
        assert!(message.replace("\n  ", " ").contains("does not say where it comes from"), "{message}");
    }
    refusal(&mut rerun(&folder, Path::new("absent")));
    refusal(&mut rerun(&folder, folder.path()));
}
