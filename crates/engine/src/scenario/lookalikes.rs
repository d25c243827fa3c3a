//! Combatants that differ only in their place in the file.

use super::Scenario;
use super::canonical::json_string;
use super::common::{self, COMBATANTS, ID, TIES, Ties};
use super::key::{KeyDecl, find_key};
use super::kinds::{Inside, Kind};
use super::line_up::count_of;
use super::node::Node;
use super::words::Word;

/// The name of the key that gives the number of copies of a combatant.
const COUNT: &str = "count";

impl Scenario {
    /// Groups of combatants that differ only in id, name and place in the file: their ids, in listed order. Differences
    /// between the results of such combatants are due to their place. Empty if listed order decides nothing, because
    /// the system has no such ties or lots decide them all. Must be called on a scenario without mistakes.
    pub fn lookalikes(&self, schema: &'static [KeyDecl]) -> Vec<Vec<String>> {
        let mut groups: Vec<(String, Vec<String>)> = Vec::new();
        let Some(Inside::Tables(tables)) = find_key(schema, COMBATANTS).map(|key| key.kind.inside()) else {
            return Vec::new();
        };
        let listed = if self.ties_by_place(schema).is_empty() { &[] } else { self.combatants() };
        for combatant in listed {
            let (kind, has_places) = (kind_of(tables.keys, combatant), has_places(tables.keys, combatant));
            let ids = common::ids_of(combatant.id().unwrap_or_default(), count_of(combatant));
            for (number, id) in ids.into_iter().enumerate() {
                let kind = if has_places { format!("{number} {kind}") } else { kind.clone() };
                match groups.iter_mut().find(|(known, _)| *known == kind) {
                    Some((_, alike)) => alike.push(id),
                    None => groups.push((kind, vec![id])),
                }
            }
        }
        groups.into_iter().map(|(_, alike)| alike).filter(|alike| alike.len() > 1).collect()
    }

    /// The paths of the `[rules]` keys that let listed order decide ties.
    pub fn ties_by_place(&self, schema: &'static [KeyDecl]) -> Vec<String> {
        let rules = find_key(schema, "rules").map_or(&[][..], |rules| rules.kind.inside().keys());
        let given = self.root.get("rules");
        let are_by_place = |key: &&KeyDecl| {
            let word = given.and_then(|rules| rules.get(key.name)).and_then(Node::as_text);
            word.or(key.default.text()) == Some(Ties::Listed.word())
        };
        let ties = TIES.iter().filter_map(|name| find_key(rules, name)).filter(are_by_place);
        ties.map(|key| format!("rules.{}", key.name)).collect()
    }
}

/// The properties of a combatant as a text that is equal for combatants that are the same to the rules.
fn kind_of(keys: &'static [KeyDecl], combatant: &Node) -> String {
    let own = keys.iter().filter(|key| ![ID.name(), COUNT].contains(&key.name));
    let values = own.filter_map(|key| Some((key.name, key.canonical(combatant.get(key.name))?)));
    values.map(|(name, value)| format!("{}:{value}", json_string(name))).collect::<Vec<_>>().join(",")
}

/// Whether a combatant gives a square for each of its copies.
fn has_places(keys: &'static [KeyDecl], combatant: &Node) -> bool {
    keys.iter().any(|key| matches!(key.kind, Kind::Squares(_)) && combatant.get(key.name).is_some())
}
