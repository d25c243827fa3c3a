//! Runs and sweeps in pieces: planned, played apart, joined as they arrive.

use std::fs;
use std::path::Path;
use std::process::Output;

use crate::{equipoise, unsealed};

/// A scenario that is sampled quickly.
const DUEL: &str = "../../../../scenarios/duel/first-challenge.toml";

fn output(arguments: &str, dir: &Path) -> Output {
    equipoise(&arguments.replace("DIR", &dir.display().to_string())).output().expect("it runs")
}

/// The output of a command that succeeds.
fn fine(arguments: &str, dir: &Path) -> String {
    let output = output(arguments, dir);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{arguments}: {stderr}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// The exit status of a command and what it says on stderr.
fn told(arguments: &str, dir: &Path) -> (Option<i32>, String) {
    let output = output(arguments, dir);
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

/// Plays ranges, each to a file of its own in `DIR/shards`.
fn play<'a>(dir: &Path, ranges: impl IntoIterator<Item = &'a str>) {
    fs::create_dir_all(dir.join("shards")).expect("room");
    for range in ranges {
        fine(&format!("run {DUEL} --quiet --range {range} --shard DIR/shards/{range}.json"), dir);
    }
}

#[test]
fn a_plan_is_played_in_any_order_and_joined_to_the_single_run() {
    let dir = tempfile::tempdir().expect("room");
    let dir = dir.path();
    let plan = fine("plan -n 50000 --shards 7", dir);
    assert_eq!(plan.lines().count(), 7);
    assert_eq!(fine("merge DIR --missing -n 50000", dir), "0..50000\n", "nothing has arrived");
    fs::create_dir(dir.join("shards")).expect("room");
    let (status, refusal) = told("merge DIR/shards -n 50000", dir);
    assert!(status == Some(1) && refusal.contains("there are no shards in"), "{refusal}");
    fs::write(dir.join("shards/broken.json"), "{}").expect("room");
    assert_eq!(told("merge DIR/shards -n 50000", dir).0, Some(2), "what is broken will not arrive");
    fs::remove_file(dir.join("shards/broken.json")).expect("it is there");
    let mut ranges: Vec<&str> = plan.lines().collect();
    ranges.reverse();
    let last = ranges.pop().expect("seven ranges");
    play(dir, ranges);
    assert_eq!(fine("merge DIR/shards --missing -n 50000", dir), format!("{last}\n"));
    let (status, refusal) = told("merge DIR/shards -n 50000", dir);
    assert_eq!(status, Some(1));
    assert!(
        refusal.contains(&format!("no shard has the encounters {last}")) && refusal.contains("--partial"),
        "{refusal}"
    );
    let partial = output("merge DIR/shards -n 50000 --partial --format json", dir);
    assert_eq!(partial.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&partial.stdout).contains("\"encounters\":42858"), "{partial:?}");
    assert!(String::from_utf8_lossy(&partial.stdout).contains("\"partial\":true"), "{partial:?}");
    let (status, _) = told("merge DIR/shards -n 50000 --partial --out DIR/part", dir);
    assert_eq!(status, Some(1));
    fine(&format!("run {DUEL} --quiet -n 50000 --resume DIR/part"), dir);
    play(dir, [last]);
    assert_eq!(fine("merge DIR/shards --missing -n 50000", dir), "");
    // The same shard twice, as a retry writes it, changes nothing.
    fs::copy(dir.join(format!("shards/{last}.json")), dir.join("shards/again.json")).expect("room");
    fs::write(dir.join("shards/.half.json"), "{").expect("room");
    fs::write(dir.join("shards/notes.txt"), "no shard").expect("room");
    let joined = fine("merge DIR/shards -n 50000 --format json --out DIR/joined", dir);
    assert_eq!(joined, fine(&format!("run {DUEL} --quiet -n 50000 --format json --out DIR/single"), dir));
    same_files(dir, "joined", "single");
    same_files(dir, "part", "single");
    let (status, stderr) = told("merge DIR/shards -n 60000 --partial --out DIR/single", dir);
    assert!(status == Some(2) && stderr.contains("has whole results"), "{stderr}");
    assert_eq!(fine("merge DIR/joined --format json", dir), joined, "a set of results has its counts");
}

