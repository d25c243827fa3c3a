//! The order of turns: Initiative, Delays and later arrivals (THRUM-03 to THRUM-08, THRUM-65).

use std::cmp::Reverse;

use super::Thrum;
use super::decisions::Deciding;
use super::event::{Event, Rolled};
use super::grid::Square;
use super::occasions;
use super::resolve::Fight;
use super::roll::Roll;
use super::state::State;
use super::words::InitiativeTies;
use crate::dice::{Dice, Meaning};
use crate::outcome::Side;
use crate::skirmish::{Group, Lots};
use crate::trace::Trace;
use crate::who::Who;

/// The position of a combatant in the order of lots, from 0; 0 if it has no lot.
pub(super) fn place_by_lot(lots: &Lots, who: Who) -> usize {
    lots.iter().position(|other| other == who).unwrap_or(0)
}

impl<D: Dice, T: Trace> Fight<'_, D, T> {
    /// Rolls a combatant's Initiative (THRUM-04).
    pub(super) fn roll_initiative(&mut self, who: Who) {
        self.enter_beside_turn(who, occasions::INITIATIVE);
        let roll = Roll { modifier: self.rules.sheets[who].initiative, net: 0 };
        let meaning = Meaning::new("initiative", [roll.modifier]);
        let total = self.dice.draw_of(meaning, |dice| Some(roll.total(dice)));
        self.state.bodies[who].initiative = total as i16;
        self.state.initiative_due.remove(who);
        self.tell(&["THRUM-01", "THRUM-04"], |rules, _, faces| Event::Initiative {
            who: rules.named(who),
            roll: Rolled::new(faces, roll),
        });
    }

    /// Sorts the order of turns, then puts everybody on a square and lets them take Stances (THRUM-03 to THRUM-07).
    pub(super) fn play_round_zero(&mut self) {
        let (rules, state) = (self.rules, &mut *self.state);
        let there = state.order.len();
        let (bodies, lots) = (&state.bodies, &state.lots);
        let rank = |who: Who| rules.rank(who, bodies[who].initiative, lots);
        state.order.rank(0..there, rank);
        state.order.resolve_as_it_stands();
        self.forget_initiative();
        self.stand_fixed();
        for index in 0..there {
            let Some(who) = self.state.order.get(index) else { break };
            let is_npc = rules.sides.side(who) == Side::Enemies;
            if !self.state.present.contains(who) {
                let Some(wanted) = rules.square_at_start(self.state, who) else { continue };
                let square =
                    self.decide(Deciding::Start as usize, who, wanted, |fight| fight.rules.starts(fight.state, who));
                self.start(who, square, "THRUM-07");
            }
            if !is_npc || rules.knobs.npcs_take_stances {
                self.choose_stance(who);
            }
        }
        self.tell(&["THRUM-07"], |rules, state, _| rules.order_of_turns(state));
    }

    /// Draws the lots: among all combatants if lots decide the order, else within each side, since no policy ever chooses between
    /// targets of both sides (THRUM-04, THRUM-26).
    pub(super) fn draw_lots(&mut self) {
        let rules = self.rules;
        self.dice.slot(occasions::LOTS_SLOT);
        let is_among_all = rules.knobs.order_is_by_lot;
        let all = self.state.in_order() | self.state.absent;
        let block_of = |who: Who| match rules.sides.side(who) {
            _ if is_among_all => all,
            side => all & rules.sides.members(side),
        };
        self.state.lots.draw(block_of, self.dice);
        let rule = if is_among_all { "THRUM-04" } else { "THRUM-26" };
        self.tell(&[rule], |rules, state, _| Event::Lots {
            order: state.lots.iter().map(|who| rules.named(who)).collect(),
        });
    }

    /// Takes the first combatant out of a group that acts one after the other in no rolled order: the first by lot if lots decide
    /// the order, else the first listed. `None` if the group is empty.
    pub(super) fn take_first(&self, waiting: &mut Group) -> Option<Who> {
        let first = self.state.lots.first_by(self.rules.knobs.order_is_by_lot, *waiting)?;
        waiting.remove(first);
        Some(first)
    }

    /// Puts everybody with `at` on the map, then the other NPCs in listed order or by lot (THRUM-03, THRUM-07).
    fn stand_fixed(&mut self) {
        let rules = self.rules;
        let there = self.state.in_order();
        for who in there {
            if let Some(square) = rules.sheets[who].at {
                let rule = if rules.sides.side(who) == Side::Enemies { "THRUM-03" } else { "THRUM-07" };
                self.start(who, square, rule);
            }
        }
        let mut waiting = (there - self.state.present) & rules.sides.members(Side::Enemies);
        while let Some(who) = self.take_first(&mut waiting) {
            if let Some(square) = rules.least_free_start(self.state, who) {
                self.start(who, square, "THRUM-03");
            }
        }
    }

    /// Puts a combatant on the map in the set-up, and narrates it.
    fn start(&mut self, who: Who, square: Square, rule: &'static str) {
        self.stand(who, square);
        self.tell(&[rule], |rules, _, _| Event::Start { who: rules.named(who), square: rules.spot(square) });
    }

    /// Puts a combatant on the map, active.
    fn stand(&mut self, who: Who, square: Square) {
        self.state.bodies[who].square = square;
        self.state.set_there(who, true, true);
    }

    /// Resets everybody's Initiative once all have arrived, since no rule reads it any more.
    fn forget_initiative(&mut self) {
        if self.state.absent.is_empty() {
            for body in &mut self.state.bodies {
                body.initiative = 0;
            }
        }
    }

    /// The combatant whose turn is next, after moving back those that Delay; `None` if the round is over (THRUM-06).
    pub(super) fn next_in_order(&mut self) -> Option<Who> {
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

    /// Moves a combatant behind a later one in the order if it wants to Delay; returns whether it does (THRUM-06).
    fn delays(&mut self, who: Who) -> bool {
        if self.state.delayed.contains(who) || !self.stands(who) {
            return false;
        }
        let place = usize::from(self.state.next);
        let wanted = self.rules.awaited(self.state, who, place);
        let last =
            self.decide(Deciding::Delay as usize, who, wanted, |fight| fight.rules.delays(fight.state, who, place));
        let Some(last) = last else { return false };
        let Some(behind) = self.state.order.last_turn_of(Group::of(last)) else { return false };
        self.state.order.put_back(place, behind);
        self.state.delayed.insert(who);
        self.tell(&["THRUM-06"], |rules, _, _| Event::Delay { who: rules.named(who), after: rules.named(last) });
        true
    }

    /// Notes the combatants that are to arrive in this round (THRUM-65).
    pub(super) fn see_who_comes(&mut self) {
        let (rules, round) = (self.rules, self.round);
        self.state.initiative_due = self.state.absent.filter(|who| rules.sheets[who].enters_round <= round);
    }

    /// Lets the next combatant of this round arrive, in listed order or by lot (THRUM-65).
    pub(super) fn arrive_next(&mut self) {
        let mut waiting = self.state.initiative_due;
        if let Some(who) = self.take_first(&mut waiting) {
            self.arrive(who);
        }
    }

    /// Lets a combatant arrive if there is a free square for it (THRUM-65).
    fn arrive(&mut self, who: Who) {
        let rules = self.rules;
        let Some(square) = rules.square_of_arrival(self.state, who) else {
            self.state.initiative_due.remove(who);
            self.tell(&["THRUM-65"], |rules, _, _| Event::NoRoom { who: rules.named(who) });
            return;
        };
        self.roll_initiative(who);
        self.state.absent.remove(who);
        let state = &mut *self.state;
        let (bodies, lots) = (&state.bodies, &state.lots);
        let rank = |who: Who| rules.rank(who, bodies[who].initiative, lots);
        let own = rank(who);
        state.order.insert(who, |later| own < rank(later));
        self.forget_initiative();
        self.stand(who, square);
        self.tell(&["THRUM-65"], |rules, _, _| Event::Arrival { who: rules.named(who), square: rules.spot(square) });
        self.choose_stance(who);
    }
}

