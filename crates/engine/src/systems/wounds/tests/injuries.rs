//! Injury tables and what injuries do for the rest of the fight (WOUNDS-50 to WOUNDS-60).

use super::*;
use crate::systems::wounds::injury::Conditions;

/// A hero who breaks something in the orc's body with his first blow and then has these attacks; the orc's keys.
fn broken(injury: &str, then: &[&str], orc: &str) -> String {
    let hero = attacks(&[&[BREAK][..], then].concat());
    scene(&injured_by(injury), &[member("hero", &hero), enemy("orc", orc)])
}

/// Plays so many rounds of that: the hero comes first, and the faces follow those of the blow.
#[track_caller]
fn after(count: u32, text: &str, overrides: &[&str], faces: &[u32]) -> Played {
    rounds(count, text, overrides, &[&[1, 1], &BROKEN[..], faces].concat())
}

/// An orc that acts after the hero, with a touch.
fn late_touch() -> String {
    format!("initiative_modifier = 40\n{}", attacks(&[TOUCH]))
}

impl Played {
    fn conditions(&self, who: usize) -> Conditions {
        self.end.bodies[who].conditions.without(Conditions::INJURED)
    }

    /// Whether the round's narration says this.
    fn tells(&self, text: &str) -> bool {
        self.lines.iter().any(|line| line.text.contains(text))
    }
}

/// WOUNDS-50, WOUNDS-51: the table of the damage type, or the attacker's choice of several; without a table the injury is
/// counted and does nothing.
#[test]
fn injuries_come_from_the_table_of_the_damage_type() {
    let tables = "injury_tables = { fire = [{ roll = \"1\", name = \"a burn\", attack = -1 }], cold = [{ roll = \"1-3\", \
                  name = \"a chill\", attack = -2 }, { roll = \"4\", name = \"frostbite\", attack = -3 }] }";
    for (types, faces, attack, name) in [
        ("damage_type = \"fire\"", &[1][..], -1, "a burn"),
        ("damage_type = \"cold\"", &[1], -2, "a chill"),
        ("damage_type = \"cold\"", &[3], -2, "a chill"),
        ("damage_type = \"cold\"", &[4], -3, "frostbite"),
        ("damage_type = [\"acid\", \"cold\", \"fire\"]", &[4], -3, "frostbite"),
        ("damage_type = [\"cold\", \"fire\"], injury_table = \"fire\"", &[1], -1, "a burn"),
        ("damage_type = [\"cold\", \"acid\"], injury_table = \"acid\"", &[], 0, ""),
        ("damage_type = \"piercing\"", &[], 0, ""),
        ("", &[], 0, ""),
        ("damage_type = \"blunt\"", &[1], 0, "crushed foot"),
    ] {
        let separator = if types.is_empty() { "" } else { ", " };
        let attack_keys = format!("{BREAK}{separator}{types}");
        let text = scene(tables, &[member("hero", &attacks(&[&attack_keys])), dummy("orc", "")]);
        let played = one_round(&text, &[], &[&[1, 1, 10, 1][..], faces].concat());
        assert_eq!(played.end.bodies[1].injury_attack, attack, "{types}");
        assert_eq!((played.metric("injuries"), played.tells("an injury")), (1, true), "{types}");
        let line = format!("Injury of orc: {name}");
        assert_eq!(played.tells(&line), !name.is_empty(), "{types}\n{}", played.narration(1));
        assert!(played.applied(1, "WOUNDS-50") && played.applied(1, "WOUNDS-51"));
        assert_eq!(played.named("WOUNDS-52"), name == "crushed foot");
    }
}

