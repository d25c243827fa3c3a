//! The end of a fight and what comes after it: TINY-41 and TINY-43 to TINY-45, the policy `retreat`, and the decision
//! D16.

use super::*;

/// A weapon that reaches everybody.
const LONGBOW: &str = r#"{ id = "longbow", kind = "ranged", range = 10000 }"#;

/// A success of a test with a medic's help.
const HELPED: [u32; 3] = [1, 1, 5];

/// The number of times that a text was narrated in the aftermath.
fn narrated_after(played: &Played, text: &str) -> usize {
    let narration = played.narration(played.outcome.rounds);
    narration.split_once("The fight is over").map_or(0, |(_, after)| after.matches(text).count())
}

/// Whether these texts are narrated in the aftermath in this order.
fn narrated_in_order(played: &Played, texts: &[&str]) -> bool {
    let narration = played.narration(played.outcome.rounds);
    let after = narration.split_once("The fight is over").map_or("", |(_, after)| after);
    let offsets: Vec<_> = texts.iter().map(|text| after.find(text)).collect();
    offsets.iter().all(Option::is_some) && offsets.is_sorted()
}

/// A patient of 1 HP, a hero with a sword and more keys, and an orc of 2 HP: two can be felled, one on each side.
fn last_blow(hero: &str) -> String {
    let (patient, hero) = (member("patient", 1, 0, &[STICK], ""), member("hero", 4, 0, &[SWORD], hero));
    scene("", &[patient, hero, enemy("orc", 2, 5, &[KNIFE], "")])
}

/// The orc fells the patient, the hero the orc, both in round 1; then these faces.
#[track_caller]
fn won(hero: &str, turns: &[u32], overrides: &[&str], faces: &[u32]) -> Played {
    let played =
        play(&tiny(&last_blow(hero), overrides), in_order(turns, &[&HIT, &PLAIN, &HIT, &PLAIN, faces].concat()));
    assert_eq!(played.outcome, crate::Outcome { winner: Winner::Party, rounds: 1 });
    assert!(played.applied(1, "TINY-41") && played.applied(1, "TINY-43"));
    played
}

/// TINY-41 (D16): tests still due when the fight ends are made, and may be the death of somebody whose side has won;
/// the rounds are not counted.
#[test]
fn tests_still_due_are_made() {
    let dies = won("", &[1, 2, 0], &[], &[4, 4, 4]);
    assert_eq!((dies.ends[0], narrated_after(&dies, "patient tests")), (EndState::Dead, 2));
    assert_eq!((dies.metric("fight_seconds"), dies.metric("died_unstabilized")), (5, 1));
    let lives = won("", &[1, 2, 0], &[], &[4, 4, 5]);
    assert_eq!((lives.ends[0], lives.hp()), (EndState::Down, vec![1, 4, 0]));
}

/// TINY-41, TINY-35: who fell in the last round waits for the next one, whether its turn is still to come or over;
/// with `next_turn` it does not.
#[test]
fn the_rest_of_the_last_round_comes_first() {
    let medic = "traits = [\"medic\"]";
    // The orc, the hero, the patient, who is fresh: in the first round of the aftermath the hero comes first and helps.
    let fresh = won(medic, &[2, 1, 0], &[], &[&HIT[..], &HELPED].concat());
    assert!(narrated_in_order(&fresh, &["hero attends", "patient tests"]));
    let next_turn = "rules.stabilization_timing=next_turn";
    let at_once = won(medic, &[2, 1, 0], &[next_turn], &[1, 5]);
    assert_eq!((narrated_after(&at_once, "hero attends"), narrated_after(&at_once, "patient tests")), (0, 1));
    let failed = won(medic, &[2, 1, 0], &[next_turn], &[&MISS[..], &HIT, &HELPED].concat());
    assert!(narrated_in_order(&failed, &["patient tests to live, 1", "hero attends", "patient tests to live, 2"]));
}

/// TINY-41, TINY-35: who fell in an earlier round has its test in the rest of the last one, if its turn is still to
/// come.
#[test]
fn who_fell_before_has_its_test_in_the_rest_of_the_round() {
    // The orc, the hero, the patient. Round 1: the patient falls, the hero misses. Round 2: the orc misses and dies.
    let rounds = [HIT, PLAIN, MISS, MISS, HIT, PLAIN].concat();
    let faces = [&rounds[..], &[4, 4], &HIT, &HELPED].concat();
    let played = play(&tiny(&last_blow("traits = [\"medic\"]"), &[]), in_order(&[2, 1, 0], &faces));
    assert_eq!((played.outcome.rounds, played.ends[0]), (2, EndState::Down));
    assert!(narrated_in_order(&played, &["patient tests to live, 1", "hero attends", "patient tests to live, 2"]));
}

