//! The end of a fight: decided, by retreat, or not at all; reinforcements; end states; the first to fall (WOUNDS-68,
//! WOUNDS-69).

use super::*;

/// WOUNDS-68: the fight ends with the count on which a side has no fighter any more.
#[test]
fn a_side_without_a_fighter_has_lost() {
    for (faces, winner) in [
        (&[3, 7, 11][..], Winner::Party),
        (&[7, 3, 11], Winner::Enemies),
        (&[3, 7, 10, 11], Winner::Enemies),
        (&[4, 4, 11, 10], Winner::Party),
        (&[4, 4, 10, 11], Winner::Enemies),
        (&[4, 4, 11, 11], Winner::Draw),
    ] {
        let played = play(&wounds(&even_fight(""), &[]), faces.iter().copied());
        assert_eq!((played.outcome.winner, played.outcome.rounds), (winner, 1), "{faces:?}");
        assert!(played.applied(1, "WOUNDS-68") && !played.named("WOUNDS-69"));
        assert_eq!(played.metric("first_down_round"), 1);
    }
}

/// WOUNDS-68: who is down from the start has lost before anybody acts.
#[test]
fn the_down_from_the_start_have_lost() {
    for (hero, orc, winner) in [
        ("", "starting_wounds = 0", Winner::Party),
        ("starting_wounds = -4", "", Winner::Enemies),
        ("starting_wounds = 0", "starting_wounds = 0", Winner::Draw),
    ] {
        let text = scene("", &[member("hero", &format!("{hero}\n{}", attacks(&[EVEN]))), enemy("orc", orc)]);
        let played = play(&wounds(&text, &[]), [1, 1]);
        assert_eq!((played.outcome.winner, played.outcome.rounds), (winner, 1), "{hero} {orc}");
        assert_eq!((played.metric("strikes"), played.metric("first_down_round")), (0, 0));
        assert!(played.applied(0, "WOUNDS-68") || played.applied(1, "WOUNDS-68"));
    }
}

/// WOUNDS-68: a side is not beaten while somebody of it is still to come, unless `wait_for_reinforcements` is off.
#[test]
fn a_side_waits_for_its_reinforcements() {
    let (hero, orc) = (member("hero", &attacks(&[EVEN])), enemy("orc", &attacks(&[EVEN])));
    let friend = member("friend", &format!("enters_round = 3\n{}", attacks(&[EVEN])));
    let text = scene("", &[hero, friend, orc]);
    // The orc drops the hero in round 1, has nobody to fight in round 2, and falls to the friend in round 3.
    let waiting = play(&wounds(&text, &[]), [9, 5, 11, 1, 11]);
    assert_eq!((waiting.outcome.winner, waiting.outcome.rounds), (Winner::Party, 3));
    assert_eq!(waiting.ends, [EndState::Down, EndState::Standing, EndState::Down]);
    assert_eq!((waiting.narration(2).as_str(), waiting.metric("first_down_round")), ("orc waits.", 1));
    assert!(waiting.applied(3, "WOUNDS-68"));
    let alone = play(&wounds(&text, &["rules.wait_for_reinforcements=false"]), [9, 5, 11]);
    assert_eq!((alone.outcome.winner, alone.outcome.rounds), (Winner::Enemies, 1));
    assert_eq!(alone.ends, [EndState::Down, EndState::Standing, EndState::Standing], "who never arrived stands");
    assert!(alone.applied(1, "WOUNDS-68"));
}

/// WOUNDS-68: nobody on either side, and nobody to come: a draw; somebody to come for one side is no decision yet.
#[test]
fn both_may_have_somebody_to_come() {
    let late = |side: fn(&str, &str) -> String, id: &str, round: u32| {
        side(id, &format!("enters_round = {round}\n{}", attacks(&[EVEN])))
    };
    let fighters = [member("hero", &attacks(&[EVEN])), enemy("orc", &attacks(&[EVEN]))];
    let text = scene("", &[&fighters[..], &[late(member, "friend", 2), late(enemy, "ogre", 3)]].concat());
    // Both fall at once; the friend comes, waits for the ogre, and is the faster one.
    let played = play(&wounds(&text, &[]), [4, 4, 11, 11, 6, 9, 11]);
    assert_eq!((played.outcome.winner, played.outcome.rounds), (Winner::Party, 3));
    assert!(played.applied(3, "WOUNDS-68"));
    let at_once = play(&wounds(&text, &["rules.wait_for_reinforcements=false"]), [4, 4, 11, 11]);
    assert_eq!((at_once.outcome.winner, at_once.outcome.rounds), (Winner::Draw, 1));
}

/// An orc with these keys that a hero hits for so much before it acts.
fn wounded(damage: i32, orc: &str) -> String {
    let hero = attacks(&[&format!("damage = {damage}, critical_on = 21")]);
    scene("", &[member("hero", &hero), dummy("orc", orc)])
}

