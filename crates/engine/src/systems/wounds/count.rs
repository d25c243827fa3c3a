//! What happens on a count of a round: whose turns are on it, and in which order they move, act, answer and go back (WOUNDS-06).

use super::action::Acting;
use super::resolve::Fight;
use super::state::Turn;
use crate::dice::Dice;
use crate::skirmish::Group;
use crate::trace::Trace;

impl<D: Dice, T: Trace> Fight<'_, D, T> {
    /// Everything that happens on a count (WOUNDS-06).
    #[inline(always)]
    pub(super) fn play_count(&mut self, count: i16) {
        let nobody_comes = self.state.arriving.is_empty();
        if !nobody_comes {
            self.out_of_line(count, Fight::arrive_on);
        }
        let members = self.scratch.schedule.take_lowest();
        self.scratch.start_count();
        if nobody_comes && self.all_strike(members) {
            self.carry_out_strikes(members);
        } else if let Some(who) = self.has_count_to_itself(count, members, nobody_comes) {
            if self.is_attacking(who) {
                self.out_of_line((who, count), Fight::take_attack);
            } else {
                self.out_of_line((who, count), Fight::take_turn);
            }
        } else {
            self.out_of_line((count, members), Fight::take_turns);
        }
        for index in 0..self.scratch.made.len() {
            let made = self.scratch.made[index];
            if self.may_be_answered(made) {
                self.out_of_line(made, Fight::answer);
            }
        }
        if !self.scratch.fallen.is_empty() {
            self.note_fallen();
            self.note_double_knockout();
        }
        if members.meets(self.rules.skirmishers) {
            for index in 0..self.scratch.acting.len() {
                self.out_of_line(self.scratch.acting[index], Fight::go_back);
            }
        }
    }

    /// Who has its own turn on this count, and that alone: neither a carried one beside it, nor anybody else anything.
    #[inline(always)]
    fn has_count_to_itself(&self, count: i16, members: Group, nobody_comes: bool) -> Option<usize> {
        let (who, state) = (members.only()?, &*self.state);
        // Who comes on a count may have its turn on a later one.
        let is_now = nobody_comes || self.body(who).turn.count == count;
        ((state.turns - state.carried).contains(who) && is_now).then_some(who)
    }

    /// The turn of somebody who [has a count to itself](Self::has_count_to_itself).
    #[inline(always)]
    fn take_turn(&mut self, (who, count): (usize, i16)) {
        self.state.turns.remove(who);
        let mut acting = Acting::new(who, false, self.body(who).turn);
        self.note_count(count, &[acting]);
        self.draw_near(&mut acting);
        self.act_and_go_back(acting);
    }

    /// The same of somebody who [is attacking](Self::is_attacking) the nearest opponent.
    #[inline(always)]
    fn take_attack(&mut self, (who, count): (usize, i16)) {
        let turn = self.body(who).turn;
        let (Some(at), Some(target)) = (turn.action.attack(), self.nearest_opponent(who)) else {
            return self.out_of_line((who, count), Fight::take_turn);
        };
        self.state.turns.remove(who);
        let acting = || Acting::new(who, false, Turn { target: Some(target as u8), ..turn });
        if T::HEARS_RULES {
            self.note_count(count, &[acting()]);
        }
        match self.move_to_attack(who, turn.action, target, self.sheet(who).attacks[at].reach) {
            Some(true) => {
                self.attack_alone(who, at, target);
                if self.rules.skirmishers.contains(who) {
                    if self.is_count_over() {
                        self.withdraw(who);
                    } else {
                        let mut acting = acting();
                        acting.is_done = true;
                        self.scratch.acting.push(acting);
                    }
                }
            }
            Some(false) => self.note_undone(who, turn.action),
            None => return self.out_of_line(acting(), Fight::act_after_blows),
        }
        // Once, and not before: most of those who go back end where they do not change the front of their side.
        self.settle(who);
    }

    /// What comes after the move of somebody who was struck at on its way.
    #[inline(always)]
    fn act_after_blows(&mut self, acting: Acting) {
        self.settle(acting.who());
        self.act_and_go_back(acting);
    }

    /// What comes after the move of somebody who has a count to itself.
    #[inline(always)]
    fn act_and_go_back(&mut self, mut acting: Acting) {
        self.carry_out(&mut acting);
        self.apply_effects_of_turn();
        if !self.rules.skirmishers.contains(acting.who()) {
            return;
        }
        if self.is_count_over() {
            self.go_back(acting);
        } else {
            self.scratch.acting.push(acting);
        }
    }

    /// Whether nothing comes between the last turn of a count and whoever goes back after it: neither somebody who answers
    /// nor somebody who has fallen.
    #[inline(always)]
    fn is_count_over(&self) -> bool {
        self.scratch.made.is_empty() && self.scratch.fallen.is_empty()
    }

    /// All turns on a count: everybody moves, then everybody acts, then all of it takes effect (WOUNDS-06).
    #[inline(always)]
    fn take_turns(&mut self, (count, members): (i16, Group)) {
        self.take_up_turns(count, members);
        let mut turns = std::mem::take(&mut self.scratch.acting);
        for acting in &mut turns {
            self.move_to_act(acting);
        }
        for acting in &mut turns {
            self.carry_out(acting);
        }
        self.scratch.acting = turns;
        self.apply_effects();
    }

    /// Collects the turns on this count, in listed order or by lot, a carried turn before the own one.
    #[inline(always)]
    fn take_up_turns(&mut self, count: i16, members: Group) {
        let (state, mut acting) = (&mut *self.state, std::mem::take(&mut self.scratch.acting));
        let (turns, carried) = (state.turns, state.carried);
        for who in members & (turns | carried) {
            let body = &state.bodies[who];
            if carried.contains(who) && body.carried.count == count {
                acting.push(Acting::new(who, true, body.carried));
                state.carried.remove(who);
            }
            if turns.contains(who) && body.turn.count == count {
                acting.push(Acting::new(who, false, body.turn));
                state.turns.remove(who);
            }
        }
        if self.rules.knobs.order_is_by_lot {
            let lots = &self.state.lots;
            acting.sort_by_key(|acting| lots.iter().position(|who| who == acting.who()));
        }
        self.note_count(count, &acting);
        self.scratch.acting = acting;
    }
}
