//! Combatants seated in another scenario.

use super::*;
use crate::scenario::common::SideWord;
use crate::scenario::{Node, Section};

const NAMED: &str = "system = \"toy\"\nname = \"Bridge\"\nroster = \"bestiary.csv\"\n";
const CSV: &str = "id,side,hp,attributes.str\nogre,enemies,30,6\ngoblin,enemies,5,1\n";

fn from(name: &str, text: &str) -> Scenario {
    Scenario::parse(Source::new(name, text)).unwrap_or_else(|problems| panic!("{problems}"))
}

/// Id, side and hp of all combatants.
fn seated(scenario: &Scenario) -> Vec<(&str, &str, i64)> {
    let combatants = scenario.root(SCHEMA).get(File::COMBATANTS);
    let shown = |combatant: Section<'_>| {
        let side: SideWord = combatant.find(Sheet::SIDE).expect("it is given");
        (side.word(), combatant.find(Sheet::HP).unwrap_or_default())
    };
    let ids = scenario.tree().get("combatants").and_then(Node::as_list).unwrap_or_default().iter().map(Node::id);
    let shown = combatants.into_iter().map(shown);
    ids.zip(shown).map(|(id, (side, hp))| (id.expect("it is given"), side, hp)).collect()
}

#[test]
fn combatants_of_another_scenario_replace_its_own() {
    let frame = from("a.toml", VALID);
    let guests = from("b.toml", &format!("{HEAD}{FIGHTER}{}", FIGHTER.replace("warden", "ogre").replace("12", "0")));
    let lined_up = frame.line_up(&guests.sheets([1]), &frame.sheets([1])).expect("few texts");
    assert_eq!(seated(&lined_up)[1], ("captain", "enemies", 20));
    assert_eq!(lined_up.root(SCHEMA).find(common::NAME_OF_SCENARIO), Some("Bridge"));
    let problems = lined_up.problems(lined_up.validate(SCHEMA));
    assert_eq!(problems.list.len(), 1, "{problems}");
    assert!(problems.to_string().starts_with("b.toml:10:6: `combatants.ogre.hp` is 0"), "{problems}");
    assert_eq!(lined_up.sources().len(), 2);
}

#[test]
fn a_side_is_what_it_is_seated_for() {
    let frame = from("a.toml", VALID);
    let lined_up = frame.line_up(&frame.sheets([1]), &frame.sheets([0])).expect("few texts");
    assert_eq!(seated(&lined_up), [("captain", "party", 20), ("warden", "enemies", 12)]);
    assert_eq!(lined_up.validate(SCHEMA), []);
    assert_eq!(lined_up.sources().len(), 1, "the same text is there once");
    let without = from("b.toml", &format!("{HEAD}[[combatants]]\nid = \"ogre\"\nhp = 3\n"));
    let lined_up = frame.line_up(&without.sheets([0]), &without.sheets([0])).expect("few texts");
    assert_eq!(seated(&lined_up), [("ogre", "party", 3), ("ogre-2", "enemies", 3)]);
}

