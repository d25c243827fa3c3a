//! What is done to one character: effect blocks, Fatigue and Stress, and how conditions begin and end (THRUM-45 to THRUM-63).

use super::condition::Conditions;
use super::effect::{Effect, Parts, STATUSES, Status};
use super::metrics::{
    AWAKENINGS, FATIGUE_TAKEN, INCAPACITATIONS, PANICS, REMOVALS, RESUSCITATIONS, STRESS_TAKEN, WOUNDS,
};
use super::notes::{INCAPACITY_ROLL, PANIC_ROLL, Save};
use super::resolve::Fight;
use super::roll::Roll;
use super::sheet::BuffEnds;
use crate::dice::Dice;
use crate::trace::Trace;

/// A Load (THRUM-46).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Load {
    Fatigue,
    Stress,
}

/// What all statuses and their kin end with (THRUM-45).
const CLEARED: Conditions =
    Conditions::DAZED.with(Conditions::DISORIENTED).with(Conditions::IMMOBILIZED).with(Conditions::STUNNED);

impl<D: Dice, T: Trace> Fight<'_, D, T> {
    /// Applies an effect block of somebody's ability to a character (THRUM-45).
    #[inline(always)]
    pub(super) fn apply(&mut self, effect: &Effect, by: usize, target: usize) {
        debug_assert_eq!(*effect, effect.noted(), "the parts of a block are noted");
        if !effect.parts.is_empty() {
            self.reborrow().apply_some(effect, by, target);
        }
    }

    fn apply_some(&mut self, effect: &Effect, by: usize, target: usize) {
        let parts = effect.parts;
        if parts.has(Parts::HARM) {
            let is_hostile = self.are_enemies(by, target);
            self.deal(Load::Fatigue, effect.fatigue, target, is_hostile);
            self.deal(Load::Stress, effect.stress, target, is_hostile);
        }
        if parts.has(Parts::REVIVAL) {
            self.revive(target);
        }
        if parts.has(Parts::RELIEF) {
            self.relieve(effect, target);
        }
        if parts.has(Parts::AFFLICTION) {
            self.afflict(effect, target);
        }
        // Who has been removed leaves its Terrain Effects behind, but no square to be moved from or to.
        if parts.has(Parts::MOVEMENT) && self.state.present.contains(by) {
            self.push(by, target, effect.push);
            self.pull(by, target, effect.pull);
        }
    }

    /// THRUM-46.
    #[inline(always)]
    pub(super) fn deal(&mut self, load: Load, amount: i32, target: usize, is_hostile: bool) {
        if amount == 0 {
            return;
        }
        self.trace.rule("THRUM-46");
        let reduction = match load {
            Load::Fatigue => self.rules.granted(self.state, target, |grants| grants.reduce_fatigue),
            Load::Stress => self.rules.granted(self.state, target, |grants| grants.reduce_stress),
        };
        let left = amount - reduction;
        if left <= 0 {
            self.note_nothing_left(target, load);
            return;
        }
        let body = &mut self.state.bodies[target];
        let vulnerable = std::mem::take(&mut body.stacks[Status::Vulnerable as usize]);
        let taken = left.saturating_add_unsigned(vulnerable);
        let (total, metric) = match load {
            Load::Fatigue => (&mut body.fatigue, FATIGUE_TAKEN),
            Load::Stress => (&mut body.stress, STRESS_TAKEN),
        };
        *total = total.saturating_add(taken);
        self.trace.count(metric, taken as u32);
        self.note_taken(target, load, taken, vulnerable);
        if is_hostile && self.state.bodies[target].is(Conditions::DAZED) {
            self.end_condition(target, Conditions::DAZED, "THRUM-59");
        }
        if self.rules.end_of_buff(self.state, target) == Some(BuffEnds::Harmed) {
            self.end_buff(target);
        }
    }

    /// Somebody else's ability ends an Incapacity (THRUM-54).
    fn revive(&mut self, target: usize) {
        if self.stands(target) || !self.state.present.contains(target) {
            return;
        }
        self.state.set_there(self.rules, target, true, true);
        self.trace.count(RESUSCITATIONS, 1);
        self.trace.rule("THRUM-54");
        let rules = self.rules;
        self.trace.narrate(|| rules.narrate_revived(target));
    }

    /// What takes something off a character.
    fn relieve(&mut self, effect: &Effect, target: usize) {
        let body = &mut self.state.bodies[target];
        let before = *body;
        if effect.halve_loads {
            (body.fatigue, body.stress) = (body.fatigue / 2, body.stress / 2);
        }
        body.fatigue = (body.fatigue - effect.heal_fatigue).max(0);
        body.stress = (body.stress - effect.heal_stress).max(0);
        if effect.clear {
            body.stacks = [0; STATUSES];
            body.conditions = body.conditions.without(CLEARED);
        }
        body.cure(effect.cure);
        let (rules, left) = (self.rules, *body);
        self.trace.rule("THRUM-45");
        self.trace.narrate(|| rules.narrate_relief(target, &before, &left));
        self.come_round(target);
    }

    /// Adds stacks and sets conditions.
    fn afflict(&mut self, effect: &Effect, target: usize) {
        let body = &mut self.state.bodies[target];
        for (stacks, more) in body.stacks.iter_mut().zip(effect.stacks) {
            *stacks = stacks.saturating_add(more);
        }
        body.mark = body.mark.saturating_add(effect.mark);
        body.conditions = body.conditions.with(effect.conditions);
        self.note_affliction(target, effect);
    }

    /// A Fatigue Load of 0 ends Incapacity (THRUM-54).
    #[inline(always)]
    pub(super) fn come_round(&mut self, who: usize) {
        let lies = (self.state.present - self.state.active).contains(who);
        if lies && self.state.bodies[who].fatigue == 0 {
            self.state.set_there(self.rules, who, true, true);
            self.trace.count(AWAKENINGS, 1);
            self.trace.rule("THRUM-54");
            let rules = self.rules;
            self.trace.narrate(|| rules.narrate_awakening(who));
        }
    }

    /// A character that is Frayed at the start of its turn (THRUM-48).
    pub(super) fn panic_roll(&mut self, who: usize) {
        let load = self.state.bodies[who].stress;
        if !self.holds(who, PANIC_ROLL, load) {
            self.panic(who);
        }
    }

    /// Whether a character's roll against a Load is above it.
    #[inline(always)]
    fn holds(&mut self, who: usize, save: Save, load: i32) -> bool {
        let (rules, state) = (self.rules, &*self.state);
        let mut net = rules.granted(state, who, save.boons);
        net -= i32::from(state.bodies[who].has(save.status));
        if rules.knobs.stances_aid_saves {
            net += rules.granted(state, who, |grants| grants.defence_boons[save.defence as usize]);
        }
        let roll = Roll { modifier: rules.defence_value(state, who, save.defence), net };
        self.trace.count(save.metric, 1);
        let holds = self.exceeds(roll, load);
        self.note_save(who, save, roll, load, holds);
        holds
    }

    fn panic(&mut self, who: usize) {
        self.trace.count(PANICS, 1);
        let loss = self.rules.knobs.panic_tolerance_loss;
        let body = &mut self.state.bodies[who];
        body.conditions = body.conditions.with(Conditions::STUNNED);
        body.fatigue = body.fatigue.saturating_add(std::mem::take(&mut body.stress));
        body.stress_tolerance = (body.stress_tolerance - loss).max(0);
        let (rules, left) = (self.rules, *body);
        self.trace.rule("THRUM-48");
        self.trace.narrate(|| rules.narrate_panic(who, &left));
    }

    /// THRUM-50.
    pub(super) fn incapacity_roll(&mut self, who: usize) {
        let load = self.state.bodies[who].fatigue;
        if !self.holds(who, INCAPACITY_ROLL, load) {
            self.incapacitate(who);
        }
    }

    /// THRUM-51.
    fn incapacitate(&mut self, who: usize) {
        self.trace.count(INCAPACITATIONS, 1);
        self.trace.rule("THRUM-51");
        self.state.set_there(self.rules, who, true, false);
        self.pay_upkeep(who);
        let (rules, left) = (self.rules, self.state.bodies[who]);
        self.trace.narrate(|| rules.narrate_fall(who, &left));
        self.note_end_of_stance(who);
        self.leave_stance(who);
        self.come_round(who);
    }

    /// The loss of Tolerance and Load while Incapacitated (THRUM-51, THRUM-52).
    fn pay_upkeep(&mut self, who: usize) {
        let upkeep = self.rules.knobs.upkeep;
        let body = &mut self.state.bodies[who];
        body.fatigue_tolerance = (body.fatigue_tolerance - upkeep).max(0);
        body.fatigue = (body.fatigue - upkeep).max(0);
    }

    /// What the end of a turn does to somebody who is Incapacitated (THRUM-52 to THRUM-54); `has_fallen` in this turn of its
    /// own.
    pub(super) fn lie(&mut self, who: usize, has_fallen: bool) {
        let knobs = &self.rules.knobs;
        if knobs.wound_before_upkeep && self.state.bodies[who].fatigue_tolerance == 0 {
            self.take_wound(who);
        }
        if knobs.same_turn_upkeep || !has_fallen {
            self.pay_upkeep(who);
            // Nobody hears of the upkeep of a combatant whom the Wound before it has removed: it comes round no more.
            if self.state.present.contains(who) {
                self.trace.rule("THRUM-52");
                let (rules, left) = (self.rules, self.state.bodies[who]);
                self.trace.narrate(|| rules.narrate_upkeep(who, &left));
                self.come_round(who);
            }
        }
        if !knobs.wound_before_upkeep && !self.stands(who) && self.state.bodies[who].fatigue_tolerance == 0 {
            self.take_wound(who);
        }
    }

    /// THRUM-53.
    fn take_wound(&mut self, who: usize) {
        self.trace.rule("THRUM-53");
        self.trace.count(WOUNDS, 1);
        let rules = self.rules;
        let body = &mut self.state.bodies[who];
        body.wounds += 1;
        let wounds = body.wounds;
        self.trace.narrate(|| rules.narrate_wound(who, wounds));
        if wounds >= rules.knobs.wounds_to_remove {
            self.trace.count(REMOVALS, 1);
            self.state.set_there(rules, who, false, false);
            self.trace.rule("THRUM-53");
            self.trace.narrate(|| rules.narrate_removal(who));
        }
    }

    /// Ends conditions that somebody has.
    pub(super) fn end_condition(&mut self, who: usize, conditions: Conditions, rule: &'static str) {
        let body = &mut self.state.bodies[who];
        if body.is(conditions) {
            body.conditions = body.conditions.without(conditions);
            self.trace.rule(rule);
            let rules = self.rules;
            self.trace.narrate(|| rules.narrate_end_of_condition(who, conditions));
        }
    }
}
