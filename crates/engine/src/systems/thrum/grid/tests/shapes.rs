//! Areas, lines and auras (THRUM-27 to THRUM-30, P5).

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::picture::Picture;
use super::plain::{At, distance, set};
use super::random;
use crate::systems::thrum::grid::shapes::LineDirection;
use crate::systems::thrum::grid::{Ground, Map, Placing, Squares};

/// THRUM-27, THRUM-28, THRUM-29: the squares of a shape, also those off the map.
fn shape(map: &Map, placing: Placing) -> Vec<At> {
    match placing {
        Placing::Area { y, x, size } => {
            (y..y + size as i16).flat_map(|row| (x..x + size as i16).map(move |column| (column, row))).collect()
        }
        Placing::Line { first, direction, length } => {
            let (x, y) = map.coordinates(first);
            let (dx, dy) = match direction {
                LineDirection::Right => (1, 0),
                LineDirection::Down => (0, 1),
                LineDirection::DownRight => (1, 1),
                LineDirection::UpRight => (1, -1),
            };
            (0..length as i16).map(|i| (x + i * dx, y + i * dy)).collect()
        }
        Placing::Aura { centre, radius } => {
            let (at, reach) = (map.coordinates(centre), radius as i16);
            let around = (-reach..=reach).flat_map(|dy| (-reach..=reach).map(move |dx| (dx, dy)));
            around.filter(|&d| d != (0, 0)).map(|(dx, dy)| (at.0 + dx, at.1 + dy)).collect()
        }
    }
}

/// The part of a shape that is on the map.
fn on_map(map: &Map, placing: Placing) -> BTreeSet<At> {
    shape(map, placing).into_iter().filter(|&(x, y)| map.square(x, y).is_some()).collect()
}

/// All areas and lines of a size that have a square on the map, in the order of P5.
fn all_placings(map: &Map, size: u16) -> (Vec<Placing>, Vec<Placing>) {
    let (width, height) = (map.width() as i16, map.height() as i16);
    let corners = (-200..height).flat_map(|y| (-200..width).map(move |x| (x, y)));
    let areas =
        corners.filter(|&(x, y)| x + size as i16 > 0 && y + size as i16 > 0).map(|(x, y)| Placing::Area { y, x, size });
    let directions = [LineDirection::Right, LineDirection::Down, LineDirection::DownRight, LineDirection::UpRight];
    let line = |first| directions.map(|direction| Placing::Line { first, direction, length: size });
    (areas.collect(), map.squares().flat_map(line).collect())
}

fn same_squares<const N: usize>(ground: &Ground<N>, placing: Placing, range: u16) -> Result<(), TestCaseError> {
    let map = ground.map();
    let covered = on_map(map, placing);
    prop_assert_eq!(ground.covered(placing), set(map, &covered), "{:?}", placing);
    prop_assert!(
        map.squares().all(|at| placing.covers(map, at) == covered.contains(&map.coordinates(at))),
        "{:?}",
        placing
    );
    let is_user = |at: At| match placing {
        Placing::Aura { centre, .. } => map.coordinates(centre) == at,
        Placing::Area { .. } | Placing::Line { .. } => covered.iter().any(|&to| distance(at, to) <= range as i16),
    };
    let users = ground.open().iter().filter(|&at| is_user(map.coordinates(at))).collect::<Squares<N>>();
    prop_assert_eq!(ground.users(placing, range) & ground.open(), users, "{:?} range {}", placing, range);
    Ok(())
}

/// Checks that areas and lines are those of all placings that cover enough of the squares, in the same order. Returns
/// all placings.
fn same_placings<const N: usize>(
    ground: &Ground<N>,
    covered: &BTreeSet<At>,
    size: u16,
) -> Result<(Vec<Placing>, Vec<Placing>), TestCaseError> {
    let map = ground.map();
    let (areas, lines) = all_placings(map, size);
    let covering = |placing: &Placing| on_map(map, *placing).iter().filter(|at| covered.contains(at)).count();
    let wanted = |placings: &[Placing], least: usize| -> Vec<Placing> {
        placings.iter().copied().filter(|placing| covering(placing) >= least).collect()
    };
    let found_areas = |least| -> Vec<Placing> {
        let found = ground.areas(size, set(map, covered), least);
        found
            .inspect(|&(placing, squares)| assert_eq!(squares, ground.covered(placing)))
            .map(|(placing, _)| placing)
            .collect()
    };
    for least in 1..=3 {
        prop_assert_eq!(found_areas(least), wanted(&areas, least));
    }
    let crowded = found_areas(5);
    prop_assert!(wanted(&areas, 5).iter().all(|placing| crowded.contains(placing)));
    let found = ground.lines(size, set(map, covered));
    prop_assert_eq!(found.map(|(placing, _)| placing).collect::<Vec<_>>(), wanted(&lines, 1));
    Ok((areas, lines))
}

