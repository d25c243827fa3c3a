//! P2: the choice of an attack, of its target, and of the Zone from which it is made.

use std::cmp::Reverse;
use std::ops::ControlFlow::Continue;

use super::decisions::Deciding;
use super::field::{ZoneId, ZoneSet};
use super::movement::{Destination, Pace};
use super::policy::Approach;
use super::resolve::{Fight, Flow};
use super::scenario::ZONES_MAX;
use super::words::Target;
use super::{Actor, Attack, State, Zones};
use crate::decision::Rated;
use crate::dice::Dice;
use crate::skirmish::{Group, ones};
use crate::trace::Trace;
use crate::who::Who;

/// An attack as an Action, before a target is chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Plan {
    /// The index of the attack.
    pub(super) index: u8,
    pub(super) manner: Manner,
}

/// The way in which a combatant brings an attack on its target.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Manner {
    /// From the attacker's own Zone.
    Here,
    /// After a movement to a Nearby Zone, if the target needs one.
    Go,
    /// On a target in another Zone, from the attacker's own Zone or from a Nearby one that is chosen first: policy
    /// `skirmisher`.
    Afar,
    /// On the target and from the Zone that are worth most: policy `wary`.
    Weighed,
}

/// The situation of a combatant that looks for an attack.
#[derive(Debug)]
pub(super) struct Outlook {
    own: ZoneId,
    approach: Approach,
    /// The Zones in which opponents stand.
    held: ZoneSet,
    nearby: Nearby,
}

/// The Nearby Zones to which a combatant would go in order to attack.
#[derive(Debug, Clone, Copy)]
enum Nearby {
    /// No attack has needed them.
    Unknown,
    /// None, since the combatant cannot move, or would not.
    Stays,
    /// The Zones that have room (ZONES-10).
    Open(ZoneSet),
}

/// The place of an attack in the order in which a policy considers attacks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Phase {
    /// Before all other attacks.
    Afar,
    /// Before all attacks that gain nothing, in the order of what they are worth to a wary combatant, the most first.
    Weighed(Reverse<i64>),
    /// In the listed order of the attacks.
    Listed,
    /// After all other attacks, since it has the Close penalty (ZONES-21).
    Penalised,
    /// Never.
    Never,
}

impl Zones {
    /// The rules that decide to which Zones a combatant would go in order to attack. They apply only if an attack has
    /// asked for a movement.
    fn limits_of_movement(
        &self,
        state: &State,
        actor: Actor<'_>,
        approach: Approach,
        nearby: Nearby,
    ) -> impl Iterator<Item = &'static str> {
        let fighter = &state.fighters[actor.who];
        let is_careful = match approach {
            Approach::Careful | Approach::Afar | Approach::Wary => {
                fighter.ailments.can_move() && !matches!(nearby, Nearby::Unknown)
            }
            Approach::Hold | Approach::Leave | Approach::Reckless => false,
        };
        let threats = if is_careful { self.threats(state, actor) } else { Ok(Group::NOBODY) };
        let adjacent = self.field.zone(fighter.zone).adjacent;
        let is_full = matches!(nearby, Nearby::Open(open) if open != adjacent);
        threats.err().into_iter().chain(is_full.then_some("ZONES-10"))
    }
}

impl<'a, D: Dice, T: Trace> Fight<'a, D, T> {
    /// P2, before a target is chosen: the attack of the `usable` ones that the combatant's approach prefers, and the
    /// manner of bringing it on a target. `None` if no attack would have an effect.
    #[inline]
    pub(super) fn plan(&mut self, actor: Actor<'a>, approach: Approach, usable: u64) -> Option<Plan> {
        if approach == Approach::Wary
            && let Some(plan) = self.weigh(actor, usable)
        {
            return Some(plan);
        }
        let outlook = &mut self.outlook(actor, approach);
        let plan = self.find_plan(actor, outlook, usable);
        let (rules, state, nearby) = (self.rules, &*self.state, outlook.nearby);
        self.trace.rules(|| rules.limits_of_movement(state, actor, approach, nearby));
        plan
    }

