//! Every metric of the ledger's table, in the fight and in the aftermath.

use super::*;
use crate::ruleset::MetricUnit;

/// The counts under these names.
fn counted<const N: usize>(played: &Played, names: [&str; N]) -> [u32; N] {
    names.map(|name| played.metric(name))
}

/// One turn of a hero, then one of an orc, both with 9 HP and further keys.
#[track_caller]
fn exchange(hero: (&str, &str), orc: (&str, &str), overrides: &[&str], faces: &[u32]) -> Played {
    let text = scene("", &[member("hero", 9, 0, &[hero.0], hero.1), enemy("orc", 9, 5, &[orc.0], orc.1)]);
    play(&limited(&text, overrides, 1), party_first(faces))
}

/// TINY-43: the table of metrics has these names, in this order.
#[test]
fn the_metrics_are_those_of_the_ledger() {
    let rules = tiny(DUEL, &[]);
    let names: Vec<&str> = rules.metrics().iter().map(|metric| metric.name.as_str()).collect();
    assert_eq!(
        names,
        [
            "fight_seconds",
            "attacks",
            "hits",
            "evade_turns",
            "evade_tests",
            "evaded",
            "criticals",
            "dr_tests",
            "dr_overcome",
            "damage_absorbed",
            "damage_dealt",
            "advances",
            "extricate_attempts",
            "extricated",
            "slipped_past",
            "provoked_attacks",
            "party_drops",
            "enemy_drops",
            "rounds_to_first_drop",
            "stabilization_tests",
            "stabilized",
            "died_unstabilized",
            "medic_tests",
            "medic_successes",
            "party_hp_left",
            "recovery_sleeps",
        ]
    );
}

/// TINY-34: `rounds_to_first_drop` is a number of a round; everything else is counted.
#[test]
fn only_the_first_drop_is_a_round() {
    for metric in tiny(DUEL, &[]).metrics() {
        let is_a_round = metric.unit == MetricUnit::Rounds;
        assert_eq!(is_a_round, metric.name == "rounds_to_first_drop", "{}", metric.name);
    }
}

/// TINY-09, TINY-41: `fight_seconds` counts rounds, the last one as a whole, and no rounds of the aftermath.
#[test]
fn rounds_take_seconds() {
    let text = scene("", &[member("hero", 1, 0, &[KNIFE], ""), enemy("orc", 4, 5, &[KNIFE], "")]);
    let rest = [&HIT[..], &PLAIN, &[4, 4, 4]].concat();
    let misses = [MISS; 2].concat();
    for (rounds, faces) in [(1, rest.clone()), (2, [misses.as_slice(), &rest].concat())] {
        for (overrides, seconds) in [(&[][..], 5), (&["rules.round_seconds=60"], 60)] {
            let played = play(&tiny(&text, overrides), enemies_first(&faces));
            assert_eq!((played.outcome.rounds, played.metric("fight_seconds")), (rounds, rounds * seconds));
        }
    }
}

/// TINY-19, TINY-17: attacks of both sides, hits including evaded ones, and evaded hits.
#[test]
fn attacks_hits_and_evasions_are_counted() {
    let names = ["attacks", "hits", "evade_turns", "evade_tests", "evaded", "damage_dealt"];
    let both = exchange((KNIFE, ""), (KNIFE, ""), &[], &[MISS, HIT, PLAIN].concat());
    assert_eq!(counted(&both, names), [2, 1, 0, 0, 0, 1]);
    let evaded = exchange((STICK, ""), (KNIFE, ""), &[], &[HIT, HIT].concat());
    assert_eq!(counted(&evaded, names), [1, 1, 1, 1, 1, 0]);
    let not_evaded = exchange((STICK, ""), (KNIFE, ""), &[], &[HIT, MISS, PLAIN].concat());
    assert_eq!(counted(&not_evaded, names), [1, 1, 1, 1, 0, 1]);
    let missed = exchange((STICK, ""), (KNIFE, ""), &[], &MISS);
    assert_eq!(counted(&missed, names), [1, 0, 1, 0, 0, 0]);
    assert_eq!(counted(&exchange((STICK, ""), (STICK, ""), &[], &[]), names), [0, 0, 2, 0, 0, 0]);
}

