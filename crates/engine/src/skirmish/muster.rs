//! The combatants that `[[combatants]]` lists. A table stands for `count` combatants of one side. A single one has the
//! id of the table; several have that id with a number each. With `count = 0` the table stands for nobody.

use std::collections::BTreeMap;

use super::{COMBATANTS_MAX, Sides};
use crate::decision::Errors;
use crate::outcome::{Combatant, Side};
use crate::scenario::common::{self, COMBATANTS, SideWord};
use crate::scenario::{Key, Problem, Section};

/// The key `count`, read without its upper bound.
const COUNT: Key<usize> = common::count(1);

/// The combatants of a scenario, with `count` expanded.
#[derive(Debug, Clone)]
pub struct Muster {
    /// The combatants in listed order, with their ids and names.
    pub combatants: Vec<Combatant>,
    /// The sides.
    pub sides: Sides,
    /// For each combatant: the index of its table in `[[combatants]]`.
    pub tables: Vec<usize>,
}

impl Muster {
    /// Expands the tables of a scenario. `None` if a table has no valid side or there are too many combatants;
    /// [`refuse_muster`] or validation report both.
    pub fn new<'a>(tables: impl IntoIterator<Item = &'a Section<'a>>) -> Option<Self> {
        let (mut combatants, mut indices) = (Vec::new(), Vec::new());
        for (index, table) in tables.into_iter().enumerate() {
            combatants.extend(combatants_of(table, side_of(table)?));
            indices.resize(combatants.len(), index);
        }
        if combatants.len() > COMBATANTS_MAX {
            return None;
        }
        let sides = Sides::new(combatants.iter().map(|combatant| combatant.side));
        Some(Self { combatants, sides, tables: indices })
    }
}

/// The side of a table; `None` if the file gives no valid one.
pub fn side_of(table: &Section<'_>) -> Option<Side> {
    table.find(common::SIDE).map(|word| match word {
        SideWord::Party => Side::Party,
        SideWord::Enemies => Side::Enemies,
    })
}

/// The combatants that a table stands for, with their ids and names in listed order.
pub fn combatants_of(table: &Section<'_>, side: Side) -> Vec<Combatant> {
    let (ids, name) = (ids_of(table), table.get(common::NAME));
    let is_single = ids.len() == 1;
    let group = table.find(common::ID).filter(|_| !is_single);
    let errors = Errors::of(table);
    let named = |(number, id): (usize, String)| {
        let name = match name {
            None => id.clone(),
            Some(name) if is_single => name.to_owned(),
            Some(name) => format!("{name} {}", number + 1),
        };
        Combatant { id, name, side, group: group.map(str::to_owned), errors }
    };
    ids.into_iter().enumerate().map(named).collect()
}

/// Whether a table is left out of the fight (`count = 0`). Its own keys are still checked.
pub fn is_left_out(table: &Section<'_>) -> bool {
    count_of(table) == 0
}

