//! Attacks, spells and stunts, and what they bring.

use std::ops::ControlFlow::Continue;

use super::ailment::{Ailment, SourceId};
use super::field::{Group, places};
use super::metrics::{
    ATTACKS, CRITICALS, DAMAGE, HAZARD_LOST, HEALING, HINDERED, HITS, ITEMS_USED, PARTY_FUMBLES, STUNTS, STUNTS_WON,
    WEAPONS_BROKEN, of_side,
};
use super::resolve::{Edge, Fight, Flow};
use super::scenario::AttackKind;
use super::{Attack, Damage, Tester};
use crate::dice::{Dice, DiceExpr};
use crate::outcome::Side;
use crate::trace::Trace;

/// What the Test of an attack came to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Verdict {
    /// The attack hits, the spell or stunt succeeds.
    pub(super) hits: bool,
    /// Damage is multiplied (ZONES-26, ZONES-27).
    pub(super) is_multiplied: bool,
    /// A usage is marked (ZONES-28).
    pub(super) is_marked: bool,
}

/// What an attack is up against.
#[derive(Debug, Clone, Copy)]
pub(super) struct Odds {
    pub(super) edge: Edge,
    /// The bonus of whoever makes the Test.
    pub(super) bonus: i16,
    pub(super) difficulty: i16,
}

impl Attack {
    /// What a natural means, where `needed` passes the Test (ZONES-26 to ZONES-29).
    #[inline(always)]
    #[expect(clippy::needless_bitwise_bool, reason = "a branch on a die is mispredicted")]
    pub(super) const fn verdict(&self, natural: i32, needed: i32, misses_at_one: bool) -> Verdict {
        let passes = natural >= needed;
        match self.tester {
            Tester::Attacker { .. } => {
                let is_multiplied = self.is_strike & (natural == 20);
                let misses = misses_at_one & self.is_strike & (natural == 1);
                let is_marked = self.is_marked & (natural == 1);
                Verdict { hits: passes & !misses | is_multiplied, is_multiplied, is_marked }
            }
            Tester::Target { .. } => {
                let is_multiplied = self.is_strike & (natural == 1);
                Verdict { hits: !passes | is_multiplied, is_multiplied, is_marked: false }
            }
        }
    }
}

impl Damage {
    /// One roll of it, multiplied, before it is cut to 0 and to the HP there are (ZONES-24 to ZONES-27).
    #[inline(always)]
    fn roll<D: Dice>(self, dice: &mut D, multiplier: i32, constant_once: bool) -> i32 {
        let (mut rolled, mut plus) = (dice.sum(self.main), self.main.plus);
        if let Some(off_hand) = self.off_hand {
            let second = dice.sum(off_hand);
            if second > rolled {
                (rolled, plus) = (second, off_hand.plus);
            }
        }
        if constant_once { (rolled - plus) * multiplier + plus } else { rolled * multiplier }
    }

    /// Whether it is a die or two.
    #[inline(always)]
    const fn is_light(self) -> bool {
        self.main.count <= 2 && self.off_hand.is_none()
    }

    /// The greatest result, which may be negative.
    pub(super) fn greatest(self, multiplier: i64, constant_once: bool) -> i64 {
        let of = |dice: DiceExpr| {
            let with_naturals = if constant_once {
                (dice.max() - i64::from(dice.plus)) * multiplier + i64::from(dice.plus)
            } else {
                dice.max() * multiplier
            };
            with_naturals.max(dice.max())
        };
        self.off_hand.map_or(of(self.main), |off_hand| of(self.main).max(of(off_hand)))
    }
}