    #[inline]
    fn find_plan(&self, actor: Actor<'a>, outlook: &mut Outlook, usable: u64) -> Option<Plan> {
        let plans = |manner: Manner| ones(usable).map(move |index| Plan { index: index as u8, manner });
        if outlook.approach == Approach::Afar {
            // A skirmisher looks where it could go even if no attack is usable.
            self.nearby(actor, outlook);
            for shot in plans(Manner::Afar) {
                if self.phase(actor, outlook, shot) == Phase::Afar {
                    return Some(shot);
                }
            }
        }
        for here in plans(Manner::Here) {
            if self.phase(actor, outlook, here) == Phase::Listed {
                return Some(here);
            }
            let go = Plan { manner: Manner::Go, ..here };
            if self.phase(actor, outlook, go) == Phase::Listed {
                return Some(go);
            }
        }
        plans(Manner::Here).find(|&plan| self.phase(actor, outlook, plan) == Phase::Penalised)
    }

    /// Looks at the situation of a combatant that wants to attack.
    #[inline]
    pub(super) fn outlook(&self, actor: Actor<'a>, approach: Approach) -> Outlook {
        let held = self.held_by(actor.side.other());
        Outlook { own: self.zone(actor.who), approach, held, nearby: Nearby::Unknown }
    }

    /// The phase in which a policy makes an attack; [`Phase::Never`] if it would have no effect, or needs a movement
    /// that the policy would not make.
    #[inline(always)]
    pub(super) fn phase(&self, actor: Actor<'a>, outlook: &mut Outlook, Plan { index, manner }: Plan) -> Phase {
        let (zone, attack) = (outlook.own, self.attack_of(actor.sheet, index.into()));
        let held = outlook.held;
        let is_useful_in = |zones: ZoneSet| zones & held != 0 && self.is_useful_in(attack, zones, actor);
        let is_reckless = outlook.approach == Approach::Reckless;
        match manner {
            Manner::Here => {
                let is_useful_here = is_useful_in(attack.reached_from(zone));
                if is_useful_here && !(is_reckless && self.nearby(actor, outlook) != 0) {
                    Phase::Listed
                } else if is_useful_here || is_useful_in(self.rules.field.within(zone, attack.range)) {
                    Phase::Penalised
                } else {
                    Phase::Never
                }
            }
            Manner::Go => {
                let nearby = self.nearby(actor, outlook);
                // A reckless combatant makes no difference between targets in reach from here and targets after a
                // movement.
                let zones = if is_reckless && nearby != 0 { nearby | 1 << zone } else { nearby };
                if is_useful_in(attack.reached_from_any(zones)) { Phase::Listed } else { Phase::Never }
            }
            Manner::Afar if self.zones_to_shoot_from(actor, outlook, attack) != 0 => Phase::Afar,
            Manner::Afar => Phase::Never,
            Manner::Weighed => {
                let worth = self.worth_of(actor, attack);
                worth.map_or(Phase::Never, |worth| Phase::Weighed(Reverse(worth)))
            }
        }
    }

    /// The attacks that the rules allow a combatant: from its Zone on an opponent within range, or after a movement.
    pub(super) fn attacks_open(&self, actor: Actor<'a>, approach: Approach) -> Vec<Plan> {
        let manners = [Manner::Here, Manner::Go, Manner::Afar, Manner::Weighed];
        let mut outlook = self.outlook(actor, approach);
        let plans = ones(self.usable(actor.sheet))
            .flat_map(|index| manners.map(|manner| Plan { index: index as u8, manner }))
            .filter(|&Plan { index, manner }| {
                let attack = self.attack_of(actor.sheet, index.into());
                // For a wary combatant an attack that gains anything is one choice, wherever it is made.
                let is_weighed = approach == Approach::Wary && self.worth_of(actor, attack).is_some();
                match manner {
                    Manner::Weighed => is_weighed,
                    Manner::Here | Manner::Go if is_weighed => false,
                    Manner::Here => !self.targets_from(actor, attack, 1 << self.zone(actor.who)).is_empty(),
                    Manner::Go => {
                        // For a reckless combatant it is one choice with that of a target in reach from here.
                        let own = if approach == Approach::Reckless { 1 << self.zone(actor.who) } else { 0 };
                        let nearby = self.zones_to_go(actor);
                        nearby != 0 && !self.targets_from(actor, attack, nearby | own).is_empty()
                    }
                    Manner::Afar => {
                        approach == Approach::Afar && self.zones_to_shoot_from(actor, &mut outlook, attack) != 0
                    }
                }
            });
        plans.collect()
    }

