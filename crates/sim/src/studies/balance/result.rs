//! The result of a search for balance.

use serde::ser::{Serialize, SerializeMap, Serializer};

use super::arena::{Target, Whose};
use super::ask;
use super::search::Indices;
use crate::stats::Interval;
use crate::stats::interval::ends_or_null;
use crate::studies::test::Verdict;

/// The least change that brings the targets into their bands. As JSON: `file, seed, encounters, confidence, indices, played, numbers,
/// targets, reached, cost, conflicts, sheets[, partial]`.
#[derive(Debug, Clone, PartialEq)]
pub struct Balance {
    /// The question.
    pub asked: ask::Balance,
    /// The names of what was played: the scenarios, and the roster last.
    pub names: Vec<String>,
    /// The numbers that may change.
    pub numbers: Vec<Number>,
    /// The targets.
    pub targets: Vec<Target>,
    /// The measures of the files as they are, by target; `None` if an interrupt came before they were taken.
    pub before: Option<Vec<Measure>>,
    /// The best sheets, the best first; none if the rules refuse all, or after an early interrupt.
    pub sheets: Vec<Sheet>,
    /// Targets that cannot be reached together.
    pub conflicts: Vec<Conflict>,
    /// The indices of all encounters.
    pub(super) indices: Indices,
    /// All encounters that were played.
    pub played: u64,
    /// Whether an interrupt came before the end.
    pub is_partial: bool,
}

/// A number that may change. As JSON: `path, scenario, files, range, step, cost, before, after, steps`.
#[derive(Debug, Clone, PartialEq)]
pub struct Number {
    /// The dotted path.
    pub path: String,
    /// The scenario that alone has it; `None` for one that is the same wherever its path leads to it.
    pub scenario: Option<String>,
    /// The files in which it is written.
    pub files: Vec<String>,
    /// The least and the largest value.
    pub range: [i64; 2],
    /// The length of a step.
    pub step: i64,
    /// The cost of a step.
    pub cost: f64,
    /// The value in the files.
    pub before: i64,
}

impl Number {
    /// The path, with the scenario if that is needed to tell it.
    pub fn name(&self) -> String {
        self.scenario.as_ref().map_or_else(|| self.path.clone(), |scenario| format!("{scenario}: {}", self.path))
    }
}

/// The number of a target in a sheet.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Measure {
    /// The share or the mean.
    pub value: f64,
    /// Its interval; those of all targets of a sheet hold together. `None` if too few encounters have the number, and for what the
    /// search has measured before an interrupt.
    pub interval: Option<Interval>,
    /// Whether it lies in its band.
    pub verdict: Verdict,
}

/// Values of all numbers, with what they lead to. As JSON: `values, cost, targets`.
#[derive(Debug, Clone, PartialEq)]
pub struct Sheet {
    /// By number, its value.
    pub values: Vec<i64>,
    /// The cost of the change.
    pub cost: f64,
    /// By target.
    pub measures: Vec<Measure>,
}

/// Targets that cannot be reached together; without any of them the others of them are. As JSON: a list of `target, otherwise`.
#[derive(Debug, Clone, PartialEq)]
pub struct Conflict {
    /// The targets, by their index, each with its value if the others are reached; `None` if that is not known.
    pub members: Vec<(usize, Option<f64>)>,
}

impl Target {
    /// The name that tells it from the others: the scenario with the number, or the pair.
    pub fn name(&self) -> String {
        match &self.whose {
            Whose::Scenario(scenario) => format!("{scenario}: {}", self.quantity),
            Whose::Pair(first, second) => format!("{first} against {second}"),
        }
    }
}

impl Balance {
    /// The sheet that is proposed.
    pub fn best(&self) -> Option<&Sheet> {
        self.sheets.first()
    }

    /// The numbers that change in a sheet.
    pub fn changed<'a>(&'a self, sheet: &'a Sheet) -> impl Iterator<Item = (&'a Number, i64)> {
        let numbers = self.numbers.iter().zip(sheet.values.iter().copied());
        numbers.filter(|(number, value)| number.before != *value)
    }

    /// The number of targets of the best sheet that have this verdict.
    pub fn count(&self, verdict: Verdict) -> usize {
        self.best().map_or(0, |sheet| sheet.measures.iter().filter(|measure| measure.verdict == verdict).count())
    }

    /// Whether every target of the best sheet is known to lie in its band.
    pub fn is_reached(&self) -> bool {
        self.best().is_some() && self.count(Verdict::Pass) == self.targets.len()
    }
}

