//! Events as programs read them: objects with a `kind`.

use std::collections::BTreeSet;

use super::fighters::{FIRST, QUIET, TIRED, at, faller, rooted};
use super::standoff::{HARM, SUCCESS, blow, hero_acts};
use super::*;
use crate::dice::{Recorded, Seeded};
use crate::trace::Narrated;
use crate::{EncounterIndex, Seed, Workspace, fight};

/// The events of a round with these words in their lines, as JSON.
fn objects<'a>(played: &'a Played, round: u32, words: &str) -> Vec<&'a str> {
    let lines = played.lines.iter().filter(|line| line.round == round && line.text.contains(words));
    lines.map(|line| line.event.as_str()).collect()
}

/// THRUM-34, THRUM-46: dice, outcome and loads are numbers.
#[test]
fn an_attack_is_an_object() {
    let played = hero_acts(&blow(HARM), "", &[], &SUCCESS);
    let at_orc = r#""who":"hero","target":"orc""#;
    let rolls = [("roll", [4, 4], 8), ("defence_roll", [2, 2], 4)];
    let [attack, defence] = rolls.map(|(name, [first, second], total)| {
        format!(r#""{name}":{{"faces":[{first},{second}],"boons":0,"bonus":0,"total":{total}}}"#)
    });
    assert_eq!(
        objects(&played, 1, "hero attacks"),
        [format!(
            r#"{{"kind":"attack",{at_orc},{attack},"defence":"resilience",{defence},"outcome":"success","hits":true}}"#
        )]
    );
    let loads = r#"{"fatigue":1,"fatigue_tolerance":3,"stress":0,"stress_tolerance":2}"#;
    assert_eq!(
        objects(&played, 1, "orc takes 1 Fatigue"),
        [format!(r#"{{"kind":"damage","who":"orc","load":"fatigue","damage":1,"vulnerable":0,"loads":{loads}}}"#)]
    );
    let used = r#"{"kind":"use","who":"hero","ability":"blow","targets":["orc"],"overexerted":false}"#;
    assert_eq!(objects(&played, 1, "hero uses"), [used]);
}

/// THRUM-18: squares are pairs of numbers.
#[test]
fn a_walk_has_its_squares() {
    let hero = pc("hero", &at((0, 0), TIRED));
    let text = scene(QUIET, "width = 12\nheight = 1", &[hero, npc("orc", &rooted((11, 0), ""))]);
    let played = one_round(&text, &[], &FIRST);
    assert_eq!(objects(&played, 0, "hero starts"), [r#"{"kind":"start","who":"hero","square":[0,0]}"#]);
    let walk = r#"{"kind":"walk","who":"hero","by_way_of":[[1,0],[2,0],[3,0]],"to":[4,0]}"#;
    assert_eq!(objects(&played, 1, "hero moves"), [walk]);
}

/// THRUM-13, THRUM-28, THRUM-45: a shape is an object, and statuses have the names of their keys.
#[test]
fn shapes_and_stacks_are_objects() {
    let ray = "id = \"ray\", type = \"action\", target = \"enemy\", shape = \"line\", size = 4, range = 9, \
               effect = { stress = 1 }";
    let woe = r#"id = "woe", type = "stance", take = { weakened = 2, shocked = 1, dazed = true }"#;
    let hero = pc("hero", &rooted((0, 0), &format!("stance = \"woe\"\n{}", abilities(&[ray, woe]))));
    let orc = npc("orc", &rooted((11, 0), "stress_tolerance = 9"));
    let played = one_round(&scene(QUIET, "width = 12\nheight = 1", &[hero, orc]), &[], &FIRST);
    let stacks = r#""stacks":{"shocked":1,"weakened":2},"marks":0,"conditions":["dazed"]"#;
    assert_eq!(objects(&played, 0, "hero gains"), [format!(r#"{{"kind":"affliction","who":"hero",{stacks}}}"#)]);
    let shape = r#""shape":{"shape":"line","size":4,"from":[8,0],"direction":[1,0]}"#;
    let used = r#""who":"hero","ability":"ray","targets":["orc"]"#;
    assert_eq!(objects(&played, 1, "uses ray"), [format!(r#"{{"kind":"use",{used},{shape},"overexerted":false}}"#)]);
    let end = r#"{"kind":"end_of_turn","who":"hero","ended":["shocked"],"left":{"weakened":1}}"#;
    assert_eq!(objects(&played, 1, "hero's turn ends"), [end]);
}

/// THRUM-16, THRUM-50: rolls against a Load say what they need, and the end says what is lost for good.
#[test]
fn a_fall_and_its_losses_are_objects() {
    let text = scene(QUIET, "width = 12\nheight = 1", &[pc("hero", &faller((0, 0))), npc("orc", &rooted((11, 0), ""))]);
    let played = one_round(&text, &[], &[&FIRST[..], &[1, 2]].concat());
    let roll = r#"{"faces":[1,2],"boons":0,"bonus":0,"total":3}"#;
    assert_eq!(
        objects(&played, 1, "Incapacity Roll"),
        [format!(
            r#"{{"kind":"save","who":"hero","save":"incapacity_roll","roll":{roll},"against":100,"holds":false}}"#
        )]
    );
    let loss = r#"{"who":"hero","fatigue_tolerance":1,"stress_tolerance":0,"collapsed":false}"#;
    assert_eq!(
        objects(&played, 1, "The fight is over"),
        [r#"{"kind":"end","defeats":[{"side":"party","beaten":true}]}"#]
    );
    assert_eq!(
        objects(&played, 1, "lost for good"),
        [format!(r#"{{"kind":"aftermath","timeout":false,"losses":[{loss}]}}"#)]
    );
}

/// All lines of shipped scenarios are objects with a `kind` and without `null`.
#[test]
fn every_line_of_a_shipped_scenario_is_an_object() {
    let mut kinds = BTreeSet::new();
    for text in [
        include_str!("../../../../../../scenarios/thrum/choir-of-ash.toml"),
        include_str!("../../../../../../scenarios/thrum/gate-race.toml"),
        include_str!("../../../../../../scenarios/thrum/hold-until-dawn.toml"),
        include_str!("../../../../../../scenarios/thrum/one-against-four.toml"),
    ] {
        let rules = thrum(text, &[]);
        for index in 0..20 {
            let (mut dice, mut narrated) = (Seeded::new(Seed(7)), Narrated::default());
            dice.start(EncounterIndex(index));
            fight(&rules, &mut Workspace::new(&rules), &mut Recorded::new(dice), &mut narrated);
            for line in narrated.into_lines() {
                let object: serde_json::Value = serde_json::from_str(&line.event).expect("JSON");
                assert!(!line.event.contains("null"), "{}", line.event);
                kinds.insert(object["kind"].as_str().expect("a kind").to_owned());
            }
        }
    }
    let common =
        ["initiative", "start", "order", "turn", "stance", "walk", "use", "attack", "damage", "end", "aftermath"];
    assert!(common.iter().all(|kind| kinds.contains(*kind)), "{kinds:?}");
}
