//! The crossing of a number of a sweep with a target: the value that a designer looks for.

pub mod ask;
mod play;
mod result;
mod search;

pub(in crate::studies) use play::WrittenGroups;
pub use play::{Crossing, Curve, GROUPS, Groups, PlayedGroups, Question, RESAMPLES, Where, crossing, play_groups};
pub(crate) use result::KEY;
pub use search::{Search, SearchError};
