//! Rosters: CSV files whose rows complete the combatants that a scenario names.

use std::collections::BTreeMap;

use super::Scenario;
use super::common::COMBATANTS;
use super::error::{Cell, Problem, ProblemKind};
use super::key::{KeyDecl, find_key};
use super::kinds::{Inside, Tables};
use super::nearest::nearest;
use super::node::{Node, Value, excerpt};
use super::path::{Target, put, target};
use super::problems::Found;
use super::read::Location;
use super::roster_csv::{Row, read_rows};
use super::source::{Source, Span};

/// The most columns of a roster.
const COLUMNS_MAX: usize = 1000;

/// What is kept of a roster after it has been merged.
#[derive(Debug, Clone)]
pub(super) struct Roster {
    source: u16,
    /// The ids of its rows, and the index of each.
    ids: BTreeMap<String, usize>,
    /// The cells that values were taken from, by their first byte.
    cells: BTreeMap<usize, Cell>,
    /// Whether all of it could be used. What is missing in a combatant may otherwise be in the part that could not.
    is_whole: bool,
}

impl Roster {
    /// Whether nothing is wrong with the roster itself.
    pub(super) fn is_whole(&self) -> bool {
        self.is_whole
    }

    /// Whether a row has this id.
    pub(super) fn has(&self, id: &str) -> bool {
        self.ids.contains_key(id)
    }

    /// All ids.
    pub(super) fn ids(&self) -> impl Iterator<Item = &str> {
        self.ids.keys().map(String::as_str)
    }

    /// All ids, in the order of their rows.
    pub(super) fn ids_by_row(&self) -> Vec<&str> {
        let mut rows: Vec<(usize, &str)> = self.ids.iter().map(|(id, &row)| (row, id.as_str())).collect();
        rows.sort_unstable();
        rows.into_iter().map(|(_, id)| id).collect()
    }

    /// The cell that a value at this place was taken from.
    pub(super) fn cell(&self, span: Span) -> Option<Cell> {
        if span.source == self.source { self.cells.get(&span.start).cloned() } else { None }
    }
}

/// A column: its name and what it fills. No target when it is the ids or no key.
struct Column<'a> {
    name: &'a str,
    target: Option<Target>,
}

impl Scenario {
    /// Merges a roster that the caller has read. A combatant takes the row whose cell in the column `id` is its id;
    /// the other columns are keys, dotted where they are nested (`attributes.attack`). What the file gives itself
    /// wins; empty cells give nothing; rows that no combatant takes are not interpreted. The entries of an integer map
    /// stand in the order of the columns, those that only the file gives come last.
    pub fn add_roster(&mut self, source: Source, schema: &'static [KeyDecl]) -> Vec<Problem> {
        let Some(Inside::Tables(Tables { keys, max, .. })) = find_key(schema, COMBATANTS).map(|key| key.kind.inside())
        else {
            debug_assert!(false, "the declaration has no combatants");
            return Vec::new();
        };
        let text = source.text.clone();
        let Some(number) = self.add_source(source) else { return Vec::new() };
        self.roster = Some(Roster { source: number, ids: BTreeMap::new(), cells: BTreeMap::new(), is_whole: false });
        let mut found = Found::default();
        let rows = read_rows(&text, number, &mut found);
        let Some((header, rows)) = rows.split_first() else {
            found.push(|| Problem::new(Span::new(number, 0..0), ProblemKind::RosterNoId));
            return found.finish();
        };
        if header.cells.len() > COLUMNS_MAX {
            let reason = format!("has {} cells, at most {COLUMNS_MAX} are read", header.cells.len());
            found.push(|| Problem::new(header.span, ProblemKind::RosterRow { row: header.number, reason }));
            return found.finish();
        }
        let columns = read_header(header, keys, &mut found);
        let Some(id_column) = columns.iter().position(|column| column.name == "id") else {
            found.push(|| Problem::new(header.span, ProblemKind::RosterNoId));
            return found.finish();
        };
        let ids = read_ids(rows, id_column, &mut found);
        let mut roster = Roster { source: number, ids, cells: BTreeMap::new(), is_whole: false };
        let combatants = self.root.get_mut(COMBATANTS).and_then(Node::list_mut);
        for combatant in combatants.into_iter().flatten().take(max) {
            if let Some(&row) = combatant.id().and_then(|id| roster.ids.get(id)) {
                let base = read_sheet(&rows[row], &columns, keys, &mut roster.cells, &mut found);
                complete(combatant, base);
            }
        }
        let problems = found.finish();
        roster.is_whole = problems.is_empty();
        self.roster = Some(roster);
        problems
    }
}

