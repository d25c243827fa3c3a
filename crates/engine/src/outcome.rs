//! The outcome of an encounter: the winner, the number of rounds, and the end state of each combatant.

use std::fmt;

use crate::decision::Errors;

/// One of the two sides of an encounter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Side {
    /// The side that reports list first.
    Party = 0,
    /// The other side.
    Enemies = 1,
}

impl Side {
    /// Both sides, in report order.
    pub const ALL: [Self; 2] = [Self::Party, Self::Enemies];

    /// The opposing side.
    #[inline]
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Party => Self::Enemies,
            Self::Enemies => Self::Party,
        }
    }

    /// The word used in scenario files and reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Party => "party",
            Self::Enemies => "enemies",
        }
    }

    /// The side whose [`index`](Self::index) is the lowest bit; higher bits are ignored, so that callers need not mask them.
    #[inline(always)]
    pub(crate) const fn from_bit(bit: u8) -> Self {
        if bit & 1 == 0 { Self::Party } else { Self::Enemies }
    }

    /// 0 for the party, 1 for the enemies.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The winner of an encounter, or the reason why there is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Winner {
    /// The party won.
    Party = 0,
    /// The enemies won.
    Enemies = 1,
    /// Both sides lost their last fighter at the same moment, or no fight broke out.
    Draw = 2,
    /// The round limit was reached while both sides still had fighters.
    Timeout = 3,
}

impl Winner {
    /// Every winner, in report order.
    pub const ALL: [Self; 4] = [Self::Party, Self::Enemies, Self::Draw, Self::Timeout];

    /// The word used in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Party => "party",
            Self::Enemies => "enemies",
            Self::Draw => "draw",
            Self::Timeout => "timeout",
        }
    }

    /// The index in report order, 0..=3.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl Winner {
    /// The side that won; `None` if neither did.
    #[inline]
    pub const fn side(self) -> Option<Side> {
        match self {
            Self::Party => Some(Side::Party),
            Self::Enemies => Some(Side::Enemies),
            Self::Draw | Self::Timeout => None,
        }
    }
}

impl From<Side> for Winner {
    #[inline]
    fn from(side: Side) -> Self {
        match side {
            Side::Party => Self::Party,
            Side::Enemies => Self::Enemies,
        }
    }
}

impl fmt::Display for Winner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The state in which one combatant leaves an encounter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum EndState {
    /// Able to fight on.
    Standing = 0,
    /// Left the fight alive, by morale or choice.
    Fled = 1,
    /// Out of the fight, alive.
    Down = 2,
    /// Dead.
    Dead = 3,
}

impl EndState {
    /// Every end state, in report order.
    pub const ALL: [Self; 4] = [Self::Standing, Self::Fled, Self::Down, Self::Dead];

    /// The word used in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Standing => "standing",
            Self::Fled => "fled",
            Self::Down => "down",
            Self::Dead => "dead",
        }
    }

    /// The index in report order, 0..=3.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for EndState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The outcome that every system reports for an encounter. End states are read from the system's state, counts from the
/// trace.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// The winner.
    pub winner: Winner,
    /// Number of rounds started; the set-up is not a round.
    pub rounds: u32,
}

/// A combatant of a scenario.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Combatant {
    /// The id, unique within the scenario: `warden`, or `warden-2` if its table stands for several combatants.
    pub id: String,
    /// The display name; the id if the scenario gives no name.
    pub name: String,
    /// The side on which the combatant fights.
    pub side: Side,
    /// The id of the table if it stands for several combatants, which are listed one after the other; else `None`.
    pub group: Option<String>,
    /// The errors that it makes.
    pub errors: Errors,
}
