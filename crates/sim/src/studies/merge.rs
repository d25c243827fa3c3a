//! Shards of one run or sweep, joined to its whole answers as they arrive, in any order.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::{iter, slice};

use equipoise_engine::{SEED_CONTRACT, Seed};
use thiserror::Error;

use crate::ground::ranges::{Overlap, Places, length, without};
use crate::kernel::run::Run;
use crate::record::shard::{other_cells, same_origin, same_run};
use crate::record::{CellNumber, Shard, ShardError, VERSION, merge as join};
use crate::studies::answer::{Answer, Note, Sample};
use crate::studies::load::Loaded;
use crate::studies::precision::{Precision, is_reached, look_at, next_look, run_looking};
use crate::studies::report::{Method, PrecisionGoal};

/// Why shards cannot be joined.
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
        /// What does not fit.
        error: Box<ShardError>,
    },
    /// A shard holds encounters that are not wanted.
    #[error("{} holds the encounters {}..{}, and 0..{encounters} are wanted", path.display(), range.start, range.end)]
    TooMany {
        /// Its path.
        path: PathBuf,
        /// Its encounters.
        range: Range<u64>,
        /// How many are wanted.
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
        range: Range<u64>,
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
        /// What differs.
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

/// Which encounters are wanted.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Goal {
    /// Those from 0 to N, N not included, or those between the first and the last that there is.
    Encounters(Option<u64>),
    /// The first ones, as many as it takes to know every win share: what a single run to the precision comes to.
    Precision(Precision),
    /// The first ones, as many as it takes to decide something else at the looks of a single run.
    Looks {
        /// Where to stop undecided, in encounters.
        max_encounters: u64,
    },
}

impl Goal {
    /// Where looks end, if there are any.
    const fn max_encounters(self) -> Option<u64> {
        match self {
            Self::Encounters(_) => None,
            Self::Precision(Precision { max_encounters, .. }) | Self::Looks { max_encounters } => Some(max_encounters),
        }
    }
}

/// Encounters of which there is no shard.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Missing {
    /// The indices of the cells; none where the shards are of a run.
    pub cells: Option<Range<usize>>,
    /// The indices of the encounters.
    pub range: Range<u64>,
}

/// Shards that fit together. Each is forgotten but for its counts and its place, so that any number can be joined.
#[derive(Debug)]
pub struct Merging {
    goal: Goal,
    /// Paths of the shards, by their number.
    paths: Vec<PathBuf>,
    /// How many are not the same as another one.
    distinct: usize,
    /// The first shard, without counts, and by cell what there is. A run has one cell.
    first: Option<Shard>,
    cells: BTreeMap<usize, Pieces>,
}

/// What there is of one cell.
#[derive(Debug)]
struct Pieces {
    /// The number of the first shard.
    first: usize,
    /// The sum of the shards between two looks, by the number of encounters at the later one; of all shards where no
    /// precision is wanted.
    sums: BTreeMap<u64, Shard>,
    places: Places<Place>,
}

/// What takes a range.
#[derive(Debug, Clone, Copy)]
struct Place {
    /// The number of the shard.
    shard: usize,
    /// A number that differs where its ranges or counts do.
    checksum: u64,
}

/// What came of shards.
#[derive(Debug)]
pub enum Merged {
    /// The answers: one of a run, one a cell of a sweep.
    Answers(Vec<Answer>),
    /// The precision is not reached with the encounters that there are. More are needed to look at the results after so many.
    Unreached {
        /// The encounters up to the next look.
        look: u64,
    },
}

impl Merging {
    /// Without shards.
    pub fn new(goal: Goal) -> Self {
        Self { goal, paths: Vec::new(), distinct: 0, first: None, cells: BTreeMap::new() }
    }

    /// Whether there are no shards.
    pub fn is_empty(&self) -> bool {
        self.paths.is_empty()
    }

