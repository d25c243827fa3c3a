//! The changes since a baseline, number by number, and what they mean.

use serde::ser::{SerializeMap, Serializer};
use serde::{Deserialize, Serialize};

use super::numbers::{self, Number};
use super::{Played, Unjudged, Values};
use crate::stats::Interval;
use crate::studies::compare::Apart;
use crate::studies::compare::verdict::Verdict;
use crate::studies::rerun::Difference;

/// The standing of a baseline today.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Standing {
    /// Every number is equal, to its last digit.
    Identical,
    /// Numbers differ, and none by more than chance can explain.
    Moved,
    /// A difference is significant, or one side has numbers that the other lacks.
    Different,
    /// The scenario is not there any more.
    Missing,
}

impl Standing {
    /// As JSON has it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Identical => "identical",
            Self::Moved => "moved",
            Self::Different => "different",
            Self::Missing => "missing",
        }
    }
}

/// The settings by which differences are judged.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Settings {
    /// The confidence of all intervals and verdicts together, in 0..1.
    pub confidence: f64,
    /// The largest difference of a share that does not matter.
    pub margin: Option<f64>,
}

/// A number that moved. As JSON: `name, before, after, difference, lo, hi, p, [before_only, after_only,] verdict`.
#[derive(Debug, Clone, PartialEq)]
pub struct Shift {
    /// The full name of the number.
    pub name: String,
    /// On either side; none for a mean among no encounters.
    pub sides: [Option<f64>; 2],
    /// After minus before; none where a side has no number.
    pub difference: Option<f64>,
    /// The interval of the difference; none where it is exact, and of too few encounters.
    pub interval: Option<Interval>,
    /// Whether there are too few encounters for an interval.
    pub is_of_too_few: bool,
    /// The p-value of no difference, by itself; none where it is exact, and with intervals that are valid at every look.
    pub p: Option<f64>,
    /// Of a paired share: the encounters in which it happened before alone, and after alone.
    pub discordant: Option<[u64; 2]>,
    /// Whether it is a share of encounters.
    pub is_share: bool,
    /// The verdict on the difference.
    pub verdict: Verdict,
}

impl Serialize for Shift {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("name", &self.name)?;
        map.serialize_entry("before", &self.sides[0])?;
        map.serialize_entry("after", &self.sides[1])?;
        map.serialize_entry("difference", &self.difference)?;
        map.serialize_entry("lo", &self.interval.map(|interval| interval.lo))?;
        map.serialize_entry("hi", &self.interval.map(|interval| interval.hi))?;
        map.serialize_entry("p", &self.p)?;
        if let Some([before, after]) = self.discordant {
            map.serialize_entry("before_only", &before)?;
            map.serialize_entry("after_only", &after)?;
        }
        map.serialize_entry("verdict", &self.verdict)?;
        map.end()
    }
}

/// A column of a recorded row of the encounters, with its value then and today.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Cell {
    /// The name of the column.
    pub column: String,
    /// The recorded value.
    pub before: String,
    /// The value today.
    pub after: String,
}

/// The fights that differ between two sides. As JSON: `encounters, differing, first, [columns,] [replay]`, where `replay` has
/// the command lines that tell the first one, `before` and `after`.
#[derive(Debug, Clone, PartialEq)]
pub struct Fights {
    /// The number of fights that differ, and the first of them.
    pub apart: Apart,
    /// The columns in which the first one differs; empty unless rows were recorded.
    pub columns: Vec<Cell>,
    /// The words of the command lines that tell the first one, before and after.
    pub replay: Option<[Vec<String>; 2]>,
}

impl Serialize for Fights {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Commands<'a> {
            before: &'a [String],
            after: &'a [String],
        }
        #[derive(Serialize)]
        struct All<'a> {
            #[serde(flatten)]
            apart: Apart,
            #[serde(skip_serializing_if = "<[Cell]>::is_empty")]
            columns: &'a [Cell],
            #[serde(skip_serializing_if = "Option::is_none")]
            replay: Option<Commands<'a>>,
        }
        let replay = self.replay.as_ref().map(|[before, after]| Commands { before, after });
        All { apart: self.apart, columns: &self.columns, replay }.serialize(serializer)
    }
}

/// The changes between two sides. As JSON: `verdict, encounters, [key, recorded, remade,] values, [gone,] [new,] [fights]`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Part {
    /// The worst of all verdicts.
    pub verdict: Standing,
    /// Before and after; none where the numbers are exact.
    pub encounters: [Option<u64>; 2],
    /// The first key of the result that differs; none between two texts.
    #[serde(flatten)]
    pub first: Option<Difference>,
    /// The numbers that moved, in report order.
    pub values: Vec<Shift>,
    /// The names of numbers that are there before alone.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub gone: Vec<String>,
    /// The names of numbers that are there after alone.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub new: Vec<String>,
    /// The fights that differ; `None` if they are not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fights: Option<Fights>,
}

