//! Who has one thing to do, and does it where it stands: its first attack, or its first spell. Such turns are found without
//! weighing anything, and carried out without a move; all that they roll and take is as of any other turn.

use super::action::Effect;
use super::resolve::Fight;
use super::state::Action;
use super::strike::{Blow, Strike, StrikeOf};
use crate::dice::Dice;
use crate::outcome::Side;
use crate::skirmish::Group;
use crate::trace::Trace;

impl<D: Dice, T: Trace> Fight<'_, D, T> {
    /// At whom somebody aims its first attack or spell where it stands, if that is all there is for it to do: who is steady and
    /// sound, with its nearest opponent in reach.
    #[inline(always)]
    pub(super) fn struck_from_here(&mut self, who: usize) -> Option<usize> {
        let is_striking = !self.striking_from_here(Group::of(who) & self.rules.steady).is_empty();
        if is_striking { self.nearest_opponent(who) } else { None }
    }

    /// Whether an action is the first option of somebody steady, or of a chooser.
    #[inline(always)]
    pub(super) fn is_first(&self, who: usize, action: Action) -> bool {
        match action {
            Action::Attack(0) | Action::DefensiveAttack(0) => !self.rules.casters.contains(who),
            Action::Cast(0) => self.rules.casters.contains(who),
            _ => false,
        }
    }

    /// Finds out of some whether their first options reach their nearest opponents.
    #[inline(always)]
    fn search_reach(&mut self, group: Group) {
        let rules = self.rules;
        for side in Side::ALL {
            let (members, opponents) = (group & rules.sides.members(side), self.standing_of(side.other()));
            if !members.is_empty() {
                self.scratch.line.search_reach(members, opponents, side.other(), |who| rules.firsts[who].reach);
            }
        }
    }

    /// Those of a group for whom all there is to do is to strike once from where they stand, at the nearest or at one
    /// of their choice.
    #[inline(always)]
    pub(super) fn striking_from_here(&mut self, group: Group) -> Group {
        let (rules, group) = (self.rules, group & self.scratch.sound);
        let unknown = (group & rules.steady) - self.scratch.line.searched();
        if !unknown.is_empty() {
            self.search_reach(unknown);
        }
        let mut striking = group & self.scratch.line.reaching();
        for who in striking & rules.casters {
            striking.set(who, self.can_cast_first(who));
        }
        for who in group & rules.choosers {
            striking.set(who, self.reaches_all(who));
        }
        striking
    }

    /// Whether somebody sound can pay for its first spell.
    #[inline(always)]
    fn can_cast_first(&self, who: usize) -> bool {
        // Most often there is mana enough.
        self.body(who).mana >= self.rules.firsts[who].mana
            || self.sheet(who).spells.first().is_some_and(|spell| self.is_castable(who, spell))
    }

    /// Those of a group who have something better to do than to attack.
    #[inline(always)]
    pub(super) fn busy(&mut self, group: Group) -> Group {
        let mut group = group & self.rules.may_be_busy;
        if (self.state.present - self.scratch.sound).is_empty() {
            // Nobody has to be healed.
            group -= self.rules.medics;
        }
        if group.is_empty() { group } else { self.out_of_line(group, Fight::find_busy) }
    }

    #[inline(always)]
    fn find_busy(&mut self, group: Group) -> Group {
        // Most often nobody has lost so much that it would do anything else.
        let (rules, state) = (self.rules, &*self.state);
        let by_stress = group & rules.busy_by_stress;
        let calm = by_stress.filter(|who| !state.bodies[who].is_stress_below(rules.busy_below[who]));
        let mut busy = Group::NOBODY;
        for who in group - calm {
            busy.insert_if(who, self.choose_item(who).is_some() || self.has_other_plans(who));
        }
        busy
    }

    /// As [`struck_from_here`](Self::struck_from_here), for a sound striker who chooses among opponents who are all in reach.
    #[inline(always)]
    pub(super) fn chosen_from_here(&mut self, who: usize) -> Option<usize> {
        if self.has_all_in_reach(who) { self.out_of_line(who, Fight::choose_from_here) } else { None }
    }

    /// Whom somebody strikes who has its target in reach of its first option.
    #[inline(always)]
    fn choose_from_here(&mut self, who: usize) -> Option<usize> {
        self.pick_opponent(who, self.rules.firsts[who].reach)
    }

    /// Whether it is certain that a sound striker has all of its opponents, none of whom is helpless, in reach of its first
    /// attack.
    #[inline(always)]
    fn has_all_in_reach(&self, who: usize) -> bool {
        self.rules.choosers.contains(who) && self.is_sound(who) && self.reaches_all(who)
    }

    /// The same of a sound chooser.
    #[inline(always)]
    fn reaches_all(&self, who: usize) -> bool {
        let (other, reach) = (self.side(who).other(), self.rules.firsts[who].reach);
        !self.opponents(who).is_empty() && self.scratch.line.are_all_within(who, other, reach)
    }

    /// Schedules what is known before anybody declares, the turns of those among it who can only declare what they did
    /// in the last round: the strike that they made where they stand, if they are `striking` from there again. Who
    /// they are.
    #[inline(always)]
    pub(super) fn strike_again(&mut self, striking: Group) -> Group {
        let may = (self.scratch.striking & striking) - self.state.had_carried;
        let again = self.schedule_expected(if T::HEARS_RULES { Group::NOBODY } else { may });
        (self.scratch.striking, self.scratch.attacking) = (Group::NOBODY, Group::NOBODY);
        self.note_firsts(again);
        again
    }

    /// Whether the turns on a count are strikes of combatants who can all make them where they stand.
    #[inline(always)]
    pub(super) fn all_strike(&mut self, members: Group) -> bool {
        let (state, scratch) = (&*self.state, &*self.scratch);
        let strikers = (scratch.aiming & state.fighters & scratch.sound) - state.carried;
        if T::HEARS_RULES || !(members - strikers).is_empty() {
            return false;
        }
        if self.may_pay_before_choice(members) {
            return false;
        }
        let others = members - self.scratch.line.reaching();
        others.is_empty() || !others.meets(self.scratch.line.short()) && self.striking_from_here(others) == others
    }

    /// Whether some of those who act on a count choose among others who may pay for a spell with the Stress that is compared:
    /// everybody chooses before anybody pays.
    #[inline(always)]
    fn may_pay_before_choice(&self, members: Group) -> bool {
        let (rules, choosers, casters) = (self.rules, members & self.rules.choosers, members & self.rules.casters);
        let are_opposed =
            |side: Side| choosers.meets(rules.sides.members(side)) && casters.meets(rules.sides.members(side.other()));
        !choosers.is_empty() && !casters.is_empty() && Side::ALL.into_iter().any(are_opposed)
    }

    /// Carries out the turns of some sound combatants who all strike once from where they stand, and what comes of them.
    #[inline(always)]
    pub(super) fn carry_out_strikes(&mut self, strikers: Group) {
        self.state.turns -= strikers;
        if let Some(who) = strikers.only() {
            let Some((target, blow)) = self.strike_from_here(who) else { return self.apply_effects_of_turn() };
            if !self.take_harm(who, target, blow).is_empty() {
                self.reconsider(target);
            }
            return;
        }
        for who in strikers {
            let Some((target, blow)) = self.strike_from_here(who) else { continue };
            self.scratch.effects.push(Effect::Harm { by: who as u8, target: target as u8, blow });
        }
        self.apply_effects();
    }

    /// The turn of somebody sound who strikes from where it stands: its one blow, if it is one.
    #[inline(always)]
    fn strike_from_here(&mut self, who: usize) -> Option<(usize, Blow)> {
        let target = match self.scratch.line.reached(who, self.side(who).other()) {
            Some(target) => target,
            None => self.out_of_line(who, Fight::choose_from_here)?,
        };
        if (self.rules.casters | self.rules.repeaters).contains(who) {
            return self.out_of_line((who, target), Fight::act_from_here);
        }
        let attack = self.sheet(who).attacks.first()?;
        self.enter_turn(who);
        let Strike { hits, blow } = self.strike(attack, [who, 0, target], StrikeOf::Turn);
        self.note_made(who, target, hits);
        self.state.acted.insert(who);
        Some((target, blow))
    }

    /// The turn of somebody sound who strikes more than once from where it stands, or casts its first spell, if it still can
    /// pay for it; nothing where the results are among the [effects](super::resolve::Scratch::effects), or there is none.
    #[inline(always)]
    fn act_from_here(&mut self, (who, target): (usize, usize)) -> Option<(usize, Blow)> {
        if !self.rules.casters.contains(who) {
            self.state.acted.insert(who);
            self.attack(who, false, 0, target);
            return None;
        }
        if !self.can_cast_first(who) {
            return None;
        }
        self.state.acted.insert(who);
        self.cast(who, false, 0, target).map(|blow| (target, blow))
    }
}
