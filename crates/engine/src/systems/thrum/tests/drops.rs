//! THRUM-22 and THRUM-23: drops of one's own will, and forced ones.

use super::fighters::*;
use super::standoff::{STILL, directly, staged, still_npc, still_pc};
use super::*;

/// One Round of somebody who drops along a row, without a Dash; its keys, and the faces of its drop.
#[track_caller]
fn dropped(row: &str, keys: &str, overrides: &[&str], faces: &[u32]) -> (i16, Played) {
    let hero = at((0, 0), &format!("{TIRED}drops = true\n{keys}"));
    let text = scene(QUIET, &rows(&[row]), &[pc("hero", &hero), npc("orc", &rooted((row.len() as i16 - 1, 0), ""))]);
    let rules = testing::limited::<Thrum>(&text, overrides, 1);
    let played = play(&rules, FIRST.iter().chain(faces).copied());
    (square(&rules, &played, 0).0, played)
}

/// THRUM-22: a drop costs what a step on level ground does, and nothing else happens if the roll is above 2d6 and the levels.
#[test]
fn a_drop_that_succeeds_is_a_cheap_step() {
    for (row, from, speed, x) in [("2......", 0, 1, 1), ("9......", 0, 1, 1), ("2......", 0, 4, 4)] {
        let levels = row[..1].parse::<i32>().expect("a level");
        let (end, played) = dropped(row, &format!("speed = {speed}\nreflex = {levels}"), &[], &[3, 4, 3, 3]);
        assert_eq!((end - from, played.metric("drop_rolls"), played.metric("drops_failed")), (x, 1, 0), "{row}");
        assert!(
            played.applied(1, "THRUM-22") && played.stacks(0, Status::Slowed) == 0 && !played.is(0, Conditions::DAZED)
        );
    }
    // Leaving a Difficult square costs one more here as well.
    let map = rows(&["2......"]) + "difficult = [[0, 0]]";
    let hero = at((0, 0), &format!("{TIRED}drops = true\nspeed = 3"));
    let text = scene(QUIET, &map, &[pc("hero", &hero), npc("orc", &rooted((6, 0), ""))]);
    assert_eq!(ends_at(&text, &[], &[&FIRST[..], &[6, 6, 1, 1]].concat())[0].0, 2);
}

/// THRUM-22: equal to the environment is not enough; a difference of one level or less, and a climb, are no drops.
#[test]
fn the_environment_has_to_be_beaten() {
    for (own, failed) in [([3, 5], 1), ([3, 6], 0), ([1, 2], 1)] {
        let (_, played) = dropped("2......", "", &[], &[own[0], own[1], 2, 4]);
        assert_eq!((played.metric("drops_failed"), played.applied(1, "THRUM-22")), (failed, true), "{own:?}");
    }
    // The levels count: 3 of them ask for one more.
    assert_eq!(dropped("3......", "", &[], &[3, 6, 2, 4]).1.metric("drops_failed"), 1);
    for row in ["1......", ".a.....", "..1....", ".2....."] {
        assert_eq!(dropped(row, "speed = 1", &[], &[]).1.metric("drop_rolls"), 0, "{row}");
    }
}

/// THRUM-22: with `environment = "fixed"` the roll is against 7 and the levels.
#[test]
fn a_fixed_environment_does_not_roll() {
    for (environment, own, other, failed) in [
        ("fixed", [4, 5], &[][..], 1),
        ("fixed", [5, 5], &[], 0),
        ("rolls", [5, 5], &[4, 4], 1),
        ("rolls", [4, 5], &[3, 3], 0),
    ] {
        let (_, played) =
            dropped("2......", "", &[&format!("rules.environment={environment}")], &[&own[..], other].concat());
        assert_eq!(played.metric("drops_failed"), failed, "{environment} {own:?}");
        assert!(played.applied(1, "THRUM-22") && played.applied(1, "THRUM-01"));
    }
}

/// THRUM-22: the higher of `endurance` and `reflex` is added, and nothing else.
#[test]
fn the_higher_modifier_is_rolled_with() {
    for (keys, failed) in [
        ("endurance = 1", 0),
        ("reflex = 1", 0),
        ("endurance = -3\nreflex = 1", 0),
        ("endurance = 1\nreflex = -3", 0),
        ("endurance = 0\nreflex = 0\nfocus = 9\nevasion = 9\nresilience = 9", 1),
    ] {
        assert_eq!(dropped("2......", keys, &[], &[4, 4, 3, 3]).1.metric("drops_failed"), failed, "{keys}");
    }
}

