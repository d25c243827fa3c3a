//! Files that are written: reports, shards, encounters.

use std::fs;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::{equipoise, fixtures, refusal, results_of, stdout_of};

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").file_name());
    let mut names: Vec<String> = entries.map(|name| name.into_string().expect("UTF-8")).collect();
    names.sort();
    names
}

#[test]
fn reports_are_written_beside_the_table() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("made");
    equipoise("run spar.toml death.toml -n 2000 --parquet --out").arg(&out).assert().code(0).stderr("");
    let tables = ["combatants", "metrics", "rounds", "summary"];
    let mut expected: Vec<String> = tables.iter().map(|name| format!("{name}.csv")).collect();
    expected.extend(tables.iter().map(|name| format!("{name}.parquet")));
    expected.extend(["run.json", "shards.jsonl"].map(str::to_owned));
    expected.sort();
    assert_eq!(names(&out), expected);
    let written = |name: &str| fs::read_to_string(out.join(name)).expect("a file");
    let document: Value = serde_json::from_str(&written("run.json")).expect("one document");
    let mut results = document["results"].as_array().expect("a list").clone();
    for result in &mut results {
        let own = result.as_object_mut().and_then(|result| result.remove("provenance")).expect("an object");
        assert!(own["study"].is_object() && own.get("files").is_none(), "{own}");
    }
    assert_eq!(results, results_of(&stdout_of("run spar.toml death.toml -n 2000 --format json")));
    let common = &document["provenance"];
    assert_eq!(common["files"].as_object().map(serde_json::Map::len), Some(2), "{common}");
    assert_eq!(written("summary.csv"), stdout_of("run spar.toml death.toml -n 2000 --format csv"));
}

#[test]
fn exact_and_checked_reports_are_written_too() {
    let folder = tempfile::tempdir().expect("a folder");
    equipoise("exact spar.toml --out").arg(folder.path()).assert().code(0).stderr("");
    assert_eq!(names(folder.path()), ["combatants.csv", "metrics.csv", "rounds.csv", "run.json", "summary.csv"]);
    equipoise("run spar.toml -n 2000 --check --format csv --out").arg(folder.path()).assert().code(0).stderr("");
    let check = fs::read_to_string(folder.path().join("check.csv")).expect("a file");
    assert_eq!(check, stdout_of("run spar.toml -n 2000 --check --format csv"));
}

#[test]
fn shards_join_to_the_whole_run() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    for (range, name) in [("0..1k", "a"), ("1k..4000", "b"), ("500..2000", "c")] {
        let arguments = format!("run spar.toml --seed 3 --quiet --range {range} --shard");
        equipoise(&arguments).arg(path(name)).assert().code(0).stderr("");
    }
    let whole = stdout_of("run spar.toml --seed 3 -n 4000 --format json --confidence 0.99");
    let merge = || equipoise("merge --confidence 0.99 --format json");
    merge().args([path("b"), path("a")]).arg("--shard").arg(path("ab")).assert().code(0).stdout(whole.clone());
    merge().arg(path("ab")).assert().code(0).stdout(whole);
    let out = path("out");
    equipoise("merge --out").arg(&out).args([path("a"), path("b")]).assert().code(0).stderr("");
    assert_eq!(names(&out).len(), 6);
    // The one that has the encounters already is named, and not another one.
    equipoise("run spar.toml --seed 3 --range 5000..5001 --shard").arg(path("f")).assert().code(0);
    let message = refusal(equipoise("merge").args([path("f"), path("a"), path("c")]));
    let message = message.replace(['\n', ' '], "");
    assert!(message.contains("overlap:0..1000and500..2000") && message.contains("cannotjoin"), "{message}");
    assert!(message.contains("/cto") && message.contains("/a:") && !message.contains("/f"), "{message}");
    equipoise("run death.toml --range 4000..5000 --seed 3 --shard").arg(path("d")).assert().code(0);
    let message = refusal(equipoise("merge").args([path("a"), path("d")])).replace(['\n', ' '], "");
    assert!(message.contains("differentscenarios:`") && message.contains("inoneand"), "{message}");
    fs::write(path("e"), "{}").expect("a file");
    let message = refusal(equipoise("merge").args([path("a"), path("e"), path("absent")]));
    assert!(message.contains("is not a shard") && message.contains("cannot read"), "{message}");
}

