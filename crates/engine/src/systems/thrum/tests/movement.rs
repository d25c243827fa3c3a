//! THRUM-10, THRUM-17 to THRUM-21: walking.

use super::fighters::*;
use super::*;

/// The column that the first of two reaches along a row by its Move, which does not Dash; `keys` are its own.
#[track_caller]
fn along(row: &str, from: i16, enemy: i16, speed: i32, keys: &str) -> i16 {
    let hero = at((from, 0), &format!("{TIRED}speed = {speed}\n{keys}"));
    let text = scene(QUIET, &rows(&[row]), &[pc("hero", &hero), npc("orc", &rooted((enemy, 0), ""))]);
    ends_at(&text, &[], &FIRST)[0].0
}

/// Worked check 9, THRUM-18, THRUM-20, THRUM-21: a step costs 1, one more if it leaves a Difficult square, and one more for each
/// level beyond the first; what is not affordable is not gone.
#[test]
fn steps_cost_what_levels_and_difficult_ground_add() {
    for (speed, right, left) in [
        (0, 0, 6),
        (1, 1, 5),
        (2, 1, 5),
        (3, 2, 4),
        (4, 2, 4),
        (6, 2, 4),
        (7, 3, 3),
        (8, 4, 3),
        (9, 4, 2),
        (10, 5, 1),
        (11, 5, 1),
    ] {
        assert_eq!(along(".13a~..", 0, 6, speed, ""), right, "to the right with {speed}");
        assert_eq!(along("..13a~.", 6, 0, speed, ""), left, "to the left with {speed}");
    }
}

/// THRUM-18, THRUM-20, THRUM-21 are applied where a walk costs more.
#[test]
fn costs_are_those_of_rules() {
    let hero = at((0, 0), &format!("{TIRED}speed = 20"));
    let text = scene(QUIET, &rows(&[".~13a~.."]), &[pc("hero", &hero), npc("orc", &rooted((7, 0), ""))]);
    let played = one_round(&text, &[], &FIRST);
    for rule in ["THRUM-18", "THRUM-20", "THRUM-21"] {
        assert!(played.applied(1, rule), "{rule}");
    }
    let flat = scene(QUIET, &rows(&["........"]), &[pc("hero", &hero), npc("orc", &rooted((7, 0), ""))]);
    let played = one_round(&flat, &[], &FIRST);
    assert!(played.applied(1, "THRUM-18") && !played.named("THRUM-20") && !played.named("THRUM-21"));
}

/// THRUM-20: squares of `difficult` are as those of `~`, at any level, and not doubly so.
#[test]
fn listed_squares_are_difficult_once() {
    let walk = |speed: i32, difficult: &str| {
        let map = rows(&[".1~....."]) + difficult;
        let hero = at((0, 0), &format!("{TIRED}speed = {speed}"));
        let text = scene(QUIET, &map, &[pc("hero", &hero), npc("orc", &rooted((7, 0), ""))]);
        ends_at(&text, &[], &FIRST)[0].0
    };
    assert_eq!([4, 5, 6].map(|speed| walk(speed, "")), [3, 4, 5]);
    assert_eq!([3, 4, 5, 6].map(|speed| walk(speed, "difficult = [[1, 0], [2, 0]]")), [2, 2, 3, 4]);
    assert_eq!([4, 5, 6].map(|speed| walk(speed, "difficult = [[0, 0], [7, 0]]")), [2, 3, 4]);
}

/// THRUM-18: 4 squares unless `speed` says otherwise, and what is granted; never less than 0.
#[test]
fn speed_is_four_and_what_is_granted() {
    let walk = |keys: &str| {
        let hero = at((0, 0), &format!("{TIRED}{keys}"));
        let text = scene(QUIET, "width = 12\nheight = 1", &[pc("hero", &hero), npc("orc", &rooted((11, 0), ""))]);
        let played = one_round(&text, &[], &FIRST);
        let walked = steps(&played, 1, "hero")[0].len();
        assert_eq!(played.said(1, "hero moves to ").len(), usize::from(walked > 0), "one line for a whole move");
        assert_eq!(played.applied(1, "THRUM-18"), walked > 0);
        walked
    };
    let granted =
        |speed: i32| abilities(&[&format!("id = \"gait\", type = \"passive\", grants = {{ speed = {speed} }}")]);
    assert_eq!(walk(""), 4);
    assert_eq!(walk("speed = 2"), 2);
    assert_eq!([2, -1, -4, -9].map(|speed| walk(&granted(speed))), [6, 3, 0, 0]);
}

