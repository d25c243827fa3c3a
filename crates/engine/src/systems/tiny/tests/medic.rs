//! Attending the dying: TINY-40 with the decisions D19 and D20, whom one goes to, and the policy `medic`.

use super::*;

/// A weapon that reaches everybody.
const LONGBOW: &str = r#"{ id = "longbow", kind = "ranged", range = 10000 }"#;

/// A success of a patient's test with normal dice, and with a medic's help.
const ALONE: [u32; 2] = [1, 5];
const HELPED: [u32; 3] = [1, 1, 5];

/// The healer has this policy and this trait.
const MEDIC: &str = "policy = \"medic\"\ntraits = [\"medic\"]";

/// Patients of 1 HP, called a, b and c, each at a position with more keys; a healer of 9 HP with its position, weapons
/// and keys; an archer far away for each patient; then more enemies that do nothing, at these positions.
fn ward(patients: &[(i32, &str)], healer: (i32, &[&str], &str), others: &[i32]) -> String {
    let patient = |(id, &(position, keys)): (&str, &(i32, &str))| member(id, 1, position, &[STICK], keys);
    let mut all: Vec<String> = ["a", "b", "c"].into_iter().zip(patients).map(patient).collect();
    all.push(member("healer", 9, healer.0, healer.1, healer.2));
    for at in 0..patients.len() {
        all.push(enemy(&format!("archer-{at}"), 9, 5000, &[LONGBOW], ""));
    }
    for (at, &position) in others.iter().enumerate() {
        all.push(dummy(&format!("other-{at}"), 9, position));
    }
    scene("", &all)
}

/// A healer with nothing to attack with.
fn bedside(patients: &[(i32, &str)], healer: i32, others: &[i32]) -> String {
    ward(patients, (healer, &[STICK], MEDIC), others)
}

/// One round: the archers fell the patients, the healer has its turn with these faces. Then the fight is cut off, and
/// in the aftermath the patients make their tests, one each, with these.
#[track_caller]
fn round(text: &str, overrides: &[&str], healer: &[u32], tests: &[&[u32]]) -> Played {
    let rules = limited(text, overrides, 1);
    let (patients, all) = (tests.len(), rules.combatants().len());
    let turn_of = |who: usize| match who {
        _ if who < patients => patients + who,
        _ if who == patients => 2 * patients,
        _ if who <= 2 * patients => who - patients - 1,
        _ => who,
    };
    let turns: Vec<u32> = (0..all).map(|who| turn_of(who) as u32).collect();
    let felled = [HIT, PLAIN].concat().repeat(patients);
    play(&rules, in_order(&turns, &[felled.as_slice(), healer, &tests.concat()].concat()))
}

/// Whether the healer attended somebody in round 1, while the fight lasted.
fn attended(played: &Played, patient: &str) -> bool {
    let narration = played.narration(1);
    let fight = narration.split("The fight is over").next().unwrap_or_default();
    fight.contains(&format!("healer attends {patient}"))
}

/// The position of the healer of a ward after round 1.
fn healer_at(played: &Played, patients: usize) -> i32 {
    played.positions_after(1)[patients]
}

/// The healer attends the one patient, who is helped, and is there then.
#[track_caller]
fn attends(text: &str, overrides: &[&str], at: i32) {
    let played = round(text, overrides, &HIT, &[&HELPED]);
    assert!(attended(&played, "a") && played.applied(1, "TINY-40"));
    assert_eq!((healer_at(&played, 1), played.metric("medic_successes")), (at, 1));
}

/// The healer has no patient to go to, stays where it is and rolls nothing.
#[track_caller]
fn ignores(text: &str, overrides: &[&str]) {
    let played = round(text, overrides, &[], &[&ALONE]);
    assert_eq!((healer_at(&played, 1), played.metric("medic_tests")), (played.positions_after(0)[1], 0));
}

/// TINY-40 (D19): after a success every later test is made at advantage, the one at disadvantage too; after a failure
/// none is.
#[test]
fn a_success_helps_with_all_tests() {
    let text = bedside(&[(0, "")], 5, &[]);
    let helped = round(&text, &[], &HIT, &[&[4, 4, 4, 4, 4, 5]]);
    assert_eq!((helped.ends[0], helped.metric("stabilization_tests")), (EndState::Down, 2));
    assert_eq!((helped.metric("medic_tests"), helped.metric("medic_successes")), (1, 1));
    let failed = round(&text, &[], &MISS, &[&ALONE]);
    assert_eq!(
        (failed.ends[0], failed.metric("medic_tests"), failed.metric("medic_successes")),
        (EndState::Down, 1, 0)
    );
    assert!(failed.narration(1).contains("healer attends a: 4, 4 against 5, in vain."));
}

