//! A table that says which keys the columns of a foreign sheet are.

use serde_json::{Value as Json, json};

use super::{KeyKind, Kind, Pick, Reads};
use crate::scenario::json_schema::Definitions;
use crate::scenario::key::{Key, KeyDecl};
use crate::scenario::node::{Node, excerpt};
use crate::scenario::section::Section;
use crate::scenario::source::Span;
use crate::scenario::validate::{Check, joined};

/// The value of a column that is left out.
pub(crate) const LEFT_OUT: &str = "#";

/// Names of columns, each with the key that its cells give, or `#` if the column is left out.
#[derive(Debug, Clone, Copy)]
pub struct ColumnMap;

/// A column of a sheet with the key that it is.
#[derive(Debug, Clone)]
pub struct MappedColumn {
    /// The name of the column.
    pub name: String,
    /// The location of the name in the scenario.
    pub span: Span,
    /// The key, or `#` for a column that is left out.
    pub key: String,
}

impl ColumnMap {
    /// The columns that a value names.
    pub(crate) fn of(node: &Node) -> Vec<MappedColumn> {
        let entries = node.as_table().unwrap_or_default().iter();
        let column = entries.filter_map(|entry| {
            let key = entry.node.as_text()?.to_owned();
            Some(MappedColumn { name: entry.key.trim().to_owned(), span: entry.key_span, key })
        });
        column.collect()
    }
}

impl Reads for ColumnMap {
    type Value<'a> = Vec<MappedColumn>;

    fn fits(kind: &Kind) -> bool {
        matches!(kind, Kind::ColumnMap(_))
    }

    fn given<'a>(_: &Section<'a>, _: &Kind, node: &'a Node) -> Option<Vec<MappedColumn>> {
        Some(Self::of(node))
    }

    fn missing(_: &Section<'_>, _: &KeyDecl) -> Option<Vec<MappedColumn>> {
        None
    }
}

impl Key<Option<ColumnMap>> {
    /// A key that says which keys the columns of a roster are.
    pub const fn columns(name: &'static str) -> Self {
        Self::new(name, Kind::ColumnMap(ColumnMap))
    }
}

impl KeyKind for ColumnMap {
    fn type_name(&self) -> &'static str {
        "table of column names"
    }

    fn allowed(&self) -> String {
        "COLUMN = \"KEY\", or COLUMN = \"#\" to leave it out".to_owned()
    }

    fn expected(&self) -> String {
        format!("a table of columns, {}", self.allowed())
    }

    fn check(&self, node: &Node, path: &str, check: &mut Check<'_>) {
        let Some(entries) = node.as_table() else { return check.wrong_type(node, path, self) };
        for entry in entries.iter().filter(|entry| entry.node.as_text().is_none()) {
            check.malformed(entry.node.span, &joined(path, &excerpt(&entry.key)), || {
                format!("is {}, expected the name of a key in quotes, or \"#\"", entry.node.value.found())
            });
        }
    }

    /// `None`, since the values of the rows are part of the tables that they complete.
    fn canonical(&self, _: &Node) -> Option<String> {
        None
    }

    fn json_schema(&self, _: &mut Definitions) -> Json {
        json!({ "type": "object", "additionalProperties": { "type": "string" } })
    }

    /// Only with a roster there are columns.
    fn example(&self, _: Pick<'_>) -> String {
        "{}".to_owned()
    }
}
