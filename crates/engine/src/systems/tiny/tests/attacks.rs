//! Attacks: proficiency, base damage, the steps of an attack, criticals, DR and HP (TINY-19 to TINY-26).

use super::*;

/// An attack of these keys.
fn weapon(kind: &str, keys: &str) -> String {
    format!(r#"{{ id = "weapon", kind = "{kind}"{keys} }}"#)
}

/// A hero with an attack next to a dummy of 9 HP with such keys.
fn strike(attack: &str, orc: &str) -> String {
    scene("", &[member("hero", 4, 0, &[attack], ""), enemy("orc", 9, 5, &[STICK], orc)])
}

/// The HP that an attack of the hero with such faces takes off the dummy's 9.
#[track_caller]
fn taken(text: &str, overrides: &[&str], faces: &[u32]) -> i16 {
    9 - one_round(text, overrides, faces).hp()[1]
}

/// TINY-19: the attack test is at disadvantage without proficiency, normal with it, at advantage with mastery; who says
/// nothing is proficient.
#[test]
fn proficiency_is_a_level() {
    let own = |proficiency: &str| format!(", proficiency = \"{proficiency}\"");
    for (keys, dice) in [(String::new(), 2), (own("none"), 1), (own("proficient"), 2), (own("mastery"), 3)] {
        for kind in ["light_melee", "heavy_melee", "ranged"] {
            let text = strike(&weapon(kind, &keys), "");
            let missed = one_round(&text, &[], &vec![4; dice]);
            assert_eq!((missed.hp()[1], missed.metric("attacks"), missed.metric("hits")), (9, 1, 0));
            assert!(missed.applied(1, "TINY-19") && !missed.named("TINY-23"));
            let hit = one_round(&text, &[], &[&vec![5; dice][..], &PLAIN].concat());
            assert_eq!((hit.hp()[1] < 9, hit.metric("attacks"), hit.metric("hits")), (true, 1, 1), "{kind} {keys}");
        }
    }
}

/// TINY-19: the target number is that of `attack_difficulty`, or of the attack's own `difficulty`.
#[test]
fn attacks_have_a_difficulty() {
    for (difficulty, target) in [("trivial", 3), ("easy", 4), ("average", 5), ("difficult", 6)] {
        let knob = format!("rules.attack_difficulty={difficulty}");
        let own = format!(", difficulty = \"{difficulty}\"");
        for (keys, overrides) in [
            ("", &[knob.as_str()][..]),
            (&own, &[]),
            (&own, &["rules.attack_difficulty=trivial"]),
            (&own, &["rules.attack_difficulty=difficult"]),
        ] {
            let text = strike(&weapon("light_melee", keys), "");
            assert_eq!(taken(&text, overrides, &[&[1, target][..], &PLAIN].concat()), 1, "{difficulty} {overrides:?}");
            assert_eq!(taken(&text, overrides, &[target - 1; 2]), 0, "{difficulty} {overrides:?}");
        }
    }
    assert_eq!(taken(&strike(KNIFE, ""), &[], &[4, 4]), 0);
    assert_eq!(taken(&strike(KNIFE, ""), &[], &[[4, 5], PLAIN].concat()), 1);
}

/// TINY-19, TINY-28: armor without training hinders attack tests, and second tests with them, unless
/// `untrained_armor_penalty` is `none`; with training it never does.
#[test]
fn untrained_armor_hinders_attacks() {
    let text = strike(SWORD, ARMORED).replacen("hp = 4", "armor = \"medium\"\nhp = 4", 1);
    let trained = text.replacen("hp = 4", "traits = [\"armor_training\"]\nhp = 4", 1);
    for (penalty, dice) in [("none", 2), ("attack", 1), ("physical", 1), ("all", 1)] {
        let knob = format!("rules.untrained_armor_penalty={penalty}");
        let faces = |dice: usize| [&vec![5; dice][..], &PLAIN, &vec![4; dice]].concat();
        assert_eq!(taken(&text, &[&knob], &faces(dice)), 1, "{penalty}");
        assert_eq!(taken(&trained, &[&knob], &faces(2)), 1, "{penalty}");
    }
}

/// TINY-20: proficiency belongs to the single attack; so do difficulty and critical number.
#[test]
fn each_attack_has_its_own_numbers() {
    let bow = r#"{ id = "bow", kind = "ranged", proficiency = "none", difficulty = "easy", critical_on = 2 }"#;
    let knife = r#"{ id = "knife", kind = "light_melee", proficiency = "mastery" }"#;
    let text = scene("", &[member("hero", 4, 0, &[bow, knife], ""), dummy("orc", 9, 5)]);
    let shot = one_round(&text, &[], &[4, 1, 1]);
    assert_eq!((shot.hp(), shot.metric("criticals")), (vec![4, 7], 1));
    let struck = one_round(&text, &["rules.ranged_in_combat=forbidden"], &[4, 4, 5, 6, 5]);
    assert_eq!((struck.hp(), struck.metric("criticals")), (vec![4, 8], 0));
    assert!(struck.named("TINY-20"));
}

/// TINY-21: light melee and ranged attacks take 1 HP, heavy melee 2, trained unarmed ones 1; each has a knob, and the
/// attack's own `damage` comes before it.
#[test]
fn attacks_have_a_base_damage() {
    for (kind, key, usual) in [
        ("light_melee", "light_melee_damage", 1),
        ("heavy_melee", "heavy_melee_damage", 2),
        ("ranged", "ranged_damage", 1),
        ("unarmed", "unarmed_damage", 1),
    ] {
        let scene = |keys: &str| {
            strike(&weapon(kind, keys), "").replacen("hp = 4", "traits = [\"unarmed_fighter\"]\nhp = 4", 1)
        };
        let hit = [HIT, PLAIN].concat();
        assert_eq!(taken(&scene(""), &[], &hit), usual, "{kind}");
        let knob = format!("rules.{key}=4");
        assert_eq!(taken(&scene(""), &[&knob], &hit), 4, "{kind}");
        assert_eq!(taken(&scene(", damage = 3"), &[&knob], &hit), 3, "{kind}");
        assert_eq!(taken(&scene(", damage = 3"), &[&format!("rules.{key}=0")], &hit), 3, "{kind}");
        let others = ["light_melee", "heavy_melee", "ranged", "unarmed"].map(|kind| format!("rules.{kind}_damage=7"));
        let others: Vec<&str> = others.iter().map(String::as_str).filter(|other| !other.contains(key)).collect();
        assert_eq!(taken(&scene(""), &others, &hit), usual, "{kind}");
        assert!(one_round(&scene(""), &[], &hit).applied(1, "TINY-21"));
    }
}

/// TINY-21: an attack that takes nothing is not harmful: nobody makes it, near or far.
#[test]
fn only_harmful_attacks_are_made() {
    for (keys, overrides) in [(", damage = 0", &[][..]), ("", &["rules.light_melee_damage=0"])] {
        let text = strike(&weapon("light_melee", keys), "");
        let near = one_round(&text, overrides, &[]);
        assert_eq!((near.metric("attacks"), near.metric("evade_turns")), (0, 2));
        let far = one_round(&text, &[overrides, &["combatants.orc.position=10"]].concat(), &[]);
        assert_eq!((far.metric("attacks"), far.positions()), (0, vec![0, 10]));
    }
    // The next one is made instead.
    let text = scene("", &[member("hero", 4, 0, &[STICK, SWORD], ""), dummy("orc", 9, 5)]);
    assert_eq!(taken(&text, &[], &[HIT, PLAIN].concat()), 2);
    // An attack that takes 1 HP is harmful, though DR takes it off again.
    assert_eq!(taken(&strike(KNIFE, "armor = \"light\""), &[], &[HIT, PLAIN, MISS].concat()), 0);
}

/// An evading dummy of 9 HP in light armor, listed before the hero that strikes it.
fn evading(orc: &str) -> String {
    scene("", &[enemy("orc", 9, 5, &[STICK], orc), member("hero", 4, 0, &[SWORD], "")])
}

/// TINY-22: the attack test, the evade test, the critical roll, the second test, the damage, in this order.
#[test]
fn an_attack_has_five_steps() {
    // Each step has its own number of dice.
    let text = evading("armor = \"light\"\nevade_dice = \"disadvantage\"");
    let played = one_round(&text, &[], &[5, 1, 4, 6, 6, 1, 2]);
    assert_eq!(played.hp(), [7, 4]);
    let narration = played.narration(1);
    let steps = [
        "hero strikes at orc with sword: 5, 1 against 5, a hit.",
        "orc evades: 4 against 5, not evaded.",
        "Critical roll 6 + 6 = 12 against 12: 1 HP more.",
        "Second test against DR 1: 1, 2 against 5, it holds.",
        "orc takes 2 damage, 7 HP left.",
    ];
    let offsets = steps.map(|step| narration.find(step).unwrap_or_else(|| panic!("{step}\n{narration}")));
    assert!(offsets.is_sorted(), "{narration}");
    assert!(played.applied(1, "TINY-22"));
}

/// TINY-22: a step that does not apply rolls nothing: no more after a miss, no more after an evasion, no second test
/// without DR, no evade test of those who do not evade.
#[test]
fn steps_are_passed_over() {
    let names = ["attacks", "hits", "evade_tests", "evaded", "dr_tests", "damage_dealt"];
    let armored = evading("armor = \"light\"");
    let not_evading = strike(SWORD, "armor = \"light\"");
    for (text, faces, counts) in [
        (&armored, &MISS[..], [1, 0, 0, 0, 0, 0]),
        (&armored, &[5, 1, 5, 1], [1, 1, 1, 1, 0, 0]),
        (&armored, &[5, 1, 4, 4, 6, 5, 5, 1], [1, 1, 1, 0, 1, 2]),
        (&evading(""), &[5, 1, 4, 4, 6, 5], [1, 1, 1, 0, 0, 2]),
        (&not_evading, &[5, 1, 6, 5, 4, 4], [1, 1, 0, 0, 1, 1]),
        (&strike(SWORD, ""), &[5, 1, 6, 5], [1, 1, 0, 0, 0, 2]),
    ] {
        assert_eq!(names.map(|name| one_round(text, &[], faces).metric(name)), counts, "{faces:?}");
    }
}

/// TINY-22: a turn has one attack, however many are listed and however many enemies stand around (D26).
#[test]
fn a_turn_has_one_attack() {
    let hero = member("hero", 4, 0, &[SWORD, KNIFE, BOW], "");
    let text = scene("", &[hero, dummy("a", 1, 5), dummy("b", 1, 5), dummy("c", 1, -5)]);
    let played = one_round(&text, &[], &[HIT, PLAIN].concat());
    assert_eq!((played.metric("attacks"), played.hp()), (1, vec![4, 0, 1, 1]));
}

/// TINY-23: after a success 2d6 are rolled; 12 adds 1 HP, 11 does not.
#[test]
fn a_critical_adds_damage() {
    for (attack, usual) in [(KNIFE, 1), (SWORD, 2), (BOW, 1)] {
        let critical = one_round(&strike(attack, ""), &[], &[5, 1, 6, 6]);
        assert_eq!((critical.hp()[1], critical.metric("criticals")), (9 - usual - 1, 1));
        assert_eq!(critical.metric("damage_dealt"), usual as u32 + 1);
        let plain = one_round(&strike(attack, ""), &[], &[6, 6, 5, 6]);
        assert_eq!(
            (plain.hp()[1], plain.metric("criticals")),
            (9 - usual, 0),
            "the dice of the attack do not count (D10)"
        );
        assert!(plain.applied(1, "TINY-23"));
    }
}

/// TINY-23: `critical_on` is the least sum, of the rules or of the attack; 13 is never reached, and 2 always.
#[test]
fn criticals_start_at_a_number() {
    let own = |number: u32| strike(&weapon("light_melee", &format!(", critical_on = {number}")), "");
    for (number, below, at) in [(12, [6, 5], [6, 6]), (11, [5, 5], [5, 6]), (7, [3, 3], [1, 6]), (3, [1, 1], [2, 1])] {
        let knob = format!("rules.critical_on={number}");
        for (text, overrides) in [
            (&strike(KNIFE, ""), &[knob.as_str()]),
            (&own(number), &["rules.critical_on=13"]),
            (&own(number), &["rules.critical_on=2"]),
        ] {
            assert_eq!(taken(text, overrides, &[HIT, below].concat()), 1, "{number} {overrides:?}");
            assert_eq!(taken(text, overrides, &[HIT, at].concat()), 2, "{number} {overrides:?}");
        }
    }
    assert_eq!(taken(&own(13), &[], &[5, 1, 6, 6]), 1);
    assert_eq!(taken(&strike(KNIFE, ""), &["rules.critical_on=13"], &[5, 1, 6, 6]), 1);
    assert_eq!(taken(&own(2), &[], &[5, 1, 1, 1]), 2);
    assert_eq!(taken(&strike(KNIFE, ""), &["rules.critical_on=2"], &[5, 1, 1, 1]), 2);
}

/// TINY-23: `critical_bonus` is what it adds.
#[test]
fn criticals_have_a_bonus() {
    for bonus in [0, 1, 3] {
        let knob = format!("rules.critical_bonus={bonus}");
        let critical = one_round(&strike(SWORD, ""), &[&knob], &[5, 1, 6, 6]);
        assert_eq!((critical.hp()[1], critical.metric("criticals")), (9 - 2 - bonus, 1));
        assert_eq!(taken(&strike(SWORD, ""), &[&knob], &[5, 1, 6, 5]), 2);
    }
}

/// TINY-23: it is rolled with two dice, whatever number the attack test had, and whatever levels have.
#[test]
fn a_critical_roll_has_two_dice() {
    for (proficiency, dice) in [("none", 1), ("mastery", 3)] {
        let text = strike(&weapon("light_melee", &format!(", proficiency = \"{proficiency}\"")), "");
        assert_eq!(taken(&text, &[], &[&vec![5; dice][..], &CRITICAL].concat()), 2);
        assert_eq!(taken(&text, &[], &[&vec![5; dice][..], &PLAIN].concat()), 1);
    }
    let knobs = ["rules.normal_dice=3", "rules.initiative_dice=2"];
    assert_eq!(taken(&strike(KNIFE, ""), &knobs, &[1, 1, 5, 6, 6]), 2);
}

/// Light armor of so many points.
const ARMORED: &str = "armor = \"light\"";

/// TINY-24: against DR one tests again; a success lets all of the damage through, a failure lowers it by DR.
#[test]
fn dr_asks_for_a_second_test() {
    let text = strike(SWORD, ARMORED);
    let names = ["dr_tests", "dr_overcome", "damage_absorbed", "damage_dealt"];
    let overcome = one_round(&text, &[], &[HIT, PLAIN, [1, 5]].concat());
    assert_eq!((overcome.hp()[1], names.map(|name| overcome.metric(name))), (7, [1, 1, 0, 2]));
    let lowered = one_round(&text, &[], &[HIT, PLAIN, [4, 4]].concat());
    assert_eq!((lowered.hp()[1], names.map(|name| lowered.metric(name))), (8, [1, 0, 1, 1]));
    assert!(lowered.applied(1, "TINY-24"));
    let bare = one_round(&strike(SWORD, ""), &[], &[HIT, PLAIN].concat());
    assert_eq!((bare.hp()[1], names.map(|name| bare.metric(name))), (7, [0, 0, 0, 2]));
    // Armor without any DR is as none.
    let worthless = one_round(&text, &["rules.light_armor_dr=0"], &[HIT, PLAIN].concat());
    assert_eq!((worthless.metric("dr_tests"), worthless.named("TINY-24")), (0, false));
}

/// TINY-24: the damage is not lowered below 0; what was not there is not absorbed.
#[test]
fn dr_does_not_lower_below_nothing() {
    for (attack, dr, dealt, absorbed) in
        [(KNIFE, 1, 0, 1), (KNIFE, 3, 0, 1), (SWORD, 1, 1, 1), (SWORD, 2, 0, 2), (SWORD, 20, 0, 2)]
    {
        let knob = format!("rules.light_armor_dr={dr}");
        let played = one_round(&strike(attack, ARMORED), &[&knob], &[HIT, PLAIN, MISS].concat());
        assert_eq!(
            (played.metric("damage_dealt"), played.metric("damage_absorbed")),
            (dealt, absorbed),
            "{attack} {dr}"
        );
        assert_eq!(played.hp()[1], 9 - dealt as i16);
    }
}

/// TINY-24: the second test has the dice and the target number of the attack test, what hinders it included (D9).
#[test]
fn the_second_test_is_the_same_again() {
    for (keys, dice, target) in [
        (", proficiency = \"none\"", 1, 5),
        ("", 2, 5),
        (", proficiency = \"mastery\"", 3, 5),
        (", difficulty = \"trivial\"", 2, 3),
        (", difficulty = \"difficult\"", 2, 6),
    ] {
        let text = strike(&weapon("heavy_melee", keys), ARMORED);
        let hit = [&vec![target; dice][..], &PLAIN].concat();
        assert_eq!(taken(&text, &[], &[&hit[..], &vec![target - 1; dice]].concat()), 1, "{keys}");
        assert_eq!(taken(&text, &[], &[&hit[..], &vec![1; dice - 1], &[target]].concat()), 2, "{keys}");
    }
    let knobs = ["rules.ranged_in_combat=disadvantage", "rules.ranged_damage=2"];
    assert_eq!(taken(&strike(BOW, ARMORED), &knobs, &[5, 6, 5, 4]), 1);
    let untrained = strike(SWORD, ARMORED).replacen("hp = 4", "armor = \"medium\"\nhp = 4", 1);
    assert_eq!(taken(&untrained, &[], &[5, 6, 5, 4]), 1);
    let friend = member("friend", 4, 0, &[STICK], "");
    let into = ["rules.ranged_into_combat=disadvantage", "rules.ranged_damage=2"];
    assert_eq!(taken(&(strike(BOW, ARMORED) + &friend), &into, &[5, 6, 5, 4]), 1);
}

/// TINY-24: with `dr_test_dice = "normal"` it has `normal_dice`, whatever the attack's dice were, and still the target
/// number of the attack (D9).
#[test]
fn the_second_test_may_be_normal() {
    let knob = ["rules.dr_test_dice=normal", "rules.ranged_in_combat=disadvantage", "rules.ranged_damage=2"];
    for (kind, keys, dice, target) in [
        ("heavy_melee", ", proficiency = \"none\"", 1, 5),
        ("heavy_melee", "", 2, 5),
        ("heavy_melee", ", proficiency = \"mastery\"", 3, 5),
        ("heavy_melee", ", difficulty = \"easy\", proficiency = \"mastery\"", 3, 4),
        ("ranged", "", 1, 5),
    ] {
        let text = strike(&weapon(kind, keys), ARMORED);
        let hit = [&vec![target; dice][..], &PLAIN].concat();
        assert_eq!(taken(&text, &knob, &[&hit[..], &[target - 1; 2]].concat()), 1, "{kind} {keys}");
        assert_eq!(taken(&text, &knob, &[&hit[..], &[1, target]].concat()), 2, "{kind} {keys}");
    }
    let four = ["rules.dr_test_dice=normal", "rules.normal_dice=4", "rules.advantage_dice=4"];
    let text = strike(&weapon("heavy_melee", ", proficiency = \"none\""), ARMORED);
    assert_eq!(taken(&text, &four, &[5, 6, 5, 1, 1, 1, 5]), 2);
    let untrained = text.replacen("hp = 4", "armor = \"medium\"\nhp = 4", 1);
    assert_eq!(taken(&untrained, &knob, &[5, 6, 5, 4, 4]), 1);
}

/// TINY-24: `dr_mode` tests again, lowers without a test, or ignores DR.
#[test]
fn dr_has_modes() {
    let text = strike(SWORD, ARMORED);
    let names = ["dr_tests", "dr_overcome", "damage_absorbed", "damage_dealt"];
    for (mode, faces, counts) in [
        ("second_test", &[5, 1, 6, 5, 5, 5][..], [1, 1, 0, 2]),
        ("second_test", &[5, 1, 6, 5, 4, 4], [1, 0, 1, 1]),
        ("always", &[5, 1, 6, 5], [0, 0, 1, 1]),
        ("always", &[5, 1, 6, 6], [0, 0, 1, 2]),
        ("never", &[5, 1, 6, 5], [0, 0, 0, 2]),
        ("never", &[5, 1, 6, 6], [0, 0, 0, 3]),
    ] {
        let played = one_round(&text, &[&format!("rules.dr_mode={mode}")], faces);
        assert_eq!(names.map(|name| played.metric(name)), counts, "{mode}");
    }
}

/// TINY-24: what a critical adds is lowered like all damage; with `critical_ignores_dr` a critical meets neither the
/// test nor the loss (D11).
#[test]
fn dr_lowers_criticals() {
    let text = strike(KNIFE, "armor = \"medium\"");
    let names = ["criticals", "dr_tests", "damage_absorbed", "damage_dealt"];
    let lowered = one_round(&text, &["rules.medium_armor_dr=1"], &[HIT, CRITICAL, MISS].concat());
    assert_eq!(names.map(|name| lowered.metric(name)), [1, 1, 1, 1]);
    let held = one_round(&text, &[], &[HIT, CRITICAL, MISS].concat());
    assert_eq!(names.map(|name| held.metric(name)), [1, 1, 2, 0]);
    let through = one_round(&text, &[], &[HIT, CRITICAL, HIT].concat());
    assert_eq!(names.map(|name| through.metric(name)), [1, 1, 0, 2]);
    for mode in ["second_test", "always", "never"] {
        let knobs = ["rules.critical_ignores_dr=true", &format!("rules.dr_mode={mode}")];
        let critical = one_round(&text, &knobs, &[HIT, CRITICAL].concat());
        assert_eq!(names.map(|name| critical.metric(name)), [1, 0, 0, 2], "{mode}");
    }
    let knobs = ["rules.critical_ignores_dr=true"];
    let plain = one_round(&text, &knobs, &[HIT, PLAIN, MISS].concat());
    assert_eq!(names.map(|name| plain.metric(name)), [0, 1, 1, 0]);
    let always = one_round(&text, &["rules.critical_ignores_dr=true", "rules.dr_mode=always"], &[HIT, PLAIN].concat());
    assert_eq!(names.map(|name| always.metric(name)), [0, 0, 1, 0]);
}

/// TINY-24: `damage_floor` is what DR leaves at least, though never more than there was.
#[test]
fn damage_has_a_floor() {
    for (damage, dr, floor, dealt) in [
        (1, 1, 0, 0),
        (1, 1, 1, 1),
        (1, 3, 2, 1),
        (2, 3, 1, 1),
        (2, 3, 2, 2),
        (2, 1, 1, 1),
        (4, 1, 2, 3),
        (4, 3, 2, 2),
        (4, 4, 20, 4),
    ] {
        let attack = weapon("light_melee", &format!(", damage = {damage}"));
        let text = strike(&attack, &format!("damage_reduction = {dr}"));
        let floor = format!("rules.damage_floor={floor}");
        for (mode, second) in [("second_test", &MISS[..]), ("always", &[])] {
            let knobs = [floor.as_str(), &format!("rules.dr_mode={mode}")];
            let played = one_round(&text, &knobs, &[&HIT[..], &PLAIN, second].concat());
            assert_eq!(played.metric("damage_dealt"), dealt, "{damage} against {dr}, {floor}, {mode}");
            assert_eq!(played.metric("damage_absorbed"), damage - dealt);
        }
    }
    // A critical is part of the damage.
    let text = strike(KNIFE, "damage_reduction = 5");
    assert_eq!(taken(&text, &["rules.damage_floor=3"], &[HIT, CRITICAL, MISS].concat()), 2);
}

/// TINY-24: the target does not evade the second test.
#[test]
fn the_second_test_is_not_evaded() {
    let played = one_round(&evading(ARMORED), &[], &[HIT, MISS, PLAIN, HIT].concat());
    assert_eq!((played.metric("evade_tests"), played.metric("dr_overcome"), played.hp()[0]), (1, 1, 7));
}

/// TINY-25: DR of the armor and inborn DR add up; with `dr_stacking = "highest"` the larger one counts.
#[test]
fn dr_comes_from_armor_and_body() {
    for (armor, inborn, sum, highest) in [
        ("none", 0, 0, 0),
        ("none", 2, 2, 2),
        ("light", 0, 1, 1),
        ("light", 1, 2, 1),
        ("light", 3, 4, 3),
        ("medium", 1, 3, 2),
        ("heavy", 2, 5, 3),
    ] {
        let keys =
            format!("armor = \"{armor}\"\ndamage_reduction = {inborn}\ntraits = [\"armor_training\", \"strong\"]");
        let text = strike(&weapon("light_melee", ", damage = 6"), &keys);
        for (overrides, dr) in
            [(&[][..], sum), (&["rules.dr_stacking=sum"], sum), (&["rules.dr_stacking=highest"], highest)]
        {
            let second: &[u32] = if dr == 0 { &[] } else { &MISS };
            let played = one_round(&text, overrides, &[&HIT[..], &PLAIN, second].concat());
            assert_eq!(
                (played.hp()[1], played.metric("damage_absorbed")),
                (9 - 6 + dr, dr as u32),
                "{keys} {overrides:?}"
            );
            assert_eq!(played.applied(1, "TINY-25"), dr > 0);
        }
    }
}

/// TINY-26: damage is taken off at once: who falls has no turn any more, and the next attacker meets what is left.
#[test]
fn damage_is_taken_off_at_once() {
    let heroes = [member("a", 4, 0, &[SWORD], ""), member("b", 4, 0, &[SWORD], "")].concat();
    let orc = |hp: u16| scene("", &[heroes.clone(), enemy("orc", hp, 5, &[KNIFE], "")]);
    let both = [HIT, PLAIN, HIT, PLAIN].concat();
    let felled = one_round(&orc(4), &[], &both);
    assert_eq!((felled.outcome.winner, felled.ends[2], felled.metric("attacks")), (Winner::Party, EndState::Dead, 2));
    let left = one_round(&orc(5), &[], &[&both[..], &MISS].concat());
    assert_eq!((left.hp()[2], left.metric("attacks")), (1, 3));
    assert!(left.applied(1, "TINY-26") && left.narration(1).contains("orc takes 2 damage, 1 HP left."));
}

/// TINY-26: HP never go below 0; the damage dealt is counted in full.
#[test]
fn hp_never_go_below_nothing() {
    for (hp, left, end) in [(1, 0, EndState::Dead), (2, 0, EndState::Dead), (3, 1, EndState::Standing)] {
        let text = scene("", &[member("hero", 4, 0, &[SWORD], ""), dummy("orc", hp, 5)]);
        let played = one_round(&text, &[], &[HIT, PLAIN].concat());
        assert_eq!((played.hp()[1], played.ends[1]), (left, end));
        assert_eq!((played.metric("damage_dealt"), played.metric("enemy_drops")), (2, u32::from(left == 0)));
    }
}

/// TINY-26: a combatant starts with its `hp`, which may be less than its `hp_max`.
#[test]
fn one_may_come_wounded() {
    let text = scene("", &[member("hero", 2, 0, &[SWORD], "hp_max = 6"), enemy("orc", 4, 5, &[KNIFE], "hp_max = 9")]);
    let played = one_round(&text, &[], &[HIT, PLAIN, HIT, PLAIN].concat());
    assert_eq!((played.hp(), played.metric("party_hp_left"), played.metric("recovery_sleeps")), (vec![1, 2], 1, 5));
}

/// TINY-26: the first fall of a party member is counted with its round, those of both sides by number.
#[test]
fn falls_are_counted() {
    let heroes =
        [member("a", 1, 0, &[KNIFE], "at_zero_hp = \"down\""), member("b", 1, 0, &[KNIFE], "at_zero_hp = \"down\"")];
    let text = scene("", &[heroes.concat(), enemy("orc", 4, 5, &[KNIFE], "")]);
    let turn = [HIT, PLAIN].concat();
    let calm = [MISS, MISS, MISS].concat();
    // Nobody falls in round 1; in round 2 a does, in round 3 b.
    let faces = [&calm[..], &MISS, &MISS, &turn, &MISS, &turn].concat();
    let played = play(&tiny(&text, &[]), in_order(&[0, 1, 2], &faces));
    assert_eq!(played.outcome, crate::Outcome { winner: Winner::Enemies, rounds: 3 });
    let names = ["rounds_to_first_drop", "party_drops", "enemy_drops", "party_hp_left", "fight_seconds"];
    assert_eq!(names.map(|name| played.metric(name)), [2, 2, 0, 0, 15]);
    let none = rounds(2, &text, &[], &calm.repeat(2));
    assert_eq!(names.map(|name| none.metric(name)), [0, 0, 0, 2, 10]);
}
