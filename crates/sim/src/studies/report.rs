//! The results of one scenario as shares and means, for every kind of output.
//!
//! A [`Report`] is made from a run's tally, from shards joined again, or from the exact solution; tables, files and checks
//! read nothing else.

use equipoise_engine::accounts::PREFIX;
use equipoise_engine::exact::Solution;
use equipoise_engine::{EndState, MetricUnit, Ruleset, Seed, Side, Winner};

use crate::ground::Sums;
use crate::kernel::quantity::{Cast, EXTRAS, Kind, Quantity};
use crate::kernel::run::Run;
use crate::kernel::tally::{Tally, Totals};
use crate::stats::{Interval, Moments, interval, mean, quantile, sequence};

mod accounts;
mod bins;
mod deviation;
mod groups;
mod json;
mod method;
mod odds;
mod status;

pub use accounts::{ByMeans, Entry, Of};
pub use bins::{Bin, bins};
pub use deviation::{Deviation, deviations};
pub use groups::{GroupReport, OfGroup};
pub use json::json;
pub use method::{Intervals, Method, TOO_FEW};
pub use odds::Odds;
pub use status::{PrecisionGoal, Status};

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
    /// Of how many encounters; none for an exact mean.
    pub encounters: Option<u64>,
    /// The mean; 0 when nothing was played.
    pub mean: f64,
    /// The standard deviation from one encounter to the next; none when fewer than two were played.
    pub sd: Option<f64>,
    /// Its confidence interval; none for an exact mean, and where the encounters are [too few](mean::interval) for one.
    pub interval: Option<Interval>,
    /// Whether the number is declared to be 0 or 1, so that the mean is a share and has the interval of one.
    pub is_share: bool,
}

impl Mean {
    /// Whether it was sampled from too few encounters for an interval.
    pub const fn is_of_too_few(&self) -> bool {
        self.encounters.is_some() && self.interval.is_none()
    }

    /// A mean with its interval and nothing else, to be shown.
    pub const fn shown(mean: f64, interval: Interval) -> Self {
        Self { encounters: None, mean, sd: None, interval: Some(interval), is_share: false }
    }
}

/// The length of encounters, in rounds.
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
    /// The most rounds that occurred; in an exact solution the last that fights with a probability of at least 1e-24 together
    /// reach.
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
    /// By [`EndState`].
    pub end_states: [Share; 4],
}

/// One metric of the system.
#[derive(Debug, Clone, PartialEq)]
pub struct MetricReport {
    /// Its name.
    pub name: String,
    /// Of a metric of rounds, the encounters in which it happened; none for one that every encounter has.
    pub share: Option<Share>,
    /// Its mean per encounter, of a metric of rounds among the encounters in which it happened.
    pub mean: Mean,
}

impl MetricReport {
    /// Its results as those of a quantity.
    pub fn estimate(&self) -> Estimate {
        self.share.map_or(Estimate::Mean(self.mean), |share| Estimate::MeanAmong { share, mean: self.mean })
    }

    /// The mean, unless it is one among encounters in which something happened and there are none.
    pub fn mean_if_any(&self) -> Option<Mean> {
        let is_there = self.share.is_none_or(|share| share.share > 0.0);
        is_there.then_some(self.mean)
    }
}

/// The results of a quantity.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Estimate {
    /// Of an event.
    Share(Share),
    /// Of a number that every encounter has.
    Mean(Mean),
    /// Of a number that only some encounters have.
    MeanAmong {
        /// The encounters that have it.
        share: Share,
        /// Its mean among these.
        mean: Mean,
    },
}

impl Estimate {
    /// The number that stands for the quantity: the share of an event, or the mean.
    pub const fn value(&self) -> f64 {
        match self {
            Self::Share(share) => share.share,
            Self::Mean(mean) | Self::MeanAmong { mean, .. } => mean.mean,
        }
    }

    /// As [`value`](Self::value), unless it is a mean among encounters that have a number and there are none.
    pub fn value_if_any(&self) -> Option<f64> {
        let is_there = !matches!(self, Self::MeanAmong { share, .. } if share.share <= 0.0);
        is_there.then(|| self.value())
    }

    /// The confidence interval of [`value`](Self::value).
    pub const fn interval(&self) -> Option<Interval> {
        match self {
            Self::Share(share) => share.interval,
            Self::Mean(mean) | Self::MeanAmong { mean, .. } => mean.interval,
        }
    }

    /// As [`interval`](Self::interval), unless it is that of a mean among no encounters.
    pub fn interval_if_any(&self) -> Option<Interval> {
        self.interval().filter(|_| self.value_if_any().is_some())
    }

    /// Whether there are numbers, but too few for an interval of their mean.
    pub fn is_of_too_few(&self) -> bool {
        self.value_if_any().is_some() && self.mean().is_some_and(|mean| mean.is_of_too_few())
    }

    /// Whether [`interval_if_any`](Self::interval_if_any) is that of a share; none where there is no interval.
    pub fn has_interval_of_share(&self) -> Option<bool> {
        self.interval_if_any()?;
        Some(self.mean().is_none_or(|mean| mean.is_share))
    }

