//! Stances: which one somebody takes, and how it begins and ends (THRUM-11, THRUM-51, P6).

use super::Thrum;
use super::defence::{MENTAL_ATTACK, PHYSICAL_ATTACK};
use super::grid::Square;
use super::resolve::Fight;
use super::sheet::{BASIC_STANCES, Sheet, Stance};
use super::state::State;
use super::words::{Defence, Policy, Trigger};
use crate::dice::Dice;
use crate::skirmish::{Group, Roster};
use crate::trace::Trace;

/// The basic Stances that policies choose, by their index behind the own ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Basic {
    Brace = 0,
    Dodge = 1,
    Concentrate = 2,
    Protect = 4,
}

impl Sheet {
    /// The index of a basic Stance.
    const fn basic(&self, stance: Basic) -> u8 {
        debug_assert!((stance as usize) < BASIC_STANCES.len(), "one of the basic Stances");
        (self.own_stances + stance as usize) as u8
    }
}

/// Who of all combatants may be in a Stance whose trigger is of a kind, so that others need not be looked at.
#[derive(Debug, Clone, Copy)]
pub(super) struct Answerers {
    /// Set off by who targets somebody.
    pub(super) of_targeting: Group,
    /// Set off by a step.
    pub(super) of_steps: Group,
}

impl Answerers {
    pub(super) fn among(sheets: &Roster<Sheet>) -> Self {
        let of = |is_such: fn(Trigger) -> bool| {
            let answers = |stance: &Stance| stance.answer.is_some_and(|answer| is_such(answer.trigger));
            (0..sheets.len()).filter(|&who| sheets[who].possible_stances().any(answers)).collect()
        };
        Self { of_targeting: of(Trigger::is_of_targeting), of_steps: of(Trigger::is_of_steps) }
    }
}

impl Sheet {
    /// Every Stance that it could [want](Thrum::wanted_stance).
    fn possible_stances(&self) -> impl Iterator<Item = &Stance> {
        let basic = [Basic::Brace, Basic::Dodge, Basic::Concentrate].map(|stance| self.basic(stance));
        let of_policy = Some(self.basic(Basic::Protect)).filter(|_| self.policy == Policy::Guardian);
        let chosen = if self.own_stances > 0 { vec![0] } else { basic.to_vec() };
        let possible = match self.stance {
            Some(stance) => vec![stance],
            None => of_policy.into_iter().chain(chosen).collect(),
        };
        possible.into_iter().map(|stance| &self.stances[usize::from(stance)])
    }
}

impl<D: Dice, T: Trace> Fight<'_, D, T> {
    /// Takes the Stance that the policy wants, or stays in it (THRUM-11, P6).
    #[inline(always)]
    pub(super) fn choose_stance(&mut self, who: usize) {
        let wanted = self.rules.wanted_stance(self.state, who);
        if self.state.bodies[who].stance != Some(wanted) || self.rules.knobs.renews_stances {
            self.take_stance(who, wanted);
        }
    }

    #[inline(always)]
    fn take_stance(&mut self, who: usize, stance: u8) {
        self.trace.rule("THRUM-11");
        let rules = self.rules;
        let taken = &rules.sheets[who].stances[usize::from(stance)];
        self.state.bodies[who].stance = Some(stance);
        self.state.ready.set(who, taken.answer.is_some());
        self.trace.narrate(|| rules.narrate_stance(who, stance));
        self.apply(&taken.take, who, who);
    }

    /// Ends the Stance of somebody.
    #[inline(always)]
    pub(super) fn leave_stance(&mut self, who: usize) {
        self.state.bodies[who].stance = None;
        self.state.ready.remove(who);
    }
}

impl Thrum {
    /// The Stance that somebody takes, or stays in (P6).
    #[inline(always)]
    fn wanted_stance(&self, state: &State, who: usize) -> u8 {
        match self.sheets[who].stance {
            Some(stance) => stance,
            None => self.chosen_stance(state, who),
        }
    }

    /// The Stance that the policy chooses (P6).
    #[inline(never)]
    fn chosen_stance(&self, state: &State, who: usize) -> u8 {
        let sheet = &self.sheets[who];
        let square = state.bodies[who].square;
        if sheet.policy == Policy::Guardian && self.has_ally_beside(state, who, square) {
            return sheet.basic(Basic::Protect);
        }
        if sheet.own_stances > 0 {
            return 0;
        }
        let enemies = state.active & self.sides.opponents(who);
        let is_mental = !enemies.is_empty() && (enemies - self.attackers_of_minds).is_empty();
        let attack = if is_mental { &MENTAL_ATTACK } else { &PHYSICAL_ATTACK };
        sheet.basic(match self.guard_after(state, who, None, attack, 1).defence {
            Defence::Evasion => Basic::Dodge,
            Defence::Resilience => Basic::Brace,
            Defence::Resolve => Basic::Concentrate,
        })
    }

    /// Whether an active ally is adjacent to a square.
    #[inline(always)]
    pub(super) fn has_ally_beside(&self, state: &State, who: usize, square: Square) -> bool {
        let allies = (state.active - self.sides.opponents(who)).without(who);
        allies.iter().any(|ally| self.map().distance(state.bodies[ally].square, square) == 1)
    }
}
