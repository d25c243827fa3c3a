//! The common part of kinds that take one value or a list of values.

use std::borrow::Cow;

use serde_json::{Value as Json, json};

use super::text_lists::{SEPARATORS, bracketed, read_elements};
use super::{KeyKind, Kind, Pick, Reads};
use crate::characters::plain_text;
use crate::scenario::error::Problem;
use crate::scenario::json_schema::Definitions;
use crate::scenario::key::KeyDecl;
use crate::scenario::node::{Node, Value};
use crate::scenario::read::Location;
use crate::scenario::section::Section;
use crate::scenario::source::Span;
use crate::scenario::validate::Check;
use crate::scenario::words::Choice;

/// One value, or a list of values that is not empty.
#[derive(Debug, Clone, Copy)]
pub struct OneOrMore<K> {
    /// The kind of each value.
    pub item: K,
    /// Largest number of values.
    pub max: usize,
    /// Whether a value may occur more than once.
    pub may_repeat: bool,
}

/// The values of a list, or the single value.
pub(super) fn items(node: &Node) -> &[Node] {
    node.as_list().unwrap_or(std::slice::from_ref(node))
}

impl<K: KeyKind> KeyKind for OneOrMore<K> {
    fn type_name(&self) -> &'static str {
        "one value or a list"
    }

    fn allowed(&self) -> String {
        let once = if self.may_repeat { "" } else { ", each at most once" };
        format!("1 to {}{once}: {}", self.max, self.item.allowed())
    }

    fn expected(&self) -> String {
        format!("{}, or a list of 1 to {}", self.item.expected(), self.max)
    }

    fn bounds(&self) -> String {
        let once = if self.may_repeat { "" } else { ", each at most once" };
        format!("1 to {}{once} {}", self.max, self.item.bounds()).trim_end().to_owned()
    }

    fn choices(&self) -> &'static [Choice] {
        self.item.choices()
    }

    fn check(&self, node: &Node, path: &str, check: &mut Check<'_>) {
        let items = items(node);
        if matches!(node.value, Value::Table(_)) {
            return check.wrong_type(node, path, self);
        }
        if !check.has_length(items.len(), 1, self.max, node.span, path) {
            return;
        }
        for (index, item) in items.iter().enumerate() {
            let value = self.item.canonical(item);
            let first = items[..index].iter().find(|first| value.is_some() && self.item.canonical(first) == value);
            match first.filter(|_| !self.may_repeat) {
                Some(first) => {
                    let value = item.as_text().unwrap_or_default();
                    check.push(|| Problem::duplicate(item.span, path.to_owned(), value, first.span));
                }
                None => self.item.check(item, path, check),
            }
        }
    }

    /// A single value has the same form as a list that contains only it.
    fn canonical(&self, node: &Node) -> Option<String> {
        let items: Vec<String> = items(node).iter().filter_map(|item| self.item.canonical(item)).collect();
        (!items.is_empty()).then(|| bracketed(items))
    }

    fn json_schema(&self, definitions: &mut Definitions) -> Json {
        let item = self.item.json_schema(definitions);
        let mut list = json!({ "type": "array", "items": item, "minItems": 1, "maxItems": self.max });
        if !self.may_repeat {
            list["uniqueItems"] = json!(true);
        }
        json!({ "anyOf": [item, list] })
    }

    fn read_text(&self, text: &str, location: Location, whole: Span) -> Result<Node, Vec<Problem>> {
        // Blanks separate the values of a list, but not the terms of dice.
        let joined = if self.item.is_numeric() { joined_terms(text) } else { Cow::from(text) };
        let location = if *joined == *text { location } else { Location::All(whole) };
        read_elements(&joined, SEPARATORS, &self.item, location, whole)
    }

    fn example(&self, pick: Pick<'_>) -> String {
        let count = 1 + pick(self.max as u64);
        let mut items: Vec<String> = Vec::new();
        for _ in 0..count {
            let item = self.item.example(pick);
            if self.may_repeat || !items.contains(&item) {
                items.push(item);
            }
        }
        if items.len() == 1 && pick(2) == 0 { items.remove(0) } else { bracketed(items) }
    }
}

/// The text without blanks around a sign that has one behind it. (`1d8 -1` are two values of a list.)
fn joined_terms(text: &str) -> Cow<'_, str> {
    let plain = plain_text(text);
    let mut joined = String::new();
    let mut characters = plain.chars().peekable();
    while let Some(c) = characters.next() {
        let is_term = matches!(c, '+' | '-') && characters.peek().is_some_and(|next| next.is_whitespace());
        if is_term {
            joined.truncate(joined.trim_end().len());
            while characters.next_if(|next| next.is_whitespace()).is_some() {}
        }
        joined.push(c);
    }
    if joined == text { Cow::Borrowed(text) } else { Cow::Owned(joined) }
}

/// Reads a key that takes one value or a list; never empty if the key is given.
pub struct Several<T>(std::marker::PhantomData<T>);

impl<T: Reads> Reads for Several<T> {
    type Value<'a> = Vec<T::Value<'a>>;

    fn fits(kind: &Kind) -> bool {
        item(kind).is_some_and(|item| T::fits(&item))
    }

    fn given<'a>(section: &Section<'a>, kind: &Kind, node: &'a Node) -> Option<Self::Value<'a>> {
        let item = item(kind)?;
        let values = items(node).iter().map(|node| T::given(section, &item, node)).collect::<Option<Vec<_>>>()?;
        Some(values).filter(|values| !values.is_empty())
    }

    fn missing<'a>(section: &Section<'a>, key: &KeyDecl) -> Option<Self::Value<'a>> {
        T::missing(section, key).map(|value| vec![value])
    }
}

/// The kind of each value in the list.
fn item(kind: &Kind) -> Option<Kind> {
    match kind {
        Kind::OneOrMoreWords(list) => Some(list.item.into()),
        Kind::OneOrMoreDice(list) => Some(list.item.into()),
        _ => None,
    }
}
