//! Pieces of a run, made anywhere and joined bit for bit.
//!
//! A shard holds the integers of a tally with what they were counted of: system, canonical scenario, seed and ranges of
//! encounter indices. Joined shards hold what a single run over the union of the ranges would have counted. A shard
//! names its combatants and metrics, so that a report can be made of it without the scenario.
//!
//! The file is one JSON object. It comes from elsewhere and is not trusted: everything in it is checked for the
//! relations that every tally has, and nothing is allocated that the file does not pay for.

use std::fs::File;
use std::io::{self, Read};
use std::ops::Range;
use std::path::{Path, PathBuf};

use equipoise_engine::{Ruleset, Seed, Side};
use thiserror::Error;

use crate::files::{FileError, write_whole};
use crate::run::Run;
use crate::tally::Tally;

mod format;

/// The version that shards of this build carry; shards of different versions are not joined.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Bytes that a shard file may have.
pub const BYTES_MAX: u64 = 256 << 20;

/// A piece of a run, or several joined.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shard {
    /// The version that counted it.
    pub version: String,
    /// The system's name.
    pub system: String,
    /// The scenario's name.
    pub scenario: String,
    /// The scenario as the engine writes it in canonical form: equal texts, equal fights.
    pub canonical: String,
    /// The master seed.
    pub seed: u64,
    /// The encounters that were played: ascending, not empty, neither overlapping nor touching.
    pub ranges: Vec<Range<u64>>,
    /// Whether everything was played that was asked for.
    pub complete: bool,
    /// Ids and sides, in listed order.
    pub combatants: Vec<(String, Side)>,
    /// Names, in report order.
    pub metrics: Vec<String>,
    /// What was counted.
    pub tally: Tally,
}

