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
use crate::scenario::validate::Check;

/// `true` or `false`.
#[derive(Debug, Clone, Copy)]
pub struct Bool;

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
        if !matches!(node.value, Value::Bool(_)) {
            check.wrong_type(node, path, self);
        }
    }

    fn canonical(&self, node: &Node) -> Option<String> {
        node.as_bool().map(|value| value.to_string())
    }

    fn json_schema(&self, _: &mut Definitions) -> Json {
        json!({ "type": "boolean" })
    }

    /// Spreadsheets write `TRUE` and `FALSE` for what was typed in small letters.
    fn read_text(&self, text: &str, location: Location, whole: Span) -> Result<Node, Vec<Problem>> {
        let folded = text.to_ascii_lowercase();
        let text = if ["true", "false"].contains(&folded.as_str()) { &folded } else { text };
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
