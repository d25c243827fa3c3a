//! The purposes of the slots of dice of `wounds`. The numbers are part of the seed contract.

use crate::dice::Occasion;

use super::beside;

/// The occasions, in the order of `docs/seed-contract.md`.
pub(super) const OCCASIONS: &[Occasion] = &[
    Occasion::turn(
        "turn",
        "the turn that a combatant has declared for the round: the dice of its attack, throw, spell, item or check",
    ),
    Occasion::beside(
        beside::INITIATIVE,
        "initiative",
        "in the set-up or the round of arrival, Base Initiative; that of an `initiative_group` in the slot of its first listed member",
    ),
    Occasion::beside(beside::REPOSTE, "reposte", "its Reposte"),
    Occasion::beside(beside::CARRIED_TURN, "carried turn", "the turn carried over from the round in which it arrived"),
    Occasion::beside(beside::MORALE, "morale", "its morale check"),
    Occasion::beside(
        beside::ARRIVAL,
        "arrival",
        "in the round of arrival, the count on which it appears, where `enters_at` is dice; of a group in the slot of its first listed member",
    ),
    Occasion::beside(beside::STRESS, "stress", "in the set-up, its Stress, where `stress_from` is `rolled`"),
    Occasion::shared(1, "lots", "in the set-up, the lots, where `order_ties` or `target_ties` is `random`"),
];
