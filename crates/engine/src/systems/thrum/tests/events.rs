//! Events as programs read them: objects with a `kind`.

use std::collections::BTreeSet;

use super::fighters::{FIRST, QUIET, at, faller, rooted};
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
        objects(&played, 1, "orc takes"),
        [format!(r#"{{"kind":"damage","who":"orc","load":"fatigue","damage":1,"vulnerable":0,"loads":{loads}}}"#)]
    );
    let used = r#"{"kind":"use","who":"hero","ability":"blow","targets":["orc"],"overexerted":false}"#;
    assert_eq!(objects(&played, 1, "hero uses"), [used]);
}

/// THRUM-13, THRUM-18, THRUM-28: squares are pairs of numbers, and statuses have the names of their keys.
#[test]
fn squares_and_stacks_are_numbers() {
    let ray =
        r#"id = "ray", type = "action", target = "enemy", shape = "line", size = 4, range = 9, effect = { mark = 1 }"#;
    let woe = r#"id = "woe", type = "stance", take = { weakened = 2, shocked = 1, dazed = true }"#;
    let hero = at((0, 0), &format!("stance = \"woe\"\n{}", abilities(&[ray, woe])));
    let text = scene(QUIET, "width = 12\nheight = 1", &[pc("hero", &hero), npc("orc", &rooted((11, 0), ""))]);
    let played = one_round(&text, &[], &FIRST);
    let shape = r#"{"shape":"line","size":4,"from":[8,0],"direction":[1,0]}"#;
    for (words, object) in [
        ("starts at [0", r#"{"kind":"start","who":"hero","square":[0,0]}"#.to_owned()),
        ("moves to", r#"{"kind":"walk","who":"hero","by_way_of":[[1,0]],"to":[2,0]}"#.to_owned()),
        (
            "uses ray",
            format!(r#"{{"kind":"use","who":"hero","ability":"ray","targets":["orc"],"shape":{shape},"overexerted":false}}"#),
        ),
        (
            "hero gains",
            r#"{"kind":"affliction","who":"hero","stacks":{"shocked":1,"weakened":2},"marks":0,"conditions":["dazed"]}"#
                .to_owned(),
        ),
        ("hero's turn ends", r#"{"kind":"end_of_turn","who":"hero","ended":["shocked"],"left":{"weakened":1}}"#.to_owned()),
    ] {
        let told = [objects(&played, 0, words), objects(&played, 1, words)].concat();
        assert_eq!(told, [object], "{}", played.narration(1));
    }
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
    assert_eq!(Vec::from_iter(kinds), [""; 0]);
}
