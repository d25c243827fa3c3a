//! Ability modifiers, Stress, Wound Points, Defense and attack rolls (WOUNDS-26 to WOUNDS-29, WOUNDS-31).

use super::*;

/// A hero with this attack beside an orc with these keys.
fn faced(rules: &str, attack: &str, orc: &str) -> String {
    scene(rules, &[member("hero", &attacks(&[attack])), dummy("orc", orc)])
}

/// Checks that the last face of a round, a d20 of the hero, hits from this number on; the faces before it are given.
#[track_caller]
fn hits_from(number: u32, text: &str, overrides: &[&str], before: &[u32]) {
    let hits = |face: u32| {
        let played = one_round(text, overrides, &[before, &[face]].concat());
        assert!(played.applied(1, "WOUNDS-29") && played.applied(1, "WOUNDS-31"));
        played.metric("hits")
    };
    assert_eq!(hits(number), hits(number - 1) + 1, "{number} {overrides:?}\n{text}");
}

/// WOUNDS-26: half of what a score has above 10, rounded down; an explicit modifier comes before it.
#[test]
fn a_modifier_is_half_of_the_score_above_10() {
    let initiative = |keys: &str| {
        let played = one_round(&scene("", &[member("hero", keys), dummy("orc", "")]), &[], &[6, 1]);
        assert!(played.applied(0, "WOUNDS-26"));
        played.initiatives()[0]
    };
    for (score, modifier) in
        [(1, -5), (7, -2), (8, -1), (9, -1), (10, 0), (11, 0), (12, 1), (13, 1), (16, 3), (100, 45)]
    {
        assert_eq!(initiative(&format!("agility = {score}")), 6 - modifier, "{score}");
        let given = format!("agility = {score}\nagility_modifier = -4");
        assert_eq!(initiative(&given), 10, "{score}");
    }
    assert_eq!(initiative("dexterity_modifier = 7\nstrength_modifier = 7\ninsight_modifier = 7"), 6);
}

/// WOUNDS-26, WOUNDS-53: damage to a score lowers an explicit modifier by as much as it lowers the one of the table.
#[test]
fn damage_to_a_score_changes_an_explicit_modifier() {
    for (score, lost, change) in [(13, 1, 0), (13, 2, 1), (13, 3, 1), (13, 4, 2), (10, 1, 1), (10, 2, 1), (2, 9, 1)] {
        let rules = injured_by(&format!("damage = {lost}, abilities = [\"agility\"]"));
        let hero = member("hero", &attacks(&[BREAK, TOUCH]));
        let text = scene(&rules, &[hero, dummy("orc", &format!("agility = {score}\nagility_modifier = 5"))]);
        for (face, hits) in [(16 - change, 2), (15 - change, 1)] {
            let played = rounds(2, &text, &[], &[&[1, 1], &BROKEN[..], &[face]].concat());
            assert_eq!(played.metric("hits"), hits, "{lost} off {score}: {face}");
            assert!(played.applied(0, "WOUNDS-26") && played.applied(1, "WOUNDS-53"));
        }
    }
}

/// Maximum Stress of a hero with these keys, after these faces of Stress.
#[track_caller]
fn stress_max(keys: &str, overrides: &[&str], faces: &[u32]) -> i32 {
    let hero = member("hero", &format!("{keys}\n")).replacen("stress = 0\n", "", 1);
    let played = one_round(&scene("", &[hero, dummy("orc", "")]), overrides, &[faces, &[1, 1]].concat());
    assert!(played.applied(0, "WOUNDS-27"));
    let body = &played.states[0].bodies[0];
    assert_eq!(body.stress, body.stress_max, "it starts with all of it");
    body.stress_max
}

const ROLLED: &str = "rules.stress_from=rolled";
const MAXIMUM: &str = "rules.stress_from=maximum";
const NO_FIRST: &str = "rules.first_hd_max=false";

/// WOUNDS-27: the Hit Dice and the Strength modifier for each; one die always counts as its maximum.
#[test]
fn stress_comes_from_hit_dice_and_strength() {
    let fighter = "strength = 16\nhd = \"5d8\"";
    for (overrides, faces, stress) in [
        (&[][..], &[][..], 8 + 18 + 15),
        (&[MAXIMUM], &[], 40 + 15),
        (&[ROLLED], &[1, 1, 1, 1], 8 + 4 + 15),
        (&[ROLLED], &[1, 5, 8, 3], 8 + 17 + 15),
        (&[NO_FIRST], &[], 22 + 15),
        (&[NO_FIRST, MAXIMUM], &[], 40 + 15),
        (&[NO_FIRST, ROLLED], &[1, 5, 8, 3, 2], 19 + 15),
    ] {
        assert_eq!(stress_max(fighter, overrides, faces), stress, "{overrides:?}");
    }
    let explicit = "strength = 16\nstrength_modifier = -1\nhd = \"5d8\"";
    assert_eq!(stress_max(explicit, &[], &[]), 8 + 18 - 5, "the explicit modifier, once for each Hit Die");
}

