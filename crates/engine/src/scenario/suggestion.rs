//! Suggestions for a path that does not exist.

use super::Scenario;
use super::key::{KeyDecl, find_key};
use super::kinds::Inside;
use super::line_up::count_of;
use super::nearest::{edits, nearest};
use super::node::{Node, excerpt};
use super::path::target;

/// Largest number of ids of tables in a message.
const NAMES_MAX: usize = 16;

/// The suggestions for a path that does not exist.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Meant {
    /// The path that was probably meant.
    pub(super) nearest: Option<String>,
    /// A remark on how the tables are named to which the path might belong.
    pub(super) named: Option<String>,
}

impl Scenario {
    /// The path that was probably meant by one whose segment `at` does not exist: the only one that contains all of its
    /// segments as they are, with others in between; else the same path with that segment corrected; else the one that
    /// contains similar segments in their order; else the only one with a similar last segment. If several fit equally well, none is proposed, and the remark tells how their
    /// tables are named.
    pub(super) fn meant(&self, segments: &[&str], at: usize, schema: &'static [KeyDecl]) -> Meant {
        let paths = self.paths(schema);
        let paths: Vec<Vec<&str>> = paths.iter().map(|entry| entry.path.split('.').collect()).collect();
        let indexed = segments.first().and_then(|first| first.split_once('['));
        if indexed.is_some_and(|(key, _)| find_key(schema, key).is_some()) {
            let nearest = self.path_of_index(segments, schema);
            return Meant { nearest, named: self.names_of_tables(segments, schema) };
        }
        let (edits, near) = closest(&paths, segments);
        let mut meant = match corrected(&paths, segments, at) {
            Some(path) if edits > 0 || near.len() != 1 => vec![path],
            _ => near,
        };
        if meant.is_empty() {
            meant = paths.iter().filter(|path| ends_like(path, segments)).cloned().collect();
        }
        match &meant[..] {
            [] => Meant { nearest: None, named: self.names_of_tables(segments, schema) },
            [path] => {
                let named = self.copies_of(segments, path, schema).or_else(|| of_root(segments, path));
                Meant { nearest: Some(path.join(".")), named }
            }
            [first, ..] => {
                let is_of_list = meant.iter().all(|path| path[0] == first[0]);
                let named = is_of_list.then(|| self.names_of_tables(&first[..1], schema)).flatten();
                Meant { nearest: None, named: named.or_else(|| self.names_of_tables(segments, schema)) }
            }
        }
    }

    /// The path that was meant by one that begins with an index, such as `combatants[1].hp`, although tables are named
    /// by ids. Indices count from 1 as in problems; a 0 is taken for the first table.
    fn path_of_index(&self, segments: &[&str], schema: &'static [KeyDecl]) -> Option<String> {
        let (list, index) = segments.first()?.strip_suffix(']')?.split_once('[')?;
        let Inside::Tables(tables) = find_key(schema, list)?.kind.inside() else { return None };
        let index = index.parse::<usize>().ok()?.saturating_sub(1);
        let id = self.root.get(list)?.as_list()?.get(index)?.id_by(tables.by)?;
        let path = [&[list, id], &segments[1..]].concat();
        target(schema, &path).is_ok().then(|| path.join("."))
    }

    /// A remark on how the tables of a list are named, for a path that begins with the list but names none of its
    /// tables.
    fn names_of_tables(&self, segments: &[&str], schema: &'static [KeyDecl]) -> Option<String> {
        let first = segments.first()?;
        let list = first.split_once('[').map_or(*first, |(list, _)| list);
        let key = find_key(schema, list)?;
        let Inside::Tables(tables) = key.kind.inside() else { return None };
        let ids = self.root.get(list)?.as_list()?.iter().filter_map(|table| table.id_by(tables.by));
        let ids: Vec<&str> = ids.collect();
        let names_one = list == *first && segments.get(1).is_some_and(|id| ids.contains(id));
        let shown: Vec<String> = ids.iter().take(NAMES_MAX).map(|id| excerpt(id)).collect();
        let more = if ids.len() > NAMES_MAX { ", …" } else { "" };
        let is_told = !names_one && !ids.is_empty();
        is_told.then(|| format!("{list} are named by their {}: {}{more}", tables.by, shown.join(", ")))
    }

