//! The worth of good play: how many of its own wins a side loses by errors, at which decisions they cost most, and what its other
//! ways to play come to.
//!
//! One side changes how it plays, and the other plays as the scenario says, on the same dice. Each change is compared with that side
//! as it plays without errors.

use equipoise_engine::Side;
use equipoise_engine::event::as_text;
use serde::{Serialize, Serializer};

use crate::studies::report::Share;
use crate::studies::sensitivity::{Effect, Setting, Settings, Stepped};

pub mod ask;

/// The percentages of errors with which a side plays, at all of its decisions.
pub const PERCENTS: [u8; 4] = [10, 25, 50, 100];

/// The percentage of errors at decisions of one kind.
pub const PERCENT_OF_KIND: u8 = 25;

/// The worth of the play of a side. As JSON: `scenario, system, side, metric, seed, encounters, confidence, wins, errors,
/// percent_of_kind, decisions, ways`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SkillOfSide {
    /// The scenario's name.
    pub scenario: String,
    /// The system's name.
    pub system: &'static str,
    /// The side.
    #[serde(serialize_with = "as_text")]
    pub side: Side,
    /// The question; the metric is the side's own wins.
    #[serde(flatten)]
    pub settings: Settings,
    /// The share of encounters that it wins without errors.
    pub wins: Share,
    /// The effects of errors at all decisions, by their percentage: see [`PERCENTS`]. Empty if the system knows no errors.
    pub errors: Vec<Stepped>,
    /// The percentage of errors at decisions of one kind.
    pub percent_of_kind: u8,
    /// The effects of errors at one kind of decision alone, by the kind; the most costly first.
    pub decisions: Vec<Stepped>,
    /// The effects of the other words of each key that says how a combatant plays, the largest first.
    #[serde(serialize_with = "ways_alone")]
    pub ways: Vec<Effect>,
}

/// The effects without the settings, which stand beside them.
fn ways_alone<S: Serializer>(ways: &[Effect], serializer: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct Way<'a> {
        path: &'a str,
        value: &'a Setting,
        steps: Vec<&'a Stepped>,
    }
    serializer.collect_seq(ways.iter().map(|effect| Way {
        path: &effect.step.path,
        value: &effect.step.value,
        steps: effect.stepped.iter().flatten().collect(),
    }))
}
