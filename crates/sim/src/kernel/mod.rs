//! Encounters played and counted: the one loop, the one fan-out over threads, the jobs that it drives, the list of what an
//! encounter yields, and the integer tallies.

pub(crate) mod batches;
pub(crate) mod beside;
pub mod columns;
pub mod counts;
pub mod groups;
pub mod job;
pub mod map;
pub(crate) mod play;
pub(crate) mod pool;
pub mod quantity;
pub(crate) mod recent;
pub mod recording;
pub mod records;
pub mod run;
pub mod tally;
pub mod watch;
