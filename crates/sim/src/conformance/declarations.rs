//! Checks of the declarations of a system: keys, rules and metrics.

use std::collections::BTreeSet;

use equipoise_engine::scenario::{
    Inside, KeyDecl, Override, PathEntry, Scenario, json_schema, mistakes_of_declaration,
};
use equipoise_engine::{Rule, Ruleset};

use super::{Case, cases, keys_of};

/// The declaration of keys contradicts itself nowhere, every key says what it means, and the rules that it names are
/// those of the [ledger](Ruleset::LEDGER), each of which is listed once. Scenarios are not needed.
pub fn declarations_are_sound<R: Ruleset>(_: &[Scenario]) {
    assert_eq!(mistakes_of_declaration(R::SCHEMA), Vec::<String>::new(), "{}: keys", R::NAME);
    assert!(json_schema(R::NAME, R::SCHEMA).is_object(), "{}: the JSON Schema is no object", R::NAME);
    assert_eq!(Rule::untitled(R::LEDGER).next(), None, "{}: a rule without a title in its line", R::NAME);
    let ids: BTreeSet<&str> = Rule::all_of(R::LEDGER).map(|rule| rule.id).collect();
    assert_eq!(ids.len(), Rule::all_of(R::LEDGER).count(), "{}: an id of two rules", R::NAME);
    let mut keys: Vec<&KeyDecl> = R::SCHEMA.iter().collect();
    while let Some(key) = keys.pop() {
        assert!(!key.doc.is_empty(), "{}: the key `{}` does not say what it means", R::NAME, key.name);
        let unknown = key.rules.iter().find(|&rule| !ids.contains(rule));
        assert_eq!(unknown, None, "{}: the key `{}` names a rule that there is not", R::NAME, key.name);
        match key.kind.inside() {
            Inside::Table(nested) => keys.extend(nested),
            Inside::Tables(tables) => keys.extend(tables.keys),
            Inside::Nothing | Inside::Entries { .. } => {}
        }
    }
}

/// In every scenario each metric has a name of its own and says what it counts.
pub fn metrics_have_names_of_their_own<R: Ruleset>(scenarios: &[Scenario]) {
    for Case { name, rules, .. } in cases::<R>(scenarios) {
        let mut names = BTreeSet::new();
        for metric in rules.metrics() {
            assert!(names.insert(&metric.name), "{name}: two metrics are called {}", metric.name);
            assert!(!metric.doc.is_empty(), "{name}: the metric {} does not say what it counts", metric.name);
        }
    }
}

/// Every value that a scenario gives is reached by its path, and setting it to what it is changes nothing.
pub fn every_path_leads_to_its_value<R: Ruleset>(scenarios: &[Scenario]) {
    for Case { name, scenario, .. } in cases::<R>(scenarios) {
        let keys = keys_of::<R>(scenario);
        let canonical = scenario.canonical(keys);
        let given = scenario.paths(keys).into_iter().filter(PathEntry::is_given);
        // An id is part of the path that leads to it.
        let values = given.filter(|entry| entry.path.rsplit('.').next() != Some("id"));
        let settings: Vec<Override> =
            values.filter_map(|entry| Some(Override { path: entry.path, value: entry.value? })).collect();
        assert!(!settings.is_empty(), "{name}: no path leads to a value");
        for setting in settings {
            let mut again = scenario.clone();
            let problems = again.set(std::slice::from_ref(&setting), keys);
            assert!(problems.is_empty(), "{name}: {setting} is refused: {problems:?}");
            assert_eq!(again.canonical(keys), canonical, "{name}: {setting} changes the scenario");
        }
    }
}
