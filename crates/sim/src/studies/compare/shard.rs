//! Parts of a comparison, played on any machine and joined to exactly the joint counts of the whole.
//!
//! A shard of a comparison holds the counts of its [parts](crate::studies::compare::job), what was asked, and both
//! scenarios as the rules see them; and the texts that they were made of, so that they can be counted again.
//!
//! The file is one JSON object, whose first entry, `comparison`, is the version of the format. It may come from
//! anywhere and is not trusted: reading checks its CRC-32 and that some encounters can have its counts, and allocates in
//! proportion to its size.

use std::collections::BTreeSet;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use equipoise_engine::Winner;
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::ask::{Compare, Until};
use crate::json::line;
use crate::kernel::quantity::{Kind, current_name};
use crate::record::seal::{self, Format, Seal, sealed};
use crate::record::shard::{Decimal, Origin, demand, other_scenario, same_build};
use crate::record::{CellNumber, Files, Part, Record, ShardError, Written, text};
use crate::studies::compare::job::ranges;
use crate::studies::compare::{Joint, JointTally};

/// The version of the format: the first entry of every file.
const FORMAT: u32 = 2;

/// A part of a comparison, or several joined.
#[derive(Debug, Clone, PartialEq)]
pub struct JointShard {
    /// The version of the program that played it.
    pub version: String,
    /// The commit that the program was built from; `None` if it is not known.
    pub commit: Option<String>,
    /// The number of the seed contract that it kept.
    pub seed_contract: u32,
    /// The study that was asked for, of the encounters that the shard has.
    pub study: Compare,
    /// The titles of both sides in results.
    pub titles: [String; 2],
    /// The names of the systems of both sides.
    pub systems: [String; 2],
    /// Both scenarios in their canonical forms, which are JSON.
    pub canonical: [String; 2],
    /// The texts of all files that were read.
    pub files: Arc<Files>,
    /// A tally without encounters, which has the names of the numbers.
    pub empty: JointTally,
    /// The counts, each of one range, in ascending order, no encounter twice.
    pub parts: Vec<Part<JointTally>>,
    /// Whether all encounters that were asked for were played; an interrupt leaves the rest out.
    pub complete: bool,
}

impl JointShard {
    /// Whether the rules see the same on both sides.
    pub fn is_identical(&self) -> bool {
        self.systems[0] == self.systems[1] && self.canonical[0] == self.canonical[1]
    }

    /// The indices of the encounters.
    pub fn ranges(&self) -> Vec<Range<u64>> {
        ranges(&self.parts)
    }

    /// The indices of the encounters; one empty range where there are none.
    pub fn played(&self) -> Vec<Range<u64>> {
        played(&self.parts)
    }

    /// Whether a text that may be anything has the entries by which such a shard is known.
    pub fn is_like(text: &[u8]) -> bool {
        #[derive(Deserialize)]
        struct Like {
            #[serde(rename = "comparison")]
            _comparison: IgnoredAny,
            #[serde(rename = "canonical")]
            _canonical: IgnoredAny,
        }
        serde_json::from_slice::<Like>(text).is_ok()
    }

    /// The text of the file.
    pub fn text(&self) -> String {
        let number = |(name, joint): (&String, &Joint)| FileNumber { name: name.clone(), kind: joint.kind().into() };
        let part = |Part { ranges, counts }: &Part<JointTally>| FilePart {
            range: (ranges[0].start, ranges[0].end),
            counts: file_counts(counts),
        };
        let file = File {
            comparison: FORMAT,
            version: self.version.clone(),
            commit: self.commit.clone(),
            seed_contract: self.seed_contract,
            study: Compare { until: Until::Ranges(self.played()), ..self.study.clone() },
            titles: self.titles.clone(),
            systems: self.systems.clone(),
            canonical: self.canonical.clone(),
            files: self.files.clone(),
            numbers: self.empty.names.iter().zip(&self.empty.joints).map(number).collect(),
            parts: self.parts.iter().map(part).collect(),
            interrupted: !self.complete,
            crc32: None,
        };
        sealed(file)
    }

