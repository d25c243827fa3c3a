//! The rolls of a combatant outside its Action, each in a slot of dice of its own (`docs/seed-contract.md`).

/// The Initiative roll of a combatant.
pub(super) const INITIATIVE: u8 = 1;
/// The start of a combatant's turn: its Panic Roll, and the rolls that Terrain Effects cause.
pub(super) const START: u8 = 2;
/// A combatant's Move, with the rolls that others make during it.
pub(super) const MOVE: u8 = 3;
/// The Incapacity Roll after a combatant's Action.
pub(super) const INCAPACITY: u8 = 4;
