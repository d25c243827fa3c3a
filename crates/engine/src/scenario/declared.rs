//! All paths of a declaration, independent of any scenario.

use super::key::KeyDecl;
use super::kinds::{Inside, Kind};
use super::legs::{LEGS, WEIGHT, legs_key};
use super::section::push_segment;

/// A key with its dotted path.
#[derive(Debug, Clone)]
pub struct DeclaredPath {
    /// The path. `*` stands for the id of a table in a list, or for a name that the file chooses.
    pub path: String,
    /// The declaration; for an entry of an integer map, that of the map.
    pub key: &'static KeyDecl,
    /// The kind of the value at the path.
    pub kind: Kind,
}

/// All paths of a declaration, tables included, in the order of the declaration. The keys of a group are listed once
/// for each key that takes the group.
pub fn declared_paths(schema: &'static [KeyDecl]) -> Vec<DeclaredPath> {
    let mut paths = Vec::new();
    add_paths(schema, "", &mut paths);
    paths
}

/// As [`declared_paths`], of a system whose scenarios may be days: those of legs come last, each as
/// it is set.
pub fn declared_paths_of_days(schema: &'static [KeyDecl]) -> Vec<DeclaredPath> {
    let mut paths = declared_paths(schema);
    add_paths(std::slice::from_ref(legs_key()), "", &mut paths);
    for declared in &mut paths {
        if declared.path.starts_with(LEGS) && declared.path.ends_with(WEIGHT) {
            declared.path = format!("{LEGS}.*.*.{WEIGHT}");
        }
    }
    paths
}

/// The recursion follows the declaration, which is finite.
fn add_paths(keys: &'static [KeyDecl], parent: &str, paths: &mut Vec<DeclaredPath>) {
    for key in keys {
        let mut path = parent.to_owned();
        push_segment(&mut path, key.name);
        paths.push(DeclaredPath { path: path.clone(), key, kind: key.kind });
        match key.kind.inside() {
            Inside::Nothing => {}
            Inside::Table(nested) => add_paths(nested, &path, paths),
            Inside::Tables(tables) => add_paths(tables.keys, &format!("{path}.*"), paths),
            Inside::Entries { kind, .. } => paths.push(DeclaredPath { path: format!("{path}.*"), key, kind }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ruleset::Ruleset;
    use crate::systems::duel::Duel;

    #[test]
    fn paths_lead_through_tables_lists_and_maps() {
        let paths: Vec<String> = declared_paths(Duel::SCHEMA).into_iter().map(|found| found.path).collect();
        for expected in ["name", "rules", "rules.meter_ticks", "combatants.*.attributes", "combatants.*.attributes.*"] {
            assert_eq!(paths.iter().filter(|path| *path == expected).count(), 1, "{expected}");
        }
    }
}
