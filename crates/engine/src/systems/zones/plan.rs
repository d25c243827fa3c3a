//! P2: with which attack a combatant attacks, and whether it has to move for it.

use std::cmp::Reverse;
use std::ops::ControlFlow::Continue;

use super::decisions::{TARGET, ZONE};
use super::field::{ZoneId, ZoneSet};
use super::movement::{Destination, Pace};
use super::policy::Approach;
use super::resolve::{Fight, Flow};
use super::words::Target;
use super::{Actor, Attack};
use crate::decision::Rated;
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Manner {
    /// From the Zone in which it stands.
    Here,
    /// After a movement to a Nearby Zone, if the target needs one.
    Go,
    /// At a target that is not Close, from its own Zone or a Nearby one that is chosen first: policy `skirmisher`.
    Afar,
}

/// When a policy makes an attack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Phase {
    /// Before all others.
    Afar,
    /// In listed order.
    Listed,
    /// If nothing else is left: it has the Close penalty (ZONES-21).
    Penalised,
    /// Never.
    Never,
}

impl<'a, D: Dice, T: Trace> Fight<'a, D, T> {
    /// P2, before a target is chosen: what a combatant would attack with, by its approach. `None` if there is nothing of use.
    pub(super) fn plan(&mut self, actor: Actor<'a>, approach: Approach) -> Option<Plan> {
        let usable = self.usable(actor.sheet);
        let plans = |manner: Manner| ones(usable).map(move |index| Plan { index: index as u8, manner });
        if approach == Approach::Afar {
            self.note_moves_to_attack(actor, approach);
            let first = plans(Manner::Afar).find(|&plan| self.phase(actor, approach, plan) == Phase::Afar);
            if first.is_some() {
                return first;
            }
        }
        let mut is_noted = false;
        for here in plans(Manner::Here) {
            let is_listed = self.phase(actor, approach, here) == Phase::Listed;
            // Rules that keep it where it is have a part in this if an attack asks for a movement.
            if !is_noted && (!is_listed || approach == Approach::Reckless) {
                self.note_moves_to_attack(actor, approach);
                is_noted = true;
            }
            if is_listed {
                return Some(here);
            }
            let go = Plan { manner: Manner::Go, ..here };
            if self.phase(actor, approach, go) == Phase::Listed {
                return Some(go);
            }
        }
        plans(Manner::Here).find(|&plan| self.phase(actor, approach, plan) == Phase::Penalised)
    }

    /// When a policy makes an attack: never if it is of no use, or if the policy would not move for it.
    pub(super) fn phase(&self, actor: Actor<'a>, approach: Approach, Plan { index, manner }: Plan) -> Phase {
        let (zone, attack) = (self.zone(actor.who), self.attack_of(actor.sheet, index.into()));
        let is_useful_in = |zones: ZoneSet| !self.useful_in(attack, zones, actor).is_empty();
        let is_useful_here = || is_useful_in(attack.reached_from(zone, self.rules));
        match manner {
            Manner::Afar if self.zones_to_shoot_from(actor, approach, attack) != 0 => Phase::Afar,
            Manner::Here if is_useful_here() && !self.goes_anyway(actor, approach) => Phase::Listed,
            Manner::Here if is_useful_in(self.rules.field.within(zone, attack.range)) => Phase::Penalised,
            Manner::Go => {
                let nearby = self.zones_to_attack_from(actor, approach);
                let is_useful = is_useful_in(attack.reached_from_any(nearby, self.rules))
                    || self.goes_anyway(actor, approach) && is_useful_here();
                if is_useful { Phase::Listed } else { Phase::Never }
            }
            Manner::Here | Manner::Afar => Phase::Never,
        }
    }

    /// The attacks that the rules let a combatant make: from where it stands on an opponent within range, or after a movement.
    pub(super) fn attacks_open(&self, actor: Actor<'a>, approach: Approach) -> Vec<Plan> {
        let manners = [Manner::Here, Manner::Go, Manner::Afar];
        let plans = ones(self.usable(actor.sheet))
            .flat_map(|index| manners.map(|manner| Plan { index: index as u8, manner }))
            .filter(|&Plan { index, manner }| {
                let attack = self.attack_of(actor.sheet, index.into());
                match manner {
                    Manner::Here => !self.targets_from(actor, attack, 1 << self.zone(actor.who)).is_empty(),
                    Manner::Go => {
                        let (own, nearby) = (1 << self.zone(actor.who), self.zones_to_go(actor));
                        nearby != 0 && !self.targets_from(actor, attack, nearby | own).is_empty()
                    }
                    Manner::Afar => {
                        approach == Approach::Afar && self.zones_to_shoot_from(actor, approach, attack) != 0
                    }
                }
            });
        plans.collect()
    }

    /// The opponents within range of an attack from any of some Zones.
    fn targets_from(&self, actor: Actor<'a>, attack: &Attack, zones: ZoneSet) -> Group {
        self.standing_in(self.rules.field.within_any(zones, attack.range), actor.side.other())
    }

