//! Results in the forms that outlive a run: frames, CSV and Parquet, JSON and its schemas, shards, and files that are
//! whole or absent.
//!
//! Numbers, words and sentences as people read them are here as well, so that tables and pages say the same.
//!
//! All but these, JSON and its schemas needs the feature `tables`.

#[cfg(feature = "tables")]
pub mod csv;
#[cfg(feature = "tables")]
pub mod files;
#[cfg(feature = "tables")]
pub mod frame;
pub mod json;
pub mod numbers;
#[cfg(feature = "tables")]
pub(crate) mod parquet;
#[cfg(feature = "tables")]
pub mod recorded;
pub mod schema;
pub mod sentences;
#[cfg(feature = "tables")]
pub mod shard;
#[cfg(feature = "tables")]
pub mod stream;
#[cfg(feature = "tables")]
pub mod unfinished;
pub mod words;
