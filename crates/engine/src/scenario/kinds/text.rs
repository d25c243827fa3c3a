//! Free text for readers. No rule may depend on it, so it is left out of the canonical scenario.

use serde_json::{Value as Json, json};

use super::{KeyKind, Kind, Pick, Reads};
use crate::scenario::error::Problem;
use crate::scenario::json_schema::Definitions;
use crate::scenario::key::{Key, KeyDecl};
use crate::scenario::node::Node;
use crate::scenario::read::{Location, read_quoted};
use crate::scenario::section::Section;
use crate::scenario::source::Span;
use crate::scenario::validate::Check;

/// Free text for readers.
#[derive(Debug, Clone, Copy)]
pub struct Text {
    /// Whether the text may be blank and may have several lines. Otherwise it is a title: one line of text, which tables,
    /// CSV and logs can take as it is.
    pub may_be_blank: bool,
}

/// Whether a character ends a line, controls what shows the text, or turns the direction of the text around it.
fn is_control(c: char) -> bool {
    let is_mark_of_direction =
        matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    c.is_control() || is_mark_of_direction || matches!(c, '\u{2028}' | '\u{2029}')
}

impl Key<Option<Text>> {
    /// A key that holds free text.
    pub const fn text(name: &'static str) -> Self {
        Self::new(name, Kind::Text(Text { may_be_blank: true }))
    }

    /// A key that holds one line of free text that is not blank.
    pub const fn title(name: &'static str) -> Self {
        Self::new(name, Kind::Text(Text { may_be_blank: false }))
    }
}

impl KeyKind for Text {
    fn type_name(&self) -> &'static str {
        "text"
    }

    fn allowed(&self) -> String {
        String::new()
    }

    fn expected(&self) -> String {
        "text in quotes".to_owned()
    }

    fn check(&self, node: &Node, path: &str, check: &mut Check<'_>) {
        match node.as_text() {
            Some(text) if !self.may_be_blank && text.trim().is_empty() => {
                check.bad_name(node.span, path, text, || "a text that is not blank".to_owned());
            }
            Some(text) if !self.may_be_blank && text.contains(is_control) => {
                let allowed = "one line of text, without line breaks, control characters and marks of direction";
                check.bad_name(node.span, path, text, || allowed.to_owned());
            }
            Some(_) => {}
            None => check.wrong_type(node, path, self),
        }
    }

    fn canonical(&self, _: &Node) -> Option<String> {
        None
    }

    fn json_schema(&self, _: &mut Definitions) -> Json {
        if self.may_be_blank {
            json!({ "type": "string" })
        } else {
            let pattern = "^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]+$";
            json!({ "type": "string", "minLength": 1, "pattern": pattern })
        }
    }

    fn read_text(&self, text: &str, location: Location, whole: Span) -> Result<Node, Vec<Problem>> {
        Ok(read_quoted(text, location, whole))
    }

    fn example(&self, pick: Pick<'_>) -> String {
        let texts = ["a text", "\\\"quoted\\\"", "\u{e4}\u{1f3b2}, [x] = {y}", "x", ""];
        format!("\"{}\"", texts[pick(if self.may_be_blank { 5 } else { 4 }) as usize])
    }
}

/// Reads a text, or a path, as it is written.
impl Reads for Text {
    type Value<'a> = &'a str;

    fn fits(kind: &Kind) -> bool {
        matches!(kind, Kind::Text(_) | Kind::RosterFile(_))
    }

    fn given<'a>(_: &Section<'a>, _: &Kind, node: &'a Node) -> Option<&'a str> {
        node.as_text()
    }

    fn missing<'a>(_: &Section<'a>, key: &KeyDecl) -> Option<&'a str> {
        key.default.text()
    }
}
