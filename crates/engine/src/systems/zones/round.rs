//! A Round: the choice of the next combatant, and the steps of its Turn.

use std::ops::ControlFlow::Break;

use super::event::Event;
use super::resolve::{Fight, Flow};
use super::state::Stage;
use crate::dice::Dice;
use crate::outcome::Side;
use crate::ruleset::Progress;
use crate::skirmish::Group;
use crate::trace::Trace;
use crate::who::Who;

impl<D: Dice, T: Trace> Fight<'_, D, T> {
    /// Plays one Turn or one roll for the order of Turns, and begins and ends the Round when that is due (ZONES-01).
    pub(super) fn next_turn(&mut self) -> Progress {
        if self.state.waiting.is_empty() {
            self.begin_round();
        }
        if self.state.stage != Stage::Turns {
            self.roll_initiative();
            return Progress::NextTurn;
        }
        let who = self.next_in_order();
        self.state.waiting.remove(who);
        self.enter_turn(who);
        if let Break(winner) = self.take_turn(who) {
            return Progress::Won(winner);
        }
        if !self.state.waiting.is_empty() {
            return Progress::NextTurn;
        }
        self.state.is_first_round = false;
        Progress::RoundOver
    }

    /// R1: gives every standing combatant a Turn in this Round, except a surprised side in the first one (ZONES-01,
    /// ZONES-02).
    fn begin_round(&mut self) {
        let rules = self.rules;
        self.trace.rule("ZONES-01");
        self.state.waiting = self.state.standing;
        if self.state.is_first_round {
            if let Some(side) = rules.knobs.surprised {
                self.trace.rule("ZONES-02");
                self.state.waiting -= rules.sides.members(side);
                self.trace.happens(|| Event::Surprise { side });
            }
        } else if rules.knobs.rolls_each_round {
            self.state.stage = Stage::Beginning;
        }
    }

    /// The next combatant among those still waiting for a Turn; the side that begins goes first (ZONES-03 to ZONES-05).
    fn next_in_order(&self) -> Who {
        let begins = self.state.begins;
        let members = |side: Side| self.state.waiting & self.rules.sides.members(side);
        let side = if members(begins).is_empty() { begins.other() } else { begins };
        let next = match side {
            Side::Party => self.state.order.first_of(members(side)),
            Side::Enemies => self.first_to_act(members(side)),
        };
        next.expect("somebody waits, and every Character is in the order")
    }

    /// The first member of a group for which no order was rolled: by lot, or in listed order (ZONES-05). `None` if the
    /// group is empty.
    pub(super) fn first_to_act(&self, group: Group) -> Option<Who> {
        self.state.lots.first_by(self.rules.knobs.order_is_by_lot, group)
    }

    /// Plays the steps T1 to T6 of a Turn (ZONES-12); a Creature's Turn has the same steps (ZONES-15).
    fn take_turn(&mut self, who: Who) -> Flow {
        self.trace.rule("ZONES-12");
        if self.side(who) == Side::Enemies {
            self.trace.rule("ZONES-15");
        }
        self.begin_turn(who)?;
        if self.stands(who) {
            self.act(self.actor(who))?;
        }
        if self.stands(who) {
            self.end_turn(who);
        }
        self.check_morale()
    }
}
