//! Surprise, Base Initiative, the count and turns on the same count (WOUNDS-01 to WOUNDS-07), and what each action adds to
//! Base Initiative (WOUNDS-09 to WOUNDS-15).

use super::*;

/// WOUNDS-02: d12, less the Agility modifier, plus `initiative_modifier`.
#[test]
fn base_initiative_is_a_d12_less_agility_plus_its_modifier() {
    let blade = attacks(&[EVEN]);
    let quick = format!("agility = 14\ninitiative_modifier = 3\n{blade}");
    let text = scene("", &[member("hero", &quick), enemy("orc", &format!("agility = 7\n{blade}"))]);
    // 7 - 2 + 3 and 3 + 2; the orc strikes first, and both miss.
    let played = one_round(&text, &[], &[7, 3, 1, 1]);
    assert_eq!(played.initiatives(), [8, 5]);
    assert_eq!(played.counts(1), ["5: orc, a0.", "8: hero, a0."]);
    assert!(played.applied(0, "WOUNDS-02"));
    // An explicit modifier takes the score's part: 7 - -4 + 3.
    let played = one_round(&text, &["combatants.hero.agility_modifier=-4"], &[7, 3, 1, 1]);
    assert_eq!(played.initiatives(), [14, 5]);
}

/// WOUNDS-02: `initiative_die` is the die of Base Initiative.
#[test]
fn base_initiative_has_a_die_of_its_own() {
    for (die, faces) in [("20", [20, 13]), ("1", [1, 1])] {
        let played =
            one_round(&even_fight(""), &[&format!("rules.initiative_die={die}")], &[&faces[..], &[1, 1]].concat());
        assert_eq!(played.initiatives(), faces.map(|face| face as i16));
    }
}

/// WOUNDS-03: a broken shin takes 8 off the orc's Agility; its Base Initiative stays.
#[test]
fn lost_agility_leaves_base_initiative_as_it_is() {
    let hammer = attacks(&["damage = 1, damage_type = \"blunt\", critical_multiplier = 1"]);
    let text = scene("", &[member("hero", &hammer), enemy("orc", &attacks(&[EVEN]))]);
    let played = rounds(2, &text, &[], &[1, 5, 20, 1, 2, 8, 1, 1, 1]);
    assert_eq!(played.initiatives(), [1, 5]);
    assert_eq!(played.counts(2), ["1: hero, a0.", "5: orc, a0."]);
    assert!(played.applied(2, "WOUNDS-03") && !played.applied(1, "WOUNDS-03"));
}

/// WOUNDS-04: one die for the group, rolled at its first member; each has its own modifiers.
#[test]
fn a_group_shares_its_die_and_not_its_modifiers() {
    let wolf = |keys: &str| format!("initiative_group = \"pack\"\n{keys}\n{}", rooted(&[EVEN]));
    let combatants = [
        enemy("alpha", &wolf("agility = 14\ninitiative_modifier = 1")),
        member("hero", &rooted(&[EVEN])),
        enemy("wolf", &wolf("count = 2")),
        enemy("cub", &wolf("agility = 8")),
        enemy("crow", &rooted(&[EVEN])),
    ];
    let played = one_round(&scene("", &combatants), &["rules.start_distance=50"], &[9, 4, 2]);
    assert_eq!(played.initiatives(), [8, 4, 9, 9, 10, 2]);
    assert!(played.applied(0, "WOUNDS-04"));
    // Without groups everybody has its own die.
    let alone = [0, 2, 3]
        .map(|table| format!("combatants.{}.initiative_group=pack-{table}", ["alpha", "", "wolf", "cub"][table]));
    let alone: Vec<&str> = alone.iter().map(String::as_str).chain(["rules.start_distance=50"]).collect();
    let played = one_round(&scene("", &combatants), &alone, &[9, 4, 6, 7, 2]);
    assert_eq!(played.initiatives(), [8, 4, 6, 6, 8, 2]);
}

/// WOUNDS-05: the modifier of the action is added, and the lowest number resolves first; it may be negative.
#[test]
fn the_lowest_count_comes_first() {
    let text =
        scene("", &[member("hero", &attacks(&[EVEN])), enemy("orc", &attacks(&["damage = 10, weapon_speed = -3"]))]);
    let played = play(&wounds(&text, &[]), [1, 2, 11]);
    assert_eq!((played.outcome.winner, played.counts(1)), (Winner::Enemies, vec!["-1: orc, a0."]));
    assert!(played.applied(1, "WOUNDS-05") && played.applied(1, "WOUNDS-09"));
    let played = play(&wounds(&text, &["combatants.hero.attacks.a0.weapon_speed=-3"]), [1, 2, 11]);
    assert_eq!((played.outcome.winner, played.counts(1)), (Winner::Party, vec!["-2: hero, a0."]));
}