    /// Adds a shard. One that was there before with the same counts changes nothing.
    ///
    /// # Errors
    /// When it does not fit those that are there, or the goal; names the two files.
    pub fn add(&mut self, path: &Path, shard: Shard) -> Result<(), MergeError> {
        let number = self.paths.len();
        self.paths.push(path.to_owned());
        self.fits(path, &shard)?;
        if self.first.is_none() {
            self.first = Some(shard.without_counts());
        }
        let sums_at = self.sums_at(path, &shard)?;
        let pieces = self.cells.entry(shard.cell.map_or(0, |cell| cell.index)).or_insert_with(|| Pieces::new(number));
        match pieces.take(number, &shard) {
            Ok(true) => {}
            Ok(false) => return Ok(()),
            Err((other, error)) => {
                return Err(MergeError::Misfit {
                    path: path.to_owned(),
                    other: self.paths[other].clone(),
                    error: error.into(),
                });
            }
        }
        self.distinct += 1;
        let sum = match pieces.sums.remove(&sums_at) {
            // Both are pieces of the cell without an encounter in common, which has been checked.
            Some(sum) => join(vec![sum, shard]).expect("pieces of one cell"),
            None => shard,
        };
        pieces.sums.insert(sums_at, sum);
        Ok(())
    }

    /// The encounters that are wanted and of which there is no shard, as far as they are known to be needed: where a
    /// precision is wanted, those up to the next look, and where something else is to be decided, all.
    pub fn missing(&self) -> Vec<Missing> {
        match self.goal {
            Goal::Encounters(Some(encounters)) => self.missing_of(&(0..encounters)),
            Goal::Encounters(None) => self.missing_of(&self.hull()),
            Goal::Precision(precision) => match self.looked(&precision) {
                Looked::Missing(look) => self.missing_of(&(0..look)),
                Looked::Ended { .. } => Vec::new(),
            },
            Goal::Looks { max_encounters } => self.missing_of(&(0..max_encounters)),
        }
    }

    /// The encounters of a range of which there is no shard.
    pub fn missing_of(&self, range: &Range<u64>) -> Vec<Missing> {
        let rest = |cell: usize| {
            let there = self.cells.get(&cell).map_or_else(Vec::new, Pieces::ranges);
            without(slice::from_ref(range), &there)
        };
        let Some(CellNumber { cells, .. }) = self.first.as_ref().and_then(|first| first.cell) else {
            return rest(0).into_iter().map(|range| Missing { cells: None, range }).collect();
        };
        // Cells that follow each other and lack the same are named together.
        let rests: Vec<(usize, Vec<Range<u64>>)> = (0..cells).map(|cell| (cell, rest(cell))).collect();
        let alike = rests.chunk_by(|(_, left), (_, right)| left == right);
        let named = alike.flat_map(|alike| {
            let cells = alike[0].0..alike[0].0 + alike.len();
            alike[0].1.iter().map(move |range| Missing { cells: Some(cells.clone()), range: range.clone() })
        });
        named.collect()
    }

    /// Checks that the shards are of a scenario under a seed.
    ///
    /// # Errors
    /// When they are of others; names a file.
    pub fn are_of(&self, scenario: &Loaded, seed: Seed) -> Result<(), MergeError> {
        let Some(first) = &self.first else { return Ok(()) };
        let (path, scenario) = (self.paths[0].clone(), scenario.nothing_played(seed));
        same_run(&scenario, first).map_err(|error| MergeError::Another {
            path,
            scenario: scenario.scenario,
            error: error.into(),
        })
    }

    /// What playing the encounters between one look and the next of a scenario would come to; nothing, and incomplete,
    /// without shards of all of it.
    pub fn run_of(&self, scenario: &Loaded, seed: Seed, between: Range<u64>) -> Run {
        match &self.first {
            Some(first) => self.run(first, between),
            None => self.run(&scenario.nothing_played(seed), between),
        }
    }

    /// The encounters up to the first look that shards are missing for, and which; none where there are shards up to
    /// the last look.
    pub fn missing_at_next_look(&self) -> Option<(u64, Vec<Missing>)> {
        let max = self.goal.max_encounters()?;
        let mut looks = iter::successors(Some(next_look(0, max)), |&look| (look < max).then(|| next_look(look, max)));
        let missing = |look: u64| (look, self.missing_of(&(0..look)));
        looks.find_map(|look| Some(missing(look)).filter(|(_, missing)| !missing.is_empty()))
    }

