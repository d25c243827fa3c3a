//! Checks of the ledgers against the code: every rule is known, is named in the code that applies it,
//! and is proven by a test.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use super::{FOLDER, file_of};
use crate::systems::System;

/// The folder of a system's code.
fn code_of(system: System) -> PathBuf {
    crate_folder().join("src/systems").join(system.name())
}

fn crate_folder() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The Rust files in a folder and its subfolders.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("a readable folder").path()).collect();
    paths.sort();
    let files_of = |path: PathBuf| if path.is_dir() { sources(&path) } else { vec![path] };
    let files = paths.into_iter().flat_map(files_of);
    files.filter(|path| path.extension().is_some_and(|extension| extension == "rs")).collect()
}

/// The rule ids in a comment: `DUEL-05` and the like, and for `DUEL-05 to DUEL-08` all ids of the range.
fn ids(comment: &str) -> Vec<String> {
    let words: Vec<&str> = comment.split(|c: char| !c.is_ascii_alphanumeric() && c != '-').collect();
    let id = |word: &&str| {
        let (system, number) = word.split_once('-')?;
        let is_known = System::ALL.iter().any(|known| known.name().to_uppercase() == system);
        is_known.then_some((system.to_owned(), number.parse::<u32>().ok()?))
    };
    let mut found = Vec::new();
    for (index, word) in words.iter().enumerate() {
        let Some((system, first)) = id(word) else { continue };
        let end = words.get(index + 2).filter(|_| words.get(index + 1) == Some(&"to")).and_then(id);
        let last = end.map_or(first, |(_, last)| last);
        found.extend((first..=last).map(|number| format!("{system}-{number:02}")));
    }
    found
}

/// The rule ids in the comments of files.
#[derive(Default)]
struct Comments {
    /// The ids in comments on code outside of tests.
    on_code: BTreeSet<String>,
    /// By path of a test: the ids in its doc comment.
    on_tests: BTreeMap<String, BTreeSet<String>>,
}

impl Comments {
    /// Reads the comments of a file; `module` is the path of its module.
    fn read(module: &str, text: &str) -> Self {
        let mut comments = Self::default();
        let mut module = module.to_owned();
        let mut above = BTreeSet::new();
        let mut is_test = false;
        for line in text.lines().map(str::trim) {
            if line.starts_with("//") {
                above.extend(ids(line));
                if !module.split("::").any(|name| name == "tests") {
                    comments.on_code.extend(ids(line));
                }
            } else if let Some((name, _)) = line.strip_prefix("fn ").and_then(|rest| rest.split_once('(')) {
                if std::mem::take(&mut is_test) {
                    comments.on_tests.insert(format!("{module}::{name}"), std::mem::take(&mut above));
                }
            } else if let Some(name) = line.strip_prefix("mod ").and_then(|rest| rest.strip_suffix(" {")) {
                module = format!("{module}::{name}");
            } else if line == "#[test]" {
                is_test = true;
            } else if !line.starts_with("#[") {
                above.clear();
            }
        }
        comments
    }

    /// Reads the comments in the code of a system.
    fn of(system: System) -> Self {
        let mut all = Self::default();
        for path in sources(&code_of(system)) {
            let file = path.strip_prefix(crate_folder().join("src")).expect("a file of this crate").with_extension("");
            let names: Vec<_> = file.iter().map(|name| name.to_string_lossy()).filter(|name| name != "mod").collect();
            let Self { on_code, on_tests } = Self::read(&names.join("::"), &read(&path));
            all.on_code.extend(on_code);
            all.on_tests.extend(on_tests);
        }
        all
    }
}

/// The ids that a ledger defines: in bold at the start of a list item.
fn ledger_ids(system: System) -> BTreeSet<String> {
    let prefix = format!("{}-", system.name().to_uppercase());
    let starts = system.ledger().lines().filter_map(|line| line.strip_prefix("- **")?.strip_prefix(&prefix));
    let digits = |rest: &str| rest.chars().take_while(char::is_ascii_digit).collect::<String>();
    let ids: BTreeSet<String> = starts.map(|rest| prefix.clone() + &digits(rest)).collect();
    assert!(!ids.is_empty(), "no rule in the ledger of {} begins with its id in bold", system.name());
    ids
}

#[test]
fn every_rule_of_a_ledger_is_known_and_named_in_code() {
    for &system in System::ALL {
        let ledger = ledger_ids(system);
        let known: BTreeSet<String> = system.rules().map(|rule| rule.id.to_owned()).collect();
        assert_eq!(known, ledger, "rules of {} and of its ledger", system.name());
        let named = Comments::of(system).on_code;
        let unnamed: Vec<&String> = ledger.difference(&named).collect();
        assert!(unnamed.is_empty(), "no comment on the code of {} names {unnamed:?}", system.name());
    }
}