/// WOUNDS-05: Base Initiative is kept, the modifier is that of each round's action.
#[test]
fn each_round_has_the_modifier_of_its_action() {
    let wary = format!(
        "stress = 10\nstarting_stress = 0\npolicy = \"cautious\"\nspeed = 0\n{}",
        attacks(&["damage = 1, weapon_speed = 3"])
    );
    let text = scene("", &[member("hero", &wary), enemy("orc", &rooted(&[EVEN]))]);
    let played = rounds(3, &text, &["rules.start_distance=50"], &[5, 7]);
    assert_eq!(played.counts(1), ["4: hero, Full-Defense.", "7: orc, a0."]);
    assert_eq!(played.counts(2), ["7: orc, a0.", "8: hero, a0."]);
    assert_eq!(played.counts(3), ["4: hero, Full-Defense.", "7: orc, a0."]);
    assert_eq!((played.initiatives(), played.metric("full_defenses")), (vec![5, 7], 2));
}

/// WOUNDS-06: both orcs on the count strike at the hero that the first of them drops; on different counts the fight is over
/// before the second.
#[test]
fn every_attack_of_a_count_is_rolled_before_its_damage() {
    let blade = attacks(&[EVEN]);
    let text = scene("", &[member("hero", &blade), enemy("orc", &format!("count = 2\n{blade}"))]);
    let played = play(&wounds(&text, &[]), [12, 3, 3, 11, 11]);
    assert_eq!((played.wound_points(), played.ends[0]), (vec![-10, 10, 10], EndState::Dead));
    assert_eq!((played.metric("hits"), played.counts(1)), (2, vec!["3: orc-1, a0; orc-2, a0."]));
    assert!(played.applied(1, "WOUNDS-06"));
    let played = play(&wounds(&text, &[]), [12, 3, 4, 11]);
    assert_eq!((played.wound_points()[0], played.ends[0]), (0, EndState::Down));
    assert_eq!((played.metric("hits"), played.counts(1)), (1, vec!["3: orc-1, a0."]));
    assert!(!played.named("WOUNDS-06"));
}

/// The text of two pairs, fifty yards apart: a ward against an ork, a friend against a brute.
fn two_pairs(ward: &str, ork: &str) -> String {
    let blade = attacks(&[EVEN]);
    let combatants = [
        member("ward", ward),
        member("friend", &format!("position = 50\n{blade}")),
        enemy("ork", ork),
        enemy("brute", &format!("position = 51\n{blade}")),
    ];
    scene("", &combatants)
}

/// WOUNDS-07: the ork is dropped by a Reposte after its attack, the friend by the brute's on the same count.
#[test]
fn repostes_after_an_attack_belong_to_its_count() {
    let blade = attacks(&[EVEN]);
    let text = two_pairs(&format!("policy = \"guard\"\n{blade}"), &blade);
    let played = one_round(&text, &[], &[1, 12, 5, 5, 1, 11, 11]);
    assert_eq!(played.wound_points(), [10, 0, 0, 10]);
    assert_eq!((played.metric("double_knockouts"), played.metric("turns_lost")), (1, 1));
    assert!(played.applied(1, "WOUNDS-07"));
    // The brute is a count later.
    let played = one_round(&text, &[], &[1, 12, 5, 6, 1, 11, 11]);
    assert_eq!(played.wound_points(), [10, 0, 0, 10]);
    assert_eq!((played.metric("double_knockouts"), played.named("WOUNDS-07")), (0, false));
}

/// WOUNDS-07: the ork runs into a pike and falls before the attacks of its count; its own turn is lost.
#[test]
fn repostes_on_the_way_belong_to_the_count() {
    let blade = attacks(&[EVEN]);
    let text = two_pairs(&attacks(&["damage = 10, critical_on = 21, reach = 3"]), &format!("position = 5\n{blade}"));
    let played = one_round(&text, &[], &[12, 11, 5, 5, 11, 11]);
    assert_eq!((played.wound_points(), played.positions()), (vec![10, 0, 0, 10], vec![10, 50, 3, 51]));
    assert_eq!((played.metric("double_knockouts"), played.metric("turns_lost")), (1, 2));
    assert!(played.applied(1, "WOUNDS-07"));
}

/// WOUNDS-07: both bleed to death at the end of the round: a draw, and no count on which they fell.
#[test]
fn deaths_at_the_end_of_a_round_are_of_no_count() {
    let dying = format!("starting_wounds = -9\nfights_on = \"always\"\n{}", rooted(&[EVEN]));
    let text = scene("", &[member("hero", &dying), enemy("orc", &dying)]);
    let played = play(&wounds(&text, &["rules.start_distance=50"]), [1, 2]);
    assert_eq!(played.outcome, crate::Outcome { winner: Winner::Draw, rounds: 1 });
    assert_eq!((played.metric("double_knockouts"), played.metric("first_down_round")), (0, 1));
}