    /// Reads the text of a file; `path` is for messages.
    ///
    /// # Errors
    /// If it is no text of such a shard, or contradicts itself.
    pub fn parse(path: &Path, text: &[u8]) -> Result<Self, ShardError> {
        let inconsistent = |what| ShardError::Inconsistent { path: path.to_owned(), what };
        read(seal::read(path, text)?).map_err(inconsistent)
    }
}

impl Record for JointShard {
    type Counts = JointTally;

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
        None
    }

    fn rank(&self) -> Vec<String> {
        let paths = self.study.paths().map(|path| path.display().to_string());
        self.titles.iter().cloned().chain(paths).collect()
    }

    fn empty(&self) -> JointTally {
        self.empty.clone()
    }

    fn parts(&self) -> Vec<Part<JointTally>> {
        self.parts.clone()
    }

    fn is_complete(&self) -> bool {
        self.complete
    }

    /// Data that make no difference to the counts, such as the confidence and the paths of the files, may differ.
    fn same_whole(&self, other: &Self) -> Result<(), ShardError> {
        let origin =
            |shard: &Self| Origin::new(&shard.version, shard.seed_contract, shard.systems.join(", "), shard.study.seed);
        origin(self).same_as(&origin(other))?;
        same_build(self.commit.as_deref(), other.commit.as_deref())?;
        let differs = |side: &usize| self.canonical[*side] != other.canonical[*side];
        match (0..2).find(differs) {
            Some(side) => Err(other_scenario(&self.canonical[side], &other.canonical[side])),
            None if self.empty != other.empty => Err(other_scenario("", "")),
            None => Ok(()),
        }
    }

    fn same_cell(&self, other: &Self) -> Result<(), ShardError> {
        self.same_whole(other)
    }

    fn with(&self, parts: Vec<Part<JointTally>>, complete: bool, _: bool) -> Self {
        let study = Compare { until: Until::Ranges(ranges(&parts)), ..self.study.clone() };
        Self { study, parts, complete, ..self.clone() }
    }
}

/// The encounters of parts; an empty range where there are none.
fn played(parts: &[Part<JointTally>]) -> Vec<Range<u64>> {
    let ranges = ranges(parts);
    if ranges.is_empty() { std::iter::once(0..0).collect() } else { ranges }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    comparison: u32,
    version: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    commit: Option<String>,
    seed_contract: u32,
    study: Compare,
    titles: [String; 2],
    systems: [String; 2],
    canonical: [String; 2],
    /// Texts by path.
    #[serde(with = "text::files")]
    files: Arc<Files>,
    numbers: Vec<FileNumber>,
    parts: Vec<FilePart>,
    /// Absent where the call was not interrupted, as in shards of builds that wrote no others.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    interrupted: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    crc32: Option<String>,
}

impl Format for File {
    const FORMAT_KEY: &'static str = "comparison";
    const FORMAT: u32 = FORMAT;
}

