//! Signals from terminals, shells and batch systems.

#![cfg(unix)]

use std::process::{Command, Stdio};

use crate::fixtures;
use crate::streams::signalled;

/// The program, started by `sh` after a line of its own.
fn after(line: &str, arguments: &str) -> Command {
    let mut command = Command::new("sh");
    command.current_dir(fixtures()).args(["-c", &format!("{line}; exec \"$@\""), "sh"]);
    command.arg(assert_cmd::cargo::cargo_bin!("equipoise")).args(arguments.split_whitespace()).stdin(Stdio::null());
    command
}

/// None of them is ignored at the start, whatever runs the tests.
#[cfg(target_os = "linux")]
#[test]
fn whatever_batch_systems_send_before_they_kill_is_an_interrupt() {
    for signal in ["INT", "TERM", "HUP", "USR1", "USR2", "XCPU"] {
        let mut command = Command::new("env");
        command.current_dir(fixtures()).arg(format!("--default-signal={signal}")).stdin(Stdio::null());
        command.arg(assert_cmd::cargo::cargo_bin!("equipoise")).args("run spar.toml -n 1e15 --format json".split(' '));
        let (code, stdout, stderr) = signalled(&mut command, &[signal]);
        assert_eq!(code, Some(130), "{signal}: {stderr}");
        assert!(stdout.contains("\"partial\":true"), "{signal}: {stdout}");
    }
}

/// That another signal ends it shows that it was running all the time.
#[cfg(target_os = "linux")]
#[test]
fn a_signal_that_was_ignored_at_the_start_stays_ignored() {
    let arguments = "run spar.toml -n 1e15 --format json";
    for signal in ["INT", "TERM", "HUP"] {
        let mut command = after(&format!("trap '' {signal}"), arguments);
        let (code, stdout, stderr) = signalled(&mut command, &[signal, signal, "USR1"]);
        assert_eq!(code, Some(130), "{signal}: {stderr}");
        assert!(
            stdout.contains("\"partial\":true") && stderr.contains("what is printed is partial"),
            "{signal}: {stderr}"
        );
    }
    let program = assert_cmd::cargo::cargo_bin!("equipoise");
    let mut command = Command::new("nohup");
    command.current_dir(fixtures()).arg(program).args(arguments.split_whitespace()).stdin(Stdio::null());
    let (code, stdout, stderr) = signalled(&mut command, &["HUP", "HUP", "TERM"]);
    assert_eq!(code, Some(130), "{stderr}");
    assert!(stdout.contains("\"partial\":true"), "{stdout}");
}

#[test]
fn the_limit_of_processor_time_is_an_interrupt() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("out");
    let arguments = format!("run spar.toml -n 1e15 --quiet --format json --out {}", out.display());
    let output = after("ulimit -S -t 1", &arguments).output().expect("it runs");
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(130), "{stderr}");
    assert!(stderr.contains("goes on from what was finished") && out.join("unfinished.jsonl").exists(), "{stderr}");
}

#[test]
fn a_file_beyond_the_largest_size_is_refused_like_a_full_disk() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("out");
    let out_to = format!("--out {}", out.display());
    for option in [format!("--shard {}", folder.path().join("a.json").display()), format!("{out_to} --parquet"), out_to]
    {
        let output = after("ulimit -f 1", &format!("run spar.toml -n 1000 {option}")).output().expect("it runs");
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{option}: {stderr}");
        assert!(stderr.contains("File too large"), "{option}: {stderr}");
    }
    let files = |dir: &std::path::Path| {
        std::fs::read_dir(dir)
            .map_or(0, |entries| entries.filter(|entry| entry.as_ref().expect("an entry").path().is_file()).count())
    };
    assert_eq!((files(folder.path()), files(&out)), (0, 0), "nothing half written remains");
}
