//! Policy `wary`: weighs what an attack gains against what its square costs until the next turn.
//!
//! Gains and prices are *shares*: millionths of the HP that the sufferer has left, expected from the chances of tests. They are
//! integers, rounded down, and roll no die. One of many counts less to its side than one of few, so that gains are multiplied by the number of
//! the own side, and prices by that of the enemies.

use std::cmp::Reverse;

use super::Attack;
use super::compile::ADJACENT;
use super::decisions::Deciding;
use super::movement::distance_between;
use super::policy::{Action, Turn};
use super::pool::Test;
use super::resolve::Fight;
use super::scenario::{DrMode, Provokes};
use crate::decision::Rated;
use crate::dice::Dice;
use crate::skirmish::Group;
use crate::trace::Trace;
use crate::who::Who;

/// A certain event, and all HP that a combatant has left.
const ALL: i64 = 1_000_000;
/// The pairs of faces of the critical roll (TINY-23).
const PAIRS: i64 = 36;

impl Test {
    /// The chance that it passes, in millionths, rounded down (TINY-01).
    fn chance(self) -> i64 {
        let (all, low) = (6_i64.pow(self.dice.into()), i64::from(self.target - 1).pow(self.dice.into()));
        (all - low) * ALL / all
    }
}

/// A combatant and the position at which it is thought to stand.
type Place = (Who, i32);