    fn run(&self, first: &Shard, between: Range<u64>) -> Run {
        let there = self.cells.get(&0).and_then(|pieces| pieces.sums.get(&between.end));
        match there.filter(|sum| sum.encounters() == length(&between)) {
            Some(sum) => Run { tally: sum.tally.clone(), range: between, complete: true },
            None => {
                Run { complete: between.is_empty(), tally: first.tally.clone(), range: between.start..between.start }
            }
        }
    }

    /// The results of what there is. `confidence`, in 0..1, is that of every interval by itself, unless a precision is
    /// wanted, which has a confidence of its own.
    ///
    /// # Errors
    /// When there are no shards.
    pub fn finish(&self, confidence: f64) -> Result<Merged, MergeError> {
        let Some(first) = &self.first else { return Err(MergeError::None) };
        if let Goal::Precision(precision) = &self.goal {
            let (look, reached) = match self.looked(precision) {
                Looked::Missing(look) => return Ok(Merged::Unreached { look }),
                Looked::Ended { look, is_reached } => (look, is_reached),
            };
            let parts = self.cells.values().flat_map(|pieces| pieces.sums.range(..=look)).map(|(_, sum)| sum.clone());
            let mut shard = join(parts.collect()).unwrap_or_else(|_| first.clone());
            // All encounters up to the look are there, whoever was interrupted in playing them.
            shard.complete = true;
            let &Precision { half_width, max_encounters, confidence } = precision;
            let goal = PrecisionGoal { half_width, max_encounters, reached };
            let sample = Sample { precision: Some(goal), ..Sample::of_shard(&shard, confidence) };
            return Ok(Merged::Answers(vec![self.joined(sample.answer_of(&shard))]));
        }
        let whole = |pieces: &Pieces| {
            let mut shard = join(pieces.sums.values().cloned().collect()).expect("pieces of one cell");
            if let Goal::Encounters(Some(encounters)) = self.goal {
                // Pieces that an interrupt has cut short are whole together, where others have the rest.
                shard.complete = shard.encounters() == encounters;
            }
            let answer = Sample::of_shard(&shard, confidence).answer_of(&shard);
            let Some(cell @ CellNumber { paths, .. }) = shard.cell else { return self.joined(answer) };
            let values = &shard.source.overrides[shard.source.overrides.len() - paths..];
            let values = values.iter().map(|value| (value.path.clone(), value.value.clone())).collect();
            Answer { report: answer.report.with_values(values).with_point(cell.point()), ..answer }
        };
        Ok(Merged::Answers(self.cells.values().map(whole).collect()))
    }

    /// An answer that says what it is made of.
    fn joined(&self, mut answer: Answer) -> Answer {
        if let Method::Sampled { ranges, .. } = &answer.report.method {
            answer.notes.push(Note::Joined { shards: self.distinct, ranges: ranges.clone() });
        }
        answer
    }

    /// Checks that a shard is of the run or sweep of the others, and of the encounters that are wanted.
    fn fits(&self, path: &Path, shard: &Shard) -> Result<(), MergeError> {
        check_version(path, (&shard.version, shard.seed_contract))?;
        if let Some(first) = &self.first {
            let misfit = |error: ShardError| MergeError::Misfit {
                path: path.to_owned(),
                other: self.paths[0].clone(),
                error: error.into(),
            };
            let sweep = |shard: &Shard| shard.cell.map(|cell| CellNumber { index: 0, ..cell });
            same_origin(first, shard).map_err(misfit)?;
            if sweep(first) != sweep(shard) {
                return Err(misfit(other_cells(first, shard)));
            }
            let of_cell = self.cells.get(&shard.cell.map_or(0, |cell| cell.index));
            if let Some((pieces, sum)) = of_cell.and_then(|pieces| Some((pieces, pieces.sums.values().next()?))) {
                let other = self.paths[pieces.first].clone();
                same_run(sum, shard).map_err(|error| MergeError::Misfit {
                    path: path.to_owned(),
                    other,
                    error: error.into(),
                })?;
            }
        }
        match self.goal {
            Goal::Encounters(Some(encounters)) => match shard.ranges.iter().find(|range| range.end > encounters) {
                Some(range) => Err(MergeError::TooMany { path: path.to_owned(), range: range.clone(), encounters }),
                None => Ok(()),
            },
            Goal::Precision(_) | Goal::Looks { .. } if shard.cell.is_some() => {
                Err(MergeError::Sweep { path: path.to_owned() })
            }
            _ => Ok(()),
        }
    }