    /// A remark for a segment that names one of several combatants of a table with a `count`: they share its entry.
    fn copies_of(&self, segments: &[&str], path: &[&str], schema: &'static [KeyDecl]) -> Option<String> {
        let [list, id, ..] = path else { return None };
        let Inside::Tables(tables) = find_key(schema, list)?.kind.inside() else { return None };
        segments.iter().find(|segment| original(segment) == Some(id))?;
        let tables_of_list = self.root.get(list).and_then(Node::as_list)?;
        let count = count_of(tables_of_list.iter().find(|table| table.id_by(tables.by) == Some(id))?);
        let id = excerpt(id);
        (count > 1).then(|| format!("{id}-1 to {id}-{count} share one entry"))
    }
}

/// A remark on a key of the scenario itself that was looked for in a table.
fn of_root(segments: &[&str], path: &[&str]) -> Option<String> {
    let ([.., _, last], [key]) = (segments, path) else { return None };
    (last == key).then(|| format!("{} is a key of the scenario itself, and of no table in it", excerpt(key)))
}

/// The path with its segment `at` corrected, preferably to one after which a path continues in the same way.
fn corrected<'a>(paths: &[Vec<&'a str>], segments: &[&'a str], at: usize) -> Option<Vec<&'a str>> {
    let wrong = segments.get(at)?;
    let alike: Vec<&Vec<&str>> = paths.iter().filter(|path| path.len() > at && path[..at] == segments[..at]).collect();
    let fitting = alike.iter().filter(|path| path[at + 1..] == segments[at + 1..]).map(|path| path[at]);
    let copied = alike.iter().map(|path| path[at]).find(|segment| original(wrong) == Some(segment));
    let right =
        copied.or_else(|| nearest(wrong, fitting)).or_else(|| nearest(wrong, alike.iter().map(|path| path[at])))?;
    Some([&segments[..at], &[right], &segments[at + 1..]].concat())
}

/// The paths that contain all segments in their order at the least distance, with the edits that it takes.
fn closest<'a>(paths: &[Vec<&'a str>], segments: &[&str]) -> (usize, Vec<Vec<&'a str>>) {
    let costs: Vec<Option<(usize, usize)>> = paths.iter().map(|path| detour(segments, path)).collect();
    let Some(least) = costs.iter().flatten().min() else { return (0, Vec::new()) };
    let is_least = |(_, cost): &(&Vec<&str>, &Option<(usize, usize)>)| cost.as_ref() == Some(least);
    (least.0, paths.iter().zip(&costs).filter(is_least).map(|(path, _)| path.clone()).collect())
}

/// The distance from the segments to a path that contains all of them in their order: the edits of segments, then the
/// number of additional segments. `None` if the path does not contain all of them.
fn detour(segments: &[&str], path: &[&str]) -> Option<(usize, usize)> {
    let missing = path.len().checked_sub(segments.len())?;
    let (mut edits_made, mut rest) = (0, path);
    for (index, segment) in segments.iter().enumerate() {
        // Behind the chosen segment, the path must have at least as many segments as are still to be matched; the last
        // one typed must match the last one of the path.
        let window = rest.len() - (segments.len() - index - 1);
        let is_last = index + 1 == segments.len();
        let places = if is_last { window - 1..window } else { 0..window };
        let cost = |at: usize| Some((segment_edits(segment, rest[at])?, at));
        let (made, at) = places.filter_map(cost).min()?;
        edits_made += made;
        rest = &rest[at + 1..];
    }
    Some((edits_made, missing))
}

/// The number of edits between two segments; `None` if they are too many for a typing error. The id of a copy, such as
/// `rat-1` for `rat`, counts as one edit.
fn segment_edits(typed: &str, segment: &str) -> Option<usize> {
    if original(typed) == Some(segment) { Some(1) } else { edits(typed, segment) }
}

/// The id from which that of a copy is made: `rat` for `rat-1`.
fn original(id: &str) -> Option<&str> {
    let (original, number) = id.rsplit_once('-')?;
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    (is_number && !original.is_empty()).then_some(original)
}

fn ends_like(path: &[&str], segments: &[&str]) -> bool {
    path.last().zip(segments.last()).is_some_and(|(last, typed)| edits(typed, last).is_some())
}
