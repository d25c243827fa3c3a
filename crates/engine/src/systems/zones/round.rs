//! A Round: whose Turn is next, and which way each Turn takes.

use std::ops::ControlFlow::{Break, Continue};

use super::Actor;
use super::narration::narrate_surprise;
use super::resolve::{Fight, Flow};
use super::state::Stage;
use crate::dice::Dice;
use crate::outcome::{Side, Winner};
use crate::ruleset::Progress;
use crate::skirmish::Group;
use crate::trace::Trace;

/// Which Turns of a Round are still to come: nobody comes to wait who did not, once the order is rolled.
#[derive(Debug, Clone, Copy)]
struct Due {
    /// The side whose Turns are due; those of the other one come behind them, or are over.
    side: Side,
    /// The turn of the order before which no Character waits any more.
    from: usize,
}

impl Due {
    /// All of them, when this side begins.
    const fn new(begins: Side) -> Self {
        Self { side: begins, from: 0 }
    }
}

impl<'a, D: Dice, T: Trace> Fight<'a, D, T> {
    /// One Turn or a roll for the order of Turns, and around it what belongs to the Round (ZONES-01).
    #[inline(always)]
    pub(super) fn next_turn(&mut self) -> Progress {
        if !self.comes_to_a_turn() {
            return Progress::NextTurn;
        }
        match self.turn_of_next(&mut Due::new(self.state.begins)) {
            Break(winner) => Progress::Won(winner),
            Continue(()) if self.is_round_over() => Progress::RoundOver,
            Continue(()) => Progress::NextTurn,
        }
    }

    /// Begins a Round if the last one is over. Returns whether a Turn is next: otherwise that was a roll for the order of
    /// Turns.
    #[inline(always)]
    fn comes_to_a_turn(&mut self) -> bool {
        if self.state.waiting.is_empty() {
            self.begin_round();
        }
        let is_ordered = self.state.stage == Stage::Turns;
        if !is_ordered {
            self.roll_initiative();
        }
        is_ordered
    }

    /// The next Turn of a Round, when nobody who waits comes before what is due.
    #[inline(always)]
    fn turn_of_next(&mut self, due: &mut Due) -> Flow {
        let who = self.next_in_order(due);
        self.state.waiting.remove(who);
        self.enter_turn(who);
        self.take_turn(who)
    }

    /// Whether a Round is over.
    #[inline(always)]
    fn is_round_over(&mut self) -> bool {
        let is_over = self.state.waiting.is_empty();
        if is_over {
            self.state.is_first_round = false;
        }
        is_over
    }

    /// R1, and who has a Turn in this Round (ZONES-01, ZONES-02).
    #[inline(always)]
    fn begin_round(&mut self) {
        let rules = self.rules;
        self.trace.rule("ZONES-01");
        self.state.waiting = self.state.standing;
        if self.state.is_first_round {
            if let Some(side) = rules.knobs.surprised {
                self.trace.rule("ZONES-02");
                self.state.waiting -= rules.sides.members(side);
                self.trace.narrate(|| narrate_surprise(side));
            }
        } else if rules.knobs.rolls_each_round {
            self.state.stage = Stage::Beginning;
        }
    }

    /// Whose Turn is next, of those who wait: the side that begins comes first (ZONES-03 to ZONES-05).
    #[inline(always)]
    fn next_in_order(&self, due: &mut Due) -> usize {
        let members = |side: Side| self.state.waiting & self.rules.sides.members(side);
        let mut waiting = members(due.side);
        if waiting.is_empty() {
            due.side = due.side.other();
            waiting = members(due.side);
        }
        let next = match due.side {
            Side::Party => self.state.order.next_of(waiting, &mut due.from),
            Side::Enemies => self.first_to_act(waiting),
        };
        next.expect("somebody waits, and every Character is in the order")
    }

    /// The first of some who act one after the other though no roll says in which order (ZONES-05).
    #[inline(always)]
    pub(super) fn first_to_act(&self, group: Group) -> Option<usize> {
        self.state.lots.first_by(self.rules.knobs.order_is_by_lot, group)
    }

    /// A Round (ZONES-01).
    #[inline(always)]
    pub(super) fn play_round(&mut self) -> Option<Winner> {
        if let Some(pair) = self.last_two() {
            return self.exchange_blows(pair).break_value();
        }
        self.reborrow().play_turns_in_order()
    }