/// WOUNDS-01: who is surprised has its initiative, no turn in the first round, and there its Defense is changed by
/// `surprised_defense`.
#[test]
fn the_surprised_lose_their_first_round() {
    let text = scene(
        "",
        &[member("hero", &format!("surprised = true\n{}", attacks(&[EVEN]))), enemy("orc", &attacks(&[SCRATCH]))],
    );
    for (face, wounds) in [(8, 9), (7, 10)] {
        let played = rounds(2, &text, &["rules.surprised_defense=-3"], &[1, 5, face, 1, 10]);
        assert_eq!((played.wound_points()[0], played.initiatives()), (wounds, vec![1, 5]), "{face}");
        assert_eq!(played.counts(1), ["5: orc, a0."]);
        assert_eq!(played.counts(2), ["1: hero, a0.", "5: orc, a0."]);
        assert!(played.applied(1, "WOUNDS-01") && !played.applied(2, "WOUNDS-01"));
        assert!(
            played.narration(1).contains("against Defense 8") && played.narration(2).contains("against Defense 11")
        );
    }
    assert_eq!(one_round(&text, &[], &[1, 5, 10]).wound_points()[0], 10, "nothing by default");
}

/// WOUNDS-01: the surprised strike at nobody who comes near.
#[test]
fn the_surprised_have_no_reaction() {
    let orc = format!("position = 3\n{}", attacks(&[SCRATCH]));
    for (surprised, faces, repostes) in [("true", &[1, 5, 1][..], 0), ("false", &[9, 5, 1, 1, 1], 1)] {
        let hero = format!("surprised = {surprised}\n{}", attacks(&[EVEN]));
        let played = one_round(&scene("", &[member("hero", &hero), enemy("orc", &orc)]), &[], faces);
        assert_eq!((played.metric("repostes"), played.positions()), (repostes, vec![0, 1]), "{surprised}");
    }
}

/// WOUNDS-01: in the round of its arrival, whether it comes at the start or on a count.
#[test]
fn newcomers_are_surprised_in_their_first_round() {
    let orc = |at: &str| format!("surprised = true\nenters_round = 2\nenters_at = {at}\n{}", attacks(&[SCRATCH]));
    let text =
        |at: &str| scene("surprised_defense = -3", &[member("hero", &attacks(&[SCRATCH])), enemy("orc", &orc(at))]);
    // The hero meets Defense 8 in round 2 and 11 in round 3, where the orc comes first.
    let played = rounds(3, &text("\"start\""), &[], &[5, 3, 8, 1, 8]);
    assert_eq!((played.wound_points(), played.metric("hits")), (vec![10, 9], 1));
    assert_eq!((played.counts(2), played.counts(3)), (vec!["5: hero, a0."], vec!["3: orc, a0.", "5: hero, a0."]));
    assert!(played.applied(2, "WOUNDS-01") && !played.applied(3, "WOUNDS-01"));
    // On count 9 it declares nothing that could be carried over.
    let played = rounds(3, &text("9"), &[], &[5, 3, 1, 8]);
    assert_eq!((played.wound_points(), played.metric("carried_turns")), (vec![10, 10], 0));
    assert_eq!((played.counts(2), played.counts(3)), (vec![], vec!["3: orc, a0.", "5: hero, a0."]));
    assert!(played.named("WOUNDS-01"));
}

/// The count on which a hero with Base Initiative 5 declares, with an orc two yards away that is surprised.
#[track_caller]
fn count_of(keys: &str, overrides: &[&str], faces: &[u32], rule: &str) -> i32 {
    let friend = member("friend", "starting_wounds = -3\nposition = 1");
    let orc = enemy("orc", "morale = true\nsurprised = true");
    let text = scene("", &[member("hero", keys), friend, orc]);
    let played = one_round(&text, &[&["rules.start_distance=2"], overrides].concat(), &[&[5, 1, 1], faces].concat());
    assert!(played.applied(1, rule), "{rule} {}", played.narration(1));
    let lines = played.said(1, "hero declares ");
    let (_, count) = lines[0].split_once("on count ").expect("a count");
    count.trim_end_matches('.').parse().expect("a number")
}

