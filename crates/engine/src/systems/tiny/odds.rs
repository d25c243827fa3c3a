//! A lone attack, for the odds of one roll (TINY-19 to TINY-26).

use super::compile::ADJACENT;
use super::metrics::{CRITICALS, HITS};
use super::resolve::Fight;
use crate::dice::Dice;
use crate::odds::{Amount, Strike, Striking, Struck};
use crate::skirmish::Group;
use crate::trace::Counting;

/// HP are lost until the target is out of the fight (TINY-26, TINY-34).
pub(super) const STRIKING: Striking = Striking {
    amounts: &[Amount { key: "hp", name: "HP" }],
    succeeds: "hits",
    does: ["takes", "off it"],
    against: None,
    enough: Some("out of the fight"),
};

impl<D: Dice> Fight<'_, D, Counting> {
    /// Puts both combatants on the line at a distance at which the attack can be made, alone: adjacent and in combat for a melee
    /// attack, at the end of its range and out of combat for a ranged one (TINY-10, TINY-16). Rolls the HP of the target if they
    /// are rolled.
    pub(super) fn stage_strike(&mut self, Strike { attacker, attack, target }: Strike) {
        if self.state.hp_due.contains(target) {
            self.roll_hit_points(target);
        }
        let attack = &self.sheet(attacker).attacks[attack];
        let pair = Group::of(attacker) | Group::of(target);
        let (distance, engaged) = if attack.is_ranged() { (attack.reach, Group::NOBODY) } else { (ADJACENT, pair) };
        let state = &mut *self.state;
        (state.fighters[attacker].position, state.fighters[target].position) = (0, distance);
        (state.standing, state.engaged) = (pair, engaged);
        (state.hp_due, state.rolling) = (Group::NOBODY, Group::NOBODY);
        state.order.start_over_by(pair, |who| who.index() as i16);
    }

    /// Makes the attack. It leaves nothing behind but the HP of the target.
    pub(super) fn lone_strike(&mut self, Strike { attacker, attack, target }: Strike) -> Struck {
        let hp = self.fighter(target).hp;
        self.attack(attacker, attack, target);
        let lost = hp - self.fighter(target).hp;
        let counts = self.trace.counts();
        Struck { is_success: counts[HITS] > 0, is_critical: counts[CRITICALS] > 0, amounts: [lost.into(), 0] }
    }
}