    /// The opponents within range of an attack from at least one of the given Zones.
    pub(super) fn targets_from(&self, actor: Actor<'a>, attack: &Attack, zones: ZoneSet) -> Group {
        self.standing_in(self.rules.field.within_any(zones, attack.range), actor.side.other())
    }

    /// The Nearby Zones to which the combatant can go.
    pub(super) fn zones_to_go(&self, actor: Actor<'a>) -> ZoneSet {
        if self.can_move(actor.who) { self.open_zones(actor) } else { 0 }
    }

    /// The Nearby Zones to which the combatant would go in order to attack; found once, then kept in the outlook.
    #[inline]
    fn nearby(&self, actor: Actor<'a>, outlook: &mut Outlook) -> ZoneSet {
        if let Nearby::Unknown = outlook.nearby {
            outlook.nearby = self.zones_to_attack_from(actor, outlook.approach);
        }
        if let Nearby::Open(zones) = outlook.nearby { zones } else { 0 }
    }

    fn zones_to_attack_from(&self, actor: Actor<'a>, approach: Approach) -> Nearby {
        let goes = match approach {
            Approach::Hold | Approach::Leave => false,
            Approach::Careful | Approach::Afar | Approach::Wary => self.free_attackers(actor).is_empty(),
            Approach::Reckless => true,
        };
        if goes && self.can_move(actor.who) { Nearby::Open(self.open_zones(actor)) } else { Nearby::Stays }
    }

    /// The Zones from which an attack would have an effect on an opponent in another Zone: among its own Zone and the
    /// Nearby ones to which it would go.
    fn zones_to_shoot_from(&self, actor: Actor<'a>, outlook: &mut Outlook, attack: &Attack) -> ZoneSet {
        let useful = if attack.harms {
            outlook.held
        } else {
            let opponents = self.useful_on(attack, self.opponents(actor.who));
            opponents.iter().fold(0, |set, opponent| set | 1 << self.zone(opponent))
        };
        // Distances are symmetric: the Zones around an opponent are those from which the opponent is within range.
        (self.nearby(actor, outlook) | 1 << outlook.own) & self.rules.field.around_any(useful, attack.range)
    }

    /// Whether an attack would have an effect on an opponent in the given Zones, of which opponents hold at least one.
    #[inline(always)]
    fn is_useful_in(&self, attack: &Attack, zones: ZoneSet, actor: Actor<'a>) -> bool {
        attack.harms || !self.useful_in(attack, zones, actor).is_empty()
    }

    /// The opponents in the given Zones on which an attack would have an effect.
    #[inline]
    fn useful_in(&self, attack: &Attack, zones: ZoneSet, actor: Actor<'a>) -> Group {
        self.useful_on(attack, self.standing_in(zones, actor.side.other()))
    }

    // The choices that follow once the attack is known.

    /// Chooses a target and the Zone to attack from, goes there, and attacks.
    #[inline]
    pub(super) fn carry_out_plan(&mut self, actor: Actor<'a>, approach: Approach, plan: Plan) -> Flow {
        let index = usize::from(plan.index);
        let attack = self.attack_of(actor.sheet, index);
        let target = match plan.manner {
            Manner::Here => self.target_from_here(actor, attack),
            Manner::Go => self.go_to_target(actor, approach, attack)?,
            Manner::Afar => self.go_away_from_target(actor, approach, attack)?,
            Manner::Weighed => self.go_where_it_is_worth_most(actor, attack)?,
        };
        match target {
            Some(target) => self.attack_as_action(actor, index, attack, target),
            None => Continue(()),
        }
    }

    /// Chooses a target for an attack from the own Zone: one without the Close penalty if there is any (P2 (i)), else
    /// one with it.
    #[inline]
    fn target_from_here(&mut self, actor: Actor<'a>, attack: &Attack) -> Option<Who> {
        let zone = self.zone(actor.who);
        let mut wanted = self.useful_in(attack, attack.reached_from(zone), actor);
        if wanted.is_empty() {
            wanted = self.useful_in(attack, self.rules.field.within(zone, attack.range), actor);
        }
        self.choose_or_any(actor, attack, wanted, 1 << zone)
    }

