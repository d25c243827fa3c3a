//! Areas, lines and auras (THRUM-27 to THRUM-30).

use super::direction::Direction;
use super::ground::Ground;
use super::map::Map;
use super::squares::{Square, Squares};

/// The directions in which a line may lead from its first square, in the order in which policies try them (P5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(in super::super) enum LineDirection {
    /// Along a row.
    Right,
    /// Along a column.
    Down,
    /// Along a diagonal.
    DownRight,
    /// Along the other diagonal.
    UpRight,
}

impl LineDirection {
    /// All directions, in this order.
    pub(in super::super) const ALL: [Self; 4] = [Self::Right, Self::Down, Self::DownRight, Self::UpRight];

    /// The same direction as that of a step.
    pub(in super::super) const fn direction(self) -> Direction {
        match self {
            Self::Right => Direction::Right,
            Self::Down => Direction::Down,
            Self::DownRight => Direction::DownRight,
            Self::UpRight => Direction::UpRight,
        }
    }
}

/// The placing of a shape. Placings of one shape and size are ordered as policies try them (P5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(in super::super) enum Placing {
    /// A square of `size` by `size` squares (THRUM-27).
    Area {
        /// The y of the upper left corner, which may be off the map.
        y: i16,
        /// The x of the upper left corner, which may be off the map.
        x: i16,
        /// The length of a side in squares, at least 1.
        size: u16,
    },
    /// Squares in a row, column or diagonal (THRUM-28).
    Line {
        /// The first square, which is on the map.
        first: Square,
        /// The direction from the first square to the others.
        direction: LineDirection,
        /// The number of squares, at least 1; some of them may lie off the map.
        length: u16,
    },
    /// All squares within a distance of a centre, except the centre itself (THRUM-29).
    Aura {
        /// The centre.
        centre: Square,
        /// The distance.
        radius: u16,
    },
}

/// The largest number of covered squares by which areas are selected exactly.
const CROWD: usize = 3;

impl Placing {
    /// Whether it covers a square of the map.
    pub(in super::super) fn covers(self, map: &Map, square: Square) -> bool {
        let (at_x, at_y) = map.coordinates(square);
        match self {
            Self::Area { y, x, size } => {
                let inside = 0..size as i16;
                inside.contains(&(at_x - x)) && inside.contains(&(at_y - y))
            }
            Self::Line { first, direction, length } => {
                let (x, y) = map.coordinates(first);
                let (dx, dy) = direction.direction().offset();
                let along = (at_x - x).abs().max((at_y - y).abs());
                along < length as i16 && (x + along * dx, y + along * dy) == (at_x, at_y)
            }
            Self::Aura { centre, radius } => centre != square && map.distance(centre, square) <= radius,
        }
    }
}

impl<const N: usize> Ground<N> {
    /// The squares of the map that a shape covers.
    pub(in super::super) fn covered(&self, placing: Placing) -> Squares<N> {
        match placing {
            Placing::Area { y, x, size } => self.rectangle(x, y, size, size),
            Placing::Line { first, direction, length } => self.line(first, direction, length),
            Placing::Aura { centre, radius } => self.within(centre, radius) - Squares::only(centre),
        }
    }

    /// The squares of the map in a line.
    fn line(&self, first: Square, direction: LineDirection, length: u16) -> Squares<N> {
        let (x, y) = self.map().coordinates(first);
        let (right, down) = (self.map().width() as i16 - x, self.map().height() as i16 - y);
        let stride = usize::from(self.map().stride());
        let (room, next) = match direction {
            LineDirection::Right => (right, 1),
            LineDirection::Down => (down, stride),
            LineDirection::DownRight => (right.min(down), stride + 1),
            LineDirection::UpRight => (right.min(y + 1), 1_usize.wrapping_sub(stride)),
        };
        let squares = 0..usize::from(length).min(room as usize);
        squares.map(|i| Square::numbered(first.number().wrapping_add(next.wrapping_mul(i)))).collect()
    }

    /// The squares from which a shape may be placed as far as range is concerned: those within the range of a square of
    /// the map that the shape covers (THRUM-30). For a Physical Attack, [`sees_one`](Self::sees_one) of the covered
    /// squares must hold as well. An aura is placed from its centre alone.
    pub(in super::super) fn users(&self, placing: Placing, range: u16) -> Squares<N> {
        match placing {
            Placing::Area { y, x, size } => self.area_users(x, y, size, range) & self.open(),
            Placing::Line { .. } => self.grown(self.covered(placing), range) & self.open(),
            Placing::Aura { centre, .. } => Squares::only(centre),
        }
    }

