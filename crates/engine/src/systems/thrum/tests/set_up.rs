//! THRUM-03, THRUM-04, THRUM-07 and P7: who stands where, who acts when.

use super::fighters::*;
use super::*;

/// The squares of all combatants after the set-up.
#[track_caller]
fn starts(text: &str, overrides: &[&str], faces: &[u32]) -> (Vec<(i16, i16)>, Played) {
    let rules = testing::limited::<Thrum>(text, overrides, 1);
    let played = play(&rules, faces.iter().copied());
    (squares(&rules, &played, 0), played)
}

/// THRUM-03: NPCs take the least free squares of `enemy_start` in listed order: by y, then by x, never walls.
#[test]
fn npcs_take_the_least_free_squares() {
    let map = rows(&[".....", "...#.", "....."]) + "enemy_start = [[3, 1, 2, 2], [4, 0, 1, 1]]";
    let orcs = npc("orc", "count = 4\nspeed = 0");
    let (squares, played) = starts(&scene(QUIET, &map, &[pc("hero", &rooted((0, 0), "")), orcs]), &[], &[3; 10]);
    assert_eq!(squares[1..], [(4, 0), (4, 1), (3, 2), (4, 2)]);
    assert!(played.applied(0, "THRUM-03"));
}

/// THRUM-03: whoever has `at` stands there before the others look for squares.
#[test]
fn npcs_with_a_square_go_first() {
    let map = "width = 5\nheight = 1\nenemy_start = [[2, 0, 3, 1]]";
    let text = scene(
        QUIET,
        map,
        &[
            pc("hero", &rooted((0, 0), "")),
            npc("orc", "speed = 0"),
            npc("chief", &rooted((2, 0), "")),
            npc("troll", "speed = 0"),
        ],
    );
    let (squares, played) = starts(&text, &[], &[3; 8]);
    assert_eq!(squares[1..], [(3, 0), (2, 0), (4, 0)]);
    assert!(played.applied(0, "THRUM-03"));
}

fn three(rules: &str) -> String {
    scene(
        &format!("{QUIET}{rules}"),
        "width = 9\nheight = 9",
        &[
            npc("orc", &rooted((8, 8), "initiative = 1")),
            npc("imp", &rooted((8, 4), "initiative = 0")),
            pc("ann", &rooted((0, 0), "initiative = 0")),
            pc("bob", &rooted((0, 4), "initiative = 0")),
            pc("cid", &rooted((0, 8), "initiative = 2")),
        ],
    )
}

/// THRUM-04: 2d6 and `initiative`; the greatest total acts first.
#[test]
fn initiative_is_two_dice_and_the_modifier() {
    let played = one_round(&three(""), &[], &[1, 1, 6, 6, 2, 2, 1, 1, 1, 2]);
    assert_eq!(order(&played), ["imp", "cid", "ann", "orc", "bob"]);
    assert!(played.applied(0, "THRUM-04") && played.applied(0, "THRUM-01"));
    assert_eq!(turns(&played, 1), order(&played));
}

/// THRUM-04: equal totals go by `initiative_ties`, then by modifier, the party, and listed order.
#[test]
fn equal_initiative_goes_by_the_knob() {
    // All totals are 8.
    let faces = [3, 4, 4, 4, 4, 4, 4, 4, 3, 3];
    for (ties, expected) in [
        ("modifier", ["cid", "orc", "ann", "bob", "imp"]),
        ("party", ["cid", "ann", "bob", "orc", "imp"]),
        ("enemies", ["orc", "imp", "cid", "ann", "bob"]),
    ] {
        let played = one_round(&three(&format!("initiative_ties = \"{ties}\"")), &[], &faces);
        assert_eq!(order(&played), expected, "{ties}");
        assert!(played.applied(0, "THRUM-04"));
    }
    assert_eq!(order(&one_round(&three(""), &[], &faces)), ["cid", "orc", "ann", "bob", "imp"]);
}

/// THRUM-04: without `initiative` the modifier is `reflex`.
#[test]
fn initiative_is_reflex_unless_it_is_given() {
    let text = scene(
        QUIET,
        "width = 9\nheight = 1",
        &[pc("ann", &rooted((0, 0), "")), npc("orc", &rooted((8, 0), "reflex = 3"))],
    );
    let played = one_round(&text, &[], &[3, 4, 2, 3]);
    assert_eq!(order(&played), ["orc", "ann"]);
    assert!(played.applied(0, "THRUM-04"));
    assert_eq!(order(&one_round(&text, &["combatants.orc.initiative=0"], &[3, 4, 2, 3])), ["ann", "orc"]);
}

const FIELD: &str = "width = 9\nheight = 3\nparty_start = [[0, 0, 3, 2]]";

