//! Which rules a turn applies, for replays and the coverage of rules; nothing here changes a fight.

use super::body::HINDERED;
use super::injury::{Conditions, Injury};
use super::resolve::Fight;
use super::sheet::{Attack, Harm, Spell};
use super::state::Action;
use super::words::{AttackKind, Score, SpellAgainst};
use crate::dice::Dice;
use crate::trace::Trace;

/// The rule of each lasting condition.
const RULE_OF_CONDITION: [(Conditions, &str); 8] = [
    (Conditions::HALF_SPEED, "WOUNDS-55"),
    (Conditions::CRAWLS, "WOUNDS-56"),
    (Conditions::PRONE, "WOUNDS-56"),
    (Conditions::WINDED, "WOUNDS-57"),
    (Conditions::SUFFOCATING, "WOUNDS-58"),
    (Conditions::PARALYSED.with(Conditions::SILENCED), "WOUNDS-59"),
    (Conditions::ONE_EYE, "WOUNDS-60"),
    (Conditions::CONCUSSED, "WOUNDS-60"),
];

impl<D: Dice, T: Trace> Fight<'_, D, T> {
    /// Before the first round: what everybody has (WOUNDS-26 to WOUNDS-28).
    #[inline(always)]
    pub(super) fn note_opening(&mut self) {
        if !T::HEARS_RULES {
            return;
        }
        for rule in ["WOUNDS-26", "WOUNDS-27", "WOUNDS-28"] {
            self.trace.rule(rule);
        }
        let (rules, state) = (self.rules, &*self.state);
        self.trace.narrate(|| rules.narrate_opening(state));
    }

    /// WOUNDS-03, WOUNDS-09 to WOUNDS-15.
    #[inline(always)]
    pub(super) fn note_declaration(&mut self, who: usize, action: Action) {
        if !T::HEARS_RULES {
            return;
        }
        if self.body(who).score_damage[Score::Agility as usize] > 0 {
            self.trace.rule("WOUNDS-03");
        }
        self.trace.rule("WOUNDS-05");
        let (rules, turn) = (self.rules, self.body(who).turn);
        self.trace.rule(match action {
            Action::Attack(at) => match self.sheet(who).attacks[usize::from(at)].kind {
                AttackKind::Melee | AttackKind::Ranged => "WOUNDS-09",
                AttackKind::Thrown => "WOUNDS-12",
            },
            Action::Cast(_) => "WOUNDS-10",
            Action::UseItem(_) => "WOUNDS-11",
            Action::FullDefense => "WOUNDS-13",
            Action::DefensiveAttack(_) | Action::Advance => "WOUNDS-14",
            Action::Wait | Action::Heal | Action::Intimidate => "WOUNDS-15",
        });
        self.trace.narrate(|| rules.narrate_declaration(who, turn));
    }

    /// WOUNDS-20, WOUNDS-24, WOUNDS-39, WOUNDS-44, WOUNDS-55, WOUNDS-56.
    #[inline(always)]
    pub(super) fn note_move(&mut self, who: usize) {
        if !T::HEARS_RULES {
            return;
        }
        let (is_stabilised, is_defending) = (self.state.stabilised.contains(who), self.state.defending.contains(who));
        let body = *self.body(who);
        self.trace.rule("WOUNDS-24");
        if is_defending {
            self.trace.rule("WOUNDS-20");
        }
        if body.wounds <= 0 {
            self.trace.rule(if is_stabilised { "WOUNDS-44" } else { "WOUNDS-39" });
        }
        self.note_conditions(body.conditions, Conditions::HALF_SPEED.with(Conditions::PRONE).with(Conditions::CRAWLS));
    }

    /// An action of somebody at 0 Wound Points or below (WOUNDS-39, WOUNDS-40, WOUNDS-44, WOUNDS-45).
    #[inline(always)]
    pub(super) fn note_action(&mut self, who: usize) {
        if !T::HEARS_RULES || self.body(who).wounds > 0 {
            return;
        }
        self.trace.rule("WOUNDS-45");
        self.trace.rule(if self.state.stabilised.contains(who) { "WOUNDS-44" } else { "WOUNDS-39" });
        if self.is_dying(who) {
            self.trace.rule("WOUNDS-40");
        }
    }

    /// Why a fighter may not act any more (WOUNDS-40, WOUNDS-57).
    pub(super) fn note_lost_turn(&mut self, who: usize) {
        if !T::HEARS_RULES || !self.stands(who) {
            return;
        }
        if self.is_dying(who) {
            self.trace.rule("WOUNDS-40");
        }
        self.note_conditions(self.body(who).conditions, Conditions::WINDED);
    }

    /// WOUNDS-12, WOUNDS-25, WOUNDS-31, WOUNDS-56, WOUNDS-60.
    #[inline(always)]
    pub(super) fn note_strike(&mut self, who: usize, attack: &Attack, target: usize) {
        if !T::HEARS_RULES {
            return;
        }
        self.trace.rule("WOUNDS-25");
        self.trace.rule("WOUNDS-31");
        if attack.kind == AttackKind::Thrown {
            self.trace.rule("WOUNDS-12");
        }
        self.note_conditions(self.body(who).conditions, HINDERED);
        self.note_defense(target);
    }

    /// WOUNDS-10, WOUNDS-25, WOUNDS-36, WOUNDS-56, WOUNDS-60.
    pub(super) fn note_spell(&mut self, who: usize, spell: &Spell, target: usize) {
        if !T::HEARS_RULES {
            return;
        }
        for rule in ["WOUNDS-25", "WOUNDS-36"] {
            self.trace.rule(rule);
        }
        self.note_conditions(self.body(who).conditions, HINDERED);
        if spell.against == SpellAgainst::Defense {
            self.note_defense(target);
        }
    }

    /// WOUNDS-01, WOUNDS-18, WOUNDS-29, WOUNDS-56.
    fn note_defense(&mut self, target: usize) {
        self.trace.rule("WOUNDS-29");
        if self.state.surprised.contains(target) {
            self.trace.rule("WOUNDS-01");
        }
        if self.state.guarded.contains(target) {
            self.trace.rule("WOUNDS-18");
        }
        self.note_conditions(self.body(target).conditions, Conditions::PRONE);
    }

    /// WOUNDS-30, WOUNDS-33.
    pub(super) fn note_damage(&mut self, harm: &Harm, armour: i32) {
        if armour > 0 || harm.ignores_armour || self.rules.knobs.minimum_damage > 0 {
            self.trace.rule("WOUNDS-30");
        }
        if harm.bypasses_stress {
            self.trace.rule("WOUNDS-33");
        }
    }

    /// What an injury brings (WOUNDS-53, WOUNDS-55 to WOUNDS-60).
    pub(super) fn note_injury(&mut self, injury: &Injury) {
        if !injury.scores.is_empty() {
            self.trace.rule("WOUNDS-53");
        }
        self.note_conditions(injury.conditions, injury.conditions);
    }

    /// The rules of those of the `wanted` conditions that are there.
    fn note_conditions(&mut self, conditions: Conditions, wanted: Conditions) {
        for (condition, rule) in RULE_OF_CONDITION {
            if conditions.any_of(condition) && wanted.any_of(condition) {
                self.trace.rule(rule);
            }
        }
    }
}
