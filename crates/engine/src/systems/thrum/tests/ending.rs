//! THRUM-14 to THRUM-16: when a fight ends, and who has won it.

use super::fighters::*;
use super::*;
use crate::outcome::{EndState, Winner};

/// A blow that fells whom it meets Exhausted: 4 dice of a contest, then 2 of an Incapacity Roll.
const FINISH: &str = r#"id = "finish", type = "action", tags = ["physical_attack", "finisher"]"#;

/// Keys of somebody who falls by the next Finisher, with a Tolerance left.
const WORN: &str = "fatigue = 90\nfatigue_tolerance = 50\n";

/// A hero, worn as well, who finishes an orc off.
fn last_blow(rules: &str) -> String {
    scene(
        &format!("{QUIET}{rules}"),
        "width = 2\nheight = 1",
        &[
            pc("hero", &rooted((0, 0), &format!("policy = \"reckless\"\n{WORN}{}", abilities(&[FINISH])))),
            npc("orc", &rooted((1, 0), &format!("{WORN}{PLAIN}"))),
        ],
    )
}

/// THRUM-14: looked at at once, the last blow spares its author the Incapacity Roll; by the turn it does not, and both may be
/// beaten at one look.
#[test]
fn the_end_is_looked_at_at_once_or_after_the_turn() {
    // The hero attacks with a Bane for being Exhausted.
    let blow = [6, 6, 1, 1, 3, 3, 3, 3, 3, 1, 1];
    for overrides in [&[][..], &["rules.end_look=at_once"]] {
        let played = one_round(&last_blow(""), overrides, &blow);
        assert_eq!((played.outcome.winner, played.outcome.rounds), (Winner::Party, 1));
        assert_eq!((played.metric("incapacity_rolls"), played.applied(1, "THRUM-14")), (1, true));
        // It ended before the end of the hero's turn.
        assert_eq!(played.rules.count("THRUM-13"), 0);
        assert_eq!(played.ends, [EndState::Standing, EndState::Down]);
    }
    let by_turn = ["rules.end_look=turn", "combatants.hero.resilience=20"];
    let played = one_round(&last_blow(""), &by_turn, &[&blow[..], &[6, 5]].concat());
    assert_eq!((played.outcome.winner, played.metric("incapacity_rolls")), (Winner::Draw, 2));
    assert_eq!(played.fatigue()[0], (88, 48));
    assert!(played.applied(1, "THRUM-14"));
    let light = [&by_turn[..], &["combatants.hero.fatigue=31", "combatants.hero.fatigue_tolerance=0"]].concat();
    let played = one_round(&last_blow(""), &light, &[&blow[..], &[6, 6]].concat());
    assert_eq!((played.outcome.winner, played.fatigue()[0]), (Winner::Party, (31, 0)));
}

/// THRUM-14: after its own Incapacity Roll the fight is over at once, before the upkeep of that turn.
#[test]
fn who_falls_by_its_own_action_ends_the_fight() {
    let text = |rules: &str| {
        scene(
            &format!("{QUIET}{rules}"),
            "width = 12\nheight = 1",
            &[pc("hero", &faller((0, 0))), npc("orc", &rooted((11, 0), ""))],
        )
    };
    for (rules, left) in [("", (99, 49)), ("end_look = \"turn\"", (98, 48))] {
        let played = one_round(&text(rules), &[], &[6, 6, 1, 1, 1, 1]);
        assert_eq!((played.outcome.winner, played.fatigue()[0]), (Winner::Enemies, left));
        assert!(played.applied(1, "THRUM-14"));
    }
}

/// THRUM-14: the Move is looked at before the Action.
#[test]
fn who_falls_on_its_way_ends_the_fight() {
    let guard = r#"id = "guard", type = "stance", trigger = "enemy_enters", range = 1, attack = "trip""#;
    let trip = r#"id = "trip", type = "reaction", tags = ["physical_attack", "finisher"]"#;
    let text = |rules: &str| {
        scene(
            &format!("{QUIET}{rules}"),
            "width = 12\nheight = 1",
            &[
                pc("hero", &at((0, 0), &format!("{PLAIN}{WORN}policy = \"reckless\""))),
                npc("orc", &rooted((4, 0), &abilities(&[guard, trip]))),
            ],
        )
    };
    for (rules, left) in [("", (89, 49)), ("end_look = \"turn\"", (88, 48))] {
        let played = one_round(&text(rules), &[], &[6, 6, 1, 1, 3, 3, 3, 3, 1, 1]);
        assert_eq!((played.outcome.winner, played.fatigue()[0]), (Winner::Enemies, left));
        assert!(played.applied(1, "THRUM-14"));
    }
}

