//! A short way through a walk: if nothing can disturb it, only its end counts.
//!
//! Nothing here is a rule, and a walk is the same without it: then its path is looked up and gone step by step, in each of which
//! triggers, Terrain Effects and others on the way are looked for in vain.

use super::resolve::Fight;
use super::words::Trigger;
use crate::dice::Dice;
use crate::trace::Trace;

impl<D: Dice, T: Trace> Fight<'_, D, T> {
    /// Whether a walk needs no steps: it rolls no dice of its own and meets no Terrain Effect, no enemy is in a Stance that may
    /// answer a step, and nobody hears the rules of its steps.
    pub(super) fn walks_undisturbed(&self, who: usize) -> bool {
        let answers_steps = |owner| {
            let trigger = self.answer_of(owner).map(|answer| answer.trigger);
            matches!(trigger, Some(Trigger::EnemyEnters | Trigger::EnemyLeaves))
        };
        !T::HEARS_RULES
            && !self.can_be_disturbed(who)
            && !(self.state.ready & self.rules.sides.opponents(who)).iter().any(answers_steps)
    }
}
