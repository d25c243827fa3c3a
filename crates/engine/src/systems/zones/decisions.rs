//! The kinds of decisions that combatants take.

use crate::scenario::words;

words! {
    /// The kinds of decisions that combatants take.
    pub(super) enum Deciding {
        Action = "action", "on what a combatant spends the Action of its Turn, and with which attack or item",
        Patient = "patient", "on whom it uses an item",
        Target = "target", "which opponent it attacks",
        Zone = "zone", "from which Zone it attacks",
        Move = "move", "where it goes with a movement, if anywhere",
    }
}
