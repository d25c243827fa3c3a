//! Whether games that were played are such as a scenario yields, and which value of a path explains them best.
//!
//! The rows of the record are held against rows of the model: those of the exact solution with their chances, or those of
//! encounters that are sampled. Against a sample every test is a permutation test, so that its size is accounted for.

use serde::ser::{Serialize, SerializeMap, Serializer};
use thiserror::Error;

use crate::registry::System;
use crate::studies::report::{Mean, Share};
use crate::studies::study::Refusal;

pub mod ask;
mod cells;
mod curve;
mod games;
mod model;
mod play;
mod surprise;
#[cfg(test)]
mod tests;

pub use games::{GAMES_MAX, Of};

/// The most numbers of encounters that are in memory at once: a number for each encounter, value and column.
pub const ENCOUNTERS_MAX: u64 = 50_000_000;

/// The reason why a record cannot be held against a scenario.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ObserveError {
    /// A column that is to be left out is not there.
    #[error("there is no column `{column}` to leave out")]
    NothingToIgnore {
        /// Its name.
        column: String,
    },
    /// With a value that is varied there is no such number.
    #[error("with {value} encounters have no `{column}`")]
    Lacks {
        /// The path with the value.
        value: String,
        /// The column.
        column: String,
    },
    /// There would be too many numbers to keep.
    #[error(
        "{encounters} encounters of {values} scenarios have more than {ENCOUNTERS_MAX} numbers in {columns} columns"
    )]
    TooMany {
        /// The encounters of each scenario.
        encounters: u64,
        /// The number of scenarios: the given one, and one for each value.
        values: usize,
        /// The number of columns.
        columns: usize,
    },
    /// Games leave out cells in too many ways.
    #[error("the games leave cells empty in {patterns} ways, at most 64 are told apart")]
    Patterns {
        /// The number of ways.
        patterns: usize,
    },
    /// The exact solution does not have all columns together.
    #[error("the exact solution does not have the chances of all columns together")]
    NotSolved,
    /// Not every encounter was played.
    #[error("interrupted: nothing is said of the record")]
    Interrupted,
}

impl Refusal for ObserveError {
    fn help(&self) -> Option<String> {
        match self {
            Self::NotSolved => Some(
                "it has the winner with all ends of combatants, or the winner with the rounds; --method sample takes any".to_owned(),
            ),
            Self::TooMany { values, columns, .. } => {
                let most = ENCOUNTERS_MAX / (*values as u64 * *columns as u64).max(1);
                Some(format!("`-n {most}` are as many as can be, and more of them with fewer values or columns"))
            }
            Self::Patterns { .. } => Some("--ignore the columns that few games have".to_owned()),
            Self::NothingToIgnore { .. } | Self::Lacks { .. } | Self::Interrupted => None,
        }
    }

    fn is_interrupt(&self) -> bool {
        matches!(self, Self::Interrupted)
    }
}

/// A record against a scenario. As JSON: `scenario, system, record, ignored, method, [states | encounters], seed, confidence, games,
/// draws, columns, whole, surprising, most_surprising, curve[, partial]`.
#[derive(Debug, Clone, PartialEq)]
pub struct Observed {
    /// The name of the scenario.
    pub scenario: String,
    /// The system that resolves it.
    pub system: System,
    /// The question.
    pub asked: ask::Observe,
    /// The method that yielded the numbers of the model.
    pub method: ObserveMethod,
    /// The number of games.
    pub games: u64,
    /// The columns that were left out as the caller wished.
    pub ignored: Vec<String>,
    /// The number of records that were drawn for each test that is not exact.
    pub draws: u64,
    /// Each column of the record against the model, in the order of the file.
    pub columns: Vec<Column>,
    /// All columns together; `None` if an interrupt came before it was known.
    pub whole: Option<Whole>,
    /// The most surprising games, the most surprising first.
    pub surprising: Vec<Surprise>,
    /// The chance that the most surprising of as many games is as surprising as it is here, at most.
    pub most_surprising: f64,
    /// The likelihood along the values of a path; `None` if none is varied, or an interrupt came before the first of them. It has the
    /// values that were sampled before an interrupt.
    pub curve: Option<Curve>,
    /// Whether an interrupt came before the end: tests and values are missing then, and the model has fewer encounters.
    pub is_partial: bool,
}

/// The method that yielded the numbers of a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ObserveMethod {
    /// They are exact.
    Exact {
        /// The states of the largest solution.
        states: usize,
    },
    /// They are shares of encounters.
    Sampled {
        /// The number of encounters, of each value by itself.
        encounters: u64,
    },
}

