//! Steps that cost more because of the levels that they go up or down (THRUM-21).

use super::direction::Direction;
use super::ground::LEVELS;
use super::map::Map;
use super::squares::{Square, Squares};

/// The difference of levels between neighbours, by the kind of step that it allows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Slope {
    /// At most one level.
    Gentle,
    /// The neighbour is lower by 2 levels or more: the step to it may be a drop.
    Below,
    /// The neighbour is higher by 2 levels or more: the step back may be a drop.
    Above,
}

/// The open squares by the levels around them.
#[derive(Debug, Clone)]
pub(super) struct Slopes<const N: usize> {
    /// Squares with all open neighbours at most one level off: nearly all squares of most maps.
    gentle: Squares<N>,
    /// The other squares, by level.
    terraces: Box<[Terrace<N>]>,
    /// The neighbours, walls included, that are 2 or more levels higher, by number of the square and as bits in reading
    /// order.
    higher_beside: Box<[u16]>,
}

/// Open squares of one level with a neighbour more than one level off.
#[derive(Debug, Clone)]
struct Terrace<const N: usize> {
    squares: Squares<N>,
    /// All open squares at most one level off the terrace.
    gentle: Squares<N>,
    /// All other open squares, by level.
    steep: Box<[Steep<N>]>,
}

/// All open squares of a level that is 2 or more levels off that of a terrace.
#[derive(Debug, Clone)]
struct Steep<const N: usize> {
    squares: Squares<N>,
    /// The additional cost of a walked step between these squares and the terrace.
    extra: u16,
    slope: Slope,
}

impl<const N: usize> Slopes<N> {
    /// The slopes of a map.
    pub(super) fn new(map: &Map) -> Self {
        let is_gentle = |square: &Square| {
            let around = Direction::ALL.into_iter().filter_map(|direction| map.neighbour(*square, direction));
            around.filter(|&next| !map.is_wall(next)).all(|next| map.descent(*square, next).abs() < 2)
        };
        let gentle = map.squares().filter(|&square| !map.is_wall(square)).filter(is_gentle).collect();
        let terraces = LEVELS.map(|level| Terrace::new(map, level, gentle));
        let terraces: Box<[Terrace<N>]> = terraces.filter(|terrace| !terrace.squares.is_empty()).collect();
        Self { gentle, terraces, higher_beside: higher_beside(map) }
    }

    /// The neighbours of a square, walls included, that are 2 or more levels higher, as the bits of
    /// [`Squares::beside`].
    pub(super) fn higher_beside(&self, square: Square) -> u16 {
        self.higher_beside[square.number()]
    }

    /// Calls `found` with the squares of `onto` that are adjacent to some open squares, with the additional cost of
    /// walking between them, and with the slope. `adjacent` returns the squares adjacent to a set, on the map or off
    /// it.
    pub(super) fn around(
        &self,
        squares: Squares<N>,
        onto: Squares<N>,
        adjacent: impl Fn(Squares<N>) -> Squares<N>,
        mut found: impl FnMut(Squares<N>, u16, Slope),
    ) {
        let uneven = squares - self.gentle;
        if uneven.is_empty() {
            found(adjacent(squares) & onto, 0, Slope::Gentle);
            return;
        }
        let even = squares & self.gentle;
        let mut gentle = if even.is_empty() { Squares::EMPTY } else { adjacent(even) & onto };
        for terrace in &self.terraces {
            let edge = uneven & terrace.squares;
            if edge.is_empty() {
                continue;
            }
            let around = adjacent(edge) & onto;
            gentle |= around & terrace.gentle;
            for steep in &terrace.steep {
                let across = around & steep.squares;
                if !across.is_empty() {
                    found(across, steep.extra, steep.slope);
                }
            }
        }
        found(gentle, 0, Slope::Gentle);
    }
}

impl<const N: usize> Terrace<N> {
    fn new(map: &Map, level: i16, elsewhere: Squares<N>) -> Self {
        let steep = LEVELS.filter(|other| other.abs_diff(level) >= 2).map(|other| Steep {
            squares: at_levels(map, other..=other),
            extra: other.abs_diff(level) - 1,
            slope: if other < level { Slope::Below } else { Slope::Above },
        });
        Self {
            squares: at_levels(map, level..=level) - elsewhere,
            gentle: at_levels(map, level - 1..=level + 1),
            steep: steep.filter(|steep| !steep.squares.is_empty()).collect(),
        }
    }
}

/// For each square, by number: its neighbours that are 2 or more levels higher, as bits.
fn higher_beside(map: &Map) -> Box<[u16]> {
    let mut table = vec![0; map.numbers()];
    for square in map.squares() {
        for (bit, direction) in Direction::READING.into_iter().enumerate().filter(|&(bit, _)| bit != 4) {
            let next = map.neighbour(square, direction);
            let is_higher = next.is_some_and(|next| map.level(next).saturating_sub(map.level(square)) >= 2);
            table[square.number()] |= u16::from(is_higher) << bit;
        }
    }
    table.into()
}

/// The open squares of some levels.
fn at_levels<const N: usize>(map: &Map, levels: std::ops::RangeInclusive<i16>) -> Squares<N> {
    map.squares().filter(|&square| levels.contains(&map.level(square))).collect()
}