impl Thrum {
    /// The combatant after which the one at `place` in the order wants to take its turn; `None` if it wants to take it now
    /// (THRUM-06).
    #[inline]
    pub(super) fn awaited(&self, state: &State, who: Who, place: usize) -> Option<Who> {
        let awaited = self.sheets[who].delay_after & state.present;
        if awaited.is_empty() {
            return None;
        }
        let behind = state.order.last_turn_of(awaited)?;
        state.order.get(behind).filter(|_| behind > place)
    }

    /// The sort key of a combatant in the order, the least first (THRUM-04).
    #[inline]
    fn rank(&self, who: Who, total: i16, lots: &Lots) -> (Reverse<i16>, bool, Reverse<i32>, bool, usize) {
        let (modifier, is_npc) = (self.sheets[who].initiative, self.sides.side(who) == Side::Enemies);
        let is_later = match self.knobs.initiative_ties {
            InitiativeTies::Modifier => false,
            InitiativeTies::Party => is_npc,
            InitiativeTies::Enemies => !is_npc,
        };
        let place = if self.knobs.order_is_by_lot { place_by_lot(lots, who) } else { who.index() };
        (Reverse(total), is_later, Reverse(modifier), is_npc, place)
    }

    /// The free square for an arrival: the combatant's `at`, else the least one of its side's start; `None` if none is free
    /// (THRUM-65).
    fn square_of_arrival(&self, state: &State, who: Who) -> Option<Square> {
        let own = self.sheets[who].at.filter(|&square| !state.is_occupied(square));
        own.or_else(|| self.least_free_start(state, who))
    }
}
