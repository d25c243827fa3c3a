//! Tests of how files are written.

use std::fs::{self, File};
use std::sync::Arc;
use std::time::Duration;

use equipoise_engine::Seed;
use equipoise_engine::exact::{Budget, solve};

use super::lock::lock_directory;
use super::*;
use crate::kernel::run::{Plan, Watch, run};
use crate::output::csv::csv;
use crate::output::parquet::read;
use crate::studies::answer::Answer;
use crate::studies::provenance::Provenance;
use crate::studies::report::{Intervals, Report};
use crate::studies::study::{Method, Run, Study};
use crate::toy::Toy;

/// A provenance like any other.
fn of_nothing() -> Provenance {
    let method = Method::ranges(Seed(6), std::iter::once(0..1000).collect(), 0.95);
    let study = Study::Run(Run { scenario: "toy.toml".into(), overrides: Vec::new(), method });
    Provenance { commit: None, scenarios: Vec::new(), overrides: Vec::new(), files: Arc::default(), study }
}

/// A run, the exact solution, and a run of no encounters, each with different varied paths.
fn answers() -> Vec<Answer> {
    let rules = Toy::new();
    let sampled = |end, name: &str| {
        let run = run(&rules, &Plan::new(Seed(6), 0..end), &Watch::none());
        Report::sampled(name, &rules, &run, Seed(6), 0.95, Intervals::Fixed)
    };
    let solution = solve(&rules, Budget::default(), &|| false).expect("small");
    let values =
        |pairs: &[(&str, &str)]| pairs.iter().map(|(path, value)| ((*path).to_owned(), (*value).to_owned())).collect();
    let reports = vec![
        sampled(1000, "A \"quoted\", name").with_values(values(&[("rules.limit", "12"), ("rules.mode", "hard")])),
        Report::exact("Exact", &rules, &solution).with_values(values(&[("rules.limit", "-3")])),
        sampled(0, "Nothing").with_values(values(&[("rules.mode", "08")])),
    ];
    reports.into_iter().map(|report| Answer::new(report, of_nothing())).collect()
}

#[test]
fn the_files_have_the_promised_columns_and_rows() {
    let dir = tempfile::tempdir().expect("a directory");
    let written = write_answers(&dir.path().join("new/out"), &answers(), false).expect("room");
    let names: Vec<_> = written.iter().map(|path| path.file_name().expect("a name").to_owned()).collect();
    assert_eq!(names, ["summary.csv", "combatants.csv", "rounds.csv", "metrics.csv", "run.json"]);
    let texts = written.iter().map(|path| {
        let text = fs::read_to_string(path).expect("UTF-8");
        format!("{}\n{text}", path.file_name().expect("a name").display())
    });
    insta::assert_snapshot!(texts.collect::<Vec<_>>().join("\n"));
}

#[test]
fn parquet_holds_what_csv_holds() {
    let dir = tempfile::tempdir().expect("a directory");
    let written = write_answers(dir.path(), &answers(), true).expect("room");
    assert_eq!(written.len(), 9);
    for name in ["summary", "combatants", "rounds", "metrics"] {
        let table = read(&dir.path().join(name).with_extension("parquet"));
        let text = fs::read(dir.path().join(name).with_extension("csv")).expect("written");
        assert!(csv(&table.into()).expect("plain columns") == text, "{name}");
    }
    assert_eq!(fs::read_dir(dir.path()).expect("there").count(), 9, "no draft is left");
}

#[test]
fn the_same_reports_make_the_same_bytes() {
    let dir = tempfile::tempdir().expect("a directory");
    let bytes = |name: &str| {
        let written = write_answers(&dir.path().join(name), &answers(), true).expect("room");
        written.iter().map(|path| fs::read(path).expect("written")).collect::<Vec<_>>()
    };
    assert!(bytes("a") == bytes("b"));
}

