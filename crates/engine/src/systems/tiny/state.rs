//! The state of a fight: all that changes during it.

use std::hash::{Hash, Hasher};

use super::Tiny;
use crate::clone_in_place;
use crate::skirmish::{ByCombatant, Group, Lots, TurnOrder};

/// [`State::next`] between rounds.
pub(super) const BETWEEN: u8 = u8::MAX;

/// A fight between two turns.
#[derive(Debug, PartialEq, Eq)]
pub struct State {
    pub(super) fighters: ByCombatant<Fighter>,
    /// Everybody by lot, side by side, where lots decide whom a policy chooses of equals (TINY-12); else nobody.
    pub(super) lots: Lots,
    /// Everybody in the order of turns (TINY-06), but for those who neither stand nor are dying.
    pub(super) order: TurnOrder,
    /// The index in `order` of the next turn; [`BETWEEN`] when the round has not begun.
    pub(super) next: u8,
    /// Combatants that roll for the initiative before ties are looked at again (TINY-04, TINY-08); nobody after the set-up.
    pub(super) rolling: Group,
    pub(super) standing: Group,
    /// Unconscious, with tests still due (TINY-34).
    pub(super) dying: Group,
    pub(super) dead: Group,
    /// Combatants that have left (TINY-44). One that is neither standing, dying, dead nor fled is down.
    pub(super) fled: Group,
    /// Standing combatants that evade until their next turn (TINY-17).
    pub(super) evading: Group,
    /// The dying that fell in this round and make no test in it (TINY-35).
    pub(super) fresh: Group,
    /// The dying that a medic has helped (TINY-40).
    pub(super) helped: Group,
    /// Standing combatants that are in combat (TINY-10). Follows from their positions: see [`survey`](super::survey).
    pub(super) engaged: Group,
}

clone_in_place!(State {
    fighters,
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

/// One combatant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Fighter {
    /// In feet along the line (TINY-10).
    pub(super) position: i32,
    /// Never below 0 (TINY-26).
    pub(super) hp: i16,
    /// Stabilization tests made; 0 for those who are not dying (TINY-35).
    pub(super) tests_done: u8,
    /// The total of the initiative, as long as others still roll for theirs; else 0.
    pub(super) total: u8,
    /// How often it has rolled for the initiative; 0 again when its turn is known.
    pub(super) rolls: u8,
}

impl Fighter {
    /// The initiative is known.
    #[inline]
    pub(super) fn forget_roll(&mut self) {
        (self.total, self.rolls) = (0, 0);
    }
}

/// All of it in two words, since states are hashed again and again.
impl Hash for Fighter {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let [position, hp] = [u64::from(self.position as u32), u64::from(self.hp as u16)];
        let [tests_done, total] = [self.tests_done, self.total].map(u64::from);
        hasher.write_u64(position | hp << 32 | tests_done << 48 | total << 56);
        hasher.write_u8(self.rolls);
    }
}

/// The combatants in combat follow from the rest.
impl Hash for State {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        (&self.fighters, &self.lots, &self.order, self.rolling, self.next).hash(hasher);
        (self.standing, self.dying, self.dead, self.fled).hash(hasher);
        (self.evading, self.fresh, self.helped).hash(hasher);
    }
}

impl State {
    /// How every fight begins (TINY-10): everybody is to roll for the initiative.
    pub(super) fn opening(fighters: ByCombatant<Fighter>, lots: Lots) -> Self {
        let everybody = Group::first_listed(fighters.len());
        Self {
            fighters,
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
            engaged: Group::NOBODY,
        }
    }

    /// Combatants that have come to 0 HP: all that neither stand nor have left.
    #[inline]
    pub(super) fn fallen(&self, rules: &Tiny) -> Group {
        rules.sides.everybody() - self.standing - self.fled
    }

    /// The combatant whose turn is next; `None` if nobody is left in this round.
    #[inline]
    pub(super) fn next_in_order(&self) -> Option<usize> {
        self.order.get(usize::from(self.next))
    }

    /// Nothing is left to do for somebody, in this round or in a later one.
    pub(super) fn strike_from_order(&mut self, who: usize) {
        let had_its_turn = self.order.strike(who).is_some_and(|turn| turn < usize::from(self.next));
        if had_its_turn && self.next != BETWEEN {
            self.next -= 1;
        }
    }

    /// Bytes of its memory beside itself.
    pub(super) fn heap_bytes(&self) -> usize {
        self.fighters.heap_bytes() + self.lots.heap_bytes() + self.order.heap_bytes()
    }

    /// Forgets the positions and lots of those whom nobody goes to, and the turns of those who are out; only how far apart the others
    /// are is kept. `visited` are those whom a medic may go to if they are dying.
    pub(super) fn forget(&mut self, visited: Group, enemies: Group) {
        if !self.rolling.is_empty() {
            self.forget_rolls();
            return;
        }
        let met = self.standing | ((self.dying & visited) - self.helped);
        let least = met.iter().map(|who| self.fighters[who].position).min().unwrap_or(0);
        for (who, fighter) in self.fighters.iter_mut().enumerate() {
            fighter.position = if met.contains(who) { fighter.position - least } else { 0 };
        }
        self.lots.retain(met);
        // What enemies had when they left feeds no metric.
        for who in self.fled & enemies {
            self.fighters[who].hp = 0;
        }
        self.forget_order();
    }

    /// Which roll it is that comes next decides about its slot alone, as long as there is one.
    fn forget_rolls(&mut self) {
        self.fighters.iter_mut().for_each(|fighter| fighter.rolls = 0);
    }

    fn forget_order(&mut self) {
        let active = self.standing | self.dying;
        if self.next != BETWEEN {
            let over: Group =
                self.order.iter().take(usize::from(self.next)).filter(|&who| active.contains(who)).collect();
            // To have fallen in this round means nothing any more to those whose turn is over.
            self.fresh -= over;
            self.next = over.len() as u8;
        }
        self.order.retain(active);
    }
}
