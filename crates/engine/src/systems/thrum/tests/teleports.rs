//! THRUM-24 and the after-moves: teleports and what abilities grant.

use super::fighters::*;
use super::*;

/// The end of the Move of a hero with these keys, who makes for an orc in the last square of the map's last row.
#[track_caller]
fn walk(map: &[&str], keys: &str) -> ((i16, i16), Played) {
    let corner = (map[0].len() as i16 - 1, map.len() as i16 - 1);
    let hero = at((0, 0), &format!("{TIRED}{keys}"));
    let rules =
        testing::limited(&scene(QUIET, &rows(map), &[pc("hero", &hero), npc("orc", &rooted(corner, ""))]), &[], 1);
    let played = play(&rules, FIRST);
    (square(&rules, &played, 0), played)
}

/// THRUM-24: for its cost a teleport leads as far as its range, over walls, levels and Difficult ground; again if it is paid for.
#[test]
fn teleports_lead_over_everything_for_their_cost() {
    for (row, keys, x) in [
        (".#......", "teleport_range = 2\nteleport_cost = 2\nspeed = 2", 2),
        (".#......", "teleport_range = 2\nteleport_cost = 2\nspeed = 1", 0),
        (".#......", "teleport_range = 1\nteleport_cost = 1\nspeed = 9", 0),
        (".#......", "teleport_range = 2\nteleport_cost = 3\nspeed = 4", 3),
        (".9~9~...", "teleport_range = 2\nspeed = 2", 4),
        (".#.#....", "teleport_range = 2\nspeed = 2", 4),
        (".#.#....", "teleport_range = 2\nspeed = 3", 6),
        (".#......", "speed = 9", 0),
    ] {
        let (end, played) = walk(&[row], keys);
        assert_eq!(end.0, x, "{row} {keys}");
        assert_eq!(played.rules.count("THRUM-24") > 0, x > 0, "{row} {keys}");
    }
}

/// THRUM-24: from 1 to 20 points, 1 unless `teleport_cost` says otherwise.
#[test]
fn a_teleport_costs_a_point() {
    assert_eq!(walk(&[".#......"], "teleport_range = 2\nspeed = 1").0.0, 2);
    let (end, played) = walk(&[".#......"], "teleport_range = 2\nspeed = 20\nteleport_cost = 20");
    assert_eq!((end.0, played.rules.count("THRUM-24")), (2, 1));
}

/// THRUM-24: it leads to free squares only, neither to an ally's nor to an enemy's.
#[test]
fn teleports_lead_to_free_squares() {
    let text = scene(
        QUIET,
        &rows(&[".##......"]),
        &[
            pc("hero", &at((0, 0), &format!("{TIRED}teleport_range = 3\nspeed = 1"))),
            pc("ally", &rooted((3, 0), "")),
            npc("orc", &rooted((8, 0), "")),
        ],
    );
    assert_eq!(ends_at(&text, &[], &[6, 6, 1, 1, 1, 1])[0], (0, 0));
    assert_eq!(ends_at(&text, &["combatants.hero.teleport_range=4"], &[6, 6, 1, 1, 1, 1])[0], (4, 0));
    assert!(one_round(&text, &["combatants.hero.teleport_range=4"], &[6, 6, 1, 1, 1, 1]).applied(1, "THRUM-24"));
}

/// THRUM-24: nobody's `enemy_enters` or `enemy_leaves` is set off by a teleport, but by the same way on foot.
#[test]
fn teleports_set_no_triggers_off() {
    for (trigger, from, speed) in [("enemy_enters", 0, 3), ("enemy_leaves", 5, 1)] {
        for (keys, triggers) in [("", 1), ("teleport_range = 3", 0)] {
            let watch = format!(
                "id = \"watch\", type = \"stance\", trigger = \"{trigger}\", range = 2, effect = {{ mark = 1 }}"
            );
            let hero = at((from, 0), &format!("{TIRED}speed = {speed}\n{keys}"));
            let guard = rooted((4, 1), &abilities(&[&watch]));
            let goal = "win_reach = [[9, 0, 1, 1]]";
            let text = scene(
                &format!("{QUIET}{goal}"),
                "width = 12\nheight = 3",
                &[pc("hero", &format!("{hero}\ngoal = true")), npc("guard", &guard)],
            );
            let played = one_round(&text, &[], &FIRST);
            assert_eq!(played.metric("triggers"), triggers, "{trigger} {keys}");
            assert_eq!(played.rules.count("THRUM-24") > 0, triggers == 0);
        }
    }
}

/// THRUM-24, THRUM-41: the square to which a teleport leads counts as entered, by one's own movement and by that of an ability.
#[test]
fn a_teleport_enters_terrain() {
    // The imp lays it on the page and the square before it.
    let briars = r#"id = "briars", type = "action", tags = ["terrain_effect"], shape = "area", size = 2, range = 6, terrain = { enter = { mark = 1 } }"#;
    let leap = format!("{STRIKE}, self_effect = {{ teleport = 3 }}");
    let mover = "goal = true\nspeed = 4";
    let jumper = format!("speed = 0\npolicy = \"kiter\"\n{}", abilities(&[&leap]));
    for (keys, attack, teleports) in
        [(mover, &[][..], 0), ("goal = true\nspeed = 1\nteleport_range = 3", &[], 1), (&*jumper, &[3, 3, 3, 3], 1)]
    {
        let text = scene(
            &format!("{QUIET}win_reach = [[4, 0, 1, 1]]"),
            "width = 12\nheight = 1",
            &[
                pc("hero", &at((1, 0), &format!("initiative = 0\n{keys}"))),
                pc("page", &rooted((5, 0), "initiative = -9")),
                npc("imp", &rooted((10, 0), &format!("initiative = 9\n{}", abilities(&[briars])))),
                npc("orc", &rooted((0, 0), &format!("initiative = -9\n{PLAIN}"))),
            ],
        );
        let rules = testing::limited::<Thrum>(&text, &[], 1);
        let played = play(&rules, [&[3; 8][..], attack].concat());
        assert_eq!((square(&rules, &played, 0).0, played.end.bodies[0].mark), (4, 1), "{keys}");
        assert_eq!(played.rules.count("THRUM-24"), teleports, "{keys}");
        assert!(played.rules.count("THRUM-41") > 0);
    }
}

