//! Dice, or a list of dice.

use super::one_or_more::{OneOrMore, Several};
use super::{Dice, Kind};
use crate::dice::DiceExpr;
use crate::scenario::key::{DefaultValue, Key};

/// Dice, or a list of dice.
pub type OneOrMoreDice = OneOrMore<Dice>;

impl Key<Option<Several<DiceExpr>>> {
    /// A key that holds dice or a list of at most `max` of them.
    pub const fn one_or_more_dice(name: &'static str, max: usize) -> Self {
        Self::new(name, Kind::OneOrMoreDice(OneOrMore { item: Dice::ANY, max, may_repeat: true }))
    }

    /// Sets the default.
    #[must_use]
    pub const fn default_dice_list(self, dice: &'static str) -> Key<Several<DiceExpr>> {
        self.with_default(DefaultValue::Text(dice))
    }
}
