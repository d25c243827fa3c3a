//! The kinds of decisions that combatants take.

use crate::decision::DecisionKind;

pub(super) const ACTION: usize = 0;
pub(super) const ATTACK: usize = 1;
pub(super) const APPROACH: usize = 2;
pub(super) const TARGET: usize = 3;
pub(super) const DIRECTION: usize = 4;
pub(super) const PATIENT: usize = 5;

/// The kinds, by the constants above.
pub(super) const DECISIONS: &[DecisionKind] = &[
    DecisionKind { name: "action", doc: "what a combatant does with its turn" },
    DecisionKind { name: "attack", doc: "with what it attacks, from where it stands or after a walk" },
    DecisionKind { name: "approach", doc: "which of the nearest enemies it walks towards" },
    DecisionKind { name: "target", doc: "which enemy within reach it attacks" },
    DecisionKind { name: "direction", doc: "whether it leaves or runs to the rear or to the front" },
    DecisionKind { name: "patient", doc: "which of the dying a medic goes to" },
];
