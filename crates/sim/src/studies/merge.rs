//! Shards of one run, joined to its whole answer.

use std::path::PathBuf;

use equipoise_engine::Seed;
use thiserror::Error;

use crate::output::shard::{Shard, ShardError, ShardSource, clash, merge as join};
use crate::studies::answer::{Answer, Note};
use crate::studies::provenance::{Provenance, Understood};
use crate::studies::report::Report;
use crate::studies::study::{Method, Run, Study};

/// What shards yield together.
#[derive(Debug, Clone)]
pub struct Merged {
    /// The joined shard.
    pub shard: Shard,
    /// Its results.
    pub answer: Answer,
}

/// Why shards cannot be joined.
#[derive(Debug, Error)]
pub enum MergeError {
    /// There are none.
    #[error(transparent)]
    Unjoined(ShardError),
    /// One does not fit another.
    #[error("cannot join {} to {}: {error}", path.display(), other.display())]
    Misfit {
        /// Its path.
        path: PathBuf,
        /// The path of the other one.
        other: PathBuf,
        /// What does not fit.
        error: ShardError,
    },
}

/// Joins shards. An error names two files that do not fit. `confidence`, in 0..1, is that
/// of every interval by itself.
///
/// # Errors
/// When there are no shards, or they are not pieces of one run.
pub fn merge(shards: Vec<(PathBuf, Shard)>, confidence: f64) -> Result<Merged, MergeError> {
    let count = shards.len();
    if let Some((other, index, error)) = clash(&shards.iter().map(|(_, shard)| shard).collect::<Vec<_>>()) {
        let [other, path] = [other, index].map(|index| shards[index].0.clone());
        return Err(MergeError::Misfit { path, other, error });
    }
    let shard = join(shards.into_iter().map(|(_, shard)| shard).collect()).map_err(MergeError::Unjoined)?;
    let mut answer = Answer::new(Report::from_shard(&shard, confidence), provenance(&shard, confidence));
    answer.notes.push(Note::Joined { shards: count, ranges: shard.ranges.clone() });
    Ok(Merged { shard, answer })
}

/// The provenance of a shard's results: that of the single run over its encounters.
pub(crate) fn provenance(shard: &Shard, confidence: f64) -> Provenance {
    let ShardSource { path, overrides, files } = shard.source.clone();
    let method = Method::ranges(Seed(shard.seed), shard.played(), confidence);
    let study = Study::Run(Run { scenario: path.clone(), overrides: overrides.clone(), method });
    let understood = Understood { path, system: shard.system.clone(), canonical: shard.canonical.clone() };
    Provenance { scenarios: vec![understood], overrides, files, study }
}
