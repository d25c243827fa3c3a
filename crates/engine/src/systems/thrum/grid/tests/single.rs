//! Single squares: distances, costs, directions, pushes (THRUM-17 to THRUM-25, THRUM-61).

use proptest::prelude::*;

use super::picture::Picture;
use super::plain::{distance, square};
use super::random;
use crate::systems::thrum::grid::Direction;
use crate::systems::thrum::grid::map::level_step_cost;

/// THRUM-17: the least square has the smallest y, then the smallest x, and coordinates and squares convert into each
/// other.
#[test]
fn squares_are_numbered_in_reading_order() {
    let picture = Picture::of(&["...", "...", ".#."]);
    let squares: Vec<_> = picture.map.squares().collect();
    assert!(squares.is_sorted());
    let coordinates: Vec<_> = squares.iter().map(|&square| picture.map.coordinates(square)).collect();
    assert_eq!(coordinates, picture.land.squares().collect::<Vec<_>>());
    assert_eq!(picture.map.square(3, 0), None);
    assert_eq!(picture.map.square(0, 3), None);
    assert_eq!(picture.map.square(-1, 0), None);
}

/// Worked check 9, THRUM-18, THRUM-20, THRUM-21: the same pairs of squares cost differently there and back.
#[test]
fn costs_along_a_row() {
    let picture = Picture::of(&[".13a~."]);
    let cost = |from, to| {
        let (from, to) = (picture.square((from, 0)), picture.square((to, 0)));
        picture.map.step_cost(from, to, picture.map.is_difficult(from))
    };
    assert_eq!([0, 1, 2, 3, 4].map(|x| cost(x, x + 1)), [1, 2, 4, 1, 2]);
    assert_eq!([0, 1, 2, 3, 4].map(|x| cost(x + 1, x)), [1, 2, 4, 2, 1]);
}

/// Worked check 9, THRUM-22: a drop costs what a step on level ground does.
#[test]
fn a_drop_costs_a_level_step() {
    assert_eq!(level_step_cost(false), 1);
    assert_eq!(level_step_cost(true), 2);
}

/// THRUM-61: directions turn by eighths, clockwise above 0.
#[test]
fn directions_turn_clockwise() {
    assert_eq!(Direction::Up.turned(1), Direction::UpRight);
    assert_eq!(Direction::Up.turned(-1), Direction::UpLeft);
    assert_eq!(Direction::DownRight.turned(5), Direction::Up);
    assert_eq!(Direction::Left.turned(-5), Direction::UpRight);
    for direction in Direction::ALL {
        let (dx, dy) = direction.offset();
        assert_eq!(direction.turned(2).offset(), (-dy, dx), "a quarter to the right of {direction:?}");
        assert_eq!(Direction::of_signs(3 * dx, 2 * dy), Some(direction));
    }
    assert_eq!(Direction::of_signs(0, 0), None);
}

/// THRUM-25: a push goes by the signs of the way from the user to the target, a pull the other way.
#[test]
fn pushes_follow_the_signs_of_the_way() {
    let picture = Picture::of(&[
        "U......", //
        "......T", ".V.....",
    ]);
    let direction = |from, to| picture.map.direction(picture.one(from), picture.one(to));
    assert_eq!(direction('U', 'T'), Some(Direction::DownRight));
    assert_eq!(direction('T', 'U'), Some(Direction::UpLeft));
    assert_eq!(direction('V', 'T'), Some(Direction::UpRight));
    assert_eq!(direction('U', 'U'), None);
}

/// THRUM-25: a push stops at the edge, a wall, a combatant, and a square two levels higher; not at a lower square.
#[test]
fn pushes_stop_at_obstacles() {
    let picture = Picture::of(&[
        "..2", //
        "#T1", "Oc.",
    ]);
    let target = picture.one('T');
    let occupied = picture.one('O');
    let pushed = |direction| picture.map.pushed(target, direction, |square| square == occupied);
    let to = |x, y| Some(picture.square((x, y)));
    let expected = [to(1, 0), None, to(2, 1), to(2, 2), to(1, 2), None, None, to(0, 0)];
    assert_eq!(Direction::ALL.map(pushed), expected);
    assert_eq!(picture.map.pushed(picture.square((0, 0)), Direction::Up, |_| false), None);
}

proptest! {
    /// THRUM-17: the distance is that of the coordinates and the same there and back.
    #[test]
    fn distance_is_symmetric(land in random::land(1..=40), from in 0..1600_usize, to in 0..1600_usize) {
        let (map, squares) = (land.map(), land.squares().collect::<Vec<_>>());
        let (from, to) = (squares[from % squares.len()], squares[to % squares.len()]);
        let (start, end) = (square(&map, from), square(&map, to));
        prop_assert_eq!(map.distance(start, end), distance(from, to) as u16);
        prop_assert_eq!(map.distance(start, end), map.distance(end, start));
        prop_assert_eq!(start.cmp(&end), (from.1, from.0).cmp(&(to.1, to.0)));
    }

    /// THRUM-18, THRUM-20, THRUM-21: the cost of each step, computed from the levels of its squares.
    #[test]
    fn steps_cost_what_the_rules_say(land in random::land(2..=6), is_difficult: bool) {
        let map = land.map();
        for from in land.open() {
            for direction in Direction::ALL {
                let to = (from.0 + direction.offset().0, from.1 + direction.offset().1);
                prop_assert_eq!(map.neighbour(square(&map, from), direction), land.tile(to).map(|_| square(&map, to)));
                if land.is_open(to) {
                    let levels = (land.level(from) - land.level(to)).abs();
                    let cost = 1 + i16::from(is_difficult) + if levels > 1 { levels - 1 } else { 0 };
                    prop_assert_eq!(map.step_cost(square(&map, from), square(&map, to), is_difficult), cost as u16);
                }
            }
        }
    }
}
