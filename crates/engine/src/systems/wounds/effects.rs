//! The results of the turns of a count, which all take effect at once (WOUNDS-06, WOUNDS-18, WOUNDS-37, WOUNDS-39,
//! WOUNDS-43, WOUNDS-44, WOUNDS-64).

use super::action::Effect;
use super::event::{Event, Left};
use super::means::{Cause, Tool};
use super::metrics::{STABILISATIONS, STRAIN_DAMAGE};
use super::resolve::Fight;
use crate::dice::Dice;
use crate::skirmish::Group;
use crate::trace::Trace;
use crate::who::Who;

impl<D: Dice, T: Trace> Fight<'_, D, T> {
    /// Applies all results of a count in order, then updates which combatants are fighters or dead (the ledger's step
    /// 4d).
    #[inline]
    pub(super) fn apply_effects(&mut self) {
        let mut touched = Group::NOBODY;
        for index in 0..self.scratch.effects.len() {
            let effect = self.scratch.effects[index];
            self.apply(effect);
            touched.insert(effect.whom());
        }
        for who in touched {
            self.update_standing(who);
        }
    }

    #[inline]
    fn apply(&mut self, effect: Effect) {
        match effect {
            Effect::Harm { by, with, target, blow } => self.take_harm(by, with, target, blow),
            Effect::Restore { by, item, target, stress, wounds } => self.restore(by, item, target, [stress, wounds]),
            Effect::Stabilise { patient } => self.stabilise(patient),
            Effect::Frighten { target, total } => {
                let body = &mut self.state.bodies[target];
                body.intimidated = body.intimidated.max(Some(total));
            }
            Effect::Guard { who } => {
                self.trace.rule("WOUNDS-18");
                self.state.this_round.guarded.insert(who);
                self.tell(|rules, _| Event::FullDefense { who: rules.named(who) });
            }
            Effect::Strain { who } => self.strain(who),
        }
    }

    /// Gives Stress and Wound Points back. `by` and `item` are known to events alone.
    fn restore(&mut self, by: Who, item: u8, who: Who, [stress, wounds]: [i32; 2]) {
        let sheet = self.sheet(who);
        let body = &mut self.state.bodies[who];
        let before = [body.stress, body.wounds];
        body.stress = (body.stress + stress).min(body.stress_max);
        body.wounds = (body.wounds + wounds).min(body.wounds_max(sheet));
        if body.wounds > 0 {
            self.state.stabilised.remove(who);
        }
        self.trace.rule("WOUNDS-37");
        self.tell(|rules, fight| {
            let body = fight.body(who);
            let deed = rules.deed_with(by, Tool::Item(item));
            let gains = rules.gains(deed, who, before, [body.stress, body.wounds]);
            Event::Recovery { who: rules.named(who), left: Left::of(body), gains }
        });
    }

    pub(super) fn stabilise(&mut self, patient: Who) {
        if self.body(patient).wounds > 0 {
            return;
        }
        self.trace.count(STABILISATIONS, 1);
        self.trace.rule("WOUNDS-44");
        self.state.stabilised.insert(patient);
        self.tell(|rules, _| Event::Stabilised { who: rules.named(patient) });
    }

    /// Takes off the Wound Points that an action at 0 Wound Points or below costs (WOUNDS-39, WOUNDS-44).
    pub(super) fn strain(&mut self, who: Who) {
        let amount = self.rules.knobs.strain_wounds;
        if amount == 0 {
            return;
        }
        self.trace.count(STRAIN_DAMAGE, amount as u32);
        self.trace.rule(if self.state.stabilised.contains(who) { "WOUNDS-44" } else { "WOUNDS-39" });
        self.lose_wounds(who, amount);
        self.tell(|rules, fight| Event::Strain {
            who: rules.named(who),
            wounds: amount,
            wounds_left: fight.body(who).wounds,
            loss: rules.loss_of_wounds(rules.deed_of(who, Cause::Strain), who, amount, fight.body(who).wounds),
        });
    }
}