/// THRUM-22: a failed drop slows; who has spent its new Speed stops there Dazed, others go on with what is left of it.
#[test]
fn a_failed_drop_slows_or_stops() {
    for (row, speed, x, dazed) in [
        ("2.......", 4, 2, false),
        ("2.......", 3, 1, true),
        ("2.......", 6, 4, false),
        ("2.......", 1, 1, true),
        (".2......", 4, 2, true),
        ("12......", 5, 3, false),
    ] {
        let (end, played) = dropped(row, &format!("speed = {speed}"), &[], &[1, 1, 6, 6]);
        assert_eq!((end, played.is(0, Conditions::DAZED)), (x, dazed), "{row} {speed}");
        assert_eq!((played.metric("drops_failed"), played.applied(1, "THRUM-22")), (1, true));
        // It has lasted until the end of the turn.
        assert_eq!(played.stacks(0, Status::Slowed), 0);
    }
}

/// THRUM-22: one stack of Slowed is added to those that there are, and costs no more Speed.
#[test]
fn who_is_slowed_already_loses_nothing_more() {
    let mire = r#"id = "mire", type = "stance", take = { slowed = 3 }"#;
    let keys = |speed: i32| format!("speed = {speed}\n{}", abilities(&[mire]));
    let (end, played) = dropped("2.......", &keys(5), &[], &[1, 1, 6, 6]);
    // Round Zero gives 3 stacks, the drop 1, and one ends.
    assert_eq!((end, played.stacks(0, Status::Slowed), played.is(0, Conditions::DAZED)), (3, 3, false));
    assert!(played.applied(1, "THRUM-22") && played.applied(0, "THRUM-56"));
    let (end, played) = dropped("2.......", &keys(3), &[], &[1, 1, 6, 6]);
    assert_eq!((end, played.is(0, Conditions::DAZED)), (1, true));
}

/// THRUM-22: nobody drops onto an ally, or unless `drops` says so; the dear walk down calls for no roll.
#[test]
fn the_walk_down_calls_for_no_roll() {
    assert_eq!(dropped("3......", "speed = 4", &["combatants.hero.drops=false"], &[]).0, 2);
    let text = |speed: i32| {
        scene(
            QUIET,
            &rows(&["3........"]),
            &[
                pc("hero", &at((0, 0), &format!("{TIRED}drops = true\nspeed = {speed}"))),
                pc("ally", &rooted((1, 0), "")),
                npc("orc", &rooted((8, 0), "")),
            ],
        )
    };
    for (speed, x) in [(3, 0), (4, 2)] {
        let played = one_round(&text(speed), &[], &[6, 6, 1, 1, 1, 1]);
        assert_eq!(ends_at(&text(speed), &[], &[6, 6, 1, 1, 1, 1])[0].0, x);
        assert!(!played.named("THRUM-22") && (x == 0 || played.applied(1, "THRUM-21")));
    }
}

/// THRUM-22: of a Dash its own spending counts, not that of the Move before it.
#[test]
fn a_dash_is_counted_by_itself() {
    let hero = at((0, 0), "drops = true\nspeed = 4");
    let text = scene(QUIET, &rows(&["....2......"]), &[pc("hero", &hero), npc("orc", &rooted((10, 0), ""))]);
    let played = one_round(&text, &[], &[6, 6, 1, 1, 1, 1, 6, 6]);
    // Up to the edge and down again is all of the Dash: of the 3 points that it takes 2 were left.
    assert_eq!(steps(&played, 1, "hero"), [vec![(1, 0), (2, 0), (3, 0)], vec![(4, 0), (5, 0)]]);
    assert!(played.is(0, Conditions::DAZED));
    let text = scene(QUIET, &rows(&["...12......"]), &[pc("hero", &hero), npc("orc", &rooted((10, 0), ""))]);
    // 4 squares by the Move up to the edge; of the 2 that are left of the Dash the drop takes one.
    let played = one_round(&text, &[], &[6, 6, 1, 1, 1, 1, 6, 6]);
    assert_eq!(steps(&played, 1, "hero"), [vec![(1, 0), (2, 0), (3, 0), (4, 0)], vec![(5, 0), (6, 0)]]);
    assert!(played.applied(1, "THRUM-22") && !played.is(0, Conditions::DAZED));
}

