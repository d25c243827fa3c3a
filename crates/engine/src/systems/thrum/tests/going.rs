//! THRUM-57, THRUM-60, THRUM-61, THRUM-63: conditions that hinder movement.

use super::fighters::*;
use super::*;

/// A hero in such a condition from Round Zero on, who makes for an orc at the right end without a Dash.
fn hindered(take: &str, keys: &str, map: &str) -> String {
    let curse = format!("id = \"curse\", type = \"stance\", take = {{ {take} }}");
    scene(
        QUIET,
        map,
        &[
            pc("hero", &at((4, 4), &format!("{TIRED}{keys}\n{}", abilities(&[&curse])))),
            npc("orc", &rooted((19, 4), "")),
        ],
    )
}

const FIELD: &str = "width = 20\nheight = 9";

/// THRUM-57, THRUM-18: Slowed takes 2 squares of Speed, however many stacks there are.
#[test]
fn the_slowed_are_slow_by_two() {
    for (take, squares) in [("", 4), ("slowed = 1", 2), ("slowed = 2", 2), ("slowed = 9", 2)] {
        let played = one_round(&hindered(take, "", FIELD), &[], &FIRST);
        assert_eq!(steps(&played, 1, "hero")[0].len(), squares, "{take}");
        assert_eq!(played.applied(0, "THRUM-56"), !take.is_empty());
    }
    for (speed, squares) in [(1, 0), (2, 0), (3, 1)] {
        let played = one_round(&hindered("slowed = 1", &format!("speed = {speed}"), FIELD), &[], &FIRST);
        assert_eq!(steps(&played, 1, "hero")[0].len(), squares, "{speed}");
    }
    // It ends with the turn.
    let played = rounds(2, &hindered("slowed = 1", "", FIELD), &[], &FIRST);
    assert_eq!([1, 2].map(|round| steps(&played, round, "hero")[0].len()), [2, 4]);
}

/// THRUM-60: the Immobilized do not move, except by teleports, until the end of their turn.
#[test]
fn the_immobilized_stay_for_a_turn() {
    let played = rounds(2, &hindered("immobilized = true", "", FIELD), &[], &FIRST);
    assert_eq!([1, 2].map(|round| steps(&played, round, "hero")[0].len()), [0, 4]);
    assert!(played.applied(1, "THRUM-60") && !played.is(0, Conditions::IMMOBILIZED));
    let played = one_round(&hindered("immobilized = true", "teleport_range = 3", FIELD), &[], &FIRST);
    assert_eq!((steps(&played, 1, "hero")[0].len(), played.rules.count("THRUM-24")), (0, 4));
}

/// THRUM-60, THRUM-13: it ends with the sufferer's own turn, not with another one's, and also if that one lies Incapacitated.
#[test]
fn the_end_of_the_own_turn_ends_it() {
    let net = format!("{STRIKE}, effect = {{ immobilized = true, stunned = true }}");
    for (faces, held) in [(FIRST, false), (SECOND, true)] {
        let text = scene(
            QUIET,
            "width = 2\nheight = 1",
            &[pc("hero", &rooted((0, 0), &abilities(&[&net]))), npc("orc", &rooted((1, 0), PLAIN))],
        );
        let played = one_round(&text, &[], &[&faces[..], &[1, 1, 3, 3]].concat());
        assert_eq!((played.is(1, Conditions::IMMOBILIZED), played.is(1, Conditions::STUNNED)), (held, held));
        assert!(played.applied(1, "THRUM-60") && played.applied(1, "THRUM-63"));
        assert_eq!(played.applied(1, "THRUM-13"), !held);
    }
}

/// THRUM-61: with 7 a step goes as intended and the condition ends.
#[test]
fn seven_ends_being_disoriented() {
    let played = one_round(&hindered("disoriented = true", "", FIELD), &[], &[&FIRST[..], &[3, 4]].concat());
    assert_eq!(steps(&played, 1, "hero")[0].len(), 4);
    assert!(played.applied(1, "THRUM-61") && !played.is(0, Conditions::DISORIENTED));
}

