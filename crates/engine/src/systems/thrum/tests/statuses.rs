//! Statuses and what they do (THRUM-13, THRUM-56, THRUM-57).

use super::standoff::*;
use super::*;

/// Keys of somebody who has these conditions from the set-up on.
fn suffering(take: &str) -> String {
    format!("stance = \"s\"\n{}", abilities(&[&format!("id = \"s\", type = \"stance\", take = {{ {take} }}")]))
}

const ALL: &str =
    "bleed = 2, blinded = 2, burning = 2, hamstrung = 2, shocked = 2, slowed = 2, vulnerable = 2, weakened = 2";

/// THRUM-13, THRUM-56: gaining adds stacks, and the end of its own turn takes one of each.
#[test]
fn stacks_add_up_and_run_down() {
    let hero = blow(&format!("effect = {{ {ALL} }}"));
    let text = standoff(&hero, "");
    let played = ordered(2, &text, &["rules.recover_amount=0"], &[2, 12], &[DEFENDED, DEFENDED].concat());
    assert_eq!(played.states[1].bodies[1].stacks, [2; 8]);
    // It recovers from the first of them, and from Burning; Vulnerable adds to nothing.
    assert_eq!(played.end.bodies[1].stacks, [2, 3, 2, 3, 3, 3, 3, 3]);
    assert_eq!(played.metric("recovers"), 1);
    let played = ordered(1, &standoff(&suffering(ALL), ""), &[], &[2, 12], &[]);
    assert_eq!(played.end.bodies[0].stacks, [0, 1, 0, 1, 1, 1, 1, 1]);
    assert!(played.named("THRUM-56") && played.applied(1, "THRUM-13"));
}

/// THRUM-13, THRUM-57: Burning deals 1 Fatigue at the end of the turn, with Vulnerable, before stacks end.
#[test]
fn burning_hurts_at_the_end_of_the_turn() {
    let keys = |take: &str| {
        let stance = format!("id = \"s\", type = \"stance\", take = {{ {take} }}");
        format!("stance = \"s\"\n{}", abilities(&[&attack_with("\"physical_attack\"", HARM), &stance]))
    };
    for (take, fatigue, left) in [("burning = 2", 1, 1), ("burning = 1", 1, 0), ("burning = 1, vulnerable = 1", 2, 0)] {
        let played = hero_acts(&keys(take), "", &[], &DEFENDED);
        assert_eq!((played.fatigue()[0].0, played.stacks(0, Status::Burning)), (fatigue, left), "{take}");
        assert!(played.applied(1, "THRUM-57") && played.stacks(0, Status::Vulnerable) == 0);
    }
}

/// THRUM-57: who is Weakened, or Blinded and not adjacent, attacks with a Bane; the Blinded see half as far, rounded up.
#[test]
fn the_weakened_and_the_blinded_attack_worse() {
    let keys = |take: &str, range: i32| {
        let attack = attack_with("\"physical_attack\"", &format!("range = {range}, success = {{ fatigue = 1 }}"));
        let stance = format!("id = \"s\", type = \"stance\", take = {{ {take} }}");
        format!("stance = \"s\"\n{}", abilities(&[&attack, &stance]))
    };
    for (take, range, distance, dice) in [
        ("weakened = 5", 1, 1, 3),
        ("blinded = 5", 1, 1, 2),
        ("blinded = 5", 4, 2, 3),
        ("blinded = 5", 3, 2, 3),
        ("blinded = 5", 2, 2, 0),
        ("blinded = 5", 4, 3, 0),
        ("blinded = 5, weakened = 1", 5, 3, 4),
        ("bleed = 1", 3, 3, 2),
    ] {
        let hero = still_pc("hero", (0, 0), &keys(take, range));
        let text = scene(STILL, "", &[hero, still_npc("orc", (distance, 0), "")]);
        let faces = if dice == 0 { Vec::new() } else { [vec![4; dice], vec![2, 2]].concat() };
        let played = ordered(1, &text, &[], &[2, 12], &faces);
        assert_eq!(played.attacks().1, u32::from(dice > 0), "{take} {range} {distance}");
        assert_eq!(played.applied(1, "THRUM-57"), dice > 0 && take != "bleed = 1");
    }
}

/// THRUM-57: who is Hamstrung becomes Dazed by attacking, once all of it is over, and not by anything else.
#[test]
fn attacking_dazes_the_hamstrung() {
    let hero = |tags: &str| {
        let attack = format!("id = \"blow\", type = \"action\", {tags} effect = {{ bleed = 1 }}");
        let stance = "id = \"s\", type = \"stance\", take = { hamstrung = 5 }";
        format!("stance = \"s\"\n{}", abilities(&[&attack, stance]))
    };
    let played = hero_acts(&hero("tags = [\"physical_attack\"],"), "", &[], &DEFENDED);
    assert!(played.is(0, Conditions::DAZED) && played.applied(1, "THRUM-57"));
    let played = hero_acts(&hero(""), "", &[], &[]);
    assert_eq!((played.stacks(1, Status::Bleed), played.is(0, Conditions::DAZED)), (1, false));
    // A reaction is an attack too.
    let orc = "stance = \"s\"\n".to_owned()
        + &abilities(&[
            "id = \"s\", type = \"stance\", take = { hamstrung = 5 }, trigger = \"self_targeted\", attack = \"r\"",
            "id = \"r\", type = \"reaction\", tags = [\"physical_attack\"], effect = { shocked = 1 }",
        ]);
    // The orc's reaction comes first; then it is attacked, with a Bane of its own for being Dazed by it.
    let played = orc_acts(&blow("effect = { bleed = 1 }"), &orc, &[], &[&DEFENDED[..], &[3, 3, 3, 3, 1]].concat());
    assert_eq!(played.attacks(), (2, 1, 0));
    assert!(played.is(1, Conditions::DAZED));
}

/// THRUM-18, THRUM-57: the Slowed have 2 less Speed, however many stacks.
#[test]
fn the_slowed_are_slower_by_two() {
    for (slowed, speed, x) in [(0, 4, 4), (1, 4, 2), (5, 4, 2), (3, 1, 0)] {
        let keys = format!("speed = {speed}\n{}", suffering(&format!("slowed = {slowed}, bleed = 9")));
        let hero = still_pc("hero", (0, 0), &keys);
        let text = scene(STILL, "", &[hero, still_npc("orc", (11, 0), "")]);
        // An Exhausted combatant does not Dash.
        let tired = ["combatants.hero.fatigue=40"];
        let played = ordered(1, &text, &tired, &[2, 12], &[]);
        assert_eq!(squares(&thrum(&text, &[]), &played, 1)[0].0, x, "{slowed} {speed}");
    }
}
