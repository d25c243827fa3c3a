//! Facts that several events have: squares, rolls, loads, and words of the rules.

use std::collections::BTreeMap;
use std::fmt::{self, Display};

use serde::{Serialize, Serializer};

use super::super::roll::{Outcome, Roll};
use super::super::state::Body;
use crate::event::{Named, as_text};
use crate::outcome::Side;

/// Stacks by status, in the ledger's order.
pub(in super::super) type Stacks = BTreeMap<Term, u32>;

/// A word of the rules: as the ledger writes it in the line, as scenario files write it in the object.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in super::super) struct Term(pub(in super::super) &'static str);

impl Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl Serialize for Term {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0.to_lowercase().replace(' ', "_"))
    }
}

/// A square as scenario files write it, such as `[3, 4]`; it may lie off the map.
#[derive(Debug, Clone, Copy, Serialize)]
pub(in super::super) struct Spot(pub(super) [i16; 2]);

impl Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [x, y] = self.0;
        write!(f, "[{x}, {y}]")
    }
}

/// A shape and its place on the map.
#[derive(Debug, Serialize)]
#[serde(tag = "shape", rename_all = "snake_case")]
pub(in super::super) enum Shape {
    /// `from` is the upper left corner.
    Area {
        size: u16,
        from: Spot,
    },
    /// `direction`: the change of x and y from one square to the next.
    Line {
        size: u16,
        from: Spot,
        direction: [i16; 2],
    },
    Aura {
        size: u16,
        centre: Spot,
    },
}

impl Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Area { size, from } => write!(f, "an area of {size} by {size} squares from {from}"),
            Self::Line { size, from, direction: [right, down] } => {
                let along = ["up", "", "down"][(down + 1) as usize];
                let across = if *right == 0 { "" } else { " to the right" };
                let way = format!("{along}{across}");
                write!(f, "a line of {size} squares from {from}, {}", way.trim_start())
            }
            Self::Aura { size, centre } => write!(f, "an aura of {size} squares around {centre}"),
        }
    }
}

/// A roll: its dice, including those that were dropped, its modifier and the total.
#[derive(Debug, Serialize)]
pub(in super::super) struct Rolled {
    faces: Vec<u32>,
    /// Boons less Banes (THRUM-01).
    boons: i32,
    bonus: i32,
    pub(super) total: i32,
}

impl Rolled {
    pub(in super::super) fn new(faces: &[u32], roll: Roll) -> Self {
        let mut kept = faces.to_vec();
        kept.sort_unstable();
        if roll.net > 0 {
            kept.reverse();
        }
        let total = kept.iter().take(2).sum::<u32>() as i32 + roll.modifier;
        Self { faces: faces.to_vec(), boons: roll.net, bonus: roll.modifier, total }
    }
}

impl Display for Rolled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({}", self.total, joined(&self.faces, " "))?;
        match self.boons {
            0 => {}
            1 => f.write_str(" with a Boon")?,
            -1 => f.write_str(" with a Bane")?,
            boons @ 2.. => write!(f, " with {boons} Boons")?,
            boons => write!(f, " with {} Banes", boons.unsigned_abs())?,
        }
        if self.bonus != 0 {
            write!(f, " {:+}", self.bonus)?;
        }
        f.write_str(")")
    }
}

impl Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::CriticalDefence => "a critical defence",
            Self::Defended => "defended",
            Self::Success => "a success",
            Self::Critical => "a Critical",
        })
    }
}

/// The loads and tolerances of a combatant.
#[derive(Debug, Serialize)]
pub(in super::super) struct Loads {
    fatigue: i32,
    fatigue_tolerance: i32,
    stress: i32,
    pub(super) stress_tolerance: i32,
}

impl Loads {
    pub(in super::super) const fn of(body: &Body) -> Self {
        let Body { fatigue, fatigue_tolerance, stress, stress_tolerance, .. } = *body;
        Self { fatigue, fatigue_tolerance, stress, stress_tolerance }
    }
}

impl Display for Loads {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { fatigue, fatigue_tolerance, stress, stress_tolerance } = self;
        write!(f, "Fatigue {fatigue}/{fatigue_tolerance}, Stress {stress}/{stress_tolerance}")
    }
}

/// A side that has lost.
#[derive(Debug, Serialize)]
pub(in super::super) struct Defeat {
    #[serde(serialize_with = "as_text")]
    pub(super) side: Side,
    /// Whether it has nobody left; else it has lost by a condition of the scenario.
    pub(super) beaten: bool,
}

impl Display for Defeat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let end = if self.beaten { "are beaten" } else { "have lost what they fought for" };
        write!(f, "the {} {end}", self.side)
    }
}

/// The lasting losses of a combatant.
#[derive(Debug, Serialize)]
pub(in super::super) struct Loss<'a> {
    pub(super) who: Named<'a>,
    pub(super) fatigue_tolerance: i32,
    pub(super) stress_tolerance: i32,
    /// Whether it cannot return to action (THRUM-16).
    pub(super) collapsed: bool,
}

impl Loss<'_> {
    pub(super) const fn is_none(&self) -> bool {
        self.fatigue_tolerance <= 0 && self.stress_tolerance <= 0 && !self.collapsed
    }
}

impl Display for Loss<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let losses = [("Fatigue Tolerance", self.fatigue_tolerance), ("Stress Tolerance", self.stress_tolerance)];
        let losses = losses.into_iter().filter(|&(_, lost)| lost > 0).map(|(what, lost)| format!("{lost} {what}"));
        let collapse = self.collapsed.then(|| "cannot return to action".to_owned());
        write!(f, "{} {}", self.who, joined(losses.chain(collapse), ", "))
    }
}

/// The items of a list, with `between` between them.
pub(super) fn joined<T: Display>(items: impl IntoIterator<Item = T>, between: &str) -> String {
    items.into_iter().map(|item| item.to_string()).collect::<Vec<_>>().join(between)
}
