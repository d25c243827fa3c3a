//! Tests, attacks and Ongoing Damage: ZONES-16 to ZONES-33, with the decisions D8 to D16.

use super::*;

/// Weapons that cost no die for damage.
const DAGGER: &str = r#"{ id = "arm", kind = "melee", damage = "1" }"#;
const DART: &str = r#"{ id = "arm", kind = "ranged", damage = "1" }"#;
/// So that a natural 20 shows in the damage of the two, which is all constant.
const WHOLE: &str = "rules.crit_constant=multiplied";
const BOLT: &str = r#"{ id = "arm", kind = "spell", test = "wits", damage = "1" }"#;
/// Starts Ongoing Damage and does nothing else.
const TORCH: &str = r#"{ id = "torch", kind = "melee", damage = "0", ongoing = true }"#;
/// Attributes of a hero who can cast.
const WITS: &str = "combatants.hero.attributes.wits=4";
const STILL: &str = "combatants.hero.policy=hold";
/// With this a hero hits with a 1.
const STRONG: &str = "combatants.hero.attributes.str=11";

/// A scenario with attacks of 1 HP, and the same with a die for the damage, and what is rolled for it.
fn with_and_without_die(text: &str) -> [(String, &[u32]); 2] {
    let rolled = text.replace(r#"damage = "1""#, r#"damage = "1d4""#);
    let die: &[u32] = if rolled == text { &[] } else { &[1] };
    [(text.to_owned(), &[]), (rolled, die)]
}

/// The hero's attack of 1 HP hits with this face and not with the one below.
#[track_caller]
fn hits_from(text: &str, overrides: &[&str], face: u32) {
    for (text, die) in with_and_without_die(text) {
        let played = hero_alone(&text, overrides, &[&[face], die].concat());
        let metrics = ["party_attacks", "party_hits", "party_damage"];
        assert_eq!(metrics.map(|name| played.metric(name)), [1, 1, 1], "{face} with {overrides:?}");
        assert_eq!(played.hp(), [10, 11]);
        let played = hero_alone(&text, overrides, &[face - 1]);
        assert_eq!(metrics.map(|name| played.metric(name)), [1, 0, 0], "{} with {overrides:?}", face - 1);
        assert_eq!(played.hp(), [10, 12]);
    }
}

/// The hero avoids the ogre's attack of 1 HP with this face and not with the one below.
#[track_caller]
fn avoids_from(text: &str, overrides: &[&str], face: u32) {
    for (text, die) in with_and_without_die(text) {
        let played = ogre_alone(&text, overrides, &[face]);
        let metrics = ["enemies_attacks", "enemies_hits", "enemies_damage"];
        assert_eq!(metrics.map(|name| played.metric(name)), [1, 0, 0], "{face} with {overrides:?}");
        assert_eq!(played.hp(), [10, 12]);
        let played = ogre_alone(&text, overrides, &[&[face - 1], die].concat());
        assert_eq!(metrics.map(|name| played.metric(name)), [1, 1, 1], "{} with {overrides:?}", face - 1);
        assert_eq!(played.hp(), [9, 12]);
    }
}

/// HP that the ogre, the hero loses when only the other acts.
#[track_caller]
fn ogre_loses(text: &str, overrides: &[&str], faces: &[u32]) -> i16 {
    12 - hero_alone(text, overrides, faces).hp()[1]
}

#[track_caller]
fn hero_loses(text: &str, overrides: &[&str], faces: &[u32]) -> i16 {
    10 - ogre_alone(text, overrides, faces).hp()[0]
}

/// ZONES-16: a Character's Test passes when d20 + attribute is equal to or above the DR.
#[test]
fn a_characters_test_passes_at_the_dr() {
    let text = armed(DAGGER, IDLE);
    for (strength, face) in [("2", 10), ("0", 12), ("-3", 15), ("-7", 19)] {
        hits_from(&text, &[&format!("combatants.hero.attributes.str={strength}")], face);
    }
    let hazard = ["zones.pit.hazard.test=dex", "zones.pit.hazard.damage=4", "zones.pit.hazard.dr=14"];
    let text = armed(IDLE, IDLE);
    for (face, hp) in [(13, 10), (12, 6)] {
        let played = hero_alone(&text, &hazard, &[face]);
        assert_eq!(played.hp()[0], hp, "{face} + 1 against DR 14");
        assert!(played.applied(1, "ZONES-16") && !played.applied(1, "ZONES-17"));
    }
}

/// ZONES-17: a Creature's Test passes when d20 + `skill` is equal to or above the DR, whatever attribute is asked for.
#[test]
fn a_creatures_test_is_its_skill() {
    let text = armed(IDLE, IDLE);
    let hazard = ["zones.pit.hazard.affects=enemies", "zones.pit.hazard.damage=4"];
    for (test, skill, face) in [("str", 1, 11), ("dex", 1, 11), ("wits", 1, 11), ("dex", 5, 7), ("dex", -3, 15)] {
        let more = [format!("zones.pit.hazard.test={test}"), format!("combatants.ogre.skill={skill}")];
        let overrides = [hazard[0], hazard[1], &more[0], &more[1]];
        for (face, hp) in [(face, 12), (face - 1, 8)] {
            let played = ogre_alone(&text, &overrides, &[face]);
            assert_eq!(played.hp()[1], hp, "{face} + {skill} for {test}");
            assert!(played.applied(1, "ZONES-17") && !played.applied(1, "ZONES-16"));
        }
    }
}

/// ZONES-18: with Disadvantage the lower of two d20 counts, with Advantage the higher, in whatever order they fall; the
/// natural is the die that counts.
#[test]
fn two_dice_are_rolled_and_one_counts() {
    let shot = armed(DART, IDLE);
    for (faces, lost) in [([11, 20], 1), ([20, 11], 1), ([20, 10], 0), ([10, 20], 0), ([20, 20], 2), ([19, 20], 1)] {
        assert_eq!(ogre_loses(&shot, &[WHOLE], &faces), lost, "the lower of {faces:?} + 1");
    }
    for (faces, marks) in [([1, 20], 1), ([20, 1], 1), ([1, 1], 1), ([2, 20], 0)] {
        let played = hero_alone(&shot, &[], &faces);
        assert_eq!(played.metric("party_fumbles"), marks, "{faces:?}");
        assert!(played.applied(1, "ZONES-18"));
    }
    let shot = armed(IDLE, DART);
    for (faces, lost) in [([11, 1], 0), ([1, 11], 0), ([10, 1], 1), ([1, 10], 1), ([1, 1], 2), ([1, 2], 1)] {
        assert_eq!(hero_loses(&shot, &[], &faces), lost, "the higher of {faces:?} + 1");
    }
}

/// ZONES-18: Advantage and Disadvantage cancel to one die, and two reasons for Disadvantage are one.
#[test]
fn edges_cancel_and_do_not_add_up() {
    let text = armed(DART, r#"{ id = "net", kind = "ranged", damage = "1", hinder = "weakened" }"#);
    let rules = limited(&text, &["rules.surprised=party", WHOLE], 2);
    // The ogre shoots from Close: Advantage to avoid. In Round 2 the Weakened hero avoids with one die, shoots from
    // Close with two and recovers with two.
    let played = play(&rules, after(ENEMIES_BEGIN, &[10, 3, 11, 20, 10, 10, 20]));
    assert_eq!(played.hp(), [9, 12]);
    assert!(!played.suffers(0, Ailment::Weakened));
    let cancelled = play(&rules, after(ENEMIES_BEGIN, &[10, 3, 10, 20, 20, 9, 20]));
    assert_eq!((cancelled.hp(), cancelled.metric("party_criticals")), (vec![8, 10], 1));
}

/// ZONES-19: a Character's melee attack tests `str`, or the attack's `test`, against the attack's `dr`, else
/// `melee_dr`, plus the target's `hit_dr_mod`, which is never cut to a range of DRs; only a Close opponent can be
/// struck.
#[test]
fn melee_tests_strength_against_the_melee_dr() {
    let text = armed(DAGGER, IDLE);
    let [own, modifier] = ["combatants.hero.attacks.arm.dr=8", "combatants.ogre.hit_dr_mod=3"];
    let others = ["rules.ranged_dr=20", "rules.avoid_dr=20", "rules.spell_dr=20", "combatants.ogre.avoid_dr_mod=5"];
    let cases: [(&[&str], u32); 8] = [
        (&[], 10),
        (&others, 10),
        (&["rules.melee_dr=14"], 12),
        (&["rules.melee_dr=14", own], 6),
        (&[modifier], 13),
        (&["rules.melee_dr=14", modifier, own], 9),
        (&["combatants.ogre.hit_dr_mod=-2"], 8),
        (&["combatants.hero.attacks.arm.test=dex"], 11),
    ];
    for (overrides, face) in cases {
        hits_from(&text, overrides, face);
    }
    let beyond = ["rules.melee_dr=40", "combatants.ogre.hit_dr_mod=20", "combatants.hero.attributes.str=30"];
    assert_eq!(ogre_loses(&text, &beyond, &[19]), 0, "49 against DR 60");
    let below = ["rules.melee_dr=1", "combatants.ogre.hit_dr_mod=-20", "combatants.hero.attributes.str=-20"];
    assert_eq!(ogre_loses(&text, &below, &[2]), 1, "-18 against DR -19");
    assert_eq!(ogre_loses(DUEL, &beyond, &[19]), 0);
    assert_eq!(ogre_loses(DUEL, &below, &[1, 4]), 4, "-19 against DR -19");
    assert_eq!(ogre_loses(&in_line(&text, 2), &[STILL], &[]), 0, "a Nearby opponent is out of reach");
    assert!(hero_alone(&text, &[], &[10]).applied(1, "ZONES-19"));
}

/// ZONES-20: a Character's ranged attack tests `dex` against the attack's `dr`, else `ranged_dr`, plus the target's
/// `hit_dr_mod`; it reaches Far-Away unless it has another `range`.
#[test]
fn ranged_attacks_test_dexterity_against_the_ranged_dr() {
    let text = in_line(&armed(DART, IDLE), 3);
    let [own, modifier] = ["combatants.hero.attacks.arm.dr=8", "combatants.ogre.hit_dr_mod=3"];
    let others = ["rules.melee_dr=20", "rules.avoid_dr=20", "rules.spell_dr=20", "combatants.ogre.avoid_dr_mod=5"];
    let cases: [(&[&str], u32); 7] = [
        (&[], 11),
        (&others, 11),
        (&["rules.ranged_dr=14"], 13),
        (&["rules.ranged_dr=14", own], 7),
        (&[modifier], 14),
        (&["rules.ranged_dr=14", modifier, own], 10),
        (&["combatants.hero.attacks.arm.test=str"], 10),
    ];
    for (overrides, face) in cases {
        hits_from(&text, &[overrides, &[STILL]].concat(), face);
    }
    let far = in_line(&armed(DART, IDLE), 4);
    assert_eq!(hero_alone(&far, &[STILL], &[]).metric("party_attacks"), 0, "Distant");
    hits_from(&far, &[STILL, "combatants.hero.attacks.arm.range=3"], 11);
    assert_eq!(hero_alone(&text, &[STILL, "combatants.hero.attacks.arm.range=1"], &[]).metric("party_attacks"), 0);
    assert!(hero_alone(&text, &[STILL], &[11]).applied(1, "ZONES-20"));
}

/// ZONES-21: a ranged attack on a Close target has Disadvantage, unless `close_shot_disadvantage` is off. Only the
/// target's own distance counts, not that other opponents are Close.
#[test]
fn a_close_shot_has_disadvantage() {
    let text = armed(DART, IDLE);
    let played = hero_alone(&text, &[], &[20, 10]);
    assert_eq!((played.hp()[1], played.applied(1, "ZONES-21")), (12, true));
    hits_from(&text, &["rules.close_shot_disadvantage=false"], 11);
    hits_from(&in_line(&text, 2), &[STILL], 11);
    let imp = creature("imp", 5, &[IDLE], "zone = \"pit\"");
    let played = hero_alone(&(in_line(&text, 2) + &imp), &[STILL], &[11]);
    assert_eq!(
        (played.hp(), played.applied(1, "ZONES-21")),
        (vec![10, 11, 5], false),
        "the imp is Close, the ogre not"
    );
}

/// ZONES-22: a Creature rolls nothing to hit. Its target tests `dex`, or the attack's `test`, against the attack's
/// `dr`, else `avoid_dr`, plus the Creature's `avoid_dr_mod`; a pass avoids, a failure is a hit.
#[test]
fn the_target_of_a_creature_avoids() {
    let [own, modifier] = ["combatants.ogre.attacks.arm.dr=8", "combatants.ogre.avoid_dr_mod=3"];
    let dr = "rules.avoid_dr=14";
    let others = ["rules.melee_dr=20", "rules.ranged_dr=20", "rules.spell_dr=20", "combatants.ogre.hit_dr_mod=5"];
    let cases: [(&[&str], u32); 9] = [
        (&[], 11),
        (&others, 11),
        (&["combatants.ogre.skill=20"], 11),
        (&[dr], 13),
        (&[dr, own], 7),
        (&[modifier], 14),
        (&[dr, modifier, own], 10),
        (&["combatants.ogre.avoid_dr_mod=-4"], 7),
        (&["combatants.ogre.attacks.arm.test=str"], 10),
    ];
    for weapon in [DAGGER, DART, r#"{ id = "arm", kind = "spell", damage = "1" }"#] {
        for (overrides, face) in cases {
            let overrides = [overrides, &["rules.close_shot_disadvantage=false"]].concat();
            avoids_from(&armed(IDLE, weapon), &overrides, face);
        }
    }
    assert!(ogre_alone(&armed(IDLE, DAGGER), &[], &[11]).applied(1, "ZONES-22"));
}

/// ZONES-23 (D8, D31): where a Creature would attack with Disadvantage, the Character avoids with Advantage: a shot from
/// Close unless `mirror_disadvantage` is off, a Weakened one's unless `weakened_creature_attacks` is `none`; each knob
/// decides its own half.
#[test]
fn a_creatures_disadvantage_is_the_characters_advantage() {
    let (shot, plain) = (armed(IDLE, DART), "rules.mirror_disadvantage=false");
    let letter = "rules.weakened_creature_attacks=none";
    assert_eq!(hero_loses(&shot, &[letter], &[1, 11]), 0, "a Close shot is no weakness");
    let played = ogre_alone(&shot, &[], &[1, 11]);
    assert_eq!((played.hp()[0], played.applied(1, "ZONES-23")), (10, true));
    let played = ogre_alone(&shot, &[plain], &[10]);
    assert_eq!((played.hp()[0], played.applied(1, "ZONES-23")), (9, false));
    avoids_from(&shot, &["rules.close_shot_disadvantage=false"], 11);
    avoids_from(&in_line(&shot, 2), &["combatants.ogre.policy=hold"], 11);
    // The hero weakens the ogre, avoids its blow, and the ogre recovers with Disadvantage.
    let weakened = armed(r#"{ id = "arm", kind = "melee", damage = "1", hinder = "weakened" }"#, DAGGER);
    let played = play(&limited(&weakened, &[], 1), after(PARTY_BEGINS, &[10, 1, 11, 11, 20]));
    assert_eq!((played.hp(), played.applied(1, "ZONES-23")), (vec![10, 11], true));
    let played = play(&limited(&weakened, &[letter], 1), after(PARTY_BEGINS, &[10, 10, 11, 20]));
    assert_eq!((played.hp(), played.applied(1, "ZONES-23")), (vec![9, 11], false));
    let played = play(&limited(&weakened, &[plain], 1), after(PARTY_BEGINS, &[10, 1, 11, 11, 20]));
    assert_eq!(played.hp(), [10, 11], "weakness is not mirrored by the knob of Close shots");
    // Weakened and Close: Advantage as long as one of the two is mirrored.
    let weakened = armed(r#"{ id = "arm", kind = "melee", damage = "1", hinder = "weakened" }"#, DART);
    for knobs in [&[][..], &[letter], &[plain]] {
        let played = play(&limited(&weakened, knobs, 1), after(PARTY_BEGINS, &[10, 1, 11, 11, 20]));
        assert_eq!((played.hp(), played.applied(1, "ZONES-23")), (vec![10, 11], true), "{knobs:?}");
    }
    let played = play(&limited(&weakened, &[letter, plain], 1), after(PARTY_BEGINS, &[10, 10, 11, 20]));
    assert_eq!((played.hp(), played.applied(1, "ZONES-23")), (vec![9, 11], false));
}

/// ZONES-24: a hit rolls the damage and takes as many HP; a negative roll takes none, and HP stop at 0.
#[test]
fn a_hit_takes_the_damage_rolled() {
    assert_eq!(ogre_loses(DUEL, &[], &[10, 5]), 5);
    assert_eq!(hero_loses(DUEL, &[], &[10, 6]), 6);
    for faces in [[10, 1], [20, 1]] {
        let played = hero_alone(DUEL, &["combatants.hero.attacks.sword.damage=1d4-3"], &faces);
        assert_eq!((played.hp()[1], played.metric("party_damage"), played.metric("party_hits")), (12, 0, 1));
    }
    assert_eq!(hero_loses(DUEL, &["combatants.ogre.attacks.club.damage=1d4-3"], &[10, 2]), 0);
    let played = hero_alone(DUEL, &["combatants.ogre.hp=3"], &[10, 8]);
    assert_eq!((played.hp()[1], played.metric("party_damage")), (0, 3), "no more than it had");
    let exact = hero_alone(DUEL, &["combatants.ogre.hp=8"], &[10, 8]);
    assert_eq!((exact.ends[1], exact.outcome.winner), (EndState::Dead, Winner::Party));
    let left = hero_alone(DUEL, &["combatants.ogre.hp=9"], &[10, 8]);
    assert_eq!((left.ends[1], left.hp()[1]), (EndState::Standing, 1));
    assert!(left.applied(1, "ZONES-24"));
}

/// ZONES-24: at 0 HP a combatant is dead, or down where its side's `*_at_zero_hp` says so.
#[test]
fn at_0_hp_a_combatant_is_dead_or_down() {
    let [party, enemies] = ["rules.party_at_zero_hp=down", "rules.enemies_at_zero_hp=down"];
    for (knob, hero, ogre) in [(party, EndState::Down, EndState::Dead), (enemies, EndState::Dead, EndState::Down)] {
        let played = hero_alone(DUEL, &["combatants.ogre.hp=5", knob], &[10, 5]);
        assert_eq!((played.ends[1], played.outcome.winner), (ogre, Winner::Party), "{knob}");
        let played = ogre_alone(DUEL, &["combatants.hero.hp=5", knob], &[10, 6]);
        assert_eq!((played.ends[0], played.outcome.winner), (hero, Winner::Enemies), "{knob}");
        assert_eq!((played.metric("enemies_damage"), played.metric("party_first_casualty_round")), (5, 1));
    }
    // Two ogres: the first falls in Round 1, the hero in Round 2.
    let two = ["combatants.ogre.count=2", "combatants.ogre.hp=1", "combatants.hero.target=weakest"];
    let overrides = [&two[..], &["rules.morale_triggers=", "rules.enemies_at_zero_hp=down"]].concat();
    let played = play(&zones(DUEL, &overrides), after(PARTY_BEGINS, &[10, 1, 20, 9, 1, 5]));
    assert_eq!(played.ends, [EndState::Dead, EndState::Down, EndState::Standing]);
    assert_eq!((played.metric("first_casualty_round"), played.metric("party_first_casualty_round")), (1, 2));
}

/// ZONES-25: with an `off_hand_damage` there is still one Test; on a hit both damages are rolled and the higher counts,
/// the first when they are equal.
#[test]
fn of_two_weapons_the_higher_damage_counts() {
    let text = armed(r#"{ id = "two", kind = "melee", damage = "1d8", off_hand_damage = "1d6" }"#, IDLE);
    for (faces, lost) in [(&[10, 3, 5][..], 5), (&[10, 5, 3], 5), (&[10, 4, 4], 4), (&[9], 0)] {
        let played = hero_alone(&text, &[], faces);
        assert_eq!((12 - played.hp()[1], played.metric("party_attacks")), (lost, 1), "{faces:?}");
        assert_eq!(played.applied(1, "ZONES-25"), lost > 0);
    }
    let once = ["combatants.hero.attacks.two.damage=1d4+2"];
    assert_eq!(ogre_loses(&text, &once, &[20, 2, 4]), 6, "4 and 4: the first, 2 doubled and 2 once");
    assert_eq!(ogre_loses(&text, &once, &[20, 1, 4]), 8, "3 and 4: the second, doubled");
    let ogre = armed(IDLE, r#"{ id = "claws", kind = "melee", damage = "1d6", off_hand_damage = "1d4" }"#);
    assert_eq!(hero_loses(&ogre, &[], &[10, 2, 4]), 4);
    assert_eq!(hero_loses(&ogre, &[], &[1, 2, 3]), 6, "doubled after the choice");
}

/// ZONES-26 (D9): a natural 20 on a Character's melee or ranged attack hits whatever the DR, and its damage is doubled,
/// or multiplied by `crit_multiplier`, after the choice of rule 25.
#[test]
fn a_natural_20_hits_and_doubles() {
    let hard = "combatants.hero.attacks.sword.dr=40";
    assert_eq!(ogre_loses(DUEL, &[hard], &[19]), 0);
    let played = hero_alone(DUEL, &[hard], &[20, 5]);
    assert_eq!((played.hp()[1], played.metric("party_criticals"), played.applied(1, "ZONES-26")), (2, 1, true));
    let plain = hero_alone(DUEL, &[], &[19, 5]);
    assert_eq!((plain.hp()[1], plain.metric("party_criticals"), plain.applied(1, "ZONES-26")), (7, 0, false));
    assert_eq!(ogre_loses(DUEL, &["rules.crit_multiplier=3"], &[20, 3]), 9);
    let by_1 = hero_alone(DUEL, &["rules.crit_multiplier=1"], &[20, 3]);
    assert_eq!((by_1.hp()[1], by_1.metric("party_criticals")), (9, 1));
    assert_eq!(ogre_loses(DUEL, &["rules.avoid_fumble_multiplier=3"], &[20, 3]), 6, "the other multiplier");
    let played = hero_alone(DUEL, &[], &[20, 8]);
    assert_eq!((played.metric("party_damage"), played.outcome.winner), (12, Winner::Party));
    let shot = in_line(&armed(DART, IDLE), 2);
    for (face, lost) in [(20, 2), (19, 0)] {
        assert_eq!(ogre_loses(&shot, &[STILL, WHOLE, "rules.ranged_dr=40"], &[face]), lost, "ranged, {face}");
    }
}

/// ZONES-26, ZONES-27 (D9): where naturals do not decide, the sum does, and a natural doubles what the sum makes a hit; only
/// then it is a critical.
#[test]
fn without_naturals_that_decide_the_sum_does() {
    let sum = "rules.naturals_decide=false";
    for (difficulty, lost) in [("21", 0), ("20", 10)] {
        let own = format!("combatants.hero.attacks.sword.dr={difficulty}");
        let overrides = [sum, &own, "combatants.hero.attributes.str=0"];
        let played = hero_alone(DUEL, &overrides, if lost > 0 { &[20, 5] } else { &[20] });
        assert_eq!(12 - played.hp()[1], lost, "DR {difficulty}");
        assert_eq!(played.metric("party_criticals"), u32::from(lost > 0));
        assert_eq!(played.applied(1, "ZONES-26"), lost > 0);
    }
    for (deft, lost) in [("11", 0), ("10", 8)] {
        let deft = format!("combatants.hero.attributes.dex={deft}");
        let played = ogre_alone(DUEL, &[sum, &deft], if lost > 0 { &[1, 4] } else { &[1] });
        assert_eq!(10 - played.hp()[0], lost, "{deft}");
        assert_eq!(played.metric("enemies_criticals"), u32::from(lost > 0));
        assert_eq!(played.applied(1, "ZONES-27"), lost > 0);
    }
    // Spells under `spells_crit` go the same way; without it naturals mean nothing to them.
    let bolt = armed(r#"{ id = "arm", kind = "spell", test = "str", damage = "1d4" }"#, IDLE);
    let spells = "rules.spells_crit=true";
    assert_eq!(ogre_loses(&bolt, &[sum, spells, "rules.spell_dr=23"], &[20]), 0);
    assert_eq!(ogre_loses(&bolt, &[sum, spells, "rules.spell_dr=22"], &[20, 3]), 6);
    assert_eq!(ogre_loses(&bolt, &[sum, "rules.spell_dr=22"], &[20, 3]), 3);
}

/// ZONES-26, ZONES-28: a natural 1 that always misses comes after the sum, whether naturals decide or not, and marks.
#[test]
fn a_natural_one_misses_after_the_sum() {
    for decide in ["true", "false"] {
        let decide = format!("rules.naturals_decide={decide}");
        for (knob, lost) in [("rules.natural_one_misses=false", 3), ("rules.natural_one_misses=true", 0)] {
            let overrides = [decide.as_str(), knob, "combatants.hero.attributes.str=11"];
            let played = hero_alone(DUEL, &overrides, if lost > 0 { &[1, 3] } else { &[1] });
            assert_eq!((12 - played.hp()[1], played.metric("party_fumbles")), (lost, 1), "{overrides:?}");
        }
    }
}

/// ZONES-26, ZONES-27 (D11, D30): the constant of the roll is multiplied with it or added once, on a natural 20 as
/// `crit_constant` says, on a natural 1 as `fumble_constant` does; a plain number is all constant.
#[test]
fn a_constant_is_multiplied_or_added_once() {
    let cases = [("1d8+2", 3, 10, 8), ("1d8-2", 5, 6, 8), ("1d6", 4, 8, 8)];
    for (damage, face, multiplied, once) in cases {
        let text = [
            armed(SWORD, IDLE).replace("\"3\"", &format!("{damage:?}")),
            armed(IDLE, SWORD).replace("\"3\"", &format!("{damage:?}")),
        ];
        for (knob, lost) in [("multiplied", multiplied), ("once", once)] {
            let (crit, fumble) = (format!("rules.crit_constant={knob}"), format!("rules.fumble_constant={knob}"));
            assert_eq!(ogre_loses(&text[0], &[&crit], &[20, face]), lost, "{damage}, {knob}");
            assert_eq!(hero_loses(&text[1], &[&fumble], &[1, face]), lost, "{damage}, {knob}");
            assert_eq!(ogre_loses(&text[0], &[&fumble], &[20, face]), once, "{damage}: once by default");
            assert_eq!(hero_loses(&text[1], &[&crit], &[1, face]), multiplied, "{damage}: multiplied by default");
        }
    }
    for (knob, lost) in [("multiplied", 6), ("once", 3)] {
        let (crit, fumble) = (format!("rules.crit_constant={knob}"), format!("rules.fumble_constant={knob}"));
        assert_eq!(ogre_loses(&armed(SWORD, IDLE), &[&crit], &[20]), lost, "3, {knob}");
        assert_eq!(hero_loses(&armed(IDLE, SWORD), &[&fumble], &[1]), lost, "3, {knob}");
    }
    assert_eq!(ogre_loses(&armed(SWORD, IDLE), &[], &[20]), 3, "once is the default of a Character");
    assert_eq!(hero_loses(&armed(IDLE, SWORD), &[], &[1]), 6, "multiplied is the default of a Creature");
}

/// ZONES-26, ZONES-30 (D11): bare hands are a plain number, which a natural 20 does not double.
#[test]
fn a_plain_number_stays_what_it_is_on_a_20() {
    let bare = DUEL.replace(r#"attacks = [{ id = "sword", kind = "melee", damage = "1d8" }]"#, "");
    let played = hero_alone(&bare, &[], &[20]);
    assert_eq!((played.hp()[1], played.metric("party_criticals")), (11, 1));
    assert_eq!(ogre_loses(&bare, &["rules.crit_constant=multiplied"], &[20]), 2);
    assert_eq!(ogre_loses(&bare, &["rules.unarmed_damage=1d2"], &[20, 2]), 4);
}

/// ZONES-26, ZONES-27, ZONES-29 (D11, D30): where naturals count for spells, a Character's follows `crit_constant` and a
/// Creature's `fumble_constant`.
#[test]
fn the_constant_of_a_spell_goes_as_that_of_a_blow() {
    let bolt = r#"{ id = "bolt", kind = "spell", test = "str", damage = "1d4+2" }"#;
    let crit = "rules.spells_crit=true";
    for (knobs, hero, ogre) in
        [(&[][..], 8, 10), (&["rules.crit_constant=multiplied", "rules.fumble_constant=once"], 10, 8)]
    {
        let knobs = [knobs, &[crit]].concat();
        assert_eq!(ogre_loses(&armed(bolt, IDLE), &knobs, &[20, 3]), hero);
        assert_eq!(hero_loses(&armed(IDLE, &bolt.replace("str", "dex")), &knobs, &[1, 3]), ogre);
    }
}

/// ZONES-26, ZONES-27: a replay says what was multiplied, the whole roll or the dice alone.
#[test]
fn a_replay_says_what_was_multiplied() {
    let text = DUEL.replace("1d8", "1d4+2").replace("1d6", "1d4+2");
    for (knob, said) in [("once", "(1d4+2: 3, dice times 2)"), ("multiplied", "(1d4+2: 3, times 2)")] {
        let (crit, fumble) = (format!("rules.crit_constant={knob}"), format!("rules.fumble_constant={knob}"));
        assert!(hero_alone(&text, &[&crit], &[20, 3]).narration(1).contains(said), "{said}");
        assert!(ogre_alone(&text, &[&fumble], &[1, 3]).narration(1).contains(said), "{said}");
    }
    assert!(hero_alone(DUEL, &[], &[20, 3]).narration(1).contains("(1d8: 3, times 2)"), "no constant");
    assert!(hero_alone(&text, &["rules.crit_multiplier=1"], &[20, 3]).narration(1).contains("(1d4+2: 3)"));
}

/// ZONES-27 (D9): a natural 1 on avoiding a melee or ranged attack fails whatever the DR, and the damage is doubled, or
/// multiplied by `avoid_fumble_multiplier`.
#[test]
fn a_natural_1_on_avoiding_fails_and_doubles() {
    let deft = "combatants.hero.attributes.dex=30";
    assert_eq!(hero_loses(DUEL, &[deft], &[2]), 0);
    let played = ogre_alone(DUEL, &[deft], &[1, 4]);
    assert_eq!((played.hp()[0], played.metric("enemies_criticals"), played.applied(1, "ZONES-27")), (2, 1, true));
    let plain = ogre_alone(DUEL, &[], &[2, 4]);
    assert_eq!((plain.hp()[0], plain.metric("enemies_criticals"), plain.applied(1, "ZONES-27")), (6, 0, false));
    assert_eq!(hero_loses(DUEL, &["rules.avoid_fumble_multiplier=3"], &[1, 3]), 9);
    assert_eq!(hero_loses(DUEL, &["rules.avoid_fumble_multiplier=1"], &[1, 3]), 3);
    assert_eq!(hero_loses(DUEL, &["rules.crit_multiplier=3"], &[1, 3]), 6, "the other multiplier");
    let hold = "combatants.ogre.policy=hold";
    assert_eq!(hero_loses(&in_line(&armed(IDLE, DART), 2), &[hold, deft], &[1]), 2, "ranged");
    let hard = ogre_alone(DUEL, &["rules.avoid_dr=40"], &[20, 4]);
    assert_eq!((hard.hp()[0], hard.metric("enemies_hits")), (6, 1), "a natural 20 avoids nothing by itself");
}

/// ZONES-28 (D10): a natural 1 on a Character's attack marks a usage and is no automatic miss, but one with
/// `natural_one_misses`.
#[test]
fn a_natural_1_on_an_attack_marks_the_weapon() {
    let text = armed(DAGGER, IDLE);
    let cases: [(&[&str], u32, u32, u32); 6] = [
        (&[], 1, 0, 1),
        (&[STRONG], 1, 1, 1),
        (&[STRONG], 2, 1, 0),
        (&[STRONG, "rules.natural_one_misses=true"], 1, 0, 1),
        (&[STRONG, "rules.natural_one_misses=true"], 2, 1, 0),
        (&["combatants.hero.attributes.str=10"], 1, 0, 1),
    ];
    for (overrides, face, hits, marks) in cases {
        let played = hero_alone(&text, overrides, &[face]);
        let metrics = ["party_hits", "party_damage", "party_fumbles"].map(|name| played.metric(name));
        assert_eq!(metrics, [hits, hits, marks], "{face} with {overrides:?}");
        assert_eq!(played.applied(1, "ZONES-28"), marks == 1);
    }
    let played = hero_alone(&in_line(&armed(DART, IDLE), 2), &[STILL], &[1]);
    assert_eq!(played.metric("party_fumbles"), 1, "ranged");
    let often = play(&limited(&text, &[STRONG], 3), after(PARTY_BEGINS, &[1, 1, 1]));
    assert_eq!((often.metric("party_fumbles"), often.metric("weapons_broken")), (3, 0), "without `usage`");
    assert_eq!(often.metric("party_hits"), 3);
    let rolled = play(&limited(DUEL, &[STRONG], 2), after(PARTY_BEGINS, &[1, 2, 11, 1, 3, 11]));
    assert_eq!((rolled.metric("party_fumbles"), rolled.hp()), (2, vec![10, 7]));
    assert_eq!(ogre_loses(DUEL, &[STRONG, "rules.natural_one_misses=true"], &[1]), 0);
}

/// ZONES-28 (D13): a weapon with `usage = k` breaks at its k-th mark and is not used again; the next one is.
#[test]
fn a_weapon_breaks_at_its_last_mark() {
    let axe = r#"{ id = "axe", kind = "melee", damage = "1d8", usage = 2 }"#;
    let knife = r#"{ id = "knife", kind = "melee", damage = "1d4" }"#;
    let text = armed(&format!("{axe}, {knife}"), IDLE);
    // A mark on a miss, a hit without one, the second mark on a hit, whose damage still counts; then the knife.
    let faces = [1, 12, 4, 1, 10, 3];
    let played = play(&limited(&text, &[], 4), after(PARTY_BEGINS, &faces));
    assert_eq!(played.hp(), [10, 5]);
    assert_eq!((played.metric("party_fumbles"), played.metric("weapons_broken")), (2, 1));
    let broken = [1, 2, 3, 4].map(|round| played.narration(round).contains("hero breaks axe"));
    assert_eq!(broken, [false, false, true, false]);
    assert!(played.narration(4).contains("with knife"));
    let bow = in_line(&armed(r#"{ id = "bow", kind = "ranged", damage = "1", usage = 1 }"#, IDLE), 2);
    assert_eq!(hero_alone(&bow, &[STILL], &[1]).metric("weapons_broken"), 1, "also on a miss");
}

const PAIRED: &str = r#"{ id = "pair", kind = "melee", damage = "1d8", off_hand_damage = "1d4", usage = 1 }"#;

/// ZONES-25, ZONES-28 (D32): two weapons have one usage and break together.
#[test]
fn a_pair_of_weapons_breaks_together() {
    let text = armed(PAIRED, IDLE);
    let rules = limited(&text, &["rules.surprised=enemies", "combatants.hero.attributes.str=11"], 2);
    let played = play(&rules, after(PARTY_BEGINS, &[1, 5, 3, 10]));
    assert_eq!((played.metric("party_fumbles"), played.metric("weapons_broken"), played.hp()[1]), (1, 1, 6));
    assert!(played.narration(1).contains("hero breaks pair.") && played.narration(2).contains("with unarmed"));
}

/// ZONES-25, ZONES-28 (D32): with `dual_mark = "main"` the other weapon goes on alone, with its die and no other, and marks
/// nothing more.
#[test]
fn the_second_weapon_goes_on_alone() {
    let text = armed(PAIRED, IDLE);
    let main = "rules.dual_mark=main";
    let rules = limited(&text, &["rules.surprised=enemies", "combatants.hero.attributes.str=11", main], 3);
    // The blow that breaks the main weapon is still one of both; then a natural 1 and a 20 with one die each.
    let played = play(&rules, after(PARTY_BEGINS, &[1, 5, 3, 1, 2, 20, 1]));
    assert_eq!((played.metric("party_fumbles"), played.metric("weapons_broken"), played.hp()[1]), (1, 1, 3));
    assert!(played.narration(1).contains("hero breaks the main weapon of pair."));
    assert!(played.narration(2).contains("(1d4: 2)") && !played.narration(2).contains("marked"));
    assert!(played.narration(3).contains("(1d4: 1, times 2)"));
    let [first, later] = [1, 2].map(|round| played.applied(round, "ZONES-25"));
    assert!(first && !later, "one weapon is no pair");
}

/// ZONES-28 (D32): `dual_mark` concerns nobody who has no second weapon or no usage.
#[test]
fn a_single_weapon_breaks_whatever_is_said_of_pairs() {
    let main = ["rules.surprised=enemies", "combatants.hero.attributes.str=11", "rules.dual_mark=main"];
    let single = armed(r#"{ id = "axe", kind = "melee", damage = "1d8", usage = 1 }"#, IDLE);
    let played = play(&limited(&single, &main, 2), after(PARTY_BEGINS, &[1, 5, 10]));
    assert!(played.narration(1).contains("hero breaks axe.") && played.narration(2).contains("with unarmed"));
    let lasting = armed(&PAIRED.replace(", usage = 1", ""), IDLE);
    let played = play(&limited(&lasting, &main, 2), after(PARTY_BEGINS, &[1, 5, 3, 1, 1, 4]));
    assert_eq!((played.metric("party_fumbles"), played.metric("weapons_broken"), played.hp()[1]), (2, 0, 3));
}

/// ZONES-25 (D32): two thrown knives are one ranged attack, useful as long as the one that is left can harm.
#[test]
fn knives_are_thrown_in_pairs() {
    let knives = r#"{ id = "knives", kind = "ranged", damage = "1d4", off_hand_damage = "1d6", usage = 1 }"#;
    let far = in_line(&armed(knives, IDLE), 2);
    let rules = ["rules.surprised=enemies", "rules.dual_mark=main", "combatants.hero.attributes.dex=11"];
    let played = play(&limited(&far, &[STILL, rules[0]], 1), after(PARTY_BEGINS, &[11, 2, 5]));
    assert_eq!((played.hp()[1], played.applied(1, "ZONES-25")), (7, true));
    let played = play(&limited(&far, &[&[STILL], &rules[..]].concat(), 2), after(PARTY_BEGINS, &[1, 2, 5, 10, 3]));
    assert_eq!(played.hp()[1], 4);
    // The knife that is left harms nobody: it is usable, so that there are no bare hands, but is thrown at nobody.
    let blunt = "combatants.hero.attacks.knives.off_hand_damage=0";
    let rules = limited(&far, &[&[STILL, blunt], &rules[..]].concat(), 2);
    let played = play(&rules, after(PARTY_BEGINS, &[1, 2]));
    assert_eq!((played.metric("party_attacks"), played.metric("weapons_broken")), (1, 1));
}

/// ZONES-28: the blow that marks the weapon for the last time is resolved before it breaks; if it ends the fight,
/// nothing breaks any more (ZONES-55).
#[test]
fn a_weapon_breaks_after_its_last_blow() {
    let text = armed(r#"{ id = "axe", kind = "melee", damage = "1d8", usage = 1 }"#, IDLE);
    let played = hero_alone(&text, &[STRONG], &[1, 5]);
    assert_eq!((played.hp()[1], played.metric("weapons_broken")), (7, 1));
    let narration = played.narration(1);
    assert!(
        narration.find("loses 5 HP").expect("damage") < narration.find("breaks axe").expect("it breaks"),
        "{narration}"
    );
    let last = hero_alone(&text, &[STRONG, "combatants.ogre.hp=5"], &[1, 5]);
    assert_eq!((last.outcome.winner, last.ends[1]), (Winner::Party, EndState::Dead));
    assert_eq!((last.metric("party_fumbles"), last.metric("weapons_broken")), (1, 0));
    let more =
        ["combatants.ogre.count=2", "combatants.ogre.hp=5", "rules.morale_triggers=", "combatants.hero.target=weakest"];
    let played = hero_alone(&text, &[&more[..], &[STRONG]].concat(), &[1, 5]);
    assert_eq!((played.ends[1], played.metric("weapons_broken")), (EndState::Dead, 1), "the fight goes on");
}

/// ZONES-29: a Character's spell is tested with its `test` against its `dr`, else `spell_dr`, plus `hit_dr_mod`,
/// without a Close penalty, up to Far-Away; it counts as an attack.
#[test]
fn a_spell_is_tested_against_the_spell_dr() {
    let text = armed(BOLT, IDLE);
    let [own, modifier] = ["combatants.hero.attacks.arm.dr=9", "combatants.ogre.hit_dr_mod=3"];
    let others = ["rules.melee_dr=20", "rules.ranged_dr=20", "rules.avoid_dr=20", "rules.stunt_dr=20"];
    let cases: [(&[&str], u32); 6] = [
        (&[], 8),
        (&others, 8),
        (&["rules.spell_dr=14"], 10),
        (&["rules.spell_dr=14", own], 5),
        (&["rules.spell_dr=14", own, modifier], 8),
        (&["combatants.hero.attacks.arm.test=str"], 10),
    ];
    for (overrides, face) in cases {
        hits_from(&text, &[overrides, &[WITS]].concat(), face);
    }
    hits_from(&in_line(&text, 3), &[WITS, STILL], 8);
    assert_eq!(hero_alone(&in_line(&text, 4), &[WITS, STILL], &[]).metric("party_attacks"), 0, "Distant");
    let touch = [WITS, STILL, "combatants.hero.attacks.arm.range=0"];
    assert_eq!(hero_alone(&in_line(&text, 2), &touch, &[]).metric("party_attacks"), 0, "Nearby");
    let played = hero_alone(&text, &[WITS], &[8]);
    assert!(played.applied(1, "ZONES-29") && !played.applied(1, "ZONES-21"));
}

/// ZONES-29 (D12): naturals mean nothing for spells; with `spells_crit` they do, but never mark.
#[test]
fn naturals_mean_nothing_for_spells_unless_the_rules_say_so() {
    let (text, wise) = (armed(BOLT, IDLE), "combatants.hero.attributes.wits=11");
    let [hard, crit, misses] = ["rules.spell_dr=40", "rules.spells_crit=true", "rules.natural_one_misses=true"];
    let cases: [(&[&str], u32, i16); 10] = [
        (&[WITS], 20, 1),
        (&[WITS, hard], 20, 0),
        (&[WITS, crit], 20, 2),
        (&[WITS, crit, hard], 20, 2),
        (&[WITS, crit, hard, "rules.crit_multiplier=3"], 20, 3),
        (&[WITS, crit, hard], 19, 0),
        (&[wise], 1, 1),
        (&[wise, misses], 1, 1),
        (&[wise, crit], 1, 1),
        (&[wise, crit, misses], 1, 0),
    ];
    for (overrides, face, lost) in cases {
        let played = hero_alone(&text, &[overrides, &[WHOLE]].concat(), &[face]);
        assert_eq!(12 - played.hp()[1], lost, "{face} with {overrides:?}");
        assert_eq!(played.metric("party_criticals"), u32::from(lost > 1), "{face} with {overrides:?}");
        assert_eq!(played.metric("party_fumbles"), 0);
    }
}

/// ZONES-29: a Creature's spell is avoided as rule 22 says, from Close with one die; a natural 1 on it means nothing
/// unless `spells_crit` is on.
#[test]
fn a_creatures_spell_is_avoided_without_naturals() {
    let text = armed(IDLE, r#"{ id = "arm", kind = "spell", damage = "1" }"#);
    let deft = "combatants.hero.attributes.dex=11";
    avoids_from(&text, &["rules.spell_dr=20"], 11);
    for (overrides, lost, badly) in [
        (&[][..], 1, 0),
        (&[deft][..], 0, 0),
        (&["rules.spells_crit=true"], 2, 1),
        (&["rules.spells_crit=true", deft], 2, 1),
        (&["rules.spells_crit=true", deft, "rules.avoid_fumble_multiplier=4"], 4, 1),
    ] {
        let played = ogre_alone(&text, overrides, &[1]);
        assert_eq!((10 - played.hp()[0], played.metric("enemies_criticals")), (lost, badly), "{overrides:?}");
        assert_eq!(played.metric("enemies_attacks"), 1);
    }
}

/// ZONES-29: `uses` limits how often an attack, spell or stunt is made, whether it succeeds or not; then the next
/// listed one is made, and a Creature without any does nothing.
#[test]
fn uses_run_out_whether_they_succeed_or_not() {
    let arms = [
        r#"{ id = "bolt", kind = "spell", test = "str", damage = "1", uses = 2 }"#,
        r#"{ id = "kick", kind = "stunt", test = "str", hinder = "stuck", uses = 1 }"#,
        r#"{ id = "axe", kind = "melee", damage = "1d8", uses = 1 }"#,
    ];
    let played = play(&limited(&armed(&arms.join(", "), IDLE), &[], 4), after(PARTY_BEGINS, &[9, 10, 9, 10, 4]));
    let arms = [1, 2, 3, 4].map(|round| ["bolt", "kick", "axe"].map(|arm| played.narration(round).contains(arm)));
    assert_eq!(arms, [[true, false, false], [true, false, false], [false, true, false], [false, false, true]]);
    assert_eq!((played.hp()[1], played.metric("party_attacks"), played.metric("party_stunts")), (7, 3, 1));
    let ogre = armed(IDLE, r#"{ id = "arm", kind = "melee", damage = "1", uses = 1 }"#);
    let played = play(&limited(&ogre, &[], 3), after(ENEMIES_BEGIN, &[11]));
    assert_eq!((played.hp()[0], played.metric("enemies_attacks")), (10, 1));
}

/// ZONES-30: a Character without a usable attack fights with bare hands: a melee attack with `str` against `melee_dr`
/// for `unarmed_damage` that marks nothing.
#[test]
fn a_character_without_weapons_is_unarmed() {
    let text = armed("", IDLE);
    hits_from(&text, &[], 10);
    hits_from(&text, &["rules.melee_dr=14"], 12);
    hits_from(&text, &["combatants.ogre.hit_dr_mod=3"], 13);
    assert_eq!(ogre_loses(&text, &["rules.unarmed_damage=1d4+1"], &[10, 3]), 4);
    assert_eq!(ogre_loses(&text, &["rules.unarmed_damage=1d4"], &[20, 3]), 6, "rule 26 holds");
    assert_eq!(ogre_loses(&text, &[STRONG, "rules.natural_one_misses=true"], &[1]), 0);
    let played = hero_alone(&text, &[STRONG], &[1]);
    assert_eq!((played.hp()[1], played.metric("party_fumbles"), played.applied(1, "ZONES-30")), (11, 0, true));
    assert_eq!(ogre_loses(&in_line(&text, 2), &[STILL], &[]), 0, "it reaches nobody Nearby");
    // The knife breaks in Round 1, the arrow is shot in Round 2; then hands are all there is.
    let knife = r#"{ id = "knife", kind = "melee", damage = "1d8", usage = 1 }"#;
    let arrow = r#"{ id = "arrow", kind = "ranged", damage = "1d8", uses = 1 }"#;
    let played =
        play(&limited(&armed(&format!("{knife}, {arrow}"), IDLE), &[], 4), after(PARTY_BEGINS, &[1, 9, 9, 10, 9]));
    assert_eq!([1, 2, 3, 4].map(|round| played.applied(round, "ZONES-30")), [false, false, true, true]);
    assert_eq!(played.hp()[1], 11);
}

/// ZONES-31 (D14 to D16): whoever suffers Ongoing Damage loses HP at the start of each of its own Turns, as many as its
/// own `level`; `ongoing_amount` replaces the number, and `ongoing_damage = "attacker_level"` the Level.
#[test]
fn ongoing_damage_is_lost_at_the_start_of_the_sufferers_turns() {
    let levels = ["combatants.hero.level=2", "combatants.ogre.level=3"];
    let [attacker, five] = ["rules.ongoing_damage=attacker_level", "combatants.hero.attacks.torch.ongoing_amount=5"];
    let cases: [(&[&str], u32); 7] = [
        (&[], 1),
        (&levels, 3),
        (&[levels[0], levels[1], attacker], 2),
        (&[levels[1], five], 5),
        (&[levels[0], five, attacker], 5),
        (&["combatants.ogre.level=0"], 0),
        (&["combatants.hero.level=0", attacker], 0),
    ];
    for (overrides, amount) in cases {
        // The hero hits once and has nothing more to do; the ogre ticks and fails to end it, twice.
        let rules = limited(&armed(TORCH, IDLE), overrides, 2);
        let played = play(&rules, after(PARTY_BEGINS, &[10, 10, 10]));
        let hp = played.states.iter().map(|state| 12 - state.fighters[1].hp as u32).collect::<Vec<_>>();
        assert_eq!(hp, [0, amount, 2 * amount], "{overrides:?}");
        assert_eq!((played.metric("enemies_ongoing_lost"), played.metric("party_damage")), (2 * amount, 0));
        assert!(played.applied(2, "ZONES-31") && played.suffers(1, Ailment::Ongoing));
    }
}

/// ZONES-31 (D16): Characters suffer it as well.
#[test]
fn characters_suffer_ongoing_damage_as_well() {
    let levels = ["combatants.hero.level=2", "combatants.ogre.level=3"];
    for (whose, amount) in [("victim_level", 2), ("attacker_level", 3)] {
        let knob = format!("rules.ongoing_damage={whose}");
        let rules = limited(&armed(IDLE, TORCH), &[levels[0], levels[1], &knob], 2);
        let played = play(&rules, after(ENEMIES_BEGIN, &[10, 9, 9]));
        assert_eq!(
            (10 - played.hp()[0], played.metric("party_ongoing_lost")),
            (2 * amount, 2 * amount as u32),
            "{knob}"
        );
    }
}

/// ZONES-31: HP stop at 0, and who dies of it takes no Turn any more.
#[test]
fn ongoing_damage_can_kill() {
    let rules = zones(&armed(TORCH, DAGGER), &["combatants.ogre.hp=5", "combatants.ogre.level=3"]);
    let played = play(&rules, after(PARTY_BEGINS, &[10, 11, 10]));
    assert_eq!(played.outcome, crate::Outcome { winner: Winner::Party, rounds: 2 });
    assert_eq!((played.ends[1], played.metric("enemies_ongoing_lost")), (EndState::Dead, 5), "3 and the last 2");
    assert_eq!((played.metric("enemies_attacks"), played.metric("first_casualty_round")), (1, 2));
    let down = ["combatants.hero.level=50", "rules.party_at_zero_hp=down"];
    let played = play(&zones(&armed(DAGGER, TORCH), &down), after(ENEMIES_BEGIN, &[10]));
    assert_eq!((played.ends[0], played.metric("party_ongoing_lost")), (EndState::Down, 10));
    assert_eq!((played.outcome.winner, played.metric("party_attacks")), (Winner::Enemies, 0));
    // One of two ogres dies of it at the start of its Turn, and the other tests its morale at once.
    let two = ["combatants.ogre.count=2", "combatants.hero.target=weakest", "combatants.ogre.level=12"];
    let played = play(&limited(&armed(TORCH, IDLE), &two, 1), after(PARTY_BEGINS, &[10, 11]));
    assert_eq!((played.ends[1], played.ends[2]), (EndState::Dead, EndState::Standing));
    assert_eq!(played.metric("morale_tests"), 1);
}

/// ZONES-31 (D14): Ongoing Damage of a hazard is the sufferer's Level in any case, and begins to tick with the next
/// Turn.
#[test]
fn a_hazards_ongoing_damage_is_the_sufferers_level() {
    let hazard = ["zones.pit.hazard.affects=enemies", "zones.pit.hazard.ongoing=true"];
    let levels = ["combatants.hero.level=2", "combatants.ogre.level=3"];
    for knob in ["rules.ongoing_damage=attacker_level", "rules.ongoing_damage=victim_level"] {
        let rules = limited(&armed(IDLE, IDLE), &[&hazard[..], &levels, &[knob]].concat(), 2);
        let played = play(&rules, after(ENEMIES_BEGIN, &[10, 10, 11, 11]));
        assert_eq!(played.states[1].fighters[1].hp, 12, "the hazard comes after the tick");
        assert_eq!((played.hp(), played.suffers(1, Ailment::Ongoing)), (vec![10, 9], false));
    }
}

/// Whether somebody still burns after its first Turn: the other sets it alight, and at the end it rolls this face.
#[track_caller]
fn burns_on(who: usize, torch: &str, overrides: &[&str], face: u32) -> bool {
    let (opening, text) =
        if who == 0 { (ENEMIES_BEGIN, armed(IDLE, torch)) } else { (PARTY_BEGINS, armed(torch, IDLE)) };
    let played = play(&limited(&text, overrides, 1), after(opening, &[10, face]));
    assert!(played.applied(1, "ZONES-32"));
    played.suffers(who, Ailment::Ongoing)
}

/// ZONES-32: at the end of each of its Turns the sufferer tests against `ongoing_dr`, else `recover_dr`: a Creature its
/// Skill, a Character `ongoing_test`, else `str`; a pass ends it.
#[test]
fn a_test_at_the_end_of_the_turn_ends_ongoing_damage() {
    let own = TORCH.replace("true", "true, ongoing_dr = 8");
    let unused = ["rules.stunt_dr=20"];
    let rules = ["rules.recover_dr=15"];
    let cases = [(TORCH, &[][..], 10, 11), (TORCH, &unused, 10, 11), (TORCH, &rules, 13, 14), (&own, &rules, 6, 7)];
    for (torch, overrides, character, creature) in cases {
        for (who, face) in [(0, character), (1, creature)] {
            assert!(!burns_on(who, torch, overrides, face), "{who}: {face} with {overrides:?}");
            assert!(burns_on(who, torch, overrides, face - 1), "{who}: {} with {overrides:?}", face - 1);
        }
    }
    let dex = TORCH.replace("true", "true, ongoing_test = \"dex\"");
    assert!(!burns_on(0, &dex, &[], 11) && burns_on(0, &dex, &[], 10));
}

/// ZONES-32: the Test comes after the tick and the Action of the Turn, and what has ended ticks no more.
#[test]
fn ended_ongoing_damage_ticks_no_more() {
    let torch = r#"{ id = "torch", kind = "melee", damage = "0", ongoing = true, uses = 1 }"#;
    // The hero ticks, hits with 12 + 2 for 1 and then fails the Test; in Round 2 it ticks, misses and passes.
    let played = play(&limited(&armed(DAGGER, torch), &[], 3), after(ENEMIES_BEGIN, &[10, 12, 9, 9, 10, 9]));
    let hp: Vec<i16> = played.states.iter().map(|state| state.fighters[0].hp).collect();
    assert_eq!((hp, played.hp()[1]), (vec![10, 9, 8, 8], 11));
    assert!(!played.suffers(0, Ailment::Ongoing));
    let order = ["Ongoing Damage, 9 left", "strikes at ogre", "resists Ongoing Damage"]
        .map(|text| played.narration(1).find(text));
    assert!(order.is_sorted() && order[0].is_some(), "{}", played.narration(1));
}

/// ZONES-33: Ongoing Damage does not stack: while one lasts, another does nothing and the first keeps its numbers; once
/// it has ended, another begins with its own.
#[test]
fn ongoing_damage_does_not_stack() {
    let ongoing = r#"kind = "melee", ongoing = true"#;
    let torch = format!(r#"{{ id = "torch", {ongoing}, damage = "0", ongoing_amount = 1, uses = 1 }}"#);
    let acid = format!(r#"{{ id = "acid", {ongoing}, damage = "1", ongoing_amount = 5, ongoing_dr = 2 }}"#);
    // Round 1: the torch; 1 HP, a Test against 12 fails. Round 2: acid on top; again 1 HP and a Test against 12.
    let rules = limited(&armed(&format!("{torch}, {acid}"), IDLE), &[], 2);
    let played = play(&rules, after(PARTY_BEGINS, &[10, 10, 10, 10]));
    assert_eq!((played.hp()[1], played.metric("enemies_ongoing_lost")), (9, 2));
    assert!(played.suffers(1, Ailment::Ongoing), "11 against DR 12, not DR 2");
    assert!(!played.applied(1, "ZONES-33") && played.applied(2, "ZONES-33"));
    let played = play(&rules, after(PARTY_BEGINS, &[10, 11, 10, 2]));
    assert_eq!((played.hp()[1], played.metric("enemies_ongoing_lost")), (5, 6), "1 of the torch, 5 of the acid");
    assert!(!played.applied(2, "ZONES-33"));
}
