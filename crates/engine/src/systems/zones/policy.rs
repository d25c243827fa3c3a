//! How combatants spend their Turns (the ledger's "Policies").

use std::ops::ControlFlow::Continue;

use super::Attack;
use super::ailment::Ailment;
use super::field::{NOWHERE, ZoneId, ZoneSet};
use super::movement::{Destination, Pace};
use super::resolve::{Fight, Flow};
use super::state::NOBODY;
use super::words::{Policy, Target};
use crate::dice::Dice;
use crate::skirmish::{Group, ones};
use crate::trace::Trace;

/// Who may move before it attacks, and who advances.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Approach {
    /// Keeps its Zone.
    Hold,
    /// Moves up where nobody strikes at it.
    Careful,
    /// Moves up in any case.
    Reckless,
}

impl<D: Dice, T: Trace> Fight<'_, D, T> {
    /// T4: what the combatant does with its movement and its Action (ZONES-12, ZONES-13).
    #[inline(always)]
    pub(super) fn act(&mut self, who: usize) -> Flow {
        if self.state.retreating.contains(who) {
            return self.act_retreating(who);
        }
        match self.sheet(who).policy {
            Policy::Default => self.act_by_preference(who, Approach::Careful),
            Policy::Hold => self.act_by_preference(who, Approach::Hold),
            Policy::Reckless => self.act_by_preference(who, Approach::Reckless),
            Policy::Skirmisher => self.act_skirmishing(who),
            // Whoever has this policy is retreating as long as it stands.
            Policy::Retreat => self.act_retreating(who),
        }
    }

    /// default, hold and reckless: P1 to P4.
    #[inline(always)]
    fn act_by_preference(&mut self, who: usize, approach: Approach) -> Flow {
        if self.heal(who) {
            return Continue(());
        }
        if self.retrieve_attack(who) {
            return self.advance(who, approach, true);
        }
        self.attack_or_advance(who, approach)
    }

    /// P2 to P4.
    #[inline(always)]
    fn attack_or_advance(&mut self, who: usize, approach: Approach) -> Flow {
        if self.can_act(who) && self.attack_first_useful(who, approach)? {
            return Continue(());
        }
        self.break_free_and_advance(who, approach)
    }

    /// P3 and P4.
    fn break_free_and_advance(&mut self, who: usize, approach: Approach) -> Flow {
        let has_acted = self.break_free(who);
        self.advance(who, approach, has_acted)
    }

    /// P1: heals the worst off of itself and its allies in the Zone. Returns whether its acting is over (ZONES-14).
    #[inline(always)]
    fn heal(&mut self, who: usize) -> bool {
        if self.sheet(who).items.is_empty() || !self.can_act(who) {
            return false;
        }
        let (Some(item), Some(patient)) = (self.first_item(who), self.patient(who)) else { return false };
        self.use_item(who, item, patient);
        true
    }

    fn first_item(&self, who: usize) -> Option<usize> {
        self.sheet(who).items.iter().position(|item| self.state.counters[usize::from(item.pieces)] > 0)
    }

    /// Who has the lowest share of its HP left, of those at or below the healer's limit; the healer first, then in
    /// listed order, where shares are equal.
    fn patient(&self, who: usize) -> Option<usize> {
        let heal_below = self.sheet(who).heal_below;
        let share = |patient: usize| (i32::from(self.fighter(patient).hp), i32::from(self.sheet(patient).hp));
        let close = self.occupants(self.zone(who)) & self.comrades(who);
        let is_low = |&patient: &usize| {
            let (hp, start) = share(patient);
            100 * hp <= heal_below * start
        };
        let low = std::iter::once(who).chain(close).filter(is_low);
        low.reduce(|best, patient| {
            let ((best_hp, best_start), (hp, start)) = (share(best), share(patient));
            if hp * best_start < best_hp * start { patient } else { best }
        })
    }

    /// P2. Returns whether acting is over.
    #[inline(always)]
    fn attack_first_useful(&mut self, who: usize, approach: Approach) -> Flow<bool> {
        let opponents = self.opponents(who);
        let zone = self.zone(who);
        if self.sheet(who).is_led_by_first && approach != Approach::Reckless {
            // The usual case: the search below would find the same at once.
            let here = opponents & self.reach(self.attack_of(who, 0), zone);
            if !here.is_empty() {
                self.attack_one_of(who, 0, here)?;
                return Continue(true);
            }
        }
        self.search_attack(who, approach, opponents)
    }

    /// Attacks one of some opponents as an Action.
    #[inline(always)]
    fn attack_one_of(&mut self, who: usize, index: usize, among: Group) -> Flow {
        let target = self.choose(who, among);
        self.attack_as_action::<false>(who, index, target)
    }

    /// P2 in full.
    fn search_attack(&mut self, who: usize, approach: Approach, opponents: Group) -> Flow<bool> {
        let (usable, zone) = (self.usable(who), self.zone(who));
        // Where it could go first; worked out when an attack asks for it.
        let mut nearby: Option<ZoneSet> = None;
        for index in ones(usable) {
            let attack = self.attack_of(who, index);
            let useful = self.useful_on(attack, opponents);
            let here = useful & self.reach(attack, zone);
            if !here.is_empty() && approach != Approach::Reckless {
                self.attack_one_of(who, index, here)?;
                return Continue(true);
            }
            let zones = *nearby.get_or_insert_with(|| self.zones_to_attack_from(who, approach));
            let there =
                ones(zones).fold(Group::NOBODY, |group, zone| group | self.reach(attack, zone as ZoneId)) & useful;
            if !(here | there).is_empty() {
                self.attack_wherever(who, index, here, there, zones)?;
                return Continue(true);
            }
        }
        self.attack_penalised(who, usable, opponents)
    }

    /// P2 (ii), or (i) and (ii) in one: attacks somebody from here, or moves and attacks.
    fn attack_wherever(&mut self, who: usize, index: usize, here: Group, there: Group, zones: ZoneSet) -> Flow {
        let attack = self.attack_of(who, index);
        let target = self.choose(who, here | there);
        if here.contains(target) {
            return self.attack_as_action::<false>(who, index, target);
        }
        let reaches = |&zone: &usize| self.reach(attack, zone as ZoneId).contains(target);
        let Some(zone) = self.farthest_from_opponents(who, ones(zones).filter(reaches)) else {
            return Continue(());
        };
        self.walk(who, Destination::Zone(zone), Pace::Movement)?;
        let can_attack = self.stands(who) && self.can_act(who) && self.stands(target);
        if can_attack && self.within(self.zone(who), attack.range).contains(target) {
            return self.attack_as_action::<false>(who, index, target);
        }
        Continue(())
    }

    /// The end of P2: attacks that have the Close penalty (ZONES-21).
    fn attack_penalised(&mut self, who: usize, usable: u64, opponents: Group) -> Flow<bool> {
        for index in ones(usable) {
            let attack = self.attack_of(who, index);
            let targets = self.useful_on(attack, opponents) & self.within(self.zone(who), attack.range);
            if !targets.is_empty() {
                self.attack_one_of(who, index, targets)?;
                return Continue(true);
            }
        }
        Continue(false)
    }

    /// Nearby Zones that it would enter in order to attack.
    fn zones_to_attack_from(&mut self, who: usize, approach: Approach) -> ZoneSet {
        let goes = match approach {
            Approach::Hold => false,
            Approach::Careful => self.can_move(who) && self.free_attackers(who).is_empty(),
            Approach::Reckless => self.can_move(who),
        };
        if goes { self.open_zones(who) } else { 0 }
    }

    /// Everybody whom an attack reaches from a Zone without the Close penalty.
    #[inline(always)]
    fn reach(&self, attack: &Attack, zone: ZoneId) -> Group {
        let reached = self.within(zone, attack.range);
        if self.has_close_penalty(attack) { reached - self.occupants(zone) } else { reached }
    }

    /// The Zone whose nearest opponent is farthest, the first of them if equal.
    fn farthest_from_opponents(&self, who: usize, zones: impl Iterator<Item = usize>) -> Option<ZoneId> {
        let opponents = self.side(who).other();
        let far = zones.map(|zone| (self.nearest(zone as ZoneId, opponents), zone as ZoneId));
        far.reduce(|best, next| if next.0 > best.0 { next } else { best }).map(|(_, zone)| zone)
    }

    /// P3: spends the Action on a hinderance that needs one, Weakened before Stuck. Returns whether it did (ZONES-48).
    fn break_free(&mut self, who: usize) -> bool {
        if !self.state.ailing.contains(who) || !self.can_act(who) {
            return false;
        }
        [Ailment::Weakened, Ailment::Stuck].into_iter().any(|hinderance| self.try_to_break(who, hinderance))
    }

    /// The Test of a hinderance as an Action, if there is one that needs it (ZONES-13, ZONES-48).
    fn try_to_break(&mut self, who: usize, hinderance: Ailment) -> bool {
        let ailments = self.fighter(who).ailments;
        let source = ailments.source(hinderance);
        if !ailments.has(hinderance) || !self.rules.sources[usize::from(source)].needs_action {
            return false;
        }
        self.trace.rule("ZONES-13");
        self.trace.rule("ZONES-48");
        self.test_recovery(who, hinderance, source);
        true
    }

    /// P4: one movement towards the nearest opponent, or two if the Action is left; none of who keeps its Zone (ZONES-12,
    /// ZONES-13).
    fn advance(&mut self, who: usize, approach: Approach, has_acted: bool) -> Flow {
        if approach == Approach::Hold {
            return Continue(());
        }
        for movement in 0..2 {
            if movement == 1 && (has_acted || !self.can_act(who)) {
                break;
            }
            let Some(zone) = self.step_towards_opponents(who) else { break };
            let pace = if movement == 1 { Pace::Action } else { Pace::Movement };
            self.walk(who, Destination::Zone(zone), pace)?;
            if !self.stands(who) {
                break;
            }
        }
        Continue(())
    }

    /// The Nearby Zone that is closer to its nearest opponent than its own, if none is in reach of any attack.
    fn step_towards_opponents(&mut self, who: usize) -> Option<ZoneId> {
        if !self.can_move(who) {
            return None;
        }
        let usable = ones(self.usable(who));
        let range = usable.map(|index| self.attack_of(who, index).range).max()?;
        let (opponents, zone) = (self.side(who).other(), self.zone(who));
        if self.nearest(zone, opponents) <= range {
            return None;
        }
        let open = ones(self.open_zones(who));
        let near = open.map(|zone| (self.nearest(zone as ZoneId, opponents), zone as ZoneId));
        let (distance, closest) = near.reduce(|best, next| if next.0 < best.0 { next } else { best })?;
        (distance < self.nearest(zone, opponents)).then_some(closest)
    }

    /// skirmisher.
    fn act_skirmishing(&mut self, who: usize) -> Flow {
        if self.heal(who) {
            return Continue(());
        }
        if self.retrieve_attack(who) {
            return self.advance(who, Approach::Careful, true);
        }
        if self.can_act(who) && self.attack_from_afar(who)? {
            return Continue(());
        }
        self.attack_or_advance(who, Approach::Careful)
    }

    /// Attacks somebody who is not Close, from the Zone whose nearest opponent is farthest. Returns whether acting is
    /// over.
    fn attack_from_afar(&mut self, who: usize) -> Flow<bool> {
        let opponents = self.opponents(who);
        let own = self.zone(who);
        let zones = self.zones_to_attack_from(who, Approach::Careful);
        for index in ones(self.usable(who)) {
            let attack = self.attack_of(who, index);
            if attack.range == 0 {
                continue;
            }
            let useful = self.useful_on(attack, opponents);
            let from =
                |zone: usize| (self.within(zone as ZoneId, attack.range) - self.occupants(zone as ZoneId)) & useful;
            let zones = std::iter::once(usize::from(own)).chain(ones(zones)).filter(|&zone| !from(zone).is_empty());
            let Some(zone) = self.farthest_from_opponents(who, zones) else { continue };
            if zone != own {
                self.walk(who, Destination::Zone(zone), Pace::Movement)?;
            }
            if self.stands(who) && self.can_act(who) {
                let zone = self.zone(who);
                let opponents = self.opponents(who) & (self.within(zone, attack.range) - self.occupants(zone));
                let targets = self.useful_on(attack, opponents);
                if !targets.is_empty() {
                    self.attack_one_of(who, index, targets)?;
                }
            }
            return Continue(true);
        }
        Continue(false)
    }

    /// retreat (ZONES-54).
    fn act_retreating(&mut self, who: usize) -> Flow {
        self.trace.rule("ZONES-54");
        if self.can_act(who) && !self.can_move(who) && self.try_to_break(who, Ailment::Stuck) {
            return match self.step_to_exit(who).filter(|_| self.can_move(who)) {
                Some(to) => self.walk(who, to, Pace::Movement),
                None => Continue(()),
            };
        }
        let Some(to) = self.step_to_exit(who).filter(|_| self.can_move(who)) else {
            return self.act_by_preference(who, Approach::Hold);
        };
        if self.can_act(who) && !self.free_attackers(who).is_empty() {
            self.disengage(who);
            return self.walk(who, to, Pace::Disengaged);
        }
        self.walk(who, to, Pace::Movement)?;
        let goes_on = self.stands(who) && self.can_move(who) && self.can_act(who);
        if goes_on
            && self.free_attackers(who).is_empty()
            && let Some(to) = self.step_to_exit(who)
        {
            return self.walk(who, to, Pace::Action);
        }
        Continue(())
    }

    /// STEP: off the battlefield, or to the Nearby Zone with room that is closest to an exit, if closer than its own.
    fn step_to_exit(&mut self, who: usize) -> Option<Destination> {
        let (rules, side, zone) = (self.rules, self.side(who), self.zone(who));
        if rules.field.zone(zone).is_exit[side.index()] {
            return Some(Destination::Outside);
        }
        let own = rules.field.to_exit(zone, side);
        let open = ones(self.open_zones(who)).map(|zone| (rules.field.to_exit(zone as ZoneId, side), zone as ZoneId));
        let (distance, closest) = open.reduce(|best, next| if next.0 < best.0 { next } else { best })?;
        (distance < own && distance != NOWHERE).then_some(Destination::Zone(closest))
    }

    /// CHOOSE, among opponents of whom there is at least one. A single candidate costs no die.
    #[inline(always)]
    pub(super) fn choose(&mut self, who: usize, among: Group) -> usize {
        match among.only() {
            Some(target) => target,
            None => self.choose_among_several(who, among),
        }
    }

    fn choose_among_several(&mut self, who: usize, among: Group) -> usize {
        match self.sheet(who).target {
            Target::Nearest => self.choose_at_random(self.nearest_of(self.zone(who), among)),
            Target::Random => self.choose_at_random(among),
            Target::Weakest => self.choose_by(who, among, |hp| hp),
            Target::Strongest => self.choose_by(who, among, |hp| -hp),
            Target::Focus => {
                let focus = self.state.focus[self.side(who).index()];
                if focus != NOBODY && among.contains(usize::from(focus)) {
                    return usize::from(focus);
                }
                self.choose_by(who, among, |hp| hp)
            }
        }
    }

    /// The least by HP, then by distance, then the first listed.
    #[inline(always)]
    fn choose_by(&self, who: usize, among: Group, rank: impl Fn(i16) -> i16) -> usize {
        let least = among.all_least_by(|candidate| rank(self.fighter(candidate).hp));
        let chosen = least.only().or_else(|| self.nearest_of(self.zone(who), least).first());
        chosen.expect("there is a candidate")
    }

    #[inline(always)]
    fn choose_at_random(&mut self, among: Group) -> usize {
        let count = among.len() as u32;
        let skipped = if count == 1 { 0 } else { self.dice.die(count) - 1 };
        among.iter().nth(skipped as usize).expect("the die has as many faces as there are candidates")
    }
}
