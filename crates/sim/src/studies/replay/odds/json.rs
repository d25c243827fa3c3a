//! The odds of a fight as JSON.

use equipoise_engine::Winner;
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use serde_json::value::RawValue;

use super::{Continuations, Luck, OddsByStep, OddsMethod, OddsStep, Shares, Whose};

/// As one object: `method, [states | continuations, confidence], start, steps, turning_point, open_until, luck`.
impl Serialize for OddsByStep {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        match self.method {
            OddsMethod::Exact { states } => {
                map.serialize_entry("method", "exact")?;
                map.serialize_entry("states", &states)?;
            }
            OddsMethod::Sample(Continuations { continuations, confidence }) => {
                map.serialize_entry("method", "sample")?;
                map.serialize_entry("continuations", &continuations)?;
                map.serialize_entry("confidence", &confidence)?;
            }
        }
        map.serialize_entry("start", &ByWinner(&self.start))?;
        let steps: Vec<Entry> = self.steps.iter().map(|step| Entry::of(step, &self.events)).collect();
        map.serialize_entry("steps", &steps)?;
        let OddsStep { step, round, swing, .. } = *self.turning_point();
        map.serialize_entry("turning_point", &Turn { step, round, swing })?;
        map.serialize_entry("open_until", &self.open_until())?;
        map.serialize_entry("luck", &Account { actors: &self.by_actor, rounds: &self.by_round })?;
        map.end()
    }
}

#[derive(Serialize)]
struct Entry<'a> {
    step: u32,
    round: u32,
    actors: &'a [String],
    events: Vec<&'a RawValue>,
    odds: ByWinner<'a>,
    swing: f64,
}

impl<'a> Entry<'a> {
    /// `events` are those of all lines.
    fn of(step: &'a OddsStep, events: &'a [String]) -> Self {
        let events = events[step.lines.clone()].iter();
        Self {
            step: step.step,
            round: step.round,
            actors: &step.actors,
            events: events.map(|event| serde_json::from_str(event).expect("an event is JSON")).collect(),
            odds: ByWinner(&step.odds),
            swing: step.swing,
        }
    }
}

#[derive(Serialize)]
struct Turn {
    step: u32,
    round: u32,
    swing: f64,
}

#[derive(Serialize)]
struct Account<'a> {
    actors: &'a [Luck<Whose>],
    rounds: &'a [Luck<u32>],
}

impl Serialize for Luck<Whose> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        let side = match &self.of {
            Whose::One(id, side) => {
                map.serialize_entry("id", id)?;
                side.name()
            }
            Whose::Several(side) => side.name(),
            Whose::Both => "both",
        };
        map.serialize_entry("side", side)?;
        map.serialize_entry("steps", &self.steps)?;
        map.serialize_entry("swing", &self.swing)?;
        map.end()
    }
}

impl Serialize for Luck<u32> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("round", &self.of)?;
        map.serialize_entry("steps", &self.steps)?;
        map.serialize_entry("swing", &self.swing)?;
        map.end()
    }
}

/// Odds as one object, by the name of the winner.
struct ByWinner<'a>(&'a Shares);

impl Serialize for ByWinner<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(Winner::ALL.into_iter().map(|winner| (winner.name(), &self.0[winner.index()])))
    }
}
