//! A fight from its set-up to its end: rounds, turns, and the winner.

use super::Thrum;
use super::candidate::Prospect;
use super::condition::Conditions;
use super::decisions::Deciding;
use super::effect::Status;
use super::event::Event;
use super::harm::Load;
use super::means::{Source, Tool};
use super::occasions;
use super::options::wanting;
use super::state::State;
use super::words::StunnedMeans;
use crate::dice::Dice;
use crate::outcome::{Side, Winner};
use crate::ruleset::{self, Progress};
use crate::skirmish::Group;
use crate::trace::Trace;
use crate::who::Who;

/// A fight of this system in progress.
pub(super) type Fight<'a, D, T> = ruleset::Fight<'a, Thrum, D, T>;

/// Conditions that end at the end of their bearer's turn (THRUM-13).
pub(super) const ENDS_WITH_TURN: Conditions = Conditions::STUNNED.with(Conditions::IMMOBILIZED);

/// The parts of a turn that a combatant has (THRUM-10, THRUM-63).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Parts {
    moves: bool,
    acts: bool,
}

impl<D: Dice, T: Trace> Fight<'_, D, T> {
    /// Plays the next step of the set-up: one Initiative roll at a time, then the lots, then Round Zero.
    pub(super) fn next_of_set_up(&mut self) -> Progress {
        if let Some(who) = self.state.initiative_due.first() {
            self.roll_initiative(who);
        }
        if !self.state.initiative_due.is_empty() {
            return Progress::NextTurn;
        }
        if self.state.lots.are_due() {
            self.draw_lots();
            return Progress::NextTurn;
        }
        self.play_round_zero();
        Progress::RoundOver
    }

    /// Plays the next step of a round: the arrival of a combatant, a turn, or the end of the round.
    pub(super) fn next_turn(&mut self) -> Progress {
        if !self.state.is_under_way {
            self.begin_round();
        }
        if !self.state.initiative_due.is_empty() {
            self.arrive_next();
            return Progress::NextTurn;
        }
        let Some(who) = self.next_in_order() else { return self.close_round() };
        let winner = self.take_turn(who);
        self.end_marks_of_turn();
        winner.map_or(Progress::NextTurn, Progress::Won)
    }

    /// Begins a round at the head of the order, and notes the combatants that arrive in it.
    fn begin_round(&mut self) {
        let state = &mut *self.state;
        state.is_under_way = true;
        state.next = 0;
        if !state.absent.is_empty() {
            self.see_who_comes();
        }
    }

    fn end_marks_of_turn(&mut self) {
        let state = &mut *self.state;
        if !self.rules.knobs.triggers_once_a_round {
            state.answered = Group::NOBODY;
        }
        for placed in state.terrains.iter_mut().flatten() {
            placed.entered_by = Group::NOBODY;
        }
    }

    /// Ends a round, and the fight if this is the last round of a side (THRUM-15).
    fn close_round(&mut self) -> Progress {
        let (knobs, round) = (&self.rules.knobs, self.round);
        self.state.is_under_way = false;
        self.state.next = 0;
        self.state.delayed = Group::NOBODY;
        self.state.answered = Group::NOBODY;
        let lost = [round == knobs.defeat_after_rounds, round == knobs.win_after_rounds];
        if lost == [false, false] {
            return Progress::RoundOver;
        }
        self.trace.rule("THRUM-15");
        Progress::Won(self.winner_when_lost(lost))
    }

    /// Plays the turn of a combatant on the map; returns the winner if the fight is over (THRUM-09).
    fn take_turn(&mut self, who: Who) -> Option<Winner> {
        self.tell(&["THRUM-05", "THRUM-08", "THRUM-09"], |rules, state, _| rules.turn_begins(who, state));
        let was_active = self.stands(who);
        self.start_turn(who);
        let can_act = self.stands(who);
        if can_act {
            let winner = self.act_out(who);
            if winner.is_some() {
                return winner;
            }
        }
        self.end_turn(who, was_active || can_act);
        self.look()
    }

    /// Starts a turn: the Panic Roll, then the Terrain Effects on the combatant's square (THRUM-41, THRUM-48).
    fn start_turn(&mut self, who: Who) {
        let panics = self.state.bodies[who].is_frayed() && (self.stands(who) || self.rules.knobs.fallen_panic);
        if !panics && self.state.terrains.is_empty() {
            return;
        }
        self.enter_beside_turn(who, occasions::START);
        if panics {
            self.panic_roll(who);
        }
        self.enter_terrains(who);
    }

    /// Plays Move, Action, Incapacity Roll and Stance of an active combatant; returns the winner if the fight is over.
    fn act_out(&mut self, who: Who) -> Option<Winner> {
        let Parts { moves, acts } = self.parts_of_turn(who);
        let mut prospect = Prospect::Unknown;
        if moves {
            prospect = self.make_move(who);
            if let Some(winner) = self.look_within_turn() {
                return Some(winner);
            }
        }
        if acts && self.stands(who) {
            let has_acted = self.take_action(who, prospect);
            if let Some(winner) = self.look_within_turn() {
                return Some(winner);
            }
            if has_acted && self.stands(who) && self.state.bodies[who].is_exhausted() {
                self.enter_beside_turn(who, occasions::INCAPACITY);
                self.trace.rule("THRUM-49");
                self.incapacity_roll(who);
                if let Some(winner) = self.look_within_turn() {
                    return Some(winner);
                }
            }
        }
        if self.stands(who) {
            self.choose_stance(who);
        }
        None
    }

    /// The parts of a turn that a combatant has, Stunned or not (THRUM-63).
    fn parts_of_turn(&mut self, who: Who) -> Parts {
        if !self.state.bodies[who].is(Conditions::STUNNED) {
            return Parts { moves: true, acts: true };
        }
        let parts = match self.rules.knobs.stunned {
            StunnedMeans::LoseTurn => Parts { moves: false, acts: false },
            StunnedMeans::NoAction => Parts { moves: true, acts: false },
            StunnedMeans::MoveOrAct => {
                let acts = self.rules.purposeful(self.state, who).is_some();
                let options = || [true, false].map(|acts| Parts { moves: !acts, acts }).to_vec();
                let wanted = Parts { moves: !acts, acts };
                self.decide(Deciding::Part as usize, who, wanted, |_| wanting(options(), wanted))
            }
        };
        self.tell(&["THRUM-63"], |rules, _, _| Event::Stunned {
            who: rules.named(who),
            moves: parts.moves,
            acts: parts.acts,
        });
        parts
    }

    /// Ends a turn: Burning, upkeep and Wounds of the Incapacitated, and everything that ends with a turn (THRUM-13, THRUM-52,
    /// THRUM-57). `stood`: the combatant was active at some time of the turn.
    fn end_turn(&mut self, who: Who, stood: bool) {
        if self.state.bodies[who].has(Status::Burning) {
            self.tell(&["THRUM-57"], |rules, _, _| Event::Burning { who: rules.named(who) });
            self.deal(Load::Fatigue, 1, who, false, Source::new(who, Tool::Burning));
        }
        if !self.stands(who) {
            self.lie(who, stood);
        }
        if self.state.present.contains(who) {
            self.tick(who);
        }
    }

    /// At the end of a combatant's turn, removes a stack of each of its statuses, ends conditions, and counts down its Buff
    /// (THRUM-13, THRUM-42).
    fn tick(&mut self, who: Who) {
        let body = &self.state.bodies[who];
        if body.has_status() || body.is(ENDS_WITH_TURN) {
            self.tell(&["THRUM-13"], |rules, state, _| rules.turn_ends(who, &state.bodies[who]));
            let body = &mut self.state.bodies[who];
            for stacks in &mut body.stacks {
                *stacks = stacks.saturating_sub(1);
            }
            body.conditions = body.conditions.without(ENDS_WITH_TURN);
        }
        let is_last = match &mut self.state.bodies[who].buff {
            Some(worn) if worn.turns > 0 => {
                worn.turns -= 1;
                worn.turns == 0
            }
            _ => false,
        };
        if is_last {
            self.end_buff(who);
        }
    }

    /// The winner if the fight is over and the knob `ends_with_turn` does not put off its end to the end of the turn (THRUM-14).
    fn look_within_turn(&mut self) -> Option<Winner> {
        if self.rules.knobs.ends_with_turn { None } else { self.look() }
    }

    /// The winner if the fight is over, else `None` (THRUM-14, THRUM-15, THRUM-64).
    #[inline(always)]
    fn look(&mut self) -> Option<Winner> {
        let lost = Side::ALL.map(|side| self.rules.has_lost(self.state, side));
        if lost == [false, false] { None } else { Some(self.winner_when_lost(lost)) }
    }

    /// Ends a fight that one side or both have lost, and returns the winner.
    #[cold]
    fn winner_when_lost(&mut self, lost: [bool; 2]) -> Winner {
        self.state.lost = lost;
        let (rules, state) = (self.rules, &*self.state);
        self.trace.rules(|| rules.rules_of_end(state, lost));
        self.tell(&[], |rules, state, _| rules.decided(state, lost));
        match lost {
            [true, true] => Winner::Draw,
            [true, false] => Winner::Enemies,
            _ => Winner::Party,
        }
    }

    /// Whether two combatants are on different sides.
    pub(super) fn are_enemies(&self, left: Who, right: Who) -> bool {
        self.rules.sides.side(left) != self.rules.sides.side(right)
    }

    pub(super) fn are_adjacent(&self, left: Who, right: Who) -> bool {
        self.rules.distance(self.state, left, right) == 1
    }
}