/// WOUNDS-68: who has fewer Wound Points or less Stress than its share of the maximum leaves at the end of the round.
#[test]
fn the_hurt_retreat() {
    let wounds_half = "retreat_below = 50";
    let stress_half = "stress = 10\nretreat_stress_below = 50";
    for (damage, orc, leaves) in [
        (5, wounds_half, false),
        (6, wounds_half, true),
        (9, "retreat_below = 10", false),
        (9, "retreat_below = 11", true),
        (0, "retreat_below = 100", false),
        (1, "retreat_below = 100", true),
        (9, "", false),
        (9, "retreat_below = 0", false),
        (6, "wound_bonus = 4\nretreat_below = 50", false),
        (8, "wound_bonus = 4\nretreat_below = 50", true),
        (5, stress_half, false),
        (6, stress_half, true),
        (9, "stress = 10", false),
        (1, "retreat_stress_below = 100", false),
        // Below 0 and fighting on: 0 is still never.
        (11, "fights_on = \"always\"\nretreat_below = 0", false),
        (11, "fights_on = \"always\"\nretreat_below = 1", true),
    ] {
        let played = one_round(&wounded(damage, orc), &["rules.strain_wounds=0"], &[1, 1, 11]);
        assert_eq!(
            (played.outcome.winner == Winner::Party, played.ends[1] == EndState::Fled),
            (leaves, leaves),
            "{damage} {orc}"
        );
        assert_eq!((played.applied(1, "WOUNDS-68"), played.applied(1, "WOUNDS-69")), (leaves, !leaves));
        // It leaves after its turn, and without a morale check.
        assert_eq!((played.metric("full_defenses"), played.metric("morale_checks")), (1, 0));
        assert_eq!((played.metric("turns_lost"), played.metric("first_down_round")), (0, 0));
    }
}

/// WOUNDS-61, WOUNDS-67, WOUNDS-68: who exchanges blows with its opponent retreats or loses heart all the same.
#[test]
fn an_exchange_of_blows_ends_with_a_retreat() {
    let blade = attacks(&["damage = 6, critical_on = 21"]);
    for (keys, faces, rule) in [
        ("retreat_below = 50", &[][..], "WOUNDS-68"),
        ("morale = true", &[4, 4, 2], "WOUNDS-67"),
        ("", &[], "WOUNDS-69"),
    ] {
        let text = scene("", &[member("hero", &blade), enemy("orc", &format!("{keys}\n{blade}"))]);
        for orc in [1, 5] {
            let played = one_round(&text, &[], &[&[1, orc, 11, 10], faces].concat());
            assert_eq!(
                (played.wound_points(), played.ends[1] == EndState::Fled),
                (vec![10, 4], !keys.is_empty()),
                "{keys}"
            );
            assert!(played.applied(1, rule), "{keys}");
        }
    }
}

/// WOUNDS-68, WOUNDS-28: the share is one of the maximum as it is then.
#[test]
fn retreat_is_measured_by_the_present_maximum() {
    for (lost, leaves) in [(3, false), (2, true)] {
        let rules = injured_by(&format!("damage = {lost}, abilities = [\"strength\"]"));
        let hero = member("hero", &attacks(&[BREAK]));
        // 7 - 1 = 6 of 7, and of 8: 6 × 100 against 80 × 7 = 560 and 80 × 8 = 640.
        let text = scene(&rules, &[hero, dummy("orc", "starting_wounds = 7\nretreat_below = 80")]);
        let played = one_round(&text, &[], &[&[1, 1], &BROKEN[..]].concat());
        assert_eq!((played.wound_points()[1], played.ends[1] == EndState::Fled), (6, leaves), "{lost}");
        assert_eq!(played.applied(1, "WOUNDS-68"), leaves);
    }
}

/// WOUNDS-68, WOUNDS-27: of Stress that is rolled the share is one of what was rolled.
#[test]
fn retreat_is_measured_by_rolled_stress() {
    for (face, leaves) in [(2, false), (3, true)] {
        // 8 + 2 or 8 + 3; 5 are left.
        let text = wounded(3 + face, "stress = \"2d8\"\nretreat_stress_below = 50");
        let played = one_round(&text, &["rules.stress_from=rolled"], &[face as u32, 1, 1, 11]);
        assert_eq!((played.stress()[1], played.ends[1] == EndState::Fled), (5, leaves), "{face}");
        assert_eq!(played.applied(1, "WOUNDS-68"), leaves);
    }
}

