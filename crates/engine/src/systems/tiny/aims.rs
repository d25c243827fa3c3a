//! Targets that are known. Who is the weakest within reach is the same for all of a side who stand in one square and reach as far:
//! what one of them has found out holds for those who follow, until an opponent changes in a way that could matter.

use super::Attack;
use super::resolve::Fight;
use super::scenario::SQUARE;
use crate::dice::Dice;
use crate::outcome::Side;
use crate::skirmish::COMBATANTS_MAX;
use crate::trace::Trace;

/// Room for the targets that are known to a side at the same time.
const ROOM: usize = 32;

/// The place for what a side knows of targets within so many feet.
pub(super) const fn place(side: Side, reach: i32) -> u8 {
    let squares = reach as usize / SQUARE as usize;
    (side.index() * ROOM + squares % ROOM) as u8
}

/// Who is the weakest within so many feet of a square.
#[derive(Debug, Clone, Copy, Default)]
struct Aim {
    from: i32,
    reach: i32,
    target: u8,
}

/// The targets that both sides know. It is empty whenever a step begins, so that it never outlasts the state it was made for.
#[derive(Debug, Clone)]
pub struct Aims {
    /// By [`place`]; what is there may be out of date.
    all: [Aim; 2 * ROOM],
    /// As bits, the places of those that hold.
    known: u64,
    /// By combatant, as bits: the places where it is the target.
    at: [u64; COMBATANTS_MAX],
}

impl Default for Aims {
    fn default() -> Self {
        Self { all: [Aim::default(); 2 * ROOM], known: 0, at: [0; COMBATANTS_MAX] }
    }
}

impl Aims {
    /// Forgets everything.
    #[inline(always)]
    pub(super) fn clear(&mut self) {
        self.known = 0;
    }

    /// The target from a square within a reach, where it is known.
    #[inline(always)]
    fn target(&self, place: u8, from: i32, reach: i32) -> Option<usize> {
        let aim = &self.all[usize::from(place) % (2 * ROOM)];
        let holds = self.known >> (place % 64) & 1 == 1 && aim.from == from && aim.reach == reach;
        holds.then_some(usize::from(aim.target))
    }

    fn note(&mut self, place: u8, from: i32, reach: i32, target: usize) {
        let (aim, bit) = (&mut self.all[usize::from(place) % (2 * ROOM)], 1 << (place % 64));
        self.at[usize::from(aim.target) % COMBATANTS_MAX] &= !bit;
        self.at[target % COMBATANTS_MAX] |= bit;
        self.known |= bit;
        *aim = Aim { from, reach, target: target as u8 };
    }

    /// Somebody has fallen or left: whoever aims at another one goes on.
    pub(super) fn drop_target(&mut self, who: usize) {
        self.known &= !self.at[who % COMBATANTS_MAX];
    }

    /// Somebody of a side has lost HP, if `is_weaker`: those who aim at it go on, others may choose it now.
    #[inline(always)]
    pub(super) fn weaken(&mut self, who: usize, side: Side, is_weaker: bool) {
        let held = self.at[who % COMBATANTS_MAX] | own(side);
        self.known &= if is_weaker { held } else { u64::MAX };
    }

    /// Somebody of a side is elsewhere: none of its opponents knows whom to choose.
    #[inline(always)]
    pub(super) fn move_member(&mut self, side: Side) {
        self.known &= own(side);
    }
}

/// The places of a side, as bits.
#[inline(always)]
const fn own(side: Side) -> u64 {
    (u32::MAX as u64) << (side.index() * ROOM)
}

impl<D: Dice, T: Trace> Fight<'_, D, T> {
    /// The weakest enemy within reach of an attack, as [`search_weakest`](Self::search_weakest) finds it.
    #[inline(always)]
    pub(super) fn weakest_within_reach(&mut self, who: usize, attack: &Attack) -> Option<usize> {
        let (from, place, reach) = (self.fighter(who).position, attack.aim, attack.reach);
        if let Some(target) = self.scratch.target(place, from, reach) {
            return Some(target);
        }
        let found = self.search_weakest(who, reach);
        if let Some(target) = found {
            self.scratch.note(place, from, reach, target);
        }
        found
    }
}
