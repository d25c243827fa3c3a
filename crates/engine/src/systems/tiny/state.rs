//! What changes during a fight.

use std::hash::{Hash, Hasher};

use super::group::{Group, places};
use super::scenario::COMBATANTS_MAX;

/// [`State::next`] between rounds.
pub(super) const BETWEEN: u8 = u8::MAX;

/// A fight between two turns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct State {
    /// By combatant, in listed order; as [`Fighter::default`] behind the last.
    pub(super) fighters: [Fighter; COMBATANTS_MAX],
    /// Everybody in the order of turns (TINY-06); 0 behind the last. Those who are out may be missing.
    pub(super) order: [u8; COMBATANTS_MAX],
    /// How many places of `order` count.
    pub(super) ordered: u8,
    /// The place in `order` of the next turn; [`BETWEEN`] when the round has not begun.
    pub(super) next: u8,
    pub(super) standing: Group,
    /// Unconscious, with tests still due (TINY-34).
    pub(super) dying: Group,
    pub(super) dead: Group,
    /// Who has left (TINY-44). Whoever is neither of these is down.
    pub(super) fled: Group,
    /// Of the standing: who evades until its next turn (TINY-17).
    pub(super) evading: Group,
    /// Of the dying: who fell in this round and makes no test in it (TINY-35).
    pub(super) fresh: Group,
    /// Of the dying: whom a medic has helped (TINY-40).
    pub(super) helped: Group,
}

/// One combatant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(super) struct Fighter {
    /// In feet along the line (TINY-10).
    pub(super) position: i32,
    /// Never below 0 (TINY-26).
    pub(super) hp: i16,
    /// Stabilization tests made; 0 for those who are not dying (TINY-35).
    pub(super) tests_done: u8,
}

/// Of those who still have turns, everything; of the others, who they are. Their order tells how many they are.
impl Hash for State {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        for who in places(self.standing | self.dying) {
            self.fighters[who].hash(hasher);
        }
        (self.standing, self.dying, self.dead, self.fled).hash(hasher);
        (self.evading, self.fresh, self.helped, self.next).hash(hasher);
        self.order[..usize::from(self.ordered) % (COMBATANTS_MAX + 1)].hash(hasher);
    }
}

impl Default for State {
    fn default() -> Self {
        Self {
            fighters: [Fighter::default(); COMBATANTS_MAX],
            order: [0; COMBATANTS_MAX],
            ordered: 0,
            next: BETWEEN,
            standing: 0,
            dying: 0,
            dead: 0,
            fled: 0,
            evading: 0,
            fresh: 0,
            helped: 0,
        }
    }
}

impl State {
    /// Becomes a copy of `opening`, which has so many fighters, but for the order of turns.
    #[inline(always)]
    pub(super) fn reset(&mut self, opening: &Self, fighters: usize) {
        self.fighters[..fighters].copy_from_slice(&opening.fighters[..fighters]);
        self.ordered = opening.ordered;
        self.next = BETWEEN;
        self.standing = opening.standing;
        self.dying = 0;
        self.dead = 0;
        self.fled = 0;
        self.evading = 0;
        self.fresh = 0;
        self.helped = 0;
    }

    #[inline(always)]
    pub(super) const fn fighter(&self, who: usize) -> &Fighter {
        &self.fighters[who % COMBATANTS_MAX]
    }

    #[inline(always)]
    pub(super) const fn fighter_mut(&mut self, who: usize) -> &mut Fighter {
        &mut self.fighters[who % COMBATANTS_MAX]
    }

    /// Whose turn is at a place of the order.
    #[inline(always)]
    pub(super) const fn at(&self, place: u8) -> usize {
        self.order[place as usize % COMBATANTS_MAX] as usize
    }

    #[inline(always)]
    pub(super) const fn stands(&self, who: usize) -> bool {
        self.standing >> who & 1 == 1
    }

    #[inline(always)]
    pub(super) const fn is_dying(&self, who: usize) -> bool {
        self.dying >> who & 1 == 1
    }

    /// Who has nothing to do in this round any more, or in the whole fight.
    #[inline(always)]
    pub(super) const fn idle(&self) -> Group {
        !(self.standing | self.dying & !self.fresh)
    }

    /// Forgets the places of those whom nobody goes to, and those in the order who are out; only how far apart the others
    /// are is kept. `visited` are those whom a medic may go to if they are dying.
    pub(super) fn forget(&mut self, visited: Group, enemies: Group) {
        let placed = self.standing | self.dying & visited & !self.helped;
        let least = places(placed).map(|who| self.fighters[who].position).min().unwrap_or(0);
        for (who, fighter) in self.fighters.iter_mut().enumerate() {
            let is_placed = placed >> who & 1 == 1;
            fighter.position = if is_placed { fighter.position - least } else { 0 };
        }
        // What enemies had when they left feeds no metric.
        for who in places(self.fled & enemies) {
            self.fighters[who].hp = 0;
        }
        self.forget_order();
    }

    fn forget_order(&mut self) {
        let active = self.standing | self.dying;
        let (before, ordered, next) = (self.order, self.ordered, self.next);
        self.order = [0; COMBATANTS_MAX];
        self.ordered = 0;
        let mut passed = 0;
        for (place, &who) in (0..ordered).zip(&before) {
            if active >> who & 1 == 0 {
                continue;
            }
            self.order[usize::from(self.ordered)] = who;
            self.ordered += 1;
            if place < next && next != BETWEEN {
                // Its slot is over: to have fallen in this round means nothing any more.
                self.fresh &= !(1 << who);
                passed += 1;
            }
        }
        self.next = if next == BETWEEN { BETWEEN } else { passed };
    }
}
