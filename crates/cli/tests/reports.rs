//! Results stay what they are: 20,000 encounters of every scenario that ships, number by number, against
//! `tests/snapshots/results-<system>.snap`. A change that moves them belongs into the changelog under "Results change".
//!
//! The committed reports hold a million encounters of each. `make reports` writes them, and `make check-reports` compares
//! them byte by byte; what is checked here in passing is that they speak of the same scenarios, and of no other results.

use std::path::{Path, PathBuf};

use assert_cmd::cargo::cargo_bin_cmd;
use equipoise_engine::System;
use serde_json::Value;

const ENCOUNTERS: u64 = 20_000;

fn project() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The scenarios of a folder, in the order of their names.
fn scenarios_in(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(project().join(folder)).expect("a folder of the project");
    let mut paths: Vec<PathBuf> = entries.map(|entry| folder.join(entry.expect("readable").file_name())).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "toml"));
    paths.sort();
    paths
}

/// The scenarios of `make reports`, in its order: by folder and name.
fn scenarios() -> Vec<PathBuf> {
    let mut systems: Vec<&str> = System::NAMES.to_vec();
    systems.sort_unstable();
    systems.into_iter().flat_map(|system| scenarios_in(&Path::new("scenarios").join(system))).collect()
}

/// Fights some encounters of scenarios and returns what is printed.
fn fought(scenarios: &[PathBuf], encounters: u64, options: &[&str]) -> String {
    let mut command = cargo_bin_cmd!("equipoise");
    command.current_dir(project()).arg("run").args(scenarios);
    command.args(["--encounters", &encounters.to_string(), "--seed", "1", "--quiet"]).args(options);
    let output = command.assert().success().get_output().stdout.clone();
    String::from_utf8(output).expect("UTF-8")
}

/// Writes the reports of scenarios into a folder, as `make reports` does.
fn reported(scenarios: &[PathBuf], encounters: u64, folder: &Path) {
    let mut command = cargo_bin_cmd!("equipoise");
    command.current_dir(project()).arg("report").args(scenarios);
    command.args(["--encounters", &encounters.to_string(), "--seed", "1", "--quiet", "--out"]).arg(folder);
    command.assert().success();
}

/// What a page says whatever the numbers are: its head with the style, its headings and the titles of its charts.
fn frame(page: &str) -> Vec<&str> {
    let (head, body) = page.split_once("</head>").expect("a head");
    let of = |start: &'static str, end: &'static str| {
        body.split(start).skip(1).map(move |rest| rest.split(end).next().unwrap_or_default())
    };
    [head]
        .into_iter()
        .chain(of("<h2", "</h2>"))
        .chain(of("<h3", "</h3>"))
        .chain(of("<figcaption><b>", "</b>"))
        .collect()
}

/// The numbers need a million fights of each scenario; the words do not.
#[test]
fn the_page_of_the_reports_is_not_stale() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    reported(&scenarios(), ENCOUNTERS, folder.path());
    let advice = "`make reports` writes the page anew";
    let committed = std::fs::read_to_string(project().join("reports/index.html")).expect(advice);
    let fresh = std::fs::read_to_string(folder.path().join("index.html")).expect("a page");
    assert!(frame(&committed) == frame(&fresh), "reports/index.html is not what this program writes; {advice}");
}

fn results(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

fn list<'a>(result: &'a Value, key: &str) -> &'a [Value] {
    result[key].as_array().expect("a list")
}

/// How often each of these happened.
fn counts(numbers: &Value, names: &[&str]) -> String {
    names.iter().map(|name| format!("{name} {}", numbers[*name]["count"])).collect::<Vec<_>>().join(", ")
}

/// The sum over all encounters that have a number, which is a whole one, from their mean, whose last digit depends on how JSON is
/// read. Where not all of them have it, they are counted.
fn total(numbers: &Value) -> f64 {
    let encounters = numbers.get("count").map_or(Some(ENCOUNTERS), Value::as_u64).expect("a count");
    (numbers["mean"].as_f64().unwrap_or(0.0) * encounters as f64).round()
}

