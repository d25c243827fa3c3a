//! A map square by square: levels, walls, distances, costs of single steps, pushes.

use super::direction::Direction;
use super::squares::Square;

/// The most squares in a row, and the most rows.
pub(super) const MAX_SIDE: usize = 40;

/// The ground of a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(in super::super) enum Tile {
    /// Ground at a level, -9..=9.
    Floor {
        /// The level.
        level: i8,
        /// Whether it is Difficult Terrain from the start (THRUM-20).
        is_difficult: bool,
    },
    /// A wall, which nobody can enter, and which is higher than anything.
    Wall,
}

/// A power of two above the number of any square of any map, so that tables of this size need no bounds check.
const NUMBERS: usize = 2048;
const _: () = assert!(MAX_SIDE * (MAX_SIDE + 1) <= NUMBERS, "every square has a number below");

/// A map, square by square.
#[derive(Debug, Clone)]
pub(in super::super) struct Map {
    width: u16,
    height: u16,
    /// The tiles by the number of a square. One wall that is off the map follows each row.
    tiles: Box<[Tile]>,
    /// x and y by the number of a square.
    places: Box<[[u8; 2]; NUMBERS]>,
}

impl Map {
    /// The map with these tiles, row by row: 1..=40 rows of `width` tiles, 1..=40.
    pub(in super::super) fn new(width: usize, tiles: &[Tile]) -> Self {
        assert!((1..=MAX_SIDE).contains(&width) && tiles.len().is_multiple_of(width), "whole rows of 1 to 40 squares");
        assert!((1..=MAX_SIDE).contains(&(tiles.len() / width)), "1 to 40 rows");
        let (mut padded, mut places) =
            (Vec::with_capacity(tiles.len() + tiles.len() / width), Box::new([[0; 2]; NUMBERS]));
        for (y, row) in tiles.chunks(width).enumerate() {
            for (x, &tile) in row.iter().chain([&Tile::Wall]).enumerate() {
                places[padded.len()] = [x as u8, y as u8];
                padded.push(tile);
            }
        }
        Self { width: width as u16, height: (tiles.len() / width) as u16, tiles: padded.into(), places }
    }

    /// The number of columns.
    pub(in super::super) const fn width(&self) -> u16 {
        self.width
    }

    /// The number of rows.
    pub(in super::super) const fn height(&self) -> u16 {
        self.height
    }

    /// The number of the square below a square, less the square's own number.
    pub(super) const fn stride(&self) -> u16 {
        self.width + 1
    }

    /// The length of a table by the number of a square, spare numbers included.
    pub(in super::super) const fn numbers(&self) -> usize {
        self.tiles.len()
    }

    /// The square at these coordinates; `None` off the map.
    pub(in super::super) const fn square(&self, x: i16, y: i16) -> Option<Square> {
        if x < 0 || y < 0 || x >= self.width as i16 || y >= self.height as i16 {
            return None;
        }
        Some(Square::numbered(y as usize * self.stride() as usize + x as usize))
    }

    /// The coordinates of a square.
    pub(in super::super) fn coordinates(&self, square: Square) -> (i16, i16) {
        let [x, y] = self.place(square);
        (x.into(), y.into())
    }

    #[inline]
    fn place(&self, square: Square) -> [u8; 2] {
        debug_assert!(square.number() < self.numbers(), "a square of the map");
        self.places[square.number() % NUMBERS]
    }

