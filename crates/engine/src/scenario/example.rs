//! Random tables that validate, for tests and fuzzing of any declaration of keys.

use super::canonical::json_string;
use super::key::{DefaultValue, KeyDecl};
use super::kinds::Pick;

/// A table with all required keys and about half of the others, each with a random valid value, one line per key.
/// `pick` returns a number below its argument. Conditions between keys are not considered.
pub fn example(schema: &'static [KeyDecl], pick: Pick<'_>) -> String {
    keys_of(schema, None, pick).into_iter().map(|entry| entry + "\n").collect()
}

/// An [`example`] in the form of an inline table in braces. A table in a list gets an id made of its number.
pub(super) fn example_table(keys: &'static [KeyDecl], id: Option<(&str, u64)>, pick: Pick<'_>) -> String {
    format!("{{ {} }}", keys_of(keys, id, pick).join(", "))
}

fn keys_of(keys: &'static [KeyDecl], id: Option<(&str, u64)>, pick: Pick<'_>) -> Vec<String> {
    let mut entries = Vec::new();
    for key in keys {
        let own_id = id.filter(|(name, _)| *name == key.name);
        if key.default == DefaultValue::Required || pick(2) == 0 {
            let value = own_id.map_or_else(|| key.kind.example(pick), |(_, number)| json_string(&format!("x{number}")));
            entries.push(format!("{} = {value}", key.name));
        }
    }
    entries
}
