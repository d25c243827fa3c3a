//! The map of a scenario file before it is compiled, read leniently.

use std::collections::BTreeSet;

use super::scenario::{MapKeys, RECTANGLES_MAX, SIDE_MAX};
use super::words::LEGEND;
use crate::outcome::Side;
use crate::scenario::kinds::{Rectangle, Rectangles, Square};
use crate::scenario::{Key, Section, Span};

/// The character of a wall.
const WALL: u8 = b'#';
/// The character of every square of a map that has only a width and a height.
const LEVEL_GROUND: u8 = b'.';

/// `[map]`.
pub(super) struct MapFile<'a> {
    pub(super) section: Section<'a>,
    /// `None` if the file has no valid map.
    drawing: Option<Drawing<'a>>,
}

/// A valid map.
struct Drawing<'a> {
    width: u16,
    height: u16,
    /// Empty if the map has only a width and a height.
    rows: Vec<&'a str>,
}

/// A set of squares, sorted from the least one on: by row, then by column.
pub(super) type InOrder = BTreeSet<(u16, u16)>;

/// The sort key of a square in [`InOrder`].
pub(super) const fn in_order([x, y]: Square) -> (u16, u16) {
    (y, x)
}

impl<'a> MapFile<'a> {
    pub(super) fn new(section: Section<'a>) -> Self {
        Self { drawing: Drawing::new(&section), section }
    }

    /// The width and height of the map in squares; `None` if the file has no valid map.
    pub(super) fn size(&self) -> Option<(u16, u16)> {
        self.drawing.as_ref().map(|drawing| (drawing.width, drawing.height))
    }

    /// The character of a square; `None` if it is not on a valid map.
    pub(super) fn character(&self, [x, y]: Square) -> Option<u8> {
        let drawing = self.drawing.as_ref()?;
        if x >= drawing.width || y >= drawing.height {
            return None;
        }
        let row = drawing.rows.get(usize::from(y));
        Some(row.map_or(LEVEL_GROUND, |row| row.as_bytes()[usize::from(x)]))
    }

    pub(super) fn is_wall(&self, square: Square) -> bool {
        self.character(square) == Some(WALL)
    }

    /// The key that says where a side's members start.
    pub(super) const fn start(side: Side) -> Key<Option<Rectangles>> {
        match side {
            Side::Party => MapKeys::PARTY_START,
            Side::Enemies => MapKeys::ENEMY_START,
        }
    }

    /// Whether a rectangle lies on the map; `None` if the file has no valid map.
    pub(super) fn holds(&self, Rectangle { x, y, width, height }: Rectangle) -> Option<bool> {
        let (columns, rows) = self.size()?;
        Some(x + width <= columns && y + height <= rows)
    }

    /// The squares of a side's start that are no walls; `None` unless all of its rectangles are valid and lie on the map.
    pub(super) fn start_squares(&self, side: Side) -> Option<InOrder> {
        let key = Self::start(side);
        let rectangles: Vec<(Rectangle, Span)> = self.section.find(key).flatten().unwrap_or_default();
        let written = self.section.node(key.name()).map_or(Some(0), |node| Some(node.as_list()?.len()))?;
        if written != rectangles.len() || written > RECTANGLES_MAX {
            return None;
        }
        let mut squares = InOrder::new();
        for (rectangle, _) in rectangles {
            if !self.holds(rectangle)? {
                return None;
            }
            squares.extend(squares_of(rectangle).filter(|&square| !self.is_wall(square)).map(in_order));
        }
        Some(squares)
    }
}

impl<'a> Drawing<'a> {
    fn new(section: &Section<'a>) -> Option<Self> {
        let Some(rows) = section.known(MapKeys::ROWS)? else {
            let [width, height] = [section.known(MapKeys::WIDTH)?, section.known(MapKeys::HEIGHT)?];
            return Some(Self { width: width as u16, height: height as u16, rows: Vec::new() });
        };
        let width = rows.first()?.len();
        let is_valid = |row: &&str| {
            row.len() == width
                && row.chars().all(|character| LEGEND.iter().any(|choice| choice.name.contains(character)))
        };
        let side = |count: usize| u16::try_from(count).ok().filter(|side| (1..=SIDE_MAX).contains(side));
        let (width, height) = (side(width)?, side(rows.len())?);
        rows.iter().all(is_valid).then_some(Self { width, height, rows })
    }
}

/// The squares of a rectangle.
pub(super) fn squares_of(Rectangle { x, y, width, height }: Rectangle) -> impl Iterator<Item = Square> {
    (y..y + height).flat_map(move |y| (x..x + width).map(move |x| [x, y]))
}
