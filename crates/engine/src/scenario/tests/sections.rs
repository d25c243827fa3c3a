//! Reading values through typed views.

use super::super::{DiceExpr, Section};
use super::*;

/// Asks for every key in every way that its kind allows.
pub(super) fn read_everything(scenario: &Scenario) {
    let root = scenario.root(SCHEMA);
    let rules = root.section("rules");
    let _ = (rules.word::<Stakes>("stakes"), rules.words::<Trigger>("triggers"), rules.int("meter_ticks"));
    let _ =
        (rules.bool("auto_win"), rules.dice("unarmed"), rules.ids("must_fall"), rules.section("tables").int("size"));
    for combatant in root.sections("combatants") {
        let _ =
            (combatant.text("id"), combatant.path(), combatant.int_map("attributes"), combatant.sections("attacks"));
        let _ = (combatant.whole(), combatant.span("hp"), combatant.given("hp"));
    }
    for zone in root.sections("zones") {
        let _ = (zone.section("hazard").exists(), zone.section("hazard").path(), zone.section("hazard").text("test"));
    }
}

fn rules(scenario: &Scenario) -> Section<'_> {
    scenario.root(SCHEMA).section("rules")
}

#[test]
fn given_values_are_read() {
    let scenario = scenario(VALID);
    let root = scenario.root(SCHEMA);
    let rules = root.section("rules");
    assert_eq!(root.text("name"), Some("Bridge"));
    assert_eq!(rules.word("stakes"), Some(Stakes::Death));
    assert_eq!(rules.int("meter_ticks"), Some(11));
    assert_eq!(rules.bool("auto_win"), Some(true));
    assert_eq!(rules.words("triggers"), Some(vec![Trigger::FirstOut, Trigger::LeaderOut]));
    assert_eq!(rules.dice("unarmed"), Some(DiceExpr { count: 0, sides: 0, plus: 2 }));
    assert_eq!(rules.ids("must_fall").expect("given")[0].0, "captain");
    assert_eq!(rules.section("tables").text("blunt"), Some("none"));
    let warden = root.sections("combatants")[0];
    let attributes: Vec<_> = warden.int_map("attributes").into_iter().map(|(name, value, _)| (name, value)).collect();
    assert_eq!(attributes, [("str", 3), ("dex", -1)]);
    assert_eq!(warden.sections("attacks")[0].dice("damage"), Some(DiceExpr { count: 1, sides: 6, plus: 0 }));
}

#[test]
fn literal_defaults_stand_in_for_what_is_missing() {
    let scenario = scenario("");
    let rules = rules(&scenario);
    assert!(!rules.exists() && !rules.given("stakes"));
    assert_eq!(rules.word("stakes"), Some(Stakes::Spar));
    assert_eq!(rules.int("max_rounds"), Some(100));
    assert_eq!(rules.bool("auto_win"), Some(false));
    assert_eq!(rules.words("triggers"), Some(vec![Trigger::HalfOut]));
    assert_eq!(rules.dice("unarmed"), Some(DiceExpr { count: 0, sides: 0, plus: 1 }));
    assert_eq!(rules.section("tables").int("size"), Some(2));
    assert_eq!((rules.int("meter_ticks"), rules.int("modifier"), rules.ids("must_fall")), (None, None, None));
}

#[test]
fn literal_defaults_stand_in_for_what_is_invalid() {
    let scenario = scenario("[rules]\nstakes = \"x\"\nmax_rounds = 0\nauto_win = 1\nmeter_ticks = 6\nunarmed = \"d\"");
    let rules = rules(&scenario);
    assert!(rules.given("stakes"));
    assert_eq!(rules.word("stakes"), Some(Stakes::Spar));
    assert_eq!(rules.int("max_rounds"), Some(100));
    assert_eq!(rules.bool("auto_win"), Some(false));
    assert_eq!(rules.int("meter_ticks"), None);
    assert_eq!(rules.dice("unarmed").map(DiceExpr::max), Some(1));
}

