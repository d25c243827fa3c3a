//! Exchange of combatants in a scenario: the same ground, other opponents.
//!
//! Either a combatant of the scenario takes another row of its roster ([`Scenario::seat`]), or two sets of combatants
//! ([`Sheets`]) replace all combatants of a scenario ([`Scenario::line_up`]). Such a set may be a row of any roster
//! ([`Scenario::with_rows`]). This module applies no rules: the result is a scenario like any other, to be validated and loaded.

use std::collections::BTreeSet;

use super::common::{COLUMNS, COMBATANTS, ID, ROSTER, SIDE, SideWord};
use super::csv_rows::read_rows;
use super::node::{Entry, Node, Value};
use super::problems::Found;
use super::source::{Source, Span};
use super::words::Word;
use super::{Attached, KeyDecl, Problem, Scenario, TextUse};

/// The key that makes one table stand for several combatants, with the ids id-1, id-2, ….
const COUNT: &str = "count";

/// Combatants copied from a scenario, with the texts to which their spans refer.
#[derive(Debug, Clone)]
pub struct Sheets {
    sources: Vec<Source>,
    uses: Vec<Attached>,
    combatants: Vec<Node>,
}

impl Scenario {
    /// For each entry of the scenario in listed order: the number of combatants for which it stands, its `count` or
    /// else 1.
    pub fn counts(&self) -> Vec<usize> {
        self.combatants().iter().map(count_of).collect()
    }

    /// Copies combatants, given by the indices of their entries; indices beyond the last are ignored.
    pub fn sheets(&self, indices: impl IntoIterator<Item = usize>) -> Sheets {
        let combatants = indices.into_iter().filter_map(|index| self.combatants().get(index).cloned());
        Sheets { combatants: combatants.collect(), sources: self.sources.clone(), uses: self.uses.clone() }
    }

    /// The scenario with the combatants of two sheets instead of its own, the party's before the enemies'. `side` is
    /// set to that of the sheet, whatever it was before. If an id, or one that results from `count`, is taken already,
    /// the later combatant is renamed to id-2, id-3, …. Sheets are complete, so the result refers to no roster.
    ///
    /// `None` if there are more texts than the numbers of spans can distinguish.
    #[must_use]
    pub fn line_up(&self, party: &Sheets, enemies: &Sheets) -> Option<Scenario> {
        let mut scenario = Scenario { roster: None, ..self.clone() };
        let mut ids = Ids::default();
        let mut seated = Vec::new();
        for (sheets, side) in [(party, SideWord::Party), (enemies, SideWord::Enemies)] {
            let numbers = scenario.numbers_of(sheets)?;
            for combatant in &sheets.combatants {
                let mut combatant = combatant.clone();
                move_spans(&mut combatant, &numbers);
                put_text(&mut combatant, SIDE.name(), side.word());
                ids.choose(&mut combatant);
                seated.push(combatant);
            }
        }
        let root = scenario.root.table_mut()?;
        root.retain(|entry| ![ROSTER.name(), COLUMNS.name()].contains(&entry.key.as_str()));
        *scenario.root.get_mut(COMBATANTS).and_then(Node::list_mut)? = seated;
        Some(scenario)
    }

    /// Whether a roster is attached.
    pub fn has_roster(&self) -> bool {
        self.roster.is_some()
    }

    /// The ids of the attached roster, in the order of its rows; empty if there is none.
    pub fn roster_ids(&self) -> Vec<&str> {
        self.roster.as_ref().map(super::roster::Roster::ids_by_row).unwrap_or_default()
    }

