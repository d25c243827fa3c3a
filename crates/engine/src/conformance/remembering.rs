//! Rules without forgetting and without shortcuts, to check those that have them.

use crate::dice::{Dice, Occasion};
use crate::lead::Balance;
use crate::outcome::EndState;
use crate::ruleset::{Fight, Outline, Progress, Rulebook, Ruleset};
use crate::scenario::{Choice, KeyDecl, Problem, Scenario};
use crate::trace::Trace;
use crate::who::Who;

/// The same rules, except that the exact solver [forgets](Ruleset::forget) no part of a state and that a
/// [round](Ruleset::round) is always played turn by turn.
///
/// `R` and `Remembering<R>` must have the same solution, whatever `R` forgets. With the same dice they must reach the
/// same states and counts, whatever shortcut `R` has for a round.
#[derive(Debug, Clone)]
pub struct Remembering<R>(pub R);

impl<R: Ruleset> Ruleset for Remembering<R> {
    const NAME: &'static str = R::NAME;
    const ABOUT: &'static str = R::ABOUT;
    const LEDGER: &'static str = R::LEDGER;
    const OCCASIONS: &'static [Occasion] = R::OCCASIONS;
    const DECISIONS: &'static [Choice] = R::DECISIONS;
    const SCHEMA: &'static [KeyDecl] = R::SCHEMA;

    type State = R::State;
    type Scratch = R::Scratch;

    fn rulebook(scenario: &Scenario) -> Result<Rulebook, Vec<Problem>> {
        R::rulebook(scenario)
    }

    fn load(scenario: &Scenario, problems: &mut Vec<Problem>) -> Option<Self> {
        R::load(scenario, problems).map(Self)
    }

    fn outline(&self) -> &Outline {
        self.0.outline()
    }

    fn derived(&self, path: &str) -> Option<i64> {
        self.0.derived(path)
    }

    fn opening(&self) -> &R::State {
        self.0.opening()
    }

    fn reset(&self, state: &mut R::State) {
        self.0.reset(state);
    }

    fn rounds_known(&self) -> u32 {
        self.0.rounds_known()
    }

    fn state_bytes(&self) -> usize {
        self.0.state_bytes()
    }

    fn set_up<D: Dice, T: Trace>(fight: &mut Fight<'_, Self, D, T>) -> Progress {
        R::set_up(&mut forgetting(fight))
    }

    fn turn<D: Dice, T: Trace>(fight: &mut Fight<'_, Self, D, T>) -> Progress {
        R::turn(&mut forgetting(fight))
    }

    fn finish<D: Dice, T: Trace>(fight: &mut Fight<'_, Self, D, T>) {
        R::finish(&mut forgetting(fight));
    }

    fn end_state(&self, state: &R::State, combatant: Who) -> EndState {
        self.0.end_state(state, combatant)
    }

    fn fights_on(&self, state: &R::State, combatant: Who) -> bool {
        self.0.fights_on(state, combatant)
    }

    fn lead(&self, state: &R::State) -> i32 {
        self.0.lead(state)
    }

    fn balance(&self, state: &R::State) -> Balance {
        self.0.balance(state)
    }

    fn picture(&self, state: &R::State) -> Option<String> {
        self.0.picture(state)
    }
}

/// The fight with the wrapped rules.
fn forgetting<'a, R: Ruleset, D, T>(fight: &'a mut Fight<'_, Remembering<R>, D, T>) -> Fight<'a, R, D, T> {
    let Fight { rules, state, scratch, round, dice, trace } = fight;
    Fight { rules: &rules.0, state, scratch, round: *round, dice, trace }
}
