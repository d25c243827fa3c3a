//! Stdout that goes away, and runs that are ended.

#![cfg(unix)]

use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use equipoise_engine::System;

use crate::{equipoise, fixtures, gallery};

pub(crate) fn spawned(arguments: &str) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("equipoise"));
    command.current_dir(fixtures()).args(arguments.split_whitespace()).stdin(Stdio::null());
    command
}

const COMMANDS: [&str; 10] = [
    "run spar.toml -n 1000",
    "run spar.toml -n 1000 --format csv",
    "exact spar.toml --format json",
    "replay spar.toml --index 0",
    "coverage spar.toml -n 100",
    "check spar.toml",
    "test expected.toml",
    "systems duel --schema",
    "completions zsh",
    "--help",
];

#[test]
fn a_full_device_is_an_error() {
    for arguments in COMMANDS {
        let full = File::options().write(true).open("/dev/full").expect("/dev/full");
        let output = spawned(arguments).stdout(full).output().expect("it runs");
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{arguments}: {message}");
        assert!(message.contains("cannot write to stdout: No space left on device"), "{arguments}: {message}");
    }
}

#[test]
fn a_closed_pipe_is_none() {
    for arguments in COMMANDS {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let output = spawned(arguments).stdout(writer).output().expect("it runs");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{arguments}");
        assert_eq!(output.status.code(), Some(0), "{arguments}");
    }
}

#[test]
fn a_stderr_that_is_gone_changes_nothing() {
    let full = || File::options().write(true).open("/dev/full").expect("/dev/full");
    let status = spawned("check mistakes.toml").stderr(full()).stdout(Stdio::null()).status().expect("it runs");
    assert_eq!(status.code(), Some(2));
}

/// Starts the program, waits until it is in the middle of things, and interrupts it. SIGINT is ignored where the tests run in the
/// background of a script, and the program leaves it ignored.
pub(crate) fn interrupted(arguments: &str, times: u32) -> (Option<i32>, String, String) {
    signalled(&mut spawned(arguments), &vec!["TERM"; times as usize])
}

/// Starts a command, waits until it is in the middle of things, and sends it signals one after the other.
pub(crate) fn signalled(command: &mut Command, signals: &[&str]) -> (Option<i32>, String, String) {
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    // Both are read while it runs: what fills a pipe that nobody reads never ends.
    let (stdout, stderr) = (child.stdout.take().expect("piped"), child.stderr.take().expect("piped"));
    let [stdout, stderr] = [Box::new(stdout) as Box<dyn Read + Send>, Box::new(stderr)].map(|mut pipe| {
        std::thread::spawn(move || {
            let mut text = String::new();
            pipe.read_to_string(&mut text).expect("UTF-8");
            text
        })
    });
    std::thread::sleep(Duration::from_millis(700));
    for signal in signals {
        Command::new("kill").args([&format!("-{signal}"), &child.id().to_string()]).status().expect("kill");
        std::thread::sleep(Duration::from_millis(50));
    }
    let began = Instant::now();
    let status = loop {
        match child.try_wait().expect("it can be asked") {
            Some(status) => break status,
            None if began.elapsed() < Duration::from_secs(30) => std::thread::sleep(Duration::from_millis(10)),
            None => {
                child.kill().expect("it can be killed");
                panic!("{command:?} does not end");
            }
        }
    };
    let [stdout, stderr] = [stdout, stderr].map(|text| text.join().expect("it is read"));
    (status.code(), stdout, stderr)
}

