//! The kinds of decisions that combatants take.

use crate::scenario::words;

words! {
    /// The kinds of decisions that combatants take.
    pub(super) enum Deciding {
        Action = "action", "what a combatant does with its turn",
        Attack = "attack", "with what it attacks, from where it stands or after a walk",
        Approach = "approach", "which of the nearest enemies it walks towards",
        Target = "target", "which enemy within reach it attacks",
        Direction = "direction", "whether it leaves or runs to the rear or to the front",
        Patient = "patient", "which of the dying a medic goes to",
    }
}
