//! A fight whose system is not known: [`AnyFight`] is a [`Ruleset`] that stands for those of all systems.
//!
//! Code that is generic over the system is compiled for each of them, which is worth it if fights are played in bulk and solved. All other
//! code (such as the parts that tell fights, search them or follow their odds) is compiled once, for this one. Dice, states and outcomes
//! are the same; each die costs a call, and each state is in memory of its own. Decisions are not told through it, single attacks are not
//! made, and no day is made of it: those need the system itself.

mod hear;
mod rules;

use std::fmt;
use std::sync::Arc;

use crate::accounts::Means;
use crate::area::Area;
use crate::dice::{Dice, Lent};
use crate::lead::Balance;
use crate::outcome::EndState;
use crate::ruleset::{Fight, Outline, Progress, Ruleset};
use crate::scenario::{KeyDecl, Problem, Scenario};
use crate::trace::Trace;
use crate::who::Who;

pub(crate) use hear::Hear;
pub(crate) use rules::{AnyRules, Part, Playing, rules};
pub use rules::{AnyScratch, AnyState};

/// The compiled scenario of some system; cheap to copy.
#[derive(Clone)]
pub struct AnyFight {
    rules: Arc<dyn AnyRules>,
    opening: AnyState,
}

impl AnyFight {
    /// A scenario without its type.
    pub fn new<R: Ruleset>(rules: Arc<R>) -> Self {
        let rules = self::rules(rules);
        Self { opening: rules.opening(), rules }
    }
}

impl fmt::Debug for AnyFight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AnyFight").field("system", &self.rules.system()).finish_non_exhaustive()
    }
}

/// Plays a part of the fight.
fn play<D: Dice, T: Trace>(fight: &mut Fight<'_, AnyFight, D, T>, part: Part) -> Progress {
    let Fight { rules, state, scratch, round, dice, trace } = fight;
    let dice = &mut Lent::new(*dice);
    rules.rules.play(part, Playing { state, scratch, round: *round, dice, trace: *trace })
}

impl Ruleset for AnyFight {
    const NAME: &'static str = "any";
    const ABOUT: &'static str = "a fight of some system";
    const SCHEMA: &'static [KeyDecl] = &[];

    type State = AnyState;
    type Scratch = AnyScratch;

    /// Refused: a scenario is compiled by its system.
    fn load(scenario: &Scenario, problems: &mut Vec<Problem>) -> Option<Self> {
        problems.push(Problem::refused(scenario.legs_span(), "system", "a scenario is one of a system"));
        None
    }

    fn system(&self) -> &'static str {
        self.rules.system()
    }

    fn outline(&self) -> &Outline {
        self.rules.outline()
    }

    fn may_err(&self) -> bool {
        self.rules.may_err()
    }

    fn derived(&self, path: &str) -> Option<i64> {
        self.rules.derived(path)
    }

    fn harms(&self) -> &'static [&'static str] {
        self.rules.harms()
    }

    fn means(&self, who: Who) -> Vec<Means> {
        self.rules.means(who)
    }

    fn areas(&self) -> Vec<Area> {
        self.rules.areas()
    }

    fn never(&self) -> Vec<String> {
        self.rules.never()
    }

    fn losses(&self, state: &Self::State, who: Who) -> Vec<i64> {
        self.rules.losses(state, who)
    }

    fn opening(&self) -> &Self::State {
        &self.opening
    }

    fn reset(&self, state: &mut Self::State) {
        self.rules.reset(state);
    }

    fn rounds_known(&self) -> u32 {
        self.rules.rounds_known()
    }

    fn state_bytes(&self) -> usize {
        // The state stands on the heap, whose allocator takes some two words beside it.
        size_of::<Self::State>() + 2 * size_of::<usize>() + self.rules.state_bytes()
    }

    fn set_up<D: Dice, T: Trace>(fight: &mut Fight<'_, Self, D, T>) -> Progress {
        play(fight, Part::SetUp)
    }

    fn turn<D: Dice, T: Trace>(fight: &mut Fight<'_, Self, D, T>) -> Progress {
        play(fight, Part::Turn)
    }

    fn finish<D: Dice, T: Trace>(fight: &mut Fight<'_, Self, D, T>) {
        play(fight, Part::Finish);
    }

    fn forget(&self, state: &mut Self::State) {
        self.rules.forget(state);
    }

    fn end_state(&self, state: &Self::State, combatant: Who) -> EndState {
        self.rules.end_state(state, combatant)
    }

    fn fights_on(&self, state: &Self::State, combatant: Who) -> bool {
        self.rules.fights_on(state, combatant)
    }

    fn lead(&self, state: &Self::State) -> i32 {
        self.rules.lead(state)
    }

    fn balance(&self, state: &Self::State) -> Balance {
        self.rules.balance(state)
    }

    fn remaining(&self, state: &Self::State, who: Who) -> [i64; 2] {
        self.rules.remaining(state, who)
    }

    fn picture(&self, state: &Self::State) -> Option<String> {
        self.rules.picture(state)
    }
}
