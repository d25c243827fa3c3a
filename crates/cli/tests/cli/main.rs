//! The program as its users meet it: arguments in, stdout, stderr, files and exit status out.

mod absences;
mod accounts;
mod balances;
mod baseline;
mod beginnings;
mod builds;
mod checks;
mod columns;
mod comparisons;
mod completions;
mod conditions;
mod crossings;
mod days;
mod diagnostics;
mod distributions;
mod dramas;
mod few;
mod files;
mod foreign;
mod former_names;
mod games;
mod gauntlets;
mod groups;
mod help;
mod hostile;
mod hosts;
mod joint_shards;
mod labels;
mod luck;
mod matches;
mod notation;
mod odds;
mod only;
mod options;
mod overrides;
mod pages;
mod pieces;
mod points;
mod rare;
mod reporting;
mod reruns;
mod results;
mod resuming;
mod rounding;
mod schemas;
mod scripts;
mod sensitivities;
mod shards;
mod signals;
mod skill;
mod spreadsheets;
mod steps;
mod streams;
mod sweeps;
mod testing;
mod tunings;
mod turns;
mod unreached;
mod ways;

use std::path::{Path, PathBuf};
use std::time::Duration;

use assert_cmd::Command;
use assert_cmd::cargo::cargo_bin_cmd;
use equipoise_engine::System;
use serde_json::Value;

/// The program, in the folder of the fixtures, as on a machine without a terminal.
pub(crate) fn equipoise(arguments: &str) -> Command {
    let mut command = cargo_bin_cmd!("equipoise");
    for variable in ["COLUMNS", "LINES", "NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "EQUIPOISE_COMPLETE"] {
        command.env_remove(variable);
    }
    command.current_dir(fixtures()).timeout(Duration::from_mins(2)).args(arguments.split_whitespace());
    command
}

pub(crate) fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures")
}

/// The scenarios that ship for a system.
pub(crate) fn gallery(system: System) -> Vec<PathBuf> {
    let folder = fixtures().join("../../../../scenarios").join(system.name());
    let paths = std::fs::read_dir(folder).expect("a gallery").map(|entry| entry.expect("readable").path());
    let mut scenarios: Vec<PathBuf> = paths.filter(|path| path.extension().is_some_and(|e| e == "toml")).collect();
    scenarios.sort();
    scenarios
}

/// The scenario of this name that ships, whatever its system.
pub(crate) fn gallery_file(name: &str) -> PathBuf {
    let mut all = System::ALL.iter().flat_map(|&system| gallery(system));
    all.find(|path| path.file_stem().is_some_and(|stem| stem == name)).expect("it ships")
}

/// The output of a call that succeeds; stderr stays empty.
pub(crate) fn stdout_of(arguments: &str) -> String {
    let output = equipoise(arguments).assert().code(0).stderr("").get_output().stdout.clone();
    String::from_utf8(output).expect("stdout is UTF-8")
}

/// A text whose lines are joined, however they were wrapped.
pub(crate) fn on_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The output of `tune`: its exit status is 1 exactly if it says that the targets are out of reach.
pub(crate) fn tuned(arguments: &str) -> String {
    let output = equipoise(arguments).output().expect("it runs");
    let [stdout, stderr] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).expect("UTF-8"));
    let is_missed = [&stdout, &stderr].into_iter().any(|text| text.contains("out of reach:"));
    let is_missed = is_missed || stdout.contains("\"reached\":false");
    assert_eq!(output.status.code(), Some(i32::from(is_missed)), "{arguments}: {stdout}{stderr}");
    stdout
}

/// The message of a call that is refused; stdout stays empty.
pub(crate) fn refusal_of(arguments: &str) -> String {
    refusal(&mut equipoise(arguments))
}

pub(crate) fn refusal(command: &mut Command) -> String {
    let output = command.assert().code(2).stdout("").get_output().stderr.clone();
    let text = String::from_utf8(output).expect("stderr is UTF-8");
    assert!(!text.is_empty() && !text.contains("panicked") && !text.contains('\u{1b}'), "{text}");
    text
}

/// No line is wider than a terminal, except for the command to copy.
pub(crate) fn assert_narrow(text: &str) {
    for line in text.lines().filter(|line| !line.starts_with("  equipoise ")) {
        assert!(line.chars().count() <= 80, "{} columns: {line}", line.chars().count());
    }
}

/// As [`snapshot`], of what is for people and fits a terminal.
pub(crate) fn narrow_snapshot(name: &str, text: &str) {
    assert_narrow(text);
    snapshot(name, text);
}

/// The results of a printed JSON without what tells where they come from.
pub(crate) fn results_of(json: &str) -> Vec<Value> {
    let result = |line: &str| {
        let mut result: Value = serde_json::from_str(line).expect("an object a line");
        result.as_object_mut().expect("an object").remove("provenance").expect("it says where it comes from");
        result
    };
    json.lines().map(result).collect()
}

/// As [`results_of`], of what a command prints.
pub(crate) fn results_from(command: &mut Command) -> Vec<Value> {
    let output = command.assert().code(0).get_output().stdout.clone();
    results_of(&String::from_utf8(output).expect("stdout is UTF-8"))
}

/// A shard as JSON, without the CRC-32 by which damage is found.
pub(crate) fn unsealed(shard: &Path) -> Value {
    let text = std::fs::read_to_string(shard).expect("it is there");
    let mut shard: Value = serde_json::from_str(&text).expect("JSON");
    shard.as_object_mut().expect("an object").remove("crc32").expect("every shard has one");
    shard
}

/// Compares with the accepted text in `tests/snapshots`.
pub(crate) fn snapshot(name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("../snapshots");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    // Another system is no reason to accept these texts again.
    settings.add_filter(r"(?s)(The system to describe\n\n *Possible values:\n).*?\n\n", "$1          [systems]\n\n");
    settings.add_filter(r"allowed: `duel`[^\n]*", "allowed: [systems]");
    // Nor is another commit.
    settings.add_filter(r#""commit":"[^"]*","#, "");
    settings.bind(|| insta::assert_snapshot!(name, text));
}
