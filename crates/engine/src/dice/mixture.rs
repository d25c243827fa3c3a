//! Fights whose dice come from two encounters: some slots from one, the rest from the other.
//!
//! The correlation of an encounter with such a fight is owed to the slots that they share (the pick-freeze estimator of Sobol', see
//! Janon et al., "Asymptotic normality and efficiency of two Sobol index estimators", 2014).

use super::{Occasion, Slot};
use crate::outcome::Side;
use crate::rng::EncounterIndex;

/// Some of the slots of a fight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Slots {
    /// The slots of an occasion in the set-up.
    SetUp(Occasion),
    /// The slots of the rounds from the first to the last; round 0 is the set-up.
    Rounds(u32, u32),
    /// The slots of a combatant in all rounds, by its side and its index within that side.
    Turns(Side, usize),
}

impl Slots {
    /// Whether a slot of a round is among them; `round` 0 is the set-up.
    pub fn has(&self, round: u32, slot: Slot) -> bool {
        match self {
            Self::SetUp(occasion) => round == 0 && occasion.has(slot),
            Self::Rounds(first, last) => (*first..=*last).contains(&round),
            Self::Turns(side, member) => round > 0 && slot.member() == Some((*side, *member)),
        }
    }
}

/// A choice of slots whose dice come from a fresh encounter; those of all other slots stay.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mixture {
    /// These slots are fresh.
    Fresh(Slots),
    /// All slots but these are fresh.
    FreshBut(Slots),
}

/// The bit that is set in an index for the encounter that the fresh dice come from: no run has indices as high as that.
const FRESH: u64 = 1 << 63;

impl Mixture {
    /// Whether the dice of a slot are fresh.
    pub(super) fn is_fresh(&self, round: u32, slot: Slot) -> bool {
        match self {
            Self::Fresh(slots) => slots.has(round, slot),
            Self::FreshBut(slots) => !slots.has(round, slot),
        }
    }

    /// The encounter from which the fresh dice of another one come.
    pub(super) const fn fresh(index: EncounterIndex) -> EncounterIndex {
        EncounterIndex(index.0 ^ FRESH)
    }
}
