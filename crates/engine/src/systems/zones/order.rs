//! The set-up of a fight (S1 to S4), and the rolls for the order of Turns.

use super::event::Event;
use super::file::DEX;
use super::metrics::PARTY_BEGINS;
use super::resolve::Fight;
use super::state::{Stage, State};
use super::words::InitiativeTies;
use crate::dice::{Dice, Slot};
use crate::outcome::{Side, Winner};
use crate::ruleset::Progress;
use crate::skirmish::Group;
use crate::trace::Trace;
use crate::who::Who;

/// The slot of the rolls for the order of Turns (ZONES-03, ZONES-04).
const INITIATIVE_SLOT: Slot = Slot::shared(0);
/// The slot of the lots (ZONES-05).
const LOTS_SLOT: Slot = Slot::shared(2);

impl<D: Dice, T: Trace> Fight<'_, D, T> {
    /// Plays the next part of the set-up, S1 to S4, with one roll at a time. The combatants are in their Zones already
    /// (ZONES-06, ZONES-07).
    pub(super) fn next_of_set_up(&mut self) -> Progress {
        let rules = self.rules;
        if self.state.stage == Stage::Positions {
            self.trace.rule("ZONES-06");
            self.trace.rule("ZONES-07");
            let state = &*self.state;
            self.trace.happens(|| rules.positions(state));
            let needs_lots = rules.knobs.need_lots();
            if needs_lots {
                self.draw_lots();
            }
            if self.state.rolling.is_empty() {
                self.begin_reactions();
                self.state.stage = Stage::Reactions;
            } else {
                self.state.stage = Stage::HitPoints;
            }
            if needs_lots {
                return Progress::NextTurn;
            }
        }
        if self.state.stage == Stage::HitPoints {
            if let Some(who) = self.state.rolling.first() {
                self.roll_hit_points(who);
            }
            if self.state.rolling.is_empty() {
                self.begin_reactions();
                self.state.stage = Stage::Reactions;
            }
            return Progress::NextTurn;
        }
        if self.state.stage == Stage::Reactions {
            if !self.state.rolling.is_empty() {
                self.roll_reaction();
            }
            if !self.state.rolling.is_empty() {
                return Progress::NextTurn;
            }
            if !self.comes_to_a_fight() {
                return Progress::Won(Winner::Draw);
            }
            self.state.stage = Stage::Beginning;
        }
        if !self.roll_initiative() {
            return Progress::NextTurn;
        }
        self.trace.count(PARTY_BEGINS, u32::from(self.state.begins == Side::Party));
        Progress::RoundOver
    }

    /// Draws a lot for every combatant among its side: only members of one side are ever compared (ZONES-05).
    fn draw_lots(&mut self) {
        let rules = self.rules;
        self.trace.rule("ZONES-05");
        self.dice.slot(LOTS_SLOT);
        let fighting = self.state.standing;
        self.state.lots.draw(|who| rules.sides.members(rules.sides.side(who)) & fighting, self.dice);
        let lots = &self.state.lots;
        self.trace.happens(|| rules.lots(lots));
    }

    /// Rolls the next die for the order of Turns: first which side begins, then a die for each Character. Creatures
    /// roll none: they act in listed order or by lot (ZONES-03 to ZONES-05). Returns whether it was the last die.
    pub(super) fn roll_initiative(&mut self) -> bool {
        let is_alone = self.rules.characters(self.state).only().is_some();
        if self.state.stage == Stage::Beginning {
            self.roll_beginning();
            if is_alone {
                self.roll_for_nothing();
            }
        } else {
            self.roll_for_order();
        }
        let is_over = self.state.rolling.is_empty();
        if is_over {
            self.resolve_order();
        }
        is_over
    }

    /// Rolls which side begins (ZONES-03).
    fn roll_beginning(&mut self) {
        let rules = self.rules;
        self.trace.rule("ZONES-03");
        self.dice.slot(INITIATIVE_SLOT);
        let enemies_begin_max = rules.knobs.enemies_begin_max;
        let enemies_begin = self.dice.draw(|dice| Some(dice.die(6) <= enemies_begin_max));
        self.state.begins = if enemies_begin { Side::Enemies } else { Side::Party };
        let (dice, begins) = (&*self.dice, self.state.begins);
        self.trace.happens(|| Event::Initiative {
            faces: dice.faces().to_vec(),
            enemies_begin_up_to: enemies_begin_max,
            begins,
        });
        self.state.rolling = rules.characters(self.state);
        self.state.stage = Stage::Order;
    }

    /// Rolls the die of a lone Character, though there is nobody to compare it with (ZONES-04).
    fn roll_for_nothing(&mut self) {
        self.dice.draw(|dice| {
            dice.die(6);
            Some(())
        });
        self.state.rolling = Group::NOBODY;
    }

    /// Rolls d6 + `dex` for the next Character (ZONES-04).
    fn roll_for_order(&mut self) {
        let Some(who) = self.state.rolling.first() else { return };
        // The sum fits: a bonus is at most 30.
        self.state.fighters[who].sum = (self.dice.die(6) as i16 + self.sheet(who).bonuses[DEX]) as i8;
        self.state.rolling.remove(who);
    }

    /// Orders the Characters from the highest sum to the lowest, and ends the rolls for the order of Turns (ZONES-04).
    fn resolve_order(&mut self) {
        let rules = self.rules;
        self.state.stage = Stage::Turns;
        if rules.characters(self.state).only().is_none() {
            self.sort_order();
        }
        self.trace.rule("ZONES-04");
        self.trace.rule("ZONES-05");
        let order = &self.state.order;
        self.trace.happens(|| Event::Order { party: rules.all_named(order.iter()) });
    }

    fn sort_order(&mut self) {
        let (rules, party) = (self.rules, self.rules.characters(self.state));
        let State { order, fighters, lots, .. } = &mut *self.state;
        let by_dex = rules.knobs.ties == InitiativeTies::Dex;
        // Sum and DEX in one number: two different sums are at least 256 apart, and two DEX bonuses, each -20 to 30,
        // are at most 50 apart.
        let rank = |who: Who| {
            let dex = if by_dex { rules.sheet(who).bonuses[DEX] } else { 0 };
            -(i16::from(fighters[who].sum) << 8) - dex
        };
        order.start_over_by(party, rank);
        while by_dex
            && rules.knobs.order_is_by_lot
            && let Some(tied) = order.tied_run()
        {
            // A combatant that is out may have lost its lot; its place does not matter, since it has no Turn.
            order.rank(tied, |who| (lots.iter().position(|other| other == who), who));
        }
        while let Some(tied) = order.tied_run().filter(|_| rules.knobs.ties == InitiativeTies::Random) {
            let next = self.dice.die(tied.len() as u32) as usize - 1;
            order.bring_forward(tied.start + next, tied.start);
        }
        order.resolve_as_it_stands();
        for who in party {
            fighters[who].sum = 0;
        }
    }
}