/// THRUM-10: movement comes before the Action; there is none after it but a Dash.
#[test]
fn one_moves_before_one_acts() {
    let strike = abilities(&[STRIKE]);
    let text = scene(
        QUIET,
        "width = 12\nheight = 1",
        &[pc("hero", &at((0, 0), &strike)), npc("orc", &rooted((11, 0), PLAIN))],
    );
    let played = rounds(2, &text, &[], &[&FIRST[..], &[1, 1, 6, 6]].concat());
    assert_eq!(steps(&played, 1, "hero").map(|steps| steps.len()), [4, 4]);
    assert_eq!(steps(&played, 2, "hero").map(|steps| steps.len()), [2, 0]);
    let lines = played.said(2, "hero ");
    let index = |words: &str| lines.iter().position(|line| line.contains(words)).expect("narrated");
    assert!(index("moves to [10, 0]") < index("attacks"));
    assert!(played.applied(1, "THRUM-10"));
}

/// THRUM-17: range is the greater of both differences, elevation ignored.
#[test]
fn range_counts_diagonals_as_one() {
    for (square, hits) in [((2, 2), 1), ((3, 2), 1), ((3, 3), 1), ((0, 3), 1), ((4, 0), 0), ((4, 4), 0), ((2, 4), 0)] {
        let hero = rooted((0, 0), &abilities(&[&format!("{STRIKE}, range = 3")]));
        let map = rows(&["9....", ".....", ".....", ".....", "....."]);
        let text = scene(QUIET, &map, &[pc("hero", &hero), npc("orc", &rooted(square, PLAIN))]);
        let faces: &[u32] = if hits > 0 { &[6, 6, 1, 1] } else { &[] };
        let played = one_round(&text, &[], &[&FIRST[..], faces].concat());
        assert_eq!((played.metric("hits"), played.named("THRUM-17")), (hits, hits > 0), "{square:?}");
    }
}

/// THRUM-19: an ally can be passed, but nobody stops on it; so who could only come as far as it stays before it.
#[test]
fn allies_are_passed_but_not_stood_on() {
    let walk = |speed: i32, ally: i16| {
        let text = scene(
            QUIET,
            "width = 9\nheight = 1",
            &[
                pc("hero", &at((0, 0), &format!("{TIRED}speed = {speed}"))),
                pc("ally", &rooted((ally, 0), "")),
                npc("orc", &rooted((8, 0), "")),
            ],
        );
        ends_at(&text, &[], &[6, 6, 1, 1, 1, 1])[0].0
    };
    assert_eq!([walk(1, 1), walk(2, 1), walk(3, 3), walk(4, 3), walk(7, 7)], [0, 2, 2, 4, 6]);
}

/// THRUM-19: the square of an enemy cannot be entered, also if it is Incapacitated; that of a removed one can.
#[test]
fn enemies_close_the_way_until_they_are_removed() {
    for (tolerance, wounds, x) in [(50, 3, 2), (0, 1, 6)] {
        let guard = format!("fatigue = 100\nfatigue_tolerance = {tolerance}\ninitiative = 9\n{}", abilities(&[SHOUT]));
        let text = scene(
            &format!("{QUIET}wounds_to_remove = {wounds}"),
            "width = 12\nheight = 1",
            &[
                pc("hero", &at((0, 0), &format!("{TIRED}speed = 6"))),
                npc("guard", &rooted((3, 0), &guard)),
                npc("orc", &rooted((11, 0), "")),
            ],
        );
        assert_eq!(ends_at(&text, &[], &[1, 1, 6, 6, 1, 1, 1, 1])[0], (x, 0), "{tolerance}");
    }
    // With a goal behind an active enemy nobody gets past it.
    let text = scene(
        &format!("{QUIET}win_reach = [[8, 0, 1, 1]]"),
        "width = 9\nheight = 1",
        &[pc("hero", &at((0, 0), &format!("{TIRED}speed = 9\ngoal = true"))), npc("orc", &rooted((3, 0), ""))],
    );
    assert_eq!(ends_at(&text, &[], &FIRST)[0], (2, 0));
}