    /// The Nearby Zones to which it can go.
    pub(super) fn zones_to_go(&self, actor: Actor<'a>) -> ZoneSet {
        if self.can_move(actor.who) { self.open_zones(actor) } else { 0 }
    }

    /// The Nearby Zones to which it would go in order to attack.
    fn zones_to_attack_from(&self, actor: Actor<'a>, approach: Approach) -> ZoneSet {
        let goes = match approach {
            Approach::Hold | Approach::Leave => false,
            Approach::Careful | Approach::Afar => self.free_attackers(actor).is_empty(),
            Approach::Reckless => true,
        };
        if goes { self.zones_to_go(actor) } else { 0 }
    }

    /// Whether it takes targets that it reaches from here and those that it has to go to as one.
    fn goes_anyway(&self, actor: Actor<'a>, approach: Approach) -> bool {
        approach == Approach::Reckless && self.zones_to_go(actor) != 0
    }

    /// Names the rules that decide to which Zones it would go in order to attack.
    fn note_moves_to_attack(&mut self, actor: Actor<'a>, approach: Approach) {
        if approach != Approach::Hold
            && self.can_move(actor.who)
            && (approach == Approach::Reckless || !self.provokes(actor))
        {
            self.look_for_room(actor);
        }
    }

    /// The Zones, its own or Nearby ones to which it would go, from which an attack is of use on an opponent that is not Close
    /// there.
    fn zones_to_shoot_from(&self, actor: Actor<'a>, approach: Approach, attack: &Attack) -> ZoneSet {
        let opponents = self.useful_on(attack, self.opponents(actor.who));
        let useful = opponents.iter().fold(0, |set, opponent| set | 1 << self.zone(opponent));
        // A Zone is as far from another one as that is from it.
        let zones = self.zones_to_attack_from(actor, approach) | 1 << self.zone(actor.who);
        zones & self.rules.field.around_any(useful, attack.range)
    }

    /// The opponents in some Zones on which an attack is of use.
    fn useful_in(&self, attack: &Attack, zones: ZoneSet, actor: Actor<'a>) -> Group {
        self.useful_on(attack, self.standing_in(zones, actor.side.other()))
    }

    // The choices that follow once the attack is known.

    /// Chooses a target and the Zone to attack from, goes there, and attacks.
    pub(super) fn carry_out_plan(&mut self, actor: Actor<'a>, approach: Approach, plan: Plan) -> Flow {
        let index = usize::from(plan.index);
        match plan.manner {
            Manner::Here => self.attack_from_here(actor, index),
            Manner::Go => self.go_and_attack(actor, approach, index),
            Manner::Afar => self.attack_from_afar(actor, approach, index),
        }
    }

    /// P2 (i), and the attacks with the Close penalty that come last.
    fn attack_from_here(&mut self, actor: Actor<'a>, index: usize) -> Flow {
        let (zone, attack) = (self.zone(actor.who), self.attack_of(actor.sheet, index));
        let mut wanted = self.useful_in(attack, attack.reached_from(zone, self.rules), actor);
        if wanted.is_empty() {
            wanted = self.useful_in(attack, self.rules.field.within(zone, attack.range), actor);
        }
        let legal = self.targets_from(actor, attack, 1 << zone);
        // An attack that is of no use may be made all the same.
        let wanted = if wanted.is_empty() { legal } else { wanted };
        match self.choose(actor, wanted, legal) {
            Some(target) => self.attack_as_action(actor, index, target),
            None => Continue(()),
        }
    }

    /// P2 (ii), or (i) and (ii) in one: attacks somebody from here, or moves and attacks.
    fn go_and_attack(&mut self, actor: Actor<'a>, approach: Approach, index: usize) -> Flow {
        let (own, attack) = (self.zone(actor.who), self.attack_of(actor.sheet, index));
        let nearby = self.zones_to_go(actor);
        let here = self.useful_in(attack, attack.reached_from(own, self.rules), actor);
        let there = self.useful_in(attack, attack.reached_from_any(nearby, self.rules), actor);
        let wanted = if approach == Approach::Reckless { here | there } else { there };
        let legal = self.targets_from(actor, attack, nearby | 1 << own);
        let wanted = if wanted.is_empty() { legal } else { wanted };
        let Some(target) = self.choose(actor, wanted, legal) else { return Continue(()) };
        // A Zone is as far from another one as that is from it.
        let zones = self.rules.field.within(self.zone(target), attack.range) & (nearby | 1 << own);
        let stays = here.contains(target);
        let rank = |fight: &Self, zone: ZoneId| {
            let is_wanted =
                if zone == own { stays } else { attack.reached_from(zone, fight.rules) >> fight.zone(target) & 1 == 1 };
            (zone == own && stays, is_wanted, fight.distance_to_opponents(actor, zone))
        };
        let Some(zone) = self.choose_zone(actor, zones, rank) else { return Continue(()) };
        if zone != own {
            self.walk(actor, Destination::Zone(zone), Pace::Movement)?;
        }
        let can_attack = self.stands(actor.who) && self.can_act(actor.who) && self.stands(target);
        if can_attack && self.rules.field.within(self.zone(actor.who), attack.range) >> self.zone(target) & 1 == 1 {
            return self.attack_as_action(actor, index, target);
        }
        Continue(())
    }

