//! Rolls before a combatant can act: Stress, Base Initiative, and the counts of late arrivals (WOUNDS-01 to WOUNDS-04,
//! WOUNDS-16, WOUNDS-17, WOUNDS-27).

use super::beside;
use super::event::{Event, Faces};
use super::metrics::CARRIED_TURNS;
use super::resolve::Fight;
use super::state::{Action, Phase};
use super::words::Score;
use crate::dice::{Dice, Meaning, Slot};
use crate::skirmish::Group;
use crate::trace::Trace;
use crate::who::Who;

/// The slot of the lots (WOUNDS-06, WOUNDS-08).
const LOTS_SLOT: Slot = Slot::shared(1);

impl<D: Dice, T: Trace> Fight<'_, D, T> {
    /// Draws a lot for every combatant, including those that arrive later (WOUNDS-06, WOUNDS-08).
    pub(super) fn draw_lots(&mut self) {
        let here = self.state.present | self.state.absent;
        self.trace.rule("WOUNDS-06");
        self.dice.slot(LOTS_SLOT);
        self.state.lots.draw(|_| here, self.dice);
        self.tell(|rules, fight| Event::Lots { order: fight.state.lots.iter().map(|who| rules.named(who)).collect() });
    }

    /// Rolls the Stress of a combatant (WOUNDS-27 with `stress_from = "rolled"`).
    pub(super) fn roll_stress(&mut self, who: Who) {
        let sheet = self.sheet(who);
        self.state.stress_due.remove(who);
        let Some(roll) = &sheet.stress_roll else { return };
        self.enter_beside_turn(who, beside::STRESS);
        self.trace.rule("WOUNDS-27");
        let rolled = self.dice.draw(|source| Some(roll.dice.iter().map(|&dice| source.sum(dice)).sum::<i32>()));
        let max = (roll.constant + rolled).max(0);
        let body = &mut self.state.bodies[who];
        body.stress_max = max;
        body.stress = sheet.starting_stress.map_or(max, |given| given.min(max));
        self.tell(|rules, fight| Event::StressRoll {
            who: rules.named(who),
            constant: roll.constant,
            faces: fight.faces(),
            stress_max: max,
        });
    }

    /// Enters the slot of a combatant and its group for a roll: that of the group's first listed member, also if it stays away from
    /// the leg of a day (WOUNDS-04).
    fn enter_slot_of_group(&mut self, who: Who, group: Group, occasion: u8) {
        self.dice.slot(self.rules.sides.slot_beside_turn(group.first().unwrap_or(who), occasion));
        self.trace.acts(who);
    }

    /// The members of a group who take part in the fight (WOUNDS-76).
    fn there(&self, group: Group) -> Group {
        group & (self.state.present | self.state.absent)
    }

    /// Rolls the Base Initiative of a combatant and its group (WOUNDS-02 to WOUNDS-04).
    pub(super) fn roll_initiative(&mut self, who: Who) {
        let (rules, sides) = (self.rules, self.rules.knobs.initiative_die);
        let listed = self.sheet(who).initiative_group;
        let group = self.there(listed);
        self.enter_slot_of_group(who, listed, beside::INITIATIVE);
        let face = self.dice.draw_of(Meaning::new("initiative", [sides as i32]), |dice| Some(dice.die(sides)));
        for member in group {
            let sheet = rules.sheet(member);
            let base = face as i32 - sheet.modifiers[Score::Agility as usize] + sheet.initiative_modifier;
            self.state.bodies[member].base_initiative = base as i16;
            self.trace.rule("WOUNDS-02");
            if group.only().is_none() {
                self.trace.rule("WOUNDS-04");
            }
            self.tell(|rules, _| Event::Initiative {
                who: rules.named(member),
                faces: Faces(vec![face]),
                base_initiative: base,
            });
        }
        self.state.initiative_due -= group;
    }

    /// Begins a round: turns carried into it are taken on their counts, and combatants that arrive in it have to roll
    /// (WOUNDS-16).
    pub(super) fn begin_round(&mut self) {
        let (rules, round, state) = (self.rules, self.round, &mut *self.state);
        let carried = std::mem::take(&mut state.carrying);
        (state.this_round.carried, state.this_round.had_carried) = (carried, carried);
        state.phase = Phase::Arriving;
        for who in state.absent {
            let sheet = rules.sheet(who);
            if sheet.enters_round != round {
                continue;
            }
            let due = if sheet.enters_at.is_some() { &mut state.count_due } else { &mut state.initiative_due };
            due.insert(who);
        }
        for who in self.state.initiative_due {
            self.enter_field(who);
        }
    }

    fn enter_field(&mut self, who: Who) {
        let rules = self.rules;
        self.state.absent.remove(who);
        self.state.present.insert(who);
        let is_fighter = rules.is_fighter(self.state, who);
        self.state.fighters.set(who, is_fighter);
        let side = self.side(who);
        self.scratch.line.find_ends(side, self.standing_of(side));
        self.trace.rule("WOUNDS-16");
        self.tell(|rules, fight| Event::Arrival { who: rules.named(who), position: fight.body(who).position });
    }

    /// Makes the next roll for the combatants that arrive in this round. Returns whether there was one.
    pub(super) fn roll_for_arrival(&mut self) -> bool {
        if let Some(who) = self.state.initiative_due.first() {
            self.roll_initiative(who);
        } else if let Some(who) = self.state.count_due.first() {
            self.roll_count(who);
        } else {
            return false;
        }
        true
    }

    /// Rolls the count on which a combatant and its group appear (WOUNDS-16).
    fn roll_count(&mut self, who: Who) {
        let sheet = self.sheet(who);
        let group = self.there(sheet.initiative_group);
        self.state.count_due -= group;
        self.state.arriving |= group;
        let Some(at) = sheet.enters_at else { return };
        if !at.is_constant() {
            self.enter_slot_of_group(who, sheet.initiative_group, beside::ARRIVAL);
        }
        let count = self.dice.draw(|dice| Some(dice.sum(at)));
        for member in group {
            self.state.bodies[member].arrives_on = count as i16;
            self.trace.rule("WOUNDS-16");
            self.tell(|rules, fight| Event::ExpectedArrival { who: rules.named(member), count, roll: fight.roll(at) });
        }
    }

    /// Makes the combatants arrive whose arrival is on this count, one after the other (WOUNDS-16).
    pub(super) fn arrive_on(&mut self, count: i16) {
        let arrivals = self.state.arriving.filter(|who| self.body(who).arrives_on == count);
        self.state.arriving -= arrivals;
        let (mut unrolled, mut waiting) = (arrivals, arrivals);
        while let Some(who) = self.state.lots.first_by(self.rules.knobs.order_is_by_lot, waiting) {
            waiting.remove(who);
            self.enter_field(who);
            if unrolled.contains(who) {
                let group = self.there(self.sheet(who).initiative_group);
                self.roll_initiative(group.first().unwrap_or(who));
                unrolled -= group;
            }
            self.declare_late(who, count);
        }
    }

    /// Makes a newcomer declare. Its turn is carried over to the next round if the count of the turn is already over
    /// (WOUNDS-17).
    fn declare_late(&mut self, who: Who, count: i16) {
        if self.state.surprised.contains(who) {
            self.tell_surprise(who);
            return;
        }
        if !self.stands(who) || self.is_resting(who) {
            return;
        }
        let Some(mut turn) = self.declare(who) else { return };
        if turn.action == Action::FullDefense && self.rules.knobs.defends_from_declaration {
            self.state.this_round.guarded.insert(who);
        }
        if turn.count >= count {
            self.scratch.schedule.add(who, turn.count);
            return;
        }
        self.trace.rule("WOUNDS-17");
        self.trace.count(CARRIED_TURNS, 1);
        turn.count -= self.rules.knobs.late_arrival_shift as i16;
        self.state.this_round.turns.remove(who);
        self.state.carrying.insert(who);
        self.state.bodies[who].carried = turn;
        self.tell(|rules, _| Event::CarriedTurn { who: rules.named(who), count: turn.count });
    }
}
