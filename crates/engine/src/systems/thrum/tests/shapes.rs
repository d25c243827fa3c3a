//! THRUM-26 to THRUM-30: categories of targets, areas, lines and auras.

use super::fighters::*;
use super::*;

/// The combatants that have been marked in one Round in which the first listed, at (1, 5) unless it says otherwise, marks
/// everybody whom an Action with these keys affects.
#[track_caller]
fn marked_from(hero: (i16, i16), keys: &str, others: &[String]) -> (Vec<usize>, Played) {
    let sign = format!("id = \"sign\", type = \"action\", effect = {{ mark = 1 }}, {keys}");
    let hero = pc("hero", &rooted(hero, &abilities(&[&sign])));
    let everybody = [[hero].as_slice(), others].concat();
    let played = one_round(&scene(QUIET, "width = 12\nheight = 12", &everybody), &[], &vec![3; 2 * everybody.len()]);
    ((0..everybody.len()).filter(|&who| played.end.bodies[who].mark > 0).collect(), played)
}

#[track_caller]
fn marked(keys: &str, others: &[String]) -> Vec<usize> {
    marked_from((1, 5), keys, others).0
}

/// Enemies on some squares, the second combatant and so on.
fn enemies(squares: &[(i16, i16)]) -> Vec<String> {
    let ids = ["orc", "imp", "hag", "ogre"];
    squares.iter().zip(ids).map(|(&square, id)| npc(id, &rooted(square, ""))).collect()
}

const DIAGONAL: [(i16, i16); 3] = [(5, 5), (6, 6), (7, 7)];

/// THRUM-27: an area of size X has X by X squares; P5: the best placing is the least of those that are equal.
#[test]
fn areas_are_squares() {
    for (size, expected) in [(1, &[1][..]), (2, &[1, 2]), (3, &[1, 2, 3])] {
        let keys = format!("shape = \"area\", size = {size}, range = 9");
        let (found, played) = marked_from((1, 5), &keys, &enemies(&DIAGONAL));
        assert_eq!(found, expected, "{size}");
        assert!(played.applied(1, "THRUM-27") && played.applied(1, "THRUM-30"));
    }
}

/// THRUM-30: at least one square of it has to be within range, for range 0 the user's own.
#[test]
fn a_square_of_an_area_has_to_be_in_range() {
    for (range, expected) in [(4, &[1, 2, 3][..]), (3, &[1, 2]), (2, &[1]), (1, &[])] {
        let (found, played) =
            marked_from((1, 5), &format!("shape = \"area\", size = 3, range = {range}"), &enemies(&DIAGONAL));
        assert_eq!((&*found, played.applied(1, "THRUM-30")), (expected, range > 1), "{range}");
    }
    let own = |keys: &str, squares: &[(i16, i16)]| {
        marked(&format!("shape = \"area\", size = 2, range = 0, {keys}"), &enemies(squares))
    };
    assert_eq!(own("target = \"enemy\"", &[(2, 5)]), [1]);
    assert_eq!(own("target = \"enemy\"", &[(3, 5)]), [0; 0]);
    assert_eq!(own("target = \"character\"", &[(2, 5)]), [0; 0]);
    assert_eq!(own("target = \"character\"", &[(2, 5), (2, 6)]), [0, 1, 2]);
}

/// THRUM-27, THRUM-30: parts of an area may lie off the map.
#[test]
fn areas_may_reach_beyond_the_map() {
    // On the map it would cover the user as well.
    let (found, played) = marked_from((1, 1), "shape = \"area\", size = 3, range = 1", &enemies(&[(0, 0)]));
    assert_eq!((found, played.applied(1, "THRUM-27")), (vec![1], true));
    assert_eq!(marked_from((10, 10), "shape = \"area\", size = 9, range = 1", &enemies(&[(11, 11)])).0, [1]);
}

/// THRUM-30: it affects all of its category, the user too; P5: as few as possible of the own side.
#[test]
fn shapes_affect_their_category() {
    let with_ally = |square: (i16, i16)| [enemies(&DIAGONAL), vec![pc("ally", &rooted(square, ""))]].concat();
    for (target, ally, expected) in [
        ("", (6, 5), &[2, 3][..]),
        ("target = \"character\"", (6, 5), &[2, 3]),
        ("target = \"enemy\"", (6, 5), &[1, 2]),
        ("target = \"ally\"", (6, 5), &[]),
        ("", (9, 9), &[1, 2]),
    ] {
        let keys = ["shape = \"area\", size = 2, range = 9", target].join(if target.is_empty() { "" } else { ", " });
        let (found, played) = marked_from((1, 5), &keys, &with_ally(ally));
        assert_eq!((&*found, played.applied(1, "THRUM-30")), (expected, !expected.is_empty()), "{target}");
    }
    // More enemies than friends are worth it.
    let square = [(5, 5), (6, 6)];
    let others = [enemies(&square), vec![pc("ally", &rooted((6, 5), ""))]].concat();
    assert_eq!(marked("shape = \"area\", size = 2, range = 9, min_targets = 2", &others), [1, 2, 3]);
    let others = [enemies(&square), vec![pc("ally", &rooted((6, 5), "")), pc("page", &rooted((5, 6), ""))]].concat();
    assert_eq!(marked("shape = \"area\", size = 2, range = 9, min_targets = 2", &others), [0; 0]);
    assert_eq!(marked("shape = \"area\", size = 1, range = 9, min_targets = 2", &enemies(&square)), [0; 0]);
}

