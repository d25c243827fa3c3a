//! A search for keys that a scenario must not have: some keys are only for one side, one kind of attack or one sort of
//! ability, and only the rules of the system know which.

use std::collections::BTreeSet;

use super::error::{Problem, ProblemKind};
use super::key::KeyDecl;
use super::path::{Override, PathEntry};
use super::problems::PROBLEMS_MAX;
use super::{Scenario, Source};
use crate::day::PREFIX;

/// Largest number of paths for which the search is made, since the time of each trial grows with it.
const PATHS_MAX: usize = 3000;

impl Scenario {
    /// The indices of the paths at which the rules refuse every value. A few values of each path are tried; `refuse`
    /// returns the objections of the rules to the scenario with such a value. The scenario itself must be valid. Paths
    /// that it gives are not tried, and none are if there are more than 3000.
    ///
    /// Many are tried at a time, since a scenario has hundreds of keys: all defaults, which change nothing but what is given, and
    /// then the values of one key at all its paths, and what is refused there among values of other keys.
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
        let tried = Scenario { sources: self.sources.iter().map(nameless).collect(), ..self.clone() };
        let mut trials = Trials { scenario: self, tried, paths, schema, refuse };
        let open = (0..paths.len()).filter(|&index| !paths[index].is_given());
        // A value of a leg would hide that of the root of which the leg is made.
        let (of_legs, of_root): (Vec<_>, Vec<_>) = open.partition(|&index| paths[index].path.starts_with(PREFIX));
        let mut refused = trials.refused_among(of_root);
        refused.extend(trials.refused_among(of_legs));
        refused.sort_unstable();
        refused
    }
}

/// Trials of values at paths of a scenario.
struct Trials<'a, F> {
    scenario: &'a Scenario,
    /// The scenario with what is tried last.
    tried: Scenario,
    paths: &'a [PathEntry],
    schema: &'static [KeyDecl],
    refuse: F,
}

impl<F: Fn(&Scenario) -> Vec<Problem>> Trials<'_, F> {
    /// The paths, among some, at which the rules refuse every value.
    fn refused_among(&mut self, mut open: Vec<usize>) -> Vec<usize> {
        let accepted = self.with_defaults(&open);
        open.retain(|index| !accepted.contains(index));
        let mut by_key: Vec<(&KeyDecl, Vec<usize>)> = Vec::new();
        for index in open {
            let key = self.paths[index].key;
            match by_key.iter_mut().find(|(known, _)| std::ptr::eq(*known, key)) {
                Some((_, group)) => group.push(index),
                None => by_key.push((key, vec![index])),
            }
        }
        let by_key: Vec<Vec<usize>> = by_key.into_iter().map(|(_, group)| self.refused(group)).collect();
        // Two values of one key may be at odds with each other, such as two squares to begin on: what was refused among those of its
        // key is tried once more, among others.
        let (alone, among): (Vec<_>, Vec<_>) = by_key.into_iter().partition(|group| group.len() < 2);
        let mut refused = alone.concat();
        for nth in 0..among.iter().map(Vec::len).max().unwrap_or(0) {
            refused.extend(self.refused(among.iter().filter_map(|group| group.get(nth).copied()).collect()));
        }
        refused
    }

    /// The paths, of those given, whose defaults the rules accept, given all at once: nothing that the rules go by is another
    /// then. The others are still to be tried.
    fn with_defaults(&mut self, open: &[usize]) -> BTreeSet<usize> {
        let mut settings: Vec<(usize, String)> =
            open.iter().filter_map(|&index| Some((index, self.paths[index].value.clone()?))).collect();
        loop {
            let accepted = self.accepted(&settings);
            if accepted.len() == settings.len() {
                return accepted;
            }
            settings.retain(|(index, _)| accepted.contains(index));
        }
    }

    /// The paths, of those given, at which the rules refuse every value; one value of each is tried at a time.
    fn refused(&mut self, group: Vec<usize>) -> Vec<usize> {
        let mut open: Vec<_> =
            group.into_iter().map(|index| (index, values_to_try(&self.paths[index]).into_iter())).collect();
        let mut refused = Vec::new();
        while !open.is_empty() {
            let mut settings = Vec::new();
            open.retain_mut(|(index, values)| {
                let value = values.next();
                match &value {
                    Some(value) => settings.push((*index, value.clone())),
                    None => refused.push(*index),
                }
                value.is_some()
            });
            let accepted = self.accepted(&settings);
            open.retain(|(index, _)| !accepted.contains(index));
        }
        refused
    }

    /// The paths of some settings, made all at once, that the rules do not refuse.
    fn accepted(&mut self, settings: &[(usize, String)]) -> BTreeSet<usize> {
        if settings.is_empty() {
            return BTreeSet::new();
        }
        let setting =
            |(index, value): &(usize, String)| Override { path: self.paths[*index].path.clone(), value: value.clone() };
        let overrides: Vec<Override> = settings.iter().map(setting).collect();
        let sources = self.scenario.sources.len();
        self.tried.root.clone_from(&self.scenario.root);
        self.tried.legs.clone_from(&self.scenario.legs);
        self.tried.base.clone_from(&self.scenario.base);
        self.tried.sources.truncate(sources);
        self.tried.uses.truncate(sources);
        let problems = self
            .tried
            .set(&overrides, self.schema)
            .is_empty()
            .then(|| self.tried.told_once((self.refuse)(&self.tried)));
        match problems {
            Some(problems) if settings.len() == 1 || problems.len() < PROBLEMS_MAX => {
                let is_accepted = |(_, setting): &(&(usize, String), &Override)| {
                    !problems.iter().any(|problem| is_about_key(problem, &setting.path, &setting.value))
                };
                settings.iter().zip(&overrides).filter(is_accepted).map(|((index, _), _)| *index).collect()
            }
            None if settings.len() == 1 => BTreeSet::new(),
            // It is not known which of them cannot be set, or what the rules say of those that are not listed any more.
            _ => {
                let (first, second) = settings.split_at(settings.len() / 2);
                let mut accepted = self.accepted(first);
                accepted.extend(self.accepted(second));
                accepted
            }
        }
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
