//! The steps of a walk that no line has told yet, so that replays tell it in one; nothing here changes a fight.

use super::condition::Conditions;
use super::grid::Square;
use super::resolve::Fight;
use crate::dice::Dice;
use crate::trace::Trace;

/// Steps that are told together as soon as something else is, or when the walk ends.
#[derive(Debug, Clone, Default)]
pub struct Trail {
    who: usize,
    /// Whether they are part of the Move of a turn.
    is_move: bool,
    /// Where they began, and where each has led; empty where there are none.
    squares: Vec<Square>,
}

impl<D: Dice, T: Trace> Fight<'_, D, T> {
    /// Whoever is Immobilized has a Move all the same (THRUM-10, THRUM-60).
    #[inline(always)]
    pub(super) fn note_move(&mut self, who: usize) {
        if T::HEARS_RULES && self.state.bodies[who].is(Conditions::IMMOBILIZED) {
            let rules = self.rules;
            self.apply_rules(&["THRUM-10", "THRUM-60"]);
            self.trace.narrate(|| rules.narrate_immobilized(who));
        }
    }

    /// A step on foot.
    #[inline(always)]
    pub(super) fn note_step(&mut self, who: usize, from: Square, to: Square, is_move: bool) {
        if T::HEARS_RULES {
            let trail = &mut *self.scratch;
            if trail.squares.is_empty() {
                trail.squares.push(from);
            }
            trail.squares.push(to);
            (trail.who, trail.is_move) = (who, is_move);
        }
    }

    /// THRUM-24.
    #[inline(always)]
    pub(super) fn note_teleport(&mut self, who: usize, to: Square, is_move: bool) {
        if T::HEARS_RULES {
            self.tell_trail();
            self.note_kind_of_move(who, is_move);
            let rules = self.rules;
            self.trace.rule("THRUM-24");
            self.trace.narrate(|| rules.narrate_teleport(who, to));
        }
    }

    /// Tells the steps that are not told yet.
    #[inline(always)]
    pub(super) fn tell_trail(&mut self) {
        if T::HEARS_RULES && !self.scratch.squares.is_empty() {
            self.tell_some_trail();
        }
    }

    fn tell_some_trail(&mut self) {
        let (who, is_move) = (self.scratch.who, self.scratch.is_move);
        self.trace.rule("THRUM-18");
        self.note_kind_of_move(who, is_move);
        let (rules, state, squares) = (self.rules, &*self.state, &mut self.scratch.squares);
        let mut steps = squares.windows(2);
        if squares[..squares.len() - 1].iter().any(|&from| rules.is_difficult(state, from)) {
            self.trace.rule("THRUM-20");
        }
        if steps.any(|step| rules.map().descent(step[0], step[1]).abs() > 1) {
            self.trace.rule("THRUM-21");
        }
        self.trace.narrate(|| rules.narrate_walk(who, &squares[1..]));
        squares.clear();
    }

    fn note_kind_of_move(&mut self, who: usize, is_move: bool) {
        if is_move {
            self.trace.rule("THRUM-10");
            if self.rules.sheets[who].has_goal {
                self.trace.rule("THRUM-64");
            }
        }
    }
}
