//! Coverage of rules: which rules the encounters of scenarios apply, how often, and which they never do.

use equipoise_engine::{Rule, RulesSeen};
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use crate::registry::{Registry, System};

/// The number of times that the scenarios of one system together applied each rule. As JSON: `system, scenarios, encounters,
/// rules, never`.
#[derive(Debug, Clone)]
pub struct SystemCoverage {
    /// The system.
    pub system: System,
    /// Names of the scenarios.
    pub scenarios: Vec<String>,
    /// Encounters of all scenarios together.
    pub encounters: u64,
    seen: RulesSeen,
}

/// The number of times that a rule was applied.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct RuleCoverage {
    /// The ledger's id.
    pub id: &'static str,
    /// The subject of the rule.
    pub title: &'static str,
    /// The number of times that it was applied.
    pub count: u64,
    /// The mean of that over all encounters.
    pub per_fight: f64,
}

impl SystemCoverage {
    fn new(system: System) -> Self {
        Self { system, scenarios: Vec::new(), encounters: 0, seen: RulesSeen::default() }
    }

    /// The rules of the ledger, in its order.
    pub fn rules(&self) -> impl Iterator<Item = RuleCoverage> {
        let encounters = self.encounters.max(1) as f64;
        self.system.rules().map(move |Rule { id, title }| {
            let count = self.seen.count(id);
            RuleCoverage { id, title, count, per_fight: count as f64 / encounters }
        })
    }

    /// The rules that no encounter applied.
    pub fn never(&self) -> Vec<RuleCoverage> {
        self.rules().filter(|rule| rule.count == 0).collect()
    }
}

impl Serialize for SystemCoverage {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("system", self.system.name())?;
        map.serialize_entry("scenarios", &self.scenarios)?;
        map.serialize_entry("encounters", &self.encounters)?;
        map.serialize_entry("rules", &self.rules().collect::<Vec<_>>())?;
        map.serialize_entry("never", &self.never().iter().map(|rule| rule.id).collect::<Vec<_>>())?;
        map.end()
    }
}

/// Adds up the coverage of scenarios by their systems.
#[derive(Debug, Clone)]
pub struct Coverages {
    registry: Registry,
    list: Vec<SystemCoverage>,
}

impl Coverages {
    /// No scenario yet of any of these systems.
    pub const fn new(registry: Registry) -> Self {
        Self { registry, list: Vec::new() }
    }

    /// Adds what so many encounters of a scenario applied.
    pub fn add(&mut self, system: System, scenario: &str, encounters: u64, seen: &RulesSeen) {
        let rank = |system| self.registry.systems().iter().position(|&known| known == system);
        let index = self.list.binary_search_by_key(&rank(system), |coverage| rank(coverage.system));
        let index = index.unwrap_or_else(|index| {
            self.list.insert(index, SystemCoverage::new(system));
            index
        });
        let coverage = &mut self.list[index];
        coverage.seen.merge(seen);
        coverage.encounters = coverage.encounters.saturating_add(encounters);
        coverage.scenarios.push(scenario.to_owned());
    }

    /// Every system that has a scenario, in report order.
    pub fn by_system(&self) -> &[SystemCoverage] {
        &self.list
    }
}

#[cfg(test)]
mod tests {
    use equipoise_engine::{Ruleset, Seed, each_system};

    use super::*;
    use crate::kernel::run::Watch;
    use crate::samples::{Sample, samples};
    use crate::studies::coverage::coverage;

    /// Encounters of the first sample of each system, the systems in reverse.
    fn coverages() -> Coverages {
        fn seen<R: Ruleset>(sample: &Sample) -> [RulesSeen; 2] {
            ENCOUNTERS.map(|encounters| coverage(&sample.load::<R>(), Seed(3), encounters, &Watch::none()))
        }
        const ENCOUNTERS: [u64; 2] = [100, 300];
        let mut coverages = Coverages::new(Registry::SHIPPED);
        for &system in Registry::SHIPPED.systems().iter().rev() {
            let sample = samples(2).into_iter().find(|sample| sample.system() == *system).expect("each has a sample");
            for (encounters, seen) in ENCOUNTERS.into_iter().zip(sample.enter(each_system!(seen))) {
                coverages.add(system, &format!("{} {encounters}", system.name()), encounters, &seen);
            }
        }
        coverages
    }

    #[test]
    fn scenarios_are_added_up_by_system() {
        let coverages = coverages();
        let systems: Vec<System> = coverages.by_system().iter().map(|coverage| coverage.system).collect();
        assert_eq!(systems, Registry::SHIPPED.systems());
        for coverage in coverages.by_system() {
            let name = coverage.system.name();
            assert_eq!(coverage.scenarios, [format!("{name} 100"), format!("{name} 300")]);
            assert_eq!((coverage.encounters, coverage.rules().count()), (400, coverage.system.rules().count()));
            let (applied, never) = (coverage.rules().filter(|rule| rule.count > 0), coverage.never());
            assert_eq!(applied.count() + never.len(), coverage.system.rules().count());
            assert!(coverage.rules().any(|rule| rule.per_fight >= 1.0), "{name}: something happens in every fight");
            assert!(coverage.rules().all(|rule| (rule.per_fight * 400.0 - rule.count as f64).abs() < 1e-6), "{name}");
        }
    }

    #[test]
    fn coverage_has_the_promised_keys_in_order() {
        let coverages = coverages();
        let coverage = &coverages.by_system()[0];
        let json = crate::json::line(coverage);
        let (name, Rule { id, title }) = (coverage.system.name(), coverage.system.rules().next().expect("a rule"));
        let start = format!(
            r#"{{"system":"{name}","scenarios":["{name} 100","{name} 300"],"encounters":400,"rules":[{{"id":"{id}","title":"{title}","count":"#
        );
        assert!(json.starts_with(&start), "{json}");
        let never: Vec<String> = coverage.never().iter().map(|rule| format!("\"{}\"", rule.id)).collect();
        assert!(json.ends_with(&format!(r#"}}],"never":[{}]}}"#, never.join(","))), "{json}");
    }
}
