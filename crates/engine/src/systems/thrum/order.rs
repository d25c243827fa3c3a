//! The order of turns: Initiative, Delays, and those who come later (THRUM-03 to THRUM-08, THRUM-65).

use std::cmp::Reverse;

use super::Thrum;
use super::grid::Square;
use super::occasion;
use super::resolve::Fight;
use super::roll::Roll;
use super::state::State;
use super::trail::Trail;
use super::words::InitiativeTies;
use crate::dice::{Dice, Meaning, Scripted, Slot};
use crate::outcome::Side;
use crate::skirmish::{Group, Lots};
use crate::trace::{Silent, Trace};

/// How many come before somebody by lot; 0 where it has none.
pub(super) fn place_by_lot(lots: &Lots, who: usize) -> usize {
    lots.iter().position(|other| other == who).unwrap_or(0)
}

/// The slot of the lots (THRUM-04, THRUM-26).
const LOTS_SLOT: Slot = Slot::shared(1);

impl<D: Dice, T: Trace> Fight<'_, D, T> {
    /// THRUM-04.
    #[inline(always)]
    pub(super) fn roll_initiative(&mut self, who: usize) {
        self.enter_beside_turn(who, occasion::INITIATIVE);
        let roll = Roll { modifier: self.rules.sheets[who].initiative, net: 0 };
        let meaning = Meaning::new("initiative", [roll.modifier]);
        let total = self.dice.draw_of(meaning, |dice| Some(roll.total(dice)));
        self.state.bodies[who].initiative = total as i16;
        self.state.initiative_due.remove(who);
        self.note_initiative(who, roll);
    }

    /// Sorts everybody; then squares and Stances (THRUM-03 to THRUM-07).
    pub(super) fn play_round_zero(&mut self) {
        let (rules, state) = (self.rules, &mut *self.state);
        let there = rules.sides.everybody() - state.absent;
        let (bodies, lots) = (&state.bodies, &state.lots);
        let rank = |who: usize| rules.rank(who, bodies[who].initiative, lots);
        state.order.rank(0..there.len(), rank);
        state.order.resolve_as_it_stands();
        self.forget_initiative();
        self.stand_fixed();
        for index in 0..there.len() {
            let Some(who) = self.state.order.get(index) else { break };
            let is_npc = rules.sides.side(who) == Side::Enemies;
            if !self.state.present.contains(who) {
                let Some(square) = rules.square_at_start(self.state, who) else { continue };
                self.stand(who, square);
                self.note_start(who, "THRUM-07");
            }
            if !is_npc || rules.knobs.npcs_take_stances {
                self.choose_stance(who);
            }
        }
        self.note_round_zero();
    }

    /// Everybody draws a lot, among its side where lots decide about targets alone: no policy ever chooses between members of
    /// both (THRUM-04, THRUM-26).
    pub(super) fn draw_lots(&mut self) {
        let rules = self.rules;
        self.dice.slot(LOTS_SLOT);
        self.trace.rule(if rules.knobs.order_is_by_lot { "THRUM-04" } else { "THRUM-26" });
        let is_among_all = rules.knobs.order_is_by_lot;
        let block_of = |who: usize| match rules.sides.side(who) {
            _ if is_among_all => rules.sides.everybody(),
            side => rules.sides.members(side),
        };
        self.state.lots.draw(block_of, self.dice);
        let lots = &self.state.lots;
        self.trace.narrate(|| rules.narrate_lots(lots));
    }

    /// Takes the first out of some who do something one after the other though no roll says in which order: the first listed, or
    /// the first by lot.
    #[inline(always)]
    pub(super) fn take_first(&self, waiting: &mut Group) -> Option<usize> {
        let first = self.state.lots.first_by(self.rules.knobs.order_is_by_lot, *waiting)?;
        waiting.remove(first);
        Some(first)
    }

    /// Everybody with `at`, then the other NPCs in listed order or by lot (THRUM-03, THRUM-07).
    fn stand_fixed(&mut self) {
        let rules = self.rules;
        let there = rules.sides.everybody() - self.state.absent;
        for who in there {
            if let Some(square) = rules.sheets[who].at {
                self.stand(who, square);
                self.note_start(who, if rules.sides.side(who) == Side::Enemies { "THRUM-03" } else { "THRUM-07" });
            }
        }
        let mut waiting = (there - self.state.present) & rules.sides.members(Side::Enemies);
        while let Some(who) = self.take_first(&mut waiting) {
            if let Some(square) = rules.least_free_start(self.state, who) {
                self.stand(who, square);
                self.note_start(who, "THRUM-03");
            }
        }
    }

    /// Puts somebody onto the map.
    fn stand(&mut self, who: usize, square: Square) {
        self.state.bodies[who].square = square;
        self.state.set_there(self.rules, who, true, true);
    }

    /// Initiative counts no more once everybody is there.
    fn forget_initiative(&mut self) {
        if self.state.absent.is_empty() {
            for body in &mut self.state.bodies {
                body.initiative = 0;
            }
        }
    }

    /// Whose turn is next; whoever Delays goes back in the order first (THRUM-06).
    #[inline(always)]
    pub(super) fn next_in_order(&mut self) -> Option<usize> {
        loop {
            let who = self.state.order.get(self.state.next.into())?;
            if !self.state.present.contains(who) {
                self.state.next += 1;
            } else if !self.delays(who) {
                self.state.next += 1;
                return Some(who);
            }
        }
    }

    /// Moves somebody behind the one for whom it waits, where it does (THRUM-06).
    #[inline(always)]
    fn delays(&mut self, who: usize) -> bool {
        let rules = self.rules;
        let awaited = rules.sheets[who].delay_after & self.state.present;
        if awaited.is_empty() || self.state.delayed.contains(who) || !self.stands(who) {
            return false;
        }
        let from = usize::from(self.state.next);
        let state = &mut *self.state;
        let Some(behind) = state.order.last_turn_of(awaited).filter(|&index| index > from) else { return false };
        let last = state.order.get(behind);
        state.order.put_back(from, behind);
        state.delayed.insert(who);
        self.trace.rule("THRUM-06");
        self.trace.narrate(|| rules.narrate_delay(who, last));
        true
    }

    /// Who comes in this round, as far as there are squares for them (THRUM-65).
    pub(super) fn see_who_comes(&mut self) {
        let (rules, round) = (self.rules, self.round);
        self.state.initiative_due = self.state.absent.filter(|who| rules.sheets[who].enters_round <= round);
    }

    /// The arrival of the next who comes in this round, in listed order or by lot (THRUM-65).
    pub(super) fn arrive_next(&mut self) {
        let mut waiting = self.state.initiative_due;
        if let Some(who) = self.take_first(&mut waiting) {
            self.arrive(who);
        }
    }

    /// The arrival of somebody, if there is a square (THRUM-65).
    fn arrive(&mut self, who: usize) {
        let rules = self.rules;
        let Some(square) = rules.square_of_arrival(self.state, who) else {
            self.state.initiative_due.remove(who);
            self.trace.rule("THRUM-65");
            self.trace.narrate(|| rules.narrate_no_room(who));
            return;
        };
        self.roll_initiative(who);
        self.state.absent.remove(who);
        let state = &mut *self.state;
        let (bodies, lots) = (&state.bodies, &state.lots);
        let rank = |who: usize| rules.rank(who, bodies[who].initiative, lots);
        let own = rank(who);
        state.order.insert(who, |later| own < rank(later));
        self.forget_initiative();
        self.stand(who, square);
        self.trace.rule("THRUM-65");
        self.trace.narrate(|| rules.narrate_arrival(who, square));
        self.choose_stance(who);
    }
}