    /// Gives a combatant, by the index of its entry, another id and a side. Values that the scenario and its overrides
    /// give stay in effect; the row of the new id gives the rest, and the location of the id. Returns the problems of
    /// the row.
    pub fn seat(&mut self, index: usize, side: SideWord, id: &str, schema: &'static [KeyDecl]) -> Vec<Problem> {
        let is_completed = self.roster.as_ref().is_some_and(|roster| roster.list == COMBATANTS);
        let combatants = match &mut self.roster {
            Some(roster) if is_completed => Some(&mut roster.given),
            _ => self.root.get_mut(COMBATANTS).and_then(Node::list_mut),
        };
        let Some(combatant) = combatants.and_then(|list| list.get_mut(index)) else { return Vec::new() };
        put_text(combatant, ID.name(), id);
        put_text(combatant, SIDE.name(), side.word());
        if let Some(id) = combatant.get_mut(ID.name()) {
            id.span = Span::NONE;
        }
        if is_completed { self.complete_one(index, schema) } else { Vec::new() }
    }

    /// The scenario with a single combatant, which [takes the rows](Self::take_row) of a CSV file, instead of its own combatants and
    /// roster. The rows and the defaults give all of its values. `columns` of the scenario holds as far as the file has such columns,
    /// and `beside` is one that need be no key. Returns the problems of the file as a whole; `None` as for [`line_up`](Self::line_up).
    pub fn with_rows(
        &self,
        file: Source,
        beside: Option<&str>,
        schema: &'static [KeyDecl],
    ) -> Option<(Self, Vec<Problem>)> {
        let mut scenario = Self { roster: None, ..self.clone() };
        let text = file.text.clone();
        let number = scenario.add_source(file, TextUse::Attachment)?;
        let rows = read_rows(&text, number, &mut Found::default()).rows;
        let is_there =
            |name: &str| rows.first().is_some_and(|row| row.cells.iter().any(|cell| cell.text == name.trim()));
        if let (Some(column), Some(header)) = (beside.filter(|column| !is_there(column)), rows.first()) {
            let names = header.cells.iter().map(|cell| cell.text.as_str());
            let unknown = Problem::unknown_name(header.span, "--by", "column", column, names);
            return Some((scenario, vec![unknown]));
        }
        let root = scenario.root.table_mut()?;
        for entry in root.iter_mut().filter(|entry| entry.key == COLUMNS.name()) {
            entry.node.table_mut()?.retain(|column| is_there(&column.key));
        }
        let anybody = Node { value: Value::Table(Vec::new()), span: Span::NONE };
        *scenario.root.get_mut(COMBATANTS).and_then(Node::list_mut)? = vec![anybody];
        let problems = scenario.complete_by_roster(&text, number, COMBATANTS, beside, schema);
        Some((scenario, problems))
    }

    /// Gives the combatant of [`with_rows`](Self::with_rows) the row of an id, as many of it as `count` says or else the row. Returns
    /// the problems of the row.
    pub fn take_row(
        &mut self,
        side: SideWord,
        id: &str,
        count: Option<usize>,
        schema: &'static [KeyDecl],
    ) -> Vec<Problem> {
        let given = |scenario: &mut Self, entries: Vec<Entry>| {
            if let Some(combatant) = scenario.roster.as_mut().and_then(|roster| roster.given.first_mut()) {
                combatant.value = Value::Table(entries);
            }
        };
        given(self, Vec::new());
        let mut problems = self.seat(0, side, id, schema);
        if let Some(count) = count.filter(|&count| self.combatants().first().map(count_of) != Some(count)) {
            let node = Node { value: Value::Int(count as i64), span: Span::NONE };
            given(self, vec![Entry { key: COUNT.to_owned(), key_span: Span::NONE, node }]);
            problems = self.seat(0, side, id, schema);
        }
        if let Some(combatant) =
            self.root.get_mut(COMBATANTS).and_then(Node::list_mut).and_then(|list| list.first_mut())
        {
            // A mistake in a value that no file gives is told of the row.
            let place = combatant.get(ID.name()).map_or(Span::NONE, |id| id.span);
            combatant.span = place;
            for entry in combatant.table_mut().into_iter().flatten().filter(|entry| entry.node.span == Span::NONE) {
                (entry.key_span, entry.node.span) = (place, place);
            }
        }
        problems
    }

