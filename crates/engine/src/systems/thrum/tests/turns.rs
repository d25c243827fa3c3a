//! THRUM-09 and THRUM-13: the parts of a turn, and its end.

use super::fighters::*;
use super::*;

/// THRUM-09: Panic Roll, Move, Action, Incapacity Roll, Stance, and what the end of a turn does.
#[test]
fn a_turn_has_its_order() {
    let curse = r#"id = "curse", type = "stance", take = { burning = 2 }"#;
    let hero = at(
        (0, 0),
        &format!("stress = 3\nfatigue = 5\nresilience = 9\nfatigue_tolerance = 3\n{}", abilities(&[STRIKE, curse])),
    );
    let text = scene(
        &format!("{QUIET}stance_renewal = \"take\""),
        "width = 12\nheight = 1",
        &[pc("hero", &hero), npc("orc", &rooted((3, 0), PLAIN))],
    );
    let played = one_round(&text, &[], &[&FIRST[..], &[6, 6], &[3, 3, 3], &[3, 3], &[1, 2]].concat());
    let lines = played.said(1, "hero");
    let at = |words: &str| {
        lines.iter().position(|line| line.contains(words)).unwrap_or_else(|| panic!("{words}: {lines:?}"))
    };
    let order = [
        "hero at [0, 0]",
        "Panic Roll",
        "moves to [2, 0] by way of [1, 0]",
        "uses strike",
        "hero attacks orc",
        "Incapacity Roll",
        "takes the Stance curse",
        "takes 1 Fatigue",
    ];
    assert!(order.map(at).is_sorted(), "{lines:?}");
    assert!(played.applied(1, "THRUM-09"));
}

/// THRUM-09, THRUM-41, THRUM-48: what Terrain Effects do to who starts its turn on them comes after its Panic Roll.
#[test]
fn panic_comes_before_terrain() {
    let briars = r#"id = "briars", type = "action", tags = ["terrain_effect"], shape = "area", size = 1, range = 19, terrain = { enter = { stress = 1 } }"#;
    for (stress, faces, left) in [(2, &[][..], 3), (3, &[1, 2], 1)] {
        let text = scene(
            QUIET,
            "width = 12\nheight = 1",
            &[
                pc("witch", &rooted((0, 0), &abilities(&[briars]))),
                npc("orc", &rooted((9, 0), &format!("stress = {stress}"))),
            ],
        );
        // Panic takes all Stress off; what the briars add comes later.
        let played = one_round(&text, &[], &[&FIRST[..], faces].concat());
        let recovered = u32::from(stress == 2);
        assert_eq!((played.stress()[1].0 + played.metric("recovers") as i32, recovered), (left, recovered), "{stress}");
        assert_eq!(played.metric("panics"), u32::from(stress == 3));
        assert!(played.rules.count("THRUM-41") > 0);
    }
}

/// Stacks of four statuses from Round Zero on.
const CURSE: &str = r#"id = "curse", type = "stance", take = { bleed = 1, shocked = 2, vulnerable = 3, hamstrung = 4, mark = 2, dazed = true, hidden = true }"#;

/// THRUM-13, THRUM-56: every status loses a stack at the end of the sufferer's turn, whether it lies or stands; Mark and other
/// conditions do not.
#[test]
fn statuses_tick_at_the_end_of_the_own_turn() {
    for (keys, faces) in
        [("fatigue_tolerance = 50\n", &[][..]), ("fatigue = 100\nfatigue_tolerance = 50\n", &[1, 1, 1])]
    {
        let hero = rooted((0, 0), &format!("{keys}{}", abilities(&[SHOUT, CURSE])));
        let text = scene(
            QUIET,
            "width = 12\nheight = 1",
            &[
                pc("hero", &hero),
                pc("page", &rooted((5, 0), "initiative = -9")),
                npc("orc", &rooted((11, 0), "initiative = -9")),
            ],
        );
        for round in 1..=3 {
            let played = rounds(round, &text, &[], &[&[3; 6][..], faces].concat());
            let stacks = [Status::Bleed, Status::Shocked, Status::Vulnerable, Status::Hamstrung]
                .map(|status| played.stacks(0, status));
            // A hero that stands Recovers from the first of them, Hamstrung, in Round 2, and from the next one in Round 3.
            let expected = match (round, faces.is_empty()) {
                (1, _) => [0, 1, 2, 3],
                (2, false) => [0, 0, 1, 2],
                (2, true) => [0, 0, 1, 0],
                (_, false) => [0, 0, 0, 1],
                (_, true) => [0; 4],
            };
            assert_eq!(stacks, expected, "{round} {keys}");
            assert_eq!(
                (played.end.bodies[0].mark, played.is(0, Conditions::DAZED), played.is(0, Conditions::HIDDEN)),
                (2, true, true)
            );
            let is_told = played.said(round, "hero's turn ends").len();
            assert_eq!(is_told, usize::from(round < 3 || !faces.is_empty()), "{round} {keys}");
        }
    }
}

/// THRUM-13, THRUM-52, THRUM-57: Burning comes before the upkeep.
#[test]
fn burning_comes_before_the_upkeep() {
    let burn = r#"id = "burn", type = "stance", take = { burning = 9 }"#;
    for (tables, awake, left) in [(&[SHOUT][..], 1, 0), (&[SHOUT, burn], 0, 1)] {
        let hero = rooted(
            (0, 0),
            &format!(
                "fatigue = 2\nfatigue_tolerance = 1\nresilience = -10\npolicy = \"reckless\"\n{}",
                abilities(tables)
            ),
        );
        let text = scene(
            QUIET,
            "width = 12\nheight = 1",
            &[
                pc("hero", &hero),
                pc("page", &rooted((5, 0), "initiative = -9")),
                npc("orc", &rooted((11, 0), "initiative = -9")),
            ],
        );
        let played = one_round(&text, &[], &[3, 3, 3, 3, 3, 3, 6, 6]);
        assert_eq!((played.metric("awakenings"), played.fatigue()[0].0), (awake, left));
        assert!(played.rules.count("THRUM-52") > 0);
    }
}

/// THRUM-13, THRUM-42: Buffs that last a number of turns count the bearer's own ends of turn, also while it lies.
#[test]
fn buffs_count_the_ends_of_turns() {
    for (fatigue, faces) in [(0, &[][..]), (100, &[1, 1])] {
        for turns in 1..=3 {
            let gift = format!(
                "id = \"gift\", type = \"action\", tags = [\"buff\"], buff_ends = {turns}, grants = {{ resolve = 1 }}, effect = {{ mark = 1 }}"
            );
            let hero = rooted((0, 0), &format!("fatigue = {fatigue}\nfatigue_tolerance = 50\n{}", abilities(&[&gift])));
            let text = scene(
                QUIET,
                "width = 12\nheight = 1",
                &[
                    pc("hero", &hero),
                    pc("page", &rooted((5, 0), "initiative = -9")),
                    npc("orc", &rooted((11, 0), "initiative = -9")),
                ],
            );
            for round in 1..=turns {
                let played = rounds(round, &text, &[], &[&[3; 6][..], faces].concat());
                assert_eq!(played.end.bodies[0].buff.is_some(), round < turns, "{turns} {round}");
                assert!(played.applied(1, "THRUM-42"));
            }
        }
    }
}