/// Checks that two directories hold the same files with the same bytes.
fn same_files(dir: &Path, left: &str, right: &str) {
    let files = |name: &str| {
        let entries = fs::read_dir(dir.join(name)).expect("a directory").map(|entry| entry.expect("readable").path());
        let mut files: Vec<(String, Vec<u8>)> = entries
            .map(|path| {
                (path.file_name().expect("a name").to_string_lossy().into_owned(), fs::read(&path).expect("a file"))
            })
            .collect();
        files.sort();
        files
    };
    let (left, right) = (files(left), files(right));
    assert!(left.len() >= 6, "{}", left.len());
    for ((left_name, left), (right_name, right)) in left.iter().zip(&right) {
        assert_eq!(left_name, right_name);
        assert!(left == right, "{left_name} differs");
    }
    assert_eq!(left.len(), right.len());
}

#[test]
fn pieces_of_a_plan_end_at_looks_where_they_should() {
    let dir = tempfile::tempdir().expect("room");
    assert_eq!(fine("plan --range 10..20 --per-shard 4", dir.path()), "10..14\n14..18\n18..20\n");
    assert_eq!(
        fine("plan -n 30k --shards 2 --looks", dir.path()),
        "0..15000\n15000..16384\n16384..20480\n20480..28672\n28672..30000\n"
    );
    for (arguments, expected) in [
        ("plan --shards 2", "--encounters <N>|--range"),
        ("plan -n 10", "--shards <K>|--per-shard"),
        ("plan -n 10 --range 0..5 --shards 2", "cannot be used with"),
        ("plan -n 10 --shards 0", "at least 1"),
        ("plan -n 10 --shards 2 --per-shard 3", "cannot be used with"),
        ("run spar.toml -n 10 --max-encounters 5", "--max-encounters needs --precision"),
        ("compare spar.toml --with rules.meter_ticks=9 -n 10 --fail-on any", "--fail-on needs --baseline"),
        ("compare spar.toml --with rules.meter_ticks=9 -n 10 --benchmark DIR/b", "--benchmark needs --baseline"),
        ("compare spar.toml --with rules.meter_ticks=9 -n 10 --max-encounters 5", "needs --until-decided"),
        ("merge spar.toml --missing --benchmark DIR/b", "cannot be used with"),
    ] {
        let (status, stderr) = told(arguments, dir.path());
        assert!(status == Some(2) && stderr.contains(expected), "{arguments}: {stderr}");
    }
}

