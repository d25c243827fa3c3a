//! Attachments: files that a scenario names, and that complete it.
//!
//! Nothing here reads files. [`Scenario::wanted_files`] says which ones are named, the caller reads them and hands their
//! texts to [`Scenario::attach`], which checks what only the file as a whole can tell and puts the content where the
//! path was written. From then on it is like any other part of the scenario: validated, set, listed, read, and part of
//! the canonical scenario, but its values know the file, the row and the column that they were written in.

use std::collections::BTreeMap;

use super::Scenario;
use super::csv_sheet::Sheet;
use super::error::{Cell, Problem, ProblemKind};
use super::key::{KeyDecl, find_key};
use super::kinds::{Inside, Kind, TablesFile};
use super::nearest::nearest;
use super::node::{Entry, Node, excerpt};
use super::problems::Found;
use super::read::read_file;
use super::section::{push_element, push_segment};
use super::source::{Source, Span};

/// How a file is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileFormat {
    /// Rows of cells, the first of them the names of the columns.
    Csv,
    /// The same language as the scenario.
    Toml,
}

/// What becomes of a file that a key names.
#[derive(Debug, Clone, Copy)]
pub enum FileUse {
    /// It holds the tables that could stand in place of its path.
    Holds(TablesFile),
    /// It is CSV, and its rows complete the tables of the root list of this name, each the table of its id.
    Completes(&'static str),
}

impl FileUse {
    /// How the file is written.
    pub const fn format(self) -> FileFormat {
        match self {
            Self::Holds(file) => file.format,
            Self::Completes(_) => FileFormat::Csv,
        }
    }
}

/// A file that a scenario names, and whose content it has not got yet.
#[derive(Debug, Clone)]
pub struct WantedFile {
    /// Its path as written, relative to the scenario file.
    pub path: String,
    /// Where the path is written.
    pub span: Span,
    /// How it is to be read.
    pub format: FileFormat,
    /// The dotted path of the key that names it.
    key: String,
    /// The way to the key.
    location: Vec<Step>,
}

/// A step on the way to a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Step {
    Key(&'static str),
    Element(usize),
}

/// The file that a value names, and its path.
pub(super) fn file_of<'a>(kind: &Kind, node: &'a Node) -> Option<(FileUse, &'a str)> {
    let (file, path) = (kind.file()?, node.as_text()?);
    kind.choices().iter().all(|choice| choice.name != path).then_some((file, path))
}

impl Scenario {
    /// The files that the scenario names and that have not been handed to [`attach`](Self::attach), in the order of the
    /// declaration. Attached files may name others, so that the caller asks until there are none.
    pub fn wanted_files(&self, schema: &'static [KeyDecl]) -> Vec<WantedFile> {
        let mut search = Search { contents: &self.contents, location: Vec::new(), wanted: Vec::new() };
        search.table(&self.root, schema, "");
        search.wanted
    }

    /// Completes the scenario with the text of a file, or says why there is none. Returns what is wrong with the file as
    /// such; its values are checked by [`validate`](Self::validate).
    pub fn attach(
        &mut self,
        wanted: &WantedFile,
        file: Result<Source, String>,
        schema: &'static [KeyDecl],
    ) -> Vec<Problem> {
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
            Some(FileUse::Completes(list)) => self.complete_by_roster(&text, number, list, schema),
            Some(FileUse::Holds(file)) => {
                let mut found = Found::default();
                let content = match file.format {
                    FileFormat::Csv => csv_content(&text, number, &file, &wanted.key, &mut found),
                    FileFormat::Toml => toml_content(&text, number, &wanted.key, &mut found),
                };
                if let Some((content, cells)) = content {
                    if is_completed {
                        self.contents.keep(wanted.span, &content);
                    }
                    *node = content;
                    self.uses[usize::from(number)].cells.extend(cells);
                }
                found.finish()
            }
            None => Vec::new(),
        }
    }

    /// The cell of a CSV file that a value was taken from.
    pub(super) fn cell(&self, span: Span) -> Option<&Cell> {
        self.uses.get(usize::from(span.source))?.cells.get(&span.start)
    }
}

/// Answers to the paths that name files: by the location of the path, the content of the file. A content is kept only for a
/// table that a roster completes, since it is put together again when an override changes it; `None` stands for all others.
#[derive(Debug, Clone, Default)]
pub(super) struct Contents(BTreeMap<Span, Option<Node>>);

impl Contents {
    /// Whether a text was handed over for the path at this location, or a reason why there is none.
    pub(super) fn has(&self, path: Span) -> bool {
        self.0.contains_key(&path)
    }

    fn answer(&mut self, path: Span) {
        self.0.entry(path).or_default();
    }

    fn keep(&mut self, path: Span, content: &Node) {
        self.0.insert(path, Some(content.clone()));
    }

    /// Puts the contents that were kept where their paths stand. The recursion follows the declaration, which is finite.
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

/// The cells that values were taken from, by their first byte.
pub(super) type Cells = BTreeMap<usize, Cell>;

/// All rows of a CSV file.
fn csv_content(text: &str, source: u16, file: &TablesFile, key: &str, found: &mut Found) -> Option<(Node, Cells)> {
    let sheet = Sheet::read(text, source, &file.tables, key, found)?;
    if !sheet.has_columns(file.keys_with_columns(), found) {
        return None;
    }
    let mut cells = Cells::new();
    let rows = sheet.rows().map(|row| sheet.table(row, file.tables.keys, &mut cells, found)).collect();
    Some((Node { value: super::Value::List(rows), span: Span::new(source, 0..0) }, cells))
}

/// The list of tables that a TOML file has under the name of the key that names the file.
fn toml_content(text: &str, source: u16, key: &str, found: &mut Found) -> Option<(Node, Cells)> {
    let name = key.rsplit('.').next().unwrap_or(key);
    let (mut root, problems) = read_file(text, source);
    if !problems.is_empty() {
        found.extend(problems);
        return None;
    }
    let entries = std::mem::take(root.table_mut()?);
    let mut content = None;
    let mut is_there = false;
    for Entry { key: written, key_span, node } in entries {
        if written == name {
            is_there = true;
            if node.as_list().is_some() {
                content = Some((node, Cells::new()));
            } else {
                let (path, found_value) = (key.to_owned(), node.value.found());
                let expected = format!("a list of tables `[[{name}]]`");
                let kind = ProblemKind::WrongType { path, found: found_value, expected };
                found.push(|| Problem::new(node.span, kind));
            }
        } else {
            let nearest = nearest(&written, [name]).map(str::to_owned);
            found.push(|| Problem::new(key_span, ProblemKind::UnknownKey { key: excerpt(&written), nearest }));
        }
    }
    if !is_there {
        let reason = format!("the file has no `[[{name}]]`");
        found.push(|| Problem::new(root.span, ProblemKind::Refused { path: key.to_owned(), reason }));
    }
    content
}

/// The value at the end of a way, with the kind of its key.
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

/// The search for files. Its recursion follows the declaration, which is finite.
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
                self.wanted.push(WantedFile { path: written, span: node.span, format, key, location });
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
