//! `balance`: the least change of many numbers that brings every target into its band.

use std::fs;
use std::path::Path;

use serde_json::Value;
use tempfile::TempDir;

use crate::{equipoise, fixtures, narrow_snapshot, refusal_of, stdout_of};

/// A folder with the band and what is wanted of it.
fn folder(balance: &str) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::copy(fixtures().join("band.toml"), folder.path().join("band.toml")).expect("room");
    fs::write(folder.path().join("it.toml"), balance).expect("room");
    folder
}

/// The exit status, stdout and stderr.
fn asked(folder: &Path, arguments: &str) -> (Option<i32>, String, String) {
    let output =
        equipoise(&format!("balance it.toml -n 4000 {arguments}")).current_dir(folder).output().expect("it runs");
    let [stdout, stderr] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).expect("UTF-8"));
    (output.status.code(), stdout, stderr)
}

fn band(target: &str) -> String {
    let numbers = "[[numbers]]\npath = \"combatants.*.hp\"\nrange = [1, 8]\n";
    format!("scenarios = [\"band.toml\"]\n{target}{numbers}")
}

const EVEN: &str = "[[targets]]\nquantity = \"party\"\nbetween = [0.085, 0.165]\n";
/// Targets of the same scenario that exclude each other.
fn clash() -> String {
    fs::read_to_string(fixtures().join("clash.balance.toml")).expect("a fixture")
}

#[test]
fn what_changes_and_what_is_reached_is_told() {
    narrow_snapshot("balance-table", &stdout_of("balance band.balance.toml -n 5000"));
    narrow_snapshot("balance-roster", &stdout_of("balance yard.balance.toml -n 5000"));
    let clash = folder(&clash());
    let (code, stdout, stderr) = asked(clash.path(), "--quiet");
    assert_eq!((code, stderr.as_str()), (Some(1), ""));
    narrow_snapshot("balance-clash", &stdout);
}

/// The digits of a number are exchanged, and nothing else. The same question then has nothing to change.
#[test]
fn apply_keeps_comments_and_layout() {
    let even = folder(&band(EVEN));
    let path = even.path().join("band.toml");
    let before = fs::read_to_string(&path).expect("a file");
    let (code, stdout, stderr) = asked(even.path(), "--quiet --apply --format json");
    assert_eq!(code, Some(0), "{stdout}{stderr}");
    assert!(stderr.contains("changed band.toml"), "{stderr}");
    let found: Value = serde_json::from_str(&stdout).expect("JSON");
    let values = &found["sheets"][0]["values"];
    let [cat, rat] = ["combatants.cat.hp", "combatants.rat.hp"].map(|path| values[path].as_i64().expect("a number"));
    let expected = before.replace("hp = 3\n", &format!("hp = {cat}\n")).replace("hp = 1\n", &format!("hp = {rat}\n"));
    assert_ne!(expected, before);
    assert_eq!(fs::read_to_string(&path).expect("a file"), expected);
    let (code, stdout, stderr) = asked(even.path(), "--quiet --apply");
    assert!(code == Some(0) && stdout.contains("with nothing changed"), "{stdout}");
    assert!(stderr.contains("nothing has to change: no file was written"), "{stderr}");
}

/// If nothing more can be printed, the files are written all the same, and stderr says so.
#[cfg(target_os = "linux")]
#[test]
fn apply_tells_what_it_has_written_although_stdout_is_full() {
    let even = folder(&band(EVEN));
    let full = fs::File::options().write(true).open("/dev/full").expect("a device that is always full");
    let command = format!("balance {} -n 5000 --quiet --apply", even.path().join("it.toml").display());
    let before = fs::read_to_string(even.path().join("band.toml")).expect("a file");
    let output = crate::streams::spawned(&command).stdout(full).output().expect("it runs");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert!(stderr.contains("changed ") && stderr.contains("band.toml"), "{stderr}");
    assert!(stderr.find("changed ") < stderr.find("cannot write"), "{stderr}");
    assert_ne!(fs::read_to_string(even.path().join("band.toml")).expect("a file"), before);
}

