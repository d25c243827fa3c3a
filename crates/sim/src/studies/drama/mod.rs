//! The changes of the odds during fights: surprise, suspense, and the time at which fights are decided.
//!
//! *Surprise* is the expected sum of the absolute changes of the odds at the steps of a fight, *suspense* that of the standard deviations
//! of the odds after each step, as they are known before it (J. Ely, A. Frankel and E. Kamenica, "Suspense and Surprise", Journal of
//! Political Economy 123, 2015). Odds are those of the party. They are exact if the scenario is solved, otherwise estimated from
//! continuations of sampled fights.

pub mod ask;
mod play;
mod result;
#[cfg(test)]
mod tests;

use equipoise_engine::exact::{self, Observer, Unsolved};
use equipoise_engine::{Ruleset, Seed};
use serde::{Deserialize, Serialize};

use crate::kernel::map::AllThreads;
use crate::kernel::run::Watch;
use crate::record::text;
use crate::studies::method::Method;

pub use result::{AfterRound, Drama, DramaMethod, Measure};

/// The fights whose odds are estimated.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sampling {
    /// The master seed.
    pub seed: u64,
    /// The number of encounters, from the first of the seed on.
    pub encounters: u64,
    /// The least number of times that the rest of the fight is played from each moment.
    pub continuations: u32,
    /// The confidence of every interval by itself, at least 0.5 and below 1.
    #[serde(deserialize_with = "text::confidence")]
    pub confidence: f64,
}

/// The division of the continuations of a moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Nested {
    /// The number of times that the next step is played.
    pub alternatives: u32,
    /// The number of times that the rest is played after each.
    pub continuations: u32,
}

impl Nested {
    /// As many alternatives as continuations of each, at least so many together.
    pub fn of(continuations: u32) -> Self {
        let root = f64::from(continuations).sqrt().ceil() as u32;
        Self { alternatives: root.max(2), continuations: root.max(2) }
    }
}

/// Finds out how the odds of the fights of a scenario move.
///
/// # Errors
/// If the exact solution is wanted and takes too much, and after an interrupt.
pub fn drama<R: Ruleset>(
    rules: &R,
    name: &str,
    method: &Method<Sampling>,
    observer: &dyn Observer,
    watch: &Watch,
) -> Result<Drama, Unsolved> {
    let solved = |limits: crate::studies::method::Limits| {
        exact::drama(rules, limits.into(), &AllThreads, observer)
            .map(|drama| Drama::exact(name, rules.system(), &drama))
    };
    let sampled = |sampling: Sampling| {
        (watch.progress)(0);
        let nested = Nested::of(sampling.continuations);
        let fights = play::play(rules, Seed(sampling.seed), sampling.encounters, nested, watch);
        Ok(Drama::sampled(name, rules.system(), sampling, nested, &fights.ok_or(Unsolved::Interrupted)?))
    };
    match *method {
        Method::Sample(sampling) => sampled(sampling),
        Method::Exact { limits } => solved(limits),
        Method::Auto { limits, sampling } => match solved(limits) {
            Err(Unsolved::OverBudget { .. }) => sampled(sampling),
            found => found,
        },
    }
}
