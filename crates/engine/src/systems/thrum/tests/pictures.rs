//! The map that a replay shows.

use super::super::grid::Placing;
use super::standoff::*;
use super::*;
use unicode_width::UnicodeWidthStr;

/// The picture of a map at the beginning.
fn drawn(map: &str, combatants: &[String]) -> String {
    let rules = thrum(&scene("", map, combatants), &[]);
    rules.picture(&staged(&rules)).expect("a map")
}

#[track_caller]
fn assert_narrow(picture: &str) {
    for line in picture.lines() {
        assert!(line.width() <= 80, "{} columns: {line}", line.width());
    }
}

/// THRUM-17: the ground of each square, and who stands there.
#[test]
fn a_picture_shows_the_ground_and_who_stands_where() {
    let map = "rows = [\".3a~#\", \"9i..1\"]\ndifficult = [[2, 1]]";
    let picture =
        drawn(map, &[still_pc("hero", (0, 0), ""), still_npc("orc", (3, 1), ""), still_npc("other", (0, 1), "")]);
    let lines: Vec<&str> = picture.lines().collect();
    assert_eq!(lines[..2], [".A3 a ~ #", "9bi ~ .a1"]);
    assert_eq!(lines[2], "A hero at [0, 0]: Fatigue 0/3, Stress 0/2");
    assert_eq!(lines.len(), 5);
}

/// THRUM-41, THRUM-51, THRUM-56: a line for each who is present, with all that ails it and is in force.
#[test]
fn a_picture_says_how_everybody_is() {
    let buff = "id = \"aura\", type = \"action\", tags = [\"buff\"]";
    let cloud = "id = \"cloud\", type = \"action\", tags = [\"terrain_effect\"], shape = \"area\", size = 1, range = 9, \
                 terrain = { difficult = true }";
    let hero = still_pc("hero", (0, 0), &abilities(&[cloud, buff]));
    let combatants = [hero, still_npc("orc", (1, 0), "wounds = 1"), still_npc("gone", (2, 0), "")];
    let rules = thrum(&scene(STILL, "width = 3\nheight = 1", &combatants), &[]);
    let mut state = staged(&rules);
    directly(&rules, &mut state, &[], |fight| fight.choose_stance(0.into()));
    uses(&rules, &mut state, 0, 0, &Targets::Ground(Placing::Area { x: 2, y: 0, size: 1 }));
    uses(&rules, &mut state, 0, 1, &Targets::Of(0.into()));
    let body = &mut state.bodies[1];
    body.stacks = [1, 0, 2, 0, 0, 0, 0, 3];
    (body.mark, body.conditions, body.fatigue) = (4, Conditions::DAZED.with(Conditions::STUNNED), 7);
    state.active.remove(1.into());
    state.present.remove(2.into());
    let picture = rules.picture(&state).expect("a map");
    let expected = ".A.a%\n\
                    A hero at [0, 0]: Fatigue 0/3, Stress 0/2, in concentrate, Buff aura\n\
                    a orc at [1, 0]: Fatigue 7/3, Stress 0/2, Incapacitated, Wounds 1, Mark 4, Bleed\n  \
                    1, Burning 2, Weakened 3, Dazed, Stunned";
    assert_eq!(picture, expected);
    assert_narrow(&picture);
}

/// THRUM-17: the widest map has 80 columns, and 63 against one have signs of their own.
#[test]
fn a_picture_has_room_for_everybody() {
    let crowd = |one: fn(&str, (i32, i32), &str) -> String, many: fn(&str, (i32, i32), &str) -> String| {
        let many = (0..63).map(|index| many(&format!("m{index}"), (index % 40, 38 + index / 40), ""));
        [one("one", (39, 0), "")].into_iter().chain(many).collect::<Vec<_>>()
    };
    for combatants in [crowd(still_pc, still_npc), crowd(still_npc, still_pc)] {
        let picture = drawn("width = 40\nheight = 40", &combatants);
        assert_narrow(&picture);
        let lines: Vec<&str> = picture.lines().collect();
        assert_eq!((lines.len(), lines[0].chars().count()), (40 + 64, 80));
        let mut signs: Vec<char> = lines[40..].iter().filter_map(|line| line.chars().next()).collect();
        signs.sort_unstable();
        signs.dedup();
        assert_eq!(signs.len(), 64);
        assert!(!signs.contains(&'?'), "{signs:?}");
    }
}

/// Lines are at most 80 columns wide, whatever anybody is called: words that are longer are cut, and nothing is lost.
#[test]
fn a_picture_cuts_the_longest_names() {
    for length in [1, 70, 76, 77, 78, 79, 80, 156, 157, 200] {
        for word in ["x".repeat(length), "ä".repeat(length), "龍".repeat(length), format!("{} yz", "x".repeat(length))]
        {
            let hero = still_pc("hero", (0, 0), &format!("name = \"{word}\""));
            let picture = drawn("width = 2\nheight = 1", &[hero, still_npc("orc", (1, 0), "")]);
            assert_narrow(&picture);
            let letters = |text: &str| text.chars().filter(|letter| !letter.is_whitespace()).collect::<String>();
            let expected = format!("A{word}at[0,0]:Fatigue0/3,Stress0/2aorcat[1,0]:Fatigue0/3,Stress0/2");
            assert_eq!(letters(&picture), letters(&format!(".A.a{expected}")));
        }
    }
}
