//! Comparisons in pieces: shards of joint counts, and what they come to.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use tempfile::TempDir;

use crate::{equipoise, narrow_snapshot, refusal, refusal_of, stdout_of, unsealed};

const SIDES: &str = "compare spar.toml --with rules.meter_ticks=11 --set rules.max_rounds=60 --seed 7";

/// The shards of ranges, each in a file named for its range.
fn shards(sides: &str, ranges: &[&str]) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for range in ranges {
        let mut command = equipoise(sides);
        command.args(range.split('+').flat_map(|range| ["--range", range]));
        command.arg("--shard").arg(path(&folder, range)).assert().code(0).stderr("");
    }
    folder
}

fn path(folder: &TempDir, range: &str) -> PathBuf {
    folder.path().join(format!("{range}.json"))
}

/// The stdout and the stderr of a merge whose exit status must be as expected.
fn merged(files: &[PathBuf], options: &str, code: i32) -> (String, String) {
    let output = equipoise("merge").args(files).args(options.split_whitespace()).output().expect("it runs");
    let [stdout, stderr] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).expect("UTF-8"));
    assert_eq!(output.status.code(), Some(code), "{options}: {stderr}");
    (stdout, stderr)
}

fn whole(folder: &Path) -> Vec<PathBuf> {
    vec![folder.to_owned()]
}

#[test]
fn shards_print_what_a_single_call_prints() {
    let ranges = ["0..700", "700..17k", "17k..20k"];
    let folder = shards(SIDES, &ranges);
    for format in ["table", "json", "csv", "markdown"] {
        for options in ["", "--margin 0.02 --confidence 0.9"] {
            let single = stdout_of(&format!("{SIDES} -n 20k {options} --format {format}"));
            let options = format!("{options} --format {format}");
            assert_eq!(merged(&whole(folder.path()), &options, 0).0, single, "{options}");
            for order in [[2, 0, 1, 0], [1, 2, 1, 0]] {
                let files = order.map(|index| path(&folder, ranges[index]));
                assert_eq!(merged(&files, &options, 0).0, single, "{options}");
            }
        }
    }
    let only = "--only party --only 'rounds' --format csv".replace('\'', "");
    assert_eq!(merged(&whole(folder.path()), &only, 0).0, stdout_of(&format!("{SIDES} -n 20k {only}")));
    // The shard of a call that plays all of it, and the joined one.
    let [one, joined] = ["one", "joined"].map(|name| folder.path().join(name));
    let told = equipoise(&format!("{SIDES} -n 20k --threads 2 --shard")).arg(&one).assert().code(0);
    assert_eq!(String::from_utf8_lossy(&told.get_output().stdout), stdout_of(&format!("{SIDES} -n 20k")));
    let (first, _) = merged(&[one], "--format json", 0);
    let output = equipoise("merge --format json").args([folder.path()]).arg("--shard").arg(&joined).assert().code(0);
    assert_eq!(String::from_utf8_lossy(&output.get_output().stdout), first);
    assert_eq!(merged(&[joined], "--format json", 0).0, first);
}

/// From the shard alone: nothing is read but it.
#[test]
fn a_shard_can_be_counted_again() {
    let folder = shards(SIDES, &["10..20+17k..21k"]);
    let file = path(&folder, "10..20+17k..21k");
    let rerun = |code| {
        let output = equipoise("rerun --quiet")
            .current_dir(folder.path())
            .arg(&file)
            .assert()
            .code(code)
            .get_output()
            .stdout
            .clone();
        String::from_utf8(output).expect("UTF-8")
    };
    assert!(rerun(0).contains(": same"));
    let mut shard = unsealed(&file);
    // The last counts of the first number: one encounter more in which it happened on neither side, and one fewer on both.
    let counts = &mut shard["parts"][0]["counts"][0];
    let count = |value: &Value| value.as_str().and_then(|text| text.parse::<u64>().ok()).expect("a number");
    let [both, neither] = [0, 3].map(|index| count(&counts[index]));
    (counts[0], counts[3]) = ((both - 1).to_string().into(), (neither + 1).to_string().into());
    fs::write(&file, shard.to_string()).expect("room");
    let told = rerun(1);
    assert!(told.contains("different: parts[0].counts[0][0]: recorded"), "{told}");
}

/// Both sides have files of their own.
#[test]
fn two_scenarios_are_compared_in_pieces_as_well() {
    let sides = "compare spar.toml death.toml";
    let folder = shards(sides, &["0..300", "300..900"]);
    let single = stdout_of(&format!("{sides} -n 900 --format json"));
    assert_eq!(merged(&whole(folder.path()), "--format json", 0).0, single);
}

