//! Frayed and Panic (THRUM-47, THRUM-48).

use super::standoff::*;
use super::*;

/// A round in which a hero with Stress Tolerance 4 and so much Stress has the last turn.
fn panicking(stress: i32, keys: &str, overrides: &[&str], faces: &[u32]) -> Played {
    hero_acts(&format!("stress_tolerance = 4\nstress = {stress}\n{keys}"), "", overrides, faces)
}

/// Panic Rolls, those that failed, and Fatigue and Stress.
fn ends(played: &Played) -> (u32, u32, i32, (i32, i32)) {
    let [fatigue, stress] = [played.fatigue()[0].0, played.stress()[0].0];
    assert_eq!(played.metric("stress_tolerance_lost.hero") as i32, 4 - played.stress()[0].1);
    (played.metric("panic_rolls"), played.metric("panics"), fatigue, (stress, played.stress()[0].1))
}

/// THRUM-48, THRUM-63: whose Stress exceeds its Tolerance at the start of its turn has to roll above it, or panics: it is
/// Stunned, and its Stress turns into Fatigue.
#[test]
fn the_frayed_roll_against_their_stress() {
    assert_eq!(ends(&panicking(4, "", &[], &[])), (0, 0, 0, (4, 4)));
    let stance = "stance = \"brace\"\n";
    assert_eq!(ends(&panicking(5, stance, &[], &[3, 3])), (1, 0, 0, (5, 4)));
    let played = panicking(5, stance, &[], &[3, 2]);
    assert_eq!((ends(&played), played.applied(1, "THRUM-48")), ((1, 1, 5, (0, 3)), true));
    assert_eq!((played.metric("fatigue_taken"), played.applied(1, "THRUM-63")), (0, true), "a transfer is no dealing");
    assert_eq!(ends(&panicking(5, "resolve = 1\nstance = \"brace\"", &[], &[3, 2])), (1, 0, 0, (5, 4)));
}

/// THRUM-48: a Panic costs Stress Tolerance, as much as `panic_tolerance_loss` says, down to 0.
#[test]
fn a_panic_costs_tolerance() {
    for (loss, tolerance) in [(0, 4), (1, 3), (4, 0), (9, 0)] {
        let knob = format!("rules.panic_tolerance_loss={loss}");
        assert_eq!(ends(&panicking(9, "", &[&knob], &[1, 1])), (1, 1, 9, (0, tolerance)));
    }
}

/// THRUM-48, THRUM-57: granted Boons help, Shocked is a Bane; Boons on Resolve help with `stances_aid_saves` alone.
#[test]
fn boons_and_shocked_count_for_panic_rolls() {
    let granted = |keys: &str| abilities(&[&format!("id = \"p\", type = \"passive\", grants = {{ {keys} }}")]);
    let shocked = abilities(&["id = \"s\", type = \"stance\", take = { shocked = 3 }"]);
    let aided = ["rules.stances_aid_saves=true"];
    for (keys, overrides, faces, panics) in [
        (granted("panic_boons = 1"), &[][..], &[1, 3, 3][..], 0),
        (granted("panic_boons = -1"), &[], &[3, 1, 3], 1),
        (granted("incapacity_boons = 1, resilience_boons = 1"), &[], &[3, 3], 0),
        (granted("resolve = 2"), &[], &[1, 3], 0),
        (format!("stance = \"s\"\n{shocked}"), &[], &[3, 3, 1], 1),
        (String::new(), &[], &[3, 2], 1),
        (String::new(), &aided, &[1, 3, 3], 0),
        ("stance = \"brace\"".to_owned(), &aided, &[3, 2], 1),
    ] {
        let played = panicking(5, &keys, overrides, faces);
        assert_eq!((played.metric("panic_rolls"), played.metric("panics")), (1, panics), "{keys} {overrides:?}");
        assert_eq!(played.applied(1, "THRUM-57"), keys.contains("shocked"));
    }
}

/// THRUM-48, THRUM-51: the Incapacitated panic as well, unless `incapacitated_panic` is off.
#[test]
fn the_fallen_panic_by_choice() {
    let orc = still_npc("orc", (1, 0), &format!("stress = 9\nstress_tolerance = 4\n{FALLS}"));
    let text = scene(STILL, "", &[still_pc("hero", (0, 0), ""), orc, still_npc("other", (9, 0), "")]);
    // It holds out at first, falls, and panics where it lies.
    let played = ordered(2, &text, &[], &[2, 12, 2], &[6, 4, 1, 1, 1, 1]);
    assert_eq!((played.metric("panic_rolls"), played.metric("panics")), (2, 1));
    assert_eq!((played.fatigue()[1], played.stress()[1]), ((40 - 3 + 9, 17), (0, 3)));
    assert!(!played.is(1, Conditions::STUNNED), "its turn is over");
    let played = ordered(2, &text, &["rules.incapacitated_panic=false"], &[2, 12, 2], &[6, 4, 1, 1]);
    assert_eq!((played.metric("panic_rolls"), played.metric("panics"), played.stress()[1]), (1, 0, (9, 4)));
}
