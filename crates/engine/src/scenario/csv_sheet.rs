//! CSV files whose rows are tables with declared keys.
//!
//! The name of a column is a dotted key: `attributes.attack`. A key of a list of tables has a label between the list
//! and the key: `attacks.1.damage` and `attacks.1.kind` belong to the same attack, whose id is `1` unless there is a
//! column `attacks.1.id`. Columns whose name begins with `#` are ignored.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::attachments::Cells;
use super::canonical::json_string;
use super::common::COLUMNS;
use super::csv_rows::{Row, RowCell, Rows, read_rows};
use super::error::{Cell, Problem, ProblemKind};
use super::key::{KeyDecl, find_key};
use super::kinds::{Inside, LEFT_OUT, MappedColumn, Tables};
use super::nearest::nearest;
use super::node::{Entry, Node, Value, excerpt};
use super::notation::{number, without_decimals};
use super::path::{Target, entry_or, target};
use super::problems::Found;
use super::read::Location;
use super::source::Span;
use crate::characters::plain_text;

/// Largest number of columns.
const COLUMNS_MAX: usize = 1000;

/// The rows of a file and the meaning of its columns.
#[derive(Debug)]
pub(super) struct Sheet {
    header: Row,
    rows: Vec<Row>,
    columns: Vec<Column>,
    /// A decimal mark besides the point, if there is one.
    decimal_mark: Option<char>,
    ids: Ids,
}

/// The ids of rows.
#[derive(Debug, Default)]
struct Ids {
    /// By id, the index of the row.
    rows: BTreeMap<String, usize>,
    /// By id, what is wrong if somebody takes its row: another row has the id too.
    repeated: BTreeMap<String, Problem>,
}

/// A column: its name and the key that it fills. `target` is `None` if it fills none.
#[derive(Debug)]
struct Column {
    name: String,
    /// The dotted key that it fills: its name, unless the scenario says otherwise.
    key: String,
    target: Option<Target>,
}

impl Sheet {
    /// Reads rows whose columns are dotted keys (`attributes.attack`). `owner` is the dotted path of the tables, for
    /// messages. `map` says which keys columns of other names are; `None` if the scenario cannot say so. With such a
    /// map the ids of rows are made of names: `Marsh Toad` is `marsh-toad`. `beside` is a column that need be no key. `None` if there
    /// is no column of ids, by which everything else refers to the rows.
    pub(super) fn read(
        text: &str,
        source: u16,
        tables: &Tables,
        owner: &str,
        map: Option<&[MappedColumn]>,
        beside: Option<&str>,
        found: &mut Found,
    ) -> Option<Self> {
        let can_map = map.is_some();
        let map = map.unwrap_or_default();
        // Problems of a file that has no column of ids are of no use, and might quote a file that is no table at all.
        let mut of_rows = Found::default();
        let Rows { mut rows, separator } = read_rows(text, source, &mut of_rows);
        let written = |cell: &RowCell| (cell.text.trim().eq_ignore_ascii_case(tables.by)).then(|| excerpt(&cell.text));
        let is_id = |cell: &RowCell| key_of(&cell.text, map) == tables.by;
        if !rows.first().is_some_and(|header| header.cells.iter().any(is_id)) {
            let of_ids = map.iter().find(|column| column.key == tables.by);
            if let (Some(column), Some(header)) = (of_ids, rows.first()) {
                // The names of columns may be suggested, but not the first line of a file that is no table.
                let is_name = |name: &&str| header.cells.len() > 1 && !name.contains(['=', ':']);
                let names = header.cells.iter().map(|cell| cell.text.as_str()).filter(is_name);
                let problem = Problem::unknown_name(column.span, COLUMNS.name(), "column", &column.name, names);
                found.push(|| problem.with_remark(Some(format!("it is to hold the `{}`", tables.by))));
                return None;
            }
            let written = rows.first().and_then(|header| header.cells.iter().find_map(written));
            let column = tables.by;
            let remark = format!("if another column holds the names: columns = {{ COLUMN = \"{column}\" }}");
            let remark = Some(remark).filter(|_| can_map && !rows.is_empty());
            let no_ids = Problem::new(Span::new(source, 0..0), ProblemKind::NoColumn { column, written });
            found.push(|| no_ids.with_remark(remark).without_text());
            return None;
        }
        found.extend(of_rows.finish());
        let header = rows.remove(0);
        if header.cells.len() > COLUMNS_MAX {
            let reason = format!("has {} cells, at most {COLUMNS_MAX} are read", header.cells.len());
            found.push(|| Problem::new(header.span, ProblemKind::BadRow { row: header.number, reason }));
            return None;
        }
        refuse_unknown_columns(map, &header, found);
        let columns = read_header(&header, tables.keys, owner, can_map.then_some(map), beside, found);
        refuse_cells_without_column(&columns, &rows, found);
        let id_column = columns.iter().position(|column| column.key == tables.by)?;
        let ids = read_ids(&rows, id_column, tables.by, !map.is_empty(), found);
        // A comma that separates cells cannot be a decimal mark.
        let decimal_mark = (separator != b',').then_some(',');
        Some(Self { header, rows, columns, decimal_mark, ids })
    }

