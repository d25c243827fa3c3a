//! What is found out by playing: each study is a function of scenarios and settings that yields a typed result.
//!
//! Results hold verdicts, rankings and plans, and implement [`Serialize`](serde::Serialize) in the stable form for scripts: a
//! front end parses what is asked, calls a study and shows what it finds, and computes nothing itself.

pub mod answer;
pub mod baseline;
pub(crate) mod cells;
pub mod check;
pub mod compare;
pub mod condition;
pub mod coverage;
pub mod explain;
pub mod fights;
pub mod find;
pub mod load;
pub mod merge;
pub mod names;
pub mod only;
pub mod path_pattern;
pub mod plan;
pub mod precision;
pub mod provenance;
pub mod replay;
pub mod report;
pub mod rerun;
pub mod resume;
pub mod sensitivity;
pub mod study;
pub mod sweep;
pub mod test;
pub mod tune;
pub mod versus;

#[cfg(test)]
mod jobs;