/// TINY-41, TINY-35: whose turn in the last round is over waits for the next one.
#[test]
fn whose_turn_is_over_waits_for_the_next_round() {
    // The patient, which evades in vain, the hero, the orc. In round 2 the patient has its first test before the orc
    // dies.
    let rounds = [MISS, HIT, MISS, PLAIN, MISS, HIT, PLAIN].concat();
    let played = play(&tiny(&last_blow(""), &[]), in_order(&[0, 1, 2], &[&rounds[..], &[5]].concat()));
    assert_eq!((played.outcome.rounds, played.ends[0]), (2, EndState::Down));
    assert_eq!(narrated_after(&played, "patient tests"), 1);
}

/// TINY-41: in the rest of the last round a medic whose turn is still to come attends in it.
#[test]
fn medics_have_the_rest_of_the_round() {
    let healer = member("healer", 4, -5, &[STICK], "traits = [\"medic\"]");
    let text = last_blow("");
    let text = format!("{text}{healer}");
    // The orc, the hero, the healer, the patient: the healer fails in the rest of round 1 and helps in the next.
    let faces = [&HIT[..], &PLAIN, &HIT, &PLAIN, &MISS, &HIT, &HELPED].concat();
    let played = play(&tiny(&text, &[]), in_order(&[3, 1, 0, 2], &faces));
    assert_eq!((narrated_after(&played, "healer attends"), played.ends[0]), (2, EndState::Down));
    // The healer, the orc, the hero, the patient: its turn is over in round 1.
    let faces = [&HIT[..], &PLAIN, &HIT, &PLAIN, &MISS, &MISS, &HIT, &HELPED[..]].concat();
    let played = play(&tiny(&text, &[]), in_order(&[3, 2, 1, 0], &faces));
    assert_eq!((narrated_after(&played, "healer attends"), narrated_after(&played, "patient tests")), (2, 2));
}

/// TINY-41: the standing do nothing else: nobody moves, attacks or flees, and nobody but medics has dice.
#[test]
fn the_standing_do_nothing() {
    let patient = member("patient", 1, 0, &[STICK], "");
    let archer = member("archer", 4, -20, &[BOW], "policy = \"retreat\"\nretreat_at_hp = 4\nmovement = 0");
    let text = scene("", &[patient, archer, enemy("orc", 4, 5, &[KNIFE], "movement = 0")]);
    // The fight is cut off after round 1, with everybody in reach of each other.
    let faces = [&HIT[..], &PLAIN, &MISS, &[4, 4], &[4]].concat();
    let played = play(&limited(&text, &[], 1), in_order(&[2, 1, 0], &faces));
    assert_eq!(played.outcome.winner, Winner::Timeout);
    assert_eq!((played.positions(), played.hp(), played.metric("attacks")), (vec![0, -20, 5], vec![0, 4, 4], 2));
    assert_eq!(played.ends, [EndState::Dead, EndState::Standing, EndState::Standing]);
}

/// TINY-41: whoever is a medic attends in the aftermath, whatever its policy, and nobody else does.
#[test]
fn all_medics_attend_in_the_aftermath() {
    for policy in ["default", "evasive", "retreat"] {
        let hero = format!("policy = \"{policy}\"\ntraits = [\"medic\"]");
        let helped = won(&hero, &[1, 2, 0], &[], &[&[4, 4][..], &HIT, &HELPED].concat());
        assert_eq!((helped.ends[0], helped.metric("medic_successes")), (EndState::Down, 1), "{policy}");
    }
    let hero = "policy = \"skirmisher\"\ntraits = [\"medic\"]";
    let text = last_blow(hero).replace(SWORD, &BOW.replace("\"ranged\"", "\"ranged\", damage = 2"));
    let text =
        text.replace("position = 5", "position = 15").replace("kind = \"light_melee\" }]", "kind = \"ranged\" }]");
    let faces = [&HIT[..], &PLAIN, &HIT, &PLAIN, &[4, 4], &HIT, &HELPED].concat();
    let helped = play(&tiny(&text, &[]), in_order(&[1, 2, 0], &faces));
    assert_eq!((helped.ends[0], helped.metric("medic_successes")), (EndState::Down, 1), "skirmisher");
    assert_eq!(won("", &[1, 2, 0], &[], &[4, 4, 5]).metric("medic_tests"), 0, "the trait is needed");
}

