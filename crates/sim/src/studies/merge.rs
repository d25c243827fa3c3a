//! Shards of one run, joined to its whole answer.

use std::path::PathBuf;

use thiserror::Error;

use crate::output::shard::{Shard, ShardError, merge as join};
use crate::studies::answer::{Answer, Note};
use crate::studies::report::Report;

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
    None(ShardError),
    /// One does not fit those before it.
    #[error("cannot join {}: {error}", path.display())]
    Misfit {
        /// Its path.
        path: PathBuf,
        /// What does not fit.
        error: ShardError,
    },
}

/// Joins shards one after the other, so that an error can name the file that does not fit. `confidence`, in 0..1, is that
/// of every interval by itself.
///
/// # Errors
/// When there are no shards, or they are not pieces of one run.
pub fn merge(shards: Vec<(PathBuf, Shard)>, confidence: f64) -> Result<Merged, MergeError> {
    let count = shards.len();
    let mut whole: Option<Shard> = None;
    for (path, shard) in shards {
        let parts = whole.into_iter().chain([shard]).collect();
        whole = Some(join(parts).map_err(|error| MergeError::Misfit { path, error })?);
    }
    let shard = whole.ok_or(MergeError::None(ShardError::None))?;
    let mut answer = Answer::new(Report::from_shard(&shard, confidence));
    answer.notes.push(Note::Joined { shards: count, ranges: shard.ranges.clone() });
    Ok(Merged { shard, answer })
}