/// WOUNDS-27: class levels are listed; a die of the first entry is the one that counts as its maximum.
#[test]
fn class_levels_add_up() {
    let mixed = "strength = 7\nhd = [\"2d6\", \"3d10\"]";
    assert_eq!(stress_max(mixed, &[], &[]), 6 + 20 - 10, "3.5 and 16.5, five times -2");
    assert_eq!(stress_max(mixed, &[ROLLED], &[2, 9, 8, 7]), 6 + 26 - 10);
    assert_eq!(stress_max(mixed, &[ROLLED, NO_FIRST], &[2, 3, 9, 8, 7]), 29 - 10);
    // Never below 0.
    assert_eq!(stress_max(mixed, &[ROLLED], &[1, 1, 1, 1]), 0);
    assert_eq!(stress_max("strength = 1\nhd = [\"2d6\", \"3d10\"]", &[], &[]), 1, "26 - 25");
    assert_eq!(stress_max("strength = 1\nhd = [\"2d6\", \"3d10\"]", &[ROLLED], &[6, 4, 3, 3]), 0);
}

/// WOUNDS-27: `stress` is what it says, without Hit Dice or Strength.
#[test]
fn stress_can_be_given() {
    let dice = "strength = 20\nstress = \"2d8+3\"";
    assert_eq!(stress_max(dice, &[], &[]), 15, "8 + 4.5 + 3");
    assert_eq!(stress_max(dice, &[MAXIMUM], &[]), 19);
    assert_eq!(stress_max(dice, &[ROLLED], &[2]), 13);
    assert_eq!(stress_max(dice, &[ROLLED, NO_FIRST], &[2, 1]), 6);
    for overrides in [&[][..], &[MAXIMUM], &[ROLLED], &[NO_FIRST, ROLLED]] {
        assert_eq!(stress_max("strength = 20\nstress = 12", overrides, &[]), 12);
    }
}

/// WOUNDS-27: rolled Stress is rolled in listed order, before anybody's initiative; what one starts with is at most that.
#[test]
fn stress_is_rolled_before_initiative() {
    let keys = "stress = \"2d8\"\nstarting_stress = 12";
    let text = scene("", &[member("hero", keys), dummy("orc", keys)]);
    let played = one_round(&text, &[ROLLED], &[2, 7, 11, 12]);
    let stress: Vec<(i32, i32)> = played.states[0].bodies.iter().map(|body| (body.stress, body.stress_max)).collect();
    assert_eq!((stress, played.initiatives()), (vec![(10, 10), (12, 15)], vec![11, 52]));
    assert!(played.narration(0).contains("orc rolls a maximum Stress of 15"), "{}", played.narration(0));
    let given = one_round(&text, &[], &[1, 1]);
    assert_eq!((given.stress(), given.end.bodies[0].stress_max), (vec![12, 12], 12), "8 + 4.5, rounded down");
}

/// WOUNDS-28: Strength and `wound_bonus`, at least 1, whatever the Hit Dice.
#[test]
fn wound_points_come_from_strength() {
    let wounds = |keys: &str| {
        let played = one_round(&scene("", &[member("hero", keys), dummy("orc", "")]), &[], &[1, 1]);
        assert!(played.applied(0, "WOUNDS-28"));
        played.wound_points()[0]
    };
    assert_eq!(wounds("strength = 14"), 14);
    assert_eq!(wounds("strength = 14\nwound_bonus = 3\nhd = \"9d8\""), 17);
    assert_eq!(wounds("strength = 14\nwound_bonus = -3"), 11);
    assert_eq!(wounds("strength = 14\nwound_bonus = -99"), 1);
    assert_eq!(wounds("strength = 14\nwound_bonus = 3\nstarting_wounds = 5"), 5);
}

/// WOUNDS-29, WOUNDS-31: 10, the Agility modifier and all that armour gives; whoever reaches it hits.
#[test]
fn defense_is_10_and_agility_and_bonuses() {
    for (orc, overrides, number) in [
        ("", &[][..], 11),
        ("agility = 15\ndefense_bonus = 4", &[], 16),
        ("agility = 7\ndefense_bonus = -3", &[], 5),
        ("agility = 7\nagility_modifier = 3", &[], 14),
        ("strength = 18\ndexterity = 18\narmour = 5", &[], 11),
        ("agility = 15", &["rules.defense_base=3"], 6),
        ("agility = 15", &["rules.defense_base=16"], 19),
    ] {
        hits_from(number, &faced("", TOUCH, orc), overrides, &[1, 1]);
    }
}