    /// The squares within a range of the part of an area that is on the map.
    fn area_users(&self, x: i16, y: i16, size: u16, range: u16) -> Squares<N> {
        let (width, height) = (self.map().width() as i16, self.map().height() as i16);
        let (left, top) = (x.max(0), y.max(0));
        let (right, bottom) = ((x + size as i16).min(width), (y + size as i16).min(height));
        if left >= right || top >= bottom {
            return Squares::EMPTY;
        }
        let reach = range as i16;
        self.rectangle(left - reach, top - reach, (right - left) as u16 + 2 * range, (bottom - top) as u16 + 2 * range)
    }

    /// The areas of a size that cover at least `least` of some squares, in their order, each with all squares that it
    /// covers. If `least` is greater than [`CROWD`], some areas that cover fewer are included.
    pub(in super::super) fn areas(
        &self,
        size: u16,
        covering: Squares<N>,
        least: usize,
    ) -> impl Iterator<Item = (Placing, Squares<N>)> + use<'_, N> {
        let (before, least) = (size as i16 - 1, least.max(1));
        let y = |square: Square| self.map().coordinates(square).1;
        // The upper rows of areas that can cover `least` squares that follow each other in reading order, `first` to
        // `last`.
        let mut next = i16::MIN;
        let rows = covering.iter().zip(covering.iter().skip(least - 1)).flat_map(move |(first, last)| {
            let rows = next.max(y(last) - before)..=y(first);
            next = next.max(y(first) + 1);
            rows
        });
        rows.flat_map(move |y| {
            let band = self.band(y, size);
            numbers(self.corners(size, covering & band, least)).map(move |number| {
                let x = number - before;
                (Placing::Area { y, x, size }, self.columns_from(x, size) & band)
            })
        })
    }

    /// The left columns of the areas with a given upper row that cover at least `least` of `squares`, all of which lie
    /// in the rows of such areas. Bit 0 stands for the column `size` - 1 columns left of the map.
    fn corners(&self, size: u16, squares: Squares<N>, least: usize) -> u128 {
        // At index n: the left columns of areas that cover at least n + 1 squares.
        let mut covering = [0_u128; CROWD];
        for square in squares.iter() {
            let corners = ((1_u128 << size) - 1) << self.map().coordinates(square).0;
            for fewer in (1..CROWD).rev() {
                covering[fewer] |= covering[fewer - 1] & corners;
            }
            covering[0] |= corners;
        }
        covering[least.min(CROWD) - 1]
    }

    /// The lines of a length that cover at least one of some squares, in their order, each with all squares that it
    /// covers.
    pub(in super::super) fn lines(
        &self,
        length: u16,
        covering: Squares<N>,
    ) -> impl Iterator<Item = (Placing, Squares<N>)> + use<'_, N> {
        let firsts = LineDirection::ALL.map(|direction| self.firsts(direction, length, covering));
        let mut left = firsts.into_iter().fold(Squares::EMPTY, |all, firsts| all | firsts);
        let (mut first, mut directions) = (Square::default(), [].iter());
        std::iter::from_fn(move || {
            loop {
                let found = directions.find(|&&direction: &&LineDirection| firsts[direction as usize].contains(first));
                if let Some(&direction) = found {
                    return Some((Placing::Line { first, direction, length }, self.line(first, direction, length)));
                }
                first = left.first()?;
                left.remove(first);
                directions = LineDirection::ALL.iter();
            }
        })
    }

    /// The first squares of lines in a direction that cover at least one of some squares.
    fn firsts(&self, direction: LineDirection, length: u16, covering: Squares<N>) -> Squares<N> {
        let (mut firsts, mut left) = (Squares::EMPTY, covering);
        for _ in 0..length {
            if left.is_empty() {
                break;
            }
            firsts |= left;
            left = self.stepped_back(left, direction);
        }
        firsts
    }

    /// The squares from which a step in a direction leads to one of some squares.
    fn stepped_back(&self, squares: Squares<N>, direction: LineDirection) -> Squares<N> {
        let stride = u32::from(self.map().stride());
        let from = match direction {
            LineDirection::Right => squares.backward(1),
            LineDirection::Down => squares.backward(stride),
            LineDirection::DownRight => squares.backward(stride + 1),
            LineDirection::UpRight => squares.forward(stride - 1),
        };
        from & self.all()
    }
}

/// The indices of the bits that are set, the lowest first.
fn numbers(bits: u128) -> impl Iterator<Item = i16> {
    let mut left = bits;
    std::iter::from_fn(move || {
        let number = left.trailing_zeros();
        left &= left.wrapping_sub(1);
        (number < u128::BITS).then_some(number as i16)
    })
}
