//! The rules of a duel, in the order in which a round applies them.

use super::board::Way;
use super::contest::Verdict;
use super::metrics::{
    BY_ROUND, COMEBACKS, FIRST_CONTROL_WINS, PARTY_FIRST_CONTROL, PARTY_FIRST_CONTROL_WINS, control_refresh,
};
use super::policy::Choosing;
use super::scenario::Refresh;
use super::{Duel, State};
use crate::dice::{Dice, Slot};
use crate::outcome::Side;
use crate::trace::Trace;

/// The slot of a contested roll: both combatants' dice come from it, since neither rolls without the other.
const CONTEST_SLOT: Slot = Slot::shared(0);

impl Duel {
    /// The opening: stakes and meter are fixed, initiative gives first control, and the marker is put on the center
    /// (DUEL-01 to DUEL-06).
    #[inline(always)]
    pub(super) fn open<D: Dice, T: Trace>(&self, state: &mut State, dice: &mut D, trace: &mut T) {
        for rule in ["DUEL-01", "DUEL-02", "DUEL-03", "DUEL-04"] {
            trace.rule(rule);
        }
        trace.narrate(|| self.narrate_stakes());
        dice.slot(CONTEST_SLOT);
        let control = self.opening.roll_for_control(dice);
        (state.control, state.first_control) = (control, control);
        trace.count(PARTY_FIRST_CONTROL, u32::from(control == Side::Party));
        trace.rule("DUEL-05");
        trace.rule("DUEL-06");
        trace.narrate(|| {
            format!(
                "Initiative: {}. {} has control.",
                self.narrate_totals(self.initiatives, dice.faces()),
                self.name(control)
            )
        });
    }

    /// One round with its contested roll; `Some` when the marker reached an end tick (DUEL-07).
    #[inline(always)]
    pub(super) fn play_round<D: Dice, T: Trace>(&self, state: &mut State, dice: &mut D, trace: &mut T) -> Option<Side> {
        trace.rule("DUEL-07");
        if state.unused.is_exhausted() {
            self.refresh_round(state, dice, trace)
        } else {
            self.attribute_round(state, dice, trace)
        }
    }

    /// A round whose chooser names an attribute (DUEL-08 to DUEL-19).
    #[inline(always)]
    fn attribute_round<D: Dice, T: Trace>(&self, state: &mut State, dice: &mut D, trace: &mut T) -> Option<Side> {
        let chooser = self.board.chooser(state.position, state.control);
        let swapped = chooser != state.control;
        trace.rule(if swapped { "DUEL-17" } else { "DUEL-09" });
        trace.rule("DUEL-08");
        let player = &self.players[chooser.index()];
        let at = player.choosing.choose(chooser, state.unused, state.position, state.control, dice);
        let pick = &player.picks[at];
        state.unused = state.unused.within(pick.leaves);
        trace.rule("DUEL-19");

        dice.slot(CONTEST_SLOT);
        let verdict = pick.contest.roll(dice);
        trace.rule("DUEL-10");
        trace.narrate(|| self.narrate_contest(chooser, at, swapped, dice.faces()));
        trace.rule("DUEL-11");

        let (before, control) = (state.position, state.control);
        let way = self.way(state, verdict);
        trace.count_each(BY_ROUND, self.round_counts.attribute(self.landings.row(before), control, way));
        let victor = self.move_marker(state, verdict, way, trace);
        if victor.is_none() {
            if swapped {
                trace.rule("DUEL-18");
            }
            Self::pass_control(state, before, self.landings.of(before, way).control(control), trace);
        }
        trace.narrate(|| self.narrate_move(before, control, state, verdict));
        victor
    }

