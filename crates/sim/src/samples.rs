//! The scenarios that ship, for tests over real systems.

use std::path::Path;

use equipoise_engine::scenario::{Scenario, Source};
use equipoise_engine::{Ruleset, System, load};

/// One shipped scenario.
pub(crate) struct Sample(Scenario);

impl Sample {
    pub(crate) fn system(&self) -> System {
        System::of(&self.0).unwrap_or_else(|problem| panic!("{problem}"))
    }

    pub(crate) fn load<R: Ruleset>(&self) -> R {
        load(&self.0).unwrap_or_else(|problems| panic!("{problems}"))
    }
}

/// The first two scenarios of each system, in the order of their names.
pub(crate) fn samples() -> Vec<Sample> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios");
    System::ALL.iter().flat_map(|system| of_folder(&root.join(system.name()))).collect()
}

fn of_folder(folder: &Path) -> impl Iterator<Item = Sample> + use<> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
    let mut paths: Vec<_> = entries.map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "toml"));
    paths.sort();
    paths.into_iter().take(2).map(|path| {
        let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let name = path.display().to_string();
        Sample(Scenario::parse(Source { name, text }).unwrap_or_else(|problems| panic!("{problems}")))
    })
}
