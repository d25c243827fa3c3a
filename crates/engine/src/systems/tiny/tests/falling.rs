//! The meaning of 0 HP, and the tests of the dying: TINY-34 to TINY-39 and TINY-42, with the decisions D15, D17, D18,
//! D21 and D23.

use super::*;

/// Order of turns in a [`vigil`]: the orc first, or the hero.
const ORC_FIRST: [u32; 3] = [1, 2, 0];
const HERO_FIRST: [u32; 3] = [0, 2, 1];

/// A hero of 1 HP with a knife and more keys, a friend far away, so that the fight goes on, and an orc that stays.
fn vigil(hero: &str) -> String {
    let hero = member("hero", 1, 0, &[KNIFE], hero);
    let friend = member("friend", 4, -500, &[STICK], "");
    scene("", &[hero, friend, enemy("orc", 4, 5, &[KNIFE], "movement = 0")])
}

/// The orc fells the hero at once; then these faces are those of the hero's tests, in four rounds.
#[track_caller]
fn dies_or_lives(hero: &str, overrides: &[&str], faces: &[u32]) -> Played {
    let rules = limited(&vigil(hero), overrides, 4);
    play(&rules, in_order(&ORC_FIRST, &[&HIT, &PLAIN, faces].concat()))
}

/// The number of stabilization tests that were narrated, by round from 1 on.
fn tests_by_round(played: &Played) -> Vec<usize> {
    (1..=played.outcome.rounds).map(|round| played.narration(round).matches("hero tests to live").count()).collect()
}

/// TINY-34: who comes to 0 HP is dying, down or dead at once, as `at_zero_hp` says, and has no turn any more.
#[test]
fn at_0_hp_one_is_out_of_the_fight_at_once() {
    let dying = dies_or_lives("at_zero_hp = \"stabilize\"", &[], &HIT);
    assert!(dying.states[1].dying == Group::of(0.into()) && dying.states[1].fighters[0].hp == 0);
    assert_eq!((dying.ends[0], dying.metric("attacks")), (EndState::Down, 1), "the hero's turn came later");
    assert!(dying.narration(1).contains("hero is dying, with 2 tests to live."));
    let down = dies_or_lives("at_zero_hp = \"down\"", &[], &[]);
    assert_eq!((down.ends[0], down.hp()[0], down.metric("stabilization_tests")), (EndState::Down, 0, 0));
    assert!(down.states[1].dying.is_empty() && down.narration(1).contains("hero is down."));
    let dead = dies_or_lives("at_zero_hp = \"dead\"", &[], &[]);
    assert_eq!((dead.ends[0], dead.hp()[0], dead.metric("stabilization_tests")), (EndState::Dead, 0, 0));
    assert!(dead.narration(1).contains("hero dies.") && dead.applied(1, "TINY-34"));
}

/// TINY-34: 1 HP left is enough to stand.
#[test]
fn with_1_hp_one_stands() {
    let text = vigil("hp_max = 2").replacen("hp = 1", "hp = 2", 1);
    let played = play(&limited(&text, &[], 1), in_order(&ORC_FIRST, &[HIT, PLAIN, MISS].concat()));
    assert_eq!((played.ends[0], played.hp()[0], played.metric("party_drops")), (EndState::Standing, 1, 0));
}

/// TINY-34 (D23): nobody attacks the unconscious, who have fewer HP than anybody, nor the dead.
#[test]
fn nobody_attacks_the_unconscious() {
    for (at_zero_hp, test) in [("stabilize", &HIT[..]), ("down", &[]), ("dead", &[])] {
        let hero = member("hero", 1, 0, &[KNIFE], &format!("at_zero_hp = \"{at_zero_hp}\""));
        let text = scene("", &[hero, member("friend", 4, 10, &[KNIFE], ""), enemy("orc", 4, 5, &[KNIFE], "")]);
        let faces = [&HIT[..], &PLAIN, &MISS, &MISS, test, &MISS, &MISS, &MISS].concat();
        let played = play(&limited(&text, &[], 3), in_order(&[1, 2, 0], &faces));
        assert!(played.narration(1).contains("orc strikes at hero"));
        for round in [2, 3] {
            assert!(
                played.narration(round).contains("orc strikes at friend"),
                "{at_zero_hp}: {}",
                played.narration(round)
            );
        }
    }
}

