//! One side of a scenario against every row of a roster: who is harder than its level says.
//!
//! The rows take the place of the enemies or of the party, one after the other, and everything else stays as the scenario has it. All
//! rows meet the same dice: encounter `i` of every row is encounter `i` of the seed.

use equipoise_engine::Winner;
use serde::ser::{Serialize, SerializeMap, Serializer};

use crate::registry::System;
use crate::stats::Interval;
use crate::stats::interval::ends_or_null;
use crate::studies::check::Mistake;
use crate::studies::report::{Mean, Share};
use crate::studies::versus::share;

pub mod ask;
mod play;
#[cfg(test)]
mod tests;

pub use play::{Bouts, GauntletError};

use ask::Place;

/// The results of one side against every row. As JSON: `scenario, system, roster, place, by, margin, seed, encounters, confidence,
/// intervals, rows, refused[, partial]`.
#[derive(Debug, Clone, PartialEq)]
pub struct Gauntlet {
    /// The name of the scenario.
    pub scenario: String,
    /// The system that resolved all encounters.
    pub system: System,
    /// The question.
    pub asked: ask::Gauntlet,
    /// The kinds of points that the party may lose, as accounts name them; none if the system keeps no accounts.
    pub points: Vec<String>,
    /// The rows that were played, those first against which, or with which, the party wins most often; the order of the roster breaks
    /// ties.
    pub rows: Vec<Row>,
    /// The rows that the rules refuse, in the order of the roster.
    pub refused: Vec<Refused>,
    /// The number of rows that an interrupt left to be played.
    pub unplayed: usize,
}

/// A row that was played, as often as it stands for combatants. As JSON: `row, count, by, winners, rounds, party_any_dead, deaths, lost,
/// fit`.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// The id of the row.
    pub id: String,
    /// The number of combatants that it stands for.
    pub count: usize,
    /// Its number in the column that a function is fitted over.
    pub by: Option<f64>,
    /// By [`Winner`].
    pub winners: [Share; 4],
    /// The number of rounds that encounters last.
    pub rounds: Mean,
    /// Somebody of the party dies.
    pub any_dead: Share,
    /// The chance of death of each member of the party, in listed order.
    pub deaths: Vec<Death>,
    /// The points that the party has lost and not got back in the end, by kind.
    pub lost: Vec<Lost>,
    /// The position of the row relative to the monotone fit; `None` if no fit was wanted.
    pub fit: Option<Fit>,
}

/// The chance of death of one member of the party.
#[derive(Debug, Clone, PartialEq)]
pub struct Death {
    /// Its id.
    pub combatant: String,
    /// The share of encounters in which it is dead in the end.
    pub share: Share,
}

/// Points that the party has lost and not got back in the end. As JSON: `points, mean, lo, hi`.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct Lost {
    /// The kind of points, as accounts name it.
    pub points: String,
    /// The mean per encounter.
    pub mean: f64,
    /// Its confidence interval; `None` if too few encounters cost any.
    #[serde(flatten, serialize_with = "ends_or_null")]
    pub interval: Option<Interval>,
}

/// The position of a row relative to the monotone fit. As JSON: `share, distance, lo, hi, stands_out`.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
pub struct Fit {
    /// The fitted share of encounters that the party wins.
    pub share: f64,
    /// The share of the row less that of the fit.
    pub distance: f64,
    /// The interval of the distance. Those of all rows hold together with the confidence.
    #[serde(flatten)]
    pub interval: Interval,
    /// The direction in which it differs from its level; `None` if that is not sure.
    pub stands_out: Option<StandsOut>,
}

/// The direction in which a row differs from its level.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum StandsOut {
    /// Enemies that the party beats less often.
    Harder,
    /// Enemies that the party beats more often.
    Easier,
    /// A party that wins more often.
    Stronger,
    /// A party that wins less often.
    Weaker,
}

impl StandsOut {
    /// The word for an interval of the distance that lies on one side of 0, beyond the margin.
    fn of(interval: Interval, place: Place, margin: f64) -> Option<Self> {
        let is_above = interval.lo > margin;
        (is_above || interval.hi < -margin).then_some(match (place, is_above) {
            (Place::Enemies, true) => Self::Easier,
            (Place::Enemies, false) => Self::Harder,
            (Place::Party, true) => Self::Stronger,
            (Place::Party, false) => Self::Weaker,
        })
    }

    /// The word.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Harder => "harder",
            Self::Easier => "easier",
            Self::Stronger => "stronger",
            Self::Weaker => "weaker",
        }
    }
}

