//! Attacks: the attack test, evasion, the critical roll, DR and damage (TINY-16, TINY-17, TINY-19 to TINY-33).

use super::compile::ADJACENT;
use super::metrics::{
    ATTACKS, CRITICALS, DAMAGE_ABSORBED, DAMAGE_DEALT, DR_OVERCOME, DR_TESTS, EVADE_TESTS, EVADED, HITS,
};
use super::pool::Test;
use super::resolve::Fight;
use super::scenario::{Armor, AttackKind, DrMode};
use super::{Attack, Sheet};
use crate::dice::{Dice, Meaning};
use crate::trace::Trace;

// Metrics that are counted in one call must be declared one after the other.
const _: () = assert!(HITS == ATTACKS + 1 && DR_OVERCOME == DR_TESTS + 1);

impl<D: Dice, T: Trace> Fight<'_, D, T> {
    /// Resolves an attack step by step (TINY-22); `at` is its index. No processor can predict whether it hits, so a
    /// miss runs through the same code without a branch: its dice are not rolled, and it changes nothing.
    #[inline(always)]
    pub(super) fn attack(&mut self, who: usize, at: usize, target: usize) {
        let (rules, attack) = (self.rules, &self.sheet(who).attacks[at]);
        let by_circumstance = attack.is_ranged() && self.is_shot_hindered(who, target);
        let test = attack.tests[usize::from(by_circumstance)];
        self.note_attack(who, attack, by_circumstance);
        let mut hits = test.passes(self.dice);
        let dice = &*self.dice;
        self.trace.happens(|| rules.narrate_attack(who, at, target, test, dice.faces(), hits));
        // Counts the attack, and whether it hits.
        self.trace.count_each(ATTACKS, &[1, u32::from(hits)]);
        if self.state.evading.contains(target) {
            hits = hits && !self.evades(target, attack);
        }
        let is_critical = self.roll_critical(hits, attack);
        let damage = attack.damage + if is_critical { rules.knobs.critical_bonus } else { 0 };
        let second_test = attack.second_tests[usize::from(by_circumstance)];
        let let_through = self.let_through(hits, second_test, target, is_critical, damage);
        self.lose(hits, target, let_through);
    }

    /// Whether a shot is at disadvantage: the shooter is in combat, or the target is in combat with a comrade of the
    /// shooter (TINY-16).
    fn is_shot_hindered(&self, who: usize, target: usize) -> bool {
        let knobs = &self.rules.knobs;
        let is_beside_comrades = || {
            // A target in combat that is not adjacent to the shooter must be adjacent to one of the shooter's comrades.
            self.distance(who, target) > ADJACENT
                || self.is_adjacent_to(self.comrades(who) & self.state.engaged, self.fighter(target).position)
        };
        knobs.ranged_in_combat_hinders && self.is_in_combat(who)
            || knobs.ranged_into_combat_hinders && self.is_in_combat(target) && is_beside_comrades()
    }

    /// Makes the evade test of a combatant that was hit (TINY-17, TINY-32, TINY-33).
    fn evades(&mut self, target: usize, attack: &Attack) -> bool {
        let (rules, sheet) = (self.rules, self.sheet(target));
        let is_worse = sheet.is_unarmed && !sheet.is_unarmed_fighter && attack.is_wielded_well();
        let test = sheet.evade[usize::from(is_worse)];
        self.trace.rule("TINY-17");
        self.note_test(sheet.is_hindered.physical, sheet);
        if is_worse {
            self.trace.rule("TINY-32");
        }
        if sheet.is_unarmed && sheet.is_unarmed_fighter {
            self.trace.rule("TINY-33");
        }
        self.trace.count(EVADE_TESTS, 1);
        let evades = test.passes(self.dice);
        let dice = &*self.dice;
        self.trace.happens(|| rules.narrate_evasion(target, test, dice.faces(), evades));
        if evades {
            self.trace.count(EVADED, 1);
        }
        evades
    }

    /// Rolls whether a hit is critical (TINY-23); a miss takes no roll.
    #[inline]
    fn roll_critical(&mut self, hits: bool, attack: &Attack) -> bool {
        let (rules, needed) = (self.rules, u32::from(attack.critical_on));
        let is_critical = self.dice.draw_if_of(hits, Meaning::new("critical", [needed as i32]), |dice| {
            let [first, second] = dice.dice(6);
            Some(first + second >= needed)
        });
        self.trace.count_each(CRITICALS, &[u32::from(is_critical)]);
        if hits {
            self.trace.rule("TINY-23");
            let dice = &*self.dice;
            self.trace.happens(|| rules.narrate_critical(dice.faces(), needed, is_critical));
        }
        is_critical
    }

    /// The damage that the target's DR lets through, after the second test if the rules ask for one (TINY-24).
    #[inline(always)]
    fn let_through(&mut self, hits: bool, test: Test, target: usize, is_critical: bool, damage: i16) -> i16 {
        let (rules, sheet) = (self.rules, self.sheet(target));
        let knobs = &rules.knobs;
        if sheet.dr == 0 {
            return damage;
        }
        if hits {
            self.note_dr(sheet);
        }
        let applies = knobs.dr_mode != DrMode::Never && !(is_critical && knobs.critical_ignores_dr);
        let asks = knobs.dr_mode == DrMode::SecondTest;
        // `&` instead of `&&`, which would branch on the hit after all.
        let is_reduced = hits & applies;
        let is_tested = is_reduced & asks;
        let overcomes = self.dice.draw_if_of(
            is_tested,
            test.meaning(),
            #[inline(always)]
            |dice| Some(test.roll(dice)),
        );
        // Counts the second test, if there is one, and whether it succeeds.
        self.trace.count_each(DR_TESTS, &[u32::from(is_tested), u32::from(overcomes)]);
        if is_tested {
            let dice = &*self.dice;
            self.trace.happens(|| rules.narrate_second_test(target, test, dice.faces(), overcomes));
        }
        let left = (damage - sheet.dr).max(damage.min(knobs.damage_floor));
        let left = if is_reduced && !overcomes { left } else { damage };
        self.trace.count(DAMAGE_ABSORBED, (damage - left) as u32);
        left
    }

    /// Takes the damage of a hit off the HP, which do not fall below 0; a miss takes none (TINY-26).
    #[inline(always)]
    fn lose(&mut self, hits: bool, who: usize, damage: i16) {
        let rules = self.rules;
        let lost = if hits { damage } else { 0 };
        self.trace.count(DAMAGE_DEALT, lost as u32);
        let fighter = &mut self.state.fighters[who];
        fighter.hp = (fighter.hp - lost).max(0);
        let left = fighter.hp;
        if hits {
            self.trace.rule("TINY-26");
            self.trace.happens(|| rules.narrate_damage(who, damage, left));
        }
        if left == 0 {
            self.fall(who);
        }
    }

    // Reports to the observer which rules apply. They do not change the fight.

    /// Reports the rules of an attack test (TINY-16, TINY-19 to TINY-22, TINY-33).
    fn note_attack(&mut self, who: usize, attack: &Attack, by_circumstance: bool) {
        if !T::HEARS_RULES {
            return;
        }
        let sheet = self.sheet(who);
        for rule in ["TINY-22", "TINY-19", "TINY-20", "TINY-21"] {
            self.trace.rule(rule);
        }
        match attack.kind {
            AttackKind::Ranged => self.trace.rule("TINY-16"),
            AttackKind::Unarmed => self.trace.rule("TINY-33"),
            AttackKind::LightMelee | AttackKind::HeavyMelee => {}
        }
        self.note_test(sheet.is_hindered.attacks, sheet);
        if by_circumstance {
            self.trace.rule("TINY-03");
        }
    }

    /// Reports the rules of any test of a combatant; `is_hindered`: whether its armor puts the test at disadvantage
    /// (TINY-01 to TINY-03, TINY-28, TINY-29).
    pub(super) fn note_test(&mut self, is_hindered: bool, sheet: &Sheet) {
        self.trace.rule("TINY-01");
        self.trace.rule("TINY-02");
        if is_hindered {
            self.trace.rule("TINY-03");
            self.trace.rule(if sheet.armor == Armor::Heavy { "TINY-29" } else { "TINY-28" });
        }
    }

    /// Reports the rules of the target's DR (TINY-24, TINY-25, TINY-27 to TINY-29).
    fn note_dr(&mut self, sheet: &Sheet) {
        self.trace.rule("TINY-24");
        self.trace.rule("TINY-25");
        match sheet.armor {
            Armor::None => {}
            Armor::Light => self.trace.rule("TINY-27"),
            Armor::Medium => self.trace.rule("TINY-28"),
            Armor::Heavy => self.trace.rule("TINY-29"),
        }
    }
}
