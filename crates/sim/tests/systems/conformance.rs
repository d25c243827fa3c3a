//! Every registered system passes the suite as it stands, over the scenarios that ship for it.

use std::panic::catch_unwind;
use std::path::{Path, PathBuf};

use crate::shipped::{project, scenarios_in, shipped};
use equipoise_engine::scenario::{Override, Scenario};
use equipoise_engine::{System, each_system};
use equipoise_sim::conformance::{Check, checks};
use rayon::iter::{IntoParallelIterator, ParallelIterator};

/// The scenarios of a few combatants that ship for a system, with lots where the rules leave combatants equal; none where it has
/// no such knobs. Every combatant more multiplies the orders that lots can have, and the states of the exact solution with them.
fn with_lots(system: System) -> Vec<Scenario> {
    const FEW: usize = 4;
    let lots: [Override; 2] =
        ["rules.order_ties=random", "rules.target_ties=random"].map(|text| text.parse().expect("an override"));
    let with_lots = |mut scenario: Scenario| {
        let has_knobs = |knob: &Override| scenario.set(std::slice::from_ref(knob), system.schema()).is_empty();
        let has_any = lots.iter().map(has_knobs).fold(false, |any, has| any | has);
        has_any.then_some(scenario)
    };
    let are_few = |scenario: &Scenario| scenario.counts().into_iter().sum::<usize>() <= FEW;
    shipped(system).into_iter().filter(are_few).filter_map(with_lots).collect()
}

#[test]
fn every_system_passes_every_check() {
    for &system in System::ALL {
        assert!(!shipped(system).is_empty(), "no scenario ships for {}", system.name());
    }
    let galleries = System::ALL.iter().map(|&system| (system, [shipped(system), days(system)].concat()));
    assert_passes(galleries, |_| true);
}

/// The days of a system that has them.
fn days(system: System) -> Vec<Scenario> {
    if !system.has_days() {
        return Vec::new();
    }
    let days = scenarios_in(&project().join("scenarios").join(system.name()).join("days"), system);
    assert!(days.iter().any(Scenario::has_legs), "{} has days", system.name());
    days.into_iter().filter(Scenario::has_legs).collect()
}

#[test]
fn every_system_passes_every_check_with_lots() {
    let galleries: Vec<_> = System::ALL.iter().map(|&system| (system, with_lots(system))).collect();
    assert!(galleries.iter().filter(|(_, scenarios)| !scenarios.is_empty()).count() > 1, "several systems have lots");
    // Fights of a few do not reach every rule.
    let is_of_fights = |name: &str| name != "every_rule_is_reached";
    assert_passes(galleries.into_iter().filter(|(_, scenarios)| !scenarios.is_empty()), is_of_fights);
}

/// Runs the wanted checks side by side; the mistakes stand above the list of those that fail.
fn assert_passes(galleries: impl Iterator<Item = (System, Vec<Scenario>)>, is_wanted: impl Fn(&str) -> bool) {
    let galleries: Vec<(System, Vec<Scenario>)> = galleries.collect();
    let all = galleries.iter().flat_map(|(system, scenarios)| {
        system.entry(each_system!(checks())).into_iter().map(move |(name, check)| (system, name, check, scenarios))
    });
    let fails = |(system, name, check, scenarios): (&System, &'static str, Check, &Vec<Scenario>)| {
        catch_unwind(|| check(scenarios)).is_err().then(|| format!("{}: {name}", system.name()))
    };
    let all: Vec<_> = all.filter(|(_, name, ..)| is_wanted(name)).collect();
    let failed: Vec<String> = all.into_par_iter().filter_map(fails).collect();
    assert_eq!(failed, Vec::<String>::new());
}

/// The Rust files of a folder and of those in it.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let (mut folders, mut files) = (vec![folder.to_owned()], Vec::new());
    while let Some(folder) = folders.pop() {
        let entries = std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        for path in entries.map(|entry| entry.expect("a readable folder").path()) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// A new system is one folder and two lines in the registry: nothing else may know one by name.
#[test]
fn no_crate_above_the_engine_knows_a_system_by_name() {
    for path in ["crates/sim/src", "crates/cli/src"].iter().flat_map(|folder| sources(&project().join(folder))) {
        let text = std::fs::read_to_string(&path).expect("UTF-8");
        let code = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
        let code = code.lines().filter(|line| !line.starts_with("//!")).collect::<String>();
        for system in System::ALL {
            let named = code.contains(&format!("systems::{}", system.name()));
            assert!(!named, "{} names {}", path.display(), system.name());
        }
    }
}
