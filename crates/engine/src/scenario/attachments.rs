//! Attachments: files to which a scenario refers and whose content becomes part of it.
//!
//! This module reads no files. [`Scenario::wanted_files`] lists the paths, the caller reads the files and passes their
//! texts to [`Scenario::attach`], which checks the file as a whole and puts its content in the place of the path. From
//! then on the content is like any other part of the scenario: validated, set, listed, read, and part of the canonical
//! scenario. Its values keep the file, row and column in which they were written.

use std::collections::BTreeMap;

use super::Scenario;
use super::common::COMBATANTS;
use super::csv_sheet::Sheet;
use super::error::{Cell, Problem, ProblemKind};
use super::key::{KeyDecl, find_key};
use super::kinds::{Inside, Kind, TablesFile};
use super::legs::Place;
use super::nearest::nearest;
use super::node::{Entry, Node, excerpt};
use super::problems::Found;
use super::read::read_file;
use super::section::{push_element, push_segment};
use super::source::{Source, Span};
use super::truths::hint_at_truths;

/// The format of an attached file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileFormat {
    /// Rows of cells; the first row holds the names of the columns.
    Csv,
    /// TOML, as the scenario itself.
    Toml,
    /// Text as it is.
    Text,
}

/// The purpose of a file to which a key refers.
#[derive(Debug, Clone, Copy)]
pub enum FileUse {
    /// The file holds tables that the scenario could contain in place of the path.
    Holds(TablesFile),
    /// The file is the value that the scenario could contain in place of the path.
    Is,
    /// A CSV file. Its rows complete the tables of the root list of this name; each row completes the table with the
    /// same id.
    Completes(&'static str),
}

/// Whether the keys are all that a scenario may have: of one that brings rules of its own, those that they declare, combatants among
/// them, are missing as long as the rules are not read.
pub(super) fn are_rules_read(schema: &[KeyDecl]) -> bool {
    let brings_rules = schema.iter().any(|key| matches!(key.kind.file(), Some(FileUse::Is)));
    !brings_rules || schema.iter().any(|key| key.name == COMBATANTS)
}

impl FileUse {
    /// The format of the file.
    pub const fn format(self) -> FileFormat {
        match self {
            Self::Holds(file) => file.format,
            Self::Completes(_) => FileFormat::Csv,
            Self::Is => FileFormat::Text,
        }
    }
}

/// A file to which a scenario refers and whose text was not passed to it yet.
#[derive(Debug, Clone)]
pub struct WantedFile {
    /// The path as written, relative to the scenario file.
    pub path: String,
    /// The location of the path in the scenario.
    pub span: Span,
    /// The format of the file.
    pub format: FileFormat,
    /// The dotted path of the key.
    pub(super) key: String,
    /// The steps from the root to the value of the key.
    pub(super) location: Vec<Step>,
    /// The part of a day for which it is wanted.
    pub(super) place: Option<Place>,
}

/// A step on the way from the root to a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    Key(&'static str),
    Element(usize),
}

/// Whether a text is no path of one but the text itself: it has more than one line.
pub(super) fn is_whole_text(text: &str) -> bool {
    text.contains('\n')
}

/// The purpose and the path of the file to which a value refers; `None` if it refers to none.
pub(super) fn file_of<'a>(kind: &Kind, node: &'a Node) -> Option<(FileUse, &'a str)> {
    let (file, path) = (kind.file()?, node.as_text()?);
    if matches!(file, FileUse::Is) && is_whole_text(path) {
        return None;
    }
    kind.choices().iter().all(|choice| choice.name != path).then_some((file, path))
}

impl Scenario {
    /// The files to which the scenario refers and that were not passed to [`attach`](Self::attach) yet, in the order of
    /// the declaration. Attached files may refer to others, so the caller repeats this until the list is empty: only then the legs of a
    /// day are whole.
    pub fn wanted_files(&mut self, schema: &'static [KeyDecl]) -> Vec<WantedFile> {
        if self.has_legs() {
            return self.wanted_by_legs(schema);
        }
        self.wanted_by_tree(schema)
    }

    /// The files that the tree refers to.
    pub(super) fn wanted_by_tree(&self, schema: &'static [KeyDecl]) -> Vec<WantedFile> {
        let mut search = Search { contents: &self.contents, location: Vec::new(), wanted: Vec::new() };
        search.table(&self.root, schema, "");
        search.wanted
    }

