//! The text of `--version`: the program, its commit, and what its numbers depend on.

use equipoise_engine::SEED_CONTRACT;
use equipoise_sim::System;

use crate::load::registry;
use crate::text::{NO_BREAK_SPACE, wrapped};

/// The version with everything that tells one build from another; `-V` prints the number alone.
pub(crate) fn long() -> String {
    let commit = registry().commit().map_or_else(String::new, |commit| format!("commit {commit}\n"));
    let system =
        |system: &System| format!("{} ({} rules)", system.name(), system.rules().count()).replace(' ', NO_BREAK_SPACE);
    let systems: Vec<String> = registry().systems().iter().map(system).collect();
    let systems = wrapped(&format!("systems: {}", systems.join(", ")), 0, 2).replace(NO_BREAK_SPACE, " ");
    format!("{}\n{commit}seed contract {SEED_CONTRACT}\n{systems}", env!("CARGO_PKG_VERSION"))
}