#[test]
fn shards_that_do_not_fit_are_refused_with_the_file() {
    let dir = tempfile::tempdir().expect("room");
    let dir = dir.path();
    play(dir, ["0..100", "50..200"]);
    let (status, stderr) = told("merge DIR/shards", dir);
    assert!(status == Some(2) && stderr.contains("50..200.json to") && stderr.contains("shards overlap"), "{stderr}");
    fs::remove_file(dir.join("shards/50..200.json")).expect("it is there");
    fine(&format!("run {DUEL} --quiet --range 100..200 --seed 2 --shard DIR/shards/b.json"), dir);
    let (status, stderr) = told("merge DIR/shards --missing", dir);
    assert!(status == Some(2) && stderr.contains("b.json to") && stderr.contains("seed is `1`"), "{stderr}");
    fine(&format!("run {DUEL} --quiet --range 100..200 --set rules.meter_ticks=9 --shard DIR/shards/b.json"), dir);
    let (status, stderr) = told("merge DIR/shards --partial", dir);
    assert!(status == Some(2) && stderr.contains("scenarios: `rules.meter_ticks` is `"), "{stderr}");
    fine(&format!("run {DUEL} --quiet --range 100..200 --shard DIR/shards/b.json"), dir);
    let (status, stderr) = told("merge DIR/shards -n 150", dir);
    assert!(status == Some(2) && stderr.contains("b.json holds the encounters 100..200, and 0..150"), "{stderr}");
    let mut newer = unsealed(&dir.join("shards/0..100.json"));
    newer["version"] = "9.9.9".into();
    fs::write(dir.join("newer.json"), newer.to_string()).expect("room");
    let (status, stderr) = told("merge DIR/newer.json", dir);
    assert!(status == Some(2) && stderr.contains("is of equipoise 9.9.9"), "{stderr}");
    let whole = fs::read_to_string(dir.join("shards/0..100.json")).expect("it is there");
    fs::write(dir.join("damaged.json"), whole.replacen("\"seed\":1", "\"seed\":3", 1)).expect("room");
    let (status, stderr) = told("merge DIR/damaged.json", dir);
    assert!(status == Some(2) && stderr.contains("damaged.json is damaged: its CRC-32 is"), "{stderr}");
    fs::write(dir.join("shards/c.json"), "{}").expect("room");
    fs::write(dir.join("shards/d.json"), "").expect("room");
    let (status, stderr) = told("merge DIR/shards", dir);
    assert!(status == Some(2) && stderr.contains("c.json is not") && stderr.contains("d.json is not"), "{stderr}");
    fs::create_dir(dir.join("empty")).expect("room");
    assert_eq!(told("merge DIR/empty", dir).0, Some(1), "they may arrive");
    assert_eq!(told("merge DIR/empty --partial", dir).0, Some(1), "they may arrive");
    assert_eq!(told("merge DIR/nowhere", dir).0, Some(2));
    assert_eq!(told("merge DIR/nowhere --partial", dir).0, Some(2), "a mistyped path is a mistake");
}

#[test]
fn a_precision_is_decided_where_a_single_run_decides_it() {
    let dir = tempfile::tempdir().expect("room");
    let dir = dir.path();
    let single = fine(&format!("run {DUEL} --quiet --precision 0.007 --format json --out DIR/single"), dir);
    let plan = fine("plan -n 300k --shards 5 --looks", dir);
    let mut decided = None;
    for (played, range) in plan.lines().enumerate() {
        play(dir, [range]);
        match told("merge DIR/shards --precision 0.007", dir) {
            (Some(1), stderr) => {
                assert!(decided.is_none() && stderr.contains("not decided yet: the next look is after"), "{stderr}");
                let missing = fine("merge DIR/shards --precision 0.007 --missing", dir);
                let next = plan.lines().nth(played + 1).expect("more to play");
                assert!(missing.starts_with(next.split("..").next().expect("a start")), "{missing} and {next}");
            }
            (Some(0), _) => decided = decided.or(Some(played)),
            other => panic!("{other:?}"),
        }
    }
    let decided = decided.expect("300 000 are enough");
    assert!(decided > 0 && decided + 1 < plan.lines().count(), "decided in the middle: {decided}");
    assert_eq!(fine("merge DIR/shards --precision 0.007 --format json --out DIR/joined", dir), single);
    same_files(dir, "joined", "single");
    // Encounters that were played without looks may go on beyond the end of a single call.
    fine(&format!("run {DUEL} --quiet -n 30000 --out DIR/fixed"), dir);
    let (status, stderr) = told(&format!("run {DUEL} --quiet --precision 0.05 --extend DIR/fixed"), dir);
    assert!(status == Some(2) && stderr.contains("which were not looked at for this precision"), "{stderr}");
    fine(&format!("run {DUEL} --quiet --precision 0.01 --out DIR/precise"), dir);
    let (status, _) = told(&format!("run {DUEL} --quiet --precision 0.02 --extend DIR/precise"), dir);
    assert_eq!(status, Some(2), "a coarser one might have ended before");
    fine(&format!("run {DUEL} --quiet --precision 0.007 --extend DIR/precise"), dir);
    same_files(dir, "precise", "single");
    play(dir, ["300000..400000"]);
    let (status, stderr) = told("merge DIR/shards --precision 0.001", dir);
    assert!(status == Some(2) && stderr.contains("no shard may cross a look"), "{stderr}");
}

