//! How combatants spend their Turns (the ledger's "Policies").

use std::ops::ControlFlow::Continue;

use super::ailment::Ailment;
use super::field::{NOWHERE, ZoneId, ZoneSet};
use super::movement::{Destination, Pace};
use super::resolve::{Fight, Flow};
use super::state::NOBODY;
use super::words::{Policy, Target};
use super::{Actor, Attack};
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

impl<'a, D: Dice, T: Trace> Fight<'a, D, T> {
    /// T4: what the combatant does with its movement and its Action (ZONES-12, ZONES-13).
    #[inline(always)]
    pub(super) fn act(&mut self, actor: Actor<'a>) -> Flow {
        if self.state.retreating.contains(actor.who) {
            return self.act_retreating(actor);
        }
        match actor.sheet.policy {
            Policy::Default => self.act_by_preference(actor, Approach::Careful),
            Policy::Hold => self.act_by_preference(actor, Approach::Hold),
            Policy::Reckless => self.act_by_preference(actor, Approach::Reckless),
            Policy::Skirmisher => self.act_skirmishing(actor),
            // Whoever has this policy is retreating as long as it stands.
            Policy::Retreat => self.act_retreating(actor),
        }
    }

    /// default, hold and reckless: P1 to P4.
    #[inline(always)]
    fn act_by_preference(&mut self, actor: Actor<'a>, approach: Approach) -> Flow {
        if self.heal(actor) {
            return Continue(());
        }
        if self.retrieve_attack(actor) {
            return self.advance(actor, approach, true);
        }
        self.attack_or_advance(actor, approach)
    }

    /// P2 to P4.
    #[inline(always)]
    fn attack_or_advance(&mut self, actor: Actor<'a>, approach: Approach) -> Flow {
        if self.can_act(actor.who) && self.attack_first_useful(actor, approach)? {
            return Continue(());
        }
        self.break_free_and_advance(actor, approach)
    }

    /// P3 and P4.
    fn break_free_and_advance(&mut self, actor: Actor<'a>, approach: Approach) -> Flow {
        let has_acted = self.break_free(actor);
        self.advance(actor, approach, has_acted)
    }

    /// P1: heals the worst off of itself and its allies in the Zone. Returns whether its acting is over (ZONES-14).
    #[inline(always)]
    fn heal(&mut self, actor: Actor<'a>) -> bool {
        if actor.sheet.items.is_empty() || !self.can_act(actor.who) {
            return false;
        }
        let Some(item) = self.first_item(actor) else { return false };
        let Some(patient) = self.patient(actor) else { return false };
        self.use_item(actor.who, item, patient);
        true
    }

    fn first_item(&self, actor: Actor<'a>) -> Option<usize> {
        actor.sheet.items.iter().position(|item| self.state.counters[usize::from(item.pieces)] > 0)
    }

    /// Who has the lowest share of its HP left, of those at or below the healer's limit; the healer first, then in
    /// listed order, where shares are equal.
    fn patient(&self, actor: Actor<'a>) -> Option<usize> {
        let heals_up_to = &actor.sheet.heals_up_to;
        let share = |patient: usize| (i32::from(self.fighter(patient).hp), i32::from(self.sheet(patient).hp));
        let close = self.occupants(self.zone(actor.who)) - self.rules.sides.members(actor.side.other());
        let low = close.filter(|patient| self.fighter(patient).hp <= heals_up_to[patient]);
        let itself = Group::of(actor.who) & low;
        itself.iter().chain(low - itself).reduce(|best, patient| {
            let ((best_hp, best_start), (hp, start)) = (share(best), share(patient));
            if hp * best_start < best_hp * start { patient } else { best }
        })
    }

    /// P2. Returns whether acting is over.
    #[inline(always)]
    fn attack_first_useful(&mut self, actor: Actor<'a>, approach: Approach) -> Flow<bool> {
        if actor.sheet.is_led_by_first && approach != Approach::Reckless {
            // The usual case: the search below would find the same at once.
            let attack = self.attack_of(actor.sheet, 0);
            let here = self.standing_in(attack.reached_from(self.zone(actor.who), self.rules), actor.side.other());
            if !here.is_empty() {
                self.attack_one_of(actor, 0, attack, here)?;
                return Continue(true);
            }
        }
        self.search_attack(actor, approach)
    }

