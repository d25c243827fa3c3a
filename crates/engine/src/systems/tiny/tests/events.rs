//! Events as programs read them.

use std::collections::BTreeSet;

use serde_json::Value;

use super::kept::MELEE;
use super::*;
use crate::dice::{Recorded, Seeded};
use crate::{EncounterIndex, Narrated, Seed, Workspace, fight};

/// Every kind of event.
const KINDS: [&str; 25] = [
    "positions",
    "initiative",
    "vigilance",
    "order",
    "lots",
    "move",
    "hold",
    "evade",
    "extricate",
    "leave",
    "attack",
    "evade_test",
    "critical",
    "second_test",
    "damage",
    "dying",
    "down",
    "death",
    "stabilization",
    "stabilized",
    "attend",
    "end",
    "timeout",
    "aftermath",
    "recovery",
];

/// The kinds of the events of some encounters. Panics if an event is no object, has no kind, or has a null.
#[track_caller]
fn kinds_told(text: &str, overrides: &[&str]) -> BTreeSet<String> {
    let rules = tiny(text, overrides);
    let mut workspace = Workspace::new(&rules);
    let events = (0..40).flat_map(|index| {
        let (mut dice, mut narrated) = (Seeded::new(Seed(1)), Narrated::default());
        dice.start(EncounterIndex(index));
        fight(&rules, &mut workspace, &mut Recorded::new(dice), &mut narrated);
        narrated.into_lines().into_iter().map(|line| line.event)
    });
    let kind = |event: String| match serde_json::from_str(&event) {
        Ok(Value::Object(fields)) if fields.values().all(|value| !value.is_null()) => {
            fields["kind"].as_str().expect("a kind").to_owned()
        }
        _ => panic!("{event}"),
    };
    events.map(kind).collect()
}

#[test]
fn every_kind_of_event_is_an_object_with_a_kind() {
    let vigilant = "combatants.sword.traits=vigilant";
    let mut told = kinds_told(include_str!("../../../../../../scenarios/tiny/field-surgeon.toml"), &[]);
    told.extend(kinds_told(include_str!("../../../../../../scenarios/tiny/parry-or-strike.toml"), &[]));
    told.extend(kinds_told(MELEE, &[vigilant, "rules.extricate_past=true", "rules.target_ties=random"]));
    let fleeing = ["combatants.raider.policy=retreat", "combatants.raider.movement=40", "rules.escape_distance=30"];
    told.extend(kinds_told(MELEE, &[&fleeing[..], &["rules.enemies_at_zero_hp=down", "rules.max_rounds=5"]].concat()));
    assert_eq!(told, KINDS.iter().map(|&kind| kind.to_owned()).collect());
}

#[test]
fn an_attack_says_who_did_what_with_which_dice() {
    let orc = enemy("orc", 9, 5, &[STICK], "armor = \"light\"\nevade_dice = \"disadvantage\"");
    let text = scene("", &[orc, member("hero", 4, 0, &[SWORD], "name = \"The hero\"")]);
    let played = one_round(&text, &[], &[5, 1, 4, 6, 6, 1, 2]);
    let events: Vec<&str> = played.lines.iter().map(|line| line.event.as_str()).collect();
    let told = [
        r#"{"kind":"positions","positions":[{"who":"orc","position":5},{"who":"hero","position":0}]}"#,
        r#"{"kind":"initiative","who":"orc","faces":[6,6],"total":12}"#,
        r#"{"kind":"initiative","who":"hero","faces":[6,5],"total":11}"#,
        r#"{"kind":"order","turns":["orc","hero"]}"#,
        r#"{"kind":"evade","who":"orc"}"#,
        r#"{"kind":"attack","who":"hero","target":"orc","attack":"sword","ranged":false,"faces":[5,1],"needed":5,"hits":true}"#,
        r#"{"kind":"evade_test","who":"orc","faces":[4],"needed":5,"evades":false}"#,
        r#"{"kind":"critical","who":"hero","faces":[6,6],"needed":12,"critical":true,"bonus":1}"#,
        r#"{"kind":"second_test","who":"hero","target":"orc","dr":1,"faces":[1,2],"needed":5,"overcomes":false}"#,
        r#"{"kind":"damage","who":"orc","damage":2,"hp_left":7}"#,
        r#"{"kind":"timeout"}"#,
        r#"{"kind":"recovery","sleeps":0,"hp_left":4}"#,
    ];
    assert_eq!(events, told);
}
