//! A fight from set-up to its end: rounds, counts, and the end of a round.

use super::Wounds;
use super::action::{Acting, Effect, Made};
use super::event::Event;
use super::injury::Conditions;
use super::line::Line;
use super::means::Cause;
use super::metrics::{BLEED_DAMAGE, DOUBLE_KNOCKOUTS, FIRST_DOWN_ROUND};
use super::schedule::Schedule;
use super::sheet::STRIKES_MAX;
use super::state::{Phase, State, ThisRound};
use crate::dice::Dice;
use crate::outcome::{Side, Winner};
use crate::ruleset::{self, Progress};
use crate::skirmish::Group;
use crate::trace::Trace;
use crate::who::Who;

/// A fight of this system in progress.
pub(super) type Fight<'a, D, T> = ruleset::Fight<'a, Wounds, D, T>;

/// Working memory of a round, reused so that nothing is allocated.
#[derive(Debug, Clone, Default)]
pub struct Scratch {
    /// The turns on this count, in the order in which they are taken.
    pub(super) acting: Vec<Acting>,
    /// The results of the turns on this count, in the order in which they take effect.
    pub(super) effects: Vec<Effect>,
    /// The attacks made on this count against combatants in Full-Defense, in order.
    pub(super) made: Vec<Made>,
    /// Positions of the combatants.
    pub(super) line: Line,
    /// The counts that are left in this round.
    pub(super) schedule: Schedule,
    /// Combatants that have stopped being fighters on this count, or at the end of the round.
    pub(super) fallen: Group,
}

impl Scratch {
    /// Reserves memory for the largest possible count of a number of combatants, the first time that it is called.
    fn make_room(&mut self, combatants: usize) {
        // Each combatant has at most two turns on a count, and each turn has at most its strikes and one strain as
        // results.
        let turns = 2 * combatants;
        if self.acting.capacity() < turns {
            self.acting.reserve(turns);
            self.made.reserve(turns);
            self.effects.reserve(turns * (STRIKES_MAX + 1));
        }
    }

    /// Clears the memory of a single count, before the next one begins.
    pub(super) fn start_count(&mut self) {
        self.acting.clear();
        self.effects.clear();
        self.made.clear();
        self.fallen = Group::NOBODY;
    }
}

