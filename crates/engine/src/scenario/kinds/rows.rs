//! A map drawn as rows of text.

use serde_json::{Value as Json, json};

use super::text_lists::{SEPARATORS, bracketed, read_elements};
use super::{KeyKind, Kind, Pick, Reads, Text};
use crate::scenario::canonical::json_string;
use crate::scenario::error::Problem;
use crate::scenario::json_schema::Definitions;
use crate::scenario::key::{Key, KeyDecl};
use crate::scenario::node::{Node, excerpt};
use crate::scenario::read::Location;
use crate::scenario::section::Section;
use crate::scenario::source::Span;
use crate::scenario::validate::Check;
use crate::scenario::words::{Choice, words_of};

/// Texts of equal length, with one character for each square; the first is the uppermost row.
#[derive(Debug, Clone, Copy)]
pub struct Rows {
    /// The allowed characters; those with the same meaning share an entry, such as `123456789`.
    pub legend: &'static [Choice],
    /// Largest number of rows, and of characters in a row.
    pub side_max: usize,
}

impl Rows {
    fn allows(&self, character: char) -> bool {
        self.legend.iter().any(|choice| choice.name.contains(character))
    }

    /// The rows; `None` unless all are texts.
    fn of(node: &Node) -> Option<Vec<&str>> {
        node.as_list()?.iter().map(Node::as_text).collect()
    }

    fn check_row(&self, node: &Node, text: &str, width: usize, path: &str, check: &mut Check<'_>) {
        let length = text.chars().count();
        if length != width {
            check.malformed(node.span, path, || format!("has {length} characters, the first row {width}"));
        }
        if let Some((index, character)) = text.chars().enumerate().find(|&(_, character)| !self.allows(character)) {
            let (shown, legend) = (excerpt(&character.to_string()), words_of(self.legend));
            check.malformed(node.span, path, || format!("has \"{shown}\" in column {}, allowed: {legend}", index + 1));
        }
    }
}

impl KeyKind for Rows {
    fn type_name(&self) -> &'static str {
        "list of rows"
    }

    fn allowed(&self) -> String {
        format!("1 to {0} rows of 1 to {0} characters each: {1}", self.side_max, words_of(self.legend))
    }

    fn expected(&self) -> String {
        format!("a list of texts, {}", self.allowed())
    }

    fn bounds(&self) -> String {
        format!("1 to {0} rows of 1 to {0} characters each", self.side_max)
    }

    fn choices(&self) -> &'static [Choice] {
        self.legend
    }

    fn check(&self, node: &Node, path: &str, check: &mut Check<'_>) {
        let Some(nodes) = node.as_list() else { return check.wrong_type(node, path, self) };
        if !check.has_length(nodes.len(), 1, self.side_max, node.span, path) {
            return;
        }
        let width = nodes.first().and_then(Node::as_text).map_or(0, |row| row.chars().count());
        for (index, node) in nodes.iter().enumerate() {
            let path = format!("{path}[{}]", index + 1);
            match node.as_text() {
                Some(text) if index == 0 && !(1..=self.side_max).contains(&width) => {
                    let (count, max) = (text.chars().count(), self.side_max);
                    check.malformed(node.span, &path, || format!("has {count} characters, allowed: 1..={max}"));
                }
                Some(text) => self.check_row(node, text, width, &path, check),
                None => check.malformed(node.span, &path, || format!("is {}, expected text", node.value.found())),
            }
        }
    }

    fn canonical(&self, node: &Node) -> Option<String> {
        let rows = Self::of(node)?;
        let is_valid = rows.iter().all(|row| row.chars().all(|character| self.allows(character)));
        is_valid.then(|| bracketed(rows.into_iter().map(json_string)))
    }

    fn json_schema(&self, _: &mut Definitions) -> Json {
        let characters: Vec<&str> = self.legend.iter().map(|choice| choice.name).collect();
        let row = json!({ "type": "string", "pattern": pattern(&characters.concat()), "maxLength": self.side_max });
        json!({ "type": "array", "items": row, "minItems": 1, "maxItems": self.side_max })
    }

    fn read_text(&self, text: &str, location: Location, whole: Span) -> Result<Node, Vec<Problem>> {
        read_elements(text, SEPARATORS, &Text { may_be_blank: true }, location, whole)
    }

    fn example(&self, pick: Pick<'_>) -> String {
        let characters: Vec<char> = self.legend.iter().flat_map(|choice| choice.name.chars()).collect();
        let sides = [1, 2, self.side_max as u64];
        let [width, height] = [sides[pick(3) as usize], sides[pick(3) as usize]];
        let mut row = || (0..width).map(|_| characters[pick(characters.len() as u64) as usize]).collect::<String>();
        bracketed((0..height).map(|_| json_string(&row())))
    }
}

/// A regular expression for texts made of these characters.
fn pattern(characters: &str) -> String {
    let escaped = characters.chars().flat_map(|c| {
        let escape = matches!(c, '\\' | ']' | '[' | '^' | '-').then_some('\\');
        escape.into_iter().chain([c])
    });
    let escaped: String = escaped.collect();
    format!("^[{escaped}]+$")
}

impl Key<Option<Rows>> {
    /// A key that holds a map drawn as 1 to `side_max` rows of 1 to `side_max` characters each.
    pub const fn rows(name: &'static str, legend: &'static [Choice], side_max: usize) -> Self {
        Self::new(name, Kind::Rows(Rows { legend, side_max }))
    }
}

impl Reads for Rows {
    type Value<'a> = Vec<&'a str>;

    fn fits(kind: &Kind) -> bool {
        matches!(kind, Kind::Rows(_))
    }

    fn given<'a>(_: &Section<'a>, _: &Kind, node: &'a Node) -> Option<Self::Value<'a>> {
        Self::of(node)
    }

    fn missing<'a>(_: &Section<'a>, _: &KeyDecl) -> Option<Self::Value<'a>> {
        None
    }
}