/// TINY-34, TINY-10: the unconscious put nobody in combat: the orc walks off to the one who stands.
#[test]
fn the_unconscious_hold_nobody() {
    let text = vigil("at_zero_hp = \"down\"").replace("movement = 0", "");
    let played = play(&limited(&text, &[], 2), in_order(&ORC_FIRST, &[HIT, PLAIN].concat()));
    assert_eq!((played.positions_after(1)[2], played.positions()[2]), (5, -45));
}

/// TINY-34, TINY-17: falling ends evasion.
#[test]
fn falling_ends_evasion() {
    let text = vigil("").replacen(KNIFE, STICK, 1);
    let faces = [&HIT[..], &MISS, &PLAIN, &HIT].concat();
    let played = play(&limited(&text, &[], 1), in_order(&HERO_FIRST, &faces));
    assert_eq!((played.states[1].evading, played.states[1].dying), (Group::NOBODY, Group::of(0.into())));
}

/// TINY-35 (D15): one test in each of the rounds after the fall, on the hero's turn; none in the round of the fall,
/// whether the turn was over or not.
#[test]
fn tests_are_made_in_the_rounds_after_the_fall() {
    let after_the_orc = dies_or_lives("", &[], &[4, 4, 4]);
    assert_eq!(tests_by_round(&after_the_orc), [0, 1, 1, 0]);
    assert_eq!(after_the_orc.ends[0], EndState::Dead);
    assert!(after_the_orc.narration(2).contains("hero tests to live, 1 of 2: 4, 4 against 5, a failure."));
    assert!(after_the_orc.narration(3).contains("hero tests to live, 2 of 2: 4 against 5, a failure."));
    assert!(after_the_orc.applied(2, "TINY-35") && after_the_orc.applied(3, "TINY-37"));
    let faces = [&MISS[..], &HIT, &PLAIN, &[4, 4], &[4]].concat();
    let before_the_orc = play(&limited(&vigil(""), &[], 4), in_order(&HERO_FIRST, &faces));
    assert_eq!(tests_by_round(&before_the_orc), [0, 1, 1, 0]);
}

/// TINY-35 (D15): with `next_turn` the first test falls on the next turn, be it in the round of the fall.
#[test]
fn tests_can_begin_with_the_next_turn() {
    let next_turn = "rules.stabilization_timing=next_turn";
    let after_the_orc = dies_or_lives("", &[next_turn], &[4, 4, 4]);
    assert_eq!(tests_by_round(&after_the_orc), [1, 1, 0, 0]);
    let faces = [&MISS[..], &HIT, &PLAIN, &[4, 4], &[4]].concat();
    let before_the_orc = play(&limited(&vigil(""), &[next_turn], 4), in_order(&HERO_FIRST, &faces));
    assert_eq!(tests_by_round(&before_the_orc), [0, 1, 1, 0]);
}

/// TINY-35, TINY-18: who falls in its own turn makes its first test in the next round, with either timing.
#[test]
fn who_falls_in_its_own_turn_waits_for_the_next() {
    for timing in ["next_round", "next_turn"] {
        let text = vigil("policy = \"skirmisher\"").replacen(KNIFE, BOW, 1);
        let overrides = ["rules.extricate_provokes=always", &format!("rules.stabilization_timing={timing}")];
        let faces = [&HIT[..], &PLAIN, &[4, 4], &[4]].concat();
        let played = play(&limited(&text, &overrides, 4), in_order(&HERO_FIRST, &faces));
        assert_eq!(tests_by_round(&played), [0, 1, 1, 0], "{timing}");
    }
}

