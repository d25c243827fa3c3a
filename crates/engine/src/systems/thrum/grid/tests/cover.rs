//! Cover and Obstruction (THRUM-31, THRUM-32).

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::picture::Picture;
use super::plain::{At, Land, set, square};
use super::random;
use crate::systems::thrum::grid::{Ground, Sight, Squares, Tile};

/// A direct implementation of THRUM-31 and THRUM-32.
fn sight(land: &Land, attacker: At, target: At, characters: &BTreeSet<At>, rise: i16) -> Sight {
    let mut sight = Sight::Clear;
    let is_character = |at| at != attacker && at != target && characters.contains(&at);
    let height = |at| match land.tile(at)? {
        Tile::Wall => Some(i16::MAX),
        Tile::Floor { level, .. } if is_character(at) => Some(i16::from(level) + rise),
        Tile::Floor { level, .. } => (i16::from(level) >= land.level(target) + 2).then_some(i16::from(level)),
    };
    let gives_cover = |at| height(at).is_some_and(|height| land.level(attacker) < height);
    for (vx, vy) in (-1..=1).flat_map(|vx| (-1..=1).map(move |vy| (vx, vy))).filter(|&v| v != (0, 0)) {
        let source = (target.0 + vx, target.1 + vy);
        let is_beyond = (attacker.0 - source.0) * vx + (attacker.1 - source.1) * vy > 0;
        if !is_beyond || !gives_cover(source) {
            continue;
        }
        let (wx, wy) = (-vy, vx);
        let is_wall = gives_cover((source.0 + wx, source.1 + wy)) && gives_cover((source.0 - wx, source.1 - wy));
        sight = sight.max(if is_wall { Sight::Obstructed } else { Sight::Cover });
    }
    sight
}

/// Compares `sight`, `cover` and `obstructed` with the direct implementation, for a target and every attacker.
fn same_sight(
    ground: &Ground<3>,
    land: &Land,
    target: At,
    characters: &BTreeSet<At>,
    rise: u16,
) -> Result<(), TestCaseError> {
    let (map, to) = (ground.map(), square(ground.map(), target));
    for attacker in land.open().filter(|&attacker| attacker != target) {
        let others: BTreeSet<At> = characters.iter().copied().filter(|&at| at != attacker && at != target).collect();
        let expected = sight(land, attacker, target, characters, rise as i16);
        let from = square(map, attacker);
        let found = ground.sight(from, to, set(map, &others), rise);
        prop_assert_eq!(found, expected, "{:?} from {:?} among {:?}", target, attacker, characters);
        let [cover, obstructed] =
            [Ground::cover, Ground::obstructed].map(|sheltered| sheltered(ground, to, set(map, &others), rise));
        let found = (cover.contains(from), obstructed.contains(from));
        prop_assert_eq!(
            found,
            (expected != Sight::Clear, expected == Sight::Obstructed),
            "{:?} from {:?}",
            target,
            attacker
        );
    }
    Ok(())
}

/// The squares of a picture of level ground from which `T` has Cover (`c`) or is Obstructed (`o`), given the characters `C`.
fn angles(rows: &[&str]) -> Vec<String> {
    let picture = Picture::of(rows);
    let ground = Ground::<3>::new(&picture.map).expect("a small map");
    let target = picture.one('T');
    let [cover, obstructed] =
        [Ground::cover, Ground::obstructed].map(|sheltered| sheltered(&ground, target, picture.set('C'), 2));
    picture.marked(|at| {
        let is_free = at != target && !picture.all('C').contains(&at) && !picture.map.is_wall(at);
        let mark = if obstructed.contains(at) { 'o' } else { 'c' };
        (is_free && cover.contains(at)).then_some(mark)
    })
}

/// Worked check 8, THRUM-31: a character beside the target gives Cover against everybody behind the line through it.
#[test]
fn a_character_beside_the_target_gives_cover() {
    assert_eq!(
        angles(&[
            "......", //
            "......", "......", "......", "...CT.", "......",
        ]),
        [
            "ccc...", //
            "ccc...", "ccc...", "ccc...", "cccCT.", "ccc...",
        ]
    );
}

/// Worked check 8, THRUM-31: a character at a corner of the target gives Cover behind the diagonal line through it.
#[test]
fn a_character_at_a_corner_gives_cover() {
    assert_eq!(
        angles(&[
            "......", //
            "......", "......", "...C..", "....T.", "......",
        ]),
        [
            "cccccc", //
            "ccccc.", "cccc..", "cccC..", "cc..T.", "c.....",
        ]
    );
}

