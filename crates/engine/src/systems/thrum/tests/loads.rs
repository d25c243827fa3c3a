//! Fatigue and Stress, and the order in which an effect block applies (THRUM-45, THRUM-46).

use super::standoff::*;
use super::*;

/// THRUM-46: what is dealt adds to the Load, as reduced by passives, the Stance and the Buff; nothing is left below 1.
#[test]
fn loads_are_reduced_before_they_are_taken() {
    let hero = blow("success = { fatigue = 3, stress = 2 }");
    let orc = |fatigue: i32, stress: i32| {
        let keys = abilities(&[
            &format!(
                "id = \"p\", type = \"passive\", grants = {{ reduce_fatigue = {fatigue}, reduce_stress = {stress} }}"
            ),
            "id = \"s\", type = \"stance\", grants = { reduce_fatigue = 1 }",
        ]);
        format!("stance = \"s\"\n{keys}")
    };
    for (fatigue, stress, loads) in [(0, 0, (2, 2)), (1, 0, (1, 2)), (2, 1, (0, 1)), (9, 2, (0, 0)), (0, 9, (2, 0))] {
        let played = hero_acts(&hero, &orc(fatigue, stress), &[], &SUCCESS);
        assert_eq!((played.fatigue()[1].0, played.stress()[1].0), loads);
        assert_eq!((played.metric("fatigue_taken") as i32, played.metric("stress_taken") as i32), loads);
        assert!(played.applied(1, "THRUM-46"));
    }
}

/// THRUM-46, THRUM-57: whatever is left of a dealing grows by all stacks of Vulnerable, which end; Fatigue comes before Stress.
#[test]
fn vulnerable_adds_to_the_next_load() {
    let orc = |reduced: i32| {
        let keys = abilities(&[
            &format!("id = \"p\", type = \"passive\", grants = {{ reduce_fatigue = {reduced} }}"),
            "id = \"s\", type = \"stance\", take = { vulnerable = 3 }",
        ]);
        format!("stance = \"s\"\nstress_tolerance = 9\n{keys}")
    };
    for (keys, reduced, fatigue, stress) in [
        ("success = { fatigue = 1, stress = 1 }", 0, 4, 1),
        ("success = { fatigue = 1, stress = 1 }", 1, 0, 4),
        ("success = { stress = 1 }", 0, 0, 4),
        ("success = { fatigue = 1 }, effect = { fatigue = 1 }", 0, 5, 0),
    ] {
        let played = orc_acts(&blow(keys), &orc(reduced), &[], &SUCCESS);
        assert_eq!((played.fatigue()[1].0, played.stress()[1].0), (fatigue, stress), "{keys} {reduced}");
        assert_eq!(played.stacks(1, Status::Vulnerable), 0);
        assert_eq!((played.metric("fatigue_taken") as i32, played.metric("stress_taken") as i32), (fatigue, stress));
    }
    let played = orc_acts(&blow(HARM), &orc(1), &["combatants.orc.fatigue=40"], &SUCCESS);
    assert_eq!((played.fatigue()[1].0, played.stacks(1, Status::Vulnerable)), (40, 2), "nothing was left");
}

/// THRUM-45: within a block harm comes first, then half of what is there, then relief, then what ends, then what begins.
#[test]
fn the_keys_of_a_block_apply_in_order() {
    let take = |keys: &str| abilities(&[&format!("id = \"s\", type = \"stance\", take = {{ {keys} }}")]);
    for (take_keys, fatigue, stress) in [
        ("fatigue = 5, stress = 3", 5, 3),
        ("fatigue = 5, halve_loads = true, stress = 3", 2, 1),
        ("heal_fatigue = 2, fatigue = 5, halve_loads = true", 0, 0),
        ("heal_fatigue = 1, heal_stress = 2, fatigue = 5, stress = 3", 4, 1),
        ("heal_fatigue = 9, heal_stress = 9, fatigue = 5, stress = 3", 0, 0),
        ("vulnerable = 2, fatigue = 1, stress = 1", 1, 1),
    ] {
        let orc = format!("stance = \"s\"\nstress_tolerance = 9\n{}", take(take_keys));
        let played = rounds(1, &standoff("", &orc), &["rules.recover_amount=0"], &initiative(&[2, 12]));
        assert_eq!(
            (played.states[0].bodies[1].fatigue, played.states[0].bodies[1].stress),
            (fatigue, stress),
            "{take_keys}"
        );
    }
    let hero = format!("stance = \"s\"\n{}", take("clear = true, burning = 2, cure = 1, dazed = true, hidden = true"));
    let played = hero_acts(&hero, "", &["rules.recover_amount=0"], &[]);
    let body = &played.states[0].bodies[0];
    assert_eq!(
        (body.stacks[Status::Burning as usize], body.conditions),
        (2, Conditions::DAZED.with(Conditions::HIDDEN))
    );
}

/// THRUM-45, THRUM-56: `cure` ends the first statuses in the order of the rules, whatever their stacks, and `clear` all of them
/// with Dazed, Disoriented, Immobilized and Stunned, but neither Hidden nor Mark.
#[test]
fn statuses_are_cured_in_order() {
    let all = "bleed = 1, blinded = 2, burning = 3, hamstrung = 1, shocked = 1, slowed = 1, vulnerable = 1, weakened = 4, \
               mark = 2, dazed = true, disoriented = true, hidden = true, immobilized = true, stunned = true";
    let ends = |keys: &str| {
        let healer = format!("id = \"h\", type = \"action\", target = \"ally\", effect = {{ {keys} }}");
        let combatants = [
            still_pc("hero", (0, 0), &blow(&format!("success = {{ {all} }}"))),
            still_npc("orc", (1, 0), ""),
            still_npc("healer", (2, 0), &abilities(&[&healer])),
        ];
        let played = ordered(1, &scene(STILL, "", &combatants), &[], &[8, 12, 2], &SUCCESS);
        let body = played.end.bodies[1];
        assert!(played.applied(1, "THRUM-56"));
        (body.stacks, body.mark, body.conditions)
    };
    let hidden = Conditions::HIDDEN;
    let lasting =
        Conditions::DAZED.with(Conditions::DISORIENTED).with(Conditions::IMMOBILIZED).with(Conditions::STUNNED);
    // Whoever attacks an adjacent enemy ends its Hidden, also the one that this very attack gave it.
    assert_eq!(ends("cure = 2"), ([0, 0, 3, 1, 1, 1, 1, 4], 2, lasting));
    assert_eq!(ends("cure = 9"), ([0; 8], 2, lasting));
    assert_eq!(ends("clear = true"), ([0; 8], 2, Conditions::NONE));
    assert_eq!(ends("clear = true, hidden = true"), ([0; 8], 2, hidden));
    assert_eq!(ends("clear = true, bleed = 1"), ([1, 0, 0, 0, 0, 0, 0, 0], 2, Conditions::NONE));
}
