//! One nested table.

use serde_json::Value as Json;

use super::{Inside, KeyKind, Kind, Pick, Reads};
use crate::scenario::canonical::canonical_table;
use crate::scenario::example::example_table;
use crate::scenario::json_schema::{Definitions, table_schema};
use crate::scenario::key::{DefaultValue, Key, KeyDecl};
use crate::scenario::node::Node;
use crate::scenario::section::Section;
use crate::scenario::validate::Check;

/// One nested table.
#[derive(Debug, Clone, Copy)]
pub struct Table {
    /// The keys of the table.
    pub keys: &'static [KeyDecl],
    /// The group of these keys, if several tables have the same ones.
    pub group: Option<&'static Group>,
}

/// Keys that several tables share. They are listed once, and form one definition in the JSON Schema.
#[derive(Debug)]
pub struct Group {
    /// The name of a table with these keys, such as "effect block".
    pub name: &'static str,
    /// The meaning of such a table, in one line.
    pub doc: &'static str,
    /// The keys.
    pub keys: &'static [KeyDecl],
}

impl Group {
    /// The name of the group's definition in a JSON Schema.
    pub(crate) fn definition(&self) -> String {
        self.name.replace(' ', "-")
    }
}

impl Key<Option<Table>> {
    /// A key that holds a nested table.
    pub const fn table(name: &'static str, keys: &'static [KeyDecl]) -> Self {
        Self::new(name, Kind::Table(Table { keys, group: None }))
    }

    /// A key that holds a table with the keys of a group.
    pub const fn group(name: &'static str, group: &'static Group) -> Self {
        Self::new(name, Kind::Table(Table { keys: group.keys, group: Some(group) }))
    }

    /// Makes a missing table mean the same as an empty one.
    #[must_use]
    pub const fn default_table(self) -> Key<Table> {
        self.with_default(DefaultValue::Table)
    }
}

impl KeyKind for Table {
    fn type_name(&self) -> &'static str {
        "table"
    }

    fn allowed(&self) -> String {
        self.group.map_or_else(String::new, |group| format!("keys of {}", group.name))
    }

    fn expected(&self) -> String {
        "a table".to_owned()
    }

    fn inside(&self) -> Inside {
        Inside::Table(self.keys)
    }

    fn group(&self) -> Option<&'static Group> {
        self.group
    }

    fn check(&self, node: &Node, path: &str, check: &mut Check<'_>) {
        match node.as_table() {
            Some(_) => check.table(node, self.keys, path),
            None => check.wrong_type(node, path, self),
        }
    }

    fn canonical(&self, node: &Node) -> Option<String> {
        node.as_table().map(|_| canonical_table(self.keys, node))
    }

    fn json_schema(&self, definitions: &mut Definitions) -> Json {
        match self.group {
            Some(group) => definitions.reference(group),
            None => table_schema(self.keys, definitions),
        }
    }

    fn example(&self, pick: Pick<'_>) -> String {
        example_table(self.keys, None, pick)
    }
}

/// Reads a table as a section. If missing and empty mean the same, there is always a section.
impl Reads for Table {
    type Value<'a> = Section<'a>;

    fn fits(kind: &Kind) -> bool {
        matches!(kind, Kind::Table(_))
    }

    fn given<'a>(section: &Section<'a>, kind: &Kind, node: &'a Node) -> Option<Section<'a>> {
        let Kind::Table(table) = kind else { return None };
        node.as_table().map(|_| section.nested(table.keys, node))
    }

    fn missing<'a>(section: &Section<'a>, key: &KeyDecl) -> Option<Section<'a>> {
        match (key.kind, key.default) {
            (Kind::Table(table), DefaultValue::Table) => Some(section.missing(table.keys, key.name)),
            _ => None,
        }
    }
}
