//! The kinds of decisions that combatants take.

use crate::decision::DecisionKind;

pub(super) const ACTION: usize = 0;
pub(super) const PATIENT: usize = 1;
pub(super) const TARGET: usize = 2;
pub(super) const ZONE: usize = 3;
pub(super) const MOVE: usize = 4;

/// The kinds, by the constants above.
pub(super) const DECISIONS: &[DecisionKind] = &[
    DecisionKind {
        name: "action",
        doc: "on what a combatant spends the Action of its Turn, and with which attack or item",
    },
    DecisionKind { name: "patient", doc: "on whom it uses an item" },
    DecisionKind { name: "target", doc: "which opponent it attacks" },
    DecisionKind { name: "zone", doc: "from which Zone it attacks" },
    DecisionKind { name: "move", doc: "where it goes with a movement, if anywhere" },
];
