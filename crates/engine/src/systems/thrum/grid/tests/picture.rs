//! Maps drawn as text, as a scenario writes them, with letters for the squares of combatants.

use super::plain::{At, Land};
use crate::systems::thrum::grid::{Map, Square, Squares, Tile};

/// A map that is drawn, one string for each row: `.` level 0, `1` to `9` and `a` to `i` levels up and down, `~`
/// Difficult, `#` wall. Capital letters and `@` name squares of level 0.
pub(super) struct Picture {
    rows: Vec<Vec<char>>,
    pub(super) land: Land,
    pub(super) map: Map,
}

impl Picture {
    pub(super) fn of(rows: &[&str]) -> Self {
        let rows: Vec<Vec<char>> = rows.iter().map(|row| row.chars().collect()).collect();
        let land = Land { rows: rows.iter().map(|row| row.iter().map(|&drawn| tile(drawn)).collect()).collect() };
        let map = land.map();
        Self { rows, land, map }
    }

    /// The squares that a letter names, the least first.
    pub(super) fn all(&self, name: char) -> Vec<Square> {
        let is_named = |&(x, y): &At| self.rows[y as usize][x as usize] == name;
        self.land.squares().filter(is_named).map(|at| self.square(at)).collect()
    }

    /// The squares that a letter names, as a set.
    pub(super) fn set<const N: usize>(&self, name: char) -> Squares<N> {
        self.all(name).into_iter().collect()
    }

    /// The one square that a letter names.
    pub(super) fn one(&self, name: char) -> Square {
        let named = self.all(name);
        assert_eq!(named.len(), 1, "squares with {name}");
        named[0]
    }

    pub(super) fn square(&self, (x, y): At) -> Square {
        self.map.square(x, y).expect("on the map")
    }

    /// The picture with the marks of the squares that have one.
    pub(super) fn marked(&self, mark: impl Fn(Square) -> Option<char>) -> Vec<String> {
        let drawn = |x: usize, y: usize| mark(self.square((x as i16, y as i16))).unwrap_or(self.rows[y][x]);
        let row = |y: usize| (0..self.rows[y].len()).map(|x| drawn(x, y)).collect();
        (0..self.rows.len()).map(row).collect()
    }

    /// The picture with `x` on the squares of a set.
    pub(super) fn with<const N: usize>(&self, squares: Squares<N>) -> Vec<String> {
        self.marked(|square| squares.contains(square).then_some('x'))
    }
}

fn tile(drawn: char) -> Tile {
    match drawn {
        '#' => Tile::Wall,
        '~' => Tile::Floor { level: 0, is_difficult: true },
        '1'..='9' => Tile::Floor { level: (drawn as u8 - b'0') as i8, is_difficult: false },
        'a'..='i' => Tile::Floor { level: -((drawn as u8 - b'a') as i8) - 1, is_difficult: false },
        _ => Tile::Floor { level: 0, is_difficult: false },
    }
}