/// TINY-41: the felled, the fled and the dying attend nobody.
#[test]
fn only_the_standing_attend() {
    let medic = "traits = [\"medic\"]";
    let pair = |second: &str| {
        let text = [
            member("patient", 1, 0, &[STICK], ""),
            member(
                "healer",
                1,
                second.parse().expect("a position"),
                &[STICK],
                &format!("{medic}\npolicy = \"retreat\""),
            ),
            enemy("orc", 9, 5, &[LONGBOW], "movement = 0"),
        ];
        scene("", &text)
    };
    // The orc shoots the patient, then the healer, who is too slow.
    let faces = [&HIT[..], &PLAIN, &HIT, &PLAIN, &[4, 4], &[5], &[1, 5]].concat();
    let slow = play(&tiny(&pair("-30"), &["combatants.healer.movement=0"]), in_order(&[1, 2, 0], &faces));
    assert_eq!((slow.outcome.winner, slow.metric("medic_tests")), (Winner::Enemies, 0));
    // The healer leaves in round 1.
    let faces = [&HIT[..], &PLAIN, &[4, 4], &[5]].concat();
    let fled = play(&tiny(&pair("-30"), &[]), in_order(&[1, 2, 0], &faces));
    assert_eq!((fled.ends[1], fled.positions()[1], fled.metric("medic_tests")), (EndState::Fled, -80, 0));
    assert_eq!((fled.outcome.winner, fled.outcome.rounds), (Winner::Enemies, 1));
}

/// TINY-41: a medic that is down for good attends nobody, be it beside the patient.
#[test]
fn the_down_attend_nobody() {
    let healer = member("healer", 1, 5, &[STICK], "traits = [\"medic\"]\nat_zero_hp = \"down\"");
    let archer = |id: &str| enemy(id, 9, 5000, &[LONGBOW], "");
    let text = scene("", &[member("patient", 1, 0, &[STICK], ""), healer, archer("a"), archer("b")]);
    let faces = [HIT, PLAIN, HIT, PLAIN, MISS].concat();
    let played = play(&tiny(&text, &[]), in_order(&[3, 2, 0, 1], &[&faces[..], &[5]].concat()));
    assert_eq!((played.ends[0], played.ends[1], played.metric("medic_tests")), (EndState::Down, EndState::Down, 0));
}

/// A patient at 0, an archer that fells it, a healer with more keys, all enemies at these positions but for the archer
/// do nothing; cut off after round 1. The order is the archer, the healer, the patient, the others.
#[track_caller]
fn after_the_cut(healer: (i32, &str), others: &[i32], overrides: &[&str], faces: &[u32]) -> Played {
    let healer = member("healer", 9, healer.0, &[STICK], &format!("traits = [\"medic\"]\n{}", healer.1));
    let mut all = vec![member("patient", 1, 0, &[STICK], ""), healer, enemy("archer", 9, 5000, &[LONGBOW], "")];
    all.extend(others.iter().enumerate().map(|(at, &position)| dummy(&format!("other-{at}"), 9, position)));
    let turns: Vec<u32> = [2, 1, 0].into_iter().chain(3..3 + others.len() as u32).collect();
    play(&limited(&scene("", &all), overrides, 1), in_order(&turns, &[&HIT, &PLAIN, faces].concat()))
}

/// TINY-41: no patient is too far away: a medic goes twice its movement a round until it is there, and attends in the
/// round in which one movement is enough.
#[test]
fn no_patient_is_too_far_away() {
    let tests = "rules.stabilization_tests=normal, normal, normal, normal, normal";
    for (start, faces) in [
        (105, &[4, 4, 4, 4, 4, 5, 1, 1, 5][..]),
        (110, &[4, 4, 4, 4, 4, 5, 1, 1, 5]),
        (80, &[4, 4, 4, 5, 1, 1, 5]),
        (55, &[4, 4, 4, 5, 1, 1, 5]),
        (35, &[4, 4, 4, 5, 1, 1, 5]),
        (30, &[4, 5, 1, 1, 5]),
    ] {
        for side in [-1, 1] {
            let played = after_the_cut((side * start, ""), &[], &[tests], faces);
            assert_eq!((played.positions()[1], played.metric("medic_successes")), (side * 5, 1), "{start}");
        }
    }
    let stays = after_the_cut((10, "movement = 0"), &[], &[], &[4, 4, 5]);
    assert_eq!((stays.positions()[1], stays.metric("medic_tests")), (10, 0));
}