impl<D: Dice, T: Trace> Fight<'_, D, T> {
    /// The action that a wary combatant in combat prefers to those of `default`, if any: it evades behind a comrade, or gets away to
    /// shoot, if that is worth more than its best attack.
    #[cold]
    #[inline(never)]
    pub(super) fn precaution(&self, turn @ Turn { who, .. }: Turn) -> Option<Action> {
        let at = self.fighter(who).position;
        let attack = self.worth_of_best_attack(turn)?;
        let is_covered = !(self.comrades(who) - self.state.evading).is_empty();
        let evade = is_covered.then(|| self.balance(who, 0, self.price((who, at), true)));
        let extricate = self.worth_of_getting_out(who);
        let best = [(Action::Extricate, extricate), (Action::Evade, evade)].into_iter();
        let best = best.filter_map(|(action, worth)| Some((action, worth?))).rev().max_by_key(|&(_, worth)| worth)?;
        (best.1 > attack).then_some(best.0)
    }

    /// The attack that is worth most to a wary combatant, the first of equals. `None` if no attack may be made.
    #[cold]
    #[inline(never)]
    pub(super) fn choose_attack_warily(&mut self, turn: Turn) -> Option<usize> {
        let sheet = self.sheet(turn.who);
        let all = 0..sheet.attacks.len();
        let is_open = |fight: &Self, at: usize| fight.may_make(turn, &sheet.attacks[at]);
        let rank = |fight: &Self, at: usize| (-fight.worth_of_attack(turn, &sheet.attacks[at]), at);
        let preferred = all.clone().filter(|&at| is_open(self, at)).min_by_key(|&at| rank(self, at))?;
        let options = |fight: &Self| {
            let open = all.filter(|&at| is_open(fight, at));
            open.map(|at| Rated::new(at, Reverse(rank(fight, at)))).collect()
        };
        Some(self.decide(Deciding::Attack as usize, turn.who, preferred, options))
    }

    /// The target of which an attack is expected to take most, the weakest of equals.
    #[cold]
    #[inline(never)]
    pub(super) fn choose_target_warily(
        &mut self,
        who: Who,
        attack: &Attack,
        targets: Group,
        weakness: impl Fn(&Self, Who) -> i64,
    ) -> Option<Who> {
        let rank = |fight: &Self, enemy: Who| (-fight.gain(attack, who, enemy), weakness(fight, enemy));
        self.decide_between(Deciding::Target as usize, who, targets, rank)
    }

    fn worth_of_best_attack(&self, turn: Turn) -> Option<i64> {
        let attacks = self.sheet(turn.who).attacks.iter().filter(|attack| self.may_make(turn, attack));
        attacks.map(|attack| self.worth_of_attack(turn, attack)).max()
    }

    /// The gain of an attack that may be made over the price of the square from which it is made.
    fn worth_of_attack(&self, turn @ Turn { who, .. }: Turn, attack: &Attack) -> i64 {
        let place = (who, self.square_for(turn, attack));
        let reaches = |enemy: &Who| distance_between(place.1, self.fighter(*enemy).position) <= attack.reach;
        let gains = self.opponents(who).into_iter().filter(reaches).map(|enemy| self.gain_from(attack, place, enemy));
        self.balance(who, gains.max().unwrap_or(0), self.price(place, false))
    }

    /// The worth of a gain at a price: one of many counts less to its side than one of few.
    pub(super) fn balance(&self, who: Who, gain: i64, price: i64) -> i64 {
        let (own, enemies) = (1 + self.comrades(who).len(), self.opponents(who).len());
        gain * own as i64 - price * enemies as i64
    }

    /// The share that an attack is expected to take of an enemy, from where the attacker stands.
    fn gain(&self, attack: &Attack, who: Who, enemy: Who) -> i64 {
        self.gain_from(attack, (who, self.fighter(who).position), enemy)
    }

    fn gain_from(&self, attack: &Attack, place: Place, enemy: Who) -> i64 {
        let target = (enemy, self.fighter(enemy).position);
        self.share(attack, place, target, self.state.evading.contains(enemy))
    }

    /// The square from which an attack is made: out of combat after the walk that it needs (TINY-12, TINY-16).
    fn square_for(&self, Turn { who, is_in_combat, gap }: Turn, attack: &Attack) -> i32 {
        let from = self.fighter(who).position;
        let feet = gap - attack.reach;
        if is_in_combat || feet <= 0 {
            return from;
        }
        let nearest = self.opponents(who).filter(|enemy| self.distance(who, enemy) == gap);
        let is_by_lot = self.rules.knobs.targets_are_by_lot;
        let nearest = self.state.lots.least_by(is_by_lot, nearest, |enemy| self.strength(enemy));
        nearest.map_or(from, |enemy| from + (self.fighter(enemy).position - from).signum() * feet)
    }

    /// The price of trying to get out of combat, as a worth. `None` if there is no way out, or the combatant could not shoot from where the
    /// preferred one leads.
    fn worth_of_getting_out(&self, who: Who) -> Option<i64> {
        let (sheet, from) = (self.sheet(who), self.fighter(who).position);
        let to = from + self.ways_out(who).next()?.feet();
        let is_in_range = |attack: &Attack| {
            let in_range = |enemy| distance_between(self.fighter(enemy).position, to) <= attack.reach;
            attack.is_ranged() && self.opponents(who).into_iter().any(in_range)
        };
        if !sheet.attacks.iter().any(is_in_range) {
            return None;
        }
        let success = sheet.extricate.chance();
        let provoked = match self.rules.knobs.provokes {
            Provokes::Never => 0,
            Provokes::Always => self.price_of_provoking(who),
            Provokes::OnFailure => self.price_of_provoking(who) * (ALL - success) / ALL,
        };
        let places = success * self.price((who, to), false) + (ALL - success) * self.price((who, from), false);
        Some(self.balance(who, 0, provoked + places / ALL))
    }

    /// The share of the attacks that adjacent enemies make at a combatant that extricates itself (TINY-18).
    fn price_of_provoking(&self, who: Who) -> i64 {
        let place = (who, self.fighter(who).position);
        let adjacent = self.within(who, self.opponents_in_combat(who), ADJACENT).into_iter();
        let shares = adjacent.filter_map(|enemy| {
            let sheet = self.sheet(enemy);
            let attack = &sheet.attacks[sheet.first_melee?];
            Some(self.share(attack, (enemy, self.fighter(enemy).position), place, false))
        });
        shares.sum()
    }

    /// The share that the enemies of a combatant are expected to take of it until its next turn if it stands there.
    pub(super) fn price(&self, place: Place, evades: bool) -> i64 {
        self.opponents(place.0).into_iter().map(|enemy| self.threat(enemy, place, evades)).sum()
    }

    /// The greatest share of an attack that an enemy can make on a combatant in its next turn, divided by the number of those whom it
    /// could attack instead.
    fn threat(&self, enemy: Who, place @ (who, at): Place, evades: bool) -> i64 {
        let (from, side) = (self.fighter(enemy).position, self.comrades(who) | Group::of(who));
        let position = |member: Who| if member == who { at } else { self.fighter(member).position };
        let gap = side.into_iter().map(|member| distance_between(from, position(member))).min().unwrap_or(0);
        let is_in_combat = gap <= ADJACENT;
        let sheet = self.sheet(enemy);
        let may_make = |attack: &&Attack| {
            if is_in_combat { attack.is_made_in_combat } else { gap - attack.reach <= sheet.movement }
        };
        let nearest = || side.into_iter().map(position).filter(|&near| distance_between(from, near) == gap);
        let threats = sheet.attacks.iter().filter(may_make).flat_map(|attack| {
            let feet = if is_in_combat { 0 } else { (gap - attack.reach).max(0) };
            nearest().filter_map(move |near| {
                let from = from + (near - from).signum() * feet;
                let in_reach = |member: &Who| distance_between(from, position(*member)) <= attack.reach;
                let targets = side.into_iter().filter(in_reach).count() as i64;
                let share = || self.share(attack, (enemy, from), place, evades) / targets;
                in_reach(&who).then(share)
            })
        });
        threats.max().unwrap_or(0)
    }

    /// The share that an attack is expected to take of its target if both stood there (TINY-17, TINY-19 to TINY-25).
    pub(super) fn share(&self, attack: &Attack, attacker: Place, target: Place, evades: bool) -> i64 {
        let by_circumstance = usize::from(attack.is_ranged() && self.is_shot_hindered_at(attacker, target));
        let (who, knobs) = (target.0, &self.rules.knobs);
        let mut hits = attack.tests[by_circumstance].chance();
        if evades {
            hits = hits * (ALL - self.sheet(who).evade_test(attack).chance()) / ALL;
        }
        let hp = i64::from(self.fighter(who).hp);
        let overcomes = attack.second_tests[by_circumstance].chance();
        let lost = |is_critical: bool| {
            let damage = attack.damage + if is_critical { knobs.critical_bonus } else { 0 };
            let [whole, reduced] =
                [damage, knobs.reduced(self.sheet(who).dr, damage)].map(|damage| i64::from(damage).min(hp));
            match knobs.dr_mode {
                _ if is_critical && knobs.critical_ignores_dr => whole * ALL,
                DrMode::Never => whole * ALL,
                DrMode::Always => reduced * ALL,
                DrMode::SecondTest => overcomes * whole + (ALL - overcomes) * reduced,
            }
        };
        let critical = (1..=6).flat_map(|first| (1..=6).map(move |second| first + second));
        let critical = critical.filter(|&sum| sum >= attack.critical_on).count() as i64;
        let expected = (PAIRS - critical) * lost(false) + critical * lost(true);
        hits * expected / (PAIRS * ALL * hp)
    }

    /// Whether a shot is at disadvantage, as [`is_shot_hindered`](Self::is_shot_hindered), if both stood there (TINY-16).
    fn is_shot_hindered_at(&self, (who, from): Place, (target, to): Place) -> bool {
        let knobs = &self.rules.knobs;
        let is_in_combat = || {
            let others = self.opponents(who).without(target);
            distance_between(from, to) <= ADJACENT || self.is_adjacent_to(others, from)
        };
        knobs.ranged_in_combat_hinders && is_in_combat()
            || knobs.ranged_into_combat_hinders && self.is_adjacent_to(self.comrades(who), to)
    }
}
