//! The file in which an interrupted call keeps what it had finished, so that a later one goes on from there.
//!
//! Of runs and sweeps it holds a [`Shard`] a line, since counts of the same encounters are of use whatever else was asked for; of
//! other studies one line that the study itself writes and [reads](crate::studies::study::LoadedTune::finished).

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read};
use std::ops::Range;
use std::path::{Path, PathBuf};

use equipoise_engine::Seed;
use thiserror::Error;

use crate::kernel::run::{Plan, Watch};
use crate::output::files::{FileError, write_whole};
use crate::output::shard::{Shard, ShardError, clash};
use crate::studies::answer::{Before, Extent};
use crate::studies::load::Loaded;
use crate::studies::study::UnfinishedError;
use crate::studies::study::unfinished::of_another_study;

/// The name of the file.
pub const UNFINISHED: &str = "unfinished.jsonl";

/// The largest size of the file, in bytes.
pub const BYTES_MAX: u64 = 1 << 30;

/// Why a call cannot go on from what an earlier one kept.
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
    /// What it holds is of no use.
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
    /// What may help.
    pub const fn help(&self) -> &'static str {
        "ask what the interrupted call asked, name another directory, or remove the file to begin anew"
    }
}

/// The path of the file in a directory.
pub fn path(dir: &Path) -> PathBuf {
    dir.join(UNFINISHED)
}

/// The text of the file of a directory; none where there is no file.
///
/// # Errors
/// When it cannot be read.
pub fn read(dir: &Path) -> Result<Option<String>, ResumeError> {
    let path = path(dir);
    let mut text = String::new();
    let read = File::open(&path).and_then(|file| file.take(BYTES_MAX + 1).read_to_string(&mut text));
    match read {
        Ok(bytes) if bytes as u64 > BYTES_MAX => Err(ResumeError::TooLarge { path }),
        Ok(_) => Ok(Some(text)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(source) => Err(ResumeError::Read { path, source }),
    }
}

/// Writes the file of a directory, which is made if it is missing.
///
/// # Errors
/// When the directory cannot be made or the file cannot be written.
pub fn write(dir: &Path, text: &str) -> Result<(), FileError> {
    fs::create_dir_all(dir).map_err(|source| FileError::Directory { path: dir.to_owned(), source })?;
    write_whole(&path(dir), text.as_bytes())
}

/// Removes the file of a directory, if there is one.
///
/// # Errors
/// When it cannot be removed.
pub fn remove(dir: &Path) -> Result<(), FileError> {
    let path = path(dir);
    match fs::remove_file(&path) {
        Err(source) if source.kind() != io::ErrorKind::NotFound => Err(FileError::Remove { path, source }),
        _ => Ok(()),
    }
}

/// The text of the file that keeps these counts.
pub fn text(shards: &[Shard]) -> String {
    shards.iter().map(Shard::text).collect()
}

/// The counts of encounters that are to be played, by scenario.
///
/// # Errors
/// When the text holds something else, or the counts of encounters that are not asked for.
pub fn counts(
    dir: &Path,
    text: &str,
    scenarios: &[Loaded],
    seed: Seed,
    extent: &Extent,
) -> Result<Vec<Option<Before>>, ResumeError> {
    let path = path(dir);
    if let Some(source) = of_another_study(text) {
        return Err(ResumeError::Unfit { path, source });
    }
    let empty: Vec<Shard> = scenarios.iter().map(|scenario| nothing_of(scenario, seed)).collect();
    let mut by_canonical: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (scenario, shard) in empty.iter().enumerate() {
        by_canonical.entry(&shard.canonical).or_default().push(scenario);
    }
    let mut before: Vec<Option<Before>> = scenarios.iter().map(|_| None).collect();
    for (index, line) in text.lines().enumerate() {
        let counts = |source| ResumeError::Counts { path: path.clone(), line: index + 1, source };
        let shard = Shard::parse(&path, line.as_bytes()).map_err(counts)?;
        let same: &[usize] = by_canonical.get(shard.canonical.as_str()).map_or(&[], Vec::as_slice);
        let nearest = same.first().or(if empty.is_empty() { None } else { Some(&0) });
        if let Some((.., source)) = nearest.and_then(|&nearest| clash(&[&empty[nearest], &shard])) {
            return Err(ResumeError::Another { path, scenario: shard.scenario, source });
        }
        if shard.ranges.is_empty() {
            continue;
        }
        if let Some(range) = shard.ranges.iter().find(|range| !is_asked_for(range, extent)) {
            return Err(ResumeError::TooMany { path, range: range.clone(), scenario: shard.scenario });
        }
        for &scenario in same {
            before[scenario] = Some(Before { tally: shard.tally.clone(), ranges: shard.ranges.clone() });
        }
    }
    Ok(before)
}

/// The shard of a scenario of which nothing was played.
fn nothing_of(scenario: &Loaded, seed: Seed) -> Shard {
    let run = scenario.fights.run(&Plan::new(seed, 0..0), &Watch::none());
    scenario.fights.shard(&scenario.name, &scenario.scenario.canonical(scenario.system.schema()), &run, seed)
}

/// Whether all encounters of a range are to be played.
fn is_asked_for(range: &Range<u64>, extent: &Extent) -> bool {
    let is_within = |asked: &Range<u64>| asked.start <= range.start && range.end <= asked.end;
    match extent {
        Extent::Ranges(asked) => asked.iter().any(is_within),
        Extent::Rows { range, .. } => is_within(range),
        // Looks are taken at the first encounters, so that there is no use for later ones.
        Extent::Precision { max_encounters, .. } => range.start == 0 && range.end <= *max_encounters,
    }
}
