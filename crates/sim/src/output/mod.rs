//! Results in the forms that outlive a run: frames, CSV and Parquet, documents of JSON and their schemas, JUnit XML, and
//! files that are whole or absent.
//!
//! Numbers, words and sentences as people read them are here as well, so that tables and pages say the same.
//!
//! All but these, JSON with its schemas, `JUnit` XML and lists for benchmark trackers needs the feature `tables`.

pub mod accounts;
pub mod benchmark;
#[cfg(feature = "tables")]
pub mod csv;
pub mod document;
pub mod embedded;
#[cfg(feature = "tables")]
pub mod encounters;
#[cfg(feature = "tables")]
pub mod files;
#[cfg(feature = "tables")]
pub mod frame;
pub mod junit;
pub mod numbers;
pub mod observed;
#[cfg(feature = "tables")]
pub mod odds;
#[cfg(feature = "tables")]
pub(crate) mod parquet;
#[cfg(feature = "tables")]
pub mod recorded;
#[cfg(feature = "tables")]
pub mod rows;
pub mod schema;
pub mod sentences;
#[cfg(feature = "tables")]
pub mod shard;
#[cfg(feature = "tables")]
pub mod stream;
#[cfg(feature = "tables")]
pub mod unfinished;
pub mod verdicts;
pub mod words;
