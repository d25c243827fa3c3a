//! Legs that are made of what the root of a day says: the keys of the leg are laid over those of the root, tables key by key and
//! lists of tables by their ids.
//!
//! The root is a scenario of its own, which is completed by the files that it names before legs are made of it. An override of its
//! values makes the legs anew, so that what a leg says itself stays in effect whatever comes first.

use std::collections::BTreeMap;

use super::common::{COMBATANTS, ROSTER};
use super::error::{Problem, ProblemKind};
use super::key::{KeyDecl, find_key};
use super::legs::{DAY, LEGS, Place};
use super::node::{Entry, Node, Value};
use super::path::{FileIds, Setting};
use super::roster::complete;
use super::source::{Source, Span};
use super::{Origin, Scenario};

/// The keys that a leg lays over the root, with the changes of them.
#[derive(Debug, Clone, Default)]
pub(super) struct Made {
    /// The keys that are laid over those of the root, one layer over the other: those of the leg, then those of one of its choice.
    layers: Vec<Vec<Entry>>,
    /// The texts of the files that it names itself, by location of the path.
    answers: BTreeMap<Span, Result<Source, String>>,
    /// The overrides of its values, each with the path within it.
    changes: Vec<(String, Setting)>,
    /// The mistakes that were found when it was made.
    problems: Vec<Problem>,
}

impl Made {
    pub(super) fn of(layers: Vec<Vec<Entry>>) -> Self {
        Self { layers, ..Self::default() }
    }

    /// Lays the path of a file over what the root and the leg say.
    pub(super) fn name_file(&mut self, key: &str, (key_span, node): (Span, Node)) {
        if let Some(layer) = self.layers.last_mut() {
            layer.retain(|entry| entry.key != key);
            layer.push(Entry { key: key.to_owned(), key_span, node });
        }
    }

    pub(super) fn answer(&mut self, path: Span, file: Result<Source, String>) {
        self.answers.insert(path, file);
    }

    pub(super) fn change(&mut self, path: String, setting: Setting) {
        self.changes.push((path, setting));
    }

    pub(super) fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// The keys of all layers over those of the root.
    fn laid_over(&self, root: Node, schema: &'static [KeyDecl]) -> Node {
        self.layers.iter().fold(root, |below, layer| {
            let mut table = Node { value: Value::Table(layer.clone()), span: below.span };
            complete(&mut table, below, schema);
            table
        })
    }

    /// Whether a location is in what the leg itself says.
    fn says(&self, span: Span) -> bool {
        self.layers.iter().flatten().any(|entry| is_in(entry, span))
    }
}

/// Whether a location is in an entry of a table. Trees are at most 64 deep.
fn is_in(entry: &Entry, span: Span) -> bool {
    let holds = |outer: Span| outer.source == span.source && outer.start <= span.start && span.end <= outer.end;
    holds(entry.key_span) || is_in_node(&entry.node, &holds)
}

fn is_in_node(node: &Node, holds: &impl Fn(Span) -> bool) -> bool {
    let is_inside = || match &node.value {
        Value::List(nodes) => nodes.iter().any(|node| is_in_node(node, holds)),
        Value::Table(entries) => entries.iter().any(|entry| holds(entry.key_span) || is_in_node(&entry.node, holds)),
        _ => false,
    };
    holds(node.span) || is_inside()
}

impl Scenario {
    /// Makes the legs that are to be made of the root and are not, unless the root still wants files.
    pub(super) fn make_legs(&mut self, schema: &'static [KeyDecl]) {
        if !self.base.as_ref().is_some_and(|base| base.wanted_by_tree(schema).is_empty()) {
            return;
        }
        for leg in 0..self.legs.len() {
            for fight in 0..self.legs[leg].fights.len() {
                let known = &self.legs[leg].fights[fight];
                if known.made.is_some() && known.scenario.is_none() {
                    self.make(leg, fight, schema);
                }
            }
        }
    }

    /// Makes a scenario of a leg. Once it wants no more files, the values that the leg sets in it are set, then those of overrides.
    pub(super) fn make(&mut self, leg: usize, fight: usize, schema: &'static [KeyDecl]) {
        let set = self.legs[leg].set.clone();
        let (Some(base), Some(mut made)) = (&self.base, self.legs[leg].fights[fight].made.take()) else { return };
        let mut root = base.root.clone();
        if let Some(roster) = &base.roster
            && let Some(list) = root.get_mut(roster.list).and_then(Node::list_mut)
        {
            list.clone_from(&roster.given);
        }
        let has_roster = made.layers.iter().flatten().any(|entry| entry.key == ROSTER.name());
        let roster = base.roster.clone().filter(|_| !has_roster);
        let (root, contents) = (made.laid_over(root, schema), base.contents.clone());
        let scenario = Self { root, roster, contents, ..Self::empty() };
        self.legs[leg].fights[fight].scenario = Some(Box::new(scenario));
        made.problems = self.inside(Place::Leg(leg, fight), |scenario| {
            let mut problems = scenario.complete_all(schema);
            loop {
                let wanted = scenario.wanted_by_tree(schema);
                if wanted.is_empty() {
                    break;
                }
                let answered: Vec<_> = wanted.iter().filter(|wanted| made.answers.contains_key(&wanted.span)).collect();
                if answered.is_empty() {
                    return problems;
                }
                for wanted in answered {
                    problems.extend(scenario.attach(wanted, made.answers[&wanted.span].clone(), schema));
                }
            }
            problems.extend(set.iter().flat_map(|set| scenario.set_values(&set.node, schema)));
            let mut ids = FileIds::default();
            for (path, setting) in &made.changes {
                let set = scenario.set_at(path, setting, &mut ids, schema);
                problems.extend(set.unwrap_or_else(|refused| refused));
            }
            problems
        });
        self.legs[leg].fights[fight].made = Some(made);
    }

