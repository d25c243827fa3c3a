//! Results in the forms that outlive a run: frames, CSV and Parquet, JSON, shards, and files that are whole or absent.

pub mod files;
pub mod frame;
pub mod json;
pub mod shard;
pub mod stream;
