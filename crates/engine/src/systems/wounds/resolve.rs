//! A fight from set-up to its end: rounds, counts, and what comes at the end of a round.

use super::Wounds;
use super::action::{Acting, Effect, Made};
use super::injury::Conditions;
use super::line::Line;
use super::metrics::{BLEED_DAMAGE, DOUBLE_KNOCKOUTS, FIRST_DOWN_ROUND};
use super::narration::{narrate_double_knockout, narrate_end, narrate_timeout};
use super::schedule::Schedule;
use super::sheet::STRIKES_MAX;
use super::state::{Phase, State, ThisRound};
use crate::dice::Dice;
use crate::outcome::{Side, Winner};
use crate::ruleset::{self, Progress};
use crate::skirmish::Group;
use crate::trace::Trace;

/// A fight of this system in progress.
pub(super) type Fight<'a, D, T> = ruleset::Fight<'a, Wounds, D, T>;

/// Memory of a round.
#[derive(Debug, Clone, Default)]
pub struct Scratch {
    /// The turns on this count, in the order in which they are taken.
    pub(super) acting: Vec<Acting>,
    /// Results of their dice, in the order in which they take effect.
    pub(super) effects: Vec<Effect>,
    /// The attacks made on this count against somebody in Full-Defense, in order.
    pub(super) made: Vec<Made>,
    /// Positions of the combatants.
    pub(super) line: Line,
    /// The counts that are left in this round.
    pub(super) schedule: Schedule,
    /// Combatants who have stopped being fighters on this count, or at the end of the round.
    pub(super) fallen: Group,
}

impl Scratch {
    /// Makes room for all that a count of so many combatants can need, the first time.
    fn make_room(&mut self, combatants: usize) {
        // Two turns each, and the strain of each turn beside its strikes.
        let turns = 2 * combatants;
        if self.acting.capacity() < turns {
            self.acting.reserve(turns);
            self.made.reserve(turns);
            self.effects.reserve(turns * (STRIKES_MAX + 1));
        }
    }

    /// Another count begins.
    pub(super) fn start_count(&mut self) {
        self.acting.clear();
        self.effects.clear();
        self.made.clear();
        self.fallen = Group::NOBODY;
    }
}