    /// As [`play_turns`](Self::play_turns), and goes on in the order where the last Turn was: in a Round nobody comes
    /// to wait who did not, once its order is rolled.
    #[inline(always)]
    fn play_turns_in_order(&mut self) -> Option<Winner> {
        while !self.comes_to_a_turn() {
            self.trace.turn_ends();
        }
        let mut due = Due::new(self.state.begins);
        loop {
            let flow = self.turn_of_next(&mut due);
            self.trace.turn_ends();
            if let Break(winner) = flow {
                return Some(winner);
            }
            if self.is_round_over() {
                return None;
            }
        }
    }

    /// The last two who stand, in the order of their Turns, when each of them will strike at the other and do nothing else.
    #[inline(always)]
    fn last_two(&self) -> Option<[usize; 2]> {
        let (rules, state) = (self.rules, &*self.state);
        let pair = [state.begins, state.begins.other()].map(|side| self.standing_of(side).only());
        let [Some(first), Some(second)] = pair else { return None };
        let both_strike = (state.standing - self.unhampered()).is_empty() && self.zone(first) == self.zone(second);
        (both_strike && !state.is_first_round && !rules.knobs.rolls_each_round).then_some([first, second])
    }

    /// The Turns of [these two](Self::last_two): what [`next_turn`](Self::next_turn) comes to, without looking for who is
    /// next and at whom it strikes.
    #[inline(always)]
    fn exchange_blows(&mut self, [first, second]: [usize; 2]) -> Flow {
        self.trace.rule("ZONES-01");
        for (who, target) in [(first, second), (second, first)] {
            self.enter_turn(who);
            if self.state.retreating.contains(who) {
                // The first blow made it fail a Morale Test.
                self.reborrow().take_turn_apart(who)?;
            } else {
                self.strike::<true>(self.actor(who), target)?;
            }
            self.trace.turn_ends();
        }
        Continue(())
    }

    /// T1 to T6 (ZONES-12; a Creature's is the same: ZONES-15).
    #[inline(always)]
    fn take_turn(&mut self, who: usize) -> Flow {
        self.note_turn(who);
        let actor = self.actor(who);
        let approach = if self.has_nothing_to_mind(actor) {
            Some(actor.sheet.approach)
        } else {
            self.reborrow().begin_and_prepare(actor)?
        };
        if let Some(approach) = approach {
            self.attack_or_advance(actor, approach)?;
        }
        if self.state.ailing.contains(who) {
            self.end_turn(who);
        }
        self.check_morale()
    }

    /// As [`take_turn`](Self::take_turn), where it is rare.
    #[inline(never)]
    fn take_turn_apart(&mut self, who: usize) -> Flow {
        self.take_turn(who)
    }

    /// Whether a Turn begins with nothing, and nobody is to be healed: P2 is what comes first.
    #[inline(always)]
    fn has_nothing_to_mind(&self, actor: Actor<'a>) -> bool {
        let (rules, state, who) = (self.rules, &*self.state, actor.who);
        let is_minding = (state.ailing | state.retreating | rules.stowers).contains(who)
            || rules.minders.contains(who) && !self.low_beside(actor).is_empty();
        !(is_minding || rules.field.has_hazards() && rules.field.harms_at_turn_start(self.zone(actor.who)))
    }

    /// Who of a combatant's side in its Zone, itself included, has so few HP that it may mind.
    #[inline(always)]
    pub(super) fn low_beside(&self, Actor { who, side, .. }: Actor<'a>) -> Group {
        self.state.low & self.rules.sides.members(side) & self.occupants(self.zone(who))
    }

    /// A Turn that is nothing but the first attack: see [`Zones::plain`](super::Zones::plain). `PLAIN` as in [`attack`](Self::attack).
    #[inline(always)]
    fn strike<const PLAIN: bool>(&mut self, actor: Actor<'a>, target: usize) -> Flow {
        self.note_turn(actor.who);
        self.attack_as_action::<PLAIN>(actor, 0, &actor.sheet.attacks[0], target)?;
        self.check_morale()
    }

    fn note_turn(&mut self, who: usize) {
        self.trace.rule("ZONES-12");
        if self.side(who) == Side::Enemies {
            self.trace.rule("ZONES-15");
        }
    }

    /// Whose Turn is nothing but a strike at somebody in their Zone, if there is somebody.
    #[inline(always)]
    fn unhampered(&self) -> Group {
        self.rules.plain - self.state.ailing - self.state.retreating
    }
}
