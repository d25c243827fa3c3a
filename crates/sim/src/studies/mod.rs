//! What is found out by playing: each study is a function of scenarios and settings that yields a typed result.

pub mod answer;
pub mod compare;
pub mod coverage;
pub mod fights;
pub mod find;
pub mod load;
#[cfg(feature = "tables")]
pub mod merge;
pub mod precision;
pub mod replay;
pub mod report;
pub mod sensitivity;
pub mod sweep;
pub mod tune;
pub mod versus;
