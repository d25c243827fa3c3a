//! The least change of many numbers that brings every target into its band.
//!
//! A file names scenarios, a roster, targets and the numbers that may change. What is tried is the texts of the files with
//! other numbers in them, so that what was measured is what can be written. All variants meet the same dice. Targets that share no number
//! are searched for apart from each other, and each search goes from one model of what the numbers do to the next.

mod arena;
pub mod ask;
mod file;
mod measure;
mod model;
mod numbers;
mod result;
mod search;
#[cfg(test)]
mod tests;
mod words;

pub use arena::{Target, Whose};
pub use ask::{BalanceError, LoadedBalance};
pub use result::{Balance, Conflict, Measure, Number, Sheet};
pub use words::{changes, measured, sentences, wanted};

/// The most encounters of the last measurement of each fight.
pub const ENCOUNTERS_MAX: u64 = 1_000_000_000;
