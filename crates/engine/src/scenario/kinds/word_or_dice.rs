//! One word of a closed set, or dice.

use super::word_or::{Either, WordOr};
use super::{Dice, Kind};
use crate::dice::DiceExpr;
use crate::scenario::key::{DefaultValue, Key};
use crate::scenario::words::Word;

/// One word of a closed set, or dice.
pub type WordOrDice = WordOr<Dice>;

impl<W: Word> Key<Option<Either<W, DiceExpr>>> {
    /// A key that holds one word of a closed set or dice whose results are within bounds.
    pub const fn word_or_dice(name: &'static str, min: i64, max: i64) -> Self {
        Self::new(name, Kind::WordOrDice(WordOr { choices: W::CHOICES, other: Dice { min, max } }))
    }

    /// Sets the default: a word or dice.
    #[must_use]
    pub const fn default_text(self, text: &'static str) -> Key<Either<W, DiceExpr>> {
        self.with_default(DefaultValue::Text(text))
    }
}