/// The first step of somebody Disoriented with Speed 1, with these faces.
#[track_caller]
fn strayed(faces: [u32; 2]) -> (i16, i16) {
    let keys = "speed = 1";
    let rules = testing::limited::<Thrum>(&hindered("disoriented = true", keys, FIELD), &[], 1);
    let played = play(&rules, FIRST.iter().chain(&faces).copied());
    assert!(played.applied(1, "THRUM-61"));
    assert_eq!(played.is(0, Conditions::DISORIENTED), faces[0] + faces[1] != 7);
    square(&rules, &played, 0)
}

/// THRUM-61: else the direction turns by the difference from 7 in eighths, clockwise above and counter-clockwise below.
#[test]
fn other_rolls_turn_the_step() {
    let meant = strayed([3, 4]);
    let around = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];
    let start = around.iter().position(|&(x, y)| (4 + x, 4 + y) == meant).expect("a step");
    for (faces, turn) in [
        ([4, 4], 1),
        ([4, 5], 2),
        ([5, 5], 3),
        ([5, 6], 4),
        ([6, 6], 5),
        ([3, 3], -1),
        ([2, 3], -2),
        ([2, 2], -3),
        ([1, 2], -4),
        ([1, 1], -5),
    ] {
        let (x, y) = around[(start as i32 + turn).rem_euclid(8) as usize];
        assert_eq!(strayed(faces), (4 + x, 4 + y), "{faces:?}");
    }
}

/// THRUM-61: off the map, onto a wall, an occupied square or one that is not affordable nobody goes: it pays for the step that it
/// meant, and plans the rest afresh.
#[test]
fn impossible_ways_cost_the_step_that_was_meant() {
    // In a corridor the only way is to the right: 11 turns it round, 9 into the edge.
    let corridor = |row: &str, from: i16, speed: i32, faces: &[u32], others: &[String]| {
        let curse = r#"id = "curse", type = "stance", take = { disoriented = true }"#;
        let hero = at((from, 0), &format!("{TIRED}speed = {speed}\ninitiative = 9\n{}", abilities(&[curse])));
        let everybody =
            [[pc("hero", &hero), npc("orc", &rooted((9, 0), "initiative = -9"))].as_slice(), others].concat();
        let rules = testing::limited::<Thrum>(&scene(QUIET, &rows(&[row]), &everybody), &[], 1);
        let played = play(&rules, vec![3; 2 * everybody.len()].iter().chain(faces).copied());
        assert!(played.applied(1, "THRUM-61"));
        square(&rules, &played, 0).0
    };
    let free = "..........";
    // Off the map twice, then on for the one square that is left.
    assert_eq!(corridor(free, 2, 3, &[4, 5, 4, 5, 3, 4], &[]), 3);
    assert_eq!(corridor(free, 2, 2, &[4, 5, 4, 5], &[]), 2);
    // Back, and forth again with what is left; back onto a wall, an ally, too high a step.
    assert_eq!(corridor(free, 2, 3, &[5, 6, 3, 4], &[]), 3);
    assert_eq!(corridor(".#........", 2, 2, &[5, 6, 3, 4], &[]), 3);
    assert_eq!(corridor(free, 2, 2, &[5, 6, 3, 4], &[pc("ally", &rooted((1, 0), "initiative = 0"))]), 3);
    assert_eq!(corridor(".9........", 2, 2, &[5, 6, 3, 4], &[]), 3);
    // A dear step that is affordable is paid for in full.
    assert_eq!(corridor(".2........", 2, 3, &[5, 6], &[]), 1);
    assert_eq!(corridor(".2........", 2, 4, &[5, 6, 3, 4], &[]), 2);
    // A step that would be dear costs just that when one stays.
    assert_eq!(corridor("..~.......", 2, 3, &[4, 5], &[]), 2);
    assert_eq!(corridor("..~.......", 2, 4, &[4, 5, 3, 4], &[]), 3);
}

/// THRUM-61: a teleport is not turned.
#[test]
fn teleports_do_not_stray() {
    let curse = r#"id = "curse", type = "stance", take = { disoriented = true }"#;
    let hero = at((0, 0), &format!("{TIRED}teleport_range = 2\nspeed = 1\n{}", abilities(&[curse])));
    let text = scene(QUIET, &rows(&[".#......"]), &[pc("hero", &hero), npc("orc", &rooted((7, 0), ""))]);
    let rules = testing::limited::<Thrum>(&text, &[], 1);
    let played = play(&rules, FIRST);
    assert_eq!((square(&rules, &played, 0).0, played.is(0, Conditions::DISORIENTED)), (2, true));
    assert!(played.applied(0, "THRUM-61") && played.rules.count("THRUM-24") == 1);
}