/// TINY-40: tests at advantage may fail, and then the patient dies all the same.
#[test]
fn help_may_be_in_vain() {
    let played = round(&bedside(&[(0, "")], 5, &[]), &[], &HIT, &[&[4, 4, 4, 4, 4, 4]]);
    assert_eq!((played.ends[0], played.metric("died_unstabilized")), (EndState::Dead, 1));
}

/// TINY-40: with `one_step` tests are one level better, and one at advantage stays as it is.
#[test]
fn help_can_be_one_step() {
    let text = bedside(&[(0, "")], 5, &[]);
    let overrides = ["rules.medic_effect=one_step", "rules.stabilization_tests=disadvantage, normal, advantage"];
    let faces = [&[4, 4][..], &[4, 4, 4], &[4, 4, 5]].concat();
    assert_eq!(round(&text, &overrides, &HIT, &[&faces]).metric("stabilized"), 1);
    let full = ["rules.medic_effect=advantage", overrides[1]];
    let faces = [4, 4, 4, 4, 4, 4, 4, 4, 5];
    assert_eq!(round(&text, &full, &HIT, &[&faces]).metric("stabilized"), 1);
}

/// TINY-40: the test has the dice of `medic_dice` and the difficulty of `medic_difficulty`.
#[test]
fn the_medics_test_can_be_set() {
    let text = bedside(&[(0, "")], 5, &[]);
    for (level, dice) in [("disadvantage", 1), ("normal", 2), ("advantage", 3)] {
        for (difficulty, target) in [("trivial", 3), ("easy", 4), ("average", 5), ("difficult", 6)] {
            let overrides = [format!("rules.medic_dice={level}"), format!("rules.medic_difficulty={difficulty}")];
            let overrides = overrides.each_ref().map(String::as_str);
            let success = [vec![1; dice - 1], vec![target]].concat();
            assert_eq!(round(&text, &overrides, &success, &[&HELPED]).metric("medic_successes"), 1, "{level}");
            let failure = vec![target - 1; dice];
            assert_eq!(round(&text, &overrides, &failure, &[&ALONE]).metric("medic_successes"), 0, "{level}");
        }
    }
}

/// TINY-40: one attends from an adjacent square, be it the patient's own; who is further away goes there first, in
/// either direction.
#[test]
fn a_medic_goes_next_to_the_patient() {
    for (healer, reached) in [(0, 0), (5, 5), (-5, -5), (10, 5), (30, 5), (-10, -5), (-30, -5)] {
        attends(&bedside(&[(0, "")], healer, &[]), &[], reached);
    }
}

/// TINY-40: up to one movement and attend; up to two and no more; farther away not at all.
#[test]
fn a_medic_goes_twice_its_movement_at_most() {
    for side in [-1, 1] {
        attends(&bedside(&[(0, "")], side * 30, &[]), &[], side * 5);
        for start in [35, 55] {
            let played = round(&bedside(&[(0, "")], side * start, &[]), &[], &[], &[&ALONE]);
            assert_eq!((healer_at(&played, 1), played.metric("medic_tests")), (side * 5, 0), "{start}");
        }
        ignores(&bedside(&[(0, "")], side * 60, &[]), &[]);
    }
    let fast = bedside(&[(0, "")], 60, &[]);
    attends(&fast, &["combatants.healer.movement=55"], 5);
    ignores(&bedside(&[(0, "")], 10, &[]), &["combatants.healer.movement=0"]);
    attends(&bedside(&[(0, "")], 5, &[]), &["combatants.healer.movement=0"], 5);
}

/// TINY-40, TINY-11 (D20): in combat one attends those who are adjacent and nobody else.
#[test]
fn in_combat_a_medic_attends_the_adjacent_alone() {
    attends(&bedside(&[(0, "")], 5, &[10]), &[], 5);
    let played = round(&bedside(&[(0, "")], 10, &[15]), &[], &[], &[&ALONE]);
    assert_eq!((healer_at(&played, 1), played.metric("medic_tests")), (10, 0));
    assert_eq!(played.metric("evade_turns"), 2, "the healer acts like others in combat");
    attends(&bedside(&[(0, "")], 10, &[20]), &[], 5);
}

