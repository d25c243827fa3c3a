//! The chance of a rare event: down to one in billions of fights, by multilevel splitting.

pub mod ask;
mod importance;
mod result;
mod split;
#[cfg(test)]
mod tests;

use std::ops::Range;

use equipoise_engine::exact::{self, Observer, Solution, Unsolved};
use equipoise_engine::{LeadHistory, Outcome, Ruleset, Seed, Winner};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::kernel::batches::in_batches;
use crate::kernel::map::AllThreads;
use crate::kernel::quantity::{Cast, EXTRAS, Quantity, Reader};
use crate::kernel::run::Watch;
use crate::record::text;
use crate::studies::condition::Condition;
use crate::studies::method::{Limits, Method};
use crate::studies::study::Refusal;

use importance::Importance;
use result::{Estimate, Runs};
use split::{Event, Player, Run};

pub use result::{Level, Rare, RareMethod};

/// The fewest runs. The spread of their estimates tells how precise the mean is.
const RUNS: u64 = 64;
/// The most fights of a run at each level, which are in memory at once.
const EFFORT_MAX: u64 = 100_000;
/// The fewest of them.
const EFFORT_MIN: u64 = 10;
/// The fights of the pilot at each level: as many as this part of all, but within these bounds.
const PILOT: (u64, Range<u64>) = (50, 200..1000);
/// There are no more encounters.
pub const ENCOUNTERS_MAX: u64 = 1_000_000_000;

/// The fights by which a chance is estimated.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sampling {
    /// The master seed.
    pub seed: u64,
    /// The approximate number of fights that are begun or played on, of all runs and levels together: at most [`ENCOUNTERS_MAX`].
    pub encounters: u64,
    /// The confidence of the interval, at least 0.5 and below 1.
    #[serde(deserialize_with = "text::confidence")]
    pub confidence: f64,
}

/// The reason why the chance of an event is not known.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum RareError {
    /// The event is rare, and no importance leads to it.
    #[error("`{event}` happened in {happened} of {fights} fights, and nothing leads to it step by step")]
    NoWay {
        /// The event.
        event: String,
        /// The number of fights of the pilot that ended with it.
        happened: u64,
        /// The number of fights of the pilot.
        fights: u64,
    },
    /// The encounters are too few for the levels.
    #[error("{encounters} encounters are too few for {levels} levels of importance")]
    TooFew {
        /// The encounters that were asked for.
        encounters: u64,
        /// The levels that the pilot found.
        levels: usize,
        /// The fewest that would do.
        needed: u64,
    },
    /// There are more encounters than dice for them.
    #[error("{encounters} encounters are more than {ENCOUNTERS_MAX}")]
    TooMany {
        /// The encounters that were asked for.
        encounters: u64,
    },
    /// The exact solution knows how fights end, and not this.
    #[error("the exact solution does not know the chance of `{event}`")]
    NotSolved {
        /// The event.
        event: String,
    },
    /// Not every run was played.
    #[error("interrupted: nothing is said of the event")]
    Interrupted,
}

impl Refusal for RareError {
    fn help(&self) -> Option<String> {
        match self {
            Self::NoWay { .. } => Some(
                "deaths and other ends of combatants, wins, many rounds and large metrics come nearer step by step; \
                 `run -n` counts what is left"
                    .to_owned(),
            ),
            Self::TooFew { needed, .. } => Some(format!("`-n {needed}` are enough")),
            Self::NotSolved { .. } => Some(
                "it knows who wins and how combatants end together, and who wins after how many rounds; --method sample \
                 estimates anything"
                    .to_owned(),
            ),
            Self::TooMany { .. } | Self::Interrupted => None,
        }
    }

    fn is_interrupt(&self) -> bool {
        matches!(self, Self::Interrupted)
    }
}

/// The reason why a question for a rare event has no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unknown {
    /// The exact solution takes too much, or was interrupted.
    Unsolved(Unsolved),
    /// The event cannot be estimated.
    Refused(RareError),
}

impl From<RareError> for Unknown {
    fn from(error: RareError) -> Self {
        Self::Refused(error)
    }
}

/// Finds the chance that an encounter fulfils a condition, of which `event` is the text.
///
/// # Errors
/// If the exact solution is wanted and takes too much or does not know the event; if nothing leads to a rare event; if there are
/// too few encounters for its levels; and after an interrupt.
pub fn rare<R: Ruleset>(
    rules: &R,
    (name, event): (&str, &str),
    condition: &Condition,
    method: &Method<Sampling>,
    observer: &dyn Observer,
    watch: &Watch,
) -> Result<Rare, Unknown> {
    let cast = Cast::of(rules);
    let found = |chance: f64, method: RareMethod| Rare {
        scenario: name.to_owned(),
        system: rules.system(),
        event: event.to_owned(),
        method,
        chance,
        interval: None,
        at_most: None,
    };
    let solved = |limits: Limits| {
        let known = Known::of(condition).ok_or(RareError::NotSolved { event: event.to_owned() })?;
        let solution = exact::solve_on(&AllThreads, rules, limits.into(), observer).map_err(Unknown::Unsolved)?;
        let chance = known.chance(condition, &cast, &solution).clamp(0.0, 1.0);
        Ok(found(chance, RareMethod::Exact { states: solution.states }))
    };
    let sampled = |sampling: Sampling| {
        (watch.progress)(0);
        let importance = Importance::of(condition, &cast);
        let seed = Seed(sampling.seed);
        let counted = Event { rules, cast: &cast, condition, importance: importance.as_ref(), seed };
        let runs = play(&counted, sampling, event, watch)?;
        let estimate = runs.estimate(sampling);
        let Estimate { chance, interval, at_most, method } = estimate;
        Ok(Rare { interval, at_most, ..found(chance, method) })
    };
    match *method {
        Method::Sample(sampling) => sampled(sampling),
        Method::Exact { limits } => solved(limits),
        Method::Auto { limits, sampling } => match solved(limits) {
            Err(Unknown::Unsolved(Unsolved::OverBudget { .. }) | Unknown::Refused(RareError::NotSolved { .. })) => {
                sampled(sampling)
            }
            found => found,
        },
    }
}

