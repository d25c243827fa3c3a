//! The exact solver. It runs the same rules code as the Monte Carlo run: it follows every branch of a turn's dice,
//! weighted by its chance, and merges equal states after each turn and after each step of the set-up.
//!
//! The solver works in two phases. First it finds all states in which an encounter can be between turns, with the
//! transitions out of each ([`Enumerated`](crate::dice::Enumerated) dice). Then it passes the probability mass along
//! the transitions round by round, up to the round limit or until the fights that still go on have a total chance below
//! 1e-24, which is far below the rounding error of a sum of doubles. The means of the metrics follow from the mass that
//! takes each transition. For the second moments, the first moments travel beside the mass of a state, so that equal
//! states still merge although different numbers were counted on the way to them.
//!
//! The engine has no threads, but the caller may lend some ([`Workers`]). States are followed in pieces of work whose
//! results are added in the order in which a single thread would meet them, and the metrics are divided among separate
//! passes of the mass. So neither solutions nor refusals depend on the number of threads.
//!
//! Equal states of different rounds are merged as well, unless rules may read the number of the round
//! ([`Ruleset::rounds_known`]). Each transition says whether it ends the round. A count of
//! [rounds](crate::MetricUnit::Rounds) is multiplied by the number of the round when the mass passes.
//!
//! [`Values`] are another use of the same search: the chance of each winner from every moment of a fight, by a pass
//! backwards.
//!
//! A [`Budget`] bounds memory and search. The passes of the mass take as many rounds as the scenario allows; the caller
//! can stop them at any time.

mod bypass;
mod course;
mod drama;
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
mod values;
mod workers;

use thiserror::Error;

use crate::outcome::{EndState, Winner};
use crate::ruleset::Ruleset;
pub use drama::{ALMOST_LOST, AfterRound, Drama, Past, drama, is_open};
use explorer::Explorer;
pub use observer::{Advance, Observer};
pub use values::{Chances, Values};
pub use workers::{OneThread, Workers};

/// The memory and work that the solver may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    /// Bytes of memory: the larger of two needs. The first is that of states, ways to end and the transitions between
    /// them; the second that of the mass and moments that travel along them, mostly after the states are freed. A state
    /// takes [`Ruleset::state_bytes`] and some 90 bytes while it is held. On a pass it takes some 90 bytes, or 170 if a
    /// round may begin with it, and some 50 more once the states are freed; the outcome of its fights at the round limit
    /// takes some 100 bytes, and 64 for every seven metrics. A transition takes at most 32 bytes. Each kind of
    /// transition takes some 100 bytes, 50 for every metric that it counts, and 64 on a pass.
    pub bytes: usize,
    /// Number of different states between turns, as [`Solution::states`] counts them. States within the set-up are
    /// limited by `bytes` alone. Unlimited by default.
    pub states: usize,
    /// Number of paths of dice through a turn, each about a microsecond. The work of enumerating draws, sums and pools
    /// is charged as a proportional number of paths.
    pub paths: usize,
}

impl Default for Budget {
    fn default() -> Self {
        Self { bytes: 2_000_000_000, states: usize::MAX, paths: 8_000_000 }
    }
}

/// A size in megabytes, or in kilobytes if below one megabyte, rounded to a tenth.
fn size(bytes: usize) -> String {
    match bytes {
        0..1_000_000 => format!("{:.1} kB", bytes as f64 / 1e3),
        _ => format!("{:.1} MB", bytes as f64 / 1e6),
    }
}

/// The limit on the number of states in words; empty if there is none.
fn limit_of_states(budget: Budget) -> String {
    if budget.states == usize::MAX { String::new() } else { format!(", {} states", budget.states) }
}

/// A phrase for messages that gives the number of states within the set-up; empty if the opening is the only one.
fn more_within_set_up(states: usize) -> String {
    if states <= 1 { String::new() } else { format!(", {states} more within the set-up") }
}

/// The reason why there is no exact solution.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Unsolved {
    /// The encounter takes more than the budget allows.
    #[error(
        "too much for the exact solution: {states} states{} and {transitions} transitions in {} and {paths} paths of dice after \
         following {followed} of the states, with a budget of {}{} and {} paths",
        more_within_set_up(*within_set_up), size(*bytes), size(budget.bytes), limit_of_states(*budget), budget.paths
    )]
    OverBudget {
        /// Different states between turns found so far.
        states: usize,
        /// Different states within the set-up found so far.
        within_set_up: usize,
        /// States, of both sorts, for which all transitions were found.
        followed: usize,
        /// Transitions found.
        transitions: usize,
        /// Bytes that states and transitions take.
        bytes: usize,
        /// Paths of dice taken.
        paths: usize,
        /// The budget that was exceeded.
        budget: Budget,
    },
    /// The caller asked to stop.
    #[error("interrupted")]
    Interrupted,
}