    /// Attacks one of some opponents as an Action.
    #[inline(always)]
    fn attack_one_of(&mut self, actor: Actor<'a>, index: usize, attack: &'a Attack, among: Group) -> Flow {
        let target = self.choose(actor, among);
        self.attack_as_action::<false>(actor, index, attack, target)
    }

    /// P2 in full.
    fn search_attack(&mut self, actor: Actor<'a>, approach: Approach) -> Flow<bool> {
        let (usable, zone) = (self.usable(actor.sheet), self.zone(actor.who));
        // Where it could go first; worked out when an attack asks for it.
        let mut nearby: Option<ZoneSet> = None;
        for index in ones(usable) {
            let attack = self.attack_of(actor.sheet, index);
            let here = self.useful_in(attack, attack.reached_from(zone, self.rules), actor);
            if !here.is_empty() && approach != Approach::Reckless {
                self.attack_one_of(actor, index, attack, here)?;
                return Continue(true);
            }
            let zones = *nearby.get_or_insert_with(|| self.zones_to_attack_from(actor, approach));
            let there = self.useful_in(attack, attack.reached_from_any(zones, self.rules), actor);
            if !(here | there).is_empty() {
                self.attack_wherever(actor, index, here, there, zones)?;
                return Continue(true);
            }
        }
        self.attack_penalised(actor, usable)
    }

    /// P2 (ii), or (i) and (ii) in one: attacks somebody from here, or moves and attacks.
    fn attack_wherever(&mut self, actor: Actor<'a>, index: usize, here: Group, there: Group, zones: ZoneSet) -> Flow {
        let attack = self.attack_of(actor.sheet, index);
        let target = self.choose(actor, here | there);
        if here.contains(target) {
            return self.attack_as_action::<false>(actor, index, attack, target);
        }
        let at = self.zone(target);
        let reaches = |zone: usize| attack.reached_from(zone as ZoneId, self.rules) >> at & 1;
        let zones = ones(zones).fold(0, |set, zone| set | reaches(zone) << zone);
        let Some(zone) = ones(self.farthest_from_opponents(actor, zones)).next() else {
            return Continue(());
        };
        self.walk(actor, Destination::Zone(zone as ZoneId), Pace::Movement)?;
        let can_attack = self.stands(actor.who) && self.can_act(actor.who) && self.stands(target);
        if can_attack && self.within(self.zone(actor.who), attack.range).contains(target) {
            return self.attack_as_action::<false>(actor, index, attack, target);
        }
        Continue(())
    }

    /// The end of P2: attacks that have the Close penalty (ZONES-21).
    fn attack_penalised(&mut self, actor: Actor<'a>, usable: u64) -> Flow<bool> {
        for index in ones(usable) {
            let attack = self.attack_of(actor.sheet, index);
            let within = self.rules.field.within(self.zone(actor.who), attack.range);
            let targets = self.useful_in(attack, within, actor);
            if !targets.is_empty() {
                self.attack_one_of(actor, index, attack, targets)?;
                return Continue(true);
            }
        }
        Continue(false)
    }

    /// Nearby Zones that it would enter in order to attack.
    fn zones_to_attack_from(&mut self, actor: Actor<'a>, approach: Approach) -> ZoneSet {
        let goes = match approach {
            Approach::Hold => false,
            Approach::Careful => self.can_move(actor.who) && self.free_attackers(actor).is_empty(),
            Approach::Reckless => self.can_move(actor.who),
        };
        if goes { self.open_zones(actor) } else { 0 }
    }

    /// The opponents in some Zones to whom an attack could do anything.
    #[inline(always)]
    fn useful_in(&self, attack: &Attack, zones: ZoneSet, actor: Actor<'a>) -> Group {
        self.useful_on(attack, self.standing_in(zones, actor.side.other()))
    }

    /// Those of some Zones whose nearest opponent is farthest.
    #[inline(always)]
    fn farthest_from_opponents(&self, actor: Actor<'a>, zones: ZoneSet) -> ZoneSet {
        if zones.is_power_of_two() {
            return zones;
        }
        self.rules.field.farthest(zones, self.held_by(actor.side.other()))
    }

