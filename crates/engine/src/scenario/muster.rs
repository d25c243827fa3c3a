//! `[[combatants]]` as every system with more than two of them reads them: a table stands for `count` combatants of one
//! side, who are called by its id, or by its id and a number.

use std::collections::BTreeMap;

use super::common::{self, COMBATANTS, SideWord};
use super::error::Problem;
use super::key::Key;
use super::section::Section;
use crate::outcome::{Combatant, Side};

/// `count`, whatever its bound.
const COUNT: Key<usize> = common::count(1);

/// The side of a table; `None` where the file gives no valid one.
pub(crate) fn side_of(table: &Section<'_>) -> Option<Side> {
    table.find(common::SIDE).map(|word| match word {
        SideWord::Party => Side::Party,
        SideWord::Enemies => Side::Enemies,
    })
}

/// The combatants that a table stands for, with their ids and names in listed order.
pub(crate) fn combatants_of(table: &Section<'_>, side: Side) -> Vec<Combatant> {
    let (ids, name) = (ids_of(table), table.get(common::NAME));
    let is_single = ids.len() == 1;
    let named = |(number, id): (usize, String)| {
        let name = match name {
            None => id.clone(),
            Some(name) if is_single => name.to_owned(),
            Some(name) => format!("{name} {}", number + 1),
        };
        Combatant { id, name, side }
    };
    ids.into_iter().enumerate().map(named).collect()
}

/// Refuses a side with nobody on it, more combatants than there may be, and ids that `count` makes twice.
pub(crate) fn refuse_muster(root: &Section<'_>, tables: &[&Section<'_>], max: usize, problems: &mut Vec<Problem>) {
    refuse_sides(root, tables, problems);
    let total: usize = tables.iter().map(|table| count_of(table)).sum();
    if total > max {
        let reason = format!("there are {total} combatants after `count` is expanded, at most {max}");
        problems.push(root.refused(COMBATANTS, reason));
    }
    let mut known: BTreeMap<String, usize> = BTreeMap::new();
    for (index, table) in tables.iter().enumerate() {
        for id in ids_of(table) {
            match known.insert(id.clone(), index) {
                // The same id twice in the file is told already.
                Some(first) if tables[first].find(common::ID) != table.find(common::ID) => {
                    let reason = format!("`{id}` is the id of two combatants after `count` is expanded");
                    problems.push(table.refused(common::ID, reason));
                }
                _ => {}
            }
        }
    }
}

fn refuse_sides(root: &Section<'_>, tables: &[&Section<'_>], problems: &mut Vec<Problem>) {
    let sides: Vec<Option<Side>> = tables.iter().map(|table| side_of(table)).collect();
    if sides.is_empty() || sides.contains(&None) {
        return;
    }
    for side in Side::ALL.into_iter().filter(|&side| !sides.contains(&Some(side))) {
        problems.push(root.refused(COMBATANTS, format!("nobody fights for the {side}")));
    }
}

/// How many combatants a table stands for.
pub(crate) fn count_of(table: &Section<'_>) -> usize {
    table.find(COUNT).unwrap_or(1)
}

/// Its own id, or several with numbers.
fn ids_of(table: &Section<'_>) -> Vec<String> {
    let id = table.find(common::ID).unwrap_or_default();
    match count_of(table) {
        1 => vec![id.to_owned()],
        count => (1..=count).map(|number| format!("{id}-{number}")).collect(),
    }
}
