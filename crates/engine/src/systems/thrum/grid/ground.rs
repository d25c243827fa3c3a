//! A map as sets of squares, and the distances between squares.

use super::direction::Direction;
use super::far::Walks;
use super::map::Map;
use super::routes::Routes;
use super::slopes::Slopes;
use super::squares::{Square, Squares};

/// The levels that open squares can have.
pub(super) const LEVELS: std::ops::RangeInclusive<i16> = -9..=9;

/// A map as sets of squares that fit into `N` words. Sets passed to its methods must lie on the map.
#[derive(Debug, Clone)]
pub(in super::super) struct Ground<const N: usize> {
    map: Map,
    all: Squares<N>,
    open: Squares<N>,
    difficult: Squares<N>,
    /// By x from 0 to the width: the squares with a smaller x.
    left_of: Box<[Squares<N>]>,
    /// By y from 0 to the height: the squares with a smaller y.
    above: Box<[Squares<N>]>,
    /// By a distance up to the longer side of the map, and then by x or y: the squares in the columns, or in the rows,
    /// that are no farther off.
    columns: Box<[Squares<N>]>,
    rows: Box<[Squares<N>]>,
    /// By direction, and by how far a square lies in that direction: the squares that lie farther.
    farther: [Box<[Squares<N>]>; 8],
    /// By number of a square: how far the square lies in each direction.
    how_far: Box<[[u8; 8]]>,
    /// By level: the squares of lower levels.
    lower_than: Box<[Squares<N>]>,
    slopes: Slopes<N>,
    /// Sets of open squares that can be walked to from each other if nobody is in the way.
    regions: Box<[Squares<N>]>,
    /// The routes, by whether descents are drops.
    routes: [Routes<N>; 2],
    /// The walks to the goals of each side: by side, then by whether descents are drops.
    walks: [[Walks<N>; 2]; 2],
}

impl<const N: usize> Ground<N> {
    /// The sets of a map; `None` if they do not fit into `N` words.
    pub(in super::super) fn new(map: &Map) -> Option<Self> {
        if map.numbers() > 64 * N {
            return None;
        }
        let (width, height) = (map.width() as i16, map.height() as i16);
        let below = |limits: std::ops::RangeInclusive<i16>, number: &dyn Fn(Square) -> i16| {
            limits.map(|limit| map.squares().filter(|&square| number(square) < limit).collect()).collect()
        };
        let x = |square| map.coordinates(square).0;
        let y = |square| map.coordinates(square).1;
        let mut ground = Self {
            all: map.squares().collect(),
            open: map.squares().filter(|&square| !map.is_wall(square)).collect(),
            difficult: map.squares().filter(|&square| map.is_difficult(square)).collect(),
            left_of: below(0..=width, &x),
            above: below(0..=height, &y),
            columns: Box::default(),
            rows: Box::default(),
            farther: Direction::ALL.map(|direction| farther(map, direction)),
            how_far: how_far_each(map),
            lower_than: below(LEVELS, &|square| map.level(square)),
            slopes: Slopes::new(map),
            regions: Box::default(),
            routes: Default::default(),
            walks: Default::default(),
            map: map.clone(),
        };
        let distances = 0..=width.max(height);
        let bands = |lines: i16, band: &dyn Fn(i16, i16) -> Squares<N>| {
            distances.clone().flat_map(|distance| (0..lines).map(move |line| band(line, distance))).collect()
        };
        ground.columns =
            bands(width, &|x, distance| ground.rectangle(x - distance, 0, 2 * distance as u16 + 1, height as u16));
        ground.rows =
            bands(height, &|y, distance| ground.rectangle(0, y - distance, width as u16, 2 * distance as u16 + 1));
        ground.regions = ground.find_regions();
        Some(ground)
    }

    /// Computes the routes of movements with at most these budgets, without drops and with drops; a budget of 0 gives
    /// none.
    pub(super) fn find_routes(&mut self, budgets: [u16; 2]) {
        self.routes = [false, true].map(|drops| Routes::new(self, budgets[usize::from(drops)], drops));
    }

    /// Computes the walks to the goals of each side.
    pub(super) fn find_walks(&mut self, goals: [Squares<N>; 2]) {
        self.walks = goals.map(|goals| [false, true].map(|drops| Walks::new(self, goals & self.open, drops)));
    }

    fn find_regions(&self) -> Box<[Squares<N>]> {
        let mut left = self.open;
        let next_region = || {
            let mut region = Squares::only(left.first()?);
            while (self.adjacent(region) & self.open) - region != Squares::EMPTY {
                region |= self.adjacent(region) & self.open;
            }
            left -= region;
            Some(region)
        };
        std::iter::from_fn(next_region).collect()
    }

    /// The map, square by square.
    pub(in super::super) const fn map(&self) -> &Map {
        &self.map
    }

    /// All squares of the map.
    pub(in super::super) const fn all(&self) -> Squares<N> {
        self.all
    }

    /// The squares that are no walls.
    pub(in super::super) const fn open(&self) -> Squares<N> {
        self.open
    }

    /// The squares that are Difficult from the start (THRUM-20).
    pub(in super::super) const fn difficult(&self) -> Squares<N> {
        self.difficult
    }

    /// The slopes of the map.
    pub(super) const fn slopes(&self) -> &Slopes<N> {
        &self.slopes
    }

    /// The routes on the map.
    pub(super) const fn routes(&self, drops: bool) -> &Routes<N> {
        &self.routes[drops as usize]
    }

    /// The walks to the goals of a side.
    pub(super) const fn walks(&self, side: usize, drops: bool) -> &Walks<N> {
        &self.walks[side][drops as usize]
    }

