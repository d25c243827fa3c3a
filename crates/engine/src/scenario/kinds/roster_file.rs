//! A CSV file whose rows complete a list of tables of the scenario.

use serde_json::{Value as Json, json};

use super::{KeyKind, Kind, Pick, Text};
use crate::scenario::attachments::FileUse;
use crate::scenario::error::Problem;
use crate::scenario::json_schema::Definitions;
use crate::scenario::key::Key;
use crate::scenario::node::Node;
use crate::scenario::read::{Location, read_quoted};
use crate::scenario::source::Span;
use crate::scenario::validate::Check;

/// The path of a CSV file whose rows complete a list of tables.
#[derive(Debug, Clone, Copy)]
pub struct RosterFile {
    /// The key of the list, at the root.
    pub completes: &'static str,
}

impl KeyKind for RosterFile {
    fn type_name(&self) -> &'static str {
        "path of a CSV file"
    }

    fn allowed(&self) -> String {
        String::new()
    }

    fn expected(&self) -> String {
        "the path of a CSV file in quotes".to_owned()
    }

    fn file(&self) -> Option<FileUse> {
        Some(FileUse::Completes(self.completes))
    }

    fn check(&self, node: &Node, path: &str, check: &mut Check<'_>) {
        if node.as_text().is_none() {
            check.wrong_type(node, path, self);
        }
    }

    /// `None`, since the values of the rows are part of the tables that they complete.
    fn canonical(&self, _: &Node) -> Option<String> {
        None
    }

    fn json_schema(&self, _: &mut Definitions) -> Json {
        json!({ "type": "string" })
    }

    fn read_text(&self, text: &str, location: Location, whole: Span) -> Result<Node, Vec<Problem>> {
        Ok(read_quoted(text, location, whole))
    }

    fn example(&self, _: Pick<'_>) -> String {
        "\"sheets.csv\"".to_owned()
    }
}

/// The value of the key is the path of the CSV file, as the scenario file writes it.
impl Key<Option<Text>> {
    /// A key that holds the path of a CSV file. Its rows complete the tables of a list; each row completes the table
    /// with the same id.
    pub const fn roster(name: &'static str, completes: &'static str) -> Self {
        Self::new(name, Kind::RosterFile(RosterFile { completes }))
    }
}
