//! Positions of combatants on the line: distances, and the search for the nearest.

use crate::outcome::Side;
use crate::skirmish::{COMBATANTS_MAX, Group, Lots, Sides};

/// Positions side by side in memory, with the two ends of each side.
#[derive(Debug, Clone)]
pub(super) struct Line {
    positions: [i32; COMBATANTS_MAX],
    /// By side, of its fighters.
    ends: [Ends; 2],
    /// The place of each combatant among the equally near: its index, or its lot.
    places: [u8; COMBATANTS_MAX],
}

/// The lowest and the highest position of the fighters of a side. No fighter of that side stands beyond them.
#[derive(Debug, Clone, Copy)]
struct Ends {
    low: End,
    high: End,
}

/// A position, and the [first](Line::places) of the fighters who stand there.
#[derive(Debug, Clone, Copy)]
struct End {
    position: i32,
    holder: u8,
}

impl Ends {
    /// The ends of an empty side: far from everybody, and the wrong way round.
    const OF_NOBODY: Self =
        Self { low: End { position: i32::MAX / 4, holder: 0 }, high: End { position: -(i32::MAX / 4), holder: 0 } };
}

impl Default for Line {
    fn default() -> Self {
        Self {
            positions: [0; COMBATANTS_MAX],
            ends: [Ends::OF_NOBODY; 2],
            places: std::array::from_fn(|who| who as u8),
        }
    }
}

impl Line {
    /// Decides by lot between the equally near from now on.
    pub(super) fn order_by(&mut self, lots: &Lots) {
        for (place, who) in lots.iter().enumerate() {
            self.places[who % COMBATANTS_MAX] = place as u8;
        }
    }

    /// Takes down the position of every combatant; `fighters` are those who can be aimed at.
    pub(super) fn survey(&mut self, sides: &Sides, fighters: Group, positions: impl Iterator<Item = i32>) {
        for (noted, position) in self.positions.iter_mut().zip(positions) {
            *noted = position;
        }
        for side in Side::ALL {
            self.find_ends(side, fighters & sides.members(side));
        }
    }

    /// Moves a combatant of a side whose fighters are given.
    #[inline]
    pub(super) fn put(&mut self, who: usize, position: i32, side: Side, fighters: Group) {
        self.positions[who % COMBATANTS_MAX] = position;
        self.find_ends(side, fighters);
    }

    /// Finds the ends of a side anew: due whenever one of its fighters has moved, and when it has another set of fighters.
    #[inline]
    pub(super) fn find_ends(&mut self, side: Side, fighters: Group) {
        let Ends { mut low, mut high } = Ends::OF_NOBODY;
        for who in fighters {
            let here = End { position: self.positions[who % COMBATANTS_MAX], holder: who as u8 };
            if here.position < low.position || here.position == low.position && self.precedes(here, low) {
                low = here;
            }
            if here.position > high.position || here.position == high.position && self.precedes(here, high) {
                high = here;
            }
        }
        self.ends[side.index()] = Ends { low, high };
    }

    #[inline]
    fn precedes(&self, one: End, other: End) -> bool {
        let place = |end: End| self.places[usize::from(end.holder) % COMBATANTS_MAX];
        place(one) < place(other)
    }

    /// The position of a combatant.
    #[inline]
    pub(super) const fn position(&self, who: usize) -> i32 {
        self.positions[who % COMBATANTS_MAX]
    }

    /// Yards between two combatants.
    #[inline]
    pub(super) const fn distance(&self, from: usize, to: usize) -> i32 {
        self.way(from, to).abs()
    }

    /// Yards along the line from one combatant to another: less than 0 if the way leads down.
    #[inline]
    pub(super) const fn way(&self, from: usize, to: usize) -> i32 {
        self.position(to) - self.position(from)
    }

    /// A number of yards that somebody can go up (1) or down (-1) the line without passing a fighter of the `other` side;
    /// less than 0 if some of them are behind it.
    #[inline]
    pub(super) const fn gap(&self, who: usize, direction: i32, other: Side) -> i32 {
        let Ends { low, high } = self.ends[other.index()];
        if direction > 0 { low.position - self.position(who) } else { self.position(who) - high.position }
    }

    /// The nearest of somebody's opponents, all of them fighters of the `other` side; the first of the equally near. Most often
    /// all of them stand on one hand, and the nearest is the one at their end.
    #[inline]
    pub(super) fn nearest(&self, who: usize, opponents: Group, other: Side) -> Option<usize> {
        let Ends { low, high } = self.ends[other.index()];
        let here = self.position(who);
        if opponents.is_empty() {
            None
        } else if here <= low.position {
            Some(low.holder.into())
        } else if here >= high.position {
            Some(high.holder.into())
        } else {
            opponents.least_by(|opponent| (self.distance(who, opponent), self.places[opponent % COMBATANTS_MAX]))
        }
    }
}

#[cfg(test)]
mod tests;
