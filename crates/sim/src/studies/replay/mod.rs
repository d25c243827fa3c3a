//! One fight of a run, chosen by its index or for what happens in it, and told line by line.

pub mod ask;
mod find;
mod odds;
mod play;
mod turning;

pub use find::{Criterion, NotFound, find};
pub(crate) use odds::{Before, continue_once, follow};
pub use odds::{Continuations, Luck, OddsByStep, OddsMethod, OddsStep, Shares, Whose, odds_by_step};
pub use play::{Fate, Picture, Replay, Told, replay};
pub use turning::find_turning_point;
