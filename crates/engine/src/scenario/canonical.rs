//! The canonical form of a scenario: a text that is equal exactly if the scenario is the same to the rules.

use super::Scenario;
use super::key::KeyDecl;
use super::node::Node;

impl Scenario {
    /// The scenario with all literal defaults filled in, as JSON without spaces: keys in the order of the declaration,
    /// integer maps and lists in the order of the file. Two scenarios of one declaration have equal texts exactly if
    /// they are the same to the rules; free text for readers ([`Text`](super::kinds::Text)) is left out. Meant for
    /// valid scenarios: invalid values count as missing.
    pub fn canonical(&self, schema: &'static [KeyDecl]) -> String {
        if self.has_legs() { self.canonical_legs(schema) } else { canonical_table(schema, &self.root) }
    }
}

/// The canonical form of a table. The recursion follows the declaration, which is finite.
pub(super) fn canonical_table(keys: &'static [KeyDecl], table: &Node) -> String {
    let value = |key: &KeyDecl| Some((key.name, key.canonical(table.get(key.name))?));
    let entries: Vec<String> =
        keys.iter().filter_map(value).map(|(name, value)| format!("{}:{value}", json_string(name))).collect();
    format!("{{{}}}", entries.join(","))
}

/// A string literal, valid in JSON and in TOML.
pub(super) fn json_string(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
