//! One word of a closed set, or a list of such words.

use super::one_or_more::{OneOrMore, Several, items};
use super::{Kind, OneWord};
use crate::scenario::key::{DefaultValue, Key};
use crate::scenario::node::Node;
use crate::scenario::words::Word;

/// One word of a closed set, or a list of such words.
pub type OneOrMoreWords = OneOrMore<OneWord>;

impl OneOrMoreWords {
    /// The words of a value as indices in the set; `None` if one of them is not in it.
    pub(in crate::scenario) fn places(&self, node: &Node) -> Option<Vec<usize>> {
        let place = |node: &Node| {
            let word = self.item.of(node)?;
            self.item.choices.iter().position(|choice| choice.name == word)
        };
        items(node).iter().map(place).collect()
    }
}

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
