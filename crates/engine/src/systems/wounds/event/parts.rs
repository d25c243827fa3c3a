//! Parts of events.

use std::fmt::{self, Display};

use serde::Serialize;

use super::super::injury::Arm;
use super::super::sheet::Sheet;
use super::super::state::Body;
use crate::dice::DiceExpr;
use crate::event::{Named, as_text};

/// A combatant on the field at the start.
#[derive(Debug, Serialize)]
pub(in super::super) struct Present<'a> {
    pub(super) who: Named<'a>,
    pub(super) position: i32,
    pub(super) stress: i32,
    pub(super) wounds: i32,
}

impl Display for Present<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { who, position, stress, wounds } = self;
        write!(f, "{who} at {position} yd with Stress {stress} and Wound Points {wounds}")
    }
}

/// An action, with the name of the attack, spell or item.
#[derive(Debug, Serialize)]
#[serde(tag = "name", content = "with", rename_all = "snake_case")]
pub(in super::super) enum Deed<'a> {
    Wait,
    Attack(&'a str),
    DefensiveAttack(&'a str),
    Advance,
    Cast(&'a str),
    UseItem(&'a str),
    FullDefense,
    Heal,
    Intimidate,
}

impl Display for Deed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Wait => f.write_str("nothing"),
            Self::Attack(attack) => f.write_str(attack),
            Self::DefensiveAttack(attack) => write!(f, "Defensive Attack with {attack}"),
            Self::Advance => f.write_str("a covered advance"),
            Self::Cast(spell) => write!(f, "the spell {spell}"),
            Self::UseItem(item) => write!(f, "the item {item}"),
            Self::FullDefense => f.write_str("Full-Defense"),
            Self::Heal => f.write_str("a Heal check"),
            Self::Intimidate => f.write_str("an Intimidation check"),
        }
    }
}

/// A turn on a count.
#[derive(Debug, Serialize)]
pub(in super::super) struct TurnOnCount<'a> {
    pub(super) who: Named<'a>,
    pub(super) action: Deed<'a>,
    /// Whether it was carried over from the round before (WOUNDS-17).
    pub(super) carried: bool,
}

impl Display for TurnOnCount<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}{}", self.who, self.action, if self.carried { " (carried)" } else { "" })
    }
}

/// The faces of dice; empty if the dice do not remember them.
#[derive(Debug, Serialize)]
pub(in super::super) struct Faces(pub(in super::super) Vec<u32>);

impl Display for Faces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        list(f, &self.0, " + ")
    }
}

/// A roll with a bonus, such as `14 + 3 = 17`.
#[derive(Debug, Serialize)]
pub(in super::super) struct Sum {
    pub(super) faces: Faces,
    pub(super) bonus: i32,
}

impl Display for Sum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { faces, bonus } = self;
        if faces.0.is_empty() {
            return write!(f, "a roll {bonus:+}");
        }
        let total = faces.0.iter().map(|&face| face as i32).sum::<i32>() + bonus;
        write!(f, "{faces} {} {} = {total}", if *bonus < 0 { '-' } else { '+' }, bonus.abs())
    }
}

/// The dice of a number with their faces, such as ` (2d6+1: 3 + 4)`; nothing if the number has no dice.
#[derive(Debug, Serialize)]
pub(in super::super) struct Roll {
    #[serde(serialize_with = "as_text")]
    pub(super) dice: DiceExpr,
    pub(super) faces: Faces,
}

impl Display for Roll {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { dice, faces } = self;
        match (dice.is_constant(), faces.0.is_empty()) {
            (true, _) => Ok(()),
            (_, true) => write!(f, " ({dice})"),
            (_, false) => write!(f, " ({dice}: {faces})"),
        }
    }
}

/// The Stress and the Wound Points that a combatant has left.
#[derive(Debug, Serialize)]
pub(in super::super) struct Left {
    stress: i32,
    wounds: i32,
}

impl Left {
    pub(in super::super) const fn of(body: &Body) -> Self {
        Self { stress: body.stress, wounds: body.wounds }
    }

    /// The maximum of both.
    pub(in super::super) fn most_of(body: &Body, sheet: &Sheet) -> Self {
        Self { stress: body.stress_max, wounds: body.wounds_max(sheet) }
    }

    /// Both with their maximum, in words.
    pub(super) fn of_most(&self, most: &Self) -> String {
        format!("Stress {} of {}, Wound Points {} of {}", self.stress, most.stress, self.wounds, most.wounds)
    }
}

impl Display for Left {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Stress {}, Wound Points {}", self.stress, self.wounds)
    }
}

/// The rest of a score after damage.
#[derive(Debug, Serialize)]
pub(in super::super) struct ScoreLeft {
    pub(super) score: &'static str,
    pub(super) left: i32,
}

impl Display for ScoreLeft {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.score, self.left)
    }
}

/// The points that an item restores.
#[derive(Debug, Clone, Copy, Serialize)]
#[serde(rename_all = "snake_case")]
pub(in super::super) enum Points {
    Stress,
    Wounds,
}

impl Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Stress => "Stress",
            Self::Wounds => "Wound Points",
        })
    }
}

impl Display for Arm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Main => "the main arm",
            Self::Off => "the off arm",
        })
    }
}

/// Wound Points in words, such as `1 Wound Point`.
pub(super) fn points(wounds: i32) -> String {
    format!("{wounds} Wound Point{}", if wounds == 1 { "" } else { "s" })
}

/// Writes items with a separator between them.
pub(super) fn list(f: &mut fmt::Formatter<'_>, items: &[impl Display], separator: &str) -> fmt::Result {
    for (at, item) in items.iter().enumerate() {
        write!(f, "{}{item}", if at == 0 { "" } else { separator })?;
    }
    Ok(())
}
