//! The committed reports are what the shipped scenarios yield: they pin the outcomes of the seed contract. A change that
//! moves them belongs into the changelog under "Results change"; `make reports` writes them anew.

use std::path::{Path, PathBuf};

fn project() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The scenarios of `make reports`, in its order.
fn scenarios() -> Vec<PathBuf> {
    let entries = |folder: &Path| -> Vec<PathBuf> {
        let entries = std::fs::read_dir(project().join(folder)).expect("a folder of the project");
        let mut names: Vec<PathBuf> = entries.map(|entry| folder.join(entry.expect("readable").file_name())).collect();
        names.sort();
        names
    };
    let files = entries(Path::new("scenarios")).iter().flat_map(|system| entries(system)).collect::<Vec<_>>();
    files.into_iter().filter(|file| file.extension().is_some_and(|extension| extension == "toml")).collect()
}

#[test]
fn the_reports_are_what_the_scenarios_yield() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    assert_cmd::Command::cargo_bin("equipoise")
        .expect("the binary")
        .current_dir(project())
        .arg("run")
        .args(scenarios())
        .args(["--encounters", "1000000", "--seed", "1", "--quiet", "--out"])
        .arg(folder.path())
        .assert()
        .success();
    for file in ["summary.csv", "combatants.csv", "rounds.csv", "metrics.csv", "run.json"] {
        let committed = std::fs::read(project().join("reports").join(file)).expect("a committed report");
        let fresh = std::fs::read(folder.path().join(file)).expect("a fresh report");
        assert!(committed == fresh, "reports/{file} is not what the scenarios yield");
    }
}
