//! The actions of turns, carried out against the situation at the start of their count, and Repostes (WOUNDS-06,
//! WOUNDS-18 to WOUNDS-23, WOUNDS-34 to WOUNDS-37, WOUNDS-39, WOUNDS-43, WOUNDS-44, WOUNDS-64).

use super::Wounds;
use super::beside;
use super::event::{Applies, Event, Points};
use super::injury::Conditions;
use super::means::{Cause, Tool};
use super::metrics::{REPOSTE_HITS, REPOSTES, SPELLS_CAST, STRESS_SPENT, TURNS_LOST};
use super::resolve::Fight;
use super::sheet::{Attack, Item, Spell};
use super::state::{Action, Turn};
use super::strike::{Blow, StrikeOf};
use crate::dice::{Dice, DiceExpr, Meaning};
use crate::trace::Trace;
use crate::who::Who;

/// A turn on the current count.
#[derive(Debug, Clone, Copy)]
pub(super) struct Acting {
    /// The declared turn. If targets are not fixed, its target is the one that was picked before the move.
    pub(super) turn: Turn,
    pub(super) who: Who,
    /// Whether the turn was carried over from the round before (WOUNDS-17).
    pub(super) is_carried: bool,
    /// Whether the turn was spent on a crawl.
    pub(super) is_over: bool,
    /// Whether its action was carried out.
    pub(super) is_done: bool,
}

impl Acting {
    #[inline]
    pub(super) const fn new(who: Who, is_carried: bool, turn: Turn) -> Self {
        Self { turn, who, is_carried, is_over: false, is_done: false }
    }
}

/// A result of the dice of a turn, which takes effect once all turns of the count have rolled.
#[derive(Debug, Clone, Copy)]
pub(super) enum Effect {
    /// A hit or a spell that worked. `with` is known to events alone.
    Harm { by: Who, with: Tool, target: Who, blow: Blow },
    /// The points that an item restores. `by` and `item` are known to events alone.
    Restore { by: Who, item: u8, target: Who, stress: i32, wounds: i32 },
    /// A Heal check that succeeded.
    Stabilise { patient: Who },
    /// An Intimidation check, with its result.
    Frighten { target: Who, total: i16 },
    /// The begin of a Full-Defense.
    Guard { who: Who },
    /// The Wound Points that an action at 0 Wound Points or below costs.
    Strain { who: Who },
}

impl Effect {
    /// The combatant on whom the result takes effect.
    #[inline]
    pub(super) fn whom(self) -> Who {
        let (Self::Harm { target: whom, .. }
        | Self::Restore { target: whom, .. }
        | Self::Stabilise { patient: whom }
        | Self::Frighten { target: whom, .. }
        | Self::Guard { who: whom }
        | Self::Strain { who: whom }) = self;
        whom
    }
}

/// An attack on a combatant in Full-Defense, who may answer it with a Reposte.
#[derive(Debug, Clone, Copy)]
pub(super) struct Made {
    attacker: Who,
    target: Who,
    has_hit: bool,
}

/// The points that an attack or a spell costs.
struct Price {
    mana: i32,
    stress: i32,
}