    /// A sheet is exhausted: both are restored, and the round is an initiative roll without a chooser
    /// (DUEL-20 to DUEL-22).
    #[inline(always)]
    fn refresh_round<D: Dice, T: Trace>(&self, state: &mut State, dice: &mut D, trace: &mut T) -> Option<Side> {
        for rule in ["DUEL-20", "DUEL-21", "DUEL-22"] {
            trace.rule(rule);
        }
        state.unused = self.all_unused;
        dice.slot(CONTEST_SLOT);
        let narrate_roll = |dice: &D| {
            format!("All attributes are back. Initiative: {}.", self.narrate_totals(self.initiatives, dice.faces()))
        };
        let (before, control) = (state.position, state.control);
        if self.board.refresh == Refresh::Control {
            let winner = self.refresh.roll_for_control(dice);
            trace.count_each(BY_ROUND, control_refresh(winner != control));
            state.control = winner;
            trace.narrate(|| {
                format!(
                    "{} {} has control; the marker stays. {}",
                    narrate_roll(dice),
                    self.name(winner),
                    self.meter(before)
                )
            });
            return None;
        }
        let verdict = self.refresh.roll(dice);
        trace.narrate(|| narrate_roll(dice));
        let way = self.way(state, verdict);
        trace.count_each(BY_ROUND, self.round_counts.refresh(self.landings.row(before), control, way));
        let victor = self.move_marker(state, verdict, way, trace);
        if victor.is_none() {
            let contest = self.landings.of(before, way).control(control);
            match self.board.refresh {
                Refresh::Contest => Self::pass_control(state, before, contest, trace),
                Refresh::Control | Refresh::ContestAndControl => state.control = verdict.favours(),
            }
        }
        trace.narrate(|| self.narrate_move(before, control, state, verdict));
        victor
    }

    /// How the winner moves the marker: one tick, or with a natural 20 one or a long move, as it likes (DUEL-12, DUEL-13).
    #[inline(always)]
    fn way(&self, state: &State, verdict: Verdict) -> Way {
        if self.is_solved && verdict.is_natural_20() {
            let side = verdict.favours();
            if let Choosing::Solved(table) = &self.players[side.index()].choosing
                && table.makes_long_move(side, state.position, state.control, state.unused)
            {
                return Way::long_move(side);
            }
        }
        Way::habitual(verdict)
    }

    /// Moves the marker; the owner of an end tick that it reaches has won (DUEL-12, DUEL-23).
    #[inline(always)]
    fn move_marker<T: Trace>(&self, state: &mut State, verdict: Verdict, way: Way, trace: &mut T) -> Option<Side> {
        let before = state.position;
        let landing = self.landings.of(before, way);
        state.position = landing.position;
        state.stood_at_penultimate |= landing.penultimate;
        if state.position != before {
            trace.rule("DUEL-12");
        }
        if verdict.is_natural_20() && self.board.long_move > 1 {
            trace.rule("DUEL-13");
        }
        landing.is_end.then(|| decide(state, trace))
    }

    /// Control at the end of a round that decided nothing (DUEL-14 to DUEL-16).
    #[inline(always)]
    fn pass_control<T: Trace>(state: &mut State, before: i8, control: Side, trace: &mut T) {
        let in_own_half = (state.position > 0) == (control == Side::Party);
        match (before.signum(), state.position.signum()) {
            (0, 0) => (),
            (_, 0) => trace.rule("DUEL-16"),
            (before, after) if before != after => trace.rule("DUEL-15"),
            _ if in_own_half => trace.rule("DUEL-14"),
            // Control that a refresh gave in the other's half is kept until the marker enters a half.
            _ => (),
        }
        state.control = control;
    }

    /// What becomes of the two, or the round limit (DUEL-24, DUEL-25).
    #[inline(always)]
    pub(super) fn close<T: Trace>(&self, state: &State, trace: &mut T) {
        if let Some(victor) = self.board.victor(state.position) {
            trace.rule("DUEL-24");
            trace.narrate(|| {
                let fate = if self.to_the_death { "dies" } else { "yields" };
                format!("{} wins; {} {fate}.", self.name(victor), self.name(victor.other()))
            });
        } else {
            trace.rule("DUEL-25");
            trace.narrate(|| "The round limit is reached; both still stand.".to_owned());
        }
    }
}

/// The marker is on an end tick: its owner has won (DUEL-23).
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