/// WOUNDS-09, WOUNDS-12: weapons have their weapon speed, things thrown `throw_speed` (2) unless they have their own.
#[test]
fn weapons_have_their_speed() {
    for (kind, speed, overrides, count, rule) in [
        ("melee", "", &[][..], 5, "WOUNDS-09"),
        ("melee", ", weapon_speed = 4", &["rules.throw_speed=9"], 9, "WOUNDS-09"),
        ("ranged", ", weapon_speed = -2", &["rules.throw_speed=9"], 3, "WOUNDS-09"),
        ("ranged", "", &["rules.throw_speed=9"], 5, "WOUNDS-09"),
        ("thrown", "", &[], 7, "WOUNDS-12"),
        ("thrown", "", &["rules.throw_speed=9"], 14, "WOUNDS-12"),
        ("thrown", ", weapon_speed = 1", &["rules.throw_speed=9"], 6, "WOUNDS-12"),
    ] {
        let weapon = attacks(&[&format!("kind = \"{kind}\", damage = 1{speed}")]);
        assert_eq!(count_of(&weapon, overrides, &[1], rule), count, "{kind}{speed} {overrides:?}");
    }
}

/// WOUNDS-10: casting TN less 10 (`spell_tn_offset`), unless the spell has its own `spell_speed`.
#[test]
fn spells_are_as_slow_as_they_are_difficult() {
    for (keys, overrides, count) in [
        ("tn = 14", &[][..], 9),
        ("tn = 3", &[], -2),
        ("tn = 14", &["rules.spell_tn_offset=12"], 7),
        ("tn = 14, spell_speed = -4", &["rules.spell_tn_offset=12"], 1),
    ] {
        let keys = format!("policy = \"caster\"\nspells = [{{ id = \"hex\", damage = 1, {keys} }}]");
        assert_eq!(count_of(&keys, overrides, &[1], "WOUNDS-10"), count, "{keys} {overrides:?}");
    }
}

/// WOUNDS-11: 6 (`consumable_speed`), unless the item has its own `use_speed`.
#[test]
fn consumables_take_their_time() {
    for (keys, overrides, count) in [
        ("", &[][..], 11),
        ("", &["rules.consumable_speed=3"], 8),
        (", use_speed = -1", &["rules.consumable_speed=3"], 4),
    ] {
        let keys = format!("starting_wounds = 1\nitems = [{{ id = \"draught\", restores_wounds = 1{keys} }}]");
        assert_eq!(count_of(&keys, overrides, &[], "WOUNDS-11"), count, "{keys} {overrides:?}");
    }
}

/// WOUNDS-13, WOUNDS-14: Full-Defense -1 (`full_defense_speed`); a Defensive Attack 1 more than the weapon
/// (`defensive_attack_speed`), and an advance as with a weapon of speed 0.
#[test]
fn defense_has_its_speed() {
    let blade = attacks(&["damage = 1, weapon_speed = 4"]);
    for (policy, overrides, faces, count, rule) in [
        ("guard", &[][..], &[][..], 4, "WOUNDS-13"),
        ("guard", &["rules.full_defense_speed=2"], &[], 7, "WOUNDS-13"),
        ("defensive", &[], &[1], 10, "WOUNDS-14"),
        ("defensive", &["rules.defensive_attack_speed=3"], &[1], 12, "WOUNDS-14"),
        ("defensive", &["rules.start_distance=50"], &[], 6, "WOUNDS-14"),
        ("defensive", &["rules.start_distance=50", "rules.defensive_attack_speed=3"], &[], 8, "WOUNDS-14"),
    ] {
        let keys = format!("policy = \"{policy}\"\n{blade}");
        assert_eq!(count_of(&keys, overrides, faces, rule), count, "{policy} {overrides:?}");
    }
}

/// WOUNDS-15: a Heal check 6 (`heal_speed`), Intimidation 0 (`intimidate_speed`).
#[test]
fn skills_have_their_speed() {
    // The threat of 1 is met by 3d6 + 1.
    for (keys, overrides, faces, count) in [
        ("policy = \"medic\"\nheal = 0", &[][..], &[1][..], 11),
        ("policy = \"medic\"\nheal = 0", &["rules.heal_speed=-1"], &[1], 4),
        ("policy = \"intimidator\"\nintimidation = 0", &[], &[1, 1, 1, 1], 5),
        ("policy = \"intimidator\"\nintimidation = 0", &["rules.intimidate_speed=4"], &[1, 1, 1, 1], 9),
    ] {
        assert_eq!(count_of(keys, overrides, faces, "WOUNDS-15"), count, "{keys} {overrides:?}");
    }
}

/// WOUNDS-15: with nobody to fight a combatant waits, and its turn is on no count.
#[test]
fn doing_nothing_takes_no_turn() {
    let text = scene(
        "",
        &[member("hero", &attacks(&[EVEN])), enemy("orc", &format!("enters_round = 2\n{}", rooted(&[EVEN])))],
    );
    let played = rounds(2, &text, &[], &[5, 9, 1, 1]);
    assert_eq!((played.counts(1), played.said(1, "declares")), (vec![], vec![]));
    assert_eq!(played.counts(2), ["5: hero, a0.", "9: orc, a0."]);
    assert!(played.rules.count("WOUNDS-15") > 0);
}