    /// Completes the scenario with the text of a file, or takes note of the reason why the caller could not read it.
    /// Returns the mistakes of the file as a whole; [`validate`](Self::validate) checks its values.
    pub fn attach(
        &mut self,
        wanted: &WantedFile,
        file: Result<Source, String>,
        schema: &'static [KeyDecl],
    ) -> Vec<Problem> {
        if let Some(place) = wanted.place {
            return self.attach_to_day(place, wanted, file, schema);
        }
        self.contents.answer(wanted.span);
        let unreadable = |reason: String| vec![Problem::unreadable(wanted.span, &wanted.key, reason)];
        let source = match file {
            Ok(source) => source,
            Err(reason) => return unreadable(reason),
        };
        let text = source.text.clone();
        let Some(number) = self.attached_source(source) else {
            return unreadable("there are too many files and overrides".to_owned());
        };
        let list = self.roster.as_ref().map(|roster| Step::Key(roster.list));
        let is_completed = list.is_some_and(|list| wanted.location.first() == Some(&list));
        let Some((node, kind)) = node_at(&mut self.root, schema, &wanted.location) else { return Vec::new() };
        match file_of(&kind, node).map(|(file, _)| file) {
            Some(FileUse::Completes(list)) => self.complete_by_roster(&text, number, list, None, schema),
            Some(FileUse::Is) => {
                let span = Span::new(number, 0..text.len());
                *node = Node::text(if is_whole_text(&text) { text } else { text + "\n" }, span);
                Vec::new()
            }
            Some(FileUse::Holds(file)) => {
                let mut found = Found::default();
                let content = match file.format {
                    FileFormat::Csv => csv_content(&text, number, &file, &wanted.key, &mut found),
                    FileFormat::Toml | FileFormat::Text => toml_content(&text, number, &wanted.key, &mut found),
                };
                if let Some((content, cells)) = content {
                    if is_completed {
                        self.contents.keep(wanted.span, &content);
                    }
                    *node = content;
                    self.uses[usize::from(number)].cells.extend(cells);
                }
                let mut problems = found.finish();
                hint_at_truths(&mut problems, &[schema]);
                problems
            }
            None => Vec::new(),
        }
    }

    /// The cell of a CSV file in which a value was written; `None` if it is not from a CSV file.
    pub(super) fn cell(&self, span: Span) -> Option<&Cell> {
        self.uses.get(usize::from(span.source))?.cells.get(&span.start)
    }
}

/// The files that were answered with a text or an error, by location of the path. `Some` content is kept only inside
/// tables that a roster completes, since such a table is assembled anew when an override changes it.
#[derive(Debug, Clone, Default)]
pub(super) struct Contents(BTreeMap<Span, Option<Node>>);

impl Contents {
    /// Whether the path at this location was answered, with a text or with the reason why there is none.
    pub(super) fn has(&self, path: Span) -> bool {
        self.0.contains_key(&path)
    }

    pub(super) fn answer(&mut self, path: Span) {
        self.0.entry(path).or_default();
    }

    fn keep(&mut self, path: Span, content: &Node) {
        self.0.insert(path, Some(content.clone()));
    }

    /// Puts the kept contents in the place of their paths. The recursion follows the declaration, which is finite.
    pub(super) fn fill_table(&self, table: &mut Node, keys: &'static [KeyDecl]) {
        if self.0.values().all(Option::is_none) {
            return;
        }
        for key in keys {
            let Some(node) = table.get_mut(key.name) else { continue };
            if file_of(&key.kind, node).is_some() {
                if let Some(Some(content)) = self.0.get(&node.span) {
                    *node = content.clone();
                }
                continue;
            }
            match key.kind.inside() {
                Inside::Table(nested) => self.fill_table(node, nested),
                Inside::Tables(tables) => {
                    let list = node.list_mut().into_iter().flatten();
                    list.for_each(|element| self.fill_table(element, tables.keys));
                }
                Inside::Nothing | Inside::Entries { .. } => {}
            }
        }
    }
}

/// The cells in which values were written, by the first byte of the cell in the text.
pub(super) type Cells = BTreeMap<usize, Cell>;

