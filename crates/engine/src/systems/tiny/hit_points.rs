//! HP that are rolled in the set-up, and what depends on the HP at the start (TINY-26).

use super::Tiny;
use super::event::Event;
use super::occasions::HIT_POINTS;
use super::resolve::Fight;
use super::state::State;
use crate::dice::{Dice, Meaning};
use crate::trace::Trace;
use crate::who::Who;

impl Tiny {
    /// The HP of a combatant at the start of the fight.
    #[inline]
    pub(super) fn starting_hp(&self, state: &State, who: Who) -> i16 {
        state.rolled_hp.get(who.index()).copied().unwrap_or_else(|| self.sheets[who].hp)
    }
}

impl<D: Dice, T: Trace> Fight<'_, D, T> {
    /// Rolls the HP of a combatant, at least 1, in a slot of its own (TINY-26).
    pub(super) fn roll_hit_points(&mut self, who: Who) {
        self.state.hp_due.remove(who);
        let Some(roll) = self.sheet(who).hp_dice else { return };
        self.enter_beside_turn(who, HIT_POINTS);
        self.trace.rule("TINY-26");
        let hp = self.dice.draw_of(Meaning::of_sum("hit points", roll), |dice| Some(dice.sum(roll).max(1)));
        let hp = hp as i16;
        self.state.rolled_hp[who.index()] = hp;
        self.state.fighters[who].hp = hp;
        let (rules, dice) = (self.rules, &*self.dice);
        self.trace.happens(|| Event::HitPoints {
            who: rules.named(who),
            dice: roll.to_string(),
            faces: dice.faces().to_vec(),
            hp,
        });
    }

    /// The most HP of a combatant: those at the start, unless the file gives others (TINY-45).
    #[inline]
    pub(super) fn hp_max(&self, who: Who) -> i16 {
        self.sheet(who).hp_max.unwrap_or_else(|| self.rules.starting_hp(self.state, who))
    }

    /// The HP at or below which the policy of a combatant evades or retreats (TINY-17, TINY-44).
    #[inline]
    pub(super) fn policy_hp(&self, who: Who) -> i16 {
        self.sheet(who).policy_hp.unwrap_or_else(|| self.rules.starting_hp(self.state, who) / 2)
    }
}