/// WOUNDS-52: the built-in table of blunt injuries, row by row; `"none"` takes it away.
#[test]
fn the_blunt_table_has_twenty_injuries() {
    let none = Conditions::NONE;
    let (main, off) = (Conditions::MAIN_ARM_LOST, Conditions::OFF_ARM_LOST);
    let gagged = Conditions::SILENCED.with(Conditions::SUFFOCATING);
    // The dice after the table's, and what is taken off Strength, Agility, Dexterity, Perception and Memory.
    let rows: [(&[u32], [u8; 5], Conditions); 20] = [
        (&[], [0, 0, 0, 0, 0], none),
        (&[8], [0, 8, 0, 0, 0], Conditions::HALF_SPEED),
        (&[12], [0, 12, 0, 0, 0], Conditions::PRONE),
        (&[10], [0, 10, 0, 0, 0], none),
        (&[1, 2, 3, 4], [0, 10, 0, 0, 0], none),
        (&[2, 4], [6, 0, 0, 0, 0], Conditions::WINDED),
        (&[1, 2, 4], [7, 0, 0, 0, 0], none),
        (&[1, 8, 3], [11, 0, 11, 0, 0], main),
        (&[3, 10], [10, 0, 0, 0, 0], off),
        (&[2, 12], [0, 0, 12, 0, 0], main),
        (&[4, 10], [10, 0, 10, 0, 0], off),
        (&[1, 4, 3, 2, 1], [0, 0, 10, 0, 0], main),
        (&[8], [0, 0, 8, 0, 0], none),
        (&[], [0, 0, 0, 0, 0], Conditions::PARALYSED),
        (&[], [0, 0, 0, 0, 0], gagged),
        (&[], [0, 0, 0, 0, 0], Conditions::SILENCED),
        (&[10], [0, 0, 0, 10, 0], none),
        (&[8, 7], [0, 0, 0, 15, 0], Conditions::ONE_EYE),
        (&[12], [0, 0, 0, 12, 0], none),
        (&[8], [0, 0, 0, 8, 8], Conditions::CONCUSSED),
    ];
    let scores =
        ["strength", "agility", "dexterity", "perception", "memory", "insight"].map(|score| format!("{score} = 30\n"));
    let blow = format!("{BREAK}, damage_type = \"blunt\"");
    let text = scene("", &[member("hero", &attacks(&[&blow])), dummy("orc", &scores.concat())]);
    for (index, (dice, damage, conditions)) in rows.into_iter().enumerate() {
        let faces = [&[1, 1, 10, 1, index as u32 + 1], dice].concat();
        let played = one_round(&text, &[], &faces);
        let body = &played.end.bodies[1];
        assert_eq!(body.score_damage[..5], damage, "row {}", index + 1);
        assert_eq!(
            body.conditions.without(Conditions::SPENT.with(Conditions::INJURED)),
            conditions,
            "row {}",
            index + 1
        );
        assert_eq!((body.score_damage[5], body.injury_attack, body.injury_defense), (0, 0, 0));
        assert!(played.applied(1, "WOUNDS-52"));
    }
    let without = one_round(&text, &["rules.injury_tables.blunt=none"], &[1, 1, 10, 1]);
    assert_eq!((without.metric("injuries"), without.named("WOUNDS-52")), (1, false));
}

/// WOUNDS-53: one roll is taken off each of the scores, which never fall below 1; below 0 it counts as 0.
#[test]
fn damage_to_scores_stops_at_1() {
    for (damage, faces, lost) in [
        ("\"1d6\"", &[4][..], [4, 4]),
        ("\"2d4+1\"", &[4, 4], [8, 9]),
        ("20", &[], [8, 19]),
        ("\"1d6-3\"", &[2], [0, 0]),
        ("\"1d6-3\"", &[5], [2, 2]),
    ] {
        let injury = format!("damage = {damage}, abilities = [\"dexterity\", \"agility\"]");
        let text = broken(&injury, &[], "initiative_modifier = 40\ndexterity = 9\nagility = 20");
        let played = after(1, &text, &[], faces);
        let [dexterity, agility] = lost;
        assert_eq!(played.end.bodies[1].score_damage, [0, agility, dexterity, 0, 0, 0], "{injury}");
        assert!(played.applied(1, "WOUNDS-53"));
    }
    // Two such injuries add up, and stop at 1.
    let twice = BREAK.replace("uses = 1", "uses = 2");
    let rules = injured_by("damage = 6, abilities = [\"memory\"]");
    let text = scene(&rules, &[member("hero", &attacks(&[&twice])), dummy("orc", "")]);
    let played = rounds(2, &text, &[], &[&[1, 1], &BROKEN[..], &BROKEN].concat());
    let memory: Vec<u8> = played.states.iter().map(|state| state.bodies[1].score_damage[4]).collect();
    assert_eq!(memory, [0, 6, 9]);
}