/// The tables of all rows of a CSV file.
fn csv_content(text: &str, source: u16, file: &TablesFile, key: &str, found: &mut Found) -> Option<(Node, Cells)> {
    let sheet = Sheet::read(text, source, &file.tables, key, None, None, found)?;
    if !sheet.has_columns(file.keys_with_columns(), found) {
        return None;
    }
    let mut cells = Cells::new();
    let rows = sheet.rows().map(|row| sheet.table(row, file.tables.keys, &mut cells, found)).collect();
    Some((Node { value: super::Value::List(rows), span: Span::new(source, 0..0) }, cells))
}

/// The list of tables in a TOML file, under the last segment of the key that refers to the file.
fn toml_content(text: &str, source: u16, key: &str, found: &mut Found) -> Option<(Node, Cells)> {
    let name = key.rsplit('.').next().unwrap_or(key);
    let (mut root, problems) = read_file(text, source);
    if !problems.is_empty() {
        let wanted = format!("[[{name}]]");
        let has_wanted = text.lines().any(|line| line.trim_start().starts_with(&wanted));
        found.extend(problems.into_iter().map(|problem| problem.without_words_unless(has_wanted, &wanted)).collect());
        return None;
    }
    let entries = std::mem::take(root.table_mut()?);
    let is_there = entries.iter().any(|entry| entry.key == name);
    let mut content = None;
    for Entry { key: written, key_span, node } in entries {
        if written == name {
            if node.as_list().is_some() {
                content = Some((node, Cells::new()));
            } else {
                // The value that is there instead is not told: the file may be another than was meant.
                let (path, found_value) = (key.to_owned(), "no list".to_owned());
                let expected = format!("a list of tables `[[{name}]]`");
                let kind = ProblemKind::WrongType { path, found: found_value, expected };
                found.push(|| Problem::new(node.span, kind).without_text());
            }
            continue;
        }
        let nearest = nearest(&written, [name]).map(str::to_owned);
        // Of a file that has nothing of what was wanted, only a name that may be a misspelling is told.
        if is_there || nearest.is_some() {
            let unknown = Problem::new(key_span, ProblemKind::UnknownKey { key: excerpt(&written), nearest });
            found.push(|| if is_there { unknown } else { unknown.without_text() });
        }
    }
    if !is_there {
        let reason = format!("the file has no `[[{name}]]`");
        let kind = ProblemKind::Refused { path: key.to_owned(), reason };
        found.push(|| Problem::new(root.span, kind).without_text());
    }
    content
}

/// The value at a location, with the kind of its key.
fn node_at<'a>(root: &'a mut Node, mut keys: &'static [KeyDecl], location: &[Step]) -> Option<(&'a mut Node, Kind)> {
    let (mut node, mut kind) = (root, None);
    for step in location {
        match *step {
            Step::Key(name) => {
                let key = find_key(keys, name)?;
                node = node.get_mut(name)?;
                keys = key.kind.inside().keys();
                kind = Some(key.kind);
            }
            Step::Element(index) => node = node.list_mut()?.get_mut(index)?,
        }
    }
    Some((node, kind?))
}

/// The search for paths of files. Its recursion follows the declaration, which is finite.
struct Search<'a> {
    contents: &'a Contents,
    location: Vec<Step>,
    wanted: Vec<WantedFile>,
}

impl Search<'_> {
    fn table(&mut self, table: &Node, keys: &'static [KeyDecl], path: &str) {
        for key in keys {
            let Some(node) = table.get(key.name) else { continue };
            let mut path = path.to_owned();
            push_segment(&mut path, key.name);
            self.location.push(Step::Key(key.name));
            self.value(node, key.kind, &path);
            self.location.pop();
        }
    }

    fn value(&mut self, node: &Node, kind: Kind, path: &str) {
        if let Some((file, written)) = file_of(&kind, node) {
            if !self.contents.has(node.span) {
                let (format, location) = (file.format(), self.location.clone());
                let (key, written) = (path.to_owned(), written.to_owned());
                self.wanted.push(WantedFile { path: written, span: node.span, format, key, location, place: None });
            }
            return;
        }
        match kind.inside() {
            Inside::Table(keys) => self.table(node, keys, path),
            Inside::Tables(tables) => {
                for (index, element) in node.as_list().unwrap_or_default().iter().enumerate().take(tables.max) {
                    let mut path = path.to_owned();
                    push_element(&mut path, element, index, tables.by);
                    self.location.push(Step::Element(index));
                    self.table(element, tables.keys, &path);
                    self.location.pop();
                }
            }
            Inside::Nothing | Inside::Entries { .. } => {}
        }
    }
}
