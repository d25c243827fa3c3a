//! The results of one scenario as shares and means, for every kind of output.
//!
//! A [`Report`] is made from a run's tally, from shards joined again, or from the exact solution; tables, files and checks
//! read nothing else.

use std::ops::Range;

use equipoise_engine::exact::Solution;
use equipoise_engine::{Ruleset, Seed, Side, Winner};

use crate::kernel::run::Run;
use crate::kernel::tally::Tally;
#[cfg(feature = "tables")]
use crate::output::shard::Shard;
use crate::stats::{Interval, Moments, interval, quantile, sequence};

mod deviation;

pub use deviation::{Deviation, deviations};

/// Which intervals a sampled report carries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Intervals {
    /// Valid for a number of encounters that was fixed beforehand: Wilson's for shares, the normal one for means.
    Fixed,
    /// Valid for a run that may have stopped because of its results: confidence sequences, for shares and means alike.
    Anytime,
}

/// How the results were obtained.
#[derive(Debug, Clone, PartialEq)]
pub enum Method {
    /// Encounters were played with random dice.
    Sampled {
        /// The master seed.
        seed: u64,
        /// From the first index played to the one after the last. Joined shards may leave gaps in between.
        range: Range<u64>,
        /// How many encounters were played.
        encounters: u64,
        /// The confidence of every interval by itself, in 0..1.
        confidence: f64,
        /// Which intervals these are.
        intervals: Intervals,
        /// Whether all encounters of the plan were played.
        complete: bool,
    },
    /// Every branch of the dice was followed.
    Exact {
        /// How many different states the solver met between turns.
        states: usize,
    },
}

/// The share of encounters in which something happened: an estimated or an exact probability.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Share {
    /// In how many encounters; none for an exact probability.
    pub count: Option<u64>,
    /// The share, in 0..=1; 0 when nothing was played.
    pub share: f64,
    /// Its confidence interval; none for an exact probability and for single bars of a histogram. 0..=1 when nothing was
    /// played.
    pub interval: Option<Interval>,
}

/// The mean of one number per encounter: an estimated or an exact expected value.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Mean {
    /// The mean; 0 when nothing was played.
    pub mean: f64,
    /// The standard deviation from one encounter to the next; 0 when fewer than two were played.
    pub sd: f64,
    /// Its confidence interval; none for an exact mean. Both ends are the mean where no spread is known.
    pub interval: Option<Interval>,
}

/// How long encounters last, in rounds.
#[derive(Debug, Clone, PartialEq)]
pub struct Rounds {
    /// Mean number of rounds.
    pub mean: Mean,
    /// The 5 % quantile: the fewest rounds that at least 5 % of encounters do not exceed.
    pub p05: u32,
    /// The median.
    pub p50: u32,
    /// The 95 % quantile.
    pub p95: u32,
    /// The most rounds that occurred, or that have a probability above 0.
    pub max: u32,
    /// Each number of rounds that occurred, ascending, with the share of all encounters that ended there, by
    /// [`Winner`]; without intervals.
    pub by_winner: Vec<(u32, [Share; 4])>,
}

/// The results of one combatant.
#[derive(Debug, Clone, PartialEq)]
pub struct CombatantReport {
    /// The id of the scenario file, with a number where one entry stands for several combatants.
    pub id: String,
    /// Its side.
    pub side: Side,
    /// By [`EndState`](equipoise_engine::EndState).
    pub end_states: [Share; 4],
}

/// One metric of the system.
#[derive(Debug, Clone, PartialEq)]
pub struct MetricReport {
    /// Its name.
    pub name: String,
    /// Its mean per encounter.
    pub mean: Mean,
}

/// The results of one scenario.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    /// The scenario's name.
    pub scenario: String,
    /// The system's name.
    pub system: String,
    /// Varied paths with their values; empty for a run.
    pub values: Vec<(String, String)>,
    /// How the results were obtained.
    pub method: Method,
    /// By [`Winner`].
    pub winners: [Share; 4],
    /// How many rounds encounters last.
    pub rounds: Rounds,
    /// In listed order.
    pub combatants: Vec<CombatantReport>,
    /// In the system's order.
    pub metrics: Vec<MetricReport>,
    /// Somebody of the party died.
    pub party_any_dead: Share,
    /// Nobody of the party was left standing; holds in every encounter of a party that has nobody.
    pub party_all_out: Share,
}