#[test]
fn a_failure_leaves_the_directory_as_it_was() {
    let dir = tempfile::tempdir().expect("a directory");
    fs::write(dir.path().join("summary.csv"), "before").expect("room");
    let mut clashing = answers();
    clashing.truncate(1);
    clashing[0].report.values = vec![("share".into(), "1".into())];
    let error = write_answers(dir.path(), &clashing, true).expect_err("two columns of one name");
    assert!(error.to_string().contains("rounds.csv"), "{error}");
    assert_eq!(fs::read_to_string(dir.path().join("summary.csv")).expect("there"), "before");
    assert_eq!(fs::read_dir(dir.path()).expect("there").count(), 1, "no draft is left");
}

#[test]
fn a_file_is_replaced_whole() {
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("a.txt");
    write_whole(&path, b"one, and longer").expect("room");
    write_whole(&path, b"two").expect("room");
    assert_eq!(fs::read(&path).expect("there"), b"two");
}

#[test]
fn errors_name_the_path() {
    let dir = tempfile::tempdir().expect("a directory");
    let file = dir.path().join("file");
    fs::write(&file, "").expect("room");
    let below = file.join("out");
    let error = write_answers(&below, &answers(), false).expect_err("a file is no directory");
    assert!(error.to_string().contains(&below.display().to_string()), "{error}");
    let error = write_whole(dir.path(), b"x").expect_err("a directory is no file");
    assert!(error.to_string().contains(&dir.path().display().to_string()), "{error}");
    assert_eq!(fs::read_dir(dir.path()).expect("there").count(), 1, "no draft is left");
}

#[test]
fn a_set_is_written_whole_or_not_at_all() {
    let dir = tempfile::tempdir().expect("a directory");
    fs::create_dir(dir.path().join("metrics.parquet")).expect("room");
    let error = write_answers(dir.path(), &answers(), true).expect_err("a directory is in the way");
    assert!(error.to_string().contains("metrics.parquet: it is a directory"), "{error}");
    let files = ["a", "metrics.parquet"].map(|name| (dir.path().join(name), vec![1]));
    write_set(&files).expect_err("a directory is in the way");
    assert_eq!(fs::read_dir(dir.path()).expect("there").count(), 1, "nothing was written");
    write_set(&files[..1]).expect("room");
    assert_eq!(fs::read(dir.path().join("a")).expect("there"), [1]);
}

#[test]
fn the_paths_of_reports_are_known_before_they_are_written() {
    let dir = tempfile::tempdir().expect("a directory");
    for parquet in [false, true] {
        let written = write_answers(dir.path(), &answers(), parquet).expect("room");
        assert_eq!(written, report_paths(dir.path(), parquet));
    }
}

#[test]
fn probes_leave_nothing_behind() {
    let dir = tempfile::tempdir().expect("a directory");
    probe(&dir.path().join("a")).expect("room");
    probe_directory(&dir.path().join("a/b/c")).expect("room");
    assert_eq!(fs::read_dir(dir.path()).expect("there").count(), 0);
    probe(&dir.path().join("a/b")).expect_err("there is no a");
    fs::write(dir.path().join("file"), "").expect("room");
    probe_directory(&dir.path().join("file/b")).expect_err("a file is no directory");
}

#[cfg(unix)]
#[test]
fn links_are_kept_and_only_regular_files_are_replaced() {
    use std::os::unix::fs::symlink;
    let dir = tempfile::tempdir().expect("a directory");
    let path = |name: &str| dir.path().join(name);
    fs::create_dir(path("sub")).expect("room");
    symlink("sub/real", path("link")).expect("room");
    symlink("link", path("twice")).expect("room");
    for text in ["made through a dangling link", "replaced"] {
        write_whole(&path("twice"), text.as_bytes()).expect("room");
        assert_eq!(fs::read_to_string(path("sub/real")).expect("there"), text);
        assert!(path("link").is_symlink() && path("twice").is_symlink());
    }
    symlink("/dev/null", path("null")).expect("room");
    symlink("loop", path("loop")).expect("room");
    for (name, reason) in [("null", "no regular file"), ("sub", "a directory"), ("loop", "loop")] {
        let error = write_whole(&path(name), b"x").expect_err("no regular file");
        assert!(error.to_string().contains(reason), "{error}");
    }
    let error = write_whole(Path::new("/dev/null"), b"x").expect_err("a device");
    assert!(error.to_string().contains("/dev/null: it is no regular file"), "{error}");
}