/// Worked check 8, THRUM-32: three sources in line across the way Obstruct the target.
#[test]
fn three_in_line_obstruct() {
    assert_eq!(
        angles(&[
            "......", //
            "......", "....C.", "...C..", "..C.T.", "......",
        ]),
        [
            "oooooo", //
            "ooooo.", "ooooC.", "oooC..", "ooC.T.", "o.....",
        ]
    );
    assert_eq!(
        angles(&[
            ".....", //
            ".C...", ".CT..", ".C...", ".....",
        ]),
        [
            "oc...", //
            "oC...", "oCT..", "oC...", "oc...",
        ]
    );
}

/// Worked check 8, THRUM-31: terrain two levels up gives Cover against attackers lower than it, but only to a target at
/// its foot.
#[test]
fn terrain_two_levels_up_gives_cover() {
    let from = |row: &str, x| {
        let picture = Picture::of(&[row, "....."]);
        let ground = Ground::<3>::new(&picture.map).expect("a small map");
        ground.sight(picture.square((x, 0)), picture.square((4, 0)), Squares::EMPTY, 2)
    };
    assert_eq!([0, 1, 2].map(|x| from(".122.", x)), [Sight::Cover, Sight::Cover, Sight::Clear]);
    assert_eq!([0, 1, 2].map(|x| from(".1221", x)), [Sight::Clear; 3]);
}

/// THRUM-31: an attacker higher than the heads of others sees over them, unless characters rise higher.
#[test]
fn from_above_one_sees_over_heads() {
    let picture = Picture::of(&["3.C.T", "....."]);
    let ground = Ground::<3>::new(&picture.map).expect("a small map");
    let (from, target) = (picture.square((0, 0)), picture.one('T'));
    let beside = Squares::only(picture.square((3, 0)));
    for (rise, expected) in [(2, Sight::Clear), (3, Sight::Clear), (4, Sight::Cover)] {
        assert_eq!(ground.sight(from, target, beside, rise), expected, "rise {rise}");
    }
}

/// THRUM-31, THRUM-32: every set of characters around a target shelters it from every side as the rules say.
#[test]
fn cover_from_every_angle() {
    let land = Picture::of(&["......."; 7]).land;
    let ground = Ground::<3>::new(&land.map()).expect("a small map");
    let target = (3, 3);
    let around: Vec<At> =
        land.squares().filter(|&(x, y)| (1..=4).contains(&((x - 3).pow(2) + (y - 3).pow(2)))).collect();
    assert_eq!(around.len(), 12);
    for which in 0_u32..1 << 12 {
        let characters = around.iter().enumerate().filter(|&(i, _)| which >> i & 1 == 1).map(|(_, &at)| at).collect();
        same_sight(&ground, &land, target, &characters, 2).unwrap_or_else(|failure| panic!("{failure}"));
    }
}

/// THRUM-30: an area can be seen if one of its squares can.
#[test]
fn one_square_in_sight_is_enough() {
    let picture = Picture::of(&[
        "......", //
        "..#...", "..#T..", "..#U..", "......",
    ]);
    let ground = Ground::<3>::new(&picture.map).expect("a small map");
    let target = ground.sees_one(picture.set('T'), Squares::EMPTY, 2);
    assert_eq!(
        picture.with(target),
        [
            "..xxxx", //
            "..#xxx", "..#xxx", "..#xxx", "..xxxx",
        ]
    );
    let both =
        ground.sees_one(picture.set('T') | picture.set('U') | Squares::only(picture.square((3, 4))), Squares::EMPTY, 2);
    assert_eq!(both, ground.open());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// THRUM-31, THRUM-32: terrain and characters of all levels shelter every target from every side as the rules say.
    #[test]
    fn shelter_is_what_the_rules_say(walker in random::walker(2..=6), rise in 0..=4_u16) {
        let land = &walker.land;
        let characters = &walker.closed | &walker.allies;
        let ground = Ground::<3>::new(&land.map()).expect("a small map");
        for target in land.open() {
            same_sight(&ground, land, target, &characters, rise)?;
        }
    }

    /// THRUM-30: a set of squares is in sight from all squares from which not all of the set is Obstructed.
    #[test]
    fn sees_one_asks_every_square(walker in random::walker(2..=8), squares in prop::collection::vec(0..64_usize, 1..4)) {
        let land = &walker.land;
        let ground = Ground::<3>::new(&land.map()).expect("a small map");
        let (map, open) = (ground.map(), land.open().collect::<Vec<_>>());
        let asked: BTreeSet<At> = squares.iter().map(|i| open[i % open.len()]).collect();
        let sees = ground.sees_one(set(map, &asked), set(map, &walker.closed), 2);
        for &from in open.iter().filter(|&at| !walker.closed.contains(at)) {
            let is_seen = |&to: &At| sight(land, from, to, &walker.closed, 2) != Sight::Obstructed;
            prop_assert_eq!(sees.contains(square(map, from)), asked.iter().any(is_seen));
        }
    }
}
