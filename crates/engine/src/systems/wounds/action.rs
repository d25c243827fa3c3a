//! The actions of turns: carried out against the situation at the start of their count, with Repostes (WOUNDS-06,
//! WOUNDS-18 to WOUNDS-23, WOUNDS-34 to WOUNDS-37, WOUNDS-39, WOUNDS-43, WOUNDS-44, WOUNDS-64).

use super::beside;
use super::metrics::{REPOSTE_HITS, REPOSTES, SPELLS_CAST, STRESS_SPENT, TURNS_LOST};
use super::narration::{Rolled, narrate_remedy};
use super::policy::Aim;
use super::resolve::Fight;
use super::sheet::{Attack, Item, Spell};
use super::state::{Action, Turn};
use super::strike::{Blow, Strike, StrikeOf};
use crate::dice::{Dice, DiceExpr, Meaning};
use crate::trace::Trace;

/// A turn on the current count.
#[derive(Debug, Clone, Copy)]
pub(super) struct Acting {
    /// What was declared. Where targets are not fixed it has from the move on the target that was picked for it.
    pub(super) turn: Turn,
    who: u8,
    /// Whether the turn was carried over from the round before (WOUNDS-17).
    pub(super) is_carried: bool,
    /// Whether it was spent on a crawl.
    pub(super) is_over: bool,
    /// What was found about the target picked for it, and after how many [moves](super::resolve::Scratch::moves): it is so
    /// still as long as nobody else moves.
    pub(super) found: Found,
    pub(super) found_after: u8,
    /// Whether its action was carried out.
    pub(super) is_done: bool,
}

/// Whether a turn can be carried out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Found {
    Unknown,
    /// It can, on the target picked for it.
    Within,
    /// Nobody to aim at is within reach.
    Beyond,
}

impl Acting {
    #[inline(always)]
    pub(super) const fn new(who: usize, is_carried: bool, turn: Turn) -> Self {
        Self { turn, who: who as u8, is_carried, is_over: false, found: Found::Unknown, found_after: 0, is_done: false }
    }

    #[inline(always)]
    pub(super) fn who(self) -> usize {
        self.who.into()
    }

    /// What is found about its target, after so many moves.
    #[inline(always)]
    pub(super) fn find(&mut self, found: Found, moves: u8) {
        (self.found, self.found_after) = (found, moves);
    }

    #[inline(always)]
    pub(super) fn target(self) -> Option<usize> {
        self.turn.target.map(usize::from)
    }
}

/// What a turn's dice have come to.
#[derive(Debug, Clone, Copy)]
pub(super) enum Effect {
    /// A hit or a spell that worked.
    Harm { by: u8, target: u8, blow: Blow },
    /// An item.
    Restore { target: u8, stress: i32, wounds: i32 },
    /// A Heal check that succeeded.
    Stabilise { patient: u8 },
    /// An Intimidation check, with its result.
    Frighten { target: u8, total: i16 },
    /// Full-Defense.
    Guard { who: u8 },
    /// The price of acting at 0 Wound Points or below.
    Strain { who: u8 },
}

/// An attack that was made against somebody in Full-Defense, who may answer it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Made {
    attacker: u8,
    target: u8,
    has_hit: bool,
}

