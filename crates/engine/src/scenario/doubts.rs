//! Doubts: values that are valid but probably not intended.
//!
//! A scenario chooses the names of attributes and skills itself, so that no declaration can tell a typing error from a
//! name. A name is doubtful if no other table uses it while a very similar name is known.

use std::collections::{BTreeMap, BTreeSet};

use super::Scenario;
use super::error::{Problem, ProblemKind};
use super::key::KeyDecl;
use super::kinds::{Inside, Kind};
use super::nearest::nearest;
use super::node::{Node, excerpt};
use super::section::{push_element, push_segment};
use super::source::Span;

impl Scenario {
    /// Doubtful names: each is given by one table only and referred to by no key, while a very similar name is given by
    /// other tables or referred to. Each comes with the name that was probably meant. Must be called on a scenario
    /// without mistakes.
    pub fn doubts(&self, schema: &'static [KeyDecl]) -> Vec<Problem> {
        if self.has_legs() {
            let of = |(path, fight): (String, &Self)| {
                fight.doubts(schema).into_iter().map(|problem| problem.within(&path)).collect::<Vec<_>>()
            };
            return self.fights().flat_map(of).collect();
        }
        let mut search = Search::default();
        search.table(&self.root, schema, "", "");
        let doubtful = search.maps.values().flat_map(|names| names.doubtful(&search.referred_to));
        doubtful.collect()
    }
}

/// The names of a scenario. The recursion of its methods follows the declaration, which is finite.
#[derive(Default)]
struct Search<'a> {
    /// The names of maps, by the path of the map without the ids of tables.
    maps: BTreeMap<String, GivenNames<'a>>,
    /// The names to which some key refers.
    referred_to: BTreeSet<&'a str>,
}

/// The names that all tables of a list give in the same map, with the locations of each.
#[derive(Default)]
struct GivenNames<'a>(BTreeMap<&'a str, Vec<Place>>);

struct Place {
    path: String,
    span: Span,
}

impl GivenNames<'_> {
    fn doubtful<'b>(&'b self, referred_to: &'b BTreeSet<&str>) -> impl Iterator<Item = Problem> + 'b {
        let alone = self.0.iter().filter_map(|(name, places)| match places.as_slice() {
            [place] if !referred_to.contains(name) => Some((*name, place)),
            _ => None,
        });
        alone.filter_map(|(name, place)| {
            let others = self.0.keys().copied().filter(|other| *other != name && !is_numbered_alike(name, other));
            let known = others.chain(referred_to.iter().copied());
            let nearest = nearest(name, known).map(str::to_owned)?;
            let path = place.path.clone();
            Some(Problem::new(place.span, ProblemKind::Doubtful { path, name: excerpt(name), nearest }))
        })
    }
}

/// Whether two names differ in their digits only, as in a series.
fn is_numbered_alike(name: &str, other: &str) -> bool {
    let letters = |name: &str| name.chars().filter(|c| !c.is_ascii_digit()).collect::<String>();
    letters(name) == letters(other)
}

impl<'a> Search<'a> {
    /// `path` is that of the table; `place` is the same without ids.
    fn table(&mut self, table: &'a Node, keys: &'static [KeyDecl], path: &str, place: &str) {
        for key in keys {
            let Some(node) = table.get(key.name) else {
                if let (Kind::Name(_), Some(name)) = (key.kind, key.default.text()) {
                    self.referred_to.insert(name);
                }
                continue;
            };
            let (mut path, mut place) = (path.to_owned(), place.to_owned());
            push_segment(&mut path, key.name);
            push_segment(&mut place, key.name);
            match key.kind.inside() {
                Inside::Table(keys) => self.table(node, keys, &path, &place),
                Inside::Tables(tables) => {
                    for (index, element) in node.as_list().unwrap_or_default().iter().enumerate().take(tables.max) {
                        let mut path = path.clone();
                        push_element(&mut path, element, index, tables.by);
                        self.table(element, tables.keys, &path, &place);
                    }
                }
                Inside::Entries { .. } => {
                    let names = self.maps.entry(place).or_default();
                    for entry in node.as_table().unwrap_or_default() {
                        let mut path = path.clone();
                        push_segment(&mut path, &entry.key);
                        names.0.entry(&entry.key).or_default().push(Place { path, span: entry.key_span });
                    }
                }
                Inside::Nothing => {
                    if let (Kind::Name(_), Some(name)) = (key.kind, node.as_text()) {
                        self.referred_to.insert(name);
                    }
                }
            }
        }
    }
}
