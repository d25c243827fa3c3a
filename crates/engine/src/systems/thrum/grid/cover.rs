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

/// The heights of the sources around a target: by direction the neighbour's, and that of the square two steps up, right, down and
/// left. `None` is no source.
struct Sources {
    beside: [Option<i16>; 8],
    two_away: [Option<i16>; 4],
}

impl Sources {
    /// What may shelter a target, given which squares hold a character and how many levels it rises.
    #[inline(always)]
    fn of(map: &Map, target: Square, rise: i16, is_character: impl Fn(Square) -> bool) -> Self {
        let (x, y) = map.coordinates(target);
        let floor = map.level(target);
        let height = |dx: i16, dy: i16| {
            let square = map.square(x + dx, y + dy)?;
            let level = map.level(square);
            if is_character(square) {
                Some(level.saturating_add(rise))
            } else {
                (level.saturating_sub(floor) >= 2).then_some(level)
            }
        };
        Self {
            beside: Direction::ALL.map(|direction| height(direction.offset().0, direction.offset().1)),
            two_away: [height(0, -2), height(2, 0), height(0, 2), height(-2, 0)],
        }
    }

    /// The least height of three sources in line, the middle one beside the target; `None` if one of them is no source.
    #[inline(always)]
    fn wall(&self, middle: Direction) -> Option<i16> {
        let i = middle as usize;
        let [before, after] = if i.is_multiple_of(2) {
            [self.beside[(i + 7) % 8], self.beside[(i + 1) % 8]]
        } else {
            [self.two_away[i / 2], self.two_away[(i / 2 + 1) % 4]]
        };
        Some(self.beside[i]?.min(before?).min(after?))
    }
}

impl Map {
    /// What shelters a target from a Physical Attack. `is_character` says which squares hold a character that may be a source:
    /// anybody but the attacker and the target; `rise` is how many levels characters rise above their squares.
    pub(in super::super) fn sight(
        &self,
        attacker: Square,
        target: Square,
        rise: u16,
        is_character: impl Fn(Square) -> bool,
    ) -> Sight {
        let sources = Sources::of(self, target, rise as i16, is_character);
        let stand = self.level(attacker);
        let mut sight = Sight::Clear;
        for direction in Direction::ALL {
            let Some(height) = sources.beside[direction as usize] else { continue };
            if stand < height && self.is_beyond(attacker, target, direction) {
                let is_wall = sources.wall(direction).is_some_and(|wall| stand < wall);
                sight = sight.max(if is_wall { Sight::Obstructed } else { Sight::Cover });
            }
        }
        sight
    }

    /// Whether an attacker is strictly beyond the line across a direction through the target's neighbour there.
    #[inline]
    fn is_beyond(&self, attacker: Square, target: Square, direction: Direction) -> bool {
        let ((x, y), (target_x, target_y)) = (self.coordinates(attacker), self.coordinates(target));
        let (dx, dy) = direction.offset();
        (x - target_x - dx) * dx + (y - target_y - dy) * dy > 0
    }
}

impl<const N: usize> Ground<N> {
    /// From where a target has Cover against a Physical Attack and from where it is Obstructed. `characters` are the squares of all
    /// that may be sources, the attacker's own not among them; `rise` is how many levels characters rise above their squares.
    #[inline]
    pub(in super::super) fn shelter(&self, target: Square, characters: Squares<N>, rise: u16) -> Shelter<N> {
        if self.is_exposed(target, characters) {
            return Shelter::default();
        }
        self.sheltered(target, characters, rise)
    }

    /// Whether no neighbour of a target is a source against anybody.
    #[inline(always)]
    pub(in super::super) fn is_exposed(&self, target: Square, characters: Squares<N>) -> bool {
        !self.slopes().is_overlooked(target) && !self.adjacent(Squares::only(target)).meets(characters)
    }

    fn sheltered(&self, target: Square, characters: Squares<N>, rise: u16) -> Shelter<N> {
        let sources = Sources::of(self.map(), target, rise as i16, |square| characters.contains(square));
        let mut shelter = Shelter::default();
        for direction in Direction::ALL {
            let Some(height) = sources.beside[direction as usize] else { continue };
            let Some(source) = self.map().neighbour(target, direction) else { continue };
            let beyond = self.beyond(source, direction);
            shelter.cover |= beyond & self.lower_than(height);
            if let Some(wall) = sources.wall(direction) {
                shelter.obstructed |= beyond & self.lower_than(wall);
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
