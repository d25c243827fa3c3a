//! The common part of kinds that take a word or a value of another kind.

use serde_json::{Value as Json, json};

use super::{KeyKind, Kind, OneWord, Pick, Reads, Steps};
use crate::scenario::error::{Problem, ProblemKind};
use crate::scenario::json_schema::Definitions;
use crate::scenario::key::{DefaultValue, Key, KeyDecl};
use crate::scenario::nearest::nearest;
use crate::scenario::node::{Node, excerpt};
use crate::scenario::read::Location;
use crate::scenario::section::Section;
use crate::scenario::source::Span;
use crate::scenario::validate::{Check, remark_on_number};
use crate::scenario::words::{Choice, Word, is_choice};

/// One word of a closed set, or a value of another kind.
#[derive(Debug, Clone, Copy)]
pub struct WordOr<K> {
    /// The words of the set.
    pub choices: &'static [Choice],
    /// The other kind.
    pub other: K,
}

impl<K> WordOr<K> {
    const fn word(&self) -> OneWord {
        OneWord { choices: self.choices }
    }
}

impl<K: KeyKind> KeyKind for WordOr<K> {
    fn type_name(&self) -> &'static str {
        "word or another value"
    }

    fn allowed(&self) -> String {
        format!("{}, or {}", self.word().allowed(), self.other.allowed())
    }

    fn expected(&self) -> String {
        format!("{}, or {}", self.word().expected(), self.other.expected())
    }

    fn bounds(&self) -> String {
        format!("{} {}", self.other.type_name(), self.other.allowed())
    }

    fn choices(&self) -> &'static [Choice] {
        self.choices
    }

    fn steps(&self) -> Option<Steps> {
        self.other.steps()
    }

    fn is_numeric(&self) -> bool {
        self.other.is_numeric()
    }

    fn check(&self, node: &Node, path: &str, check: &mut Check<'_>) {
        match node.as_text() {
            Some(text) if is_choice(text, self.choices) || self.other.canonical(node).is_some() => {}
            Some(text) => check.push(|| {
                let nearest = nearest(text, self.choices.iter().map(|choice| choice.name)).map(str::to_owned);
                let (path, value, allowed) = (path.to_owned(), excerpt(text), self.allowed());
                let remark = if self.is_numeric() { remark_on_number(node, false) } else { None };
                Problem::new(node.span, ProblemKind::NotAWord { path, value, allowed, nearest }).with_remark(remark)
            }),
            None if node.as_int().is_some() => self.other.check(node, path, check),
            None => check.wrong_type(node, path, self),
        }
    }

    fn canonical(&self, node: &Node) -> Option<String> {
        self.word().canonical(node).or_else(|| self.other.canonical(node))
    }

    fn json_schema(&self, definitions: &mut Definitions) -> Json {
        json!({ "anyOf": [self.word().json_schema(definitions), self.other.json_schema(definitions)] })
    }

    fn read_text(&self, text: &str, location: Location, whole: Span) -> Result<Node, Vec<Problem>> {
        let word = self.word().read_text(text, location, whole)?;
        if self.word().canonical(&word).is_some() { Ok(word) } else { self.other.read_text(text, location, whole) }
    }

    fn example(&self, pick: Pick<'_>) -> String {
        if pick(2) == 0 { self.word().example(pick) } else { self.other.example(pick) }
    }
}

/// A word, or a value of another type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Either<W, T> {
    /// A word of the closed set.
    Word(W),
    /// The other value.
    Value(T),
}

impl<W: Word, T> Key<Option<Either<W, T>>> {
    /// Sets a default that is a word.
    #[must_use]
    pub const fn default_word_or(self, word: &'static str) -> Key<Either<W, T>> {
        self.with_default(DefaultValue::Text(word))
    }
}

impl<W: Word, T: Reads> Reads for Either<W, T> {
    type Value<'a> = Either<W, T::Value<'a>>;

    fn fits(kind: &Kind) -> bool {
        parts(kind).is_some_and(|[word, other]| W::fits(&word) && T::fits(&other))
    }

    fn given<'a>(section: &Section<'a>, kind: &Kind, node: &'a Node) -> Option<Either<W, T::Value<'a>>> {
        let [word, other] = parts(kind)?;
        let word = W::given(section, &word, node).map(Either::Word);
        word.or_else(|| T::given(section, &other, node).map(Either::Value))
    }

    fn missing<'a>(section: &Section<'a>, key: &KeyDecl) -> Option<Either<W, T::Value<'a>>> {
        let word = W::missing(section, key).map(Either::Word);
        word.or_else(|| T::missing(section, key).map(Either::Value))
    }
}

/// The kind of the word, and the other kind.
fn parts(kind: &Kind) -> Option<[Kind; 2]> {
    match kind {
        Kind::WordOrDice(both) => Some([both.word().into(), both.other.into()]),
        Kind::WordOrInt(both) => Some([both.word().into(), both.other.into()]),
        Kind::WordOrId(both) => Some([both.word().into(), both.other.into()]),
        Kind::TablesFile(file) => Some([OneWord { choices: file.choices }.into(), *kind]),
        _ => None,
    }
}