/// WOUNDS-53, WOUNDS-03: damage to Agility lowers Defense and leaves Base Initiative.
#[test]
fn damage_to_agility_lowers_defense() {
    let text = broken("damage = 4, abilities = [\"agility\"]", &[TOUCH], "initiative_modifier = 40\nagility = 14");
    for (face, hits) in [(11, 2), (10, 1)] {
        let played = after(2, &text, &[], &[face]);
        assert_eq!((played.metric("hits"), played.initiatives()), (hits, vec![1, 39]));
        assert!(played.applied(1, "WOUNDS-53") && played.applied(2, "WOUNDS-03"));
    }
}

/// WOUNDS-53, WOUNDS-28: damage to Strength lowers the maximum, and Wound Points with it; with `lose` as many are lost as
/// Strength.
#[test]
fn damage_to_strength_lowers_wound_points() {
    for (orc, damage, capped, lost) in [
        ("", 4, 6, 5),
        ("wound_bonus = 5", 4, 11, 10),
        ("starting_wounds = 5", 4, 4, 0),
        ("starting_wounds = 8", 4, 6, 3),
        ("starting_wounds = 1", 4, 0, -4),
        ("strength = 3", 10, 1, 0),
        ("stress = 9", 4, 6, 5),
    ] {
        let injury = format!("damage = {damage}, abilities = [\"strength\"]");
        let text = broken(&injury, &[], &format!("initiative_modifier = 40\nfights_on = \"always\"\n{orc}"));
        for (knob, left) in [("cap", capped), ("lose", lost)] {
            let overrides = [format!("rules.strength_damage={knob}"), "rules.strain_wounds=0".to_owned()];
            let overrides = [overrides[0].as_str(), &overrides[1], "rules.dying_wounds=0"];
            let played = after(1, &text, &overrides, &[]);
            assert_eq!(played.wound_points()[1], left, "{orc} {damage} {knob}");
            assert_eq!(played.stress()[1], if orc.contains("stress") { 9 } else { 0 });
            // It is no wound, and is not counted as damage of the hit.
            let missing = played.states[0].bodies[1].worst_wound;
            assert_eq!((played.end.bodies[1].worst_wound, played.metric("enemies_wound_damage")), (missing.max(1), 1));
            assert!(played.applied(1, "WOUNDS-53"));
        }
    }
}

/// WOUNDS-53, WOUNDS-27: what Stress is made of at the start does not change it later.
#[test]
fn damage_to_strength_leaves_stress() {
    let orc = enemy("orc", "initiative_modifier = 40\nstrength = 16\nhd = \"5d8\"").replacen("stress = 0\n", "", 1);
    let rules = injured_by("damage = 6, abilities = [\"strength\"]");
    let played = after(1, &scene(&rules, &[member("hero", &attacks(&[BREAK])), orc]), &[], &[]);
    assert_eq!((played.stress()[1], played.end.bodies[1].stress_max, played.wound_points()[1]), (41, 41, 10));
    assert!(played.applied(1, "WOUNDS-53"));
}

/// WOUNDS-53, WOUNDS-42: damage to Strength moves the death line.
#[test]
fn damage_to_strength_brings_death_nearer() {
    for (damage, end) in [(4, EndState::Dead), (3, EndState::Down)] {
        let injury = format!("damage = {damage}, abilities = [\"strength\"]");
        let orc = "initiative_modifier = 40\nfights_on = \"always\"\nstarting_wounds = -5";
        let played = after(1, &broken(&injury, &[], orc), &["rules.dying_wounds=0", "rules.strain_wounds=0"], &[]);
        assert_eq!((played.wound_points()[1], played.ends[1]), (-6, end), "at -6 with Strength {}", 10 - damage);
        assert!(played.applied(1, "WOUNDS-53"));
    }
}