impl<D: Dice, T: Trace> Fight<'_, D, T> {
    /// Makes the next roll of the set-up: lots, then rolled Stress, then Base Initiative.
    pub(super) fn next_of_set_up(&mut self) -> Progress {
        self.scratch.make_room(self.state.bodies.len());
        if self.state.lots.are_due() {
            self.draw_lots();
            return Progress::NextTurn;
        }
        if let Some(who) = self.state.stress_due.first() {
            self.roll_stress(who);
        } else if let Some(who) = self.state.initiative_due.first() {
            self.roll_initiative(who);
        }
        if (self.state.stress_due | self.state.initiative_due).is_empty() {
            for rule in ["WOUNDS-26", "WOUNDS-27", "WOUNDS-28"] {
                self.trace.rule(rule);
            }
            self.tell(|rules, fight| rules.opening_event(fight.state));
            Progress::RoundOver
        } else {
            Progress::NextTurn
        }
    }

    /// Plays the next step of a round: a roll of a combatant that arrives in it, a count, or the end of the round.
    pub(super) fn next_turn(&mut self) -> Progress {
        self.survey();
        if self.prepares_counts() {
            return Progress::NextTurn;
        }
        self.schedule_counts(self.rules.sides.everybody());
        self.next_count()
    }

    /// Plays a round from its start to its end. Returns the winner if it decides the fight.
    pub(super) fn play_round(&mut self) -> Option<Winner> {
        self.survey();
        while self.prepares_counts() {
            self.trace.turn_ends();
        }
        self.schedule_counts(self.rules.sides.everybody());
        loop {
            let progress = self.next_count();
            self.trace.turn_ends();
            match progress {
                Progress::NextTurn => {}
                Progress::RoundOver => return None,
                Progress::Won(winner) => return Some(winner),
            }
        }
    }

    /// Copies the positions of all combatants into the line.
    #[inline]
    pub(super) fn survey(&mut self) {
        let (rules, state, line) = (self.rules, &*self.state, &mut self.scratch.line);
        if rules.knobs.targets_are_by_lot {
            line.order_by(&state.lots);
        }
        line.survey(&rules.sides, state.fighters, state.bodies.iter().map(|body| body.position));
    }

    /// Begins the round if that is due, and makes the next roll for combatants that arrive in it. Returns whether there
    /// was such a roll; if not, everybody has declared.
    #[inline]
    fn prepares_counts(&mut self) -> bool {
        if self.state.phase == Phase::Between {
            self.begin_round();
        }
        if self.state.phase == Phase::Arriving {
            if self.roll_for_arrival() {
                return true;
            }
            self.declare_all();
            self.state.phase = Phase::Counting;
        }
        false
    }

    /// Plays the lowest count that is left, or the end of the round if none is.
    #[inline]
    fn next_count(&mut self) -> Progress {
        let Some(count) = self.lowest_count() else { return self.close_round() };
        self.play_count(count);
        self.decided().map_or(Progress::NextTurn, Progress::Won)
    }

    /// The lowest count with an arrival or a turn; `None` if none is left in this round (WOUNDS-05).
    #[inline]
    fn lowest_count(&mut self) -> Option<i16> {
        let later = self.scratch.schedule.later();
        if self.scratch.schedule.lowest().is_none() && !later.is_empty() {
            self.schedule_counts(later);
        }
        self.scratch.schedule.lowest()
    }

    /// Enters the turns and arrivals of a group that are left in this round into the schedule.
    #[inline]
    fn schedule_counts(&mut self, group: Group) {
        let (state, schedule) = (&*self.state, &mut self.scratch.schedule);
        let mut first = i16::MAX;
        for_each_count(state, group, |_, count| first = first.min(count));
        schedule.start(first);
        for_each_count(state, group, |who, count| schedule.add(who, count));
    }

    /// Counts the round in which the first fighter has fallen.
    #[inline]
    pub(super) fn note_fallen(&mut self) {
        if !self.state.has_fallen && !self.scratch.fallen.is_empty() {
            self.state.has_fallen = true;
            self.trace.count_round(FIRST_DOWN_ROUND);
        }
    }

    /// Reports a double knockout: fighters of both sides have fallen on this count (WOUNDS-07).
    #[inline]
    pub(super) fn note_double_knockout(&mut self) {
        let (rules, fallen) = (self.rules, self.scratch.fallen);
        if Side::ALL.into_iter().all(|side| fallen.meets(rules.sides.members(side))) {
            self.trace.rule("WOUNDS-07");
            self.trace.count(DOUBLE_KNOCKOUTS, 1);
            self.tell(|_, _| Event::DoubleKnockout);
        }
    }

    /// The winner if the fight is over, else `None` (WOUNDS-68): a side has lost once it has no fighter left and waits
    /// for nobody.
    #[inline]
    pub(super) fn decided(&mut self) -> Option<Winner> {
        let winner = match Side::ALL.map(|side| self.rules.is_in_the_fight(self.state, side)) {
            [true, true] => return None,
            [true, false] => Winner::Party,
            [false, true] => Winner::Enemies,
            [false, false] => Winner::Draw,
        };
        self.trace.rule("WOUNDS-68");
        self.tell(|_, _| Event::End { winner });
        self.forget_round();
        Some(winner)
    }

    /// Plays the end of a round: the losses of the Dying and suffocating, morale, and retreats.
    #[inline]
    fn close_round(&mut self) -> Progress {
        self.scratch.fallen = Group::NOBODY;
        for who in self.state.present {
            self.bleed(who);
        }
        self.note_fallen();
        if let Some(winner) = self.decided() {
            return Progress::Won(winner);
        }
        self.test_morale(self.state.fighters & self.rules.with_morale);
        self.retreat(self.state.fighters & self.rules.retreating);
        if let Some(winner) = self.decided() {
            return Progress::Won(winner);
        }
        self.forget_round();
        Progress::RoundOver
    }

    /// Reports the end of a fight without a winner (WOUNDS-69).
    pub(super) fn close(&mut self) {
        if Side::ALL.into_iter().all(|side| self.rules.is_in_the_fight(self.state, side)) {
            self.trace.rule("WOUNDS-69");
            self.tell(|_, _| Event::Timeout);
        }
    }

    /// Applies the effects of time on a combatant at the end of a round (WOUNDS-41, WOUNDS-57, WOUNDS-58).
    #[inline]
    fn bleed(&mut self, who: Who) {
        let body = self.body(who);
        if body.wounds >= 0 && body.conditions.is_empty() {
            return;
        }
        let (rules, has_acted, conditions) = (self.rules, self.state.this_round.acted.contains(who), body.conditions);
        if self.is_dying(who) {
            self.lose_blood(who, rules.knobs.dying_wounds, "WOUNDS-41");
        }
        if conditions.any_of(Conditions::SUFFOCATING) {
            self.lose_blood(who, rules.knobs.suffocation_wounds, "WOUNDS-58");
        }
        if conditions.any_of(Conditions::WINDED) {
            if self.stands(who) && (has_acted || conditions.any_of(Conditions::SPENT)) {
                self.trace.rule("WOUNDS-57");
                self.tell(|rules, _| Event::Winded { who: rules.named(who), must_rest: has_acted });
            }
            let rested = conditions.without(Conditions::SPENT);
            self.state.bodies[who].conditions = if has_acted { rested.with(Conditions::SPENT) } else { rested };
        }
        // A combatant that is down does not become a fighter again here.
        if self.stands(who) || self.body(who).is_at_death_line(self.sheet(who)) {
            self.update_standing(who);
        }
    }

    pub(super) fn lose_blood(&mut self, who: Who, amount: i32, rule: &'static str) {
        if amount == 0 {
            return;
        }
        self.trace.rule(rule);
        self.trace.count(BLEED_DAMAGE, amount as u32);
        self.lose_wounds(who, amount);
        self.tell(|rules, fight| Event::Bleeding {
            who: rules.named(who),
            wounds: amount,
            wounds_left: fight.body(who).wounds,
            loss: rules.loss_of_wounds(rules.deed_of(who, Cause::Bleeding), who, amount, fight.body(who).wounds),
        });
    }

    /// Resets everything that belongs to a single round, at its end and at the end of the fight.
    #[inline]
    fn forget_round(&mut self) {
        let state = &mut *self.state;
        for body in &mut state.bodies {
            (body.moved, body.intimidated) = (0, None);
        }
        state.surprised &= state.absent;
        state.this_round = ThisRound::default();
        state.phase = Phase::Between;
    }
}

/// Calls `visit` for every turn and arrival of a group that is left in this round, with the combatant and the count.
fn for_each_count(state: &State, group: Group, mut visit: impl FnMut(Who, i16)) {
    for who in state.this_round.turns & group {
        visit(who, state.bodies[who].turn.count);
    }
    for who in state.this_round.carried & group {
        visit(who, state.bodies[who].carried.count);
    }
    for who in state.arriving & group {
        visit(who, state.bodies[who].arrives_on);
    }
}
