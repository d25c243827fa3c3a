//! The scenarios that ship, read from the project's own folder.

use std::path::{Path, PathBuf};

use equipoise_engine::System;
use equipoise_engine::scenario::{Scenario, Source};

/// The folder of the project.
pub(crate) fn project() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// All scenarios of a system, complete with the files that they name, in the order of their files' names.
pub(crate) fn shipped(system: System) -> Vec<Scenario> {
    scenarios_in(&project().join("scenarios").join(system.name()), system)
}

/// All scenarios of a system in a folder, complete with the files that they name, in the order of their files' names.
pub(crate) fn scenarios_in(folder: &Path, system: System) -> Vec<Scenario> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("a readable folder").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "toml"));
    paths.sort();
    let read = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let name = path.file_name().expect("a file").to_string_lossy().into_owned();
        let mut scenario = Scenario::parse(Source { name, text }).unwrap_or_else(|problems| panic!("{problems}"));
        while let Some(wanted) = scenario.wanted_files(system.schema()).first() {
            let path = path.with_file_name(&wanted.path);
            let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            let file = Source { name: path.display().to_string(), text };
            let problems = scenario.attach(wanted, Ok(file), system.schema());
            assert!(problems.is_empty(), "{}", scenario.problems(problems));
        }
        scenario
    };
    paths.into_iter().map(read).collect()
}
