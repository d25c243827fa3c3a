//! The rolls of attackers, and the order in which an attack is resolved.

use super::standoff::*;
use super::*;

/// THRUM-02, THRUM-34: an attack adds its own `modifier`, else `attack`, and what passives and the Stance grant.
#[test]
fn an_attack_rolls_with_the_modifier_of_its_art() {
    let grant =
        |kind: &str, attack: i32| format!("id = \"{kind}\", type = \"{kind}\", grants = {{ attack = {attack} }}");
    let granted = abilities(&[
        &attack_with("\"physical_attack\"", "modifier = 4, success = { fatigue = 1 }"),
        &grant("passive", -3),
        &grant("stance", 2),
    ]);
    // 6 against 8.
    for (hero, hits, criticals) in [
        (format!("attack = 2\n{}", blow(HARM)), 0, 0),
        (format!("attack = 3\n{}", blow(HARM)), 1, 0),
        (format!("attack = 9\n{}", blow("modifier = 2, success = { fatigue = 1 }")), 0, 0),
        (blow("modifier = 6, success = { fatigue = 1 }"), 1, 0),
        (blow("modifier = 7, success = { fatigue = 1 }"), 1, 1),
        (format!("stance = \"stance\"\n{granted}"), 1, 0),
        (format!("stance = \"brace\"\n{granted}"), 0, 0),
    ] {
        let played = hero_acts(&hero, "", &[], &[3, 3, 4, 4]);
        assert_eq!(played.attacks(), (1, hits, criticals), "{hero}");
    }
}

/// THRUM-12, THRUM-34: the Basic Attack rolls with `attack`.
#[test]
fn the_basic_attack_rolls_with_the_highest_modifier() {
    for (attack, hits) in [(2, 0), (3, 1)] {
        let hero = still_pc("hero", (0, 0), &format!("attack = {attack}"));
        let text = scene("recover_amount = 0", "", &[hero, still_npc("orc", (3, 0), "stance = \"concentrate\"")]);
        let played = ordered(1, &text, &[], &[2, 12], &[&[1, 1, 6, 6, 3, 3, 4, 4][..]].concat());
        assert_eq!((played.attacks(), played.fatigue()[1].0), ((2, hits, 0), 2 * hits as i32));
    }
}

/// THRUM-01, THRUM-45: Boons of the ability and granted ones, less a Bane of Weakened, make one net.
#[test]
fn boons_and_banes_of_an_attack_cancel() {
    let hero = |boons: i32, granted: i32| {
        abilities(&[
            &attack_with("\"physical_attack\"", &format!("boons = {boons}, success = {{ fatigue = 1 }}")),
            &format!("id = \"p\", type = \"passive\", grants = {{ attack_boons = {granted} }}"),
            "id = \"s\", type = \"stance\", take = { weakened = 9 }",
        ])
    };
    for (boons, granted, stance, attack, hits) in [
        (1, 0, "brace", &[1, 4, 4][..], 1),
        (2, 0, "brace", &[1, 4, 1, 4], 1),
        (0, 1, "brace", &[4, 1, 4], 1),
        (0, -1, "brace", &[4, 1, 4], 0),
        (2, -1, "brace", &[4, 4, 1], 1),
        (1, 0, "s", &[4, 4], 1),
        (0, 0, "s", &[4, 4, 1], 0),
        (-2, 2, "s", &[4, 4, 1], 0),
    ] {
        let hero = format!("stance = \"{stance}\"\n{}", hero(boons, granted));
        let played = hero_acts(&hero, "", &[], &[attack, &[3, 3]].concat());
        assert_eq!(played.attacks(), (1, hits, 0), "{boons} {granted} {stance}");
    }
}

/// THRUM-38: a Bane for each active enemy beside the user, the target included, for attacks with the Ranged tag alone.
#[test]
fn enemies_beside_a_shooter_hamper_it() {
    let text = |tags: &str| {
        let hero = abilities(&[&attack_with(tags, "range = 5, success = { fatigue = 1 }")]);
        let orcs = [("a", (6, 1)), ("b", (0, 0)), ("c", (1, 0))].map(|(id, at)| still_npc(id, at, ""));
        let friend = still_pc("friend", (0, 2), "");
        scene(STILL, "", &[&[still_pc("hero", (1, 1), &hero), friend][..], &orcs].concat())
    };
    let ranged = text("\"physical_attack\", \"ranged\"");
    let totals = [2, 12, 12, 12, 12];
    for (text, overrides, faces) in [
        (&ranged, &[][..], &[6, 6, 1, 1][..]),
        (&ranged, &["rules.ranged_banes=2"], &[6, 6, 6, 6, 1, 1]),
        (&text("\"mental_attack\", \"ranged\""), &[], &[6, 6, 1, 1]),
    ] {
        // A Mental Attack is met with a Boon of the Stance.
        let more: &[u32] = if text.contains("mental") { &[1] } else { &[] };
        let played = ordered(1, text, overrides, &totals, &[faces, &[2, 2], more].concat());
        assert_eq!((played.attacks(), played.applied(1, "THRUM-38")), ((1, 0, 0), true));
    }
    for (text, overrides) in [(&ranged, &["rules.ranged_banes=0"][..]), (&text("\"physical_attack\""), &[])] {
        let played = ordered(1, text, overrides, &totals, &[4, 4, 2, 2]);
        assert_eq!((played.attacks(), played.named("THRUM-38")), ((1, 1, 0), false));
    }
    let hero = abilities(&[&attack_with("\"physical_attack\", \"ranged\"", HARM)]);
    let played = hero_acts(&hero, "", &[], &[6, 1, 1, 2, 2]);
    assert_eq!((played.attacks(), played.applied(1, "THRUM-38")), ((1, 0, 0), true), "the target is beside it");
}