/// A number of the model beside that of the record. As JSON: `expected, observed`.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
pub struct Compared<T> {
    /// The share or the mean in the model.
    pub expected: T,
    /// The share or the mean in the record.
    pub observed: T,
}

/// A column of the record against the model. As JSON: `column, kind, games, missing, values, mean, tests`.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct Column {
    /// Its name in the file.
    #[serde(rename = "column")]
    pub name: String,
    /// The kind by which it is read.
    #[serde(rename = "kind")]
    pub of: Of,
    /// The number of games with a value.
    pub games: u64,
    /// The number of games without one.
    pub missing: u64,
    /// The shares of its values; of yes and no that of yes alone, and none of a number.
    pub values: Vec<Value>,
    /// The means of a number.
    pub mean: Option<Compared<Mean>>,
    /// The tests; none if no game has a value, or an interrupt came before them.
    pub tests: Vec<Test>,
}

impl Column {
    /// Whether its values are yes and no.
    pub const fn is_yes_no(&self) -> bool {
        matches!(self.of, Of::Share)
    }

    /// The smallest p-value of its tests, with all others taken together.
    pub fn adjusted(&self) -> Option<f64> {
        self.tests.iter().map(|test| test.adjusted).reduce(f64::min)
    }
}

/// A value of a column. As JSON: `value, expected, observed`.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct Value {
    /// The word for it.
    pub value: String,
    /// Its share of encounters beside that of games.
    #[serde(flatten)]
    pub compared: Compared<Share>,
}

/// A test of the record against the model. As JSON: `test, p, adjusted`.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
pub struct Test {
    /// The property that it compares.
    #[serde(rename = "test")]
    pub name: TestName,
    /// The chance of a record at least as unlike.
    pub p: f64,
    /// The same with all tests taken together (Holm).
    pub adjusted: f64,
}

/// The property that a test compares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum TestName {
    /// The count of each value: the exact binomial or multinomial test, or that of Fisher, Freeman and Halton.
    Counts,
    /// The distance of the mean.
    Mean,
    /// The largest distance of the distribution function.
    Distribution,
    /// The likelihood of all columns together.
    Likelihood,
}

impl TestName {
    /// The word.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Counts => "counts",
            Self::Mean => "mean",
            Self::Distribution => "distribution",
            Self::Likelihood => "likelihood",
        }
    }
}

/// All columns together. As JSON: `log_likelihood, expected, cells, left_out, binned, test, p, adjusted`.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct Whole {
    /// The logarithm of the chance of so many games of each kind; `None` if the model does not allow them.
    pub log_likelihood: Option<f64>,
    /// The mean of that over records that the model yields.
    pub expected: f64,
    /// The number of kinds of games that are told apart.
    pub cells: usize,
    /// The columns for which there are too few encounters.
    pub left_out: Vec<String>,
    /// Whether numbers are in bins.
    #[serde(rename = "binned")]
    pub has_bins: bool,
    /// The chance of a record that is no likelier.
    #[serde(flatten)]
    pub test: Test,
}

/// A surprising game. As JSON: `game, row, count, tail, seen, possible, cells`.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct Surprise {
    /// Its name, or the number of its row.
    pub game: String,
    /// The number of its row, as in a spreadsheet: the header is 1.
    pub row: usize,
    /// The number of games that the row stands for.
    pub count: u64,
    /// The chance of a game that is no likelier.
    pub tail: f64,
    /// The number of sampled encounters that went the same way, in all cells that the game has; `None` if chances are exact.
    pub seen: Option<u64>,
    /// Whether the model allows it; what was never seen among sampled encounters is taken for possible.
    #[serde(rename = "possible")]
    pub is_possible: bool,
    /// Its cells.
    pub cells: Vec<Cell>,
}

/// A cell of a surprising game. As JSON: `column, value, tail`.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct Cell {
    /// The column.
    pub column: String,
    /// The value in words.
    pub value: String,
    /// The chance of a value that is no likelier; of a number twice that of one as far on its side.
    pub tail: f64,
}

/// The likelihood of the record along the values of a path. As JSON: `path, cutoff, best, at_end, cells, left_out, binned, values`.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct Curve {
    /// The path.
    pub path: String,
    /// The drop below the largest log-likelihood to which the interval reaches.
    pub cutoff: f64,
    /// The value with the largest likelihood; `None` if no value allows the record.
    pub best: Option<String>,
    /// Whether it is the first or the last of several values.
    #[serde(rename = "at_end")]
    pub is_at_end: bool,
    /// The number of kinds of games that are told apart.
    pub cells: usize,
    /// The columns for which there are too few encounters.
    pub left_out: Vec<String>,
    /// Whether numbers are in bins.
    #[serde(rename = "binned")]
    pub has_bins: bool,
    /// The values, in their order.
    pub values: Vec<At>,
}

