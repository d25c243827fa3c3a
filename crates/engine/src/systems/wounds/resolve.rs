//! A fight from set-up to its end: rounds, counts, and what comes at the end of a round.

use super::Wounds;
use super::action::{Acting, Effect, Made};
use super::injury::Conditions;
use super::line::Line;
use super::metrics::{BLEED_DAMAGE, DOUBLE_KNOCKOUTS, FIRST_DOWN_ROUND};
use super::narration::{narrate_double_knockout, narrate_end, narrate_timeout};
use super::schedule::Schedule;
use super::sheet::STRIKES_MAX;
use super::state::{Phase, State};
use super::strike::RolledInjury;
use super::words::Policy;
use crate::dice::Dice;
use crate::outcome::{Side, Winner};
use crate::ruleset::{self, Progress};
use crate::skirmish::Group;
use crate::trace::Trace;

/// A fight of this system in progress.
pub(super) type Fight<'a, D, T> = ruleset::Fight<'a, Wounds, D, T>;

/// What a count works with.
#[derive(Debug, Clone, Default)]
pub struct Scratch {
    /// The turns on this count, in the order in which they are taken.
    pub(super) acting: Vec<Acting>,
    /// What their dice have come to, in the order in which it takes effect.
    pub(super) effects: Vec<Effect>,
    /// Those of criticals among them.
    pub(super) injuries: Vec<RolledInjury>,
    /// How many have moved on this count before they act, so that others may have been struck on the way.
    pub(super) moves: u8,
    /// Who stands where.
    pub(super) line: Line,
    /// Who is [sound](super::state::Body::is_sound), but for those on whom something is taking effect.
    pub(super) sound: Group,
    /// Of the [first strikers](super::Wounds::first_strikers), those whose last declaration was their first attack.
    pub(super) aiming: Group,
    /// Those of them who needed no move for it when they declared it.
    pub(super) striking: Group,
    /// Those of the [attackers](super::Wounds::attackers) who have declared an attack in this round without weighing anything else.
    pub(super) attacking: Group,
    /// Who is known to have no attack but its last one, which costs nothing: there is none to choose while it is sound.
    pub(super) with_last_attack: Group,
    /// The counts that are left in this round.
    pub(super) schedule: Schedule,
    /// Who had something on them before anybody declared.
    pub(super) expected: Group,
    /// The attacks made on this count against somebody in Full-Defense, in order.
    pub(super) made: Vec<Made>,
    /// Who declares, in order.
    pub(super) declarers: Vec<u8>,
    /// Who has stopped being a fighter on this count, or at the end of the round.
    pub(super) fallen: Group,
}

impl Scratch {
    /// Makes room for all that a count of so many combatants can need, the first time.
    #[inline(always)]
    pub(super) fn make_room(&mut self, combatants: usize) {
        if self.declarers.capacity() < combatants {
            // Two turns each, and the strain of each turn beside its strikes.
            let turns = 2 * combatants;
            self.acting.reserve(turns);
            self.made.reserve(turns);
            self.effects.reserve(turns * (STRIKES_MAX + 1));
            self.injuries.reserve(turns * (STRIKES_MAX + 1));
            self.declarers.reserve(combatants);
        }
    }

    /// Nothing is known of what anybody has declared, nor of what is used up: `with_one_attack` are those who have no other one.
    #[inline(always)]
    fn forget_declarations(&mut self, with_one_attack: Group) {
        (self.aiming, self.striking, self.attacking) = (Group::NOBODY, Group::NOBODY, Group::NOBODY);
        self.with_last_attack = with_one_attack;
    }

    /// Another count begins.
    #[inline(always)]
    pub(super) fn start_count(&mut self) {
        self.acting.clear();
        self.effects.clear();
        self.injuries.clear();
        self.made.clear();
        (self.fallen, self.moves) = (Group::NOBODY, 0);
    }
}

