//! The name of an entry in a table of numbers.

use serde_json::{Value as Json, json};

use super::id::{NAME_MAX, in_form};
use super::{KeyKind, Kind, Pick, Reads};
use crate::scenario::canonical::json_string;
use crate::scenario::error::Problem;
use crate::scenario::json_schema::Definitions;
use crate::scenario::key::{Key, KeyDecl};
use crate::scenario::node::Node;
use crate::scenario::read::{Location, read_quoted};
use crate::scenario::section::Section;
use crate::scenario::source::Span;
use crate::scenario::validate::Check;

/// A name of the same form as those of an [`IntMap`](super::IntMap).
#[derive(Debug, Clone, Copy)]
pub struct Name {
    /// The form of the name.
    pub names: Names,
}

/// The form of the names in an [`IntMap`](super::IntMap) and of the values of a [`Name`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Names {
    /// `a-z`, `0-9`, `_` and `-`, in any order.
    Loose,
    /// A letter `a-z`, then `a-z`, `0-9` and `_`.
    Identifier,
}

impl Names {
    /// Whether the form allows a name.
    pub(crate) fn allow(self, name: &str) -> bool {
        let rest = |byte: u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'_');
        match self {
            _ if name.len() > NAME_MAX => false,
            Self::Loose => !name.is_empty() && name.bytes().all(|byte| rest(byte) || byte == b'-'),
            Self::Identifier => name.starts_with(|c: char| c.is_ascii_lowercase()) && name.bytes().all(rest),
        }
    }

    /// The name in this form; empty if nothing of it is left.
    fn in_form(self, name: &str) -> String {
        let formed = in_form(name, '_', |c| Self::Loose.allow(c) && c != "-");
        if self.allow(&formed) { formed } else { String::new() }
    }

    /// A description of the form, for messages.
    pub const fn allowed(self) -> &'static str {
        match self {
            Self::Loose => "one or more of a-z, 0-9, `_` and `-`",
            Self::Identifier => "a letter a-z, then a-z, 0-9 and `_`",
        }
    }

    /// The mistake in a name that the form does not allow, as what is allowed instead.
    pub(super) fn allowed_for(self, name: &str) -> String {
        if name.len() > NAME_MAX {
            format!("at most {NAME_MAX} characters, not {}", name.len())
        } else {
            self.allowed().to_owned()
        }
    }

    /// The form as a regular expression, with [`NAME_MAX`] in figures as above.
    pub(super) const fn pattern(self) -> &'static str {
        match self {
            Self::Loose => "^[a-z0-9_-]{1,60}$",
            Self::Identifier => "^[a-z][a-z0-9_]{0,59}$",
        }
    }

    /// A random name.
    pub(super) fn any(self, pick: Pick<'_>) -> String {
        let (first, rest): (&[u8], &[u8]) = match self {
            Self::Loose => (b"0_-z", b"ay09_-"),
            Self::Identifier => (b"abz", b"ay09_"),
        };
        let mut name = String::from(first[pick(first.len() as u64) as usize] as char);
        name.extend((0..pick(12)).map(|_| rest[pick(rest.len() as u64) as usize] as char));
        name
    }
}

impl Name {
    /// The name of a value, if it is well-formed.
    fn of(self, node: &Node) -> Option<&str> {
        node.as_text().filter(|name| self.names.allow(name))
    }
}

impl Key<Option<Name>> {
    /// A key that holds a name: a letter, then letters, digits and `_`.
    pub const fn identifier(name: &'static str) -> Self {
        Self::new(name, Kind::Name(Name { names: Names::Identifier }))
    }
}

impl KeyKind for Name {
    fn type_name(&self) -> &'static str {
        "name"
    }

    fn allowed(&self) -> String {
        self.names.allowed().to_owned()
    }

    fn expected(&self) -> String {
        format!("a name in quotes: {}", self.allowed())
    }

    fn check(&self, node: &Node, path: &str, check: &mut Check<'_>) {
        match node.as_text() {
            Some(name) if !self.names.allow(name) => {
                check.misformed(node, path, &self.names.in_form(name), || self.names.allowed_for(name));
            }
            Some(_) => {}
            None => check.wrong_type(node, path, self),
        }
    }

    fn canonical(&self, node: &Node) -> Option<String> {
        self.of(node).map(json_string)
    }

    fn json_schema(&self, _: &mut Definitions) -> Json {
        json!({ "type": "string", "pattern": self.names.pattern() })
    }

    fn read_text(&self, text: &str, location: Location, whole: Span) -> Result<Node, Vec<Problem>> {
        Ok(read_quoted(text, location, whole))
    }

    fn example(&self, pick: Pick<'_>) -> String {
        json_string(&self.names.any(pick))
    }
}

impl Reads for Name {
    type Value<'a> = &'a str;

    fn fits(kind: &Kind) -> bool {
        matches!(kind, Kind::Name(_))
    }

    fn given<'a>(_: &Section<'a>, kind: &Kind, node: &'a Node) -> Option<&'a str> {
        if let Kind::Name(name) = kind { name.of(node) } else { None }
    }

    fn missing<'a>(_: &Section<'a>, key: &KeyDecl) -> Option<&'a str> {
        key.default.text()
    }
}
