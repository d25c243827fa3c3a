//! Exhausted, Incapacity Rolls, and what it means to be Incapacitated (THRUM-49 to THRUM-52).

use super::standoff::*;
use super::*;

/// THRUM-49: the Exhausted attack with Banes.
#[test]
fn the_exhausted_attack_worse() {
    for (fatigue, overrides, attack, hits) in [
        (5, &[][..], &[4, 4][..], 1),
        (6, &[], &[4, 4, 1], 0),
        (6, &["rules.exhausted_banes=0"], &[4, 4], 1),
        (6, &["rules.exhausted_banes=2"], &[4, 1, 4, 1], 0),
    ] {
        let hero = format!("fatigue = {fatigue}\nfatigue_tolerance = 5\n{}", blow(HARM));
        let save: &[u32] = if fatigue > 5 { &[6, 6] } else { &[] };
        let played = hero_acts(&hero, "", overrides, &[attack, &[3, 3], save].concat());
        assert_eq!((played.attacks(), played.applied(1, "THRUM-49")), ((1, hits, 0), fatigue > 5));
    }
}

/// A round in which a hero with Fatigue Tolerance 5 and so much Fatigue has the last turn, with an Action if it attacks.
fn tired(fatigue: i32, keys: &str, overrides: &[&str], faces: &[u32]) -> Played {
    hero_acts(&format!("fatigue = {fatigue}\nfatigue_tolerance = 5\n{keys}"), "", overrides, faces)
}

/// THRUM-49, THRUM-50: who is Exhausted after an Action rolls above its Fatigue Load, or is Incapacitated.
#[test]
fn the_exhausted_risk_incapacity_by_acting() {
    let active = |played: &Played| (played.metric("incapacity_rolls"), played.active().contains(&0));
    assert_eq!(active(&tired(5, &blow(HARM), &[], &SUCCESS)), (0, true));
    assert_eq!(active(&tired(6, "", &[], &[])), (0, true), "no Action");
    let attack = [4, 4, 1, 2, 2];
    for (keys, save, holds) in [("", [3, 3], false), ("", [3, 4], true), ("resilience = 1\n", [3, 3], true)] {
        let played = tired(6, &format!("{keys}{}", blow(HARM)), &[], &[&attack[..], &save].concat());
        assert_eq!((active(&played), played.applied(1, "THRUM-50")), ((1, holds), true));
    }
}

/// THRUM-12, THRUM-49: an Action that brings the Load back to the Tolerance spares the roll; one that brings it there calls for
/// it.
#[test]
fn what_the_action_leaves_decides_about_the_roll() {
    let played = tired(6, "", &["rules.recover_amount=1"], &[]);
    assert_eq!((played.metric("recovers"), played.metric("incapacity_rolls"), played.fatigue()[0]), (1, 0, (5, 5)));
    let played = tired(5, &blow("self_effect = { fatigue = 1 }"), &[], &[&SUCCESS[..], &[6, 6]].concat());
    assert_eq!((played.metric("incapacity_rolls"), played.fatigue()[0]), (1, (6, 5)));
    // The choice of the policy: to recover if that ends the Exhaustion, unless it is reckless.
    let attack = [4, 4, 1, 2, 2, 6, 6];
    for (fatigue, policy, recovers) in [(6, "default", 1), (7, "default", 0), (6, "reckless", 0)] {
        let keys = format!("policy = \"{policy}\"\n{}", blow(HARM));
        let faces: &[u32] = if recovers == 1 { &[] } else { &attack };
        let played = tired(fatigue, &keys, &["rules.recover_amount=1"], faces);
        assert_eq!((played.metric("recovers"), played.metric("attacks")), (recovers, 1 - recovers));
    }
}

/// THRUM-50, THRUM-57: granted Boons help, Bleed is a Bane; Boons on Resilience help with `stances_aid_saves` alone.
#[test]
fn boons_and_bleed_count_for_incapacity_rolls() {
    let with = |keys: &str| abilities(&[&attack_with("\"physical_attack\"", HARM), keys]);
    let granted = |keys: &str| with(&format!("id = \"p\", type = \"passive\", grants = {{ {keys} }}"));
    let bleeds = with("id = \"s\", type = \"stance\", take = { bleed = 3 }");
    let aided = ["rules.stances_aid_saves=true"];
    for (keys, overrides, save, falls) in [
        (granted("incapacity_boons = 1"), &[][..], &[1, 4, 3][..], 0),
        (granted("incapacity_boons = -1"), &[], &[4, 1, 3], 1),
        (granted("panic_boons = 1, resolve_boons = 1"), &[], &[3, 4], 0),
        (granted("resilience = 2"), &[], &[1, 4], 0),
        (format!("stance = \"s\"\n{bleeds}"), &[], &[4, 3, 1], 1),
        (format!("stance = \"brace\"\n{}", blow(HARM)), &[], &[3, 3], 1),
        (format!("stance = \"brace\"\n{}", blow(HARM)), &aided, &[1, 4, 3], 0),
        (blow(HARM), &aided, &[3, 3], 1),
    ] {
        let played = tired(6, &keys, overrides, &[&[4, 4, 1, 2, 2], save].concat());
        assert_eq!((played.metric("incapacity_rolls"), played.metric("incapacitations")), (1, falls), "{keys}");
        assert_eq!(played.applied(1, "THRUM-57"), keys.contains("bleed"));
    }
}

/// A fight of a hero, who has the last turn, with an orc that falls in the first one and another that stands far away.
fn with_fallen(hero: &str, orc: &str) -> String {
    let orc = still_npc("orc", (2, 0), &format!("{orc}{FALLS}"));
    scene(STILL, "", &[still_pc("hero", (1, 0), hero), orc, still_npc("other", (9, 0), "")])
}