/// WOUNDS-29, WOUNDS-18: with a Full-Defense that is in force Defense is higher.
#[test]
fn full_defense_adds_to_defense() {
    let hero = member("hero", &attacks(&[TOUCH]));
    let text = scene("", &[hero, enemy("orc", "initiative_modifier = -40")]);
    hits_from(15, &text, &[], &[1, 1]);
    hits_from(18, &text, &["rules.full_defense_bonus=7"], &[1, 1]);
}

/// WOUNDS-29, WOUNDS-01: who is surprised has another Defense in that round, and in that round alone.
#[test]
fn surprise_changes_defense_for_a_round() {
    let text = faced("surprised_defense = -3", TOUCH, "surprised = true");
    hits_from(8, &text, &[], &[1, 1]);
    let next_round = rounds(2, &text, &[], &[1, 1, 8, 10]);
    assert_eq!((next_round.metric("strikes"), next_round.metric("hits")), (2, 1));
}

/// WOUNDS-31: the d20 and the bonus.
#[test]
fn the_bonus_is_added_to_the_roll() {
    hits_from(6, &faced("", &format!("{TOUCH}, bonus = 5"), ""), &[], &[1, 1]);
    hits_from(18, &faced("", &format!("{TOUCH}, bonus = -7"), ""), &[], &[1, 1]);
    hits_from(2, &faced("", &format!("{TOUCH}, bonus = 9"), "defense_bonus = 1"), &[], &[1, 1]);
}

/// WOUNDS-31: a natural 20 hits what it could not reach, and a natural 1 misses what it reaches, only by the knobs.
#[test]
fn natural_20_and_natural_1_are_like_other_rolls() {
    let armoured = faced("", TOUCH, "defense_bonus = 20");
    let helpless = faced("", &format!("{TOUCH}, bonus = 20"), "");
    for (text, face, overrides, hits) in [
        (&armoured, 20, &[][..], 0),
        (&armoured, 20, &["rules.natural_20_hits=true"], 1),
        (&armoured, 19, &["rules.natural_20_hits=true"], 0),
        (&armoured, 20, &["rules.natural_1_misses=true"], 0),
        (&helpless, 1, &[], 1),
        (&helpless, 1, &["rules.natural_1_misses=true"], 0),
        (&helpless, 2, &["rules.natural_1_misses=true"], 1),
        (&helpless, 1, &["rules.natural_20_hits=true"], 1),
    ] {
        let played = one_round(text, overrides, &[1, 1, face]);
        assert_eq!(played.metric("hits"), hits, "{face} {overrides:?}");
        assert!(played.applied(1, "WOUNDS-31"));
    }
}

/// WOUNDS-31, WOUNDS-46: what misses by `natural_1_misses` is not critical, and what hits by `natural_20_hits` may be.
#[test]
fn criticals_need_a_hit() {
    let text = faced("natural_1_misses = true", "damage = 0, bonus = 20, critical_on = 1", "");
    assert_eq!(one_round(&text, &[], &[1, 1, 1]).metric("criticals"), 0);
    assert_eq!(one_round(&text, &[], &[1, 1, 2]).metric("criticals"), 1);
    let text = faced("natural_20_hits = true", "damage = 0", "defense_bonus = 20");
    let played = one_round(&text, &[], &[1, 1, 20]);
    assert_eq!((played.metric("criticals"), played.named("WOUNDS-46")), (1, true));
}

/// WOUNDS-31, WOUNDS-53: damage to the score of an attack lowers its rolls: Strength for melee, Dexterity for the others,
/// or the one that it names.
#[test]
fn damage_to_the_score_of_an_attack_lowers_its_rolls() {
    for (attack, score, number) in [
        ("", "strength", 13),
        ("", "dexterity", 11),
        ("kind = \"ranged\", ", "dexterity", 13),
        ("kind = \"ranged\", ", "strength", 11),
        ("kind = \"thrown\", ", "dexterity", 13),
        ("kind = \"thrown\", ability = \"strength\", ", "strength", 13),
        ("ability = \"memory\", ", "memory", 13),
        ("ability = \"perception\", ", "perception", 13),
        ("ability = \"insight\", ", "insight", 13),
        ("ability = \"agility\", ", "agility", 13),
        ("ability = \"none\", ", "strength", 11),
    ] {
        // From 10 to 7: the modifier falls from 0 to -2.
        let rules = injured_by(&format!("damage = 3, abilities = [\"{score}\"]"));
        let hero = member("hero", &attacks(&[&format!("{attack}{TOUCH}")]));
        let orc = enemy("orc", &format!("initiative_modifier = -20\n{}", attacks(&[BREAK])));
        hits_from(number, &scene(&rules, &[hero, orc]), &[], &[&[1, 1], &BROKEN[..]].concat());
    }
}
