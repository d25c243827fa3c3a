//! Crossings that `equipoise sweep --cross` finds: printed, stored, and made again.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::{equipoise, fixtures, gallery_file, refusal_of, stdout_of};

const SWEEP: &str = "sweep spar.toml --vary rules.meter_ticks=5..=21:4 -n 2000 --cross party=65%";

/// A folder with the scenario, and what a command prints there.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::copy(fixtures().join("spar.toml"), folder.path().join("spar.toml")).expect("room");
    folder
}

fn printed(folder: &Path, arguments: &str, code: i32) -> String {
    let output = equipoise(arguments).current_dir(folder).assert().code(code).get_output().stdout.clone();
    String::from_utf8(output).expect("UTF-8")
}

fn last(json: &str) -> Value {
    serde_json::from_str(json.lines().last().expect("a line")).expect("JSON")
}

#[test]
fn a_crossing_is_a_result_of_its_own() {
    let json = stdout_of(&format!("{SWEEP} --format json"));
    let crossing = last(&json);
    assert_eq!((&crossing["kind"], json.lines().count()), (&json!("crossing"), 6));
    let cells: Vec<Value> = json.lines().take(5).map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert!(cells.iter().all(|cell| cell.get("kind").is_none() && cell.get("crossing").is_none()));
    assert!(crossing["crossing"]["at"].is_number() && crossing["crossing"]["sure"] == true, "{crossing}");
    let words: Vec<&str> =
        crossing["provenance"]["command"].as_array().expect("a list").iter().filter_map(Value::as_str).collect();
    let again = equipoise("").args(&words[1..]).args(["--format", "json"]).assert().code(0);
    assert_eq!(String::from_utf8(again.get_output().stdout.clone()).expect("UTF-8"), json, "{words:?}");
}

#[test]
fn a_forged_crossing_is_found() {
    let folder = folder();
    let json = printed(folder.path(), &format!("{SWEEP} --format json"), 0);
    let path = folder.path().join("a.json");
    fs::write(&path, &json).expect("room");
    let verdicts = printed(folder.path(), "rerun a.json --quiet", 0);
    let told = "a.json: crossing of winners.party=0.65 along rules.meter_ticks: same";
    assert!(verdicts.lines().count() == 6 && verdicts.contains(told), "{verdicts}");
    for (pointer, value) in
        [("at", json!(14.0)), ("sure", json!(false)), ("target", json!(0.64)), ("curve", json!("above"))]
    {
        let mut forged = last(&json);
        forged["crossing"][pointer] = value;
        let cells: Vec<&str> = json.lines().take(5).collect();
        fs::write(&path, format!("{}\n{forged}\n", cells.join("\n"))).expect("room");
        let verdicts = printed(folder.path(), "rerun a.json --quiet --format json", 1);
        let verdict = last(&verdicts);
        assert_eq!(
            (&verdict["verdict"], &verdict["key"]),
            (&json!("different"), &json!(format!("crossing.{pointer}")))
        );
        assert_eq!(verdicts.matches("\"same\"").count(), 5, "{verdicts}");
    }
    let mut bare = last(&json);
    bare.as_object_mut().expect("an object").remove("provenance");
    fs::write(&path, format!("{}\n{bare}\n", json.lines().next().expect("a cell"))).expect("room");
    let refused = equipoise("rerun a.json --quiet").current_dir(folder.path()).assert().code(2);
    let message = String::from_utf8_lossy(&refused.get_output().stderr).replace("\n  ", " ");
    assert!(message.contains("a crossing has no provenance"), "{message}");
}

#[test]
fn a_crossing_is_stored_with_the_set() {
    let folder = folder();
    let sweep = format!("{SWEEP} --format json --out out --parquet");
    let crossing = last(&printed(folder.path(), &sweep, 0));
    let out = folder.path().join("out");
    let csv = fs::read_to_string(out.join("crossings.csv")).expect("written");
    let (header, row) = csv.split_once('\n').expect("a header");
    assert_eq!(header, "scenario,path,quantity,target,curve,at,lo,hi,confidence,sure,turns_from,turns_to,passes,file");
    let fields: Vec<&str> = row.trim_end().split(',').collect();
    assert_eq!(fields[5], crossing["crossing"]["at"].to_string());
    assert_eq!(fields[6], crossing["crossing"]["interval"]["lo"].to_string());
    assert_eq!((fields[8], fields[9]), ("0.95", "true"));
    let run: Value = serde_json::from_str(&fs::read_to_string(out.join("run.json")).expect("written")).expect("JSON");
    assert_eq!(
        (run["results"].as_array().map(Vec::len), &run["crossings"][0]["crossing"]),
        (Some(5), &crossing["crossing"])
    );
    for record in ["out", "out/crossings.csv", "out/run.json", "out/crossings.parquet", "out/summary.parquet"] {
        let verdicts = printed(folder.path(), &format!("rerun {record} --quiet"), 0);
        assert!(verdicts.lines().all(|line| line.ends_with(": same")), "{record}: {verdicts}");
    }
    let verdicts = printed(folder.path(), "rerun out --quiet", 0);
    assert!(
        verdicts.contains("out: crossings.csv: same") && verdicts.contains("out: crossings.parquet: same"),
        "{verdicts}"
    );
    fs::write(out.join("crossings.csv"), csv.replace(fields[5], "14.0")).expect("room");
    let verdicts = printed(folder.path(), "rerun out --quiet", 1);
    assert!(verdicts.contains("crossings.csv: different: line 2"), "{verdicts}");
    let forged = fs::read_to_string(out.join("run.json")).expect("written");
    fs::write(out.join("run.json"), forged.replacen("\"curve\":\"rises\"", "\"curve\":\"above\"", 1)).expect("room");
    let verdicts = printed(folder.path(), "rerun out --quiet", 1);
    assert!(verdicts.contains("crossing.curve"), "{verdicts}");
    // A set without a crossing has no such file: an old one goes, and one that somebody adds is told.
    printed(folder.path(), "sweep spar.toml --vary rules.meter_ticks=5,9 -n 100 --out out", 0);
    assert!(!out.join("crossings.csv").exists() && !out.join("crossings.parquet").exists());
    fs::write(out.join("crossings.csv"), csv).expect("room");
    let verdicts = printed(folder.path(), "rerun out --quiet", 1);
    assert!(verdicts.contains("crossings.csv: different"), "{verdicts}");
}