/// The likelihood at one value. As JSON: `value, log_likelihood, drop, error, standing, told_from_best, unseen`.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct At {
    /// The value.
    pub value: String,
    /// The logarithm of the likelihood; `None` if the record cannot be with this value.
    pub log_likelihood: Option<f64>,
    /// The drop of that below the largest; `None` if the record cannot be.
    pub drop: Option<f64>,
    /// The standard error of the drop, since encounters are sampled; `None` if chances are exact.
    pub error: Option<f64>,
    /// The standing of the value by the likelihood interval.
    pub standing: Standing,
    /// Whether so many encounters tell it from the best one.
    #[serde(rename = "told_from_best")]
    pub is_told_from_best: bool,
    /// The games of kinds that no encounter with this value has shown; if chances are exact, those that cannot be.
    pub unseen: u64,
}

/// The standing of a value by the likelihood interval.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Standing {
    /// It has the largest likelihood.
    Best,
    /// It lies in the interval.
    Inside,
    /// Too few encounters tell whether it does.
    Unsure,
    /// It does not.
    Outside,
}

impl Standing {
    /// The word.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Best => "best",
            Self::Inside => "inside",
            Self::Unsure => "unsure",
            Self::Outside => "outside",
        }
    }
}

impl Curve {
    /// The values that the interval has, the best one among them; also those of which that is not sure.
    pub fn interval(&self) -> Vec<&At> {
        self.values.iter().filter(|at| at.standing != Standing::Outside).collect()
    }

    /// Whether the interval has all values from its first to its last.
    pub fn is_unbroken(&self) -> bool {
        let is_in = |at: &At| at.standing != Standing::Outside;
        let first = self.values.iter().position(is_in);
        let last = self.values.iter().rposition(is_in);
        first.zip(last).is_none_or(|(first, last)| self.values[first..=last].iter().all(is_in))
    }
}

impl Observed {
    /// The level below which an adjusted p-value says that the record is unlike the model.
    pub fn level(&self) -> f64 {
        1.0 - self.asked.confidence
    }

    /// All tests: those of the columns, and that of the whole at the end.
    pub fn tests(&self) -> impl Iterator<Item = &Test> {
        self.columns.iter().flat_map(|column| &column.tests).chain(self.whole.iter().map(|whole| &whole.test))
    }

    /// The columns that are unlike the model, with all tests taken together.
    pub fn unlike(&self) -> impl Iterator<Item = &Column> {
        self.columns.iter().filter(|column| column.adjusted().is_some_and(|p| p < self.level()))
    }

    /// Whether the record as a whole is less likely than the model's own are.
    pub fn is_unlikely(&self) -> bool {
        self.whole.as_ref().is_some_and(|whole| whole.test.adjusted < self.level())
    }

    /// The encounters of each value; `None` if chances are exact.
    pub const fn encounters(&self) -> Option<u64> {
        match self.method {
            ObserveMethod::Exact { .. } => None,
            ObserveMethod::Sampled { encounters } => Some(encounters),
        }
    }
}

/// As one object: `scenario, system, record, ignored, method, [states | encounters], seed, confidence, games, draws, columns, whole,
/// surprising, most_surprising, curve[, partial]`.
impl Serialize for Observed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("scenario", &self.scenario)?;
        map.serialize_entry("system", self.system.name())?;
        map.serialize_entry("record", &self.asked.games.display().to_string())?;
        map.serialize_entry("ignored", &self.ignored)?;
        match self.method {
            ObserveMethod::Exact { states } => {
                map.serialize_entry("method", "exact")?;
                map.serialize_entry("states", &states)?;
            }
            ObserveMethod::Sampled { encounters } => {
                map.serialize_entry("method", "sample")?;
                map.serialize_entry("encounters", &encounters)?;
            }
        }
        map.serialize_entry("seed", &self.asked.seed)?;
        map.serialize_entry("confidence", &self.asked.confidence)?;
        map.serialize_entry("games", &self.games)?;
        map.serialize_entry("draws", &self.draws)?;
        map.serialize_entry("columns", &self.columns)?;
        map.serialize_entry("whole", &self.whole)?;
        map.serialize_entry("surprising", &self.surprising)?;
        map.serialize_entry("most_surprising", &self.most_surprising)?;
        map.serialize_entry("curve", &self.curve)?;
        if self.is_partial {
            map.serialize_entry("partial", &true)?;
        }
        map.end()
    }
}
