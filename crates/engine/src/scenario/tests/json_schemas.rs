//! The JSON Schema agrees with validation on what single values may be.

use serde_json::{Value as Json, json};

use super::super::{Node, Value, json_schema};
use super::*;

pub(super) fn as_json(node: &Node) -> Json {
    match &node.value {
        Value::Bool(value) => json!(value),
        Value::Int(value) => json!(value),
        Value::Float(value) => json!(value),
        Value::Text(text) | Value::Datetime(text) => json!(text),
        Value::List(nodes) => nodes.iter().map(as_json).collect(),
        Value::Table(entries) => entries.iter().map(|entry| (entry.key.clone(), as_json(&entry.node))).collect(),
    }
}

fn accepts(text: &str) -> bool {
    let schema = json_schema("toy", SCHEMA);
    let validator = jsonschema::draft202012::new(&schema).expect("it is a schema");
    validator.is_valid(&as_json(scenario(text).tree()))
}

#[test]
fn it_is_a_schema_of_its_draft() {
    let schema = json_schema("toy", SCHEMA);
    assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
    assert!(jsonschema::draft202012::meta::is_valid(&schema));
}

#[test]
fn it_accepts_a_scenario_without_mistakes() {
    assert!(accepts(VALID));
    assert!(accepts(&format!("{HEAD}{FIGHTER}")));
}

#[test]
fn it_refuses_and_accepts_the_same_rules_as_validation() {
    for line in [
        "meter_ticks = 5",
        "meter_ticks = 6",
        "meter_ticks = 3",
        "meter_ticks = 101",
        "meter_ticks = 103",
        "meter_ticks = 9.5",
        "meter_ticks = true",
        "meter_tick = 9",
        "modifier = -20",
        "modifier = -21",
        "pace = 5",
        "pace = -7",
        "pace = -15",
        "bouts = [\"spar\", \"spar\", \"death\"]",
        "bouts = [\"spar\", \"spar\", \"death\", \"death\"]",
        "bouts = [\"sparring\"]",
        "auto_win = 1",
        "auto_win = true",
        "stakes = \"spar\"",
        "stakes = \"sparring\"",
        "stakes = 1",
        "triggers = []",
        "triggers = [\"half_out\"]",
        "triggers = [\"half_out\", \"half_out\"]",
        "triggers = [\"all_out\"]",
        "unarmed = 3",
        "unarmed = \"-3\"",
        "unarmed = \"d6\"",
        "unarmed = \"100d1000-1\"",
        "unarmed = \"101d6\"",
        "unarmed = \"0d6\"",
        "unarmed = \"1d1001\"",
        "unarmed = \"1d0\"",
        "unarmed = \"2w6\"",
        "unarmed = \"007d06\"",
        "unarmed = 1000001",
        "unarmed = \"1d6+1000000\"",
        "unarmed = \"1d6+1000001\"",
        "unarmed = \"-01000000\"",
        "unarmed = \"1000001\"",
        "must_fall = [\"a\", \"b\", \"c\"]",
        "must_fall = [\"a\", \"b\", \"c\", \"d\"]",
        "must_fall = [\"A\"]",
        "tables = { size = 6 }",
        "tables = { size = 7 }",
        "tables = { sise = 6 }",
    ] {
        let text = format!("{HEAD}{FIGHTER}[rules]\n{line}\n");
        assert_eq!(accepts(&text), problems_of(&text).is_empty(), "{line}");
    }
}