/// TINY-40: with `medic_in_combat = false` nobody attends from a square next to an enemy.
#[test]
fn attending_in_combat_can_be_forbidden() {
    let forbidden = "rules.medic_in_combat=false";
    let played = round(&bedside(&[(0, "")], 5, &[10]), &[forbidden], &[], &[&ALONE]);
    assert_eq!((played.metric("medic_tests"), played.metric("evade_turns")), (0, 2));
    attends(&bedside(&[(0, "")], 5, &[15]), &[forbidden], 5);
    attends(&bedside(&[(0, "")], 30, &[-10]), &[forbidden], 5);
}

/// TINY-40: the square that counts for `medic_in_combat` is the one that is reached. The orc comes to stand on the
/// patient, or a square behind it.
#[test]
fn the_square_reached_may_be_next_to_an_enemy() {
    let patients = [(30, "")];
    for (orc, is_adjacent) in [(60, true), (65, false)] {
        let walker = enemy("orc", 9, orc, &[KNIFE], "movement = 15");
        let text = format!("{}{walker}", bedside(&patients, 0, &[]));
        for (is_allowed, attends) in [(true, true), (false, !is_adjacent)] {
            let rules = limited(&text, &[&format!("rules.medic_in_combat={is_allowed}")], 1);
            // The archer, the orc, the patient, the healer.
            let rest = if attends { [&HIT[..], &HELPED].concat() } else { ALONE.to_vec() };
            let faces = in_order(&[2, 3, 0, 1], &[&HIT[..], &PLAIN, &rest].concat());
            let played = play(&rules, faces);
            let reached = if attends { 25 } else { 0 };
            assert_eq!(played.positions_after(1)[1], reached, "{orc} {is_allowed}");
            assert_eq!(played.positions_after(1)[3], orc - 30);
        }
    }
}

/// TINY-40, TINY-15: nobody goes through or past a standing enemy to a patient; an enemy on the other side is in
/// nobody's way. The way ends 5 ft short of the patient, so that one that ends next to the enemy is free.
#[test]
fn enemies_block_the_way_to_a_patient() {
    for side in [-1, 1] {
        ignores(&bedside(&[(side * 30, "")], 0, &[side * 25]), &[]);
        ignores(&bedside(&[(side * 30, "")], 0, &[side * 10]), &[]);
        attends(&bedside(&[(side * 30, "")], 0, &[side * 35]), &[], side * 25);
        attends(&bedside(&[(side * 30, "")], 0, &[-side * 10]), &[], side * 25);
        let played = round(&bedside(&[(side * 40, "")], 0, &[side * 35]), &[], &[], &[&ALONE]);
        assert_eq!(healer_at(&played, 1), 0, "nor with twice the movement");
    }
}

/// TINY-40, TINY-15: a body in the way blocks nobody, nor does an ally.
#[test]
fn bodies_and_allies_do_not_block_the_way() {
    let text = bedside(&[(30, ""), (15, "at_zero_hp = \"down\"")], 0, &[]);
    let text = format!("{text}{}", member("ally", 9, 10, &[STICK], ""));
    let played = round(&text, &[], &HIT, &[&HELPED, &[]]);
    assert!(attended(&played, "a") && healer_at(&played, 2) == 25);
}

/// TINY-40: only the dying are patients, only allies, and only those who have no help yet; the down and the dead are
/// none.
#[test]
fn only_dying_allies_are_patients() {
    for fate in ["down", "dead"] {
        let played = round(&bedside(&[(0, &format!("at_zero_hp = \"{fate}\""))], 5, &[]), &[], &[], &[&[]]);
        assert_eq!((played.metric("medic_tests"), healer_at(&played, 1)), (0, 5), "{fate}");
    }
    let foe = enemy("orc", 1, 0, &[STICK], "at_zero_hp = \"stabilize\"");
    let text = scene(
        "",
        &[
            member("archer", 9, -500, &[LONGBOW], ""),
            member("healer", 9, 40, &[STICK], MEDIC),
            foe,
            dummy("other", 9, 500),
        ],
    );
    let played = play(&limited(&text, &[], 1), in_order(&[0, 1, 2, 3], &[HIT, PLAIN, HIT].concat()));
    assert_eq!((played.positions()[1], played.metric("medic_tests"), played.metric("stabilized")), (40, 0, 1));
}