impl<'a, D: Dice, T: Trace> Fight<'a, D, T> {
    /// The attack at that place of a combatant's list, bare hands included.
    #[inline(always)]
    pub(super) fn attack_of(&self, who: usize, attack: usize) -> &'a Attack {
        &self.rules.sheet(who).attacks[attack]
    }

    /// Whether an attack has uses left and is not broken (ZONES-28, ZONES-29).
    #[inline(always)]
    fn is_usable(&self, attack: &Attack) -> bool {
        let is_left =
            |counter: Option<u16>| counter.is_none_or(|counter| self.state.counters[usize::from(counter)] > 0);
        is_left(attack.uses) && is_left(attack.marks)
    }

    /// USABLE: a bit for each attack; the bare hands alone when a Character has nothing else (ZONES-30).
    #[inline(always)]
    pub(super) fn usable(&self, who: usize) -> u64 {
        let sheet = self.sheet(who);
        let mut usable = sheet.listed_attacks;
        if sheet.is_limited {
            for at in places(sheet.listed_attacks) {
                if !self.is_usable(&sheet.attacks[at]) {
                    usable &= !(1 << at);
                }
            }
        }
        if usable == 0 { self.bare_hands(who) } else { usable }
    }

    /// The bit of a Character's bare hands; nothing for a Creature (ZONES-30).
    #[inline(always)]
    fn bare_hands(&self, who: usize) -> u64 {
        let sheet = self.sheet(who);
        let all = (1_u64 << sheet.attacks.len()) - 1;
        all & !sheet.listed_attacks
    }

    /// What a combatant strikes with outside of its Turn: its first usable melee attack, else its first usable ranged
    /// one, else a Character's bare hands (ZONES-37).
    pub(super) fn free_attack(&self, who: usize) -> Option<usize> {
        let sheet = self.sheet(who);
        let usable = || places(sheet.listed_attacks).filter(|&at| self.is_usable(&sheet.attacks[at]));
        let first = |kind: AttackKind| usable().find(|&at| sheet.attacks[at].kind == kind);
        first(AttackKind::Melee).or_else(|| first(AttackKind::Ranged)).or_else(|| places(self.bare_hands(who)).next())
    }

    /// Whether an attack has the Close penalty against somebody in the same Zone (ZONES-21).
    #[inline(always)]
    pub(super) fn has_close_penalty(&self, attack: &Attack) -> bool {
        attack.kind == AttackKind::Ranged && self.rules.knobs.close_shot_disadvantage
    }

    /// Those of some opponents to whom an attack could do anything.
    #[inline(always)]
    pub(super) fn useful_on(&self, attack: &Attack, opponents: Group) -> Group {
        if attack.harms {
            return opponents;
        }
        places(opponents)
            .filter(|&target| self.would_change(attack, target))
            .fold(0, |group, target| group | 1 << target)
    }

    /// Whether one of an attack's effects would change the target.
    fn would_change(&self, attack: &Attack, target: usize) -> bool {
        attack.hinder.is_some_and(|(hinderance, _)| !self.suffers(target, hinderance))
            || attack.ongoing.is_some() && !self.suffers(target, Ailment::Ongoing)
            || attack.push && self.push_zone(target).is_some()
            || attack.demand && self.can_be_broken(target)
    }

    /// An attack, spell or stunt as an Action (ZONES-13).
    #[inline(always)]
    pub(super) fn attack_as_action(&mut self, who: usize, attack: usize, target: usize) -> Flow {
        self.trace.rule("ZONES-13");
        self.remember_target(self.side(who), target);
        self.resolve(who, attack, target, false)
    }

    /// Keeps whom a side attacked last, if somebody of it asks.
    #[inline(always)]
    pub(super) fn remember_target(&mut self, side: Side, target: usize) {
        if self.rules.tracks_focus[side.index()] {
            self.state.focus[side.index()] = target as u8;
        }
    }

    /// ATTACK or STUNT, whatever the occasion.
    #[inline(always)]
    pub(super) fn resolve(&mut self, who: usize, at: usize, target: usize, is_free: bool) -> Flow {
        let attack = self.attack_of(who, at);
        self.trace.rule("ZONES-08");
        if let Some(uses) = attack.uses {
            self.trace.rule("ZONES-29");
            self.state.counters[usize::from(uses)] -= 1;
        }
        if attack.kind == AttackKind::Stunt {
            self.stunt(who, at, target)
        } else {
            self.attack(who, at, target, is_free)
        }
    }

    /// ATTACK: melee, ranged or spell (ZONES-19 to ZONES-30).
    #[inline(always)]
    fn attack(&mut self, who: usize, at: usize, target: usize, is_free: bool) -> Flow {
        let (rules, side, attack) = (self.rules, self.side(who), self.attack_of(who, at));
        self.note_attack(who, attack);
        let odds = self.odds(who, attack, target);
        let certain = self.hits_for_certain(attack, target);
        let verdict = if certain { Verdict { hits: true, ..Verdict::default() } } else { self.strike(attack, odds) };
        self.note_test_of(who, attack, target, odds, certain);
        self.note_verdict(side, verdict);
        self.trace.count(of_side(ATTACKS, side), 1);
        self.trace.count(of_side(HITS, side), u32::from(verdict.hits));
        self.trace.count(of_side(CRITICALS, side), u32::from(verdict.is_multiplied));
        let dice = &*self.dice;
        self.trace
            .tell(|| rules.tell_attack(who, at, target, is_free, (!certain).then_some(odds), dice.faces(), verdict));
        if verdict.is_marked {
            self.trace.count(PARTY_FUMBLES, 1);
            if let Some(marks) = attack.marks {
                self.state.counters[usize::from(marks)] -= 1;
            }
        }
        self.damage(who, attack, target, verdict)?;
        if attack.is_plain {
            return Continue(());
        }
        if verdict.hits {
            self.bring_effects(attack, target)?;
        }
        if verdict.is_marked && attack.marks.is_some_and(|marks| self.state.counters[usize::from(marks)] == 0) {
            self.trace.count(WEAPONS_BROKEN, 1);
            self.trace.tell(|| rules.tell_broken(who, at));
        }
        Continue(())
    }

    /// STUNT (ZONES-39).
    fn stunt(&mut self, who: usize, at: usize, target: usize) -> Flow {
        let (rules, side, attack) = (self.rules, self.side(who), self.attack_of(who, at));
        self.trace.rule("ZONES-39");
        let odds = self.odds(who, attack, target);
        let certain = self.hits_for_certain(attack, target);
        let verdict = if certain { Verdict { hits: true, ..Verdict::default() } } else { self.strike(attack, odds) };
        self.note_test_of(who, attack, target, odds, certain);
        self.trace.count(of_side(STUNTS, side), 1);
        self.trace.count(of_side(STUNTS_WON, side), u32::from(verdict.hits));
        let dice = &*self.dice;
        self.trace
            .tell(|| rules.tell_attack(who, at, target, false, (!certain).then_some(odds), dice.faces(), verdict));
        if verdict.hits { self.bring_effects(attack, target) } else { Continue(()) }
    }

    /// What the Test is made with and against (ZONES-19 to ZONES-23, ZONES-29, ZONES-39, ZONES-43).
    #[inline(always)]
    fn odds(&mut self, who: usize, attack: &Attack, target: usize) -> Odds {
        let is_penalised = self.has_close_penalty(attack) && self.zone(who) == self.zone(target);
        if is_penalised {
            self.trace.rule("ZONES-21");
        }
        let is_worse = is_penalised || self.suffers(who, Ailment::Weakened);
        match attack.tester {
            Tester::Attacker { bonus } => Odds {
                edge: Edge::new(false, is_worse),
                bonus,
                difficulty: attack.difficulty + self.sheet(target).hit_difficulty_mod,
            },
            Tester::Target { attribute } => {
                let is_mirrored = is_worse && self.rules.knobs.mirror_disadvantage;
                if is_mirrored {
                    self.trace.rule("ZONES-23");
                }
                Odds {
                    edge: Edge::new(is_mirrored, self.suffers(target, Ailment::Weakened)),
                    bonus: self.sheet(target).bonuses[usize::from(attribute)],
                    difficulty: attack.difficulty,
                }
            }
        }
    }

    /// Whether the target cannot even try to avoid (ZONES-46).
    #[inline(always)]
    fn hits_for_certain(&self, attack: &Attack, target: usize) -> bool {
        self.rules.knobs.paralysed_fails
            && matches!(attack.tester, Tester::Target { .. })
            && self.suffers(target, Ailment::Paralysed)
    }

    /// The Test of an attack (ZONES-26 to ZONES-29).
    #[inline(always)]
    fn strike(&mut self, attack: &Attack, odds: Odds) -> Verdict {
        let needed = i32::from(odds.difficulty - odds.bonus);
        let misses_at_one = self.rules.knobs.natural_one_misses;
        self.dice.draw(|dice| Some(attack.verdict(odds.edge.roll(dice), needed, misses_at_one)))
    }

    /// Rolls and takes the damage of a hit (ZONES-24 to ZONES-27).
    #[inline(always)]
    fn damage(&mut self, who: usize, attack: &Attack, target: usize, verdict: Verdict) -> Flow {
        let Some(damage) = attack.damage else { return Continue(()) };
        let (rules, side) = (self.rules, self.side(who));
        let multiplier = match (verdict.is_multiplied, side) {
            (false, _) => 1,
            (true, Side::Party) => rules.knobs.crit_multiplier,
            (true, Side::Enemies) => rules.knobs.avoid_fumble_multiplier,
        };
        let (hp, once) = (i32::from(self.fighter(target).hp), rules.knobs.constant_once);
        let roll = |dice: &mut D| Some(damage.roll(dice, multiplier, once).clamp(0, hp));
        let lost = if damage.is_light() {
            self.dice.draw_if(verdict.hits, roll)
        } else if verdict.hits {
            self.dice.draw(roll)
        } else {
            0
        };
        if verdict.hits {
            self.trace.rule("ZONES-24");
            if damage.off_hand.is_some() {
                self.trace.rule("ZONES-25");
            }
            let dice = &*self.dice;
            self.trace.tell(|| rules.tell_damage(target, damage, multiplier, dice.faces(), lost, hp - lost));
        }
        self.trace.count(of_side(DAMAGE, side), lost as u32);
        self.lose(target, lost as i16)
    }

    /// What a hit or a success brings beside damage, in order, each only while the target is standing (ZONES-41).
    #[inline(always)]
    fn bring_effects(&mut self, attack: &Attack, target: usize) -> Flow {
        if !self.state.stands(target) {
            return Continue(());
        }
        self.bring_ailments(target, attack.hinder, attack.ongoing);
        if attack.push {
            self.push(target)?;
        }
        if attack.demand && self.state.stands(target) {
            self.demand(target)?;
        }
        Continue(())
    }

    /// A hinderance and Ongoing Damage, unless they are there already (ZONES-33, ZONES-41).
    #[inline(always)]
    pub(super) fn bring_ailments(
        &mut self,
        target: usize,
        hinder: Option<(Ailment, SourceId)>,
        ongoing: Option<SourceId>,
    ) {
        let rules = self.rules;
        if let Some((hinderance, source)) = hinder {
            self.trace.rule("ZONES-41");
            if self.state.fighter_mut(target).ailments.begin(hinderance, source) {
                self.trace.count(of_side(HINDERED, self.side(target)), 1);
                self.trace.tell(|| rules.tell_ailment(target, hinderance));
            }
        }
        if let Some(source) = ongoing {
            if self.state.fighter_mut(target).ailments.begin(Ailment::Ongoing, source) {
                self.trace.tell(|| rules.tell_ailment(target, Ailment::Ongoing));
            } else {
                self.trace.rule("ZONES-33");
            }
        }
    }

    /// Uses a piece of an item, or only brings it to hand: an Action (ZONES-13, ZONES-14). Patients are in the same Zone
    /// (ZONES-09).
    pub(super) fn use_item(&mut self, who: usize, at: usize, patient: usize) {
        let rules = self.rules;
        let item = &rules.sheet(who).items[at];
        self.trace.rule("ZONES-13");
        self.trace.rule("ZONES-14");
        if let Some(at_hand) = item.at_hand {
            let at_hand = &mut self.state.counters[usize::from(at_hand)];
            if *at_hand == 0 {
                *at_hand = 1;
                self.trace.tell(|| rules.tell_retrieval(who, at));
                return;
            }
            *at_hand = 0;
        }
        if patient != who {
            self.trace.rule("ZONES-09");
        }
        self.state.counters[usize::from(item.pieces)] -= 1;
        let missing = i32::from(rules.sheet(patient).hp - self.fighter(patient).hp);
        let healed = self.dice.draw(|dice| Some(dice.sum(item.heal).clamp(0, missing)));
        self.state.fighter_mut(patient).hp += healed as i16;
        self.trace.count(HEALING, healed as u32);
        self.trace.count(ITEMS_USED, 1);
        let (dice, hp) = (&*self.dice, self.fighter(patient).hp);
        self.trace.tell(|| rules.tell_item(who, at, patient, dice.faces(), healed, hp));
    }

    /// HP lost to the ground (ZONES-11).
    pub(super) fn lose_to_hazard(&mut self, who: usize, damage: DiceExpr) -> Flow {
        let (rules, hp) = (self.rules, i32::from(self.fighter(who).hp));
        let lost = self.dice.draw(|dice| Some(dice.sum(damage).clamp(0, hp)));
        self.trace.count(of_side(HAZARD_LOST, self.side(who)), lost as u32);
        let dice = &*self.dice;
        let damage = Damage { main: damage, off_hand: None };
        self.trace.tell(|| rules.tell_damage(who, damage, 1, dice.faces(), lost, hp - lost));
        self.lose(who, lost as i16)
    }

    // What the story and the coverage of rules say about all this.

    /// The rules of the kind of an attack; melee is physical contact (ZONES-09).
    #[inline(always)]
    fn note_attack(&mut self, who: usize, attack: &Attack) {
        let is_character = self.side(who) == Side::Party;
        match attack.kind {
            AttackKind::Melee => {
                self.trace.rule("ZONES-09");
                self.trace.rule(if is_character { "ZONES-19" } else { "ZONES-22" });
            }
            AttackKind::Ranged => self.trace.rule(if is_character { "ZONES-20" } else { "ZONES-22" }),
            AttackKind::Spell => self.trace.rule("ZONES-29"),
            AttackKind::Stunt => {}
        }
        if attack.is_unarmed {
            self.trace.rule("ZONES-30");
        }
    }

    /// The rules of the Test of an attack.
    #[inline(always)]
    fn note_test_of(&mut self, who: usize, attack: &Attack, target: usize, odds: Odds, certain: bool) {
        let is_avoided = matches!(attack.tester, Tester::Target { .. });
        if certain {
            self.trace.rule("ZONES-46");
        } else {
            self.note_test(if is_avoided { target } else { who }, odds.edge);
        }
    }

    /// The rules that a verdict follows (ZONES-26 to ZONES-28).
    #[inline(always)]
    fn note_verdict(&mut self, side: Side, verdict: Verdict) {
        if verdict.is_multiplied {
            self.trace.rule(if side == Side::Party { "ZONES-26" } else { "ZONES-27" });
        }
        if verdict.is_marked {
            self.trace.rule("ZONES-28");
        }
    }
}