/// One Round of somebody who strikes an orc and has something afterwards; where it ends.
#[track_caller]
fn after(policy: &str, from: (i16, i16), orc: (i16, i16), grant: &str, map: &str) -> ((i16, i16), Played) {
    let strike = format!("{STRIKE}, range = 9, self_effect = {{ {grant} }}");
    let hero = rooted(from, &format!("policy = \"{policy}\"\n{}", abilities(&[&strike])));
    let text = scene(QUIET, map, &[pc("hero", &hero), npc("orc", &rooted(orc, PLAIN))]);
    let rules = testing::limited::<Thrum>(&text, &[], 1);
    let played = play(&rules, [6, 6, 1, 1, 3, 3, 3, 3]);
    (square(&rules, &played, 0), played)
}

/// THRUM-10, THRUM-24: of what an ability grants afterwards only a `kiter` makes use: it goes where it is farthest from
/// its enemies, and stays if that is no farther.
#[test]
fn kiters_go_away_after_they_have_acted() {
    let map = "width = 9\nheight = 3";
    for grant in ["teleport = 2", "move = 2"] {
        for (policy, from, orc, end) in [
            ("kiter", (1, 1), (0, 1), (3, 0)),
            ("kiter", (8, 1), (0, 1), (8, 1)),
            ("default", (1, 1), (0, 1), (1, 1)),
            ("reckless", (1, 1), (0, 1), (1, 1)),
            ("guardian", (1, 1), (0, 1), (1, 1)),
            ("wary", (1, 1), (0, 1), (1, 1)),
            ("medic", (1, 1), (0, 1), (1, 1)),
        ] {
            let (square, played) = after(policy, from, orc, grant, map);
            assert_eq!(square, end, "{grant} {policy}");
            assert!(played.applied(1, "THRUM-10"));
            assert_eq!(played.rules.count("THRUM-24") > 0, end != from && grant == "teleport = 2");
        }
    }
}

/// THRUM-24: the teleport of an ability is one, without cost, over walls; the movement of an ability pays for its steps.
#[test]
fn granted_teleports_cross_walls_and_granted_movement_pays() {
    let walled = rows(&["..#...."]);
    assert_eq!(after("kiter", (1, 0), (0, 0), "teleport = 3", &walled).0, (4, 0));
    assert_eq!(after("kiter", (1, 0), (0, 0), "teleport = 1", &walled).0, (1, 0));
    assert_eq!(after("kiter", (1, 0), (0, 0), "move = 3", &walled).0, (1, 0));
    let rough = rows(&[".~~...."]);
    assert_eq!(after("kiter", (1, 0), (0, 0), "move = 3", &rough).0, (2, 0));
    assert_eq!(after("kiter", (1, 0), (0, 0), "move = 4", &rough).0, (3, 0));
    let (square, played) = after("kiter", (1, 0), (0, 0), "teleport = 3", &rough);
    assert_eq!((square, played.rules.count("THRUM-24")), ((4, 0), 1));
}

/// THRUM-19, THRUM-24: a teleport that is planned is given up if somebody has come there in the meantime, or if it is
/// affordable no longer.
#[test]
fn planned_teleports_may_be_given_up() {
    let dodge = r#"id = "dodge-away", type = "reaction", tags = ["physical_attack"], self_effect = { teleport = 9 }"#;
    for (answer, faces, orc, teleports) in [
        ("attack = \"dodge-away\"", &[3, 3, 3, 3][..], 0, 1),
        ("effect = { slowed = 1 }", &[], 4, 0),
        ("effect = { mark = 1 }", &[], 4, 1),
    ] {
        let guard = format!("id = \"guard\", type = \"stance\", trigger = \"enemy_leaves\", range = 1, {answer}");
        // The way leads one square on foot, and from there over the wall.
        let hero = at((3, 0), &format!("{PLAIN}{TIRED}goal = true\nspeed = 3\nteleport_range = 2\nteleport_cost = 2"));
        let orc_keys = rooted((4, 0), &format!("policy = \"kiter\"\n{}", abilities(&[&guard, dodge])));
        let text = scene(
            &format!("{QUIET}win_reach = [[0, 0, 1, 1]]"),
            &rows(&[".#..."]),
            &[pc("hero", &hero), npc("orc", &orc_keys)],
        );
        let rules = testing::limited::<Thrum>(&text, &[], 1);
        let played = play(&rules, [&FIRST[..], faces].concat());
        let end = if answer.contains("mark") { 0 } else { 2 };
        assert_eq!([0, 1].map(|who| square(&rules, &played, who).0), [end, orc], "{answer}");
        assert_eq!((played.rules.count("THRUM-24"), played.rules.count("THRUM-19")), (teleports, 0), "{answer}");
    }
}