impl<D: Dice, T: Trace> Fight<'_, D, T> {
    /// Stress that is rolled, then Base Initiative, one roll at a time.
    #[inline(always)]
    pub(super) fn next_of_set_up(&mut self) -> Progress {
        self.scratch.make_room(self.state.bodies.len());
        if self.state.lots.are_due() {
            self.reborrow().draw_lots();
            return Progress::NextTurn;
        }
        if let Some(who) = self.state.stress_due.first() {
            self.out_of_line(who, Fight::roll_stress);
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
    #[inline(always)]
    pub(super) fn next_turn(&mut self) -> Progress {
        self.reborrow().survey();
        if self.prepares_counts() {
            return Progress::NextTurn;
        }
        self.schedule_counts(self.rules.sides.everybody());
        self.next_count()
    }

    /// All counts of a round, from its start or from a count on, on which some combatants have something, and its end.
    #[inline(always)]
    pub(super) fn play_counts(&mut self, members: Group) -> Option<Winner> {
        if self.scratch.line.is_due() {
            self.reborrow().survey();
        }
        let choosers = self.state.fighters & self.rules.choosers;
        self.scratch.line.tighten(&self.rules.sides, self.state.fighters, choosers);
        let is_counting = self.state.phase == Phase::Counting;
        while self.prepares_counts() {}
        if is_counting {
            self.schedule_counts(members);
        }
        loop {
            match self.next_count() {
                Progress::NextTurn => {}
                Progress::RoundOver => return None,
                Progress::Won(winner) => return Some(winner),
            }
        }
    }

    /// Takes down who stands where, and who is sound.
    fn survey(&mut self) {
        self.scratch.sound =
            self.state.survey(&self.rules.sides, self.rules.knobs.targets_are_by_lot, &mut self.scratch.line);
        self.scratch.forget_declarations(self.rules.with_one_attack);
    }

    /// The same before the first round, when nobody has moved or been hurt.
    #[inline(always)]
    pub(super) fn survey_opening(&mut self) {
        if self.rules.knobs.targets_are_by_lot {
            return self.reborrow().survey();
        }
        self.scratch.line.clone_from(&self.rules.opening_line);
        self.scratch.sound = self.rules.opening_sound;
        self.scratch.forget_declarations(self.rules.with_one_attack);
    }

    /// Whether something was rolled for who comes in this round; where not, everybody has declared.
    #[inline(always)]
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
    #[inline(always)]
    fn next_count(&mut self) -> Progress {
        let Some(count) = self.lowest_count() else { return self.close_round() };
        self.play_count(count);
        self.decided().map_or(Progress::NextTurn, Progress::Won)
    }

    /// Puts the turns and arrivals of some combatants that are left in this round on their counts.
    #[inline(always)]
    fn schedule_counts(&mut self, group: Group) {
        let (state, schedule) = (&*self.state, &mut self.scratch.schedule);
        schedule.start_again(Group::NOBODY);
        for_each_count(state, group, |who, count| schedule.add(who, count));
        self.put_counts_in_order(group);
    }

    /// Sees to it that counts are told apart from the lowest one on, once everything of a group is scheduled. Most often they
    /// are, since they are much as they were the last time.
    #[inline(always)]
    pub(super) fn put_counts_in_order(&mut self, group: Group) {
        let (state, schedule) = (&*self.state, &mut self.scratch.schedule);
        if !schedule.is_in_order() {
            schedule.start(schedule.lowest_added());
            for_each_count(state, group, |who, count| schedule.add(who, count));
        }
    }

    /// Schedules what nobody declares any more: turns carried into this round, and arrivals. Those of a group who had nothing but
    /// the turn that they declared on a count of the last round have it there again: who they are.
    #[inline(always)]
    pub(super) fn schedule_expected(&mut self, group: Group) -> Group {
        let (state, schedule) = (&*self.state, &mut self.scratch.schedule);
        let expected = state.carried | state.arriving;
        let again = schedule.start_again(group - std::mem::replace(&mut self.scratch.expected, expected));
        if !expected.is_empty() {
            for_each_count(state, expected, |who, count| schedule.add(who, count));
        }
        again
    }

    /// The lowest count that has an arrival or a turn (WOUNDS-05).
    #[inline(always)]
    fn lowest_count(&mut self) -> Option<i16> {
        let (lowest, later) = (self.scratch.schedule.lowest(), self.scratch.schedule.later());
        if lowest.is_some() || later.is_empty() {
            return lowest;
        }
        self.schedule_counts(later);
        self.scratch.schedule.lowest()
    }

    /// Counts the round of the first fall.
    #[inline(always)]
    pub(super) fn note_fallen(&mut self) {
        if !self.state.has_fallen && !self.scratch.fallen.is_empty() {
            self.state.has_fallen = true;
            self.trace.count_round(FIRST_DOWN_ROUND);
        }
    }

    /// WOUNDS-07.
    #[inline(always)]
    pub(super) fn note_double_knockout(&mut self) {
        let (rules, fallen) = (self.rules, self.scratch.fallen);
        if Side::ALL.into_iter().all(|side| fallen.meets(rules.sides.members(side))) {
            self.trace.rule("WOUNDS-07");
            self.trace.count(DOUBLE_KNOCKOUTS, 1);
            self.trace.narrate(narrate_double_knockout);
        }
    }

    /// Whether the fight is over (WOUNDS-68): who has nobody left to fight, and nobody to wait for, has lost.
    #[inline(always)]
    pub(super) fn decided(&mut self) -> Option<Winner> {
        let winner = match Side::ALL.map(|side| self.rules.is_in_the_fight(self.state, side)) {
            [true, true] => return None,
            [true, false] => Winner::Party,
            [false, true] => Winner::Enemies,
            [false, false] => Winner::Draw,
        };
        self.trace.rule("WOUNDS-68");
        self.trace.narrate(|| narrate_end(winner));
        self.forget_round();
        Some(winner)
    }

    /// The end of a round: Dying and suffocation, morale, retreats.
    #[inline(always)]
    pub(super) fn close_round(&mut self) -> Progress {
        self.scratch.fallen = Group::NOBODY;
        // Time does nothing to the sound.
        for who in self.state.present - self.scratch.sound {
            self.bleed(who);
        }
        self.note_fallen();
        if let Some(winner) = self.decided() {
            return Progress::Won(winner);
        }
        if !(self.state.fighters & self.rules.wavering()).is_empty() {
            let (with_morale, retreating) = (self.rules.with_morale, self.rules.retreating);
            if self.state.fighters.meets(with_morale) {
                self.out_of_line(self.state.fighters & with_morale, Fight::test_morale);
            }
            if self.state.fighters.meets(retreating) {
                self.out_of_line(self.state.fighters & retreating, Fight::retreat);
            }
            if let Some(winner) = self.decided() {
                return Progress::Won(winner);
            }
        }
        self.forget_round();
        Progress::RoundOver
    }

    /// What there is to say of a fight without a winner (WOUNDS-69).
    #[inline(always)]
    pub(super) fn close(&mut self) {
        if T::HEARS_RULES && Side::ALL.into_iter().all(|side| self.rules.is_in_the_fight(self.state, side)) {
            self.trace.rule("WOUNDS-69");
            self.trace.narrate(narrate_timeout);
        }
    }

    /// What time does to somebody at the end of a round (WOUNDS-41, WOUNDS-57, WOUNDS-58).
    #[inline(always)]
    fn bleed(&mut self, who: usize) {
        let body = self.body(who);
        if body.wounds >= 0 && body.conditions.is_empty() {
            return;
        }
        let (rules, has_acted, conditions) = (self.rules, self.state.acted.contains(who), body.conditions);
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
            self.reconsider(who);
        }
    }

    #[inline(always)]
    fn lose_blood(&mut self, who: usize, amount: i32, rule: &'static str) {
        if amount == 0 {
            return;
        }
        let rules = self.rules;
        self.trace.rule(rule);
        self.trace.count(BLEED_DAMAGE, amount as u32);
        self.lose_wounds(who, amount);
        let left = self.body(who).wounds;
        self.trace.narrate(|| rules.narrate_bleeding(who, amount, left));
    }

    /// What was of this round alone is as if it had not been, before the next round and when the fight is over.
    #[inline(always)]
    fn forget_round(&mut self) {
        let state = &mut *self.state;
        for who in state.stirred {
            let body = &mut state.bodies[who];
            (body.moved, body.intimidated) = (0, None);
        }
        state.surprised &= state.absent;
        for group in [&mut state.declared, &mut state.defending, &mut state.guarded, &mut state.reacted] {
            *group = Group::NOBODY;
        }
        for group in [&mut state.acted, &mut state.stirred, &mut state.shaken] {
            *group = Group::NOBODY;
        }
        for group in [&mut state.turns, &mut state.carried, &mut state.had_carried] {
            *group = Group::NOBODY;
        }
        state.phase = Phase::Between;
    }

    #[inline(always)]
    pub(super) fn has_policy(&self, who: usize, policy: Policy) -> bool {
        self.sheet(who).policy == policy
    }
}

/// Calls `visit` with every turn and arrival of some combatants that is left in this round, and its count.
#[inline(always)]
fn for_each_count(state: &State, group: Group, mut visit: impl FnMut(usize, i16)) {
    for who in state.turns & group {
        visit(who, state.bodies[who].turn.count);
    }
    for who in state.carried & group {
        visit(who, state.bodies[who].carried.count);
    }
    for who in state.arriving & group {
        visit(who, state.bodies[who].arrives_on);
    }
}
