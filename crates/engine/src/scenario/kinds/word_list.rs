//! A list of words of a closed set.

use serde_json::{Value as Json, json};

use super::text_lists::{bracketed, check_elements, read_elements};
use super::{KeyKind, Kind, OneWord, Pick, Reads};
use crate::scenario::canonical::json_string;
use crate::scenario::error::Problem;
use crate::scenario::json_schema::Definitions;
use crate::scenario::key::{DefaultValue, Key, KeyDecl};
use crate::scenario::node::Node;
use crate::scenario::read::Location;
use crate::scenario::section::Section;
use crate::scenario::source::Span;
use crate::scenario::validate::Check;
use crate::scenario::words::{Choice, Word, names_of, words_of};

/// A list of words of a closed set.
#[derive(Debug, Clone, Copy)]
pub struct WordList {
    /// The words of the set.
    pub choices: &'static [Choice],
    /// Smallest number of entries.
    pub min: usize,
    /// Largest number of entries if words may be repeated; `None` if each may occur at most once.
    pub repeated_max: Option<usize>,
}

impl WordList {
    const fn element(self) -> OneWord {
        OneWord { choices: self.choices }
    }

    /// The words of a list that are in the set.
    fn of(self, node: &Node) -> Option<impl Iterator<Item = &str>> {
        Some(node.as_list()?.iter().filter_map(move |node| self.element().of(node)))
    }
}

impl<W: Word> Key<Option<Vec<W>>> {
    /// A key that holds a list of words of a closed set, each at most once.
    pub const fn words(name: &'static str) -> Self {
        Self::new(name, Kind::WordList(WordList { choices: W::CHOICES, min: 0, repeated_max: None }))
    }

    /// A key that holds a list of at most `max` words of a closed set, which may be repeated.
    pub const fn word_list(name: &'static str, max: usize) -> Self {
        Self::new(name, Kind::WordList(WordList { choices: W::CHOICES, min: 0, repeated_max: Some(max) }))
    }

    /// Requires at least one word if the list is given.
    #[must_use]
    pub const fn not_empty(self) -> Self {
        let Kind::WordList(list) = self.decl().kind else { return self };
        Self::of(self.decl().with_kind(Kind::WordList(WordList { min: 1, ..list })))
    }

    /// Sets the default.
    #[must_use]
    pub const fn default_words(self, words: &'static [&'static str]) -> Key<Vec<W>> {
        self.with_default(DefaultValue::Words(words))
    }
}

impl KeyKind for WordList {
    fn type_name(&self) -> &'static str {
        "list of words"
    }

    fn allowed(&self) -> String {
        let words = words_of(self.choices);
        let least = if self.min == 0 { String::new() } else { format!("at least {}, ", self.min) };
        match self.repeated_max {
            None => format!("{least}each at most once: {words}"),
            Some(max) => format!("{least}at most {max}: {words}"),
        }
    }

    fn expected(&self) -> String {
        format!("a list of words, {}", self.allowed())
    }

    fn choices(&self) -> &'static [Choice] {
        self.choices
    }

    fn check(&self, node: &Node, path: &str, check: &mut Check<'_>) {
        let Some(nodes) = node.as_list() else { return check.wrong_type(node, path, self) };
        let max = self.repeated_max.unwrap_or(usize::MAX);
        if check.has_length(nodes.len(), self.min, max, node.span, path) {
            check_elements(nodes, &self.element(), self.repeated_max.is_none(), path, check);
        }
    }

    fn canonical(&self, node: &Node) -> Option<String> {
        Some(bracketed(self.of(node)?.map(json_string)))
    }

    fn json_schema(&self, _: &mut Definitions) -> Json {
        let mut list = json!({ "type": "array", "items": { "enum": names_of(self.choices) } });
        match self.repeated_max {
            None => list["uniqueItems"] = json!(true),
            Some(max) => list["maxItems"] = json!(max),
        }
        if self.min > 0 {
            list["minItems"] = json!(self.min);
        }
        list
    }

    fn read_text(&self, text: &str, location: Location, whole: Span) -> Result<Node, Vec<Problem>> {
        read_elements(text, &[',', ';', '+'], &self.element(), location, whole)
    }

    fn example(&self, pick: Pick<'_>) -> String {
        let words = self.choices.len() as u64;
        let max = self.repeated_max.unwrap_or(self.choices.len());
        let count = self.min as u64 + pick((max - self.min) as u64 + 1);
        let first = pick(words);
        let word = |index: u64| match self.repeated_max {
            None => (first + index) % words,
            Some(_) => pick(words),
        };
        bracketed((0..count).map(word).map(|word| json_string(self.choices[word as usize].name)))
    }
}

impl<W: Word> Reads for Vec<W> {
    type Value<'a> = Vec<W>;

    fn fits(kind: &Kind) -> bool {
        matches!(kind, Kind::WordList(list) if list.choices == W::CHOICES)
    }

    fn given<'a>(_: &Section<'a>, kind: &Kind, node: &'a Node) -> Option<Vec<W>> {
        let Kind::WordList(list) = kind else { return None };
        Some(list.of(node)?.filter_map(W::from_word).collect())
    }

    fn missing(_: &Section<'_>, key: &KeyDecl) -> Option<Vec<W>> {
        let DefaultValue::Words(words) = key.default else { return None };
        Some(words.iter().filter_map(|word| W::from_word(word)).collect())
    }
}