impl<D: Dice, T: Trace> Fight<'_, D, T> {
    /// Carries out the action of a turn: pays for it and rolls its dice (the ledger's step 4c). A turn is ready where
    /// nothing has changed since it was found that it can be carried out; who has two turns may have paid for the
    /// first one.
    #[inline(always)]
    pub(super) fn carry_out(&mut self, acting: &mut Acting) {
        let (who, action) = (acting.who(), acting.turn.action);
        let is_known = acting.found_after == self.scratch.moves && !self.state.had_carried.contains(who);
        let mut target = acting.target();
        match acting.found {
            Found::Within if is_known => {}
            Found::Beyond if is_known => return self.note_undone(who, action),
            _ if acting.is_over => return,
            _ => {
                let can_be_taken;
                (can_be_taken, target) = self.out_of_line((who, action, target), Fight::look_again);
                if !can_be_taken {
                    return;
                }
            }
        }
        acting.is_done = match (action, target) {
            (Action::Attack(at) | Action::DefensiveAttack(at), Some(target)) => {
                self.attack(who, acting.is_carried, at.into(), target);
                true
            }
            (Action::Attack(_) | Action::DefensiveAttack(_) | Action::Advance | Action::Wait, _) => false,
            _ => self.out_of_line((who, acting.is_carried, action, target), Fight::carry_out_other),
        };
        if !acting.is_done {
            self.note_undone(who, action);
        } else if self.takes_action(who) {
            self.scratch.effects.push(Effect::Strain { who: who as u8 });
        }
    }

    /// Whether somebody can take its turn still, and at whom it is aimed then: the target of its move if it is one
    /// still and within reach, else a new pick; where targets are fixed, that one or nobody.
    #[inline(always)]
    fn look_again(&mut self, (who, action, target): (usize, Action, Option<usize>)) -> (bool, Option<usize>) {
        if !self.stands(who) || !self.may_act(who) {
            self.trace.count(TURNS_LOST, 1);
            self.note_lost_turn(who);
            return (false, None);
        }
        if self.is_lost(who, action) {
            self.note_undone(who, action);
            return (false, None);
        }
        let Some((aim, reach)) = self.aim_of(who, action) else { return (true, target) };
        let kept = target.filter(|&target| self.can_be_struck(who, aim, target, reach));
        if kept.is_some() || self.rules.knobs.targets_are_fixed {
            return (true, kept);
        }
        let picked = self.pick(who, aim, reach, false);
        (true, picked.filter(|&target| self.can_be_struck(who, aim, target, reach)))
    }

    /// Carries out what is no attack; whether it could.
    #[inline(always)]
    fn carry_out_other(&mut self, (who, is_carried, action, target): (usize, bool, Action, Option<usize>)) -> bool {
        match (action, target) {
            (Action::Cast(at), Some(target)) => {
                if let Some(blow) = self.cast(who, is_carried, at.into(), target) {
                    self.scratch.effects.push(Effect::Harm { by: who as u8, target: target as u8, blow });
                }
            }
            (Action::UseItem(at), _) => return self.use_item(who, is_carried, at.into(), target),
            (Action::Heal, Some(patient)) => return self.heal(who, is_carried, patient),
            (Action::Intimidate, Some(target)) => return self.intimidate(who, is_carried, target),
            (Action::FullDefense, _) => self.scratch.effects.push(Effect::Guard { who: who as u8 }),
            _ => return false,
        }
        true
    }

    /// Counts an action of somebody; whether it costs strain (WOUNDS-39, WOUNDS-44).
    #[inline(always)]
    fn takes_action(&mut self, who: usize) -> bool {
        let (is_sound, state) = (self.is_sound(who), &mut *self.state);
        let is_free = is_sound || state.stabilised.contains(who) && !state.acted.contains(who);
        state.acted.insert(who);
        !is_free && state.bodies[who].wounds <= 0
    }

    #[inline(always)]
    fn can_be_struck(&self, who: usize, aim: Aim, target: usize, reach: i32) -> bool {
        self.is_valid(who, aim, target) && self.distance(who, target) <= reach
    }

    /// Pays for an attack, and uses it up.
    #[inline(always)]
    fn pay_for_attack(&mut self, who: usize, attack: &Attack) {
        if attack.stress_cost > 0 {
            self.trace.rule("WOUNDS-34");
            self.spend_stress(who, attack.stress_cost);
            let (rules, state) = (self.rules, &*self.state);
            self.trace.narrate(|| rules.narrate_price(who, attack.stress_cost, 0, &state.bodies[who]));
        }
        if let Some(uses) = attack.uses {
            let left = &mut self.state.uses[uses.index()];
            *left -= 1;
            if *left == 0 {
                self.out_of_line(who, Fight::note_used_up);
            }
        }
    }

    /// Pays for an attack and rolls its dice.
    #[inline(always)]
    pub(super) fn attack(&mut self, who: usize, is_carried: bool, at: usize, target: usize) {
        let attack = &self.sheet(who).attacks[at];
        self.pay_for_attack(who, attack);
        self.enter_slot_of(who, is_carried);
        self.note_action(who);
        let directed = [who, at, target];
        let mut has_hit = self.strike_of_turn((attack, directed));
        // Most often there is no other one, so that the first is no part of a loop.
        for _ in 1..attack.strikes {
            has_hit |= self.out_of_line((attack, directed), Fight::strike_of_turn);
        }
        self.note_made(who, target, has_hit);
    }

    /// Somebody has used one of its attacks up.
    #[inline(always)]
    fn note_used_up(&mut self, who: usize) {
        let is_left_with_last = self.sheet(who).is_left_with_last(&self.state.uses);
        self.scratch.with_last_attack.set(who, is_left_with_last);
    }

    /// An attack of somebody sound who has a count to itself, and what comes of it. Most often it is one strike, whose blow is
    /// taken at once and not put among the effects first; whoever hears of it hears of no blow where it misses.
    #[inline(always)]
    pub(super) fn attack_alone(&mut self, who: usize, at: usize, target: usize) {
        let attack = &self.sheet(who).attacks[at];
        self.state.acted.insert(who);
        if T::HEARS_RULES || attack.strikes > 1 {
            return self.out_of_line((who, at, target), Fight::attack_repeatedly);
        }
        self.pay_for_attack(who, attack);
        self.enter_turn(who);
        let Strike { hits, blow } = self.strike(attack, [who, at, target], StrikeOf::Turn);
        self.note_made(who, target, hits);
        if !self.take_harm(who, target, blow).is_empty() {
            self.reconsider(target);
        }
    }

    #[inline(always)]
    fn attack_repeatedly(&mut self, (who, at, target): (usize, usize, usize)) {
        self.attack(who, false, at, target);
        self.apply_effects();
    }

    /// One of the strikes of an attack; whether it hits.
    #[inline(always)]
    fn strike_of_turn(&mut self, (attack, [who, at, target]): (&Attack, [usize; 3])) -> bool {
        let Strike { hits, blow } = self.strike(attack, [who, at, target], StrikeOf::Turn);
        // Nobody but a listener could tell a blow of nothing from none.
        if hits || !T::HEARS_RULES {
            self.scratch.effects.push(Effect::Harm { by: who as u8, target: target as u8, blow });
        }
        hits
    }

    /// A spell, which is paid for even if it does not work.
    #[inline(always)]
    pub(super) fn cast(&mut self, who: usize, is_carried: bool, at: usize, target: usize) -> Option<Blow> {
        let spell = &self.sheet(who).spells[at];
        self.pay(who, spell);
        self.enter_slot_of(who, is_carried);
        self.note_action(who);
        let blow = self.cast_at(who, at, target);
        self.note_made(who, target, blow.is_some());
        blow
    }

    /// Remembers an attack that may be answered when the count is over: nobody goes into Full-Defense before that.
    #[inline(always)]
    pub(super) fn note_made(&mut self, attacker: usize, target: usize, has_hit: bool) {
        if self.state.guarded.contains(target) {
            self.scratch.made.push(Made { attacker: attacker as u8, target: target as u8, has_hit });
        }
    }

    /// WOUNDS-35.
    #[inline(always)]
    fn pay(&mut self, who: usize, spell: &Spell) {
        self.trace.count(SPELLS_CAST, 1);
        let body = &mut self.state.bodies[who];
        let of_mana = spell.mana.min(body.mana);
        body.mana -= of_mana;
        self.spend_stress(who, spell.mana - of_mana);
        self.note_price_of_spell(who, spell, of_mana);
    }

    #[inline(always)]
    fn spend_stress(&mut self, who: usize, price: i32) {
        self.state.bodies[who].stress -= price;
        self.trace.count(STRESS_SPENT, price as u32);
    }

    /// WOUNDS-37.
    #[inline(always)]
    fn use_item(&mut self, who: usize, is_carried: bool, at: usize, declared: Option<usize>) -> bool {
        let item = &self.sheet(who).items[at];
        let Some(target) = self.target_of_item(who, item, declared) else { return false };
        self.state.uses[item.uses.index()] -= 1;
        self.enter_slot_of(who, is_carried);
        self.note_action(who);
        if item.is_for_allies {
            self.trace.rule("WOUNDS-25");
        }
        self.trace.rule("WOUNDS-37");
        let rules = self.rules;
        self.trace.narrate(|| rules.narrate_item(who, at, target));
        let stress = item.restores_stress.map_or(0, |dice| self.roll_remedy(dice, "Stress"));
        let wounds = item.restores_wounds.map_or(0, |dice| self.roll_remedy(dice, "Wound Points"));
        self.scratch.effects.push(Effect::Restore { target: target as u8, stress, wounds });
        true
    }

    /// What an item restores of Stress or of Wound Points.
    #[inline(always)]
    fn roll_remedy(&mut self, dice: DiceExpr, what: &str) -> i32 {
        let restored = self.dice.draw_of(Meaning::of_sum("remedy", dice), |source| Some(source.sum(dice)));
        self.trace.rule("WOUNDS-37");
        let faces = self.dice.faces();
        self.trace.narrate(|| narrate_remedy(dice, faces, restored, what));
        restored
    }

    #[inline(always)]
    fn target_of_item(&self, who: usize, item: &Item, declared: Option<usize>) -> Option<usize> {
        if !item.is_for_allies {
            return Some(who);
        }
        if !self.rules.knobs.targets_are_fixed {
            return self.ally_in_need(who, item);
        }
        declared.filter(|&ally| {
            self.state.present.contains(ally) && self.distance(who, ally) <= 1 && self.needs(ally, item)
        })
    }

    /// WOUNDS-43.
    #[inline(always)]
    fn heal(&mut self, who: usize, is_carried: bool, patient: usize) -> bool {
        let rules = self.rules;
        let Some(bonus) = self.sheet(who).heal else { return false };
        let tn = rules.knobs.heal_tn_base + self.body(patient).worst_wound;
        self.enter_slot_of(who, is_carried);
        self.note_action(who);
        self.trace.rule("WOUNDS-25");
        self.trace.rule("WOUNDS-43");
        let is_success =
            self.dice.draw_of(Meaning::new("heal", [tn - bonus]), |dice| Some(dice.die(20) as i32 + bonus >= tn));
        let faces = self.dice.faces();
        self.trace.narrate(|| rules.narrate_heal_check(who, patient, Rolled { faces, bonus, needed: tn, is_success }));
        if is_success {
            self.scratch.effects.push(Effect::Stabilise { patient: patient as u8 });
        }
        true
    }

    /// WOUNDS-64.
    #[inline(always)]
    fn intimidate(&mut self, who: usize, is_carried: bool, target: usize) -> bool {
        let rules = self.rules;
        let Some(bonus) = self.sheet(who).intimidation else { return false };
        self.enter_slot_of(who, is_carried);
        self.note_action(who);
        self.trace.rule("WOUNDS-25");
        self.trace.rule("WOUNDS-64");
        let total = self.dice.draw_of(Meaning::new("intimidation", [bonus]), |dice| Some(dice.die(20) as i32 + bonus));
        let faces = self.dice.faces();
        self.trace.narrate(|| rules.narrate_intimidation(who, target, faces, bonus));
        self.scratch.effects.push(Effect::Frighten { target: target as u8, total: total as i16 });
        true
    }

    /// Whether an attack is one of those that are answered, by somebody who has its Reaction left (WOUNDS-19, WOUNDS-23).
    #[inline(always)]
    pub(super) fn may_be_answered(&self, made: Made) -> bool {
        let is_answered = !(self.rules.knobs.repostes_on_miss_only && made.has_hit);
        is_answered && !self.state.reacted.contains(made.target.into())
    }

    /// The Reposte of somebody in Full-Defense against an attack (WOUNDS-19).
    #[inline(always)]
    pub(super) fn answer(&mut self, made: Made) {
        let (who, attacker) = (usize::from(made.target), usize::from(made.attacker));
        if !self.stands(attacker) {
            return;
        }
        if self.ready_weapon(who).is_some_and(|(_, weapon)| self.distance(who, attacker) <= weapon.reach) {
            self.make_reposte((who, attacker, StrikeOf::Reposte));
        }
    }

    /// One strike with the guard weapon, with its results at once (WOUNDS-23).
    #[inline(always)]
    pub(super) fn make_reposte(&mut self, (who, target, part): (usize, usize, StrikeOf)) {
        let Some((at, weapon)) = self.guard_weapon(who) else { return };
        self.state.reacted.insert(who);
        self.trace.count(REPOSTES, 1);
        self.enter_beside_turn(who, beside::REPOSTE);
        self.note_reposte(who, part);
        let is_strained = self.takes_action(who);
        let Strike { hits, blow } = self.strike(weapon, [who, at, target], part);
        if hits {
            self.trace.count(REPOSTE_HITS, 1);
            self.take_harm(who, target, blow);
            self.reconsider(target);
        }
        if is_strained {
            self.strain(who);
            self.reconsider(who);
        }
    }
}
