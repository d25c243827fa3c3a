//! Typed views of the tree, through which a system reads its scenario after validation.

use super::error::Problem;
use super::key::{Key, KeyDecl, Named, find_key};
use super::kinds::{Inside, Kind, Reads, Tables};
use super::node::Node;
use super::source::Span;

/// Largest number of missing tables, one inside the other, on the way to a section. Their names are kept in an array,
/// so that a section is `Copy`; a path through more of them lacks the last names.
const MISSING_MAX: usize = 4;

/// A table of a scenario, seen through the keys declared for it.
///
/// [`get`](Self::get) requires a validated scenario. [`find`](Self::find) and [`known`](Self::known) are lenient, so
/// that a loader can go on after mistakes that validation has reported. Reading a key that is not declared, or as
/// another kind than declared, is a bug in the program and fails a debug assertion.
#[derive(Debug, Clone, Copy)]
pub struct Section<'a> {
    root: &'a Node,
    root_keys: &'static [KeyDecl],
    keys: &'static [KeyDecl],
    /// The table, or the closest table around it that exists.
    table: &'a Node,
    /// The names of the missing tables between `table` and this section.
    missing: [Option<&'static str>; MISSING_MAX],
}

impl<'a> Section<'a> {
    pub(super) fn of_root(root: &'a Node, keys: &'static [KeyDecl]) -> Self {
        Self { root, root_keys: keys, keys, table: root, missing: [None; MISSING_MAX] }
    }

    /// The keys declared for this table.
    pub fn keys(&self) -> &'static [KeyDecl] {
        self.keys
    }

    /// Whether the table itself exists.
    pub fn exists(&self) -> bool {
        self.missing[0].is_none() && self.table.as_table().is_some()
    }

    /// Whether the key is given, with a valid value or not.
    pub fn given(&self, key: impl Named) -> bool {
        self.key(key.key_name()).is_some() && self.node(key.key_name()).is_some()
    }

    /// The location of the key's value; that of the table if there is none.
    pub fn span(&self, key: impl Named) -> Span {
        self.node(key.key_name()).map_or_else(|| self.whole(), |node| node.span)
    }

    /// The location of the table: its `id` if it has one, else its header or braces; for a missing table, that of the
    /// closest existing one around it.
    pub fn whole(&self) -> Span {
        location_of_table(self.table)
    }

    /// The dotted path of the table, such as `combatants.warden.attacks.bow`; empty for the root.
    pub fn path(&self) -> String {
        let mut path = String::new();
        path_to(self.root, self.root_keys, self.table, &mut path);
        for name in self.missing.into_iter().flatten() {
            push_segment(&mut path, name);
        }
        path
    }

    /// The dotted path of a key of the table.
    pub fn path_of(&self, key: impl Named) -> String {
        let mut path = self.path();
        push_segment(&mut path, key.key_name());
        path
    }

    /// A problem with the value of a key that the system refuses for its own reasons: see [`Problem::refused`].
    pub fn refused(&self, key: impl Named, reason: impl Into<String>) -> Problem {
        let name = key.key_name();
        Problem::refused(self.span(name), self.path_of(name), reason)
    }

    /// The value written for a key, valid or not.
    pub fn node(&self, key: &str) -> Option<&'a Node> {
        if self.missing[0].is_some() { None } else { self.table.get(key) }
    }

    /// The value of a key, as the declared type.
    ///
    /// # Panics
    /// If the key has no valid value because the scenario was not validated, or if the table has no such key.
    pub fn get<T: Reads>(&self, key: Key<T>) -> T::Value<'a> {
        let value = self.find(key);
        value.unwrap_or_else(|| panic!("`{}` has no valid value, so the scenario was not validated", self.path_of(key)))
    }

    /// The value of a key in a scenario that may be invalid: a valid value in the file, else the literal default, else
    /// `None`.
    pub fn find<T: Reads>(&self, key: Key<T>) -> Option<T::Value<'a>> {
        self.read::<T>(key.name())
    }

    /// The value of a key in a scenario that may be invalid: `None` if the file gives an invalid value, where
    /// [`find`](Self::find) returns the default. A check of the default would report a value that is not in the file.
    pub fn known<T: Reads>(&self, key: Key<T>) -> Option<T::Value<'a>> {
        let declared = self.key(key.name())?;
        match self.node(key.name()) {
            Some(node) if T::fits(&declared.kind) => T::given(self, &declared.kind, node),
            _ => self.find(key),
        }
    }

    /// The words given for a key that takes [one or more](super::kinds::OneOrMoreWords) of a closed set: the index of each in the
    /// set. `None` if the table has no such key, or it is not given or not valid.
    pub fn choices_given(&self, name: &str) -> Option<Vec<usize>> {
        let Kind::OneOrMoreWords(list) = find_key(self.keys, name)?.kind else { return None };
        list.places(self.node(name)?)
    }

    /// The section of a table inside this one.
    pub(super) fn nested(&self, keys: &'static [KeyDecl], table: &'a Node) -> Section<'a> {
        Section { keys, table, ..*self }
    }

    /// The section of a missing table inside this one: all its keys have their defaults.
    pub(super) fn missing(&self, keys: &'static [KeyDecl], name: &'static str) -> Section<'a> {
        let mut missing = self.missing;
        if let Some(free) = missing.iter_mut().find(|name| name.is_none()) {
            *free = Some(name);
        }
        Section { keys, missing, ..*self }
    }

    fn read<T: Reads>(&self, name: &str) -> Option<T::Value<'a>> {
        let key = self.key(name)?;
        if !T::fits(&key.kind) {
            debug_assert!(false, "the key `{name}` is not declared as this kind");
            return None;
        }
        let given = self.node(name).and_then(|node| T::given(self, &key.kind, node));
        given.or_else(|| T::missing(self, key))
    }

    fn key(&self, key: &str) -> Option<&'static KeyDecl> {
        let declared = find_key(self.keys, key);
        debug_assert!(declared.is_some(), "the key `{key}` is not declared");
        declared
    }
}