    /// The ids of the rows with the index of each row.
    pub(super) fn ids(&self) -> &BTreeMap<String, usize> {
        &self.ids.rows
    }

    /// The mistake of whoever takes the row of this id; `None` if it is the only one.
    pub(super) fn repeated(&self, id: &str) -> Option<&Problem> {
        self.ids.repeated.get(id)
    }

    /// The indices of the rows with an id of their own, in the order of the file.
    pub(super) fn rows(&self) -> impl Iterator<Item = usize> {
        let mut rows: Vec<usize> = self.ids.rows.values().copied().collect();
        rows.sort_unstable();
        rows.into_iter()
    }

    /// Whether there is a column for each of these keys. Reports each missing column, once instead of for every row.
    pub(super) fn has_columns(&self, needed: impl Iterator<Item = &'static KeyDecl>, found: &mut Found) -> bool {
        let is_there = |key: &KeyDecl| {
            let mut names = self.columns.iter().map(|column| column.key.split('.').next());
            names.any(|name| name == Some(key.name))
        };
        let mut has_all = true;
        for key in needed.filter(|key| !is_there(key)) {
            has_all = false;
            found.push(|| Problem::new(self.header.span, ProblemKind::NoColumn { column: key.name, written: None }));
        }
        has_all
    }

    /// The numbers in a column, one for each of [`rows`](Self::rows), whatever the column is for the rules; none if there is no such column.
    pub(super) fn numbers(&self, column: &str, found: &mut Found) -> Vec<f64> {
        let Some(index) = self.columns.iter().position(|known| known.name == column) else { return Vec::new() };
        let mut numbers = Vec::new();
        for row in self.rows() {
            let (cell, row) = (&self.rows[row].cells[index], self.rows[row].number);
            let text = plain_text(&cell.text).replace(self.decimal_mark.unwrap_or('.'), ".");
            match text.trim().parse::<f64>() {
                // Of the two zeros there is one.
                Ok(number) if number.is_finite() => numbers.push(number + 0.0),
                _ => found.push(|| {
                    let instead =
                        if cell.text.is_empty() { String::new() } else { format!(", but `{}`", excerpt(&cell.text)) };
                    let reason = format!("has no number in the column `{}`{instead}", excerpt(column));
                    Problem::new(cell.span, ProblemKind::BadRow { row, reason })
                }),
            }
        }
        numbers
    }

    /// The table of a row; empty cells give no value.
    pub(super) fn table(&self, row: usize, keys: &'static [KeyDecl], cells: &mut Cells, found: &mut Found) -> Node {
        let row = &self.rows[row];
        let mut table = Node { value: Value::Table(Vec::new()), span: row.span };
        let mut elements = Elements::default();
        for (cell, column) in row.cells.iter().zip(&self.columns) {
            let Some(target) = column.target.filter(|_| !cell.text.is_empty()) else { continue };
            cells.insert(cell.span.start, Cell { row: row.number, column: excerpt(&column.name) });
            let kind = target.kind();
            let text = if kind.is_numeric() { number(&cell.text, target.key) } else { Cow::from(&cell.text) };
            let text = if kind.is_numeric() { without_decimals(&text, self.decimal_mark) } else { Cow::from(&*text) };
            match kind.read_text(&text, Location::All(cell.span), cell.span) {
                Ok(node) => elements.put(&mut table, keys, &column.key, node),
                Err(problems) => found.extend(problems),
            }
        }
        table
    }
}

/// The tables that a row has added to lists: the index of each, by the part of the column name before the key.
#[derive(Default)]
struct Elements<'a>(BTreeMap<&'a str, usize>);

impl<'a> Elements<'a> {
    /// Puts a value where the name of a column leads, and creates missing tables on the way.
    fn put(&mut self, root: &mut Node, keys: &'static [KeyDecl], column: &'a str, node: Node) {
        let (mut table, mut keys, mut rest) = (root, keys, column);
        while let Some((name, below)) = rest.split_once('.') {
            let Some(entries) = table.table_mut() else { return };
            (table, keys, rest) = match find_key(keys, name).map(|key| key.kind.inside()) {
                Some(Inside::Tables(tables)) => {
                    let (label, below) = below.split_once('.').unwrap_or((below, ""));
                    let list = entry_or(entries, name, node.span, || Value::List(Vec::new()));
                    let Some(list) = list.list_mut() else { return };
                    let beginning = &column[..column.len() - below.len()];
                    let index = *self.0.entry(beginning).or_insert_with(|| {
                        list.push(element(tables.by, label, node.span));
                        list.len() - 1
                    });
                    (&mut list[index], tables.keys, below)
                }
                inside => {
                    let keys = inside.map_or(&[][..], Inside::keys);
                    (entry_or(entries, name, node.span, || Value::Table(Vec::new())), keys, below)
                }
            };
        }
        let Some(entries) = table.table_mut() else { return };
        let span = node.span;
        *entry_or(entries, rest, span, || Value::Bool(false)) = node;
    }
}

