//! Rectangles of a grid: `[[0, 0, 2, 5]]`.

use super::tuples::Tuples;
use super::{Kind, Reads};
use crate::scenario::key::{Key, KeyDecl};
use crate::scenario::node::Node;
use crate::scenario::section::Section;
use crate::scenario::source::Span;

/// A list of rectangles, each by its square with the smallest x and y, its width and its height. The system checks that
/// they lie on the map.
pub type Rectangles = Tuples<4>;

/// A rectangular part of a grid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rectangle {
    /// The smallest x.
    pub x: u16,
    /// The smallest y.
    pub y: u16,
    /// Width in squares, at least 1.
    pub width: u16,
    /// Height in squares, at least 1.
    pub height: u16,
}

impl Key<Option<Rectangles>> {
    /// A key that holds 1 to `max` rectangles of a grid of at most `side_max` squares in each direction.
    pub const fn rectangles(name: &'static str, side_max: u16, max: usize) -> Self {
        let (type_name, form) = ("list of rectangles", "[x, y, width, height]");
        Self::new(name, Kind::Rectangles(Tuples { type_name, form, side_max, min: 1, max }))
    }
}

/// Reads each rectangle with its location.
impl Reads for Rectangles {
    type Value<'a> = Vec<(Rectangle, Span)>;

    fn fits(kind: &Kind) -> bool {
        matches!(kind, Kind::Rectangles(_))
    }

    fn given<'a>(_: &Section<'a>, kind: &Kind, node: &'a Node) -> Option<Self::Value<'a>> {
        let Kind::Rectangles(rectangles) = kind else { return None };
        let rectangle = |(numbers, span): ([i64; 4], Span)| {
            let [x, y, width, height] = numbers.map(|number| number as u16);
            (Rectangle { x, y, width, height }, span)
        };
        Some(rectangles.of(node)?.map(rectangle).collect())
    }

    fn missing<'a>(_: &Section<'a>, _: &KeyDecl) -> Option<Self::Value<'a>> {
        None
    }
}
