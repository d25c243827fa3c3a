//! JSON on lines: one object each, in a stable form for scripts. Each type says itself what its keys are.

use std::fmt;

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use serde_json::{Number, Value};

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

/// From here on tools that keep numbers as doubles, such as jq and everything in JavaScript, round integers.
pub(crate) const ROUNDED_FROM: u64 = 1 << 53;

/// Gives every whole number in a tree the form of an integer: `1.0` and `1e0` become `1`, as other tools may have written them.
pub(crate) fn write_wholes(value: &mut Value) {
    match value {
        Value::Number(number) => {
            let whole = number.as_f64().filter(|float| number.is_f64() && is_exact_whole(*float));
            if let Some(whole) = whole {
                *number = Number::from(whole as i64);
            }
        }
        Value::Array(values) => values.iter_mut().for_each(write_wholes),
        Value::Object(map) => map.values_mut().for_each(write_wholes),
        Value::Null | Value::Bool(_) | Value::String(_) => {}
    }
}

fn is_exact_whole(float: f64) -> bool {
    float.fract() == 0.0 && float.abs() < ROUNDED_FROM as f64
}

/// Whether a number is an integer that a tool may have rounded.
pub(crate) fn may_be_rounded(number: &Number) -> bool {
    number.as_f64().is_some_and(|float| float.abs() >= ROUNDED_FROM as f64)
}

/// The numbers of a tree that are integers which a tool may have rounded, in the order of the tree.
pub(crate) fn maybe_rounded(value: &mut Value) -> Vec<&mut Number> {
    match value {
        Value::Number(number) if may_be_rounded(number) => vec![number],
        Value::Array(values) => values.iter_mut().flat_map(maybe_rounded).collect(),
        Value::Object(map) => map.values_mut().flat_map(maybe_rounded).collect(),
        Value::Number(_) | Value::Null | Value::Bool(_) | Value::String(_) => Vec::new(),
    }
}

/// Whether a recorded number has the value of the one that was made again, however it is written. A recorded integer may have been
/// rounded to a double on its way.
pub(crate) fn is_same_number(recorded: &Number, remade: &Number) -> bool {
    let integer = |number: &Number| number.as_i64().map(i128::from).or(number.as_u64().map(i128::from));
    match (integer(recorded), integer(remade)) {
        (Some(recorded), Some(remade)) if recorded == remade => true,
        (Some(_), Some(_)) if !may_be_rounded(remade) => false,
        _ => recorded.as_f64() == remade.as_f64(),
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

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> Number {
        serde_json::from_str(text).expect("a number")
    }

    #[test]
    fn numbers_are_the_same_by_value() {
        let is_same = |recorded, remade| is_same_number(&number(recorded), &number(remade));
        for (recorded, remade) in [
            ("0", "0.0"),
            ("-0.0", "0"),
            ("1e0", "1"),
            ("1.0", "1"),
            ("3e-1", "0.3"),
            ("-7", "-7.0"),
            ("9007199254740992", "9007199254740993"),
            ("12345678901234567000", "12345678901234567890"),
            ("1.8446744073709552e19", "18446744073709551615"),
        ] {
            assert!(is_same(recorded, remade), "{recorded} is {remade}");
        }
        for (recorded, remade) in [
            ("0.1", "0.10000000000000002"),
            ("1", "2"),
            ("1", "-1"),
            ("0", "5e-324"),
            ("9007199254740990", "9007199254740991"),
            ("9007199254740993", "9007199254740996"),
        ] {
            assert!(!is_same(recorded, remade), "{recorded} is not {remade}");
        }
    }

    #[test]
    fn whole_numbers_become_integers_and_others_stay() {
        let mut value = serde_json::json!([1.0, { "a": -3.0, "b": 0.5 }, "1.0", 1e300, 7]);
        write_wholes(&mut value);
        assert_eq!(value, serde_json::json!([1, { "a": -3, "b": 0.5 }, "1.0", 1e300, 7]));
    }
}
