//! The common part of lists of texts.

use std::collections::BTreeMap;

use super::KeyKind;
use crate::scenario::error::Problem;
use crate::scenario::node::{Node, Value};
use crate::scenario::read::{Location, read_value};
use crate::scenario::source::Span;
use crate::scenario::validate::Check;

/// Checks the elements of a list. If `unique`, none may occur twice.
pub(super) fn check_elements(nodes: &[Node], element: &dyn KeyKind, unique: bool, path: &str, check: &mut Check<'_>) {
    let mut seen: BTreeMap<&str, Span> = BTreeMap::new();
    for node in nodes {
        match node.as_text() {
            Some(text) if unique && seen.contains_key(text) => {
                let first = seen[text];
                check.push(|| Problem::duplicate(node.span, path.to_owned(), text, first));
            }
            Some(text) => {
                seen.insert(text, node.span);
                element.check(node, path, check);
            }
            None => element.check(node, path, check),
        }
    }
}

/// The separators of elements, besides space.
pub(super) const SEPARATORS: &[char] = &[',', ';'];

/// Reads the text of an override or a cell, in which brackets and quotes may be left out.
pub(super) fn read_elements(
    text: &str,
    separators: &[char],
    element: &dyn KeyKind,
    location: Location,
    whole: Span,
) -> Result<Node, Vec<Problem>> {
    if text.starts_with('[') {
        return read_value(text, location);
    }
    let words = words_of(text, separators).map(|word| element.read_text(word, location, whole));
    Ok(Node { value: Value::List(words.collect::<Result<_, _>>()?), span: whole })
}

/// The words of a text. A word in quotes includes the quotes and any separators between them.
fn words_of<'a>(text: &'a str, separators: &'a [char]) -> impl Iterator<Item = &'a str> {
    let is_between = |c: char| c.is_whitespace() || separators.contains(&c);
    let mut rest = text;
    std::iter::from_fn(move || {
        rest = rest.trim_start_matches(is_between);
        let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\''));
        let closing = quote.and_then(|quote| rest[1..].find(quote)).map(|at| at + 2);
        let length = closing.unwrap_or_else(|| rest.find(is_between).unwrap_or(rest.len()));
        let (word, after) = rest.split_at(length);
        rest = after;
        (!word.is_empty()).then_some(word)
    })
}

/// The elements as a list, valid in JSON and in TOML.
pub(super) fn bracketed(elements: impl IntoIterator<Item = String>) -> String {
    format!("[{}]", elements.into_iter().collect::<Vec<_>>().join(","))
}