    /// The share of an event, or of the encounters that have a number which not all have.
    pub const fn share(&self) -> Option<Share> {
        match self {
            Self::Share(share) | Self::MeanAmong { share, .. } => Some(*share),
            Self::Mean(_) => None,
        }
    }

    /// The mean of a number.
    pub const fn mean(&self) -> Option<Mean> {
        match self {
            Self::Share(_) => None,
            Self::Mean(mean) | Self::MeanAmong { mean, .. } => Some(*mean),
        }
    }
}

/// The results of one scenario.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    /// The scenario's name.
    pub scenario: String,
    /// The path of its file; none where it is not known. Tables have it, and JSON has it in the provenance.
    pub file: Option<String>,
    /// The system's name.
    pub system: String,
    /// Varied paths with their values; empty for a run.
    pub values: Vec<(String, String)>,
    /// The number of the point that the values are of, from 1; none where no list of points was played.
    pub point: Option<usize>,
    /// The method by which the results were obtained.
    pub method: Method,
    /// By [`Winner`].
    pub winners: [Share; 4],
    /// The number of rounds that encounters last.
    pub rounds: Rounds,
    /// In listed order.
    pub combatants: Vec<CombatantReport>,
    /// In the system's order.
    pub metrics: Vec<MetricReport>,
    /// The quantities of every system, in the order of [`EXTRAS`].
    pub extras: [Estimate; EXTRAS.len()],
    /// Combatants that one entry stands for, in listed order.
    pub groups: Vec<GroupReport>,
    cast: Cast,
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

    /// A quantity of a tally.
    fn estimate(self, quantity: Quantity, tally: &Tally) -> Estimate {
        let Totals { encounters, sums } = tally.totals(quantity);
        match tally.cast().kind(quantity) {
            Kind::Share => Estimate::Share(self.share(sums.values as u64)),
            Kind::Mean => Estimate::Mean(self.mean(sums)),
            Kind::YesNo => {
                let interval = self.share(sums.values as u64).interval;
                Estimate::Mean(Mean { interval, is_share: true, ..self.mean(sums) })
            }
            Kind::MeanAmong => {
                Estimate::MeanAmong { share: self.share(encounters), mean: Self { encounters, ..self }.mean(sums) }
            }
        }
    }

    /// The mean of a non-negative integer. No interval goes below 0, where no mean can lie.
    fn mean(self, sums: Sums) -> Mean {
        let moments = Moments::new(self.encounters, sums);
        let interval = match self.intervals {
            Intervals::Fixed => mean::interval(&moments, self.confidence),
            Intervals::Anytime => mean::is_enough(&moments).then(|| {
                let Interval { lo, hi } = sequence::mean(&moments, self.confidence);
                Interval { lo: lo.max(0.0), hi }
            }),
        };
        let sd = (self.encounters > 1).then_some(moments.sd);
        Mean { encounters: Some(self.encounters), mean: moments.mean, sd, interval, is_share: false }
    }

    fn rounds(self, tally: &Tally) -> Rounds {
        let histogram = tally.by_round().map(|(rounds, counts)| (rounds, counts.iter().sum()));
        let [p05, p50, p95, max] = [5, 50, 95, 100].map(|percent| quantile::of_counts(histogram.clone(), percent));
        let by_winner = tally.by_round().map(|(rounds, counts)| (rounds, counts.map(|count| self.bar(count))));
        Rounds { mean: self.mean(tally.rounds()), p05, p50, p95, max, by_winner: by_winner.collect() }
    }
}

/// A probability that is known exactly. Sums of probabilities that come out above 1 by an error of rounding are 1.
fn exact_share(share: f64) -> Share {
    Share { count: None, share: share.min(1.0), interval: None }
}

