//! Combatants that differ in nothing but their place.

use super::*;
use crate::scenario::common::{self, SideWord, Ties};

keys! {
    enum Sheet {
        ID: Id = common::ID,
        NAME: Option<Text> = common::NAME,
        SIDE: SideWord = common::SIDE,
        COUNT: usize = common::count(64),
        HP: u8 = Key::int("hp", 1, 20).default_int(5),
        AT: Option<Squares> = Key::squares("at", 9, 9),
    }
}

keys! {
    enum Knobs {
        ORDER_TIES: Ties = common::order_ties(),
        TARGET_TIES: Ties = common::target_ties(),
    }
}

keys! {
    enum Skirmish: common::ROOT {
        RULES: Table = common::rules(Knobs::KEYS),
        COMBATANTS: Tables = common::combatants(Sheet::KEYS, 64),
    }
}

/// The lookalikes among combatants of these keys, those of a group joined.
fn lookalikes(schema: &'static [KeyDecl], rules: &str, combatants: &[&str]) -> Vec<String> {
    let tables = combatants.iter().map(|keys| format!("[[combatants]]\n{keys}\n"));
    let text = format!("system = \"toy\"\nname = \"Toy\"\nrules = {{ {rules} }}\n{}", tables.collect::<String>());
    let scenario = scenario(&text);
    assert_eq!(scenario.validate(schema), []);
    scenario.lookalikes(schema).iter().map(|alike| alike.join(" ")).collect()
}

const ANN: &str = "id = \"ann\"\nside = \"party\"";
const ORCS: &str = "id = \"orc\"\nside = \"enemies\"\ncount = 3";

#[test]
fn copies_and_tables_with_the_same_values_are_alike() {
    let bob = "id = \"bob\"\nname = \"Bob\"\nhp = 5\nside = \"party\"";
    let found = lookalikes(Skirmish::KEYS, "", &[ORCS, ANN, "id = \"elf\"\nside = \"party\"\nhp = 6", bob]);
    assert_eq!(found, ["orc-1 orc-2 orc-3", "ann bob"], "a name is only to be read, and 5 is the default");
    let more = lookalikes(Skirmish::KEYS, "", &[ORCS, ANN, "id = \"boss\"\nside = \"enemies\""]);
    assert_eq!(more, ["orc-1 orc-2 orc-3 boss"]);
    assert_eq!(lookalikes(Skirmish::KEYS, "", &[ANN, "id = \"orc\"\nside = \"enemies\"\ncount = 0"]), [""; 0]);
}

#[test]
fn squares_of_their_own_tell_copies_apart() {
    assert_eq!(
        lookalikes(Skirmish::KEYS, "", &["id = \"a\"\nside = \"party\"\ncount = 2\nat = [[0, 0], [0, 1]]"]),
        [""; 0]
    );
}

#[test]
fn where_lots_decide_there_is_no_place_to_differ_in() {
    let found = |rules: &str| lookalikes(Skirmish::KEYS, rules, &[ANN, ORCS]).len();
    assert_eq!(found("order_ties = \"random\""), 1, "targets go by listed order still");
    assert_eq!(found("order_ties = \"random\", target_ties = \"random\""), 0);
    assert_eq!(found("order_ties = \"listed\", target_ties = \"listed\""), 1);
}

#[test]
fn a_system_without_such_ties_has_none() {
    let fighter = |id: &str| format!("id = \"{id}\"\nside = \"party\"\nhp = 1\nattributes = {{ attack = 1 }}");
    assert_eq!(lookalikes(SCHEMA, "", &[&fighter("ann"), &fighter("bob")]), [""; 0]);
}