#[test]
fn an_interrupted_run_prints_what_was_finished() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("out");
    let shard = folder.path().join("shard");
    let arguments = format!("run spar.toml death.toml -n 1e15 --out {}", out.display());
    let (code, stdout, stderr) = interrupted(&arguments, 1);
    assert_eq!(code, Some(130), "{stderr}");
    assert!(
        stdout.contains("partial: not all encounters that were asked for") && !stdout.contains("To the death"),
        "{stdout}"
    );
    assert!(stderr.contains("0 of 2 scenarios were finished"), "{stderr}");
    assert!(stderr.contains("unfinished.jsonl in it shows; --resume ") && out.join("summary.csv").exists(), "{stderr}");
    let merged = equipoise(&format!("merge {}", out.display())).assert().code(1);
    let merged = String::from_utf8_lossy(&merged.get_output().stdout).into_owned();
    assert!(merged.contains("partial: not all encounters that were asked for"), "{merged}");
    let (code, stdout, stderr) =
        interrupted(&format!("run spar.toml -n 1e15 --format json --shard {}", shard.display()), 1);
    assert_eq!(code, Some(130), "{stderr}");
    assert!(stdout.contains("\"partial\":true"), "{stdout}");
    let partial: serde_json::Value = serde_json::from_str(&stdout).expect("JSON");
    let played = partial["encounters"].as_u64().expect("a number");
    assert!(
        stderr.contains(&format!("shard has the encounters 0..{played}, and `merge --missing -n N` lists")),
        "{stderr}"
    );
    let (missing, path) = (format!("{played}..1000000000000000\n"), shard.display());
    assert_eq!(crate::stdout_of(&format!("merge {path} -n 1e15 --missing")), missing);
    let joined = equipoise(&format!("merge {path} --format json --quiet")).assert().code(1);
    let joined = String::from_utf8_lossy(&joined.get_output().stdout).into_owned();
    assert_eq!(serde_json::from_str::<serde_json::Value>(&joined).expect("JSON")["encounters"], played);
    let rest = folder.path().join("rest");
    let (end, rest) = (played + 1000, rest.display());
    crate::stdout_of(&format!("run spar.toml --range {played}..{end} --quiet --shard {rest}"));
    let whole = crate::stdout_of(&format!("merge {path} {rest} -n {end} --format json"));
    assert_eq!(whole, crate::stdout_of(&format!("run spar.toml -n {end} --quiet --format json")));
}

/// The missing ones of the first so many encounters are played as `merge` lists them, and all together are a single call.
#[test]
fn an_interrupted_sweep_or_comparison_leaves_its_counts_as_a_shard() {
    for (asked, of_cells) in [
        ("sweep spar.toml --vary rules.meter_ticks=5,9,13 --seed 4", true),
        ("compare spar.toml --with rules.meter_ticks=5 --seed 4", false),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name).display().to_string();
        let first = path("first");
        let (code, stdout, stderr) = interrupted(&format!("{asked} -n 1e15 --quiet --format json --shard {first}"), 1);
        assert_eq!(code, Some(130), "{stderr}");
        assert!(
            stderr.contains("first has ") && stderr.contains("and `merge --missing -n N` lists the rest"),
            "{stderr}"
        );
        let results = stdout.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).expect("JSON"));
        let played = results.map(|result| result["encounters"].as_u64().expect("a number")).max().expect("a result");
        let joined = equipoise(&format!("merge {first} --partial --format json --quiet")).assert().code(1);
        let joined = String::from_utf8_lossy(&joined.get_output().stdout).into_owned();
        assert!(joined.contains("\"partial\":true"), "{joined}");
        assert_eq!(joined.lines().count(), stdout.lines().count());
        let missing = crate::stdout_of(&format!("merge {first} -n 1e15 --missing"));
        assert!(missing.contains(&format!("{played}..1000000000000000")), "{missing}");
        let end = played + 1000;
        let missing = crate::stdout_of(&format!("merge {first} -n {end} --missing"));
        let mut shards = vec![first.clone()];
        for (number, line) in missing.lines().enumerate() {
            let (range, cells) = line.split_once(' ').unwrap_or((line, ""));
            let cells = if of_cells { format!("--cells {cells}") } else { String::new() };
            shards.push(path(&number.to_string()));
            crate::stdout_of(&format!("{asked} --range {range} {cells} --quiet --shard {}", shards[number + 1]));
        }
        let whole = crate::stdout_of(&format!("merge {} -n {end} --format json", shards.join(" ")));
        assert_eq!(whole, crate::stdout_of(&format!("{asked} -n {end} --quiet --format json")));
    }
}