fn read_header<'a>(header: &'a Row, keys: &'static [KeyDecl], found: &mut Found) -> Vec<Column<'a>> {
    let mut columns: Vec<Column> = Vec::new();
    for cell in &header.cells {
        let name = cell.text.as_str();
        let target = if columns.iter().any(|column| column.name == name) {
            Err("is there twice")
        } else {
            column_target(name, keys)
        };
        if let Err(reason) = target {
            found.push(|| {
                let nearest = if reason == NO_KEY { nearest(name, column_names(keys)) } else { None };
                let (column, nearest) = (excerpt(name), nearest.map(str::to_owned));
                Problem::new(cell.span, ProblemKind::RosterColumn { column, reason, nearest })
            });
        }
        columns.push(Column { name, target: target.ok().filter(|_| name != "id") });
    }
    columns
}

const NO_KEY: &str = "is no key of a combatant";

/// The key that a column fills, or why it cannot.
fn column_target(name: &str, keys: &'static [KeyDecl]) -> Result<Target, &'static str> {
    let segments: Vec<&str> = name.split('.').collect();
    if find_key(keys, segments[0]).is_some_and(|key| matches!(key.kind.inside(), Inside::Tables(_))) {
        return Err("belongs to a list of tables, which only the scenario can give");
    }
    let target = target(keys, &segments).map_err(|_| NO_KEY)?;
    match target.kind().inside() {
        Inside::Nothing => Ok(target),
        _ => Err("is a whole table; name one of its keys"),
    }
}

/// The names that columns may have, as far as they are fixed.
fn column_names(keys: &'static [KeyDecl]) -> impl Iterator<Item = &'static str> {
    keys.iter().filter(|key| matches!(key.kind.inside(), Inside::Nothing)).map(|key| key.name)
}

fn read_ids(rows: &[Row], id_column: usize, found: &mut Found) -> BTreeMap<String, usize> {
    let mut ids: BTreeMap<String, usize> = BTreeMap::new();
    for (index, row) in rows.iter().enumerate() {
        let id = &row.cells[id_column];
        if id.text.is_empty() {
            if row.cells.iter().any(|cell| !cell.text.is_empty()) {
                let kind = ProblemKind::RosterRow { row: row.number, reason: "has no `id`".to_owned() };
                found.push(|| Problem::new(row.span, kind));
            }
        } else if let Some(&first) = ids.get(&id.text) {
            let first = rows[first].cells[id_column].span;
            let kind = ProblemKind::RosterRow {
                row: row.number,
                reason: format!("has the id \"{}\" again", excerpt(&id.text)),
            };
            found.push(|| Problem::new(id.span, kind).with_also(first, "first here"));
        } else {
            ids.insert(id.text.clone(), index);
        }
    }
    ids
}

/// The table that a row gives.
fn read_sheet(
    row: &Row,
    columns: &[Column],
    keys: &'static [KeyDecl],
    cells: &mut BTreeMap<usize, Cell>,
    found: &mut Found,
) -> Node {
    let mut sheet = Node { value: Value::Table(Vec::new()), span: row.span };
    for (cell, column) in row.cells.iter().zip(columns) {
        let Some(target) = column.target.filter(|_| !cell.text.is_empty()) else { continue };
        cells.insert(cell.span.start, Cell { row: row.number, column: excerpt(column.name) });
        match target.kind().read_text(&cell.text, Location::All(cell.span), cell.span) {
            Ok(node) => {
                let path: Vec<&str> = column.name.split('.').collect();
                let put = put(&mut sheet, keys, &path, cell.span, node);
                debug_assert!(put.is_ok(), "columns do not enter lists of tables");
            }
            Err(problems) => problems.into_iter().for_each(|problem| found.push(|| problem)),
        }
    }
    sheet
}

/// Lays what the file gives over a sheet. The recursion ends where the sheet has no more tables, three levels down.
fn complete(given: &mut Node, sheet: Node) {
    let (Some(entries), Value::Table(mut completed)) = (given.table_mut(), sheet.value) else { return };
    for mut entry in std::mem::take(entries) {
        let Some(index) = completed.iter().position(|below| below.key == entry.key) else {
            completed.push(entry);
            continue;
        };
        let below = Node { value: Value::Bool(false), span: entry.node.span };
        let below = std::mem::replace(&mut completed[index].node, below);
        if below.as_table().is_some() {
            complete(&mut entry.node, below);
        }
        completed[index] = entry;
    }
    *entries = completed;
}
