//! What a combatant rolls beside its Action, in slots of its own (`docs/seed-contract.md`).

/// Its Initiative.
pub(super) const INITIATIVE: u8 = 1;
/// The start of its turn: its Panic Roll, and what Terrain Effects set off.
pub(super) const START: u8 = 2;
/// Its Move, with whatever others roll in it.
pub(super) const MOVE: u8 = 3;
/// The Incapacity Roll after its Action.
pub(super) const INCAPACITY: u8 = 4;
