//! Attacks, spells and stunts, their Tests, damage and other effects; items.

use std::ops::ControlFlow::Continue;

use super::ailment::{Ailment, SourceId};
use super::event::{Event, HpLoss};
use super::field::{ZoneId, ZoneSet};
use super::means::Cause;
use super::metrics::{
    ATTACKS, CRITICALS, DAMAGE, HAZARD_LOST, HEALING, HINDERED, HITS, ITEMS_USED, PARTY_FUMBLES, RETRIEVALS, STUNTS,
    STUNTS_WON, WEAPONS_BROKEN,
};
use super::resolve::{Edge, Fight, Flow, Odds};
use super::scenario::ZONES_MAX;
use super::verdict::Verdict;
use super::words::AttackKind;
use super::{Actor, Attack, Damage, Roll, Sheet, Tester};
use crate::accounts::Deed;
use crate::dice::{Dice, DiceExpr};
use crate::outcome::Side;
use crate::skirmish::{Group, ones};
use crate::trace::Trace;
use crate::who::Who;

/// An attack, spell or stunt on a target.
#[derive(Debug, Clone, Copy)]
pub(super) struct Attempt {
    pub(super) who: Who,
    /// The side of `who`.
    pub(super) side: Side,
    /// Index of the attack, spell or stunt in the list of `who`.
    pub(super) index: usize,
    pub(super) target: Who,
    /// Whether it is a free attack (ZONES-34).
    pub(super) is_free: bool,
}

impl Attack {
    /// The bonus and the DR of the Test against a target; the bonus is the attacker's, or the target's if the target
    /// tests to avoid (ZONES-19, ZONES-20, ZONES-22).
    pub(super) fn odds(&self, target: &Sheet) -> Odds {
        let (bonus, difficulty) = match self.tester {
            Tester::Attacker { bonus } => (bonus, self.difficulty + target.hit_difficulty_mod),
            Tester::Target { attribute } => (target.bonuses[usize::from(attribute)], self.difficulty),
        };
        Odds { bonus, difficulty }
    }

    /// The rules for its kind; a melee attack is physical contact (ZONES-09).
    fn rules(&self, side: Side) -> impl Iterator<Item = &'static str> {
        let rules: &[&'static str] = match (self.kind, side) {
            (AttackKind::Melee, Side::Party) => &["ZONES-09", "ZONES-19"],
            (AttackKind::Melee, Side::Enemies) => &["ZONES-09", "ZONES-22"],
            (AttackKind::Ranged, Side::Party) => &["ZONES-20"],
            (AttackKind::Ranged, Side::Enemies) => &["ZONES-22"],
            (AttackKind::Spell, _) => &["ZONES-29"],
            (AttackKind::Stunt, _) => &["ZONES-39"],
        };
        rules.iter().copied().chain(self.is_unarmed.then_some("ZONES-30"))
    }

    /// The Zones that it reaches from a Zone without the Close penalty.
    #[inline]
    pub(super) const fn reached_from(&self, zone: ZoneId) -> ZoneSet {
        self.reach[zone as usize % ZONES_MAX]
    }

    /// The Zones that it reaches from at least one of the given Zones without the Close penalty.
    #[inline]
    pub(super) fn reached_from_any(&self, zones: ZoneSet) -> ZoneSet {
        ones(zones).fold(0, |set, zone| set | self.reach[zone % ZONES_MAX])
    }
}

impl Sheet {
    /// The bit of a Character's bare hands; 0 for a Creature, which has none (ZONES-30).
    #[inline]
    const fn bare_hands(&self) -> u64 {
        let all = (1_u64 << self.attacks.len()) - 1;
        all & !self.listed_attacks
    }

    /// The attacks to choose from, given the usable listed ones: those, or a Character's bare hands if there are none
    /// (ZONES-30).
    #[inline]
    pub(super) const fn or_bare_hands(&self, usable: u64) -> u64 {
        if usable == 0 { self.bare_hands() } else { usable }
    }
}

