//! Random tables that validate, for tests and fuzzing of any declaration of keys.

use super::canonical::json_string;
use super::key::{DefaultValue, KeyDecl};
use super::kinds::Pick;

/// A table with all required keys and about half of the others, each with a valid value, as a file would write it on
/// one line. `pick` chooses a number below the one it is given. What only holds between keys is left to chance.
pub fn example(schema: &'static [KeyDecl], pick: Pick<'_>) -> String {
    keys_of(schema, None, pick).into_iter().map(|entry| entry + "\n").collect()
}

/// The same in braces. A table in a list gets its number as its id.
pub(super) fn example_table(keys: &'static [KeyDecl], number: Option<u64>, pick: Pick<'_>) -> String {
    format!("{{ {} }}", keys_of(keys, number, pick).join(", "))
}

fn keys_of(keys: &'static [KeyDecl], number: Option<u64>, pick: Pick<'_>) -> Vec<String> {
    let mut entries = Vec::new();
    for key in keys {
        let id = number.filter(|_| key.name == "id");
        if key.default == DefaultValue::Required || id.is_some() || pick(2) == 0 {
            let value = id.map_or_else(|| key.kind.example(pick), |number| json_string(&format!("x{number}")));
            entries.push(format!("{} = {value}", key.name));
        }
    }
    entries
}