/// WOUNDS-54: a d4 says which arm is lost, and what needs it cannot be used from then on.
#[test]
fn a_lost_arm_takes_its_attacks() {
    for (face, hand, is_usable) in [
        (1, "main", false),
        (2, "main", false),
        (3, "main", true),
        (4, "main", true),
        (1, "off", true),
        (2, "off", true),
        (3, "off", false),
        (4, "off", false),
        (1, "both", false),
        (4, "both", false),
        (2, "none", true),
        (3, "none", true),
    ] {
        let orc = format!("initiative_modifier = 40\n{}", attacks(&[&format!("{TOUCH}, hand = \"{hand}\"")]));
        let text = broken("arm = \"yes\"", &[], &orc);
        let strikes: &[u32] = if is_usable { &[1, 1] } else { &[] };
        let played = after(2, &text, &[], &[&[face], strikes].concat());
        assert_eq!(played.metric("strikes"), 1 + strikes.len() as u32, "{face} {hand}");
        // Declared already in the first round, and so lost; in the second there is no attack left.
        let defends = 1 + u32::from(!is_usable);
        assert_eq!((played.metric("full_defenses"), played.metric("turns_lost")), (defends, 0));
        let arm = if face <= 2 { Conditions::MAIN_ARM_LOST } else { Conditions::OFF_ARM_LOST };
        assert_eq!(played.conditions(1), arm);
        assert!(played.applied(1, "WOUNDS-54"));
    }
}

/// WOUNDS-54: another attack takes the turn of one whose arm is gone, and both arms can be lost.
#[test]
fn what_the_other_arm_holds_is_used() {
    let orc = attacks(&[&format!("{TOUCH}, hand = \"main\""), "damage = 2, critical_on = 21, hand = \"off\""]);
    let twice = BREAK.replace("uses = 1", "uses = 2");
    let text = scene(
        &injured_by("arm = \"yes\""),
        &[member("hero", &attacks(&[&twice])), enemy("orc", &format!("initiative_modifier = 40\n{orc}"))],
    );
    let blow = |arm: u32| [&BROKEN[..], &[arm]].concat();
    let one_arm =
        rounds(3, &text, &["combatants.hero.attacks.a0.uses=1"], &[&[1, 1], &blow(1)[..], &[15, 15]].concat());
    assert_eq!((one_arm.wound_points()[0], one_arm.metric("strikes")), (6, 3));
    let no_arm = rounds(3, &text, &[], &[&[1, 1], &blow(1)[..], &blow(3)].concat());
    assert_eq!((no_arm.wound_points()[0], no_arm.metric("strikes")), (10, 2));
    assert_eq!(no_arm.conditions(1), Conditions::MAIN_ARM_LOST.with(Conditions::OFF_ARM_LOST));
    assert!(no_arm.applied(2, "WOUNDS-54"));
}

/// Shots that injure an orc who walks up from 50 yards, one in each round; where it is after each round.
#[track_caller]
fn walks(injury: &str, orc: &str, overrides: &[&str], shots: usize) -> Vec<i32> {
    let bow = format!("{}, kind = \"ranged\", range = 60", BREAK.replace("uses = 1", "uses = 3"));
    let orc = enemy("orc", &format!("initiative_modifier = 40\nposition = 50\n{orc}\n{}", attacks(&[TOUCH])));
    let text = scene(&injured_by(injury), &[member("hero", &attacks(&[&bow])), orc]);
    let played = rounds(shots as u32, &text, overrides, &[&[1, 1], &BROKEN.repeat(shots)[..]].concat());
    assert!(["WOUNDS-55", "WOUNDS-56"].iter().any(|rule| played.applied(shots as u32, rule)), "{injury}");
    played.states.iter().map(|state| state.bodies[1].position).collect()
}

/// WOUNDS-55: half Speed, rounded down, however many such injuries.
#[test]
fn half_speed_is_half_once() {
    let text = broken("speed = \"half\"", &[], "initiative_modifier = 40");
    assert!(after(1, &text, &[], &[]).applied(1, "WOUNDS-55"));
    assert_eq!(walks("speed = \"half\"", "speed = 10", &[], 3), [50, 45, 40, 35]);
    assert_eq!(walks("speed = \"half\"", "speed = 9", &[], 2), [50, 46, 42]);
    assert_eq!(walks("speed = \"half\"", "speed = 1", &[], 1), [50, 50]);
}

/// WOUNDS-55, WOUNDS-20: an injury and Full-Defense halve Speed together.
#[test]
fn half_speed_and_full_defense_leave_a_quarter() {
    let guard = "speed = 11\npolicy = \"guard\"";
    assert_eq!(walks("speed = \"half\"", guard, &[], 2), [50, 48, 46]);
    let text = broken("speed = \"half\"", &[], "initiative_modifier = 40");
    assert!(after(1, &text, &[], &[]).applied(1, "WOUNDS-55"));
}