/// Values that miss a target are not written, nor is anything if a file is named twice.
#[test]
fn apply_writes_nothing_that_is_not_reached() {
    let clash = folder(&clash());
    let path = clash.path().join("band.toml");
    let before = fs::read_to_string(&path).expect("a file");
    let (code, _, stderr) = asked(clash.path(), "--quiet --apply");
    assert_eq!(code, Some(1), "{stderr}");
    assert!(stderr.contains("nothing was written into the files: a target is not reached"), "{stderr}");
    assert_eq!(fs::read_to_string(&path).expect("a file"), before);
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(&path, clash.path().join("twin.toml")).expect("a link");
        let twice = "scenarios = [\"band.toml\", \"twin.toml\"]\n[[targets]]\nscenario = \"band.toml\"\nquantity = \"party\"\nat_least = 0.1\n\
                     [[numbers]]\npath = \"combatants.*.hp\"\nwithin = 2\n";
        fs::write(clash.path().join("it.toml"), twice).expect("room");
        let (code, _, stderr) = asked(clash.path(), "--quiet --apply");
        assert!(code == Some(2) && stderr.contains("it is the same file as"), "{stderr}");
    }
}

/// A line for what the files have and one for each sheet, all as wide as the header.
#[test]
fn sheets_are_lines_of_csv() {
    let printed = stdout_of("balance band.balance.toml -n 5000 --format csv");
    let lines: Vec<Vec<&str>> = printed.lines().map(|line| line.split(',').collect()).collect();
    assert!((3..=5).contains(&lines.len()) && lines.iter().all(|line| line.len() == lines[0].len()), "{printed}");
    let column = |name: &str| lines[0].iter().position(|column| *column == name).expect("a column");
    let sheets: Vec<&str> = lines[1..].iter().map(|line| line[0]).collect();
    assert!(sheets.starts_with(&["before", "1"]), "{printed}");
    assert_eq!((lines[1][column("combatants.cat.hp")], lines[1][column("cost")]), ("3", "0"));
    let number = |name: &str| lines[2][column(name)].parse::<f64>().expect("a number");
    assert!(number("band: winners.party_lo") <= number("band: winners.party"), "{printed}");
    assert_eq!(lines[2][column("band: winners.party_verdict")], "pass");
}

/// Mistakes are shown in the file, and what changes nothing is refused.
#[test]
fn mistakes_are_shown_where_they_are() {
    let wrong = folder(&band(EVEN).replace("\"party\"", "\"partyy\""));
    let (code, _, stderr) = asked(wrong.path(), "");
    assert!(code == Some(2) && stderr.contains("[it.toml:3:12]"), "{stderr}");
    assert!(stderr.contains("there is no metric `metrics.partyy`"), "{stderr}");
    let broken = folder("scenarios = [\"band.toml\"\n");
    let (code, _, stderr) = asked(broken.path(), "");
    assert!(code == Some(2) && stderr.contains("not valid TOML"), "{stderr}");
    assert!(refusal_of("balance absent.toml").contains("cannot read absent.toml"));
    assert!(refusal_of("balance band.balance.toml --chart means=a.svg").contains("there are: shares"));
    let outside = folder(&band(EVEN).replace("band.toml", "../band.toml"));
    let (code, _, stderr) = asked(outside.path(), "");
    assert!(code == Some(2) && stderr.contains("--allow-files"), "{stderr}");
}

#[test]
fn a_page_of_targets_has_its_chart() {
    let folder = tempfile::tempdir().expect("a folder");
    let [page, chart] = ["page.html", "shares.svg"].map(|name| folder.path().join(name).display().to_string());
    stdout_of(&format!("balance band.balance.toml -n 2000 --report {page} --chart shares={chart}"));
    let text = fs::read_to_string(&page).expect("a page");
    for told in ["Shares before and after", "The numbers", "The best sheets", "equipoise balance "] {
        assert!(text.contains(told), "{told}: {text}");
    }
    assert!(fs::read_to_string(&chart).expect("a chart").starts_with("<svg"));
}

/// The result of an interrupted search is partial, and nothing of it is written into the files.
#[cfg(unix)]
#[test]
fn an_interrupt_leaves_what_was_tried() {
    let (code, stdout, stderr) = crate::streams::interrupted("balance band.balance.toml -n 100M --format json", 1);
    assert_eq!(code, Some(130), "{stderr}");
    // The first measurement may not have been over.
    if !stdout.is_empty() {
        let found: Value = serde_json::from_str(&stdout).expect("JSON");
        assert_eq!(found["partial"], true);
        assert!(stderr.contains("what is printed is partial"), "{stderr}");
    }
}