/// TINY-35: tests are made when it would be the hero's turn.
#[test]
fn tests_are_made_in_the_order_of_turns() {
    let text = scene(
        "",
        &[member("hero", 1, 0, &[KNIFE], ""), member("friend", 4, 10, &[KNIFE], ""), enemy("orc", 4, 5, &[KNIFE], "")],
    );
    for (turns, first) in [([1, 2, 0], "orc strikes"), ([1, 0, 2], "friend strikes")] {
        let faces = match first {
            "orc strikes" => [HIT, PLAIN, MISS, MISS, HIT, MISS].concat(),
            // The friend, the hero, then the orc, which fells the hero after its turn.
            _ => [MISS, MISS, HIT, PLAIN, MISS, HIT, MISS].concat(),
        };
        let played = play(&limited(&text, &[], 2), in_order(&turns, &faces));
        let narration = played.narration(2);
        assert!(narration.find(first) < narration.find("hero tests") && narration.find(first).is_some(), "{narration}");
        let last = if first == "orc strikes" { "friend strikes" } else { "orc strikes" };
        assert!(narration.find("hero tests") < narration.find(last), "{narration}");
    }
}

/// TINY-35: `stabilization_difficulty` is the difficulty of all of them, whatever list they are from.
#[test]
fn stabilization_has_a_difficulty() {
    for (difficulty, target) in [("trivial", 3), ("easy", 4), ("average", 5), ("difficult", 6)] {
        let difficulty = format!("rules.stabilization_difficulty={difficulty}");
        let low = target - 1;
        for (traits, first) in [("[]", 2), ("[\"robust\"]", 2), ("[\"hard_to_kill\"]", 3)] {
            let hero = format!("traits = {traits}");
            let saved = [vec![1; first - 1], vec![target]].concat();
            assert_eq!(dies_or_lives(&hero, &[&difficulty], &saved).ends[0], EndState::Down, "{difficulty} {traits}");
            let second = if traits == "[]" { vec![target] } else { vec![low, target] };
            let later = dies_or_lives(&hero, &[&difficulty], &[vec![low; first], second].concat());
            assert_eq!(later.metric("stabilization_tests"), 2, "{difficulty} {traits}");
        }
    }
}

/// TINY-35, TINY-37, TINY-38, TINY-39: each list has its own key: no test, one, up to ten, of any level.
#[test]
fn the_lists_of_tests_can_be_set() {
    let lists = [("stabilization_tests", ""), ("robust_tests", "robust"), ("hard_to_kill_tests", "hard_to_kill")];
    for (key, given) in lists {
        let hero = format!("traits = [{}]", if given.is_empty() { String::new() } else { format!("\"{given}\"") });
        let set = |list: &str| format!("rules.{key}={list}");
        let none = dies_or_lives(&hero, &[&set("[]")], &[]);
        assert_eq!((none.ends[0], none.metric("stabilization_tests")), (EndState::Dead, 0), "{key}");
        let levels = dies_or_lives(&hero, &[&set("disadvantage, advantage, normal")], &[4, 4, 4, 4, 4, 5]);
        assert_eq!((levels.ends[0], levels.metric("stabilization_tests")), (EndState::Down, 3), "{key}");
        let single = dies_or_lives(&hero, &[&set("advantage")], &[4, 4, 4]);
        assert_eq!((single.ends[0], single.metric("stabilization_tests")), (EndState::Dead, 1), "{key}");
        let ten = ["disadvantage"; 10].join(", ");
        let last = dies_or_lives(&hero, &[&set(&ten)], &[4, 4, 4, 4, 4, 4, 4, 4, 4, 5]);
        assert_eq!((last.ends[0], last.metric("stabilization_tests")), (EndState::Down, 10), "{key}");
        let others = lists.iter().filter(|(other, _)| *other != key).map(|(other, _)| format!("rules.{other}=[]"));
        for emptied in others {
            let first: &[u32] = if given == "hard_to_kill" { &[1, 1, 5] } else { &[1, 5] };
            assert_eq!(dies_or_lives(&hero, &[&emptied], first).metric("stabilized"), 1, "{key}, {emptied}");
        }
    }
}

