//! Shards of one comparison, joined as they arrive, in any order.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::slice;

use equipoise_engine::Seed;

use super::{MergeError, check_version};
use crate::ground::ranges::{Overlap, Places, without};
use crate::record::ShardError;
use crate::studies::compare::ask::of_parts;
use crate::studies::compare::parts::{Part, Sequel, decide_parts, ranges};
use crate::studies::compare::result::{Compared, Settings, Titled, compared_of, conclusion};
use crate::studies::compare::verdict::Verdict;
use crate::studies::compare::{Decision, Until as Rule};
use crate::studies::precision::next_look;
use crate::studies::provenance::{Provenance, Understood};
use crate::studies::study::{Compare, Found, JointShard, Opponent, Study, Until};

/// Shards of a comparison that fit together.
#[derive(Debug, Default)]
pub struct JointMerging {
    /// Paths of the shards, by their number.
    paths: Vec<PathBuf>,
    /// The shard with the lowest index, without parts.
    first: Option<(Rank, JointShard)>,
    /// Each with the number of its shard.
    parts: Places<(Part, usize)>,
}

/// Which shard says what both sides are called and where their files lie: the order of arrival must not decide.
type Rank = (u64, [String; 2], Vec<PathBuf>);

/// What came of shards that are played until they are decided.
#[derive(Debug)]
pub enum MergedComparison {
    /// What a single call finds.
    Found(Box<Found<Compared>>),
    /// More encounters are needed.
    Waiting {
        /// What was decided already, and after how many encounters: fresh ones alone are missing.
        decided: Option<(Verdict, u64)>,
        /// The encounters at the next look, or where the fresh ones end.
        until: u64,
        /// Those of which there is no shard.
        missing: Vec<Range<u64>>,
    },
}

impl JointMerging {
    /// Whether there are no shards.
    pub fn is_empty(&self) -> bool {
        self.paths.is_empty()
    }

    /// The path of the first shard that was added.
    pub fn first_path(&self) -> Option<&Path> {
        self.paths.first().map(PathBuf::as_path)
    }

    /// Adds a shard. Parts that were there before with the same counts change nothing.
    ///
    /// # Errors
    /// When it does not fit those that are there; names the two files.
    pub fn add(&mut self, path: &Path, mut shard: JointShard) -> Result<(), MergeError> {
        let number = self.paths.len();
        self.paths.push(path.to_owned());
        let misfit = |paths: &[PathBuf], other: usize, error: ShardError| MergeError::Misfit {
            path: path.to_owned(),
            other: paths[other].clone(),
            error: error.into(),
        };
        check_version(path, (&shard.version, shard.seed_contract))?;
        if let Some((_, first)) = &self.first {
            first.same_comparison(&shard).map_err(|error| misfit(&self.paths, 0, error))?;
        }
        let parts = std::mem::take(&mut shard.parts);
        let rank = rank(&parts, &shard);
        for part in parts {
            match self.parts.overlapping(&part.range) {
                Some((_, (known, _))) if *known == part => {}
                Some((taken, (_, other))) => {
                    return Err(misfit(&self.paths, *other, Overlap::of([taken, part.range]).into()));
                }
                None => self.parts.take(&part.range.clone(), (part, number)),
            }
        }
        if self.first.as_ref().is_none_or(|(known, _)| rank < *known) {
            self.first = Some((rank, shard));
        }
        Ok(())
    }

    fn parts(&self) -> Vec<Part> {
        self.parts.values().map(|(part, _)| part.clone()).collect()
    }

    fn first(&self) -> Result<&JointShard, MergeError> {
        self.first.as_ref().map(|(_, first)| first).ok_or(MergeError::None)
    }

    /// All shards as one.
    ///
    /// # Errors
    /// When there are none.
    pub fn shard(&self) -> Result<JointShard, MergeError> {
        let (first, parts) = (self.first()?.clone(), self.parts());
        Ok(JointShard { study: Compare { until: Until::Ranges(ranges(&parts)), ..first.study }, parts, ..first })
    }

