//! How combatants spend their Turns (the ledger's "Policies").

use std::ops::ControlFlow::Continue;

use super::Actor;
use super::ailment::Ailment;
use super::field::{NOWHERE, ZoneId};
use super::movement::{Destination, Pace};
use super::plan::{Manner, Plan};
use super::resolve::{Fight, Flow};
use super::scenario::ZONES_MAX;
use super::state::{Fighter, NOBODY};
use super::words::{Policy, Target};
use crate::dice::Dice;
use crate::skirmish::{COMBATANTS_MAX, Group, ones};
use crate::trace::Trace;

/// Who may move before it attacks, and who advances.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Approach {
    /// Keeps its Zone.
    Hold,
    /// Moves up where nobody strikes at it.
    Careful,
    /// Moves up in any case.
    Reckless,
    /// As [`Careful`](Self::Careful), and attacks somebody who is not Close if it can.
    Afar,
}

impl Approach {
    /// That of a policy; of `retreat`, where there is no way to go.
    pub(super) const fn of(policy: Policy) -> Self {
        match policy {
            Policy::Default => Self::Careful,
            Policy::Hold | Policy::Retreat => Self::Hold,
            Policy::Reckless => Self::Reckless,
            Policy::Skirmisher => Self::Afar,
        }
    }
}

impl<'a, D: Dice, T: Trace> Fight<'a, D, T> {
    /// T4: a combatant spends its Turn by its policy.
    pub(super) fn act(&mut self, actor: Actor<'a>) -> Flow {
        self.begin_retreat(actor);
        let mut approach = actor.sheet.approach;
        // A combatant with the policy `retreat` is retreating as long as it stands.
        if self.state.retreating.contains(actor.who) {
            if self.retreat(actor)? {
                return Continue(());
            }
            approach = Approach::Hold;
        }
        if self.heal(actor) {
            return Continue(());
        }
        if self.retrieve_attack(actor) {
            return self.advance(actor, approach, true);
        }
        if self.can_act(actor.who)
            && let Some(plan) = self.plan(actor, approach)
        {
            return self.carry_out(actor, plan);
        }
        let has_acted = self.break_free(actor);
        self.advance(actor, approach, has_acted)
    }