/// TINY-36: a success brings 1 HP and ends the tests, but who is stabilized stays down and is attacked by nobody.
#[test]
fn the_stabilized_stay_down() {
    let hero = member("hero", 1, 0, &[KNIFE], "");
    let text = scene("", &[hero, member("friend", 4, 10, &[KNIFE], ""), enemy("orc", 4, 5, &[KNIFE], "")]);
    let faces = [&HIT[..], &PLAIN, &MISS, &MISS, &[1, 5], &MISS, &MISS, &MISS, &MISS, &MISS].concat();
    let played = play(&limited(&text, &[], 4), in_order(&[1, 2, 0], &faces));
    assert_eq!((played.ends[0], played.hp()[0]), (EndState::Down, 1));
    assert_eq!((played.metric("stabilization_tests"), played.metric("stabilized")), (1, 1));
    assert_eq!(played.metric("attacks"), 8, "four by the orc and four by the friend");
    assert!((2..=4).all(|round| played.narration(round).contains("orc strikes at friend")));
    assert!(
        played.applied(2, "TINY-36") && played.narration(2).contains("hero is stabilized and stays down with 1 HP.")
    );
}

/// TINY-36, TINY-40: of the tests that were made and of the help that was given nothing remains.
#[test]
fn nothing_remains_of_the_dying() {
    let healer = member("healer", 9, -5, &[STICK], "policy = \"medic\"\ntraits = [\"medic\"]");
    let text = format!("{}{healer}", vigil(""));
    for last in [[4, 4, 5], [4, 4, 4]] {
        // The orc, the hero, the healer, the friend; in round 1 the healer fails, in round 2 it helps.
        let faces = [&HIT[..], &PLAIN, &MISS, &MISS, &HIT, &last].concat();
        let played = play(&limited(&text, &[], 3), in_order(&[1, 3, 0, 2], &faces));
        let hero = played.states[3].fighters[0];
        assert_eq!(hero.tests_done, 0);
        assert!(played.states[3].helped.is_empty() && played.states[3].dying.is_empty());
        assert_eq!((played.states[2].fighters[0].tests_done, played.states[2].helped), (1, Group::of(0.into())));
    }
}

/// TINY-36: the last test of the list is as good as the first.
#[test]
fn the_last_test_saves_as_well() {
    let played = dies_or_lives("", &[], &[4, 4, 5]);
    assert_eq!((played.ends[0], played.hp()[0], played.metric("stabilization_tests")), (EndState::Down, 1, 2));
    assert_eq!(played.metric("died_unstabilized"), 0);
}

/// TINY-37: who fails the last test dies; with an empty list at once, in the round of the fall.
#[test]
fn who_fails_the_last_test_dies() {
    let played = dies_or_lives("", &[], &[4, 4, 4]);
    assert_eq!((played.ends[0], played.hp()[0], played.metric("died_unstabilized")), (EndState::Dead, 0, 1));
    assert!(played.states[2].dead.is_empty() && played.states[3].dead == Group::of(0.into()));
    let at_once = dies_or_lives("", &["rules.stabilization_tests=[]"], &[]);
    assert_eq!((at_once.states[1].dead, at_once.states[1].dying), (Group::of(0.into()), Group::NOBODY));
    assert!(at_once.narration(1).contains("hero dies.") && at_once.applied(1, "TINY-37"));
}

/// TINY-38 (D17): the robust make two normal tests.
#[test]
fn the_robust_make_two_normal_tests() {
    let robust = "traits = [\"robust\"]";
    let dead = dies_or_lives(robust, &[], &[4, 4, 4, 4]);
    assert_eq!((dead.ends[0], dead.metric("stabilization_tests")), (EndState::Dead, 2));
    assert_eq!(tests_by_round(&dead), [0, 1, 1, 0]);
    assert_eq!(dies_or_lives(robust, &[], &[4, 4, 4, 5]).ends[0], EndState::Down);
    assert!(dead.applied(2, "TINY-38"));
}