/// Tables of best play for eight attributes on either side take seconds, before anything is played.
#[test]
fn an_interrupt_ends_the_reading_of_scenarios_too() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let combatant = |id: &str, names: &str| {
        let sheet: Vec<String> = names.chars().zip(1..).map(|(name, bonus)| format!("{name} = {bonus}")).collect();
        format!("[[combatants]]\nid = \"{id}\"\npolicy = \"optimal\"\nattributes = {{ {} }}\n", sheet.join(", "))
    };
    let scenario = [
        "system = \"duel\"\nname = \"Slow\"\nrules.meter_ticks = 99\n",
        &combatant("a", "abcdefgh"),
        &combatant("b", "klmnopqr"),
    ];
    std::fs::write(path("thoughtful.toml"), scenario.concat()).expect("room");
    for command in ["run", "exact"] {
        let arguments = format!("{command} {} --out {}", path("thoughtful.toml"), path("out"));
        let (code, stdout, stderr) = interrupted(&arguments, 1);
        assert_eq!((code, stdout.as_str(), stderr.as_str()), (Some(130), "", "interrupted: nothing was finished\n"));
    }
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 1, "the scenario alone");
}

#[test]
fn an_interrupted_round_of_matches_ranks_nobody() {
    let (code, stdout, stderr) = interrupted("versus roster.toml -n 1e15", 1);
    assert_eq!((code, stdout.as_str()), (Some(130), ""), "{stderr}");
    assert!(stderr.contains("no match was finished"), "{stderr}");
}

/// Nine and eleven ticks are equally far from this target, on either side of it.
#[test]
fn an_interrupted_race_ranks_what_it_knows() {
    let tune = "tune spar.toml --vary rules.meter_ticks=9,11 --target party=0.6996415 --max-encounters 1e15 --margin 0";
    let (code, stdout, stderr) = interrupted(tune, 1);
    assert_eq!(code, Some(130), "{stderr}");
    assert!(stderr.contains("what is printed is partial"), "{stderr}");
    assert!(stdout.contains("partial: the race was interrupted") && !stdout.contains("measured again"), "{stdout}");
}

#[test]
fn a_partial_result_is_that_of_its_encounters() {
    let (_, stdout, _) = interrupted("run spar.toml -n 1e15 --format json", 1);
    let partial: serde_json::Value = serde_json::from_str(&stdout).expect("JSON");
    let encounters = partial["encounters"].as_u64().expect("a number");
    let whole = equipoise(&format!("run spar.toml --format json -n {encounters}")).assert().code(0);
    let whole = String::from_utf8_lossy(&whole.get_output().stdout).into_owned();
    assert_eq!(stdout.replace("\"partial\":true,", ""), whole);
}

#[test]
fn every_shape_of_a_partial_result_is_announced() {
    let folder = tempfile::tempdir().expect("a folder");
    for format in ["table", "csv", "json"] {
        let encounters = folder.path().join(format).with_extension("parquet");
        let arguments = format!("run spar.toml -n 1e15 --format {format} --encounters-out {}", encounters.display());
        let (code, stdout, stderr) = interrupted(&arguments, 1);
        assert_eq!(code, Some(130), "{stderr}");
        assert!(stdout.contains("The first challenge"), "{stdout}");
        assert!(stderr.contains("of 1,000,000,000,000,000 encounters of The first challenge"), "{stderr}");
        assert!(stderr.contains("what is printed is partial") && stderr.contains("was not written"), "{stderr}");
    }
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 0);
}