/// The part of an exact solution that knows the chance of a condition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Known {
    /// The winner and all end states.
    ByEnding,
    /// The winner and the rounds.
    ByRound,
}

impl Known {
    fn of(condition: &Condition) -> Option<Self> {
        let all = |is_known: fn(&Quantity) -> bool| condition.quantities().iter().all(is_known);
        let by_ending = all(|quantity| match quantity {
            Quantity::Winner(_) | Quantity::End { .. } | Quantity::Group { .. } => true,
            Quantity::Extra(index) => EXTRAS[*index].is_of_endings(),
            Quantity::Rounds | Quantity::Metric(_) | Quantity::Occurred(_) => false,
        });
        let by_round = all(|quantity| matches!(quantity, Quantity::Winner(_) | Quantity::Rounds));
        if by_ending { Some(Self::ByEnding) } else { by_round.then_some(Self::ByRound) }
    }

    fn chance(self, condition: &Condition, cast: &Cast, solution: &Solution) -> f64 {
        let mut chance = 0.0;
        match self {
            Self::ByEnding => {
                let (reader, counts) = (Reader::new(cast), vec![0; cast.metrics.len()]);
                for (ending, of_ending) in &solution.endings {
                    let outcome = Outcome { winner: ending.winner, rounds: 0 };
                    let ended = reader.read(outcome, &ending.end_states, &counts, LeadHistory::default());
                    if condition.holds(|quantity| ended.number(quantity)) {
                        chance += of_ending;
                    }
                }
            }
            Self::ByRound => {
                for (rounds, chances) in (0..).zip(&solution.by_round) {
                    for (winner, of_winner) in Winner::ALL.into_iter().zip(chances) {
                        let number = |quantity| match quantity {
                            Quantity::Rounds => Some(rounds),
                            quantity => Some((quantity == Quantity::Winner(winner)).into()),
                        };
                        if condition.holds(number) {
                            chance += of_winner;
                        }
                    }
                }
            }
        }
        chance
    }
}

/// Finds levels and plays all runs.
fn play<R: Ruleset>(event: &Event<R>, sampling: Sampling, text: &str, watch: &Watch) -> Result<Runs, RareError> {
    let encounters = sampling.encounters;
    if encounters > ENCOUNTERS_MAX {
        return Err(RareError::TooMany { encounters });
    }
    let (part, bounds) = PILOT;
    let pilot = (encounters / part).clamp(bounds.start, bounds.end);
    let mut pilots = Player::new(event);
    let levels = pilots.find_levels(pilot as u32, watch).ok_or(RareError::Interrupted)?;
    if event.importance.is_none() && !levels.is_common {
        return Err(RareError::NoWay { event: text.to_owned(), happened: levels.happened, fights: pilot });
    }
    let stages = levels.ascending.len() as u64 + 1;
    let runs = RUNS.max(encounters / (stages * EFFORT_MAX));
    let effort = encounters / (runs * stages);
    if effort < EFFORT_MIN {
        let needed = RUNS * stages * EFFORT_MIN;
        return Err(RareError::TooFew { encounters, levels: levels.ascending.len(), needed });
    }
    let make = || (Player::new(event), Vec::new());
    let play = |(player, played): &mut (Player<R>, Vec<(u64, Run)>), numbers: Range<u64>| {
        for number in numbers {
            let run = player.run(number, effort as u32, &levels.ascending, watch);
            played.extend(run.map(|run| (number, run)));
        }
    };
    let progress = |finished: u64| (watch.progress)(finished * effort * stages);
    let in_runs = Watch { interrupted: watch.interrupted, progress: &progress };
    let played = in_batches(&(0..runs), 1, &in_runs, make, play);
    let mut played: Vec<(u64, Run)> = played.into_iter().flat_map(|(_, played)| played).collect();
    // Sums of fractions depend on their order, and threads take runs in any.
    played.sort_by_key(|(number, _)| *number);
    if (played.len() as u64) < runs {
        return Err(RareError::Interrupted);
    }
    Ok(Runs { levels, effort, all: played.into_iter().map(|(_, run)| run).collect() })
}
