//! JSON on lines: one object each, in a stable form for scripts. Each type says itself what its keys are.

use std::fmt;

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use serde_json::Value;

/// A result as one object on one line, without a line feed at its end.
pub fn line<T: Serialize>(result: &T) -> String {
    serde_json::to_string(result).expect("strings, numbers and maps with string keys always serialise")
}

/// A result as a tree of values.
pub(crate) fn tree<T: Serialize>(result: &T) -> Value {
    serde_json::to_value(result).expect("strings, numbers and maps with string keys always serialise")
}

/// A result that can be written as JSON, whatever its type.
pub trait Json {
    /// The result as a [line](line()).
    fn line(&self) -> String;
    /// The result as a tree of values.
    fn tree(&self) -> Value;
}

impl<T: Serialize> Json for T {
    fn line(&self) -> String {
        line(self)
    }

    fn tree(&self) -> Value {
        tree(self)
    }
}

/// Writes the text that a value is displayed as.
pub(crate) fn as_text<T: fmt::Display, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

/// Varied paths with their values, as one object.
#[derive(Debug)]
pub struct Values<'a>(pub &'a [(String, String)]);

impl Serialize for Values<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (path, value) in self.0 {
            match (whole_number(value), value.as_str()) {
                (Some(number), _) => map.serialize_entry(path, &number)?,
                (None, "true") => map.serialize_entry(path, &true)?,
                (None, "false") => map.serialize_entry(path, &false)?,
                (None, text) => map.serialize_entry(path, text)?,
            }
        }
        map.end()
    }
}

/// The whole number that a value is, if it is in canonical decimal form: `-3`, but neither `+3` nor `03`.
pub(crate) fn whole_number(value: &str) -> Option<i64> {
    value.parse().ok().filter(|number: &i64| number.to_string() == value)
}
