//! Every input that the fuzzer has kept, and every one that once went wrong, through the doors of the simulator: see
//! `fuzz/README.md`.

use std::fs;
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};

#[path = "../../../../fuzz/doors/balances.rs"]
mod balances;
#[path = "../../../../fuzz/doors/games.rs"]
mod games;
#[path = "../../../../fuzz/doors/points.rs"]
mod points;
#[path = "../../../../fuzz/doors/records.rs"]
mod records;
#[path = "../../../../fuzz/doors/shards.rs"]
mod shards;
#[path = "../../../../fuzz/doors/shown.rs"]
mod shown;
#[path = "../../../../fuzz/doors/typed.rs"]
mod typed;

/// The check that a door makes of an input; it panics if something is wrong.
type Check = fn(&str);

/// The doors by the names of their fuzz targets.
const DOORS: [(&str, Check); 6] = [
    ("read_balances", balances::enter),
    ("read_games", games::enter),
    ("read_points", points::enter),
    ("read_records", records::enter),
    ("read_shards", shards::enter),
    ("read_typed", typed::enter),
];

/// The files of a folder, in the order of their names; none if there is no such folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("a readable folder").path()).collect();
    files.sort();
    files
}

#[test]
fn the_corpora_and_what_went_wrong_once_pass_every_check() {
    let fuzz = super::shipped::project().join("fuzz");
    for (door, enter) in DOORS {
        let corpus = files(&fuzz.join("corpus").join(door));
        assert!(corpus.len() >= 5, "a corpus of {door} that reaches little: {corpus:?}");
        for file in corpus.into_iter().chain(files(&fuzz.join("regressions").join(door))) {
            let text = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
            catch_unwind(|| enter(&text)).unwrap_or_else(|_| panic!("{} fails a check", file.display()));
        }
    }
}