/// Reports a side without combatants, more than [`COMBATANTS_MAX`] combatants, and equal ids that result from `count`.
pub fn refuse_muster(root: &Section<'_>, tables: &[&Section<'_>], problems: &mut Vec<Problem>) {
    refuse_sides(root, tables, problems);
    let total: usize = tables.iter().map(|table| count_of(table)).sum();
    if total > COMBATANTS_MAX {
        let reason = format!("there are {total} combatants after `count` is expanded, at most {COMBATANTS_MAX}");
        problems.push(root.refused(COMBATANTS, reason));
    }
    let mut known: BTreeMap<String, usize> = BTreeMap::new();
    for (index, table) in tables.iter().enumerate() {
        for id in ids_of(table) {
            match known.insert(id.clone(), index) {
                // Validation reports ids that are equal in the file itself.
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
    for side in Side::ALL {
        let of_side: Vec<_> = tables.iter().zip(&sides).filter(|(_, known)| **known == Some(side)).collect();
        if let Some((table, _)) = of_side.first()
            && of_side.iter().all(|(table, _)| is_left_out(table))
        {
            problems.push(table.refused(COUNT, format!("is 0, so that nobody fights for the {side}")));
        } else if of_side.is_empty() {
            problems.push(root.refused(COMBATANTS, format!("nobody fights for the {side}")));
        }
    }
}

/// Number of combatants for which a table stands.
pub fn count_of(table: &Section<'_>) -> usize {
    table.find(COUNT).unwrap_or(1)
}

/// The ids of a table's combatants: its own id, or that id with a number each.
fn ids_of(table: &Section<'_>) -> Vec<String> {
    common::ids_of(table.find(common::ID).unwrap_or_default(), count_of(table))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keys;
    use crate::scenario::kinds::{Id, Tables, Text};
    use crate::scenario::{Scenario, Source};

    keys! {
        enum Sheet {
            ID: Id = common::ID,
            NAME: Option<Text> = common::NAME,
            SIDE: SideWord = common::SIDE,
            COUNT: usize = common::count(64),
        }
    }

    keys! {
        enum File: common::ROOT {
            COMBATANTS: Tables = common::combatants(Sheet::KEYS, COMBATANTS_MAX),
        }
    }

    /// Scenario text from (id, side, count) of each table.
    fn scenario(tables: &[(&str, &str, u32)]) -> Scenario {
        let table = |(id, side, count): &(&str, &str, u32)| {
            format!("[[combatants]]\nid = \"{id}\"\nname = \"The {id}\"\nside = \"{side}\"\ncount = {count}\n")
        };
        let tables: String = tables.iter().map(table).collect();
        let text = format!("system = \"none\"\nname = \"Muster\"\n{tables}");
        Scenario::parse(Source { name: "muster.toml".to_owned(), text }).expect("well-formed")
    }

    fn muster(tables: &[(&str, &str, u32)]) -> Muster {
        let scenario = scenario(tables);
        let sections = scenario.root(File::KEYS).get(File::COMBATANTS);
        Muster::new(&sections).expect("every table has a side")
    }

    fn reasons(tables: &[(&str, &str, u32)]) -> String {
        let (scenario, mut problems) = (scenario(tables), Vec::new());
        let root = scenario.root(File::KEYS);
        let sections = root.get(File::COMBATANTS);
        refuse_muster(&root, &sections.iter().collect::<Vec<_>>(), &mut problems);
        if problems.is_empty() { String::new() } else { scenario.problems(problems).to_string() }
    }

    #[test]
    fn a_table_stands_for_as_many_as_it_counts() {
        let muster = muster(&[("ogre", "enemies", 1), ("guard", "party", 2)]);
        let named: Vec<_> =
            muster.combatants.iter().map(|combatant| (combatant.id.as_str(), combatant.name.as_str())).collect();
        assert_eq!(named, [("ogre", "The ogre"), ("guard-1", "The guard 1"), ("guard-2", "The guard 2")]);
        let groups: Vec<_> = muster.combatants.iter().map(|combatant| combatant.group.as_deref()).collect();
        assert_eq!(groups, [None, Some("guard"), Some("guard")]);
        assert_eq!((muster.tables.as_slice(), muster.sides.members(Side::Party).len()), ([0, 1, 1].as_slice(), 2));
    }

    #[test]
    fn a_fight_needs_both_sides() {
        assert!(reasons(&[("ogre", "enemies", 1)]).contains("nobody fights for the party"));
        assert!(reasons(&[("ogre", "enemies", 1), ("guard", "party", 1)]).is_empty());
    }

    #[test]
    fn who_counts_nothing_is_left_out() {
        let tables = [("ogre", "enemies", 1), ("cleric", "party", 0), ("guard", "party", 1)];
        let muster = muster(&tables);
        let ids: Vec<_> = muster.combatants.iter().map(|combatant| combatant.id.as_str()).collect();
        assert_eq!((ids, muster.tables.as_slice()), (vec!["ogre", "guard"], [0, 2].as_slice()));
        assert_eq!(reasons(&tables), "");
        let reasons = reasons(&[("ogre", "enemies", 1), ("cleric", "party", 0), ("guard", "party", 0)]);
        assert!(reasons.contains("`combatants.cleric.count`: is 0, so that nobody fights for the party"), "{reasons}");
        assert_eq!(reasons.lines().count(), 1, "{reasons}");
    }

    #[test]
    fn sixty_five_combatants_are_too_many() {
        assert!(reasons(&[("ogre", "enemies", 1), ("guard", "party", 63)]).is_empty());
        assert!(reasons(&[("ogre", "enemies", 2), ("guard", "party", 63)]).contains("at most 64"));
    }

    #[test]
    fn counting_makes_no_id_twice() {
        let twice = reasons(&[("ogre", "enemies", 2), ("ogre-2", "party", 1)]);
        assert!(twice.contains("`ogre-2` is the id of two combatants"), "{twice}");
    }
}