#[cfg(unix)]
#[test]
fn files_get_the_permissions_of_any_new_file() {
    use std::os::unix::fs::PermissionsExt;
    let dir = tempfile::tempdir().expect("a directory");
    let mode = |path: PathBuf| fs::metadata(path).expect("there").permissions().mode();
    write_whole(&dir.path().join("ours"), b"").expect("room");
    fs::write(dir.path().join("plain"), "").expect("room");
    assert_eq!(mode(dir.path().join("ours")), mode(dir.path().join("plain")));
}

fn names(dir: &Path) -> Vec<String> {
    let entries = fs::read_dir(dir).expect("there").map(|entry| entry.expect("readable").file_name());
    let mut names: Vec<String> = entries.map(|name| name.into_string().expect("UTF-8")).collect();
    names.sort();
    names
}

#[test]
fn a_set_replaces_all_of_another_and_nothing_else() {
    let dir = tempfile::tempdir().expect("a directory");
    for path in set_paths(dir.path()) {
        fs::write(path, "old").expect("room");
    }
    for foreign in ["other.csv", "summary.csv.bak", "tables.parquet"] {
        fs::write(dir.path().join(foreign), "foreign").expect("room");
    }
    fs::remove_file(dir.path().join("metrics.parquet")).expect("there");
    fs::create_dir(dir.path().join("metrics.parquet")).expect("room");
    let written = write_answers(dir.path(), &answers(), false).expect("room");
    let expected = [
        "combatants.csv",
        "metrics.csv",
        "metrics.parquet",
        "other.csv",
        "rounds.csv",
        "run.json",
        "summary.csv",
        "summary.csv.bak",
        "tables.parquet",
    ];
    assert_eq!(names(dir.path()), expected);
    assert!(written.iter().all(|path| fs::read(path).expect("there") != b"old"));
}

/// The writers take turns at replacing each other's set; the sets of one and of two encounters differ in every file.
#[test]
fn writers_at_once_leave_the_set_of_one() {
    let rules = Toy::new();
    let answers = [1, 2].map(|encounters| {
        let run = run(&rules, &Plan::new(Seed(6), 0..encounters), &Watch::none());
        [Answer::new(Report::sampled("Toy", &rules, &run, Seed(6), 0.95, Intervals::Fixed), of_nothing())]
    });
    let contents = |dir: &Path| names(dir).iter().map(|name| fs::read(dir.join(name)).expect("there")).collect();
    let sets: [Vec<Vec<u8>>; 2] = [0, 1].map(|which| {
        let dir = tempfile::tempdir().expect("a directory");
        write_answers(dir.path(), &answers[which], which == 1).expect("room");
        contents(dir.path())
    });
    let dir = tempfile::tempdir().expect("a directory");
    for _ in 0..20 {
        std::thread::scope(|scope| {
            for writer in 0..8 {
                let (dir, answers) = (dir.path(), &answers[writer % 2]);
                scope.spawn(move || write_answers(dir, answers, writer % 2 == 1).expect("room"));
            }
        });
        let found: Vec<Vec<u8>> = contents(dir.path());
        assert!(sets.contains(&found), "{:?}", names(dir.path()));
    }
}

