//! Encounters played and counted: the fan-out over threads and the integer tallies.

pub(crate) mod batches;
pub(crate) mod pool;
pub mod run;
pub mod tally;