/// TINY-17: a combatant with policy `evasive` spends turns evading at or below `evade_at_hp`, half of `hp_max` by
/// default, in combat and with somebody else standing beside it.
#[test]
fn the_evasive_spend_turns_evading() {
    let turns = |hero: &str, friends: &[String], orc: i32, faces: &[u32]| {
        let hero = member("hero", 4, 0, &[BOW], &format!("policy = \"evasive\"\n{hero}"));
        let text = scene("", &[&[hero, enemy("orc", 9, orc, &[BOW], "")], friends].concat());
        let order = &[0, 1, 2][..2 + friends.len()];
        play(&limited(&text, &[], 1), in_order(order, faces)).metric("evade_turns")
    };
    let friend = [member("friend", 1, -500, &[STICK], "")];
    let both = [MISS, MISS].concat();
    for (keys, is_low) in [
        ("evade_at_hp = 4", true),
        ("evade_at_hp = 3", false),
        ("hp_max = 8", true),
        ("hp_max = 9", true),
        ("hp_max = 7", false),
    ] {
        let faces: &[u32] = if is_low { &MISS } else { &both };
        assert_eq!(turns(keys, &friend, 5, faces), u32::from(is_low), "{keys}");
        assert_eq!(turns(keys, &[], 5, &both), 0, "alone");
        assert_eq!(turns(keys, &friend, 20, &both), 0, "out of combat");
    }
}

/// TINY-23: critical rolls that reach the number, whatever damage they add.
#[test]
fn criticals_are_counted() {
    for (faces, criticals) in [(CRITICAL, 1), (PLAIN, 0)] {
        for bonus in [0, 1] {
            let bonus = format!("rules.critical_bonus={bonus}");
            let played = exchange((KNIFE, ""), (STICK, ""), &[&bonus], &[HIT, faces].concat());
            assert_eq!(played.metric("criticals"), criticals);
        }
    }
}

/// TINY-24: second tests, and the damage that DR absorbs in each mode.
#[test]
fn what_armor_does_is_counted() {
    let names = ["dr_tests", "dr_overcome", "damage_absorbed", "damage_dealt"];
    let orc = (STICK, "armor = \"heavy\"\ntraits = [\"armor_training\", \"strong\"]");
    let test = |faces: &[u32]| exchange((SWORD, ""), orc, &[], faces);
    assert_eq!(counted(&test(&[HIT, PLAIN, MISS].concat()), names), [1, 0, 2, 0], "no more than there was");
    assert_eq!(counted(&test(&[HIT, PLAIN, HIT].concat()), names), [1, 1, 0, 2]);
    assert_eq!(counted(&test(&[HIT, CRITICAL, MISS].concat()), names), [1, 0, 3, 0]);
    let mode = |mode: &str, more: &str| exchange((SWORD, ""), orc, &[mode, more], &[HIT, PLAIN].concat());
    let floor = "rules.damage_floor=0";
    assert_eq!(counted(&mode("rules.dr_mode=always", floor), names), [0, 0, 2, 0]);
    assert_eq!(counted(&mode("rules.dr_mode=never", floor), names), [0, 0, 0, 2]);
    assert_eq!(counted(&mode("rules.dr_mode=always", "rules.damage_floor=1"), names), [0, 0, 1, 1]);
    assert_eq!(counted(&mode("rules.dr_mode=always", "rules.damage_floor=20"), names), [0, 0, 0, 2]);
    assert_eq!(counted(&mode("rules.dr_mode=always", "rules.heavy_armor_dr=1"), names), [0, 0, 1, 1]);
}

