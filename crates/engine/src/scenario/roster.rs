//! Rosters: CSV files whose rows complete the combatants that a scenario names.
//!
//! A table of the list takes the row whose cell in the column of ids is its id. What the scenario gives itself wins, key by key
//! in tables and entry by entry in lists of tables, so that a file, an override and a cell may each say a part of one attack.
//! The list as the scenario gives it is kept: an override is put there, as if the file had it, and the row is laid under it
//! again. So an override of an id takes the row of the new id, and one of a whole table keeps the rest of its row.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::attachments::{Cells, Contents};
use super::csv_sheet::Sheet;
use super::key::{KeyDecl, find_key};
use super::kinds::{Inside, Tables};
use super::node::{Node, Value, excerpt};
use super::problems::Found;
use super::source::Span;
use super::validate::{check_row, joined};
use super::{Problem, Scenario};

/// A roster that was attached, with the list that it completes.
#[derive(Debug, Clone, Default)]
pub(super) struct Roster {
    /// The key of the list.
    pub(super) list: &'static str,
    /// The tables of the list without what the rows give.
    pub(super) given: Vec<Node>,
    /// The number of its text.
    source: u16,
    /// The rows; `None` if the text has no column of ids.
    sheet: Option<Arc<Sheet>>,
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
        self.sheet.as_ref().is_some_and(|sheet| sheet.ids().contains_key(id))
    }

    /// All ids.
    pub(super) fn ids(&self) -> impl Iterator<Item = &str> {
        self.sheet.iter().flat_map(|sheet| sheet.ids().keys().map(String::as_str))
    }

    /// All ids, in the order of their rows.
    pub(super) fn ids_by_row(&self) -> Vec<&str> {
        let ids = self.sheet.iter().flat_map(|sheet| sheet.ids());
        let mut rows: Vec<(usize, &str)> = ids.map(|(id, &row)| (row, id.as_str())).collect();
        rows.sort_unstable();
        rows.into_iter().map(|(_, id)| id).collect()
    }

    /// A table of the list with the row of its id laid under what the scenario gives.
    fn completed(
        &self,
        given: &Node,
        tables: &Tables,
        contents: &Contents,
        cells: &mut Cells,
        found: &mut Found,
    ) -> Node {
        let mut table = given.clone();
        contents.fill_table(&mut table, tables.keys);
        let Some(sheet) = &self.sheet else { return table };
        let Some(&row) = table.id_by(tables.by).and_then(|id| sheet.ids().get(id)) else { return table };
        let mut row = sheet.table(row, tables.keys, cells, found);
        contents.fill_table(&mut row, tables.keys);
        let id = row.get(tables.by).map(|id| id.span);
        complete(&mut table, row, tables.keys);
        // The id of a combatant that was seated stands in the row, and nowhere else.
        if let (Some(given), Some(span)) = (table.get_mut(tables.by), id)
            && given.span == Span::NONE
        {
            given.span = span;
        }
        table
    }
}

impl Scenario {
    /// Merges a roster into a list of tables at the root. Rows that no table takes are not interpreted. The entries of an
    /// integer map and of a list of tables are in the order of the columns, those that only the scenario gives come last.
    pub(super) fn complete_by_roster(
        &mut self,
        text: &str,
        source: u16,
        list: &'static str,
        schema: &'static [KeyDecl],
    ) -> Vec<Problem> {
        let Some(Inside::Tables(tables)) = find_key(schema, list).map(|key| key.kind.inside()) else {
            debug_assert!(false, "the declaration has no list `{list}`");
            return Vec::new();
        };
        let mut found = Found::default();
        let sheet = Sheet::read(text, source, &tables, list, &mut found).map(Arc::new);
        let mut problems = found.finish();
        self.roster = Some(Roster { list, given: Vec::new(), source, sheet, is_whole: problems.is_empty() });
        problems.extend(self.complete_all(schema));
        problems
    }

    /// Takes the list of the roster as it stands for what the scenario gives, and completes all of its tables.
    pub(super) fn complete_all(&mut self, schema: &'static [KeyDecl]) -> Vec<Problem> {
        let Some(roster) = &mut self.roster else { return Vec::new() };
        let given = self.root.get(roster.list).and_then(Node::as_list).unwrap_or_default();
        roster.given = given.to_vec();
        (0..roster.given.len()).flat_map(|index| self.complete_one(index, schema)).collect()
    }

