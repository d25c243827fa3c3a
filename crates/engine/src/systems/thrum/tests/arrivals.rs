//! THRUM-65: who comes later.

use super::fighters::*;
use super::*;
use crate::outcome::EndState;

const FIELD: &str = "width = 20\nheight = 2\nparty_start = [[0, 0, 2, 2]]\nenemy_start = [[18, 0, 2, 2]]";

/// THRUM-65, THRUM-08: until its Round nobody of those to come has a turn, a square or a roll; then it rolls, stands on
/// its square and takes a Stance.
#[test]
fn who_comes_later_is_absent_until_then() {
    let late = rooted(
        (9, 1),
        &format!("enters_round = 3\n{}", abilities(&[r#"id = "watch", type = "stance", take = { mark = 1 }"#])),
    );
    let text =
        scene(QUIET, FIELD, &[pc("hero", &rooted((0, 0), "")), npc("orc", &rooted((19, 0), "")), npc("imp", &late)]);
    let rules = testing::limited::<Thrum>(&text, &[], 4);
    let played = play(&rules, [6, 6, 1, 1, 3, 3]);
    for round in 1..=4_u32 {
        let state = &played.states[round as usize];
        let is_there = round >= 3;
        assert_eq!(
            (state.present.contains(2.into()), state.active.contains(2.into()), state.absent.contains(2.into())),
            (is_there, is_there, !is_there)
        );
        assert_eq!(turns(&played, round).contains(&"imp"), is_there);
        assert_eq!((state.bodies[2].mark, state.bodies[2].stance), if is_there { (1, Some(0)) } else { (0, None) });
        assert_eq!(played.applied(round, "THRUM-65"), round == 3);
    }
    assert_eq!(square(&rules, &played, 2), (9, 1));
    assert_eq!(turns(&played, 3), ["hero", "imp", "orc"]);
    assert_eq!(turns(&played, 4), ["hero", "imp", "orc"]);
}

/// THRUM-65, THRUM-04: its turn comes directly before the first one whom it precedes by Initiative, with ties as ever; else last.
#[test]
fn who_comes_is_put_into_the_order() {
    for (faces, keys, expected) in [
        ([6, 6], "", ["imp", "hero", "orc"]),
        ([5, 5], "", ["hero", "imp", "orc"]),
        ([5, 5], "initiative = 1", ["imp", "hero", "orc"]),
        ([4, 5], "initiative = 1", ["imp", "hero", "orc"]),
        ([3, 3], "", ["hero", "orc", "imp"]),
        ([2, 3], "initiative = 1", ["hero", "imp", "orc"]),
        ([1, 1], "", ["hero", "orc", "imp"]),
    ] {
        let text = scene(
            QUIET,
            FIELD,
            &[
                pc("hero", &rooted((0, 0), "")),
                npc("orc", &rooted((19, 0), "")),
                npc("imp", &rooted((9, 1), &format!("enters_round = 2\n{keys}"))),
            ],
        );
        let played = rounds(2, &text, &[], &[5, 5, 3, 3, faces[0], faces[1]]);
        assert_eq!(turns(&played, 2), expected, "{faces:?} {keys}");
        assert!(played.applied(2, "THRUM-65"));
    }
}

/// THRUM-65, THRUM-06: whatever Delays have done to the order, its turn comes before the first one whom it precedes.
#[test]
fn who_comes_is_put_into_the_order_as_it_stands() {
    let text = scene(
        QUIET,
        FIELD,
        &[
            pc("hero", &rooted((0, 0), "delay_after = \"orc\"")),
            npc("orc", &rooted((19, 0), "")),
            npc("imp", &rooted((9, 1), "enters_round = 2")),
        ],
    );
    // The order is orc (6), hero (10) when the imp comes with 8, then with 5 and with 11.
    for (faces, expected) in
        [([4, 4], ["imp", "orc", "hero"]), ([2, 3], ["orc", "hero", "imp"]), ([5, 6], ["imp", "orc", "hero"])]
    {
        let played = rounds(2, &text, &[], &[5, 5, 3, 3, faces[0], faces[1]]);
        assert_eq!(turns(&played, 1), ["orc", "hero"]);
        assert_eq!(turns(&played, 2), expected, "{faces:?}");
        assert!(played.applied(2, "THRUM-65"));
    }
}

/// THRUM-65: without `at` it comes to the least free square of its side's start that is no wall.
#[test]
fn who_has_no_square_comes_to_the_start() {
    let map = rows(&["....................", "..................#."])
        + "party_start = [[0, 0, 2, 2]]\nenemy_start = [[18, 0, 2, 2]]";
    let text = scene(
        QUIET,
        &map,
        &[
            pc("hero", &rooted((1, 0), "")),
            npc("orc", &rooted((18, 0), "")),
            npc("imp", "speed = 0\ncount = 2\nenters_round = 2"),
            pc("page", "speed = 0\nenters_round = 2\npolicy = \"kiter\""),
        ],
    );
    let rules = testing::limited::<Thrum>(&text, &[], 2);
    let played = play(&rules, [3; 10]);
    assert_eq!(squares(&rules, &played, 2)[2..], [(19, 0), (19, 1), (0, 0)]);
    assert!(played.applied(2, "THRUM-65"));
}

/// THRUM-65: while its square is occupied and its side has no start, it waits, Round after Round, and rolls only when it comes;
/// its `at` is not kept free.
#[test]
fn who_has_no_room_tries_again() {
    let text = scene(
        QUIET,
        "width = 20\nheight = 2",
        &[
            pc("hero", &at((4, 0), &format!("{TIRED}speed = 2"))),
            npc("orc", &rooted((12, 0), "")),
            pc("page", &rooted((6, 0), "enters_round = 2")),
        ],
    );
    let rules = testing::limited::<Thrum>(&text, &[], 4);
    // The hero stands on (6, 0) at the start of Round 2, and goes on; the page comes in Round 3.
    let played = play(&rules, [6, 6, 1, 1, 3, 3]);
    assert_eq!([2, 3].map(|round| played.said(round, "no square").len()), [1, 0]);
    assert_eq!([2, 3].map(|round| played.states[round].absent.contains(2.into())), [true, false]);
    assert!(played.applied(2, "THRUM-65") && played.applied(3, "THRUM-65"));
    assert_eq!(turns(&played, 2), ["hero", "orc"]);
    assert_eq!(turns(&played, 3), ["hero", "page", "orc"]);
}

/// THRUM-65: a newcomer whose square is taken, by an ally, an enemy or a body, comes to the least free square of its side's
/// start; where that is full as well, it waits.
#[test]
fn who_finds_its_square_taken_comes_to_the_start() {
    for other in [pc("hero", &rooted((5, 0), "")), npc("imp", &rooted((5, 0), ""))] {
        let everybody = [
            other,
            pc("lord", &rooted((0, 0), "")),
            npc("orc", &rooted((12, 0), "")),
            pc("page", &rooted((5, 0), "enters_round = 2")),
        ];
        let text = scene(QUIET, "width = 20\nheight = 2\nparty_start = [[0, 0, 2, 1]]", &everybody);
        let rules = testing::limited::<Thrum>(&text, &[], 2);
        let played = play(&rules, [3; 8]);
        assert_eq!(square(&rules, &played, 3), (1, 0), "beside the lord");
        assert!(played.applied(2, "THRUM-65") && played.said(2, "no square").is_empty());
        let full = text.replace("[[0, 0, 2, 1]]", "[[0, 0, 1, 1]]");
        let played = rounds(2, &full, &[], &[3; 6]);
        assert_eq!((played.said(2, "no square").len(), played.end.absent.contains(3.into())), (1, true));
    }
    let everybody = [
        pc("hero", &faller((5, 0))),
        pc("lord", &rooted((0, 1), "")),
        npc("orc", &rooted((12, 0), "")),
        pc("page", &rooted((5, 0), "enters_round = 2")),
    ];
    let text = scene(QUIET, "width = 20\nheight = 2\nparty_start = [[0, 0, 2, 1]]", &everybody);
    let rules = testing::limited::<Thrum>(&text, &[], 2);
    // The hero falls in Round 1, with two dice after those of Initiative.
    let played = play(&rules, [3; 10]);
    assert_eq!((played.end.active.contains(0.into()), square(&rules, &played, 3)), (false, (0, 0)));
}

/// THRUM-65, THRUM-43, THRUM-41: arriving is no movement: it sets no trigger off and enters no Terrain Effect.
#[test]
fn arriving_is_no_movement() {
    let watch = r#"id = "watch", type = "stance", trigger = "enemy_enters", range = 9, effect = { mark = 1 }"#;
    let text = scene(
        QUIET,
        FIELD,
        &[
            pc("hero", &rooted((5, 0), &abilities(&[watch]))),
            npc("orc", &rooted((19, 0), "")),
            npc("imp", &rooted((9, 1), "enters_round = 2")),
        ],
    );
    let played = rounds(2, &text, &[], &[6, 6, 1, 1, 3, 3]);
    assert_eq!((played.metric("triggers"), played.end.bodies[2].mark), (0, 0));
    assert!(played.applied(2, "THRUM-65"));
    let briars = r#"id = "briars", type = "action", tags = ["terrain_effect"], shape = "area", size = 2, range = 19, terrain = { enter = { mark = 1 } }"#;
    let text = scene(
        QUIET,
        FIELD,
        &[
            pc("hero", &rooted((5, 0), &abilities(&[briars]))),
            npc("orc", &rooted((10, 0), "")),
            npc("imp", &rooted((9, 0), "enters_round = 2\ninitiative = -9")),
        ],
    );
    let played = rounds(2, &text, &[], &[6, 6, 1, 1, 3, 3]);
    // The orc starts its turn in it twice, the imp once; had it entered before, that would have been in the hero's turn.
    assert_eq!([1, 2].map(|who| played.end.bodies[who].mark), [2, 1]);
}

/// THRUM-65, THRUM-11: the Stance is taken on arrival, before the first turn.
#[test]
fn a_stance_is_taken_on_arrival() {
    let watch = r#"id = "watch", type = "stance", take = { mark = 1 }"#;
    for (renewal, marks) in [("keep", 1), ("take", 2)] {
        let text = scene(
            &format!("{QUIET}stance_renewal = \"{renewal}\""),
            FIELD,
            &[
                pc("hero", &rooted((0, 0), "")),
                npc("orc", &rooted((19, 0), "")),
                npc("imp", &rooted((9, 1), &format!("enters_round = 2\n{}", abilities(&[watch])))),
            ],
        );
        let played = rounds(2, &text, &[], &[6, 6, 1, 1, 3, 3]);
        assert_eq!(played.end.bodies[2].mark, marks, "{renewal}");
        assert!(played.applied(2, "THRUM-65") && played.applied(2, "THRUM-11"));
    }
}

/// THRUM-65: if the fight ends before, whoever is still to come is standing.
#[test]
fn who_never_comes_is_standing() {
    let text = scene(
        &format!("{QUIET}win_after_rounds = 1"),
        FIELD,
        &[pc("hero", &rooted((0, 0), "")), npc("orc", &rooted((19, 0), "")), npc("imp", "enters_round = 2")],
    );
    let played = rounds(2, &text, &[], &FIRST);
    assert_eq!(played.ends, [EndState::Standing; 3]);
    assert!(played.said(0, "To come: imp").len() == 1);
}

/// THRUM-65, THRUM-15: an absent one is not out, and those who come in one Round come in listed order.
#[test]
fn those_who_come_together_come_in_listed_order() {
    let text = scene(
        QUIET,
        FIELD,
        &[
            pc("hero", &rooted((0, 0), "")),
            npc("orc", &rooted((19, 0), "")),
            npc("imp", "speed = 0\nenters_round = 2"),
            npc("hag", "speed = 0\nenters_round = 2"),
        ],
    );
    let rules = testing::limited::<Thrum>(&text, &[], 2);
    // The first dice are the imp's, and so is the first square.
    let played = play(&rules, [6, 6, 1, 1, 2, 2, 5, 5]);
    assert_eq!(squares(&rules, &played, 2)[2..], [(18, 0), (18, 1)]);
    assert_eq!(turns(&played, 2), ["hero", "hag", "imp", "orc"]);
    assert!(played.applied(2, "THRUM-65"));
}

/// THRUM-04, THRUM-65: where nobody is there at the start, there is no order until somebody comes.
#[test]
fn everybody_may_come_later() {
    let keys = |x: i16| rooted((x, 0), "enters_round = 2");
    let text = scene(QUIET, "width = 12\nheight = 1", &[pc("hero", &keys(0)), npc("orc", &keys(11))]);
    let played = rounds(2, &text, &[], &FIRST);
    assert_eq!((turns(&played, 1), turns(&played, 2)), (vec![], vec!["hero", "orc"]));
    assert!(played.applied(2, "THRUM-04") && played.applied(2, "THRUM-65"));
}
