//! A text that rules read, in the scenario or in a file of its own.

use serde_json::{Value as Json, json};

use super::{KeyKind, Kind, Pick, Reads};
use crate::scenario::attachments::{FileUse, is_whole_text};
use crate::scenario::canonical::json_string;
use crate::scenario::error::Problem;
use crate::scenario::json_schema::Definitions;
use crate::scenario::key::{Key, KeyDecl};
use crate::scenario::node::Node;
use crate::scenario::read::{Location, read_quoted};
use crate::scenario::section::Section;
use crate::scenario::source::Span;
use crate::scenario::validate::Check;

/// A text that rules read, of more than one line, or the path of a file that is this text.
#[derive(Debug, Clone, Copy)]
pub struct TextFile;

impl KeyKind for TextFile {
    fn type_name(&self) -> &'static str {
        "path of a file, or its text"
    }

    fn allowed(&self) -> String {
        String::new()
    }

    fn expected(&self) -> String {
        "the path of a file in quotes, or its text in lines of their own".to_owned()
    }

    fn file(&self) -> Option<FileUse> {
        Some(FileUse::Is)
    }

    fn check(&self, node: &Node, path: &str, check: &mut Check<'_>) {
        match node.as_text() {
            Some(text) if is_whole_text(text) => {}
            Some(_) => check.no_file(node.span, path),
            None => check.wrong_type(node, path, self),
        }
    }

    fn canonical(&self, node: &Node) -> Option<String> {
        node.as_text().filter(|text| is_whole_text(text)).map(json_string)
    }

    fn json_schema(&self, _: &mut Definitions) -> Json {
        json!({ "type": "string" })
    }

    fn read_text(&self, text: &str, location: Location, whole: Span) -> Result<Node, Vec<Problem>> {
        Ok(read_quoted(text, location, whole))
    }

    fn example(&self, _: Pick<'_>) -> String {
        "\"rules.txt\"".to_owned()
    }
}

impl Key<Option<TextFile>> {
    /// A key that holds a text of more than one line, or the path of a file that is this text.
    pub const fn text_file(name: &'static str) -> Self {
        Self::new(name, Kind::TextFile(TextFile))
    }
}

/// Reads the text and where it stands: in the scenario, or in the file.
impl Reads for TextFile {
    type Value<'a> = (&'a str, Span);

    fn fits(kind: &Kind) -> bool {
        matches!(kind, Kind::TextFile(_))
    }

    fn given<'a>(_: &Section<'a>, _: &Kind, node: &'a Node) -> Option<Self::Value<'a>> {
        node.as_text().filter(|text| is_whole_text(text)).map(|text| (text, node.span))
    }

    fn missing<'a>(_: &Section<'a>, _: &KeyDecl) -> Option<Self::Value<'a>> {
        None
    }
}