impl Thrum {
    /// The map as the first PC finds it that chooses a square: with the NPCs, and everybody with `at` (THRUM-03, THRUM-07). Which
    /// squares are taken is the same whatever is rolled or drawn.
    pub(super) fn state_at_start(&self) -> State {
        let (mut state, mut scratch) = (self.opening.clone(), Trail::default());
        let (mut dice, mut trace) = (Scripted::new([]), Silent);
        // Combatants without rivals draw without dice: listed order.
        state.lots.draw(|_| Group::NOBODY, &mut dice);
        let (dice, trace) = (&mut dice, &mut trace);
        Fight { rules: self, state: &mut state, scratch: &mut scratch, round: 0, dice, trace }.stand_fixed();
        state
    }

    /// What comes first in the order, the least first (THRUM-04).
    #[inline(always)]
    fn rank(&self, who: usize, total: i16, lots: &Lots) -> (Reverse<i16>, bool, Reverse<i32>, bool, usize) {
        let (modifier, is_npc) = (self.sheets[who].initiative, self.sides.side(who) == Side::Enemies);
        let is_later = match self.knobs.initiative_ties {
            InitiativeTies::Modifier => false,
            InitiativeTies::Party => is_npc,
            InitiativeTies::Enemies => !is_npc,
        };
        let place = if self.knobs.order_is_by_lot { place_by_lot(lots, who) } else { who };
        (Reverse(total), is_later, Reverse(modifier), is_npc, place)
    }

    /// The square that is free for somebody who comes: its own, or else the least of its side's start (THRUM-65).
    fn square_of_arrival(&self, state: &State, who: usize) -> Option<Square> {
        let own = self.sheets[who].at.filter(|&square| !state.is_occupied(square));
        own.or_else(|| self.least_free_start(state, who))
    }
}