impl Serialize for Balance {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let ask::Balance { file, encounters, seed, confidence } = &self.asked;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("file", &file.display().to_string())?;
        map.serialize_entry("seed", seed)?;
        map.serialize_entry("encounters", encounters)?;
        map.serialize_entry("confidence", confidence)?;
        map.serialize_entry("indices", &IndicesJson::from(&self.indices))?;
        map.serialize_entry("played", &self.played)?;
        let numbers: Vec<NumberJson> = self.numbers.iter().enumerate().map(|number| NumberJson(self, number)).collect();
        map.serialize_entry("numbers", &numbers)?;
        let targets: Vec<TargetJson> = self.targets.iter().enumerate().map(|target| TargetJson(self, target)).collect();
        map.serialize_entry("targets", &targets)?;
        map.serialize_entry("reached", &self.is_reached())?;
        map.serialize_entry("cost", &self.best().map(|sheet| sheet.cost))?;
        map.serialize_entry(
            "conflicts",
            &self.conflicts.iter().map(|conflict| ConflictJson(self, conflict)).collect::<Vec<_>>(),
        )?;
        map.serialize_entry("sheets", &self.sheets.iter().map(|sheet| SheetJson(self, sheet)).collect::<Vec<_>>())?;
        if self.is_partial {
            map.serialize_entry("partial", &true)?;
        }
        map.end()
    }
}

#[derive(serde::Serialize)]
struct IndicesJson {
    search: [u64; 2],
    race: [u64; 2],
    measured: [u64; 2],
}

impl From<&Indices> for IndicesJson {
    fn from(indices: &Indices) -> Self {
        let race = &indices.race;
        let race = race.first().zip(race.last()).map_or([0, 0], |(first, last)| [first.start, last.end]);
        let [search, measured] = [&indices.search, &indices.last].map(|range| [range.start, range.end]);
        Self { search, race, measured }
    }
}

struct NumberJson<'a>(&'a Balance, (usize, &'a Number));

impl Serialize for NumberJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(balance, (index, Number { path, scenario, files, range, step, cost, before })) = self;
        let after = balance.best().map(|sheet| sheet.values[*index]);
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("path", path)?;
        map.serialize_entry("scenario", scenario)?;
        map.serialize_entry("files", files)?;
        map.serialize_entry("range", range)?;
        map.serialize_entry("step", step)?;
        map.serialize_entry("cost", cost)?;
        map.serialize_entry("before", before)?;
        map.serialize_entry("after", &after)?;
        map.serialize_entry("steps", &after.map(|after| (after - before) / step))?;
        map.end()
    }
}

struct TargetJson<'a>(&'a Balance, (usize, &'a Target));

impl Serialize for TargetJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(balance, (index, target)) = self;
        let mut map = serializer.serialize_map(None)?;
        let (scenario, pair) = match &target.whose {
            Whose::Scenario(scenario) => (Some(scenario), None),
            Whose::Pair(first, second) => (None, Some([first, second])),
        };
        map.serialize_entry("scenario", &scenario)?;
        map.serialize_entry("pair", &pair)?;
        map.serialize_entry("quantity", &target.quantity)?;
        map.serialize_entry("at_least", &target.band.at_least)?;
        map.serialize_entry("at_most", &target.band.at_most)?;
        map.serialize_entry("before", &balance.before.as_ref().map(|before| before[*index]))?;
        map.serialize_entry("after", &balance.best().map(|sheet| sheet.measures[*index]))?;
        map.end()
    }
}

/// As JSON: `value, lo, hi, verdict`.
impl Serialize for Measure {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(serde::Serialize)]
        struct Fields {
            value: f64,
            #[serde(flatten, serialize_with = "ends_or_null")]
            interval: Option<Interval>,
            verdict: &'static str,
        }
        let &Self { value, interval, verdict } = self;
        Fields { value, interval, verdict: verdict.name() }.serialize(serializer)
    }
}

struct ConflictJson<'a>(&'a Balance, &'a Conflict);

impl Serialize for ConflictJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(serde::Serialize)]
        struct Member {
            target: String,
            otherwise: Option<f64>,
        }
        let Self(balance, conflict) = self;
        let member =
            |&(target, otherwise): &(usize, Option<f64>)| Member { target: balance.targets[target].name(), otherwise };
        serializer.collect_seq(conflict.members.iter().map(member))
    }
}

struct SheetJson<'a>(&'a Balance, &'a Sheet);

impl Serialize for SheetJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        struct Values<'a>(&'a Balance, &'a [i64]);
        impl Serialize for Values<'_> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_map(self.0.numbers.iter().map(Number::name).zip(self.1))
            }
        }
        let Self(balance, Sheet { values, cost, measures }) = self;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("values", &Values(balance, values))?;
        map.serialize_entry("cost", cost)?;
        map.serialize_entry("targets", measures)?;
        map.end()
    }
}
