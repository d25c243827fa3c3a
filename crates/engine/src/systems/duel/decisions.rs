//! The kinds of decisions that combatants take.

use crate::scenario::words;

words! {
    /// The kinds of decisions that combatants take.
    pub(super) enum Deciding {
        Attribute = "attribute", "which attribute the chooser of a round names",
        LongMove = "long_move", "how many ticks the winner of a round moves the marker with a natural 20",
    }
}
