//! The name of something in paths and reports.

use serde_json::{Value as Json, json};

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

/// A name made of `a-z`, `0-9` and `-`.
#[derive(Debug, Clone, Copy)]
pub struct Id;

/// The form of an id, in words.
const ALLOWED: &str = "one or more of a-z, 0-9 and `-`";
const CHARACTERS: &[u8] = b"abcdefghijklmnopqrstuvwxyz0123456789-";

impl Id {
    /// Whether a text is an id.
    pub(super) fn allows(text: &str) -> bool {
        (1..=NAME_MAX).contains(&text.len()) && text.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-'))
    }

    /// The id of a value, if it is well-formed.
    pub(super) fn of(node: &Node) -> Option<&str> {
        node.as_text().filter(|text| Self::allows(text))
    }

    /// A random id, without quotes.
    pub(super) fn any(pick: Pick<'_>) -> String {
        let length = 1 + pick(12);
        (0..length).map(|_| CHARACTERS[pick(CHARACTERS.len() as u64) as usize] as char).collect()
    }
}

/// A name in small letters, with a separator for everything that the form does not allow; empty if nothing is left.
pub(super) fn in_form(name: &str, separator: char, allows: impl Fn(&str) -> bool) -> String {
    let mut formed = String::new();
    for c in name.chars().take(NAME_MAX).flat_map(char::to_lowercase) {
        if allows(c.encode_utf8(&mut [0; 4])) {
            formed.push(c);
        } else if !formed.ends_with(separator) {
            formed.push(separator);
        }
    }
    formed.trim_matches(separator).to_owned()
}

/// Most characters of an id. Columns of names take most of a terminal's width then, and are cut nowhere.
pub(super) const NAME_MAX: usize = 60;

impl Key<Option<Id>> {
    /// A key that holds an id.
    pub const fn id(name: &'static str) -> Self {
        Self::new(name, Kind::Id(Id))
    }
}

impl KeyKind for Id {
    fn type_name(&self) -> &'static str {
        "id"
    }

    fn allowed(&self) -> String {
        ALLOWED.to_owned()
    }

    fn expected(&self) -> String {
        format!("an id in quotes: {ALLOWED}")
    }

    fn check(&self, node: &Node, path: &str, check: &mut Check<'_>) {
        match node.as_text() {
            Some(text) if text.len() > NAME_MAX && text.bytes().all(|byte| CHARACTERS.contains(&byte)) => {
                check.bad_name(node.span, path, text, || format!("at most {NAME_MAX} characters, not {}", text.len()));
            }
            Some(text) if !Self::allows(text) => {
                check.misformed(node, path, &in_form(text, '-', Self::allows), || self.allowed());
            }
            Some(_) => {}
            None => check.wrong_type(node, path, self),
        }
    }

    fn canonical(&self, node: &Node) -> Option<String> {
        Self::of(node).map(json_string)
    }

    fn json_schema(&self, _: &mut Definitions) -> Json {
        json!({ "type": "string", "pattern": format!("^[a-z0-9-]{{1,{NAME_MAX}}}$") })
    }

    fn read_text(&self, text: &str, location: Location, whole: Span) -> Result<Node, Vec<Problem>> {
        Ok(read_quoted(text, location, whole))
    }

    fn example(&self, pick: Pick<'_>) -> String {
        json_string(&Self::any(pick))
    }
}

impl Reads for Id {
    type Value<'a> = &'a str;

    fn fits(kind: &Kind) -> bool {
        matches!(kind, Kind::Id(_))
    }

    fn given<'a>(_: &Section<'a>, _: &Kind, node: &'a Node) -> Option<&'a str> {
        Self::of(node)
    }

    fn missing<'a>(_: &Section<'a>, key: &KeyDecl) -> Option<&'a str> {
        key.default.text()
    }
}
