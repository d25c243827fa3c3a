//! Pieces of a run, played on any machine and joined to exactly the counts of the whole run.
//!
//! A shard holds the integers of a tally and what identifies them: system, canonical scenario, seed and ranges of
//! encounter indices; and where they come from, so that they can be counted again. Joined shards hold what a single run
//! over the union of the ranges would have counted. A shard names its combatants and metrics, so that a report can be
//! made from it without the scenario.
//!
//! The file is one JSON object. It may come from anywhere and is not trusted: reading checks its CRC-32 and every invariant
//! of a tally, and allocates no more than in proportion to the size of the file and to a limited number of rounds.

use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;
use std::{io, iter};

use equipoise_engine::scenario::Override;
use equipoise_engine::{Ruleset, SEED_CONTRACT, Seed};
use thiserror::Error;

use super::{CellNumber, Damage, Files, Part, Record, VERSION};
use crate::ground::ranges::Overlap;
use crate::kernel::job::Counts;
use crate::kernel::run::Run;
use crate::kernel::tally::Tally;

mod difference;
mod format;
mod groups;

pub use difference::ScenarioDifference;
pub(crate) use format::{Decimal, demand};

/// The largest size of a text with shards, in bytes.
pub const BYTES_MAX: u64 = 256 << 20;

/// A part of a run, or several joined.
#[derive(Debug, Clone, PartialEq)]
pub struct Shard {
    /// The version of the program that played it.
    pub version: String,
    /// The commit that the program was built from; `None` if it is not known.
    pub commit: Option<String>,
    /// The number of the seed contract that it kept.
    pub seed_contract: u32,
    /// The system's name.
    pub system: String,
    /// The scenario's name.
    pub scenario: String,
    /// The scenario's canonical form: with equal texts, equal seeds and indices give equal encounters.
    pub canonical: String,
    /// The master seed.
    pub seed: u64,
    /// The indices of the encounters that were played: ascending ranges, none empty, neither overlapping nor adjacent.
    pub ranges: Vec<Range<u64>>,
    /// Whether all encounters of the plan were played; of joined shards, of all plans.
    pub complete: bool,
    /// The counts, with the names of combatants and metrics.
    pub tally: Tally,
    /// The files that the scenario was made of.
    pub source: ShardSource,
    /// The cell of a sweep that it is of, if it is of one.
    pub cell: Option<CellNumber>,
    /// Of a run to a precision, its half-width and confidence: no win share was known so well at any look before the
    /// last encounter.
    pub precision: Option<(f64, f64)>,
}

/// The origin of the scenario of a shard. It changes no count: shards of equal scenarios can be joined, wherever they
/// come from.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ShardSource {
    /// The path of the scenario.
    pub path: PathBuf,
    /// The changes that were made to it.
    pub overrides: Vec<Override>,
    /// The texts of its file and of those that it names.
    pub files: Arc<Files>,
}

/// The reason why a shard cannot be read or joined.
#[derive(Debug, Error)]
pub enum ShardError {
    /// The file could not be read.
    #[error("cannot read {}: {source}", path.display())]
    Read {
        /// The path.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// The file is larger than any shard.
    #[error("{} is larger than {BYTES_MAX} bytes and cannot be a shard", path.display())]
    TooLarge {
        /// The path.
        path: PathBuf,
    },
    /// The file is not a shard.
    #[error("{} is not a shard: {source}", path.display())]
    Malformed {
        /// The path.
        path: PathBuf,
        /// The departure of the text from the format, with its place.
        source: serde_json::Error,
    },
    /// The file is in the format of another version.
    #[error("{} is a shard in format {format}, and this program reads format {known}", path.display())]
    Format {
        /// The path.
        path: PathBuf,
        /// The format of the file.
        format: u32,
        /// The format that is read.
        known: u32,
    },
    /// The file is not what was written: a digit was flipped on the way, or somebody has changed it.
    #[error("{} is damaged: {damage}", path.display())]
    Damaged {
        /// The path.
        path: PathBuf,
        /// The two checksums that differ.
        damage: Damage,
    },
    /// A seed or an index is not what was written.
    #[error(
        "{} was changed on the way: it has the number {number}, and many tools round beyond 2^53 (jq and JavaScript keep numbers as \
         doubles)",
        path.display()
    )]
    Rounded {
        /// The path.
        path: PathBuf,
        /// The number as it stands there.
        number: String,
    },
    /// The numbers of a file contradict each other: no run has them.
    #[error("{} contradicts itself: {what}", path.display())]
    Inconsistent {
        /// The path.
        path: PathBuf,
        /// The contradiction.
        what: String,
    },
    /// Two shards are not pieces of one run.
    #[error("shards of different runs: {what} is `{first}` in one and `{other}` in another")]
    Mixed {
        /// The name of the property that differs.
        what: &'static str,
        /// Its value in the first shard.
        first: String,
        /// Its value in the other shard.
        other: String,
    },
    /// Two shards are of different scenarios.
    #[error("shards of different scenarios: {difference}")]
    Scenarios {
        /// The first difference.
        difference: ScenarioDifference,
    },
    /// Two shards hold the same encounters.
    #[error("shards overlap: {}..{} and {}..{}", first.start, first.end, other.start, other.end)]
    Overlap {
        /// The range that starts first.
        first: Range<u64>,
        /// A range that starts within it.
        other: Range<u64>,
    },
    /// Two shards are of different cells of a sweep, or of sweeps with different cells.
    #[error("shards of different sweeps or cells: {first} and {other}")]
    Cells {
        /// The cell of one.
        first: String,
        /// The cell of the other.
        other: String,
    },
}

impl From<Overlap> for ShardError {
    fn from(Overlap { first, other }: Overlap) -> Self {
        Self::Overlap { first, other }
    }
}

