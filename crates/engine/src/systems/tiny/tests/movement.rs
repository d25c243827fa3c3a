//! Time and the line of squares: advancing, ranged attacks, evading, extricating oneself (TINY-09 to TINY-18).

use super::*;

/// A hero at 0 with these attacks and keys, against a dummy behind it in the order.
fn against(attacks: &[&str], keys: &str, orc: i32) -> String {
    scene("", &[member("hero", 4, 0, attacks, keys), dummy("orc", 4, orc)])
}

/// The dice of somebody who fell in the only round: one who is dying is stabilized at once.
fn aftermath(at_zero_hp: &str) -> &'static [u32] {
    if at_zero_hp == "stabilize" { &[5, 5] } else { &[] }
}

/// TINY-09: a round is 5 seconds, or `round_seconds`, and in it each combatant has one turn.
#[test]
fn a_round_has_a_turn_of_each() {
    let round = [MISS, MISS].concat();
    for (overrides, seconds) in [(&[][..], 15), (&["rules.round_seconds=7"], 21), (&["rules.round_seconds=1"], 3)] {
        let played = rounds(3, DUEL, overrides, &round.repeat(3));
        assert_eq!((played.metric("fight_seconds"), played.metric("attacks")), (seconds, 6));
        assert!(played.applied(3, "TINY-09"));
        for round in 1..=3 {
            let narration = played.narration(round);
            assert_eq!((narration.matches("hero strikes").count(), narration.matches("orc strikes").count()), (1, 1));
        }
    }
}

/// TINY-09: the round in which the fight ends counts in full; the aftermath is no time.
#[test]
fn the_last_round_counts() {
    let text = scene("", &[member("hero", 1, 0, &[KNIFE], ""), enemy("orc", 4, 5, &[KNIFE], "")]);
    let played = play(&tiny(&text, &[]), enemies_first(&[&HIT[..], &PLAIN, &[4, 4], &[4]].concat()));
    assert_eq!((played.outcome.rounds, played.metric("fight_seconds")), (1, 5));
}

/// TINY-10: the party starts at 0 and the enemies at `start_distance`, 30 ft; a `position` of one's own replaces that.
#[test]
fn sides_start_apart() {
    let duel =
        DUEL.replace("start_distance = 5", "").replace("knife", "stick").replace("_melee\"", "_melee\", damage = 0");
    assert!(duel.contains("damage = 0"));
    for (overrides, positions) in [
        (&[][..], [0, 30]),
        (&["rules.start_distance=5"], [0, 5]),
        (&["rules.start_distance=1000"], [0, 1000]),
        (&["combatants.hero.position=-45"], [-45, 30]),
        (&["combatants.orc.position=-45", "rules.start_distance=10"], [0, -45]),
        (&["combatants.orc.position=45", "combatants.hero.position=50"], [50, 45]),
    ] {
        let played = one_round(&duel, overrides, &[]);
        assert_eq!((played.positions_after(0), played.positions()), (positions.to_vec(), positions.to_vec()));
        assert!(played.applied(0, "TINY-10"));
    }
}

/// TINY-10: allies may share a square, in the start and later, and both fight from there.
#[test]
fn allies_share_a_square() {
    let heroes = [member("a", 4, 0, &[KNIFE], ""), member("b", 4, 0, &[KNIFE], "")].concat();
    let orcs = [dummy("c", 4, 20), dummy("d", 9, 20)].concat();
    let played = one_round(&scene("", &[heroes, orcs]), &[], &[HIT, PLAIN, HIT, PLAIN].concat());
    assert_eq!((played.positions(), played.hp()), (vec![15, 15, 20, 20], vec![4, 4, 2, 9]));
}

/// TINY-10: one is in combat with an enemy 5 ft away, and not with one 10 ft away, on whichever side (D1).
#[test]
fn adjacent_is_5_feet() {
    // In combat the shooter has one die.
    let knob = ["rules.ranged_in_combat=disadvantage"];
    for (orc, dice) in [(5, 1), (-5, 1), (10, 2), (-10, 2)] {
        let played = one_round(&against(&[BOW], "", orc), &knob, &vec![4; dice]);
        assert_eq!((played.positions(), played.metric("attacks")), (vec![0, orc], 1));
        assert_eq!((played.applied(1, "TINY-10"), played.applied(1, "TINY-11")), (dice == 1, dice == 1));
    }
}

/// TINY-10: only one's own adjacent enemies count, not those of an ally, and not the fallen (D1).
#[test]
fn only_standing_enemies_of_ones_own_count() {
    let knob = ["rules.ranged_in_combat=disadvantage"];
    let friend = member("friend", 4, 10, &[KNIFE], "");
    let hero = member("hero", 4, 0, &[BOW], "");
    let text = scene("", &[friend.clone(), hero.clone(), dummy("orc", 4, 15)]);
    assert_eq!(one_round(&text, &knob, &[MISS, MISS].concat()).metric("attacks"), 2);
    // An ally next to it is no combat either; the enemy there is, until the friend fells it.
    for at_zero_hp in ["dead", "down", "stabilize"] {
        let runt = enemy("runt", 1, 5, &[STICK], &format!("at_zero_hp = \"{at_zero_hp}\""));
        let text = scene("", &[friend.clone(), hero.clone(), runt, dummy("orc", 4, 40)]);
        let fallen = one_round(&text, &knob, &[&HIT[..], &PLAIN, &MISS, aftermath(at_zero_hp)].concat());
        assert_eq!((fallen.metric("attacks"), fallen.metric("enemy_drops")), (2, 1), "{at_zero_hp}");
        assert_eq!(one_round(&text, &knob, &[&MISS[..], &[4]].concat()).metric("attacks"), 2);
    }
}

/// TINY-11: who starts a turn in combat attacks without moving, though somebody weaker is a few feet farther.
#[test]
fn in_combat_one_does_not_move() {
    let hero = member("hero", 4, 0, &[KNIFE], "");
    let text = scene("", &[hero, dummy("orc", 4, 5), dummy("runt", 1, 10), dummy("rat", 1, -10)]);
    let played = one_round(&text, &[], &[HIT, PLAIN].concat());
    assert_eq!((played.positions()[0], played.hp()), (0, vec![4, 3, 1, 1]));
    assert!(played.applied(1, "TINY-11") && !played.named("TINY-12"));
}