#[test]
fn ranges_are_compared_by_themselves() {
    let found: Value =
        serde_json::from_str(&stdout_of(&format!("{SIDES} --range 50..90 --range 10..20 --format json")))
            .expect("JSON");
    assert_eq!((&found["encounters"], &found["range"]), (&50.into(), &serde_json::json!([[10, 20], [50, 90]])));
    assert_eq!(found["provenance"]["study"]["until"], serde_json::json!({ "ranges": [[10, 20], [50, 90]] }));
    let first = stdout_of(&format!("{SIDES} --range 0..90 --format json"));
    assert_eq!(first, stdout_of(&format!("{SIDES} -n 90 --format json")), "the first ones are those of -n");
    let single = stdout_of(&format!("{SIDES} --range 10..90"));
    assert!(single.contains("80 encounters (10..90) on each side"), "{single}");
    let folder = shards(SIDES, &["10..20+50..90"]);
    narrow_snapshot("compare-ranges", &stdout_of(&format!("{SIDES} --range 10..20 --range 50..90")));
    let json = merged(&whole(folder.path()), "--partial --format json", 1).0;
    assert_eq!(serde_json::from_str::<Value>(&json).expect("JSON"), found);
    fs::write(folder.path().join("found.json"), json).expect("room");
    equipoise("rerun").arg(folder.path().join("found.json")).assert().code(0);
}

#[test]
fn missing_encounters_are_named() {
    let folder = shards(SIDES, &["100..300", "500..900"]);
    let files = whole(folder.path());
    let message = merged(&files, "", 1).1;
    assert!(message.contains("no shard has the encounters 300..500") && message.contains("--partial"), "{message}");
    assert_eq!(merged(&files, "--missing", 0).0, "300..500\n");
    assert_eq!(merged(&files, "--missing -n 1k", 0).0, "0..100\n300..500\n900..1000\n");
    let (table, note) = merged(&files, "--partial -n 1k", 1);
    assert!(table.contains("600 encounters (100..300, 500..900) on each side"), "{table}");
    assert!(note.contains("no shard has the encounters 0..100, 300..500, 900..1000"), "{note}");
    assert!(merged(&files, "-n 800", 2).1.contains("and 0..800 are wanted"));
    assert_eq!(merged(&files, "--missing --until-decided", 0).0, "0..100\n300..500\n900..16384\n");
}

/// The scenario of a comparison that is decided at some look, and what a single call finds.
fn decided(sides: &str, rule: &str, code: i32) -> (String, u64) {
    let output = equipoise(&format!("{sides} {rule} --format json")).assert().code(code).get_output().stdout.clone();
    let text = String::from_utf8(output).expect("UTF-8");
    let found: Value = serde_json::from_str(&text).expect("JSON");
    let encounters = found["decision"]["encounters"].as_u64().expect("a number");
    (text, encounters)
}

/// However the encounters are cut into shards and in whatever order these arrive: nothing is decided at a place where a
/// single call does not look, and the end has the same bytes.
#[test]
fn shards_decide_as_a_single_call_does() {
    for (change, rule) in [
        ("rules.natural_20_move=3", "--until-decided"),
        ("rules.meter_ticks=11", "--until-decided --margin 0.05"),
        ("combatants.fencer.initiative=6", "--until-decided --margin 0.02"),
    ] {
        let sides = format!("compare spar.toml --with {change}");
        let (single, played) = decided(&sides, rule, 0);
        let end = 2 * played;
        let cuts = [0, 5_000, 16_384, 30_001, end / 2 + 77, end].map(|cut| cut.min(end));
        let mut cuts = cuts.to_vec();
        cuts.sort_unstable();
        cuts.dedup();
        let ranges: Vec<String> = cuts.windows(2).map(|pair| format!("{}..{}", pair[0], pair[1])).collect();
        let folder = shards(&sides, &ranges.iter().map(String::as_str).collect::<Vec<_>>());
        // The last ones arrive first, and the first one last.
        let mut files: Vec<PathBuf> = Vec::new();
        for (index, range) in ranges.iter().enumerate().rev() {
            files.push(path(&folder, range));
            if index > 0 {
                let (stdout, note) = merged(&files, &format!("{rule} --format json"), 1);
                assert!(stdout.is_empty() && note.contains("not decided yet: the next look is after 16,384"), "{note}");
            }
        }
        assert_eq!(merged(&files, &format!("{rule} --format json"), 0).0, single, "{sides}");
        assert_eq!(merged(&whole(folder.path()), &format!("{rule} --missing"), 0).0, "");
        // In order, what is missing next is said until it is decided.
        files.clear();
        let mut waited = 0;
        for range in &ranges {
            files.push(path(&folder, range));
            let output = equipoise("merge --missing").args(rule.split(' ')).args(&files).output().expect("it runs");
            let missing = String::from_utf8(output.stdout).expect("UTF-8");
            waited += usize::from(!missing.is_empty());
            assert_eq!(missing.is_empty(), range == ranges.last().expect("some"), "{range}: {missing}");
        }
        assert_eq!(waited, ranges.len() - 1);
        let fresh = merged(&files[..files.len() - 1], rule, 1).1;
        assert!(fresh.contains("as many fresh ones are needed") || fresh.contains("not decided yet"), "{fresh}");
    }
}

