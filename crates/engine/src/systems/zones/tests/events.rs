//! The objects of a replay, which programs read.

use std::collections::BTreeSet;

use serde_json::Value;

use super::kept::MELEE;
use super::*;
use crate::dice::{Recorded, Seeded};
use crate::trace::Narrated;
use crate::{EncounterIndex, Seed, Workspace, fight};

/// The objects of a round; round 0 is the set-up.
fn told(played: &Played, round: u32) -> Vec<&str> {
    played.lines.iter().filter(|line| line.round == round).map(|line| line.event.as_str()).collect()
}

/// ZONES-03, ZONES-19, ZONES-22, ZONES-24: the opening, the attacks and the end of a duel.
#[test]
fn a_duel_is_told_in_objects() {
    // The hero hits with 20 + 2 for twice 5, the ogre misses, the hero hits for what is left.
    let rules = zones(DUEL, &[]);
    let played = play(&rules, after(PARTY_BEGINS, &[20, 5, 11, 10, 4]));
    assert_eq!(
        told(&played, 0),
        [
            r#"{"kind":"positions","zones":[{"zone":"pit","combatants":["hero","ogre"]}]}"#,
            r#"{"kind":"initiative","faces":[4],"enemies_begin_up_to":3,"begins":"party"}"#,
            r#"{"kind":"order","party":["hero"]}"#,
        ]
    );
    assert_eq!(
        told(&played, 1),
        [
            r#"{"kind":"attack","who":"hero","target":"ogre","attack":"sword","attack_kind":"melee","free":false,"faces":[20],"bonus":2,"difficulty":12,"hits":true,"critical":true,"marked":false}"#,
            r#"{"kind":"damage","who":"ogre","dice":"1d8","faces":[5],"multiplier":2,"damage":10,"hp_left":2}"#,
            r#"{"kind":"attack","who":"ogre","target":"hero","attack":"club","attack_kind":"melee","free":false,"avoided_with":"dex","faces":[11],"bonus":1,"difficulty":12,"hits":false,"critical":false,"marked":false}"#,
        ]
    );
    assert_eq!(
        told(&played, 2),
        [
            r#"{"kind":"attack","who":"hero","target":"ogre","attack":"sword","attack_kind":"melee","free":false,"faces":[10],"bonus":2,"difficulty":12,"hits":true,"critical":false,"marked":false}"#,
            r#"{"kind":"damage","who":"ogre","dice":"1d8","faces":[4],"damage":2,"hp_left":0}"#,
            r#"{"kind":"out","who":"ogre","end":"dead"}"#,
        ]
    );
}

/// ZONES-11, ZONES-14, ZONES-18: a hazard under Disadvantage, and an item.
#[test]
fn facts_without_a_meaning_are_left_out() {
    let mire = r#"{ id = "a", hazard = { test = "str", damage = "1d4", hinder = "weakened", affects = "party" } }"#;
    let herbs = "policy = \"hold\"\nheal_below = 99\nitems = [{ id = \"herbs\", heal = \"1d6\" }]";
    let text = scene(mire, &[character("hero", 9, &[IDLE], herbs), dummy("orc", 9, "a")]);
    let played = play(&limited(&text, &[], 2), party_first(1, &[11, 2, 1, 5, 7, 11, 12, 1, 12, 13]));
    assert_eq!(
        told(&played, 1),
        [
            r#"{"kind":"hazard","who":"hero","zone":"a","attribute":"str","faces":[11],"bonus":0,"difficulty":12,"passes":false}"#,
            r#"{"kind":"damage","who":"hero","dice":"1d4","faces":[2],"damage":2,"hp_left":7}"#,
            r#"{"kind":"ailment","who":"hero","ailment":"weakened"}"#,
            r#"{"kind":"heal","who":"hero","item":"herbs","target":"hero","dice":"1d6","faces":[1],"healed":1,"hp_left":8}"#,
            r#"{"kind":"recovery","who":"hero","ailment":"weakened","attribute":"str","faces":[5,7],"edge":"disadvantage","bonus":0,"difficulty":12,"passes":false}"#,
        ]
    );
    assert_eq!(
        told(&played, 2),
        [
            r#"{"kind":"hazard","who":"hero","zone":"a","attribute":"str","faces":[11,12],"edge":"disadvantage","bonus":0,"difficulty":12,"passes":false}"#,
            r#"{"kind":"damage","who":"hero","dice":"1d4","faces":[1],"damage":1,"hp_left":7}"#,
            r#"{"kind":"recovery","who":"hero","ailment":"weakened","attribute":"str","faces":[12,13],"edge":"disadvantage","bonus":0,"difficulty":12,"passes":true}"#,
            r#"{"kind":"timeout"}"#,
        ]
    );
}

/// Every line is an object of some kind, and every kind of event happens.
#[test]
fn every_line_is_an_object_with_a_kind() {
    let shipped = [
        include_str!("../../../../../../scenarios/zones/ford-ambush.toml"),
        include_str!("../../../../../../scenarios/zones/spore-hollow.toml"),
    ];
    let melee = [
        &["rules.reaction=roll", "rules.reaction_scope=each", "rules.item_use=separate_action"][..],
        &[
            "rules.surprised=enemies",
            "rules.morale_failure=retreat",
            "zones.ford.hazard.hinder=paralysed",
            "rules.order_ties=random",
        ],
    ];
    let all = shipped.map(|text| zones(text, &[])).into_iter().chain(melee.map(|overrides| zones(MELEE, overrides)));
    let mut kinds = BTreeSet::new();
    for rules in all {
        let mut workspace = Workspace::new(&rules);
        for index in 0..40 {
            let (mut dice, mut narrated) = (Seeded::new(Seed(4)), Narrated::default());
            dice.start(EncounterIndex(index));
            fight(&rules, &mut workspace, &mut Recorded::new(dice), &mut narrated);
            for line in narrated.lines() {
                let event: Value = serde_json::from_str(&line.event).expect("JSON");
                kinds.insert(event["kind"].as_str().expect("a kind").to_owned());
            }
        }
    }
    let all = [
        "ailment",
        "attack",
        "break",
        "damage",
        "disengage",
        "hazard",
        "heal",
        "initiative",
        "leave",
        "lost_turn",
        "lots",
        "morale",
        "move",
        "ongoing_damage",
        "order",
        "out",
        "peace",
        "positions",
        "push",
        "reaction",
        "recovery",
        "retreat",
        "retrieve",
        "surprise",
        "timeout",
    ];
    assert!(kinds.iter().eq(all), "{kinds:?}");
}
