//! Every input that the fuzzer has kept, and every one that once went wrong, through the doors of the engine: see
//! `fuzz/README.md`.

#![expect(clippy::disallowed_methods, reason = "the engine reads no files, this test reads the corpus")]

use std::collections::BTreeMap;
use std::fs;
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};

#[path = "../../../../fuzz/doors/arts.rs"]
mod arts;
#[path = "../../../../fuzz/doors/scenario.rs"]
mod scenario;
#[path = "../../../../fuzz/doors/sheet.rs"]
mod sheet;

use scenario::Fate;

/// The files of a folder, in the order of their names; none if there is no such folder.
fn files(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz").join(folder);
    let mut files: Vec<PathBuf> =
        fs::read_dir(&folder).into_iter().flatten().map(|entry| entry.expect("a readable folder").path()).collect();
    files.sort();
    files
}

/// The number of files that met each fate at a door.
fn fates(folder: &str, enter: fn(&str) -> Fate) -> BTreeMap<Fate, usize> {
    let mut fates = BTreeMap::new();
    for file in files(folder) {
        let text = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let fate = catch_unwind(|| enter(&text)).unwrap_or_else(|_| panic!("{} fails a check", file.display()));
        *fates.entry(fate).or_default() += 1;
    }
    fates
}

/// The corpus of a door passes every check, and has so many inputs at least of either fate.
fn assert_corpus(door: &str, enter: fn(&str) -> Fate, least: usize) {
    let fates = fates(&format!("corpus/{door}"), enter);
    for fate in [Fate::Refused, Fate::Loaded] {
        assert!(fates.get(&fate).is_some_and(|&count| count >= least), "a corpus that reaches little: {fates:?}");
    }
}

#[test]
fn the_corpus_of_scenarios_passes_every_check() {
    assert_corpus("load_scenario", scenario::check, 20);
}

#[test]
fn the_corpora_of_sheets_and_arts_pass_every_check() {
    assert_corpus("read_sheet", sheet::enter, 3);
    assert_corpus("read_arts", arts::enter, 3);
}

#[test]
fn what_went_wrong_once_passes_every_check() {
    assert!(
        fates("regressions/load_scenario", scenario::check).values().sum::<usize>() > 0,
        "no regressions were found"
    );
    for (door, enter) in [("read_sheet", sheet::enter as fn(&str) -> Fate), ("read_arts", arts::enter)] {
        fates(&format!("regressions/{door}"), enter);
    }
}