#[test]
fn every_encounter_can_be_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("encounters.parquet");
    let streamed =
        equipoise("run spar.toml --range 5..3000 --format json --encounters-out").arg(&path).assert().code(0);
    assert_eq!(fs::read(&path).expect("a file")[..4], *b"PAR1");
    let plain = stdout_of("run spar.toml --range 5..3000 --format json");
    assert_eq!(String::from_utf8_lossy(&streamed.get_output().stdout), plain);
}

#[test]
fn files_that_cannot_be_written_are_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("file");
    fs::write(&file, "").expect("a file");
    let inside = file.join("x");
    for arguments in ["run spar.toml -n 1000 --format json --out", "run spar.toml -n 1000 --format json --shard"] {
        let assert = equipoise(arguments).arg(&inside).assert().code(2);
        let message = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
        assert!(message.contains("file/x"), "{message}");
    }
    refusal(equipoise("man --out").arg(&inside));
    refusal(equipoise("run spar.toml -n 1000 --encounters-out").arg(inside.with_extension("parquet")));
}

/// Other outputs may lie in the directory of `--out`: it is there, whichever is written first.
#[test]
fn other_outputs_may_lie_in_the_new_directory() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, options) in [
        ("a", "--encounters-out DIR/e.parquet"),
        ("b", "--shard DIR/shard"),
        ("c", "--benchmark DIR/bench.json --only party"),
        ("d/e", "--encounters-out DIR/e.parquet --parquet"),
    ] {
        let dir = folder.path().join(name).display().to_string();
        let arguments = format!("run spar.toml -n 10 --out {dir} {}", options.replace("DIR", &dir));
        equipoise(&arguments).assert().code(0);
    }
    let dir = folder.path().join("f").display().to_string();
    equipoise(&format!("report spar.toml -n 10 --chart winners={dir}/w.svg --out {dir}")).assert().code(0);
    let absent = folder.path().join("absent/e.parquet");
    let message = refusal(equipoise("run spar.toml -n 10 --encounters-out").arg(absent));
    assert!(!message.contains(".equipoise-"), "{message}");
}

/// A folder with a scenario, its roster, and a shard of it.
fn furnished() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["roster.toml", "sheets.csv"] {
        fs::copy(fixtures().join(name), folder.path().join(name)).expect("a fixture");
    }
    let mut command = equipoise("run roster.toml --range 0..1000 --shard shard.json");
    command.current_dir(folder.path()).assert().code(0).stderr("");
    folder
}

fn contents(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let read = |name: String| (name.clone(), fs::read(folder.join(name)).unwrap_or_default());
    names(folder).into_iter().map(read).collect()
}

#[test]
fn no_output_replaces_an_input_or_another_output() {
    let folder = furnished();
    fs::copy(folder.path().join("roster.toml"), folder.path().join("summary.csv")).expect("a copy");
    for name in ["check.csv", "metrics.parquet"] {
        fs::copy(folder.path().join("roster.toml"), folder.path().join(name)).expect("a copy");
    }
    let before = contents(folder.path());
    let refused = |arguments: &str| {
        let message = refusal(equipoise(arguments).current_dir(folder.path()));
        assert!(message.contains("the same file as"), "{arguments}: {message}");
        assert!(contents(folder.path()) == before, "{arguments}");
    };
    for arguments in [
        "run roster.toml -n 1e15 --shard roster.toml",
        "run roster.toml -n 1e15 --shard ./sheets.csv",
        "run roster.toml -n 1e15 --shard a.parquet --encounters-out ./a.parquet",
        "run roster.toml -n 1e15 --shard run.json --out .",
        "run roster.toml -n 1e15 --parquet --encounters-out new/rounds.parquet --out new",
        "run roster.toml -n 1e15 --encounters-out new/rounds.parquet --out new",
        "run roster.toml -n 1e15 --shard ./check.csv --out .",
        "run check.csv -n 1e15 --out .",
        "exact metrics.parquet --out .",
        "run summary.csv -n 1e15 --out .",
        "exact summary.csv --out .",
        "merge shard.json --shard shard.json",
        "merge shard.json --shard run.json --out .",
    ] {
        refused(arguments);
    }
}