/// TINY-40: enemies have medics as well.
#[test]
fn enemies_attend_each_other() {
    let orc = enemy("orc", 1, 0, &[STICK], "at_zero_hp = \"stabilize\"");
    let healer = enemy("shaman", 9, 30, &[STICK], MEDIC);
    let text = scene("", &[member("archer", 9, -500, &[LONGBOW], ""), orc, healer]);
    let faces = [&HIT[..], &PLAIN, &HIT, &HELPED].concat();
    let played = play(&limited(&text, &[], 1), in_order(&[0, 1, 2], &faces));
    assert_eq!((played.positions()[2], played.metric("medic_successes")), (5, 1));
}

/// TINY-40: among patients the one with the fewest tests left comes first, however far away it is.
#[test]
fn the_fewest_tests_left_come_first() {
    let [hard, usual] = ["traits = [\"hard_to_kill\"]", ""];
    let (first, second) = (round(&bedside(&[(5, hard), (-20, usual)], 0, &[]), &[], &HIT, &[&HELPED, &HELPED]), "b");
    assert!(attended(&first, second) && healer_at(&first, 2) == -15, "{}", first.narration(1));
    let swapped = round(&bedside(&[(-20, usual), (5, hard)], 0, &[]), &[], &HIT, &[&HELPED, &HELPED]);
    assert!(attended(&swapped, "a") && healer_at(&swapped, 2) == -15);
    // Not the longer list in the file, but the number of tests.
    let longer = "rules.stabilization_tests=normal, normal, normal, normal";
    let turned = round(&bedside(&[(-20, usual), (5, hard)], 0, &[]), &[longer], &HIT, &[&ALONE, &HELPED]);
    assert!(attended(&turned, "b") && healer_at(&turned, 2) == 0);
}

/// TINY-40: tests that are made count no more: one of three that are left is less than two of two.
#[test]
fn tests_made_count_no_more() {
    let hard = member("hard", 1, 5, &[STICK], "traits = [\"hard_to_kill\"]");
    let usual = member("usual", 2, 5, &[STICK], "");
    let text =
        scene("", &[usual, hard, member("healer", 9, 0, &[STICK], MEDIC), enemy("archer", 9, 5000, &[LONGBOW], "")]);
    // The archer, the patients, the healer. Rounds 1 and 2: the hard one falls and fails, the healer fails. Round 3:
    // the usual one falls, the hard one fails again and is helped.
    let first = [&HIT[..], &PLAIN, &MISS].concat();
    let second = [&MISS[..], &[4, 4, 4], &MISS].concat();
    let third = [&HIT[..], &CRITICAL, &[4, 4], &HIT].concat();
    let aftermath = [&ALONE[..], &HELPED].concat();
    let faces = in_order(&[1, 2, 3, 0], &[first, second, third, aftermath].concat());
    let played = play(&limited(&text, &[], 3), faces);
    assert!(
        played.narration(3).contains("healer attends hard") && !played.narration(3).contains("healer attends usual")
    );
    assert_eq!((played.metric("medic_tests"), played.metric("medic_successes")), (3, 1));
}

/// TINY-40: with equally many tests left, the shortest way comes first.
#[test]
fn then_the_shortest_way_comes_first() {
    for (near, far) in [(10, -15), (-10, 15), (25, -30)] {
        let played = round(&bedside(&[(far, ""), (near, "")], 0, &[]), &[], &HIT, &[&ALONE, &HELPED]);
        assert!(attended(&played, "b") && healer_at(&played, 2) == near - 5 * near.signum(), "{near}, {far}");
    }
}

/// TINY-40: with equally many tests left and equally long ways, listed order decides; ways to the adjacent are equal,
/// be they on the healer's own square or beside it.
#[test]
fn then_the_first_listed_comes_first() {
    for positions in [[15, -15], [-15, 15], [5, 0], [0, 5], [-5, 5]] {
        let played = round(&bedside(&positions.map(|at| (at, "")), 0, &[]), &[], &HIT, &[&HELPED, &ALONE]);
        assert!(attended(&played, "a"), "{positions:?}");
    }
}