impl Damage {
    pub(super) fn new(main: Roll, off_hand: Option<Roll>) -> Self {
        let extent = |is_multiplied: bool| {
            let rolls = [Some(&main), off_hand.as_ref()].into_iter().flatten();
            rolls.map(|roll| roll.extent(is_multiplied)).max().unwrap_or(0)
        };
        let extents = [extent(false), extent(true)];
        Self { main, off_hand, extents }
    }

    /// Rolls the damage, with or without the multiplier of a natural, before it is limited to 0 and the target's HP
    /// (ZONES-24 to ZONES-27).
    #[inline]
    fn roll<D: Dice>(&self, dice: &mut D, is_multiplied: bool) -> i32 {
        let (mut roll, mut shown) = (&self.main, self.main.shown(dice));
        if let Some(off_hand) = &self.off_hand {
            let second = off_hand.shown(dice);
            if second + off_hand.dice.plus() > shown + roll.dice.plus() {
                (roll, shown) = (off_hand, second);
            }
        }
        roll.worth(shown, is_multiplied)
    }

    /// The greatest possible damage, which may be negative.
    pub(super) fn greatest(&self) -> i32 {
        let Some(off_hand) = &self.off_hand else { return self.main.greatest() };
        let can_count = [
            (&self.main, self.main.dice.max() >= off_hand.dice.min()),
            (off_hand, off_hand.dice.max() > self.main.dice.min()),
        ];
        let counting = can_count.into_iter().filter(|&(_, can)| can);
        counting.map(|(roll, _)| roll.greatest()).max().unwrap_or(0)
    }
}

impl Roll {
    /// Compiles damage dice. `constant_once`: whether the multiplier leaves the constant alone, as the knob
    /// `crit_constant` or `fumble_constant` says.
    pub(super) fn new(dice: DiceExpr, multiplier: i32, constant_once: bool) -> Self {
        let times = if constant_once { 1 } else { multiplier };
        Self { dice, factors: [1, multiplier], pluses: [dice.plus(), dice.plus() * times] }
    }

    /// Rolls the dice and returns the sum of their faces, without the constant.
    #[inline]
    fn shown<D: Dice>(&self, dice: &mut D) -> i32 {
        dice.sum(self.dice) - self.dice.plus()
    }

    /// The damage for a sum of faces, with the constant (ZONES-26, ZONES-27).
    #[inline]
    const fn worth(&self, shown: i32, is_multiplied: bool) -> i32 {
        shown * self.factors[is_multiplied as usize] + self.pluses[is_multiplied as usize]
    }

    /// The sum of the least and the greatest damage, each at least 0: twice the mean of dice that are never below 0.
    fn extent(&self, is_multiplied: bool) -> i64 {
        let worth = |result: i64| i64::from(self.worth(result as i32 - self.dice.plus(), is_multiplied).max(0));
        worth(self.dice.min()) + worth(self.dice.max())
    }

    pub(super) fn greatest(&self) -> i32 {
        let shown = self.dice.max() as i32 - self.dice.plus();
        self.worth(shown, false).max(self.worth(shown, true))
    }
}