/// WOUNDS-56: prone, or told to crawl by a table, one moves only at `crawl_speed`.
#[test]
fn the_prone_crawl() {
    for injury in ["flags = [\"prone\"]", "speed = \"crawl\"", "speed = \"half\", flags = [\"prone\"]"] {
        assert!(after(1, &broken(injury, &[], "initiative_modifier = 40"), &[], &[]).applied(1, "WOUNDS-56"));
        assert_eq!(walks(injury, "", &[], 2), [50, 49, 48], "{injury}");
        assert_eq!(walks(injury, "", &["rules.crawl_speed=3"], 2), [50, 47, 44], "{injury}");
        assert_eq!(walks(injury, "speed = 2", &["rules.crawl_speed=3"], 2), [50, 48, 46], "{injury}");
    }
}

/// The orc's attack bonus and its Defense after an injury, as the lowest faces that hit: of the orc and of the hero.
#[track_caller]
fn after_injury(injury: &str, rules: &str) -> [u32; 2] {
    let hero = member("hero", &attacks(&[BREAK, TOUCH]));
    let text = scene(&format!("{}\n{rules}", injured_by(injury)), &[hero, enemy("orc", &late_touch())]);
    // The orc strikes in the first round, the hero at the orc in the second.
    let by_orc = (1..=20).find(|&face| after(1, &text, &[], &[face]).metric("hits") == 2);
    let by_hero = (1..=20).find(|&face| after(2, &text, &[], &[1, face, 1]).metric("hits") == 2);
    [by_orc, by_hero].map(|face| face.expect("a 20 is enough"))
}

/// WOUNDS-56, WOUNDS-29, WOUNDS-31: being prone changes attack rolls and Defense by the knobs, crawling alone does not.
#[test]
fn the_prone_fight_by_the_knobs() {
    let knobs = "prone_attack = -3\nprone_defense = -4\none_eye_attack = -9\nconcussed_attack = -9";
    assert_eq!(after_injury("flags = [\"prone\"]", ""), [11, 11]);
    assert_eq!(after_injury("flags = [\"prone\"]", knobs), [14, 7]);
    assert_eq!(after_injury("speed = \"crawl\"", knobs), [11, 11]);
    let text = broken("flags = [\"prone\"]", &[TOUCH], &late_touch());
    assert!(after(3, &text, &[], &[1, 1, 1, 1, 1]).applied(3, "WOUNDS-56"), "to the end of the fight");
}

/// WOUNDS-60, WOUNDS-31: one eye and a concussion change attack rolls by their knobs, each once.
#[test]
fn one_eye_and_a_concussion_change_attack_rolls() {
    let knobs = "one_eye_attack = -3\nconcussed_attack = -2\nprone_attack = -9\nprone_defense = -9";
    assert_eq!(after_injury("flags = [\"one_eye\"]", ""), [11, 11]);
    assert_eq!(after_injury("flags = [\"one_eye\"]", knobs), [14, 11]);
    assert_eq!(after_injury("flags = [\"concussed\"]", knobs), [13, 11]);
    assert_eq!(after_injury("flags = [\"one_eye\", \"concussed\"]", knobs), [16, 11]);
    // The same again changes nothing.
    let twice = BREAK.replace("uses = 1", "uses = 2");
    let rules = format!("{}\n{knobs}", injured_by("flags = [\"one_eye\"]"));
    let text = scene(&rules, &[member("hero", &attacks(&[&twice])), enemy("orc", &late_touch())]);
    for (face, hits) in [(14, 3), (13, 2)] {
        let played = rounds(2, &text, &[], &[&[1, 1], &BROKEN[..], &[1], &BROKEN, &[face]].concat());
        assert_eq!((played.metric("hits"), played.applied(2, "WOUNDS-60")), (hits, true));
    }
}

