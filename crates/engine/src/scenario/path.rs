//! Dotted paths: which there are, what they lead to, and setting values by them.

use std::fmt;
use std::str::FromStr;

use super::TextUse;
use super::attachments::file_of;
use super::canonical::json_string;
use super::error::{Problem, ProblemKind};
use super::expect::EXPECT;
use super::follow::{Following, Level};
use super::key::{DefaultValue, KeyDecl, find_key};
use super::kinds::{Inside, Kind, Tables};
use super::nearest::nearest;
use super::node::{Entry, Node, Value, excerpt};
use super::problems::PROBLEMS_MAX;
use super::read::Location;
use super::source::{Source, Span};
use super::{Scenario, section::push_segment};

/// No more tables of a list are named in a message.
const NAMES_MAX: usize = 16;

/// A value to set, as `--set PATH=VALUE` gives it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Override {
    /// The dotted path.
    pub path: String,
    /// The value: as in a file, where quotes may be left out.
    pub value: String,
}

/// An override that is not of the form `PATH=VALUE`.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("expected PATH=VALUE, found `{text}`")]
pub struct OverrideError {
    /// What was found instead.
    pub text: String,
}

impl FromStr for Override {
    type Err = OverrideError;

    fn from_str(text: &str) -> Result<Self, OverrideError> {
        let (path, value) = text.split_once('=').unwrap_or_default();
        let (path, value) = (path.trim().to_owned(), value.trim().to_owned());
        if path.is_empty() { Err(OverrideError { text: excerpt(text) }) } else { Ok(Self { path, value }) }
    }
}

impl fmt::Display for Override {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.path, self.value)
    }
}

/// A path that can be set, with what is there now.
#[derive(Debug, Clone)]
pub struct PathEntry {
    /// The dotted path.
    pub path: String,
    /// The declaration; for an entry of an integer map that of the map.
    pub key: &'static KeyDecl,
    /// The kind of the value at the path.
    pub kind: Kind,
    /// The value given, else the literal default, written as an override takes it. `None` where there is neither.
    pub value: Option<String>,
    /// The same value as JSON; `None` where there is none, and where it is not valid or no rule reads it.
    pub canonical: Option<String>,
    /// What the default comes to where it holds and follows from other values; `None` where the declaration's words have to do.
    pub following: Option<Following>,
    /// Where the value is written; `None` for a default.
    pub span: Option<Span>,
}

impl PathEntry {
    /// Whether the scenario gives the value.
    pub const fn is_given(&self) -> bool {
        self.span.is_some()
    }
}

/// What a path leads to by the declaration alone.
#[derive(Debug, Clone, Copy)]
pub(super) struct Target {
    /// The key; for an entry of an integer map that of the map.
    pub(super) key: &'static KeyDecl,
    /// Whether the last segment is a name in an integer map.
    pub(super) in_map: bool,
}

impl Target {
    /// The kind of the value that stands at the path.
    pub(super) fn kind(self) -> Kind {
        match self.key.kind.inside() {
            Inside::Entries { kind, .. } if self.in_map => kind,
            _ => self.key.kind,
        }
    }
}

/// Follows a path through a declaration; the ids of tables in lists are not checked. The error is the index of the
/// segment that leads nowhere, or the number of segments when the path ends too early.
pub(super) fn target(mut keys: &'static [KeyDecl], segments: &[&str]) -> Result<Target, usize> {
    let mut at = 0;
    while at < segments.len() {
        let key = find_key(keys, segments[at]).ok_or(at)?;
        at += 1;
        let left = segments.len() - at;
        match key.kind.inside() {
            _ if left == 0 => return Ok(Target { key, in_map: false }),
            Inside::Table(nested) => keys = nested,
            Inside::Tables(tables) => {
                keys = tables.keys;
                at += 1;
            }
            Inside::Entries { .. } if left == 1 => return Ok(Target { key, in_map: true }),
            Inside::Entries { .. } => return Err(at + 1),
            Inside::Nothing => return Err(at),
        }
    }
    Err(at)
}

impl Scenario {
    /// Sets single values by their paths; later ones win. A missing table on the way is made; a list of tables is
    /// entered by an `id` that it has. The values are checked by [`validate`](Self::validate) as if the file gave them.
    /// Stops after [`PROBLEMS_MAX`] problems.
    pub fn set(&mut self, overrides: &[Override], schema: &'static [KeyDecl]) -> Vec<Problem> {
        self.set_from("--set", overrides, schema)
    }

    /// As [`set`](Self::set), for values that come from elsewhere: problems name `origin` as their file.
    pub fn set_from(&mut self, origin: &str, overrides: &[Override], schema: &'static [KeyDecl]) -> Vec<Problem> {
        let mut problems = Vec::new();
        for wanted in overrides {
            problems.extend(self.set_one(origin, wanted, schema).err().unwrap_or_default());
            if problems.len() >= PROBLEMS_MAX {
                break;
            }
        }
        problems
    }