    /// The Zones in which there are opponents to whom an attack could do anything.
    #[inline(always)]
    fn useful_zones(&self, attack: &Attack, actor: Actor<'a>) -> ZoneSet {
        if attack.harms {
            return self.held_by(actor.side.other());
        }
        let useful = self.useful_on(attack, self.opponents(actor.who));
        useful.iter().fold(0, |set, opponent| set | 1 << self.zone(opponent))
    }

    /// P3: spends the Action on a hinderance that needs one, Weakened before Stuck. Returns whether it did (ZONES-48).
    fn break_free(&mut self, actor: Actor<'a>) -> bool {
        if !self.state.ailing.contains(actor.who) || !self.can_act(actor.who) {
            return false;
        }
        [Ailment::Weakened, Ailment::Stuck].into_iter().any(|hinderance| self.try_to_break(actor, hinderance))
    }

    /// The Test of a hinderance as an Action, if there is one that needs it (ZONES-13, ZONES-48).
    fn try_to_break(&mut self, actor: Actor<'a>, hinderance: Ailment) -> bool {
        let ailments = self.fighter(actor.who).ailments;
        let source = ailments.source(hinderance);
        if !ailments.has(hinderance) || !self.rules.sources[usize::from(source)].needs_action {
            return false;
        }
        self.trace.rule("ZONES-13");
        self.trace.rule("ZONES-48");
        self.test_recovery(actor.who, hinderance, source);
        true
    }

    /// P4: one movement towards the nearest opponent, or two if the Action is left; none of who keeps its Zone (ZONES-12,
    /// ZONES-13).
    fn advance(&mut self, actor: Actor<'a>, approach: Approach, has_acted: bool) -> Flow {
        if approach == Approach::Hold {
            return Continue(());
        }
        for movement in 0..2 {
            if movement == 1 && (has_acted || !self.can_act(actor.who)) {
                break;
            }
            let Some(zone) = self.step_towards_opponents(actor) else { break };
            let pace = if movement == 1 { Pace::Action } else { Pace::Movement };
            self.walk(actor, Destination::Zone(zone), pace)?;
            if !self.stands(actor.who) {
                break;
            }
        }
        Continue(())
    }

    /// The Nearby Zone that is closer to its nearest opponent than its own, if none is in reach of any attack.
    fn step_towards_opponents(&mut self, actor: Actor<'a>) -> Option<ZoneId> {
        if !self.can_move(actor.who) {
            return None;
        }
        let usable = ones(self.usable(actor.sheet));
        let range = usable.map(|index| self.attack_of(actor.sheet, index).range).max()?;
        let held = self.held_by(actor.side.other());
        let own = self.rules.field.nearest(self.zone(actor.who), held);
        if own <= range {
            return None;
        }
        let open = ones(self.open_zones(actor));
        // A Nearby Zone is closer by one border at most.
        let is_closer = |&zone: &usize| self.rules.field.within(zone as ZoneId, own - 1) & held != 0;
        open.into_iter().find(is_closer).map(|zone| zone as ZoneId)
    }

    /// skirmisher.
    fn act_skirmishing(&mut self, actor: Actor<'a>) -> Flow {
        if self.heal(actor) {
            return Continue(());
        }
        if self.retrieve_attack(actor) {
            return self.advance(actor, Approach::Careful, true);
        }
        if self.can_act(actor.who) && self.attack_from_afar(actor)? {
            return Continue(());
        }
        self.attack_or_advance(actor, Approach::Careful)
    }

    /// Attacks somebody who is not Close, from the Zone whose nearest opponent is farthest. Returns whether acting is
    /// over.
    fn attack_from_afar(&mut self, actor: Actor<'a>) -> Flow<bool> {
        let own = self.zone(actor.who);
        let zones = self.zones_to_attack_from(actor, Approach::Careful) | 1 << own;
        for index in ones(self.usable(actor.sheet)) {
            let attack = self.attack_of(actor.sheet, index);
            if attack.range == 0 {
                continue;
            }
            // A Zone is as far from another one as that is from it.
            let zones = zones & self.rules.field.around_any(self.useful_zones(attack, actor), attack.range);
            let farthest = self.farthest_from_opponents(actor, zones);
            let Some(first) = ones(farthest).next() else { continue };
            if farthest >> own & 1 == 0 {
                self.walk(actor, Destination::Zone(first as ZoneId), Pace::Movement)?;
            }
            if self.stands(actor.who) && self.can_act(actor.who) {
                let around = self.rules.field.around(self.zone(actor.who), attack.range);
                let targets = self.useful_in(attack, around, actor);
                if !targets.is_empty() {
                    self.attack_one_of(actor, index, attack, targets)?;
                }
            }
            return Continue(true);
        }
        Continue(false)
    }

