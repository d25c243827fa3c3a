//! The set of combatants in combat. It follows from all positions, and is stored because most turns leave it as it is.

use super::compile::ADJACENT;
use super::movement::distance_between;
use super::resolve::Fight;
use super::state::Fighter;
use crate::dice::Dice;
use crate::skirmish::{ByCombatant, Group, Sides};
use crate::trace::Trace;
use crate::who::Who;

/// The combatants that are in combat where they begin (TINY-10).
pub(super) fn engaged_at_first(fighters: &ByCombatant<Fighter>, sides: &Sides, standing: Group) -> Group {
    let distance = |who: Who, enemy: Who| distance_between(fighters[who].position, fighters[enemy].position);
    let is_engaged = |who| (sides.opponents(who) & standing).iter().any(|enemy| distance(who, enemy) <= ADJACENT);
    standing.filter(is_engaged)
}

impl<D: Dice, T: Trace> Fight<'_, D, T> {
    /// Whether a standing combatant is in combat (TINY-10).
    pub(super) fn is_in_combat(&self, who: Who) -> bool {
        self.state.engaged.contains(who)
    }

    /// The opponents of a combatant that are in combat. They include all opponents adjacent to it (TINY-10).
    pub(super) fn opponents_in_combat(&self, who: Who) -> Group {
        self.opponents(who) & self.state.engaged
    }

    /// Changes the position of a standing combatant, and updates which combatants are in combat (TINY-10).
    pub(super) fn displace(&mut self, who: Who, feet: i32) {
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

    /// Removes a combatant from those standing, and updates which combatants are in combat.
    pub(super) fn remove_from_standing(&mut self, who: Who) {
        self.state.standing.remove(who);
        self.state.evading.remove(who);
        if self.comrades(who).is_empty() {
            // No enemy has an opponent left, so that nobody is in combat.
            self.state.engaged = Group::NOBODY;
        } else if self.is_in_combat(who) {
            self.state.engaged.remove(who);
            self.look_around(self.within(who, self.opponents_in_combat(who), ADJACENT));
        }
    }

    /// Updates which members of a group of standing combatants are still in combat (TINY-10).
    fn look_around(&mut self, group: Group) {
        for who in group {
            let is_engaged = self.is_adjacent_to(self.opponents_in_combat(who), self.fighter(who).position);
            self.state.engaged.set(who, is_engaged);
        }
    }
}