#[test]
fn undecided_and_identical_sides_end_as_in_a_single_call() {
    for (sides, rule, code) in [
        ("compare spar.toml --with rules.max_rounds=999", "--until-decided --max-encounters 20480", 1),
        ("compare spar.toml spar.toml", "--until-decided", 0),
    ] {
        let (single, _) = decided(sides, rule, code);
        let folder = shards(sides, &["0..15k", "15k..50k"]);
        assert_eq!(merged(&whole(folder.path()), &format!("{rule} --format json"), code).0, single, "{sides}");
    }
    // A limit that is no look is no place where the counts are known, unless a shard ends there.
    let sides = "compare spar.toml --with rules.max_rounds=999";
    let folder = shards(sides, &["0..50k"]);
    let message = merged(&whole(folder.path()), "--until-decided --max-encounters 20k", 2).1;
    assert!(message.contains("16384..20480, and results are looked at after 20000"), "{message}");
    let folder = shards(sides, &["0..20k", "20k..40k"]);
    let rule = "--until-decided --max-encounters 20k";
    let single = decided(sides, rule, 1).0;
    assert_eq!(merged(&whole(folder.path()), &format!("{rule} --format json"), 1).0, single);
    let empty = tempfile::tempdir().expect("a folder");
    assert_eq!(merged(&whole(empty.path()), "--until-decided --missing", 0).0, "0..16384\n");
}

#[test]
fn what_does_not_fit_is_refused() {
    let folder = shards(SIDES, &["0..300"]);
    let other = shards(&SIDES.replace("--seed 7", "--seed 8"), &["300..400"]);
    let change = shards(&SIDES.replace("ticks=11", "ticks=13"), &["300..400"]);
    let run = folder.path().join("run.shard");
    equipoise("run spar.toml -n 50 --shard").arg(&run).assert().code(0);
    let first = path(&folder, "0..300");
    for (files, options, told) in [
        (vec![first.clone(), path(&other, "300..400")], "", "seed is `7` in one and `8` in another"),
        (vec![first.clone(), path(&change, "300..400")], "", "shards of different scenarios"),
        (vec![first.clone(), run.clone()], "", "which is of a comparison, to"),
        (vec![first.clone()], "--precision 0.1", "--precision is for shards of a run or a sweep"),
        (vec![first.clone()], "--out x", "--out is for shards of a run or a sweep"),
        (vec![first.clone()], "--benchmark x", "--benchmark is for shards of a run or a sweep"),
        (vec![first.clone()], "--max-encounters 9", "--max-encounters needs --until-decided"),
        (vec![first.clone()], "--only part", "no quantity matches `part`"),
        (vec![first.clone()], "--only party --format json", "--only needs --format"),
        (vec![first.clone()], "--until-decided -n 9", "cannot be used with"),
        (vec![run.clone()], "--until-decided", "--until-decided is for shards of a comparison"),
        (vec![run.clone()], "--margin 0.1", "--margin is for shards of a comparison"),
        (vec![run], "--max-encounters 9", "--max-encounters needs --precision"),
    ] {
        let mut command = equipoise("merge");
        command.args(&files).args(options.split_whitespace());
        let message = refusal(&mut command);
        assert!(message.contains(told), "{options}: {message}");
    }
    // Damage is found, whatever it is.
    let text = fs::read_to_string(&first).expect("there");
    for cut in (0..text.len()).step_by(text.len() / 60) {
        let damaged = folder.path().join("damaged.json");
        fs::write(&damaged, &text[..cut]).expect("room");
        refusal(equipoise("merge").arg(&damaged));
    }
    for (options, told) in [
        ("--range 0..9 -n 9", "cannot be used with"),
        ("--range 0..9 --until-decided", "cannot be used with"),
        ("--range 0..9 --plan", "cannot be used with"),
        ("--shard x --until-decided", "cannot be used with"),
        ("--range 0..9 --range 5..20", "overlaps"),
        ("--shard spar.toml", "it is the same file as"),
        ("--shard -", "stdout"),
    ] {
        let message = refusal_of(&format!("{SIDES} {options}"));
        assert!(message.contains(told), "{options}: {message}");
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_comparison_says_which_encounters_its_shard_has() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.json");
    let arguments = format!("compare spar.toml --with rules.meter_ticks=11 --range 5..1e15 --shard {}", path.display());
    let (code, told, note) = crate::streams::interrupted(&arguments, 1);
    assert_eq!(code, Some(130), "{note}");
    let missing = stdout_of(&format!("merge {} -n 1e15 --missing", path.display()));
    let (before, rest) = missing.trim().split_once('\n').expect("before the range and behind it");
    assert_eq!(before, "0..5");
    let end = rest.split("..").next().expect("a range").to_owned();
    assert!(
        note.contains(&format!("a.json has the encounters 5..{end}, and `merge --missing -n N` lists the rest")),
        "{note}"
    );
    assert!(told.contains("on each side"), "{told}");
}
