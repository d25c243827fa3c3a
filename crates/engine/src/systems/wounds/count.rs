//! A count of a round: which turns are taken on it, and in which order their combatants move, act, answer attacks and
//! withdraw (WOUNDS-06).

use super::action::Acting;
use super::resolve::Fight;
use crate::dice::Dice;
use crate::skirmish::Group;
use crate::trace::Trace;

impl<D: Dice, T: Trace> Fight<'_, D, T> {
    /// Plays a count: all combatants with a turn on it move, then all act, then all results take effect at once
    /// (WOUNDS-06).
    #[inline]
    pub(super) fn play_count(&mut self, count: i16) {
        if !self.state.arriving.is_empty() {
            self.arrive_on(count);
        }
        let members = self.scratch.schedule.take_lowest();
        self.scratch.start_count();
        let mut turns = self.take_up_turns(count, members);
        for acting in &mut turns {
            self.move_to_act(acting);
        }
        for acting in &mut turns {
            self.carry_out(acting);
        }
        self.apply_effects();
        for index in 0..self.scratch.made.len() {
            self.answer(self.scratch.made[index]);
        }
        self.note_fallen();
        self.note_double_knockout();
        for acting in &turns {
            self.go_back(acting);
        }
        self.scratch.acting = turns;
    }

    /// Collects the turns on this count, in listed order or by lot; a turn carried over comes before the same
    /// combatant's own turn.
    #[inline]
    fn take_up_turns(&mut self, count: i16, members: Group) -> Vec<Acting> {
        let (state, mut acting) = (&mut *self.state, std::mem::take(&mut self.scratch.acting));
        for who in members {
            let body = &state.bodies[who];
            if state.this_round.carried.contains(who) && body.carried.count == count {
                acting.push(Acting::new(who, true, body.carried));
                state.this_round.carried.remove(who);
            }
            if state.this_round.turns.contains(who) && body.turn.count == count {
                acting.push(Acting::new(who, false, body.turn));
                state.this_round.turns.remove(who);
            }
        }
        if self.rules.knobs.order_is_by_lot {
            let lots = &self.state.lots;
            acting.sort_by_key(|acting| lots.iter().position(|who| who == acting.who));
        }
        if !acting.is_empty() {
            let is_carried = |acting: &Acting| acting.is_carried;
            self.apply_rules(|_| {
                [("WOUNDS-05", true), ("WOUNDS-06", acting.len() > 1), ("WOUNDS-17", acting.iter().any(is_carried))]
            });
            self.tell(|rules, _| rules.turns_on_count(count, &acting));
        }
        acting
    }
}
