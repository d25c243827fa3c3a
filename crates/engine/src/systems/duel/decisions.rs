//! The kinds of decisions that combatants take.

use crate::decision::DecisionKind;

pub(super) const ATTRIBUTE: usize = 0;
pub(super) const LONG_MOVE: usize = 1;

/// The kinds of decisions, in the order of the constants above.
pub(super) const DECISIONS: &[DecisionKind] = &[
    DecisionKind { name: "attribute", doc: "which attribute the chooser of a round names" },
    DecisionKind { name: "long_move", doc: "how many ticks the winner of a round moves the marker with a natural 20" },
];