/// TINY-26: `damage_dealt` is not capped by the HP left.
#[test]
fn damage_is_counted_beyond_0_hp() {
    let text = scene("", &[member("hero", 4, 0, &[SWORD], ""), enemy("orc", 1, 5, &[KNIFE], "")]);
    let played = play(&tiny(&text, &[]), party_first(&[HIT, CRITICAL].concat()));
    assert_eq!(counted(&played, ["damage_dealt", "enemy_drops", "party_drops"]), [3, 1, 0]);
}

/// TINY-13, TINY-14: `advances` are turns spent only moving by `default`: no attack, no holding, no other move.
#[test]
fn advances_are_counted() {
    let advances = |weapon: &str, keys: &str, orc: i32, faces: &[u32]| {
        let text = scene("", &[member("hero", 9, 0, &[weapon], keys), dummy("orc", 9, orc)]);
        play(&limited(&text, &[], 1), party_first(faces)).metric("advances")
    };
    assert_eq!(advances(KNIFE, "", 35, &[]), 1, "into combat");
    assert_eq!(advances(KNIFE, "", 60, &[]), 1, "from afar");
    assert_eq!(advances(BOW, "", 500, &[]), 1, "towards its range");
    assert_eq!(advances(KNIFE, "", 30, &[HIT, PLAIN].concat()), 0, "with an attack");
    assert_eq!(advances(KNIFE, "movement = 0", 500, &[]), 0, "without a step");
    assert_eq!(advances(STICK, "", 500, &[]), 0, "without harm");
    assert_eq!(advances(KNIFE, "policy = \"retreat\"\nretreat_at_hp = 9", 20, &[]), 0, "away");
}

/// TINY-18: attempts to extricate oneself, successes, and attacks that they provoke, which are attacks like others.
#[test]
fn extrications_are_counted() {
    let names = ["extricate_attempts", "extricated", "provoked_attacks", "attacks", "hits"];
    let tries = |provokes: &str, faces: &[u32]| {
        let hero = member("hero", 9, 0, &[BOW], "policy = \"skirmisher\"");
        let text = scene("", &[hero, enemy("orc", 9, 5, &[KNIFE], "movement = 0")]);
        let provokes = format!("rules.extricate_provokes={provokes}");
        play(&limited(&text, &[&provokes], 1), party_first(faces))
    };
    assert_eq!(counted(&tries("never", &HIT), names), [1, 1, 0, 0, 0]);
    assert_eq!(counted(&tries("never", &[MISS, MISS].concat()), names), [1, 0, 0, 1, 0]);
    assert_eq!(counted(&tries("on_failure", &[MISS, HIT, PLAIN, MISS].concat()), names), [1, 0, 1, 2, 1]);
    assert_eq!(counted(&tries("always", &[HIT, PLAIN, HIT].concat()), names), [1, 1, 1, 1, 1]);
}

/// TINY-18: an attempt that ends before its test is an attempt all the same.
#[test]
fn an_attempt_without_a_test_counts() {
    let hero = member("hero", 1, 0, &[BOW], "policy = \"skirmisher\"\nat_zero_hp = \"down\"");
    let text = scene("", &[hero, enemy("orc", 9, 5, &[KNIFE], "")]);
    let played = play(&tiny(&text, &["rules.extricate_provokes=always"]), party_first(&[HIT, PLAIN].concat()));
    assert_eq!(counted(&played, ["extricate_attempts", "extricated", "provoked_attacks"]), [1, 0, 1]);
}

/// Two members of the party and two orcs, all with 1 HP, which fall in pairs; the members of the party do not get up
/// again.
fn falling() -> String {
    let down = "at_zero_hp = \"down\"";
    scene(
        "",
        &[
            member("a", 1, 0, &[KNIFE], down),
            member("b", 2, 0, &[KNIFE], down),
            enemy("orc", 3, 5, &[KNIFE], ""),
            enemy("ogre", 9, 5, &[KNIFE], ""),
        ],
    )
}