#[test]
fn it_refuses_and_accepts_the_same_combatants_as_validation() {
    for lines in [
        "count = 20",
        "count = 0",
        "attributes = { str = 1 }",
        "attributes = {}",
        "attributes = { str = 101 }",
        "attributes = { Str = 1 }",
        "attributes = { initiative = 1 }",
        "attributes = { a = 1, b = 1, c = 1, d = 1, e = 1 }",
        "skills = { a-b = 1 }",
        "skills = { a_b = 1 }",
        "skills = {}",
        "attacks = [{ id = \"bow\", damage = \"1d6\" }]",
        "attacks = [{ id = \"bow\" }]",
        "attacks = [{ damage = \"1d6\" }]",
        "attacks = { id = \"bow\", damage = \"1d6\" }",
        "colour = 1",
        "[[zones]]\nid = \"a\"\nhazard = { test = \"bow_use\" }",
        "[[zones]]\nid = \"a\"\nhazard = { test = \"bow-use\" }",
    ] {
        let text = format!("{HEAD}{FIGHTER}{lines}\n");
        assert_eq!(accepts(&text), problems_of(&text).is_empty(), "{lines}");
    }
    assert!(!accepts(HEAD));
    assert!(!accepts(&format!("combatants = []\n{HEAD}")));
    assert!(!accepts(&VALID.replace("\"toy\"", "\"other\"")));
}

#[test]
fn what_a_roster_may_complete_is_required_only_without_one() {
    let bare = format!("{HEAD}[[combatants]]\nid = \"ogre\"\n");
    assert!(!accepts(&bare));
    assert!(accepts(&bare.replace("name =", "roster = \"bestiary.csv\"\nname =")));
    assert!(!accepts(&bare.replace("name =", "roster = \"bestiary.csv\"\nname =").replace("id =", "name =")));
}

#[test]
fn a_group_of_keys_is_defined_once() {
    let schema = json_schema("toy", SCHEMA);
    assert_eq!(schema["$defs"].as_object().map(serde_json::Map::len), Some(3));
    assert_eq!(schema["$defs"]["effect-block"]["properties"]["fatigue"]["maximum"], 20);
    assert_eq!(schema["$defs"]["effect-block"]["description"], "what is done to somebody");
    let attack = &schema["properties"]["combatants"]["items"]["properties"]["attacks"]["items"]["properties"];
    let expected = json!({ "$ref": "#/$defs/effect-block", "description": "on the target", "default": {} });
    assert_eq!(attack["success"], expected);
    let combatant = &schema["properties"]["combatants"]["items"]["properties"];
    assert_eq!(combatant["spells"]["items"], json!({ "$ref": "#/$defs/ability" }));
    assert_eq!(combatant["abilities"]["anyOf"][1], combatant["spells"]);
    let success = &schema["$defs"]["ability"]["properties"]["success"];
    assert_eq!(success["$ref"], "#/$defs/effect-block");
    let attack =
        |effect: &str| format!("{HEAD}{FIGHTER}attacks = [{{ id = \"bow\", damage = 1, critical = {effect} }}]\n");
    for effect in ["{}", "{ fatigue = 20 }", "{ fatigue = 21 }", "{ stuned = true }", "3"] {
        assert_eq!(accepts(&attack(effect)), problems_of(&attack(effect)).is_empty(), "{effect}");
    }
    for spell in ["{ id = \"a\" }", "{}", "{ id = \"a\", range = 40 }", "{ id = \"a\", range = 41 }"] {
        let text = format!("{HEAD}{FIGHTER}spells = [{spell}]\n");
        assert_eq!(accepts(&text), problems_of(&text).is_empty(), "{spell}");
    }
}

#[test]
fn descriptions_say_units_words_rules_and_derived_defaults() {
    let schema = json_schema("toy", SCHEMA);
    let rules = &schema["properties"]["rules"]["properties"];
    assert_eq!(
        rules["stakes"]["description"],
        "what the fighters risk; spar: fought until one side yields; death: fought until one side is dead; \
         rules: TOY-01"
    );
    assert_eq!(rules["stakes"]["default"], "spar");
    assert_eq!(
        rules["meter_ticks"]["description"],
        "unit: ticks; default: 9 for a spar, 13 to the death; rules: TOY-02"
    );
    assert_eq!(rules["max_rounds"]["default"], 100);
}