    /// retreat (ZONES-54).
    fn act_retreating(&mut self, actor: Actor<'a>) -> Flow {
        self.trace.rule("ZONES-54");
        if self.can_act(actor.who) && !self.can_move(actor.who) && self.try_to_break(actor, Ailment::Stuck) {
            return match self.step_to_exit(actor).filter(|_| self.can_move(actor.who)) {
                Some(to) => self.walk(actor, to, Pace::Movement),
                None => Continue(()),
            };
        }
        let Some(to) = self.step_to_exit(actor).filter(|_| self.can_move(actor.who)) else {
            return self.act_by_preference(actor, Approach::Hold);
        };
        if self.can_act(actor.who) && !self.free_attackers(actor).is_empty() {
            self.disengage(actor.who);
            return self.walk(actor, to, Pace::Disengaged);
        }
        self.walk(actor, to, Pace::Movement)?;
        let goes_on = self.stands(actor.who) && self.can_move(actor.who) && self.can_act(actor.who);
        if goes_on
            && self.free_attackers(actor).is_empty()
            && let Some(to) = self.step_to_exit(actor)
        {
            return self.walk(actor, to, Pace::Action);
        }
        Continue(())
    }

    /// STEP: off the battlefield, or to the Nearby Zone with room that is closest to an exit, if closer than its own.
    fn step_to_exit(&mut self, actor: Actor<'a>) -> Option<Destination> {
        let (rules, side, zone) = (self.rules, actor.side, self.zone(actor.who));
        if rules.field.zone(zone).is_exit[side.index()] {
            return Some(Destination::Outside);
        }
        let own = rules.field.to_exit(zone, side);
        let open = ones(self.open_zones(actor)).map(|zone| (rules.field.to_exit(zone as ZoneId, side), zone as ZoneId));
        let (distance, closest) = open.reduce(|best, next| if next.0 < best.0 { next } else { best })?;
        (distance < own && distance != NOWHERE).then_some(Destination::Zone(closest))
    }

    /// CHOOSE, among opponents of whom there is at least one. A single candidate costs no die.
    #[inline(always)]
    pub(super) fn choose(&mut self, actor: Actor<'a>, among: Group) -> usize {
        match among.only() {
            Some(target) => target,
            None => self.choose_among_several(actor, among),
        }
    }

    fn choose_among_several(&mut self, actor: Actor<'a>, among: Group) -> usize {
        match actor.sheet.target {
            Target::Nearest => self.choose_at_random(self.nearest_of(self.zone(actor.who), among)),
            Target::Random => self.choose_at_random(among),
            Target::Weakest => self.choose_by(actor, among, |hp| hp),
            Target::Strongest => self.choose_by(actor, among, |hp| -hp),
            Target::Focus => {
                let focus = self.state.focus[actor.side.index()];
                if focus != NOBODY && among.contains(usize::from(focus)) {
                    return usize::from(focus);
                }
                self.choose_by(actor, among, |hp| hp)
            }
        }
    }

    /// The least by HP, then by distance, then the first listed.
    #[inline(always)]
    fn choose_by(&self, actor: Actor<'a>, among: Group, rank: impl Fn(i16) -> i16) -> usize {
        let least = among.all_least_by(|candidate| rank(self.fighter(candidate).hp));
        let chosen = least.only().or_else(|| self.nearest_of(self.zone(actor.who), least).first());
        chosen.expect("there is a candidate")
    }

    #[inline(always)]
    fn choose_at_random(&mut self, among: Group) -> usize {
        match among.only() {
            Some(target) => target,
            None => among.nth(self.dice.die(among.len() as u32) as usize - 1),
        }
    }
}
