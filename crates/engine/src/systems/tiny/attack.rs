//! Attacks: the attack test, evasion, the critical roll, DR and damage (TINY-16, TINY-17, TINY-19 to TINY-33).

use super::compile::ADJACENT;
use super::event::Event;
use super::means::Skill;
use super::metrics::{
    ATTACKS, CRITICALS, DAMAGE_ABSORBED, DAMAGE_DEALT, DR_OVERCOME, DR_TESTS, EVADE_TESTS, EVADED, HITS,
};
use super::pool::Test;
use super::resolve::Fight;
use super::scenario::DrMode;
use super::{Attack, Knobs, Sheet};
use crate::accounts::Deed;
use crate::dice::{Dice, Meaning};
use crate::trace::Trace;
use crate::who::Who;

// Metrics that are counted in one call must be declared one after the other.
const _: () = assert!(HITS == ATTACKS + 1 && DR_OVERCOME == DR_TESTS + 1);

impl Sheet {
    /// The test to evade an attack (TINY-17, TINY-32).
    pub(super) fn evade_test(&self, attack: &Attack) -> Test {
        self.evade[usize::from(self.evades_worse(attack))]
    }

    /// Whether it evades an attack worse, for want of a weapon and of training (TINY-32, TINY-33).
    const fn evades_worse(&self, attack: &Attack) -> bool {
        self.is_unarmed && !self.is_unarmed_fighter && attack.is_wielded_well()
    }
}

impl Knobs {
    /// The damage that DR leaves, without a second test or after a failed one (TINY-24).
    #[inline(always)]
    pub(super) fn reduced(&self, dr: i16, damage: i16) -> i16 {
        (damage - dr).max(damage.min(self.damage_floor))
    }
}

impl<D: Dice, T: Trace> Fight<'_, D, T> {
    /// Resolves an attack step by step (TINY-22); `at` is its index. No processor can predict whether it hits, so a
    /// miss runs through the same code without a branch: its dice are not rolled, and it changes nothing.
    #[inline(always)]
    pub(super) fn attack(&mut self, who: Who, at: usize, target: Who) {
        let (rules, sheet) = (self.rules, self.sheet(who));
        let attack = &sheet.attacks[at];
        let by_circumstance = attack.is_ranged() && self.is_shot_hindered(who, target);
        let test = attack.tests[usize::from(by_circumstance)];
        self.trace.rules(|| {
            let of_test = sheet.rules_of_test(sheet.is_hindered.attacks).chain(by_circumstance.then_some("TINY-03"));
            ["TINY-22", "TINY-19", "TINY-20", "TINY-21"].into_iter().chain(attack.kind.rule()).chain(of_test)
        });
        let mut hits = test.passes(self.dice);
        self.trace.happens(|| Event::Attack {
            who: rules.named(who),
            target: rules.named(target),
            attack: &rules.attack_names[who][at],
            deed: Deed::new(who, at),
            ranged: attack.is_ranged(),
            roll: test.rolled(self.dice.faces()),
            hits,
        });
        // Counts the attack, and whether it hits.
        self.trace.count_each(ATTACKS, &[1, u32::from(hits)]);
        if self.state.evading.contains(target) {
            hits = hits && !self.evades(target, attack);
        }
        let is_critical = self.roll_critical(who, hits, attack, Deed::new(who, at));
        let damage = attack.damage + if is_critical { rules.knobs.critical_bonus } else { 0 };
        let second_test = attack.second_tests[usize::from(by_circumstance)];
        let let_through = self.let_through(who, hits, second_test, target, is_critical, damage);
        self.lose(hits, target, let_through, Deed::new(who, at));
    }

    /// Whether a shot is at disadvantage: the shooter is in combat, or the target is in combat with a comrade of the
    /// shooter (TINY-16).
    fn is_shot_hindered(&self, who: Who, target: Who) -> bool {
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
    fn evades(&mut self, target: Who, attack: &Attack) -> bool {
        let sheet = self.sheet(target);
        let is_worse = sheet.evades_worse(attack);
        let test = sheet.evade[usize::from(is_worse)];
        self.trace.rule("TINY-17");
        self.trace.rules(|| sheet.rules_of_test(sheet.is_hindered.physical));
        if is_worse {
            self.trace.rule("TINY-32");
        }
        if sheet.is_unarmed && sheet.is_unarmed_fighter {
            self.trace.rule("TINY-33");
        }
        self.trace.count(EVADE_TESTS, 1);
        let evades = test.passes(self.dice);
        self.trace.happens(|| {
            let roll = test.rolled(self.dice.faces());
            let deed = self.rules.deed_of(target, Skill::Evade);
            Event::EvadeTest { who: self.rules.named(target), deed, roll, evades }
        });
        if evades {
            self.trace.count(EVADED, 1);
        }
        evades
    }

    /// Rolls whether a hit is critical (TINY-23); a miss takes no roll. `deed` is known to events alone.
    #[inline]
    fn roll_critical(&mut self, who: Who, hits: bool, attack: &Attack, deed: Deed) -> bool {
        let needed = u32::from(attack.critical_on);
        let is_critical = self.dice.draw_if_of(hits, Meaning::new("critical", [needed as i32]), |dice| {
            let [first, second] = dice.dice(6);
            Some(first + second >= needed)
        });
        self.trace.count_each(CRITICALS, &[u32::from(is_critical)]);
        if hits {
            self.trace.rule("TINY-23");
            self.trace.happens(|| Event::Critical {
                who: self.rules.named(who),
                faces: self.dice.faces().to_vec(),
                needed,
                critical: is_critical,
                deed,
                bonus: is_critical.then_some(self.rules.knobs.critical_bonus),
            });
        }
        is_critical
    }

    /// The damage that the target's DR lets through, after the second test if the rules ask for one (TINY-24).
    #[inline(always)]
    fn let_through(&mut self, who: Who, hits: bool, test: Test, target: Who, is_critical: bool, damage: i16) -> i16 {
        let (rules, sheet) = (self.rules, self.sheet(target));
        let knobs = &rules.knobs;
        if sheet.dr == 0 {
            return damage;
        }
        if hits {
            self.trace.rules(|| ["TINY-24", "TINY-25"].into_iter().chain(sheet.armor.rule()));
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
            self.trace.happens(|| Event::SecondTest {
                who: rules.named(who),
                target: rules.named(target),
                dr: sheet.dr,
                roll: test.rolled(self.dice.faces()),
                overcomes,
            });
        }
        let left = knobs.reduced(sheet.dr, damage);
        let left = if is_reduced && !overcomes { left } else { damage };
        self.trace.count(DAMAGE_ABSORBED, (damage - left) as u32);
        left
    }

    /// Takes the damage of a hit off the HP, which do not fall below 0; a miss takes none (TINY-26). `by` is known to events alone.
    #[inline(always)]
    fn lose(&mut self, hits: bool, who: Who, damage: i16, by: Deed) {
        let lost = if hits { damage } else { 0 };
        self.trace.count(DAMAGE_DEALT, lost as u32);
        let hears_events = self.trace.hears_events();
        let fighter = &mut self.state.fighters[who];
        let beyond = if hears_events { (lost - fighter.hp).max(0) } else { 0 };
        fighter.hp = (fighter.hp - lost).max(0);
        let left = fighter.hp;
        if hits {
            self.trace.rule("TINY-26");
            self.trace.happens(|| Event::Damage { who: self.rules.named(who), by, damage, hp_left: left, beyond });
        }
        if left == 0 {
            self.fall(who);
        }
    }
}
