//! Records of counts, which can be written down, read and joined anywhere: without files and without threads.
//!
//! A [`Shard`] has the counts of some encounters of a run, and what says which encounters they are. Counts of
//! [pieces](crate::kernel::job::Piece) are [written](Written) by themselves. Files that hold records are read and written in
//! `output`.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

mod merger;
pub(crate) mod seal;
pub(crate) mod shard;
mod taken;
pub(crate) mod text;
mod written;

pub use merger::{MergeError, Merger, Record};
pub use seal::Damage;
pub use shard::{BYTES_MAX, ScenarioDifference, Shard, ShardError, ShardSource};
pub use taken::{Part, Taken, Unknown};
pub use written::{TextError, Written, play_text, take_text};

/// The version of the program.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The texts of files by their paths.
pub type Files = BTreeMap<PathBuf, String>;

/// The most cells of a sweep: all are compiled before the first one is played, and each takes some tens of kilobytes.
pub const CELLS_MAX: usize = 10_000;

/// The cell of a sweep that a result is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CellNumber {
    /// Its index, from 0.
    pub index: usize,
    /// The number of cells of the sweep.
    pub cells: usize,
    /// The number of paths that are varied in it: the last overrides of its scenario, as many, are its values.
    pub paths: usize,
    /// A number that differs where the values of any cell of the sweep do.
    pub grid: u32,
    /// Whether the cells are a list of points, which may have the same values and are told apart by their number.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub list: bool,
}

impl CellNumber {
    /// The number of the point, from 1; none where the cells are no list of points.
    pub const fn point(&self) -> Option<usize> {
        if self.list { Some(self.index + 1) } else { None }
    }
}