/// TINY-34: drops by side, and the round of the party's first; 0 stands for none, and has no part in means.
#[test]
fn drops_are_counted() {
    let names = ["party_drops", "enemy_drops", "rounds_to_first_drop"];
    let turns = [0, 1, 2, 3];
    let quiet = [MISS; 4].concat();
    let none = play(&limited(&falling(), &[], 2), in_order(&turns, &quiet.repeat(2)));
    assert_eq!(counted(&none, names), [0, 0, 0]);
    // Round 2: the orc fells the first. Round 4: the ogre fells the second with a critical.
    let second = [MISS, MISS, HIT, PLAIN, MISS].concat();
    let third = [MISS, MISS, MISS].concat();
    let fourth = [MISS, MISS, HIT, CRITICAL].concat();
    let all = play(&tiny(&falling(), &[]), in_order(&turns, &[quiet, second, third, fourth].concat()));
    assert_eq!((all.outcome.winner, all.outcome.rounds), (Winner::Enemies, 4));
    assert_eq!(counted(&all, names), [2, 0, 2], "the first, not the last");
}

/// TINY-34, TINY-44: enemies that fall and party members that leave are no drops of the party.
#[test]
fn other_ways_out_are_no_drops_of_the_party() {
    let names = ["party_drops", "enemy_drops", "rounds_to_first_drop"];
    let coward = member("coward", 1, -20, &[STICK], "policy = \"retreat\"");
    let hero = member("hero", 9, 0, &[KNIFE], "");
    let text = scene("", &[coward, hero, enemy("orc", 1, 5, &[KNIFE], ""), enemy("ogre", 1, 5, &[KNIFE], "")]);
    // Round 1: the coward leaves, the orc falls. Round 2: nothing. Round 3: the ogre falls.
    let faces = [HIT, PLAIN, MISS, MISS, MISS, HIT, PLAIN].concat();
    let played = play(&tiny(&text, &[]), in_order(&[0, 1, 2, 3], &faces));
    assert_eq!(played.ends[0], EndState::Fled);
    assert_eq!(counted(&played, names), [0, 2, 0]);
    // A drop after somebody has left is the first one.
    let faces = [HIT, PLAIN, MISS, MISS, HIT, PLAIN].concat();
    let text = text.replace("hp = 9", "hp = 1\nat_zero_hp = \"down\"");
    let played = play(&tiny(&text, &[]), in_order(&[0, 1, 2, 3], &faces));
    assert_eq!((played.outcome.winner, counted(&played, names)), (Winner::Enemies, [1, 1, 2]));
}

/// TINY-35 to TINY-37: tests, successes and deaths of combatants that tests could have saved, in the fight and after
/// it, on both sides.
#[test]
fn stabilization_is_counted() {
    let names = ["stabilization_tests", "stabilized", "died_unstabilized"];
    let text = scene("", &[member("hero", 1, 0, &[KNIFE], ""), enemy("orc", 4, 5, &[KNIFE], "")]);
    let felled = |overrides: &[&str], faces: &[u32]| {
        play(&tiny(&text, overrides), enemies_first(&[&HIT, &PLAIN, faces].concat()))
    };
    assert_eq!(counted(&felled(&[], &HIT), names), [1, 1, 0]);
    assert_eq!(counted(&felled(&[], &[4, 4, 5]), names), [2, 1, 0]);
    assert_eq!(counted(&felled(&[], &[4, 4, 4]), names), [2, 0, 1]);
    assert_eq!(counted(&felled(&["rules.stabilization_tests=[]"], &[]), names), [0, 0, 1], "an empty list counts");
    for fate in ["dead", "down"] {
        assert_eq!(counted(&felled(&[&format!("combatants.hero.at_zero_hp={fate}")], &[]), names), [0, 0, 0]);
    }
    let orc = |fate: &str, faces: &[u32]| {
        let text = text.replace("hp = 4", "hp = 1");
        let fate = format!("combatants.orc.at_zero_hp={fate}");
        play(&tiny(&text, &[&fate]), party_first(&[&HIT, &PLAIN, faces].concat()))
    };
    assert_eq!(counted(&orc("stabilize", &[4, 4, 4]), names), [2, 0, 1]);
    assert_eq!(counted(&orc("stabilize", &[4, 4, 5]), names), [2, 1, 0]);
    assert_eq!(counted(&orc("dead", &[]), names), [0, 0, 0]);
    // In the fight: a friend stands far away.
    let text = format!("{text}{}", member("friend", 4, -500, &[STICK], ""));
    let faces = in_order(&[1, 0, 2], &[&HIT[..], &PLAIN, &[4, 4], &[4]].concat());
    let played = play(&limited(&text, &["combatants.orc.movement=0"], 3), faces);
    assert_eq!(counted(&played, names), [2, 0, 1]);
}