/// THRUM-14: after `max_rounds` it is a timeout.
#[test]
fn a_fight_that_does_not_end_is_a_timeout() {
    let text =
        scene(QUIET, "width = 12\nheight = 1", &[pc("hero", &rooted((0, 0), "")), npc("orc", &rooted((11, 0), ""))]);
    for count in [1, 4] {
        let played = rounds(count, &text, &[], &FIRST);
        assert_eq!((played.outcome.winner, played.outcome.rounds), (Winner::Timeout, count));
        assert!(!played.named("THRUM-14"));
    }
    let rules = thrum(&text, &[]);
    let played = play(&rules, FIRST);
    assert_eq!((played.outcome.winner, played.outcome.rounds), (Winner::Timeout, 50));
}

/// THRUM-14, THRUM-65: whoever is still to come counts as active.
#[test]
fn a_side_to_come_is_not_beaten() {
    let text = |imp: &str| {
        scene(
            QUIET,
            "width = 12\nheight = 1",
            &[
                pc("hero", &rooted((0, 0), "initiative = -9")),
                npc("orc", &faller((11, 0))),
                npc("imp", &rooted((8, 0), imp)),
            ],
        )
    };
    let played = rounds(2, &text("enters_round = 2"), &[], &[3, 3, 3, 3, 1, 1, 3, 3]);
    assert_eq!((played.outcome.winner, played.outcome.rounds), (Winner::Timeout, 2));
    assert_eq!(played.ends, [EndState::Standing, EndState::Down, EndState::Standing]);
    assert!(played.applied(2, "THRUM-65") && !played.named("THRUM-14"));
    // A combatant that falls after having come is no longer waited for.
    let imp = format!("enters_round = 2\nfatigue = 100\nfatigue_tolerance = 50\n{}", abilities(&[SHOUT]));
    let played = rounds(3, &text(&imp), &[], &[3, 3, 3, 3, 1, 1, 3, 3, 1, 1]);
    assert_eq!((played.outcome.winner, played.outcome.rounds), (Winner::Party, 2));
    assert!(played.applied(2, "THRUM-14"));
}

/// Two copies of an NPC who fall by their own Actions, and a third NPC, against somebody far away.
fn chiefs(rules: &str) -> String {
    let fall = |keys: &str| format!("speed = 0\nfatigue = 100\nfatigue_tolerance = 50\n{keys}{}", abilities(&[SHOUT]));
    scene(
        &format!("{QUIET}{rules}"),
        "width = 30\nheight = 1",
        &[
            pc("hero", &rooted((0, 0), "")),
            npc("chief", &fall("count = 2\nat = [[10, 0], [15, 0]]\n")),
            npc("orc", &rooted((29, 0), "")),
        ],
    )
}

/// THRUM-15: the party wins when all named in `win_incapacitate` are out, all copies of them.
#[test]
fn the_party_wins_by_felling_all_who_are_named() {
    let set_up = [6, 6, 3, 3, 2, 2, 1, 1];
    let fall = [1, 1, 1, 1];
    let played = one_round(&chiefs("win_incapacitate = [\"chief\"]"), &[], &[&set_up[..], &fall].concat());
    assert_eq!((played.outcome.winner, played.applied(1, "THRUM-15")), (Winner::Party, true));
    // It ended with the second fall, before the orc's turn.
    assert_eq!(turns(&played, 1), ["hero", order(&played)[1], order(&played)[2]]);
    for rules in ["win_incapacitate = [\"chief\", \"orc\"]", ""] {
        let played = one_round(&chiefs(rules), &[], &[&set_up[..], &fall].concat());
        assert_eq!((played.outcome.winner, played.named("THRUM-15")), (Winner::Timeout, false), "{rules}");
    }
}

/// THRUM-15: the party loses when any one named in `defeat_incapacitate` is out.
#[test]
fn the_party_loses_by_losing_anybody_who_is_named() {
    let text = |rules: &str| {
        scene(
            &format!("{QUIET}{rules}"),
            "width = 30\nheight = 1",
            &[pc("hero", &rooted((0, 0), "")), pc("queen", &faller((5, 0))), npc("orc", &rooted((29, 0), ""))],
        )
    };
    for (rules, winner) in [
        ("defeat_incapacitate = [\"queen\"]", Winner::Enemies),
        ("defeat_incapacitate = [\"hero\", \"queen\"]", Winner::Enemies),
        ("defeat_incapacitate = [\"hero\"]", Winner::Timeout),
        ("", Winner::Timeout),
    ] {
        let played = one_round(&text(rules), &[], &[6, 6, 3, 3, 1, 1, 1, 1]);
        assert_eq!(
            (played.outcome.winner, played.applied(1, "THRUM-15")),
            (winner, winner == Winner::Enemies),
            "{rules}"
        );
    }
}

