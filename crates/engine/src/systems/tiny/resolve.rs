//! A fight from set-up to its end: rounds, turns and the aftermath.

use super::event::Event;
use super::metrics::{FIGHT_SECONDS, PARTY_HP_LEFT, RECOVERY_SLEEPS};
use super::state::{BETWEEN, Fighter};
use super::{Sheet, Tiny};
use crate::dice::{Dice, Slot};
use crate::outcome::{Side, Winner};
use crate::ruleset::{self, Progress};
use crate::skirmish::Group;
use crate::trace::Trace;
use crate::who::Who;

/// The slot of the lots (TINY-12).
const LOTS_SLOT: Slot = Slot::shared(1);

/// A fight of this system in progress.
pub(super) type Fight<'a, D, T> = ruleset::Fight<'a, Tiny, D, T>;

impl<'a, D: Dice, T: Trace> Fight<'a, D, T> {
    pub(super) fn sheet(&self, who: Who) -> &'a Sheet {
        &self.rules.sheets[who]
    }

    pub(super) fn fighter(&self, who: Who) -> &Fighter {
        &self.state.fighters[who]
    }

    /// Plays the next part of the set-up: the initiative totals, one at a time, then the lots, if there are any. The
    /// combatants already have their positions (TINY-10).
    pub(super) fn next_of_set_up(&mut self) -> Progress {
        if let Some(who) = self.state.hp_due.first() {
            self.roll_hit_points(who);
            return Progress::NextTurn;
        }
        let lots_are_due = self.state.lots.are_due();
        if lots_are_due && self.state.rolling.is_empty() {
            self.draw_lots();
            return Progress::RoundOver;
        }
        match self.roll_initiative() {
            Progress::RoundOver if lots_are_due => Progress::NextTurn,
            progress => progress,
        }
    }

    /// Draws a lot for every combatant among its side: no policy ever chooses between members of both sides (TINY-12).
    fn draw_lots(&mut self) {
        let rules = self.rules;
        self.dice.slot(LOTS_SLOT);
        self.trace.rule("TINY-12");
        let away = self.state.dead;
        self.state.lots.draw(|who| rules.sides.members(rules.sides.side(who)) - away, self.dice);
        self.trace.happens(|| Event::Lots { order: rules.all_named(self.state.lots.iter()) });
    }

    /// Plays one turn, and begins and ends the round when that is due (TINY-06, TINY-09). Combatants that can do
    /// nothing in their turn are passed over.
    pub(super) fn next_turn(&mut self) -> Progress {
        if self.state.next == BETWEEN {
            self.begin_round();
            self.pass_over_idle();
        }
        let Some(who) = self.state.next_in_order() else { return self.close_round() };
        self.state.next += 1;
        self.enter_turn(who);
        if self.state.dying.contains(who) {
            self.try_to_stabilize(who);
        } else {
            self.state.evading.remove(who);
            self.act(who);
            if let Some(winner) = self.winner() {
                return Progress::Won(winner);
            }
        }
        self.pass_over_idle();
        if self.state.next_in_order().is_some() { Progress::NextTurn } else { self.close_round() }
    }

    fn begin_round(&mut self) {
        self.trace.rule("TINY-09");
        self.trace.count(FIGHT_SECONDS, self.rules.knobs.round_seconds);
        self.state.next = 0;
    }

    fn pass_over_idle(&mut self) {
        // Only combatants that fell in this round have a turn in which they can do nothing (TINY-35).
        let idle = self.state.fresh;
        while !idle.is_empty() && self.state.next_in_order().is_some_and(|who| idle.contains(who)) {
            self.state.next += 1;
        }
    }

    fn close_round(&mut self) -> Progress {
        self.state.fresh = Group::NOBODY;
        self.state.next = BETWEEN;
        Progress::RoundOver
    }

    /// The winner, if only one side has somebody standing; `None` if the fight goes on (TINY-43).
    fn winner(&mut self) -> Option<Winner> {
        let winner = self.side_left()?;
        self.trace.rule("TINY-43");
        self.trace.happens(|| Event::End { winner: winner.name() });
        Some(winner)
    }

    /// Ends a fight: plays the aftermath, and counts the metrics of the end.
    pub(super) fn close(&mut self) {
        if self.is_undecided() {
            self.trace.rule("TINY-43");
            self.trace.happens(|| Event::Timeout);
        }
        if !self.state.dying.is_empty() {
            self.play_aftermath();
        }
        self.close_round();
    }

    /// Makes the tests that are still due: first in the rest of the current round, then in rounds that no metric
    /// counts, until nobody is dying (TINY-41).
    fn play_aftermath(&mut self) {
        self.trace.rule("TINY-41");
        self.trace.happens(|| Event::Aftermath);
        if self.state.next != BETWEEN {
            self.play_rest_of_round();
        }
        while !self.state.dying.is_empty() {
            self.dice.next_round();
            self.state.next = 0;
            self.play_rest_of_round();
        }
    }

    fn play_rest_of_round(&mut self) {
        while let Some(who) = self.state.next_in_order() {
            self.state.next += 1;
            if self.state.dying.contains(who) {
                self.enter_turn(who);
                if !self.state.fresh.contains(who) {
                    self.try_to_stabilize(who);
                }
            } else if self.stands(who) && self.rules.medics.contains(who) {
                self.enter_turn(who);
                self.attend(who, self.dying_allies(who));
            }
        }
        self.close_round();
    }

    /// Counts the metrics of the end of the fight.
    pub(super) fn count_end(&mut self) {
        let rules = self.rules;
        let party = rules.sides.members(Side::Party);
        // The longest recovery in the party, in sleeps (TINY-45).
        let (mut hp_left, mut sleeps) = (0, 0);
        for who in party - self.state.dead {
            let (sheet, hp) = (self.sheet(who), self.fighter(who).hp);
            let missing = (self.hp_max(who) - hp) as u32;
            hp_left += hp as u32;
            sleeps = sleeps.max(missing.div_ceil(rules.knobs.hp_per_sleep[usize::from(sheet.is_resilient)] as u32));
        }
        self.trace.count(PARTY_HP_LEFT, hp_left);
        self.trace.count(RECOVERY_SLEEPS, sleeps);
        self.trace.rule("TINY-45");
        self.trace.happens(|| Event::Recovery { sleeps, hp_left });
    }
}
