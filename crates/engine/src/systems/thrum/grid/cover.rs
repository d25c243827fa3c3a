//! Cover and Obstruction by terrain and characters next to a target (THRUM-31, THRUM-32).

use super::direction::Direction;
use super::ground::Ground;
use super::squares::{Square, Squares};

/// The shelter of a target from an attack, ordered from the best case for the attacker to the worst.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(in super::super) enum Sight {
    /// No shelter.
    Clear,
    /// The target has Cover (THRUM-31).
    Cover,
    /// The target cannot be targeted (THRUM-32).
    Obstructed,
}

/// For each neighbour of a target in reading order: the neighbours on both sides of it, as bits. 0 for corners, whose
/// flanking squares are farther off.
const FLANKS: [u16; 9] = [0, 0b101, 0, 0b1_000_001, 0, 0b100_000_100, 0, 0b101_000_000, 0];

/// The sources of Cover around a target: terrain, and characters that rise above their squares.
struct Sources<'a, const N: usize> {
    ground: &'a Ground<N>,
    target: Square,
    floor: i16,
    rise: i16,
    characters: Squares<N>,
    /// The neighbours of the target that are sources, as bits in reading order.
    beside: u16,
}

impl<'a, const N: usize> Sources<'a, N> {
    #[inline]
    fn around(ground: &'a Ground<N>, target: Square, characters: Squares<N>, rise: u16) -> Self {
        let map = ground.map();
        let beside = characters.beside(target, map.stride()) | ground.slopes().higher_beside(target);
        Self { ground, target, floor: map.level(target), rise: rise as i16, characters, beside }
    }

    /// The height of a character on a square, or of the square itself if no character stands there.
    #[inline]
    fn height(&self, source: Square) -> i16 {
        let rise = if self.characters.contains(source) { self.rise } else { 0 };
        self.ground.map().level(source).saturating_add(rise)
    }

    /// The height of the source `dx` right of and `dy` below the target; `None` if there is none.
    fn height_at(&self, dx: i16, dy: i16) -> Option<i16> {
        let map = self.ground.map();
        let (x, y) = map.coordinates(self.target);
        let source = map.square(x + dx, y + dy)?;
        let is_source = self.characters.contains(source) || map.level(source).saturating_sub(self.floor) >= 2;
        is_source.then(|| self.height(source))
    }

    /// The least height among a source beside the target and the two sources that flank it in a line across its
    /// direction; `None` unless both flanking squares are sources.
    fn wall(&self, bit: usize, height: i16) -> Option<i16> {
        // The bits of the neighbours already show whether a flanking source beside the target is missing.
        if self.beside & FLANKS[bit] != FLANKS[bit] {
            return None;
        }
        let (dx, dy) = Direction::READING[bit].offset();
        Some(height.min(self.height_at(dx - dy, dy + dx)?).min(self.height_at(dx + dy, dy - dx)?))
    }

    /// Calls `look` with the bit, square and height of each source among some neighbours of the target.
    fn each(&self, among: u16, mut look: impl FnMut(usize, Square, i16)) {
        let mut left = self.beside & among;
        while left != 0 {
            let bit = left.trailing_zeros() as usize;
            left &= left - 1;
            let source = self.ground.map().beside(self.target, bit);
            look(bit, source, self.height(source));
        }
    }
}

/// The neighbours of a square, as bits in reading order, with the point `dx` right of and `dy` below the square beyond
/// them: strictly beyond the line through the neighbour across its direction.
fn facing(dx: i16, dy: i16) -> u16 {
    let sides = [-dx - dy > 2, -dy > 1, dx - dy > 2, -dx > 1, false, dx > 1, dy - dx > 2, dy > 1, dx + dy > 2];
    sides.iter().rev().fold(0, |bits, &is_facing| bits << 1 | u16::from(is_facing))
}

impl<const N: usize> Ground<N> {
    /// The shelter of a target from a Physical Attack. `characters` are the squares of characters that may be sources:
    /// anybody but the attacker. The target's own square may be among them, without effect. `rise` is the number of
    /// levels by which characters rise above their squares.
    pub(in super::super) fn sight(&self, attacker: Square, target: Square, characters: Squares<N>, rise: u16) -> Sight {
        let ((x, y), (target_x, target_y)) = (self.map().coordinates(attacker), self.map().coordinates(target));
        let facing = facing(x - target_x, y - target_y);
        let sources = Sources::around(self, target, characters, rise);
        if sources.beside & facing == 0 {
            return Sight::Clear;
        }
        let rises = |height: i16| self.map().level(attacker) < height;
        let mut sight = Sight::Clear;
        sources.each(facing, |bit, _, height| {
            if rises(height) {
                let is_wall = sources.wall(bit, height).is_some_and(rises);
                sight = sight.max(if is_wall { Sight::Obstructed } else { Sight::Cover });
            }
        });
        sight
    }

    /// The squares from which a target has Cover against a Physical Attack, or is Obstructed; never a square beside it.
    /// `characters` are the squares of all characters that may be sources, without the attacker's own; `rise` is the
    /// number of levels by which characters rise above their squares.
    pub(in super::super) fn cover(&self, target: Square, characters: Squares<N>, rise: u16) -> Squares<N> {
        let mut cover = Squares::EMPTY;
        Sources::around(self, target, characters, rise).each(u16::MAX, |bit, source, height| {
            cover |= self.beyond(source, Direction::READING[bit]) & self.lower_than(height);
        });
        cover
    }

    /// The squares from which a target is Obstructed, a part of [`cover`](Self::cover); the arguments are the same.
    pub(in super::super) fn obstructed(&self, target: Square, characters: Squares<N>, rise: u16) -> Squares<N> {
        let sources = Sources::around(self, target, characters, rise);
        let mut obstructed = Squares::EMPTY;
        sources.each(u16::MAX, |bit, source, height| {
            if let Some(wall) = sources.wall(bit, height) {
                obstructed |= self.beyond(source, Direction::READING[bit]) & self.lower_than(wall);
            }
        });
        obstructed
    }

    /// The squares from which at least one of `squares` is not Obstructed; `squares` must not be empty. The other
    /// arguments are those of [`cover`](Self::cover).
    pub(in super::super) fn sees_one(&self, squares: Squares<N>, characters: Squares<N>, rise: u16) -> Squares<N> {
        let mut blind = self.open();
        for square in squares.iter() {
            blind &= self.obstructed(square, characters, rise);
            if blind.is_empty() {
                break;
            }
        }
        self.open() - blind
    }
}
