//! `true` or `false`.

use serde_json::{Value as Json, json};

use super::{KeyKind, Kind, Pick, Reads};
use crate::scenario::json_schema::Definitions;
use crate::scenario::key::{DefaultValue, Key, KeyDecl};
use crate::scenario::error::Problem;
use crate::scenario::node::{Node, Value};
use crate::scenario::read::{Location, read_value};
use crate::scenario::section::Section;
use crate::scenario::source::Span;
use crate::scenario::validate::{Check, wrong_type};

/// `true` or `false`.
#[derive(Debug, Clone, Copy)]
pub struct Bool;

/// The words for `true` and `false`, besides these. A spreadsheet writes those of the language in which it is used, whatever
/// was typed.
const WORDS: [(&str, &str); 14] = [
    ("true", "false"),
    ("yes", "no"),
    ("on", "off"),
    ("wahr", "falsch"),
    ("vrai", "faux"),
    ("verdadero", "falso"),
    ("verdadeiro", "falso"),
    ("vero", "falso"),
    ("waar", "onwaar"),
    ("sant", "falskt"),
    ("sann", "usann"),
    ("sand", "falsk"),
    ("prawda", "fałsz"),
    ("истина", "ложь"),
];

/// The truth value that a word stands for, in small letters or capitals; `None` for any other text.
pub(in crate::scenario) fn truth(text: &str) -> Option<bool> {
    let text = text.trim().to_lowercase();
    WORDS.iter().find_map(|&(yes, no)| if text == yes { Some(true) } else { (text == no).then_some(false) })
}

impl Key<Option<bool>> {
    /// A key that holds `true` or `false`.
    pub const fn bool(name: &'static str) -> Self {
        Self::new(name, Kind::Bool(Bool))
    }

    /// Sets the default.
    #[must_use]
    pub const fn default_bool(self, value: bool) -> Key<bool> {
        self.with_default(DefaultValue::Bool(value))
    }
}

impl KeyKind for Bool {
    fn type_name(&self) -> &'static str {
        "boolean"
    }

    fn allowed(&self) -> String {
        "`true`, `false`".to_owned()
    }

    fn expected(&self) -> String {
        self.allowed()
    }

    fn bounds(&self) -> String {
        String::new()
    }

    fn check(&self, node: &Node, path: &str, check: &mut Check<'_>) {
        match &node.value {
            Value::Bool(_) => {}
            Value::Text(text) if truth(text).is_some() => check.push(|| {
                let hint = format!("write `{}`, without quotes", truth(text) == Some(true));
                wrong_type(node, path.to_owned(), self).with_hint(hint)
            }),
            _ => check.wrong_type(node, path, self),
        }
    }

    fn canonical(&self, node: &Node) -> Option<String> {
        node.as_bool().map(|value| value.to_string())
    }

    fn json_schema(&self, _: &mut Definitions) -> Json {
        json!({ "type": "boolean" })
    }

    fn read_text(&self, text: &str, location: Location, whole: Span) -> Result<Node, Vec<Problem>> {
        if let Some(value) = truth(text) {
            return Ok(Node { value: Value::Bool(value), span: whole });
        }
        Ok(read_value(text, location).unwrap_or_else(|_| Node::text(text, whole)))
    }

    fn example(&self, pick: Pick<'_>) -> String {
        (pick(2) == 0).to_string()
    }
}

impl Reads for bool {
    type Value<'a> = bool;

    fn fits(kind: &Kind) -> bool {
        matches!(kind, Kind::Bool(_))
    }

    fn given<'a>(_: &Section<'a>, _: &Kind, node: &'a Node) -> Option<bool> {
        node.as_bool()
    }

    fn missing(_: &Section<'_>, key: &KeyDecl) -> Option<bool> {
        if let DefaultValue::Bool(value) = key.default { Some(value) } else { None }
    }
}