/// WOUNDS-68: the down do not leave, and both sides can leave at once.
#[test]
fn only_fighters_retreat() {
    let friend = dummy("friend", "retreat_below = 1");
    let text = format!("{}{friend}", wounded(10, "retreat_below = 50"));
    let down = one_round(&text, &[], &[1, 1, 1, 11]);
    assert_eq!((down.ends[1], down.applied(1, "WOUNDS-68")), (EndState::Down, false));
    let hurt = "starting_wounds = 4\nretreat_below = 50";
    let both = play(&wounds(&scene("", &[member("hero", hurt), enemy("orc", hurt)]), &[]), [1, 1]);
    assert_eq!((both.outcome.winner, both.outcome.rounds), (Winner::Draw, 1));
    assert_eq!((both.ends.clone(), both.applied(1, "WOUNDS-68")), (vec![EndState::Fled; 2], true));
}

/// WOUNDS-69: without a decision after the last round the encounter is a timeout; a decision at its very end is one.
#[test]
fn a_fight_without_a_decision_times_out() {
    for max_rounds in [1, 2, 7] {
        let text = scene("", &[member("hero", &attacks(&[TOUCH])), dummy("orc", "")]);
        let played = rounds(max_rounds, &text, &[], &[&[1, 1][..], &vec![1; max_rounds as usize]].concat());
        assert_eq!((played.outcome.winner, played.outcome.rounds), (Winner::Timeout, max_rounds));
        assert_eq!((played.ends.clone(), played.metric("first_down_round")), (vec![EndState::Standing; 2], 0));
        assert!(played.applied(max_rounds, "WOUNDS-69") && !played.named("WOUNDS-68"));
    }
    let last = rounds(2, &wounded(3, "retreat_below = 50"), &[], &[1, 1, 11, 11]);
    assert_eq!((last.outcome.winner, last.outcome.rounds), (Winner::Party, 2));
    assert!(last.applied(2, "WOUNDS-68") && !last.named("WOUNDS-69"));
}

/// WOUNDS-69: dead, else fled, else down at 0 or paralysed, else standing, also who never arrived.
#[test]
fn everybody_has_an_end_state() {
    let keys = [
        "starting_wounds = -9",
        "starting_wounds = 4\nretreat_below = 50",
        "starting_wounds = -1\nfights_on = \"always\"\nretreat_below = 50",
        "starting_wounds = 0",
        "starting_wounds = -1\nfights_on = \"always\"",
        "starting_wounds = 1",
        "enters_round = 2",
        "enters_round = 2\nstarting_wounds = 0",
    ];
    let party = keys.iter().enumerate().map(|(index, keys)| member(&format!("m{index}"), keys));
    let text = scene("strain_wounds = 0", &party.chain([dummy("orc", "")]).collect::<Vec<_>>());
    let ends = [
        EndState::Dead,
        EndState::Fled,
        EndState::Fled,
        EndState::Down,
        EndState::Down,
        EndState::Standing,
        EndState::Standing,
        EndState::Down,
    ];
    let played = rounds(2, &text, &["combatants.m0.starting_wounds=-8"], &[1; 9]);
    assert_eq!(played.ends[..8], ends);
    assert_eq!((played.outcome.winner, played.applied(2, "WOUNDS-69")), (Winner::Timeout, true));
    let paralysed = injured_by("flags = [\"paralysed\"]");
    let text = scene(&paralysed, &[member("hero", &attacks(&[BREAK])), dummy("orc", ""), dummy("friend", "")]);
    let played = one_round(&text, &[], &[&[1, 1, 1], &BROKEN[..]].concat());
    assert_eq!((played.wound_points()[1], played.ends[1], played.applied(1, "WOUNDS-69")), (9, EndState::Down, true));
}

/// WOUNDS-45, WOUNDS-58, WOUNDS-68: `first_down_round` is the round of the first fall, at the end of a round too; leaving
/// is no fall.
#[test]
fn the_first_fall_is_counted() {
    let text = wounded(5, "").replacen("[[combatants]]\nid = \"orc\"", "[[combatants]]\nid = \"orc\"\ncount = 2", 1);
    let later = rounds(4, &text, &[], &[1, 1, 1, 11, 11, 11, 11]);
    assert_eq!((later.metric("first_down_round"), later.outcome.rounds), (2, 4));
    assert!(later.applied(2, "WOUNDS-45") && later.applied(4, "WOUNDS-68"));
    let rules = injured_by("flags = [\"suffocating\"]");
    let text = scene(&rules, &[member("hero", &attacks(&[BREAK])), dummy("orc", "starting_wounds = 3")]);
    let choked = rounds(4, &text, &[], &[&[1, 1], &BROKEN[..]].concat());
    assert_eq!((choked.metric("first_down_round"), choked.outcome.rounds), (2, 2));
    assert!(choked.applied(2, "WOUNDS-58") && choked.applied(2, "WOUNDS-45"));
}
