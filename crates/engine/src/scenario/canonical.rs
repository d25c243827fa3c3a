//! A scenario as one text that is equal exactly when the rules see the same scenario.

use super::Scenario;
use super::key::KeyDecl;
use super::node::Node;

impl Scenario {
    /// The scenario with all literal defaults filled in, as JSON without spaces: keys in the order of the declaration,
    /// integer maps and lists in the order of the file. Two scenarios of one declaration have the same text exactly
    /// when they are the same to the rules; what is only there to be read ([`Text`](super::kinds::Text)) is left out.
    /// Meant for scenarios that validate: invalid values count as not given.
    pub fn canonical(&self, schema: &'static [KeyDecl]) -> String {
        canonical_table(schema, &self.root)
    }
}

/// The recursion follows the declaration, which is finite.
pub(super) fn canonical_table(keys: &'static [KeyDecl], table: &Node) -> String {
    let value = |key: &KeyDecl| Some((key.name, key.canonical(table.get(key.name))?));
    let entries: Vec<String> =
        keys.iter().filter_map(value).map(|(name, value)| format!("{}:{value}", json_string(name))).collect();
    format!("{{{}}}", entries.join(","))
}

/// A text in quotes, as JSON has it, and TOML as well.
pub(super) fn json_string(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
