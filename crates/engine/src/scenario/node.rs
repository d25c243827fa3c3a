//! The tree of a scenario: values with their locations.

use super::source::Span;

/// A value and its location.
///
/// The span of a table is its header or its braces. If a table has neither (`a.b = 1` creates `a`), it is the first key
/// that created it.
#[derive(Debug, Clone, PartialEq)]
pub struct Node {
    /// The value.
    pub value: Value,
    /// The location.
    pub span: Span,
}

/// A value in a file, a cell or an override.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// `true` or `false`.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// A fraction, infinity or `nan`.
    Float(f64),
    /// A string.
    Text(String),
    /// A date or a time, as written.
    Datetime(String),
    /// A list.
    List(Vec<Node>),
    /// A table; its entries keep the order of the file.
    Table(Vec<Entry>),
}

/// One key of a table with its value.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// The key without quotes.
    pub key: String,
    /// The location of the key.
    pub key_span: Span,
    /// The value of the key.
    pub node: Node,
}

impl Node {
    /// The entries, if this is a table.
    pub fn as_table(&self) -> Option<&[Entry]> {
        match &self.value {
            Value::Table(entries) => Some(entries),
            _ => None,
        }
    }

    /// The elements, if this is a list.
    pub fn as_list(&self) -> Option<&[Node]> {
        match &self.value {
            Value::List(nodes) => Some(nodes),
            _ => None,
        }
    }

    /// A string with its location.
    pub(super) fn text(text: impl Into<String>, span: Span) -> Self {
        Self { value: Value::Text(text.into()), span }
    }

    /// The truth value, if this is one.
    pub fn as_bool(&self) -> Option<bool> {
        match self.value {
            Value::Bool(value) => Some(value),
            _ => None,
        }
    }

    /// The string, if this is one.
    pub fn as_text(&self) -> Option<&str> {
        match &self.value {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The whole number, if this is one.
    pub fn as_int(&self) -> Option<i64> {
        match self.value {
            Value::Int(int) => Some(int),
            _ => None,
        }
    }

    /// The number, whole or a fraction, if this is one.
    pub(super) fn as_number(&self) -> Option<f64> {
        match self.value {
            Value::Int(int) => Some(int as f64),
            Value::Float(float) => Some(float),
            _ => None,
        }
    }

    /// The value of a key, if this is a table that has it.
    pub fn get(&self, key: &str) -> Option<&Node> {
        self.entry(key).map(|entry| &entry.node)
    }

    /// The entry of a key, if this is a table that has it.
    pub fn entry(&self, key: &str) -> Option<&Entry> {
        self.as_table()?.iter().find(|entry| entry.key == key)
    }

    /// The `id` of a table, if it has one that is a string.
    pub fn id(&self) -> Option<&str> {
        self.id_by("id")
    }

    /// The id of a table whose key for ids has another name, if it is a string.
    pub(super) fn id_by(&self, key: &str) -> Option<&str> {
        self.get(key)?.as_text()
    }

    pub(super) fn table_mut(&mut self) -> Option<&mut Vec<Entry>> {
        match &mut self.value {
            Value::Table(entries) => Some(entries),
            _ => None,
        }
    }

    pub(super) fn list_mut(&mut self) -> Option<&mut Vec<Node>> {
        match &mut self.value {
            Value::List(nodes) => Some(nodes),
            _ => None,
        }
    }

    pub(super) fn get_mut(&mut self, key: &str) -> Option<&mut Node> {
        self.table_mut()?.iter_mut().find(|entry| entry.key == key).map(|entry| &mut entry.node)
    }
}

impl Value {
    /// The value in words for a message: `the text "abc"`, `the fraction 2.5`, `a list`.
    pub fn found(&self) -> String {
        match self {
            Self::Bool(value) => format!("the boolean {value}"),
            Self::Int(value) => format!("the number {value}"),
            Self::Float(value) if value.is_nan() => "`nan`, which is not a number".to_owned(),
            Self::Float(value) if value.is_infinite() => "an infinite number".to_owned(),
            Self::Float(value) => format!("the fraction {value:?}"),
            Self::Text(text) => format!("the text \"{}\"", excerpt(text)),
            Self::Datetime(text) => format!("the date or time {}", excerpt(text)),
            Self::List(_) => "a list".to_owned(),
            Self::Table(_) => "a table".to_owned(),
        }
    }
}

/// A text for one line of a message: control characters are escaped, and it is cut after 60 characters.
pub(super) fn excerpt(text: &str) -> String {
    const CHARACTERS_MAX: usize = 60;
    let mut shown: String = text.chars().take(CHARACTERS_MAX).flat_map(escaped).collect();
    if text.chars().nth(CHARACTERS_MAX).is_some() {
        shown.push('…');
    }
    shown
}

fn escaped(c: char) -> impl Iterator<Item = char> {
    let (plain, escape) = if c.is_control() { (None, Some(c.escape_default())) } else { (Some(c), None) };
    plain.into_iter().chain(escape.into_iter().flatten())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_found_is_said_in_words() {
        assert_eq!(Value::Float(2.5).found(), "the fraction 2.5");
        assert_eq!(Value::Float(2.0).found(), "the fraction 2.0");
        assert_eq!(Value::Float(f64::NAN).found(), "`nan`, which is not a number");
        assert_eq!(Value::Float(f64::NEG_INFINITY).found(), "an infinite number");
        assert_eq!(Value::Bool(true).found(), "the boolean true");
        assert_eq!(Value::Text("a\u{1b}[1m".to_owned()).found(), "the text \"a\\u{1b}[1m\"");
        assert_eq!(Value::List(Vec::new()).found(), "a list");
    }

    #[test]
    fn a_long_text_is_cut() {
        assert_eq!(excerpt(&"ä".repeat(61)), format!("{}…", "ä".repeat(60)));
        assert_eq!(excerpt(&"ä".repeat(60)), "ä".repeat(60));
    }
}