#[cfg(unix)]
#[test]
fn links_lead_to_the_file_that_is_written() {
    use std::os::unix::fs::symlink;
    let folder = furnished();
    symlink("roster.toml", folder.path().join("input")).expect("a link");
    symlink("real.json", folder.path().join("output")).expect("a link");
    let run = |arguments: &str| {
        let mut command = equipoise(arguments);
        command.current_dir(folder.path());
        command
    };
    let message = refusal(&mut run("run roster.toml -n 1e15 --shard input"));
    assert!(message.contains("the same file as the scenario roster.toml"), "{message}");
    run("run roster.toml -n 1000 --shard output").assert().code(0).stderr("");
    assert!(folder.path().join("output").is_symlink());
    run("merge real.json").assert().code(0).stderr("");
    let message = refusal(&mut run("merge output --shard real.json"));
    assert!(message.contains("the same file as the shard output"), "{message}");
    let stdout = fs::File::create(folder.path().join("results")).expect("a file");
    let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin!("equipoise"));
    command.current_dir(folder.path()).args(["merge", "real.json", "--shard", "results"]).stdout(stdout);
    let output = command.output().expect("it runs");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("the same file as stdout"));
}

#[cfg(unix)]
#[test]
fn only_regular_files_are_replaced() {
    for (path, what) in [("/dev/null", "no regular file"), (".", "a directory")] {
        let message = refusal(equipoise("run spar.toml -n 1e15 --shard").arg(path));
        assert!(message.contains(what), "{message}");
    }
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir(folder.path().join("rows.parquet")).expect("a folder");
    let rows = folder.path().join("rows.parquet");
    let message = refusal(equipoise("run spar.toml -n 1e15 --encounters-out").arg(&rows));
    assert!(message.contains("a directory"), "{message}");
    fs::remove_dir(rows).expect("it is empty");
    fs::create_dir(folder.path().join("metrics.csv")).expect("a folder");
    let message = refusal(equipoise("run spar.toml -n 1e15 --out").arg(folder.path()));
    assert!(message.contains("metrics.csv: it is a directory"), "{message}");
    assert_eq!(names(folder.path()), ["metrics.csv"]);
}

#[test]
fn manual_pages_are_written_all_or_none() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir(folder.path().join("equipoise-systems.1")).expect("a folder");
    refusal(equipoise("man --out").arg(folder.path()));
    assert_eq!(names(folder.path()), ["equipoise-systems.1"]);
}

#[test]
fn a_path_that_is_not_there_is_refused_before_any_fight() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("file"), "").expect("a file");
    for (option, target) in [("--shard", "absent/x"), ("--encounters-out", "absent/x.parquet"), ("--out", "file/x")] {
        let arguments = format!("run spar.toml -n 1e15 {option}");
        let message = refusal(equipoise(&arguments).arg(folder.path().join(target)));
        assert!(message.contains(target), "{message}");
    }
    assert_eq!(names(folder.path()), ["file"]);
}

/// The program in the background, with nobody to hear it.
fn started(arguments: &str) -> Child {
    let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin!("equipoise"));
    command.current_dir(fixtures()).args(arguments.split_whitespace()).stdout(Stdio::null()).stderr(Stdio::inherit());
    command.spawn().expect("it starts")
}

/// The encounters that each file of a set tells of.
fn encounters_of(set: &Path) -> [u64; 3] {
    let written = |name: &str| fs::read_to_string(set.join(name)).expect("a file");
    let column = |name: &str| {
        let text = written(name);
        let mut rows = csv_rows(&text);
        let place = rows.next().expect("a header").iter().position(|key| key == "encounters").expect("a column");
        rows.map(|row| row[place].parse::<u64>().expect("a count")).sum()
    };
    let document: Value = serde_json::from_str(&written("run.json")).expect("one document");
    [column("summary.csv"), column("rounds.csv"), document["results"][0]["encounters"].as_u64().expect("a count")]
}

/// The rows of a CSV text whose fields have no commas in them.
fn csv_rows(text: &str) -> impl Iterator<Item = Vec<String>> {
    text.lines().map(|line| line.split(',').map(str::to_owned).collect())
}

#[test]
fn writers_at_once_never_mix_their_sets() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("race");
    for _ in 0..10 {
        let run = |n: u64| started(&format!("run spar.toml -n {n}000 --threads 1 --quiet --out {}", out.display()));
        let writers: Vec<Child> = (1..=8).map(run).collect();
        for mut writer in writers {
            assert_eq!(writer.wait().expect("it ends").code(), Some(0));
        }
        let set = ["combatants.csv", "metrics.csv", "rounds.csv", "run.json", "shards.jsonl", "summary.csv"];
        assert_eq!(names(&out), set);
        let [summary, rounds, document] = encounters_of(&out);
        assert!(summary == rounds && rounds == document, "{summary}, {rounds}, {document}");
    }
}

