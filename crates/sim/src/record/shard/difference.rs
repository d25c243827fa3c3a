//! The first difference between two canonical scenarios, in words.

use std::fmt;

use equipoise_engine::scenario::common::ACCOUNTS;
use equipoise_engine::scenario::visible;
use serde_json::Value;

/// The most characters of a value that are shown.
const CHARACTERS_MAX: usize = 50;

/// The first difference between two scenarios.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScenarioDifference {
    /// The dotted path of the key that differs; in lists, ids stand for tables that have one, else their place, from 1 on. `None`
    /// if the rules see the same and the numbers that are counted have other names.
    path: Option<String>,
    /// The value of each in words; `None` if it has none.
    values: [Option<String>; 2],
}

impl ScenarioDifference {
    /// The first difference between two canonical forms, by the names of keys.
    pub(crate) fn between(first: &str, other: &str) -> Self {
        let parsed = [first, other].map(|text| serde_json::from_str::<Value>(text).ok());
        let found = match &parsed {
            [Some(first), Some(other)] => find([Some(first), Some(other)], String::new()),
            _ => None,
        };
        found.unwrap_or(Self { path: None, values: [None, None] })
    }
}

impl fmt::Display for ScenarioDifference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(path) = &self.path else { return f.write_str("their numbers have other names") };
        let path = visible(path);
        match &self.values {
            [first, other] if path == ACCOUNTS.name() && first.is_some() != other.is_some() => {
                f.write_str("one keeps accounts and the other none: `--accounts` is for both or for neither")
            }
            [Some(first), Some(other)] => {
                write!(f, "`{path}` is {} in one and {} in another", visible(first), visible(other))
            }
            [Some(value), None] | [None, Some(value)] => {
                write!(f, "`{path}` is {} in one and not there in another", visible(value))
            }
            [None, None] => write!(f, "`{path}` differs"),
        }
    }
}

/// The first difference inside two values at a path. The recursion follows texts that the parser of JSON has taken, which limits
/// their depth.
fn find(values: [Option<&Value>; 2], path: String) -> Option<ScenarioDifference> {
    if values[0] == values[1] {
        return None;
    }
    match values {
        [Some(Value::Object(first)), Some(Value::Object(other))] => {
            let mut keys: Vec<&String> = first.keys().chain(other.keys()).collect();
            keys.sort_unstable();
            keys.dedup();
            let below = |key: &String| if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
            keys.into_iter().find_map(|key| find([first.get(key), other.get(key)], below(key)))
        }
        [Some(Value::Array(first)), Some(Value::Array(other))] if is_of_tables(first) && is_of_tables(other) => {
            (0..first.len().max(other.len())).find_map(|index| {
                let values = [first.get(index), other.get(index)];
                let ids = values.map(|value| value?.get("id")?.as_str());
                let below = match ids {
                    [Some(id), Some(same)] if id == same => format!("{path}.{id}"),
                    [Some(id), None] | [None, Some(id)] => format!("{path}.{id}"),
                    _ => format!("{path}[{}]", index + 1),
                };
                find(values, below)
            })
        }
        _ => Some(ScenarioDifference { path: Some(path), values: values.map(|value| value.map(in_words)) }),
    }
}

fn is_of_tables(list: &[Value]) -> bool {
    list.iter().all(Value::is_object)
}

/// A value in a sentence.
fn in_words(value: &Value) -> String {
    match value {
        Value::Object(_) => "a table".to_owned(),
        Value::String(text) => format!("`{}`", shortened(text)),
        _ => format!("`{}`", shortened(&value.to_string())),
    }
}

fn shortened(text: &str) -> String {
    let mut shown: String = text.chars().take(CHARACTERS_MAX).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_difference_is_told_by_its_path() {
        for (first, other, told) in [
            (r#"{"system":"toy"}"#, r#"{"system":"toys"}"#, "`system` is `toy` in one and `toys` in another"),
            (
                r#"{"rules":{"dr":12,"x":1}}"#,
                r#"{"rules":{"dr":14,"x":2}}"#,
                "`rules.dr` is `12` in one and `14` in another",
            ),
            (
                r#"{"accounts":true,"rules":{"dr":12}}"#,
                r#"{"rules":{"dr":12}}"#,
                "one keeps accounts and the other none: `--accounts` is for both or for neither",
            ),
            (
                r#"{"combatants":[{"id":"a","hp":3},{"id":"b","hp":3}]}"#,
                r#"{"combatants":[{"id":"a","hp":3},{"id":"b","hp":4}]}"#,
                "`combatants.b.hp` is `3` in one and `4` in another",
            ),
            (
                r#"{"combatants":[{"id":"a","hp":3}]}"#,
                r#"{"combatants":[{"id":"a","hp":3},{"id":"b","hp":4}]}"#,
                "`combatants.b` is a table in one and not there in another",
            ),
            (
                r#"{"combatants":[{"id":"a"}]}"#,
                r#"{"combatants":[{"id":"b"}]}"#,
                "`combatants[1].id` is `a` in one and `b` in another",
            ),
            (r#"{"rows":[[1,2]]}"#, r#"{"rows":[[1,3]]}"#, "`rows` is `[[1,2]]` in one and `[[1,3]]` in another"),
            (r#"{"a":"b\u0007"}"#, "{}", "`a` is `b\\u{7}` in one and not there in another"),
            (r#"{"a":1}"#, r#"{"a":1}"#, "their numbers have other names"),
            ("ann bob", "ann eve", "their numbers have other names"),
        ] {
            assert_eq!(ScenarioDifference::between(first, other).to_string(), told);
        }
    }
}
