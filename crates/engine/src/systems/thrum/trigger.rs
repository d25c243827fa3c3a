//! Triggers of Stances: the events that set them off, and their effects (THRUM-43).

use super::ability::{Targets, Use};
use super::event::Event;
use super::grid::Square;
use super::means::{Source, Tool};
use super::metrics::TRIGGERS;
use super::resolve::Fight;
use super::roll::Outcome;
use super::sheet::Answer;
use super::words::Trigger;
use crate::dice::Dice;
use crate::skirmish::Group;
use crate::trace::Trace;
use crate::who::Who;

impl<D: Dice, T: Trace> Fight<'_, D, T> {
    /// Uses the triggers that are set off when an attack is aimed at a target; returns the Boons that they add to the defence,
    /// negative if they help the attack.
    pub(super) fn answer_targeting(&mut self, by: Who, target: Who) -> i32 {
        let square = |fight: &Self, who: Who| fight.state.bodies[who].square;
        let (from, to) = (square(self, by), square(self, target));
        let attackers = self.rules.sides.members(self.side(by));
        let set_off = self.ready_to_answer().filter(|owner| {
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

    /// Uses the trigger of a defender whose defence has succeeded, if its Stance has one for that.
    pub(super) fn answer_defended(&mut self, owner: Who, by: Who, outcome: Outcome) {
        if !self.ready_to_answer().contains(owner) || !self.are_enemies(owner, by) {
            return;
        }
        let Some(answer) = self.answer_of(owner) else { return };
        let is_enough = outcome == Outcome::CriticalDefence || !answer.critical_only;
        if answer.trigger == Trigger::Defended && is_enough && self.reaches(owner, answer, self.state.bodies[by].square)
        {
            self.use_trigger(owner, by);
        }
    }

    /// Uses the triggers that are set off when a combatant is about to step from a square in their range; returns whether there
    /// are any.
    pub(super) fn answer_leaving(&mut self, who: Who, from: Square) -> bool {
        self.answer_step(who, Trigger::EnemyLeaves, |fight, owner, answer| fight.reaches(owner, answer, from))
    }

    /// Uses the triggers that are set off by a step from outside their range into it.
    pub(super) fn answer_entering(&mut self, who: Who, from: Square, to: Square) {
        self.answer_step(who, Trigger::EnemyEnters, |fight, owner, answer| {
            !fight.reaches(owner, answer, from) && fight.reaches(owner, answer, to)
        });
    }

    fn answer_step(&mut self, who: Who, trigger: Trigger, concerns: impl Fn(&Self, Who, &Answer) -> bool) -> bool {
        let set_off = (self.ready_to_answer() & self.opponents(who)).filter(|owner| {
            self.answer_of(owner).is_some_and(|answer| answer.trigger == trigger && concerns(self, owner, answer))
        });
        if !set_off.is_empty() {
            self.tell_trail();
        }
        let mut left = set_off;
        while let Some(owner) = self.next_of(&mut left) {
            self.use_trigger(owner, who);
        }
        !set_off.is_empty()
    }

    /// Active combatants whose Stance has a trigger that they may still use.
    fn ready_to_answer(&self) -> Group {
        (self.state.ready & self.state.active) - self.state.answered
    }

    /// The trigger of a combatant's Stance; `None` if it has none.
    pub(super) fn answer_of(&self, owner: Who) -> Option<&Answer> {
        self.rules.stance(self.state, owner)?.answer.as_ref()
    }

    /// Whether a square is in the range of a combatant's trigger. Its own square is not (THRUM-29).
    fn reaches(&self, owner: Who, answer: &Answer, square: Square) -> bool {
        let distance = i32::from(self.rules.map().distance(self.state.bodies[owner].square, square));
        (1..=answer.range).contains(&distance)
    }

    /// Takes the combatant that comes first in the order of turns out of a group; `None` if the group is empty.
    fn next_of(&self, group: &mut Group) -> Option<Who> {
        if group.is_empty() {
            return None;
        }
        let first = self.state.order.first_of(*group)?;
        group.remove(first);
        Some(first)
    }

    /// Uses the trigger of a combatant's Stance against an enemy, and returns it; `None` if it can no longer be used.
    fn use_trigger(&mut self, owner: Who, enemy: Who) -> Option<Answer> {
        if !self.ready_to_answer().contains(owner) {
            return None;
        }
        let stance = self.state.bodies[owner].stance?;
        let answer = *self.answer_of(owner)?;
        let source = Source::new(owner, Tool::Stance(stance));
        self.trace.count(TRIGGERS, 1);
        self.state.answered.insert(owner);
        self.tell(&["THRUM-43"], |rules, _, _| Event::Trigger {
            who: rules.named(owner),
            enemy: rules.named(enemy),
            stance: rules.stance_name(owner, stance),
            ends: answer.ends,
            deed: rules.deed_of(source),
        });
        if answer.ends {
            self.leave_stance(owner);
        }
        if self.state.present.contains(enemy) {
            self.apply(&answer.effect, source, enemy);
        }
        if let Some(index) = answer.reaction {
            self.react(owner, usize::from(index), enemy);
        }
        Some(answer)
    }

    /// Makes the attack of a trigger, if it is possible.
    fn react(&mut self, owner: Who, index: usize, enemy: Who) {
        let rules = self.rules;
        let ability = &rules.sheets[owner].reactions[index];
        if self.stands(owner) && self.stands(enemy) && rules.can_be_aimed_at(self.state, owner, ability, enemy) {
            let used =
                Use { by: owner, ability, usage: &ability.plain, index, is_overexerted: false, is_reaction: true };
            self.use_ability(used, &Targets::Of(enemy));
        }
    }
}
