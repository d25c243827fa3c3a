//! A list of tables, each addressed by its id.

use std::collections::BTreeMap;

use serde_json::{Value as Json, json};

use super::text_lists::bracketed;
use super::{Group, Inside, KeyKind, Kind, Pick, Reads, Table};
use crate::scenario::canonical::canonical_table;
use crate::scenario::error::Problem;
use crate::scenario::example::example_table;
use crate::scenario::json_schema::{Definitions, table_schema};
use crate::scenario::key::{DefaultValue, Key, KeyDecl};
use crate::scenario::node::Node;
use crate::scenario::section::{Section, push_element};
use crate::scenario::source::Span;
use crate::scenario::validate::Check;

/// A list of tables, each addressed by its id.
#[derive(Debug, Clone, Copy)]
pub struct Tables {
    /// The keys of each table.
    pub keys: &'static [KeyDecl],
    /// The group of these keys, if several tables have the same ones.
    pub group: Option<&'static Group>,
    /// The key by which tables are addressed: a required id.
    pub by: &'static str,
    /// Smallest number of tables.
    pub min: usize,
    /// Largest number of tables.
    pub max: usize,
}

impl Key<Tables> {
    /// A key that holds a list of at most `max` tables, each with an `id`.
    pub const fn tables(name: &'static str, keys: &'static [KeyDecl], max: usize) -> Self {
        Self::new(name, Kind::Tables(Tables { keys, group: None, by: "id", min: 0, max }))
    }

    /// A key that holds a list of at most `max` tables with the keys of a group, an `id` among them.
    pub const fn tables_of(name: &'static str, group: &'static Group, max: usize) -> Self {
        Self::new(name, Kind::Tables(Tables::of_group(group, max)))
    }

    /// Requires at least one table.
    #[must_use]
    pub const fn at_least_one(self) -> Self {
        let Kind::Tables(tables) = self.decl().kind else { unreachable!() };
        Self::of(self.decl().with_kind(Kind::Tables(Tables { min: 1, ..tables })).with_default(DefaultValue::Required))
    }
}

impl KeyKind for Tables {
    fn type_name(&self) -> &'static str {
        "list of tables"
    }

    fn allowed(&self) -> String {
        format!("at most {}", self.max)
    }

    fn expected(&self) -> String {
        format!("a list of tables, {}", self.allowed())
    }

    fn bounds(&self) -> String {
        let group = self.group.map_or_else(String::new, |group| format!(", keys of {}", group.name));
        self.allowed() + &group
    }

    fn inside(&self) -> Inside {
        Inside::Tables(*self)
    }

    fn group(&self) -> Option<&'static Group> {
        self.group
    }

    fn check(&self, node: &Node, path: &str, check: &mut Check<'_>) {
        let Some(nodes) = node.as_list() else { return check.wrong_type(node, path, self) };
        if check.has_length(nodes.len(), self.min, self.max, node.span, path) {
            check.in_list(path, |check| self.check_elements(nodes, path, check));
        }
    }

    fn canonical(&self, node: &Node) -> Option<String> {
        let tables = node.as_list()?.iter().filter(|node| node.as_table().is_some());
        Some(bracketed(tables.map(|table| canonical_table(self.keys, table))))
    }

    /// A missing list has the same form as an empty one.
    fn canonical_missing(&self) -> Option<String> {
        Some("[]".to_owned())
    }

    fn json_schema(&self, definitions: &mut Definitions) -> Json {
        let items = match self.group {
            Some(group) => definitions.reference(group),
            None => table_schema(self.keys, definitions),
        };
        json!({ "type": "array", "items": items, "minItems": self.min, "maxItems": self.max })
    }

    fn example(&self, pick: Pick<'_>) -> String {
        const COUNT_MAX: usize = 3;
        let count = self.min as u64 + pick((self.max - self.min).min(COUNT_MAX) as u64 + 1);
        bracketed((0..count).map(|index| example_table(self.keys, Some((self.by, index)), pick)))
    }
}

impl Tables {
    /// At most `max` tables with the keys of a group, each addressed by its `id`.
    pub(super) const fn of_group(group: &'static Group, max: usize) -> Self {
        Self { keys: group.keys, group: Some(group), by: "id", min: 0, max }
    }

    fn check_elements(&self, nodes: &[Node], path: &str, check: &mut Check<'_>) {
        let mut seen: BTreeMap<&str, Span> = BTreeMap::new();
        for (index, node) in nodes.iter().enumerate() {
            let mut element = path.to_owned();
            push_element(&mut element, node, index, self.by);
            if node.as_table().is_none() {
                check.wrong_type(node, &element, &Table { keys: self.keys, group: None });
                continue;
            }
            if let Some(id) = node.id_by(self.by) {
                let location = node.get(self.by).map_or(node.span, |id| id.span);
                if let Some(&first) = seen.get(id) {
                    check.push(|| Problem::duplicate(location, path.to_owned(), id, first));
                }
                seen.entry(id).or_insert(location);
            }
            check.table(node, self.keys, &element);
        }
    }
}

/// Reads the tables in listed order; empty if the list is missing.
impl Reads for Tables {
    type Value<'a> = Vec<Section<'a>>;

    fn fits(kind: &Kind) -> bool {
        matches!(kind, Kind::Tables(_))
    }

    fn given<'a>(section: &Section<'a>, kind: &Kind, node: &'a Node) -> Option<Self::Value<'a>> {
        let Kind::Tables(tables) = kind else { return None };
        let nodes = node.as_list()?.iter().filter(|node| node.as_table().is_some());
        Some(nodes.map(|node| section.nested(tables.keys, node)).collect())
    }

    fn missing<'a>(_: &Section<'a>, _: &KeyDecl) -> Option<Self::Value<'a>> {
        Some(Vec::new())
    }
}