/// WOUNDS-60, WOUNDS-36: casting rolls suffer alike.
#[test]
fn hurt_casters_miss_more_spells() {
    let caster = "policy = \"caster\"\ninitiative_modifier = 40\nspells = [{ id = \"s\", tn = 10, damage = 1 }]";
    let knobs = "one_eye_attack = -3\nconcussed_attack = -2\nprone_attack = -1";
    for (injury, number) in [
        ("flags = [\"one_eye\"]", 13),
        ("flags = [\"concussed\"]", 12),
        ("flags = [\"prone\"]", 11),
        ("attack = -4", 14),
        ("defense = -4", 10),
    ] {
        let hero = member("hero", &format!("stress = 9\n{}", attacks(&[BREAK])));
        let text = scene(&format!("{}\n{knobs}", injured_by(injury)), &[hero, enemy("orc", caster)]);
        for (face, damage) in [(number, 1), (number - 1, 0)] {
            let played = after(1, &text, &[], &[face]);
            assert_eq!(played.metric("party_stress_damage"), damage, "{injury} {face}");
            assert!(played.applied(1, "WOUNDS-36"));
            assert_eq!(played.named("WOUNDS-60"), number > 11 && !injury.contains("attack"));
        }
    }
}

/// WOUNDS-29, WOUNDS-31, WOUNDS-51: the columns `attack` and `defense` add up over injuries.
#[test]
fn what_injuries_change_adds_up() {
    assert_eq!(after_injury("attack = -2, defense = -3", ""), [13, 8]);
    assert_eq!(after_injury("attack = 2, defense = 3", ""), [9, 14]);
    let twice = BREAK.replace("uses = 1", "uses = 2");
    let rules = injured_by("attack = -2, defense = -3");
    let text = scene(&rules, &[member("hero", &attacks(&[&twice, TOUCH])), enemy("orc", &late_touch())]);
    let blows = [&[1, 1], &BROKEN[..], &[1], &BROKEN];
    for (faces, hits) in [([15, 1, 1], 3), ([14, 1, 1], 2), ([1, 5, 1], 3), ([1, 4, 1], 2)] {
        let played = rounds(3, &text, &[], &[&blows.concat()[..], &faces].concat());
        assert_eq!((played.metric("hits"), played.applied(2, "WOUNDS-51")), (hits, true), "{faces:?}");
    }
}

/// WOUNDS-57: who is winded acts in one of two consecutive rounds.
#[test]
fn the_winded_rest_every_other_round() {
    let text = broken("flags = [\"winded\"]", &[], &late_touch());
    let played = after(4, &text, &[], &[1, 1]);
    let spent: Vec<bool> =
        played.states.iter().map(|state| state.bodies[1].conditions.any_of(Conditions::SPENT)).collect();
    assert_eq!((spent, played.metric("strikes")), (vec![false, true, false, true, false], 3));
    assert_eq!(played.metric("turns_lost"), 0, "who rests declares nothing");
    assert!((1..=4).all(|round| played.applied(round, "WOUNDS-57")));
    let turn = "orc, winded, has acted, and must rest in the next round.";
    assert_eq!((played.said(3, "winded"), played.said(2, "strikes").len()), (vec![turn], 0));
    assert_eq!(played.said(2, "winded"), ["orc is winded and rests.", "orc, winded, has rested."]);
}

/// An orc of this Speed that a hero so many yards away winds with an arrow, before he comes to touch it.
fn winded_from_afar(distance: i32, speed: i32, orc: &str) -> String {
    let shot = format!("{BREAK}, kind = \"ranged\"");
    let hero = member("hero", &format!("position = {}\n{}", 1 - distance, attacks(&[&shot, TOUCH])));
    let orc = enemy("orc", &format!("initiative_modifier = 40\nspeed = {speed}\n{orc}"));
    scene(&injured_by("flags = [\"winded\"]"), &[hero, orc])
}

/// WOUNDS-57: a Reposte is an action, and the only one.
#[test]
fn the_winded_have_their_reposte_or_their_turn() {
    let text = winded_from_afar(5, 0, &attacks(&[TOUCH]));
    // Round 1: the shot; nobody is in the orc's reach. Round 2: the hero walks into a Reposte. Round 3: the orc rests.
    let played = after(4, &text, &[], &[2, 3, 4, 5, 6]);
    let spent = played.states.iter().map(|state| state.bodies[1].conditions.any_of(Conditions::SPENT));
    assert_eq!(spent.collect::<Vec<_>>(), [false, false, true, false, true]);
    assert_eq!((played.metric("repostes"), played.metric("turns_lost"), played.metric("strikes")), (1, 1, 6));
    assert!(played.applied(2, "WOUNDS-57"), "{}", played.narration(2));
}