/// THRUM-30: the Incapacitated in it are affected, though no policy counts them.
#[test]
fn shapes_affect_the_fallen() {
    let fallen = faller((5, 4)).replace("abilities", "initiative = 9\nabilities");
    for (target, orc, marks) in
        [("character", (5, 5), [1, 1]), ("enemy", (5, 5), [1, 1]), ("character", (9, 9), [1, 0])]
    {
        let sign = format!(
            "id = \"sign\", type = \"action\", effect = {{ mark = 1 }}, shape = \"area\", size = 2, range = 9, target = \"{target}\""
        );
        let hero = rooted((1, 5), &abilities(&[&sign]));
        let everybody = [pc("hero", &hero), npc("orc", &rooted(orc, "")), npc("imp", &fallen)];
        let played = one_round(&scene(QUIET, "width = 12\nheight = 12", &everybody), &[], &[3, 3, 3, 3, 3, 3, 1, 1]);
        assert_eq!([1, 2].map(|who| played.end.bodies[who].mark), marks, "{target}");
        assert!(played.applied(1, "THRUM-30"));
    }
}

/// THRUM-30, THRUM-32: for a Physical Attack one of its squares has to be in sight; then it affects who is Obstructed as well.
#[test]
fn an_area_needs_one_square_in_sight() {
    let map = rows(&[".........", ".........", ".........", "...#.....", "...#.....", "...#.....", "........."]);
    for (tag, size, dice) in
        [("physical_attack", 1, 0), ("physical_attack", 2, 3), ("mental_attack", 1, 2), ("mental_attack", 2, 2)]
    {
        let burst = format!(
            "id = \"burst\", type = \"action\", tags = [\"{tag}\"], shape = \"area\", size = {size}, range = 9"
        );
        let orc = rooted((4, 4), "defence = \"standard\"\nstance = \"dodge\"");
        let text = scene(QUIET, &map, &[pc("hero", &rooted((0, 4), &abilities(&[&burst]))), npc("orc", &orc)]);
        let attack: &[u32] = if dice == 0 { &[] } else { &[3, 3] };
        let played = one_round(&text, &[], &[&FIRST[..], &[6, 6, 1][..dice], attack].concat());
        assert_eq!(played.metric("attacks"), u32::from(dice > 0), "{tag} {size}");
        assert_eq!(played.metric("hits"), u32::from(dice > 0), "{tag} {size}");
        assert_eq!(played.rules.count("THRUM-32") > 0, dice == 3);
    }
}

/// THRUM-28: a line has X consecutive squares of a row, a column or a diagonal, the first of them on the map.
#[test]
fn lines_are_rows_columns_and_diagonals() {
    for (squares, size, expected) in [
        (&[(5, 5), (6, 5), (7, 5)][..], 3, &[1, 2, 3][..]),
        (&[(5, 5), (6, 5), (7, 5)], 2, &[1, 2]),
        (&[(5, 5), (5, 6), (5, 7)], 3, &[1, 2, 3]),
        (&DIAGONAL, 3, &[1, 2, 3]),
        (&[(5, 7), (6, 6), (7, 5)], 3, &[1, 2, 3]),
        (&[(5, 5), (7, 5)], 2, &[1]),
        (&[(5, 5), (7, 5)], 3, &[1, 2]),
        (&[(5, 5), (6, 7)], 3, &[1]),
        (&[(11, 5)], 3, &[1]),
        (&[(5, 0), (5, 11)], 9, &[1]),
    ] {
        let keys = format!("shape = \"line\", size = {size}, range = 11");
        let (found, played) = marked_from((1, 5), &keys, &enemies(squares));
        assert_eq!(found, expected, "{squares:?} {size}");
        assert!(played.applied(1, "THRUM-28") && played.applied(1, "THRUM-30"));
    }
}

/// THRUM-28, THRUM-30: a square of the line has to be in range; it need not begin at the user.
#[test]
fn a_square_of_a_line_has_to_be_in_range() {
    for (range, size, expected) in [(4, 1, &[1][..]), (3, 1, &[]), (3, 2, &[1]), (2, 2, &[]), (0, 5, &[1]), (0, 4, &[])]
    {
        let keys = format!("shape = \"line\", size = {size}, range = {range}, target = \"enemy\"");
        let (found, played) = marked_from((1, 5), &keys, &enemies(&[(5, 5)]));
        assert_eq!((&*found, played.applied(1, "THRUM-28")), (expected, !expected.is_empty()), "{range} {size}");
    }
}

