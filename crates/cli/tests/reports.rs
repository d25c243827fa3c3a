//! Results stay what they are: 20,000 encounters of every scenario that ships, number by number, against
//! `tests/snapshots/results-<system>.snap`. A change that moves them belongs into the changelog under "Results change".
//!
//! The committed reports hold a million encounters of each. `make reports` writes them, and `make check-reports` compares
//! them byte by byte. What is checked here is that their page and tables are what this program makes of the counts that
//! they hold, to the byte, and that the counts are those of the scenarios that ship.

use std::ffi::OsString;
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

/// A folder of reports, with the folder of its scenarios below that of each system.
#[derive(Clone, Copy)]
struct Gallery {
    reports: &'static str,
    folder: &'static str,
}

/// The single fights and the days that ship.
const GALLERIES: [Gallery; 2] =
    [Gallery { reports: "reports", folder: "" }, Gallery { reports: "reports/days", folder: "days" }];

impl Gallery {
    fn scenarios_of(self, system: &str) -> Vec<PathBuf> {
        scenarios_in(&Path::new("scenarios").join(system).join(self.folder))
    }

    /// Its scenarios, in the order of `make reports`: by folder and name.
    fn scenarios(self) -> Vec<PathBuf> {
        let mut systems: Vec<&str> = System::ALL.iter().map(System::name).collect();
        systems.sort_unstable();
        systems.into_iter().flat_map(|system| self.scenarios_of(system)).collect()
    }

    /// Writes the reports of all scenarios as `make reports` does; `place` is the option that takes the folder.
    fn report(self, place: &str, folder: &Path) {
        let mut command = cargo_bin_cmd!("equipoise");
        command.current_dir(project()).arg("report").args(self.scenarios());
        command.args(["--encounters", "1000000", "--seed", "1", "--quiet", place]).arg(folder).assert().success();
    }

    /// The committed reports, by the names of the files.
    fn committed(self) -> Vec<(OsString, Vec<u8>)> {
        let entries = std::fs::read_dir(project().join(self.reports)).expect("the committed reports");
        let files = entries.map(|entry| entry.expect("readable")).filter(|entry| entry.path().is_file());
        files.map(|file| (file.file_name(), std::fs::read(file.path()).expect("a committed report"))).collect()
    }

    /// That a folder has the committed reports, byte by byte.
    fn assert_committed(self, folder: &Path) {
        for (name, committed) in self.committed() {
            let is_same = std::fs::read(folder.join(&name)).is_ok_and(|fresh| fresh == committed);
            assert!(is_same, "{}/{} is stale; `make reports` writes it anew", self.reports, name.display());
        }
    }
}

/// Fights some encounters of scenarios and returns what is printed.
fn fought(scenarios: &[PathBuf], encounters: u64, options: &[&str]) -> String {
    let mut command = cargo_bin_cmd!("equipoise");
    command.current_dir(project()).arg("run").args(scenarios);
    command.args(["--encounters", &encounters.to_string(), "--seed", "1", "--quiet"]).args(options);
    let output = command.assert().success().get_output().stdout.clone();
    String::from_utf8(output).expect("UTF-8")
}

/// Only the fights that the page tells are played: the counts are those of the committed reports.
#[test]
fn the_reports_are_what_their_counts_come_to() {
    for gallery in GALLERIES {
        let folder = tempfile::tempdir().expect("a temporary folder");
        for (name, text) in gallery.committed() {
            // A page that is not written anew must be missed.
            if name != "index.html" {
                std::fs::write(folder.path().join(name), text).expect("a copy");
            }
        }
        gallery.report("--extend", folder.path());
        gallery.assert_committed(folder.path());
    }
}

fn results(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

fn list<'a>(result: &'a Value, key: &str) -> &'a [Value] {
    result[key].as_array().expect("a list")
}

/// The counts of these numbers, each with its name.
fn counts(numbers: &Value, names: &[&str]) -> String {
    names.iter().map(|name| format!("{name} {}", numbers[*name]["count"])).collect::<Vec<_>>().join(", ")
}

/// The sum over all encounters that have a number, which is a whole one, from their mean, whose last digit depends on
/// how JSON is read. Where not all of them have it, they are counted.
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
    let systems = || System::ALL.iter().map(System::name);
    for (gallery, system) in GALLERIES.into_iter().flat_map(|gallery| systems().map(move |system| (gallery, system))) {
        let scenarios = gallery.scenarios_of(system);
        let results = results(&fought(&scenarios, ENCOUNTERS, &["--format", "json"]));
        assert_eq!(results.len(), scenarios.len());
        let text = results.iter().map(listed).collect::<Vec<_>>().join("\n");
        let name = ["results", system, gallery.folder].join("-");
        settings.bind(|| insta::assert_snapshot!(name.trim_end_matches('-'), text));
    }
}

/// The subjects of a result, whatever the numbers are: names, seed, combatants and metrics.
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
    for gallery in GALLERIES {
        let document = format!("{}/run.json", gallery.reports);
        let committed = std::fs::read_to_string(project().join(&document)).expect("a committed report");
        let committed: Value = serde_json::from_str(&committed).expect("one document");
        let (committed, fresh) =
            (list(&committed, "results"), results(&fought(&gallery.scenarios(), ENCOUNTERS, &["--format", "json"])));
        let advice = "`make reports` writes the reports anew";
        assert_eq!(committed.len(), fresh.len(), "scenarios in {document}; {advice}");
        for (committed, fresh) in committed.iter().zip(&fresh) {
            assert_eq!(subjects(committed), subjects(fresh), "{document}; {advice}");
            for winner in ["party", "enemies", "draw", "timeout"] {
                let share = |result: &Value| result["winners"][winner]["share"].as_f64().expect("a share");
                let (expected, found) = (share(committed), share(fresh));
                let standard_error = (expected * (1.0 - expected) / ENCOUNTERS as f64).sqrt();
                let is_near = (found - expected).abs() <= 7.0 * standard_error + 1e-3;
                assert!(is_near, "{}: {winner} {found}, reported {expected}; {advice}", fresh["scenario"]);
            }
        }
    }
}

#[test]
#[ignore = "fights a million of every scenario; `make check-reports`"]
fn the_reports_are_what_the_scenarios_yield() {
    for gallery in GALLERIES {
        let folder = tempfile::tempdir().expect("a temporary folder");
        gallery.report("--out", folder.path());
        gallery.assert_committed(folder.path());
    }
}