/// THRUM-07, P7: in the order of Initiative each PC takes the free square nearest to an enemy, the least of them.
#[test]
fn pcs_choose_their_squares_in_the_order_of_initiative() {
    let orc = npc("orc", &rooted((8, 0), ""));
    let text = scene(QUIET, FIELD, &[pc("ann", "speed = 0"), pc("bob", "speed = 0"), pc("cid", "speed = 0"), orc]);
    let (squares, played) = starts(&text, &[], &[1, 1, 2, 2, 3, 3, 6, 6]);
    assert_eq!(squares[..3], [(1, 0), (2, 1), (2, 0)]);
    assert!(played.applied(0, "THRUM-07"));
}

/// P7: a `kiter` and a `medic` take the square farthest from the nearest enemy, all others the nearest.
#[test]
fn policies_choose_near_or_far_squares() {
    for (policy, square) in [
        ("default", (2, 0)),
        ("reckless", (2, 0)),
        ("guardian", (2, 0)),
        ("wary", (2, 0)),
        ("kiter", (0, 0)),
        ("medic", (0, 0)),
    ] {
        let hero = pc("hero", &format!("speed = 0\npolicy = \"{policy}\""));
        let far = npc("orc", &rooted((8, 0), ""));
        let (squares, played) = starts(&scene(QUIET, FIELD, &[hero, far]), &[], &FIRST);
        assert_eq!(squares[0], square, "{policy}");
        assert!(played.applied(0, "THRUM-07"));
    }
    // The nearest of two enemies counts.
    let orcs = [npc("orc", &rooted((8, 0), "")), npc("imp", &rooted((0, 0), ""))];
    let hero = pc("hero", "speed = 0\npolicy = \"kiter\"");
    let text = scene(QUIET, FIELD, &[[hero].as_slice(), &orcs].concat());
    assert_eq!(starts(&text, &[], &[3; 6]).0[0], (2, 0));
}

/// THRUM-07: `at` is taken before the first of the others chooses, and walls are not chosen.
#[test]
fn pcs_with_a_square_go_first() {
    let map = rows(&["..#......", "........."]) + "party_start = [[0, 0, 3, 2]]";
    let text =
        scene(QUIET, &map, &[pc("ann", "speed = 0"), pc("bob", &rooted((2, 1), "")), npc("orc", &rooted((8, 0), ""))]);
    let (squares, played) = starts(&text, &[], &[6, 6, 1, 1, 3, 3]);
    assert_eq!(squares[..2], [(1, 0), (2, 1)]);
    assert!(played.applied(0, "THRUM-07"));
}

/// P7: with no enemy on the map everybody takes the least square.
#[test]
fn without_enemies_the_least_square_is_as_good_as_any() {
    let map = format!("{FIELD}\nenemy_start = [[8, 0, 1, 3]]");
    for policy in ["default", "kiter"] {
        let hero = pc("hero", &format!("speed = 0\npolicy = \"{policy}\""));
        let text = scene(QUIET, &map, &[hero, npc("orc", "speed = 0\nenters_round = 2")]);
        let rules = testing::limited::<Thrum>(&text, &[], 2);
        let played = play(&rules, [3, 3, 3, 3]);
        assert_eq!(rules.map().coordinates(played.states[0].bodies[0].square), (0, 0), "{policy}");
        assert!(played.applied(0, "THRUM-07"));
    }
}

/// THRUM-07, THRUM-11: in Round Zero everybody takes a Stance; NPCs do not if `npc_round_zero_stance` is off.
#[test]
fn round_zero_is_for_stances() {
    let watch = r#"id = "watch", type = "stance", take = { mark = 1 }"#;
    let text = scene(
        QUIET,
        "width = 9\nheight = 1",
        &[pc("hero", &rooted((0, 0), &abilities(&[watch]))), npc("orc", &rooted((8, 0), &abilities(&[watch])))],
    );
    for (npcs, marks) in [(true, 1), (false, 0)] {
        let played = one_round(&text, &[&format!("rules.npc_round_zero_stance={npcs}")], &FIRST);
        let bodies = &played.states[0].bodies;
        assert_eq!((bodies[0].stance, bodies[1].stance), (Some(0), npcs.then_some(0)));
        assert_eq!((bodies[0].mark, bodies[1].mark), (1, marks));
        assert!(played.applied(0, "THRUM-07") && played.applied(0, "THRUM-11"));
        assert_eq!(played.said(0, "takes the Stance").len(), if npcs { 2 } else { 1 });
    }
    assert_eq!(one_round(&text, &[], &FIRST).states[0].bodies[1].stance, Some(0));
}