    fn set_one(&mut self, origin: &str, wanted: &Override, schema: &'static [KeyDecl]) -> Result<(), Vec<Problem>> {
        let path = &wanted.path;
        let Some(source) = self.add_source(Source::new(origin, wanted.to_string()), TextUse::Override) else {
            return Err(not_settable(None, path, "there are too many overrides"));
        };
        let path_span = Span::new(source, 0..path.len());
        let segments: Vec<&str> = path.split('.').collect();
        if segments[0] == EXPECT {
            return Err(not_settable(Some(path_span), path, "only the file can say what is expected"));
        }
        let target = target(schema, &segments).map_err(|at| self.unknown_path(&segments, at, path_span, schema))?;
        if target.key.is_fixed {
            return Err(not_settable(Some(path_span), path, "only the file can give it"));
        }
        let offset = path.len() + 1;
        let value_span = Span::new(source, offset..offset + wanted.value.len());
        let node = target.kind().read_text(&wanted.value, Location::Text { source, offset }, value_span)?;
        if file_of(&target.kind(), &node).is_some() {
            return Err(not_settable(Some(path_span), path, "only the file can name a file"));
        }
        let put = put(&mut self.root, schema, &segments, path_span, node);
        put.map_err(|at| self.unknown_path(&segments, at, path_span, schema))
    }

    fn unknown_path(&self, segments: &[&str], at: usize, span: Span, schema: &'static [KeyDecl]) -> Vec<Problem> {
        let nearest = self.nearest_path(segments, at, schema).map(|path| excerpt(&path));
        let is_index = segments.first().is_some_and(|first| first.contains('['));
        let named = self.names_of_tables(segments, schema).filter(|_| is_index || nearest.is_none());
        vec![Problem::new(span, ProblemKind::UnknownPath { path: excerpt(&segments.join(".")), nearest, named })]
    }

    /// The path that was probably meant: the same one with the segment `at` put right, or else the first one that
    /// ends like it.
    fn nearest_path(&self, segments: &[&str], at: usize, schema: &'static [KeyDecl]) -> Option<String> {
        let paths = self.paths(schema);
        let paths: Vec<Vec<&str>> = paths.iter().map(|entry| entry.path.split('.').collect()).collect();
        let indexed = segments.first().and_then(|first| first.split_once('['));
        if indexed.is_some_and(|(key, _)| find_key(schema, key).is_some()) {
            return self.path_of_index(segments, schema);
        }
        if let Some(wrong) = segments.get(at) {
            let alike = paths.iter().filter(|path| path.len() > at && path[..at] == segments[..at]);
            if let Some(right) = nearest(wrong, alike.map(|path| path[at])) {
                return Some([&segments[..at], &[right], &segments[at + 1..]].concat().join("."));
            }
        }
        let last = segments.last()?;
        let near = nearest(last, paths.iter().filter_map(|path| path.last().copied()))?;
        paths.iter().find(|path| path.last() == Some(&near)).map(|path| path.join("."))
    }

    /// The path that is meant by one that begins with an index, such as `combatants[1].hp`: tables are named by their ids.
    /// Mistakes count from 1; whoever counts from 0 is understood where it can be nothing else.
    fn path_of_index(&self, segments: &[&str], schema: &'static [KeyDecl]) -> Option<String> {
        let (list, index) = segments.first()?.strip_suffix(']')?.split_once('[')?;
        let Inside::Tables(tables) = find_key(schema, list)?.kind.inside() else { return None };
        let index = index.parse::<usize>().ok()?.saturating_sub(1);
        let id = self.root.get(list)?.as_list()?.get(index)?.id_by(tables.by)?;
        let path = [&[list, id], &segments[1..]].concat();
        target(schema, &path).is_ok().then(|| path.join("."))
    }

    /// How the tables of a list are named, for a path that begins with the list and then names none of its tables.
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

    /// Every path that can be set, in the order of the declaration and of the file. Paths of integer maps, of lists of
    /// tables and of groups of keys are those of the entries and tables that are there.
    pub fn paths(&self, schema: &'static [KeyDecl]) -> Vec<PathEntry> {
        let mut paths = Vec::new();
        let root = Level { keys: schema, table: Some(&self.root), around: None };
        list_paths(&root, true, "", &mut paths);
        paths
    }
}

fn not_settable(span: Option<Span>, path: &str, reason: &'static str) -> Vec<Problem> {
    vec![Problem::new(span, ProblemKind::NotSettable { path: excerpt(path), reason })]
}

