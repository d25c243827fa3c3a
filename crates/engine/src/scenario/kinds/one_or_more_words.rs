//! One word of a closed set, or a list of such words.

use super::one_or_more::{OneOrMore, Several};
use super::{Kind, OneWord};
use crate::scenario::key::{DefaultValue, Key};
use crate::scenario::words::Word;

/// One word of a closed set, or a list of such words.
pub type OneOrMoreWords = OneOrMore<OneWord>;

impl<W: Word> Key<Option<Several<W>>> {
    /// A key that holds one word of a closed set, or a list of such words, each at most once.
    pub const fn one_or_more_words(name: &'static str) -> Self {
        let item = OneWord { choices: W::CHOICES };
        Self::new(name, Kind::OneOrMoreWords(OneOrMore { item, max: W::CHOICES.len(), may_repeat: false }))
    }

    /// Sets the default.
    #[must_use]
    pub const fn default_one(self, word: &'static str) -> Key<Several<W>> {
        self.with_default(DefaultValue::Text(word))
    }
}
