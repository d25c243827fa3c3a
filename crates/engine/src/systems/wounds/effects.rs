//! What the turns of a count have come to takes effect, all at once (WOUNDS-06, WOUNDS-18, WOUNDS-37, WOUNDS-39, WOUNDS-43,
//! WOUNDS-44, WOUNDS-64).

use super::action::Effect;
use super::metrics::{STABILISATIONS, STRAIN_DAMAGE};
use super::resolve::Fight;
use crate::dice::Dice;
use crate::skirmish::Group;
use crate::trace::Trace;

impl<D: Dice, T: Trace> Fight<'_, D, T> {
    /// All results of a count, in order; then death (the ledger's step 4d).
    #[inline(always)]
    pub(super) fn apply_effects(&mut self) {
        let touched = self.apply_from(0);
        self.reconsider_all(touched);
    }

    /// The same of a turn that has its count to itself: most often it has one result, which is applied here and not in
    /// a loop, since a loop would first put everything that it needs again and again aside.
    #[inline(always)]
    pub(super) fn apply_effects_of_turn(&mut self) {
        if self.scratch.effects.is_empty() {
            return;
        }
        let mut touched = self.apply(0);
        if self.scratch.effects.len() > 1 {
            touched |= self.out_of_line(1, Fight::apply_from);
        }
        self.reconsider_all(touched);
    }

    #[inline(always)]
    fn reconsider_all(&mut self, touched: Group) {
        for who in touched {
            self.reconsider(who);
        }
    }

    /// The results from an index on; returns who they leave [questionable](Self::questionable).
    #[inline(always)]
    fn apply_from(&mut self, first: usize) -> Group {
        let mut touched = Group::NOBODY;
        for index in first..self.scratch.effects.len() {
            touched |= self.apply(index);
        }
        touched
    }

    /// One of the results; returns who it leaves [questionable](Self::questionable).
    #[inline(always)]
    fn apply(&mut self, index: usize) -> Group {
        match self.scratch.effects[index] {
            Effect::Harm { by, target, blow } => self.take_harm(by.into(), target.into(), blow),
            effect => self.out_of_line(effect, Fight::apply_other),
        }
    }

    /// A result that is no blow; returns who it leaves [questionable](Self::questionable).
    #[inline(always)]
    fn apply_other(&mut self, effect: Effect) -> Group {
        match effect {
            Effect::Harm { by, target, blow } => self.take_harm(by.into(), target.into(), blow),
            Effect::Guard { who } => {
                self.trace.rule("WOUNDS-18");
                self.state.guarded.insert(who.into());
                let rules = self.rules;
                self.trace.narrate(|| rules.narrate_full_defense(who.into()));
                Group::NOBODY
            }
            Effect::Restore { target, stress, wounds } => {
                self.restore(target.into(), stress, wounds);
                Group::of(target.into())
            }
            Effect::Stabilise { patient } => {
                self.stabilise(patient.into());
                Group::of(patient.into())
            }
            Effect::Frighten { target, total } => {
                let body = &mut self.state.bodies[usize::from(target)];
                body.intimidated = body.intimidated.max(Some(total));
                self.state.stirred.insert(target.into());
                Group::NOBODY
            }
            Effect::Strain { who } => {
                self.strain(who.into());
                Group::of(who.into())
            }
        }
    }

    #[inline(always)]
    fn restore(&mut self, who: usize, stress: i32, wounds: i32) {
        let sheet = self.sheet(who);
        let body = &mut self.state.bodies[who];
        body.stress = (body.stress + stress).min(body.stress_max);
        body.wounds = (body.wounds + wounds).min(body.wounds_max(sheet));
        if body.wounds > 0 {
            self.state.stabilised.remove(who);
        }
        self.trace.rule("WOUNDS-37");
        let (rules, state) = (self.rules, &*self.state);
        self.trace.narrate(|| rules.narrate_restored(who, &state.bodies[who]));
    }

    #[inline(always)]
    fn stabilise(&mut self, patient: usize) {
        if self.body(patient).wounds > 0 {
            return;
        }
        self.trace.count(STABILISATIONS, 1);
        self.trace.rule("WOUNDS-44");
        self.state.stabilised.insert(patient);
        let rules = self.rules;
        self.trace.narrate(|| rules.narrate_stabilised(patient));
    }

    /// WOUNDS-39, WOUNDS-44.
    #[inline(always)]
    pub(super) fn strain(&mut self, who: usize) {
        let (rules, amount) = (self.rules, self.rules.knobs.strain_wounds);
        if amount == 0 {
            return;
        }
        self.trace.count(STRAIN_DAMAGE, amount as u32);
        self.trace.rule(if self.state.stabilised.contains(who) { "WOUNDS-44" } else { "WOUNDS-39" });
        self.lose_wounds(who, amount);
        let left = self.body(who).wounds;
        self.trace.narrate(|| rules.narrate_strain(who, amount, left));
    }
}
