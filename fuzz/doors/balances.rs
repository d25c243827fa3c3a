//! The door of files for `balance`: any text as targets and the numbers that may change.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use equipoise_sim::studies::balance::Sheet;
use equipoise_sim::studies::load::{Files, Loader};
use equipoise_sim::studies::study::Balance;
use equipoise_sim::{Registry, Watch};

use super::shown::accepted;

/// What the file may name, with a roster and its rows.
const FILES: [(&str, &str); 3] = [
    ("a.toml", include_str!("../../scenarios/tiny/champion.toml")),
    (
        "yard.toml",
        "system = \"duel\"\nname = \"Yard\"\nroster = \"rows.csv\"\n[[combatants]]\nid = \"ann\"\n[[combatants]]\nid = \"bob\"\n",
    ),
    ("rows.csv", "id;initiative;attributes.attack;attributes.cmb\nann;4;\"8\";6\nbob;3; 7 ;7\ncid;4;7;6\n"),
];

/// Reads a file and measures what the scenarios have. Numbers at the ends of their ranges change digits and nothing else.
pub(crate) fn enter(input: &str) {
    let files = FILES.into_iter().chain([("it.toml", input)]);
    let files: Files = files.map(|(path, text)| (PathBuf::from(path), text.to_owned())).collect();
    let asked = Balance { file: "it.toml".into(), encounters: 10, seed: 1, confidence: 0.95 };
    let Some(loaded) = accepted(asked.load(Loader::new(Registry::SHIPPED, &files))) else { return };
    assert!(!loaded.targets().is_empty() && !loaded.written().is_empty());
    // What the files have is measured first: then the search is over, before it costs anything.
    let is_measured = AtomicBool::new(false);
    let watch = Watch {
        interrupted: &|| is_measured.load(Ordering::Relaxed),
        progress: &|_| is_measured.store(true, Ordering::Relaxed),
    };
    let found = match loaded.play(&watch) {
        Ok(found) => found.result,
        // Of several scenarios the first batch of the first may be all that is played.
        Err(error) => return assert!(error.is_interrupt(), "{error}"),
    };
    assert!(found.is_partial && !found.is_reached());
    let at = |end: usize| Sheet {
        values: found.numbers.iter().map(|number| number.range[end]).collect(),
        cost: 0.0,
        measures: Vec::new(),
    };
    let without_digits = |text: &str| text.replace(|letter: char| letter.is_ascii_digit() || letter == '-', "");
    for end in [0, 1] {
        for (path, text) in loaded.texts(&at(end)) {
            assert_eq!(without_digits(&text), without_digits(&files[&path]), "{}", path.display());
        }
    }
}
