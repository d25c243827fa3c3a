//! THRUM-64: rectangles to be reached.

use super::fighters::*;
use super::*;
use crate::outcome::{EndState, Winner};

/// A hero who makes for the right end, and an orc in its corner.
fn race(rules: &str, keys: &str, rest: &[String]) -> String {
    let everybody = [pc("hero", &at((0, 0), &format!("{TIRED}{keys}"))), npc("orc", &rooted((0, 2), ""))];
    scene(&format!("{QUIET}{rules}"), "width = 12\nheight = 3", &[everybody.as_slice(), rest].concat())
}

/// THRUM-64: who has `goal` makes for the nearest square of its side's rectangles and wins when it is there.
#[test]
fn a_goal_is_made_for_and_won() {
    for (rules, keys, winner, x) in [
        ("win_reach = [[4, 0, 1, 1]]", "goal = true", Winner::Party, 4),
        ("win_reach = [[5, 0, 1, 1]]", "goal = true", Winner::Timeout, 4),
        ("win_reach = [[9, 0, 1, 1], [2, 0, 1, 3]]", "goal = true", Winner::Party, 2),
        ("win_reach = [[4, 0, 1, 1]]", "", Winner::Timeout, 1),
        ("defeat_reach = [[4, 0, 1, 1]]", "", Winner::Timeout, 1),
        ("win_reach = [[0, 0, 3, 3]]", "goal = true", Winner::Party, 0),
    ] {
        let text = race(rules, keys, &[]);
        let rules_of = testing::limited::<Thrum>(&text, &[], 1);
        let played = play(&rules_of, FIRST);
        assert_eq!(
            (played.outcome.winner, square(&rules_of, &played, 0).0),
            (winner, if x == 1 { 0 } else { x }),
            "{rules}"
        );
        assert_eq!(played.rules.count("THRUM-64") > 0, !keys.is_empty() || winner != Winner::Timeout);
    }
}

/// THRUM-64: NPCs in the rectangles of `defeat_reach` win.
#[test]
fn npcs_have_goals_of_their_own() {
    let text = |rules: &str| {
        scene(
            &format!("{QUIET}{rules}"),
            "width = 12\nheight = 3",
            &[pc("hero", &rooted((11, 2), "")), npc("orc", &at((0, 0), &format!("{TIRED}goal = true")))],
        )
    };
    for (x, winner) in [(4, Winner::Enemies), (5, Winner::Timeout)] {
        let played = one_round(&text(&format!("defeat_reach = [[{x}, 0, 1, 1]]")), &[], &FIRST);
        assert_eq!(played.outcome.winner, winner);
        assert!(played.named("THRUM-64"));
    }
}

/// THRUM-64: `reach_count` of them have to stand there, and only the active count.
#[test]
fn enough_of_them_have_to_stand_there() {
    let text = |rules: &str, page: &str| {
        race(&format!("win_reach = [[4, 0, 8, 3]]\n{rules}"), "goal = true", &[pc("page", page)])
    };
    let here = rooted((11, 0), "initiative = -9");
    for (rules, winner) in
        [("", Winner::Party), ("reach_count = 2", Winner::Party), ("reach_count = 3", Winner::Timeout)]
    {
        let played = one_round(&text(rules, &here), &[], &[3; 6]);
        assert_eq!((played.outcome.winner, played.named("THRUM-64")), (winner, true), "{rules}");
    }
    let fallen = faller((11, 0)).replace("abilities", "initiative = 9\nabilities");
    let played = one_round(&text("reach_count = 2", &fallen), &[], &[3, 3, 3, 3, 3, 3, 1, 1]);
    assert_eq!(played.outcome.winner, Winner::Timeout);
    assert_eq!(played.ends[2], EndState::Down);
}

/// THRUM-64: it is looked at where the end of the fight is: who comes round there wins at the end of its turn.
#[test]
fn who_comes_round_in_a_goal_wins() {
    let text = scene(
        &format!("{QUIET}win_reach = [[5, 0, 1, 1]]"),
        "width = 12\nheight = 1",
        &[
            pc("hero", &rooted((0, 0), "")),
            pc(
                "ally",
                &rooted(
                    (5, 0),
                    &format!(
                        "initiative = 9\nfatigue = 2\nfatigue_tolerance = 0\nresilience = -10\npolicy = \"reckless\"\n{}",
                        abilities(&[SHOUT])
                    ),
                ),
            ),
            npc("orc", &rooted((11, 0), "")),
        ],
    );
    // It wins at the first look of its turn, after its Move.
    let played = one_round(&text, &[], &[3; 6]);
    assert_eq!(played.outcome.winner, Winner::Party);
    assert_eq!((played.metric("incapacity_rolls"), played.applied(1, "THRUM-64")), (0, true));
    let played = one_round(&text, &["rules.end_look=turn"], &[3, 3, 3, 3, 3, 3, 1, 1]);
    assert_eq!(
        (played.outcome.winner, played.metric("awakenings"), played.applied(1, "THRUM-64")),
        (Winner::Party, 1, true)
    );
    assert_eq!(turns(&played, 1), ["ally"]);
}

/// THRUM-64: who has a goal goes on to it past an enemy that it could attack, attacks where it can, and Dashes there.
#[test]
fn a_goal_goes_before_an_attack() {
    for (goal, ways, attacks) in [(true, [4, 0], 1), (false, [2, 0], 1)] {
        let hero = at((0, 0), &format!("goal = {goal}\n{}", abilities(&[STRIKE])));
        let text = scene(
            &format!("{QUIET}win_reach = [[10, 0, 1, 1]]"),
            "width = 12\nheight = 3",
            &[pc("hero", &hero), npc("orc", &rooted((3, 1), PLAIN))],
        );
        let played = one_round(&text, &[], &[&FIRST[..], &[6, 6, 1, 1]].concat());
        assert_eq!(steps(&played, 1, "hero").map(|steps| steps.len()), ways);
        assert_eq!((played.metric("attacks"), played.rules.count("THRUM-64") > 0), (attacks, goal));
    }
    let goal = format!("{QUIET}win_reach = [[10, 0, 1, 1]]");
    let text = scene(
        &goal,
        "width = 12\nheight = 3",
        &[pc("hero", &at((0, 0), "goal = true")), npc("orc", &rooted((0, 2), ""))],
    );
    let played = one_round(&text, &[], &FIRST);
    assert_eq!(steps(&played, 1, "hero").map(|steps| steps.len()), [4, 4]);
    assert!(played.applied(1, "THRUM-64"));
}