/// A kill leaves a draft without a lock, and nobody else makes files of such names.
#[test]
fn drafts_of_the_dead_are_swept_and_those_of_the_living_kept() {
    let dir = tempfile::tempdir().expect("a directory");
    let alive = Draft::new(&dir.path().join("rows.parquet")).expect("room");
    let living = names(dir.path());
    assert!(living.len() == 1 && living[0].starts_with(".equipoise-") && living[0].contains(".part"), "{living:?}");
    let foreign = [".equipoise-abcde.part", ".equipoise-a.c.ef.part", ".equipoise-abcdef.parts", ".other-abcdef.part"];
    for name in foreign.into_iter().chain([".equipoise-aB3dE6.part"]) {
        fs::write(dir.path().join(name), "left").expect("room");
    }
    fs::create_dir(dir.path().join(".equipoise-folder.part")).expect("room");
    let held = dir.path().join(".equipoise-locked.part");
    let handle = File::create(&held).expect("room");
    handle.lock().expect("the file system has locks");
    let mut expected: Vec<String> = foreign.iter().map(|name| (*name).to_owned()).collect();
    expected.extend(living);
    expected.extend([".equipoise-folder.part", ".equipoise-locked.part", "a.txt"].map(str::to_owned));
    expected.sort();
    write_whole(&dir.path().join("a.txt"), b"x").expect("room");
    assert_eq!(names(dir.path()), expected);
    drop(handle);
    alive.publish().expect("it is still there");
    write_answers(dir.path(), &answers(), false).expect("room");
    assert!(!held.exists() && dir.path().join("rows.parquet").exists());
}

#[test]
fn a_directory_that_stays_locked_is_refused() {
    let dir = tempfile::tempdir().expect("a directory");
    let lock = lock_directory(dir.path(), Duration::ZERO).expect("nobody has it").expect("the file system has locks");
    let error = lock_directory(dir.path(), Duration::ZERO).expect_err("it is held");
    assert!(error.to_string().contains("another program keeps the directory locked"), "{error}");
    drop(lock);
    assert!(lock_directory(dir.path(), Duration::ZERO).expect("nobody has it").is_some());
    assert!(lock_directory(&dir.path().join("absent"), Duration::ZERO).expect("no lock to wait for").is_none());
}

#[cfg(unix)]
#[test]
fn links_of_a_set_are_kept_and_stale_ones_removed() {
    use std::os::unix::fs::symlink;
    let dir = tempfile::tempdir().expect("a directory");
    let path = |name: &str| dir.path().join(name);
    fs::create_dir(path("out")).expect("room");
    for (file, link) in [("kept", "out/run.json"), ("foreign", "out/check.csv")] {
        fs::write(path(file), "old").expect("room");
        symlink(path(file), path(link)).expect("room");
    }
    write_answers(&path("out"), &answers(), false).expect("room");
    assert!(path("out/run.json").is_symlink() && !path("out/check.csv").is_symlink());
    assert_ne!(fs::read(path("kept")).expect("there"), b"old");
    assert_eq!(fs::read(path("foreign")).expect("there"), b"old");
}

/// SQL asks for `WHERE surprise`, and not for a text.
#[test]
fn a_path_of_yes_and_no_is_a_column_of_booleans() {
    use polars::prelude::DataType;
    let kind = |values: [&str; 2]| {
        let labelled =
            |value: &str| answers()[0].report.clone().with_values(vec![("a.b".to_owned(), value.to_owned())]);
        let reports = values.map(labelled);
        let table = crate::output::frame::summary(&reports).expect("a table");
        let csv = String::from_utf8(crate::output::csv::csv(&table).expect("CSV")).expect("UTF-8");
        assert!(csv.lines().nth(2).is_some_and(|row| row.contains(&format!(",{},", values[1]))), "{csv}");
        table.column("a.b").expect("the column").dtype().clone()
    };
    assert_eq!(kind(["true", "false"]), DataType::Boolean);
    assert_eq!(kind(["1", "2"]), DataType::Int64);
    assert_eq!(kind(["true", "2"]), DataType::String);
}

/// Only a page of ours goes with its set: somebody else's of the same name is none of ours.
#[test]
fn a_page_goes_with_its_set_and_other_pages_stay() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let page = dir.path().join(PAGE);
    let ours = format!("<!doctype html>{PAGE_MARK}ours");
    let written = write_answers_with_page(dir.path(), &answers(), false, &ours).expect("room");
    assert!(written.contains(&page) && fs::read_to_string(&page).is_ok_and(|text| text == ours));
    write_answers(dir.path(), &answers(), false).expect("room");
    assert!(!page.exists(), "the page spoke of the earlier set");
    fs::write(&page, "<!doctype html>theirs").expect("room");
    write_answers(dir.path(), &answers(), false).expect("room");
    assert!(page.exists());
}
