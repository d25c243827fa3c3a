//! Combatants in combat. They follow from the positions of all, and are kept, since most turns leave them as they are.

use super::Tiny;
use super::compile::ADJACENT;
use super::movement::distance_between;
use super::resolve::Fight;
use super::state::State;
use crate::dice::Dice;
use crate::skirmish::Group;
use crate::trace::Trace;

impl Tiny {
    /// Fills in what follows from the rest of an opening.
    pub(super) fn survey(&self, state: &mut State) {
        let everybody = state.standing;
        let is_engaged = |who: usize| {
            let mut enemies = (everybody & self.sides.opponents(who)).iter();
            enemies.any(|enemy| {
                let [from, to] = [who, enemy].map(|who| state.fighters[who].position);
                distance_between(from, to) <= ADJACENT
            })
        };
        state.engaged = everybody.filter(is_engaged);
    }
}

impl<D: Dice, T: Trace> Fight<'_, D, T> {
    /// Whether somebody standing is in combat (TINY-10).
    pub(super) fn is_in_combat(&self, who: usize) -> bool {
        self.state.engaged.contains(who)
    }

    /// The opponents of a combatant who are in combat: whoever of them is adjacent to it is (TINY-10).
    pub(super) fn opponents_in_combat(&self, who: usize) -> Group {
        self.opponents(who) & self.state.engaged
    }

    /// Changes the position of somebody standing, and with it who is in combat (TINY-10).
    pub(super) fn displace(&mut self, who: usize, feet: i32) {
        let mut left = Group::NOBODY;
        if self.is_in_combat(who) {
            left = self.within(who, self.opponents_in_combat(who), ADJACENT);
        }
        self.state.fighters[who].position += feet;
        let met = self.within(who, self.opponents(who), ADJACENT);
        self.state.engaged |= met;
        self.state.engaged.set(who, !met.is_empty());
        self.look_around(left - met);
    }

    /// Takes somebody off those who stand, and with it out of combat.
    pub(super) fn remove_from_standing(&mut self, who: usize) {
        self.state.standing.remove(who);
        self.state.evading.remove(who);
        if self.comrades(who).is_empty() {
            // Its enemies have nobody left to fight.
            self.state.engaged = Group::NOBODY;
        } else if self.is_in_combat(who) {
            self.state.engaged.remove(who);
            self.look_around(self.within(who, self.opponents_in_combat(who), ADJACENT));
        }
    }

    /// Notes who of some who are standing is still in combat (TINY-10).
    fn look_around(&mut self, group: Group) {
        for who in group {
            let is_engaged = self.is_adjacent_to(self.opponents_in_combat(who), self.fighter(who).position);
            self.state.engaged.set(who, is_engaged);
        }
    }
}
