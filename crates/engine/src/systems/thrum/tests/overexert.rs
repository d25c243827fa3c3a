//! Overexert (THRUM-40).

use super::standoff::*;
use super::*;

/// A hero with Stress Tolerance 3 and so much Stress, with an attack that can be Overexerted.
fn hero(stress: i32, keys: &str, overexert: &str) -> String {
    format!("stress_tolerance = 3\nstress = {stress}\n{}", blow(&format!("{keys}, overexert = {{ {overexert} }}")))
}

/// THRUM-40: all of its entries are added to those of the ability, and the cost is Stress.
#[test]
fn what_overexert_says_is_added() {
    let keys = "boons = 1, success = { fatigue = 1 }, critical = { bleed = 1 }, effect = { shocked = 1 }";
    let more = "cost = 2, boons = 1, success = { fatigue = 2 }, critical = { bleed = 2 }, effect = { shocked = 2 }";
    let hero = |stress: i32| hero(stress, keys, more);
    let played = hero_acts(&hero(1), "", &[], &[1, 6, 1, 6, 1, 1]);
    let stacks = (played.stacks(1, Status::Bleed), played.stacks(1, Status::Shocked));
    assert_eq!((played.fatigue()[1].0, stacks, played.stress()[0].0), (3, (3, 3), 3));
    assert_eq!((played.metric("overexerts"), played.applied(1, "THRUM-40")), (1, true));
    // With more Stress it is used plainly.
    let played = hero_acts(&hero(2), "", &[], &[6, 1, 6, 1, 1]);
    let stacks = (played.stacks(1, Status::Bleed), played.stacks(1, Status::Shocked));
    assert_eq!((played.fatigue()[1].0, stacks, played.stress()[0].0), (1, (1, 1), 2));
    assert_eq!((played.metric("overexerts"), played.named("THRUM-40")), (0, false));
}

/// THRUM-40: policies Overexert as long as Stress does not exceed the Tolerance, `reckless` always; the cost is 1 if not told.
#[test]
fn only_the_reckless_fray_themselves() {
    let overexerts = |stress: i32, keys: &str| {
        let text = format!("{keys}{}", hero(stress, HARM, "boons = 0"));
        let panic: &[u32] = if stress > 3 { &[6, 6] } else { &[] };
        let played = hero_acts(&text, "", &[], &[panic, &SUCCESS].concat());
        (played.metric("overexerts"), played.stress()[0].0)
    };
    assert_eq!(overexerts(2, ""), (1, 3));
    assert_eq!(overexerts(3, ""), (0, 3));
    assert_eq!(overexerts(4, ""), (0, 4));
    assert_eq!(overexerts(4, "policy = \"reckless\"\n"), (1, 5));
}

/// THRUM-40, THRUM-46, THRUM-59: the cost is dealt before any roll, reduced like all Stress, and ends nobody's Dazed.
#[test]
fn the_cost_is_a_dealing_of_stress() {
    let keys = abilities(&[
        &attack_with("\"physical_attack\"", "success = { fatigue = 1 }, overexert = { cost = 3, boons = 0 }"),
        "id = \"s\", type = \"stance\", take = { dazed = true, vulnerable = 2 }, grants = { reduce_stress = 1 }",
    ]);
    let hero = format!("stress_tolerance = 9\nstance = \"s\"\n{keys}");
    let played = hero_acts(&hero, "", &[], &SUCCESS);
    assert_eq!((played.stress()[0].0, played.stacks(0, Status::Vulnerable)), (4, 0));
    assert!(played.is(0, Conditions::DAZED));
    let lines = played.narration(1);
    assert!(lines.find("hero takes 4 Stress") < lines.find("hero attacks orc"), "{lines}");
}

/// THRUM-40: with `critical_on_success` every success has the effects of a Critical, and is none otherwise.
#[test]
fn a_success_may_count_as_a_critical() {
    let keys = |more: &str| format!("success = {{ fatigue = 1 }}, critical = {{ fatigue = 2, bleed = 1 }}{more}");
    let hero = |more: &str| hero(0, &keys(more), "critical_on_success = true");
    let ends = |more: &str, faces: &[u32]| {
        let played = hero_acts(&hero(more), "", &[], faces);
        (played.attacks(), played.fatigue()[1].0, played.stacks(1, Status::Bleed))
    };
    assert_eq!(ends("", &SUCCESS), ((1, 1, 0), 3, 1));
    assert_eq!(ends("", &CRITICAL), ((1, 1, 1), 3, 1));
    assert_eq!(ends("", &DEFENDED), ((1, 0, 0), 0, 0));
    assert_eq!(ends(", critical_replaces = true", &SUCCESS), ((1, 1, 0), 2, 1));
}

/// THRUM-29, THRUM-40: its size is added to that of the shape, also when policies look whom it reaches.
#[test]
fn overexert_makes_shapes_larger() {
    for (stress, hits) in [(2, 1), (3, 0)] {
        let hero = hero(stress, "shape = \"aura\", size = 1, success = { fatigue = 1 }", "size = 2");
        let text = scene(STILL, "", &[still_pc("hero", (0, 0), &hero), still_npc("orc", (3, 0), "")]);
        let played = ordered(1, &text, &[], &[2, 12], if hits == 1 { &SUCCESS } else { &[] });
        assert_eq!((played.attacks(), played.metric("overexerts")), ((hits, hits, 0), hits));
    }
}

/// THRUM-40, THRUM-45: what is no attack can be Overexerted as well.
#[test]
fn healing_can_be_overexerted() {
    let heal = "id = \"h\", type = \"action\", target = \"ally\", effect = { heal_fatigue = 2 }, \
                overexert = { effect = { heal_fatigue = 3 } }";
    let hero = format!("stress_tolerance = 3\n{}", abilities(&[heal]));
    let friend = still_pc("friend", (0, 1), "fatigue = 9");
    let text = scene(STILL, "", &[still_pc("hero", (0, 0), &hero), friend, still_npc("orc", (5, 0), "")]);
    let played = ordered(1, &text, &[], &[2, 12, 12], &[]);
    assert_eq!((played.fatigue()[1].0, played.stress()[0].0), (4, 1));
}