/// THRUM-22: of a movement that an ability grants the squares count as Speed, 2 less if one became Slowed on the way.
#[test]
fn granted_squares_count_as_speed() {
    let leap = |squares: i32| format!("{STRIKE}, self_effect = {{ move = {squares} }}");
    for (squares, take, x, dazed) in
        [(4, "", 3, false), (3, "", 2, true), (3, "slowed = 3", 4, false), (1, "slowed = 3", 2, true)]
    {
        let mire = format!("id = \"mire\", type = \"stance\", take = {{ {take} }}");
        let hero = at(
            (1, 0),
            &format!("drops = true\npolicy = \"kiter\"\nspeed = 0\n{}", abilities(&[&leap(squares), &mire])),
        );
        let text = scene(QUIET, &rows(&["22......"]), &[pc("hero", &hero), npc("orc", &rooted((0, 0), PLAIN))]);
        let rules = testing::limited::<Thrum>(&text, &[], 1);
        let played = play(&rules, [6, 6, 1, 1, 3, 3, 3, 3, 1, 1, 6, 6]);
        assert_eq!((square(&rules, &played, 0).0, played.is(0, Conditions::DAZED)), (x, dazed), "{squares} {take}");
        assert!(played.applied(1, "THRUM-22"));
    }
}

/// One Round in which a hero pushes an orc along a row; the orc has acted before.
#[track_caller]
fn pushed(row: &str, squares: i32, keys: &str, faces: &[u32]) -> (i16, Played) {
    let hero = rooted((0, 0), &abilities(&[&format!("{STRIKE}, effect = {{ push = {squares} }}")]));
    let orc = at((1, 0), &format!("{TIRED}{PLAIN}{keys}"));
    let text = scene(QUIET, &rows(&[row]), &[pc("hero", &hero), npc("orc", &orc)]);
    let rules = testing::limited::<Thrum>(&text, &[], 1);
    let played = play(&rules, [1, 1, 6, 6, 3, 3, 3, 3].iter().chain(faces).copied());
    (square(&rules, &played, 1).0, played)
}

/// THRUM-23: who is pushed down 2 levels or more makes the roll of a drop, whether it plans with drops or not.
#[test]
fn who_is_pushed_down_rolls() {
    for (row, faces, rolls, failed, slowed) in [
        ("22.....", &[3, 3, 1, 2][..], 1, 0, 0),
        ("22.....", &[3, 3, 2, 2], 1, 1, 1),
        ("33.....", &[3, 3, 1, 2], 1, 1, 1),
        ("11.....", &[], 0, 0, 0),
        (".......", &[], 0, 0, 0),
        ("421....", &[], 0, 0, 0),
    ] {
        let (end, played) = pushed(row, 2, "", faces);
        assert_eq!((played.metric("drop_rolls"), played.metric("drops_failed")), (rolls, failed), "{row}");
        assert_eq!((end, played.stacks(1, Status::Slowed)), (3, slowed), "{row}");
        assert_eq!(played.rules.count("THRUM-23") > 0, rolls > 0);
        assert!(!played.is(1, Conditions::DAZED));
    }
}

/// THRUM-23: nothing counts as spent, so that only who has no Speed left stops and is Dazed.
#[test]
fn only_who_has_no_speed_left_is_stopped_by_a_forced_drop() {
    for (speed, x, dazed) in [(3, 4, false), (2, 2, true), (0, 2, true)] {
        let (end, played) = pushed("22.......", 3, &format!("speed = {speed}"), &[1, 1, 6, 6]);
        assert_eq!((end, played.is(1, Conditions::DAZED)), (x, dazed), "{speed}");
        assert!(played.rules.count("THRUM-23") > 0);
    }
}

/// THRUM-19, THRUM-22: an ally who came onto the square below in the meantime is in the way of a drop and of no other step; an
/// enemy is in the way of any, also if it lies Incapacitated; who has been removed is in nobody's.
#[test]
fn a_square_may_be_taken_in_the_meantime() {
    let combatants = [still_pc("hero", (0, 0), ""), still_pc("ally", (1, 0), ""), still_npc("orc", (2, 0), "")];
    let rules = thrum(&scene(STILL, &rows(&["2...."]), &combatants), &[]);
    let mut state = staged(&rules);
    let barred = |state: &mut State, who: Who| {
        let (square, mut barred) = (state.bodies[who].square, [false; 2]);
        directly(&rules, state, &[], |fight| {
            barred = [true, false].map(|is_drop| fight.is_barred(0.into(), square, is_drop));
        });
        barred
    };
    assert_eq!((barred(&mut state, 1.into()), barred(&mut state, 2.into())), ([true, false], [true, true]));
    state.set_there(2.into(), true, false);
    assert_eq!(barred(&mut state, 2.into()), [true, true], "Incapacitated");
    for who in [1, 2].map(Who::new) {
        state.set_there(who, false, false);
        assert_eq!(barred(&mut state, who), [false, false], "removed");
    }
}