/// TINY-40, TINY-41: medic tests and their successes, in the fight and after it; turns spent on the way are none.
#[test]
fn medics_are_counted() {
    let names = ["medic_tests", "medic_successes"];
    let bow = r#"{ id = "bow", kind = "ranged", range = 1000 }"#;
    let treated = |at: i32, faces: &[u32]| {
        let healer = member("healer", 9, at, &[STICK], "policy = \"medic\"\ntraits = [\"medic\"]");
        let text = scene("", &[member("patient", 1, 0, &[STICK], ""), healer, enemy("orc", 9, 500, &[bow], "")]);
        // The orc, the healer, the patient.
        play(&limited(&text, &[], 1), in_order(&[2, 1, 0], &[&HIT, &PLAIN, faces].concat()))
    };
    assert_eq!(counted(&treated(5, &[1, 5, 1, 1, 5]), names), [1, 1]);
    assert_eq!(counted(&treated(5, &[4, 4, 1, 5, 1, 1, 5]), names), [2, 1], "the second in the aftermath");
    assert_eq!(counted(&treated(5, &[4, 4, 4, 4, 1, 5]), names), [2, 0]);
    assert_eq!(counted(&treated(55, &[1, 5, 1, 1, 5]), names), [1, 1], "there in round 1");
}

/// TINY-26, TINY-36: `party_hp_left` adds up the HP of the standing and the fled, 1 for the stabilized and 0 for the
/// down; the dead and enemies do not count.
#[test]
fn hit_points_left_are_added_up() {
    let left = |hero: &str, faces: &[u32]| {
        let coward = member("coward", 2, -30, &[STICK], "policy = \"retreat\"\nretreat_at_hp = 2");
        let friend = member("friend", 4, -500, &[STICK], "");
        let text = scene(
            "",
            &[member("hero", 1, 0, &[STICK], hero), coward, friend, enemy("orc", 50, 5, &[KNIFE], "movement = 0")],
        );
        let faces = in_order(&[1, 2, 3, 0], &[&HIT, &PLAIN, faces].concat());
        let played = play(&limited(&text, &[], 1), faces);
        assert_eq!(played.ends[1], EndState::Fled);
        played.metric("party_hp_left")
    };
    assert_eq!(left("", &HIT), 7);
    assert_eq!(left("", &[4, 4, 4]), 6);
    assert_eq!(left("at_zero_hp = \"down\"", &[]), 6);
    assert_eq!(left("at_zero_hp = \"dead\"", &[]), 6);
    assert_eq!(exchange((KNIFE, ""), (KNIFE, ""), &[], &[HIT, PLAIN, HIT, PLAIN].concat()).metric("party_hp_left"), 8);
}

/// TINY-45: `recovery_sleeps` is about HP at the end of the aftermath.
#[test]
fn sleeps_are_counted_after_the_aftermath() {
    let hero = member("hero", 1, 0, &[KNIFE], "hp_max = 4");
    let text = scene("", &[hero, enemy("orc", 4, 5, &[KNIFE], "")]);
    let sleeps = |faces: &[u32]| {
        play(&tiny(&text, &[]), enemies_first(&[&HIT, &PLAIN, faces].concat())).metric("recovery_sleeps")
    };
    assert_eq!((sleeps(&[1, 5]), sleeps(&[4, 4, 5]), sleeps(&[4, 4, 4])), (3, 3, 0));
}
