//! One fight of a run, chosen by its index or for what happens in it, and told line by line.

pub mod ask;
mod find;
mod play;

pub use find::{Criterion, NotFound, find};
pub use play::{Fate, Picture, Replay, Told, replay};
