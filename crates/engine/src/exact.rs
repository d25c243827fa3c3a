//! The exact answer, from the same rules code as the Monte Carlo run: every branch of a turn's dice with its chance,
//! equal states merged after each turn.
//!
//! First the states that an encounter can be in between turns are found, with the transitions out of each
//! ([`Enumerated`](crate::dice::Enumerated) dice). Then the probability mass is passed along them round by round, up to
//! the round limit or until the fights still going have a total chance below 1e-24, which no sum of doubles can feel.
//! Metrics travel as first and second moments beside the mass of a state, so that equal states still merge whatever was
//! counted on the way. A state does not know its round: transitions tell whether they end it, and what they count in
//! [rounds](crate::MetricUnit::Rounds) is multiplied by its number when mass passes.
//!
//! A [`Budget`] bounds what is held and the search for it. Passing the mass on takes as many rounds as the scenario allows;
//! the caller can stop it at any time.

mod graph;
mod mass;
#[cfg(test)]
mod tests;

use thiserror::Error;

use crate::ruleset::Ruleset;
use graph::Explorer;

/// How much the solver may hold and do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    /// States between turns. As many ways to end may be held besides.
    pub states: usize,
    /// Transitions between them. One takes some 50 to 120 bytes; one that counts more than four metrics is more than one.
    pub transitions: usize,
    /// Paths of dice through a turn, about a microsecond each. The small work within draws and sums counts with them, in
    /// proportion.
    pub paths: usize,
}

impl Default for Budget {
    fn default() -> Self {
        Self { states: 250_000, transitions: 10_000_000, paths: 8_000_000 }
    }
}

/// Why there is no exact answer.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Unsolved {
    /// It takes more than the budget allows.
    #[error(
        "too much for the exact solution: {met} states, {transitions} transitions and {paths} paths of dice after \
         following {followed} of the states, with a budget of {} states, {} transitions and {} paths",
        budget.states, budget.transitions, budget.paths
    )]
    OverBudget {
        /// Different states met, or different ways to end if they are more.
        met: usize,
        /// States whose transitions were all worked out.
        followed: usize,
        /// Transitions found.
        transitions: usize,
        /// Paths of dice taken.
        paths: usize,
        /// What was allowed.
        budget: Budget,
    },
    /// The caller asked to stop.
    #[error("interrupted")]
    Interrupted,
}

/// Mean and standard deviation of an integer that an encounter yields.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Moments {
    /// Expected value.
    pub mean: f64,
    /// Standard deviation from one encounter to the next.
    pub sd: f64,
}

impl Moments {
    fn new(first: f64, second: f64) -> Self {
        Self { mean: first, sd: (second - first * first).max(0.0).sqrt() }
    }
}

/// The exact distribution of everything that a run estimates.
#[derive(Debug, Clone, PartialEq)]
pub struct Solution {
    /// Different states between turns.
    pub states: usize,
    /// Chance of each [`Winner`](crate::Winner).
    pub winners: [f64; 4],
    /// Rounds of an encounter.
    pub rounds: Moments,
    /// Chance of each number of rounds and winner: `by_round[rounds][winner]`.
    pub by_round: Vec<[f64; 4]>,
    /// Chance of each [`EndState`](crate::EndState), by combatant in listed order.
    pub end_states: Vec<[f64; 4]>,
    /// Chance that somebody of the party dies.
    pub party_any_dead: f64,
    /// Chance that nobody of the party is left standing.
    pub party_all_out: f64,
    /// The metrics, in report order.
    pub metrics: Vec<Moments>,
}

/// Solves an encounter. `interrupted` is asked every few milliseconds.
///
/// # Errors
/// [`Unsolved::OverBudget`] when it takes too much, [`Unsolved::Interrupted`] when the caller says so.
pub fn solve<R: Ruleset>(rules: &R, budget: Budget, interrupted: &dyn Fn() -> bool) -> Result<Solution, Unsolved> {
    mass::propagate(Explorer::explore(rules, budget, interrupted)?, interrupted)
}

/// Counts the states of an encounter without solving it.
///
/// # Errors
/// As [`solve`].
pub fn count_states<R: Ruleset>(rules: &R, budget: Budget, interrupted: &dyn Fn() -> bool) -> Result<usize, Unsolved> {
    Explorer::explore(rules, budget, interrupted).map(|explorer| explorer.graph.states.len())
}