/// TINY-39 (D18): the hard to kill make three tests in three rounds, at advantage, normal and at disadvantage, also
/// when they are robust as well, in whatever order that is written.
#[test]
fn the_hard_to_kill_make_three_tests() {
    for traits in ["\"hard_to_kill\"", "\"robust\", \"hard_to_kill\"", "\"hard_to_kill\", \"robust\""] {
        let hero = format!("traits = [{traits}]");
        let dead = dies_or_lives(&hero, &[], &[4, 4, 4, 4, 4, 4]);
        assert_eq!((dead.ends[0], dead.metric("stabilization_tests")), (EndState::Dead, 3), "{traits}");
        assert_eq!(tests_by_round(&dead), [0, 1, 1, 1]);
        assert_eq!(dies_or_lives(&hero, &[], &[4, 4, 4, 4, 4, 5]).ends[0], EndState::Down);
        assert_eq!(dies_or_lives(&hero, &[], &[4, 4, 4, 1, 5]).ends[0], EndState::Down);
        assert_eq!(dies_or_lives(&hero, &[], &[1, 1, 5]).ends[0], EndState::Down);
        assert!(dead.applied(2, "TINY-39") && !dead.named("TINY-38"));
    }
}

/// The hero fells an orc of 1 HP, which has more keys; then its tests.
#[track_caller]
fn felled_orc(orc: &str, overrides: &[&str], faces: &[u32]) -> Played {
    let text = scene("", &[member("hero", 4, 0, &[KNIFE], ""), enemy("orc", 1, 5, &[KNIFE], orc)]);
    play(&tiny(&text, overrides), party_first(&[&HIT, &PLAIN, faces].concat()))
}

/// TINY-42 (D21): enemies follow `enemies_at_zero_hp`, which is death by default.
#[test]
fn enemies_follow_the_rules() {
    for overrides in [&[][..], &["rules.enemies_at_zero_hp=dead"]] {
        let dead = felled_orc("", overrides, &[]);
        assert_eq!((dead.ends[1], dead.metric("died_unstabilized")), (EndState::Dead, 0));
        assert!(dead.applied(1, "TINY-42"));
    }
    assert_eq!(felled_orc("", &["rules.enemies_at_zero_hp=down"], &[]).ends[1], EndState::Down);
    let stabilize = "rules.enemies_at_zero_hp=stabilize";
    assert_eq!(felled_orc("", &[stabilize], &[4, 4, 4]).ends[1], EndState::Dead);
    let saved = felled_orc("traits = [\"robust\"]", &[stabilize], &[4, 4, 4, 5]);
    assert_eq!((saved.ends[1], saved.hp()[1], saved.metric("stabilized")), (EndState::Down, 1, 1));
}

/// TINY-42: an enemy's own `at_zero_hp` wins over the rules.
#[test]
fn an_enemys_own_fate_wins() {
    for (own, end, faces) in
        [("dead", EndState::Dead, &[][..]), ("down", EndState::Down, &[]), ("stabilize", EndState::Dead, &[4, 4, 4])]
    {
        for of_rules in ["dead", "down", "stabilize"] {
            let of_rules = format!("rules.enemies_at_zero_hp={of_rules}");
            let played = felled_orc(&format!("at_zero_hp = \"{own}\""), &[&of_rules], faces);
            assert_eq!(played.ends[1], end, "{own}, {of_rules}");
        }
    }
}

/// TINY-42: `enemies_at_zero_hp` is not for the party, which makes its tests unless it has an `at_zero_hp` of its own.
#[test]
fn the_party_makes_its_tests() {
    for of_rules in ["dead", "down", "stabilize"] {
        let of_rules = format!("rules.enemies_at_zero_hp={of_rules}");
        let played = dies_or_lives("", &[&of_rules], &[4, 4, 4]);
        assert_eq!((played.metric("stabilization_tests"), played.named("TINY-42")), (2, false), "{of_rules}");
    }
}
