//! Results in the forms that outlive a run: frames, CSV and Parquet, JSON and its schemas, JUnit XML, shards, and files
//! that are whole or absent.
//!
//! All but JSON with its schemas, and JUnit XML, needs the feature `tables`.

#[cfg(feature = "tables")]
pub mod csv;
#[cfg(feature = "tables")]
pub mod files;
#[cfg(feature = "tables")]
pub mod frame;
pub mod json;
pub mod junit;
#[cfg(feature = "tables")]
pub(crate) mod parquet;
#[cfg(feature = "tables")]
pub mod recorded;
pub mod schema;
#[cfg(feature = "tables")]
pub mod shard;
#[cfg(feature = "tables")]
pub mod stream;
#[cfg(feature = "tables")]
pub mod unfinished;