/// Two shards whose cells do not go together.
fn other_cells(first: &Shard, other: &Shard) -> ShardError {
    let told = |shard: &Shard| {
        shard.cell.map_or_else(|| "no cell".to_owned(), |cell| format!("cell {} of {}", cell.index, cell.cells))
    };
    ShardError::Cells { first: told(first), other: told(other) }
}

impl Shard {
    /// The shard of a run, without its source. `canonical` is the scenario's canonical form.
    pub fn new<R: Ruleset>(scenario: &str, canonical: &str, rules: &R, run: &Run, seed: Seed) -> Self {
        Self::of_run((scenario, rules.system()), canonical.to_owned(), run, seed)
    }

    /// The same, of a scenario and a system of these names.
    pub(crate) fn of_run((scenario, system): (&str, &str), canonical: String, run: &Run, seed: Seed) -> Self {
        Self {
            version: VERSION.to_owned(),
            commit: None,
            seed_contract: SEED_CONTRACT,
            system: system.to_owned(),
            scenario: scenario.to_owned(),
            canonical,
            seed: seed.0,
            ranges: if run.range.is_empty() { Vec::new() } else { vec![run.range.clone()] },
            complete: run.complete,
            tally: run.tally.clone(),
            source: ShardSource::default(),
            cell: None,
            precision: None,
        }
    }

    /// The indices of the encounters that were played; one empty range where there are none.
    pub fn played(&self) -> Vec<Range<u64>> {
        if self.ranges.is_empty() { iter::once(0..0).collect() } else { self.ranges.clone() }
    }

    /// The number of encounters that were played.
    pub fn encounters(&self) -> u64 {
        self.tally.encounters
    }

    /// Whether the encounters are at most one range, so that a single run can repeat them.
    pub fn is_contiguous(&self) -> bool {
        self.ranges.len() <= 1
    }
}

impl Record for Shard {
    type Counts = Tally;

    fn versions(&self) -> (&str, u32) {
        (&self.version, self.seed_contract)
    }

    fn commit(&self) -> Option<&str> {
        self.commit.as_deref()
    }

    fn of_unknown_build(self) -> Self {
        Self { commit: None, ..self }
    }

    fn cell(&self) -> Option<CellNumber> {
        self.cell
    }

    fn rank(&self) -> Vec<String> {
        vec![self.scenario.clone()]
    }

    fn empty(&self) -> Tally {
        self.tally.without_counts()
    }

    fn parts(&self) -> Vec<Part<Tally>> {
        let part = Part { ranges: self.ranges.clone(), counts: self.tally.clone() };
        if self.ranges.is_empty() { Vec::new() } else { vec![part] }
    }

    fn is_complete(&self) -> bool {
        self.complete
    }

    fn same_whole(&self, other: &Self) -> Result<(), ShardError> {
        let origin = |shard: &Self| Origin::new(&shard.version, shard.seed_contract, shard.system.clone(), shard.seed);
        origin(self).same_as(&origin(other))?;
        same_build(self.commit.as_deref(), other.commit.as_deref())?;
        let sweep = |shard: &Self| shard.cell.map(|cell| CellNumber { index: 0, ..cell });
        if sweep(self) == sweep(other) { Ok(()) } else { Err(other_cells(self, other)) }
    }

    fn same_cell(&self, other: &Self) -> Result<(), ShardError> {
        self.same_whole(other)?;
        if self.cell != other.cell {
            return Err(other_cells(self, other));
        }
        if self.canonical != other.canonical || self.tally.cast() != other.tally.cast() {
            return Err(other_scenario(&self.canonical, &other.canonical));
        }
        Ok(())
    }

    fn with(&self, parts: Vec<Part<Tally>>, complete: bool, is_joined: bool) -> Self {
        let whole = Part::together(parts);
        let (ranges, tally) =
            whole.map_or_else(|| (Vec::new(), self.empty()), |Part { ranges, counts }| (ranges, counts));
        let precision = self.precision.filter(|_| !is_joined);
        Self { ranges, complete, tally, precision, ..self.clone() }
    }
}

/// That two canonical forms differ, with what does.
pub(crate) fn other_scenario(first: &str, other: &str) -> ShardError {
    ShardError::Scenarios { difference: ScenarioDifference::between(first, other) }
}

/// A check that encounters may be of one build; what is not known of one may be.
///
/// # Errors
/// Both commits, if they differ.
pub(crate) fn same_build(first: Option<&str>, other: Option<&str>) -> Result<(), ShardError> {
    match (first, other) {
        (Some(first), Some(other)) if first != other => {
            Err(ShardError::Mixed { what: "commit", first: first.to_owned(), other: other.to_owned() })
        }
        _ => Ok(()),
    }
}

/// The common properties of encounters that belong together, beside the scenario: names and values.
#[derive(Debug)]
pub(crate) struct Origin([(&'static str, String); 4]);

impl Origin {
    pub(crate) fn new(version: &str, seed_contract: u32, system: String, seed: u64) -> Self {
        Self([
            ("version", version.to_owned()),
            ("seed contract", seed_contract.to_string()),
            ("system", system),
            ("seed", seed.to_string()),
        ])
    }

    /// A check that nothing differs.
    ///
    /// # Errors
    /// The first value that differs.
    pub(crate) fn same_as(&self, other: &Self) -> Result<(), ShardError> {
        match self.0.iter().zip(&other.0).find(|(first, other)| first != other) {
            Some(((what, first), (_, other))) => {
                Err(ShardError::Mixed { what, first: first.clone(), other: other.clone() })
            }
            None => Ok(()),
        }
    }
}

#[cfg(test)]
pub(crate) mod tests;
