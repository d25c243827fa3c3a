//! Buffs (THRUM-42).

use super::standoff::*;
use super::*;

/// A Buff on its user.
fn buff(id: &str, ends: &str, grants: &str) -> String {
    format!("id = \"{id}\", type = \"action\", tags = [\"buff\"], buff_ends = {ends}, grants = {{ {grants} }}")
}

/// After each round, whether a combatant has a Buff.
fn buffed(played: &Played, who: usize) -> Vec<bool> {
    played.states[1..].iter().map(|state| state.bodies[who].buff.is_some()).collect()
}

/// THRUM-34, THRUM-36, THRUM-42: what a Buff grants is in force while it lasts.
#[test]
fn a_buff_grants_what_it_says() {
    let hero = abilities(&[&buff("b", "\"never\"", "attack = 3"), &attack_with("\"physical_attack\"", HARM)]);
    let played = ordered(3, &standoff(&hero, ""), &[], &[2, 12], &[[3, 3, 4, 4], [3, 3, 4, 4]].concat());
    assert_eq!((played.attacks(), buffed(&played, 0)), ((2, 2, 0), vec![true; 3]));
    assert!(played.applied(1, "THRUM-42"));
    let orc = abilities(&[&buff("b", "\"never\"", "resilience = 4, reduce_fatigue = 1")]);
    let played = hero_acts(&blow(HARM), &orc, &[], &SUCCESS);
    assert_eq!((played.attacks(), played.fatigue()[1].0), ((1, 0, 0), 0));
}

/// THRUM-13, THRUM-42: a Buff may last for a number of its bearer's ends of turn, that of the turn in which it was given
/// included, if the bearer gave it to itself.
#[test]
fn a_buff_may_last_for_some_turns() {
    let given = |turns: &str| {
        let hero = abilities(&[&buff("b", turns, "speed = 0")]);
        let played = ordered(4, &standoff(&hero, ""), &[], &[2, 12], &[]);
        [1, 2, 3, 4].map(|round| played.said(round, "has the Buff").len())
    };
    assert_eq!([given("1"), given("2"), given("3")], [[1, 1, 1, 1], [1, 0, 1, 0], [1, 0, 0, 1]]);
    // Given by an ally after the bearer's turn, it lasts to the end of its next.
    let ally = "id = \"b\", type = \"action\", tags = [\"buff\"], target = \"ally\", buff_ends = 1";
    let combatants =
        [still_pc("hero", (0, 0), &abilities(&[ally])), still_pc("friend", (0, 1), ""), still_npc("orc", (9, 0), "")];
    let played = ordered(2, &scene(STILL, "", &combatants), &[], &[2, 12, 12], &[]);
    assert_eq!((played.said(1, "has the Buff").len(), played.said(2, "The Buff of friend ends").len()), (1, 1));
    let played = ordered(2, &scene(STILL, "", &combatants), &[], &[12, 2, 2], &[]);
    assert_eq!(played.said(1, "The Buff of friend ends").len(), 1);
}

/// THRUM-42: `attacked` ends with an attack on the bearer, hit or miss, `attacks` with one by it, `harmed` with what it takes.
#[test]
fn a_buff_may_end_by_what_happens() {
    for (ends, faces, has_one) in [
        ("\"attacked\"", &DEFENDED, false),
        ("\"attacks\"", &SUCCESS, true),
        ("\"harmed\"", &DEFENDED, true),
        ("\"harmed\"", &SUCCESS, false),
        ("\"never\"", &SUCCESS, true),
    ] {
        let orc = abilities(&[&buff("b", ends, "reduce_stress = 1")]);
        let played = hero_acts(&blow("success = { fatigue = 1 }, effect = { stress = 1 }"), &orc, &[], faces);
        assert_eq!(played.end.bodies[1].buff.is_some(), has_one, "{ends} {faces:?}");
    }
    let hero = |ends: &str| {
        let attack = attack_with("\"physical_attack\"", "range = 1, effect = { bleed = 1 }");
        abilities(&[&buff("b", ends, "speed = 0"), &attack])
    };
    for (ends, has_one) in [("\"attacks\"", false), ("\"attacked\"", true), ("\"harmed\"", true)] {
        let played = ordered(2, &standoff(&hero(ends), ""), &[], &[2, 12], &SUCCESS);
        assert_eq!(buffed(&played, 0), [true, has_one], "{ends}");
    }
}

/// THRUM-42: what is left of a dealing counts for `harmed`, a transfer by a Panic does not.
#[test]
fn a_buff_outlasts_a_panic() {
    let keys = abilities(&[&buff("b", "\"harmed\"", "speed = 0")]);
    let hero = format!("stress = 3\nstress_tolerance = 2\n{keys}");
    let played = ordered(2, &standoff(&hero, ""), &["rules.frayed_banes=0"], &[2, 12], &[6, 6, 1, 1]);
    assert_eq!((played.metric("panics"), buffed(&played, 0)), (1, vec![true, true]));
}

/// THRUM-42: a second Buff is declined, or with `rebuff = "replace"` takes the place of a lesser one: one that stands later in
/// its maker's list than the new one in the list of whoever gives it.
#[test]
fn a_second_buff_is_a_matter_of_choice() {
    let to_ally = |id: &str| format!("id = \"{id}\", type = \"action\", tags = [\"buff\"], target = \"ally\"");
    let heal = "id = \"h\", type = \"action\", target = \"ally\", effect = { heal_stress = 1 }";
    let combatants = |first: &[&str], second: &[&str]| {
        [
            still_pc("first", (0, 0), &abilities(first)),
            still_pc("second", (0, 2), &abilities(second)),
            still_pc("friend", (0, 1), ""),
            still_npc("orc", (9, 0), ""),
        ]
    };
    let (weak, strong) = (to_ally("weak"), to_ally("strong"));
    for (first, second, overrides, name) in [
        (&[heal, &*weak][..], &[&*strong][..], &[][..], "weak"),
        (&[heal, &weak], &[&strong], &["rules.rebuff=replace"], "strong"),
        (&[&weak], &[&strong], &["rules.rebuff=replace"], "weak"),
        (&[&weak], &[heal, &strong], &["rules.rebuff=replace"], "weak"),
    ] {
        let text = scene(STILL, "", &combatants(first, second));
        let played = ordered(1, &text, overrides, &[12, 8, 2, 2], &[]);
        assert_eq!(played.said(1, "declines").len(), 0, "policies know");
        let worn = played.end.bodies[2].buff.expect("a Buff");
        assert_eq!(thrum(&text, &[]).names[worn.maker].actions[usize::from(worn.action)], name);
    }
}

/// THRUM-42: whoever has a Buff declines another with everything that the ability does, unless Buffs are replaced.
#[test]
fn a_declined_buff_does_nothing() {
    let keys = "id = \"b\", type = \"action\", tags = [\"buff\"], target = \"ally\", effect = { mark = 1 }";
    let combatants =
        [still_pc("hero", (0, 0), &abilities(&[keys])), still_pc("friend", (0, 1), ""), still_npc("orc", (9, 0), "")];
    for (rebuff, marks) in [("decline", 1), ("replace", 2)] {
        let rules = thrum(&scene(STILL, "", &combatants), &[&*format!("rules.rebuff={rebuff}")]);
        let mut state = staged(&rules);
        for _ in 0..2 {
            uses(&rules, &mut state, 0, 0, &Targets::Of(1.into()));
        }
        assert_eq!(state.bodies[1].mark, marks, "{rebuff}");
    }
}
