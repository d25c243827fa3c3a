//! A list of tables that may be in a file of its own.

use serde_json::{Value as Json, json};

use super::{Group, Inside, KeyKind, Kind, OneWord, Pick, Reads, Tables};
use crate::scenario::attachments::{FileFormat, FileUse};
use crate::scenario::error::Problem;
use crate::scenario::json_schema::Definitions;
use crate::scenario::key::{DefaultValue, Key, KeyDecl};
use crate::scenario::node::{Node, Value};
use crate::scenario::read::{Location, read_quoted, read_value};
use crate::scenario::section::Section;
use crate::scenario::source::Span;
use crate::scenario::validate::Check;
use crate::scenario::words::{Choice, Word, is_choice, words_of};

/// A list of tables, in the scenario or in a file to which it refers; or a word.
#[derive(Debug, Clone, Copy)]
pub struct TablesFile {
    /// The tables. A TOML file has them under the name of the key, as the scenario would; a CSV file has one per row,
    /// with the keys as columns.
    pub tables: Tables,
    /// The format of the file.
    pub format: FileFormat,
    /// Words that are not paths.
    pub choices: &'static [Choice],
    /// Whether a CSV file must have a column for every key, and not only for required ones.
    pub has_all_columns: bool,
}

impl TablesFile {
    const fn kind(tables: Tables, format: FileFormat) -> Kind {
        Kind::TablesFile(Self { tables, format, choices: &[], has_all_columns: false })
    }

    fn file_name(&self) -> &'static str {
        match self.format {
            FileFormat::Csv if self.has_all_columns => "a CSV file with all of its columns",
            FileFormat::Csv => "a CSV file",
            FileFormat::Toml | FileFormat::Text => "a TOML file",
        }
    }

    fn word(&self) -> OneWord {
        OneWord { choices: self.choices }
    }

    /// The keys for which a CSV file must have a column.
    pub(in crate::scenario) fn keys_with_columns(&self) -> impl Iterator<Item = &'static KeyDecl> {
        let needs_all = self.has_all_columns;
        self.tables.keys.iter().filter(move |key| needs_all || key.default == DefaultValue::Required)
    }
}

impl KeyKind for TablesFile {
    fn type_name(&self) -> &'static str {
        "list of tables or file"
    }

    fn allowed(&self) -> String {
        let word = if self.choices.is_empty() { String::new() } else { format!(", or {}", words_of(self.choices)) };
        format!("{}, or the path of {}{word}", self.tables.allowed(), self.file_name())
    }

    fn expected(&self) -> String {
        format!("a list of tables, {}", self.allowed())
    }

    fn bounds(&self) -> String {
        format!("{}, or the path of {}", self.tables.bounds(), self.file_name())
    }

    fn choices(&self) -> &'static [Choice] {
        self.choices
    }

    fn inside(&self) -> Inside {
        self.tables.inside()
    }

    fn group(&self) -> Option<&'static Group> {
        self.tables.group
    }

    fn is_listed(&self, node: Option<&Node>) -> bool {
        !self.choices.is_empty() && node.is_none_or(|node| node.as_list().is_none())
    }

    fn file(&self) -> Option<FileUse> {
        Some(FileUse::Holds(*self))
    }

    fn check(&self, node: &Node, path: &str, check: &mut Check<'_>) {
        match &node.value {
            Value::List(_) => self.tables.check(node, path, check),
            Value::Text(word) if is_choice(word, self.choices) => {}
            Value::Text(_) => check.no_file(node.span, path),
            _ => check.wrong_type(node, path, self),
        }
    }

    fn canonical(&self, node: &Node) -> Option<String> {
        self.word().canonical(node).or_else(|| self.tables.canonical(node))
    }

    fn json_schema(&self, definitions: &mut Definitions) -> Json {
        json!({ "anyOf": [{ "type": "string" }, self.tables.json_schema(definitions)] })
    }

    fn read_text(&self, text: &str, location: Location, whole: Span) -> Result<Node, Vec<Problem>> {
        if text.starts_with('[') { read_value(text, location) } else { Ok(read_quoted(text, location, whole)) }
    }

    fn example(&self, pick: Pick<'_>) -> String {
        let is_word = !self.choices.is_empty() && pick(2) == 0;
        if is_word { self.word().example(pick) } else { self.tables.example(pick) }
    }
}

impl Key<Option<TablesFile>> {
    /// A key that holds a list of at most `max` tables, or the path of a TOML file with such a list under the same
    /// name.
    pub const fn toml_tables(name: &'static str, keys: &'static [KeyDecl], max: usize) -> Self {
        let tables = Tables { keys, group: None, by: "id", min: 0, max };
        Self::new(name, TablesFile::kind(tables, FileFormat::Toml))
    }

    /// A key like that of [`toml_tables`](Self::toml_tables), whose tables have the keys of a group.
    pub const fn toml_tables_of(name: &'static str, group: &'static Group, max: usize) -> Self {
        Self::new(name, TablesFile::kind(Tables::of_group(group, max), FileFormat::Toml))
    }

    /// A key that holds the path of a CSV file of 1 to `max` rows. Its columns are the keys; the column `by` holds the
    /// ids of the rows.
    pub const fn csv_tables(name: &'static str, keys: &'static [KeyDecl], by: &'static str, max: usize) -> Self {
        let tables = Tables { keys, group: None, by, min: 1, max };
        Self::new(name, TablesFile::kind(tables, FileFormat::Csv))
    }

    /// Requires the CSV file to have a column for every key, so that a value can only be left out by an empty cell.
    #[must_use]
    pub const fn all_columns(self) -> Self {
        let Kind::TablesFile(file) = self.decl().kind else { return self };
        Self::of(self.decl().with_kind(Kind::TablesFile(TablesFile { has_all_columns: true, ..file })))
    }

    /// Allows one of these words instead.
    #[must_use]
    pub const fn or_word<W: Word>(self) -> Key<Option<super::Either<W, TablesFile>>> {
        match self.decl().kind {
            Kind::TablesFile(file) => {
                Key::of(self.decl().with_kind(Kind::TablesFile(TablesFile { choices: W::CHOICES, ..file })))
            }
            _ => Key::of(self.decl()),
        }
    }
}

impl<W: Word> Key<Option<super::Either<W, TablesFile>>> {
    /// Sets the default.
    #[must_use]
    pub const fn default_no_file(self, word: &'static str) -> Key<super::Either<W, TablesFile>> {
        self.with_default(DefaultValue::Text(word))
    }
}

/// Reads the tables in listed order.
impl Reads for TablesFile {
    type Value<'a> = Vec<Section<'a>>;

    fn fits(kind: &Kind) -> bool {
        matches!(kind, Kind::TablesFile(_))
    }

    fn given<'a>(section: &Section<'a>, kind: &Kind, node: &'a Node) -> Option<Self::Value<'a>> {
        let Kind::TablesFile(file) = kind else { return None };
        Tables::given(section, &Kind::Tables(file.tables), node)
    }

    fn missing<'a>(_: &Section<'a>, _: &KeyDecl) -> Option<Self::Value<'a>> {
        None
    }
}