/// The standing of one recorded result today. As JSON: `baseline, result, name, equipoise, seed_contract, [seed,]
/// confidence, numbers, [margin,] verdict, [missing,] rules, [changes]`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Checked {
    /// The path of the record.
    pub baseline: String,
    /// Its number in the record, from 1.
    pub result: usize,
    /// The name of its subject.
    pub name: String,
    /// The version of the program that recorded it.
    pub equipoise: String,
    /// The seed contract that it was recorded under.
    pub seed_contract: u32,
    /// The master seed; none where the numbers are exact.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// The confidence of all intervals and verdicts together.
    pub confidence: f64,
    /// The number of values, in all results, that share the error.
    pub numbers: usize,
    /// The largest difference of a share that does not matter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub margin: Option<f64>,
    /// The worst of both parts; that the scenario is missing is worse than either.
    pub verdict: Standing,
    /// The path of the scenario, if it is wanted as it is now and is not there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub missing: Option<String>,
    /// From the recorded numbers to those of the recorded texts under today's rules.
    pub rules: Part,
    /// From the recorded texts to the changed ones, both under today's rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub changes: Option<Part>,
    /// The path of the recorded scenario, `<stdin>` for the standard input.
    pub file: String,
}

/// Judges results together: all their numbers share the error, each having an equal part of it (Bonferroni).
pub fn judge(played: Vec<Played>, settings: &Settings) -> Vec<Checked> {
    let parts = played.iter().flat_map(|played| std::iter::once(&played.rules).chain(&played.changes));
    let numbers = parts.map(|part| part.values.width()).sum::<usize>();
    let each = Settings { confidence: 1.0 - (1.0 - settings.confidence) / numbers.max(1) as f64, ..*settings };
    let checked = |played: Played| {
        let rules = part(played.rules, &each);
        let changes = played.changes.map(|changes| part(changes, &each));
        let changed = if played.missing.is_some() {
            Standing::Missing
        } else {
            changes.as_ref().map_or(Standing::Identical, |changes| changes.verdict)
        };
        Checked {
            baseline: played.baseline,
            result: played.number,
            name: played.name,
            equipoise: played.versions.equipoise,
            seed_contract: played.versions.seed_contract,
            seed: played.seed,
            confidence: settings.confidence,
            numbers,
            margin: settings.margin,
            verdict: rules.verdict.max(changed),
            missing: played.missing,
            rules,
            changes,
            file: played.file,
        }
    };
    played.into_iter().map(checked).collect()
}

fn part(unjudged: Unjudged, each: &Settings) -> Part {
    let Unjudged { encounters, is_identical, first, values, gone, new, fights } = unjudged;
    let values = match &values {
        _ if is_identical => Vec::new(),
        Values::Unpaired { numbers, is_anytime } => {
            numbers.iter().filter_map(|(name, sides)| unpaired(name, *sides, *is_anytime, each)).collect()
        }
        Values::Paired(tally) => {
            let differences = tally.differences(each.confidence).into_iter();
            differences.filter(|difference| !difference.is_always_zero()).map(|found| paired(found, each)).collect()
        }
    };
    let is_different = |shift: &Shift| shift.verdict == Verdict::Different;
    let verdict = if is_identical {
        Standing::Identical
    } else if values.iter().any(is_different) || !gone.is_empty() || !new.is_empty() {
        Standing::Different
    } else {
        Standing::Moved
    };
    Part { verdict, encounters, first, values, gone, new, fights }
}

fn paired(found: crate::stats::paired::Difference, each: &Settings) -> Shift {
    let verdict = Verdict::of(&found, each.confidence, each.margin);
    Shift {
        sides: [Some(found.first), Some(found.second)],
        difference: Some(found.difference),
        is_of_too_few: found.interval.is_none(),
        interval: found.interval,
        p: Some(found.p),
        is_share: found.discordant.is_some(),
        discordant: found.discordant.map(|counts| [counts.first_only, counts.second_only]),
        verdict,
        name: found.name,
    }
}

/// The shift of a number of two samples without pairs, if there is one. A number that is of another kind today, or that
/// is there on one side alone, is different.
fn unpaired(name: &str, sides: [Option<Number>; 2], is_anytime: bool, each: &Settings) -> Option<Shift> {
    let values = sides.map(|number| number.map(|number| number.value()));
    if values[0] == values[1] {
        return None;
    }
    let is_share = sides.iter().flatten().all(Number::is_share);
    let is_exact = sides.iter().flatten().all(|number| matches!(number, Number::Exact { .. }));
    let numbers = sides[0].zip(sides[1]);
    let found = numbers.and_then(|(first, second)| numbers::difference([first, second], is_anytime, each.confidence));
    let verdict = found.map_or(Verdict::Different, |found| {
        let is_within = |margin: &f64| found.interval.is_some_and(|found| found.lo >= -margin && found.hi <= *margin);
        match each.margin.filter(|_| is_share).filter(is_within) {
            Some(within) => Verdict::Same { within },
            None if found.is_significant(each.confidence) => Verdict::Different,
            None => Verdict::Undecided,
        }
    });
    Some(Shift {
        name: name.to_owned(),
        sides: values,
        difference: found.map(|found| found.difference),
        interval: found.filter(|_| !is_exact).and_then(|found| found.interval),
        is_of_too_few: found.is_some_and(|found| !is_exact && found.interval.is_none()),
        p: found.filter(|_| !is_exact).and_then(|found| found.p),
        discordant: None,
        is_share,
        verdict,
    })
}
