//! Shards of one comparison, joined as they arrive, in any order.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::slice::from_ref;

use equipoise_engine::Seed;

use super::MergeError;
use crate::ground::ranges::without;
use crate::record::{Merger, Unknown};
use crate::studies::compare::ask::of_counts;
use crate::studies::compare::job::Deciding;
use crate::studies::compare::result::{Compared, Settings, Titled, compared_of, conclusion};
use crate::studies::compare::verdict::Verdict;
use crate::studies::precision::next_look;
use crate::studies::provenance::{Provenance, Understood};
use crate::studies::study::{Compare, Found, JointShard, Study, Until};

/// Shards of a comparison that fit together.
#[derive(Debug, Default)]
pub struct JointMerging(Merger<JointShard>);

/// The result of shards that are played until they are decided.
#[derive(Debug)]
pub enum MergedComparison {
    /// The result that a single call finds.
    Found(Box<Found<Compared>>),
    /// More encounters are needed.
    Waiting {
        /// The verdict and the number of encounters that it took, if it is decided already: fresh ones alone are missing.
        decided: Option<(Verdict, u64)>,
        /// The encounters at the next look, or where the fresh ones end.
        until: u64,
        /// The encounters of which there is no shard.
        missing: Vec<Range<u64>>,
    },
}

impl JointMerging {
    /// Whether there are no shards.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The path of the first shard that was added.
    pub fn first_path(&self) -> Option<&Path> {
        self.0.path(0)
    }

    /// Adds a shard. Parts that were there before with the same counts change nothing.
    ///
    /// # Errors
    /// If it does not fit those that are there; names the two files.
    pub fn add(&mut self, path: &Path, shard: &JointShard) -> Result<(), MergeError> {
        self.0.add(path, shard, |part| Ok(part.ranges[0].start))
    }

    /// All shards as one.
    ///
    /// # Errors
    /// If there are none.
    pub fn shard(&self) -> Result<JointShard, MergeError> {
        self.0.wholes().next().ok_or(MergeError::None)
    }

    /// The encounters of which there is no shard: among the first so many, or between the first and the last that there is.
    ///
    /// # Errors
    /// If a shard has encounters beyond those that are wanted.
    pub fn missing(&self, encounters: Option<u64>) -> Result<Vec<Range<u64>>, MergeError> {
        let Some(taken) = self.0.taken(0) else {
            return Ok(without(from_ref(&(0..encounters.unwrap_or(0))), &[]));
        };
        let there = taken.ranges();
        let hull = there.first().map_or(0, |range| range.start)..there.last().map_or(0, |range| range.end);
        let wanted = encounters.map_or(hull, |encounters| 0..encounters);
        if let Some((range, number)) = taken.beyond(wanted.end) {
            return Err(MergeError::TooMany { path: self.path(number), range, encounters: wanted.end });
        }
        Ok(taken.missing(&wanted))
    }

    /// The differences over the encounters that there are. If no number of encounters is wanted, an interrupted shard makes them partial.
    ///
    /// # Errors
    /// If there are no shards.
    pub fn finish(
        &self,
        encounters: Option<u64>,
        confidence: f64,
        margin: Option<f64>,
    ) -> Result<Found<Compared>, MergeError> {
        let (shard, taken) = (self.shard()?, self.0.taken(0).ok_or(MergeError::None)?);
        let settings = Settings { seed: Seed(shard.study.seed), confidence, margin };
        let partial = encounters.is_none() && !shard.complete;
        Ok(of_counts(taken, &titled(&shard), &settings, partial, |until| provenance(&shard, &settings, until)))
    }

    /// The result that a single call finds that plays until it is decided, as far as there are shards.
    ///
    /// # Errors
    /// If a shard crosses a look.
    pub fn decide(
        &self,
        confidence: f64,
        margin: Option<f64>,
        max_encounters: u64,
    ) -> Result<MergedComparison, MergeError> {
        let Some(taken) = self.0.taken(0) else {
            let until = next_look(0, max_encounters);
            let missing = std::iter::once(0..until).collect();
            return Ok(MergedComparison::Waiting { decided: None, until, missing });
        };
        let shard = self.shard()?;
        let (sides, settings) = (titled(&shard), Settings { seed: Seed(shard.study.seed), confidence, margin });
        let rule = settings.rule(max_encounters, sides.identical);
        let crossing = |unknown: Unknown| match unknown {
            Unknown::Crossing { range, at } => {
                let number = taken.source(range.start).expect("a part that there is");
                MergeError::Crossing { path: self.path(number), range, look: at }
            }
            Unknown::Missing(_) => unreachable!("what is missing is no mistake"),
        };
        let deciding = Deciding::new(rule, None, &shard.empty, taken.clone()).map_err(crossing)?;
        let Some((decided, fresh)) = deciding.decided().zip(deciding.fresh()) else {
            let until = deciding.next();
            let missing = taken.missing(&(0..until));
            return Ok(MergedComparison::Waiting { decided: None, until, missing });
        };
        let tally = match deciding.counted(&fresh) {
            Ok(tally) => tally,
            Err(Unknown::Missing(missing)) => {
                let known = (Verdict::of_decision(decided.decision, margin), decided.comparison.tally.encounters);
                return Ok(MergedComparison::Waiting { decided: Some(known), until: fresh.end, missing });
            }
            Err(unknown) => return Err(crossing(unknown)),
        };
        let decision = conclusion(&decided, sides.identical, &settings);
        let result = compared_of(&sides, &settings, &tally, false, Some(decision));
        let provenance = provenance(&shard, &settings, Until::Decided { max_encounters, fresh: None });
        Ok(MergedComparison::Found(Box::new(Found { result, provenance })))
    }

    fn path(&self, number: usize) -> PathBuf {
        self.0.path(number).expect("the number of a shard").to_owned()
    }
}

fn titled(shard: &JointShard) -> Titled {
    Titled { titles: shard.titles.clone(), identical: shard.is_identical() }
}

/// The provenance of a comparison over the encounters of a shard.
pub fn joint_provenance(shard: &JointShard, confidence: f64) -> Provenance {
    let settings = Settings { seed: Seed(shard.study.seed), confidence, margin: None };
    provenance(shard, &settings, Until::Ranges(shard.played()))
}

/// The provenance of a single call over the encounters of shards.
fn provenance(shard: &JointShard, settings: &Settings, until: Until) -> Provenance {
    let Settings { confidence, margin, .. } = *settings;
    let sides = shard.study.paths().into_iter().zip(&shard.systems).zip(&shard.canonical);
    let scenarios = sides.map(|((path, system), canonical)| Understood {
        path: path.clone(),
        system: system.clone(),
        canonical: canonical.clone(),
    });
    let study = Compare { until, confidence, margin, ..shard.study.clone() };
    let (scenarios, overrides) = (scenarios.collect(), study.overrides.clone());
    Provenance {
        commit: shard.commit.clone(),
        scenarios,
        overrides,
        files: shard.files.clone(),
        study: Study::Compare(study),
    }
}