    /// Sets a value of the root, and has the legs made anew that are made of it.
    pub(super) fn set_in_base(
        &mut self,
        setting: &Setting,
        ids: &mut FileIds,
        schema: &'static [KeyDecl],
    ) -> Result<Vec<Problem>, Vec<Problem>> {
        let (path, mut is_refused) = (&*setting.path, false);
        let problems = self.inside(Place::Base, |base| {
            base.set_at(path, setting, ids, schema).unwrap_or_else(|refused| {
                is_refused = true;
                refused
            })
        });
        if is_refused {
            // A leg may have what the root has not.
            let segments: Vec<&str> = path.split('.').collect();
            let is_nowhere =
                |problem: &Problem| matches!(&*problem.kind, ProblemKind::UnknownPath { nearest: None, .. });
            return Err(match &problems[..] {
                [problem] if is_nowhere(problem) => {
                    self.unknown_path(&segments, segments.len(), setting.path_span(path), schema)
                }
                _ => problems,
            });
        }
        let of_day = find_key(DAY, path).and_then(|key| self.base.as_ref()?.root.entry(key.name).cloned());
        if let (Some(entry), Some(entries)) = (of_day, self.root.table_mut()) {
            entries.retain(|known| known.key != entry.key);
            entries.push(entry);
        }
        let fights = self.legs.iter_mut().flat_map(|leg| &mut leg.fights);
        fights.filter(|fight| fight.made.is_some()).for_each(|fight| fight.scenario = None);
        Ok(problems)
    }

    /// The ids of combatants in legs that are made of the root.
    pub(super) fn ids_in_made_legs(&self) -> impl Iterator<Item = &str> {
        let fights = self.legs.iter().flat_map(|leg| &leg.fights).filter(|fight| fight.made.is_some());
        let lists = fights.filter_map(|fight| fight.scenario.as_ref()?.root.get(COMBATANTS)?.as_list());
        lists.flatten().filter_map(Node::id)
    }

    /// Mistakes of a day, each once. What all legs have that are made of the root is a mistake of the root, and a value of the root or
    /// of a leg is told of once, whatever scenarios it is in.
    pub(super) fn told_once(&self, list: Vec<Problem>) -> Vec<Problem> {
        let fights: Vec<(usize, String, Option<&Made>)> = self
            .legs
            .iter()
            .enumerate()
            .flat_map(|(at, leg)| {
                leg.fights.iter().enumerate().map(move |(fight, known)| (at, leg.path(fight), known.made.as_ref()))
            })
            .collect();
        let made = fights.iter().filter(|(.., made)| made.is_some()).count();
        // For each problem of a leg: the leg, the problem without its path, and whether it is in what the root says.
        let place = |problem: &Problem| {
            let span = problem.span?;
            let mut fights = fights.iter();
            let (leg, made, inner) =
                fights.find_map(|(leg, path, made)| Some((*leg, *made, problem.outside(path)?)))?;
            let is_of_root = made.is_some_and(|made| !made.says(span)) && self.is_of_root(span);
            Some((leg, inner, is_of_root))
        };
        let places: Vec<Option<(usize, Problem, bool)>> = list.iter().map(place).collect();
        let mut told: Vec<Problem> = Vec::new();
        for (at, problem) in list.into_iter().enumerate() {
            let problem = match &places[at] {
                Some((_, inner, true)) => {
                    let is_same = |other: &&Option<(usize, Problem, bool)>| {
                        other.as_ref().is_some_and(|(_, other, is_of_root)| *is_of_root && other == inner)
                    };
                    let before = places[..at].iter().filter(is_same).count();
                    let all = before + places[at..].iter().filter(is_same).count();
                    if all >= made {
                        inner.clone()
                    } else if before > 0 && is_of_value(inner) {
                        continue;
                    } else {
                        problem
                    }
                }
                Some((leg, inner, false)) if !matches!(self.origin_of(inner), Some(Origin::Attachment { .. })) => {
                    let is_same = |other: &Option<(usize, Problem, bool)>| {
                        other.as_ref().is_some_and(|(of, other, _)| of == leg && other == inner)
                    };
                    if places[..at].iter().any(is_same) {
                        continue;
                    }
                    problem
                }
                _ => problem,
            };
            if !told.contains(&problem) {
                told.push(problem);
            }
        }
        told
    }

    fn origin_of(&self, problem: &Problem) -> Option<Origin<'_>> {
        problem.span.map(|span| self.origin(span))
    }

    /// Whether a location is in what the root says, in a file that is attached, or in an override of the root.
    fn is_of_root(&self, span: Span) -> bool {
        let text = || self.sources.get(usize::from(span.source)).map_or("", |source| &source.text);
        let said = || self.base.as_ref().and_then(|base| base.root.as_table()).unwrap_or_default();
        match self.origin(span) {
            Origin::Scenario => said().iter().any(|entry| is_in(entry, span)),
            Origin::Attachment { .. } => true,
            Origin::Override(_) => !text().starts_with(&format!("{LEGS}.")),
        }
    }
}

/// Whether a mistake is in a value itself, whatever stands beside it.
fn is_of_value(problem: &Problem) -> bool {
    !matches!(
        *problem.kind,
        ProblemKind::Missing { .. }
            | ProblemKind::NotInRoster { .. }
            | ProblemKind::TooFew { .. }
            | ProblemKind::Refused { .. }
            | ProblemKind::UnknownName { .. }
    )
}