/// TINY-41: policy `medic` makes no difference: in the aftermath it goes where it did not go in the fight.
#[test]
fn medics_by_policy_go_farther_in_the_aftermath() {
    let played = after_the_cut((60, "policy = \"medic\""), &[], &[], &[1, 5]);
    assert_eq!((played.positions_after(1)[1], played.positions()[1], played.metric("medic_tests")), (60, 10, 0));
}

/// TINY-41: nobody is in combat any more, blocks the way or forbids anything.
#[test]
fn nothing_keeps_medics_from_the_dying() {
    let helps = [&HIT[..], &HELPED].concat();
    for (healer, others) in [(20, &[25][..]), (20, &[15]), (20, &[10, 15, 25]), (5, &[10])] {
        let played = after_the_cut((healer, ""), others, &["rules.medic_in_combat=false"], &helps);
        assert_eq!((played.positions()[1], played.metric("medic_successes")), (5, 1), "{healer}, {others:?}");
    }
}

/// TINY-41, TINY-40: in the aftermath the same patient comes first: fewest tests left, then the shortest way, of those
/// without help.
#[test]
fn medics_choose_as_ever() {
    let healer = member("healer", 9, 0, &[STICK], "traits = [\"medic\"]");
    let archer = |id: &str| enemy(id, 9, 5000, &[LONGBOW], "");
    let ward = |a: (i32, &str), b: (i32, &str)| {
        let patients = [member("a", 1, a.0, &[STICK], a.1), member("b", 1, b.0, &[STICK], b.1)];
        scene("", &[patients.concat(), healer.clone(), archer("c"), archer("d")])
    };
    let felled = [HIT, PLAIN, HIT, PLAIN].concat();
    let hard = "traits = [\"hard_to_kill\"]";
    for (a, b, first) in [((5, hard), (-70, ""), "b"), ((10, ""), (5, ""), "b"), ((-15, ""), (15, ""), "a")] {
        // The archers, the healer, the patients.
        let rest: &[u32] = match (first, b.0) {
            ("b", -70) => &[1, 1, 5, 4, 4, 4, 5, 1, 1, 5],
            ("b", _) => &[4, 5, 1, 5, 1, 1, 5],
            _ => &[4, 5, 1, 1, 5, 1, 5],
        };
        let faces = in_order(&[3, 4, 2, 0, 1], &[&felled, rest].concat());
        let played = play(&limited(&ward(a, b), &[], 1), faces);
        assert!(narrated_after(&played, &format!("healer attends {first}")) == 1, "{}", played.narration(1));
        assert_eq!((played.metric("medic_tests"), played.metric("medic_successes")), (1, 1));
    }
}

/// TINY-41: both sides go on, the losers as well, until nobody is dying.
#[test]
fn both_sides_make_their_tests() {
    let hard = "traits = [\"hard_to_kill\"]\nat_zero_hp = \"stabilize\"";
    let text = last_blow("").replace("id = \"orc\"", &format!("id = \"orc\"\n{hard}"));
    // The orc, the hero, the patient; then rounds of the orc and the patient.
    let rest = [&[4, 4, 4][..], &[4, 4], &[4, 4], &[4], &[5]].concat();
    let faces = in_order(&[2, 1, 0], &[&HIT[..], &PLAIN, &HIT, &PLAIN, &rest].concat());
    let played = play(&tiny(&text, &[]), faces);
    assert_eq!(played.ends, [EndState::Dead, EndState::Standing, EndState::Down]);
    assert_eq!(played.metric("stabilization_tests"), 5);
}

/// TINY-41: who has nobody dying has no aftermath.
#[test]
fn without_the_dying_there_is_no_aftermath() {
    let text = scene("", &[member("hero", 4, 0, &[KNIFE], ""), enemy("orc", 1, 5, &[KNIFE], "")]);
    let played = play(&tiny(&text, &[]), party_first(&[HIT, PLAIN].concat()));
    assert!(!played.named("TINY-41") && !played.narration(1).contains("The fight is over"));
}

// The end.