    /// P2 (ii), or for a reckless combatant (i) and (ii) in one: chooses a target and a Zone, and goes there if needed.
    /// Returns the target if it can be attacked then.
    fn go_to_target(&mut self, actor: Actor<'a>, approach: Approach, attack: &Attack) -> Flow<Option<Who>> {
        let own = self.zone(actor.who);
        let zones = self.zones_to_go(actor) | 1 << own;
        let here = self.useful_in(attack, attack.reached_from(own), actor);
        let there = self.useful_in(attack, attack.reached_from_any(zones & !(1 << own)), actor);
        let wanted = if approach == Approach::Reckless { here | there } else { there };
        let Some(target) = self.choose_or_any(actor, attack, wanted, zones) else { return Continue(None) };
        // Distances are symmetric: the Zones within range of the target are those from which it is within range.
        let zones = self.rules.field.within(self.zone(target), attack.range) & zones;
        let (stays, held) = (here.contains(target), self.held_by(actor.side.other()));
        let rank = |fight: &Self, zone: ZoneId| {
            let is_wanted = if zone == own { stays } else { attack.reached_from(zone) >> fight.zone(target) & 1 == 1 };
            (zone == own && stays, is_wanted, fight.rules.field.nearest(zone, held))
        };
        let Some(zone) = self.choose_zone(actor, zones, rank) else { return Continue(None) };
        if zone != own {
            self.walk(actor, Destination::Zone(zone), Pace::Movement)?;
        }
        let can_attack = self.stands(actor.who) && self.can_act(actor.who) && self.stands(target);
        let is_in_reach = self.rules.field.within(self.zone(actor.who), attack.range) >> self.zone(target) & 1 == 1;
        Continue((can_attack && is_in_reach).then_some(target))
    }

    /// Policy `skirmisher`: goes to the Zone whose nearest opponent is farthest, and chooses a target that is not
    /// Close. `None` if it cannot attack any more.
    fn go_away_from_target(&mut self, actor: Actor<'a>, approach: Approach, attack: &Attack) -> Flow<Option<Who>> {
        let mut outlook = self.outlook(actor, approach);
        let (own, held) = (outlook.own, outlook.held);
        let wanted = self.zones_to_shoot_from(actor, &mut outlook, attack);
        let legal = (self.zones_to_go(actor) | 1 << own) & self.rules.field.within_any(held, attack.range);
        let rank =
            |fight: &Self, zone: ZoneId| (wanted >> zone & 1, fight.rules.field.nearest(zone, held), zone == own);
        let Some(zone) = self.choose_zone(actor, legal, rank) else { return Continue(None) };
        if zone != own {
            self.walk(actor, Destination::Zone(zone), Pace::Movement)?;
        }
        if !self.stands(actor.who) || !self.can_act(actor.who) {
            return Continue(None);
        }
        let zone = self.zone(actor.who);
        let wanted = self.useful_in(attack, self.rules.field.around(zone, attack.range), actor);
        Continue(self.choose(actor, attack, wanted, 1 << zone))
    }

    /// Decides from which of the given Zones to attack; the one with the highest rank is preferred. `None` if there are
    /// none.
    #[inline]
    pub(super) fn choose_zone<K: Ord>(
        &mut self,
        actor: Actor<'a>,
        zones: ZoneSet,
        rank: impl Fn(&Self, ZoneId) -> K,
    ) -> Option<ZoneId> {
        let all = || ones(zones).map(|zone| zone as ZoneId);
        let preferred = all().min_by_key(|&zone| Reverse(rank(self, zone)))?;
        let options = |fight: &Self| all().map(|zone| Rated::new(zone, rank(fight, zone))).collect();
        Some(self.decide(Deciding::Zone as usize, actor.who, preferred, options))
    }

    /// As [`choose`](Self::choose), but among all targets within range if `wanted` is empty, even though the attack has
    /// no effect.
    #[inline]
    pub(super) fn choose_or_any(
        &mut self,
        actor: Actor<'a>,
        attack: &Attack,
        wanted: Group,
        zones: ZoneSet,
    ) -> Option<Who> {
        let wanted = if wanted.is_empty() { self.targets_from(actor, attack, zones) } else { wanted };
        self.choose(actor, attack, wanted, zones)
    }

