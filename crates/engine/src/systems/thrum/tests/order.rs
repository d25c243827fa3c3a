//! THRUM-05, THRUM-06, THRUM-08: the order of turns and Delay.

use super::fighters::*;
use super::*;

/// Bob, Alice and Cid, who act in this order, and an orc after them; with more keys of each of the three.
fn group(keys: [&str; 3]) -> String {
    let who = |index: usize, id: &str, x: i16| pc(id, &rooted((x, 0), keys[index]));
    scene(
        QUIET,
        "width = 12\nheight = 1",
        &[who(1, "alice", 0), who(0, "bob", 1), who(2, "cid", 2), npc("orc", &rooted((11, 0), ""))],
    )
}

/// Dice that put them into that order.
const IN_ORDER: [u32; 8] = [4, 4, 5, 5, 3, 3, 1, 1];

/// THRUM-05, THRUM-08: everybody has one turn in each Round, always in the same order.
#[test]
fn the_order_stays_the_same() {
    let played = rounds(3, &group(["", "", ""]), &[], &IN_ORDER);
    for round in 1..=3 {
        assert_eq!(turns(&played, round), ["bob", "alice", "cid", "orc"]);
        assert!(played.applied(round, "THRUM-05") && played.applied(round, "THRUM-08"));
    }
}

/// Worked check 11, THRUM-06: two who wait for each other end as they began, and who waits alone comes right after the other
/// from then on.
#[test]
fn who_delays_comes_after_the_other_from_then_on() {
    for (keys, order) in [
        (["delay_after = \"alice\"", "delay_after = \"bob\"", ""], ["bob", "alice", "cid", "orc"]),
        (["delay_after = \"alice\"", "", ""], ["alice", "bob", "cid", "orc"]),
        (["delay_after = \"cid\"", "", ""], ["alice", "cid", "bob", "orc"]),
        // A combatant that is earlier in the order is not waited for.
        (["", "delay_after = \"bob\"", ""], ["bob", "alice", "cid", "orc"]),
    ] {
        let played = rounds(3, &group(keys), &[], &IN_ORDER);
        for round in 1..=3 {
            assert_eq!(turns(&played, round), order, "{keys:?} {round}");
        }
        assert_eq!(played.applied(1, "THRUM-06"), keys[0].starts_with("delay"));
        assert_eq!(played.applied(2, "THRUM-06"), keys[1].starts_with("delay") && keys[0].starts_with("delay"));
    }
}

/// THRUM-06: three in a circle: each Delays once in a Round, so that each has its turn.
#[test]
fn nobody_delays_twice_in_a_round() {
    let keys = ["delay_after = \"cid\"", "delay_after = \"bob\"", "delay_after = \"alice\""];
    let played = rounds(2, &group(keys), &[], &IN_ORDER);
    // Bob goes behind Cid, then Alice behind Bob, then Cid behind Alice.
    assert_eq!(turns(&played, 1), ["bob", "alice", "cid", "orc"]);
    assert_eq!(turns(&played, 2), ["bob", "alice", "cid", "orc"]);
    assert_eq!(played.said(1, "Delays").len(), 3);
    assert!(played.applied(1, "THRUM-06"));
}

/// THRUM-06: with copies the last of them in the order is waited for.
#[test]
fn the_last_of_several_copies_is_waited_for() {
    let guards = "count = 2\nspeed = 0\nat = [[2, 0], [3, 0]]";
    let text = scene(
        QUIET,
        "width = 12\nheight = 1",
        &[pc("bob", &rooted((0, 0), "delay_after = \"guard\"")), pc("guard", guards), npc("orc", &rooted((11, 0), ""))],
    );
    // Bob, one guard, the orc, the other guard.
    let played = one_round(&text, &[], &[6, 6, 2, 2, 5, 5, 3, 3]);
    let names = turns(&played, 1);
    assert_eq!((names[1], names[3]), ("orc", "bob"));
    assert!(names[0] != names[2] && played.applied(1, "THRUM-06"));
}

/// THRUM-06: an enemy can be waited for as well, also if it is Incapacitated.
#[test]
fn one_waits_for_the_fallen_but_not_for_the_removed() {
    let hero = pc("hero", &rooted((0, 0), "delay_after = \"orc\""));
    let rest = npc("imp", &rooted((8, 0), ""));
    for (tolerance, wounds, expected) in [(50, 3, ["orc", "hero", "imp"]), (0, 1, ["hero", "imp", ""])] {
        let orc = rooted((11, 0), &format!("fatigue = 100\nfatigue_tolerance = {tolerance}\n{}", abilities(&[SHOUT])));
        let text = scene(
            &format!("{QUIET}wounds_to_remove = {wounds}"),
            "width = 12\nheight = 1",
            &[hero.clone(), npc("orc", &orc), rest.clone()],
        );
        // The orc acts before the hero in Round 1, and is put behind it by waiting for it no more than the rules have it.
        let text = text.replace("delay_after = \"orc\"", "delay_after = \"orc\"\ninitiative = 9");
        let played = rounds(2, &text, &[], &[6, 6, 4, 4, 1, 1, 1, 1]);
        assert_eq!(turns(&played, 1), ["orc", "hero", "imp"]);
        let left: Vec<&str> = expected.into_iter().filter(|name| !name.is_empty()).collect();
        assert_eq!(turns(&played, 2), left, "{tolerance}");
        assert!(played.applied(1, "THRUM-06"));
    }
}

/// THRUM-06, THRUM-08: the Incapacitated do not Delay, but have their turns.
#[test]
fn the_fallen_do_not_delay_but_have_turns() {
    let hero = faller((0, 0)) + "delay_after = \"orc\"\n";
    let hero = hero.replace("abilities", "initiative = 9\nabilities");
    let text = scene(
        QUIET,
        "width = 12\nheight = 1",
        &[
            pc("hero", &hero),
            pc("ann", &rooted((5, 0), "initiative = 0")),
            npc("orc", &rooted((11, 0), "initiative = 5\nenters_round = 2")),
        ],
    );
    // The orc comes in Round 2, before Ann; the hero has fallen by then and does not wait for it.
    let played = rounds(2, &text, &[], &[6, 6, 1, 1, 1, 1, 4, 4]);
    assert_eq!(turns(&played, 1), ["hero", "ann"]);
    assert_eq!(turns(&played, 2), ["hero", "orc", "ann"]);
    assert!(!played.named("THRUM-06") && played.applied(2, "THRUM-08"));
    assert_eq!(played.fatigue()[0], (97, 47));
}

/// THRUM-06: who comes later does not wait for somebody who has been removed, though its turn would have come later.
#[test]
fn nobody_waits_for_the_removed() {
    let gone = rooted((11, 0), &format!("fatigue = 100\nfatigue_tolerance = 0\n{}", abilities(&[SHOUT])));
    let text = scene(
        &format!("{QUIET}wounds_to_remove = 1"),
        "width = 12\nheight = 1",
        &[
            npc("orc", &gone),
            npc("imp", &rooted((6, 0), "")),
            pc("hero", &rooted((0, 0), "delay_after = \"orc\"\nenters_round = 2")),
            pc("page", &rooted((3, 0), "")),
            npc("hag", &rooted((9, 0), "enters_round = 3")),
        ],
    );
    let played = rounds(3, &text, &[], &[1, 1, 3, 3, 4, 4, 1, 1, 6, 6, 3, 3]);
    assert_eq!(turns(&played, 1), ["page", "imp", "orc"]);
    assert_eq!(turns(&played, 2), ["hero", "page", "imp"]);
    assert!(played.applied(2, "THRUM-05") && !played.named("THRUM-06"));
}