/// Mean and standard deviation of an integer quantity of an encounter.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Moments {
    /// Expected value.
    pub mean: f64,
    /// Standard deviation from one encounter to the next.
    pub sd: f64,
}

/// The relative variance, as a share of the second moment, below which a variance counts as 0. Both moments are sums of
/// products of doubles, each off by some units in the last place, so their difference is about that large even for a
/// constant: the root would turn 1.6e-13 into a deviation of 4e-7. The cost is that a true deviation below a millionth
/// of the quantity itself is reported as 0.
const VARIANCE_OF_ROUNDING: f64 = 1e-12;

impl Moments {
    /// Computes the moments from the expected value and the expected square. A constant has a deviation of exactly 0.
    pub fn new(first: f64, second: f64) -> Self {
        let variance = second - first * first;
        let is_certain = variance <= VARIANCE_OF_ROUNDING * second;
        Self { mean: first, sd: if is_certain { 0.0 } else { variance.sqrt() } }
    }

    /// The moments of an indicator that is 1 with this chance, else 0. A chance that is a sum of many may exceed 1 by a
    /// rounding error, and is cut to 1.
    pub fn of_chance(chance: f64) -> Self {
        let chance = chance.min(1.0);
        let is_certain = 1.0 - chance <= VARIANCE_OF_ROUNDING;
        Self { mean: chance, sd: if is_certain { 0.0 } else { (chance * (1.0 - chance)).max(0.0).sqrt() } }
    }

    /// The moments conditional on an event of this chance, from moments that are multiplied by it; 0 if the chance is
    /// 0.
    fn among(chance: f64, [first, second]: [f64; 2]) -> Self {
        if chance > 0.0 { Self::new(first / chance, second / chance) } else { Self::new(0.0, 0.0) }
    }
}

/// The exact distribution of everything that a run estimates.
#[derive(Debug, Clone, PartialEq)]
pub struct Solution {
    /// Number of different states between turns; states within the set-up do not count. Equal states of two rounds
    /// count as two if rules may read the number of the round.
    pub states: usize,
    /// Number of transitions out of all states, those within the set-up included, to other states and to ways to end.
    pub transitions: usize,
    /// Bytes that the solution took, as [`Budget::bytes`] counts them.
    pub bytes: usize,
    /// Chance of each [`Winner`].
    pub winners: [f64; 4],
    /// Number of rounds of an encounter.
    pub rounds: Moments,
    /// Chance of each number of rounds and winner: `by_round[rounds][winner]`.
    pub by_round: Vec<[f64; 4]>,
    /// Chance of each [`EndState`], by combatant in listed order.
    pub end_states: Vec<[f64; 4]>,
    /// Each way to end, with its chance.
    pub endings: Vec<(Ending, f64)>,
    /// The metrics, in report order.
    pub metrics: Vec<Moments>,
    /// For each metric of [rounds](crate::MetricUnit::Rounds), the chance that an encounter counts it (each counts it
    /// at most once). 0 for other metrics.
    pub occurred: Vec<f64>,
    /// The course of the lead.
    pub lead: LeadMoments,
}

/// A way to end: the winner and the end state of each combatant.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Ending {
    /// The winner.
    pub winner: Winner,
    /// The end state of each combatant, in listed order.
    pub end_states: Vec<EndState>,
}

/// The moments of the course of the lead: see [`LeadHistory`](crate::LeadHistory).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LeadMoments {
    /// Number of changes of the lead.
    pub changes: Moments,
    /// The last round after which the later winner was behind, over encounters that a side won.
    pub last_behind: Moments,
    /// The winner's lead when the last round began, over encounters that a side won.
    pub margin: Moments,
}

/// Solves an encounter. `observer` is asked every few milliseconds whether to stop; a closure that returns a bool will
/// do.
///
/// # Errors
/// [`Unsolved::OverBudget`] if the encounter exceeds the budget, [`Unsolved::Interrupted`] if the observer stops the
/// solver.
pub fn solve<R: Ruleset>(rules: &R, budget: Budget, observer: &dyn Observer) -> Result<Solution, Unsolved> {
    solve_on(&OneThread, rules, budget, observer)
}

/// Solves an encounter with the help of workers. Neither the solution, to the last bit, nor a refusal depends on the
/// workers or their number.
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