#[test]
fn a_sweep_is_joined_from_cells_and_ranges() {
    let dir = tempfile::tempdir().expect("room");
    let dir = dir.path();
    fs::create_dir(dir.join("shards")).expect("room");
    let sweep = format!("sweep {DUEL} --vary rules.meter_ticks=5..=11:2 --quiet");
    fine(&format!("{sweep} --range 0..600 --shard DIR/shards/a.jsonl"), dir);
    fine(&format!("{sweep} --range 600..1000 --cells 2..4 --shard DIR/shards/b.jsonl"), dir);
    assert_eq!(fine("merge DIR/shards --missing", dir), "600..1000 0..2\n");
    assert_eq!(fine("merge DIR/shards --missing -n 1200", dir), "600..1200 0..2\n1000..1200 2..4\n");
    let (status, stderr) = told("merge DIR/shards", dir);
    assert!(
        status == Some(1) && stderr.contains("no shard has the encounters 600..1000 of the cells 0..2"),
        "{stderr}"
    );
    fine(&format!("{sweep} --range 600..1000 --cells 0..2 --shard DIR/shards/c.jsonl"), dir);
    for format in ["json", "csv", "table", "markdown"] {
        let joined = fine(&format!("merge DIR/shards --format {format} --out DIR/joined"), dir);
        assert_eq!(joined, fine(&format!("{sweep} -n 1000 --format {format} --out DIR/single --no-picture"), dir));
    }
    same_files(dir, "joined", "single");
    let verdicts = fine("rerun DIR/joined DIR/shards/b.jsonl", dir);
    assert!(verdicts.lines().count() > 6 && verdicts.lines().all(|line| line.ends_with(": same")), "{verdicts}");
    let other = format!("sweep {DUEL} --vary rules.meter_ticks=5,7,9,13 --quiet");
    fine(&format!("{other} --range 1000..1200 --cells 3..4 --shard DIR/other.jsonl"), dir);
    let (status, stderr) = told("merge DIR/shards DIR/other.jsonl", dir);
    assert!(status == Some(2) && stderr.contains("shards of different sweeps or cells"), "{stderr}");
    fine(&format!("run {DUEL} --quiet --range 0..600 --set rules.meter_ticks=5 --shard DIR/run.json"), dir);
    let (status, stderr) = told("merge DIR/shards DIR/run.json", dir);
    assert!(status == Some(2) && stderr.contains("cells"), "{stderr}");
    for (arguments, expected) in [
        (format!("{sweep} --cells 0..2"), "--shard"),
        (format!("{sweep} --cells 3..5 --shard DIR/x.jsonl"), "--cells 3..5 are no cells of the sweep, which has 0..4"),
        (format!("{sweep} --method exact --shard DIR/x.jsonl"), "--shard needs fights"),
        (format!("{sweep} --method auto --range 0..10"), "--range needs fights"),
    ] {
        let (status, stderr) = told(&arguments, dir);
        assert!(status == Some(2) && stderr.contains(expected), "{arguments}: {stderr}");
    }
}

