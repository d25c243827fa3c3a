//! The door of recorded results: any text as what a command has printed, read as `rerun` and `--baseline` do.

use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};

use equipoise_sim::studies::baseline::{cast, of_scenarios, play};
use equipoise_sim::studies::rerun::{records, rerun};
use equipoise_sim::{Registry, Watch};

use super::shown::{accepted, assert_message};

/// Records of more encounters are read and not made again, to save time.
const ENCOUNTERS_MAX: u64 = 200;
/// Batches and steps of a solution after which a study is interrupted.
const LOOKS_MAX: u32 = 1000;

/// Reads records, and makes short ones again.
pub(crate) fn enter(input: &str) {
    let found = match records(Registry::SHIPPED, input.as_bytes()) {
        Ok(found) => found,
        Err(error) => return assert_message(&error),
    };
    accepted(of_scenarios(&found.results, &[]));
    for record in &found.results {
        assert_message(&record.name());
        accepted(cast(record));
    }
    let encounters = found.results.iter().map(|record| record.study.encounters());
    let all = encounters.fold(0, u64::saturating_add);
    if (1..=ENCOUNTERS_MAX).contains(&all) {
        // What takes long is interrupted: how long is no part of what is checked.
        let looks = AtomicU32::new(0);
        let interrupted = || looks.fetch_add(1, Ordering::Relaxed) > LOOKS_MAX;
        let watch = Watch { interrupted: &interrupted, progress: &|_| () };
        accepted(rerun(&found.results, &watch));
        if let Some(record) = found.results.first() {
            accepted(play(record, Path::new("baseline.json"), None, false, &watch));
        }
    }
}
