//! Reading values through typed views.

use super::super::Section;
use super::*;

/// Asks for every key in every way that its kind allows.
pub(super) fn read_everything(scenario: &Scenario) {
    let root = scenario.root(SCHEMA);
    let rules = root.get(File::RULES);
    let _ = (rules.find(Rules::STAKES), rules.find(Rules::TRIGGERS), rules.get(Rules::METER_TICKS));
    let _ = (rules.find(Rules::AUTO_WIN), rules.find(Rules::UNARMED), rules.get(Rules::MUST_FALL));
    let _ = (rules.find(Rules::DAMAGE_TYPE), rules.get(Rules::HIT_DICE), rules.get(Rules::DEFENCES));
    let _ = (rules.get(Rules::STRESS), rules.find(Rules::ENTERS_AT), rules.get(Rules::LASTS));
    if let Some(map) = root.get(File::MAP) {
        let _ = (map.get(Map::ROWS), map.get(Map::DIFFICULT), map.get(Map::PARTY_START));
    }
    let _ = (rules.get(Rules::PACE), rules.get(Rules::BOUTS), rules.get(Rules::TABLES).find(Sizes::SIZE));
    for sheet in root.find(File::COMBATANTS).unwrap_or_default() {
        let _ = (sheet.find(Sheet::ID), sheet.path(), sheet.get(Sheet::ATTRIBUTES), sheet.find(Sheet::ATTACKS));
        let _ = (sheet.whole(), sheet.span(Sheet::HP), sheet.given(Sheet::HP), sheet.find(Sheet::SIDE));
    }
    for zone in root.find(File::ZONES).unwrap_or_default() {
        let hazard = zone.get(Zone::HAZARD);
        let _ = hazard.map(|hazard| (hazard.exists(), hazard.path(), hazard.find(Hazard::TEST)));
    }
}

fn rules(scenario: &Scenario) -> Section<'_> {
    scenario.root(SCHEMA).get(File::RULES)
}

#[test]
fn given_values_are_read() {
    let scenario = scenario(VALID);
    let root = scenario.root(SCHEMA);
    let rules = root.get(File::RULES);
    assert_eq!(root.get(common::NAME_OF_SCENARIO), "Bridge");
    assert_eq!(rules.get(Rules::STAKES), Stakes::Death);
    assert_eq!(rules.get(Rules::METER_TICKS), Some(11));
    assert!(rules.get(Rules::AUTO_WIN));
    assert_eq!(rules.get(Rules::TRIGGERS), [Trigger::FirstOut, Trigger::LeaderOut]);
    assert_eq!(rules.get(Rules::UNARMED), DiceExpr::new(0, 0, 2));
    assert_eq!(rules.get(Rules::MUST_FALL).expect("given")[0].0, "captain");
    assert_eq!(rules.get(Rules::TABLES).get(Sizes::BLUNT), Some("none"));
    let warden = root.get(File::COMBATANTS)[0];
    let attributes = warden.get(Sheet::ATTRIBUTES).unwrap_or_default();
    let attributes: Vec<_> = attributes.into_iter().map(|(name, value, _)| (name, value)).collect();
    assert_eq!(attributes, [("str", 3), ("dex", -1)]);
    assert_eq!(warden.get(Sheet::ATTACKS)[0].get(Attack::DAMAGE), DiceExpr::new(1, 6, 0));
    let zones = root.get(File::ZONES);
    assert!(zones[0].get(Zone::HAZARD).is_none());
    assert_eq!(zones[1].get(Zone::HAZARD).map(|hazard| hazard.get(Hazard::DR)), Some(12));
}

#[test]
fn literal_defaults_stand_in_for_what_is_missing() {
    let scenario = scenario("");
    let rules = rules(&scenario);
    assert!(!rules.exists() && !rules.given(Rules::STAKES));
    assert_eq!(rules.get(Rules::STAKES), Stakes::Spar);
    assert_eq!(rules.get(Rules::MAX_ROUNDS), 100);
    assert!(!rules.get(Rules::AUTO_WIN));
    assert_eq!(rules.get(Rules::TRIGGERS), [Trigger::HalfOut]);
    assert_eq!(rules.get(Rules::UNARMED), DiceExpr::new(0, 0, 1));
    assert_eq!(rules.get(Rules::TABLES).get(Sizes::SIZE), 2);
    assert_eq!((rules.get(Rules::METER_TICKS), rules.get(Rules::MODIFIER)), (None, None));
    assert!(rules.get(Rules::MUST_FALL).is_none());
}