/// Runs the systems' tests of this binary again and returns, by the name of its file in the folder, the rules that each
/// test applied.
fn rules_applied() -> BTreeMap<String, BTreeSet<String>> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    // With a single thread, tests would run in the main thread, whose name is not that of a test.
    let output = Command::new(std::env::current_exe().expect("the binary that is running"))
        .args(["systems::", "--test-threads=2", "--quiet"])
        .env(FOLDER, folder.path())
        .output()
        .expect("the tests can be run again");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    let entries = std::fs::read_dir(folder.path()).expect("a readable folder");
    let rules_in = |path: &Path| read(path).lines().map(str::to_owned).collect();
    let files = entries.map(|entry| entry.expect("a readable folder"));
    files.map(|file| (file.file_name().to_string_lossy().into_owned(), rules_in(&file.path()))).collect()
}

/// The rules that no test both names and applies, each with the tests that name it.
fn unproven(
    ids: impl IntoIterator<Item = String>,
    named: &BTreeMap<String, BTreeSet<String>>,
    applied: &BTreeMap<String, BTreeSet<String>>,
) -> Vec<String> {
    let is_applied_by = |id: &str, test: &str| applied.get(&file_of(test)).is_some_and(|applied| applied.contains(id));
    let mut unproven = Vec::new();
    for id in ids {
        let tests: Vec<&str> =
            named.iter().filter(|(_, ids)| ids.contains(&id)).map(|(test, _)| test.as_str()).collect();
        if !tests.iter().any(|test| is_applied_by(&id, test)) {
            unproven.push(format!(
                "{id}, named by {}",
                if tests.is_empty() { "none".to_owned() } else { tests.join(", ") }
            ));
        }
    }
    unproven
}

#[test]
fn every_rule_of_a_ledger_is_proven_by_a_test_that_names_it() {
    let applied = rules_applied();
    let unproven: Vec<String> = (System::ALL.iter())
        .flat_map(|&system| unproven(ledger_ids(system), &Comments::of(system).on_tests, &applied))
        .collect();
    assert!(unproven.is_empty(), "rules that no test is seen to apply which names them:\n{}", unproven.join("\n"));
}

#[test]
fn a_rule_that_its_tests_do_not_apply_is_unproven() {
    let text = "/// DUEL-01 to DUEL-03: three rules.\n#[test]\nfn first() {\n    // DUEL-04\n}\n\n\
                /// DUEL-05\nfn helper() {}\n\n/// DUEL-02\n#[test]\n#[expect(lint)]\nfn second() {}\n";
    let comments = Comments::read("systems::duel::tests", text);
    assert!(comments.on_code.is_empty());
    let set = |ids: &[&str]| ids.iter().map(|&id| id.to_owned()).collect::<BTreeSet<String>>();
    let first = ("systems::duel::tests::first".to_owned(), set(&["DUEL-01", "DUEL-02", "DUEL-03"]));
    let second = ("systems::duel::tests::second".to_owned(), set(&["DUEL-02"]));
    assert_eq!(comments.on_tests, BTreeMap::from([first, second]));
    let applied = BTreeMap::from([
        ("systems.duel.tests.first".to_owned(), set(&["DUEL-01", "DUEL-05"])),
        ("systems.duel.tests.second".to_owned(), set(&["DUEL-02", "DUEL-03"])),
    ]);
    let ids = ["DUEL-01", "DUEL-02", "DUEL-03", "DUEL-05"].map(str::to_owned);
    let expected = ["DUEL-03, named by systems::duel::tests::first", "DUEL-05, named by none"];
    assert_eq!(unproven(ids, &comments.on_tests, &applied), expected);
}

#[test]
fn comments_on_code_are_not_those_of_its_tests() {
    let text = "//! DUEL-01\n\n/// Moves (DUEL-02).\nfn move_marker() {}\n\n#[cfg(test)]\nmod tests {\n    \
                // DUEL-03\n\n    /// DUEL-04\n    #[test]\n    fn moves() {}\n}\n";
    let comments = Comments::read("systems::duel::board", text);
    assert_eq!(comments.on_code.into_iter().collect::<Vec<_>>(), ["DUEL-01", "DUEL-02"]);
    assert_eq!(comments.on_tests.into_keys().collect::<Vec<_>>(), ["systems::duel::board::tests::moves"]);
}
