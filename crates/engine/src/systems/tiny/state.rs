//! The state of a fight: everything that changes during it.

use super::Tiny;
use super::survey::engaged_at_first;
use crate::clone_in_place;
use crate::skirmish::{ByCombatant, Group, Lots, Sides, TurnOrder};
use crate::who::Who;

/// The value of [`State::next`] between rounds.
pub(super) const BETWEEN: u8 = u8::MAX;

/// A fight between two turns.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct State {
    pub(super) fighters: ByCombatant<Fighter>,
    /// The HP of each combatant at the start if anybody's are rolled (TINY-26); else empty.
    pub(super) rolled_hp: Box<[i16]>,
    /// Combatants whose HP are still to be rolled in the set-up.
    pub(super) hp_due: Group,
    /// All combatants in the order of their lots, if lots decide between equal targets of a policy (TINY-12); else
    /// empty.
    pub(super) lots: Lots,
    /// The order of turns (TINY-06): all combatants that are standing or dying.
    pub(super) order: TurnOrder,
    /// The index in `order` of the next turn; [`BETWEEN`] if the round has not begun.
    pub(super) next: u8,
    /// Combatants whose initiative roll is due before ties are compared again (TINY-04, TINY-08); empty after the
    /// set-up.
    pub(super) rolling: Group,
    pub(super) standing: Group,
    /// Unconscious combatants with stabilization tests still due (TINY-34).
    pub(super) dying: Group,
    pub(super) dead: Group,
    /// Combatants that have left (TINY-44). One that is neither standing, dying, dead nor fled is down.
    pub(super) fled: Group,
    /// Standing combatants that evade until their next turn (TINY-17).
    pub(super) evading: Group,
    /// Dying combatants that fell in this round and make no stabilization test in it (TINY-35).
    pub(super) fresh: Group,
    /// Dying combatants that a medic has helped (TINY-40).
    pub(super) helped: Group,
    /// Standing combatants that are in combat (TINY-10). Follows from their positions: see [`survey`](super::survey).
    pub(super) engaged: Group,
}

clone_in_place!(State {
    fighters,
    rolled_hp,
    hp_due,
    lots,
    order,
    next,
    rolling,
    standing,
    dying,
    dead,
    fled,
    evading,
    fresh,
    helped,
    engaged
});

/// The state of one combatant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(super) struct Fighter {
    /// The position in feet along the line (TINY-10).
    pub(super) position: i32,
    /// Hit points, never below 0 (TINY-26).
    pub(super) hp: i16,
    /// Stabilization tests made; 0 if the combatant is not dying (TINY-35).
    pub(super) tests_done: u8,
    /// The total of the initiative roll while others still roll for theirs; else 0.
    pub(super) total: u8,
    /// The number of initiative rolls made; 0 again once the place in the order of turns is known.
    pub(super) rolls: u8,
}

impl Fighter {
    /// Clears the initiative roll once the place in the order of turns is known.
    #[inline]
    pub(super) fn forget_roll(&mut self) {
        (self.total, self.rolls) = (0, 0);
    }
}

impl State {
    /// The state at the start of every fight (TINY-10): every combatant has still to roll for initiative.
    pub(super) fn opening(fighters: ByCombatant<Fighter>, lots: Lots, sides: &Sides) -> Self {
        let everybody = sides.everybody();
        let engaged = engaged_at_first(&fighters, sides, everybody);
        Self {
            fighters,
            rolled_hp: Box::default(),
            hp_due: Group::NOBODY,
            lots,
            order: TurnOrder::unresolved(everybody),
            next: BETWEEN,
            rolling: everybody,
            standing: everybody,
            dying: Group::NOBODY,
            dead: Group::NOBODY,
            fled: Group::NOBODY,
            evading: Group::NOBODY,
            fresh: Group::NOBODY,
            helped: Group::NOBODY,
            engaged,
        }
    }

    /// Combatants that have come to 0 HP: all that neither stand nor have left.
    #[inline]
    pub(super) fn fallen(&self, rules: &Tiny) -> Group {
        rules.sides.everybody() - self.standing - self.fled
    }

    /// The combatant whose turn is next; `None` if nobody is left in this round.
    #[inline]
    pub(super) fn next_in_order(&self) -> Option<Who> {
        self.order.get(usize::from(self.next))
    }

    /// Removes a combatant that has nothing left to do in this fight from the order of turns.
    pub(super) fn strike_from_order(&mut self, who: Who) {
        let had_its_turn = self.order.strike(who).is_some_and(|turn| turn < usize::from(self.next));
        if had_its_turn && self.next != BETWEEN {
            self.next -= 1;
        }
    }

    /// The bytes of its heap memory.
    pub(super) fn heap_bytes(&self) -> usize {
        self.fighters.heap_bytes() + size_of_val(&*self.rolled_hp) + self.lots.heap_bytes() + self.order.heap_bytes()
    }

    /// Clears whatever can no longer matter, so that equal situations compare as equal: positions and lots of
    /// combatants that are never approached again, and turns of combatants that are out. Of the other positions only
    /// the distances between them are kept. `visited` are the combatants that a medic may go to if they are dying.
    pub(super) fn forget(&mut self, visited: Group, enemies: Group) {
        if !self.rolling.is_empty() {
            // As long as slots are left, a count of initiative rolls only selects the slot of the next one, and does not
            // change its odds.
            self.fighters.iter_mut().for_each(|fighter| fighter.rolls = 0);
            return;
        }
        let met = self.standing | ((self.dying & visited) - self.helped);
        let least = met.iter().map(|who| self.fighters[who].position).min().unwrap_or(0);
        for (who, fighter) in Who::first(self.fighters.len()).zip(&mut self.fighters) {
            fighter.position = if met.contains(who) { fighter.position - least } else { 0 };
        }
        self.lots.retain(met);
        // No metric reads the HP that enemies had when they left.
        for who in self.fled & enemies {
            self.fighters[who].hp = 0;
        }
        self.forget_order();
    }

    fn forget_order(&mut self) {
        let active = self.standing | self.dying;
        if self.next != BETWEEN {
            let over: Group =
                self.order.iter().take(usize::from(self.next)).filter(|&who| active.contains(who)).collect();
            // A fall in this round has no effect any more on combatants whose turn is over.
            self.fresh -= over;
            self.next = over.len() as u8;
        }
        self.order.retain(active);
    }
}