#[test]
fn sections_know_their_paths_and_places() {
    let scenario = scenario(VALID);
    let at = |section: Section| VALID[section.whole().range()].to_owned();
    let root = scenario.root(SCHEMA);
    assert_eq!((root.path(), root.path_of("name")), (String::new(), "name".to_owned()));
    let warden = root.sections("combatants")[0];
    let bow = warden.sections("attacks")[0];
    assert_eq!((bow.path_of("dr"), at(bow)), ("combatants.warden.attacks.bow.dr".to_owned(), "\"bow\"".to_owned()));
    assert_eq!(&VALID[warden.span("hp").range()], "12");
    assert_eq!(at(rules(&scenario)), "[rules]");
    let road = root.sections("zones")[0].section("hazard");
    assert!(!road.exists() && root.sections("zones")[1].section("hazard").exists());
    assert_eq!((road.path(), at(road)), ("zones.road.hazard".to_owned(), "\"road\"".to_owned()));
    assert_eq!(road.path_of("dr"), "zones.road.hazard.dr");
}

#[test]
fn a_section_refuses_a_value_by_its_path_and_place() {
    let scenario = scenario(VALID);
    let problem = rules(&scenario).refused("stakes", "needs two sides");
    assert_eq!(problem.to_string(), "`rules.stakes`: needs two sides");
    assert_eq!(problem.span.map(|span| &VALID[span.range()]), Some("\"death\""));
}

#[test]
fn missing_tables_in_missing_tables_have_paths() {
    let scenario = scenario("");
    let tables = rules(&scenario).section("tables");
    assert_eq!(tables.path_of("size"), "rules.tables.size");
    assert!(!tables.exists());
}

#[test]
fn the_system_is_named_or_the_name_is_missing() {
    assert_eq!(scenario(VALID).system_name(), Ok("toy"));
    let message = |text: &str| scenario(text).system_name().expect_err("it is not given").to_string();
    let expected = "expected an id in quotes: one or more of a-z, 0-9 and `-`";
    assert_eq!(message(""), format!("`system` is missing, {expected}"));
    assert_eq!(message("system = 3"), format!("`system` is the number 3, {expected}"));
    let unknown = scenario("system = \"zone\"").unknown_system(&["duel", "zones"]);
    assert_eq!(unknown.to_string(), "`system` is \"zone\", allowed: `duel`, `zones`");
    assert_eq!(unknown.help().as_deref(), Some("did you mean `zones`?"));
}

#[test]
fn tables_keep_the_order_of_the_file() {
    let scenario = scenario("[b.y]\n[c]\n[d]\n[b]\nk = 1\na = 1");
    let keys: Vec<_> = scenario.tree().as_table().expect("the root").iter().map(|entry| entry.key.as_str()).collect();
    assert_eq!(keys, ["c", "d", "b"]);
}

#[test]
fn canonical_scenarios_are_equal_when_the_rules_see_the_same() {
    let canonical = |text: &str| scenario(text).canonical(SCHEMA);
    let base = format!("{HEAD}{FIGHTER}");
    let rest = "\"side\":\"party\",\"count\":1,\"hp\":12,\"attacks\":[]}]}";
    let rules =
        "\"stakes\":\"spar\",\"max_rounds\":100,\"auto_win\":false,\"triggers\":[\"half_out\"],\"unarmed\":\"1\"";
    assert_eq!(
        canonical(&base),
        format!(
            "{{\"system\":\"toy\",\"rules\":{{{rules},\"tables\":{{\"size\":2}}}},\"zones\":[],\
             \"combatants\":[{{\"id\":\"warden\",{rest}"
        )
    );
    for same in ["[rules]", "[rules]\nmax_rounds = 100", "[rules]\nunarmed = \"1\"", "[rules.tables]"] {
        assert_eq!(canonical(&format!("{base}{same}")), canonical(&base), "{same}");
    }
    for other in ["[rules]\nmax_rounds = 99", "count = 2", "attributes.str = 1", "[rules]\nmust_fall = []"] {
        assert_ne!(canonical(&format!("{base}{other}")), canonical(&base), "{other}");
    }
    assert_eq!(canonical(&base.replace("Bridge", "Gate")), canonical(&base));
    let in_order = |attributes: &str| canonical(&format!("{base}attributes = {{ {attributes} }}"));
    assert_ne!(in_order("str = 1, dex = 2"), in_order("dex = 2, str = 1"));
}

#[test]
fn an_optional_table_means_something_by_being_there() {
    let zone = |hazard: &str| scenario(&format!("zones = [{{ id = \"a\"{hazard} }}]")).canonical(SCHEMA);
    assert_ne!(zone(""), zone(", hazard = { test = \"str\" }"));
    assert_eq!(zone(", hazard = { test = \"str\" }"), zone(", hazard = { test = \"str\", dr = 12 }"));
}