    /// Policy `skirmisher`: attacks an opponent that is not Close from the Zone whose nearest opponent is farthest.
    fn attack_from_afar(&mut self, actor: Actor<'a>, approach: Approach, index: usize) -> Flow {
        let (own, attack) = (self.zone(actor.who), self.attack_of(actor.sheet, index));
        let wanted = self.zones_to_shoot_from(actor, approach, attack);
        let legal = (self.zones_to_go(actor) | 1 << own)
            & self.rules.field.within_any(self.held_by(actor.side.other()), attack.range);
        let rank =
            |fight: &Self, zone: ZoneId| (wanted >> zone & 1, fight.distance_to_opponents(actor, zone), zone == own);
        let Some(zone) = self.choose_zone(actor, legal, rank) else { return Continue(()) };
        if zone != own {
            self.walk(actor, Destination::Zone(zone), Pace::Movement)?;
        }
        if !self.stands(actor.who) || !self.can_act(actor.who) {
            return Continue(());
        }
        let zone = self.zone(actor.who);
        let wanted = self.useful_in(attack, self.rules.field.around(zone, attack.range), actor);
        match self.choose(actor, wanted, self.targets_from(actor, attack, 1 << zone)) {
            Some(target) => self.attack_as_action(actor, index, target),
            None => Continue(()),
        }
    }

    /// Decides from which of some Zones to attack: the greater its rank, the better. `None` if there is none.
    fn choose_zone<K: Ord>(
        &mut self,
        actor: Actor<'a>,
        zones: ZoneSet,
        rank: impl Fn(&Self, ZoneId) -> K,
    ) -> Option<ZoneId> {
        let all = || ones(zones).map(|zone| zone as ZoneId);
        let preferred = all().min_by_key(|&zone| Reverse(rank(self, zone)))?;
        let options = |fight: &Self| all().map(|zone| Rated::new(zone, rank(fight, zone))).collect();
        Some(self.decide(ZONE, actor.who, preferred, options))
    }

    /// The distance from a Zone to the nearest opponent of a combatant (ZONES-08).
    pub(super) fn distance_to_opponents(&self, actor: Actor<'a>, zone: ZoneId) -> u8 {
        self.rules.field.nearest(zone, self.held_by(actor.side.other()))
    }

    /// CHOOSE among the opponents that a policy wants to attack, which are some of those that it may attack. A single one
    /// costs no die. `None` if it wants to attack none.
    fn choose(&mut self, actor: Actor<'a>, wanted: Group, legal: Group) -> Option<usize> {
        let preferred = self.prefer(actor, wanted)?;
        let is_drawn = matches!(actor.sheet.target, Target::Nearest | Target::Random);
        let options = |fight: &Self| {
            let all = fight.state.lots.in_order(fight.rules.knobs.targets_are_by_lot, legal);
            let rated = |target: usize| {
                // Of equals the one that the die has drawn is taken.
                let is_passed_over = is_drawn && target != preferred;
                Rated::new(target, Reverse((!wanted.contains(target), fight.rank(actor, target), is_passed_over)))
            };
            all.into_iter().map(rated).collect()
        };
        Some(self.decide(TARGET, actor.who, preferred, options))
    }

    /// The opponent of least rank; of equals one that a die draws, or the first, by `target`.
    fn prefer(&mut self, actor: Actor<'a>, wanted: Group) -> Option<usize> {
        if wanted.is_empty() || wanted.only().is_some() {
            return wanted.only();
        }
        match actor.sheet.target {
            Target::Nearest | Target::Random => {
                let least = wanted.iter().map(|target| self.rank(actor, target)).min()?;
                let equals = wanted.filter(|target| self.rank(actor, target) == least);
                equals.only().or_else(|| Some(equals.picked_by(|sides| self.dice.die(sides))))
            }
            Target::Weakest | Target::Strongest | Target::Focus => {
                let is_by_lot = self.rules.knobs.targets_are_by_lot;
                self.state.lots.least_by(is_by_lot, wanted, |target| self.rank(actor, target))
            }
        }
    }

    /// Rank of an opponent by `target`: a policy takes the one of least rank.
    fn rank(&self, actor: Actor<'a>, target: usize) -> i32 {
        let (hp, zone) = (i32::from(self.fighter(target).hp), self.zone(target));
        let distance = || i32::from(self.rules.field.distance(self.zone(actor.who), zone));
        match actor.sheet.target {
            Target::Nearest => distance(),
            Target::Random => 0,
            Target::Strongest => -hp << 8 | distance(),
            Target::Focus if self.state.focus[actor.side.index()] == target as u8 => i32::MIN,
            Target::Weakest | Target::Focus => hp << 8 | distance(),
        }
    }
}
