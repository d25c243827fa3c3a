//! Counts that an interrupted call has kept, so that a later one goes on from there.
//!
//! Of runs and sweeps the text holds a [`Shard`] a line, since counts of the same encounters are of use whatever else was
//! asked for; of other studies one line that the study itself writes and
//! [reads](crate::studies::study::LoadedTune::finished).

use std::collections::BTreeMap;
use std::io;
use std::ops::Range;
use std::path::PathBuf;

use equipoise_engine::Seed;
use thiserror::Error;

use crate::kernel::tally::Tally;
use crate::record::{Part, Record, Shard, ShardError};
use crate::studies::answer::Answer;
use crate::studies::cells::is_within;
use crate::studies::load::Loaded;
use crate::studies::method::Extent;
use crate::studies::precision::next_look;
use crate::studies::study::UnfinishedError;

/// The largest size of the text, in bytes.
pub const BYTES_MAX: u64 = 1 << 30;

/// The reason why a call cannot go on from the counts that an earlier one kept.
#[derive(Debug, Error)]
pub enum ResumeError {
    /// The file cannot be read.
    #[error("cannot read {}: {source}", path.display())]
    Read {
        /// The path.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// The file is larger than any of its kind.
    #[error("{} is larger than {BYTES_MAX} bytes and cannot hold unfinished work", path.display())]
    TooLarge {
        /// The path.
        path: PathBuf,
    },
    /// The contents of the file are of no use.
    #[error("{}: {source}", path.display())]
    Unfit {
        /// The path.
        path: PathBuf,
        /// The reason.
        source: UnfinishedError,
    },
    /// A line holds no counts.
    #[error("line {line} of {}: {source}", path.display())]
    Counts {
        /// The path.
        path: PathBuf,
        /// The number of the line, from 1.
        line: usize,
        /// The reason.
        source: ShardError,
    },
    /// Counts are of a scenario that is not asked for.
    #[error("{} holds encounters of {scenario}, which are not asked for: {source}", path.display())]
    Another {
        /// The path.
        path: PathBuf,
        /// The scenario's name.
        scenario: String,
        /// In what it differs from the first one that is.
        source: ShardError,
    },
    /// A run to a precision might have ended before these counts.
    #[error(
        "{} holds {encounters} encounters of {scenario}, which were not looked at for this precision: a single call might have ended \
         before",
        path.display()
    )]
    Looks {
        /// The path.
        path: PathBuf,
        /// The scenario's name.
        scenario: String,
        /// The number of encounters.
        encounters: u64,
    },
    /// There are counts of more encounters than are asked for.
    #[error("{} holds the encounters {}..{} of {scenario}, which are not all asked for", path.display(), range.start, range.end)]
    TooMany {
        /// The path.
        path: PathBuf,
        /// The scenario's name.
        scenario: String,
        /// The encounters.
        range: Range<u64>,
    },
}

impl ResumeError {
    /// Advice on how to go on.
    pub const fn help(&self) -> &'static str {
        "ask for the encounters that it holds, and more, name another directory, or remove the file to begin anew"
    }
}

/// The text of the file that keeps the counts of these answers. Exact ones have none.
pub fn text(answers: &[Answer]) -> String {
    let shards = answers.iter().filter_map(Answer::shard).filter(|shard| shard.encounters() > 0);
    shards.map(|shard| shard.text()).collect()
}

/// The counts of encounters that are to be played, by scenario: of several, those of the most encounters. Each text has
/// the path of its file. Of scenarios whose encounters an unknown build has counted, the commit is forgotten.
///
/// # Errors
/// If a text holds something else, or the counts of encounters that are not asked for.
pub fn counts(
    texts: &[(PathBuf, String)],
    scenarios: &mut [Loaded],
    seed: Seed,
    (extent, confidence): (&Extent, f64),
) -> Result<Vec<Option<Part<Tally>>>, ResumeError> {
    let empty: Vec<Shard> = scenarios.iter().map(|scenario| scenario.nothing_played(seed)).collect();
    let mut by_canonical: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (scenario, shard) in empty.iter().enumerate() {
        by_canonical.entry(&shard.canonical).or_default().push(scenario);
    }
    let mut before: Vec<Option<Part<Tally>>> = scenarios.iter().map(|_| None).collect();
    let mut is_build_known = vec![true; scenarios.len()];
    for (path, text) in texts {
        if let Some(source) = UnfinishedError::of_another_study(text) {
            return Err(ResumeError::Unfit { path: path.clone(), source });
        }
        for (index, line) in text.lines().enumerate() {
            let counts = |source| ResumeError::Counts { path: path.clone(), line: index + 1, source };
            // Counts of equal encounters are of use in whatever cell they stood.
            let shard = Shard { cell: None, ..Shard::parse(path, line.as_bytes()).map_err(counts)? };
            let same: &[usize] = by_canonical.get(shard.canonical.as_str()).map_or(&[], Vec::as_slice);
            let nearest = same.first().or(if empty.is_empty() { None } else { Some(&0) });
            if let Some(source) = nearest.and_then(|&nearest| empty[nearest].same_cell(&shard).err()) {
                return Err(ResumeError::Another { path: path.clone(), scenario: shard.scenario, source });
            }
            if let Some(range) = shard.ranges.iter().find(|range| !is_asked_for(range, extent)) {
                let (range, scenario) = (range.clone(), shard.scenario);
                return Err(ResumeError::TooMany { path: path.clone(), range, scenario });
            }
            if !are_looked_at(&shard, extent, confidence) {
                let (encounters, scenario) = (shard.encounters(), shard.scenario);
                return Err(ResumeError::Looks { path: path.clone(), scenario, encounters });
            }
            for &scenario in same {
                let known = before[scenario].as_ref().map_or(0, |before| before.counts.encounters);
                if shard.encounters() > known {
                    before[scenario] = Some(Part { counts: shard.tally.clone(), ranges: shard.ranges.clone() });
                    is_build_known[scenario] = shard.commit.is_some();
                }
            }
        }
    }
    for (scenario, _) in scenarios.iter_mut().zip(is_build_known).filter(|(_, is_known)| !is_known) {
        scenario.forget_commit();
    }
    Ok(before)
}

/// Whether a run to a precision would have gone on at every look before the last of these encounters, as far as it is
/// known: at least where it went on for a precision that is easier to reach.
fn are_looked_at(shard: &Shard, extent: &Extent, confidence: f64) -> bool {
    let Extent::Precision { half_width, max_encounters } = extent else { return true };
    let is_before_looks = shard.encounters() <= next_look(0, *max_encounters);
    is_before_looks || shard.precision.is_some_and(|(easier, less)| *half_width <= easier && confidence >= less)
}

/// Whether all encounters of a range are to be played.
fn is_asked_for(range: &Range<u64>, extent: &Extent) -> bool {
    match extent {
        Extent::Ranges(asked) => is_within(range, asked),
        // Looks are taken at the first encounters, so that there is no use for later ones.
        Extent::Precision { max_encounters, .. } => range.start == 0 && range.end <= *max_encounters,
    }
}