/// TINY-43: the fight ends as soon as nobody of a side stands: those who would have come later have no turn any more.
#[test]
fn the_fight_ends_at_once() {
    let text = scene(
        "",
        &[
            member("a", 4, 0, &[KNIFE], ""),
            member("b", 4, 0, &[KNIFE], "policy = \"retreat\"\nretreat_at_hp = 4"),
            enemy("orc", 1, 5, &[KNIFE], ""),
        ],
    );
    let played = play(&tiny(&text, &[]), in_order(&[0, 1, 2], &[HIT, PLAIN].concat()));
    assert_eq!(played.outcome, crate::Outcome { winner: Winner::Party, rounds: 1 });
    assert_eq!((played.metric("attacks"), played.positions()), (1, vec![0, 0, 5]));
}

/// TINY-43: the dying, the down, the dead and the fled do not stand.
#[test]
fn whoever_does_not_stand_does_not_count() {
    for (fate, tests) in [("stabilize", &[4, 4, 4][..]), ("down", &[]), ("dead", &[])] {
        let hero = member("hero", 1, 0, &[KNIFE], &format!("at_zero_hp = \"{fate}\""));
        let text = scene("", &[hero, enemy("orc", 4, 5, &[KNIFE], "")]);
        let played = play(&tiny(&text, &[]), enemies_first(&[&HIT, &PLAIN, tests].concat()));
        assert_eq!(played.outcome, crate::Outcome { winner: Winner::Enemies, rounds: 1 }, "{fate}");
    }
    let coward = "policy = \"retreat\"\nretreat_at_hp = 9";
    for (hero, orc, winner) in [(coward, "", Winner::Enemies), ("", coward, Winner::Party)] {
        let text = scene("", &[member("hero", 4, 0, &[STICK], hero), enemy("orc", 4, 30, &[STICK], orc)]);
        let played = play(&tiny(&text, &[]), party_first(&[]));
        assert_eq!(played.outcome, crate::Outcome { winner, rounds: 1 });
    }
}

/// TINY-43, TINY-18: who falls in its own turn may be the last of its side.
#[test]
fn one_may_lose_in_ones_own_turn() {
    let hero = member("hero", 1, 0, &[BOW], "policy = \"skirmisher\"\nat_zero_hp = \"down\"");
    let text = scene("", &[hero, enemy("orc", 4, 5, &[KNIFE], "")]);
    let played = play(&tiny(&text, &["rules.extricate_provokes=always"]), party_first(&[HIT, PLAIN].concat()));
    assert_eq!(played.outcome, crate::Outcome { winner: Winner::Enemies, rounds: 1 });
}

/// TINY-43: after `max_rounds` rounds with both sides standing the fight is a timeout; what happens in the last of them
/// counts.
#[test]
fn a_fight_is_cut_off() {
    let text = scene("", &[member("hero", 4, 0, &[KNIFE], ""), enemy("orc", 1, 5, &[KNIFE], "")]);
    for limit in 1..=3 {
        let idle = [MISS, MISS].concat().repeat(limit);
        let played = play(&limited(&text, &[], limit as u32), party_first(&idle));
        assert_eq!(played.outcome, crate::Outcome { winner: Winner::Timeout, rounds: limit as u32 });
        assert!(played.named("TINY-43") && played.ends == [EndState::Standing; 2]);
        let faces = [&idle[4..], &HIT, &PLAIN].concat();
        let played = play(&limited(&text, &[], limit as u32), party_first(&faces));
        assert_eq!(played.outcome, crate::Outcome { winner: Winner::Party, rounds: limit as u32 });
    }
    let idlers = scene("", &[member("hero", 4, 0, &[STICK], ""), dummy("orc", 1, 30)]);
    assert_eq!(play(&tiny(&idlers, &[]), party_first(&[])).outcome.rounds, 100, "by default");
}

// Leaving.

/// A hero of 2 HP at 0 with policy `retreat`, a weapon and more keys, for its turns of so many rounds; enemies that do
/// nothing at these positions.
#[track_caller]
fn retreats(hero: &str, weapon: &str, orcs: &[i32], overrides: &[&str], rounds: u32, faces: &[u32]) -> Played {
    let mut all = vec![member("hero", 2, 0, &[weapon], &format!("policy = \"retreat\"\n{hero}"))];
    all.extend(orcs.iter().enumerate().map(|(at, &position)| dummy(&format!("orc-{at}"), 9, position)));
    let turns: Vec<u32> = (0..=orcs.len() as u32).collect();
    play(&limited(&scene("", &all), overrides, rounds), in_order(&turns, faces))
}

/// The policy retreats with 2 HP.
const AT_2: &str = "retreat_at_hp = 2";

