//! Whole numbers under names that the file chooses. Their order matters.

use std::marker::PhantomData;

use serde_json::{Value as Json, json};

use super::int::{Whole, assert_fits};
use super::{Inside, Int, KeyKind, Kind, Names, Pick, Reads};
use crate::scenario::canonical::json_string;
use crate::scenario::error::list_of;
use crate::scenario::json_schema::Definitions;
use crate::scenario::key::{Key, KeyDecl};
use crate::scenario::node::Node;
use crate::scenario::section::Section;
use crate::scenario::source::Span;
use crate::scenario::validate::{Check, joined};
use crate::scenario::node::excerpt;

/// Whole numbers under names that the file chooses. Their order matters.
#[derive(Debug, Clone, Copy)]
pub struct IntMap {
    /// The numbers allowed.
    pub numbers: Int,
    /// Smallest number of entries in a map that is given.
    pub entries_min: usize,
    /// Largest number of entries.
    pub entries_max: usize,
    /// The form of the names.
    pub names: Names,
    /// Names that are refused.
    pub reserved: &'static [&'static str],
}

impl IntMap {
    fn allows(&self, name: &str) -> bool {
        self.names.allow(name) && !self.reserved.contains(&name)
    }

    /// The valid entries in order, each with the location of its value.
    fn of(self, node: &Node) -> Option<impl Iterator<Item = (&str, i64, Span)>> {
        let entries = node.as_table()?.iter().filter(move |entry| self.allows(&entry.key));
        Some(entries.filter_map(move |entry| Some((entry.key.as_str(), self.numbers.of(&entry.node)?, entry.node.span))))
    }

    fn names_allowed(&self, name: &str) -> String {
        let but =
            if self.reserved.is_empty() { String::new() } else { format!(", but not {}", list_of(self.reserved)) };
        format!("{}{but}", self.names.allowed_for(name))
    }
}

impl<T: Whole> Key<Option<Entries<T>>> {
    /// A key that holds whole numbers, bounds included, under 1 to `entries_max` names of the file's choice.
    pub const fn int_map(name: &'static str, min: i64, max: i64, entries_max: usize) -> Self {
        assert_fits::<T>(min, max);
        let numbers = Int::between(min, max);
        Self::new(name, Kind::IntMap(IntMap { numbers, entries_min: 1, entries_max, names: Names::Loose, reserved: &[] }))
    }

    const fn map(self) -> IntMap {
        match self.decl().kind {
            Kind::IntMap(map) => map,
            _ => unreachable!(),
        }
    }

    /// Requires names to be identifiers: a letter, then letters, digits and `_`.
    #[must_use]
    pub const fn identifiers(self) -> Self {
        Self::of(self.decl().with_kind(Kind::IntMap(IntMap { names: Names::Identifier, ..self.map() })))
    }

    /// Sets the names that are refused.
    #[must_use]
    pub const fn reserved(self, reserved: &'static [&'static str]) -> Self {
        Self::of(self.decl().with_kind(Kind::IntMap(IntMap { reserved, ..self.map() })))
    }

    /// Sets the smallest number of entries in a map that is given; 1 if this is not called.
    #[must_use]
    pub const fn entries_min(self, entries_min: usize) -> Self {
        Self::of(self.decl().with_kind(Kind::IntMap(IntMap { entries_min, ..self.map() })))
    }
}

impl KeyKind for IntMap {
    fn type_name(&self) -> &'static str {
        "table of whole numbers"
    }

    fn allowed(&self) -> String {
        format!("{} to {} names, each {}", self.entries_min, self.entries_max, self.numbers.allowed())
    }

    fn expected(&self) -> String {
        format!("a table of whole numbers, {}", self.allowed())
    }

    fn inside(&self) -> Inside {
        Inside::Entries { kind: Kind::Int(self.numbers), max: self.entries_max }
    }

    fn check(&self, node: &Node, path: &str, check: &mut Check<'_>) {
        let Some(entries) = node.as_table() else { return check.wrong_type(node, path, self) };
        if !check.has_length(entries.len(), self.entries_min, self.entries_max, node.span, path) {
            return;
        }
        for entry in entries {
            if !self.allows(&entry.key) {
                check.bad_name(entry.key_span, path, &entry.key, || self.names_allowed(&entry.key));
            }
            self.numbers.check(&entry.node, &joined(path, &excerpt(&entry.key)), check);
        }
    }

    fn canonical(&self, node: &Node) -> Option<String> {
        let entries: Vec<_> = self.of(node)?.map(|(name, value, _)| format!("{}:{value}", json_string(name))).collect();
        Some(format!("{{{}}}", entries.join(",")))
    }

    fn json_schema(&self, definitions: &mut Definitions) -> Json {
        let mut name = json!({ "pattern": self.names.pattern() });
        if !self.reserved.is_empty() {
            name["not"] = json!({ "enum": self.reserved });
        }
        json!({
            "type": "object",
            "propertyNames": name,
            "additionalProperties": self.numbers.json_schema(definitions),
            "minProperties": self.entries_min,
            "maxProperties": self.entries_max,
        })
    }

    fn example(&self, pick: Pick<'_>) -> String {
        let count = self.entries_min as u64 + pick((self.entries_max - self.entries_min) as u64 + 1);
        // The index makes random names differ, as validation requires.
        let names: Vec<String> = (0..count).map(|index| format!("n{index}_{}", self.names.any(pick))).collect();
        let entries: Vec<String> = (names.iter().filter(|name| self.allows(name)))
            .map(|name| format!("{name} = {}", self.numbers.example(pick)))
            .collect();
        format!("{{ {} }}", entries.join(", "))
    }
}

/// Reads an [`IntMap`] as names, integers of this type and locations, in order.
pub struct Entries<T>(PhantomData<T>);

impl<T: Whole + TryFrom<i64>> Reads for Entries<T> {
    type Value<'a> = Vec<(&'a str, T, Span)>;

    fn fits(kind: &Kind) -> bool {
        matches!(kind, Kind::IntMap(_))
    }

    fn given<'a>(_: &Section<'a>, kind: &Kind, node: &'a Node) -> Option<Self::Value<'a>> {
        let Kind::IntMap(map) = *kind else { return None };
        Some(map.of(node)?.filter_map(|(name, value, span)| Some((name, value.try_into().ok()?, span))).collect())
    }

    fn missing<'a>(_: &Section<'a>, _: &KeyDecl) -> Option<Self::Value<'a>> {
        None
    }
}
