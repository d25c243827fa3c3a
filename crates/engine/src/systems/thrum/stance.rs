//! Stances: the policy's choice of one, its beginning and its end (THRUM-11, THRUM-51, P6).

use super::Thrum;
use super::decisions::Deciding;
use super::defence::{MENTAL_ATTACK, PHYSICAL_ATTACK};
use super::event::Event;
use super::grid::Square;
use super::means::{Source, Tool};
use super::options::wanting;
use super::resolve::Fight;
use super::sheet::{BASIC_STANCES, Sheet};
use super::state::State;
use super::words::{Defence, Policy};
use crate::dice::Dice;
use crate::trace::Trace;
use crate::who::Who;

/// The basic Stances that policies choose, numbered as they follow a sheet's own Stances.
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

impl<D: Dice, T: Trace> Fight<'_, D, T> {
    /// Takes the Stance that the policy wants, or stays in it (THRUM-11, P6).
    pub(super) fn choose_stance(&mut self, who: Who) {
        let wanted = self.rules.wanted_stance(self.state, who);
        let stances = 0..self.rules.sheets[who].stances.len() as u8;
        let stance = self.decide(Deciding::Stance as usize, who, wanted, |_| wanting(stances.collect(), wanted));
        if self.state.bodies[who].stance != Some(stance) || self.rules.knobs.renews_stances {
            self.take_stance(who, stance);
        }
    }

    fn take_stance(&mut self, who: Who, stance: u8) {
        let taken = &self.rules.sheets[who].stances[usize::from(stance)];
        self.state.bodies[who].stance = Some(stance);
        self.state.ready.set(who, taken.answer.is_some());
        self.tell(&["THRUM-11"], |rules, _, _| Event::Stance {
            who: rules.named(who),
            stance: rules.stance_name(who, stance),
        });
        self.apply(&taken.take, Source::new(who, Tool::Stance(stance)), who);
    }

    /// Ends a combatant's Stance.
    pub(super) fn leave_stance(&mut self, who: Who) {
        self.state.bodies[who].stance = None;
        self.state.ready.remove(who);
    }
}

impl Thrum {
    /// The index of the Stance in which the policy wants a combatant to be (P6).
    #[inline]
    fn wanted_stance(&self, state: &State, who: Who) -> u8 {
        let sheet = &self.sheets[who];
        if let Some(stance) = sheet.stance {
            return stance;
        }
        let square = state.bodies[who].square;
        if sheet.policy == Policy::Guardian && self.has_ally_beside(state, who, square) {
            return sheet.basic(Basic::Protect);
        }
        if sheet.own_stances > 0 {
            return 0;
        }
        let enemies = state.active & self.sides.opponents(who);
        let is_mental = !enemies.is_empty() && enemies.iter().all(|enemy| self.sheets[enemy].attacks_minds);
        let attack = if is_mental { &MENTAL_ATTACK } else { &PHYSICAL_ATTACK };
        sheet.basic(match self.defender(state, who, None, 1).choose(attack) {
            Defence::Evasion => Basic::Dodge,
            Defence::Resilience => Basic::Brace,
            Defence::Resolve => Basic::Concentrate,
        })
    }

    /// Whether an active ally is adjacent to a square.
    #[inline]
    pub(super) fn has_ally_beside(&self, state: &State, who: Who, square: Square) -> bool {
        let allies = (state.active - self.sides.opponents(who)).without(who);
        allies.iter().any(|ally| self.map().distance(state.bodies[ally].square, square) == 1)
    }
}