/// THRUM-15: removed is out as well, and whoever is still to come is not out.
#[test]
fn the_removed_are_out_and_those_to_come_are_not() {
    let queen = |keys: &str| pc("queen", &rooted((5, 0), keys));
    let text = |queen: String, rules: &str| {
        scene(
            &format!("{QUIET}defeat_incapacitate = [\"queen\"]\n{rules}"),
            "width = 30\nheight = 1",
            &[pc("hero", &rooted((0, 0), "")), queen, npc("orc", &rooted((29, 0), ""))],
        )
    };
    let removed = format!("fatigue = 100\nfatigue_tolerance = 0\n{}", abilities(&[SHOUT]));
    let rules = "wounds_to_remove = 1\nend_look = \"turn\"";
    let played = one_round(&text(queen(&removed), rules), &[], &[6, 6, 3, 3, 1, 1, 1, 1]);
    assert_eq!(
        (played.outcome.winner, played.metric("removals"), played.applied(1, "THRUM-15")),
        (Winner::Enemies, 1, true)
    );
    let played = rounds(2, &text(queen("enters_round = 2"), ""), &[], &[6, 6, 1, 1, 3, 3]);
    assert_eq!(played.outcome.winner, Winner::Timeout);
}

/// THRUM-15: after the last turn of that Round one side has won, or both: a draw.
#[test]
fn rounds_decide_a_fight() {
    let text =
        scene(QUIET, "width = 12\nheight = 1", &[pc("hero", &rooted((0, 0), "")), npc("orc", &rooted((11, 0), ""))]);
    for (overrides, winner, count) in [
        (&["rules.win_after_rounds=3"][..], Winner::Party, 3),
        (&["rules.defeat_after_rounds=2"], Winner::Enemies, 2),
        (&["rules.defeat_after_rounds=2", "rules.win_after_rounds=3"], Winner::Enemies, 2),
        (&["rules.defeat_after_rounds=2", "rules.win_after_rounds=2"], Winner::Draw, 2),
        (&["rules.win_after_rounds=5"], Winner::Party, 5),
        (&["rules.win_after_rounds=6"], Winner::Timeout, 5),
    ] {
        let played = rounds(5, &text, overrides, &FIRST);
        assert_eq!((played.outcome.winner, played.outcome.rounds), (winner, count), "{overrides:?}");
        assert_eq!(played.named("THRUM-15"), winner != Winner::Timeout);
        assert_eq!(turns(&played, count), ["hero", "orc"]);
    }
}

/// THRUM-15: won and lost at one look is a draw.
#[test]
fn winning_and_losing_at_once_is_a_draw() {
    let rules = "end_look = \"turn\"\nwin_incapacitate = [\"orc\"]\ndefeat_incapacitate = [\"hero\"]";
    let text = last_blow(rules)
        + &pc("page", "enters_round = 9\nat = [[0, 0]]")
        + &npc("imp", "enters_round = 9\nat = [[1, 0]]");
    let played = play(&testing::limited::<Thrum>(&text, &[], 9), [6, 6, 1, 1, 3, 3, 3, 3, 3, 1, 1, 1, 1]);
    assert_eq!((played.outcome.winner, played.outcome.rounds), (Winner::Draw, 1));
    assert!(played.applied(1, "THRUM-15"));
}

/// THRUM-16: who is Incapacitated at the end without Tolerance has collapsed; loads, Tolerances and Wounds stay recorded.
#[test]
fn the_collapsed_do_not_recover() {
    for (tolerance, collapsed) in [(0, 1), (1, 1), (2, 1), (3, 0)] {
        let keys = format!("fatigue = 100\nfatigue_tolerance = {tolerance}\n{}", abilities(&[SHOUT]));
        let text = scene(
            QUIET,
            "width = 30\nheight = 1",
            &[
                pc("hero", &rooted((0, 0), "fatigue_tolerance = 0")),
                pc("ally", &rooted((5, 0), &keys)),
                npc("orc", &rooted((29, 0), "")),
            ],
        );
        let played = one_round(&text, &[], &[6, 6, 3, 3, 1, 1, 1, 1]);
        assert_eq!(
            (played.metric("collapsed"), played.metric("collapsed.ally")),
            (collapsed, collapsed),
            "{tolerance}"
        );
        assert_eq!(played.metric("collapsed.hero"), 0);
        assert_eq!(played.metric("fatigue_tolerance_lost.ally"), tolerance.min(2) as u32);
        assert_eq!(played.ends[1], EndState::Down);
        assert!(played.rules.count("THRUM-16") > 0);
    }
}
