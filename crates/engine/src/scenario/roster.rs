//! Rosters: CSV files whose rows complete the combatants of a scenario.
//!
//! A table of the list is completed by the row with the same id. Values of the scenario take precedence, key by key in
//! tables and entry by entry in lists of tables, so that a file, an override and a cell may each give a part of one
//! attack. The list as the scenario gives it is kept separately: an override is applied there, as if the file had it,
//! and then the table is completed again. So an override of an id brings in the row of the new id, and an override of a
//! whole table keeps the rest of its row.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::attachments::{Cells, Contents};
use super::common::{COLUMNS, ID};
use super::csv_sheet::Sheet;
use super::key::{KeyDecl, find_key};
use super::kinds::{ColumnMap, Inside, Tables};
use super::legs::Place;
use super::node::{Node, Value, excerpt};
use super::problems::Found;
use super::source::Span;
use super::validate::{check_row, joined};
use super::{Problem, Scenario};

/// An attached roster and the list that it completes.
#[derive(Debug, Clone, Default)]
pub(super) struct Roster {
    /// The key of the list.
    pub(super) list: &'static str,
    /// The tables of the list, without the values of the rows.
    pub(super) given: Vec<Node>,
    /// The index of the roster's text among the sources of the scenario.
    source: u16,
    /// The rows; `None` if the text has no column of ids.
    sheet: Option<Arc<Sheet>>,
    /// Whether all rows could be used. If not, a value that a combatant lacks may be in the unusable part.
    is_whole: bool,
    /// Whether the scenario says which keys the columns are.
    is_mapped: bool,
}

impl Roster {
    /// Whether the roster itself has no mistakes.
    pub(super) fn is_whole(&self) -> bool {
        self.is_whole
    }

    /// Whether a row has this id.
    pub(super) fn has(&self, id: &str) -> bool {
        self.sheet.as_ref().is_some_and(|sheet| sheet.ids().contains_key(id))
    }

    /// All ids, sorted.
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

    /// The numbers in a column, by row, and what is wrong with it.
    pub(super) fn numbers(&self, column: &str) -> (Vec<f64>, Vec<Problem>) {
        let mut found = Found::default();
        let numbers = self.sheet.as_ref().map(|sheet| sheet.numbers(column, &mut found)).unwrap_or_default();
        (numbers, found.finish())
    }

    /// A table of the list, completed by the row of its id.
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
        if let Some(problem) = table.id_by(tables.by).and_then(|id| sheet.repeated(id)) {
            found.push(|| problem.clone());
        }
        let mut row = sheet.table(row, tables.keys, cells, found);
        contents.fill_table(&mut row, tables.keys);
        let id = row.get(tables.by).map(|id| id.span);
        complete(&mut table, row, tables.keys);
        // The id of a combatant that was given another row by [`Scenario::seat`] is written in that row only.
        if let (Some(given), Some(span)) = (table.get_mut(tables.by), id)
            && given.span == Span::NONE
        {
            given.span = span;
        }
        table
    }
}

impl Scenario {
    /// Attaches a roster and completes a list of tables at the root. Rows that no table uses are not interpreted.
    /// Entries of integer maps and of lists of tables are in the order of the columns; those that only the scenario
    /// gives come last. `beside` is a column that need be no key.
    pub(super) fn complete_by_roster(
        &mut self,
        text: &str,
        source: u16,
        list: &'static str,
        beside: Option<&str>,
        schema: &'static [KeyDecl],
    ) -> Vec<Problem> {
        let Some(Inside::Tables(tables)) = find_key(schema, list).map(|key| key.kind.inside()) else {
            debug_assert!(false, "the declaration has no list `{list}`");
            return Vec::new();
        };
        let mut found = Found::default();
        let columns = self.root.get(COLUMNS.name()).map(ColumnMap::of).unwrap_or_default();
        let sheet = Sheet::read(text, source, &tables, list, Some(&columns), beside, &mut found).map(Arc::new);
        let mut problems = found.finish();
        let (is_whole, is_mapped) = (problems.is_empty(), !columns.is_empty());
        self.roster = Some(Roster { list, given: Vec::new(), source, sheet, is_whole, is_mapped });
        problems.extend(self.complete_all(schema));
        problems
    }

    /// Takes the present list as the values that the scenario gives, and completes all of its tables.
    pub(super) fn complete_all(&mut self, schema: &'static [KeyDecl]) -> Vec<Problem> {
        let Some(roster) = &mut self.roster else { return Vec::new() };
        let given = self.root.get(roster.list).and_then(Node::as_list).unwrap_or_default();
        roster.given = given.to_vec();
        (0..roster.given.len()).flat_map(|index| self.complete_one(index, schema)).collect()
    }

    /// Completes one table of the list by the row of its id, beginning with the values that the scenario gives.
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

    /// The scenario without the values from the rows of its roster.
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

    /// Reports mistakes in roster rows that no combatant uses, as far as they show in a single row: types, ranges,
    /// words and ids. They do not affect this scenario, but any that uses the row. Must be called after
    /// [`attach`](Self::attach). Empty if there is no roster, some of its rows could not be used, or its columns have
    /// other names: such a sheet was made for another game, and its other rows need not fit.
    pub fn check_spare_rows(&mut self, schema: &'static [KeyDecl]) -> Vec<Problem> {
        if self.has_legs() {
            let taken: BTreeSet<String> = self.ids_in_made_legs().map(str::to_owned).collect();
            return self.inside(Place::Base, |base| base.check_rows_but(&taken, schema));
        }
        let taken = self.combatants().iter().filter_map(|table| table.id_by(ID.name()).map(str::to_owned)).collect();
        self.check_rows_but(&taken, schema)
    }

    /// Checks the rows of the roster but for those of the ids that are taken.
    fn check_rows_but(&mut self, taken: &BTreeSet<String>, schema: &'static [KeyDecl]) -> Vec<Problem> {
        let Some(Roster { list, source, is_whole: true, is_mapped: false, sheet: Some(sheet), .. }) =
            self.roster.clone()
        else {
            return Vec::new();
        };
        let Some(Inside::Tables(tables)) = find_key(schema, list).map(|key| key.kind.inside()) else {
            return Vec::new();
        };
        let mut found = Found::default();
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

/// Completes a table of the scenario by that of a row. The recursion follows the declaration, which is finite.
pub(super) fn complete(given: &mut Node, row: Node, keys: &'static [KeyDecl]) {
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

/// Completes a list of tables by that of a row, each table by the one with the same id.
fn complete_list(given: &mut Node, row: Node, tables: &Tables) {
    let (Some(list), Value::List(mut completed)) = (given.list_mut(), row.value) else { return };
    // A second table with the same id stays separate, so that validation reports it.
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
