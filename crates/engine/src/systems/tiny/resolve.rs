//! A fight from set-up to its end: rounds, turns and the aftermath.

use super::compile::ADJACENT;
use super::group::{Group, places};
use super::metrics::{FIGHT_SECONDS, PARTY_HP_LEFT, RECOVERY_SLEEPS, ROUNDS_TO_FIRST_DROP};
use super::state::{BETWEEN, Fighter, State};
use super::tell::tell_aftermath;
use super::{Sheet, Tiny};
use crate::dice::{Dice, Slot};
use crate::outcome::{Side, Winner};
use crate::ruleset::{self, Progress};
use crate::trace::Trace;

/// A fight of this system in progress.
pub(super) type Fight<'a, D, T> = ruleset::Fight<'a, Tiny, D, T>;

impl<'a, D: Dice, T: Trace> Fight<'a, D, T> {
    #[inline(always)]
    pub(super) fn sheet(&self, who: usize) -> &'a Sheet {
        self.rules.sheet(who)
    }

    #[inline(always)]
    pub(super) fn side(&self, who: usize) -> Side {
        self.rules.side(who)
    }

    #[inline(always)]
    pub(super) fn fighter(&self, who: usize) -> &Fighter {
        self.state.fighter(who)
    }

    /// The standing opponents of a combatant.
    #[inline(always)]
    pub(super) fn opponents(&self, who: usize) -> Group {
        self.state.standing & self.rules.members(self.side(who).other())
    }

    /// The standing of a combatant's side, itself not among them.
    #[inline(always)]
    pub(super) fn comrades(&self, who: usize) -> Group {
        self.state.standing & self.rules.members(self.side(who)) & !(1 << who)
    }

    /// Everybody is placed already (TINY-10); the order of turns is rolled.
    #[inline(always)]
    pub(super) fn set_up(&mut self) {
        let rules = self.rules;
        self.trace.rule("TINY-10");
        self.trace.tell(|| rules.tell_places());
        self.roll_initiative();
    }

    /// One turn, and around it what belongs to the round (TINY-06, TINY-09). Those who have nothing to do in theirs are
    /// passed over.
    #[inline(always)]
    pub(super) fn next_turn(&mut self) -> Progress {
        if self.state.next == BETWEEN {
            self.trace.rule("TINY-09");
            self.trace.count(FIGHT_SECONDS, self.rules.knobs.round_seconds);
            self.state.next = 0;
            self.pass_over_idle();
        }
        let who = self.state.at(self.state.next);
        self.state.next += 1;
        self.enter_slot(who);
        if self.state.is_dying(who) {
            self.try_to_stabilize(who);
        } else {
            self.state.evading &= !(1 << who);
            self.act(who);
            if let Some(winner) = self.winner() {
                return Progress::Won(winner);
            }
        }
        self.pass_over_idle();
        if self.state.next < self.state.ordered {
            return Progress::NextTurn;
        }
        self.close_round();
        Progress::RoundOver
    }

    /// A round, from its start: turn after turn, unless the last two do nothing but strike at each other.
    #[inline(always)]
    pub(super) fn play_round(&mut self) -> Option<Winner> {
        if !T::HEARS_RULES && self.is_exchange() {
            return self.exchange_blows();
        }
        loop {
            match self.next_turn() {
                Progress::NextTurn => {}
                Progress::RoundOver => return None,
                Progress::Won(winner) => return Some(winner),
            }
        }
    }

    /// Whether two are left who will strike at each other until one of them falls, and nobody is dying.
    #[inline(always)]
    fn is_exchange(&self) -> bool {
        let State { standing, dying, .. } = *self.state;
        let [one, other] = Side::ALL.map(|side| standing & self.rules.members(side));
        one.is_power_of_two()
            && other.is_power_of_two()
            && standing & !self.rules.strikers | dying == 0
            && self.distance(one.trailing_zeros() as usize, other.trailing_zeros() as usize) <= ADJACENT
    }

    /// Such a round: what [`next_turn`](Self::next_turn) comes to in it, without asking at each turn again.
    #[inline(always)]
    fn exchange_blows(&mut self) -> Option<Winner> {
        self.trace.count(FIGHT_SECONDS, self.rules.knobs.round_seconds);
        for place in 0..self.state.ordered {
            let who = self.state.at(place);
            let Some(at) = self.sheet(who).first_in_combat.filter(|_| self.state.stands(who)) else { continue };
            let target = (self.state.standing ^ 1 << who).trailing_zeros() as usize;
            self.state.next = place + 1;
            self.enter_slot(who);
            self.attack(who, at, target);
            if !self.state.stands(target) {
                return self.winner();
            }
        }
        self.close_round();
        None
    }

    #[inline(always)]
    fn enter_slot(&mut self, who: usize) {
        self.dice.slot(Slot::turn(Side::Party, who));
        self.trace.acts(who);
    }

    #[inline(always)]
    fn pass_over_idle(&mut self) {
        let (idle, ordered) = (self.state.idle(), self.state.ordered);
        let mut next = self.state.next;
        while next < ordered && idle >> self.state.at(next) & 1 == 1 {
            next += 1;
        }
        self.state.next = next;
    }

    #[inline(always)]
    fn close_round(&mut self) {
        self.state.fresh = 0;
        self.state.next = BETWEEN;
    }

    /// The side that alone has somebody standing (TINY-43).
    #[inline(always)]
    fn winner(&mut self) -> Option<Winner> {
        let stands = |side: Side| self.state.standing & self.rules.members(side) != 0;
        let winner = if !stands(Side::Party) {
            Winner::Enemies
        } else if !stands(Side::Enemies) {
            Winner::Party
        } else {
            return None;
        };
        self.trace.rule("TINY-43");
        Some(winner)
    }

    /// What is still due when the fight is over: the aftermath, and the metrics of the end.
    #[inline(always)]
    pub(super) fn close(&mut self) {
        let stands = Side::ALL.map(|side| self.state.standing & self.rules.members(side) != 0);
        if stands == [true, true] {
            self.trace.rule("TINY-43");
        }
        if self.state.dying != 0 {
            self.play_aftermath();
        }
        self.close_round();
        self.count_end();
    }

    /// Tests still due are made all the same: first in the rest of the current round, then in rounds that nobody counts,
    /// until nobody is dying (TINY-41).
    fn play_aftermath(&mut self) {
        self.trace.rule("TINY-41");
        self.trace.tell(tell_aftermath);
        if self.state.next != BETWEEN {
            self.play_rest_of_round();
        }
        while self.state.dying != 0 {
            self.dice.next_round();
            self.state.next = 0;
            self.play_rest_of_round();
        }
    }

    fn play_rest_of_round(&mut self) {
        while self.state.next < self.state.ordered {
            let who = self.state.at(self.state.next);
            self.state.next += 1;
            if self.state.is_dying(who) {
                self.enter_slot(who);
                if self.state.fresh >> who & 1 == 0 {
                    self.try_to_stabilize(who);
                }
            } else if self.state.stands(who) && self.rules.medics >> who & 1 == 1 {
                self.enter_slot(who);
                self.attend_in_aftermath(who);
            }
        }
        self.close_round();
    }

    /// Metrics of how the fight has ended.
    #[inline(always)]
    fn count_end(&mut self) {
        let rules = self.rules;
        let party = rules.members(Side::Party);
        if party & !(self.state.standing | self.state.fled) == 0 {
            self.trace.count_round(ROUNDS_TO_FIRST_DROP);
        }
        // How long the longest recovery takes (TINY-45).
        self.trace.rule("TINY-45");
        let (mut hp_left, mut sleeps) = (0, 0);
        for who in places(party & !self.state.dead) {
            let (sheet, hp) = (rules.sheet(who), self.fighter(who).hp);
            let missing = (sheet.hp_max - hp) as u32;
            hp_left += hp as u32;
            sleeps = sleeps.max(missing.div_ceil(rules.knobs.hp_per_sleep[usize::from(sheet.is_resilient)] as u32));
        }
        self.trace.count(PARTY_HP_LEFT, hp_left);
        self.trace.count(RECOVERY_SLEEPS, sleeps);
    }
}