    /// The open squares that are lower than a height, which may be any number (THRUM-31).
    pub(in super::super) fn lower_than(&self, height: i16) -> Squares<N> {
        let above_least = height.saturating_sub(*LEVELS.start()).max(0) as usize;
        self.lower_than.get(above_least).copied().unwrap_or(self.open)
    }

    /// The squares of the map in a rectangle that may reach beyond it.
    pub(in super::super) fn rectangle(&self, x: i16, y: i16, width: u16, height: u16) -> Squares<N> {
        self.columns_from(x, width) & self.band(y, height)
    }

    /// The squares in some columns, which may lie partly off the map.
    pub(super) fn columns_from(&self, x: i16, width: u16) -> Squares<N> {
        let column = |x: i16| self.left_of[x.clamp(0, self.map.width() as i16) as usize];
        column(x + width as i16) - column(x)
    }

    /// The squares in some rows, which may lie partly off the map.
    pub(super) fn band(&self, y: i16, height: u16) -> Squares<N> {
        let row = |y: i16| self.above[y.clamp(0, self.map.height() as i16) as usize];
        row(y + height as i16) - row(y)
    }

    /// All squares within a distance of a square, itself included (THRUM-17).
    #[inline]
    pub(in super::super) fn within(&self, square: Square, distance: u16) -> Squares<N> {
        let (x, y) = self.map.coordinates(square);
        let (width, height) = (self.map.width(), self.map.height());
        let distance = usize::from(distance.min(width.max(height)));
        self.columns[distance * usize::from(width) + x as usize]
            & self.rows[distance * usize::from(height) + y as usize]
    }

    /// The squares adjacent to at least one of `squares`. A square of the set itself is included only if it is adjacent
    /// to another one.
    pub(in super::super) fn adjacent(&self, squares: Squares<N>) -> Squares<N> {
        self.around(squares) & self.all
    }

    /// The neighbours of a square that are among `squares`, as the bits of [`Squares::beside`].
    pub(in super::super) fn beside(&self, squares: Squares<N>, square: Square) -> u16 {
        squares.beside(square, self.map.stride())
    }

    /// The same as [`adjacent`](Self::adjacent), but possibly with numbers that are no squares of the map.
    pub(super) fn around(&self, squares: Squares<N>) -> Squares<N> {
        let stride = u32::from(self.map.stride());
        let beside = squares.forward(1) | squares.backward(1);
        let three = beside | squares;
        beside | three.forward(stride) | three.backward(stride)
    }

    /// All squares within a distance of at least one of `squares`, these included.
    pub(in super::super) fn grown(&self, squares: Squares<N>, distance: u16) -> Squares<N> {
        if squares.len() <= u32::from(distance) {
            return squares.iter().fold(Squares::EMPTY, |all, square| all | self.within(square, distance));
        }
        (0..distance).fold(squares, |grown, _| grown | self.adjacent(grown))
    }

    /// The squares of `among` with the least distance to the nearest of `from`; all of `among` if `from` is empty.
    pub(in super::super) fn nearest(&self, among: Squares<N>, from: Squares<N>) -> Squares<N> {
        if among.is_empty() || from.is_empty() {
            return among;
        }
        let mut near = from;
        while !near.meets(among) {
            near |= self.adjacent(near);
        }
        near & among
    }

    /// The squares of `among` with the greatest distance to the nearest of `from`, and that distance; all of `among`,
    /// and 0, if `from` is empty.
    pub(in super::super) fn farthest(&self, among: Squares<N>, from: Squares<N>) -> (Squares<N>, u16) {
        if from.is_empty() {
            return (among, 0);
        }
        let (mut near, mut left, mut distance) = (from, among, 0);
        while !(left - near).is_empty() {
            left -= near;
            near |= self.adjacent(near);
            distance += 1;
        }
        (left, distance)
    }

    /// The squares strictly beyond the line through a square across a direction (THRUM-31).
    pub(super) fn beyond(&self, square: Square, direction: Direction) -> Squares<N> {
        self.farther[direction as usize][usize::from(self.how_far[square.number()][direction as usize])]
    }

    /// Whether a walk of any cost leads from a square to one of `goals` if nobody is in the way.
    pub(in super::super) fn connects(&self, square: Square, goals: Squares<N>) -> bool {
        self.regions.iter().any(|region| region.contains(square) && region.meets(goals))
    }
}

/// The number of squares from the opposite end of the map to a square in a direction.
fn how_far(map: &Map, square: Square, direction: Direction) -> usize {
    let ((x, y), (dx, dy)) = (map.coordinates(square), direction.offset());
    let (last_x, last_y) = (map.width() as i16 - 1, map.height() as i16 - 1);
    let along = |at: i16, last: i16, step: i16| if step < 0 { (at - last) * step } else { at * step };
    (along(x, last_x, dx) + along(y, last_y, dy)) as usize
}

/// For each square, by number: how far it lies in each direction.
fn how_far_each(map: &Map) -> Box<[[u8; 8]]> {
    let mut table = vec![[0; 8]; map.numbers()];
    for square in map.squares() {
        table[square.number()] = Direction::ALL.map(|direction| how_far(map, square, direction) as u8);
    }
    table.into()
}

/// By how far a square lies in a direction: the squares that lie farther.
fn farther<const N: usize>(map: &Map, direction: Direction) -> Box<[Squares<N>]> {
    let far = |square| how_far(map, square, direction);
    let farthest = map.squares().map(far).max().unwrap_or(0);
    (0..=farthest).map(|limit| map.squares().filter(|&square| far(square) > limit).collect()).collect()
}