#[test]
fn ids_are_made_distinct_after_count_is_expanded() {
    let fighter =
        |id: &str, count: u32| format!("[[combatants]]\nid = \"{id}\"\nside = \"party\"\nhp = 1\ncount = {count}\n");
    let ids = |party: &str, enemies: &str| {
        let [party, enemies] = [party, enemies].map(|text| from("a.toml", &format!("{HEAD}{text}")));
        let frame = from("f.toml", VALID);
        let sheets = |scenario: &Scenario| scenario.sheets(0..scenario.counts().len());
        let lined_up = frame.line_up(&sheets(&party), &sheets(&enemies)).expect("few texts");
        assert_eq!(lined_up.validate(SCHEMA), []);
        seated(&lined_up).into_iter().map(|(id, ..)| id.to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(ids(&fighter("orc", 1), &fighter("orc", 1)), ["orc", "orc-2"]);
    assert_eq!(ids(&fighter("orc", 3), &fighter("orc", 2)), ["orc", "orc-4"]);
    assert_eq!(ids(&fighter("orc-2", 1), &fighter("orc", 2)), ["orc-2", "orc-3"]);
    let two = fighter("orc", 1) + &fighter("orc-2", 1);
    assert_eq!(ids(&two, &two), ["orc", "orc-2", "orc-3", "orc-2-2"]);
}

#[test]
fn sheets_that_a_roster_completed_need_it_no_more() {
    let mut frame = from("a.toml", &format!("{NAMED}[[combatants]]\nid = \"ogre\"\n[[combatants]]\nid = \"goblin\"\n"));
    assert_eq!(attach(&mut frame, &[("bestiary.csv", CSV)]), []);
    assert_eq!(frame.roster_ids(), ["ogre", "goblin"], "in the order of the rows");
    let lined_up = frame.line_up(&frame.sheets([0]), &frame.sheets([1])).expect("few texts");
    assert!(!lined_up.has_roster() && lined_up.roster_ids().is_empty());
    assert_eq!(lined_up.validate(SCHEMA), []);
    assert_eq!(seated(&lined_up), [("ogre", "party", 30), ("goblin", "enemies", 5)]);
}

#[test]
fn a_row_is_seated_with_what_the_file_gives() {
    let mut frame = from("a.toml", &format!("{NAMED}[[combatants]]\nid = \"ogre\"\nhp = 7\n"));
    assert_eq!(frame.seat(0, SideWord::Party, "goblin", SCHEMA), []);
    assert_eq!(frame.seat(1, SideWord::Party, "goblin", SCHEMA), [], "nobody sits there");
    assert_eq!(attach(&mut frame, &[("bestiary.csv", CSV)]), []);
    assert_eq!(seated(&frame), [("goblin", "party", 7)]);
    assert_eq!(frame.validate(SCHEMA), []);
    assert_eq!(frame.root(SCHEMA).get(File::COMBATANTS)[0].get(Sheet::ATTRIBUTES).unwrap_or_default()[0].1, 1);
    assert_eq!(frame.seat(0, SideWord::Enemies, "ogre", SCHEMA), [], "another row after the roster was read");
    assert_eq!(seated(&frame), [("ogre", "enemies", 7)]);
    assert_eq!(frame.root(SCHEMA).get(File::COMBATANTS)[0].get(Sheet::ATTRIBUTES).unwrap_or_default()[0].1, 6);
}

#[test]
fn counts_are_those_of_the_entries() {
    assert_eq!(from("a.toml", VALID).counts(), [2, 1]);
    assert_eq!(from("a.toml", HEAD).counts(), [] as [usize; 0]);
    assert!(
        from("a.toml", HEAD).line_up(&from("a.toml", VALID).sheets([]), &from("a.toml", VALID).sheets([])).is_none()
    );
}

/// Rows of any roster are combatants that come from nowhere else: neither from those that they replace nor from a roster of the scenario.
#[test]
fn rows_of_a_file_replace_all_combatants() {
    let frame = from("a.toml", &format!("columns = {{ Hits = \"hp\", Foe = \"id\", Gone = \"#\" }}\n{VALID}"));
    let file = Source::new("b.csv", "Foe,side,Hits,attributes.str,cr\nBog Ogre,party,30,6,2\nrat,enemies,5,1,0.5\n");
    let (mut rows, problems) = frame.with_rows(file, Some("cr"), SCHEMA).expect("few texts");
    assert_eq!(problems, [], "the scenario may name columns that this file has not");
    assert_eq!((rows.roster_ids(), rows.roster_numbers("cr")), (vec!["bog-ogre", "rat"], Ok(vec![2.0, 0.5])));
    assert_eq!(rows.take_row(SideWord::Enemies, "bog-ogre", None, SCHEMA), []);
    assert_eq!(seated(&rows), [("bog-ogre", "enemies", 30)]);
    assert_eq!(rows.take_row(SideWord::Enemies, "rat", Some(3), SCHEMA), []);
    assert_eq!((seated(&rows), rows.counts()), (vec![("rat", "enemies", 5)], vec![3]));
    assert_eq!(rows.take_row(SideWord::Enemies, "rat", None, SCHEMA), []);
    assert_eq!(rows.counts(), [1], "what an earlier row had is gone");
    let lined_up = frame.line_up(&frame.sheets([0]), &rows.sheets([0])).expect("few texts");
    assert_eq!(seated(&lined_up), [("warden", "party", 12), ("rat", "enemies", 5)]);
    let absent = frame.with_rows(Source::new("b.csv", "id,hp\nrat,5\n"), Some("cr"), SCHEMA).expect("few texts").1;
    assert_eq!(absent.iter().map(ToString::to_string).collect::<Vec<_>>().len(), 1, "{absent:?}");
}
