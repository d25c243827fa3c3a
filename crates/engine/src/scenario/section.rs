//! Typed views of the tree: how a system reads its scenario once it has been validated.

use super::error::Problem;
use super::key::{Key, KeyDecl, Named, find_key};
use super::kinds::{Inside, Reads, Tables};
use super::node::Node;
use super::source::Span;

/// How many tables below one another may be missing on the way to a section. They are kept in an array, so that a section
/// is `Copy`; the path of one below more of them would lack the last names.
const MISSING_MAX: usize = 4;

/// One table of a scenario, seen through the keys declared for it.
///
/// [`get`](Self::get) is for scenarios that have been validated. [`find`](Self::find) and [`known`](Self::known) are lenient,
/// so that a loader can go on after mistakes that validation has reported. Asking for a key that is not
/// declared, or as another kind than declared, is a mistake of the program: it fails a debug assertion.
#[derive(Debug, Clone, Copy)]
pub struct Section<'a> {
    root: &'a Node,
    root_keys: &'static [KeyDecl],
    keys: &'static [KeyDecl],
    /// The table, or the closest one above it that exists.
    table: &'a Node,
    /// The names below `table` that lead here and are missing.
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

    /// Whether the table itself is there.
    pub fn exists(&self) -> bool {
        self.missing[0].is_none() && self.table.as_table().is_some()
    }

    /// Whether the key is given, valid or not.
    pub fn given(&self, key: impl Named) -> bool {
        self.key(key.key_name()).is_some() && self.node(key.key_name()).is_some()
    }

    /// Where the value of the key stands; without one, where the table stands.
    pub fn span(&self, key: impl Named) -> Span {
        self.node(key.key_name()).map_or_else(|| self.whole(), |node| node.span)
    }

    /// Where the table stands: its `id` if it has one, else its header or braces; a table that is missing has the
    /// location of the one that it would be in.
    pub fn whole(&self) -> Span {
        location_of_table(self.table)
    }

    /// The dotted path of the table, empty for the root: `combatants.warden.attacks.bow`.
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

    /// A problem with the value of a key that only the system can tell: see [`Problem::refused`].
    pub fn refused(&self, key: impl Named, reason: impl Into<String>) -> Problem {
        let name = key.key_name();
        Problem::refused(self.span(name), self.path_of(name), reason)
    }

    /// What is written for a key, whatever it is.
    pub fn node(&self, key: &str) -> Option<&'a Node> {
        if self.missing[0].is_some() { None } else { self.table.get(key) }
    }

    /// The value of a key, by the type that it is declared to be read as.
    ///
    /// # Panics
    /// The scenario was not validated and has no valid value, or the table has no such key.
    pub fn get<T: Reads>(&self, key: Key<T>) -> T::Value<'a> {
        let value = self.find(key);
        value.unwrap_or_else(|| panic!("`{}` has no valid value, so the scenario was not validated", self.path_of(key)))
    }

    /// The value of a key before it is known that the scenario validates: what the file gives if that is valid, else the
    /// literal default, else `None`.
    pub fn find<T: Reads>(&self, key: Key<T>) -> Option<T::Value<'a>> {
        self.read::<T>(key.name())
    }

    /// As [`find`](Self::find), but `None` where the file gives a value that is not valid: a check of the default would then
    /// report what the file does not say.
    pub fn known<T: Reads>(&self, key: Key<T>) -> Option<T::Value<'a>> {
        let declared = self.key(key.name())?;
        match self.node(key.name()) {
            Some(node) if T::fits(&declared.kind) => T::given(self, &declared.kind, node),
            _ => self.find(key),
        }
    }

    /// The section of a table in this section.
    pub(super) fn nested(&self, keys: &'static [KeyDecl], table: &'a Node) -> Section<'a> {
        Section { keys, table, ..*self }
    }

    /// A table that would be in this section and is not given: all its keys are at their defaults.
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

/// Where to underline a table as a whole.
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

/// Finds a table by its address and leaves the way to it in `path`. The recursion follows the declaration.
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

/// Appends an element of a list of tables: its id, or its number counted from 1 where it has none.
pub(super) fn push_element(path: &mut String, element: &Node, index: usize, by: &str) {
    match element.id_by(by) {
        Some(id) => push_segment(path, &super::node::excerpt(id)),
        None => path.extend(["[", &(index + 1).to_string(), "]"]),
    }
}
