//! Occasions on which combatants roll outside of the turns that they declare: see
//! [`Slot::beside_turn`](crate::dice::Slot::beside_turn). The numbers are part of the seed contract.

/// Base Initiative; a group rolls in the slot of its first listed member (WOUNDS-02, WOUNDS-04).
pub(super) const INITIATIVE: u8 = 1;
/// A Reposte (WOUNDS-23).
pub(super) const REPOSTE: u8 = 2;
/// A turn carried over from the round before (WOUNDS-17).
pub(super) const CARRIED_TURN: u8 = 3;
/// A morale check (WOUNDS-65).
pub(super) const MORALE: u8 = 4;
/// The count of an arrival; a group rolls in the slot of its first listed member (WOUNDS-16).
pub(super) const ARRIVAL: u8 = 5;
/// Maximum Stress (WOUNDS-27).
pub(super) const STRESS: u8 = 6;