/// THRUM-19: walls stop everybody, but corners do not block diagonal steps.
#[test]
fn corners_do_not_block() {
    let walk = |map: &[&str]| {
        let hero = at((0, 0), &format!("{TIRED}speed = 4"));
        ends_at(&scene(QUIET, &rows(map), &[pc("hero", &hero), npc("orc", &rooted((4, 1), ""))]), &[], &FIRST)[0]
    };
    assert_eq!(walk(&[".#...", "#...."]), (3, 0));
    assert_eq!(walk(&[".#...", "##..."]), (0, 0));
}

/// THRUM-19: whoever is stopped on the square of an ally goes back to the last free square that it left.
#[test]
fn who_is_stopped_on_an_ally_goes_back() {
    for (ally, range, x) in [(&[1][..], 4, 0), (&[2], 3, 1), (&[1, 2], 3, 0), (&[3], 3, 2), (&[], 3, 2)] {
        let keys = format!("trigger = \"enemy_enters\", range = {range}, effect = {{ immobilized = true }}");
        let snare = format!("id = \"snare\", type = \"stance\", {keys}");
        let allies = ally.iter().map(|&x| pc(&format!("ally-{x}"), &rooted((x, 0), "initiative = -9")));
        let mut everybody = vec![pc("hero", &at((0, 0), &format!("{TIRED}speed = 4\ninitiative = 9")))];
        everybody.push(npc("orc", &rooted((5, 0), &abilities(&[&snare]))));
        everybody.extend(allies);
        let rules = testing::limited::<Thrum>(&scene(QUIET, "width = 9\nheight = 1", &everybody), &[], 1);
        let played = play(&rules, vec![3; 2 * everybody.len()]);
        assert_eq!(played.metric("triggers"), 1);
        assert_eq!(square(&rules, &played, 0), (x, 0), "{ally:?}");
        assert_eq!(played.rules.count("THRUM-19") > 0, !ally.is_empty() && ally != [3], "{ally:?}");
    }
}

/// The square in which a hero's walk along a corridor, from (0, 1) on, ends if guards with such Stances look on; and the
/// number of times that they have answered.
#[track_caller]
fn guarded(guards: &[((i16, i16), &str)], keys: &str, faces: &[u32]) -> ((i16, i16), u32) {
    let trip = r#"id = "trip", type = "reaction", tags = ["physical_attack", "finisher"]"#;
    let hero = at((0, 1), &format!("{PLAIN}{TIRED}fatigue_tolerance = 50\ngoal = true\n{keys}"));
    let mut everybody = vec![pc("hero", &hero), pc("page", &rooted((11, 1), ""))];
    for (&(square, stance), id) in guards.iter().zip(["ann", "bob"]) {
        let stance = format!("id = \"guard\", type = \"stance\", {stance}");
        everybody.push(npc(id, &rooted(square, &format!("initiative = -9\n{}", abilities(&[&stance, trip])))));
    }
    // Beside the corridor only the guards' squares are open, and those to which they push.
    let is_open = |x: i16, y: i16| y == 1 || (y == 2 && x < 2) || guards.iter().any(|&(square, _)| square == (x, y));
    let row = |y: i16| (0..12).map(|x| if is_open(x, y) { '.' } else { '#' }).collect::<String>();
    let map = [0, 1, 2, 3].map(row);
    let text =
        scene(&format!("{QUIET}win_reach = [[9, 1, 1, 1]]"), &rows(&map.each_ref().map(String::as_str)), &everybody);
    let rules = testing::limited::<Thrum>(&text, &[], 1);
    let played = play(&rules, [vec![3; 2 * everybody.len()], faces.to_vec()].concat());
    assert!(played.applied(1, "THRUM-43"));
    assert_eq!(played.applied(1, "THRUM-18"), !played.said(1, "hero moves to ").is_empty());
    (square(&rules, &played, 0), played.metric("triggers"))
}