/// TINY-11: one does exactly one thing: who attacks does not evade, who evades or extricates oneself does not attack.
#[test]
fn in_combat_one_does_one_thing() {
    let orc = enemy("orc", 4, 5, &[KNIFE], "");
    let friend = member("friend", 4, -10, &[STICK], "");
    let low = "policy = \"evasive\"\nevade_at_hp = 4";
    for (attacks, keys, own, evades) in [
        (&[KNIFE][..], "", &MISS[..], false),
        (&[KNIFE], low, &[], true),
        (&[BOW], "policy = \"skirmisher\"", &MISS, false),
    ] {
        let text = scene("", &[member("hero", 4, 0, attacks, keys), orc.clone(), friend.clone()]);
        let evasion: &[u32] = if evades { &[5, 5] } else { &[] };
        let critical: &[u32] = if evades { &[] } else { &PLAIN };
        let played = one_round(&text, &[], &[own, &HIT, evasion, critical].concat());
        let things = ["attacks", "evade_turns", "extricate_attempts"].map(|name| played.metric(name));
        assert_eq!((things[0] + things[1] + things[2], things[1]), (2, u32::from(evades)));
        assert_eq!((played.positions()[0], played.hp()[0]), (0, if evades { 4 } else { 3 }));
    }
}

/// TINY-12: with the way to the adjacent square no longer than the movement one advances and attacks: 30 ft with a
/// movement of 25, and no more (D2).
#[test]
fn one_advances_and_attacks() {
    for (distance, position, attacks) in [(30, 25, 1), (10, 5, 1), (35, 25, 0)] {
        for sign in [1, -1] {
            let text = against(&[KNIFE], "movement = 25", sign * distance);
            let position = if attacks == 1 { position } else { 30 };
            let faces: &[u32] = if attacks == 1 { &MISS } else { &[] };
            let played = one_round(&text, &[], faces);
            assert_eq!(played.positions(), [sign * position, sign * distance]);
            assert_eq!((played.metric("attacks"), played.metric("advances")), (attacks, 1 - attacks));
            assert_eq!((played.applied(1, "TINY-12"), played.named("TINY-13")), (attacks == 1, attacks == 0));
        }
    }
}

/// TINY-12: the movement is one's own, else `default_movement`, 25 ft (D5).
#[test]
fn movement_is_ones_own_or_the_default() {
    for (keys, overrides, movement) in [
        ("", &[][..], 25),
        ("", &["rules.default_movement=20"], 20),
        ("", &["rules.default_movement=500"], 500),
        ("movement = 35", &[], 35),
        ("movement = 35", &["rules.default_movement=20"], 35),
        ("movement = 5", &[], 5),
        ("movement = 0", &[], 0),
    ] {
        // In combat one need not move.
        let near = one_round(&against(&[KNIFE], keys, movement + 5), overrides, &MISS);
        assert_eq!((near.metric("attacks"), near.positions()[0]), (1, movement), "{keys} {overrides:?}");
        let far = one_round(&against(&[KNIFE], keys, movement + 10), overrides, &[]);
        let advanced = if movement == 0 { 0 } else { movement + 5 };
        assert_eq!((far.metric("attacks"), far.positions()[0]), (0, advanced), "{keys} {overrides:?}");
        assert_eq!(far.metric("advances"), u32::from(movement > 0));
    }
}

/// TINY-13, TINY-14: up to twice the movement one advances into combat without an attack; beyond that one comes twice
/// the movement nearer, and is not in combat (D4).
#[test]
fn one_advances_as_far_as_twice_the_movement() {
    for (distance, position, rule) in
        [(35, 30, "TINY-13"), (55, 50, "TINY-13"), (60, 50, "TINY-14"), (65, 50, "TINY-14"), (500, 50, "TINY-14")]
    {
        for sign in [1, -1] {
            let played = one_round(&against(&[KNIFE], "", sign * distance), &[], &[]);
            assert_eq!(played.positions(), [sign * position, sign * distance]);
            assert_eq!((played.metric("advances"), played.metric("attacks")), (1, 0));
            let other_rule = if rule == "TINY-13" { "TINY-14" } else { "TINY-13" };
            assert!(played.applied(1, rule) && !played.named(other_rule), "{distance}");
            // Up or down the line, it advances.
            assert!(played.narration(1).contains(&format!("hero advances {position} ft.")));
        }
    }
}

/// TINY-13: who was advanced upon is in combat on its own turn, and so is the one who advanced in the next round.
#[test]
fn an_advance_ends_in_combat() {
    let text = scene("", &[member("hero", 4, 0, &[KNIFE], ""), enemy("orc", 4, 50, &[KNIFE], "")]);
    let played = rounds(2, &text, &[], &[MISS, MISS, MISS].concat());
    assert_eq!((played.positions_after(1), played.positions()), (vec![45, 50], vec![45, 50]));
    assert_eq!((played.metric("attacks"), played.metric("advances")), (3, 1));
    assert!(played.applied(1, "TINY-11") && played.applied(2, "TINY-11"));
}

/// TINY-14: one keeps coming in every round, until the rest of the way is no longer than the movement.
#[test]
fn one_keeps_coming() {
    let played = rounds(3, &against(&[KNIFE], "", 130), &[], &MISS);
    assert_eq!([1, 2, 3].map(|round| played.positions_after(round)[0]), [50, 100, 125]);
    assert_eq!((played.metric("advances"), played.metric("attacks")), (2, 1));
}

/// TINY-15: a move ends in the first square next to a standing enemy, though somebody weaker stands behind it (D3).
#[test]
fn enemies_stop_a_move() {
    for (orc, position, attacks) in [(15, 10, 1), (30, 25, 1), (35, 30, 0), (55, 50, 0)] {
        let hero = member("hero", 4, 0, &[KNIFE], "");
        let text = scene("", &[hero, dummy("runt", 1, orc + 5), dummy("orc", 9, orc)]);
        let faces: &[u32] = if attacks == 1 { &[5, 1, 6, 5] } else { &[] };
        let played = one_round(&text, &[], faces);
        assert_eq!((played.positions()[0], played.hp()), (position, vec![4, 1, 9 - attacks]));
        assert!(played.applied(1, "TINY-15"));
    }
}