#[test]
fn results_are_extended_to_those_of_one_longer_call() {
    let dir = tempfile::tempdir().expect("room");
    let dir = dir.path();
    let other = "../../../../scenarios/duel/rooftop.toml";
    fine(&format!("run {DUEL} --quiet -n 3000 --out DIR/part"), dir);
    let whole = fine(&format!("run {DUEL} {other} --quiet -n 5000 --parquet --out DIR/whole"), dir);
    let extended = fine(&format!("run {DUEL} {other} --quiet -n 5000 --parquet --extend DIR/part"), dir);
    assert_eq!(extended, whole);
    same_files(dir, "part", "whole");
    fine(&format!("run {DUEL} --quiet --range 100..700 --out DIR/middle"), dir);
    fine(&format!("run {DUEL} --quiet -n 1000 --extend DIR/middle"), dir);
    fine(&format!("run {DUEL} --quiet -n 1000 --out DIR/thousand"), dir);
    same_files(dir, "middle", "thousand");
    fine(&format!("run {DUEL} --quiet --precision 0.01 --extend DIR/thousand"), dir);
    fine(&format!("run {DUEL} --quiet --precision 0.01 --out DIR/precise"), dir);
    same_files(dir, "thousand", "precise");
    let sweep = format!("sweep {DUEL} --vary rules.meter_ticks=5..=9:2 --quiet");
    fine(&format!("{sweep} -n 300 --out DIR/cells"), dir);
    fine(&format!("{sweep} -n 900 --extend DIR/cells"), dir);
    fine(&format!("{sweep} -n 900 --out DIR/all-cells"), dir);
    same_files(dir, "cells", "all-cells");
    for (arguments, expected) in [
        (format!("run {DUEL} --extend DIR/whole"), "--extend needs -n"),
        (format!("run {DUEL} -n 10 --extend DIR/nothing"), "holds no counts that could be extended"),
        (format!("run {DUEL} {other} -n 10 --extend DIR/whole"), "holds the encounters 0..5000"),
        (format!("run {DUEL} -n 6000 --seed 2 --extend DIR/whole"), "seed"),
        (format!("run {DUEL} -n 6000 --set rules.meter_ticks=9 --extend DIR/middle"), "which are not asked for"),
        (format!("run {DUEL} -n 6000 --extend DIR/middle --out DIR/x"), "cannot be used with"),
        (format!("run {DUEL} -n 6000 --extend DIR/middle --shard DIR/x"), "cannot be used with"),
    ] {
        let (status, stderr) = told(&arguments, dir);
        assert!(status == Some(2) && stderr.contains(expected), "{arguments}: {stderr}");
    }
}

#[test]
fn expectations_are_judged_on_shards_as_on_fights() {
    let dir = tempfile::tempdir().expect("room");
    let dir = dir.path();
    let scenario = fs::read_to_string(crate::fixtures().join("spar.toml")).expect("a fixture");
    let path = dir.join("duel.toml");
    fs::write(&path, scenario + "\n[expect]\nparty = { at_least = 0.67 }\nrounds.p95 = { at_most = 40 }\n")
        .expect("room");
    let test = "test DIR/duel.toml --method sample --confidence 0.9";
    let single = fine(&format!("{test} --format json"), dir);
    let plan = fine("plan -n 300k --shards 5 --looks", dir);
    let plan: Vec<&str> = plan.lines().collect();
    fs::create_dir_all(dir.join("shards")).expect("room");
    let (status, stderr) = told(&format!("{test} --shards DIR/shards"), dir);
    assert!(
        status == Some(1) && stderr.contains("the next look is after 16,384 encounters, and no shard has 0..16384"),
        "{stderr}"
    );
    let mut decided = None;
    for (played, range) in plan.iter().enumerate() {
        fine(&format!("run DIR/duel.toml --quiet --range {range} --shard DIR/shards/{played}.json"), dir);
        let output = output(&format!("{test} --format json --shards DIR/shards"), dir);
        let stdout = String::from_utf8(output.stdout).expect("UTF-8");
        match output.status.code() {
            Some(1) if decided.is_none() => assert!(stdout.contains("\"partial\":true"), "{stdout}"),
            Some(0) => {
                assert_eq!(stdout, single);
                decided = decided.or(Some(played));
            }
            code => panic!("{code:?}: {stdout}"),
        }
    }
    let decided = decided.expect("300 000 are enough");
    assert!(decided > 0 && decided + 1 < plan.len(), "decided in the middle: {decided}");
    for (arguments, expected) in [
        ("test DIR/duel.toml --method sample --seed 2 --shards DIR/shards".to_owned(), "seed is `2`"),
        (format!("test {DUEL} DIR/duel.toml --shards DIR/shards"), "--shards takes one scenario"),
        ("test DIR/duel.toml --method exact --shards DIR/shards".to_owned(), "--shards needs fights"),
        ("test DIR/duel.toml --set rules.meter_ticks=9 --shards DIR/shards".to_owned(), "is no shard of"),
    ] {
        let (status, stderr) = told(&arguments, dir);
        assert!(status == Some(2) && stderr.contains(expected), "{arguments}: {stderr}");
    }
}