impl Seal for File {
    fn crc32(&mut self) -> &mut Option<String> {
        &mut self.crc32
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FileNumber {
    name: String,
    kind: FileKind,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum FileKind {
    Share,
    Mean,
    YesNo,
    MeanAmong,
}

impl From<Kind> for FileKind {
    fn from(kind: Kind) -> Self {
        match kind {
            Kind::Share => Self::Share,
            Kind::Mean => Self::Mean,
            Kind::YesNo => Self::YesNo,
            Kind::MeanAmong => Self::MeanAmong,
        }
    }
}

impl From<FileKind> for Kind {
    fn from(kind: FileKind) -> Self {
        match kind {
            FileKind::Share => Self::Share,
            FileKind::Mean => Self::Mean,
            FileKind::YesNo => Self::YesNo,
            FileKind::MeanAmong => Self::MeanAmong,
        }
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FilePart {
    range: (u64, u64),
    /// By number, its counts.
    counts: Vec<Vec<Decimal>>,
}

/// Checks what a file says, and makes a shard of it.
fn read(mut file: File) -> Result<JointShard, String> {
    for number in &mut file.numbers {
        if let Some(current) = current_name(&number.name) {
            current.clone_into(&mut number.name);
        }
    }
    let is_json = |text: &String| serde_json::from_str::<&RawValue>(text).is_ok() && !text.contains('\n');
    demand(file.canonical.iter().all(is_json), || "a canonical scenario that is no line of JSON".to_owned())?;
    let names: BTreeSet<&str> = file.numbers.iter().map(|number| number.name.as_str()).collect();
    demand(names.len() == file.numbers.len(), || "a number is there twice".to_owned())?;
    for winner in Winner::ALL {
        let name = format!("winners.{winner}");
        let is_wanted = |number: &FileNumber| number.name == name && matches!(number.kind, FileKind::Share);
        demand(file.numbers.iter().any(is_wanted), || format!("no share `{name}`"))?;
    }
    let joints = file.numbers.iter().map(|number| Joint::new(number.kind.into())).collect();
    let names: Vec<String> = file.numbers.iter().map(|number| number.name.clone()).collect();
    let empty = JointTally { encounters: 0, names: names.into(), joints };
    let parts =
        file.parts.iter().map(|part| read_part(part, &empty)).collect::<Result<Vec<Part<JointTally>>, String>>()?;
    for pair in parts.windows(2) {
        let [first, second] = [&pair[0].ranges[0], &pair[1].ranges[0]];
        let ascend = first.end <= second.start;
        demand(ascend, || format!("the parts from {} and {} are out of order", first.start, second.start))?;
    }
    let of_parts = Until::Ranges(played(&parts));
    demand(file.study.until == of_parts, || "other encounters than its parts".to_owned())?;
    let File { version, commit, seed_contract, study, titles, systems, canonical, files, interrupted, .. } = file;
    let complete = !interrupted;
    Ok(JointShard { version, commit, seed_contract, study, titles, systems, canonical, files, empty, parts, complete })
}

fn read_part(part: &FilePart, empty: &JointTally) -> Result<Part<JointTally>, String> {
    let (start, end) = part.range;
    demand(start < end, || format!("the range {start}..{end} is empty or reversed"))?;
    let counts = read_counts(&part.counts, empty, end - start)?;
    Ok(Part { ranges: std::iter::once(start..end).collect(), counts })
}

/// By number, its counts.
fn file_counts(tally: &JointTally) -> Vec<Vec<Decimal>> {
    tally.joints.iter().map(|joint| joint.counts().into_iter().map(Decimal).collect()).collect()
}

fn read_counts(counts: &[Vec<Decimal>], empty: &JointTally, encounters: u64) -> Result<JointTally, String> {
    demand(counts.len() == empty.joints.len(), || format!("counts of {} numbers", counts.len()))?;
    let joint = |((name, joint), counts): ((&String, &Joint), &Vec<Decimal>)| {
        let counts: Vec<u128> = counts.iter().map(|count| count.0).collect();
        let found = Joint::from_counts(joint.kind(), &counts, encounters);
        found.ok_or_else(|| format!("the counts of {name} fit no {encounters} encounters"))
    };
    let joints = empty.names.iter().zip(&empty.joints).zip(counts).map(joint).collect::<Result<_, _>>()?;
    Ok(JointTally { encounters, names: empty.names.clone(), joints })
}

impl Written for JointTally {
    fn text(&self) -> String {
        line(&file_counts(self))
    }

    fn read(&self, text: &str, encounters: u64) -> Result<Self, String> {
        let counts: Vec<Vec<Decimal>> = serde_json::from_str(text).map_err(|error| error.to_string())?;
        read_counts(&counts, self, encounters)
    }
}

#[cfg(test)]
mod tests;
