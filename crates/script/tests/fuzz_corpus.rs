//! Every script that is kept, and every one that once went wrong, through the door of scripts (`fuzz/doors/scripts.rs`).

use std::fs;
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};

#[path = "../../../fuzz/doors/scripts.rs"]
mod scripts;

/// The files of a folder, in the order of their names; none if there is no such folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("a readable folder").path()).collect();
    files.sort();
    files
}

#[test]
fn the_corpus_and_what_went_wrong_once_pass_every_check() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folders = ["fuzz/corpus/read_scripts", "fuzz/regressions/read_scripts"].map(|folder| files(&root.join(folder)));
    let shipped = files(&root.join("scenarios/script"))
        .into_iter()
        .filter(|path| path.extension().is_some_and(|kind| kind == "rhai"));
    let mut fates = [0, 0];
    for file in folders.into_iter().flatten().chain(shipped) {
        let text = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let played =
            catch_unwind(|| scripts::enter(&text)).unwrap_or_else(|_| panic!("{} fails a check", file.display()));
        fates[usize::from(played)] += 1;
    }
    assert!(fates.iter().all(|&count| count >= 5), "a corpus that reaches little: {fates:?}");
}
