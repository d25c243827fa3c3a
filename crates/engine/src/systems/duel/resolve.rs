//! The rules of a duel, in the order in which a round applies them.

use super::board::Way;
use super::contest::Verdict;
use super::event::Event;
use super::metrics::{
    BY_ROUND, COMEBACKS, FIRST_CONTROL_WINS, PARTY_FIRST_CONTROL, PARTY_FIRST_CONTROL_WINS, control_refresh,
};
use super::scenario::Refresh;
use super::{Duel, State};
use crate::dice::{Dice, Slot};
use crate::outcome::Side;
use crate::ruleset;
use crate::trace::Trace;

/// The slot of a contested roll: both combatants' dice come from it, since neither rolls without the other.
const CONTEST_SLOT: Slot = Slot::shared(0);

/// A duel in progress.
pub(super) type Fight<'a, D, T> = ruleset::Fight<'a, Duel, D, T>;

impl<D: Dice, T: Trace> Fight<'_, D, T> {
    /// Plays the opening: stakes and meter are fixed, initiative gives first control, and the marker is put on the center
    /// (DUEL-01 to DUEL-06).
    pub(super) fn open(&mut self) {
        let rules = self.rules;
        for rule in ["DUEL-01", "DUEL-02", "DUEL-03", "DUEL-04"] {
            self.trace.rule(rule);
        }
        self.trace.happens(|| rules.stakes());
        self.dice.slot(CONTEST_SLOT);
        let control = rules.opening.roll_for_control(self.dice);
        (self.state.control, self.state.first_control) = (control, control);
        self.trace.count(PARTY_FIRST_CONTROL, u32::from(control == Side::Party));
        self.trace.rule("DUEL-05");
        self.trace.rule("DUEL-06");
        let dice = &*self.dice;
        self.trace
            .happens(|| Event::Initiative { roll: rules.initiative(dice.faces()), control: rules.named(control) });
    }

    /// Plays one round with its contested roll; returns the winner if the marker reaches an end tick (DUEL-07).
    #[inline(always)]
    pub(super) fn play_round(&mut self) -> Option<Side> {
        self.trace.rule("DUEL-07");
        if self.state.unused.is_exhausted() { self.refresh_round() } else { self.attribute_round() }
    }

    /// Plays a round in which a chooser names an attribute (DUEL-08 to DUEL-19).
    #[inline(always)]
    fn attribute_round(&mut self) -> Option<Side> {
        let rules = self.rules;
        let (before, control) = (self.state.position, self.state.control);
        let chooser = rules.board.chooser(before, control);
        let swapped = chooser != control;
        self.trace.rule(if swapped { "DUEL-17" } else { "DUEL-09" });
        self.trace.rule("DUEL-08");
        let at = self.choose_attribute(chooser);
        let pick = &rules.players[chooser.index()].picks[at];
        self.state.unused = self.state.unused.within(pick.leaves);
        self.trace.rule("DUEL-19");

        self.dice.slot(CONTEST_SLOT);
        let verdict = pick.contest.roll(self.dice);
        self.trace.rule("DUEL-10");
        let dice = &*self.dice;
        self.trace.happens(|| rules.contest(chooser, at, swapped, dice.faces()));
        self.trace.rule("DUEL-11");

        let way = self.choose_way(verdict);
        self.trace.count_each(BY_ROUND, rules.round_counts.attribute(rules.landings.row(before), control, way));
        let victor = self.move_marker(verdict, way);
        if victor.is_none() {
            if swapped {
                self.trace.rule("DUEL-18");
            }
            self.pass_control(before, rules.landings.of(before, way).control(control));
        }
        let state = &*self.state;
        self.trace.happens(|| rules.moved(before, control, Some((chooser, at)), state, verdict));
        victor
    }

    /// Plays the round after a sheet is exhausted: both sheets are restored, and an initiative roll without a chooser takes the
    /// place of the contest (DUEL-20 to DUEL-22).
    fn refresh_round(&mut self) -> Option<Side> {
        let rules = self.rules;
        for rule in ["DUEL-20", "DUEL-21", "DUEL-22"] {
            self.trace.rule(rule);
        }
        self.state.unused = rules.all_unused;
        self.dice.slot(CONTEST_SLOT);
        let (before, control) = (self.state.position, self.state.control);
        if rules.board.refresh == Refresh::Control {
            let winner = rules.refresh.roll_for_control(self.dice);
            self.trace.count_each(BY_ROUND, control_refresh(winner != control));
            self.state.control = winner;
            let dice = &*self.dice;
            self.trace.happens(|| Event::RefreshOfControl {
                roll: rules.initiative(dice.faces()),
                control: rules.named(winner),
                meter: rules.meter(before),
            });
            return None;
        }
        let verdict = rules.refresh.roll(self.dice);
        let dice = &*self.dice;
        self.trace.happens(|| Event::Refresh { roll: rules.initiative(dice.faces()), deeds: rules.naming(None) });
        let way = self.choose_way(verdict);
        self.trace.count_each(BY_ROUND, rules.round_counts.refresh(rules.landings.row(before), control, way));
        let victor = self.move_marker(verdict, way);
        if victor.is_none() {
            let contest = rules.landings.of(before, way).control(control);
            match rules.board.refresh {
                Refresh::Contest => self.pass_control(before, contest),
                Refresh::Control | Refresh::ContestAndControl => self.state.control = verdict.favours(),
            }
        }
        let state = &*self.state;
        self.trace.happens(|| rules.moved(before, control, None, state, verdict));
        victor
    }

    /// Moves the marker; returns the winner if it reaches an end tick (DUEL-12, DUEL-23).
    #[inline(always)]
    fn move_marker(&mut self, verdict: Verdict, way: Way) -> Option<Side> {
        let before = self.state.position;
        let landing = self.rules.landings.of(before, way);
        self.state.position = landing.position;
        self.state.stood_at_penultimate |= landing.penultimate;
        if self.state.position != before {
            self.trace.rule("DUEL-12");
        }
        if verdict.is_natural_20() && self.rules.board.long_move > 1 {
            self.trace.rule("DUEL-13");
        }
        landing.is_end.then(|| decide(self.state, self.trace))
    }

    /// Sets control at the end of a round that has not decided the duel, and reports the rule for it (DUEL-14 to DUEL-16).
    #[inline(always)]
    fn pass_control(&mut self, before: i8, control: Side) {
        let in_own_half = (self.state.position > 0) == (control == Side::Party);
        match (before.signum(), self.state.position.signum()) {
            (0, 0) => (),
            (_, 0) => self.trace.rule("DUEL-16"),
            (before, after) if before != after => self.trace.rule("DUEL-15"),
            _ if in_own_half => self.trace.rule("DUEL-14"),
            // A side to which a refresh gave control in the other's half keeps it until the marker enters a half.
            _ => (),
        }
        self.state.control = control;
    }

    /// Ends a duel: the loser yields or dies, or the round limit is reached (DUEL-24, DUEL-25).
    pub(super) fn close(&mut self) {
        let rules = self.rules;
        if let Some(victor) = rules.board.victor(self.state.position) {
            self.trace.rule("DUEL-24");
            self.trace.happens(|| Event::End {
                winner: rules.named(victor),
                loser: rules.named(victor.other()),
                loser_dies: rules.to_the_death,
            });
        } else {
            self.trace.rule("DUEL-25");
            self.trace.happens(|| Event::Timeout);
        }
    }
}

/// The winner, given that the marker is on an end tick; counts the metrics of the whole duel (DUEL-23).
#[inline(always)]
fn decide<T: Trace>(state: &State, trace: &mut T) -> Side {
    let victor = if state.position > 0 { Side::Party } else { Side::Enemies };
    trace.rule("DUEL-23");
    trace.count(FIRST_CONTROL_WINS, u32::from(victor == state.first_control));
    let party_won_both = victor == Side::Party && state.first_control == Side::Party;
    trace.count(PARTY_FIRST_CONTROL_WINS, u32::from(party_won_both));
    let losers_penultimate = state.stood_at_penultimate >> victor.other().index() & 1;
    trace.count(COMEBACKS, u32::from(losers_penultimate));
    victor
}
