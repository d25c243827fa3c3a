//! `equipoise sweep --points`, and points that `--zip` repeats.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use tempfile::TempDir;

use crate::{assert_narrow, equipoise, fixtures, refusal, refusal_of};

/// Points of two paths, one of them twice, as a data frame writes them.
const DESIGN: &str = "rules.meter_ticks,#why,combatants.fencer.initiative\n9,first,3\n5,low,0\n9,again,3\n";

/// A folder with a list of points and the scenario that they are for.
fn folder(design: &str) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    fs::copy(fixtures().join("spar.toml"), folder.path().join("spar.toml")).expect("room");
    let path = folder.path().join("design.csv");
    fs::write(&path, design).expect("room");
    (folder, path)
}

/// The output of a command in a folder.
fn printed(folder: &Path, arguments: &str) -> String {
    let output = equipoise(arguments).current_dir(folder).assert().code(0).get_output().stdout.clone();
    String::from_utf8(output).expect("UTF-8")
}

/// Cells have one spelling for equal values, as values of `--vary` do.
#[test]
fn points_are_told_by_their_values() {
    let (folder, _) = folder("combatants.fencer.policy,rules.meter_ticks\nBest-Margin,7\nbest-margin,9\nrandom,9\n");
    let json = printed(folder.path(), "sweep spar.toml --points design.csv -n 50 --format json");
    let policies: Vec<Value> = json
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("JSON")["values"]["combatants.fencer.policy"].clone())
        .collect();
    assert_eq!(policies, ["best-margin", "best-margin", "random"]);
}

#[test]
fn a_point_is_a_run_with_its_values_set() {
    let (folder, _) = folder(DESIGN);
    for method in ["sample", "exact", "auto --max-memory 3M"] {
        let options = format!("{}--method {method} --format json", if method == "exact" { "" } else { "-n 500 " });
        let json = printed(folder.path(), &format!("sweep spar.toml --points design.csv {options}"));
        assert_eq!(json.lines().count(), 3, "{method}");
        for (index, (line, [ticks, initiative])) in json.lines().zip([[9, 3], [5, 0], [9, 3]]).enumerate() {
            let set = format!("--set rules.meter_ticks={ticks} --set combatants.fencer.initiative={initiative}");
            let run = printed(folder.path(), &format!("run spar.toml {set} {options}"));
            let label = format!(
                "\"values\":{{\"rules.meter_ticks\":{ticks},\"combatants.fencer.initiative\":{initiative}}},\"point\":{},",
                index + 1
            );
            assert_eq!(line.replacen(&label, "", 1) + "\n", run, "{method}");
        }
    }
}

#[test]
fn every_table_tells_points_apart() {
    let (folder, _) = folder(DESIGN);
    let sweep = "sweep spar.toml --points design.csv -n 300";
    let csv = printed(folder.path(), &format!("{sweep} --format csv"));
    let points = |csv: &str| -> Vec<String> {
        assert!(csv.lines().next().is_some_and(|header| header.ends_with(",point,file")), "{csv}");
        let rows = csv.lines().skip(1).filter_map(|row| row.strip_suffix(",spar.toml"));
        rows.filter_map(|row| row.rsplit(',').next()).map(str::to_owned).collect()
    };
    assert_eq!(points(&csv), ["1", "2", "3"]);
    let table = printed(folder.path(), &format!("{sweep} --format table"));
    assert_narrow(&table);
    assert!(table.contains("\npoint  meter_ticks  fencer.     party "), "{table}");
    let rows: Vec<&str> = table.lines().filter(|line| line.starts_with(['1', '2', '3'])).collect();
    assert_eq!(rows[0].strip_prefix('1'), rows[2].strip_prefix('3'), "the same dice: {table}");
    assert!(!table.contains(" across"), "{table}");
    let chosen = printed(folder.path(), &format!("{sweep} --format table --only rounds"));
    assert!(chosen.contains("\npoint  meter_ticks  fencer.initiative  rounds "), "{chosen}");
    printed(folder.path(), &format!("{sweep} --check --out out --parquet"));
    for file in ["summary.csv", "combatants.csv", "rounds.csv", "metrics.csv", "check.csv"] {
        let mut found = points(&fs::read_to_string(folder.path().join("out").join(file)).expect("written"));
        found.dedup();
        assert_eq!(found, ["1", "2", "3"], "{file}");
    }
    let run: Value =
        serde_json::from_str(&fs::read_to_string(folder.path().join("out/run.json")).expect("written")).expect("JSON");
    assert_eq!((&run["results"][0]["point"], &run["results"][2]["point"]), (&1.into(), &3.into()));
}

/// The list itself, as `--zip` writes it on the command line.
#[test]
fn zipped_values_may_be_repeated() {
    let (folder, _) = folder("rules.meter_ticks;combatants.fencer.initiative\n9;3\n5;0\n9;3\n");
    let zip = "--vary rules.meter_ticks=9,5,9 --vary combatants.fencer.initiative=3,0,3 --zip";
    for format in ["csv", "json", "table"] {
        let [zipped, listed] = [zip, "--points design.csv"]
            .map(|how| printed(folder.path(), &format!("sweep spar.toml {how} -n 200 --format {format}")));
        assert_eq!(zipped, listed, "{format}");
    }
    assert!(refusal_of("sweep spar.toml --vary rules.meter_ticks=9,9").contains("`9` is there twice"));
    let tune = "tune spar.toml --target party=70% --zip --vary rules.meter_ticks";
    let again = refusal_of(&format!("{tune}=5,9,9 --vary combatants.fencer.initiative=1,2,2"));
    assert!(again.contains("rules.meter_ticks=9 combatants.fencer.initiative=2 is there twice"), "{again}");
    crate::tuned(&format!("{tune}=5,9,9 --vary combatants.fencer.initiative=1,2,3 --max-encounters 2k --margin 1"));
}

