//! Reports to the observer which rules a turn applies, for replays and the coverage of rules; nothing here changes a
//! fight.

use super::action::Acting;
use super::body::HINDERED;
use super::injury::{Conditions, Injury};
use super::movement::Move;
use super::resolve::Fight;
use super::sheet::{Attack, Harm, Spell};
use super::state::{Action, Body};
use super::strike::StrikeOf;
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
    /// Reports the sheets of all combatants before the first round (WOUNDS-26 to WOUNDS-28).
    #[inline]
    pub(super) fn note_opening(&mut self) {
        if !T::HEARS_RULES {
            return;
        }
        for rule in ["WOUNDS-26", "WOUNDS-27", "WOUNDS-28"] {
            self.trace.rule(rule);
        }
        let (rules, state) = (self.rules, &*self.state);
        self.trace.happens(|| rules.narrate_opening(state));
    }

    /// Reports which combatants are surprised or rest, before any declaration (WOUNDS-01, WOUNDS-57).
    #[inline]
    pub(super) fn note_idle(&mut self) {
        if !T::HEARS_RULES {
            return;
        }
        let rules = self.rules;
        for who in self.state.fighters {
            if self.state.surprised.contains(who) {
                self.note_surprise(who);
            } else if self.is_resting(who) {
                self.trace.rule("WOUNDS-57");
                self.trace.happens(|| rules.narrate_rest(who));
            }
        }
    }

    /// Reports that a combatant is surprised (WOUNDS-01).
    pub(super) fn note_surprise(&mut self, who: usize) {
        let rules = self.rules;
        self.trace.rule("WOUNDS-01");
        self.trace.happens(|| rules.narrate_surprise(who));
    }

    /// Reports that a combatant waits (WOUNDS-08, WOUNDS-15).
    #[inline]
    pub(super) fn note_waiting(&mut self, who: usize) {
        let rules = self.rules;
        self.trace.rule("WOUNDS-08");
        self.trace.rule("WOUNDS-15");
        self.trace.happens(|| rules.narrate_waiting(who));
    }

    /// Reports a declaration (WOUNDS-03, WOUNDS-05, WOUNDS-08 to WOUNDS-15).
    #[inline]
    pub(super) fn note_declaration(&mut self, who: usize, action: Action) {
        if !T::HEARS_RULES {
            return;
        }
        if self.body(who).score_damage[Score::Agility as usize] > 0 {
            self.trace.rule("WOUNDS-03");
        }
        self.trace.rule("WOUNDS-05");
        self.trace.rule("WOUNDS-08");
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
        self.trace.happens(|| rules.narrate_declaration(who, turn));
    }

    /// Reports the turns on a count (WOUNDS-05, WOUNDS-06, WOUNDS-17).
    #[inline]
    pub(super) fn note_count(&mut self, count: i16, turns: &[Acting]) {
        if !T::HEARS_RULES || turns.is_empty() {
            return;
        }
        self.trace.rule("WOUNDS-05");
        if turns.len() > 1 {
            self.trace.rule("WOUNDS-06");
        }
        if turns.iter().any(|turn| turn.is_carried) {
            self.trace.rule("WOUNDS-17");
        }
        let rules = self.rules;
        self.trace.happens(|| rules.narrate_count(count, turns));
    }

    /// Reports a part of a move: up to the threat range of the opponent that it `meets`, or to the end of the move.
    #[inline]
    pub(super) fn note_leg(&mut self, who: usize, [from, to]: [i32; 2], meets: Option<usize>) {
        if !T::HEARS_RULES {
            return;
        }
        let body = *self.body(who);
        if body.position == to && meets.is_none() {
            return;
        }
        self.trace.rule("WOUNDS-24");
        if body.position == from {
            self.note_bounds(who, &body);
        }
        if meets.is_some() {
            self.trace.rule("WOUNDS-21");
        }
        let (rules, is_crawl) = (self.rules, self.is_crawling(who));
        self.trace.happens(|| rules.narrate_move(who, [body.position, to], is_crawl, meets));
    }

    /// Reports a covered move that would have provoked a Reposte without its cover (WOUNDS-22).
    #[inline]
    pub(super) fn note_cover(&mut self, who: usize, wanted: Move) {
        if T::HEARS_RULES
            && self.rules.knobs.repostes_on_entry
            && self.entered_by(who, wanted).iter().any(|opponent| self.may_meet(opponent))
        {
            self.trace.rule("WOUNDS-22");
        }
    }

    /// Reports the rules that shorten a move (WOUNDS-20, WOUNDS-39, WOUNDS-40, WOUNDS-44, WOUNDS-55, WOUNDS-56).
    fn note_bounds(&mut self, who: usize, body: &Body) {
        if self.state.this_round.defending.contains(who) {
            self.trace.rule("WOUNDS-20");
        }
        if body.wounds <= 0 {
            self.trace.rule(if self.state.stabilised.contains(who) { "WOUNDS-44" } else { "WOUNDS-39" });
        }
        if self.is_dying(who) {
            self.trace.rule("WOUNDS-40");
        }
        self.note_conditions(body.conditions, Conditions::HALF_SPEED.with(Conditions::PRONE).with(Conditions::CRAWLS));
    }

    /// Reports an action of a combatant at 0 Wound Points or below (WOUNDS-39, WOUNDS-40, WOUNDS-44, WOUNDS-45).
    #[inline]
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

    /// Reports the reason why a combatant does not take its turn (WOUNDS-17, WOUNDS-40, WOUNDS-42, WOUNDS-45,
    /// WOUNDS-57, WOUNDS-59).
    pub(super) fn note_lost_turn(&mut self, who: usize) {
        if !T::HEARS_RULES {
            return;
        }
        let (rules, state) = (self.rules, &*self.state);
        let (rule, why) = if state.fled.contains(who) {
            ("WOUNDS-17", "it has left")
        } else if !state.present.contains(who) {
            ("WOUNDS-42", "it is dead")
        } else if self.body(who).conditions.any_of(Conditions::PARALYSED) {
            ("WOUNDS-59", "it is paralysed")
        } else if !state.fighters.contains(who) {
            ("WOUNDS-45", "it is down")
        } else if self.is_dying(who) && state.this_round.acted.contains(who) {
            ("WOUNDS-40", "it is Dying and has taken its action of this round")
        } else {
            ("WOUNDS-57", "it is winded and has no action left")
        };
        self.trace.rule(rule);
        self.trace.happens(|| rules.narrate_lost_turn(who, why));
    }

    /// Reports the reason why the action of a turn cannot be carried out. There is none for an advance, which is only a
    /// move.
    pub(super) fn note_undone(&mut self, who: usize, action: Action) {
        if !T::HEARS_RULES || action == Action::Advance {
            return;
        }
        let rules = self.rules;
        let (rule, why) = match action {
            action if self.is_lost(who, action) => self.why_lost(who, action),
            Action::UseItem(_) => ("WOUNDS-37", "nobody within a yard needs it"),
            _ if rules.knobs.targets_are_fixed => ("WOUNDS-08", "its target is gone or out of reach"),
            _ => ("WOUNDS-25", "nobody to aim at is within reach"),
        };
        self.trace.rule(rule);
        self.trace.happens(|| rules.narrate_undone(who, action, why));
    }

    /// The rule by which an action is lost, and the reason in words (WOUNDS-12, WOUNDS-34, WOUNDS-35, WOUNDS-37,
    /// WOUNDS-54, WOUNDS-59).
    fn why_lost(&self, who: usize, action: Action) -> (&'static str, &'static str) {
        let body = self.body(who);
        match action {
            Action::Attack(at) | Action::DefensiveAttack(at) => {
                let attack = &self.sheet(who).attacks[usize::from(at)];
                if body.conditions.any_of(attack.arms_lost) {
                    ("WOUNDS-54", "the arm for it is lost")
                } else if body.stress < attack.stress_cost {
                    ("WOUNDS-34", "there is too little Stress for it")
                } else {
                    ("WOUNDS-12", "it is used up")
                }
            }
            Action::UseItem(_) => ("WOUNDS-37", "it is used up"),
            _ if !self.can_speak(who) => ("WOUNDS-59", "there is no voice for it"),
            _ => ("WOUNDS-35", "there is too little mana and Stress for it"),
        }
    }

    /// Reports the occasion of a Reposte, and the rules of an action (WOUNDS-19, WOUNDS-21, WOUNDS-23).
    pub(super) fn note_reposte(&mut self, who: usize, part: StrikeOf) {
        self.trace.rule(if part == StrikeOf::Entry { "WOUNDS-21" } else { "WOUNDS-19" });
        self.trace.rule("WOUNDS-23");
        self.note_action(who);
    }

    /// Reports the price of a spell (WOUNDS-35).
    pub(super) fn note_price_of_spell(&mut self, who: usize, spell: &Spell, of_mana: i32) {
        if !T::HEARS_RULES || spell.mana == 0 {
            return;
        }
        let (rules, state) = (self.rules, &*self.state);
        self.trace.rule("WOUNDS-35");
        self.trace.happens(|| rules.narrate_price(who, spell.mana - of_mana, of_mana, &state.bodies[who]));
    }

    /// Reports the rules of a strike (WOUNDS-12, WOUNDS-25, WOUNDS-31, WOUNDS-56, WOUNDS-60).
    #[inline]
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

    /// Reports the rules of a spell (WOUNDS-10, WOUNDS-25, WOUNDS-36, WOUNDS-56, WOUNDS-60).
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

    /// Reports the rules of the target's Defense (WOUNDS-01, WOUNDS-18, WOUNDS-29, WOUNDS-56).
    fn note_defense(&mut self, target: usize) {
        self.trace.rule("WOUNDS-29");
        if self.state.surprised.contains(target) {
            self.trace.rule("WOUNDS-01");
        }
        if self.state.this_round.guarded.contains(target) {
            self.trace.rule("WOUNDS-18");
        }
        self.note_conditions(self.body(target).conditions, Conditions::PRONE);
    }

    /// Reports the rules of rolled damage (WOUNDS-30, WOUNDS-33).
    pub(super) fn note_damage(&mut self, harm: &Harm, armour: i32) {
        if !T::HEARS_RULES {
            return;
        }
        if armour > 0 || harm.ignores_armour || self.rules.knobs.minimum_damage > 0 {
            self.trace.rule("WOUNDS-30");
        }
        if harm.bypasses_stress {
            self.trace.rule("WOUNDS-33");
        }
    }

    /// Reports the effects of an injury (WOUNDS-51, WOUNDS-53, WOUNDS-55 to WOUNDS-60).
    pub(super) fn note_injury(&mut self, injury: &Injury) {
        self.trace.rule("WOUNDS-51");
        if !injury.scores.is_empty() {
            self.trace.rule("WOUNDS-53");
        }
        self.note_conditions(injury.conditions, injury.conditions);
    }

    /// Reports at the end of a round that a winded combatant must rest, or has rested (WOUNDS-57).
    pub(super) fn note_winded(&mut self, who: usize, has_acted: bool) {
        let was_spent = self.body(who).conditions.any_of(Conditions::SPENT);
        if !T::HEARS_RULES || !self.stands(who) || !(has_acted || was_spent) {
            return;
        }
        let rules = self.rules;
        self.trace.rule("WOUNDS-57");
        self.trace.happens(|| rules.narrate_winded(who, has_acted));
    }

    /// Reports that a combatant has become a fighter, or is one no longer (WOUNDS-45, WOUNDS-59).
    #[inline]
    pub(super) fn note_change(&mut self, who: usize) {
        if !T::HEARS_RULES || !self.state.present.contains(who) {
            return;
        }
        let (rules, state) = (self.rules, &*self.state);
        let is_paralysed = state.bodies[who].conditions.any_of(Conditions::PARALYSED);
        self.trace.rule(if is_paralysed { "WOUNDS-59" } else { "WOUNDS-45" });
        self.trace.happens(|| rules.narrate_change(who, state, is_paralysed));
    }

    /// Reports the causes to waver: a heavy hit, numbers, a threat (WOUNDS-61 to WOUNDS-64).
    #[inline]
    pub(super) fn note_wavering(&mut self, who: usize, causes: [bool; 3]) {
        if !T::HEARS_RULES || causes == [false; 3] {
            return;
        }
        self.trace.rule("WOUNDS-61");
        for (rule, _) in
            ["WOUNDS-62", "WOUNDS-63", "WOUNDS-64"].into_iter().zip(causes).filter(|(_, is_cause)| *is_cause)
        {
            self.trace.rule(rule);
        }
        let rules = self.rules;
        self.trace.happens(|| rules.narrate_wavering(who, causes));
    }

    /// Reports the rules of the `wanted` conditions that are present.
    fn note_conditions(&mut self, conditions: Conditions, wanted: Conditions) {
        for (condition, rule) in RULE_OF_CONDITION {
            if conditions.any_of(condition) && wanted.any_of(condition) {
                self.trace.rule(rule);
            }
        }
    }
}