/// THRUM-18, THRUM-43, THRUM-60: what an enemy does to who leaves its range may end the walk before the step: if it is
/// Immobilized, cannot afford the step, lies Incapacitated, or is elsewhere.
#[test]
fn a_walk_ends_with_what_leaving_sets_off() {
    for (x, effect, keys, faces, end) in [
        (1, "effect = { mark = 1 }", "", &[][..], (4, 1)),
        (1, "effect = { immobilized = true }", "", &[], (0, 1)),
        (1, "effect = { slowed = 1 }", "", &[], (2, 1)),
        (1, "effect = { slowed = 1 }", "speed = 2", &[], (0, 1)),
        (1, "attack = \"trip\"", "", &[3, 3, 3, 3, 1, 1], (0, 1)),
        (2, "effect = { push = 1 }", "", &[], (0, 2)),
    ] {
        let leaving = format!("trigger = \"enemy_leaves\", range = 1, {effect}");
        assert_eq!(guarded(&[((x, 0), &leaving)], keys, faces), (end, 1), "{effect} {keys}");
    }
}

/// THRUM-18, THRUM-43, THRUM-60: so may what entering a range sets off, after the step; nobody answers to a step that
/// is not taken.
#[test]
fn a_walk_ends_with_what_entering_sets_off() {
    // One guard answers to the step to (2, 1), the other one to that from there.
    let leaving = "trigger = \"enemy_leaves\", range = 2, effect = { mark = 1 }";
    for (effect, faces, end, triggers) in [
        ("effect = { mark = 1 }", &[][..], (4, 1), 2),
        ("effect = { immobilized = true }", &[], (2, 1), 1),
        ("effect = { slowed = 1 }", &[], (2, 1), 1),
        ("attack = \"trip\"", &[3, 3, 3, 3, 1, 1], (2, 1), 1),
        ("effect = { push = 1 }", &[], (1, 2), 1),
    ] {
        let entering = format!("trigger = \"enemy_enters\", range = 1, {effect}");
        assert_eq!(guarded(&[((3, 0), &entering), ((4, 3), leaving)], "", faces), (end, triggers), "{effect}");
    }
}

/// THRUM-19: an enemy who has come onto the next square in the meantime is in the way.
#[test]
fn who_comes_in_between_is_in_the_way() {
    // The guard whom the hero leaves teleports to the square that it makes for, the farthest from it.
    let dodge = r#"id = "dodge-away", type = "reaction", tags = ["physical_attack"], self_effect = { teleport = 9 }"#;
    let guard = r#"id = "guard", type = "stance", trigger = "enemy_leaves", range = 1, attack = "dodge-away""#;
    let text = scene(
        &format!("{QUIET}win_reach = [[0, 0, 1, 1]]"),
        "width = 4\nheight = 1",
        &[
            pc("hero", &at((2, 0), &format!("{PLAIN}{TIRED}goal = true"))),
            npc("orc", &rooted((3, 0), &format!("policy = \"kiter\"\n{}", abilities(&[guard, dodge])))),
        ],
    );
    let rules = testing::limited::<Thrum>(&text, &[], 1);
    let played = play(&rules, [&FIRST[..], &[3, 3, 3, 3]].concat());
    assert_eq!([0, 1].map(|who| square(&rules, &played, who)), [(1, 0), (0, 0)]);
    assert_eq!(steps(&played, 1, "hero")[0], [(1, 0)]);
    assert!(played.applied(1, "THRUM-43"));
}

/// THRUM-20, THRUM-41: a Terrain Effect makes its squares Difficult.
#[test]
fn terrain_effects_make_squares_difficult() {
    let mud = r#"id = "mud", type = "action", tags = ["terrain_effect"], shape = "line", size = 9, range = 12, terrain = { difficult = true }"#;
    for (tables, squares) in [(&[mud][..], 2), (&[], 4)] {
        let text = scene(
            QUIET,
            "width = 12\nheight = 1",
            &[
                pc("hero", &at((0, 0), &format!("{TIRED}initiative = -9"))),
                npc("orc", &rooted((11, 0), &abilities(tables))),
            ],
        );
        let played = one_round(&text, &[], &[3; 4]);
        assert_eq!(steps(&played, 1, "hero")[0].len(), squares);
        assert_eq!(played.rules.count("THRUM-20") > 0, squares == 2);
    }
}
