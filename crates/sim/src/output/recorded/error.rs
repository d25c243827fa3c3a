//! Errors of files that hold no results that could be made again.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use super::BYTES_MAX;
use crate::output::files::{FileError, RUN};
use crate::record::ShardError;
use crate::studies::rerun::{RecordError, RerunError};

/// The reason why a file holds no results that could be made again.
#[derive(Debug, Error)]
pub enum RecordedError {
    /// It cannot be read.
    #[error("cannot read {}: {source}", path.display())]
    Read {
        /// The path.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// It is larger than any record.
    #[error("{} is larger than {BYTES_MAX} bytes and cannot be a record", path.display())]
    TooLarge {
        /// The path.
        path: PathBuf,
    },
    /// It is no record.
    #[error("{}: {source}", path.display())]
    Record {
        /// The path.
        path: PathBuf,
        /// The reason.
        source: RecordError,
    },
    /// It is no shard that can be read.
    #[error(transparent)]
    Shard(#[from] ShardError),
    /// It is a set that an interrupt left unfinished.
    #[error("{} is partial: its results are no answer to what was asked, until --resume goes on with them", path.display())]
    Partial {
        /// The path.
        path: PathBuf,
    },
    /// It is a page without results.
    #[error("{} is a page without results in it", path.display())]
    Page {
        /// The path.
        path: PathBuf,
    },
    /// It is CSV that belongs to no directory of `--out`.
    #[error("{} does not say where it comes from: {RUN} stands beside the tables of --out alone", path.display())]
    Stray {
        /// The path.
        path: PathBuf,
    },
    /// It is Parquet without provenance, or broken.
    #[error("{} does not say where it comes from: {reason}", path.display())]
    Parquet {
        /// The path.
        path: PathBuf,
        /// The reason.
        reason: String,
    },
}

/// The reason why recorded results cannot be made again and compared.
#[derive(Debug, Error)]
pub enum RemadeError {
    /// A study has no result.
    #[error(transparent)]
    Rerun(#[from] RerunError),
    /// Temporary files cannot be written or compared.
    #[error("cannot compare the files: {0}")]
    Files(#[from] io::Error),
    /// The rows of a result cannot be written again.
    #[error("result {result} cannot be made again")]
    Rows {
        /// The number of the result, from 1.
        result: usize,
        /// The reason.
        source: FileError,
    },
    /// The files cannot be written again.
    #[error(transparent)]
    Unwritten(#[from] FileError),
}

impl RemadeError {
    /// Whether somebody asked to stop.
    pub fn is_interrupt(&self) -> bool {
        matches!(self, Self::Rerun(error) if error.is_interrupt())
    }
}
