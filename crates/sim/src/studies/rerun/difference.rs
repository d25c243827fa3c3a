//! The first difference of two values of JSON.

use std::fmt;

use serde::Serialize;
use serde_json::{Map, Value};

use crate::json::is_same_number;
use crate::kernel::quantity::current_name;

/// Characters of a value that are shown.
const SHOWN: usize = 60;

/// The first place in which a recorded result and the one that was made again differ. As JSON: `key, recorded, remade`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Difference {
    /// The path of keys and indices, such as `winners.party.share` or `metrics[2].mean`; empty where the whole differs.
    pub key: String,
    /// The recorded value, as JSON, cut off if it is long; `None` if there is nothing.
    pub recorded: Option<String>,
    /// The value that was made now, likewise.
    pub remade: Option<String>,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = |value: &Option<String>| value.clone().unwrap_or_else(|| "nothing".to_owned());
        let key = if self.key.is_empty() { "the whole" } else { &self.key };
        write!(f, "{key}: recorded {}, made again {}", shown(&self.recorded), shown(&self.remade))
    }
}

impl Difference {
    /// The first difference of what was recorded from what was made again; keys that another version adds are none.
    pub fn between(recorded: &Value, remade: &Value, is_same_version: bool) -> Option<Self> {
        walk("", recorded, remade, is_same_version)
    }

    fn new(key: &str, recorded: Option<&Value>, remade: Option<&Value>) -> Self {
        let shown = |value: Option<&Value>| value.map(|value| excerpt(&value.to_string()));
        Self { key: key.to_owned(), recorded: shown(recorded), remade: shown(remade) }
    }
}

fn excerpt(text: &str) -> String {
    let start: String = text.chars().take(SHOWN).collect();
    if start.len() < text.len() { start + "…" } else { start }
}

/// The first difference of a recorded result from the one that was made again. That it was interrupted is none: what is
/// compared is what it has. Results come before their provenance, which is compared between equal versions alone.
pub(super) fn between(recorded: &Value, remade: &Value, is_same_version: bool) -> Option<Difference> {
    let (Some(old), Some(new)) = (recorded.as_object(), remade.as_object()) else {
        return walk("", recorded, remade, is_same_version);
    };
    let is_partial = old.contains_key("partial");
    let without = |map: &Map<String, Value>| {
        let mut map = map.clone();
        map.remove("partial");
        if is_partial {
            // The encounters that an interrupt left are all that the remade result was allowed.
            map.remove("precision");
        }
        let provenance = map.remove("provenance");
        (Value::from(map), provenance.unwrap_or_default())
    };
    let ((old, old_provenance), (new, new_provenance)) = (without(old), without(new));
    walk("", &old, &new, is_same_version).or_else(|| {
        is_same_version.then(|| walk("provenance", &old_provenance, &new_provenance, is_same_version)).flatten()
    })
}

fn walk(key: &str, recorded: &Value, remade: &Value, is_strict: bool) -> Option<Difference> {
    match (recorded, remade) {
        (Value::Object(old), Value::Object(new)) => {
            let below = |name: &String| if key.is_empty() { name.clone() } else { format!("{key}.{name}") };
            let changed = old.iter().find_map(|(name, value)| match new.get(name) {
                Some(remade) => walk(&below(name), value, remade, is_strict),
                None => Some(Difference::new(&below(name), Some(value), None)),
            });
            let added = || {
                let (name, value) = new.iter().find(|(name, _)| is_strict && !old.contains_key(*name))?;
                Some(Difference::new(&below(name), None, Some(value)))
            };
            changed.or_else(added)
        }
        (Value::Array(old), Value::Array(new)) => {
            let pairs = (0..old.len().max(new.len())).map(|index| (index, old.get(index), new.get(index)));
            pairs.into_iter().find_map(|(index, old, new)| {
                let key = format!("{key}[{index}]");
                match (old, new) {
                    (Some(old), Some(new)) => walk(&key, old, new, is_strict),
                    (old, new) => Some(Difference::new(&key, old, new)),
                }
            })
        }
        (Value::String(old), Value::String(new)) if current_name(old) == Some(new.as_str()) => None,
        (Value::Number(old), Value::Number(new)) if is_same_number(old, new) => None,
        _ if recorded == remade => None,
        _ => Some(Difference::new(key, Some(recorded), Some(remade))),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn difference(recorded: &Value, remade: &Value, is_same_version: bool) -> String {
        between(recorded, remade, is_same_version).map_or_else(|| "same".to_owned(), |found| found.to_string())
    }

    #[test]
    fn the_first_difference_is_named_with_both_values() {
        let recorded = json!({ "a": { "b": [1, { "c": 0.25 }] }, "d": "x" });
        for (remade, expected) in [
            (recorded.clone(), "same"),
            (json!({ "a": { "b": [1, { "c": 0.5 }] }, "d": "y" }), "a.b[1].c: recorded 0.25, made again 0.5"),
            (json!({ "a": { "b": [1] }, "d": "x" }), "a.b[1]: recorded {\"c\":0.25}, made again nothing"),
            (json!({ "a": { "b": [1, { "c": 0.25 }] } }), "d: recorded \"x\", made again nothing"),
            (json!({ "a": { "b": [1, { "c": 0.25 }] }, "d": "x", "e": 1 }), "e: recorded nothing, made again 1"),
            (Value::Null, "the whole: recorded {\"a\":{\"b\":[1,{\"c\":0.25}]},\"d\":\"x\"}, made again null"),
        ] {
            assert_eq!(difference(&recorded, &remade, true), expected);
        }
    }

    #[test]
    fn another_version_may_add_keys_and_understand_scenarios_otherwise() {
        let recorded = json!({ "a": 1, "provenance": { "command": ["x"] } });
        let remade = json!({ "a": 1, "b": 2, "provenance": { "command": ["y"] } });
        assert_eq!(difference(&recorded, &remade, false), "same");
        assert_eq!(difference(&recorded, &remade, true), "b: recorded nothing, made again 2");
        let provenance = json!({ "a": 1, "provenance": { "command": ["y"] } });
        let expected = "provenance.command[0]: recorded \"x\", made again \"y\"";
        assert_eq!(difference(&recorded, &provenance, true), expected);
    }

    #[test]
    fn numbers_differ_in_their_last_digit() {
        let parse = |text: &str| serde_json::from_str::<Value>(text).expect("a number");
        assert!(walk("", &parse("0.1"), &parse("0.10000000000000002"), true).is_some());
        assert!(
            walk("", &parse("[1, 0, 2e0]"), &parse("[1.0, 0.0, 2]"), true).is_none(),
            "the form of a number is none of it"
        );
    }

    #[test]
    fn a_partial_result_is_compared_in_what_it_has() {
        assert_eq!(difference(&json!({ "a": 1, "partial": true }), &json!({ "a": 1 }), true), "same");
        let goal = |max: u64| json!({ "max_encounters": max });
        let sought = json!({ "a": 1, "precision": goal(9), "partial": true });
        assert_eq!(difference(&sought, &json!({ "a": 1, "precision": goal(7) }), true), "same");
    }
}
