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

// Metrics that are counted together are declared one after the other.
const _: () = assert!(HITS == ATTACKS + 1 && DR_OVERCOME == DR_TESTS + 1);

impl<D: Dice, T: Trace> Fight<'_, D, T> {
    /// An attack step by step (TINY-22), given by its index: all attacks that are made are harmful. No processor foresees whether
    /// it hits, so that a miss takes the same way without a branch: its dice are not rolled, and it does nothing.
    #[inline(always)]
    pub(super) fn attack(&mut self, who: usize, at: usize, target: usize) {
        let (rules, attack) = (self.rules, &self.sheet(who).attacks[at]);
        let by_circumstance = attack.is_ranged() && self.is_shot_hindered(who, target);
        let test = attack.tests[usize::from(by_circumstance)];
        self.note_attack(who, attack, by_circumstance);
        let mut hits = test.passes(self.dice);
        let dice = &*self.dice;
        self.trace.happens(|| rules.narrate_attack(who, at, target, test, dice.faces(), hits));
        // Attacks, and those that hit.
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

    /// Whether a shot is at disadvantage: the shooter is in combat, or the target is with somebody else (TINY-16).
    fn is_shot_hindered(&self, who: usize, target: usize) -> bool {
        let knobs = &self.rules.knobs;
        let is_beside_comrades = || {
            // A target in combat that is not with the shooter is with one of its comrades.
            self.distance(who, target) > ADJACENT
                || self.is_adjacent_to(self.comrades(who) & self.state.engaged, self.fighter(target).position)
        };
        knobs.ranged_in_combat_hinders && self.is_in_combat(who)
            || knobs.ranged_into_combat_hinders && self.is_in_combat(target) && is_beside_comrades()
    }

    /// The evade test of somebody who was hit (TINY-17, TINY-32, TINY-33).
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

    /// TINY-23, if the attack hits.
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

    /// Damage that the target's DR lets through, with the second test if there is one (TINY-24).
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
        // Without `&&`, which would branch on the hit after all.
        let is_reduced = hits & applies;
        let is_tested = is_reduced & asks;
        let overcomes = self.dice.draw_if_of(
            is_tested,
            test.meaning(),
            #[inline(always)]
            |dice| Some(test.roll(dice)),
        );
        // Second tests, and those that succeed.
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

    /// Takes HP, at most as many as there are, if the attack hits (TINY-26).
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

    // The rules that these steps follow, for the narration and the coverage of the ledger.

    /// The rules of an attack test (TINY-16, TINY-19 to TINY-22, TINY-33).
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

    /// The rules of any test of a combatant, whom its armor may hinder (TINY-01 to TINY-03, TINY-28, TINY-29).
    pub(super) fn note_test(&mut self, is_hindered: bool, sheet: &Sheet) {
        self.trace.rule("TINY-01");
        self.trace.rule("TINY-02");
        if is_hindered {
            self.trace.rule("TINY-03");
            self.trace.rule(if sheet.armor == Armor::Heavy { "TINY-29" } else { "TINY-28" });
        }
    }

    /// The rules of the target's DR (TINY-24, TINY-25, TINY-27 to TINY-29).
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