/// THRUM-51: whoever falls loses Tolerance and Load, leaves its Stance, and keeps its statuses.
#[test]
fn incapacity_has_its_price() {
    let text = with_fallen("", "stance = \"brace\"\n");
    for (upkeep, fatigue) in [(0, (40, 20)), (1, (38, 18)), (3, (34, 14)), (10, (20, 0))] {
        let knob = [&*format!("rules.upkeep={upkeep}")];
        let played = ordered(1, &text, &knob, &[2, 12, 12], &[1, 1]);
        assert_eq!(played.fatigue()[1], fatigue, "at once and at the end of the turn");
        assert_eq!((played.end.bodies[1].stance, played.active()), (None, vec![0, 2]));
        assert!(played.applied(1, "THRUM-51") && played.applied(1, "THRUM-52"));
        assert_eq!(played.metric("fatigue_tolerance_lost.orc") as i32, 20 - fatigue.1);
    }
    // With `same_turn_upkeep` off it pays from its next turn on.
    let off = ["rules.same_turn_upkeep=false"];
    assert_eq!(ordered(1, &text, &off, &[2, 12, 12], &[1, 1]).fatigue()[1], (39, 19));
    assert_eq!(ordered(2, &text, &off, &[2, 12, 12], &[1, 1]).fatigue()[1], (38, 18));
}

/// THRUM-26, THRUM-51: an attack on the Incapacitated succeeds without dice and is no Critical; with `incapacitated_defend` it
/// is rolled.
#[test]
fn the_fallen_do_not_defend_themselves() {
    let hero = blow(
        "shape = \"aura\", size = 9, success = { fatigue = 1 }, critical = { fatigue = 5 }, effect = { stress = 2 }",
    );
    let text = with_fallen(&hero, "");
    let played = ordered(1, &text, &[], &[2, 12, 12], &[&[1, 1][..], &DEFENDED].concat());
    assert_eq!((played.attacks(), played.fatigue()[1].0, played.stress()[1].0), ((2, 1, 0), 39, 2));
    assert!(played.applied(1, "THRUM-51"));
    let marked = text
        .replace("stress = 2 }", "mark = 1 }, mark_fatigue = true")
        .replace("type = \"action\", tags = [\"buff\"]", "type = \"action\", tags = [\"buff\"], effect = { mark = 3 }");
    let played = ordered(1, &marked, &[], &[2, 12, 12], &[&[1, 1][..], &DEFENDED].concat());
    assert_eq!((played.fatigue()[1].0, played.end.bodies[1].mark), (42, 3), "Marks count");
    let defend = ["rules.incapacitated_defend=true"];
    let played = ordered(1, &text, &defend, &[2, 12, 12], &[&[1, 1][..], &DEFENDED, &DEFENDED].concat());
    assert_eq!((played.attacks(), played.fatigue()[1].0, played.stress()[1].0), ((2, 0, 0), 38, 2));
}

/// THRUM-26, THRUM-51: with `attack_fallen` single attacks are aimed at the Incapacitated as well, where nobody active can be.
#[test]
fn the_fallen_are_attacked_by_choice() {
    let text = with_fallen(&blow(HARM), "");
    let played = ordered(1, &text, &[], &[2, 12, 12], &[1, 1]);
    assert_eq!((played.attacks(), played.fatigue()[1].0), ((0, 0, 0), 38));
    let fallen = ["rules.attack_fallen=true"];
    let played = ordered(1, &text, &fallen, &[2, 12, 12], &[1, 1]);
    assert_eq!((played.attacks(), played.fatigue()[1].0), ((1, 1, 0), 39));
    let near = ["rules.attack_fallen=true", "combatants.other.at=[[0, 0]]"];
    let played = ordered(1, &text, &near, &[2, 12, 12], &[&[1, 1][..], &SUCCESS].concat());
    assert_eq!((played.attacks(), played.fatigue()[1].0, played.fatigue()[2].0), ((1, 1, 0), 38, 1));
    // Another ability for which somebody active is in range speaks against it as well, what is no attack too.
    let curse = "id = \"curse\", type = \"action\", range = 9, effect = { stress = 1 }";
    let hero = abilities(&[&attack_with("\"physical_attack\"", HARM), curse]);
    let played = ordered(1, &with_fallen(&hero, ""), &fallen, &[2, 12, 12], &[1, 1]);
    assert_eq!((played.attacks(), played.stress()[2].0), ((0, 0, 0), 1));
    // Abilities that are no attacks are for the active alone.
    let hero = abilities(&["id = \"curse\", type = \"action\", effect = { stress = 1 }"]);
    let played = ordered(1, &with_fallen(&hero, ""), &fallen, &[2, 12, 12], &[1, 1]);
    assert_eq!(played.stress()[1].0, 0);
    let several = blow("targets = 3, success = { fatigue = 1 }");
    let played = ordered(1, &with_fallen(&several, ""), &fallen, &[2, 12, 12], &[1, 1]);
    assert_eq!(played.attacks(), (1, 1, 0));
}

/// THRUM-09, THRUM-51: the Incapacitated neither move nor act, nor take a Stance.
#[test]
fn the_fallen_do_nothing() {
    let orc =
        format!("speed = 4\n{}", FALLS.replace("] }]", "] }, { id = \"b\", type = \"action\", tags = [\"buff\"] }]"));
    let text = with_fallen("", "").replace(&still((2, 0), FALLS), &still((2, 0), &orc));
    let played = ordered(3, &text, &[], &[2, 12, 12], &[1, 1]);
    assert_eq!((played.metric("incapacity_rolls"), played.end.bodies[1].stance), (1, None));
    assert_eq!(played.said(2, "orc").len(), 2, "{}", played.narration(2));
}