/// THRUM-29: an aura has all squares within X of the user, its own excepted.
#[test]
fn auras_leave_the_user_out() {
    let others = enemies(&[(2, 6), (4, 5), (5, 5)]);
    for (size, expected) in [(1, &[1][..]), (2, &[1]), (3, &[1, 2]), (4, &[1, 2, 3])] {
        for target in ["character", "enemy"] {
            let (found, played) =
                marked_from((1, 5), &format!("shape = \"aura\", size = {size}, target = \"{target}\""), &others);
            assert_eq!(found, expected, "{size} {target}");
            assert!(played.applied(1, "THRUM-29") && !played.named("THRUM-27"));
        }
    }
    let others = [enemies(&[(2, 6)]), vec![pc("ally", &rooted((0, 4), ""))]].concat();
    assert_eq!(marked("shape = \"aura\", size = 1", &others), [0; 0]);
    assert_eq!(marked("shape = \"aura\", size = 1, target = \"enemy\"", &others), [1]);
    let others = [enemies(&[(2, 6), (2, 4)]), vec![pc("ally", &rooted((0, 4), ""))]].concat();
    assert_eq!(marked("shape = \"aura\", size = 1", &others), [1, 2, 3]);
}

/// THRUM-26: whom a category names: oneself, others of the own side, the other side, or anybody.
#[test]
fn categories_name_targets() {
    for (target, ally, expected) in [
        ("", 2, 2),
        ("self", 2, 2),
        ("ally", 2, 1),
        ("ally_or_self", 2, 1),
        ("enemy", 2, 0),
        ("character", 2, 0),
        ("ally", 9, 3),
        ("ally_or_self", 9, 2),
    ] {
        let target = if target.is_empty() { String::new() } else { format!(", target = \"{target}\"") };
        let gift = format!(
            "id = \"gift\", type = \"action\", tags = [\"buff\"], range = 1, grants = {{ resolve = 1 }}, effect = {{ mark = 1 }}{target}"
        );
        let text = scene(
            QUIET,
            "width = 12\nheight = 3",
            &[
                npc("orc", &rooted((1, 0), "")),
                pc("ally", &rooted((ally, 1), "")),
                pc("hero", &rooted((1, 1), &abilities(&[&gift]))),
            ],
        );
        let played = one_round(&text, &[], &[3; 6]);
        let found = (0..3).find(|&who| played.end.bodies[who].mark > 0).unwrap_or(3);
        assert_eq!((found, played.applied(1, "THRUM-26")), (expected, expected < 3), "{target}");
    }
}

/// THRUM-26: single attacks are aimed at the Incapacitated only with `attack_fallen`, and if nobody active can be.
#[test]
fn the_fallen_are_attacked_only_by_the_knob() {
    let orc = faller((1, 0)).replace("abilities", "initiative = 9\nabilities");
    for (knob, imp, attacks, rolled) in
        [(false, 9, 0, false), (true, 9, 1, false), (true, 2, 1, true), (false, 2, 1, true)]
    {
        let text = scene(
            &format!("{QUIET}attack_fallen = {knob}"),
            "width = 12\nheight = 1",
            &[
                pc("hero", &rooted((0, 0), &abilities(&[&format!("{STRIKE}, range = 2")]))),
                npc("orc", &orc),
                npc("imp", &rooted((imp, 0), &format!("initiative = -9\n{PLAIN}"))),
            ],
        );
        // The fallen gives Cover.
        let attack: &[u32] = if rolled { &[6, 6, 1, 3, 3] } else { &[] };
        let played = one_round(&text, &[], &[&[3; 6][..], &[1, 1], attack].concat());
        assert_eq!((played.metric("attacks"), played.metric("hits")), (attacks, attacks), "{knob} {imp}");
        assert!(played.named("THRUM-26") && played.applied(1, "THRUM-51"));
    }
}

/// THRUM-26: range is not tested again while an ability resolves.
#[test]
fn a_target_that_gets_out_of_range_is_attacked_all_the_same() {
    let guard = r#"id = "guard", type = "stance", trigger = "self_targeted", effect = { push = 3 }"#;
    let text = scene(
        QUIET,
        "width = 12\nheight = 1",
        &[
            pc("hero", &rooted((4, 0), &abilities(&[STRIKE]))),
            npc("orc", &rooted((5, 0), &format!("defence = \"standard\"\n{}", abilities(&[guard])))),
        ],
    );
    let rules = testing::limited::<Thrum>(&text, &[], 1);
    let played = play(&rules, [&FIRST[..], &[6, 6, 3, 3]].concat());
    assert_eq!((square(&rules, &played, 0), played.metric("hits")), ((1, 0), 1));
    assert!(played.applied(1, "THRUM-26") && played.applied(1, "THRUM-25"));
}
