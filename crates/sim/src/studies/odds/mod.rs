//! The odds of one roll: what a single attack does, and how many attacks put its target out of the fight.
//!
//! Nothing is sampled. The rows are the attacks of every combatant on everybody of the other side; of several copies of one
//! combatant the first stands for all.

pub mod ask;
mod choose;
mod result;

pub use choose::OddsError;
pub use result::{ScenarioOdds, StrikeOdds};