/// The location to underline for a whole table.
pub(super) fn location_of_table(table: &Node) -> Span {
    table.get("id").map_or(table.span, |id| id.span)
}

/// Appends a segment to a dotted path.
pub(super) fn push_segment(path: &mut String, segment: &str) {
    if !path.is_empty() {
        path.push('.');
    }
    path.push_str(segment);
}

/// Finds a table by its address and puts its path into `path`. The recursion follows the declaration, which is finite.
fn path_to(here: &Node, keys: &'static [KeyDecl], table: &Node, path: &mut String) -> bool {
    if std::ptr::eq(here, table) {
        return true;
    }
    let length = path.len();
    for key in keys {
        let Some(node) = here.get(key.name) else { continue };
        push_segment(path, key.name);
        let found = match key.kind.inside() {
            Inside::Table(keys) => path_to(node, keys, table, path),
            Inside::Tables(tables) => path_in_list(node, tables, table, path),
            Inside::Nothing | Inside::Entries { .. } => false,
        };
        if found {
            return true;
        }
        path.truncate(length);
    }
    false
}

fn path_in_list(list: &Node, tables: Tables, table: &Node, path: &mut String) -> bool {
    let length = path.len();
    for (index, element) in list.as_list().unwrap_or_default().iter().enumerate() {
        push_element(path, element, index, tables.by);
        if path_to(element, tables.keys, table, path) {
            return true;
        }
        path.truncate(length);
    }
    false
}

/// Appends an element of a list of tables: its id, or its number counted from 1 if it has no id.
pub(super) fn push_element(path: &mut String, element: &Node, index: usize, by: &str) {
    match element.id_by(by) {
        Some(id) => push_segment(path, &super::node::excerpt(id)),
        None => path.extend(["[", &(index + 1).to_string(), "]"]),
    }
}
