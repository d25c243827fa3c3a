//! The exact answer, from the same rules code as the Monte Carlo run: every branch of a turn's dice with its chance,
//! equal states merged after each turn and after each step of the set-up.
//!
//! First the states that an encounter can be in between turns are found, with the transitions out of each
//! ([`Enumerated`](crate::dice::Enumerated) dice). Then the probability mass is passed along them round by round, up to
//! the round limit or until the fights still going have a total chance below 1e-24, which no sum of doubles can feel.
//! What metrics come to on average follows from the mass that takes each transition. For the second moments the first
//! ones travel beside the mass of a state, so that equal states still merge whatever was counted on the way.
//!
//! The engine has no threads, but the caller may lend some ([`Workers`]): states are followed in pieces of work and
//! added in the order in which one thread would meet them, and each pass of the mass carries a few metrics of its own.
//! So neither solutions nor refusals depend on how many threads there are.
//!
//! States of different rounds are merged as well, except as far as rules may know the number of the round
//! ([`Ruleset::rounds_known`]). Transitions say whether they end the round, and what they count in
//! [rounds](crate::MetricUnit::Rounds) is multiplied by its number when mass passes.
//!
//! A [`Budget`] bounds the memory and the search. Passing the mass on takes as many rounds as the scenario allows; the
//! caller can stop it at any time.

mod bypass;
mod course;
mod ended;
mod explorer;
mod follow;
mod graph;
mod index;
mod labels;
mod mass;
mod moments;
mod nodes;
mod observer;
mod pass;
mod route;
mod sizes;
#[cfg(test)]
mod tests;
mod totals;
mod turn_order;
mod workers;

use thiserror::Error;

use crate::outcome::{EndState, Winner};
use crate::ruleset::Ruleset;
use explorer::Explorer;
pub use observer::{Advance, Observer};
pub use workers::{OneThread, Workers};

/// How much memory and work the solver may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    /// Bytes of memory for states, ways to end and the transitions between them, and for the mass and moments that
    /// travel along them, the last of them once the states are let go: the larger of both. A state takes
    /// [`Ruleset::state_bytes`] and some 90 bytes while it is held. On a pass it takes some 90 bytes, or 170 where a
    /// round may begin with it, and 70 more once the states are let go; for how the round limit may end the fights that are
    /// there some 100 bytes are held, and 64 for every seven metrics. A transition takes 32 bytes at the most. Each kind of
    /// transition takes some 100 bytes, 50 for every metric that it counts, and 64 on a pass.
    pub bytes: usize,
    /// Different states between turns, as [`Solution::states`] counts them: those within the set-up are bounded by the bytes
    /// alone. Without a limit of their own by default.
    pub states: usize,
    /// Paths of dice through a turn, about a microsecond each. The work within draws, sums and pools counts as paths in
    /// proportion.
    pub paths: usize,
}

impl Default for Budget {
    fn default() -> Self {
        Self { bytes: 2_000_000_000, states: usize::MAX, paths: 8_000_000 }
    }
}

/// A size in megabytes, or kilobytes below one of them, rounded to a tenth.
fn size(bytes: usize) -> String {
    match bytes {
        0..1_000_000 => format!("{:.1} kB", bytes as f64 / 1e3),
        _ => format!("{:.1} MB", bytes as f64 / 1e6),
    }
}

/// The number of states that a budget allows, where it is limited.
fn limit_of_states(budget: Budget) -> String {
    if budget.states == usize::MAX { String::new() } else { format!(", {} states", budget.states) }
}

/// The number of states within the set-up beside those between turns. The opening alone is not worth a word.
fn more_within_set_up(states: usize) -> String {
    if states <= 1 { String::new() } else { format!(", {states} more within the set-up") }
}

/// Why there is no exact answer.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Unsolved {
    /// It takes more than the budget allows.
    #[error(
        "too much for the exact solution: {states} states{} and {transitions} transitions in {} and {paths} paths of dice after \
         following {followed} of the states, with a budget of {}{} and {} paths",
        more_within_set_up(*within_set_up), size(*bytes), size(budget.bytes), limit_of_states(*budget), budget.paths
    )]
    OverBudget {
        /// Different states met between turns.
        states: usize,
        /// Different states met within the set-up.
        within_set_up: usize,
        /// States of both whose transitions were all worked out.
        followed: usize,
        /// Transitions found.
        transitions: usize,
        /// Bytes that they take.
        bytes: usize,
        /// Paths of dice taken.
        paths: usize,
        /// What was allowed.
        budget: Budget,
    },
    /// The caller asked to stop.
    #[error("interrupted")]
    Interrupted,
}

/// Mean and standard deviation of a whole number of an encounter.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Moments {
    /// Expected value.
    pub mean: f64,
    /// Standard deviation from one encounter to the next.
    pub sd: f64,
}

