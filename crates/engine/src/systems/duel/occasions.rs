//! The purposes of the slots of dice of `duel`. The numbers are part of the seed contract.

use crate::dice::Occasion;

/// The occasions, in the order of `docs/seed-contract.md`.
pub(super) const OCCASIONS: &[Occasion] = &[
    Occasion::shared(0, "contest", "the contested roll of the round, which belongs to both combatants"),
    Occasion::turn("choice", "the draw of the policy `random`, in the slot of the first combatant").of_anybody(),
];