    /// The look up to which a shard counts; 0 where nothing is looked at.
    fn sums_at(&self, path: &Path, shard: &Shard) -> Result<u64, MergeError> {
        let Some(max) = self.goal.max_encounters() else { return Ok(0) };
        let Some(first) = shard.ranges.first() else { return Ok(0) };
        // What comes after the last look is never needed.
        let look = if first.start < max { look_at(first.start + 1, max) } else { u64::MAX };
        match shard.ranges.iter().find(|range| range.end > look) {
            Some(range) => Err(MergeError::Crossing { path: path.to_owned(), range: range.clone(), look }),
            None => Ok(look),
        }
    }

    /// Looks at the counts as a single run to the precision does, as far as there are shards.
    fn looked(&self, precision: &Precision) -> Looked {
        let Some(first) = &self.first else { return Looked::Missing(next_look(0, precision.max_encounters)) };
        let max = precision.max_encounters;
        let mut reached = false;
        let run = run_looking(
            first.tally.clone(),
            max,
            |range| self.run(first, range),
            |tally| {
                reached = is_reached(tally, precision);
                reached
            },
        );
        let look = run.tally.encounters;
        if run.complete { Looked::Ended { look, is_reached: reached } } else { Looked::Missing(next_look(look, max)) }
    }

    /// The indices from the first encounter of any shard to the last one.
    fn hull(&self) -> Range<u64> {
        let ranges = || self.cells.values().flat_map(Pieces::ranges);
        let start = ranges().map(|range| range.start).min().unwrap_or(0);
        start..ranges().map(|range| range.end).max().unwrap_or(0)
    }
}

/// What the looks come to.
enum Looked {
    /// Shards are missing for the look after so many encounters.
    Missing(u64),
    /// A look was the last one.
    Ended { look: u64, is_reached: bool },
}

impl Pieces {
    fn new(first: usize) -> Self {
        Self { first, sums: BTreeMap::new(), places: Places::default() }
    }

    /// Takes the places of a shard, and says whether they were free; not where the same shard has them.
    fn take(&mut self, number: usize, shard: &Shard) -> Result<bool, (usize, ShardError)> {
        let checksum = checksum(shard);
        let at_start = shard.ranges.first().and_then(|first| self.places.starting_at(first.start));
        if at_start.is_some_and(|place| place.checksum == checksum) {
            return Ok(false);
        }
        for range in &shard.ranges {
            if let Some((taken, place)) = self.places.overlapping(range) {
                return Err((place.shard, Overlap::of([taken, range.clone()]).into()));
            }
        }
        for range in &shard.ranges {
            self.places.take(range, Place { shard: number, checksum });
        }
        Ok(true)
    }

    /// The indices of all encounters.
    fn ranges(&self) -> Vec<Range<u64>> {
        self.places.ranges()
    }
}

/// Checks that a shard is of this version, whose results the joined ones will be.
fn check_version(path: &Path, (version, seed_contract): (&str, u32)) -> Result<(), MergeError> {
    if (version, seed_contract) == (VERSION, SEED_CONTRACT) {
        return Ok(());
    }
    Err(MergeError::Version { path: path.to_owned(), version: version.to_owned(), seed_contract })
}

/// A number that is the same for shards of one cell with the same encounters and counts.
fn checksum(shard: &Shard) -> u64 {
    // The keys of this hasher are constants.
    let mut hasher = DefaultHasher::new();
    (&shard.ranges, &shard.tally).hash(&mut hasher);
    hasher.finish()
}

mod comparison;

pub use comparison::{JointMerging, MergedComparison, joint_provenance};

#[cfg(test)]
mod tests;
