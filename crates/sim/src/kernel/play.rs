//! The one loop: encounter after encounter, each from its first die to its end.

use std::ops::Range;

use equipoise_engine::dice::Seeded;
use equipoise_engine::{
    Balance, Counting, EncounterIndex, EndState, LeadHistory, Outcome, RulesSeen, Ruleset, Seed, Silent, Trace,
    Workspace, fight_watched,
};

/// An observer that is used for one encounter after the other.
pub(crate) trait Observer: Trace {
    /// Before each encounter.
    fn reset(&mut self) {}
}

impl Observer for Silent {}

/// Adds up over all encounters.
impl Observer for RulesSeen {}

impl Observer for Counting {
    #[inline(always)]
    fn reset(&mut self) {
        Self::reset(self);
    }
}

/// A watcher of the lead, which is shown to it after the set-up and after every round.
pub(crate) trait Course: Default {
    fn watch(&mut self, balance: Balance);
}

impl Course for LeadHistory {
    #[inline(always)]
    fn watch(&mut self, balance: Balance) {
        Self::watch(self, balance);
    }
}

/// Remembers nothing.
impl Course for () {
    fn watch(&mut self, _: Balance) {}
}

/// An encounter that is over.
pub(crate) struct Sample<'a, R: Ruleset, T, L = LeadHistory> {
    pub(crate) index: u64,
    pub(crate) outcome: Outcome,
    pub(crate) state: &'a R::State,
    pub(crate) trace: &'a T,
    pub(crate) lead: &'a L,
    pub(crate) rules: &'a R,
}

impl<R: Ruleset, T, L> Sample<'_, R, T, L> {
    /// In listed order.
    pub(crate) fn end_states(&self) -> impl Iterator<Item = EndState> {
        self.rules.end_states(self.state)
    }
}

/// The memory with which one thread plays encounters: made once, reset between encounters.
pub(crate) struct Player<R: Ruleset, T> {
    parts: Option<(Workspace<R>, T)>,
    pub(crate) dice: Seeded,
}

impl<R: Ruleset, T: Observer> Player<R, T> {
    pub(crate) fn new(rules: &R, seed: Seed, trace: T) -> Self {
        Self { parts: Some((Workspace::new(rules), trace)), dice: Seeded::new(seed) }
    }

    /// Plays the encounters of `range` one after the other, and shows each to `each`.
    #[inline(always)]
    pub(crate) fn play<L: Course>(&mut self, rules: &R, range: Range<u64>, each: impl FnMut(&Sample<R, T, L>)) {
        let dice = self.dice.clone();
        if rules.may_err() {
            self.play_with(dice, rules, range, each);
        } else {
            self.play_with(dice.unerring(), rules, range, each);
        }
    }

    #[inline(always)]
    fn play_with<const ERRS: bool, L: Course>(
        &mut self,
        mut dice: Seeded<ERRS>,
        rules: &R,
        range: Range<u64>,
        mut each: impl FnMut(&Sample<R, T, L>),
    ) {
        // Moved out of the player and back: the compiler can keep fields of locals in registers, but must write those behind
        // a reference back to memory.
        let (mut workspace, mut trace) = self.parts.take().expect("a player has its parts between ranges");
        for index in range {
            dice.start(EncounterIndex(index));
            trace.reset();
            let mut lead = L::default();
            let watch = |state: &R::State| lead.watch(rules.balance(state));
            let outcome = fight_watched(rules, &mut workspace, &mut dice, &mut trace, watch);
            each(&Sample { index, outcome, state: &workspace.state, trace: &trace, lead: &lead, rules });
        }
        self.parts = Some((workspace, trace));
    }

    /// The observer of the encounters so far.
    pub(crate) fn trace(&mut self) -> &mut T {
        &mut self.parts.as_mut().expect("a player has its parts between ranges").1
    }
}
