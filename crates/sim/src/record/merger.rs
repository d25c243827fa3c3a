//! Records of one whole, joined as they arrive, in any order.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::hash::Hash;
use std::path::{Path, PathBuf};

use equipoise_engine::SEED_CONTRACT;
use thiserror::Error;

use super::shard::same_build;
use super::{CellNumber, Part, ShardError, Taken, VERSION};
use crate::kernel::job::Counts;

/// The counts of some encounters, with everything that says which encounters these are.
pub trait Record: Clone {
    /// The type of the counts.
    type Counts: Counts + Debug + Hash;

    /// The version of the program that played it, and the number of the seed contract that it kept.
    fn versions(&self) -> (&str, u32);

    /// The commit that the program was built from; `None` if it is not known.
    fn commit(&self) -> Option<&str>;

    /// The same record of an unknown build.
    #[must_use]
    fn of_unknown_build(self) -> Self;

    /// The cell of a sweep that it is of, if it is of one.
    fn cell(&self) -> Option<CellNumber>;

    /// The rank that orders records that begin with the same encounter: the name of a whole must not depend on the order in
    /// which they arrive.
    fn rank(&self) -> Vec<String>;

    /// Counts of its kind without encounters.
    fn empty(&self) -> Self::Counts;

    /// The counts, in parts.
    fn parts(&self) -> Vec<Part<Self::Counts>>;

    /// Whether all encounters of the plan were played.
    fn is_complete(&self) -> bool;

    /// Checks that two records may be of one whole, each of a cell of its own.
    ///
    /// # Errors
    /// The difference.
    fn same_whole(&self, other: &Self) -> Result<(), ShardError>;

    /// Checks that two records are parts of one whole, and of the same cell.
    ///
    /// # Errors
    /// The difference.
    fn same_cell(&self, other: &Self) -> Result<(), ShardError>;

    /// The same record with other counts; `is_joined` if they are those of several records.
    #[must_use]
    fn with(&self, parts: Vec<Part<Self::Counts>>, is_complete: bool, is_joined: bool) -> Self;
}

/// The reason why records cannot be joined.
#[derive(Debug, Error)]
pub enum MergeError {
    /// There are none.
    #[error("no shards to join")]
    None,
    /// One does not fit another.
    #[error("cannot join {} to {}: {error}", path.display(), other.display())]
    Misfit {
        /// Its path.
        path: PathBuf,
        /// The path of the other one.
        other: PathBuf,
        /// The mismatch.
        error: Box<ShardError>,
    },
    /// A shard holds encounters that are not wanted.
    #[error("{} holds the encounters {}..{}, and 0..{encounters} are wanted", path.display(), range.start, range.end)]
    TooMany {
        /// Its path.
        path: PathBuf,
        /// Its encounters.
        range: std::ops::Range<u64>,
        /// The number of encounters that are wanted.
        encounters: u64,
    },
    /// A shard holds encounters from both sides of a look, so that the counts at the look are unknown.
    #[error(
        "{} holds the encounters {}..{}, and results are looked at after {look}: no shard may cross a look",
        path.display(), range.start, range.end
    )]
    Crossing {
        /// Its path.
        path: PathBuf,
        /// Its encounters.
        range: std::ops::Range<u64>,
        /// The encounters after which results are looked at.
        look: u64,
    },
    /// The shards are not of the scenario that they should be of.
    #[error("{} is no shard of {scenario}: {error}", path.display())]
    Another {
        /// The path of the first one.
        path: PathBuf,
        /// The name of the scenario.
        scenario: String,
        /// The difference.
        error: Box<ShardError>,
    },
    /// A shard is of another version, and joined it would be taken for one of this.
    #[error("{} is of equipoise {version} with seed contract {seed_contract}; this is {VERSION} with {SEED_CONTRACT}", path.display())]
    Version {
        /// Its path.
        path: PathBuf,
        /// Its version.
        version: String,
        /// Its seed contract.
        seed_contract: u32,
    },
    /// Nothing is looked at while a sweep is played.
    #[error("{} is of a sweep, where nothing is decided early", path.display())]
    Sweep {
        /// Its path.
        path: PathBuf,
    },
}

/// Records that fit together. Each is forgotten but for its counts and its encounters, so that any number can be joined.
#[derive(Debug)]
pub struct Merger<R: Record> {
    /// Paths of the records, by their number.
    paths: Vec<PathBuf>,
    /// The number of records that are not the same as others.
    distinct: usize,
    /// The first record, without counts.
    first: Option<R>,
    /// The number of the first record that names its commit, and the commit.
    build: Option<(usize, String)>,
    /// Whether a record names none, so that the whole is of no known build.
    is_build_unknown: bool,
    /// The counts of each cell. A run and a comparison have one cell.
    cells: BTreeMap<usize, Cell<R>>,
}

