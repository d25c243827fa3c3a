//! Files that somebody else wrote: none is replaced or removed unless that is wanted.

use std::fs;
use std::path::Path;

use assert_cmd::Command;

use crate::{equipoise, refusal};

/// A file that nobody wants to lose.
const DEPLOY: &str = "#!/bin/sh\necho deployed\n";

/// A command with an option that writes a file of this name.
const OUTPUTS: [(&str, &str); 29] = [
    ("run spar.toml -n 20 --shard FILE", "deploy.sh"),
    ("run spar.toml -n 20 --benchmark FILE --only party", "bench.json"),
    ("run spar.toml -n 20 --encounters-out FILE", "rows.parquet"),
    ("run spar.toml -n 20 --out DIR", "summary.csv"),
    ("run spar.toml -n 20 --out DIR", "combatants.csv"),
    ("run spar.toml -n 20 --out DIR", "rounds.csv"),
    ("run spar.toml -n 20 --out DIR", "metrics.csv"),
    ("run spar.toml -n 20 --out DIR", "run.json"),
    ("run spar.toml -n 20 --out DIR", "shards.jsonl"),
    ("run spar.toml -n 20 --check --out DIR", "check.csv"),
    ("run spar.toml -n 20 --parquet --out DIR", "rounds.parquet"),
    ("run spar.toml -n 20 --resume DIR", "metrics.csv"),
    ("sweep spar.toml --vary rules.meter_ticks=5,9,21 -n 50 --cross party=60% --out DIR", "crossings.csv"),
    ("exact spar.toml --out DIR", "summary.csv"),
    ("report spar.toml -n 20 --out DIR", "index.html"),
    ("compare spar.toml --with rules.meter_ticks=9 -n 20 --shard FILE", "joint"),
    ("compare spar.toml --with rules.meter_ticks=9 -n 20 --report FILE", "page.html"),
    ("sensitivity spar.toml -n 20 --report FILE", "page.html"),
    ("luck spar.toml -n 100 --report FILE", "page.html"),
    ("skill spar.toml -n 20 --report FILE", "page.html"),
    ("test expected.toml --junit FILE", "junit.xml"),
    ("test expected.toml --markdown FILE", "report.md"),
    ("test expected.toml --report FILE", "page.html"),
    ("test expected.toml --chart shares=FILE", "chart.svg"),
    ("test expected.toml --chart shares=FILE", "chart.html"),
    ("test expected.toml --chart shares=FILE", "chart.csv"),
    ("test expected.toml --chart shares=FILE", "chart.json"),
    ("report spar.toml -n 20 --out DIR --chart rounds=DIR/bars.csv", "bars.csv"),
    ("man --out DIR", "equipoise.1"),
];

fn command(arguments: &str, folder: &Path, file: &str) -> Command {
    let (file, folder) = (folder.join(file).display().to_string(), folder.display().to_string());
    equipoise(&arguments.replace("FILE", &file).replace("DIR", &folder))
}

#[test]
fn files_of_others_are_replaced_by_force_alone() {
    for (arguments, file) in OUTPUTS {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join(file);
        fs::write(&path, DEPLOY).expect("room");
        let told = refusal(&mut command(arguments, folder.path(), file)).replace(char::is_whitespace, "");
        assert!(told.contains(&format!("{file}isthereandwasnotwrittenbyequipoise;--force")), "{arguments}: {told}");
        assert_eq!(fs::read_to_string(&path).expect("it stays"), DEPLOY, "{arguments}");
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1, "{arguments}");
        command(&format!("{arguments} --force"), folder.path(), file).assert().code(0);
        assert_ne!(fs::read(&path).expect("it was written"), DEPLOY.as_bytes(), "{arguments}");
        // A file that the program has written may be replaced without force, as an empty file may.
        command(arguments, folder.path(), file).assert().code(0);
        fs::write(&path, "").expect("room");
        command(arguments, folder.path(), file).assert().code(0);
    }
}

/// A file of an earlier set that the new one has not is removed, and one of somebody else is not.
#[test]
fn files_of_others_are_not_removed() {
    let folder = tempfile::tempdir().expect("a folder");
    for file in ["check.csv", "rounds.parquet", "shards.jsonl", "crossings.csv"] {
        let path = folder.path().join(file);
        fs::write(&path, DEPLOY).expect("room");
        let mut command = command("exact spar.toml --out DIR", folder.path(), "");
        let told = refusal(&mut command).replace(char::is_whitespace, "");
        assert!(told.contains("wasnotwrittenbyequipoise;--forceremovesit"), "{file}: {told}");
        assert_eq!(fs::read_to_string(&path).expect("it stays"), DEPLOY);
        fs::remove_file(path).expect("there");
    }
    command("exact spar.toml --out DIR", folder.path(), "").assert().code(0);
}

/// A record that passed through a tool that puts spaces in between is still one of ours.
#[test]
fn records_that_were_printed_anew_may_be_replaced() {
    let folder = tempfile::tempdir().expect("a folder");
    command("run spar.toml -n 20 --out DIR", folder.path(), "").assert().code(0);
    let run = folder.path().join("run.json");
    let record: serde_json::Value = serde_json::from_slice(&fs::read(&run).expect("there")).expect("JSON");
    fs::write(&run, serde_json::to_string_pretty(&record).expect("JSON")).expect("room");
    command("run spar.toml -n 20 --out DIR", folder.path(), "").assert().code(0);
}