    /// The encounters of which there is no shard: among the first so many, or between the first and the last that there is.
    ///
    /// # Errors
    /// When a shard has encounters beyond those that are wanted.
    pub fn missing(&self, encounters: Option<u64>) -> Result<Vec<Range<u64>>, MergeError> {
        let there = ranges(&self.parts());
        let hull = there.first().map_or(0, |range| range.start)..there.last().map_or(0, |range| range.end);
        let wanted = encounters.map_or(hull, |encounters| 0..encounters);
        if let Some((part, number)) = self.parts.values().find(|(part, _)| part.range.end > wanted.end) {
            let path = self.paths[*number].clone();
            return Err(MergeError::TooMany { path, range: part.range.clone(), encounters: wanted.end });
        }
        Ok(without(slice::from_ref(&wanted), &there))
    }

    /// The differences in what there is.
    ///
    /// # Errors
    /// When there are no shards.
    pub fn finish(&self, confidence: f64, margin: Option<f64>) -> Result<Found<Compared>, MergeError> {
        let (first, parts) = (self.first()?, self.parts());
        let settings = Settings { seed: Seed(first.study.seed), confidence, margin };
        let provenance = |until| provenance(first, &settings, until);
        Ok(of_parts(&parts, &first.empty, &titled(first), &settings, false, provenance))
    }

    /// What a single call finds that plays until it is decided, as far as there are shards.
    ///
    /// # Errors
    /// When a shard crosses a look.
    pub fn decide(
        &self,
        confidence: f64,
        margin: Option<f64>,
        max_encounters: u64,
    ) -> Result<MergedComparison, MergeError> {
        let Some((_, first)) = &self.first else {
            let until = next_look(0, max_encounters);
            return Ok(MergedComparison::Waiting {
                decided: None,
                until,
                missing: std::iter::once(0..until).collect(),
            });
        };
        let parts = self.parts();
        let (sides, settings) = (titled(first), Settings { seed: Seed(first.study.seed), confidence, margin });
        // Of identical sides nothing is to be known beyond the first look.
        let last = if sides.identical { next_look(0, max_encounters) } else { max_encounters };
        let rule = Rule { margin, confidence, max_encounters: last };
        let sequel = decide_parts(&parts, &rule, &first.empty).map_err(|crossing| {
            let (_, number) = self.parts.starting_at(crossing.range.start).expect("a part that there is");
            MergeError::Crossing { path: self.paths[*number].clone(), range: crossing.range, look: crossing.at }
        })?;
        Ok(match sequel {
            Sequel::Decided { decided, fresh } => {
                let decision = conclusion(&decided, sides.identical, &settings);
                let result = compared_of(&sides, &settings, &fresh.tally, false, Some(decision));
                let provenance = provenance(first, &settings, Until::Decided { max_encounters, fresh: None });
                MergedComparison::Found(Box::new(Found { result, provenance }))
            }
            Sequel::Waiting { decided, until, missing } => {
                let verdict = |(decision, played): (Decision, u64)| (Verdict::of_decision(decision, margin), played);
                MergedComparison::Waiting { decided: decided.map(verdict), until, missing }
            }
        })
    }
}

fn rank(parts: &[Part], shard: &JointShard) -> Rank {
    let start = parts.first().map_or(u64::MAX, |part| part.range.start);
    (start, shard.titles.clone(), paths(&shard.study).into())
}

fn titled(shard: &JointShard) -> Titled {
    Titled { titles: shard.titles.clone(), identical: shard.is_identical() }
}

/// The paths of both sides.
fn paths(study: &Compare) -> [PathBuf; 2] {
    let second = match &study.second {
        Opponent::Scenario(second) => second.clone(),
        Opponent::With(_) => study.first.clone(),
    };
    [study.first.clone(), second]
}

/// The provenance of a comparison over the encounters of a shard.
pub fn joint_provenance(shard: &JointShard, confidence: f64) -> Provenance {
    let settings = Settings { seed: Seed(shard.study.seed), confidence, margin: None };
    provenance(shard, &settings, Until::Ranges(shard.played()))
}

/// The provenance of a single call over the encounters of shards.
fn provenance(shard: &JointShard, settings: &Settings, until: Until) -> Provenance {
    let Settings { confidence, margin, .. } = *settings;
    let sides = paths(&shard.study).into_iter().zip(&shard.systems).zip(&shard.canonical);
    let scenarios = sides.map(|((path, system), canonical)| Understood {
        path,
        system: system.clone(),
        canonical: canonical.clone(),
    });
    let study = Compare { until, confidence, margin, ..shard.study.clone() };
    let (scenarios, overrides) = (scenarios.collect(), study.overrides.clone());
    Provenance { scenarios, overrides, files: shard.files.clone(), study: Study::Compare(study) }
}
