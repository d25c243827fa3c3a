//! Reports of a fight to observers: the rules that applied, and the events of replays. Nothing here changes a fight, and no report
//! is made that no observer wants.

use super::Thrum;
use super::event::Event;
use super::grid::Square;
use super::resolve::Fight;
use super::state::State;
use crate::dice::Dice;
use crate::trace::Trace;
use crate::who::Who;

/// Steps of a walk that are not narrated yet. They are narrated in one line, before anything else is or when the walk ends.
#[derive(Debug, Clone, Default)]
pub struct Trail(Vec<Trodden>);

/// A step on foot.
#[derive(Debug, Clone, Copy)]
pub(super) struct Trodden {
    pub(super) who: Who,
    pub(super) from: Square,
    pub(super) to: Square,
    /// Whether the step is part of the Move of a turn.
    pub(super) is_move: bool,
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
    pub(super) fn tell_step(&mut self, step: Trodden) {
        if T::HEARS_RULES {
            self.scratch.0.push(step);
        }
    }

    /// Narrates a teleport, after the steps before it (THRUM-24).
    pub(super) fn tell_teleport(&mut self, who: Who, to: Square, is_move: bool) {
        self.tell_trail();
        let rules = self.rules;
        self.trace.rules(|| rules.rules_of_movement(who, is_move));
        self.tell(&["THRUM-24"], |rules, _, _| Event::Teleport { who: rules.named(who), to: rules.spot(to) });
    }

    /// Narrates the steps that are not narrated yet; a silent fight records none, since it allocates nothing.
    #[inline(always)]
    pub(super) fn tell_trail(&mut self) {
        let (rules, state, steps) = (self.rules, &*self.state, &mut self.scratch.0);
        if !steps.is_empty() {
            self.trace.rules(|| rules.rules_of_walk(state, steps));
            self.trace.happens(|| rules.walked(steps));
            steps.clear();
        }
    }
}

impl Thrum {
    fn rules_of_movement(&self, who: Who, is_move: bool) -> Vec<&'static str> {
        match (is_move, self.sheets[who].has_goal) {
            (true, true) => vec!["THRUM-10", "THRUM-64"],
            (true, false) => vec!["THRUM-10"],
            (false, _) => vec![],
        }
    }

    fn rules_of_walk(&self, state: &State, steps: &[Trodden]) -> Vec<&'static str> {
        let mut ids = vec!["THRUM-18"];
        ids.extend(self.rules_of_movement(steps[0].who, steps[0].is_move));
        if steps.iter().any(|step| self.is_difficult(state, step.from)) {
            ids.push("THRUM-20");
        }
        if steps.iter().any(|step| self.map().descent(step.from, step.to).abs() > 1) {
            ids.push("THRUM-21");
        }
        ids
    }
}