/// TINY-40: who is dropped does not stand in the way of others: the next best patient is chosen.
#[test]
fn the_best_patient_that_can_be_reached_is_chosen() {
    let hard = "traits = [\"hard_to_kill\"]";
    let too_far = round(&bedside(&[(-60, ""), (20, hard)], 0, &[]), &[], &HIT, &[&ALONE, &HELPED]);
    assert!(attended(&too_far, "b") && healer_at(&too_far, 2) == 15);
    let blocked = round(&bedside(&[(20, ""), (-20, hard)], 0, &[15]), &[], &HIT, &[&ALONE, &HELPED]);
    assert!(attended(&blocked, "b") && healer_at(&blocked, 2) == -15);
    let in_combat = round(&bedside(&[(-10, ""), (-5, hard)], 0, &[5]), &[], &HIT, &[&ALONE, &HELPED]);
    assert!(attended(&in_combat, "b") && healer_at(&in_combat, 2) == 0);
}

/// TINY-40: one success is enough: the helped are no patients any more, and the healer turns to the next.
#[test]
fn one_success_is_enough() {
    let text = bedside(&[(0, "traits = [\"robust\"]"), (20, "")], 5, &[]);
    // Archers, patients, healer. In round 2 the first fails its test, so that it has fewer tests left; it is helped
    // already.
    let first = [&HIT[..], &PLAIN, &HIT, &PLAIN, &HIT].concat();
    let second = [&[4, 4, 4][..], &[4, 4], &HIT].concat();
    let aftermath = [&HELPED[..], &HELPED].concat();
    // In round 2 the archers aim at the healer.
    let second = [&MISS[..], &MISS, &second].concat();
    let faces = in_order(&[2, 3, 4, 0, 1], &[first, second, aftermath].concat());
    let played = play(&limited(&text, &[], 2), faces);
    assert!(played.narration(1).contains("healer attends a") && played.narration(2).contains("healer attends b"));
    assert_eq!((played.metric("medic_tests"), played.metric("medic_successes")), (2, 2));
}

/// TINY-40: a lone patient who is helped needs nobody: the healer holds.
#[test]
fn the_helped_are_left_alone() {
    let text = bedside(&[(0, "")], 5, &[]);
    let faces = [&HIT[..], &PLAIN, &HIT, &MISS, &[4, 4, 4], &HELPED].concat();
    let played = play(&limited(&text, &[], 2), in_order(&[1, 2, 0], &faces));
    assert_eq!((played.metric("medic_tests"), played.metric("stabilized")), (1, 1));
}

/// TINY-40: attending without success is repeated in the next turn.
#[test]
fn a_medic_tries_again() {
    let text = bedside(&[(0, "")], 5, &[]);
    let faces = [&HIT[..], &PLAIN, &MISS, &MISS, &MISS, &HIT, &HELPED].concat();
    let played = play(&limited(&text, &[], 2), in_order(&[1, 2, 0], &faces));
    assert_eq!((played.metric("medic_tests"), played.metric("medic_successes")), (2, 1));
}

/// TINY-40: a medic whose policy is another one attends nobody while the fight lasts.
#[test]
fn other_policies_attend_nobody_in_the_fight() {
    for policy in ["default", "evasive", "retreat"] {
        let keys = format!("policy = \"{policy}\"\ntraits = [\"medic\"]");
        ignores(&ward(&[(0, "")], (5, &[STICK], &keys), &[]), &[]);
    }
    let skirmisher = "policy = \"skirmisher\"\ntraits = [\"medic\"]";
    let played = round(&ward(&[(0, "")], (5, &[LONGBOW], skirmisher), &[]), &[], &MISS, &[&ALONE]);
    assert_eq!((played.metric("attacks"), played.metric("medic_tests")), (2, 0));
}

/// TINY-40, TINY-17: who attends does not evade any more.
#[test]
fn who_attends_does_not_evade() {
    // The healer evades in round 1, while the archer misses the patient; in round 2 the patient falls and is attended.
    let text = ward(&[(0, "")], (5, &[STICK], MEDIC), &[10]);
    let faces = [&MISS[..], &HIT, &PLAIN, &HIT, &HELPED].concat();
    let played = play(&limited(&text, &[], 2), in_order(&[2, 1, 0, 3], &faces));
    assert_eq!(
        (played.states[1].evading, played.states[2].evading),
        (Group::of(1.into()) | Group::of(3.into()), Group::of(3.into()))
    );
}

// The policy.

/// A healer at 0 with weapons, a friend of its side with a policy at -100, and an orc that does nothing; the healer is
/// first.
#[track_caller]
fn healer_alone(attacks: &[&str], friend: &str, orc: i32, faces: &[u32]) -> Played {
    let friend = member("friend", 9, -100, &[STICK], friend);
    let text = scene("", &[member("healer", 9, 0, attacks, MEDIC), friend, dummy("orc", 9, orc)]);
    play(&limited(&text, &[], 1), in_order(&[0, 1, 2], faces))
}