/// Below this share of the second moment a variance is what rounding left of nothing. The two moments are sums of products of
/// doubles, of which each is off by some units in the last place, and differ by as much where the number is certain: the root
/// makes a deviation of 4e-7 of 1.6e-13. What is lost is a deviation below a millionth of the number itself.
const VARIANCE_OF_ROUNDING: f64 = 1e-12;

impl Moments {
    /// From the expected value and that of the square. A number that is the same in every encounter has a deviation of exactly 0.
    pub fn new(first: f64, second: f64) -> Self {
        let variance = second - first * first;
        let is_certain = variance <= VARIANCE_OF_ROUNDING * second;
        Self { mean: first, sd: if is_certain { 0.0 } else { variance.sqrt() } }
    }

    /// Of a number that is 1 with this chance, and else 0. A chance that is added up from many may come out above 1 by an error of
    /// rounding.
    pub fn of_chance(chance: f64) -> Self {
        let chance = chance.min(1.0);
        let is_certain = 1.0 - chance <= VARIANCE_OF_ROUNDING;
        Self { mean: chance, sd: if is_certain { 0.0 } else { (chance * (1.0 - chance)).max(0.0).sqrt() } }
    }

    /// Among encounters of this chance, from moments multiplied by it; 0 where there are none.
    fn among(chance: f64, [first, second]: [f64; 2]) -> Self {
        if chance > 0.0 { Self::new(first / chance, second / chance) } else { Self::new(0.0, 0.0) }
    }
}

/// The exact distribution of everything that a run estimates.
#[derive(Debug, Clone, PartialEq)]
pub struct Solution {
    /// Different states between turns, those within the set-up left out. The same state in two rounds is two states as
    /// far as rules may know the number of the round.
    pub states: usize,
    /// Transitions between all the states, those within the set-up included, and out of the fight.
    pub transitions: usize,
    /// Bytes that the solution takes, as a [`Budget`] counts them.
    pub bytes: usize,
    /// Chance of each [`Winner`].
    pub winners: [f64; 4],
    /// Rounds of an encounter.
    pub rounds: Moments,
    /// Chance of each number of rounds and winner: `by_round[rounds][winner]`.
    pub by_round: Vec<[f64; 4]>,
    /// Chance of each [`EndState`], by combatant in listed order.
    pub end_states: Vec<[f64; 4]>,
    /// Every way to end with its chance.
    pub endings: Vec<(Ending, f64)>,
    /// The metrics, in report order.
    pub metrics: Vec<Moments>,
    /// By metric of [rounds](crate::MetricUnit::Rounds), how often it is counted on average: the chance of encounters
    /// that have it, for it is counted once at most. 0 for other metrics.
    pub occurred: Vec<f64>,
    /// The course of the lead.
    pub lead: LeadMoments,
}

/// A way to end: fights with the same winner and the same end states.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Ending {
    /// Who won.
    pub winner: Winner,
    /// By combatant in listed order.
    pub end_states: Vec<EndState>,
}

/// The moments of the course of the lead: see [`LeadHistory`](crate::LeadHistory).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LeadMoments {
    /// How often the lead changed.
    pub changes: Moments,
    /// The last round after which the later winner was behind, of the encounters that a side won.
    pub last_behind: Moments,
    /// By how much the winner was ahead when the last round began, of the same encounters.
    pub margin: Moments,
}

/// Solves an encounter. The observer is asked every few milliseconds whether to go on; a closure that says so is one.
///
/// # Errors
/// [`Unsolved::OverBudget`] when it takes too much, [`Unsolved::Interrupted`] when the caller says so.
pub fn solve<R: Ruleset>(rules: &R, budget: Budget, observer: &dyn Observer) -> Result<Solution, Unsolved> {
    solve_on(&OneThread, rules, budget, observer)
}

/// Solves an encounter with the help of workers. Whoever they are and however many, the solution is the same to the
/// last bit, and so is a refusal.
///
/// # Errors
/// As [`solve`].
pub fn solve_on<R: Ruleset>(
    workers: &dyn Workers,
    rules: &R,
    budget: Budget,
    observer: &dyn Observer,
) -> Result<Solution, Unsolved> {
    let explored = Explorer::explore(rules, budget, observer, workers);
    let solved = explored.and_then(|explorer| mass::propagate(explorer, observer));
    observer.advances(Advance::Over);
    solved
}

/// Counts the states of an encounter without solving it: [`Solution::states`].
///
/// # Errors
/// As [`solve`].
pub fn count_states<R: Ruleset>(rules: &R, budget: Budget, observer: &dyn Observer) -> Result<usize, Unsolved> {
    let explored = Explorer::explore(rules, budget, observer, &OneThread);
    observer.advances(Advance::Over);
    explored.map(|explorer| explorer.graph.nodes.states())
}
