//! The lines of a replay: a whole move in one line, what has ended, where shapes lie, and nothing without its rules.

use super::fighters::*;
use super::*;

impl Played {
    /// The lines of a round with these words, each with the numbers of its rules.
    fn told(&self, round: u32, words: &str) -> Vec<(&str, Vec<&str>)> {
        let lines = self.lines.iter().filter(|line| line.round == round && line.text.contains(words));
        let numbers = |rules: &[&'static str]| rules.iter().map(|rule| &rule["THRUM-".len()..]).collect();
        lines.map(|line| (line.text.as_str(), numbers(&line.rules))).collect()
    }
}

/// A hero at the left end of a row, and an orc that stays at its right end.
fn corridor(hero: &str, orc: &str) -> String {
    let orc = rooted((11, 0), orc);
    scene(QUIET, "width = 12\nheight = 1", &[pc("hero", &at((0, 0), hero)), npc("orc", &orc)])
}

/// THRUM-10, THRUM-18, THRUM-20: a Move has one line with all its squares, and so has a Dash.
#[test]
fn a_walk_is_one_line() {
    let map = "width = 12\nheight = 1\ndifficult = [[1, 0]]";
    let text = corridor("", "").replace("width = 12\nheight = 1", map);
    let played = one_round(&text, &[], &FIRST);
    assert_eq!(
        played.told(1, "moves to"),
        [
            ("hero moves to [3, 0] by way of [1, 0] [2, 0].", vec!["18", "10", "20"]),
            ("hero moves to [7, 0] by way of [4, 0] [5, 0] [6, 0].", vec!["18"]),
        ]
    );
}

/// THRUM-43: what a step sets off is told after the steps before it, and before those behind it.
#[test]
fn a_walk_is_told_as_far_as_something_happens() {
    let guard = r#"id = "guard", type = "stance", trigger = "enemy_enters", range = 9, effect = { mark = 1 }"#;
    let played = one_round(&corridor(TIRED, &abilities(&[guard])), &[], &FIRST);
    let lines: Vec<&str> = played.said(1, "").into_iter().skip(1).take(4).collect();
    assert_eq!(
        lines,
        [
            "hero moves to [2, 0] by way of [1, 0].",
            "orc answers hero by its Stance guard, which ends.",
            "hero gains 1 Mark.",
            "hero moves to [4, 0] by way of [3, 0].",
        ]
    );
}

/// THRUM-60: whoever is Immobilized is told to be, where its Move would come.
#[test]
fn the_immobilized_have_a_line_for_their_move() {
    let stance = r#"id = "root", type = "stance", take = { immobilized = true }"#;
    let played = one_round(&corridor(&format!("{TIRED}stance = \"root\"\n{}", abilities(&[stance])), ""), &[], &FIRST);
    assert_eq!(played.told(1, "cannot walk"), [("hero is Immobilized and cannot walk.", vec!["10", "60"])]);
    assert_eq!(played.said(1, "moves to").len(), 0);
}

/// THRUM-12, THRUM-13: which status Recover ends, and what the end of a turn leaves of the others.
#[test]
fn recover_names_what_it_ends() {
    let stance = r#"id = "woe", type = "stance", take = { weakened = 2, shocked = 3, burning = 1 }"#;
    let hero = format!("speed = 0\nfatigue_tolerance = 9\nstance = \"woe\"\n{}", abilities(&[stance]));
    let text = corridor(&hero, "");
    let played = one_round(&text, &[], &FIRST);
    let said = played.said(1, "Recovers");
    assert_eq!(said, ["hero Recovers from Burning; Fatigue 0/9, Stress 0/2."]);
    assert_eq!(played.told(1, "turn ends"), [("hero's turn ends; left: Shocked 2, Weakened 1.", vec!["13"])]);
}

/// THRUM-45: what an ability has rid somebody of.
#[test]
fn relief_names_what_it_ends() {
    let mend = r#"id = "mend", type = "action", target = "ally_or_self", effect = { heal_fatigue = 1, clear = true }"#;
    let woe = r#"id = "woe", type = "stance", take = { weakened = 2, dazed = true }"#;
    let hero = format!("speed = 0\nfatigue = 3\nstance = \"woe\"\n{}", abilities(&[mend, woe]));
    let played = one_round(&corridor(&hero, ""), &[], &FIRST);
    let line = "hero is relieved and rid of Weakened, Dazed; Fatigue 2/3, Stress 0/2.";
    assert_eq!(played.told(1, "relieved"), [(line, vec!["45"])]);
}

/// THRUM-58: the stack that is used up, and what it adds.
#[test]
fn a_mark_that_is_used_up_is_told() {
    let mark = r#"id = "mark", type = "stance", take = { mark = 2 }"#;
    let strike = format!("{STRIKE}, mark_fatigue = true");
    let orc = rooted((1, 0), &format!("stance = \"mark\"\ndefence = \"standard\"\n{}", abilities(&[mark])));
    let hero = rooted((0, 0), &abilities(&[&strike]));
    let text = scene(QUIET, "width = 2\nheight = 1", &[pc("hero", &hero), npc("orc", &orc)]);
    let played = one_round(&text, &[], &[&FIRST[..], &[4, 4, 3, 3]].concat());
    assert_eq!(played.told(1, "A Mark"), [("A Mark of orc is used up for 2 more Fatigue, 1 left.", vec!["58"])]);
}

/// THRUM-06: after whom a turn comes that is Delayed.
#[test]
fn a_delay_says_after_whom() {
    let ally = pc("ally", &rooted((5, 0), ""));
    let text = corridor("speed = 0\ndelay_after = \"ally\"", "") + &ally;
    let played = one_round(&text, &[], &[6, 6, 1, 1, 4, 4]);
    assert_eq!(played.told(1, "Delays"), [("hero Delays its turn until after ally.", vec!["06"])]);
}

/// THRUM-27 to THRUM-29: where an area, a line and an aura lie.
#[test]
fn shapes_are_told() {
    for (shape, said) in [
        ("shape = \"area\", size = 3, range = 9", "hero uses blast on orc in an area of 3 by 3 squares from [9, -2]."),
        (
            "shape = \"line\", size = 4, range = 9",
            "hero uses blast on orc in a line of 4 squares from [8, 0], to the right.",
        ),
        ("shape = \"aura\", size = 11", "hero uses blast on orc in an aura of 11 squares around [0, 0]."),
    ] {
        let blast =
            format!("id = \"blast\", type = \"action\", target = \"enemy\", {shape}, effect = {{ stress = 1 }}");
        let hero = format!("speed = 0\n{}", abilities(&[&blast]));
        let played = one_round(&corridor(&hero, "stress_tolerance = 9"), &[], &FIRST);
        assert_eq!(played.said(1, "uses"), [said], "{shape}");
    }
}

/// THRUM-41: what happens to somebody in a Terrain Effect is told to be its doing.
#[test]
fn a_terrain_effect_is_told() {
    let cloud = "id = \"cloud\", type = \"action\", tags = [\"terrain_effect\"], shape = \"area\", size = 1, range = 11, \
                 terrain = { enter = { stress = 1 } }";
    let hero = format!("speed = 0\n{}", abilities(&[cloud]));
    let played = one_round(&corridor(&hero, "stress_tolerance = 9"), &[], &FIRST);
    assert_eq!(played.said(1, "uses"), ["hero uses cloud on an area of 1 by 1 squares from [11, 0]."]);
    assert_eq!(played.told(1, "is in the"), [("orc is in the cloud of hero.", vec!["41"])]);
}

/// THRUM-51: a fall ends the Stance, and says so.
#[test]
fn a_fall_tells_the_end_of_the_stance() {
    let text = scene(QUIET, "width = 12\nheight = 1", &[pc("hero", &faller((0, 0))), npc("orc", &rooted((11, 0), ""))]);
    let played = one_round(&text, &[], &[&FIRST[..], &[1, 1]].concat());
    let [fall, stance] = ["hero is Incapacitated", "The Stance"]
        .map(|words| played.lines.iter().position(|line| line.text.contains(words)).expect("it is told"));
    assert_eq!(stance, fall + 1);
    assert_eq!(played.told(1, "The Stance")[0].1, ["51"]);
}

/// THRUM-16, THRUM-55: what stays when combat is over.
#[test]
fn what_is_lost_for_good_is_told() {
    let text = scene(QUIET, "width = 12\nheight = 1", &[pc("hero", &faller((0, 0))), npc("orc", &rooted((11, 0), ""))]);
    let played = one_round(&text, &[], &[&FIRST[..], &[1, 1]].concat());
    let said = "Loads are 0 again; lost for good: hero 1 Fatigue Tolerance.";
    assert_eq!(played.told(1, "Loads are 0"), [(said, vec!["16", "55"])]);
    let timeout = one_round(&corridor("", ""), &[], &FIRST);
    let said = "The round limit is reached; both sides still fight. Loads are 0 again; lost for good: nothing.";
    assert_eq!(timeout.said(1, "Loads are 0"), [said]);
}
