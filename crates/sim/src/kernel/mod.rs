//! Encounters played and counted: the one loop, the one fan-out over threads, the list of what an encounter yields, and the
//! integer tallies.

pub(crate) mod batches;
pub(crate) mod play;
pub mod quantity;
pub mod records;
pub mod run;
pub mod tally;