fn exact_mean(moments: equipoise_engine::exact::Moments) -> Mean {
    Mean { encounters: None, mean: moments.mean, sd: Some(moments.sd), interval: None, is_share: false }
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
        Self::of_run((scenario, rules.system()), run, seed, confidence, intervals)
    }

    /// As [`sampled`](Self::sampled), under the names of the scenario and its system.
    pub fn of_run(names: (&str, &str), run: &Run, seed: Seed, confidence: f64, intervals: Intervals) -> Self {
        let method = Method::Sampled {
            seed: seed.0,
            ranges: vec![run.range.clone()],
            encounters: run.tally.encounters,
            confidence,
            intervals,
            precision: None,
            complete: run.complete,
        };
        Self::of_tally(names, method, &run.tally, confidence, intervals)
    }

    /// The results that the counts of a sample come to, under the names of the scenario and its system.
    pub(crate) fn of_tally(
        names: (&str, &str),
        method: Method,
        tally: &Tally,
        confidence: f64,
        intervals: Intervals,
    ) -> Self {
        let estimator = Estimator { encounters: tally.encounters, confidence, intervals };
        let estimate = |quantity| estimator.estimate(quantity, tally);
        Self::of(names, method, tally.cast().clone(), estimator.rounds(tally), estimate)
    }

    /// The results of the exact solution.
    pub fn exact<R: Ruleset>(scenario: &str, rules: &R, solution: &Solution) -> Self {
        let cast = Cast::of(rules);
        let estimate = |quantity| {
            let (chance, mut moments) = cast.exact(quantity, solution);
            match cast.kind(quantity) {
                Kind::Share => Estimate::Share(exact_share(moments.mean)),
                Kind::Mean | Kind::YesNo => {
                    // The mean of a count that is certain to be the largest comes out above it by an error of rounding.
                    if let Quantity::Metric(index) = quantity {
                        moments.mean = moments.mean.min(rules.metrics()[index].most.into());
                    }
                    Estimate::Mean(exact_mean(moments))
                }
                Kind::MeanAmong => Estimate::MeanAmong { share: exact_share(chance), mean: exact_mean(moments) },
            }
        };
        let method = Method::Exact { states: solution.states };
        Self::of((scenario, rules.system()), method, cast.clone(), Rounds::exact(solution), estimate)
    }

    /// The results that have these estimates.
    fn of(
        (scenario, system): (&str, &str),
        method: Method,
        cast: Cast,
        rounds: Rounds,
        estimate: impl Fn(Quantity) -> Estimate,
    ) -> Self {
        let share = |quantity| estimate(quantity).share().unwrap_or_else(|| unreachable!("{quantity:?} is a share"));
        let combatant = |(combatant, (id, side)): (usize, &(String, Side))| CombatantReport {
            id: id.clone(),
            side: *side,
            end_states: EndState::ALL.map(|end| share(Quantity::End { combatant, end })),
        };
        let metric = |(index, (name, _)): (usize, &(String, MetricUnit))| {
            let estimate = estimate(Quantity::Metric(index));
            let mean = estimate.mean().unwrap_or_else(|| unreachable!("a metric has a mean"));
            MetricReport { name: name.clone(), share: estimate.share(), mean }
        };
        Self {
            scenario: scenario.to_owned(),
            file: None,
            system: system.to_owned(),
            values: Vec::new(),
            point: None,
            method,
            winners: Winner::ALL.map(|winner| share(Quantity::Winner(winner))),
            rounds,
            combatants: cast.combatants.iter().enumerate().map(combatant).collect(),
            metrics: cast.metrics.iter().enumerate().map(metric).collect(),
            extras: std::array::from_fn(|index| estimate(Quantity::Extra(index))),
            groups: groups::reports(&cast, &estimate),
            cast,
        }
    }

    /// The combatants and the list of quantities that were counted.
    pub fn cast(&self) -> &Cast {
        &self.cast
    }

    /// The metrics of the system, without those of accounts.
    pub fn metrics_of_system(&self) -> impl Iterator<Item = &MetricReport> {
        self.metrics.iter().filter(|metric| !metric.name.starts_with(PREFIX))
    }

    /// The entries of accounts; empty if none were kept.
    pub fn accounts(&self) -> Vec<Entry<'_>> {
        self.metrics.iter().filter_map(Entry::of).collect()
    }

    /// The results of a quantity of the report's cast.
    pub fn estimate(&self, quantity: Quantity) -> Estimate {
        let of_metric = |index: usize| self.metrics[index].estimate();
        match quantity {
            Quantity::Winner(winner) => Estimate::Share(self.won(winner)),
            Quantity::Rounds => Estimate::Mean(self.rounds.mean),
            Quantity::End { combatant, end } => Estimate::Share(self.combatants[combatant].end_states[end.index()]),
            Quantity::Metric(index) => of_metric(index),
            Quantity::Occurred(index) => of_metric(index).share().map_or_else(|| of_metric(index), Estimate::Share),
            Quantity::Extra(index) => self.extras[index],
            Quantity::Group { group, end, is_any } => self.groups[group].end_states[end.index()].estimate(is_any),
        }
    }

    /// The results of the quantity of this full name, if there is one.
    pub fn estimate_of(&self, name: &str) -> Option<Estimate> {
        let named = |quantity: &Quantity| self.cast.name(*quantity) == name;
        self.cast.quantities().into_iter().find(named).map(|quantity| self.estimate(quantity))
    }

    /// The share of one of [`EXTRAS`] by its name; 0 for a name that none has.
    pub fn extra_share(&self, name: &str) -> Share {
        let extra = EXTRAS.iter().position(|extra| extra.name == name);
        extra.and_then(|index| self.extras[index].share()).unwrap_or(exact_share(0.0))
    }

    /// The same results, labelled with the varied paths and the values that led to them.
    #[must_use]
    pub fn with_values(mut self, values: Vec<(String, String)>) -> Self {
        self.values = values;
        self
    }

    /// The same results, labelled with the number of their point in a list of them, from 1.
    #[must_use]
    pub fn with_point(self, point: Option<usize>) -> Self {
        Self { point, ..self }
    }

    /// The share of encounters that this winner won.
    pub fn won(&self, winner: Winner) -> Share {
        self.winners[winner.index()]
    }

    /// The number of encounters that were played; `None` for exact results.
    pub fn encounters(&self) -> Option<u64> {
        match self.method {
            Method::Sampled { encounters, .. } => Some(encounters),
            Method::Exact { .. } => None,
        }
    }
}