/// Turns the counts and sums of some encounters into shares and means with intervals.
#[derive(Clone, Copy)]
struct Estimator {
    encounters: u64,
    confidence: f64,
    intervals: Intervals,
}

impl Estimator {
    fn bar(self, count: u64) -> Share {
        let share = if self.encounters == 0 { 0.0 } else { count as f64 / self.encounters as f64 };
        Share { count: Some(count), share, interval: None }
    }

    fn share(self, count: u64) -> Share {
        let interval = match self.intervals {
            Intervals::Fixed => interval::wilson(count, self.encounters, self.confidence),
            Intervals::Anytime => sequence::share(count, self.encounters, self.confidence),
        };
        Share { interval: Some(interval), ..self.bar(count) }
    }

    /// The mean of a metric. Where every encounter yielded 0 or 1 it is a share and has the interval of one, which is
    /// valid near 0 and 1, where the normal interval is not.
    fn metric(self, sums: crate::kernel::tally::Sums) -> Mean {
        let mean = self.mean(sums);
        // Among whole numbers only 0 and 1 equal their squares, and every other one is below its square.
        let is_share = sums.values == sums.squares && self.encounters > 0;
        if is_share { Mean { interval: self.share(sums.values as u64).interval, ..mean } } else { mean }
    }

    /// The mean of a non-negative integer: a normal interval, cut off at 0, below which no mean can lie.
    fn mean(self, sums: crate::kernel::tally::Sums) -> Mean {
        let moments = Moments::new(self.encounters, sums);
        let interval = match self.intervals {
            Intervals::Fixed => interval::normal(&moments, self.confidence),
            Intervals::Anytime => sequence::mean(&moments, self.confidence),
        };
        let interval = Interval { lo: interval.lo.max(0.0), hi: interval.hi };
        Mean { mean: moments.mean, sd: moments.sd, interval: Some(interval) }
    }

    fn rounds(self, tally: &Tally) -> Rounds {
        let histogram = tally.by_round().map(|(rounds, counts)| (rounds, counts.iter().sum()));
        let [p05, p50, p95, max] = [5, 50, 95, 100].map(|percent| quantile::of_counts(histogram.clone(), percent));
        let by_winner = tally.by_round().map(|(rounds, counts)| (rounds, counts.map(|count| self.bar(count))));
        Rounds { mean: self.mean(tally.rounds()), p05, p50, p95, max, by_winner: by_winner.collect() }
    }
}

/// A probability that is known exactly.
fn exact_share(share: f64) -> Share {
    Share { count: None, share, interval: None }
}

fn exact_mean(moments: equipoise_engine::exact::Moments) -> Mean {
    Mean { mean: moments.mean, sd: moments.sd, interval: None }
}

impl Rounds {
    fn exact(solution: &Solution) -> Self {
        let rows = solution.by_round.iter().enumerate().map(|(rounds, chances)| (rounds as u32, chances));
        let occurring = rows.filter(|(_, chances)| chances.iter().sum::<f64>() > 0.0);
        let histogram = occurring.clone().map(|(rounds, chances)| (rounds, chances.iter().sum()));
        let [p05, p50, p95] = [5, 50, 95].map(|percent| quantile::of_chances(histogram.clone(), percent));
        let max = histogram.clone().next_back().map_or(0, |(rounds, _)| rounds);
        let by_winner = occurring.map(|(rounds, chances)| (rounds, chances.map(exact_share))).collect();
        Self { mean: exact_mean(solution.rounds), p05, p50, p95, max, by_winner }
    }
}