/// TINY-40: policy `medic` attends before anything else, with an enemy in reach as well.
#[test]
fn a_medic_attends_before_it_attacks() {
    attends(&ward(&[(0, "")], (5, &[KNIFE, BOW], MEDIC), &[10]), &[], 5);
    attends(&ward(&[(0, "")], (30, &[LONGBOW], MEDIC), &[]), &[], 5);
}

/// TINY-40: without a patient, policy `medic` does in combat what others do: it attacks with the first weapon.
#[test]
fn a_medic_fights_in_combat() {
    let hit = [HIT, PLAIN].concat();
    assert!(healer_alone(&[KNIFE, BOW], "", 5, &hit).narration(1).contains("healer strikes at orc with knife"));
    let shot = healer_alone(&[BOW, KNIFE], "", 5, &hit);
    assert!(shot.narration(1).contains("healer shoots at orc with bow"));
    assert_eq!(healer_alone(&[STICK], "", 5, &[]).metric("evade_turns"), 2);
}

/// TINY-40: out of combat policy `medic` shoots at whom it reaches without a step, with the first weapon that reaches
/// anybody, and does not walk for it.
#[test]
fn a_medic_shoots_from_where_it_stands() {
    let hit = [HIT, PLAIN].concat();
    let at_60 = healer_alone(&[KNIFE, BOW], "", 60, &hit);
    assert_eq!((at_60.positions()[0], at_60.hp()[2]), (0, 8));
    assert!(at_60.narration(1).contains("with bow"));
    let at_65 = healer_alone(&[KNIFE, BOW], "", 65, &[]);
    assert_eq!((at_65.positions()[0], at_65.metric("attacks")), (0, 0));
    let second = r#"{ id = "sling", kind = "ranged", range = 65 }"#;
    assert!(healer_alone(&[BOW, second], "", 65, &hit).narration(1).contains("with sling"));
    let harmless = r#"{ id = "toy", kind = "ranged", damage = 0 }"#;
    assert_eq!(healer_alone(&[harmless, KNIFE], "", 30, &[]).metric("attacks"), 0);
}

/// TINY-40: a medic shoots at the weakest within range, not at the nearest.
#[test]
fn a_medic_shoots_at_the_weakest() {
    let healer = member("healer", 9, 0, &[BOW], MEDIC);
    let text = scene("", &[healer, dummy("near", 9, 30), dummy("weak", 8, 60), dummy("far", 1, 65)]);
    let played = play(&limited(&text, &[], 1), in_order(&[0, 1, 2, 3], &[HIT, PLAIN].concat()));
    assert_eq!(played.hp(), [9, 9, 7, 1]);
}

/// TINY-40: otherwise policy `medic` holds while somebody standing of its side has another policy, and else goes like
/// others.
#[test]
fn a_medic_holds_while_others_fight() {
    for policy in ["default", "evasive", "retreat"] {
        let friend = format!("policy = \"{policy}\"");
        let played = healer_alone(&[KNIFE], &friend, 30, &[]);
        assert_eq!((played.positions()[0], played.metric("attacks")), (0, 0), "{policy}");
    }
    let others = healer_alone(&[KNIFE], MEDIC, 30, &[HIT, PLAIN].concat());
    assert_eq!((others.positions()[0], others.hp()[2]), (25, 8));
    let trait_alone = healer_alone(&[KNIFE], "traits = [\"medic\"]", 30, &[]);
    assert_eq!(trait_alone.positions()[0], 0, "the policy counts, not the trait");
}

/// TINY-40: an enemy of another policy is nobody whom a medic waits for, nor is a friend who does not stand.
#[test]
fn a_medic_holds_for_its_standing_friends_alone() {
    let healer = member("healer", 9, 0, &[KNIFE], MEDIC);
    let text = scene("", &[healer, dummy("orc", 9, 30)]);
    let played = play(&limited(&text, &[], 1), in_order(&[0, 1], &[HIT, PLAIN].concat()));
    assert_eq!(played.positions()[0], 25);
    let text = ward(&[(-500, "at_zero_hp = \"down\"")], (0, &[KNIFE], MEDIC), &[]);
    let played = round(&text, &[], &[], &[&[]]);
    assert_eq!((healer_at(&played, 1), played.metric("advances")), (50, 1));
}
