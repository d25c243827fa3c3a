//! Rosters: CSV files whose rows complete the combatants that a scenario names.

use std::collections::{BTreeMap, BTreeSet};

use super::Scenario;
use super::csv_sheet::Sheet;
use super::key::{KeyDecl, find_key};
use super::kinds::Inside;
use super::node::{Node, Value, excerpt};
use super::problems::Found;
use super::source::Span;
use super::validate::{check_row, joined};

/// What is kept of a roster after it has been merged.
#[derive(Debug, Clone, Default)]
pub(super) struct Roster {
    /// The list that it completes.
    list: &'static str,
    /// Which text it is.
    source: u16,
    /// The ids of its rows, and the index of each.
    ids: BTreeMap<String, usize>,
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
}

impl Scenario {
    /// Merges a roster into a list of tables at the root. A table takes the row whose cell in the column of ids is its
    /// id. What the scenario gives itself wins; rows that no table takes are not interpreted. The entries of an integer
    /// map are in the order of the columns, those that only the scenario gives come last.
    pub(super) fn complete_by_roster(
        &mut self,
        text: &str,
        source: u16,
        list: &'static str,
        schema: &'static [KeyDecl],
    ) -> Vec<super::Problem> {
        let Some(Inside::Tables(tables)) = find_key(schema, list).map(|key| key.kind.inside()) else {
            debug_assert!(false, "the declaration has no list `{list}`");
            return Vec::new();
        };
        let mut found = Found::default();
        let sheet = Sheet::read(text, source, &tables, list, &mut found);
        let mut roster = Roster { list, source, ..Roster::default() };
        if let Some(sheet) = sheet {
            let cells = &mut self.uses[usize::from(source)].cells;
            let given = self.root.get_mut(list).and_then(Node::list_mut);
            for table in given.into_iter().flatten().take(tables.max) {
                if let Some(&row) = table.id_by(tables.by).and_then(|id| sheet.ids().get(id)) {
                    let row = sheet.table(row, tables.keys, cells, &mut found);
                    let id = row.get(tables.by).map(|id| id.span);
                    complete(table, row);
                    // Whoever was seated has the id from the row, and nowhere else.
                    if let (Some(given), Some(span)) = (table.get_mut(tables.by), id)
                        && given.span == Span::NONE
                    {
                        given.span = span;
                    }
                }
            }
            roster.ids.clone_from(sheet.ids());
        }
        let problems = found.finish();
        roster.is_whole = problems.is_empty();
        self.roster = Some(roster);
        problems
    }
}

impl Scenario {
    /// What is wrong with the rows of the roster that no combatant takes, as far as a row by itself can tell: types, ranges, words
    /// and ids. Nothing of it matters to the scenario, but it will to whoever takes the row. To be called after
    /// [`attach`](Self::attach); empty where there is no roster, or where not all of it could be used.
    pub fn check_spare_rows(&mut self, schema: &'static [KeyDecl]) -> Vec<super::Problem> {
        let Some(Roster { list, source, is_whole: true, .. }) = self.roster else { return Vec::new() };
        let Some(Inside::Tables(tables)) = find_key(schema, list).map(|key| key.kind.inside()) else {
            return Vec::new();
        };
        let mut found = Found::default();
        let text = &self.sources[usize::from(source)].text;
        let Some(sheet) = Sheet::read(text, source, &tables, list, &mut found) else { return Vec::new() };
        let given = self.root.get(list).and_then(Node::as_list).unwrap_or_default();
        let taken: BTreeSet<&str> = given.iter().filter_map(|table| table.id_by(tables.by)).collect();
        let cells = &mut self.uses[usize::from(source)].cells;
        for row in sheet.rows() {
            let table = sheet.table(row, tables.keys, cells, &mut found);
            let id = table.id_by(tables.by).unwrap_or_default();
            if !taken.contains(id) {
                found.extend(check_row(&table, tables.keys, &joined(list, &excerpt(id))));
            }
        }
        found.finish()
    }
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