impl Thrum {
    /// Whether a side is beaten, or has lost by a condition of the scenario (THRUM-14, THRUM-15, THRUM-64).
    #[inline]
    fn has_lost(&self, state: &State, side: Side) -> bool {
        let (knobs, left) = (&self.knobs, state.left());
        if !left.meets(self.sides.members(side)) {
            return true;
        }
        let has_conditions = knobs.has_conditions[side.index()];
        has_conditions && (self.has_lost_its_own(left, side) || self.is_reached(state, side.other()))
    }

    /// Whether a side has lost by the fall of certain combatants: one target of defeat for the party, all targets of the win for
    /// the enemies (THRUM-15).
    fn has_lost_its_own(&self, left: Group, side: Side) -> bool {
        match side {
            Side::Party => !(self.knobs.targets_of_defeat - left).is_empty(),
            Side::Enemies => {
                let targets = self.knobs.targets_of_win;
                !targets.is_empty() && !targets.meets(left)
            }
        }
    }

    fn rules_of_end(&self, state: &State, lost: [bool; 2]) -> Vec<&'static str> {
        let has_somebody = |side: &Side| lost[side.index()] && state.left().meets(self.sides.members(*side));
        let of_side = |side: Side| if self.is_reached(state, side.other()) { "THRUM-64" } else { "THRUM-15" };
        ["THRUM-14"].into_iter().chain(Side::ALL.into_iter().filter(has_somebody).map(of_side)).collect()
    }

    /// Whether enough members of a side stand on the squares of its goal (THRUM-64).
    pub(super) fn is_reached(&self, state: &State, side: Side) -> bool {
        let goal = &self.knobs.goals[side.index()];
        let there = (state.active & self.sides.members(side)).filter(|who| goal.contain(state.bodies[who].square));
        there.len() >= self.knobs.reach_count
    }

    #[inline]
    pub(super) fn distance(&self, state: &State, left: Who, right: Who) -> i32 {
        i32::from(self.map().distance(state.bodies[left].square, state.bodies[right].square))
    }
}