/// A row that cannot fight. As JSON: `row, count, mistakes`.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct Refused {
    /// The id of the row.
    pub row: String,
    /// The number of combatants that was wanted; `None` for the number that the row itself says.
    pub count: Option<usize>,
    /// The reasons: at least one mistake.
    pub mistakes: Vec<Mistake>,
}

impl Refused {
    /// The first mistake in a sentence that begins with its place.
    pub fn sentence(&self) -> String {
        let Some(first) = self.mistakes.first() else { return String::new() };
        match self.mistakes.len() {
            1 => first.sentence(),
            several => format!("{} (and {} more)", first.sentence(), several - 1),
        }
    }
}

impl Gauntlet {
    /// Whether an interrupt came before every row was played.
    pub const fn is_partial(&self) -> bool {
        self.unplayed > 0
    }

    /// Whether rows stand for other numbers of combatants than one.
    pub fn has_counts(&self) -> bool {
        self.rows.iter().any(|row| row.count != 1)
    }

    /// Whether there are encounters that no side wins.
    pub fn has_unwon(&self) -> bool {
        self.rows.iter().any(|row| self.unwon(row).share > 0.0)
    }

    /// The share of the encounters of a row that no side wins, with its Wilson interval.
    pub fn unwon(&self, row: &Row) -> Share {
        let count = row.winners[2..].iter().filter_map(|share| share.count).sum();
        share(count, self.asked.encounters, self.asked.confidence)
    }

    /// The row with the number of its combatants, if that matters.
    pub fn name_of(&self, row: &Row) -> String {
        if self.has_counts() { format!("{} x{}", row.id, row.count) } else { row.id.clone() }
    }
}

impl Row {
    /// The member of the party that dies most often, the first in listed order of several; `None` if nobody ever does.
    pub fn dies_most(&self) -> Option<&Death> {
        let count = |death: &Death| death.share.count.unwrap_or_default();
        self.deaths.iter().rev().max_by_key(|death| count(death)).filter(|death| count(death) > 0)
    }
}

/// The method by which each kind of interval is made.
#[derive(serde::Serialize)]
struct Intervals {
    shares: &'static str,
    rounds: &'static str,
    lost: &'static str,
    distances: &'static str,
}

impl Serialize for Gauntlet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let ask::Gauntlet { roster, place, by, margin, seed, encounters, confidence, .. } = &self.asked;
        let intervals = Intervals { shares: "wilson", rounds: "student", lost: "jackknife", distances: "simultaneous" };
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("scenario", &self.scenario)?;
        map.serialize_entry("system", self.system.name())?;
        map.serialize_entry("roster", &roster.display().to_string())?;
        map.serialize_entry("place", place)?;
        map.serialize_entry("by", by)?;
        map.serialize_entry("margin", margin)?;
        map.serialize_entry("seed", seed)?;
        map.serialize_entry("encounters", encounters)?;
        map.serialize_entry("confidence", confidence)?;
        map.serialize_entry("intervals", &intervals)?;
        map.serialize_entry("rows", &self.rows)?;
        map.serialize_entry("refused", &self.refused)?;
        if self.is_partial() {
            map.serialize_entry("partial", &true)?;
        }
        map.end()
    }
}

/// Shares by winner.
struct Winners<'a>(&'a [Share; 4]);

impl Serialize for Winners<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(Winner::ALL.iter().zip(self.0).map(|(winner, share)| (winner.name(), share)))
    }
}

impl Serialize for Row {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(serde::Serialize)]
        struct Rounds {
            mean: f64,
            sd: Option<f64>,
            #[serde(flatten, serialize_with = "ends_or_null")]
            interval: Option<Interval>,
        }
        let Self { id, count, by, winners, rounds, any_dead, deaths, lost, fit } = self;
        let rounds = Rounds { mean: rounds.mean, sd: rounds.sd, interval: rounds.interval };
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("row", id)?;
        map.serialize_entry("count", count)?;
        map.serialize_entry("by", by)?;
        map.serialize_entry("winners", &Winners(winners))?;
        map.serialize_entry("rounds", &rounds)?;
        map.serialize_entry("party_any_dead", any_dead)?;
        map.serialize_entry("deaths", deaths)?;
        map.serialize_entry("lost", lost)?;
        map.serialize_entry("fit", fit)?;
        map.end()
    }
}

impl Serialize for Death {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(serde::Serialize)]
        struct OfOne<'a> {
            combatant: &'a str,
            #[serde(flatten)]
            share: &'a Share,
        }
        OfOne { combatant: &self.combatant, share: &self.share }.serialize(serializer)
    }
}
