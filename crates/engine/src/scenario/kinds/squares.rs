//! Squares of a grid: `[[2, 1], [4, 0]]`.

use super::tuples::Tuples;
use super::{Kind, Reads};
use crate::scenario::key::{Key, KeyDecl};
use crate::scenario::node::Node;
use crate::scenario::section::Section;
use crate::scenario::source::Span;

/// A list of squares, with x to the right and y downwards, both from 0. The system checks that they lie on the map.
pub type Squares = Tuples<2>;

/// `[x, y]`.
pub type Square = [u16; 2];

impl Key<Option<Squares>> {
    /// A key that holds 1 to `max` squares of a grid of at most `side_max` squares in each direction.
    pub const fn squares(name: &'static str, side_max: u16, max: usize) -> Self {
        let (type_name, form) = ("list of squares", "[x, y]");
        Self::new(name, Kind::Squares(Tuples { type_name, form, side_max, min: 1, max }))
    }
}

/// Reads each square with its location.
impl Reads for Squares {
    type Value<'a> = Vec<(Square, Span)>;

    fn fits(kind: &Kind) -> bool {
        matches!(kind, Kind::Squares(_))
    }

    fn given<'a>(_: &Section<'a>, kind: &Kind, node: &'a Node) -> Option<Self::Value<'a>> {
        let Kind::Squares(squares) = kind else { return None };
        Some(squares.of(node)?.map(|(square, span)| (square.map(|number| number as u16), span)).collect())
    }

    fn missing<'a>(_: &Section<'a>, _: &KeyDecl) -> Option<Self::Value<'a>> {
        None
    }
}
