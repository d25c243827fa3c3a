//! Declarations of keys: what a scenario file of one system may hold.
//!
//! Each key is declared once, as constant data. Validation, defaults, dotted paths, overrides, the listing of a
//! system's keys, the JSON Schema and the types that values are read as all come from that declaration.

use std::fmt;

use super::kinds::Kind;
use super::node::{Node, Value};
use super::source::Span;

/// The declaration of one key of a table, whatever its values are read as.
#[derive(Debug, Clone, Copy)]
pub struct KeyDecl {
    /// The key as written in the file.
    pub name: &'static str,
    /// What values it takes.
    pub kind: Kind,
    /// What holds when the file does not give it.
    pub default: DefaultValue,
    /// The ledger rules that read it.
    pub rules: &'static [&'static str],
    /// The unit of a number, empty when it has none.
    pub unit: &'static str,
    /// What it means, in one line.
    pub doc: &'static str,
    /// Whether only the file can give it, and no override.
    pub is_fixed: bool,
}

/// What holds when a key is not given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DefaultValue {
    /// The file must give it.
    Required,
    /// Nothing: the key is optional and has no value then.
    Absent,
    /// This number.
    Int(i64),
    /// This truth value.
    Bool(bool),
    /// This text, word, id or dice expression.
    Text(&'static str),
    /// These words.
    Words(&'static [&'static str]),
    /// A table with all its keys at their defaults.
    Table,
    /// A value that follows from others, said in words: "9 for a spar, 13 to the death".
    Derived(&'static str),
}

impl KeyDecl {
    pub(super) const fn new(name: &'static str, kind: Kind) -> Self {
        Self { name, kind, default: DefaultValue::Absent, rules: &[], unit: "", doc: "", is_fixed: false }
    }

    pub(super) const fn with_default(mut self, default: DefaultValue) -> Self {
        self.default = default;
        self
    }

    pub(super) const fn with_kind(mut self, kind: Kind) -> Self {
        self.kind = kind;
        self
    }

    /// The value that stands in the canonical scenario, `node` being what is written.
    pub(super) fn canonical(&self, node: Option<&Node>) -> Option<String> {
        let given = node.and_then(|node| self.kind.canonical(node));
        let default = || self.default.node().and_then(|node| self.kind.canonical(&node));
        given.or_else(default).or_else(|| self.kind.canonical_missing())
    }
}

/// The declaration of a name.
pub(super) fn find_key(keys: &'static [KeyDecl], name: &str) -> Option<&'static KeyDecl> {
    keys.iter().find(|key| key.name == name)
}

impl DefaultValue {
    /// A literal default as if it were written somewhere.
    pub(super) fn node(self) -> Option<Node> {
        let text = |text: &&str| Node::text(*text, Span::NONE);
        let value = match self {
            Self::Int(value) => Value::Int(value),
            Self::Bool(value) => Value::Bool(value),
            Self::Text(text) => Value::Text(text.to_owned()),
            Self::Words(words) => Value::List(words.iter().map(text).collect()),
            Self::Table => Value::Table(Vec::new()),
            Self::Required | Self::Absent | Self::Derived(_) => return None,
        };
        Some(Node { value, span: Span::NONE })
    }

    /// The text of a default that is one.
    pub(super) const fn text(self) -> Option<&'static str> {
        if let Self::Text(text) = self { Some(text) } else { None }
    }
}

/// As a listing of keys shows it: the value, `required`, `none`, or the words of a derived default.
impl fmt::Display for DefaultValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Required => f.write_str("required"),
            Self::Absent => f.write_str("none"),
            Self::Int(value) => write!(f, "{value}"),
            Self::Bool(value) => write!(f, "{value}"),
            Self::Text(text) => write!(f, "\"{text}\""),
            Self::Words(words) => write!(f, "{words:?}"),
            Self::Table => f.write_str("all defaults"),
            Self::Derived(words) => f.write_str(words),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_are_shown_as_a_file_would_write_them() {
        assert_eq!(DefaultValue::Text("spar").to_string(), "\"spar\"");
        assert_eq!(DefaultValue::Words(&["a", "b"]).to_string(), "[\"a\", \"b\"]");
        assert_eq!(DefaultValue::Int(-3).to_string(), "-3");
        assert_eq!(DefaultValue::Required.to_string(), "required");
    }
}
