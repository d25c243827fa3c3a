//! The purposes of the slots of dice of `thrum`. The numbers are part of the seed contract.

use crate::dice::Occasion;

use super::occasion;

/// The occasions, in the order of `docs/seed-contract.md`.
pub(super) const OCCASIONS: &[Occasion] = &[
    Occasion::turn(
        "action",
        "the Action of a combatant, with whatever others roll in it: their defences, the attacks of their triggers, the Incapacity Rolls that Finishers call for",
    ),
    Occasion::beside(occasion::INITIATIVE, "initiative", "in the set-up or the Round of arrival, its Initiative"),
    Occasion::beside(
        occasion::START,
        "start",
        "the start of its turn: the Panic Roll, then what Terrain Effects set off",
    ),
    Occasion::beside(
        occasion::MOVE,
        "move",
        "its Move, with whatever others roll in it: drops, steps of the Disoriented, attacks of triggers",
    ),
    Occasion::beside(occasion::INCAPACITY, "incapacity", "the Incapacity Roll after its Action"),
    Occasion::shared(1, "lots", "the lots of `order_ties = \"random\"` and `target_ties = \"random\"`, in the set-up"),
];