/// WOUNDS-57: moving is no action, with an attack that does not reach or in an advance.
#[test]
fn the_winded_may_move() {
    for policy in ["reckless", "defensive"] {
        let text = winded_from_afar(20, 3, &format!("policy = \"{policy}\"\n{}", attacks(&[TOUCH])));
        let played = after(1, &text, &[], &[]);
        assert_eq!((played.positions()[1], played.conditions(1)), (-2, Conditions::WINDED), "{policy}");
        assert!(played.applied(1, "WOUNDS-57"));
    }
}

/// WOUNDS-57: who rests cannot make a Reposte either.
#[test]
fn the_resting_make_no_reposte() {
    let text = winded_from_afar(5, 0, &attacks(&[TOUCH, "damage = 0, critical_on = 21, kind = \"ranged\""]));
    // The orc shoots back in the first round, and has to rest in the second, when the hero comes.
    let played = after(2, &text, &[], &[1, 1]);
    assert_eq!((played.metric("repostes"), played.metric("strikes"), played.positions()[0]), (0, 3, 0));
    assert!(played.applied(1, "WOUNDS-57"));
}

/// WOUNDS-58: who suffocates loses Wound Points at the end of each round, from that of the injury on.
#[test]
fn the_suffocating_lose_wound_points() {
    let text = broken("flags = [\"suffocating\"]", &[], "initiative_modifier = 40\nfights_on = \"always\"");
    for (loss, wounds) in [(1, [10, 8, 7, 6]), (3, [10, 6, 3, 0]), (0, [10, 9, 9, 9])] {
        let knob = format!("rules.suffocation_wounds={loss}");
        let played = after(3, &text, &[&knob], &[]);
        let by_round: Vec<i32> = played.states.iter().map(|state| state.bodies[1].wounds).collect();
        assert_eq!((by_round, played.metric("bleed_damage")), (wounds.to_vec(), 3 * loss), "{loss}");
        assert_eq!(played.end.bodies[1].worst_wound, 1.max(loss as i32));
        assert!(played.applied(1, "WOUNDS-58"));
        assert_eq!(played.applied(3, "WOUNDS-58"), loss > 0, "nothing is no line");
    }
}

/// WOUNDS-58, WOUNDS-41: the Dying lose both; at 0 only the breath. It ends in death.
#[test]
fn suffocating_and_dying_add_up() {
    let text = broken("flags = [\"suffocating\"]", &[], "initiative_modifier = 40\nstarting_wounds = 1");
    let text = format!("{text}{}", dummy("friend", ""));
    let played = rounds(6, &text, &[], &[&[1, 1, 1], &BROKEN[..]].concat());
    let by_round: Vec<i32> = played.states.iter().map(|state| state.bodies[1].wounds).collect();
    assert_eq!(by_round, [1, -1, -3, -5, -7, -9, -11]);
    assert_eq!((played.ends[1], played.metric("bleed_damage")), (EndState::Dead, 11));
    assert!(played.applied(2, "WOUNDS-58") && played.applied(2, "WOUNDS-41"));
}

/// WOUNDS-59: the paralysed are out of the fight, and only who finishes the down aims at them.
#[test]
fn the_paralysed_are_down() {
    let injury = injured_by("flags = [\"paralysed\"]");
    for (targeting, wounds) in [("nearest", [9, 7]), ("weakest", [9, 7]), ("finish", [6, 10])] {
        let hero = format!("targeting = \"{targeting}\"\n{}", attacks(&[BREAK, "damage = 3, critical_on = 21"]));
        let text = scene(&injury, &[member("hero", &hero), dummy("orc", &attacks(&[TOUCH])), dummy("friend", "")]);
        let played = rounds(2, &text, &[], &[&[1, 1, 1], &BROKEN[..], &[15]].concat());
        assert_eq!(played.wound_points()[1..], wounds, "{targeting}");
        assert_eq!((played.ends[1], played.metric("first_down_round")), (EndState::Down, 1));
        assert_eq!((played.metric("turns_lost"), played.end.fighters.contains(1.into())), (1, false));
        assert!(played.applied(1, "WOUNDS-59"));
        assert_eq!(played.said(1, "orc is down"), ["orc is down, paralysed."]);
    }
    // Alone it has lost.
    let over =
        play(&wounds(&broken("flags = [\"paralysed\"]", &[], "initiative_modifier = 40"), &[]), [1, 1, 10, 1, 1]);
    assert_eq!((over.outcome.winner, over.outcome.rounds, over.ends[1]), (Winner::Party, 1, EndState::Down));
}

