//! Work that is interrupted, kept and gone on with.

#![cfg(unix)]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::equipoise;
use crate::streams::interrupted;

/// The output of a call that nothing interrupts.
fn printed(arguments: &str) -> String {
    let output = equipoise(arguments).output().expect("it runs");
    assert!(matches!(output.status.code(), Some(0 | 1)), "{arguments}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// Interrupts a call twice, each time after it had some time to work, and lets the third one end. What it prints, and
/// how often something was kept.
fn in_three_calls(arguments: &str, kept: &Path) -> (String, usize) {
    let mut times_kept = 0;
    for _ in 0..2 {
        let (code, stdout, stderr) = interrupted(arguments, 1);
        if code != Some(130) {
            return (stdout, times_kept);
        }
        assert!(!stderr.contains("panicked"), "{stderr}");
        times_kept += usize::from(kept.join("unfinished.jsonl").exists());
    }
    (printed(arguments), times_kept)
}

fn files(dir: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(dir).expect("a directory").map(|entry| entry.expect("an entry"));
    entries
        .map(|entry| (entry.file_name().to_string_lossy().into_owned(), fs::read(entry.path()).expect("a file")))
        .collect()
}

/// Tries a command line with more and more encounters (`N`, in thousands) until it takes long enough to be interrupted:
/// how quick a machine is nobody knows. `check` gets the command line and says whether something was kept.
fn with_enough_encounters(command: &str, thousands: u64, check: impl Fn(&str) -> bool) {
    let mut sizes = (0..5).map(|power| thousands << (2 * power));
    let is_kept = sizes.any(|thousands| check(&command.replace('N', &format!("{thousands}k"))));
    assert!(is_kept, "{command} was too quick to be interrupted");
}

/// Command lines of users: many scenarios and sweeps of hours, ended by a timeout. The third call yields the bytes of a
/// single one, on stdout and in files.
#[test]
fn runs_and_sweeps_go_on_to_the_bytes_of_a_single_call() {
    for (command, thousands) in [
        ("run spar.toml death.toml spar.toml -n N --format json --quiet", 500),
        ("run spar.toml --precision 0.00001 --max-encounters N --format csv --quiet", 1000),
        ("sweep spar.toml --vary rules.meter_ticks=5..=21:2 -n N --format json --quiet --parquet", 150),
        ("sweep spar.toml --vary rules.meter_ticks=5,9 -n N --format csv --quiet --check", 500),
        ("sweep spar.toml --vary rules.meter_ticks=5..=13:4 --cross rounds=4 -n N --format json --quiet", 300),
    ] {
        with_enough_encounters(command, thousands, |command| {
            let folder = tempfile::tempdir().expect("a folder");
            let [whole, parts] = ["whole", "parts"].map(|name| folder.path().join(name));
            let (resumed, times_kept) = in_three_calls(&format!("{command} --resume {}", parts.display()), &parts);
            if times_kept > 0 {
                let expected = printed(&format!("{command} --out {}", whole.display()));
                assert!(resumed == expected, "{command}");
                assert!(files(&parts) == files(&whole), "{command}");
            }
            times_kept > 0
        });
    }
}

/// The finished work of a race or a round of matches is kept if that is asked for, and removed in the end.
#[test]
fn races_and_matches_go_on_to_the_bytes_of_a_single_call() {
    let race = "tune spar.toml --vary rules.meter_ticks=9,11 --target party=0.6996415 --max-encounters N --margin 0";
    for (command, thousands) in [(race, 2000), ("versus roster.toml -n N --format json", 200)] {
        with_enough_encounters(command, thousands, |command| {
            let folder = tempfile::tempdir().expect("a folder");
            let kept = folder.path().join("kept");
            let resume = format!("{command} --quiet --resume {}", kept.display());
            let (resumed, times_kept) = in_three_calls(&resume, &kept);
            if times_kept > 0 {
                assert!(resumed == printed(&format!("{command} --quiet")), "{command}");
                assert_eq!(files(&kept).len(), 0, "{command}");
            }
            times_kept > 0
        });
    }
}

/// A script that reads the files of an interrupted call can tell that they are partial, from each of them.
#[test]
fn what_an_interrupt_leaves_is_marked() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("out");
    let sweep = format!("sweep spar.toml --vary rules.meter_ticks=5,9 -n 1e13 --format json --out {}", out.display());
    let (code, _, stderr) = interrupted(&sweep, 1);
    assert_eq!(code, Some(130), "{stderr}");
    assert!(stderr.contains("0 of 2 cells were finished"), "{stderr}");
    let run = fs::read_to_string(out.join("run.json")).expect("run.json");
    let run: serde_json::Value = serde_json::from_str(&run).expect("one document");
    assert_eq!(run["partial"], true);
    let summary = fs::read_to_string(out.join("summary.csv")).expect("summary.csv");
    assert!(summary.lines().nth(1).is_some_and(|row| row.contains(",sample,fixed,partial,")), "{summary}");
    let refused = equipoise(&format!("rerun {}", out.display())).assert().code(2);
    let stderr = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
    assert!(stderr.contains("is partial"), "{stderr}");
}

/// The whole results of an earlier call are not lost by an interrupt.
#[test]
fn an_interrupt_leaves_whole_results_as_they_are() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("out");
    printed(&format!("run spar.toml -n 1000 --out {}", out.display()));
    let before = files(&out);
    for option in ["--out", "--resume"] {
        let (code, _, stderr) = interrupted(&format!("run spar.toml -n 1e13 {option} {}", out.display()), 1);
        assert_eq!(code, Some(130), "{stderr}");
        assert!(stderr.contains("still has the results of an earlier call; --resume"), "{stderr}");
    }
    let mut after = files(&out);
    assert!(after.remove("unfinished.jsonl").is_some());
    assert!(after == before);
}

