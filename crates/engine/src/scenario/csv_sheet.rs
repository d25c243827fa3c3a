//! CSV files whose rows are tables with declared keys.

use std::collections::BTreeMap;

use super::attachments::Cells;
use super::csv_rows::{Row, read_rows};
use super::error::{Cell, Problem, ProblemKind};
use super::key::{KeyDecl, find_key};
use super::kinds::{Inside, Tables};
use super::nearest::nearest;
use super::node::{Node, Value, excerpt};
use super::path::{Target, put, target};
use super::problems::Found;
use super::read::Location;
use super::source::Span;

/// The most columns that are read.
const COLUMNS_MAX: usize = 1000;

/// The rows of a file, with what their columns are.
pub(super) struct Sheet {
    header: Row,
    rows: Vec<Row>,
    columns: Vec<Column>,
    /// The ids of the rows, and the index of each.
    ids: BTreeMap<String, usize>,
}

/// A column: its name and what it fills. No target when it is no key.
struct Column {
    name: String,
    target: Option<Target>,
}

impl Sheet {
    /// Reads rows whose columns are keys, dotted where they are nested (`attributes.attack`). `owner` is what the keys
    /// are of. `None` where no column holds the ids of the rows, by which all else refers to them.
    pub(super) fn read(text: &str, source: u16, tables: &Tables, owner: &str, found: &mut Found) -> Option<Self> {
        let mut rows = read_rows(text, source, found);
        let no_ids = |span| Problem::new(span, ProblemKind::NoColumn { column: tables.by });
        if rows.is_empty() {
            found.push(|| no_ids(Span::new(source, 0..0)));
            return None;
        }
        let header = rows.remove(0);
        if header.cells.len() > COLUMNS_MAX {
            let reason = format!("has {} cells, at most {COLUMNS_MAX} are read", header.cells.len());
            found.push(|| Problem::new(header.span, ProblemKind::BadRow { row: header.number, reason }));
            return None;
        }
        let columns = read_header(&header, tables.keys, owner, found);
        let Some(id_column) = columns.iter().position(|column| column.name == tables.by) else {
            found.push(|| no_ids(header.span));
            return None;
        };
        let ids = read_ids(&rows, id_column, tables.by, found);
        Some(Self { header, rows, columns, ids })
    }

    /// The ids of the rows, and the index of each.
    pub(super) fn ids(&self) -> &BTreeMap<String, usize> {
        &self.ids
    }

    /// The rows that have an id of their own, in the order of the file.
    pub(super) fn rows(&self) -> impl Iterator<Item = usize> {
        let mut rows: Vec<usize> = self.ids.values().copied().collect();
        rows.sort_unstable();
        rows.into_iter()
    }

    /// Reports once that no row can give a key for which a column is needed.
    pub(super) fn has_columns(&self, needed: impl Iterator<Item = &'static KeyDecl>, found: &mut Found) -> bool {
        let is_there = |key: &KeyDecl| {
            let mut names = self.columns.iter().map(|column| column.name.split('.').next());
            names.any(|name| name == Some(key.name))
        };
        let mut has_all = true;
        for key in needed.filter(|key| !is_there(key)) {
            has_all = false;
            found.push(|| Problem::new(self.header.span, ProblemKind::NoColumn { column: key.name }));
        }
        has_all
    }

    /// The table that a row gives; empty cells give nothing.
    pub(super) fn table(&self, row: usize, keys: &'static [KeyDecl], cells: &mut Cells, found: &mut Found) -> Node {
        let row = &self.rows[row];
        let mut table = Node { value: Value::Table(Vec::new()), span: row.span };
        for (cell, column) in row.cells.iter().zip(&self.columns) {
            let Some(target) = column.target.filter(|_| !cell.text.is_empty()) else { continue };
            cells.insert(cell.span.start, Cell { row: row.number, column: excerpt(&column.name) });
            match target.kind().read_text(&cell.text, Location::All(cell.span), cell.span) {
                Ok(node) => {
                    let path: Vec<&str> = column.name.split('.').collect();
                    let put = put(&mut table, keys, &path, cell.span, node);
                    debug_assert!(put.is_ok(), "columns do not enter lists of tables");
                }
                Err(problems) => found.extend(problems),
            }
        }
        table
    }
}

fn read_header(header: &Row, keys: &'static [KeyDecl], owner: &str, found: &mut Found) -> Vec<Column> {
    let mut columns: Vec<Column> = Vec::new();
    for cell in &header.cells {
        let name = cell.text.as_str();
        let target = if columns.iter().any(|column| column.name == name) {
            Err(Refusal::Again)
        } else {
            column_target(name, keys)
        };
        if let Err(refusal) = target {
            found.push(|| {
                let nearest = if refusal == Refusal::NoKey { nearest(name, column_names(keys)) } else { None };
                let (column, nearest) = (excerpt(name), nearest.map(str::to_owned));
                Problem::new(cell.span, ProblemKind::BadColumn { column, reason: refusal.reason(owner), nearest })
            });
        }
        columns.push(Column { name: name.to_owned(), target: target.ok() });
    }
    columns
}

/// Why a column cannot be used.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Refusal {
    Again,
    NoKey,
    WholeTable,
    ListOfTables,
}

impl Refusal {
    fn reason(self, owner: &str) -> String {
        match self {
            Self::Again => "is there twice".to_owned(),
            Self::NoKey => format!("is no key of `{owner}`"),
            Self::WholeTable => "is a whole table; name one of its keys".to_owned(),
            Self::ListOfTables => "belongs to a list of tables, which only the scenario can give".to_owned(),
        }
    }
}

/// The key that a column fills, or why it cannot.
fn column_target(name: &str, keys: &'static [KeyDecl]) -> Result<Target, Refusal> {
    let segments: Vec<&str> = name.split('.').collect();
    let first = find_key(keys, segments[0]);
    let names_list = first.is_some_and(|key| matches!(key.kind.inside(), Inside::Tables(_)));
    // A cell may hold the path of a file in which the tables are.
    if names_list && !(segments.len() == 1 && first.is_some_and(|key| key.kind.file().is_some())) {
        return Err(Refusal::ListOfTables);
    }
    let target = target(keys, &segments).map_err(|_| Refusal::NoKey)?;
    match target.kind().inside() {
        Inside::Nothing | Inside::Tables(_) => Ok(target),
        Inside::Table(_) | Inside::Entries { .. } => Err(Refusal::WholeTable),
    }
}

/// The names that columns may have, as far as they are fixed.
fn column_names(keys: &'static [KeyDecl]) -> impl Iterator<Item = &'static str> {
    keys.iter().filter(|key| matches!(key.kind.inside(), Inside::Nothing)).map(|key| key.name)
}

fn read_ids(rows: &[Row], id_column: usize, by: &str, found: &mut Found) -> BTreeMap<String, usize> {
    let mut ids: BTreeMap<String, usize> = BTreeMap::new();
    for (index, row) in rows.iter().enumerate() {
        let id = &row.cells[id_column];
        let bad_row = |reason| ProblemKind::BadRow { row: row.number, reason };
        if id.text.is_empty() {
            if row.cells.iter().any(|cell| !cell.text.is_empty()) {
                found.push(|| Problem::new(row.span, bad_row(format!("has no `{by}`"))));
            }
        } else if let Some(&first) = ids.get(&id.text) {
            let first = rows[first].cells[id_column].span;
            let reason = format!("has the {by} \"{}\" again", excerpt(&id.text));
            found.push(|| Problem::new(id.span, bad_row(reason)).with_also(first, "first here"));
        } else {
            ids.insert(id.text.clone(), index);
        }
    }
    ids
}
