//! Morale of the Creatures: the triggers of Morale Tests, the Tests, and the consequences of a failure.

use std::ops::ControlFlow::Continue;

use super::event::Event;
use super::metrics::{MORALE_BREAKS, MORALE_TESTS};
use super::resolve::{Fight, Flow, Odds};
use super::words::{MoraleFailure, MoraleScope, MoraleTrigger};
use crate::dice::Dice;
use crate::outcome::{EndState, Side};
use crate::skirmish::Group;
use crate::trace::Trace;
use crate::who::Who;

impl<D: Dice, T: Trace> Fight<'_, D, T> {
    /// T6: fires the triggers whose conditions hold, and makes the Morale Tests that they demand (ZONES-51, ZONES-52).
    pub(super) fn check_morale(&mut self) -> Flow {
        let is_side_concerned = self.fire_side_triggers();
        let halved = self.fire_own_halves();
        if !is_side_concerned && halved.is_empty() {
            return Continue(());
        }
        let breakable = self.breakable();
        let concerned = if is_side_concerned { breakable } else { breakable & halved };
        if concerned.is_empty() {
            return Continue(());
        }
        self.trace.rule("ZONES-51");
        if is_side_concerned && self.rules.knobs.morale.scope == MoraleScope::Side {
            return self.test_morale_of_side(concerned);
        }
        for who in concerned {
            if !self.passes_morale(who) {
                self.break_morale(who)?;
            }
        }
        Continue(())
    }

    /// Fires the triggers of the whole side whose conditions hold and that have not fired before. Returns whether there
    /// were any (ZONES-51).
    fn fire_side_triggers(&mut self) -> bool {
        let due = self.rules.knobs.morale.side_triggers & !self.state.fired;
        if due == 0 {
            return false;
        }
        // Bystanders do not count (ZONES-49).
        let foes = self.rules.sides.members(Side::Enemies) - self.rules.asides(self.state);
        let out = foes - self.state.standing;
        if out.is_empty() {
            return false;
        }
        let holds = [
            (MoraleTrigger::FirstOut, true),
            (MoraleTrigger::HalfOut, 2 * out.len() >= foes.len()),
            (MoraleTrigger::LeaderOut, out.meets(self.rules.leaders)),
        ];
        let holding = holds.into_iter().fold(0, |set, (trigger, holds)| set | u8::from(holds) << trigger as u8);
        self.state.fired |= holding & due;
        holding & due != 0
    }

    /// Fires the trigger `own_half` for standing Creatures at half their HP or below for which it has not fired before,
    /// and returns them (ZONES-51).
    fn fire_own_halves(&mut self) -> Group {
        if !self.rules.knobs.morale.tests_own_half {
            return Group::NOBODY;
        }
        let untested = self.standing_of(Side::Enemies) - self.state.half_fired;
        let is_halved = |who: Who| 2 * self.fighter(who).hp <= self.full_hp(who);
        let halved = untested.filter(is_halved);
        self.state.half_fired |= halved;
        halved
    }

    /// The Creatures that can be made to test morale: standing, not fearless, not retreating (ZONES-51).
    fn breakable(&self) -> Group {
        self.standing_of(Side::Enemies) - self.rules.fearless - self.state.retreating
    }

    /// Whether a demand can have an effect on this combatant (ZONES-42).
    pub(super) fn can_be_broken(&self, who: Who) -> bool {
        self.breakable().contains(who)
    }

    /// Makes one Morale Test for all Creatures concerned, which all break if it fails. The first leader among them
    /// makes it; without a leader, the one with the highest Skill.
    fn test_morale_of_side(&mut self, concerned: Group) -> Flow {
        let rules = self.rules;
        let most_skilled = || {
            let most = concerned.iter().map(|who| rules.sheet(who).skill).max();
            concerned.filter(|who| Some(rules.sheet(who).skill) == most)
        };
        let leaders = concerned & rules.leaders;
        let speakers = if leaders.is_empty() { most_skilled() } else { leaders };
        let Some(spokesman) = self.first_to_act(speakers) else { return Continue(()) };
        if !self.passes_morale(spokesman) {
            for who in concerned {
                self.break_morale(who)?;
            }
        }
        Continue(())
    }

    /// Makes a Morale Test (ZONES-52). Returns whether it is passed.
    fn passes_morale(&mut self, who: Who) -> bool {
        let rules = self.rules;
        self.trace.rule("ZONES-52");
        self.trace.count(MORALE_TESTS, 1);
        let odds = Odds { bonus: rules.sheet(who).skill, difficulty: rules.knobs.morale.difficulty };
        let passes = self.test_with(who, odds);
        let dice = &*self.dice;
        self.trace.happens(|| rules.morale(who, odds, dice.faces(), passes));
        passes
    }

    /// BREAK: a Creature leaves the fight or begins to retreat, as the knob says (ZONES-53).
    fn break_morale(&mut self, who: Who) -> Flow {
        let rules = self.rules;
        self.trace.rule("ZONES-53");
        self.trace.count(MORALE_BREAKS, 1);
        match rules.knobs.morale.failure {
            MoraleFailure::Leave => self.put_out(who, EndState::Fled),
            MoraleFailure::Retreat => {
                self.state.retreating.insert(who);
                self.trace.happens(|| Event::Retreat { who: rules.named(who) });
                Continue(())
            }
        }
    }

    /// Applies a demand: the target alone makes a Morale Test at once (ZONES-42).
    pub(super) fn demand(&mut self, target: Who) -> Flow {
        self.trace.rule("ZONES-42");
        if self.can_be_broken(target) && !self.passes_morale(target) {
            return self.break_morale(target);
        }
        Continue(())
    }
}