    /// P1: heals the worst off of itself and its allies in the Zone. Returns whether its acting is over (ZONES-14).
    fn heal(&mut self, actor: Actor<'a>) -> bool {
        if !self.can_act(actor.who) {
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

    /// The patient with the lowest share of its HP left, of those at or below the healer's limit; where shares are equal the
    /// healer, then the first [to choose](Self::first_to_choose).
    fn patient(&self, actor: Actor<'a>) -> Option<usize> {
        let heals_up_to = &actor.sheet.heals_up_to;
        let share = |patient: usize| (i32::from(self.fighter(patient).hp), i32::from(self.sheet(patient).hp));
        let close = self.occupants(self.zone(actor.who)) - self.rules.sides.members(actor.side.other());
        let low = close.filter(|patient| self.fighter(patient).hp <= heals_up_to[patient]);
        let is_worse = |patient: usize, other: usize| {
            let ((hp, start), (other_hp, other_start)) = (share(patient), share(other));
            hp * other_start < other_hp * start
        };
        let worst = low.iter().reduce(|worst, patient| if is_worse(patient, worst) { patient } else { worst })?;
        let worst_off = low.filter(|patient| !is_worse(worst, patient));
        if worst_off.contains(actor.who) { Some(actor.who) } else { self.first_to_choose(worst_off) }
    }

    /// The first of some who are equally good to be chosen (ZONES-05).
    #[inline(always)]
    fn first_to_choose(&self, group: Group) -> Option<usize> {
        self.state.lots.first_by(self.rules.knobs.targets_are_by_lot, group)
    }

    /// P2, when it is known with which attack: chooses a target, goes where it has to, and attacks.
    fn carry_out(&mut self, actor: Actor<'a>, Plan { index, manner }: Plan) -> Flow {
        let index = usize::from(index);
        match manner {
            Manner::Here => self.attack_from_here(actor, index),
            Manner::Go => self.go_and_attack(actor, index),
            Manner::Afar => self.shoot(actor, index),
        }
    }

    /// P2 (i): attacks an opponent from where it stands. Those against whom the attack has the Close penalty come last.
    fn attack_from_here(&mut self, actor: Actor<'a>, index: usize) -> Flow {
        let (zone, attack) = (self.zone(actor.who), self.attack_of(actor.sheet, index));
        let mut targets = self.useful_in(attack, attack.reached_from(zone, self.rules), actor);
        if targets.is_empty() {
            targets = self.useful_in(attack, self.rules.field.within(zone, attack.range), actor);
        }
        let target = self.choose(actor, targets);
        self.attack_as_action(actor, index, target)
    }

    /// P2 (ii), or (i) and (ii) in one: attacks somebody from here, or moves and attacks.
    fn go_and_attack(&mut self, actor: Actor<'a>, index: usize) -> Flow {
        let attack = self.attack_of(actor.sheet, index);
        let nearby = if self.can_move(actor.who) { self.open_zones(actor) } else { 0 };
        let here = self.useful_in(attack, attack.reached_from(self.zone(actor.who), self.rules), actor);
        let there = self.useful_in(attack, attack.reached_from_any(nearby, self.rules), actor);
        let target = self.choose(actor, here | there);
        if !here.contains(target) {
            // A Zone is as far from another one as that is from it.
            let zones = nearby & attack.reached_from(self.zone(target), self.rules);
            let Some(zone) = ones(self.farthest_from_opponents(actor, zones)).next() else {
                return Continue(());
            };
            self.walk(actor, Destination::Zone(zone as ZoneId), Pace::Movement)?;
            let can_attack = self.stands(actor.who) && self.can_act(actor.who) && self.stands(target);
            if !can_attack || self.rules.field.within(self.zone(actor.who), attack.range) >> self.zone(target) & 1 == 0
            {
                return Continue(());
            }
        }
        self.attack_as_action(actor, index, target)
    }

    /// Attacks an opponent that is not Close from the Zone whose nearest opponent is farthest; goes there first if it is
    /// another one.
    fn shoot(&mut self, actor: Actor<'a>, index: usize) -> Flow {
        let (own, attack) = (self.zone(actor.who), self.attack_of(actor.sheet, index));
        let moves = self.can_move(actor.who) && self.free_attackers(actor).is_empty();
        let nearby = if moves { self.open_zones(actor) } else { 0 };
        let zones = self.zones_to_shoot_from(actor, attack, nearby | 1 << own);
        let farthest = self.farthest_from_opponents(actor, zones);
        let Some(first) = ones(farthest).next() else { return Continue(()) };
        if farthest >> own & 1 == 0 {
            self.walk(actor, Destination::Zone(first as ZoneId), Pace::Movement)?;
            if !self.stands(actor.who) || !self.can_act(actor.who) {
                return Continue(());
            }
        }
        let around = self.rules.field.around(self.zone(actor.who), attack.range);
        let targets = self.useful_in(attack, around, actor);
        if targets.is_empty() {
            return Continue(());
        }
        let target = self.choose(actor, targets);
        self.attack_as_action(actor, index, target)
    }

    /// P3: spends the Action on a hinderance that needs one, Weakened before Stuck. Returns whether it did (ZONES-48).
    fn break_free(&mut self, actor: Actor<'a>) -> bool {
        if !self.can_act(actor.who) {
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
        let Some(to) = self.step_towards_opponents(actor) else { return Continue(()) };
        self.walk(actor, Destination::Zone(to), Pace::Movement)?;
        if !has_acted
            && self.stands(actor.who)
            && self.can_act(actor.who)
            && let Some(to) = self.step_towards_opponents(actor)
        {
            return self.walk(actor, Destination::Zone(to), Pace::Action);
        }
        Continue(())
    }

    /// The Nearby Zone that is closer to its nearest opponent than its own, if it can move and none is in reach of any attack.
    fn step_towards_opponents(&mut self, actor: Actor<'a>) -> Option<ZoneId> {
        if !self.can_move(actor.who) {
            return None;
        }
        let usable = self.usable(actor.sheet);
        let range = ones(usable).map(|index| actor.sheet.attacks[index].range).max()?;
        let (zone, held) = (self.zone(actor.who), self.held_by(actor.side.other()));
        if self.rules.field.within(zone, range) & held != 0 {
            return None;
        }
        let own = self.rules.field.nearest(zone, held);
        let open = ones(self.look_for_room(actor));
        // A Nearby Zone is closer by one border at most.
        let is_closer = |&zone: &usize| self.rules.field.within(zone as ZoneId, own - 1) & held != 0;
        open.into_iter().find(is_closer).map(|zone| zone as ZoneId)
    }

    /// retreat (ZONES-54). Returns whether that was its acting: otherwise there is no way to go.
    fn retreat(&mut self, actor: Actor<'a>) -> Flow<bool> {
        self.trace.rule("ZONES-54");
        if self.can_act(actor.who) && !self.can_move(actor.who) && self.try_to_break(actor, Ailment::Stuck) {
            if let Some(to) = self.step_to_exit(actor).filter(|_| self.can_move(actor.who)) {
                self.walk(actor, to, Pace::Movement)?;
            }
            return Continue(true);
        }
        let Some(to) = self.step_to_exit(actor).filter(|_| self.can_move(actor.who)) else {
            return Continue(false);
        };
        if self.can_act(actor.who) && self.provokes(actor) {
            self.disengage(actor.who);
            self.walk(actor, to, Pace::Disengaged)?;
            return Continue(true);
        }
        self.walk(actor, to, Pace::Movement)?;
        let goes_on = self.stands(actor.who) && self.can_move(actor.who) && self.can_act(actor.who);
        if goes_on
            && !self.provokes(actor)
            && let Some(to) = self.step_to_exit(actor)
        {
            self.walk(actor, to, Pace::Action)?;
        }
        Continue(true)
    }

    /// STEP: off the battlefield, or to the Nearby Zone with room that is closest to an exit, if closer than its own.
    fn step_to_exit(&mut self, actor: Actor<'a>) -> Option<Destination> {
        let (rules, side, zone) = (self.rules, actor.side, self.zone(actor.who));
        if rules.field.zone(zone).is_exit[side.index()] {
            return Some(Destination::Outside);
        }
        let own = rules.field.to_exit(zone, side);
        let open =
            ones(self.look_for_room(actor)).map(|zone| (rules.field.to_exit(zone as ZoneId, side), zone as ZoneId));
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

    /// The least by HP, then by distance, then the first [to choose](Self::first_to_choose).
    #[inline(always)]
    fn choose_by(&self, actor: Actor<'a>, among: Group, rank: impl Fn(i16) -> i16) -> usize {
        let distances = self.rules.field.distances(self.zone(actor.who));
        let fighters = self.state.fighters.iter().as_slice();
        // Ranks hold the index too, so that the least one says whose it is.
        let rank = |candidate: usize| {
            let Fighter { hp, zone, .. } = fighters[candidate];
            i32::from(rank(hp)) << 16 | i32::from(distances[usize::from(zone) % ZONES_MAX]) << 8 | candidate as i32
        };
        let least = among.iter().map(rank).fold(i32::MAX, i32::min);
        if self.rules.knobs.targets_are_by_lot {
            let equals = among.filter(|candidate| rank(candidate) >> 8 == least >> 8);
            return self.first_to_choose(equals).unwrap_or(least as usize % COMBATANTS_MAX);
        }
        least as usize % COMBATANTS_MAX
    }

    #[inline(always)]
    fn choose_at_random(&mut self, among: Group) -> usize {
        match among.only() {
            Some(target) => target,
            None => among.picked_by(|sides| self.dice.die(sides)),
        }
    }
}