#[test]
fn points_are_made_again_resumed_extended_and_merged() {
    let (folder, _) = folder(DESIGN);
    let sweep = "sweep spar.toml --points design.csv --format json";
    let whole = printed(folder.path(), &format!("{sweep} -n 400"));
    fs::write(folder.path().join("whole.json"), &whole).expect("room");
    printed(folder.path(), &format!("{sweep} -n 400 --out whole"));
    for record in ["whole.json", "whole"] {
        let verdicts = printed(folder.path(), &format!("rerun {record} --quiet"));
        assert!(verdicts.lines().all(|line| line.ends_with(": same")), "{verdicts}");
        assert!(verdicts.contains("point 3, combatants.fencer.initiative=3"), "{verdicts}");
    }
    for (cells, shard) in [("0..2", "a.jsonl"), ("2..3", "b.jsonl")] {
        printed(folder.path(), &format!("{sweep} --range 0..400 --cells {cells} --shard {shard}"));
    }
    assert_eq!(printed(folder.path(), "merge a.jsonl b.jsonl --format json"), whole);
    printed(folder.path(), &format!("{sweep} -n 100 --out grown"));
    printed(folder.path(), &format!("{sweep} -n 400 --extend grown --quiet"));
    printed(folder.path(), &format!("{sweep} -n 400 --resume resumed --quiet"));
    for dir in ["grown", "resumed"] {
        for file in ["summary.csv", "rounds.csv", "run.json", "shards.jsonl"] {
            let [one, other] = [dir, "whole"].map(|dir| fs::read(folder.path().join(dir).join(file)).expect("written"));
            assert!(one == other, "{dir}/{file}");
        }
    }
}

#[test]
fn a_page_of_points_is_a_list() {
    // Every combination of both paths: a grid, if it were none of points.
    let (folder, _) = folder("rules.meter_ticks,combatants.fencer.initiative\n5,0\n5,3\n9,0\n9,3\n");
    printed(folder.path(), "sweep spar.toml --points design.csv -n 200 --report a.html --chart party=party.csv");
    let page = fs::read_to_string(folder.path().join("a.html")).expect("written");
    assert!(
        page.contains("--points design.csv") && page.contains("The text of <bdi>design.csv"),
        "it can be made again"
    );
    assert!(page.contains("<bdi>point</bdi></th>"), "the table has the numbers of the points");
    let chart = fs::read_to_string(folder.path().join("party.csv")).expect("written");
    assert_eq!(chart.lines().count(), 5, "a row a point: {chart}");
}

#[test]
fn mistakes_of_a_list_say_where_they_are() {
    for (design, parts) in [
        ("", &["design.csv:1:1", "the paths that are varied"][..]),
        ("rules.meter_ticks\n", &["design.csv:2:1", "each row below the paths is a point"]),
        ("rules.meter_ticks,rules.meter_ticks\n5,7\n", &["design.csv:1:19", "is there twice"]),
        ("rules.meter_ticks,rules.max_rounds\n5,9\n7\n", &["design.csv:3:1", "has 1 cells, the header 2"]),
        ("rules.meter_tick\n5\n7\n", &["design.csv:1:1", "rules.meter_tick", "did you mean `rules.meter_ticks`"]),
        ("rules.max_rounds,rules.meter_ticks\n3,5\n4,often\n", &["design.csv:3:3", "column `rules.meter_ticks`"]),
        ("rules.meter_ticks\n5\n6\n8\n", &["design.csv:3:1", "design.csv:4:1", "is 6", "is 8"]),
        ("rules.meter_ticks\n5\n\"7\n", &["a quote that is not closed"]),
        ("rules.stakes\nspar\nblood\n", &["design.csv:3:1", "\"blood\""]),
    ] {
        let (folder, _) = folder(design);
        let message = refusal(equipoise("sweep spar.toml --points design.csv").current_dir(folder.path()));
        for part in parts {
            assert!(message.contains(part), "{design:?} lacks {part}: {message}");
        }
        assert!(!message.contains("--points:"), "{message}");
    }
    assert!(refusal_of("sweep spar.toml --points absent.csv").contains("cannot read absent.csv"));
    let many = "rules.meter_ticks\n".to_owned() + &"5\n".repeat(10_001);
    let (many, _) = folder(&many);
    let message = refusal(equipoise("sweep spar.toml --points design.csv").current_dir(many.path()));
    assert!(message.contains("10001 cells, at most 10000"), "{message}");
}

#[test]
fn what_does_not_fit_a_list_is_refused_with_the_reason() {
    let (folder, _) = folder(DESIGN);
    for (options, part) in [
        ("--vary rules.max_rounds=3,4", "--vary cannot be used with --points"),
        ("--zip", "--zip cannot be used with --points"),
        ("--pairs", "--pairs cannot be used with --points"),
        ("--cross party=50%", "--cross cannot be used with --points: a crossing is along"),
        ("--picture --format table", "--picture cannot be used with --points"),
        ("--cells 2..4 --range 0..9 --shard x", "which has 0..3"),
        ("--out out --chart party=design.csv", "design.csv"),
    ] {
        let arguments = format!("sweep spar.toml --points design.csv {options}");
        let message = refusal(equipoise(&arguments).current_dir(folder.path()));
        assert!(message.replace("\n  ", " ").contains(part), "{options}: {message}");
    }
    assert_eq!(fs::read_to_string(folder.path().join("design.csv")).expect("there"), DESIGN, "it was not overwritten");
}