/// TINY-15: neither bodies nor allies are in the way.
#[test]
fn bodies_and_allies_do_not_block() {
    for at_zero_hp in ["dead", "down", "stabilize"] {
        let runt = enemy("runt", 1, 15, &[STICK], &format!("at_zero_hp = \"{at_zero_hp}\""));
        let friend = member("friend", 4, 10, &[KNIFE], "");
        let text = scene("", &[friend, member("hero", 4, 0, &[KNIFE], ""), runt, dummy("orc", 4, 30)]);
        let played = one_round(&text, &[], &[&HIT[..], &PLAIN, &HIT, &PLAIN, aftermath(at_zero_hp)].concat());
        assert_eq!((played.positions(), played.ends[1]), (vec![10, 25, 15, 30], EndState::Standing), "{at_zero_hp}");
        assert_eq!((played.hp()[3], played.metric("enemy_drops")), (3, 1));
    }
}

/// TINY-16: a ranged attack reaches 60 ft, or its own `range`, without moving; what is missing one walks, if it is at
/// most the movement; else one comes nearer by what is missing, up to twice the movement (D5).
#[test]
fn shots_have_a_range() {
    let of_range = |range: i32| format!(r#"{{ id = "bow", kind = "ranged", range = {range} }}"#);
    for (bow, range) in [(BOW.to_owned(), 60), (of_range(10), 10), (of_range(40), 40), (of_range(1000), 1000)] {
        for (distance, walked, attacks) in [
            (range, 0, 1),
            (range + 5, 5, 1),
            (range + 25, 25, 1),
            (range + 30, 30, 0),
            (range + 50, 50, 0),
            (range + 55, 50, 0),
        ] {
            for sign in [1, -1] {
                let faces: &[u32] = if attacks == 1 { &[5, 1, 6, 5] } else { &[] };
                let played = one_round(&against(&[&bow], "", sign * distance), &[], faces);
                assert_eq!(played.positions()[0], sign * walked, "range {range}, {distance} ft");
                assert_eq!((played.metric("attacks"), played.metric("advances")), (attacks, 1 - attacks));
                assert_eq!(played.hp()[1], 4 - attacks as i16);
            }
        }
    }
}

/// TINY-16: a shot reaches over enemies in front, and who walks for it stands still out of reach of those behind.
#[test]
fn a_shot_takes_anybody_within_range() {
    let hero = member("hero", 4, 0, &[BOW], "");
    // 5 ft are missing to the nearest: from there the runt is 65 ft away, the rat 60 ft.
    let text = |runt: i32| scene("", &[hero.clone(), dummy("orc", 9, 65), dummy("runt", 1, runt)]);
    let out_of_range = one_round(&text(70), &[], &[HIT, PLAIN].concat());
    assert_eq!((out_of_range.positions()[0], out_of_range.hp()), (5, vec![4, 8, 1]));
    let in_range = one_round(&text(65), &[], &[HIT, PLAIN].concat());
    assert_eq!((in_range.positions()[0], in_range.hp()), (5, vec![4, 9, 0]));
    let over = scene("", &[hero, dummy("orc", 9, 10), dummy("runt", 1, 60)]);
    let over = one_round(&over, &[], &[HIT, PLAIN].concat());
    assert_eq!((over.positions()[0], over.hp()), (0, vec![4, 9, 0]));
}

/// TINY-16: `ranged_in_combat` is no penalty, a disadvantage, or forbids the shot (D22).
#[test]
fn shots_in_combat() {
    for (level, dice) in [("normal", 2), ("disadvantage", 1)] {
        let knob = format!("rules.ranged_in_combat={level}");
        let played = one_round(&against(&[BOW], "", 5), &[&knob], &vec![4; dice]);
        assert_eq!((played.metric("attacks"), played.positions()[0]), (1, 0));
        // Out of combat it means nothing, nor for blows.
        let far = one_round(&against(&[BOW], "", 10), &[&knob], &MISS);
        assert_eq!((far.metric("attacks"), far.positions()[0]), (1, 0));
        assert_eq!(one_round(&against(&[KNIFE], "", 5), &[&knob], &MISS).metric("attacks"), 1);
    }
    assert_eq!(one_round(&against(&[BOW], "", 5), &[], &MISS).metric("attacks"), 1);
    let forbidden = ["rules.ranged_in_combat=forbidden"];
    assert_eq!(one_round(&against(&[BOW], "", 10), &forbidden, &MISS).metric("attacks"), 1);
    let held = one_round(&against(&[BOW], "", 5), &forbidden, &MISS);
    assert_eq!((held.metric("attacks"), held.metric("extricate_attempts")), (0, 1));
    let strikes = one_round(&against(&[BOW, SWORD], "", 5), &forbidden, &[HIT, PLAIN].concat());
    assert_eq!((strikes.hp(), strikes.metric("attacks")), (vec![4, 2], 1));
    assert_eq!(one_round(&against(&[BOW, SWORD], "", 5), &[], &[HIT, PLAIN].concat()).hp(), [4, 3]);
}

/// TINY-16: in combat the target may be anybody within range, and the shooter is hindered all the same.
#[test]
fn a_shot_from_combat_goes_anywhere() {
    let hero = member("hero", 4, 0, &[BOW], "");
    let text = scene("", &[hero, dummy("orc", 4, 5), dummy("runt", 1, -60), dummy("rat", 1, 65)]);
    let played = one_round(&text, &["rules.ranged_in_combat=disadvantage"], &[&[5][..], &PLAIN].concat());
    assert_eq!((played.hp(), played.positions()[0]), (vec![4, 4, 0, 1], 0));
}

/// TINY-16: `ranged_into_combat` hinders shots at somebody next to a standing ally of the shooter, itself not counted
/// (D22).
#[test]
fn shots_into_combat() {
    let hindered = ["rules.ranged_into_combat=disadvantage"];
    let shot = |friend: i32, friend_hp: u16| {
        let friend = member("friend", friend_hp, friend, &[STICK], "at_zero_hp = \"down\"");
        let orc = enemy("orc", 4, 50, &[KNIFE], "");
        scene("", &[orc, member("hero", 4, 0, &[BOW], ""), friend])
    };
    for friend in [45, 55] {
        let text = shot(friend, 9);
        assert_eq!(one_round(&text, &hindered, &[4, 4, 4]).metric("attacks"), 2);
        // By default there is no penalty.
        assert_eq!(one_round(&text, &[], &[MISS, MISS].concat()).metric("attacks"), 2);
        assert_eq!(one_round(&text, &["rules.ranged_into_combat=normal"], &[MISS, MISS].concat()).metric("attacks"), 2);
        // A friend that has fallen is in nobody's way.
        let fallen = one_round(&shot(friend, 1), &hindered, &[HIT, PLAIN, MISS].concat());
        assert_eq!((fallen.metric("attacks"), fallen.ends[2]), (2, EndState::Down));
    }
    // 10 ft are not adjacent.
    let hero = member("hero", 4, 0, &[BOW], "");
    let apart = scene("", &[hero.clone(), member("friend", 4, 40, &[STICK], ""), dummy("orc", 4, 50)]);
    assert_eq!(one_round(&apart, &hindered, &MISS).metric("attacks"), 1);
    // The shooter itself does not count.
    assert_eq!(one_round(&against(&[BOW], "", 5), &hindered, &MISS).metric("attacks"), 1);
    // It is the target that matters: the runt is in combat with nobody.
    let runt = dummy("runt", 1, 60);
    let friend = member("friend", 4, 45, &[STICK], "");
    let text = scene("", &[hero, friend.clone(), dummy("orc", 4, 50), runt]);
    assert_eq!(one_round(&text, &hindered, &[HIT, PLAIN].concat()).hp(), [4, 4, 4, 0]);
    // Blows are not touched.
    let text = scene("", &[member("hero", 4, 45, &[KNIFE], ""), friend, dummy("orc", 4, 50)]);
    assert_eq!(one_round(&text, &hindered, &MISS).metric("attacks"), 1);
}

/// TINY-16: enemies of the target next to it are allies of the shooter; enemies of the shooter are not.
#[test]
fn the_targets_friends_are_not_in_the_way() {
    let text = scene("", &[member("hero", 4, 0, &[BOW], ""), dummy("runt", 1, 50), dummy("orc", 4, 45)]);
    let hindered = ["rules.ranged_into_combat=disadvantage"];
    assert_eq!(one_round(&text, &hindered, &[HIT, PLAIN].concat()).hp(), [4, 0, 4]);
}

/// An evader of 3 HP, with keys, next to an orc that strikes after it; an ally stands by.
fn evader(keys: &str) -> String {
    let keys = format!("policy = \"evasive\"\nevade_at_hp = 3\nat_zero_hp = \"down\"\n{keys}");
    let hero = member("hero", 3, 0, &[KNIFE], &keys);
    scene("", &[hero, enemy("orc", 4, 5, &[KNIFE], ""), member("friend", 1, -60, &[STICK], "at_zero_hp = \"down\"")])
}

/// TINY-17: after an attack that succeeds the evader makes a test; its success makes the attack a miss (D6, D7).
#[test]
fn an_evader_tests_against_each_hit() {
    let evaded = one_round(&evader(""), &[], &[HIT, [5, 1]].concat());
    assert_eq!((evaded.hp()[0], evaded.metric("hits"), evaded.metric("criticals")), (3, 1, 0));
    let counts = ["evade_turns", "evade_tests", "evaded"];
    assert_eq!(counts.map(|name| evaded.metric(name)), [1, 1, 1]);
    assert!(evaded.applied(1, "TINY-17") && evaded.narration(1).contains("hero evades: 5, 1 against 5, evaded."));
    let struck = one_round(&evader(""), &[], &[HIT, [4, 4], PLAIN].concat());
    assert_eq!((struck.hp()[0], struck.metric("hits")), (2, 1));
    assert_eq!(counts.map(|name| struck.metric(name)), [1, 1, 0]);
    let missed = one_round(&evader(""), &[], &MISS);
    assert_eq!(counts.map(|name| missed.metric(name)), [1, 0, 0]);
    assert_eq!((missed.metric("attacks"), missed.metric("hits")), (1, 0));
}

/// TINY-17: `evade_dice` and `evade_difficulty` are the test; the dice may be the combatant's own (D7).
#[test]
fn evade_tests_have_a_level_and_a_difficulty() {
    for (level, dice) in [("disadvantage", 1), ("normal", 2), ("advantage", 3)] {
        let faces = |face: u32, rest: &[u32]| [&HIT[..], &vec![face; dice], rest].concat();
        let knob = format!("rules.evade_dice={level}");
        assert_eq!(one_round(&evader(""), &[&knob], &faces(5, &[])).metric("evaded"), 1);
        let own = evader(&format!("evade_dice = \"{level}\""));
        for overrides in [&[][..], &["rules.evade_dice=advantage"], &["rules.evade_dice=disadvantage"]] {
            assert_eq!(one_round(&own, overrides, &faces(5, &[])).metric("evaded"), 1);
            assert_eq!(one_round(&own, overrides, &faces(4, &PLAIN)).metric("evaded"), 0);
        }
    }
    for (difficulty, target) in [("trivial", 3), ("easy", 4), ("average", 5), ("difficult", 6)] {
        let knob = format!("rules.evade_difficulty={difficulty}");
        let evaded = one_round(&evader(""), &[&knob], &[&HIT[..], &[1, target]].concat());
        assert_eq!((evaded.metric("evaded"), evaded.hp()[0]), (1, 3), "{difficulty}");
        let struck = one_round(&evader(""), &[&knob], &[&HIT[..], &[target - 1; 2], &PLAIN].concat());
        assert_eq!((struck.metric("evaded"), struck.hp()[0]), (0, 2), "{difficulty}");
    }
}

/// TINY-17: it works against every attack until the next turn, those of several enemies and ranged ones too (D6).
#[test]
fn evasion_works_against_all_attacks() {
    let orcs = [enemy("archer", 4, 40, &[BOW], ""), enemy("brute", 4, -5, &[KNIFE], "")].concat();
    let text = evader("") + &orcs;
    let played = one_round(&text, &[], &[HIT, [5, 5], HIT, [1, 5], HIT, [4, 4], PLAIN].concat());
    assert_eq!((played.hp()[0], played.metric("evade_tests"), played.metric("evaded")), (2, 3, 2));
}

/// TINY-17: it ends with the start of the next turn, and covers the attacks of the next round up to then.
#[test]
fn evasion_ends_with_the_next_turn() {
    // The turns: a brute, the hero, the orc. Once its friend has fallen, the hero strikes instead of evading.
    let archer = enemy("archer", 4, -90, &[BOW], "");
    let text = evader("") + &archer;
    let limited = limited(&text, &[], 2);
    // The archer, last listed, comes first: it misses, then fells the friend.
    let first = [MISS, HIT, [5, 5]].concat();
    let second = [HIT, PLAIN, MISS, HIT, PLAIN].concat();
    let played = play(&limited, in_order(&[1, 2, 3, 0], &[first, second].concat()));
    assert_eq!((played.metric("evade_turns"), played.metric("evade_tests"), played.hp()[0]), (1, 1, 2));
    assert!(played.states[2].evading.is_empty());
    assert_eq!(played.states[1].evading, Group::of(0.into()));
}

/// TINY-17: evasion goes on into the next round, until the evader's turn comes.
#[test]
fn evasion_goes_on_into_the_next_round() {
    let brute = enemy("brute", 4, -5, &[KNIFE], "");
    let text = evader("") + &brute;
    // In round 1 the brute strikes before the hero evades, in round 2 it meets the evasion.
    let first = [HIT, PLAIN, MISS].concat();
    let second = [HIT, [5, 5], MISS].concat();
    let played = play(&limited(&text, &[], 2), in_order(&[1, 2, 3, 0], &[first, second].concat()));
    assert_eq!((played.metric("evade_tests"), played.metric("evaded"), played.hp()[0]), (1, 1, 2));
}

/// TINY-17: it ends with a fall.
#[test]
fn evasion_ends_with_a_fall() {
    let text = evader("").replace("hp = 3", "hp = 1");
    let played = one_round(&text, &[], &[HIT, [4, 4], PLAIN].concat());
    assert_eq!((played.ends[0], played.states[1].evading), (EndState::Down, Group::NOBODY));
    assert_eq!(played.metric("evade_turns"), 1);
}

/// TINY-17: nobody evades out of combat, though under fire (D25).
#[test]
fn evasion_is_for_those_in_combat() {
    let text = evader("").replace("position = 5", "position = 10");
    let advances = one_round(&text, &[], &[MISS, HIT, PLAIN].concat());
    assert_eq!((advances.metric("evade_turns"), advances.metric("attacks"), advances.hp()[0]), (0, 2, 2));
    let text = scene("", &[dummy("orc", 4, 100), member("hero", 4, 0, &[STICK], "")]);
    let shot = text + &enemy("archer", 4, 60, &[BOW], "");
    let held = one_round(&shot, &[], &[HIT, PLAIN].concat());
    assert_eq!((held.metric("evade_turns"), held.hp()[1]), (0, 3));
}

/// A skirmisher that leaves combat whenever it can.
fn leaver(keys: &str) -> String {
    member("hero", 4, 0, &[BOW], &format!("policy = \"skirmisher\"\nat_zero_hp = \"down\"\n{keys}"))
}

/// TINY-18: a success moves one the full movement out of combat, a failure leaves one there; the turn ends (D8).
#[test]
fn extricating_is_a_test() {
    let text = scene("", &[leaver(""), dummy("orc", 4, 5)]);
    let counts = ["extricate_attempts", "extricated", "attacks", "provoked_attacks"];
    let out = one_round(&text, &[], &[5, 1]);
    assert_eq!((out.positions(), counts.map(|name| out.metric(name))), (vec![-25, 5], [1, 1, 0, 0]));
    assert!(out.applied(1, "TINY-18") && out.narration(1).contains("out of combat: 5, 1 against 5, out of combat."));
    let held = one_round(&text, &[], &[4, 4]);
    assert_eq!((held.positions(), counts.map(|name| held.metric(name))), (vec![0, 5], [1, 0, 0, 0]));
    assert!(held.applied(1, "TINY-18") && held.narration(1).contains("out of combat: 4, 4 against 5, held."));
    assert!(!held.narration(1).contains("hero evades"));
}

/// TINY-18: `extricate_dice` and `extricate_difficulty` are the test; the dice may be the combatant's own.
#[test]
fn extricate_tests_have_a_level_and_a_difficulty() {
    let text = |keys: &str| scene("", &[leaver(keys), dummy("orc", 4, 5)]);
    for (level, dice) in [("disadvantage", 1), ("normal", 2), ("advantage", 3)] {
        let knob = format!("rules.extricate_dice={level}");
        assert_eq!(one_round(&text(""), &[&knob], &vec![5; dice]).metric("extricated"), 1);
        let own = text(&format!("extricate_dice = \"{level}\""));
        for overrides in [&[][..], &["rules.extricate_dice=advantage"], &["rules.extricate_dice=disadvantage"]] {
            assert_eq!(one_round(&own, overrides, &vec![5; dice]).metric("extricated"), 1);
            assert_eq!(one_round(&own, overrides, &vec![4; dice]).metric("extricated"), 0);
        }
    }
    for (difficulty, target) in [("trivial", 3), ("easy", 4), ("average", 5), ("difficult", 6)] {
        let knob = format!("rules.extricate_difficulty={difficulty}");
        assert_eq!(one_round(&text(""), &[&knob], &[1, target]).metric("extricated"), 1, "{difficulty}");
        assert_eq!(one_round(&text(""), &[&knob], &[target - 1; 2]).metric("extricated"), 0, "{difficulty}");
    }
}

/// TINY-18: one goes the full movement, but stays 10 ft short of any standing enemy ahead; with an enemy within 10 ft
/// there is no way there.
#[test]
fn the_way_out_ends_before_the_next_enemy() {
    for (keys, behind, position) in [
        ("", -200, -25),
        ("movement = 40", -200, -40),
        ("movement = 5", -200, -5),
        ("", -35, -25),
        ("", -30, -20),
        ("", -20, -10),
        ("", -15, -5),
        ("movement = 5", -15, -5),
        // Not to the rear: to the front, over nobody.
        ("", -10, 25),
        ("movement = 5", -10, 5),
    ] {
        let front = behind == -10;
        // The orc in combat is in front, or else behind.
        let orc = if front { -5 } else { 5 };
        let text = scene("", &[leaver(keys), dummy("orc", 4, orc), dummy("other", 4, behind)]);
        let played = one_round(&text, &[], &[5, 1]);
        assert_eq!(played.positions(), [position, orc, behind], "{keys}");
        assert_eq!((played.metric("extricated"), played.metric("attacks")), (1, 0));
    }
}

/// Nobody slips past.
const HELD: &str = "rules.extricate_past=false";

/// TINY-18: without any direction, or any movement, it is not available: a skirmisher fights on. `extricate_past` gives those
/// who can move a square to go to.
#[test]
fn without_a_way_out_one_fights_on() {
    for (keys, front, rear) in [("", 5, -5), ("", 5, -10), ("", 10, -5), ("movement = 0", 5, -200)] {
        let text = scene("", &[leaver(keys), dummy("orc", 4, front), dummy("other", 4, rear)]);
        let stays = |played: &Played| {
            assert_eq!((played.metric("attacks"), played.metric("extricate_attempts")), (1, 0), "{front} {rear}");
            assert_eq!(played.positions()[0], 0);
        };
        stays(&one_round(&text, &[HELD], &MISS));
        if keys.is_empty() {
            assert_eq!(one_round(&text, &[], &[5, 1]).metric("slipped_past"), 1, "{front} {rear}");
        } else {
            stays(&one_round(&text, &[], &MISS));
        }
    }
}

/// A leaver with enemies at these positions.
fn flanked(keys: &str, enemies: &[i32]) -> String {
    let enemies = enemies.iter().zip(["a", "b", "c", "d", "e"]).map(|(&at, id)| dummy(id, 4, at));
    scene("", &[leaver(keys), enemies.collect()])
}

/// TINY-18, TINY-15: somebody flanked slips past to the nearest square that is 10 ft from every standing enemy, to the rear
/// where two are equally near, and no farther; with a failed test it stays.
#[test]
fn somebody_flanked_slips_past() {
    let counts = ["extricate_attempts", "extricated", "slipped_past", "attacks", "provoked_attacks"];
    for (keys, enemies, square) in [
        ("", &[5, -5][..], -15),
        ("", &[10, -5], -15),
        ("", &[5, -10], 15),
        ("", &[5, 10, -5], -15),
        ("", &[5, -5, -20], 15),
        ("", &[5, -5, -15], 15),
        ("", &[5, -5, -20, 15], 25),
        ("", &[5, -5, -25, 25], -15),
        ("", &[5, -5, -20, 20], -30),
        ("", &[5, 10, -5, -10], -20),
        ("movement = 15", &[5, -5], -15),
        ("movement = 500", &[5, -5], -15),
    ] {
        // Up to 30 ft where it takes so many.
        let keys = if square == -30 { "movement = 30" } else { keys };
        let text = flanked(keys, enemies);
        let out = one_round(&text, &[], &[5, 1]);
        assert_eq!((out.positions()[0], counts.map(|name| out.metric(name))), (square, [1, 1, 1, 0, 0]), "{enemies:?}");
        assert_eq!(out.positions()[1..], *enemies, "the others stay");
        let line = out.lines.iter().find(|line| line.text.contains("slips past")).expect("it is told");
        assert_eq!(line.text, format!("hero slips past and moves {} ft.", square.abs()));
        assert!(line.rules.contains(&"TINY-18") && !line.rules.contains(&"TINY-15"), "{:?}", line.rules);
        let held = one_round(&text, &[], &[4, 4]);
        assert_eq!((held.positions()[0], counts.map(|name| held.metric(name))), (0, [1, 0, 0, 0, 0]), "{enemies:?}");
    }
}

/// TINY-18: the square is within the movement, or it is not available; a skirmisher fights on.
#[test]
fn nobody_slips_farther_than_the_movement() {
    for (movement, enemies) in
        [(10, &[5, -5][..]), (5, &[5, -5]), (0, &[5, -5]), (20, &[5, 15, -5, -15]), (25, &[5, -5, 20, -20])]
    {
        let played = one_round(&flanked(&format!("movement = {movement}"), enemies), &[], &MISS);
        assert_eq!((played.metric("extricate_attempts"), played.metric("attacks")), (0, 1), "{movement} {enemies:?}");
    }
}

/// TINY-18, TINY-30: heavy armor takes its feet off the movement before.
#[test]
fn heavy_armor_shortens_the_way_past() {
    let text = |movement: i32| {
        flanked(
            &format!("movement = {movement}\narmor = \"heavy\"\ntraits = [\"armor_training\", \"strong\"]"),
            &[5, -5],
        )
    };
    let out = one_round(&text(20), &[], &[5, 1]);
    assert_eq!((out.positions()[0], out.metric("slipped_past")), (-15, 1));
    assert!(out.applied(1, "TINY-30"));
    assert_eq!(one_round(&text(15), &[], &MISS).metric("extricate_attempts"), 0);
    assert_eq!(one_round(&text(15), &["rules.heavy_armor_movement_penalty=0"], &[5, 1]).metric("slipped_past"), 1);
}

/// TINY-18: where a direction is free nothing changes: one goes that way, the full movement, and passes nobody.
#[test]
fn whoever_has_room_slips_past_nobody() {
    for (enemies, position) in
        [(&[5][..], -25), (&[5, -15], -5), (&[5, -20], -10), (&[-5, 200], 25), (&[5, 10, -15], -5)]
    {
        for overrides in [&[][..], &[HELD]] {
            let out = one_round(&flanked("", enemies), overrides, &[5, 1]);
            assert_eq!((out.positions()[0], out.metric("extricated"), out.metric("slipped_past")), (position, 1, 0));
            assert!(out.applied(1, "TINY-15") && !out.narration(1).contains("slips"), "{enemies:?}");
        }
    }
}

/// TINY-18: the rear of enemies is the other way.
#[test]
fn enemies_slip_past_to_their_rear() {
    let leaver = combatant("leaver", "enemies", 4, 0, &[BOW], "policy = \"skirmisher\"");
    for (heroes, square) in [([5, -5], 15), ([10, -5], -15), ([5, -10], 15)] {
        let heroes = heroes.into_iter().zip(["a", "b"]).map(|(at, id)| combatant(id, "party", 4, at, &[STICK], ""));
        let text = scene("", &[leaver.clone(), heroes.collect()]);
        let out = one_round(&text, &[], &[5, 1]);
        assert_eq!((out.positions()[0], out.metric("slipped_past")), (square, 1));
    }
}

/// TINY-18, TINY-15: the fallen are no enemies, so that one may stop beside them; allies neither.
#[test]
fn bodies_and_allies_do_not_bar_the_way_past() {
    let friend = member("friend", 4, -25, &[KNIFE], "");
    let text = scene("", &[friend, leaver(""), dummy("a", 4, 5), dummy("b", 4, -5), dummy("runt", 1, -20)]);
    let fallen = one_round(&text, &[], &[HIT, PLAIN, [5, 5]].concat());
    assert_eq!((fallen.positions()[1], fallen.metric("slipped_past")), (-15, 1));
    let standing = one_round(&text, &[], &[MISS, [5, 5]].concat());
    assert_eq!((standing.positions()[1], standing.metric("slipped_past")), (15, 1));
}

/// TINY-18: the test, its dice and the attacks that it provokes are those of anybody who extricates itself.
#[test]
fn slipping_past_provokes_as_ever() {
    let orc = |id: &str, at: i32| enemy(id, 4, at, &[KNIFE], "movement = 0");
    let text = scene("", &[leaver(""), orc("a", 5), orc("b", -5)]);
    let strikes = [HIT, PLAIN, HIT, PLAIN].concat();
    let counts = ["slipped_past", "provoked_attacks", "attacks"];
    // The enemies next to whom it stays strike in their turns.
    for (provokes, faces, counted, hp) in [
        ("never", vec![5, 1], [1, 0, 0], 4),
        ("on_failure", vec![5, 1], [1, 0, 0], 4),
        ("on_failure", [&[4, 4][..], &strikes, &MISS, &MISS].concat(), [0, 2, 4], 2),
        ("always", [&strikes, &[5, 1][..]].concat(), [1, 2, 2], 2),
    ] {
        let played = one_round(&text, &[&format!("rules.extricate_provokes={provokes}")], &faces);
        assert_eq!((counts.map(|name| played.metric(name)), played.hp()[0]), (counted, hp), "{provokes}");
    }
    assert_eq!(one_round(&text, &["rules.extricate_dice=advantage"], &[4, 4, 5]).metric("slipped_past"), 1);
    assert_eq!(one_round(&text, &["rules.extricate_difficulty=easy"], &[1, 4]).metric("slipped_past"), 1);
}

/// TINY-18, TINY-15: those who run, advance or go to attend pass nobody.
#[test]
fn only_who_extricates_itself_passes_anybody() {
    // Out of combat, with enemies 10 ft off on both sides: it cannot run past them.
    let runner = member("hero", 4, 0, &[KNIFE], "policy = \"retreat\"\nretreat_at_hp = 4\nmovement = 40");
    let text = scene("", &[runner, dummy("a", 4, 10), dummy("b", 4, -10)]);
    let played = one_round(&text, &[], &MISS);
    assert_eq!((played.metric("slipped_past"), played.metric("attacks")), (0, 1), "it fights");
    assert_eq!(played.positions()[0].abs(), 5);
    let medic = member("medic", 4, 0, &[STICK], "policy = \"medic\"\ntraits = [\"medic\"]\nmovement = 40");
    let patient = member("patient", 1, 30, &[STICK], "");
    let text = scene("", &[medic, patient, enemy("orc", 4, 35, &[KNIFE], ""), dummy("guard", 4, 15)]);
    // In the aftermath nobody is in the way any more.
    let faces = [&HIT[..], &PLAIN, &[5, 5], &[1, 1, 5]].concat();
    let played = play(&limited(&text, &[], 1), in_order(&[1, 2, 0, 3], &faces));
    assert_eq!((played.positions_after(1)[0], played.positions()[0]), (0, 25), "the guard stands between");
}

/// TINY-18: bodies are no enemies on the way.
#[test]
fn bodies_do_not_bar_the_way_out() {
    let friend = member("friend", 4, -15, &[KNIFE], "");
    let text = |runt_hp: u16| scene("", &[friend.clone(), leaver(""), dummy("orc", 4, 5), dummy("runt", runt_hp, -10)]);
    let fallen = one_round(&text(1), &[], &[HIT, PLAIN, [5, 5]].concat());
    assert_eq!((fallen.positions()[1], fallen.metric("extricated")), (-25, 1));
    let standing = one_round(&text(2), &[HELD], &[HIT, PLAIN, MISS].concat());
    assert_eq!((standing.positions()[1], standing.metric("extricate_attempts"), standing.metric("attacks")), (0, 0, 2));
}

/// A leaver of so many HP with these orcs in front, and nobody in the rear.
fn surrounded(hp: u16, orcs: &[String]) -> String {
    scene("", &[&[leaver("").replace("hp = 4", &format!("hp = {hp}"))], orcs].concat())
}

/// TINY-18: `extricate_provokes` lets each adjacent enemy strike never, after a failed test, or before the test.
#[test]
fn extricating_provokes() {
    let text = surrounded(4, &[enemy("orc", 4, 5, &[STICK, SWORD], "")]);
    let strike = [HIT, PLAIN].concat();
    // Each time the orc has its own turn afterwards: next to the hero it strikes, else it comes up and strikes.
    let own = &MISS[..];
    for (provokes, faces, counts, hp) in [
        ("never", [&[5, 1][..], own].concat(), [1, 1, 0, 1], 4),
        ("never", [&[4, 4][..], own].concat(), [1, 0, 0, 1], 4),
        ("on_failure", [&[5, 1][..], own].concat(), [1, 1, 0, 1], 4),
        ("on_failure", [&[4, 4][..], &strike, own].concat(), [1, 0, 1, 2], 2),
        ("always", [&strike, &[5, 1][..], own].concat(), [1, 1, 1, 2], 2),
        ("always", [&strike, &[4, 4][..], own].concat(), [1, 0, 1, 2], 2),
    ] {
        let played = one_round(&text, &[&format!("rules.extricate_provokes={provokes}")], &faces);
        let names = ["extricate_attempts", "extricated", "provoked_attacks", "attacks"];
        assert_eq!(names.map(|name| played.metric(name)), counts, "{provokes}");
        assert_eq!(played.hp()[0], hp, "{provokes}");
        let narration = played.narration(1);
        let (attempt, blow) = (narration.find("hero tries"), narration.find("orc strikes"));
        assert_eq!(blow < attempt, provokes == "always", "{narration}");
    }
}

/// TINY-18: only those strike who are adjacent and have a harmful attack that is not ranged, with the first such.
#[test]
fn whoever_can_strike_strikes() {
    let text = surrounded(
        9,
        &[
            enemy("archer", 4, 5, &[BOW], ""),
            enemy("weakling", 4, 5, &[STICK], ""),
            enemy("near", 4, 5, &[BOW, STICK, SWORD, KNIFE], ""),
            enemy("far", 4, 10, &[SWORD], ""),
        ],
    );
    let strike = [HIT, PLAIN].concat();
    let rules = limited(&text, &["rules.extricate_provokes=always"], 1);
    // Then the turns: the archer and the one that struck shoot.
    let faces = [&strike, &[5, 1][..], &MISS, &MISS].concat();
    let played = play(&rules, in_order(&[0, 1, 2, 3, 4], &faces));
    assert_eq!((played.metric("provoked_attacks"), played.hp()[0]), (1, 7));
    assert!(played.narration(1).starts_with("near strikes at hero with sword"));
}

/// TINY-18: they strike in the order of turns, wherever they are listed.
#[test]
fn provoked_attacks_come_in_the_order_of_turns() {
    let orc = |id: &str| enemy(id, 4, 5, &[KNIFE], "");
    let text = surrounded(9, &[orc("a"), orc("b"), orc("c")]);
    let rules = limited(&text, &["rules.extricate_provokes=on_failure"], 1);
    let faces = [[4, 4], MISS, MISS, MISS, MISS, MISS, MISS].concat();
    let played = play(&rules, in_order(&[0, 3, 1, 2], &faces));
    let narration = played.narration(1);
    let [a, b, c] = ["a strikes", "b strikes", "c strikes"].map(|blow| narration.find(blow));
    assert!(b < c && c < a, "{narration}");
    assert_eq!((played.metric("provoked_attacks"), played.metric("attacks")), (3, 6));
}

/// TINY-18: they strike until the victim has fallen; one felled before the test makes none.
#[test]
fn provoked_attacks_end_with_a_fall() {
    let orc = |id: &str| enemy(id, 4, 5, &[KNIFE], "");
    let text = surrounded(2, &[orc("a"), orc("b"), orc("c")]) + &member("friend", 4, -200, &[STICK], "");
    let felled = [HIT, PLAIN, HIT, PLAIN].concat();
    let counts = ["extricate_attempts", "extricated", "provoked_attacks", "attacks", "party_drops"];
    // Afterwards the orcs come closer to the friend.
    let before = one_round(&text, &["rules.extricate_provokes=always"], &felled);
    assert_eq!(counts.map(|name| before.metric(name)), [1, 0, 2, 2, 1]);
    assert_eq!((before.positions()[0], before.ends[0]), (0, EndState::Down));
    assert!(!before.narration(1).contains("hero tries"));
    let after = one_round(&text, &["rules.extricate_provokes=on_failure"], &[&[4, 4][..], &felled].concat());
    assert_eq!(counts.map(|name| after.metric(name)), [1, 0, 2, 2, 1]);
    // As the last of its side it ends the fight at once.
    let alone = surrounded(1, &[orc("a"), orc("b")]);
    let alone = play(&tiny(&alone, &["rules.extricate_provokes=always"]), in_order(&[0, 1, 2], &felled[..4]));
    assert_eq!(alone.outcome, crate::Outcome { winner: Winner::Enemies, rounds: 1 });
}

/// TINY-18, TINY-17: who evaded before does not evade the attacks it provokes: its turn has begun.
#[test]
fn provoked_attacks_are_not_evaded() {
    let keys = "policy = \"retreat\"\nretreat_at_hp = 4\nat_zero_hp = \"down\"";
    let hero = member("hero", 4, 0, &[KNIFE], keys);
    let friend = member("friend", 4, -15, &[KNIFE], "");
    // Round 1: with the runt in the rear the hero evades; its friend fells the runt. Round 2: it goes.
    let text = scene("", &[hero, friend, enemy("orc", 4, 5, &[KNIFE], ""), dummy("runt", 1, -10)]);
    let first = [HIT, PLAIN, HIT, [5, 5]].concat();
    let second = [HIT, PLAIN, [5, 5]].concat();
    // Then the friend and the orc have their turns: they walk up and strike.
    let rest = [MISS, MISS].concat();
    let rules = limited(&text, &["rules.extricate_provokes=always", HELD], 2);
    let played = play(&rules, in_order(&[0, 1, 2, 3], &[first, second, rest].concat()));
    assert_eq!((played.metric("evade_tests"), played.metric("provoked_attacks")), (1, 1));
    assert_eq!((played.hp()[0], played.positions()[0]), (3, -25));
}

/// TINY-15: whoever comes nearer to the nearest opponent advances, on whichever side it fights, and whoever gets farther away
/// falls back.
#[test]
fn a_move_is_told_as_the_opponents_see_it() {
    let attacked = scene("", &[member("hero", 4, 0, &[STICK], ""), enemy("orc", 4, 40, &[KNIFE], "")]);
    let played = one_round(&attacked, &[], &[]);
    assert!(played.narration(1).contains("orc advances 35 ft."), "{}", played.narration(1));
    assert_eq!((played.positions(), played.metric("advances")), (vec![0, 5], 1));
    for sign in [1, -1] {
        let text = against(&[KNIFE], "policy = \"retreat\"\nretreat_at_hp = 9", sign * 20);
        let played = one_round(&text, &[], &[]);
        assert!(played.narration(1).contains("hero falls back "), "{}", played.narration(1));
    }
}