    /// All squares in reading order.
    pub(in super::super) fn squares(&self) -> impl Iterator<Item = Square> + use<'_> {
        let rows = 0..self.height as usize;
        rows.flat_map(|y| (0..self.width as usize).map(move |x| (x, y)))
            .map(|(x, y)| Square::numbered(y * self.stride() as usize + x))
    }

    /// The ground of a square.
    pub(in super::super) fn tile(&self, square: Square) -> Tile {
        self.tiles[square.number()]
    }

    /// Whether a square is a wall.
    pub(in super::super) fn is_wall(&self, square: Square) -> bool {
        self.tile(square) == Tile::Wall
    }

    /// Whether a square is Difficult from the start (THRUM-20).
    pub(in super::super) fn is_difficult(&self, square: Square) -> bool {
        matches!(self.tile(square), Tile::Floor { is_difficult: true, .. })
    }

    /// The level of a square; a wall is higher than anything.
    pub(in super::super) fn level(&self, square: Square) -> i16 {
        match self.tile(square) {
            Tile::Floor { level, .. } => i16::from(level),
            Tile::Wall => i16::MAX,
        }
    }

    /// The distance of two squares (THRUM-17).
    #[inline]
    pub(in super::super) fn distance(&self, from: Square, to: Square) -> u16 {
        let ([from_x, from_y], [to_x, to_y]) = (self.place(from), self.place(to));
        from_x.abs_diff(to_x).max(from_y.abs_diff(to_y)).into()
    }

    /// The square one step away in a direction; `None` off the map.
    pub(in super::super) fn neighbour(&self, square: Square, direction: Direction) -> Option<Square> {
        let ((x, y), (dx, dy)) = (self.coordinates(square), direction.offset());
        self.square(x + dx, y + dy)
    }

    /// The neighbour of a square by its number from 0 to 8 in reading order; it must be on the map.
    pub(super) const fn beside(&self, square: Square, number: usize) -> Square {
        let stride = self.stride() as usize;
        Square::numbered(square.number() + number / 3 * stride + number % 3 - stride - 1)
    }

    /// The square one step away in a direction; it must be on the map.
    pub(super) const fn next(&self, square: Square, direction: Direction) -> Square {
        let (dx, dy) = direction.offset();
        self.offset(square, dx, dy)
    }

    /// The square `dx` right of and `dy` below another one; it must be on the map.
    pub(super) const fn offset(&self, square: Square, dx: i16, dy: i16) -> Square {
        Square::numbered((square.number() as i32 + dy as i32 * self.stride() as i32 + dx as i32) as usize)
    }

    /// The direction from a square to another one, by the signs of the differences in x and y (THRUM-25); `None` if
    /// they are the same square.
    pub(in super::super) fn direction(&self, from: Square, to: Square) -> Option<Direction> {
        let ((from_x, from_y), (to_x, to_y)) = (self.coordinates(from), self.coordinates(to));
        Direction::of_signs(to_x - from_x, to_y - from_y)
    }

    /// The number of levels that a step between squares that are no walls goes down; negative if it goes up. A step of
    /// 2 or more levels may be a drop (THRUM-22, THRUM-23).
    pub(in super::super) fn descent(&self, from: Square, to: Square) -> i16 {
        self.level(from) - self.level(to)
    }

    /// The cost of a walked step between adjacent squares that are no walls: 1, plus 1 for each level beyond the first
    /// (THRUM-21), plus 1 if the square that it leaves is Difficult now (THRUM-18, THRUM-20). A drop costs as much as a
    /// step on level ground.
    pub(in super::super) fn step_cost(&self, from: Square, to: Square, leaves_difficult: bool) -> u16 {
        level_step_cost(leaves_difficult) + self.descent(from, to).unsigned_abs().saturating_sub(1)
    }

    /// The square to which a combatant in `from` is pushed or pulled by one step in a direction. `None` if the step is
    /// stopped by the edge of the map, a wall, an occupied square or a square 2 or more levels higher (THRUM-25).
    pub(in super::super) fn pushed(
        &self,
        from: Square,
        direction: Direction,
        is_occupied: impl FnOnce(Square) -> bool,
    ) -> Option<Square> {
        let to = self.neighbour(from, direction)?;
        let is_open = !self.is_wall(to) && self.descent(from, to) > -2 && !is_occupied(to);
        is_open.then_some(to)
    }
}

/// The cost of a step on level ground, and of a drop (THRUM-18, THRUM-20, THRUM-22).
pub(in super::super) const fn level_step_cost(leaves_difficult: bool) -> u16 {
    1 + leaves_difficult as u16
}