/// TINY-44: policy `retreat` retreats at or below `retreat_at_hp`, 1 by default, and fights above it, wherever it
/// stands.
#[test]
fn one_retreats_at_few_hit_points() {
    for (keys, flees) in [("", false), ("retreat_at_hp = 1", false), (AT_2, true), ("retreat_at_hp = 3", true)] {
        let faces = if flees { vec![] } else { [HIT, PLAIN].concat() };
        let played = retreats(keys, BOW, &[20], &[], 1, &faces);
        assert_eq!(played.positions()[0], if flees { -50 } else { 0 }, "{keys}");
    }
    let low = |keys: &str| {
        scene("", &[member("hero", 1, 0, &[BOW], &format!("policy = \"retreat\"\n{keys}")), dummy("orc", 9, 20)])
    };
    assert_eq!(play(&limited(&low(""), &[], 1), party_first(&[])).positions()[0], -50);
    let never = play(&limited(&low("retreat_at_hp = 0"), &[], 1), party_first(&[HIT, PLAIN].concat()));
    assert_eq!(never.positions()[0], 0);
}

/// TINY-44: who stands `escape_distance` from every standing enemy at the end of a retreating turn has fled; 5 ft less
/// are not enough.
#[test]
fn who_is_far_enough_has_fled() {
    for (orc, overrides, has_fled) in [
        (10, &[][..], true),
        (10, &["rules.escape_distance=65"], false),
        (15, &["rules.escape_distance=65"], true),
        (15, &["rules.escape_distance=70"], false),
        (500, &["rules.escape_distance=550"], true),
        (500, &["rules.escape_distance=555"], false),
    ] {
        let played = retreats(AT_2, STICK, &[orc], overrides, 1, &[]);
        let (end, winner) =
            if has_fled { (EndState::Fled, Winner::Enemies) } else { (EndState::Standing, Winner::Timeout) };
        assert_eq!((played.ends[0], played.outcome.winner, played.positions()[0]), (end, winner, -50), "{orc}");
        assert_eq!(played.named("TINY-44") && played.narration(1).contains("hero leaves the fight."), has_fled);
    }
}

/// TINY-44: every standing enemy counts, also one to the rear.
#[test]
fn one_flees_from_every_enemy() {
    let near = retreats(AT_2, STICK, &[20, -100], &[], 1, &[]);
    assert_eq!((near.ends[0], near.positions()[0]), (EndState::Standing, -50));
    let far = retreats(AT_2, STICK, &[20, -110], &[], 1, &[]);
    assert_eq!((far.ends[0], far.positions()[0]), (EndState::Fled, -50));
}

/// TINY-44: nobody else leaves, however far away.
#[test]
fn only_the_retreating_leave() {
    for policy in ["default", "evasive"] {
        let hero = member("hero", 1, 0, &[STICK], &format!("policy = \"{policy}\""));
        let text = scene("", &[hero, dummy("orc", 9, 1000)]);
        assert_eq!(play(&limited(&text, &[], 1), party_first(&[])).ends[0], EndState::Standing, "{policy}");
    }
    assert_eq!(retreats("", STICK, &[1000], &[], 1, &[]).ends[0], EndState::Standing, "with 2 HP it does not retreat");
}

/// TINY-44: the fled are out of the fight: nobody attacks them, and they act no more.
#[test]
fn the_fled_are_out_of_the_fight() {
    let friend = member("friend", 9, 0, &[STICK], "at_zero_hp = \"down\"");
    let hero = member("hero", 1, -10, &[LONGBOW], "policy = \"retreat\"");
    let text = scene("", &[hero, friend, enemy("orc", 4, 10, &[LONGBOW], "")]);
    let played = play(&limited(&text, &[], 2), in_order(&[0, 2, 1], &[HIT, PLAIN, MISS].concat()));
    assert_eq!((played.ends[0], played.positions()[0], played.metric("attacks")), (EndState::Fled, -60, 2));
    assert!(
        played.narration(1).contains("orc shoots at friend") && played.narration(2).contains("orc shoots at friend")
    );
}

/// TINY-44: one who fights to the end of the fight in a retreating turn does not leave: no enemy stands any more.
#[test]
fn without_enemies_nobody_leaves() {
    let hero = format!("{AT_2}\nmovement = 0");
    let text =
        scene("", &[member("hero", 2, 0, &[LONGBOW], &format!("policy = \"retreat\"\n{hero}")), dummy("orc", 1, 55)]);
    let played = play(&tiny(&text, &[]), party_first(&[HIT, PLAIN].concat()));
    assert_eq!((played.ends[0], played.outcome.winner), (EndState::Standing, Winner::Party));
}

