//! Triggers of Stances: who is set off by what, and what it does (THRUM-43).

use super::ability::{Targets, Use};
use super::grid::Square;
use super::metrics::TRIGGERS;
use super::resolve::Fight;
use super::roll::Outcome;
use super::sheet::Answer;
use super::words::Trigger;
use crate::dice::Dice;
use crate::skirmish::Group;
use crate::trace::Trace;

impl Trigger {
    /// Whether a step sets it off.
    #[inline(always)]
    pub(super) const fn is_of_steps(self) -> bool {
        matches!(self, Self::EnemyEnters | Self::EnemyLeaves)
    }

    /// Whether somebody sets it off that is targeted.
    #[inline(always)]
    pub(super) const fn is_of_targeting(self) -> bool {
        matches!(self, Self::AllyTargets | Self::AllyTargeted | Self::SelfTargeted)
    }
}

impl<D: Dice, T: Trace> Fight<'_, D, T> {
    /// The triggers of targeting somebody with an attack; what they add to the defence's Boons.
    #[inline(always)]
    pub(super) fn answer_targeting(&mut self, by: usize, target: usize) -> i32 {
        if self.ready_to_answer().meets(self.rules.answerers.of_targeting) {
            self.reborrow().answer_targeting_of(by, target)
        } else {
            0
        }
    }

    fn answer_targeting_of(&mut self, by: usize, target: usize) -> i32 {
        let square = |fight: &Self, who: usize| fight.state.bodies[who].square;
        let (from, to) = (square(self, by), square(self, target));
        let attackers = self.rules.sides.members(self.side(by));
        let set_off = (self.ready_to_answer() & self.rules.answerers.of_targeting).filter(|owner| {
            let Some(answer) = self.answer_of(owner) else { return false };
            match answer.trigger {
                Trigger::AllyTargets => owner != by && attackers.contains(owner) && self.reaches(owner, answer, to),
                Trigger::AllyTargeted => {
                    owner != target && !attackers.contains(owner) && self.reaches(owner, answer, to)
                }
                Trigger::SelfTargeted => owner == target && self.reaches(owner, answer, from),
                Trigger::Defended | Trigger::EnemyEnters | Trigger::EnemyLeaves => false,
            }
        });
        let mut boons = 0;
        let mut left = set_off;
        while let Some(owner) = self.next_of(&mut left) {
            let enemy = if attackers.contains(owner) { target } else { by };
            let Some(answer) = self.use_trigger(owner, enemy) else { continue };
            boons += if attackers.contains(owner) { -answer.boons } else { answer.boons };
        }
        boons
    }

    /// The trigger of a defence that succeeded.
    #[inline(always)]
    pub(super) fn answer_defended(&mut self, owner: usize, by: usize, outcome: Outcome) {
        if !self.ready_to_answer().contains(owner) || !self.are_enemies(owner, by) {
            return;
        }
        let Some(answer) = self.answer_of(owner) else { return };
        let is_enough = outcome == Outcome::CriticalDefence || !answer.critical_only;
        if answer.trigger == Trigger::Defended && is_enough && self.reaches(owner, answer, self.state.bodies[by].square)
        {
            self.reborrow().use_trigger(owner, by);
        }
    }

    /// The triggers of somebody who is about to step from a square, in whose range it lies; whether there are any.
    #[inline(always)]
    pub(super) fn answer_leaving(&mut self, who: usize, from: Square) -> bool {
        self.answer_step(who, Trigger::EnemyLeaves, |fight, owner, answer| fight.is_left(owner, answer, from))
    }

    /// The triggers of a step from outside to inside of the range.
    #[inline(always)]
    pub(super) fn answer_entering(&mut self, who: usize, from: Square, to: Square) {
        self.answer_step(who, Trigger::EnemyEnters, |fight, owner, answer| fight.is_entered(owner, answer, from, to));
    }

    /// The enemies of somebody who may answer its steps.
    #[inline(always)]
    pub(super) fn watchers(&self, who: usize) -> Group {
        self.ready_to_answer() & self.rules.answerers.of_steps & self.rules.sides.opponents(who)
    }

    /// Whether one of some enemies answers a step.
    #[inline]
    pub(super) fn is_answered(&self, enemies: Group, from: Square, to: Square) -> bool {
        enemies.iter().any(|owner| {
            let Some(answer) = self.answer_of(owner) else { return false };
            match answer.trigger {
                Trigger::EnemyLeaves => self.is_left(owner, answer, from),
                Trigger::EnemyEnters => self.is_entered(owner, answer, from, to),
                _ => false,
            }
        })
    }

    /// Whether a step out of a square is one that `enemy_leaves` answers.
    #[inline(always)]
    fn is_left(&self, owner: usize, answer: &Answer, from: Square) -> bool {
        self.reaches(owner, answer, from)
    }

    /// Whether a step is one that `enemy_enters` answers.
    #[inline(always)]
    fn is_entered(&self, owner: usize, answer: &Answer, from: Square, to: Square) -> bool {
        !self.reaches(owner, answer, from) && self.reaches(owner, answer, to)
    }

    #[inline(always)]
    fn answer_step(&mut self, who: usize, trigger: Trigger, concerns: impl Fn(&Self, usize, &Answer) -> bool) -> bool {
        let enemies = self.watchers(who);
        if enemies.is_empty() {
            return false;
        }
        let set_off = enemies.filter(|owner| {
            self.answer_of(owner).is_some_and(|answer| answer.trigger == trigger && concerns(self, owner, answer))
        });
        if !set_off.is_empty() {
            self.tell_trail();
        }
        let mut left = set_off;
        while let Some(owner) = self.next_of(&mut left) {
            self.reborrow().use_trigger(owner, who);
        }
        !set_off.is_empty()
    }

    /// Who is in a Stance whose trigger it may still use.
    #[inline(always)]
    fn ready_to_answer(&self) -> Group {
        (self.state.ready & self.state.active) - self.state.answered
    }

    /// The trigger of the Stance that somebody is in.
    #[inline(always)]
    pub(super) fn answer_of(&self, owner: usize) -> Option<&Answer> {
        self.rules.stance(self.state, owner)?.answer.as_ref()
    }

    /// Whether a square is in the range of somebody's trigger: its own is not (THRUM-29).
    #[inline(always)]
    fn reaches(&self, owner: usize, answer: &Answer, square: Square) -> bool {
        let distance = i32::from(self.rules.map().distance(self.state.bodies[owner].square, square));
        (1..=answer.range).contains(&distance)
    }

    /// Takes out of a group who comes first in the order of Initiative.
    #[inline(always)]
    fn next_of(&self, group: &mut Group) -> Option<usize> {
        if group.is_empty() {
            return None;
        }
        let first = self.state.order.first_of(*group)?;
        group.remove(first);
        Some(first)
    }

    /// Uses the trigger of somebody's Stance, if it still can; the trigger used.
    fn use_trigger(&mut self, owner: usize, enemy: usize) -> Option<Answer> {
        if !self.ready_to_answer().contains(owner) {
            return None;
        }
        let answer = *self.answer_of(owner)?;
        self.trace.rule("THRUM-43");
        self.trace.count(TRIGGERS, 1);
        self.state.answered.insert(owner);
        let rules = self.rules;
        let stance = self.state.bodies[owner].stance;
        self.trace.narrate(|| rules.narrate_trigger(owner, stance, answer.ends, enemy));
        if answer.ends {
            self.leave_stance(owner);
        }
        if self.state.present.contains(enemy) {
            self.apply(&answer.effect, owner, enemy);
        }
        if let Some(index) = answer.reaction {
            self.react(owner, usize::from(index), enemy);
        }
        Some(answer)
    }

    /// The attack of a trigger, where it is possible.
    fn react(&mut self, owner: usize, index: usize, enemy: usize) {
        let rules = self.rules;
        let ability = &rules.sheets[owner].reactions[index];
        if self.stands(owner) && self.stands(enemy) && self.can_be_aimed_at(owner, ability, enemy) {
            let used =
                Use { by: owner, ability, usage: &ability.plain, index, is_overexerted: false, is_reaction: true };
            self.use_ability(used, &Targets::Of(enemy));
        }
    }
}