#[test]
fn exact_crossings_have_no_interval_and_are_sure() {
    let sweep = "sweep spar.toml --vary rules.meter_ticks=5,9,13 --method exact --format json --cross";
    let met = last(&stdout_of(&format!("{sweep} party=67%")));
    assert!(met["crossing"]["interval"].is_null() && met["crossing"]["sure"] == true, "{met}");
    let never = last(&stdout_of(&format!("{sweep} party=99%")));
    assert_eq!((&never["crossing"]["at"], &never["crossing"]["sure"]), (&Value::Null, &json!(true)));
}

/// The curve of the shipped scenario rises through 59 % at 1.21 and stays at 59.7 %: estimated from 2,000 encounters it lies
/// below 59 % with about every fourth seed. Of the first 40 seeds none may deny the crossing: an error of 0.4 % makes one
/// denial likely in none of six such tests; the seeds are fixed.
#[test]
fn a_plateau_beside_the_target_is_not_denied() {
    let scenario = gallery_file("points-of-armor");
    let sweep = format!("sweep {} --vary rules.heavy_armor_dr=0..=4 -n 2000 --cross party=59%", scenario.display());
    let mut hedged = 0;
    for seed in 0..40 {
        let crossing = last(&stdout_of(&format!("{sweep} --seed {seed} --format json")))["crossing"].clone();
        if crossing["at"].is_null() {
            assert_eq!(crossing["sure"], false, "seed {seed}: {crossing}");
            assert!(crossing["interval"].is_object(), "seed {seed}: {crossing}");
            if hedged == 0 {
                let table = stdout_of(&format!("{sweep} --seed {seed} --format table"));
                let told = table.split_whitespace().collect::<Vec<_>>().join(" ");
                assert!(told.contains("but that is not sure at 95%. The value that gives it may lie"), "{table}");
                assert!(!told.contains("None of the values of rules.heavy_armor_dr that were played gives"), "{table}");
            }
            hedged += 1;
        }
    }
    assert!(hedged > 0, "some seeds are below");
}

#[test]
fn few_encounters_are_not_called_exact() {
    for encounters in [1, 5] {
        let sweep =
            format!("sweep spar.toml --vary rules.meter_ticks=5,9,13 -n {encounters} --cross rounds=9 --format");
        let table = stdout_of(&format!("{sweep} table"));
        assert!(!table.contains("; exact"), "{table}");
        assert_eq!(last(&stdout_of(&format!("{sweep} json")))["crossing"]["sure"], false);
    }
}

#[test]
fn what_leaves_a_crossing_without_its_encounters_is_refused_with_the_reason() {
    let ticks = "sweep spar.toml --vary rules.meter_ticks=5,9 --cross party=60%";
    for option in ["--extend x -n 9", "--shard x", "--cells 0..1 --shard x"] {
        let message = refusal_of(&format!("{ticks} {option}")).replace("\n  ", " ");
        assert!(message.contains("cannot be used with --cross: a crossing resamples groups"), "{option}: {message}");
    }
    for option in ["--zip", "--pairs --vary rules.max_rounds=3,4"] {
        let message = refusal_of(&format!("{ticks} {option}")).replace("\n  ", " ");
        assert!(message.contains("cannot be used with --cross: a crossing is along one path"), "{option}: {message}");
    }
}

/// A contour along two paths is drawn through the cells, whose counts are kept and added to.
#[test]
fn a_contour_goes_on_with_kept_counts() {
    let folder = folder();
    let sweep =
        "sweep spar.toml --vary rules.meter_ticks=5,9 --vary rules.max_rounds=9,30 --cross party=60% --format csv";
    let page = |name: &str| fs::read_to_string(folder.path().join(name)).expect("a page");
    let [first, whole] =
        [200, 300].map(|n| printed(folder.path(), &format!("{sweep} -n {n} --report whole-{n}.html"), 0));
    assert_eq!(printed(folder.path(), &format!("{sweep} -n 200 --resume kept --report a.html"), 0), first);
    assert_eq!(printed(folder.path(), &format!("{sweep} -n 300 --extend kept --report b.html"), 0), whole);
    let drawn =
        |page: String| page[page.find("<svg").expect("a drawing")..page.rfind("</svg>").expect("its end")].to_owned();
    assert_eq!(drawn(page("a.html")), drawn(page("whole-200.html")));
    assert_eq!(drawn(page("b.html")), drawn(page("whole-300.html")));
}