#[test]
fn a_set_leaves_nothing_of_an_earlier_one() {
    let folder = tempfile::tempdir().expect("a folder");
    equipoise("run spar.toml -n 1000 --parquet --check --out").arg(folder.path()).assert().code(0).stderr("");
    fs::write(folder.path().join("notes.txt"), "mine").expect("room");
    assert_eq!(names(folder.path()).len(), 12);
    equipoise("run spar.toml -n 2000 --out").arg(folder.path()).assert().code(0).stderr("");
    let expected =
        ["combatants.csv", "metrics.csv", "notes.txt", "rounds.csv", "run.json", "shards.jsonl", "summary.csv"];
    assert_eq!(names(folder.path()), expected);
    assert_eq!(encounters_of(folder.path()), [2000; 3]);
    assert_eq!(fs::read_to_string(folder.path().join("notes.txt")).expect("there"), "mine");
}

#[test]
fn what_a_killed_run_left_is_swept_up() {
    let folder = tempfile::tempdir().expect("a folder");
    let rows = folder.path().join("rows.parquet");
    let mut killed = started(&format!("run spar.toml -n 1e15 --quiet --encounters-out {}", rows.display()));
    let patience = Instant::now() + Duration::from_mins(2);
    let is_being_written = || {
        let drafts = fs::read_dir(folder.path()).expect("a folder");
        drafts.flatten().any(|draft| draft.metadata().is_ok_and(|draft| draft.len() > 0))
    };
    while !is_being_written() && Instant::now() < patience {
        std::thread::sleep(Duration::from_millis(5));
    }
    let draft = names(folder.path());
    assert!(draft.len() == 1 && draft[0].contains(".part"), "{draft:?}");
    // As long as its writer lives, a draft is nobody else's business.
    equipoise("run spar.toml -n 1000 --shard").arg(folder.path().join("a.json")).assert().code(0).stderr("");
    assert_eq!(names(folder.path()), [draft[0].as_str(), "a.json"]);
    killed.kill().expect("it was running");
    killed.wait().expect("it ended");
    assert_eq!(names(folder.path()), [draft[0].as_str(), "a.json"]);
    equipoise("run spar.toml -n 1000 --shard").arg(folder.path().join("b.json")).assert().code(0).stderr("");
    assert_eq!(names(folder.path()), ["a.json", "b.json"]);
}

#[test]
fn files_are_not_streams_and_parquet_is_called_so() {
    let sweep = "sweep spar.toml --vary rules.meter_ticks=5 --shard";
    for option in [sweep, "run spar.toml --encounters-out", "run spar.toml --out", "merge a --shard"] {
        for (stream, reason) in [("-", "means stdout"), ("/dev/stdout", "a stream")] {
            let message = refusal(equipoise(option).arg(stream));
            assert!(message.contains(reason), "{option} {stream}: {message}");
        }
    }
    let message = refusal(&mut equipoise("run spar.toml -n 1e15 --encounters-out e.csv"));
    assert!(message.contains(".parquet; `e.parquet` would do"), "{message}");
    assert!(["-", "e.csv", "e.parquet"].iter().all(|name| !fixtures().join(name).exists()));
}

/// A folder may lie deeper than a path can be long, and what is written there has its path from the root.
#[cfg(unix)]
#[test]
fn a_path_that_is_too_long_is_answered_with_its_length() {
    let folder = tempfile::tempdir().expect("a folder");
    let deep = r#"part=$(printf 'd%.0s' $(seq 200)); for _ in $(seq 21); do mkdir "$part" && cd -P "./$part" || exit 9; done; cp "$1" a.toml
        exec "$2" run a.toml -n 9 --quiet --shard s.json"#;
    let spar = crate::fixtures().join("spar.toml");
    let mut shell = std::process::Command::new("bash");
    shell
        .current_dir(folder.path())
        .args(["-c", deep, "bash"])
        .arg(spar)
        .arg(assert_cmd::cargo::cargo_bin!("equipoise"));
    let output = shell.output().expect("bash");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert!(stderr.contains("cannot write s.json: its path from the root has 42"), "{stderr}");
    assert!(
        stderr.contains("characters, and the system takes 4096 with a temporary name") && stderr.len() < 300,
        "{stderr}"
    );
}
