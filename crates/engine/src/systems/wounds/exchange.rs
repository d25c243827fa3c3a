//! The last two, blade to blade: a round of theirs without looking for what they do. The strikes, what they take and the end
//! of the round are the same code; only the choices that have one outcome are left out.

use super::resolve::Fight;
use super::state::{Action, Phase, Turn};
use super::strike::{Blow, Odds, StrikeOf};
use crate::dice::Dice;
use crate::outcome::Winner;
use crate::ruleset::Progress;
use crate::skirmish::Group;
use crate::trace::Trace;

/// What strikers declare.
const STRIKE: Action = Action::Attack(0);

impl<D: Dice, T: Trace> Fight<'_, D, T> {
    /// A round, from its start.
    #[inline(always)]
    pub(super) fn play_round(&mut self) -> Option<Winner> {
        if let Some(pair) = self.last_two() {
            return self.exchange_blows(pair);
        }
        // Counts call much that is not inlined; an exchange of blows does not.
        self.reborrow().play_turns()
    }

    /// The last two, in listed order, when nothing is left for them but to strike at each other: sound, in reach, nobody
    /// else on the field or to come. Whoever hears of the rules hears of every count.
    #[inline(always)]
    fn last_two(&self) -> Option<[usize; 2]> {
        let (rules, state) = (self.rules, &*self.state);
        let others = (state.present - rules.strikers) | state.absent | state.carrying | state.surprised;
        if T::HEARS_RULES || !others.is_empty() || state.present.len() != 2 {
            return None;
        }
        let first = state.present.first()?;
        let second = state.present.without(first).first()?;
        let are_opponents = self.side(first) != self.side(second);
        let distance = self.distance(first, second);
        let can_strike = |who: usize| self.is_sound(who) && distance <= self.sheet(who).attacks[0].reach;
        (are_opponents && can_strike(first) && can_strike(second)).then_some([first, second])
    }

    /// Whether nothing but wounds above 0 can have happened to somebody: it acts as if it were unhurt.
    #[inline(always)]
    fn is_sound(&self, who: usize) -> bool {
        let body = self.body(who);
        body.wounds > 0 && body.conditions.is_empty()
    }

    /// The round of [these two](Self::last_two).
    #[inline(always)]
    fn exchange_blows(&mut self, [first, second]: [usize; 2]) -> Option<Winner> {
        let count = |who: usize| self.body(who).base_initiative + self.sheet(who).attacks[0].weapon_speed as i16;
        let counts = [count(first), count(second)];
        let pair = Group::of(first) | Group::of(second);
        self.state.defended_last -= pair;
        if counts[0] == counts[1] {
            let blows = [self.blow_of(first, second), self.blow_of(second, first)];
            self.take_harm(first, second, blows[0]);
            self.take_harm(second, first, blows[1]);
            if !self.is_sound(first) || !self.is_sound(second) {
                return self.look_after_both([first, second]);
            }
        } else {
            let is_first_early = counts[0] < counts[1];
            let [early, late] = if is_first_early { [first, second] } else { [second, first] };
            let blow = self.blow_of(early, late);
            self.take_harm(early, late, blow);
            if !self.is_sound(late) {
                return self.go_on_with(late, early, counts[usize::from(is_first_early)]);
            }
            let blow = self.blow_of(late, early);
            self.take_harm(late, early, blow);
            if !self.is_sound(early) {
                return self.look_after_both([early, late]);
            }
        }
        if pair.meets(self.rules.wavering) {
            return self.close_exchange([first, second]);
        }
        self.state.shaken = Group::NOBODY;
        None
    }

    /// A strike of somebody's turn, before it takes effect: nothing changes what the sheets of the sound say.
    #[inline(always)]
    fn blow_of(&mut self, who: usize, target: usize) -> Blow {
        let (attack, opponent) = (&self.sheet(who).attacks[0], self.sheet(target));
        let odds = Odds { bonus: attack.bonus, defense: opponent.defense, armour: opponent.armour };
        self.enter_turn(who);
        self.strike_with(attack, odds, [who, 0, target], StrikeOf::Turn).blow
    }

    /// Somebody is hurt, before its own strike, in a way that may change it: from here on the round is played count by count.
    #[inline(always)]
    fn go_on_with(&mut self, late: usize, early: usize, count: i16) -> Option<Winner> {
        self.state.bodies[early].actions = 1;
        self.scratch.fallen = Group::NOBODY;
        self.reborrow().reconsider(late);
        self.note_fallen();
        if !self.stands(late) {
            return self.decided();
        }
        let mut fight = self.reborrow();
        let target = fight.rules.knobs.targets_are_fixed.then_some(early as u8);
        fight.state.bodies[late].turn = Turn { count, action: STRIKE, target };
        fight.state.turns.insert(late);
        fight.state.phase = Phase::Counting;
        fight.play_turns()
    }

    /// Both have struck, and somebody is hurt.
    #[inline(always)]
    fn look_after_both(&mut self, pair: [usize; 2]) -> Option<Winner> {
        self.scratch.fallen = Group::NOBODY;
        for who in pair {
            self.reborrow().reconsider(who);
        }
        self.note_fallen();
        self.note_double_knockout();
        if self.is_undecided() { self.close_exchange(pair) } else { self.decided() }
    }

    /// The end of a round in which both have struck.
    #[inline(always)]
    fn close_exchange(&mut self, pair: [usize; 2]) -> Option<Winner> {
        for who in pair {
            self.state.bodies[who].actions = 1;
        }
        match self.reborrow().close_round() {
            Progress::Won(winner) => Some(winner),
            Progress::NextTurn | Progress::RoundOver => None,
        }
    }
}