impl<D: Dice, T: Trace> Fight<'_, D, T> {
    /// Lots, Stress that is rolled, then Base Initiative, one roll at a time.
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
            self.note_opening();
            Progress::RoundOver
        } else {
            Progress::NextTurn
        }
    }

    /// A roll of somebody who comes in this round, or the next count, or the end of the round.
    pub(super) fn next_turn(&mut self) -> Progress {
        self.survey();
        if self.prepares_counts() {
            return Progress::NextTurn;
        }
        self.schedule_counts(self.rules.sides.everybody());
        self.next_count()
    }

    /// A round from its start: its counts, and its end.
    pub(super) fn play_round(&mut self) -> Option<Winner> {
        self.survey();
        while self.prepares_counts() {}
        self.schedule_counts(self.rules.sides.everybody());
        loop {
            match self.next_count() {
                Progress::NextTurn => {}
                Progress::RoundOver => return None,
                Progress::Won(winner) => return Some(winner),
            }
        }
    }

    /// Takes down the positions of all.
    #[inline]
    fn survey(&mut self) {
        let (rules, state, line) = (self.rules, &*self.state, &mut self.scratch.line);
        if rules.knobs.targets_are_by_lot {
            line.order_by(&state.lots);
        }
        line.survey(&rules.sides, state.fighters, state.bodies.iter().map(|body| body.position));
    }

    /// Whether something was rolled for somebody who comes in this round; if not, everybody has declared.
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

    /// The lowest count that is scheduled, or the end of the round.
    #[inline]
    fn next_count(&mut self) -> Progress {
        let Some(count) = self.lowest_count() else { return self.close_round() };
        self.play_count(count);
        self.decided().map_or(Progress::NextTurn, Progress::Won)
    }

    /// The lowest count that has an arrival or a turn (WOUNDS-05).
    #[inline]
    fn lowest_count(&mut self) -> Option<i16> {
        let later = self.scratch.schedule.later();
        if self.scratch.schedule.lowest().is_none() && !later.is_empty() {
            self.schedule_counts(later);
        }
        self.scratch.schedule.lowest()
    }

    /// Puts the turns and arrivals of some combatants that are left in this round on their counts.
    #[inline]
    fn schedule_counts(&mut self, group: Group) {
        let (state, schedule) = (&*self.state, &mut self.scratch.schedule);
        let mut first = i16::MAX;
        for_each_count(state, group, |_, count| first = first.min(count));
        schedule.start(first);
        for_each_count(state, group, |who, count| schedule.add(who, count));
    }

    /// Counts the round of the first fall.
    #[inline]
    pub(super) fn note_fallen(&mut self) {
        if !self.state.has_fallen && !self.scratch.fallen.is_empty() {
            self.state.has_fallen = true;
            self.trace.count_round(FIRST_DOWN_ROUND);
        }
    }

    /// WOUNDS-07.
    #[inline]
    pub(super) fn note_double_knockout(&mut self) {
        let (rules, fallen) = (self.rules, self.scratch.fallen);
        if Side::ALL.into_iter().all(|side| fallen.meets(rules.sides.members(side))) {
            self.trace.rule("WOUNDS-07");
            self.trace.count(DOUBLE_KNOCKOUTS, 1);
            self.trace.happens(narrate_double_knockout);
        }
    }

    /// Whether the fight is over (WOUNDS-68): who has nobody left to fight, and nobody to wait for, has lost.
    #[inline]
    pub(super) fn decided(&mut self) -> Option<Winner> {
        let winner = match Side::ALL.map(|side| self.rules.is_in_the_fight(self.state, side)) {
            [true, true] => return None,
            [true, false] => Winner::Party,
            [false, true] => Winner::Enemies,
            [false, false] => Winner::Draw,
        };
        self.trace.rule("WOUNDS-68");
        self.trace.happens(|| narrate_end(winner));
        self.forget_round();
        Some(winner)
    }

    /// The end of a round: Dying and suffocation, morale, retreats.
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

    /// The last line of a fight without a winner (WOUNDS-69).
    pub(super) fn close(&mut self) {
        if Side::ALL.into_iter().all(|side| self.rules.is_in_the_fight(self.state, side)) {
            self.trace.rule("WOUNDS-69");
            self.trace.happens(narrate_timeout);
        }
    }

    /// Effects of time on somebody at the end of a round (WOUNDS-41, WOUNDS-57, WOUNDS-58).
    #[inline]
    fn bleed(&mut self, who: usize) {
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
            self.note_winded(who, has_acted);
            let rested = conditions.without(Conditions::SPENT);
            self.state.bodies[who].conditions = if has_acted { rested.with(Conditions::SPENT) } else { rested };
        }
        // Nobody gets up by this.
        if self.stands(who) || self.body(who).is_at_death_line(self.sheet(who)) {
            self.update_standing(who);
        }
    }

    fn lose_blood(&mut self, who: usize, amount: i32, rule: &'static str) {
        if amount == 0 {
            return;
        }
        let rules = self.rules;
        self.trace.rule(rule);
        self.trace.count(BLEED_DAMAGE, amount as u32);
        self.lose_wounds(who, amount);
        let left = self.body(who).wounds;
        self.trace.happens(|| rules.narrate_bleeding(who, amount, left));
    }

    /// Resets everything that belongs to a single round, before the next round and when the fight is over.
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

/// Calls `visit` with every turn and arrival of some combatants that is left in this round, and its count.
fn for_each_count(state: &State, group: Group, mut visit: impl FnMut(usize, i16)) {
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