/// Puts a value where a path leads that `target` has accepted. The error is the index of an id that no table has.
/// A value of the wrong type on the way is left as it is: validation reports it.
fn put(root: &mut Node, keys: &'static [KeyDecl], path: &[&str], span: Span, node: Node) -> Result<(), usize> {
    let (mut table, mut keys, mut at) = (root, keys, 0);
    while at + 1 < path.len() {
        match find_key(keys, path[at]).map(|key| key.kind.inside()) {
            Some(Inside::Tables(tables)) => {
                let list = table.get_mut(path[at]).and_then(Node::list_mut);
                let found = list
                    .and_then(|list| list.iter_mut().find(|element| element.id_by(tables.by) == Some(path[at + 1])));
                (table, keys, at) = (found.ok_or(at + 1)?, tables.keys, at + 2);
            }
            inside => {
                let Some(entries) = table.table_mut() else { return Ok(()) };
                keys = if let Some(Inside::Table(nested)) = inside { nested } else { &[] };
                table = entry_or(entries, path[at], span, || Value::Table(Vec::new()));
                at += 1;
            }
        }
    }
    let Some(entries) = table.table_mut() else { return Ok(()) };
    match entries.iter_mut().find(|entry| entry.key == path[at]) {
        Some(entry) => (entry.key_span, entry.node) = (span, node),
        None => entries.push(Entry { key: path[at].to_owned(), key_span: span, node }),
    }
    Ok(())
}

/// The value of a key, which becomes `missing` if there is none.
pub(super) fn entry_or<'a>(
    entries: &'a mut Vec<Entry>,
    key: &str,
    span: Span,
    missing: impl FnOnce() -> Value,
) -> &'a mut Node {
    let index = entries.iter().position(|entry| entry.key == key).unwrap_or_else(|| {
        entries.push(Entry { key: key.to_owned(), key_span: span, node: Node { value: missing(), span } });
        entries.len() - 1
    });
    &mut entries[index].node
}

/// `defaulted` says whether defaults hold in the table: not in an optional one that is missing. The recursion
/// follows the declaration, which is finite.
fn list_paths(level: &Level<'_>, defaulted: bool, path: &str, list: &mut Vec<PathEntry>) {
    for key in level.keys.iter().filter(|key| !key.is_fixed) {
        let node = level.table.and_then(|table| table.get(key.name));
        let mut path = path.to_owned();
        push_segment(&mut path, key.name);
        match key.kind.inside() {
            // A table of a group is listed only where it is given: several keys take the same group, and the paths of all
            // that are not given would hide the others.
            Inside::Table(_) if node.is_none() && key.kind.group().is_some() => {}
            Inside::Table(nested) => {
                let defaulted = node.is_some() || (defaulted && key.default == DefaultValue::Table);
                list_paths(&Level { keys: nested, table: node, around: Some(level) }, defaulted, &path, list);
            }
            _ if key.kind.is_listed(node) => {
                let default = if defaulted { key.default.node() } else { None };
                let written = node.or(default.as_ref());
                let following = if defaulted && written.is_none() { level.following(key) } else { None };
                list.push(PathEntry {
                    path,
                    key,
                    kind: key.kind,
                    value: written.map(as_override),
                    canonical: written.and_then(|node| key.kind.canonical(node)),
                    following,
                    span: node.map(|node| node.span),
                });
            }
            Inside::Tables(Tables { keys: nested, by, max, .. }) => {
                for element in node.and_then(Node::as_list).unwrap_or_default().iter().take(max) {
                    if let Some(id) = element.id_by(by) {
                        let level = Level { keys: nested, table: Some(element), around: Some(level) };
                        list_paths(&level, true, &format!("{path}.{id}"), list);
                    }
                }
            }
            Inside::Entries { kind, max } => {
                for entry in node.and_then(Node::as_table).unwrap_or_default().iter().take(max) {
                    let (path, value) = (format!("{path}.{}", entry.key), Some(as_override(&entry.node)));
                    let (canonical, span) = (kind.canonical(&entry.node), Some(entry.node.span));
                    list.push(PathEntry { path, key, kind, value, canonical, following: None, span });
                }
            }
            Inside::Nothing => {}
        }
    }
}

/// A value as an override takes it.
pub(super) fn as_override(node: &Node) -> String {
    match &node.value {
        Value::Bool(value) => value.to_string(),
        Value::Int(value) => value.to_string(),
        Value::Float(value) => format!("{value:?}"),
        Value::Text(text) | Value::Datetime(text) => text.clone(),
        Value::List(nodes) => format!("[{}]", nodes.iter().map(as_element).collect::<Vec<_>>().join(", ")),
        Value::Table(_) => "{}".to_owned(),
    }
}

/// The same in a list, where texts need their quotes.
fn as_element(node: &Node) -> String {
    match &node.value {
        Value::Text(text) => json_string(text),
        _ => as_override(node),
    }
}