impl<D: Dice, T: Trace> Fight<'_, D, T> {
    /// Carries out the action of a turn: pays for it and rolls its dice (the ledger's step 4c).
    #[inline]
    pub(super) fn carry_out(&mut self, acting: &mut Acting) {
        let (who, action) = (acting.who, acting.turn.action);
        if acting.is_over {
            return;
        }
        if !self.stands(who) || !self.may_act(who) {
            self.trace.count(TURNS_LOST, 1);
            self.apply_rules(|fight| [(fight.why_turn_is_lost(who).0, true)]);
            self.tell(|rules, fight| Event::LostTurn { who: rules.named(who), reason: fight.why_turn_is_lost(who).1 });
            return;
        }
        acting.is_done = !self.is_lost(who, action) && self.carry_out_action(*acting);
        if acting.is_done {
            if self.takes_action(who) {
                self.scratch.effects.push(Effect::Strain { who });
            }
        } else if action != Action::Advance {
            self.apply_rules(|fight| [(fight.why_action_is_lost(who, action).0, true)]);
            self.tell(|rules, fight| Event::LostAction {
                who: rules.named(who),
                action: rules.deed(who, action),
                reason: fight.why_action_is_lost(who, action).1,
            });
        }
    }

    /// The rule by which a combatant does not take its turn, and the reason in words (WOUNDS-17, WOUNDS-40, WOUNDS-42,
    /// WOUNDS-45, WOUNDS-57, WOUNDS-59).
    fn why_turn_is_lost(&self, who: Who) -> (&'static str, &'static str) {
        let state = &*self.state;
        if state.fled.contains(who) {
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
        }
    }

    /// The rule by which an action cannot be carried out, and the reason in words (WOUNDS-08, WOUNDS-12, WOUNDS-25,
    /// WOUNDS-34, WOUNDS-35, WOUNDS-37, WOUNDS-54, WOUNDS-59).
    fn why_action_is_lost(&self, who: Who, action: Action) -> (&'static str, &'static str) {
        let (body, is_lost) = (self.body(who), self.is_lost(who, action));
        match action {
            Action::Attack(at) | Action::DefensiveAttack(at) if is_lost => {
                let attack = &self.sheet(who).attacks[usize::from(at)];
                if body.conditions.any_of(attack.arms_lost) {
                    ("WOUNDS-54", "the arm for it is lost")
                } else if body.stress < attack.stress_cost {
                    ("WOUNDS-34", "there is too little Stress for it")
                } else {
                    ("WOUNDS-12", "it is used up")
                }
            }
            Action::UseItem(_) if is_lost => ("WOUNDS-37", "it is used up"),
            Action::UseItem(_) => ("WOUNDS-37", "nobody within a yard needs it"),
            _ if is_lost && !self.can_speak(who) => ("WOUNDS-59", "there is no voice for it"),
            _ if is_lost => ("WOUNDS-35", "there is too little mana and Stress for it"),
            _ if self.rules.knobs.targets_are_fixed => ("WOUNDS-08", "its target is gone or out of reach"),
            _ => ("WOUNDS-25", "nobody to aim at is within reach"),
        }
    }

    /// Enters the slot of a turn's dice for its action, and applies the rules of the action.
    #[inline]
    fn enter_action(&mut self, who: Who, is_carried: bool) {
        if is_carried {
            self.enter_beside_turn(who, beside::CARRIED_TURN);
        } else {
            self.enter_turn(who);
        }
        self.apply_rules_of_action(who);
    }

    /// Applies the rules of an action at 0 Wound Points or below (WOUNDS-39, WOUNDS-40, WOUNDS-44, WOUNDS-45).
    #[inline]
    fn apply_rules_of_action(&mut self, who: Who) {
        self.apply_rules(|fight| {
            [("WOUNDS-45", fight.body(who).wounds <= 0)].into_iter().chain(fight.rules_of_wounds(who))
        });
    }

    /// The rules of a combatant at 0 Wound Points or below (WOUNDS-39, WOUNDS-40, WOUNDS-44).
    pub(super) fn rules_of_wounds(&self, who: Who) -> [Applies; 3] {
        let (is_down, is_stabilised) = (self.body(who).wounds <= 0, self.state.stabilised.contains(who));
        let is_dying = self.is_dying(who);
        [("WOUNDS-44", is_down && is_stabilised), ("WOUNDS-39", is_down && !is_stabilised), ("WOUNDS-40", is_dying)]
    }

    /// Makes an attack, or casts a spell, at a target that it can be aimed at; other actions are not carried out.
    pub(super) fn carry_out_at(&mut self, who: Who, action: Action, target: Who) {
        match action {
            Action::Attack(at) => self.attack(who, false, at.into(), target),
            Action::Cast(at) => self.cast(who, false, at.into(), target),
            _ => {}
        }
    }

    /// Carries out an action that is not lost. Returns whether it could be carried out: most actions cannot without a
    /// target.
    #[inline]
    fn carry_out_action(&mut self, acting: Acting) -> bool {
        let (who, is_carried) = (acting.who, acting.is_carried);
        match (acting.turn.action, self.final_target(acting)) {
            (Action::Attack(at) | Action::DefensiveAttack(at), Some(target)) => {
                self.attack(who, is_carried, at.into(), target);
            }
            (Action::Cast(at), Some(target)) => self.cast(who, is_carried, at.into(), target),
            (Action::UseItem(at), declared) => return self.use_item(who, is_carried, at.into(), declared),
            (Action::Heal, Some(patient)) => return self.heal(who, is_carried, patient),
            (Action::Intimidate, Some(target)) => return self.intimidate(who, is_carried, target),
            (Action::FullDefense, _) => self.scratch.effects.push(Effect::Guard { who }),
            (Action::Advance | Action::Wait, _) | (_, None) => return false,
        }
        true
    }

    /// The target at which an action is carried out: the target of its move if it is still valid and within reach, else
    /// a new one. If targets are fixed, the declared one or none.
    #[inline]
    fn final_target(&mut self, acting: Acting) -> Option<Who> {
        let (who, target) = (acting.who, acting.turn.target);
        let Some((aim, reach)) = self.aim_of(who, acting.turn.action) else { return target };
        let kept = target.filter(|&target| self.is_valid(who, aim, target) && self.distance(who, target) <= reach);
        if kept.is_some() || self.rules.knobs.targets_are_fixed {
            return kept;
        }
        let within = self.targets(who, aim, reach).filter(|target| self.distance(who, target) <= reach);
        self.choose_target(who, aim, reach, within)
    }

    /// Records that a combatant takes an action, and returns whether the action costs strain (WOUNDS-39, WOUNDS-44).
    #[inline]
    fn takes_action(&mut self, who: Who) -> bool {
        let state = &mut *self.state;
        let is_free = state.stabilised.contains(who) && !state.this_round.acted.contains(who);
        state.this_round.acted.insert(who);
        !is_free && state.bodies[who].wounds <= 0
    }

    /// Pays for an attack and rolls its dice.
    #[inline]
    fn attack(&mut self, who: Who, is_carried: bool, at: usize, target: Who) {
        let attack = &self.sheet(who).attacks[at];
        self.pay_for_attack(who, attack);
        self.enter_action(who, is_carried);
        let mut has_hit = false;
        for _ in 0..attack.strikes {
            if let Some(blow) = self.strike(who, at, target, StrikeOf::Turn) {
                self.scratch.effects.push(Effect::Harm { by: who, with: Tool::Attack(at as u8), target, blow });
                has_hit = true;
            }
        }
        self.note_made(who, target, has_hit);
    }

    /// Pays for an attack, and takes off one of its uses if they are limited.
    #[inline]
    fn pay_for_attack(&mut self, who: Who, attack: &Attack) {
        if attack.stress_cost > 0 {
            self.trace.rule("WOUNDS-34");
            self.pay(who, Price { mana: 0, stress: attack.stress_cost });
        }
        if let Some(uses) = attack.uses {
            self.state.uses[uses.index()] -= 1;
        }
    }

    /// Pays for a spell and rolls its dice; the price is lost even if the spell fails.
    fn cast(&mut self, who: Who, is_carried: bool, at: usize, target: Who) {
        self.pay_for_spell(who, &self.sheet(who).spells[at]);
        self.enter_action(who, is_carried);
        let blow = self.cast_at(who, at, target);
        if let Some(blow) = blow {
            self.scratch.effects.push(Effect::Harm { by: who, with: Tool::Spell(at as u8), target, blow });
        }
        self.note_made(who, target, blow.is_some());
    }

    /// Records an attack on a combatant in Full-Defense, to be answered once the results of the count have taken
    /// effect. A Full-Defense that begins on this count is not in force yet.
    #[inline]
    fn note_made(&mut self, attacker: Who, target: Who, has_hit: bool) {
        if self.state.this_round.guarded.contains(target) {
            self.scratch.made.push(Made { attacker, target, has_hit });
        }
    }

    /// Pays for a spell, with mana first and then with Stress (WOUNDS-35).
    fn pay_for_spell(&mut self, who: Who, spell: &Spell) {
        self.trace.count(SPELLS_CAST, 1);
        if spell.mana > 0 {
            self.trace.rule("WOUNDS-35");
            let mana = spell.mana.min(self.body(who).mana);
            self.pay(who, Price { mana, stress: spell.mana - mana });
        }
    }

    fn pay(&mut self, who: Who, Price { mana, stress }: Price) {
        let body = &mut self.state.bodies[who];
        body.mana -= mana;
        body.stress -= stress;
        self.trace.count(STRESS_SPENT, stress as u32);
        self.tell(|rules, fight| {
            let body = fight.body(who);
            let deed = rules.deed_of(who, Cause::Price);
            Event::Price {
                who: rules.named(who),
                mana,
                mana_left: body.mana,
                stress,
                stress_left: body.stress,
                loss: Wounds::loss_of_stress(deed, who, stress, 0),
            }
        });
    }

    /// Uses an item and rolls what it restores (WOUNDS-37). Returns whether there is a target for it.
    fn use_item(&mut self, who: Who, is_carried: bool, at: usize, declared: Option<Who>) -> bool {
        let item = &self.sheet(who).items[at];
        let Some(target) = self.target_of_item(who, item, declared) else { return false };
        self.state.uses[item.uses.index()] -= 1;
        self.enter_action(who, is_carried);
        if item.is_for_allies {
            self.trace.rule("WOUNDS-25");
        }
        self.trace.rule("WOUNDS-37");
        self.tell(|rules, _| Event::Item {
            who: rules.named(who),
            item: &rules.names[who].items[at],
            target: rules.named(target),
            deed: rules.deed_with(who, Tool::Item(at as u8)),
        });
        let stress = item.restores_stress.map_or(0, |dice| self.roll_remedy(dice, Points::Stress));
        let wounds = item.restores_wounds.map_or(0, |dice| self.roll_remedy(dice, Points::Wounds));
        self.scratch.effects.push(Effect::Restore { by: who, item: at as u8, target, stress, wounds });
        true
    }

    /// Rolls the points of Stress or of Wound Points that an item restores.
    fn roll_remedy(&mut self, dice: DiceExpr, points: Points) -> i32 {
        let restored = self.dice.draw_of(Meaning::of_sum("remedy", dice), |source| Some(source.sum(dice)));
        self.trace.rule("WOUNDS-37");
        self.tell(|_, fight| Event::Remedy { roll: fight.roll(dice), points, restored });
        restored
    }

    fn target_of_item(&mut self, who: Who, item: &Item, declared: Option<Who>) -> Option<Who> {
        if !item.is_for_allies {
            return Some(who);
        }
        if !self.rules.knobs.targets_are_fixed {
            return self.choose_ally(who, item);
        }
        declared.filter(|&ally| self.allies_in_need(who, item).contains(ally))
    }

    /// Makes a Heal check on a patient (WOUNDS-43). Returns whether the combatant has the skill.
    fn heal(&mut self, who: Who, is_carried: bool, patient: Who) -> bool {
        let Some(bonus) = self.sheet(who).heal else { return false };
        self.enter_action(who, is_carried);
        self.trace.rule("WOUNDS-25");
        if self.heal_check(who, bonus, patient) {
            self.scratch.effects.push(Effect::Stabilise { patient });
        }
        true
    }

    /// The number that a Heal check on a patient has to reach (WOUNDS-43).
    pub(super) fn heal_tn(&self, patient: Who) -> i32 {
        self.rules.knobs.heal_tn_base + self.body(patient).worst_wound
    }

    /// Rolls a Heal check (WOUNDS-43). Returns whether it helps.
    pub(super) fn heal_check(&mut self, who: Who, bonus: i32, patient: Who) -> bool {
        let tn = self.heal_tn(patient);
        self.trace.rule("WOUNDS-43");
        let is_success =
            self.dice.draw_of(Meaning::new("heal", [tn - bonus]), |dice| Some(dice.die(20) as i32 + bonus >= tn));
        self.tell(|rules, fight| Event::HealCheck {
            who: rules.named(who),
            target: rules.named(patient),
            roll: fight.sum(bonus),
            needed: tn,
            helps: is_success,
            deed: rules.deed_with(who, Tool::Heal),
        });
        is_success
    }

    /// Makes an Intimidation check against a target (WOUNDS-64). Returns whether the combatant has the skill.
    fn intimidate(&mut self, who: Who, is_carried: bool, target: Who) -> bool {
        let Some(bonus) = self.sheet(who).intimidation else { return false };
        self.enter_action(who, is_carried);
        self.trace.rule("WOUNDS-25");
        self.trace.rule("WOUNDS-64");
        let total = self.dice.draw_of(Meaning::new("intimidation", [bonus]), |dice| Some(dice.die(20) as i32 + bonus));
        self.tell(|rules, fight| Event::Intimidation {
            who: rules.named(who),
            target: rules.named(target),
            roll: fight.sum(bonus),
            deed: rules.deed_with(who, Tool::Intimidation),
        });
        self.scratch.effects.push(Effect::Frighten { target, total: total as i16 });
        true
    }

    /// Makes the Reposte of a combatant in Full-Defense against an attack, if attacks of its kind are answered
    /// (WOUNDS-19, WOUNDS-23).
    pub(super) fn answer(&mut self, made: Made) {
        let (who, attacker) = (made.target, made.attacker);
        if made.has_hit && self.rules.knobs.repostes_on_miss_only || !self.stands(attacker) {
            return;
        }
        let is_near = |(_, weapon): (usize, &Attack)| self.distance(who, attacker) <= weapon.reach;
        if self.ready_weapon(who).is_some_and(is_near) && self.reacts(who) {
            self.make_reposte(who, attacker, StrikeOf::Reposte);
        }
    }

    /// Makes a Reposte: one strike with the guard weapon, whose results take effect at once (WOUNDS-23).
    pub(super) fn make_reposte(&mut self, who: Who, target: Who, part: StrikeOf) {
        let Some((at, _)) = self.guard_weapon(who) else { return };
        self.state.this_round.reacted.insert(who);
        self.trace.count(REPOSTES, 1);
        self.enter_beside_turn(who, beside::REPOSTE);
        self.trace.rule(if part == StrikeOf::Entry { "WOUNDS-21" } else { "WOUNDS-19" });
        self.trace.rule("WOUNDS-23");
        self.apply_rules_of_action(who);
        let is_strained = self.takes_action(who);
        if let Some(blow) = self.strike(who, at, target, part) {
            self.trace.count(REPOSTE_HITS, 1);
            self.take_harm(who, Tool::Attack(at as u8), target, blow);
            self.update_standing(target);
        }
        if is_strained {
            self.strain(who);
            self.update_standing(who);
        }
    }
}