/// The records and counts of one cell.
#[derive(Debug)]
struct Cell<R: Record> {
    /// The number of the first record.
    first: usize,
    /// The record with the lowest index, without counts, and what makes it the first in order.
    head: ((u64, Vec<String>), R),
    /// The number of records that have given it counts.
    records: usize,
    is_complete: bool,
    taken: Taken<R::Counts>,
}

impl<R: Record> Default for Merger<R> {
    fn default() -> Self {
        Self {
            paths: Vec::new(),
            distinct: 0,
            first: None,
            build: None,
            is_build_unknown: false,
            cells: BTreeMap::new(),
        }
    }
}

impl<R: Record> Merger<R> {
    /// Whether there are no records.
    pub fn is_empty(&self) -> bool {
        self.paths.is_empty()
    }

    /// The path of the record with a number.
    pub fn path(&self, number: usize) -> Option<&Path> {
        self.paths.get(number).map(PathBuf::as_path)
    }

    /// The number of records that are not the same as others.
    pub const fn distinct(&self) -> usize {
        self.distinct
    }

    /// The first record, without counts.
    pub const fn first(&self) -> Option<&R> {
        self.first.as_ref()
    }

    /// Adds a record. Parts that were there before with the same counts change nothing. `key` says under which key a part is
    /// [summed up](Taken).
    ///
    /// # Errors
    /// If it does not fit those that are there, which names the two files, or if a part has no key.
    pub fn add(
        &mut self,
        path: &Path,
        record: &R,
        key: impl Fn(&Part<R::Counts>) -> Result<u64, MergeError>,
    ) -> Result<(), MergeError> {
        let number = self.paths.len();
        self.paths.push(path.to_owned());
        self.fits(path, record)?;
        match record.commit() {
            Some(commit) if self.build.is_none() => self.build = Some((number, commit.to_owned())),
            Some(_) => {}
            None => self.is_build_unknown = true,
        }
        let parts = record.parts();
        let keys = parts.iter().map(key).collect::<Result<Vec<u64>, MergeError>>()?;
        let bare = || record.with(Vec::new(), true, false);
        self.first.get_or_insert_with(bare);
        let start = parts.iter().flat_map(|part| &part.ranges).map(|range| range.start).min();
        let rank = (start.unwrap_or(u64::MAX), record.rank());
        let cell = self.cells.entry(record.cell().map_or(0, |cell| cell.index)).or_insert_with(|| Cell {
            first: number,
            head: (rank.clone(), bare()),
            records: 0,
            is_complete: true,
            taken: Taken::new(record.empty()),
        });
        // A record without encounters says nothing that was said before.
        let mut is_new = parts.is_empty();
        for (part, key) in parts.iter().zip(keys) {
            let added = cell.taken.add(number, key, part);
            is_new |= added.map_err(|(other, overlap)| misfit(path, &self.paths[other], overlap.into()))?;
        }
        if is_new {
            self.distinct += 1;
            cell.records += 1;
            cell.is_complete &= record.is_complete();
        }
        if rank < cell.head.0 {
            cell.head = (rank, bare());
        }
        Ok(())
    }

    /// Checks that a record is of this version, whose results the joined ones will be, and of the whole and cell of the others.
    fn fits(&self, path: &Path, record: &R) -> Result<(), MergeError> {
        let (version, seed_contract) = record.versions();
        if (version, seed_contract) != (VERSION, SEED_CONTRACT) {
            return Err(MergeError::Version { path: path.to_owned(), version: version.to_owned(), seed_contract });
        }
        if let Some((number, commit)) = &self.build {
            same_build(Some(commit), record.commit()).map_err(|error| misfit(path, &self.paths[*number], error))?;
        }
        let Some(first) = &self.first else { return Ok(()) };
        first.same_whole(record).map_err(|error| misfit(path, &self.paths[0], error))?;
        let Some(cell) = self.cells.get(&record.cell().map_or(0, |cell| cell.index)) else { return Ok(()) };
        cell.head.1.same_cell(record).map_err(|error| misfit(path, &self.paths[cell.first], error))
    }

    /// The counts of a cell, if there are any of it.
    pub fn taken(&self, cell: usize) -> Option<&Taken<R::Counts>> {
        self.cells.get(&cell).map(|cell| &cell.taken)
    }

    /// All that there is, as one record a cell.
    pub fn wholes(&self) -> impl Iterator<Item = R> {
        let whole = |cell: &Cell<R>| cell.head.1.with(cell.taken.parts(), cell.is_complete, cell.records > 1);
        let wholes = self.cells.values().map(whole);
        wholes.map(|whole| if self.is_build_unknown { whole.of_unknown_build() } else { whole })
    }
}

fn misfit(path: &Path, other: &Path, error: ShardError) -> MergeError {
    MergeError::Misfit { path: path.to_owned(), other: other.to_owned(), error: error.into() }
}