/// TINY-44: in combat one extricates oneself, and evades when there is no way out, whatever one could attack with.
#[test]
fn in_combat_one_gets_out_or_evades() {
    let out = retreats(AT_2, KNIFE, &[5], &[], 1, &HIT);
    assert_eq!((out.positions()[0], out.metric("extricated"), out.metric("attacks")), (-25, 1, 0));
    let held = retreats(AT_2, KNIFE, &[5], &[], 1, &MISS);
    assert_eq!((held.positions()[0], held.ends[0]), (0, EndState::Standing));
    let penned = retreats(AT_2, KNIFE, &[5, -10], &["rules.extricate_past=false"], 1, &[]);
    assert_eq!((penned.metric("evade_turns"), penned.metric("extricate_attempts")), (2, 0));
    let past = retreats(AT_2, KNIFE, &[5, -10], &[], 1, &HIT);
    assert_eq!((past.positions()[0], past.metric("slipped_past")), (15, 1));
    let front = retreats(AT_2, KNIFE, &[-5], &[], 1, &HIT);
    assert_eq!(front.positions()[0], 25, "the front is the only way out");
}

/// TINY-44: whoever gets out of combat far enough leaves at once.
#[test]
fn out_of_combat_may_be_out_of_the_fight() {
    let fast = format!("{AT_2}\nmovement = 55");
    let out = retreats(&fast, KNIFE, &[5], &[], 1, &HIT);
    assert_eq!((out.ends[0], out.positions()[0]), (EndState::Fled, -55));
    let slower = format!("{AT_2}\nmovement = 50");
    assert_eq!(retreats(&slower, KNIFE, &[5], &[], 1, &HIT).ends[0], EndState::Standing);
}

/// TINY-44: one runs twice one's movement to where the nearest enemy is farther away: the rear is behind a party member
/// and ahead of an enemy, and comes first when both are equal; each way ends 10 ft short of an enemy.
#[test]
fn one_runs_to_the_better_side() {
    let runs = |orcs: &[i32], hero: &str| {
        let played = retreats(&format!("{AT_2}\n{hero}"), STICK, orcs, &["rules.escape_distance=1000"], 1, &[]);
        played.positions()[0]
    };
    assert_eq!(runs(&[20], ""), -50);
    assert_eq!(runs(&[-20], ""), 50);
    assert_eq!(runs(&[20], "movement = 10"), -20);
    assert_eq!(runs(&[10, -120], ""), -50, "60 ft from one, 70 ft from the other");
    // Behind one's back there is room for 20 ft, and no gain in it: 10 ft from the other.
    assert_eq!(runs(&[20, -30], ""), 0);
    assert_eq!(runs(&[15, -35], "movement = 5"), -10, "25 ft from both");
    assert_eq!(runs(&[35, -15], "movement = 5"), 10);
    assert_eq!(runs(&[-10, 35], ""), 0, "10 ft in front of the other is no better");
    assert_eq!(runs(&[-10, 35], "movement = 5"), 10);
    assert_eq!(runs(&[20], "movement = 0"), 0);
}

/// TINY-44: enemies have their rear on the other side.
#[test]
fn enemies_retreat_to_their_own_rear() {
    // Its foes at equal distances: both squares are as good, and the rear comes first.
    let orc = enemy("orc", 1, 0, &[STICK], "policy = \"retreat\"");
    let text =
        |near: i32| scene("", &[member("a", 9, -near, &[STICK], ""), member("b", 9, near, &[STICK], ""), orc.clone()]);
    let played = play(&limited(&text(500), &["rules.escape_distance=1000"], 1), in_order(&[0, 1, 2], &[]));
    assert_eq!(played.positions()[2], 0, "no square is better");
    let text = scene("", &[member("a", 9, 20, &[STICK], ""), enemy("orc", 1, 0, &[STICK], "policy = \"retreat\"")]);
    let played = play(&limited(&text, &["rules.escape_distance=1000"], 1), in_order(&[0, 1], &[]));
    assert_eq!(played.positions()[1], -50, "the front is farther");
}

/// TINY-44: with no better square one fights like others, and that is a retreating turn as well.
#[test]
fn who_cannot_run_fights() {
    let played = retreats(&format!("{AT_2}\nmovement = 0"), BOW, &[20], &[], 1, &[HIT, PLAIN].concat());
    assert_eq!((played.hp()[1], played.ends[0]), (8, EndState::Standing));
    let far = retreats(&format!("{AT_2}\nmovement = 0"), BOW, &[60], &[], 1, &[HIT, PLAIN].concat());
    assert_eq!((far.hp()[1], far.ends[0]), (8, EndState::Fled));
}