impl Report {
    /// The results of a run.
    ///
    /// `confidence`, in 0..1, is that of every interval by itself. `intervals` must be [`Intervals::Anytime`] for a run to
    /// a precision, and for any other run that stopped because of its results.
    pub fn sampled<R: Ruleset>(
        scenario: &str,
        rules: &R,
        run: &Run,
        seed: Seed,
        confidence: f64,
        intervals: Intervals,
    ) -> Self {
        let combatants = rules.combatants().iter().map(|combatant| (combatant.id.as_str(), combatant.side));
        let metrics = rules.metrics().iter().map(|metric| metric.name.as_str());
        let method = Method::Sampled {
            seed: seed.0,
            range: run.range.clone(),
            encounters: run.tally.encounters,
            confidence,
            intervals,
            complete: run.complete,
        };
        Self::from_tally((scenario, R::NAME), method, combatants, metrics, &run.tally, confidence, intervals)
    }

    /// The results of a shard, or of several joined: equal to those of a single run over the same encounters.
    #[cfg(feature = "tables")]
    pub fn from_shard(shard: &Shard, confidence: f64) -> Self {
        let combatants = shard.combatants.iter().map(|(id, side)| (id.as_str(), *side));
        let start = shard.ranges.first().map_or(0, |range| range.start);
        let end = shard.ranges.last().map_or(start, |range| range.end);
        let method = Method::Sampled {
            seed: shard.seed,
            range: start..end,
            encounters: shard.tally.encounters,
            confidence,
            intervals: Intervals::Fixed,
            complete: shard.complete,
        };
        let names = (shard.scenario.as_str(), shard.system.as_str());
        let metrics = shard.metrics.iter().map(String::as_str);
        Self::from_tally(names, method, combatants, metrics, &shard.tally, confidence, Intervals::Fixed)
    }

    fn from_tally<'a>(
        (scenario, system): (&str, &str),
        method: Method,
        combatants: impl Iterator<Item = (&'a str, Side)>,
        metrics: impl Iterator<Item = &'a str>,
        tally: &Tally,
        confidence: f64,
        intervals: Intervals,
    ) -> Self {
        let estimator = Estimator { encounters: tally.encounters, confidence, intervals };
        let share = |count| estimator.share(count);
        let combatants = combatants.zip(tally.end_states()).map(|((id, side), counts)| CombatantReport {
            id: id.to_owned(),
            side,
            end_states: counts.map(share),
        });
        let metrics = metrics
            .zip(tally.metrics())
            .map(|(name, &sums)| MetricReport { name: name.to_owned(), mean: estimator.metric(sums) });
        Self {
            scenario: scenario.to_owned(),
            system: system.to_owned(),
            values: Vec::new(),
            method,
            winners: tally.winners().map(share),
            rounds: estimator.rounds(tally),
            combatants: combatants.collect(),
            metrics: metrics.collect(),
            party_any_dead: share(tally.party_any_dead()),
            party_all_out: share(tally.party_all_out()),
        }
    }

    /// The results of the exact solution.
    pub fn exact<R: Ruleset>(scenario: &str, rules: &R, solution: &Solution) -> Self {
        let combatants = rules.combatants().iter().zip(&solution.end_states).map(|(combatant, chances)| {
            let end_states = chances.map(exact_share);
            CombatantReport { id: combatant.id.clone(), side: combatant.side, end_states }
        });
        let metrics = rules
            .metrics()
            .iter()
            .zip(&solution.metrics)
            .map(|(metric, &moments)| MetricReport { name: metric.name.clone(), mean: exact_mean(moments) });
        Self {
            scenario: scenario.to_owned(),
            system: R::NAME.to_owned(),
            values: Vec::new(),
            method: Method::Exact { states: solution.states },
            winners: solution.winners.map(exact_share),
            rounds: Rounds::exact(solution),
            combatants: combatants.collect(),
            metrics: metrics.collect(),
            party_any_dead: exact_share(solution.party_any_dead),
            party_all_out: exact_share(solution.party_all_out),
        }
    }

    /// The same results, labelled with the varied paths and the values that led to them.
    #[must_use]
    pub fn with_values(mut self, values: Vec<(String, String)>) -> Self {
        self.values = values;
        self
    }

    /// The share of encounters that this winner won.
    pub fn won(&self, winner: Winner) -> Share {
        self.winners[winner.index()]
    }

    /// How many encounters were played; none for exact results.
    pub fn encounters(&self) -> Option<u64> {
        match self.method {
            Method::Sampled { encounters, .. } => Some(encounters),
            Method::Exact { .. } => None,
        }
    }
}
