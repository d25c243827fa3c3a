//! Terrain Effects (THRUM-41).

use super::super::grid::Placing;
use super::standoff::*;
use super::*;

/// A Terrain Effect: a square of 3 by 3 squares, with these keys.
fn cloud(terrain: &str) -> String {
    format!(
        "id = \"cloud\", type = \"action\", tags = [\"terrain_effect\"], shape = \"area\", size = 3, range = 9, \
         terrain = {{ {terrain} }}"
    )
}

/// A fight with a hero on [0, 1] that lays one, which covers an orc on [3, 1], and whoever else there is.
fn clouded(terrain: &str, orc: &str, more: &[String]) -> String {
    let hero = still_pc("hero", (0, 1), &abilities(&[&cloud(terrain)]));
    let orc = still_npc("orc", (3, 1), orc);
    scene(STILL, "", &[&[hero, orc][..], more].concat())
}

/// THRUM-27, THRUM-30, THRUM-41: it targets nobody; who starts a turn in it has what it does, once, in every turn.
#[test]
fn who_starts_a_turn_in_a_terrain_effect_suffers() {
    let text = clouded("enter = { stress = 1 }", "stress_tolerance = 9", &[]);
    let played = ordered(3, &text, &[], &[12, 2], &[]);
    let stress: Vec<i32> = played.states.iter().map(|state| state.bodies[1].stress).collect();
    assert_eq!(stress, [0, 1, 2, 3]);
    assert_eq!((played.attacks(), played.said(1, "hero uses cloud").len()), ((0, 0, 0), 1));
    assert_eq!(played.said(2, "hero uses cloud").len(), 0, "it is in place");
    for rule in ["THRUM-27", "THRUM-30", "THRUM-41"] {
        assert!(played.applied(1, rule), "{rule}");
    }
    // Of the placings that are as good, the least is half off the map.
    let picture = thrum(&text, &[]).picture(&played.end).expect("a map");
    assert_eq!(picture.matches('%').count(), 6, "{picture}");
}

/// THRUM-41: whoever enters, by whatever movement, suffers at most once in a turn of anybody.
#[test]
fn who_enters_a_terrain_effect_suffers_once_a_turn() {
    // The second orc starts beside it and walks through.
    let walker = still_npc("walker", (4, 4), "stress_tolerance = 9\nspeed = 9\nfatigue = 40\ngoal = true");
    let text = clouded("enter = { stress = 1 }", "stress_tolerance = 9", &[walker]);
    let played = ordered(1, &text, &["rules.defeat_reach=[[3, 0, 1, 1]]"], &[12, 2, 8], &[]);
    assert_eq!((played.stress()[1].0, played.stress()[2].0), (0, 1), "{}", played.narration(1));
    // A push out of it and into it again in another turn counts again.
    let shove = attack_with("\"physical_attack\"", "range = 9, effect = { push = 1 }");
    let pusher = still_pc("pusher", (1, 1), &abilities(&[&shove]));
    let text = clouded("enter = { stress = 1 }", "stress_tolerance = 9", &[pusher]);
    let played = ordered(1, &text, &[], &[12, 2, 8], &DEFENDED);
    assert_eq!(played.stress()[1].0, 2, "moved within it in the pusher's turn, and at the start of its own");
}

/// THRUM-41: what affects enemies alone spares allies, and policies do not count these.
#[test]
fn a_terrain_effect_may_spare_allies() {
    // Whatever covers the orc covers one of its corners.
    let corners = [(2, 0), (4, 0), (2, 2), (4, 2)];
    let friends =
        [0, 1, 2, 3].map(|index: usize| still_pc(&format!("f{index}"), corners[index], "stress_tolerance = 9"));
    for (affects, laid) in [("", 0), (", affects = \"enemies\"", 1)] {
        let text = clouded(&format!("enter = {{ stress = 1 }}{affects}"), "stress_tolerance = 9", &friends);
        let played = ordered(1, &text, &[], &[12, 2, 2, 2, 2, 2], &[]);
        assert_eq!(played.said(1, "hero uses cloud").len(), laid, "{affects}");
        let stress: Vec<i32> = played.stress().iter().map(|loads| loads.0).collect();
        assert_eq!(stress, [0, laid as i32, 0, 0, 0, 0], "{affects}");
    }
}

/// THRUM-20, THRUM-41: it makes squares Difficult; one that does nothing else hurts nobody.
#[test]
fn a_terrain_effect_may_make_squares_difficult() {
    for (terrain, x) in [("difficult = true", 6), ("enter = { bleed = 1 }", 7)] {
        let orc = "speed = 4\nfatigue = 40\nfatigue_tolerance = 0";
        let text = clouded(terrain, orc, &[]);
        let overrides = ["rules.defeat_reach=[[11, 1, 1, 1]]", "combatants.orc.goal=true"];
        let played = ordered(1, &text, &overrides, &[12, 2], &[]);
        assert_eq!(squares(&thrum(&text, &overrides), &played, 1)[1].0, x, "{terrain}");
        assert_eq!(played.applied(1, "THRUM-20"), terrain.contains("difficult"));
    }
}

/// THRUM-41, THRUM-51: it lasts when its maker has fallen.
#[test]
fn a_terrain_effect_outlives_the_fall_of_its_maker() {
    let hero = format!("fatigue = 40\n{}", abilities(&[&cloud("enter = { stress = 1 }")]));
    let combatants = [
        still_pc("hero", (0, 1), &hero),
        still_pc("friend", (9, 9 - 2), ""),
        still_npc("orc", (3, 1), "stress_tolerance = 9"),
    ];
    let played = ordered(2, &scene(STILL, "", &combatants), &[], &[12, 2, 2], &[1, 1]);
    assert_eq!((played.active(), played.stress()[2].0), (vec![1, 2], 2));
}

/// THRUM-41, THRUM-59: for who is on the other side than its maker it is an enemy's ability, for its allies it is not.
#[test]
fn a_terrain_effect_counts_as_its_makers_ability() {
    let dazed = format!("stance = \"s\"\n{}", abilities(&["id = \"s\", type = \"stance\", take = { dazed = true }"]));
    let more = [still_npc("other", (5, 1), ""), still_pc("friend", (4, 1), &dazed)];
    let text = clouded("enter = { stress = 1 }", &dazed, &more).replace("size = 3", "size = 3, min_targets = 2");
    let played = ordered(1, &text, &[], &[12, 2, 2, 2], &[]);
    assert_eq!((played.stress()[1].0, played.is(1, Conditions::DAZED)), (1, false));
    assert_eq!((played.stress()[3].0, played.is(3, Conditions::DAZED)), (1, true));
}

/// THRUM-41: another one of the same maker takes the place of the first.
#[test]
fn a_maker_has_one_terrain_effect() {
    let clouds =
        ["a", "b"].map(|id| cloud("enter = { stress = 1 }").replace("id = \"cloud\"", &format!("id = \"{id}\"")));
    let hero = still_pc("hero", (0, 1), &abilities(&[&clouds[0], &clouds[1]]));
    let rules = thrum(&scene(STILL, "", &[hero, still_npc("orc", (3, 1), "")]), &[]);
    let mut state = staged(&rules);
    for (index, x) in [(0, 0), (1, 5)] {
        uses(&rules, &mut state, 0, index, &Targets::Ground(Placing::Area { x, y: 0, size: 3 }));
    }
    let picture = rules.picture(&state).expect("a map");
    assert_eq!(picture.lines().next(), Some(". . . . . % % % . . . ."), "{picture}");
}
