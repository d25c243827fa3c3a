//! Results of different builds of one version.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::{equipoise, refusal_of, stdout_of, unsealed};

/// The commit that `--version` names; `None` in a build outside of a git checkout.
fn commit() -> Option<String> {
    let version = stdout_of("--version");
    version.lines().find_map(|line| line.strip_prefix("commit ").map(str::to_owned))
}

/// A shard of a range, as a build of this commit writes it.
fn shard(folder: &Path, range: &str, commit: Option<&str>) -> PathBuf {
    let path = folder.join(format!("{range}.json"));
    stdout_of(&format!("run spar.toml --range {range} --quiet --shard {}", path.display()));
    let mut shard = unsealed(&path);
    of_build(&mut shard, commit);
    fs::write(&path, shard.to_string()).expect("room");
    path
}

fn of_build(record: &mut Value, commit: Option<&str>) {
    let record = record.as_object_mut().expect("an object");
    record.remove("commit");
    if let Some(commit) = commit {
        record.insert("commit".to_owned(), commit.into());
    }
}

#[test]
fn records_name_the_commit_that_the_version_shows() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.json");
    let printed = stdout_of(&format!("run spar.toml -n 10 --quiet --format json --shard {}", path.display()));
    let printed: Value = serde_json::from_str(&printed).expect("JSON");
    let expected = commit().map(Value::from);
    assert_eq!(printed["provenance"].get("commit"), expected.as_ref());
    assert_eq!(unsealed(&path).get("commit"), expected.as_ref());
    stdout_of(&format!("run spar.toml -n 10 --quiet --out {}", folder.path().join("out").display()));
    let run = fs::read_to_string(folder.path().join("out/run.json")).expect("a record");
    let run: Value = serde_json::from_str(&run).expect("JSON");
    assert_eq!(run["provenance"].get("commit"), expected.as_ref());
}

#[test]
fn shards_of_two_builds_are_not_joined() {
    let folder = tempfile::tempdir().expect("a folder");
    let shard = |range, commit| shard(folder.path(), range, commit).display().to_string();
    let first = shard("0..50", Some("aaaaaaaaaaaa"));
    let second = shard("50..90", Some("bbbbbbbbbbbb"));
    let unknown = shard("90..100", None);
    for files in [format!("{first} {second}"), format!("{unknown} {first} {second}")] {
        let message = refusal_of(&format!("merge {files}")).split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(message.contains("commit is `aaaaaaaaaaaa` in one and `bbbbbbbbbbbb` in another"), "{message}");
        assert!(message.contains("0..50.json") && message.contains("50..90.json"), "{message}");
    }
    let commit_of = |files: &str| {
        let joined = stdout_of(&format!("merge {files} --quiet --format json"));
        serde_json::from_str::<Value>(&joined).expect("JSON")["provenance"].get("commit").cloned()
    };
    let same = shard("50..90", Some("aaaaaaaaaaaa"));
    assert_eq!(commit_of(&format!("{first} {same}")), Some("aaaaaaaaaaaa".into()));
    for files in [format!("{first} {same} {unknown}"), format!("{unknown} {same} {first}")] {
        assert_eq!(commit_of(&files), None, "a part is of no known build");
    }
}

#[test]
fn shards_of_comparisons_name_their_build_too() {
    let folder = tempfile::tempdir().expect("a folder");
    let [first, second] = [("0..50", "aaaaaaaaaaaa"), ("50..90", "bbbbbbbbbbbb")].map(|(range, commit)| {
        let path = folder.path().join(range);
        stdout_of(&format!("compare spar.toml death.toml --range {range} --quiet --shard {}", path.display()));
        let mut shard = unsealed(&path);
        of_build(&mut shard, Some(commit));
        fs::write(&path, shard.to_string()).expect("room");
        path.display().to_string()
    });
    let message = refusal_of(&format!("merge {first} {second}")).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(message.contains("commit is `aaaaaaaaaaaa` in one and `bbbbbbbbbbbb` in another"), "{message}");
}

#[test]
fn counts_of_another_build_are_not_extended() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("out");
    let extend = format!("run spar.toml -n 90 --quiet --extend {}", out.display());
    for (commit, is_taken) in [(Some("aaaaaaaaaaaa"), commit().is_none()), (None, true)] {
        stdout_of(&format!("run spar.toml -n 50 --quiet --out {}", out.display()));
        let path = out.join("shards.jsonl");
        let mut shard = unsealed(&path);
        of_build(&mut shard, commit);
        fs::write(&path, shard.to_string()).expect("room");
        if is_taken {
            stdout_of(&extend);
            assert_eq!(unsealed(&path).get("commit"), None, "a part is of no known build");
            stdout_of(&format!("rerun --quiet {}", out.display()));
        } else {
            let message = refusal_of(&extend);
            assert!(message.contains("aaaaaaaaaaaa"), "{message}");
        }
    }
}

#[test]
fn a_record_of_another_build_is_told_and_compared() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.json");
    let printed = stdout_of("run spar.toml -n 50 --quiet --format json");
    let mut record: Value = serde_json::from_str(&printed).expect("JSON");
    of_build(&mut record["provenance"], Some("aaaaaaaaaaaa"));
    fs::write(&path, record.to_string()).expect("room");
    let shard = shard(folder.path(), "0..50", Some("aaaaaaaaaaaa"));
    for path in [&path, &shard] {
        let output = equipoise(&format!("rerun --quiet --format json {}", path.display())).assert().code(0);
        let [stdout, stderr] =
            [&output.get_output().stdout, &output.get_output().stderr].map(|text| String::from_utf8_lossy(text));
        assert!(stderr.contains("made by another build of equipoise") && stderr.contains("aaaaaaaaaaaa"), "{stderr}");
        let judged: Value = serde_json::from_str(&stdout).expect("JSON");
        assert_eq!((&judged["verdict"], &judged["commit"]), (&"same".into(), &"aaaaaaaaaaaa".into()));
    }
}
