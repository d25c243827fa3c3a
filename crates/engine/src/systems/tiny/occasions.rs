//! The purposes of the slots of dice of `tiny`. The numbers are part of the seed contract.

use crate::dice::Occasion;

/// The occasion on which HP are rolled (TINY-26), after those of ties.
pub(super) const HIT_POINTS: u8 = 32;

/// The occasions, in the order of `docs/seed-contract.md`.
pub(super) const OCCASIONS: &[Occasion] = &[
    Occasion::turn(
        "turn",
        "in the set-up the total of the initiative; in a round the turn, with whatever others roll in it, in the aftermath as well, whose rounds go on counting",
    ),
    Occasion::again(
        [1, 31],
        "tie",
        "in the set-up, the roll of a combatant that is tied for the k-th time; who is tied still stays in listed order",
    ),
    Occasion::beside(HIT_POINTS, "hit points", "in the set-up, its HP, where `hp` is dice"),
    Occasion::shared(1, "lots", "the lots of `target_ties = \"random\"`, in the set-up"),
];