/// A table of a list with an id and nothing else.
pub(super) fn element(by: &str, id: &str, span: Span) -> Node {
    let id = Entry { key: by.to_owned(), key_span: span, node: Node::text(id, span) };
    Node { value: Value::Table(vec![id]), span }
}

/// Reports columns that the scenario maps and the sheet lacks.
fn refuse_unknown_columns(map: &[MappedColumn], header: &Row, found: &mut Found) {
    let names = || header.cells.iter().map(|cell| cell.text.as_str());
    for column in map.iter().filter(|column| names().all(|name| name != column.name)) {
        found.push(|| Problem::unknown_name(column.span, COLUMNS.name(), "column", &column.name, names()));
    }
}

/// The key that a column is.
fn key_of<'a>(name: &'a str, map: &'a [MappedColumn]) -> &'a str {
    map.iter().find(|column| column.name == name).map_or(name, |column| column.key.as_str())
}

fn read_header(
    header: &Row,
    keys: &'static [KeyDecl],
    owner: &str,
    map: Option<&[MappedColumn]>,
    beside: Option<&str>,
    found: &mut Found,
) -> Vec<Column> {
    let mut columns: Vec<Column> = Vec::new();
    let foreign = map.map(|map| foreign_columns(header, keys, map)).unwrap_or_default();
    let map = map.unwrap_or_default();
    for cell in &header.cells {
        let name = cell.text.as_str();
        let mapped = map.iter().find(|column| column.name == name);
        let key = key_of(name, map);
        let target = if name.is_empty() || name.starts_with('#') || key == LEFT_OUT {
            None
        } else if columns.iter().any(|column| column.key == key) {
            Some(Err(Refusal::Again))
        } else {
            Some(column_target(key, keys)).filter(|target| target.is_ok() || beside != Some(name))
        };
        if let Some(Err(refusal)) = target {
            found.push(|| {
                let is_no_key = refusal == Refusal::NoKey;
                let nearest = if is_no_key { nearest_column(key, keys) } else { None };
                let ignored = (is_no_key && mapped.is_none()).then(|| excerpt(&format!("#{name}")));
                let (column, reason) = (excerpt(name), refusal.reason(owner, key));
                let reason =
                    mapped.map_or(reason.clone(), |_| format!("stands for `{}`, which {reason}", excerpt(key)));
                let is_first_foreign = mapped.is_none() && foreign.first() == Some(&name);
                let remark = is_first_foreign.then(|| map_of(&foreign, keys));
                Problem::new(cell.span, ProblemKind::BadColumn { column, reason, nearest, ignored }).with_remark(remark)
            });
        }
        columns.push(Column { name: name.to_owned(), key: key.to_owned(), target: target.and_then(Result::ok) });
    }
    columns
}

/// The columns that neither are keys nor look like one, and that the scenario does not map.
fn foreign_columns<'a>(header: &'a Row, keys: &'static [KeyDecl], map: &[MappedColumn]) -> Vec<&'a str> {
    let names = header.cells.iter().map(|cell| cell.text.as_str());
    let is_foreign = |name: &&str| {
        let is_ignored = name.is_empty() || name.starts_with('#');
        !is_ignored
            && map.iter().all(|column| column.name != *name)
            && matches!(column_target(name, keys), Err(Refusal::NoKey))
            && nearest_column(name, keys).is_none()
    };
    names.filter(is_foreign).collect()
}