/// Why a shard cannot be read, written or joined.
#[derive(Debug, Error)]
pub enum ShardError {
    /// The file could not be read.
    #[error("cannot read {}: {source}", path.display())]
    Read {
        /// Which.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The file is larger than any shard.
    #[error("{} is larger than {BYTES_MAX} bytes and cannot be a shard", path.display())]
    TooLarge {
        /// Which.
        path: PathBuf,
    },
    /// The file is not a shard.
    #[error("{} is not a shard: {source}", path.display())]
    Malformed {
        /// Which.
        path: PathBuf,
        /// What was met instead.
        source: serde_json::Error,
    },
    /// The numbers of a file cannot all be true.
    #[error("{} contradicts itself: {what}", path.display())]
    Inconsistent {
        /// Which.
        path: PathBuf,
        /// What does not fit.
        what: String,
    },
    /// The file could not be written.
    #[error(transparent)]
    Write(#[from] FileError),
    /// There is nothing to join.
    #[error("no shards to join")]
    None,
    /// Two shards are not pieces of one run.
    #[error("shards of different runs: {what} is `{first}` in one and `{other}` in another")]
    Mixed {
        /// What differs.
        what: &'static str,
        /// What the first shard has.
        first: String,
        /// What the other one has.
        other: String,
    },
    /// Two shards are of different scenarios.
    #[error("shards of different scenarios: one has `{first}` where another has `{other}`")]
    Scenarios {
        /// What stands in the canonical form of the first shard from where they begin to differ, and a little before.
        first: String,
        /// The same of the other one.
        other: String,
    },
    /// Two shards hold the same encounters.
    #[error("shards overlap: {}..{} and {}..{}", first.start, first.end, other.start, other.end)]
    Overlap {
        /// A range of one.
        first: Range<u64>,
        /// A range of the other, or the same one again.
        other: Range<u64>,
    },
}

impl Shard {
    /// The shard of a run. `canonical` is the scenario's canonical form.
    pub fn new<R: Ruleset>(scenario: &str, canonical: &str, rules: &R, run: &Run, seed: Seed) -> Self {
        let combatants = rules.combatants().iter().map(|combatant| (combatant.id.clone(), combatant.side));
        Self {
            version: VERSION.to_owned(),
            system: R::NAME.to_owned(),
            scenario: scenario.to_owned(),
            canonical: canonical.to_owned(),
            seed: seed.0,
            ranges: if run.range.is_empty() { Vec::new() } else { vec![run.range.clone()] },
            complete: run.complete,
            combatants: combatants.collect(),
            metrics: rules.metrics().iter().map(|metric| metric.name.clone()).collect(),
            tally: run.tally.clone(),
        }
    }

    /// Writes the shard to a file, whole or not at all.
    ///
    /// # Errors
    /// As [`write_whole`].
    pub fn write(&self, path: &Path) -> Result<(), ShardError> {
        Ok(write_whole(path, self.text().as_bytes())?)
    }

    /// Reads a shard back.
    ///
    /// # Errors
    /// When the file cannot be read, is no shard, or cannot be true.
    pub fn read(path: &Path) -> Result<Self, ShardError> {
        let unreadable = |source| ShardError::Read { path: path.to_owned(), source };
        let mut text = Vec::new();
        File::open(path).and_then(|file| file.take(BYTES_MAX + 1).read_to_end(&mut text)).map_err(unreadable)?;
        if text.len() as u64 > BYTES_MAX {
            return Err(ShardError::TooLarge { path: path.to_owned() });
        }
        Self::parse(path, &text)
    }

    /// How many encounters it holds.
    pub fn encounters(&self) -> u64 {
        self.tally.encounters
    }

    /// Whether the encounters are one range without gaps, so that a single run can repeat them.
    pub fn is_contiguous(&self) -> bool {
        self.ranges.len() <= 1
    }
}

/// Joins shards, in whatever order they come. Ranges need not touch: [`Shard::ranges`] tells what is covered.
///
/// The result has the scenario name of the shard with the lowest indices; names do not change fights, so they may
/// differ. It is complete when all its pieces are.
///
/// # Errors
/// When there are no shards, when two overlap, or when they differ in version, system, seed or scenario.
pub fn merge(mut shards: Vec<Shard>) -> Result<Shard, ShardError> {
    shards.sort_by(|a, b| order(a).cmp(&order(b)));
    let mut shards = shards.into_iter();
    let mut whole = shards.next().ok_or(ShardError::None)?;
    let mut ranges = std::mem::take(&mut whole.ranges);
    for shard in shards {
        same_run(&whole, &shard)?;
        whole.tally.merge(&shard.tally);
        whole.complete &= shard.complete;
        ranges.extend(shard.ranges);
    }
    whole.ranges = joined(ranges)?;
    Ok(whole)
}

/// By lowest index, shards without any last, and by name where that is alike, so that the order of files is invisible.
fn order(shard: &Shard) -> (u64, &str) {
    (shard.ranges.first().map_or(u64::MAX, |range| range.start), &shard.scenario)
}

fn same_run(first: &Shard, other: &Shard) -> Result<(), ShardError> {
    let seeds = [first.seed.to_string(), other.seed.to_string()];
    let differing = [
        ("version", &first.version, &other.version),
        ("system", &first.system, &other.system),
        ("seed", &seeds[0], &seeds[1]),
    ];
    if let Some((what, first, other)) = differing.into_iter().find(|(_, first, other)| first != other) {
        return Err(ShardError::Mixed { what, first: first.clone(), other: other.clone() });
    }
    let listed = |shard: &Shard| (shard.combatants.clone(), shard.metrics.clone());
    if first.canonical != other.canonical || listed(first) != listed(other) {
        let pairs = first.canonical.chars().zip(other.canonical.chars());
        let alike = pairs.take_while(|(a, b)| a == b).count();
        let [first, other] = [first, other].map(|shard| excerpt(&shard.canonical, alike));
        return Err(ShardError::Scenarios { first, other });
    }
    Ok(())
}

/// Some characters of a text around a place, fit for one line.
fn excerpt(text: &str, place: usize) -> String {
    const BEFORE: usize = 30;
    const CHARACTERS: usize = 50;
    let shown = text.chars().skip(place.saturating_sub(BEFORE)).take(CHARACTERS);
    shown.flat_map(char::escape_debug).filter(|c| *c != '\\').collect()
}

/// Ascending ranges, those that touch made one.
fn joined(mut ranges: Vec<Range<u64>>) -> Result<Vec<Range<u64>>, ShardError> {
    ranges.sort_by_key(|range| (range.start, range.end));
    let mut joined: Vec<Range<u64>> = Vec::new();
    for range in ranges {
        match joined.last_mut() {
            Some(last) if range.start < last.end => {
                return Err(ShardError::Overlap { first: last.clone(), other: range });
            }
            Some(last) if range.start == last.end => last.end = range.end,
            _ => joined.push(range),
        }
    }
    Ok(joined)
}

#[cfg(test)]
mod tests;
