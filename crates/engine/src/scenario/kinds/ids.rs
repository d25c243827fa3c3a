//! A list of ids.

use serde_json::{Value as Json, json};

use super::text_lists::{SEPARATORS, bracketed, check_elements, read_elements};
use super::{Id, KeyKind, Kind, Pick, Reads};
use crate::scenario::canonical::json_string;
use crate::scenario::error::Problem;
use crate::scenario::json_schema::Definitions;
use crate::scenario::key::{Key, KeyDecl};
use crate::scenario::node::Node;
use crate::scenario::read::Location;
use crate::scenario::section::Section;
use crate::scenario::source::Span;
use crate::scenario::validate::Check;

/// A list of ids, each at most once.
#[derive(Debug, Clone, Copy)]
pub struct Ids {
    /// Smallest number of entries in a list that is given.
    pub min: usize,
    /// Largest number of entries.
    pub max: usize,
}

impl Ids {
    /// The well-formed ids of a list, each with its location.
    fn of(node: &Node) -> Option<impl Iterator<Item = (&str, Span)>> {
        Some(node.as_list()?.iter().filter_map(|node| Some((Id::of(node)?, node.span))))
    }
}

impl Key<Option<Ids>> {
    /// A key that holds a list of at most `max` ids, each at most once.
    pub const fn ids(name: &'static str, max: usize) -> Self {
        Self::new(name, Kind::Ids(Ids { min: 0, max }))
    }

    /// Requires at least one id if the list is given.
    #[must_use]
    pub const fn not_empty(self) -> Self {
        let Kind::Ids(ids) = self.decl().kind else { return self };
        Self::of(self.decl().with_kind(Kind::Ids(Ids { min: 1, ..ids })))
    }
}

impl KeyKind for Ids {
    fn type_name(&self) -> &'static str {
        "list of ids"
    }

    fn allowed(&self) -> String {
        let Self { min, max } = self;
        if *min == 0 { format!("at most {max}, each once") } else { format!("{min} to {max}, each once") }
    }

    fn expected(&self) -> String {
        format!("a list of ids, {}", self.allowed())
    }

    fn check(&self, node: &Node, path: &str, check: &mut Check<'_>) {
        let Some(nodes) = node.as_list() else { return check.wrong_type(node, path, self) };
        if check.has_length(nodes.len(), self.min, self.max, node.span, path) {
            check_elements(nodes, &Id, true, path, check);
        }
    }

    fn canonical(&self, node: &Node) -> Option<String> {
        Some(bracketed(Self::of(node)?.map(|(id, _)| json_string(id))))
    }

    fn json_schema(&self, definitions: &mut Definitions) -> Json {
        let id = Id.json_schema(definitions);
        let mut list = json!({ "type": "array", "items": id, "maxItems": self.max, "uniqueItems": true });
        if self.min > 0 {
            list["minItems"] = json!(self.min);
        }
        list
    }

    fn read_text(&self, text: &str, location: Location, whole: Span) -> Result<Node, Vec<Problem>> {
        read_elements(text, SEPARATORS, &Id, location, whole)
    }

    fn example(&self, pick: Pick<'_>) -> String {
        let count = self.min as u64 + pick((self.max - self.min) as u64 + 1);
        bracketed((0..count).map(|index| json_string(&format!("{index}-{}", Id::any(pick)))))
    }
}

impl Reads for Ids {
    type Value<'a> = Vec<(&'a str, Span)>;

    fn fits(kind: &Kind) -> bool {
        matches!(kind, Kind::Ids(_))
    }

    fn given<'a>(_: &Section<'a>, _: &Kind, node: &'a Node) -> Option<Self::Value<'a>> {
        Some(Self::of(node)?.collect())
    }

    fn missing<'a>(_: &Section<'a>, _: &KeyDecl) -> Option<Self::Value<'a>> {
        None
    }
}
