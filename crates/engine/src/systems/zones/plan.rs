//! P2: with which attack a combatant attacks, and whether it has to move for it.

use super::field::ZoneSet;
use super::policy::Approach;
use super::resolve::Fight;
use super::{Actor, Attack};
use crate::dice::Dice;
use crate::skirmish::{Group, ones};
use crate::trace::Trace;

/// An attack as an Action, before a target is chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Plan {
    /// The index of the attack.
    pub(super) index: u8,
    pub(super) manner: Manner,
}

/// How a combatant brings an attack on its target.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Manner {
    /// From the Zone in which it stands.
    Here,
    /// After a movement to a Nearby Zone, if the target needs one.
    Go,
    /// At a target that is not Close, from its own Zone or a Nearby one.
    Afar,
}

impl<'a, D: Dice, T: Trace> Fight<'a, D, T> {
    /// P2, before a target is chosen: the first attack of those that it can make that is of use, by its approach. `None` if
    /// there is none.
    pub(super) fn plan(&mut self, actor: Actor<'a>, approach: Approach) -> Option<Plan> {
        let usable = self.usable(actor.sheet);
        let plan = |index: usize, manner: Manner| Some(Plan { index: index as u8, manner });
        if approach == Approach::Afar {
            let zones = self.zones_to_attack_from(actor, approach) | 1 << self.zone(actor.who);
            let found = ones(usable).find(|&index| {
                let attack = self.attack_of(actor.sheet, index);
                self.zones_to_shoot_from(actor, attack, zones) != 0
            });
            if let Some(index) = found {
                return plan(index, Manner::Afar);
            }
        }
        let zone = self.zone(actor.who);
        let mut nearby = None;
        for index in ones(usable) {
            let attack = self.attack_of(actor.sheet, index);
            let here = self.useful_in(attack, attack.reached_from(zone, self.rules), actor);
            if !here.is_empty() && approach != Approach::Reckless {
                return plan(index, Manner::Here);
            }
            // Whether it would move is found out if an attack asks for it.
            let nearby = *nearby.get_or_insert_with(|| self.zones_to_attack_from(actor, approach));
            let there = self.useful_in(attack, attack.reached_from_any(nearby, self.rules), actor);
            if !(here | there).is_empty() {
                return plan(index, Manner::Go);
            }
        }
        // The attacks that have the Close penalty come last (ZONES-21).
        let found = ones(usable).find(|&index| {
            let attack = self.attack_of(actor.sheet, index);
            !self.useful_in(attack, self.rules.field.within(zone, attack.range), actor).is_empty()
        });
        found.and_then(|index| plan(index, Manner::Here))
    }

    /// The Nearby Zones that it would enter in order to attack, by its approach.
    fn zones_to_attack_from(&mut self, actor: Actor<'a>, approach: Approach) -> ZoneSet {
        let goes = approach != Approach::Hold
            && self.can_move(actor.who)
            && (approach == Approach::Reckless || !self.provokes(actor));
        if goes { self.look_for_room(actor) } else { 0 }
    }

    /// The Zones, of some, from which an attack is of use on an opponent that is not Close there.
    pub(super) fn zones_to_shoot_from(&self, actor: Actor<'a>, attack: &Attack, zones: ZoneSet) -> ZoneSet {
        let opponents = self.useful_on(attack, self.opponents(actor.who));
        let useful = opponents.iter().fold(0, |set, opponent| set | 1 << self.zone(opponent));
        // A Zone is as far from another one as that is from it.
        zones & self.rules.field.around_any(useful, attack.range)
    }

    /// The opponents in some Zones on which an attack is of use.
    pub(super) fn useful_in(&self, attack: &Attack, zones: ZoneSet, actor: Actor<'a>) -> Group {
        self.useful_on(attack, self.standing_in(zones, actor.side.other()))
    }

    /// Of some Zones those whose nearest opponent is farthest.
    pub(super) fn farthest_from_opponents(&self, actor: Actor<'a>, zones: ZoneSet) -> ZoneSet {
        if zones.is_power_of_two() {
            return zones;
        }
        self.rules.field.farthest(zones, self.held_by(actor.side.other()))
    }
}
