//! The purposes of the slots of dice of `zones`. The numbers are part of the seed contract.

use crate::dice::Occasion;

/// The occasion on which HP are rolled (ZONES-24).
pub(super) const HIT_POINTS: u8 = 1;

/// The occasions, in the order of `docs/seed-contract.md`.
pub(super) const OCCASIONS: &[Occasion] = &[
    Occasion::shared(
        0,
        "order",
        "which side begins, then the order of the Characters: in the set-up, or in every round (`initiative`)",
    ),
    Occasion::turn("turn", "the Turn of a combatant, with whatever others roll in it"),
    Occasion::beside(HIT_POINTS, "hit points", "in the set-up, its HP, where `hp` is dice"),
    Occasion::shared(
        1,
        "reaction",
        "the Reaction roll, or with `reaction_scope = \"each\"` those of the Creatures that roll, in listed order",
    ),
    Occasion::shared(2, "lots", "in the set-up, the lots, where `order_ties` or `target_ties` is `random`"),
];