#[test]
fn literal_defaults_stand_in_for_what_is_invalid() {
    let scenario = scenario("[rules]\nstakes = \"x\"\nmax_rounds = 0\nauto_win = 1\nmeter_ticks = 6\nunarmed = \"d\"");
    let rules = rules(&scenario);
    assert!(rules.given(Rules::STAKES));
    assert_eq!(rules.get(Rules::STAKES), Stakes::Spar);
    assert_eq!(rules.get(Rules::MAX_ROUNDS), 100);
    assert!(!rules.get(Rules::AUTO_WIN));
    assert_eq!(rules.get(Rules::METER_TICKS), None);
    assert_eq!(rules.get(Rules::UNARMED).max(), 1);
}

#[test]
fn a_required_value_that_is_not_valid_is_not_found() {
    let scenario = scenario("[[combatants]]\nid = \"a\"\nhp = 0\n");
    let sheet = scenario.root(SCHEMA).get(File::COMBATANTS)[0];
    assert_eq!((sheet.find(Sheet::HP), sheet.find(Sheet::SIDE), sheet.find(Sheet::ID)), (None, None, Some("a")));
}

#[test]
#[should_panic(expected = "`combatants.a.hp` has no valid value, so the scenario was not validated")]
fn a_required_value_is_read_of_valid_scenarios_alone() {
    let scenario = scenario("[[combatants]]\nid = \"a\"\n");
    scenario.root(SCHEMA).get(File::COMBATANTS)[0].get(Sheet::HP);
}

#[test]
fn sections_know_their_paths_and_locations() {
    let scenario = scenario(VALID);
    let at = |section: Section| VALID[section.whole().range()].to_owned();
    let root = scenario.root(SCHEMA);
    assert_eq!((root.path(), root.path_of(common::NAME_OF_SCENARIO)), (String::new(), "name".to_owned()));
    let warden = root.get(File::COMBATANTS)[0];
    let bow = warden.get(Sheet::ATTACKS)[0];
    assert_eq!(
        (bow.path_of(Attack::DR), at(bow)),
        ("combatants.warden.attacks.bow.dr".to_owned(), "\"bow\"".to_owned())
    );
    assert_eq!(&VALID[warden.span(Sheet::HP).range()], "12");
    assert_eq!(at(rules(&scenario)), "[rules]");
    let hazard = root.get(File::ZONES)[1].get(Zone::HAZARD).expect("given");
    assert!(hazard.exists() && hazard.path().starts_with("zones.") && hazard.path().ends_with(".hazard"));
    let empty = self::scenario("");
    let rules = rules(&empty);
    assert!(!rules.exists());
    assert_eq!((rules.path(), rules.path_of(Rules::STAKES)), ("rules".to_owned(), "rules.stakes".to_owned()));
}

#[test]
fn a_section_refuses_a_value_by_its_path_and_location() {
    let scenario = scenario(VALID);
    let problem = rules(&scenario).refused(Rules::STAKES, "needs two sides");
    assert_eq!(problem.to_string(), "`rules.stakes`: needs two sides");
    assert_eq!(problem.span.map(|span| &VALID[span.range()]), Some("\"death\""));
}

#[test]
fn missing_tables_in_missing_tables_have_paths() {
    let scenario = scenario("");
    let tables = rules(&scenario).get(Rules::TABLES);
    assert_eq!(tables.path_of(Sizes::SIZE), "rules.tables.size");
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
    let rest = "\"side\":\"party\",\"count\":1,\"hp\":12,\"attacks\":[],\"spells\":[]}]}";
    let rules = "\"stakes\":\"spar\",\"max_rounds\":100,\"auto_win\":false,\"triggers\":[\"half_out\"],\"unarmed\":\"1\",\
         \"damage_type\":[\"death\"],\"enters_at\":\"start\",\"guards\":\"start\"";
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
    for changed in ["[rules]\nmax_rounds = 99", "count = 2", "attributes.str = 1", "[rules]\nmust_fall = []"] {
        assert_ne!(canonical(&format!("{base}{changed}")), canonical(&base), "{changed}");
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