/// P5: areas are tried by the square of their upper left corner, which may be off the map, y before x.
#[test]
fn areas_come_in_reading_order() {
    let picture = Picture::of(&["...", ".T."]);
    let ground = Ground::<3>::new(&picture.map).expect("a small map");
    let corners: Vec<At> = ground
        .areas(2, picture.set('T'), 1)
        .map(|(placing, _)| match placing {
            Placing::Area { x, y, .. } => (x, y),
            Placing::Line { .. } | Placing::Aura { .. } => panic!("no area: {placing:?}"),
        })
        .collect();
    assert_eq!(corners, [(0, 0), (1, 0), (0, 1), (1, 1)]);
    let corner = Picture::of(&["T.", ".."]);
    let ground = Ground::<3>::new(&corner.map).expect("a small map");
    let first = ground.areas(3, corner.set('T'), 1).next().map(|(placing, _)| placing);
    assert_eq!(first, Some(Placing::Area { y: -2, x: -2, size: 3 }));
}

/// THRUM-27: an area on the map has size by size squares; at the edge some lie off it.
#[test]
fn areas_may_lie_partly_off_the_map() {
    let picture = Picture::of(&[".....", ".....", "....."]);
    let ground = Ground::<3>::new(&picture.map).expect("a small map");
    let area = |x, y| picture.with(ground.covered(Placing::Area { y, x, size: 2 }));
    assert_eq!(area(1, 1), [".....", ".xx..", ".xx.."]);
    assert_eq!(area(-1, -1), ["x....", ".....", "....."]);
    assert_eq!(area(4, 1), [".....", "....x", "....x"]);
}

/// THRUM-28: lines lie in rows, columns and diagonals.
#[test]
fn lines_lead_in_four_directions() {
    let picture = Picture::of(&["....", "....", "F...", "...."]);
    let ground = Ground::<3>::new(&picture.map).expect("a small map");
    let line =
        |direction| picture.with(ground.covered(Placing::Line { first: picture.one('F'), direction, length: 3 }));
    assert_eq!(line(LineDirection::Right), ["....", "....", "xxx.", "...."]);
    assert_eq!(line(LineDirection::Down), ["....", "....", "x...", "x..."]);
    assert_eq!(line(LineDirection::DownRight), ["....", "....", "x...", ".x.."]);
    assert_eq!(line(LineDirection::UpRight), ["..x.", ".x..", "x...", "...."]);
}

/// THRUM-29: an aura leaves its centre out.
#[test]
fn auras_surround_their_centre() {
    let picture = Picture::of(&["....", ".C..", "....", "...."]);
    let ground = Ground::<3>::new(&picture.map).expect("a small map");
    let aura = |radius| picture.with(ground.covered(Placing::Aura { centre: picture.one('C'), radius }));
    assert_eq!(aura(1), ["xxx.", "xCx.", "xxx.", "...."]);
    assert_eq!(aura(2), ["xxxx", "xCxx", "xxxx", "xxxx"]);
    assert_eq!(aura(0), ["....", ".C..", "....", "...."]);
}

/// THRUM-30: for range 0 the user's own square has to be in the area.
#[test]
fn range_nought_needs_the_own_square() {
    let picture = Picture::of(&["....", "....", "...."]);
    let ground = Ground::<3>::new(&picture.map).expect("a small map");
    let area = Placing::Area { y: -1, x: 2, size: 3 };
    assert_eq!(picture.with(ground.users(area, 0)), ["..xx", "..xx", "...."]);
    assert_eq!(picture.with(ground.users(area, 1)), [".xxx", ".xxx", ".xxx"]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// THRUM-27 to THRUM-30, P5: the placings that cover a combatant, in their order, with their squares and users.
    #[test]
    fn placings_are_what_the_rules_say(walker in random::walker(1..=7), size in prop_oneof![1..=4_u16, 5..=14_u16], range in 0..=5_u16) {
        let ground = Ground::<3>::new(&walker.land.map()).expect("a small map");
        let map = ground.map();
        let (areas, lines) = same_placings(&ground, &walker.closed, size)?;
        prop_assert!(areas.is_sorted() && lines.is_sorted());
        for placing in areas.into_iter().chain(lines).step_by(7) {
            same_squares(&ground, placing, range)?;
        }
        for centre in map.squares() {
            same_squares(&ground, Placing::Aura { centre, radius: size.min(40) }, range)?;
        }
    }

    /// THRUM-27: the whole of an area has size times size squares.
    #[test]
    fn areas_have_their_size(size in 1..=6_u16, x in 0..4_i16, y in 0..4_i16) {
        let picture = Picture::of(&["..........";  10]);
        let ground = Ground::<3>::new(&picture.map).expect("a small map");
        prop_assert_eq!(ground.covered(Placing::Area { y, x, size }).len(), u32::from(size * size));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4))]

    /// THRUM-27, THRUM-28: placings on maps of more words.
    #[test]
    fn placings_are_what_the_rules_say_on_large_maps(walker in random::walker(30..=40), size in 1..=4_u16) {
        let ground = Ground::<26>::new(&walker.land.map()).expect("room for every map");
        let (areas, lines) = same_placings(&ground, &walker.closed, size)?;
        for placing in areas.into_iter().chain(lines).step_by(101) {
            same_squares(&ground, placing, 3)?;
        }
    }
}
