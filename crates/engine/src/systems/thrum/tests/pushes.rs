//! THRUM-25: pushes and pulls.

use super::fighters::*;
use super::*;

/// The square of an orc, which has acted before, after a hero has used an attack with this effect on it.
#[track_caller]
fn moved(map: &str, hero: (i16, i16), orc: (i16, i16), effect: &str, others: &[String]) -> ((i16, i16), Played) {
    let strike = format!("{STRIKE}, range = 9, effect = {{ {effect} }}");
    let hero = rooted(hero, &format!("initiative = -9\n{}", abilities(&[&strike])));
    let orc = rooted(orc, &format!("{TIRED}{PLAIN}initiative = 9"));
    let everybody = [[pc("hero", &hero), npc("orc", &orc)].as_slice(), others].concat();
    let rules = testing::limited::<Thrum>(&scene(QUIET, map, &everybody), &[], 1);
    let mut faces = vec![3; 2 * everybody.len()];
    faces.extend([3, 3, 3, 3]);
    let played = play(&rules, faces);
    (square(&rules, &played, 1), played)
}

const FIELD: &str = "width = 9\nheight = 9";

/// THRUM-25: a push goes on by the signs of the way from the user to the target, as they were before its first step.
#[test]
fn pushes_lead_away() {
    for (from, to, squares, end) in [
        ((4, 4), (5, 4), 2, (7, 4)),
        ((4, 4), (3, 3), 2, (1, 1)),
        ((4, 4), (4, 6), 1, (4, 7)),
        ((4, 4), (6, 5), 2, (8, 7)),
        ((4, 4), (1, 5), 1, (0, 6)),
        ((1, 4), (5, 3), 3, (8, 0)),
    ] {
        let (square, played) = moved(FIELD, from, to, &format!("push = {squares}"), &[]);
        assert_eq!(square, end, "{from:?} {to:?}");
        assert!(played.applied(1, "THRUM-25"));
    }
}

/// THRUM-25: each step of a pull goes by the signs of the way to the user, until both are adjacent.
#[test]
fn pulls_lead_near_until_adjacent() {
    for (from, to, squares, end) in [
        ((4, 4), (8, 4), 2, (6, 4)),
        ((4, 4), (8, 4), 9, (5, 4)),
        ((4, 4), (8, 5), 1, (7, 4)),
        ((4, 4), (8, 6), 3, (5, 4)),
        ((4, 4), (7, 7), 9, (5, 5)),
        ((4, 4), (5, 5), 3, (5, 5)),
        ((0, 0), (1, 5), 4, (0, 1)),
    ] {
        let (square, played) = moved(FIELD, from, to, &format!("pull = {squares}"), &[]);
        assert_eq!(square, end, "{from:?} {to:?}");
        assert_eq!(played.rules.count("THRUM-25") > 0, to != end);
    }
}

/// THRUM-25: it stops before the edge, a wall, somebody, and what is 2 or more levels higher, not before what is 1
/// higher or lower.
#[test]
fn pushes_stop_before_obstacles() {
    for (row, end) in
        [(".....", 4), ("...#..", 2), ("...2..", 2), ("...1..", 5), ("...a..", 5), ("...13.", 3), ("..1.2.", 3)]
    {
        let (square, played) = moved(&rows(&[row]), (0, 0), (1, 0), "push = 4", &[]);
        assert_eq!(square.0, end, "{row}");
        assert!(played.applied(1, "THRUM-25"));
    }
    for other in [pc("ally", &rooted((4, 0), "")), npc("imp", &rooted((4, 0), ""))] {
        let (square, played) = moved("width = 9\nheight = 1", (0, 0), (1, 0), "push = 5", &[other]);
        assert_eq!(square.0, 3);
        assert!(played.applied(1, "THRUM-25"));
    }
    assert_eq!(
        moved("width = 9\nheight = 1", (0, 0), (8, 0), "pull = 9", &[npc("imp", &rooted((4, 0), PLAIN))]).0.0,
        5
    );
}

/// THRUM-25: Difficult ground and the target's Speed, here 0, play no part.
#[test]
fn difficult_ground_does_not_stop_a_push() {
    let (square, played) = moved(&rows(&[".~~~~~"]), (0, 0), (1, 0), "push = 3", &[]);
    assert_eq!(square.0, 4);
    assert!(played.applied(1, "THRUM-25") && !played.named("THRUM-20"));
}

/// THRUM-25, THRUM-60: who is Immobilized is moved all the same.
#[test]
fn the_immobilized_are_pushed() {
    let (square, played) = moved(FIELD, (4, 4), (5, 4), "immobilized = true, push = 2", &[]);
    assert_eq!((square, played.is(1, Conditions::IMMOBILIZED)), ((7, 4), true));
    assert!(played.applied(1, "THRUM-25") && played.applied(1, "THRUM-60"));
}

/// THRUM-25: of one block the push comes before the pull.
#[test]
fn a_push_comes_before_a_pull() {
    let (square, played) = moved(FIELD, (4, 4), (6, 4), "push = 5, pull = 1", &[]);
    assert_eq!(square, (7, 4));
    assert!(played.applied(1, "THRUM-25"));
}

/// THRUM-25, THRUM-43: who is pushed into the range of an `enemy_enters` sets it off.
#[test]
fn who_is_pushed_sets_triggers_off() {
    for (range, marks) in [(1, 1), (2, 1), (3, 0)] {
        let watch = format!(
            "id = \"watch\", type = \"stance\", trigger = \"enemy_enters\", range = {range}, effect = {{ mark = 1 }}"
        );
        let guard = pc("guard", &rooted((8, 4), &abilities(&[&watch])));
        let (square, played) = moved(FIELD, (4, 4), (5, 4), "push = 2", &[guard]);
        assert_eq!((square, played.end.bodies[1].mark), ((7, 4), marks), "{range}");
        assert!(played.applied(1, "THRUM-25"));
    }
}

/// THRUM-25, THRUM-43: a push ends for who is moved elsewhere on its way.
#[test]
fn who_is_pushed_aside_is_pushed_no_farther() {
    let aside = r#"id = "aside", type = "stance", trigger = "enemy_enters", range = 1, effect = { push = 1 }"#;
    let guard = pc("guard", &rooted((7, 3), &abilities(&[aside])));
    let (square, played) = moved(FIELD, (4, 4), (5, 4), "push = 3", &[guard]);
    assert_eq!((square, played.metric("triggers")), ((5, 5), 1));
    assert!(played.applied(1, "THRUM-25"));
}

/// THRUM-25, THRUM-41: each square of a push counts as entered.
#[test]
fn who_is_pushed_enters_terrain() {
    let ground = r#"id = "briars", type = "action", tags = ["terrain_effect"], shape = "area", size = 2, range = 9, terrain = { enter = { mark = 1 }, affects = "enemies" }"#;
    // The witch lays it on the orc, whose turn is over, and on the square to which it is pushed.
    let witch = pc("witch", &rooted((0, 4), &format!("initiative = 5\n{}", abilities(&[ground]))));
    let (_, played) = moved(FIELD, (6, 6), (5, 5), "push = 1", &[witch]);
    assert_eq!(played.end.bodies[1].mark, 1);
    assert!(played.rules.count("THRUM-41") > 0);
}
