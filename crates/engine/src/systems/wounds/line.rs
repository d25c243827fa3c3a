//! Positions of combatants on the line: distances, and the search for the nearest.

use crate::outcome::Side;
use crate::skirmish::{COMBATANTS_MAX, Group, Lots, Sides};
use crate::who::Who;

/// All positions, side by side in memory, and the two ends of each side.
#[derive(Debug, Clone)]
pub(super) struct Line {
    positions: [i32; COMBATANTS_MAX],
    /// By side: the ends of its fighters.
    ends: [Ends; 2],
    /// The rank of each combatant among equally near ones, the lowest first: its index, or the place of its lot.
    places: [u8; COMBATANTS_MAX],
}

/// The lowest and the highest position among the fighters of a side.
#[derive(Debug, Clone, Copy)]
struct Ends {
    low: End,
    high: End,
}

/// A position, and the fighter there with the lowest [place](Line::places); nobody if the side has no fighters.
#[derive(Debug, Clone, Copy)]
struct End {
    position: i32,
    holder: Option<Who>,
}

impl Ends {
    /// The ends of a side without fighters: farther away than any position, with `low` above `high`.
    const OF_NOBODY: Self = Self {
        low: End { position: i32::MAX / 4, holder: None },
        high: End { position: -(i32::MAX / 4), holder: None },
    };
}

impl Default for Line {
    fn default() -> Self {
        Self {
            positions: [0; COMBATANTS_MAX],
            ends: [Ends::OF_NOBODY; 2],
            places: std::array::from_fn(|place| place as u8),
        }
    }
}

impl Line {
    /// From now on, takes equally near combatants in the order of their lots.
    pub(super) fn order_by(&mut self, lots: &Lots) {
        for (place, who) in lots.iter().enumerate() {
            self.places[who.index() % COMBATANTS_MAX] = place as u8;
        }
    }

    /// Copies the position of every combatant; `fighters` are the combatants that can be targets.
    pub(super) fn survey(&mut self, sides: &Sides, fighters: Group, positions: impl Iterator<Item = i32>) {
        for (noted, position) in self.positions.iter_mut().zip(positions) {
            *noted = position;
        }
        for side in Side::ALL {
            self.find_ends(side, fighters & sides.members(side));
        }
    }

    /// Moves a combatant to a position and finds the ends of its side anew; `fighters` are those of the side.
    #[inline]
    pub(super) fn put(&mut self, who: Who, position: i32, side: Side, fighters: Group) {
        self.positions[who.index() % COMBATANTS_MAX] = position;
        self.find_ends(side, fighters);
    }

    /// Finds the ends of a side. Must be called whenever one of its fighters has moved, or its set of fighters has
    /// changed.
    #[inline]
    pub(super) fn find_ends(&mut self, side: Side, fighters: Group) {
        let Ends { mut low, mut high } = Ends::OF_NOBODY;
        for who in fighters {
            let here = End { position: self.position(who), holder: Some(who) };
            let precedes = |other: End| other.holder.is_some_and(|holder| self.place(who) < self.place(holder));
            if here.position < low.position || here.position == low.position && precedes(low) {
                low = here;
            }
            if here.position > high.position || here.position == high.position && precedes(high) {
                high = here;
            }
        }
        self.ends[side.index()] = Ends { low, high };
    }

    #[inline]
    const fn place(&self, who: Who) -> u8 {
        self.places[who.index() % COMBATANTS_MAX]
    }

    /// The position of a combatant.
    #[inline]
    pub(super) const fn position(&self, who: Who) -> i32 {
        self.positions[who.index() % COMBATANTS_MAX]
    }

    /// The distance between two combatants in yards.
    #[inline]
    pub(super) const fn distance(&self, from: Who, to: Who) -> i32 {
        self.way(from, to).abs()
    }

    /// The way from one combatant to another in yards: below 0 if the second one has the lower position.
    #[inline]
    pub(super) const fn way(&self, from: Who, to: Who) -> i32 {
        self.position(to) - self.position(from)
    }

    /// A lower bound of the yards to the nearest fighter of the `other` side up (1) or down (-1) the line; below 0 if
    /// some of them are behind the combatant.
    #[inline]
    pub(super) const fn gap(&self, who: Who, direction: i32, other: Side) -> i32 {
        let Ends { low, high } = self.ends[other.index()];
        if direction > 0 { low.position - self.position(who) } else { self.position(who) - high.position }
    }

    /// The nearest of a combatant's opponents, which are all the fighters of the `other` side; the first among equally
    /// near ones. Most often all opponents are on one side of the combatant, so that the nearest is the one at their
    /// end.
    #[inline]
    pub(super) fn nearest(&self, who: Who, opponents: Group, other: Side) -> Option<Who> {
        let Ends { low, high } = self.ends[other.index()];
        let here = self.position(who);
        if here <= low.position {
            low.holder
        } else if here >= high.position {
            high.holder
        } else {
            opponents.least_by(|opponent| (self.distance(who, opponent), self.place(opponent)))
        }
    }
}

#[cfg(test)]
mod tests;
