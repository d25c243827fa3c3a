//! The purposes of the slots of dice of `thrum`. The numbers are part of the seed contract.

use crate::dice::{Occasion, Slot};

/// The rolls of a combatant outside its Action, each in a slot of dice of its own.
pub(super) const INITIATIVE: u8 = 1;
pub(super) const START: u8 = 2;
pub(super) const MOVE: u8 = 3;
pub(super) const INCAPACITY: u8 = 4;

/// The number of the slot of the lots.
const LOTS: u8 = 1;
pub(super) const LOTS_SLOT: Slot = Slot::shared(LOTS);

/// The occasions, in the order of `docs/seed-contract.md`.
pub(super) const OCCASIONS: &[Occasion] = &[
    Occasion::turn(
        "action",
        "the Action of a combatant, with whatever others roll in it: their defences, the attacks of their triggers, the Incapacity Rolls that Finishers call for",
    ),
    Occasion::beside(INITIATIVE, "initiative", "in the set-up or the Round of arrival, its Initiative"),
    Occasion::beside(START, "start", "the start of its turn: the Panic Roll, then what Terrain Effects set off"),
    Occasion::beside(
        MOVE,
        "move",
        "its Move, with whatever others roll in it: drops, steps of the Disoriented, attacks of triggers",
    ),
    Occasion::beside(INCAPACITY, "incapacity", "the Incapacity Roll after its Action"),
    Occasion::shared(
        LOTS,
        "lots",
        "the lots of `order_ties = \"random\"` and `target_ties = \"random\"`, in the set-up",
    ),
];