/// THRUM-63: who is Stunned moves or acts, acts if it has a use for it; or only moves; or neither. It takes a Stance in any case.
#[test]
fn the_stunned_move_or_act_or_neither() {
    let curse = r#"id = "curse", type = "stance", take = { stunned = true }"#;
    let shoot = format!("{STRIKE}, range = 3");
    for (knob, x, squares, attacks) in [
        ("move_or_act", 3, 0, 1),
        ("move_or_act", 5, 2, 0),
        ("no_action", 3, 0, 0),
        ("no_action", 5, 2, 0),
        ("lose_turn", 3, 0, 0),
        ("lose_turn", 5, 0, 0),
    ] {
        let hero = at((0, 0), &abilities(&[&shoot, curse]));
        let text = scene(QUIET, "width = 12\nheight = 1", &[pc("hero", &hero), npc("orc", &rooted((x, 0), PLAIN))]);
        let faces: &[u32] = if attacks > 0 { &[3, 3, 3, 3] } else { &[] };
        let played = one_round(
            &text,
            &[&format!("rules.stunned={knob}"), "rules.stance_renewal=take"],
            &[&FIRST[..], faces].concat(),
        );
        assert_eq!((steps(&played, 1, "hero")[0].len(), played.metric("attacks")), (squares, attacks), "{knob} {x}");
        assert!(played.applied(1, "THRUM-63"));
        assert_eq!(played.said(1, "hero takes the Stance curse").len(), 1);
        // Renewed by its Stance, the condition ends with the turn all the same.
        assert!(!played.is(0, Conditions::STUNNED));
    }
    // Without the knob it moves or acts, and the turn after next it does both.
    let text = scene(
        QUIET,
        "width = 12\nheight = 1",
        &[pc("hero", &at((0, 0), &abilities(&[&shoot, curse]))), npc("orc", &rooted((8, 0), PLAIN))],
    );
    let played = rounds(2, &text, &[], &[&FIRST[..], &[3, 3, 3, 3]].concat());
    assert_eq!([1, 2].map(|round| steps(&played, round, "hero").map(|steps| steps.len())), [[4, 0], [1, 0]]);
    assert_eq!(played.metric("attacks"), 1);
}

/// THRUM-63: who acts does not move, though it would rather shoot from farther off.
#[test]
fn the_stunned_act_where_they_stand() {
    for (take, x) in [("", 2), ("stunned = true", 4)] {
        let curse = format!("id = \"curse\", type = \"stance\", take = {{ {take} }}");
        let hero =
            at((4, 0), &format!("policy = \"kiter\"\n{}", abilities(&[&format!("{STRIKE}, range = 3"), &curse])));
        let text = scene(QUIET, "width = 12\nheight = 1", &[pc("hero", &hero), npc("orc", &rooted((5, 0), PLAIN))]);
        let rules = testing::limited::<Thrum>(&text, &[], 1);
        let played = play(&rules, [&FIRST[..], &[3, 3, 3, 3]].concat());
        assert_eq!((square(&rules, &played, 0).0, played.metric("attacks")), (x, 1), "{take}");
        assert_eq!(played.applied(1, "THRUM-63"), x == 4);
    }
}

/// THRUM-63: a wish to Recover from being Exhausted is a use for the Action, what anybody can always do is none.
#[test]
fn fallbacks_are_no_use_for_an_action() {
    let curse = r#"id = "curse", type = "stance", take = { stunned = true }"#;
    for (keys, squares, recovers) in [("fatigue = 4", 0, 1), ("fatigue = 3", 4, 0), ("", 4, 0)] {
        let hero = at((0, 0), &format!("{keys}\n{}", abilities(&[curse])));
        let text = scene(QUIET, "width = 12\nheight = 1", &[pc("hero", &hero), npc("orc", &rooted((11, 0), ""))]);
        let played = one_round(&text, &[], &FIRST);
        assert_eq!(
            (steps(&played, 1, "hero"), played.metric("recovers")),
            ([walked(squares), vec![]], recovers),
            "{keys}"
        );
        assert!(played.applied(1, "THRUM-63"));
    }
}

fn walked(squares: i16) -> Vec<(i16, i16)> {
    (1..=squares).map(|x| (x, 0)).collect()
}
