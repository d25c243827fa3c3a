//! P1 to P4: which ability, which way, where to, and what if nothing can be done.

use super::fighters::*;
use super::*;

/// The name of the ability that somebody uses first in a round; empty if there is none.
fn used(played: &Played, who: &str) -> String {
    let start = format!("{who} uses ");
    let lines = played.said(1, &start);
    lines.first().map_or(String::new(), |line| line[start.len()..].split(' ').next().expect("a name").to_owned())
}

/// P1: the own actions in listed order, then the Basic Attack, then Resuscitate; a `medic` revives and heals first.
#[test]
fn medics_heal_first() {
    let salve = r#"id = "salve", type = "action", range = 9, target = "ally", effect = { heal_fatigue = 1 }"#;
    let burst = r#"id = "burst", type = "action", tags = ["mental_attack"], range = 9, defences = ["resolve"]"#;
    for (policy, expected) in [
        ("default", "burst"),
        ("reckless", "burst"),
        ("kiter", "burst"),
        ("guardian", "burst"),
        ("wary", "burst"),
        ("medic", "salve"),
    ] {
        let text = scene(
            QUIET,
            "width = 12\nheight = 1",
            &[
                pc("hero", &rooted((0, 0), &format!("policy = \"{policy}\"\n{}", abilities(&[burst, salve])))),
                pc("ally", &rooted((1, 0), "fatigue = 9\ninitiative = -9")),
                npc("orc", &rooted((9, 0), "stance = \"brace\"\ninitiative = -9")),
            ],
        );
        let faces: &[u32] = if policy == "medic" { &[] } else { &[3, 3, 3, 3] };
        let played = one_round(&text, &[], &[&[3; 6][..], faces].concat());
        assert_eq!(used(&played, "hero"), expected, "{policy}");
        assert!(played.applied(1, "THRUM-45"));
    }
    // In listed order.
    for (tables, expected) in [([salve, burst], "salve"), ([burst, salve], "burst")] {
        let text = scene(
            QUIET,
            "width = 12\nheight = 1",
            &[
                pc("hero", &rooted((0, 0), &abilities(&tables))),
                pc("ally", &rooted((1, 0), "fatigue = 9\ninitiative = -9")),
                npc("orc", &rooted((9, 0), "stance = \"brace\"\ninitiative = -9")),
            ],
        );
        let faces: &[u32] = if expected == "salve" { &[] } else { &[3, 3, 3, 3] };
        assert_eq!(used(&one_round(&text, &[], &[&[3; 6][..], faces].concat()), "hero"), expected);
    }
}

/// P1, THRUM-12: the Basic Attack goes before Resuscitate, but not for a `medic`.
#[test]
fn medics_resuscitate_before_they_shoot() {
    for (policy, expected) in [("default", "basic-attack"), ("medic", "resuscitate")] {
        let text = scene(
            "",
            "width = 12\nheight = 1",
            &[
                pc("hero", &rooted((1, 0), &format!("policy = \"{policy}\""))),
                pc("ally", &faller((0, 0)).replace("abilities", "initiative = 9\nabilities")),
                npc("orc", &rooted((3, 0), &format!("{PLAIN}initiative = -9\n{}", abilities(&[SHOUT])))),
            ],
        );
        let faces: &[u32] = if policy == "medic" { &[] } else { &[3, 3, 3, 3] };
        let played = one_round(&text, &[], &[&[3, 3, 3, 3, 3, 3, 1, 1], faces].concat());
        assert_eq!((&*used(&played, "hero"), played.applied(1, "THRUM-12")), (expected, true));
    }
}

/// P2: of several cheapest ways one takes the one that leads over the least squares, looked at from its end.
#[test]
fn paths_lead_over_the_least_squares() {
    let way = |from: (i16, i16), orc: (i16, i16), keys: &str| {
        let hero = at(from, &format!("{TIRED}{keys}"));
        let text = scene(QUIET, "width = 12\nheight = 9", &[pc("hero", &hero), npc("orc", &rooted(orc, ""))]);
        let played = one_round(&text, &[], &FIRST);
        let [way, _] = steps(&played, 1, "hero");
        (way, played.rules.count("THRUM-24"))
    };
    // The least square from which the orc is adjacent lies a row above.
    assert_eq!(way((0, 4), (4, 4), ""), (vec![(1, 3), (2, 2), (3, 3)], 0));
    assert_eq!(way((0, 0), (4, 0), ""), (vec![(1, 0), (2, 0), (3, 0)], 0));
    assert_eq!(way((0, 4), (4, 8), ""), (vec![(1, 5), (2, 6), (3, 7)], 0));
    // A step where a teleport costs as much from the same square.
    assert_eq!(way((0, 0), (4, 0), "teleport_range = 1"), (vec![(1, 0), (2, 0), (3, 0)], 0));
    assert_eq!(way((0, 0), (4, 0), "teleport_range = 3\nteleport_cost = 2").1, 1);
}

