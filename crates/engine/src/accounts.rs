//! Accounts: who did what in a fight, with what, and to whom.
//!
//! Events say it ([`Event::entries`](crate::event::Event::entries)); no rule does. [`Accounted`] is a scenario whose fights keep
//! accounts: the same fights, die for die, with a [metric](crate::Metric) for each amount behind those of the system. Everything
//! that takes metrics takes accounts, and a fight without accounts pays nothing for them.

mod accounted;
mod layout;
#[cfg(test)]
mod tests;

pub use accounted::{Accounted, Credited};
pub use layout::{Account, Accounts, Measure, PREFIX};

use crate::outcome::Side;
use crate::who::Who;

/// Something with which a combatant does what accounts tell: an attack, a spell, an item; or a cause of harm that is nobody's deed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Means {
    /// Its name in the scenario.
    pub name: String,
    /// Its kind in one word, such as `attack`.
    pub kind: &'static str,
    /// Whether it is a cause of harm to the combatant itself that is nobody's deed, such as bleeding.
    pub is_cause: bool,
    /// Whether the scenario gives it to the combatant, so that it is worth a word if no fight uses it.
    pub is_given: bool,
}

impl Means {
    /// The means of a combatant's own deeds.
    pub fn new(kind: &'static str, name: impl Into<String>) -> Self {
        Self { name: name.into(), kind, is_cause: false, is_given: true }
    }

    /// The same for what every combatant has, whatever the scenario says.
    #[must_use]
    pub fn for_everybody(self) -> Self {
        Self { is_given: false, ..self }
    }

    /// A cause of harm to the combatant that is nobody's deed.
    pub fn cause(name: impl Into<String>) -> Self {
        Self { name: name.into(), kind: "cause", is_cause: true, is_given: false }
    }
}

/// A combatant, and the [means](Means) with which it did something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Deed {
    /// The combatant that did it; the one harmed if the means is a cause.
    pub who: Who,
    /// The index of the means in [`Ruleset::means`](crate::Ruleset::means) of the combatant.
    pub means: u16,
}

impl Deed {
    /// The deed of a combatant with the means of an index below 65,536.
    pub const fn new(who: Who, means: usize) -> Self {
        debug_assert!(means <= u16::MAX as usize, "an index below 65,536");
        Self { who, means: means as u16 }
    }
}

/// One entry of the accounts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Entry {
    /// A means was used.
    Use(Deed),
    /// It was a success, or a hit.
    Hit(Deed),
    /// The hit was critical.
    Critical(Deed),
    /// Points were taken off a combatant.
    Harm {
        /// The deed that did it.
        by: Deed,
        /// The combatant harmed.
        target: Who,
        /// The kind of points, by its index in [`Ruleset::HARMS`](crate::Ruleset::HARMS).
        kind: usize,
        /// The points dealt, after armour and the like.
        amount: u32,
        /// The part of `amount` that the target had no points left for.
        beyond: u32,
    },
    /// Points were given back to a combatant.
    Restored {
        /// The deed that did it.
        by: Deed,
        /// The combatant that got them.
        target: Who,
        /// The kind of points, as in [`Harm`](Self::Harm).
        kind: usize,
        /// The points that it got, at most those that it lacked.
        amount: u32,
    },
    /// A deed has begun something that may harm a combatant later, by a [cause](Means::cause) of that combatant: what the cause
    /// takes off from now on is the deed's. A later one takes its place.
    Lasting {
        /// The deed.
        by: Deed,
        /// The cause, of the combatant that it may harm.
        cause: Deed,
    },
    /// A side has the first turn by the order of turns, or the first control. Later ones of the same fight count for nothing.
    Begins(Side),
    /// A combatant is out of the fight: credited to the deed that harmed it last. If none did, it is out by itself.
    Felled(Who),
}

/// Points of a fight as an entry takes them; what is below 0 counts as 0.
pub(crate) const fn points(amount: i32) -> u32 {
    if amount < 0 { 0 } else { amount.unsigned_abs() }
}