/// TINY-44, TINY-17: the fled evade no more.
#[test]
fn leaving_ends_evasion() {
    let overrides = ["rules.escape_distance=10", "rules.extricate_past=false"];
    let played = retreats(&format!("{AT_2}\nmovement = 55"), KNIFE, &[5, -10], &overrides, 1, &[]);
    assert_eq!(
        (played.ends[0], played.states[1].evading.contains(0.into())),
        (EndState::Standing, true),
        "next to an enemy nobody leaves"
    );
}

// Sleep.

/// `recovery_sleeps` of a fight of one round in which nothing happens, between a party and an orc far away.
#[track_caller]
fn sleeps(party: &[&str], overrides: &[&str]) -> u32 {
    let member = |(at, keys): (usize, &&str)| {
        format!("[[combatants]]\nid = \"m-{at}\"\nside = \"party\"\nattacks = [{STICK}]\n{keys}\n")
    };
    let mut all: Vec<String> = party.iter().enumerate().map(member).collect();
    all.push(enemy("orc", 1, 500, &[STICK], "hp_max = 100"));
    let turns: Vec<u32> = (0..all.len() as u32).collect();
    play(&limited(&scene("", &all), overrides, 1), in_order(&turns, &[])).metric("recovery_sleeps")
}

/// TINY-45: a sleep restores `hp_per_sleep`, to the resilient `resilient_hp_per_sleep`; a part of one counts as a
/// whole.
#[test]
fn sleep_restores_hit_points() {
    assert_eq!(sleeps(&["hp = 4"], &[]), 0);
    assert_eq!(sleeps(&["hp = 1\nhp_max = 6"], &[]), 5);
    let set = ["rules.hp_per_sleep=3", "rules.resilient_hp_per_sleep=4"];
    for (hp, usual, resilient) in [(5, 5, 3), (6, 4, 2), (7, 3, 2), (8, 2, 1), (9, 1, 1), (10, 0, 0)] {
        let keys = format!("hp = {hp}\nhp_max = 10");
        assert_eq!(sleeps(&[&keys], &[]), usual, "{hp}");
        assert_eq!(sleeps(&[&format!("{keys}\ntraits = [\"resilient\"]")], &[]), resilient, "{hp}");
    }
    for (hp, usual, resilient) in [(1, 3, 3), (2, 3, 2), (4, 2, 2), (5, 2, 2), (6, 2, 1), (7, 1, 1), (10, 0, 0)] {
        let keys = format!("hp = {hp}\nhp_max = 10");
        assert_eq!(sleeps(&[&keys], &set), usual, "{hp}");
        assert_eq!(sleeps(&[&format!("{keys}\ntraits = [\"resilient\"]")], &set), resilient, "{hp}");
    }
}

/// TINY-45: the longest recovery of the party counts; enemies do not.
#[test]
fn the_longest_recovery_counts() {
    assert_eq!(sleeps(&["hp = 1\nhp_max = 3", "hp = 1\nhp_max = 5", "hp = 1"], &[]), 4);
    assert_eq!(sleeps(&["hp = 1\nhp_max = 7\ntraits = [\"resilient\"]", "hp = 1\nhp_max = 3"], &[]), 3);
}

/// TINY-45: the stabilized have 1 HP, the down none and the fled what they had; the dead sleep no more.
#[test]
fn all_but_the_dead_recover() {
    let felled = |keys: &str, faces: &[u32]| {
        let text = scene(
            "",
            &[member("hero", 1, 0, &[KNIFE], &format!("hp_max = 6\n{keys}")), enemy("orc", 4, 5, &[KNIFE], "")],
        );
        play(&tiny(&text, &[]), enemies_first(&[&HIT, &PLAIN, faces].concat())).metric("recovery_sleeps")
    };
    assert_eq!(felled("", &HIT), 5);
    assert_eq!(felled("at_zero_hp = \"down\"", &[]), 6);
    assert_eq!(felled("at_zero_hp = \"dead\"", &[]), 0);
    assert_eq!(felled("", &[4, 4, 4]), 0);
    let fled = retreats(&format!("{AT_2}\nhp_max = 9"), STICK, &[20], &[], 1, &[]);
    assert_eq!((fled.ends[0], fled.metric("recovery_sleeps"), fled.metric("party_hp_left")), (EndState::Fled, 7, 2));
}