    /// The numbers in a column of the attached roster, in the order of its rows, whatever the column is for the rules.
    ///
    /// # Errors
    /// Every row that has no number there.
    pub fn roster_numbers(&self, column: &str) -> Result<Vec<f64>, Vec<Problem>> {
        let (numbers, problems) = self.roster.as_ref().map(|roster| roster.numbers(column)).unwrap_or_default();
        if problems.is_empty() { Ok(numbers) } else { Err(problems) }
    }

    pub(super) fn combatants(&self) -> &[Node] {
        self.root.get(COMBATANTS).and_then(Node::as_list).unwrap_or_default()
    }

    /// For each text of the sheets: its number in this scenario, to which missing texts are added. `None` as for
    /// [`line_up`](Self::line_up).
    fn numbers_of(&mut self, sheets: &Sheets) -> Option<Vec<u16>> {
        let number = |(source, attached): (&Source, &Attached)| {
            if let Some(known) = self.sources.iter().position(|known| known == source) {
                return u16::try_from(known).ok();
            }
            let number = self.add_source(source.clone(), attached.text_use)?;
            self.uses[usize::from(number)].cells.clone_from(&attached.cells);
            Some(number)
        };
        sheets.sources.iter().zip(&sheets.uses).map(number).collect()
    }
}

/// The `count` of a combatant. An invalid one counts as 1: validation will refuse it, but line-ups are made before
/// that.
pub(super) fn count_of(combatant: &Node) -> usize {
    combatant.get(COUNT).and_then(Node::as_int).and_then(|count| usize::try_from(count).ok()).unwrap_or(1)
}

/// The ids that are taken.
#[derive(Default)]
struct Ids {
    taken: BTreeSet<String>,
}

impl Ids {
    /// Largest `count` considered here; every system refuses a larger one.
    const COUNT_MAX: usize = 1000;

    /// Reserves the id of a combatant and all ids that result from its `count`. If one of them is taken, the combatant
    /// is renamed to the first numbered id for which all are free.
    fn choose(&mut self, combatant: &mut Node) {
        let Some(id) = combatant.id().map(str::to_owned) else { return };
        let count = count_of(combatant).min(Self::COUNT_MAX);
        let candidates = (2..).map(|number: u32| format!("{id}-{number}"));
        let is_free = |id: &String| made_of(id, count).all(|made| !self.taken.contains(&made));
        let Some(free) = std::iter::once(id.clone()).chain(candidates).find(is_free) else { return };
        if free != id {
            put_text(combatant, ID.name(), &free);
        }
        self.taken.extend(made_of(&free, count));
    }
}

/// The id itself, and the ids that result from `count`.
fn made_of(id: &str, count: usize) -> impl Iterator<Item = String> {
    let copies = if count > 1 { count } else { 0 };
    std::iter::once(id.to_owned()).chain((1..=copies).map(move |number| format!("{id}-{number}")))
}

/// Sets a text of a combatant. Its location is that of the value before, else that of the combatant.
fn put_text(combatant: &mut Node, key: &str, text: &str) {
    let whole = combatant.span;
    let value = Value::Text(text.to_owned());
    let Some(entries) = combatant.table_mut() else { return };
    match entries.iter_mut().find(|entry| entry.key == key) {
        Some(entry) => entry.node.value = value,
        None => entries.push(Entry { key: key.to_owned(), key_span: whole, node: Node { value, span: whole } }),
    }
}

/// Renumbers the texts in the spans of a tree. Trees are at most 64 deep.
fn move_spans(node: &mut Node, numbers: &[u16]) {
    move_span(&mut node.span, numbers);
    match &mut node.value {
        Value::List(nodes) => nodes.iter_mut().for_each(|node| move_spans(node, numbers)),
        Value::Table(entries) => {
            for entry in entries {
                move_span(&mut entry.key_span, numbers);
                move_spans(&mut entry.node, numbers);
            }
        }
        Value::Bool(_) | Value::Int(_) | Value::Float(_) | Value::Text(_) | Value::Datetime(_) => {}
    }
}

fn move_span(span: &mut Span, numbers: &[u16]) {
    if let Some(&number) = numbers.get(usize::from(span.source)) {
        span.source = number;
    }
}
