//! HP that are rolled in the set-up, and what depends on the HP at the start (ZONES-24).

use super::compile::hp_at;
use super::event::Event;
use super::occasions::HIT_POINTS;
use super::resolve::Fight;
use super::{Actor, Sheet};
use crate::dice::{Dice, Meaning};
use crate::trace::Trace;
use crate::who::Who;

impl<'a, D: Dice, T: Trace> Fight<'a, D, T> {
    /// S1b: rolls the HP of a combatant, at least 1, in a slot of its own.
    pub(super) fn roll_hit_points(&mut self, who: Who) {
        self.state.rolling.remove(who);
        let Some(roll) = self.sheet(who).hp_dice else { return };
        self.enter_beside_turn(who, HIT_POINTS);
        self.trace.rule("ZONES-24");
        let hp = self.dice.draw_of(Meaning::of_sum("hit points", roll), |dice| Some(dice.sum(roll).max(1)));
        let hp = hp as i16;
        self.state.full_hp[who.index()] = hp;
        self.state.fighters[who].hp = hp;
        let (rules, dice) = (self.rules, &*self.dice);
        self.trace.happens(|| Event::HitPoints {
            who: rules.named(who),
            dice: roll.to_string(),
            faces: dice.faces().to_vec(),
            hp,
        });
    }

    /// The HP of a combatant at the start of the fight.
    #[inline]
    pub(super) fn full_hp(&self, who: Who) -> i16 {
        self.rules.full_hp(self.state, who)
    }

    /// The highest HP at which a combatant still heals a patient (ZONES-14).
    #[inline]
    pub(super) fn heals_up_to(&self, actor: Actor<'a>, patient: Who) -> i16 {
        if self.rules.rolls_hp.contains(patient) {
            hp_at(self.full_hp(patient), actor.sheet.heal_below)
        } else {
            actor.sheet.heals_up_to[patient]
        }
    }

    /// The highest HP at which a combatant begins to retreat (ZONES-54).
    #[inline]
    pub(super) fn retreats_up_to(&self, who: Who, sheet: &Sheet) -> i16 {
        if sheet.hp_dice.is_some() { hp_at(self.full_hp(who), sheet.retreat_below) } else { sheet.retreats_up_to }
    }
}