/// The mapping that a scenario writes to say which keys these columns are.
fn map_of(columns: &[&str], keys: &'static [KeyDecl]) -> String {
    /// The most columns that are listed.
    const LISTED_MAX: usize = 12;
    let mut entries: Vec<String> =
        columns.iter().take(LISTED_MAX).map(|name| format!("{} = \"KEY\"", excerpt(&toml_key(name)))).collect();
    if columns.len() > LISTED_MAX {
        entries.push("…".to_owned());
    }
    let entries = entries.join(", ");
    // A name of the scenario's own needs the table that it is in.
    let named = keys.iter().find(|key| matches!(key.kind.inside(), Inside::Entries { .. }));
    let own = columns
        .iter()
        .find(|name| !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_'));
    let example = named
        .zip(own)
        .map_or_else(String::new, |(table, own)| format!("; a number of `{0}` is the column `{0}.{own}`", table.name));
    format!(
        "or say in the scenario which keys columns are: columns = {{ {entries} }}, with \"#\" for what is left out{example}"
    )
}

/// The name of a column as a key of TOML.
fn toml_key(name: &str) -> String {
    let is_bare = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'));
    if is_bare { name.to_owned() } else { json_string(name) }
}

/// The id that a name stands for: its letters a to z, in small letters, and its digits, with one `-` for everything between them.
fn id_of_name(name: &str) -> String {
    let words = name.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_ascii_lowercase).collect::<Vec<_>>().join("-")
}

/// Reports cells with content in columns without a name, whose meaning is unknown.
fn refuse_cells_without_column(columns: &[Column], rows: &[Row], found: &mut Found) {
    for row in rows {
        let unnamed = row.cells.iter().zip(columns).filter(|(_, column)| column.name.is_empty());
        for (cell, _) in unnamed.filter(|(cell, _)| !cell.text.is_empty()) {
            let reason = format!("has \"{}\" in a column without a name", excerpt(&cell.text));
            found.push(|| Problem::new(cell.span, ProblemKind::BadRow { row: row.number, reason }));
        }
    }
}

/// The reason why a column cannot be used.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Refusal {
    Again,
    NoKey,
    WholeTable,
    ListOfTables,
}

impl Refusal {
    fn reason(self, owner: &str, name: &str) -> String {
        match self {
            Self::Again => "is there twice".to_owned(),
            Self::NoKey => format!("is no key of `{owner}`"),
            Self::WholeTable => "is a whole table; name one of its keys".to_owned(),
            Self::ListOfTables => {
                format!("is a list of tables; name the keys of each, as in `{}.1.KEY`", excerpt(name))
            }
        }
    }
}

/// The key that a column fills, or the reason why it fills none.
fn column_target(name: &str, keys: &'static [KeyDecl]) -> Result<Target, Refusal> {
    let segments: Vec<&str> = name.split('.').collect();
    let target = target(keys, &segments).map_err(|_| Refusal::NoKey)?;
    match target.kind().inside() {
        Inside::Nothing => Ok(target),
        // The cell may hold the path of a file with the tables.
        Inside::Tables(_) if target.kind().file().is_some() => Ok(target),
        Inside::Tables(_) => Err(Refusal::ListOfTables),
        Inside::Table(_) | Inside::Entries { .. } => Err(Refusal::WholeTable),
    }
}

/// The column that was probably meant: the same name with its first wrong segment corrected.
fn nearest_column(name: &str, keys: &'static [KeyDecl]) -> Option<String> {
    let segments: Vec<&str> = name.split('.').collect();
    let at = target(keys, &segments).err()?;
    let (wrong, mut siblings, mut level) = (segments.get(at)?, keys, 0);
    while level < at {
        let inside = find_key(siblings, segments[level])?.kind.inside();
        siblings = inside.keys();
        level += if let Inside::Tables(_) = inside { 2 } else { 1 };
    }
    let names = siblings.iter().filter(|key| at > 0 || matches!(key.kind.inside(), Inside::Nothing));
    let right = nearest(wrong, names.map(|key| key.name))?;
    Some(excerpt(&[&segments[..at], &[right], &segments[at + 1..]].concat().join(".")))
}

/// The ids of rows. If ids are made of names, as in a sheet of another tool, rows without one are left out, and what is wrong with
/// a name that stands twice is told once a combatant takes it.
fn read_ids(rows: &[Row], id_column: usize, by: &str, are_names: bool, found: &mut Found) -> Ids {
    let mut ids = Ids::default();
    for (index, row) in rows.iter().enumerate() {
        let id = &row.cells[id_column];
        let read = if are_names { id_of_name(&id.text) } else { id.text.clone() };
        let bad_row = |reason| ProblemKind::BadRow { row: row.number, reason };
        if read.is_empty() {
            if !are_names && row.cells.iter().any(|cell| !cell.text.is_empty()) {
                found.push(|| Problem::new(row.span, bad_row(format!("has no `{by}`"))));
            }
        } else if let Some(&first) = ids.rows.get(&read) {
            let first = rows[first].cells[id_column].span;
            let reason = format!("has the {by} \"{}\" again", excerpt(&read));
            let problem = || Problem::new(id.span, bad_row(reason)).with_also(first, "first here");
            if are_names {
                ids.repeated.entry(read).or_insert_with(problem);
            } else {
                found.push(problem);
            }
        } else {
            ids.rows.insert(read, index);
        }
    }
    ids
}
