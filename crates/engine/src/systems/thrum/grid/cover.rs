//! Cover and Obstruction by terrain and characters next to a target (THRUM-31, THRUM-32).

use super::direction::Direction;
use super::ground::Ground;
use super::map::Map;
use super::squares::{Square, Squares};

/// What an attack finds between the attacker and its target, from the best case to the worst.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(in super::super) enum Sight {
    /// Nothing.
    Clear,
    /// It has Cover (THRUM-31).
    Cover,
    /// It cannot be targeted (THRUM-32).
    Obstructed,
}

/// The squares from which a target has Cover and those from which it is Obstructed. Who is Obstructed has Cover as well.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(in super::super) struct Shelter<const N: usize> {
    /// Where an attacker would find it in Cover.
    pub(in super::super) cover: Squares<N>,
    /// Where an attacker could not target it.
    pub(in super::super) obstructed: Squares<N>,
}

/// By neighbour of a target in reading order: the neighbours that flank it, as bits. Those that flank a corner are farther off.
const FLANKS: [u16; 9] = [0, 0b101, 0, 0b1_000_001, 0, 0b100_000_100, 0, 0b101_000_000, 0];

/// What may shelter a target: terrain around it, and characters that rise above their squares.
struct Sources<'a, F> {
    map: &'a Map,
    x: i16,
    y: i16,
    floor: i16,
    rise: i16,
    is_character: F,
}

impl<'a, F: Fn(i16, i16) -> bool> Sources<'a, F> {
    /// `is_character` says whether one is so far right of and below the target, on a square of the map.
    #[inline(always)]
    fn around(map: &'a Map, target: Square, rise: u16, is_character: F) -> Self {
        let (x, y) = map.coordinates(target);
        Self { map, x, y, floor: map.level(target), rise: rise as i16, is_character }
    }

    /// The height of the source so far right of and below the target; `None` if there is none.
    #[inline(always)]
    fn height(&self, dx: i16, dy: i16) -> Option<i16> {
        let level = self.map.level(self.map.square(self.x + dx, self.y + dy)?);
        if (self.is_character)(dx, dy) {
            return Some(level.saturating_add(self.rise));
        }
        (level.saturating_sub(self.floor) >= 2).then_some(level)
    }

    /// The least height of the sources on both sides of one in a direction, along the line across it; `None` if there are not both.
    #[inline(always)]
    fn flanks(&self, direction: Direction) -> Option<i16> {
        let (dx, dy) = direction.offset();
        Some(self.height(dx - dy, dy + dx)?.min(self.height(dx + dy, dy - dx)?))
    }

    /// Whether an attacker is strictly beyond the line across a direction through the target's neighbour there.
    #[inline(always)]
    fn is_beyond(&self, attacker: Square, direction: Direction) -> bool {
        let ((x, y), (dx, dy)) = (self.map.coordinates(attacker), direction.offset());
        (x - self.x - dx) * dx + (y - self.y - dy) * dy > 0
    }
}

impl Map {
    /// What shelters a target from a Physical Attack. `characters` are the squares of those who may be sources, anybody but the
    /// attacker and the target; `rise` is how many levels characters rise above their squares.
    pub(in super::super) fn sight(
        &self,
        attacker: Square,
        target: Square,
        rise: u16,
        characters: impl Iterator<Item = Square>,
    ) -> Sight {
        // Nobody beside the target is beyond a line through another of its neighbours.
        if self.distance(attacker, target) < 2 {
            return Sight::Clear;
        }
        let near = self.around(target, characters);
        let sources = Sources::around(self, target, rise, |dx, dy| near >> bit_around(dx, dy) & 1 == 1);
        let rises = |height: i16| self.level(attacker) < height;
        let mut sight = Sight::Clear;
        for direction in Direction::ALL {
            let (dx, dy) = direction.offset();
            if sources.is_beyond(attacker, direction) && sources.height(dx, dy).is_some_and(rises) {
                let is_wall = sources.flanks(direction).is_some_and(rises);
                sight = sight.max(if is_wall { Sight::Obstructed } else { Sight::Cover });
            }
        }
        sight
    }
}

impl Map {
    /// Which of the squares up to two away from a square are among some squares, as bits: see [`bit_around`].
    #[inline(always)]
    fn around(&self, target: Square, squares: impl Iterator<Item = Square>) -> u32 {
        let (x, y) = self.coordinates(target);
        squares.fold(0, |bits, square| {
            let (at_x, at_y) = self.coordinates(square);
            let (dx, dy) = (at_x - x, at_y - y);
            let is_near = dx.unsigned_abs() <= 2 && dy.unsigned_abs() <= 2;
            bits | if is_near { 1 << bit_around(dx, dy) } else { 0 }
        })
    }
}

/// The bit of a square so far right of and below another, at most two away in a row and in a column.
#[inline(always)]
const fn bit_around(dx: i16, dy: i16) -> u32 {
    ((dy + 2) * 5 + dx + 2) as u32
}

impl<const N: usize> Ground<N> {
    /// From where a target has Cover against a Physical Attack and from where it is Obstructed: never from beside it. `characters`
    /// are the squares of all that may be sources, the attacker's own not among them; `rise` is how many levels characters rise
    /// above their squares.
    #[inline]
    pub(in super::super) fn shelter(&self, target: Square, characters: Squares<N>, rise: u16) -> Shelter<N> {
        let beside = characters.beside(target, self.map().stride()) | self.slopes().higher_beside(target);
        if beside == 0 { Shelter::default() } else { self.sheltered(target, beside, characters, rise) }
    }

    /// As [`shelter`](Self::shelter), given the neighbours of the target that are sources, as bits in reading order.
    fn sheltered(&self, target: Square, beside: u16, characters: Squares<N>, rise: u16) -> Shelter<N> {
        let sources =
            Sources::around(self.map(), target, rise, |dx, dy| characters.contains(self.map().offset(target, dx, dy)));
        let mut shelter = Shelter::default();
        let mut left = beside;
        while left != 0 {
            let bit = left.trailing_zeros() as usize;
            left &= left - 1;
            let (source, direction) = (self.map().beside(target, bit), Direction::READING[bit]);
            let height =
                self.map().level(source).saturating_add(if characters.contains(source) { rise as i16 } else { 0 });
            let beyond = self.beyond(source, direction);
            shelter.cover |= beyond & self.lower_than(height);
            // Beside the target the bits tell at once whether there are flanks.
            let may_be_flanked = beside & FLANKS[bit] == FLANKS[bit];
            if let Some(flanks) = may_be_flanked.then(|| sources.flanks(direction)).flatten() {
                shelter.obstructed |= beyond & self.lower_than(height.min(flanks));
            }
        }
        shelter
    }

    /// The squares from which at least one of some squares, at least one, is not Obstructed: as [`shelter`](Self::shelter).
    #[inline]
    pub(in super::super) fn sees_one(&self, squares: Squares<N>, characters: Squares<N>, rise: u16) -> Squares<N> {
        let mut blind = self.open();
        for square in squares.iter() {
            blind &= self.shelter(square, characters, rise).obstructed;
            if blind.is_empty() {
                break;
            }
        }
        self.open() - blind
    }
}