impl<'a, D: Dice, T: Trace> Fight<'a, D, T> {
    /// An attack of a combatant by its index; if the main weapon is broken, the attack with the second weapon alone.
    pub(super) fn attack_of(&self, sheet: &'a Sheet, attack: usize) -> &'a Attack {
        let listed = &sheet.attacks[attack];
        match &listed.off_hand_alone {
            Some(alone) if !self.is_left(listed.marks) => alone,
            _ => listed,
        }
    }

    /// Whether a counter is above 0; `true` without a counter, since there is no limit then.
    fn is_left(&self, counter: Option<u16>) -> bool {
        counter.is_none_or(|counter| self.state.counters[usize::from(counter)] > 0)
    }

    /// Listed attacks that are at hand, have uses left and are not broken: a bit for each (ZONES-14, ZONES-28,
    /// ZONES-29).
    pub(super) fn usable_of_listed(&self, sheet: &Sheet) -> u64 {
        let mut usable = sheet.listed_attacks;
        for limit in &sheet.limits {
            let is_left = self.state.counters[usize::from(limit.counter)] > 0;
            usable &= !(u64::from(!is_left) << limit.attack);
        }
        usable
    }

    /// USABLE: the attacks to choose from now, a bit for each: usable listed ones, or else the bare hands.
    pub(super) fn usable(&self, sheet: &Sheet) -> u64 {
        sheet.or_bare_hands(self.usable_of_listed(sheet))
    }

    /// The attack that a combatant makes outside of its Turn: its first usable melee attack, else its first usable
    /// ranged one, else a Character's bare hands (ZONES-37). `None` if it has none of them.
    pub(super) fn free_attack(&self, who: Who) -> Option<usize> {
        let sheet = self.sheet(who);
        let usable = self.usable_of_listed(sheet);
        let [melee, ranged] = sheet.free_attacks.map(|attacks| attacks & usable);
        [melee, ranged, sheet.bare_hands()].into_iter().find_map(|attacks| ones(attacks).next())
    }

    /// The opponents of a group on which an attack would have an effect.
    pub(super) fn useful_on(&self, attack: &Attack, opponents: Group) -> Group {
        if attack.harms { opponents } else { opponents.filter(|target| self.would_change(attack, target)) }
    }

    /// Whether at least one of an attack's effects, other than damage, would change the target.
    fn would_change(&self, attack: &Attack, target: Who) -> bool {
        attack.hinder.is_some_and(|(hinderance, _)| !self.suffers(target, hinderance))
            || attack.ongoing.is_some() && !self.suffers(target, Ailment::Ongoing)
            || attack.push && self.push_zone(target).is_some()
            || attack.demand && self.can_be_broken(target)
    }

    /// Makes an attack, spell or stunt as an Action (ZONES-13).
    #[inline]
    pub(super) fn attack_as_action(
        &mut self,
        Actor { who, side, .. }: Actor<'a>,
        index: usize,
        attack: &'a Attack,
        target: Who,
    ) -> Flow {
        self.trace.rule("ZONES-13");
        if self.rules.tracks_focus[side.index()] {
            self.state.focus[side.index()] = Some(target);
        }
        self.resolve(attack, Attempt { who, side, index, target, is_free: false })
    }

    /// Resolves ATTACK or STUNT, as an Action or as a free attack.
    pub(super) fn resolve(&mut self, attack: &'a Attack, attempt: Attempt) -> Flow {
        self.trace.rule("ZONES-08");
        if let Some(uses) = attack.uses {
            self.trace.rule("ZONES-29");
            self.state.counters[usize::from(uses)] -= 1;
        }
        self.trace.rules(|| attack.rules(attempt.side));
        match attack.kind {
            AttackKind::Stunt => self.stunt(attack, attempt),
            AttackKind::Melee | AttackKind::Ranged | AttackKind::Spell => self.attack(attack, attempt),
        }
    }

    /// ATTACK: resolves a melee attack, ranged attack or spell (ZONES-19 to ZONES-30).
    #[inline]
    fn attack(&mut self, attack: &'a Attack, attempt: Attempt) -> Flow {
        let (rules, side) = (self.rules, attempt.side);
        let test = self.test_of(attack, attempt);
        let verdict = self.judge(attack, attempt, test);
        self.trace.rules(|| verdict.rules(side));
        // Plain sums cannot overflow: a fight has far fewer attacks than a count can hold.
        self.trace.count_each(ATTACKS.of(side), &[1]);
        self.trace.count_each(HITS.of(side), &[u32::from(verdict.hits())]);
        self.trace.count_each(CRITICALS.of(side), &[u32::from(verdict.is_multiplied())]);
        self.trace.count_each(PARTY_FUMBLES, &[u32::from(verdict.is_marked())]);
        let dice = &*self.dice;
        self.trace.happens(|| rules.attacked(attempt, test, dice.faces(), verdict));
        if let Some(marks) = attack.marks
            && verdict.is_marked()
        {
            self.state.counters[usize::from(marks)] -= 1;
        }
        if let Some(damage) = &attack.damage {
            self.damage(damage, attempt, verdict)?;
        }
        if verdict.hits() {
            self.bring_effects(attack, attempt)?;
        }
        self.break_weapon(attack, attempt, verdict);
        Continue(())
    }

    /// Reports that a weapon breaks, if this attack has used up its last mark (ZONES-28).
    #[inline]
    fn break_weapon(&mut self, attack: &Attack, attempt: Attempt, verdict: Verdict) {
        let rules = self.rules;
        if verdict.is_marked() && attack.marks.is_some_and(|marks| self.state.counters[usize::from(marks)] == 0) {
            self.trace.count(WEAPONS_BROKEN, 1);
            self.trace.rule("ZONES-28");
            self.trace.happens(|| rules.broken(attempt.who, attempt.index));
        }
    }

    /// STUNT: makes the Test of a stunt, and applies the effects if it succeeds (ZONES-39).
    fn stunt(&mut self, attack: &Attack, attempt: Attempt) -> Flow {
        let (rules, side) = (self.rules, attempt.side);
        let test = self.test_of(attack, attempt);
        let verdict = self.judge(attack, attempt, test);
        self.trace.count(STUNTS.of(side), 1);
        self.trace.count(STUNTS_WON.of(side), u32::from(verdict.hits()));
        let dice = &*self.dice;
        self.trace.happens(|| rules.attacked(attempt, test, dice.faces(), verdict));
        if verdict.hits() { self.bring_effects(attack, attempt) } else { Continue(()) }
    }

    /// The dice of an attack's Test (ZONES-18 to ZONES-23, ZONES-43); `None` if the target is Paralysed and must fail
    /// to avoid (ZONES-46).
    #[inline(always)]
    fn test_of(&mut self, attack: &Attack, attempt: Attempt) -> Option<Edge> {
        let (knobs, Attempt { who, target, .. }) = (&self.rules.knobs, attempt);
        let [from, to] = [self.zone(who), self.zone(target)];
        let edge = self.edge(attack, [(who, from), (target, to)]);
        let is_penalised = attack.is_penalised_close && from == to;
        if is_penalised {
            self.trace.rule("ZONES-21");
        }
        if edge.is_some() && matches!(attack.tester, Tester::Target { .. }) {
            let is_mirrored = knobs.disadvantage_is_mirrored && self.has_disadvantage(who);
            if is_mirrored || is_penalised && knobs.close_shots_are_mirrored {
                self.trace.rule("ZONES-23");
            }
            if is_mirrored {
                let (rules, state) = (self.rules, &*self.state);
                self.trace.rules(|| rules.rules_of_disadvantage(state, who));
            }
        }
        edge
    }

    /// The dice of an attack's Test if the attacker and the target stood in the given Zones; `None` without a Test.
    #[inline(always)]
    pub(super) fn edge(&self, attack: &Attack, [(who, from), (target, to)]: [(Who, ZoneId); 2]) -> Option<Edge> {
        let knobs = &self.rules.knobs;
        let is_penalised = attack.is_penalised_close && from == to;
        let is_disadvantaged = self.has_disadvantage_in(who, from);
        if let Tester::Attacker { .. } = attack.tester {
            return Some(Edge::new(false, is_penalised || is_disadvantaged));
        }
        if knobs.paralysed_fails && self.suffers(target, Ailment::Paralysed) {
            return None;
        }
        let is_mirrored = is_disadvantaged && knobs.disadvantage_is_mirrored;
        let has_advantage = is_penalised && knobs.close_shots_are_mirrored || is_mirrored;
        Some(Edge::new(has_advantage, self.has_disadvantage_in(target, to)))
    }

    /// Makes the Test of an attack and returns the verdict; without a Test, the attack hits (ZONES-26 to ZONES-29).
    #[inline(always)]
    fn judge(&mut self, attack: &Attack, attempt: Attempt, test: Option<Edge>) -> Verdict {
        let Some(edge) = test else {
            self.trace.rule("ZONES-46");
            return Verdict::CERTAIN;
        };
        let is_avoided = matches!(attack.tester, Tester::Target { .. });
        let tester = if is_avoided { attempt.target } else { attempt.who };
        let (rules, state, row) = (self.rules, &*self.state, attack.rows[attempt.target]);
        self.trace.rules(|| rules.rules_of_test(state, tester, edge));
        edge.draw(self.dice, ("verdict", row.into()), |natural| rules.verdicts.of(row, natural))
    }

    /// Rolls and takes the damage of a hit (ZONES-24 to ZONES-27).
    #[inline]
    fn damage(&mut self, damage: &Damage, attempt: Attempt, verdict: Verdict) -> Flow {
        let (rules, Attempt { side, target, .. }) = (self.rules, attempt);
        let (hp, is_multiplied) = (i32::from(self.fighter(target).hp), verdict.is_multiplied());
        let most = self.most_of_roll(hp);
        let roll = |dice: &mut D| Some(damage.roll(dice, is_multiplied).clamp(0, most));
        let dealt = self.dice.draw_if(verdict.hits(), roll);
        let lost = dealt.min(hp);
        self.state.fighters[target].hp = (hp - lost) as i16;
        if verdict.hits() {
            self.trace.rule("ZONES-24");
            if damage.off_hand.is_some() {
                self.trace.rule("ZONES-25");
            }
            let dice = &*self.dice;
            let by = Deed::new(attempt.who, attempt.index);
            let loss = HpLoss { by, lost, left: hp - lost, beyond: dealt - lost };
            self.trace.happens(|| rules.damaged(target, damage, is_multiplied, dice.faces(), loss));
        }
        self.trace.count(DAMAGE.of(side), lost as u32);
        if lost < hp { Continue(()) } else { self.fall(target) }
    }

    /// The most that a roll of damage is worth: the HP that are left, so that the rolls above are one branch of an exact solution;
    /// without end if somebody hears what goes beyond.
    #[inline(always)]
    fn most_of_roll(&self, hp: i32) -> i32 {
        if self.trace.hears_events() { i32::MAX } else { hp }
    }

    /// Applies the effects of a hit or success other than damage, in order, each only while the target is standing
    /// (ZONES-41).
    #[inline]
    fn bring_effects(&mut self, attack: &Attack, Attempt { who, index, target, .. }: Attempt) -> Flow {
        if !self.stands(target) {
            return Continue(());
        }
        self.bring_ailments(target, attack.hinder, attack.ongoing, "ZONES-41", Deed::new(who, index));
        if attack.push {
            self.push(target)?;
        }
        if attack.demand && self.stands(target) {
            self.demand(target)?;
        }
        Continue(())
    }

    /// Gives the target a hinderance and Ongoing Damage, unless it suffers them already (ZONES-31, ZONES-33, ZONES-41).
    /// `rule_of_hinder` is the id of the rule that gives the hinderance; `by` is known to events alone.
    pub(super) fn bring_ailments(
        &mut self,
        target: Who,
        hinder: Option<(Ailment, SourceId)>,
        ongoing: Option<SourceId>,
        rule_of_hinder: &'static str,
        by: Deed,
    ) {
        let rules = self.rules;
        if let Some((hinderance, source)) = hinder {
            self.trace.rule(rule_of_hinder);
            if self.state.fighters[target].ailments.begin(hinderance, source) {
                self.trace.count(HINDERED.of(self.side(target)), 1);
                self.trace.happens(|| Event::Ailment { who: rules.named(target), ailment: hinderance, lasting: None });
            }
        }
        if let Some(source) = ongoing {
            if self.state.fighters[target].ailments.begin(Ailment::Ongoing, source) {
                self.trace.rule("ZONES-31");
                self.trace.happens(|| Event::Ailment {
                    who: rules.named(target),
                    ailment: Ailment::Ongoing,
                    lasting: Some([by, rules.caused(target, Cause::Ongoing)]),
                });
            } else {
                self.trace.rule("ZONES-33");
            }
        }
    }

    /// The attacks that are in the backpack (ZONES-14).
    pub(super) fn stowed_attacks(&self, actor: Actor<'a>) -> impl Iterator<Item = u8> + use<'a, '_, D, T> {
        let attacks = (0..).zip(&actor.sheet.attacks);
        attacks.filter(|(_, attack)| !self.is_left(attack.at_hand)).map(|(index, _)| index)
    }

    /// Brings an attack to hand: an Action (ZONES-13, ZONES-14).
    pub(super) fn retrieve_attack(&mut self, Actor { who, sheet, .. }: Actor<'a>, index: usize) {
        let rules = self.rules;
        self.trace.rule("ZONES-13");
        self.trace.rule("ZONES-14");
        if let Some(at_hand) = sheet.attacks[index].at_hand {
            self.state.counters[usize::from(at_hand)] = 1;
        }
        self.trace.count(RETRIEVALS, 1);
        self.trace.happens(|| Event::Retrieve { who: rules.named(who), what: &rules.names.attacks[who][index] });
    }

    /// Uses a piece of an item, or only brings it to hand: an Action (ZONES-13, ZONES-14). Patients are in the same Zone
    /// (ZONES-09).
    pub(super) fn use_item(&mut self, actor: Actor<'a>, index: usize) {
        let (rules, who, item) = (self.rules, actor.who, &actor.sheet.items[index]);
        self.trace.rule("ZONES-13");
        self.trace.rule("ZONES-14");
        if let Some(at_hand) = item.at_hand {
            let at_hand = &mut self.state.counters[usize::from(at_hand)];
            if *at_hand == 0 {
                *at_hand = 1;
                self.trace.happens(|| Event::Retrieve { who: rules.named(who), what: &rules.names.items[who][index] });
                return;
            }
            *at_hand = 0;
        }
        let patient = self.choose_patient(actor);
        if patient != who {
            self.trace.rule("ZONES-09");
        }
        self.state.counters[usize::from(item.pieces)] -= 1;
        let missing = i32::from(self.full_hp(patient) - self.fighter(patient).hp);
        let healed = self.dice.draw(|dice| Some(dice.sum(item.heal).clamp(0, missing)));
        self.state.fighters[patient].hp += healed as i16;
        self.trace.count(HEALING, healed as u32);
        self.trace.count(ITEMS_USED, 1);
        let (dice, hp) = (&*self.dice, self.fighter(patient).hp);
        self.trace.happens(|| Event::Heal {
            who: rules.named(who),
            item: &rules.names.items[who][index],
            deed: rules.deed_of_item(who, index),
            target: rules.named(patient),
            dice: item.heal.to_string(),
            faces: dice.faces().to_vec(),
            healed,
            hp_left: hp,
        });
    }

    /// Rolls the damage of a hazard and takes the HP (ZONES-11).
    pub(super) fn lose_to_hazard(&mut self, who: Who, damage: DiceExpr) -> Flow {
        let (rules, hp) = (self.rules, i32::from(self.fighter(who).hp));
        let most = self.most_of_roll(hp);
        let dealt = self.dice.draw(|dice| Some(dice.sum(damage).clamp(0, most)));
        let lost = dealt.min(hp);
        self.trace.count(HAZARD_LOST.of(self.side(who)), lost as u32);
        self.trace.rule("ZONES-11");
        let dice = &*self.dice;
        self.trace.happens(|| {
            let damage = Damage::new(Roll::new(damage, 1, false), None);
            let by = rules.caused(who, Cause::Hazard);
            rules.damaged(who, &damage, false, dice.faces(), HpLoss { by, lost, left: hp - lost, beyond: dealt - lost })
        });
        self.lose(who, lost as i16)
    }
}
