//! A search for keys that a scenario must not have: some keys are only for one side, one kind of attack or one sort of
//! ability, and only the rules of the system know which.

use super::error::{Problem, ProblemKind};
use super::key::KeyDecl;
use super::path::{Override, PathEntry};
use super::{Scenario, Source};

/// Largest number of paths for which the search is made, since the time of each trial grows with it.
const PATHS_MAX: usize = 3000;

impl Scenario {
    /// The indices of the paths at which the rules refuse every value. A few values of each path are tried; `refuse`
    /// returns the objections of the rules to the scenario with such a value. The scenario itself must be valid. Paths
    /// that it gives are not tried, and none are if there are more than 3000.
    pub fn refused_paths(
        &self,
        paths: &[PathEntry],
        schema: &'static [KeyDecl],
        refuse: impl Fn(&Scenario) -> Vec<Problem>,
    ) -> Vec<usize> {
        if paths.len() > PATHS_MAX {
            return Vec::new();
        }
        // The texts may be large, and trials need only their number.
        let nameless = |_: &Source| Source::new("", String::new());
        let mut tried = Scenario { sources: self.sources.iter().map(nameless).collect(), ..self.clone() };
        let (sources, mut refused) = (self.sources.len(), Vec::new());
        for (index, entry) in paths.iter().enumerate().filter(|(_, entry)| !entry.is_given()) {
            let mut is_accepted = |value: &String| {
                tried.root.clone_from(&self.root);
                tried.sources.truncate(sources);
                tried.uses.truncate(sources);
                let setting = Override { path: entry.path.clone(), value: value.clone() };
                let is_set = tried.set(&[setting], schema).is_empty();
                is_set && !refuse(&tried).iter().any(|problem| is_about_key(problem, &entry.path, value))
            };
            let values = values_to_try(entry);
            if !values.is_empty() && !values.iter().any(&mut is_accepted) {
                refused.push(index);
            }
        }
        refused
    }
}

/// The default, all words, and one example from each end of the other values.
fn values_to_try(entry: &PathEntry) -> Vec<String> {
    let words = entry.kind.choices().iter().map(|choice| choice.name.to_owned());
    let mut values: Vec<String> = entry.value.iter().cloned().chain(words).collect();
    values.push(entry.kind.example(&mut |_| 0));
    values.push(entry.kind.example(&mut |below| below - 1));
    values
}

/// Whether a problem rejects the key itself, with whatever value. A problem whose reason quotes the value rejects only
/// that value.
fn is_about_key(problem: &Problem, path: &str, value: &str) -> bool {
    let ProblemKind::Refused { path: refused, reason } = &*problem.kind else { return false };
    let value = value.trim_matches('"');
    refused == path && !reason.contains(&format!("`{value}`")) && !reason.starts_with(&format!("is {value}"))
}
