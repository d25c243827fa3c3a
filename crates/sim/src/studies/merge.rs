//! Shards of one run or sweep, joined to its whole answers as they arrive, in any order.

use std::ops::Range;
use std::path::Path;
use std::{iter, slice};

use equipoise_engine::Seed;

use crate::ground::ranges::without;
use crate::kernel::tally::Tally;
pub use crate::record::MergeError;
use crate::record::{CellNumber, Merger, Record, Shard, Taken};
use crate::studies::answer::{Answer, Note, Sample};
use crate::studies::load::Loaded;
use crate::studies::precision::{Looks, Precision, is_reached, look_at, next_look};
use crate::studies::report::{Method, PrecisionGoal};

/// The encounters that are wanted.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Goal {
    /// The encounters from 0 to N, N not included; for `None`, those between the first and the last that there is.
    Encounters(Option<u64>),
    /// The first ones, as many as it takes to know every win share: what a single run to the precision comes to.
    Precision(Precision),
    /// The first ones, as many as it takes to decide something else at the looks of a single run.
    Looks {
        /// The number of encounters at which to stop undecided.
        max_encounters: u64,
    },
}

impl Goal {
    /// The number of encounters at which looks end; `None` if there are no looks.
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

/// Shards of a run or a sweep that fit together.
#[derive(Debug)]
pub struct Merging {
    goal: Goal,
    merger: Merger<Shard>,
}

/// The outcome of joining shards.
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
        Self { goal, merger: Merger::default() }
    }

    /// Whether there are no shards.
    pub fn is_empty(&self) -> bool {
        self.merger.is_empty()
    }

    /// Adds a shard. One that was there before with the same counts changes nothing.
    ///
    /// # Errors
    /// If it does not fit those that are there, or the goal; the error names the files.
    pub fn add(&mut self, path: &Path, shard: &Shard) -> Result<(), MergeError> {
        let goal = self.goal;
        let Some(max) = goal.max_encounters() else {
            return self.merger.add(path, shard, |part| match goal {
                Goal::Encounters(Some(encounters)) => match part.ranges.iter().find(|range| range.end > encounters) {
                    Some(range) => Err(MergeError::TooMany { path: path.to_owned(), range: range.clone(), encounters }),
                    None => Ok(0),
                },
                _ => Ok(0),
            });
        };
        if shard.cell.is_some() {
            return Err(MergeError::Sweep { path: path.to_owned() });
        }
        // Counts are summed up from look to look, which no shard may cross. What comes after the last look is never needed.
        self.merger.add(path, shard, |part| {
            let start = part.ranges[0].start;
            let look = if start < max { look_at(start + 1, max) } else { u64::MAX };
            match part.ranges.iter().find(|range| range.end > look) {
                Some(range) => Err(MergeError::Crossing { path: path.to_owned(), range: range.clone(), look }),
                None => Ok(look),
            }
        })
    }

    /// The encounters that are wanted and of which there is no shard, as far as they are known to be needed: where a
    /// precision is wanted, those up to the next look, and where something else is to be decided, all.
    pub fn missing(&self) -> Vec<Missing> {
        match self.goal {
            Goal::Encounters(Some(encounters)) => self.missing_of(&(0..encounters)),
            Goal::Encounters(None) => self.missing_of(&self.hull()),
            Goal::Precision(precision) => match self.looked(&precision) {
                None => self.missing_of(&(0..next_look(0, precision.max_encounters))),
                Some(looks) if looks.is_over() => Vec::new(),
                Some(looks) => self.missing_of(&(0..looks.next())),
            },
            Goal::Looks { max_encounters } => self.missing_of(&(0..max_encounters)),
        }
    }

    /// The encounters of a range of which there is no shard.
    pub fn missing_of(&self, range: &Range<u64>) -> Vec<Missing> {
        let rest = |cell: usize| {
            let there = self.merger.taken(cell).map_or_else(Vec::new, Taken::ranges);
            without(slice::from_ref(range), &there)
        };
        let Some(CellNumber { cells, .. }) = self.merger.first().and_then(|first| first.cell) else {
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
    /// If they are of others; the error names a file.
    pub fn are_of(&self, scenario: &Loaded, seed: Seed) -> Result<(), MergeError> {
        let Some((first, path)) = self.merger.first().zip(self.merger.path(0)) else { return Ok(()) };
        let scenario = scenario.nothing_played(seed);
        scenario.same_cell(first).map_err(|error| MergeError::Another {
            path: path.to_owned(),
            scenario: scenario.scenario,
            error: error.into(),
        })
    }

    /// The counts of a run of this scenario.
    pub fn counted_of(&self, scenario: &Loaded) -> Taken<Tally> {
        let empty = || Taken::new(Tally::empty(scenario.fights.recordable().cast()));
        self.merger.taken(0).cloned().unwrap_or_else(empty)
    }

    /// The encounters up to the first look that shards are missing for, and which; none where there are shards up to
    /// the last look.
    pub fn missing_at_next_look(&self) -> Option<(u64, Vec<Missing>)> {
        let max = self.goal.max_encounters()?;
        let next = match self.looks(max, |_| false) {
            Some(looks) if looks.is_over() => return None,
            Some(looks) => looks.next(),
            None => next_look(0, max),
        };
        Some((next, self.missing_of(&(0..next))))
    }

    /// The results of what there is. `confidence`, in 0..1, is that of every interval by itself, unless a precision is
    /// wanted, which has a confidence of its own.
    ///
    /// # Errors
    /// If there are no shards.
    pub fn finish(&self, confidence: f64) -> Result<Merged, MergeError> {
        if let Goal::Precision(precision) = &self.goal {
            let whole = self.merger.wholes().next().ok_or(MergeError::None)?;
            let looks = self.looked(precision).ok_or(MergeError::None)?;
            if !looks.is_over() {
                return Ok(Merged::Unreached { look: looks.next() });
            }
            let tally = looks.seen().clone();
            let &Precision { half_width, max_encounters, confidence } = precision;
            let goal = PrecisionGoal { half_width, max_encounters, reached: is_reached(&tally, precision) };
            let ranges = if tally.encounters > 0 { iter::once(0..tally.encounters).collect() } else { Vec::new() };
            // All encounters up to the look are there, whoever was interrupted in playing them.
            let shard = Shard { ranges, tally, complete: true, ..whole };
            let sample = Sample { precision: Some(goal), ..Sample::of_shard(&shard, confidence) };
            return Ok(Merged::Answers(vec![self.joined(sample.answer_of(&shard))]));
        }
        let whole = |mut shard: Shard| {
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
        let answers: Vec<Answer> = self.merger.wholes().map(whole).collect();
        if answers.is_empty() { Err(MergeError::None) } else { Ok(Merged::Answers(answers)) }
    }

    /// An answer that says what it is made of.
    fn joined(&self, mut answer: Answer) -> Answer {
        if let Method::Sampled { ranges, .. } = &answer.report.method {
            answer.notes.push(Note::Joined { shards: self.merger.distinct(), ranges: ranges.clone() });
        }
        answer
    }

    /// Looks at the counts as a single run to the precision does, as far as there are shards; `None` without any.
    fn looked(&self, precision: &Precision) -> Option<Looks<Tally>> {
        self.looks(precision.max_encounters, |tally| is_reached(tally, precision))
    }

    fn looks(&self, max: u64, is_over: impl FnMut(&Tally) -> bool) -> Option<Looks<Tally>> {
        let taken = self.merger.taken(0)?;
        Some(Looks::new(taken.empty().clone(), max, taken.clone(), is_over).expect("no shard crosses a look"))
    }

    /// The indices from the first encounter of any shard to the last one.
    fn hull(&self) -> Range<u64> {
        let ranges: Vec<Range<u64>> = self.merger.wholes().flat_map(|whole| whole.ranges).collect();
        let start = ranges.iter().map(|range| range.start).min().unwrap_or(0);
        start..ranges.iter().map(|range| range.end).max().unwrap_or(0)
    }
}

mod comparison;

pub use comparison::{JointMerging, MergedComparison, joint_provenance};

#[cfg(test)]
mod tests;
