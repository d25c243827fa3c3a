//! Shards of comparisons, counted again.

use std::path::Path;

use serde_json::Value;

use super::{CONFIDENCE, Recorded, RecordedError, file, parse_results};
use crate::json::line;
use crate::kernel::job::drive;
use crate::kernel::run::{BATCH, Watch};
use crate::registry::Registry;
use crate::studies::merge::joint_provenance;
use crate::studies::provenance::Versions;
use crate::studies::rerun::{Difference, Judged, Record, RerunError};
use crate::studies::study::{JointShard, Study, StudyError};

/// Reads a shard as the result of a comparison of its encounters.
pub(super) fn records(registry: Registry, path: &Path, shard: &JointShard) -> Result<Vec<Record>, RecordedError> {
    let provenance = line(&joint_provenance(shard, CONFIDENCE));
    let mut records = parse_results(registry, path, format!("{{\"provenance\":{provenance}}}").as_bytes())?.results;
    for record in &mut records {
        let (equipoise, seed_contract) = (shard.version.clone(), shard.seed_contract);
        record.versions = Versions { equipoise, seed_contract, ..record.versions.clone() };
    }
    Ok(records)
}

/// Plays the encounters of each part again, and compares the counts.
pub(super) fn compare(recorded: &Recorded, shard: &JointShard, watch: &Watch) -> Result<Judged, RerunError> {
    let record = &recorded.records[0];
    let Study::Compare(study) = &record.study else { return Err(RerunError::Unfit) };
    let comparison = study.load(record.loader()).map_err(|source| recorded.failed(source))?;
    // The ranges of the shard's own parts are played: another version of the program may have cut the same encounters in other places.
    let mut job = comparison.job_over(shard.parts.iter().flat_map(|part| part.ranges.clone()).collect());
    if !drive(&mut job, BATCH, watch) {
        return Err(recorded.failed(StudyError::Interrupted));
    }
    let remade = job.shard();
    let difference = Difference::between(&counts(shard), &counts(&remade), recorded.is_same_version());
    Ok(file(record.name(), difference))
}

/// A shard as JSON, without its versions, what was asked, which the record has made, and its CRC-32, which depends on both.
fn counts(shard: &JointShard) -> Value {
    let mut value: Value = serde_json::from_str(&shard.text()).expect("our own JSON");
    for key in ["comparison", "version", "commit", "seed_contract", "study", "crc32"] {
        value.as_object_mut().expect("an object").remove(key);
    }
    value
}