    /// CHOOSE: decides on one of the `wanted` opponents, which are among those within range of the attack from the
    /// given Zones. A single one costs no die. `None` if `wanted` is empty.
    #[inline(always)]
    fn choose(&mut self, actor: Actor<'a>, attack: &Attack, wanted: Group, zones: ZoneSet) -> Option<Who> {
        let preferred = self.prefer(actor, wanted)?;
        let is_drawn = matches!(actor.sheet.target, Target::Nearest | Target::Random);
        let options = |fight: &Self| {
            let legal = fight.targets_from(actor, attack, zones);
            let all = fight.state.lots.in_order(fight.rules.knobs.targets_are_by_lot, legal);
            let rank = fight.rank(actor);
            let rated = |target: Who| {
                // Among equals, the one that the die has drawn ranks first.
                let is_passed_over = is_drawn && target != preferred;
                Rated::new(target, Reverse((!wanted.contains(target), rank(target), is_passed_over)))
            };
            all.into_iter().map(rated).collect()
        };
        Some(self.decide(Deciding::Target as usize, actor.who, preferred, options))
    }

    /// The opponent of lowest rank; among equals, the one that a die draws, or the first by lot or in listed order, as
    /// `target` says. `None` if `wanted` is empty.
    #[inline(always)]
    fn prefer(&mut self, actor: Actor<'a>, wanted: Group) -> Option<Who> {
        if wanted.is_empty() || wanted.only().is_some() {
            return wanted.only();
        }
        self.prefer_of_several(actor, wanted)
    }

    fn prefer_of_several(&mut self, actor: Actor<'a>, wanted: Group) -> Option<Who> {
        let equals = match actor.sheet.target {
            Target::Nearest => self.nearest_of(actor, wanted),
            Target::Random => wanted,
            Target::Weakest | Target::Strongest | Target::Focus => self.least_of(actor, wanted),
        };
        if equals.only().is_some() {
            return equals.only();
        }
        match actor.sheet.target {
            Target::Nearest | Target::Random => Some(equals.picked_by(|sides| self.dice.die(sides))),
            Target::Weakest | Target::Strongest | Target::Focus => {
                self.state.lots.first_by(self.rules.knobs.targets_are_by_lot, equals)
            }
        }
    }

    /// The opponents of a group at the least distance (ZONES-08).
    #[inline]
    fn nearest_of(&self, actor: Actor<'a>, opponents: Group) -> Group {
        let (own, field) = (self.zone(actor.who), &self.rules.field);
        let within = |range: u8| opponents & self.standing_in(field.within(own, range), actor.side.other());
        (0..ZONES_MAX as u8).map(within).find(|near| !near.is_empty()).unwrap_or(opponents)
    }

    /// The opponents of a group that share the lowest rank.
    #[inline]
    fn least_of(&self, actor: Actor<'a>, opponents: Group) -> Group {
        let rank = self.rank(actor);
        let (mut least, mut equals) = (i32::MAX, Group::NOBODY);
        for opponent in opponents {
            let rank = rank(opponent);
            if rank < least {
                (least, equals) = (rank, Group::NOBODY);
            }
            equals.insert_if(opponent, rank == least);
        }
        equals
    }

    /// The rank of an opponent by the combatant's `target`: the lowest rank is preferred.
    #[inline]
    fn rank(&self, actor: Actor<'a>) -> impl Fn(Who) -> i32 + use<'a, '_, D, T> {
        let (fighters, field, own) = (&self.state.fighters, &self.rules.field, self.zone(actor.who));
        let (kind, focus) = (actor.sheet.target, self.state.focus[actor.side.index()]);
        move |target| {
            let (hp, distance) =
                (i32::from(fighters[target].hp), i32::from(field.distance(own, fighters[target].zone)));
            match kind {
                Target::Nearest => distance,
                Target::Random => 0,
                Target::Strongest => -hp << 8 | distance,
                Target::Focus if focus == Some(target) => i32::MIN,
                Target::Weakest | Target::Focus => hp << 8 | distance,
            }
        }
    }
}
