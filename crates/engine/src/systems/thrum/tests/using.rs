//! Using an ability step by step (THRUM-26, THRUM-45).

use super::standoff::*;
use super::*;

/// A scene of a hero, on [1, 1], with these orcs.
fn among(hero: &str, orcs: &[(&str, (i32, i32), &str)]) -> String {
    let orcs: Vec<String> = orcs.iter().map(|&(id, at, keys)| still_npc(id, at, keys)).collect();
    scene(STILL, "", &[&[still_pc("hero", (1, 1), hero)][..], &orcs].concat())
}

/// THRUM-26, THRUM-45: several targets are attacked in the order of their keys, each with rolls of its own.
#[test]
fn several_targets_are_attacked_in_the_order_chosen() {
    let hero = blow("targets = 2, success = { fatigue = 1 }, effect = { stress = 1 }");
    let orcs = [("a", (0, 0), "fatigue = 1"), ("b", (1, 0), "fatigue = 3"), ("c", (2, 0), "fatigue = 2")];
    let played = ordered(1, &among(&hero, &orcs), &[], &[2, 12, 12, 12], &[SUCCESS, DEFENDED].concat());
    let fatigue: Vec<i32> = played.fatigue().iter().map(|loads| loads.0).collect();
    let stress: Vec<i32> = played.stress().iter().map(|loads| loads.0).collect();
    assert_eq!((played.attacks(), fatigue, stress), ((2, 1, 0), vec![0, 1, 4, 2], vec![0, 0, 1, 1]));
    assert!(played.applied(1, "THRUM-45") && played.applied(1, "THRUM-26"));
    let one = blow(HARM);
    let played = ordered(1, &among(&one, &orcs), &[], &[2, 12, 12, 12], &SUCCESS);
    assert_eq!((played.attacks(), played.fatigue()[2].0), ((1, 1, 0), 4));
}

/// THRUM-43, THRUM-45: whoever falls to what its attack sets off attacks nobody else, has nothing of it, and its attack came to
/// nothing.
#[test]
fn who_falls_on_the_way_does_not_go_on() {
    let hero = format!(
        "fatigue = 20\n{}",
        blow("targets = 2, success = { fatigue = 1 }, effect = { stress = 1 }, self_effect = { mark = 1 }")
    );
    let guard = abilities(&[
        "id = \"s\", type = \"stance\", trigger = \"self_targeted\", attack = \"r\"",
        "id = \"r\", type = \"reaction\", tags = [\"physical_attack\", \"finisher\"], effect = { shocked = 1 }",
    ]);
    let guard = format!("stance = \"s\"\n{guard}");
    let orcs = [("a", (0, 0), &*guard), ("b", (1, 0), "")];
    let faces = [&DEFENDED[..], &[1, 1]].concat();
    let played = ordered(1, &among(&hero, &orcs), &[], &[2, 12, 12], &faces);
    assert_eq!((played.active(), played.end.bodies[0].mark, played.stress()[1].0), (vec![1, 2], 0, 0));
    assert_eq!((played.attacks(), played.metric("triggers")), ((1, 0, 0), 1), "the reaction alone was rolled");
    assert_eq!(played.said(1, "comes to nothing"), ["The attack of hero on a comes to nothing."]);
    // Without the fall: the reaction, then both attacks, each with a Bane; then the Incapacity Roll.
    let holds = [&DEFENDED[..], &[4, 4, 1, 3, 3], &[4, 4, 1, 3, 3], &[6, 6]].concat();
    let sturdy = ["combatants.hero.fatigue=4"];
    let faces = [&DEFENDED[..], &[6, 6], &holds[4..]].concat();
    let played = ordered(1, &among(&hero, &orcs), &sturdy, &[2, 12, 12], &faces);
    assert_eq!((played.active(), played.end.bodies[0].mark, played.attacks()), (vec![0, 1, 2], 1, (3, 0, 0)));
}

/// THRUM-45: allies in a shape defend themselves like enemies, without triggers; `self_effect` comes after all targets.
#[test]
fn allies_in_a_shape_are_attacked_as_well() {
    let hero = blow("shape = \"aura\", size = 1, effect = { bleed = 1 }, self_effect = { shocked = 2 }");
    let guard = "stance = \"s\"\n".to_owned()
        + &abilities(&["id = \"s\", type = \"stance\", trigger = \"self_targeted\", boons = 1"]);
    let friend = still_pc("friend", (0, 1), &guard);
    let text = among(&hero, &[("a", (0, 0), ""), ("b", (1, 0), "")]) + &friend;
    let played = ordered(1, &text, &[], &[2, 12, 12, 12], &[SUCCESS, SUCCESS, DEFENDED].concat());
    assert_eq!((played.attacks(), played.metric("triggers")), ((3, 2, 0), 0));
    let bleeding: Vec<u32> = (0..4).map(|who| played.stacks(who, Status::Bleed)).collect();
    assert_eq!((bleeding, played.stacks(0, Status::Shocked)), (vec![0, 1, 1, 1], 1), "it ticks in its own turn");
    let enemies = blow("shape = \"aura\", size = 1, target = \"enemy\", effect = { bleed = 1 }");
    let text = among(&enemies, &[("a", (0, 0), ""), ("b", (1, 0), "")]) + &friend;
    let played = ordered(1, &text, &[], &[2, 12, 12, 12], &[SUCCESS, SUCCESS].concat());
    assert_eq!((played.attacks(), played.stacks(3, Status::Bleed)), ((2, 2, 0), 0));
}

/// THRUM-24, THRUM-45: after the `self_effect` a kiter teleports, then moves, away from its enemies; others stay.
#[test]
fn after_an_ability_a_kiter_gets_away() {
    let strike = |more: &str| blow(&format!("effect = {{ bleed = 1 }}, self_effect = {{ {more} }}"));
    let at = |policy: &str, more: &str| {
        let text = standoff(&format!("policy = \"{policy}\"\n{}", strike(more)), "");
        let played = ordered(1, &text, &[], &[2, 12], &SUCCESS);
        squares(&thrum(&text, &[]), &played, 1)[0]
    };
    // From [0, 0] beside the orc on [1, 0]: two squares farther is the most that 2 squares can do.
    assert_eq!(at("kiter", "teleport = 3"), (0, 3));
    assert_eq!(at("kiter", "move = 2"), (0, 2));
    assert_eq!(at("kiter", "teleport = 2, move = 2"), (0, 4));
    assert_eq!(at("default", "teleport = 3, move = 2"), (0, 0));
    // If no square is farther, it stays.
    let hero = still_pc("hero", (0, 1), &format!("policy = \"kiter\"\n{}", strike("teleport = 1")));
    let text = scene(STILL, "width = 2\nheight = 3", &[hero, still_npc("orc", (1, 1), "")]);
    let played = ordered(1, &text, &[], &[2, 12], &SUCCESS);
    assert_eq!(squares(&thrum(&text, &[]), &played, 1)[0], (0, 1));
}