#[test]
fn differences_that_an_interrupt_left_are_marked() {
    for (asked, expected) in [("", "party wins"), ("--plan", "verdict")] {
        let (code, stdout, stderr) = interrupted(&format!("compare spar.toml death.toml -n 1e15 {asked}"), 1);
        assert_eq!(code, Some(130), "{stderr}");
        let mark = "partial: not all encounters that were asked for";
        assert!(stdout.contains(mark) && stdout.contains(expected), "{stdout}");
        assert!(stderr.contains("what is printed is partial"), "{stderr}");
    }
}

#[test]
fn an_interrupted_comparison_leaves_the_sampled_result() {
    for (format, expected) in [("table", "winner"), ("csv", ",winners.party,"), ("json", "\"encounters\":10,")] {
        let arguments = format!(
            "run ../../../../scenarios/duel/rooftop.toml -n 10 --check --max-memory 1e12 --set combatants.captain.policy=random --set rules.meter_ticks=101 --set rules.max_rounds=10000 --format {format}"
        );
        let (code, stdout, stderr) = interrupted(&arguments, 1);
        assert_eq!(code, Some(130), "{stderr}");
        assert!(stdout.contains(expected), "{stdout}");
        assert!(stderr.contains("not checked against the exact solution: the run was interrupted"), "{stderr}");
    }
}

#[test]
fn files_are_written_though_nobody_reads_stdout() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (shard, encounters) = (path("shard"), path("encounters"));
    let run = |arguments: &str, out: &str| {
        // Exact results have no counts.
        let files = if arguments.starts_with("exact") { 5 } else { 6 };
        for (device, code) in [("closed", 0), ("full", 2)] {
            let out = path(&format!("{out}-{device}"));
            let mut command = spawned(&format!("{arguments} --out {out}"));
            if device == "full" {
                command.stdout(File::options().write(true).open("/dev/full").expect("/dev/full"));
            } else {
                let (reader, writer) = std::io::pipe().expect("a pipe");
                drop(reader);
                command.stdout(writer);
            }
            let output = command.output().expect("it runs");
            assert_eq!(output.status.code(), Some(code), "{arguments}: {}", String::from_utf8_lossy(&output.stderr));
            assert_eq!(std::fs::read_dir(&out).expect("written").count(), files, "{arguments}");
        }
    };
    for format in ["table", "csv", "json"] {
        let files = format!("--shard {shard}-{format} --encounters-out {encounters}-{format}.parquet");
        run(&format!("run spar.toml -n 1000 --format {format} {files}"), &format!("run-{format}"));
        run(&format!("run spar.toml death.toml -n 1000 --format {format}"), &format!("both-{format}"));
        run(&format!("merge {shard}-{format} --format {format}"), &format!("merge-{format}"));
        assert!(Path::new(&format!("{encounters}-{format}.parquet")).exists());
    }
    run("exact spar.toml", "exact");
}

/// More than is held back before it is printed.
#[test]
fn odds_are_kept_though_nobody_reads_stdout() {
    let folder = tempfile::tempdir().expect("a folder");
    let tiny = System::from_name("tiny").expect("it ships");
    let scenarios: Vec<String> = gallery(tiny).iter().map(|path| path.display().to_string()).collect();
    for format in ["table", "csv", "json"] {
        let file = folder.path().join(format!("{format}.parquet"));
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let line = format!("odds {} --format {format} --parquet {}", scenarios.join(" "), file.display());
        let output = spawned(&line).stdout(writer).output().expect("it runs");
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
        assert!(file.exists(), "{format}");
    }
}

#[test]
fn other_commands_can_be_interrupted() {
    for arguments in ["replay spar.toml --find longest -n 1e12", "coverage spar.toml -n 1e12"] {
        let (code, stdout, stderr) = interrupted(arguments, 1);
        assert_eq!((code, stdout.as_str()), (Some(130), ""), "{arguments}: {stderr}");
    }
}
