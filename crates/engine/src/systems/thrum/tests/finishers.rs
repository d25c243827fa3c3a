//! Finishers (THRUM-39).

use super::standoff::*;
use super::*;

/// A fight in which the hero finishes off an orc with a Fatigue Tolerance of 5 and so much Fatigue.
fn finishing(fatigue: i32, keys: &str, overrides: &[&str], faces: &[u32]) -> Played {
    let orc = format!("fatigue_tolerance = 5\nfatigue = {fatigue}");
    hero_acts(&finisher(keys), &orc, overrides, faces)
}

/// Incapacity Rolls, whether the orc is active, and its Fatigue.
fn ends(played: &Played) -> (u32, bool, i32) {
    (played.metric("incapacity_rolls"), played.active().contains(&1), played.fatigue()[1].0)
}

/// THRUM-39, THRUM-50: whoever is Exhausted once the attack is resolved rolls at once, also by that very blow.
#[test]
fn the_blow_that_exhausts_can_fell() {
    let keys = "success = { fatigue = 2 }";
    assert_eq!(ends(&finishing(3, keys, &[], &SUCCESS)), (0, true, 5));
    let played = finishing(4, keys, &[], &[&SUCCESS[..], &[3, 3]].concat());
    assert_eq!((ends(&played), played.applied(1, "THRUM-39")), ((1, false, 5), true), "6 is not above 6");
    assert_eq!(ends(&finishing(4, keys, &[], &[&SUCCESS[..], &[3, 4]].concat())), (1, true, 6));
    let plain = hero_acts(&blow(keys), "fatigue_tolerance = 5\nfatigue = 9", &[], &SUCCESS);
    assert_eq!(ends(&plain), (0, true, 11), "no Finisher");
}

/// THRUM-39: with `finisher_on = "success"` a defence spares the roll.
#[test]
fn a_finisher_may_need_a_success() {
    let success = ["rules.finisher_on=success"];
    let keys = "success = { fatigue = 1 }";
    let (held, missed) = ([&SUCCESS[..], &[6, 6]].concat(), [&DEFENDED[..], &[6, 6]].concat());
    assert_eq!(ends(&finishing(6, keys, &[], &missed)), (1, true, 6));
    assert_eq!(ends(&finishing(6, keys, &success, &DEFENDED)), (0, true, 6));
    assert_eq!(ends(&finishing(6, keys, &success, &held)), (1, true, 7));
}

/// THRUM-39: with `finisher_target = "before"` the target must have been Exhausted when the attack began, and still be.
#[test]
fn a_finisher_may_need_an_exhausted_target() {
    let before = ["rules.finisher_target=before"];
    let keys = "success = { fatigue = 1 }";
    assert_eq!(ends(&finishing(5, keys, &before, &SUCCESS)), (0, true, 6));
    assert_eq!(ends(&finishing(6, keys, &before, &[&SUCCESS[..], &[6, 6]].concat())), (1, true, 7));
    let relief = "success = { heal_fatigue = 2 }";
    assert_eq!(ends(&finishing(6, relief, &before, &SUCCESS)), (0, true, 4));
}

/// THRUM-37, THRUM-39, THRUM-46: the roll comes after `effect` and after Vulnerable.
#[test]
fn the_roll_is_the_last_of_an_attack() {
    let played = finishing(5, "effect = { fatigue = 2 }", &[], &[&DEFENDED[..], &[3, 4]].concat());
    assert_eq!(ends(&played), (1, false, 6), "7 is not above 7");
    let text = standoff(&finisher("success = { fatigue = 1 }"), "fatigue = 6\ndefence = \"evasion\"");
    let played = ordered(1, &text, &[], &[2, 12], &[4, 4, 1, 1, 2, 6, 6]);
    let lines = played.narration(1);
    let position = |words: &str| lines.find(words).expect("narrated");
    assert!(position("is Vulnerable") < position("Incapacity Roll"), "{lines}");
}

/// THRUM-39, THRUM-51: who lies already, or is felled by what the attack set off, does not roll.
#[test]
fn the_fallen_are_not_finished_again() {
    let hero = finisher("shape = \"aura\", size = 1, success = { fatigue = 1 }");
    let orcs = [still_npc("orc", (2, 0), FALLS), still_npc("other", (0, 0), "")];
    let text = scene(STILL, "", &[&[still_pc("hero", (1, 0), &hero)][..], &orcs].concat());
    let played = ordered(1, &text, &[], &[2, 12, 12], &[&[1, 1][..], &SUCCESS].concat());
    assert_eq!((played.attacks(), played.metric("incapacity_rolls")), ((2, 2, 0), 1));
}
