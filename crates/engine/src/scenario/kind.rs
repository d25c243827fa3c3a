//! What the kinds of keys allow, and how that is said.

use std::fmt;

use super::error::list_of;
use super::node::{Node, Value};
use super::schema::{Choice, Default, Kind, Names, Numbers};
use crate::dice::{DiceError, DiceExpr};

impl Kind {
    /// The type in a word or two.
    pub const fn type_name(&self) -> &'static str {
        match self {
            Self::Bool => "boolean",
            Self::Int { .. } => "whole number",
            Self::Text => "text",
            Self::Id => "id",
            Self::Name(_) => "name",
            Self::Word(_) => "word",
            Self::Words { .. } => "list of words",
            Self::Ids { .. } => "list of ids",
            Self::Dice => "dice",
            Self::IntMap { .. } => "table of whole numbers",
            Self::Table(_) | Self::Open => "table",
            Self::Tables { .. } => "list of tables",
        }
    }

    /// The values allowed, in words; empty where the type says it all.
    pub fn allowed(&self) -> String {
        match *self {
            Self::Bool => "`true`, `false`".to_owned(),
            Self::Int { min, max, numbers } => match numbers {
                Numbers::All => format!("{min}..={max}"),
                Numbers::Odd => format!("odd, {min}..={max}"),
                Numbers::MultiplesOf(number) => format!("multiples of {number}, {min}..={max}"),
            },
            Self::Text | Self::Table(_) | Self::Open => String::new(),
            Self::Id => ID_ALLOWED.to_owned(),
            Self::Name(names) => names.allowed().to_owned(),
            Self::Word(choices) => words_of(choices),
            Self::Words { choices, repeated_max: None } => format!("each at most once: {}", words_of(choices)),
            Self::Words { choices, repeated_max: Some(max) } => format!("at most {max}: {}", words_of(choices)),
            Self::Ids { max } => format!("at most {max}, each once"),
            Self::Dice => format!("{}, N 1..=100, S 1..=1000", DiceError::Form.to_string().replace("expected ", "")),
            Self::IntMap { min, max, entries_min, entries_max, .. } => {
                format!("{entries_min} to {entries_max} names, each {min}..={max}")
            }
            Self::Tables { max, .. } => format!("at most {max}"),
        }
    }

    /// Type and values allowed, after "expected".
    pub(super) fn expected(&self) -> String {
        match self {
            Self::Bool | Self::Dice => self.allowed(),
            Self::Int { .. } => format!("a whole number, {}", self.allowed()),
            Self::Text => "text in quotes".to_owned(),
            Self::Id => format!("an id in quotes: {ID_ALLOWED}"),
            Self::Name(_) => format!("a name in quotes: {}", self.allowed()),
            Self::Word(_) => format!("one of {}", self.allowed()),
            Self::Words { .. } => format!("a list of words, {}", self.allowed()),
            Self::Ids { .. } => format!("a list of ids, {}", self.allowed()),
            Self::IntMap { .. } => format!("a table of whole numbers, {}", self.allowed()),
            Self::Table(_) | Self::Open => "a table".to_owned(),
            Self::Tables { .. } => format!("a list of tables, {}", self.allowed()),
        }
    }

    /// Whether values are written in quotes in a file, so that an override or a cell is taken as it stands.
    pub(super) const fn is_quoted(&self) -> bool {
        matches!(self, Self::Text | Self::Id | Self::Name(_) | Self::Word(_) | Self::Dice)
    }
}

/// What an id may look like.
pub(super) const ID_ALLOWED: &str = "one or more of a-z, 0-9 and `-`";

/// Whether a text is an id.
pub(super) fn is_id(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-'))
}

/// Whether a number keeps to the bounds of its key.
pub(super) const fn is_in_range(value: i64, min: i64, max: i64, numbers: Numbers) -> bool {
    min <= value && value <= max && numbers.have(value)
}

/// The dice of a value: `None` when it is neither a text nor a whole number.
pub(super) fn dice_of(node: &Node) -> Option<Result<DiceExpr, DiceError>> {
    match &node.value {
        Value::Text(text) => Some(text.parse()),
        Value::Int(number) => Some(DiceExpr::constant(*number)),
        _ => None,
    }
}

/// The words of a closed set in back quotes.
pub(super) fn words_of(choices: &[Choice]) -> String {
    list_of(&choices.iter().map(|choice| choice.name).collect::<Vec<_>>())
}

impl Names {
    /// Whether a name may look like this.
    pub(super) fn allow(self, name: &str) -> bool {
        let rest = |byte: u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'_');
        match self {
            Self::Loose => !name.is_empty() && name.bytes().all(|byte| rest(byte) || byte == b'-'),
            Self::Identifier => name.starts_with(|c: char| c.is_ascii_lowercase()) && name.bytes().all(rest),
        }
    }

    /// What names may look like, in words.
    pub const fn allowed(self) -> &'static str {
        match self {
            Self::Loose => "one or more of a-z, 0-9, `_` and `-`",
            Self::Identifier => "a letter a-z, then a-z, 0-9 and `_`",
        }
    }
}

/// As a listing of keys shows it: the value, `required`, `none`, or the words of a derived default.
impl fmt::Display for Default {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Required => f.write_str("required"),
            Self::Absent => f.write_str("none"),
            Self::Int(value) => write!(f, "{value}"),
            Self::Bool(value) => write!(f, "{value}"),
            Self::Word(text) | Self::Text(text) => write!(f, "\"{text}\""),
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
    fn what_is_allowed_is_said_in_words() {
        let allowed = |numbers| Kind::Int { min: 5, max: 101, numbers }.allowed();
        assert_eq!(allowed(Numbers::Odd), "odd, 5..=101");
        assert_eq!(allowed(Numbers::All), "5..=101");
        assert_eq!(allowed(Numbers::MultiplesOf(5)), "multiples of 5, 5..=101");
        let choices = &[Choice { name: "spar", doc: "" }, Choice { name: "death", doc: "" }];
        assert_eq!(Kind::Word(choices).allowed(), "`spar`, `death`");
        assert_eq!(Kind::Dice.allowed(), "`NdS+K`, `NdS-K`, `NdS`, `dS` or a whole number, N 1..=100, S 1..=1000");
    }

    #[test]
    fn ids_and_names_keep_to_their_characters() {
        for (text, allowed) in [("a-1", true), ("-", true), ("", false), ("A", false), ("a_b", false), ("ä", false)] {
            assert_eq!(is_id(text), allowed, "{text:?}");
        }
        for (text, loose, identifier) in
            [("a_b", true, true), ("1a", true, false), ("a-b", true, false), ("", false, false)]
        {
            assert_eq!(Names::Loose.allow(text), loose, "{text:?}");
            assert_eq!(Names::Identifier.allow(text), identifier, "{text:?}");
        }
    }

    #[test]
    fn defaults_are_shown_as_a_file_would_write_them() {
        assert_eq!(Default::Word("spar").to_string(), "\"spar\"");
        assert_eq!(Default::Words(&["a", "b"]).to_string(), "[\"a\", \"b\"]");
        assert_eq!(Default::Int(-3).to_string(), "-3");
        assert_eq!(Default::Required.to_string(), "required");
    }
}