/// P3: who wants to Recover stays, and a `kiter` goes as far as it can from its enemies first; a `reckless` one attacks.
#[test]
fn who_wants_to_recover_stays_or_flees() {
    for (policy, overrides, x, recovers, attacks) in [
        ("default", &[][..], 5, 1, 0),
        ("guardian", &[], 5, 1, 0),
        ("medic", &[], 5, 1, 0),
        ("kiter", &[], 1, 1, 0),
        ("reckless", &[], 8, 0, 1),
        ("default", &["rules.recover_amount=0"], 8, 0, 1),
        ("default", &["combatants.hero.fatigue=5"], 8, 0, 1),
        ("default", &["combatants.hero.fatigue=5", "rules.recover_amount=2"], 5, 1, 0),
        ("default", &["combatants.hero.fatigue=3"], 8, 0, 1),
    ] {
        let hero = at(
            (5, 0),
            &format!(
                "policy = \"{policy}\"\nfatigue = 4\nresilience = 9\nfatigue_tolerance = 3\n{}",
                abilities(&[STRIKE])
            ),
        );
        let text = scene(QUIET, "width = 12\nheight = 1", &[pc("hero", &hero), npc("orc", &rooted((9, 0), PLAIN))]);
        let is_exhausted = !overrides.contains(&"combatants.hero.fatigue=3");
        let faces: &[u32] = match (attacks, is_exhausted) {
            (0, _) => &[],
            (_, true) => &[6, 6, 1, 6, 6, 6, 6],
            (_, false) => &[6, 6, 6, 6],
        };
        let rules = testing::limited::<Thrum>(&text, overrides, 1);
        let played = play(&rules, FIRST.iter().chain(faces).copied());
        assert_eq!(square(&rules, &played, 0).0, x, "{policy} {overrides:?}");
        assert_eq!(
            (played.metric("recovers"), played.metric("attacks")),
            (recovers, attacks),
            "{policy} {overrides:?}"
        );
        assert!(played.applied(1, "THRUM-10") || x == 5);
    }
}

/// P3: the first ability of the list that can be used from somewhere in reach decides where one goes.
#[test]
fn the_first_usable_ability_decides_where_to_go() {
    let far = format!("{STRIKE}, range = 3").replace("strike", "far");
    for (tables, x, name) in [
        ([STRIKE, &*far], 4, "strike"),
        ([&*far, STRIKE], 2, "far"),
        ([&*STRIKE.replace("\"strike\"", "\"strike\", when = \"target_exhausted\""), &far], 2, "far"),
    ] {
        let text = scene(
            QUIET,
            "width = 12\nheight = 1",
            &[pc("hero", &at((0, 0), &abilities(&tables))), npc("orc", &rooted((5, 0), PLAIN))],
        );
        let rules = testing::limited::<Thrum>(&text, &[], 1);
        let played = play(&rules, FIRST.iter().chain(&[3, 3, 3, 3]).copied());
        assert_eq!((square(&rules, &played, 0).0, &*used(&played, "hero")), (x, name));
        assert!(played.applied(1, "THRUM-10") && played.applied(1, "THRUM-18"));
    }
}

/// P3: with nothing to do one goes where it is least far to an enemy on foot, as if nobody were in the way; else one stays.
#[test]
fn one_goes_towards_enemies() {
    let goes = |map: &[&str], from: (i16, i16), orc: (i16, i16), others: &[String]| {
        let hero = at(from, &format!("{TIRED}initiative = 9"));
        let everybody = [[pc("hero", &hero), npc("orc", &rooted(orc, ""))].as_slice(), others].concat();
        let rules = testing::limited::<Thrum>(&scene(QUIET, &rows(map), &everybody), &[], 1);
        let played = play(&rules, vec![3; 2 * everybody.len()]);
        assert!(played.applied(1, "THRUM-09"));
        square(&rules, &played, 0)
    };
    // Around a wall, though that leads away at first.
    let wall = [".......", ".....#.", ".....#.", ".....#.", ".....#."];
    assert_eq!(goes(&wall, (4, 4), (6, 4), &[]), (5, 0));
    // Behind a wall without a gap nobody can be reached.
    assert_eq!(goes(&["....#..", "....#.."], (1, 0), (6, 0), &[]), (1, 0));
    // The nearest of two enemies.
    assert_eq!(goes(&["..............."], (7, 0), (0, 0), &[npc("imp", &rooted((13, 0), ""))]), (11, 0));
    // An ally in the corridor is no obstacle for what is far, but nobody stands on it.
    assert_eq!(goes(&["..............."], (0, 0), (14, 0), &[pc("ally", &rooted((4, 0), "initiative = 0"))]), (3, 0));
}

/// P4: without anything to do who is Exhausted takes no Action, and makes no Incapacity Roll.
#[test]
fn the_exhausted_take_no_fallback() {
    let text = scene(
        QUIET,
        "width = 12\nheight = 1",
        &[pc("hero", &at((0, 0), "fatigue = 9\nstress = 2")), npc("orc", &rooted((11, 0), ""))],
    );
    let played = one_round(&text, &[], &FIRST);
    assert_eq!((played.metric("recovers"), played.metric("incapacity_rolls")), (0, 0));
    assert_eq!(played.said(1, "hero takes no Action").len(), 1);
    assert!(played.applied(1, "THRUM-10"));
}
