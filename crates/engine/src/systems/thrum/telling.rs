//! Reports of a fight to observers: the rules that applied, and the events of replays. Nothing here changes a fight, and no report
//! is made that no observer wants.

use super::Thrum;
use super::event::Event;
use super::grid::Square;
use super::resolve::Fight;
use super::state::State;
use crate::dice::Dice;
use crate::trace::Trace;

/// Steps of a walk that are not narrated yet. They are narrated in one line, before anything else is or when the walk ends.
#[derive(Debug, Clone, Default)]
pub struct Trail {
    who: usize,
    /// Whether the steps are part of the Move of a turn.
    is_move: bool,
    /// The square where the steps began, then the end of each step; empty if there are none.
    squares: Vec<Square>,
}

impl<'a, D: Dice, T: Trace> Fight<'a, D, T> {
    /// Reports that these rules applied, then an event, made from the present state and the faces of the last roll.
    #[inline(always)]
    pub(super) fn tell(&mut self, ids: &[&'static str], event: impl FnOnce(&'a Thrum, &State, &[u32]) -> Event<'a>) {
        self.trace.rules(|| ids.iter().copied());
        let (rules, state, dice) = (self.rules, &*self.state, &*self.dice);
        self.trace.happens(|| event(rules, state, dice.faces()));
    }

    /// Records a step on foot for the line that narrates the walk.
    #[inline(always)]
    pub(super) fn tell_step(&mut self, who: usize, from: Square, to: Square, is_move: bool) {
        if T::HEARS_RULES {
            let trail = &mut *self.scratch;
            if trail.squares.is_empty() {
                trail.squares.push(from);
            }
            trail.squares.push(to);
            (trail.who, trail.is_move) = (who, is_move);
        }
    }

    /// Narrates a teleport, after the steps before it (THRUM-24).
    pub(super) fn tell_teleport(&mut self, who: usize, to: Square, is_move: bool) {
        self.tell_trail();
        let rules = self.rules;
        self.trace.rules(|| rules.rules_of_movement(who, is_move));
        self.tell(&["THRUM-24"], |rules, _, _| Event::Teleport { who: rules.named(who), to: rules.spot(to) });
    }

    /// Narrates the steps that are not narrated yet; a silent fight records none.
    #[inline(always)]
    pub(super) fn tell_trail(&mut self) {
        if !self.scratch.squares.is_empty() {
            let Trail { who, is_move, squares } = std::mem::take(self.scratch);
            let (rules, state) = (self.rules, &*self.state);
            self.trace.rules(|| rules.rules_of_walk(state, who, is_move, &squares));
            self.tell(&[], |rules, _, _| rules.walked(who, &squares[1..]));
        }
    }
}

impl Thrum {
    fn rules_of_movement(&self, who: usize, is_move: bool) -> Vec<&'static str> {
        match (is_move, self.sheets[who].has_goal) {
            (true, true) => vec!["THRUM-10", "THRUM-64"],
            (true, false) => vec!["THRUM-10"],
            (false, _) => vec![],
        }
    }

    fn rules_of_walk(&self, state: &State, who: usize, is_move: bool, squares: &[Square]) -> Vec<&'static str> {
        let mut ids = vec!["THRUM-18"];
        ids.extend(self.rules_of_movement(who, is_move));
        if squares[..squares.len() - 1].iter().any(|&from| self.is_difficult(state, from)) {
            ids.push("THRUM-20");
        }
        if squares.windows(2).any(|step| self.map().descent(step[0], step[1]).abs() > 1) {
            ids.push("THRUM-21");
        }
        ids
    }
}