/// THRUM-38: the Incapacitated hamper nobody, unless `incapacitated_hamper` is on.
#[test]
fn the_fallen_hamper_by_choice() {
    let hero = abilities(&[&attack_with("\"physical_attack\", \"ranged\"", "range = 5, success = { fatigue = 1 }")]);
    let orcs = [still_npc("a", (6, 1), ""), still_npc("b", (0, 0), FALLS)];
    let text = scene(STILL, "", &[&[still_pc("hero", (1, 1), &hero)][..], &orcs].concat());
    let played = ordered(1, &text, &[], &[2, 3, 12], &[1, 1, 4, 4, 2, 2]);
    assert_eq!((played.attacks(), played.active()), ((1, 1, 0), vec![0, 1]));
    let hampered = ["rules.incapacitated_hamper=true"];
    let played = ordered(1, &text, &hampered, &[2, 3, 12], &[1, 1, 4, 1, 1, 2, 2]);
    assert_eq!(played.attacks(), (1, 0, 0));
}

/// THRUM-31, THRUM-33: Cover is a Bane for Physical Attacks, or as many as `cover_banes` says.
#[test]
fn cover_is_a_bane_of_the_attack() {
    let text = |tags: &str, stance: &str| {
        let hero = abilities(&[&attack_with(tags, "range = 5, success = { fatigue = 1 }")]);
        let orc = still_npc("orc", (4, 0), &format!("stance = \"{stance}\""));
        scene(STILL, "rows = [\"...2.\"]", &[still_pc("hero", (0, 0), &hero), orc])
    };
    let physical = text("\"physical_attack\"", "concentrate");
    for (text, overrides, attack, hits) in [
        (&physical, &[][..], &[4, 4, 1][..], 0),
        (&physical, &["rules.cover_banes=2"], &[4, 1, 4, 1], 0),
        (&physical, &["rules.cover_banes=0"], &[4, 4], 1),
        (&text("\"mental_attack\"", "brace"), &[], &[4, 4], 1),
    ] {
        let played = ordered(1, text, overrides, &[2, 12], &[attack, &[3, 3]].concat());
        assert_eq!((played.attacks(), played.named("THRUM-33")), ((1, hits, 0), *text == physical));
    }
}

/// THRUM-45: a Critical does what a success does and more, or something else; all of it is one dealing of Fatigue.
#[test]
fn a_critical_is_added_up_or_replaces() {
    let keys = "success = { fatigue = 1, bleed = 1 }, critical = { fatigue = 2, bleed = 1, burning = 1 }";
    let orc = abilities(&["id = \"p\", type = \"passive\", grants = { reduce_fatigue = 1 }"]);
    let ends = |more: &str, faces: &[u32]| {
        let played = hero_acts(&blow(&format!("{keys}{more}")), &orc, &[], faces);
        (played.fatigue()[1].0, played.stacks(1, Status::Bleed), played.stacks(1, Status::Burning))
    };
    assert_eq!(ends("", &SUCCESS), (0, 1, 0));
    assert_eq!(ends("", &CRITICAL), (2, 2, 1));
    assert_eq!(ends(", critical_replaces = true", &SUCCESS), (0, 1, 0));
    assert_eq!(ends(", critical_replaces = true", &CRITICAL), (1, 1, 1));
    assert_eq!(ends("", &DEFENDED), (0, 0, 0));
}

/// THRUM-45: `effect` comes whether an attack hits or not, or with `effect_on_miss` off only when it hits; in any case after
/// the outcome of a success.
#[test]
fn the_effect_of_an_attack_comes_hit_or_miss() {
    let hero = blow("success = { fatigue = 1 }, effect = { vulnerable = 1, stress = 1 }");
    for (overrides, faces, fatigue, stress) in [
        (&[][..], SUCCESS, 1, 1),
        (&[], DEFENDED, 0, 1),
        (&[], CRITICAL_DEFENCE, 0, 1),
        (&["rules.effect_on_miss=false"], SUCCESS, 1, 1),
        (&["rules.effect_on_miss=false"], DEFENDED, 0, 0),
    ] {
        let played = hero_acts(&hero, "", overrides, &faces);
        assert_eq!((played.fatigue()[1].0, played.stress()[1].0), (fatigue, stress));
        assert_eq!(played.stacks(1, Status::Vulnerable), stress as u32, "it does not count for the harm before it");
    }
}
