//! Every input that the fuzzer has kept, and every one that once went wrong, through the checks of the fuzz target:
//! see `fuzz/README.md`.

#![expect(clippy::disallowed_methods, reason = "the engine reads no files, this test reads the corpus")]

use std::collections::BTreeMap;
use std::fs;
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};

#[path = "../../../../fuzz/checks.rs"]
mod checks;

use checks::{Fate, check};

/// The files of a folder, in the order of their names.
fn files(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz").join(folder);
    let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("a readable folder").path()).collect();
    files.sort();
    files
}

/// How many files met each fate.
fn fates(folder: &str) -> BTreeMap<Fate, usize> {
    let mut fates = BTreeMap::new();
    for file in files(folder) {
        let text = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let fate = catch_unwind(|| check(&text)).unwrap_or_else(|_| panic!("{} fails a check", file.display()));
        *fates.entry(fate).or_default() += 1;
    }
    fates
}

#[test]
fn the_corpus_passes_every_check() {
    let fates = fates("corpus/load_scenario");
    for fate in [Fate::Refused, Fate::Loaded] {
        assert!(fates.get(&fate).is_some_and(|&count| count >= 20), "a corpus that reaches little: {fates:?}");
    }
}

#[test]
fn what_went_wrong_once_passes_every_check() {
    assert!(fates("regressions").values().sum::<usize>() > 0, "no regressions were found");
}