/// Counts of what is not asked for, or of nothing at all, are refused; a directory without any is a beginning.
#[test]
fn what_does_not_fit_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let kept = folder.path().join("kept");
    let resume = format!("--resume {}", kept.display());
    let (code, ..) = interrupted(&format!("run spar.toml -n 1e13 --quiet {resume}"), 1);
    assert_eq!(code, Some(130));
    let unfinished = fs::read_to_string(kept.join("unfinished.jsonl")).expect("what is kept");
    let cut = &unfinished[..unfinished.len() / 2];
    for (text, arguments, expected) in [
        (&*unfinished, "run death.toml -n 1e13", "holds encounters of The first challenge, which are not asked for"),
        (&unfinished, "run spar.toml -n 1e13 --seed 2", "seed is `2` in one and `1` in another"),
        (&unfinished, "run spar.toml -n 1000", "which are not all asked for"),
        (&unfinished, "run spar.toml -n 1e13 --method exact", "--resume needs fights"),
        (&unfinished, "tune spar.toml --vary rules.meter_ticks=9,11 --target party=0.5", "holds no unfinished work"),
        (&unfinished, "versus roster.toml", "holds no unfinished work"),
        (cut, "run spar.toml -n 1e13", "line 1 of "),
        ("{}", "run spar.toml -n 1e13", "is not a shard"),
        ("{\"provenance\":{},\"finished\":[]}", "versus roster.toml", "holds no unfinished work"),
        (
            "{\"provenance\":{\"command\":[\"equipoise\",\"tune\"]},\"finished\":[]}",
            "versus roster.toml",
            "of another question, of other texts or of another version or build: equipoise tune",
        ),
        ("{\"provenance\":{\"command\":[\"equipoise\",\"tune\"]},\"finished\":[]}", "run spar.toml", "equipoise tune"),
    ] {
        fs::write(kept.join("unfinished.jsonl"), text).expect("room");
        let refused = equipoise(&format!("{arguments} {resume}")).assert().code(2);
        let stderr = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
        assert!(stderr.contains(expected), "{arguments}: {stderr}");
    }
    for (arguments, expected) in [
        ("run spar.toml --out a --resume b", "cannot be used with"),
        ("run spar.toml --shard a --resume b", "cannot be used with"),
        ("run spar.toml --encounters-out a.parquet --resume b", "cannot be used with"),
        ("run spar.toml --resume -", "name a path"),
    ] {
        let refused = equipoise(arguments).assert().code(2);
        let stderr = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
        assert!(stderr.contains(expected), "{arguments}: {stderr}");
    }
    let fresh = folder.path().join("fresh");
    let output = equipoise(&format!("run spar.toml -n 1000 --resume {}", fresh.display())).assert().code(0);
    let stderr = String::from_utf8_lossy(&output.get_output().stderr).into_owned();
    assert!(stderr.contains("holds nothing unfinished: beginning anew"), "{stderr}");
    assert!(fresh.join("run.json").exists());
}
