//! Targets that are known. Who is the weakest within reach is the same for all of a side who stand in one square and reach as far:
//! what one of them has found holds for those who follow, until an opponent changes in a way that could matter.

use super::Attack;
use super::resolve::Fight;
use super::scenario::SQUARE;
use crate::dice::Dice;
use crate::outcome::Side;
use crate::skirmish::COMBATANTS_MAX;
use crate::trace::Trace;

/// How many targets a side knows at most: one for each reach, and further reaches share a place.
const PLACES_OF_SIDE: usize = 32;
/// The same for both sides: a bit of a word each.
const PLACES: usize = 2 * PLACES_OF_SIDE;

/// The place of the target that a side knows within so many feet.
pub(super) const fn place(side: Side, reach: i32) -> u8 {
    let squares = reach as usize / SQUARE as usize;
    (side.index() * PLACES_OF_SIDE + squares % PLACES_OF_SIDE) as u8
}

/// The places of a side, as bits.
#[inline(always)]
const fn places_of(side: Side) -> u64 {
    (u32::MAX as u64) << (side.index() * PLACES_OF_SIDE)
}

/// Whom those of a side choose who stand in one square and reach as far.
#[derive(Debug, Clone, Copy, Default)]
struct Aim {
    /// Their position.
    from: i32,
    reach: i32,
    target: u8,
}

/// The targets that are known. It is cleared where a step begins, so that nothing in it is about another state.
#[derive(Debug, Clone)]
pub struct Aims {
    /// By [`place`]; what is there may be out of date.
    all: [Aim; PLACES],
    /// The places of those that hold, as bits.
    known: u64,
    /// By combatant: the places where it is the target, as bits, be they out of date or not.
    aimed_at: [u64; COMBATANTS_MAX],
}

impl Default for Aims {
    fn default() -> Self {
        Self { all: [Aim::default(); PLACES], known: 0, aimed_at: [0; COMBATANTS_MAX] }
    }
}

impl Aims {
    /// Forgets everything.
    #[inline(always)]
    pub(super) fn clear(&mut self) {
        self.known = 0;
    }

    /// The target from a position within a reach, where it is known.
    #[inline(always)]
    fn target(&self, place: usize, from: i32, reach: i32) -> Option<usize> {
        let aim = &self.all[place % PLACES];
        let holds = self.known >> (place % PLACES) & 1 == 1 && aim.from == from && aim.reach == reach;
        holds.then_some(usize::from(aim.target))
    }

    /// Notes a target that was found, in place of any other one.
    fn learn(&mut self, place: usize, from: i32, reach: i32, target: usize) {
        let (aim, bit) = (&mut self.all[place % PLACES], 1 << (place % PLACES));
        self.aimed_at[usize::from(aim.target) % COMBATANTS_MAX] &= !bit;
        self.aimed_at[target % COMBATANTS_MAX] |= bit;
        self.known |= bit;
        *aim = Aim { from, reach, target: target as u8 };
    }

    /// Somebody has fallen or left: nobody aims at it any more, and those who aimed at another one go on.
    pub(super) fn drop_target(&mut self, who: usize) {
        self.known &= !self.aimed_at[who % COMBATANTS_MAX];
    }

    /// Somebody of a side may have lost HP, if it was hit: those who aimed at it go on, others could choose it now.
    #[inline(always)]
    pub(super) fn note_attack(&mut self, who: usize, side: Side, was_hit: bool) {
        let unmoved = self.aimed_at[who % COMBATANTS_MAX] | places_of(side);
        self.known &= if was_hit { unmoved } else { u64::MAX };
    }

    /// Somebody of a side stands elsewhere: all of its opponents have to look again.
    #[inline(always)]
    pub(super) fn note_move(&mut self, side: Side) {
        self.known &= places_of(side);
    }
}

impl<D: Dice, T: Trace> Fight<'_, D, T> {
    /// The [weakest enemy](Self::search_weakest) within reach of an attack. It is searched only where nobody knows it.
    #[inline(always)]
    pub(super) fn weakest_within_reach(&mut self, who: usize, attack: &Attack) -> Option<usize> {
        let (from, reach, place) = (self.fighter(who).position, attack.reach, usize::from(attack.place));
        if let Some(target) = self.scratch.target(place, from, reach) {
            debug_assert_eq!(Some(target), self.search_weakest(who, reach), "what combatant {who} knows holds");
            return Some(target);
        }
        let found = self.search_weakest(who, reach);
        if let Some(target) = found {
            self.scratch.learn(place, from, reach, target);
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is left of three aims, the party's at 2 within 5 ft and at 3 within 60, and the enemies' at 0, after something has happened.
    fn left_after(happens: impl Fn(&mut Aims)) -> [Option<usize>; 3] {
        let mut aims = Aims::default();
        let of = [(Side::Party, 5), (Side::Party, 60), (Side::Enemies, 5)];
        for ((side, reach), target) in of.into_iter().zip([2, 3, 0]) {
            aims.learn(place(side, reach).into(), 10, reach, target);
        }
        happens(&mut aims);
        of.map(|(side, reach)| aims.target(place(side, reach).into(), 10, reach))
    }

    #[test]
    fn those_who_aim_at_another_one_look_again_when_somebody_loses_hp() {
        assert_eq!(left_after(|aims| aims.note_attack(2, Side::Enemies, true)), [Some(2), None, Some(0)]);
        assert_eq!(left_after(|aims| aims.note_attack(2, Side::Enemies, false)), [Some(2), Some(3), Some(0)]);
        assert_eq!(left_after(|aims| aims.note_attack(1, Side::Party, true)), [Some(2), Some(3), None]);
    }

    #[test]
    fn those_who_aim_at_somebody_look_again_when_it_is_gone() {
        assert_eq!(left_after(|aims| aims.drop_target(3)), [Some(2), None, Some(0)]);
        assert_eq!(left_after(|aims| aims.drop_target(1)), [Some(2), Some(3), Some(0)]);
    }

    #[test]
    fn all_opponents_of_who_moves_look_again() {
        assert_eq!(left_after(|aims| aims.note_move(Side::Party)), [Some(2), Some(3), None]);
        assert_eq!(left_after(|aims| aims.note_move(Side::Enemies)), [None, None, Some(0)]);
    }

    #[test]
    fn an_aim_is_for_one_square_and_one_reach() {
        let mut aims = Aims::default();
        let place = usize::from(place(Side::Party, 40));
        aims.learn(place, 10, 40, 3);
        assert_eq!(
            [(10, 40), (15, 40), (10, 200)].map(|(from, reach)| aims.target(place, from, reach)),
            [Some(3), None, None]
        );
        // A reach that shares the place takes it over.
        aims.learn(place, 10, 200, 2);
        aims.drop_target(3);
        assert_eq!([40, 200].map(|reach| aims.target(place, 10, reach)), [None, Some(2)]);
    }
}
