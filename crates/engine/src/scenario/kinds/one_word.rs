//! One word of a closed set.

use serde_json::{Value as Json, json};

use super::{KeyKind, Kind, Pick};
use crate::scenario::canonical::json_string;
use crate::scenario::error::Problem;
use crate::scenario::json_schema::Definitions;
use crate::scenario::key::{DefaultValue, Key, KeyDecl};
use crate::scenario::node::{Node, Value};
use crate::scenario::read::{Location, read_quoted};
use crate::scenario::source::Span;
use crate::scenario::validate::Check;
use crate::scenario::words::{Choice, Word, is_choice, names_of, words_of};

/// One word of a closed set.
#[derive(Debug, Clone, Copy)]
pub struct OneWord {
    /// The words of the set.
    pub choices: &'static [Choice],
}

impl OneWord {
    /// The word of a value, if it is in the set.
    pub(super) fn of(self, node: &Node) -> Option<&str> {
        node.as_text().filter(|word| is_choice(word, self.choices))
    }
}

impl<W: Word> Key<Option<W>> {
    /// A key that holds one word of a closed set.
    pub const fn word(name: &'static str) -> Self {
        Self::new(name, Kind::OneWord(OneWord { choices: W::CHOICES }))
    }

    /// Sets the default.
    #[must_use]
    pub const fn default_word(self, word: &'static str) -> Key<W> {
        self.with_default(DefaultValue::Text(word))
    }
}

impl KeyKind for OneWord {
    fn type_name(&self) -> &'static str {
        "word"
    }

    fn allowed(&self) -> String {
        words_of(self.choices)
    }

    fn expected(&self) -> String {
        format!("one of {}", self.allowed())
    }

    fn choices(&self) -> &'static [Choice] {
        self.choices
    }

    fn check(&self, node: &Node, path: &str, check: &mut Check<'_>) {
        match node.as_text() {
            Some(word) if !is_choice(word, self.choices) => check.not_a_choice(node.span, path, word, self.choices),
            Some(_) => {}
            None => check.wrong_type(node, path, self),
        }
    }

    fn canonical(&self, node: &Node) -> Option<String> {
        self.of(node).map(json_string)
    }

    fn json_schema(&self, _: &mut Definitions) -> Json {
        json!({ "type": "string", "enum": names_of(self.choices) })
    }

    /// Words may be in capitals, as spreadsheets begin a cell with one.
    fn read_text(&self, text: &str, location: Location, whole: Span) -> Result<Node, Vec<Problem>> {
        let mut node = read_quoted(text, location, whole);
        let word = node.as_text().filter(|word| !is_choice(word, self.choices));
        let word = word.and_then(|word| self.choices.iter().find(|choice| choice.name.eq_ignore_ascii_case(word)));
        if let Some(word) = word {
            node.value = Value::Text(word.name.to_owned());
        }
        Ok(node)
    }

    fn example(&self, pick: Pick<'_>) -> String {
        json_string(self.choices[pick(self.choices.len() as u64) as usize].name)
    }
}

/// The implementation of [`Reads`](super::Reads) for the enums of `words!`.
pub mod read {
    use super::{KeyDecl, Kind, Node, Word, is_choice};

    /// Whether a key of this kind holds the words of `W`.
    pub fn fits<W: Word>(kind: &Kind) -> bool {
        matches!(kind, Kind::OneWord(word) if word.choices == W::CHOICES)
    }

    /// The variant of a value, if it is one of the words.
    pub fn given<W: Word>(kind: &Kind, node: &Node) -> Option<W> {
        let Kind::OneWord(word) = kind else { return None };
        W::from_word(word.of(node)?)
    }

    /// The variant of the default; `None` if there is no default.
    pub fn missing<W: Word>(key: &KeyDecl) -> Option<W> {
        key.default.text().filter(|word| is_choice(word, W::CHOICES)).and_then(W::from_word)
    }
}
