//! The names in a scenario that a study can use: the paths of its keys, and the numbers that its encounters yield. Nothing is
//! compiled for it, so that names can be offered while they are typed.

use equipoise_engine::scenario::common::COMBATANTS;
use equipoise_engine::scenario::{Node, PathEntry};
use equipoise_engine::{EndState, Winner};

use crate::kernel::quantity::{Cast, EXTRAS, Quantity, group_name};
use crate::studies::explain::{COMBATANT, metrics};
use crate::studies::load::Outline;

/// No more combatants of one table are named.
const COPIES_MAX: usize = 64;

/// A name, with what it means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Named {
    /// The name.
    pub name: String,
    /// Its meaning, in a few words.
    pub doc: &'static str,
}

/// The paths that can be set, in the order of the declaration.
pub fn paths(outline: &Outline) -> Vec<PathEntry> {
    outline.scenario.paths(outline.system.schema())
}

/// The numbers of every encounter in the form in which `--target` and `--metric` take them, those of the system's
/// metrics among them.
pub fn quantities(outline: &Outline) -> Vec<Named> {
    if outline.scenario.has_legs() {
        return quantities_of_day(outline);
    }
    let ids = combatants(outline);
    let mut names: Vec<Named> = Vec::new();
    let mut add = |name: String, doc: &'static str| names.push(Named { name, doc });
    for winner in Winner::ALL {
        add(winner.name().to_owned(), "encounters that end so");
    }
    add("rounds".to_owned(), "how many rounds encounters last");
    for (id, end) in ids.iter().flat_map(|id| EndState::ALL.map(|end| (id, end))) {
        add(format!("combatants.{id}.{end}"), "encounters after which it is so");
    }
    for extra in &EXTRAS {
        add(extra.name.to_owned(), extra.doc);
    }
    for metric in metrics(outline.system) {
        if metric.name.contains(COMBATANT) {
            for id in &ids {
                add(metric.name.replace(COMBATANT, id), metric.doc);
            }
        } else {
            add(metric.name, metric.doc);
        }
    }
    for (id, _) in tables(outline).into_iter().filter(|&(_, count)| count > 1) {
        for (end, is_any) in EndState::ALL.into_iter().flat_map(|end| [(end, false), (end, true)]) {
            add(
                group_name(id, end, is_any),
                if is_any { "encounters in which at least one is so" } else { "how many are so" },
            );
        }
    }
    names
}

/// The numbers of a day, whose combatants are those of all legs; none if it has mistakes.
fn quantities_of_day(outline: &Outline) -> Vec<Named> {
    let Ok(day) = outline.system.outline(&outline.scenario) else { return Vec::new() };
    let cast = Cast::new(&day.combatants, &day.metrics);
    let named = |quantity: Quantity| Named { name: cast.name(quantity), doc: "" };
    cast.quantities().into_iter().map(named).collect()
}

/// The ids of the tables of those who fight, each with its count.
fn tables(outline: &Outline) -> Vec<(&str, usize)> {
    let tables = outline.scenario.tree().get(COMBATANTS).and_then(Node::as_list).unwrap_or_default();
    tables.iter().map(|table| table.id().unwrap_or_default()).zip(outline.scenario.counts()).collect()
}

/// The ids of those who fight.
fn combatants(outline: &Outline) -> Vec<String> {
    let ids_of = |(id, count): (&str, usize)| match count {
        1 => vec![id.to_owned()],
        count => (1..=count.min(COPIES_MAX)).map(|number| format!("{id}-{number}")).collect(),
    };
    tables(outline).into_iter().flat_map(ids_of).collect()
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;
    use crate::registry::Registry;
    use crate::studies::load::{Files, Loader, load, outline};

    /// The names that are offered for a scenario are those that its reports have, and no others.
    #[test]
    fn the_numbers_that_are_named_are_those_of_reports() {
        for &system in Registry::SHIPPED.systems() {
            let path = PathBuf::from("a.toml");
            let text = system.opponents().sources()[0].text.clone();
            let files = Files::from([(path.clone(), text)]);
            let loader = Loader::new(Registry::SHIPPED, &files);
            let loaded = load(loader, &path, &[]).unwrap_or_else(|error| panic!("{error}"));
            let named = quantities(&outline(loader, &path).expect("it was loaded"));
            let cast = Cast::new(loaded.fights.combatants(), loaded.fights.metrics());
            for Named { name, .. } in &named {
                assert!(cast.find(name).is_some(), "{}: {name}", system.name());
            }
            let found: Vec<_> = named.iter().filter_map(|named| cast.find(&named.name)).collect();
            let missing = cast.quantities().into_iter().filter(|quantity| !found.contains(quantity));
            let missing: Vec<String> = missing.map(|quantity| cast.name(quantity)).collect();
            assert!(missing.iter().all(|name| name.strip_suffix(".share").is_some()), "{}: {missing:?}", system.name());
        }
    }
}
