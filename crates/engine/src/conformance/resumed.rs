//! Rules whose encounters begin in the middle of a fight, to compare the exact solution from a state with fights that
//! are continued from it.

use crate::dice::{Dice, Occasion};
use crate::lead::Balance;
use crate::outcome::EndState;
use crate::resume::Moment;
use crate::ruleset::{Fight, Outline, Progress, Rulebook, Ruleset};
use crate::scenario::{Choice, KeyDecl, Problem, Scenario};
use crate::trace::Trace;
use crate::who::Who;

/// The same rules, with encounters that begin at a given moment of a fight: the rest of its round becomes the set-up,
/// and the next round becomes round 1.
#[derive(Debug, Clone)]
pub struct Resumed<R: Ruleset> {
    rules: R,
    outline: Outline,
    opening: R::State,
    moment: Moment,
}

impl<R: Ruleset> Resumed<R> {
    /// Encounters that begin with this state at this moment.
    pub fn new(rules: R, opening: R::State, moment: Moment) -> Self {
        let mut outline = rules.outline().clone();
        outline.rounds_max = outline.rounds_max.saturating_sub(moment.round);
        Self { rules, outline, opening, moment }
    }
}

impl<R: Ruleset> Ruleset for Resumed<R> {
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
        let rules = R::load(scenario, problems)?;
        let opening = rules.opening().clone();
        Some(Self::new(rules, opening, Moment::START))
    }

    fn outline(&self) -> &Outline {
        &self.outline
    }

    fn derived(&self, path: &str) -> Option<i64> {
        self.rules.derived(path)
    }

    fn opening(&self) -> &R::State {
        &self.opening
    }

    fn rounds_known(&self) -> u32 {
        self.rules.rounds_known().saturating_sub(self.moment.round)
    }

    fn state_bytes(&self) -> usize {
        self.rules.state_bytes()
    }

    fn set_up<D: Dice, T: Trace>(fight: &mut Fight<'_, Self, D, T>) -> Progress {
        match fight.rules.moment {
            Moment { is_round_over: true, .. } => Progress::RoundOver,
            Moment { round: 0, .. } => R::set_up(&mut as_it_was(fight)),
            Moment { .. } => R::turn(&mut as_it_was(fight)),
        }
    }

    fn turn<D: Dice, T: Trace>(fight: &mut Fight<'_, Self, D, T>) -> Progress {
        R::turn(&mut as_it_was(fight))
    }

    fn finish<D: Dice, T: Trace>(fight: &mut Fight<'_, Self, D, T>) {
        R::finish(&mut as_it_was(fight));
    }

    fn forget(&self, state: &mut R::State) {
        self.rules.forget(state);
    }

    fn end_state(&self, state: &R::State, combatant: Who) -> EndState {
        self.rules.end_state(state, combatant)
    }

    fn fights_on(&self, state: &R::State, combatant: Who) -> bool {
        self.rules.fights_on(state, combatant)
    }

    fn lead(&self, state: &R::State) -> i32 {
        self.rules.lead(state)
    }

    fn balance(&self, state: &R::State) -> Balance {
        self.rules.balance(state)
    }

    fn picture(&self, state: &R::State) -> Option<String> {
        self.rules.picture(state)
    }
}

/// The fight with the wrapped rules, and with the original number of the round.
fn as_it_was<'a, R: Ruleset, D, T>(fight: &'a mut Fight<'_, Resumed<R>, D, T>) -> Fight<'a, R, D, T> {
    let Fight { rules: Resumed { rules, moment, .. }, state, scratch, round, dice, trace } = fight;
    let round = rules.round_as_known(moment.round.saturating_add(*round));
    Fight { rules, state, scratch, round, dice, trace }
}