    /// Completes a table of the list by the row of its id, anew from what the scenario gives.
    pub(super) fn complete_one(&mut self, index: usize, schema: &'static [KeyDecl]) -> Vec<Problem> {
        let Some(roster) = &mut self.roster else { return Vec::new() };
        let Some(Inside::Tables(tables)) = find_key(schema, roster.list).map(|key| key.kind.inside()) else {
            return Vec::new();
        };
        let table = self.root.get_mut(roster.list).and_then(Node::list_mut).and_then(|list| list.get_mut(index));
        let (Some(table), Some(given)) = (table, roster.given.get(index).filter(|_| index < tables.max)) else {
            return Vec::new();
        };
        let mut found = Found::default();
        let cells = &mut self.uses[usize::from(roster.source)].cells;
        *table = roster.completed(given, &tables, &self.contents, cells, &mut found);
        let problems = found.finish();
        roster.is_whole &= problems.is_empty();
        problems
    }

    /// The scenario without what the rows of its roster give.
    #[must_use]
    pub fn without_rows(&self) -> Self {
        let mut scenario = self.clone();
        if let Some(roster) = scenario.roster.take()
            && let Some(list) = scenario.root.get_mut(roster.list).and_then(Node::list_mut)
        {
            *list = roster.given;
        }
        scenario
    }

    /// Reports what is wrong with the rows of the roster that no combatant takes, as far as a row by itself can tell: types,
    /// ranges, words and ids. Nothing of it matters to the scenario, but it will to whatever takes the row. To be called after
    /// [`attach`](Self::attach); empty without a roster, or if not all of it could be used.
    pub fn check_spare_rows(&mut self, schema: &'static [KeyDecl]) -> Vec<Problem> {
        let Some(Roster { list, source, is_whole: true, sheet: Some(sheet), .. }) = self.roster.clone() else {
            return Vec::new();
        };
        let Some(Inside::Tables(tables)) = find_key(schema, list).map(|key| key.kind.inside()) else {
            return Vec::new();
        };
        let mut found = Found::default();
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

/// Lays a table that the scenario gives over that of a row. The recursion follows the declaration, which is finite.
fn complete(given: &mut Node, row: Node, keys: &'static [KeyDecl]) {
    let (Some(entries), Value::Table(mut completed)) = (given.table_mut(), row.value) else { return };
    for mut entry in std::mem::take(entries) {
        let Some(index) = completed.iter().position(|below| below.key == entry.key) else {
            completed.push(entry);
            continue;
        };
        let below = Node { value: Value::Bool(false), span: entry.node.span };
        let below = std::mem::replace(&mut completed[index].node, below);
        match find_key(keys, &entry.key).map(|key| key.kind.inside()) {
            Some(Inside::Tables(tables)) => complete_list(&mut entry.node, below, &tables),
            Some(Inside::Table(nested)) => complete(&mut entry.node, below, nested),
            Some(Inside::Entries { .. }) => complete(&mut entry.node, below, &[]),
            Some(Inside::Nothing) | None => {}
        }
        completed[index] = entry;
    }
    *entries = completed;
}

/// Lays a list of tables over that of a row, each table over the one of its id.
fn complete_list(given: &mut Node, row: Node, tables: &Tables) {
    let (Some(list), Value::List(mut completed)) = (given.list_mut(), row.value) else { return };
    // A second table of one id is kept apart, so that validation finds it.
    let mut is_free = vec![true; completed.len()];
    for mut table in std::mem::take(list) {
        let id = table.id_by(tables.by);
        let index = is_free
            .iter()
            .zip(&completed)
            .position(|(free, below)| *free && id.is_some() && below.id_by(tables.by) == id);
        match index {
            Some(index) => {
                is_free[index] = false;
                let below = Node { value: Value::Bool(false), span: table.span };
                let below = std::mem::replace(&mut completed[index], below);
                complete(&mut table, below, tables.keys);
                completed[index] = table;
            }
            None => completed.push(table),
        }
    }
    *list = completed;
}