/// WOUNDS-59, WOUNDS-43: above 0 the paralysed are no patients; below 0 they are, though they do not get up.
#[test]
fn the_paralysed_can_be_tended() {
    let orc = enemy("orc", &format!("initiative_modifier = -40\n{}", attacks(&[BREAK])));
    let friend =
        |wounds: i32| member("friend", &format!("position = 1\nstarting_wounds = {wounds}\nfights_on = \"always\""));
    let medic = member("medic", "policy = \"medic\"\nheal = 20\nposition = 0");
    let text =
        |wounds: i32| scene(&injured_by("flags = [\"paralysed\"]"), &[medic.clone(), friend(wounds), orc.clone()]);
    let unhurt = rounds(2, &text(3), &[], &[&[1, 1, 1], &BROKEN[..]].concat());
    assert_eq!((unhurt.named("WOUNDS-43"), unhurt.wound_points()[1]), (false, 2));
    let dying = rounds(2, &text(-1), &[], &[&[1, 1, 1], &BROKEN[..], &[20]].concat());
    assert_eq!((dying.metric("stabilisations"), dying.wound_points()[1]), (1, -2));
    assert!(dying.applied(1, "WOUNDS-59") && !dying.end.fighters.contains(1.into()));
}

/// WOUNDS-59: the silenced neither cast nor intimidate, on the turn that they had declared it for either.
#[test]
fn the_silenced_neither_cast_nor_intimidate() {
    let caster = "policy = \"caster\"\nmana = 9\nspells = [{ id = \"s\", tn = 10, mana = 1, damage = 1 }]";
    let intimidator = "policy = \"intimidator\"\nintimidation = 5";
    for policy in [caster, intimidator] {
        let hero = member("hero", &format!("morale = true\n{}", attacks(&[BREAK])));
        let orc = enemy("orc", &format!("initiative_modifier = 40\n{policy}\n{}", attacks(&[TOUCH])));
        let text = scene(&injured_by("flags = [\"silenced\"]"), &[hero, orc]);
        // Lost in the first round; a touch in the second.
        let played = after(2, &text, &[], &[1]);
        assert_eq!((played.metric("strikes"), played.metric("spells_cast")), (2, 0));
        assert_eq!((played.metric("morale_checks"), played.metric("turns_lost")), (0, 0));
        assert_eq!(played.end.bodies[1].mana, if policy == caster { 9 } else { 0 });
        assert!(played.applied(1, "WOUNDS-59"));
    }
}

/// WOUNDS-54, WOUNDS-57 to WOUNDS-59: two who only strike at each other feel an injury at once, and in the rounds after it,
/// whether the other one comes later or on the same count.
#[test]
fn an_exchange_of_blows_ends_with_an_injury() {
    let blade = attacks(&["damage = 1, critical_multiplier = 1"]);
    for (injury, die, rule, same_round, later, left) in [
        // The blow is lost, and the orc defends itself from then on.
        ("arm = \"yes\"", &[2][..], "WOUNDS-54", false, [false, false], 9),
        ("flags = [\"winded\"]", &[], "WOUNDS-57", true, [false, true], 9),
        ("flags = [\"suffocating\"]", &[], "WOUNDS-58", true, [true, true], 6),
        ("flags = [\"silenced\"]", &[], "WOUNDS-59", true, [true, true], 9),
    ] {
        let text = scene(&injured_by(injury), &[member("hero", &blade), enemy("orc", &blade)]);
        let own = |strikes: bool| if strikes { &[1][..] } else { &[] };
        for orc in [1, 5] {
            let first = [&[1, orc], &[20, 1, 1][..], die, own(same_round || orc == 1)].concat();
            let rest = later.map(|strikes| [&[2], own(strikes)].concat()).concat();
            let played = rounds(3, &text, &[], &[first, rest].concat());
            assert_eq!((played.wound_points()[1], played.metric("injuries")), (left, 1), "{injury} {orc}");
            assert!(played.applied(1, rule));
        }
    }
}