/// The numbers of a result, as many to a line as belong together.
fn listed(result: &Value) -> String {
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let rounds = &result["rounds"];
    let mut lines = vec![
        text(&result["scenario"]),
        format!("winners: {}", counts(&result["winners"], &["party", "enemies", "draw", "timeout"])),
        format!("rounds: {}, at most {}", total(rounds), rounds["max"]),
    ];
    for combatant in list(result, "combatants") {
        let ends = counts(combatant, &["standing", "fled", "down", "dead"]);
        lines.push(format!("{}: {ends}", text(&combatant["id"])));
    }
    for metric in list(result, "metrics") {
        lines.push(format!("{}: {}", text(&metric["name"]), total(metric)));
    }
    lines.join("\n  ") + "\n"
}

#[test]
fn results_are_what_they_were() {
    let mut settings = insta::Settings::clone_current();
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    for system in System::NAMES {
        let scenarios = scenarios_in(&Path::new("scenarios").join(system));
        let results = results(&fought(&scenarios, ENCOUNTERS, &["--format", "json"]));
        assert_eq!(results.len(), scenarios.len());
        let text = results.iter().map(listed).collect::<Vec<_>>().join("\n");
        settings.bind(|| insta::assert_snapshot!(format!("results-{system}"), text));
    }
}

/// What a result speaks of, whatever the numbers are.
fn subjects(result: &Value) -> Vec<String> {
    let texts = ["scenario", "system", "seed"].map(|key| result[key].to_string());
    let combatants =
        list(result, "combatants").iter().map(|combatant| format!("{} {}", combatant["id"], combatant["side"]));
    let metrics = list(result, "metrics").iter().map(|metric| metric["name"].to_string());
    texts.into_iter().chain(combatants).chain(metrics).collect()
}

/// The shares of a million encounters are less than seven standard errors of 20,000 from theirs, which chance alone exceeds
/// once in 4e11 times.
#[test]
fn the_reports_speak_of_the_scenarios_that_ship() {
    let committed = std::fs::read_to_string(project().join("reports/run.json")).expect("a committed report");
    let committed: Value = serde_json::from_str(&committed).expect("one document");
    let (committed, fresh) =
        (list(&committed, "results"), results(&fought(&scenarios(), ENCOUNTERS, &["--format", "json"])));
    let advice = "`make reports` writes the reports anew";
    assert_eq!(committed.len(), fresh.len(), "scenarios in reports/run.json; {advice}");
    for (committed, fresh) in committed.iter().zip(&fresh) {
        assert_eq!(subjects(committed), subjects(fresh), "reports/run.json; {advice}");
        for winner in ["party", "enemies", "draw", "timeout"] {
            let share = |result: &Value| result["winners"][winner]["share"].as_f64().expect("a share");
            let (expected, found) = (share(committed), share(fresh));
            let standard_error = (expected * (1.0 - expected) / ENCOUNTERS as f64).sqrt();
            let is_near = (found - expected).abs() <= 7.0 * standard_error + 1e-3;
            assert!(is_near, "{}: {winner} {found}, reported {expected}; {advice}", fresh["scenario"]);
        }
    }
}

#[test]
#[ignore = "fights a million of every scenario; `make check-reports`"]
fn the_reports_are_what_the_scenarios_yield() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    reported(&scenarios(), 1_000_000, folder.path());
    for file in ["index.html", "summary.csv", "combatants.csv", "rounds.csv", "metrics.csv", "run.json"] {
        let committed = std::fs::read(project().join("reports").join(file)).expect("a committed report");
        let fresh = std::fs::read(folder.path().join(file)).expect("a fresh report");
        assert!(committed == fresh, "reports/{file} is not what the scenarios yield");
    }
}
