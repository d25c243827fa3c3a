//! Verdicts on numbers, from nothing but what was counted at each look: wherever the counts come from, the verdicts are
//! the same.

use equipoise_engine::Winner;
use equipoise_engine::scenario::Band;

use super::expected::Asked;
use crate::ground::Sums;
use crate::kernel::quantity::{Kind, Quantity};
use crate::kernel::tally::{Tally, Totals};
use crate::stats::{Interval, Moments, quantile, sequence};

/// The fewest encounters from which an interval for a mean is made: it is asymptotic.
const ENCOUNTERS_OF_MEANS_MIN: u64 = 16_384;

/// The verdict on an expectation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The number lies within the band.
    Pass,
    /// It does not.
    Fail,
    /// It may or may not.
    Undecided,
}

impl Verdict {
    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Fail => "fail",
            Self::Undecided => "undecided",
        }
    }
}

/// The result of one look at an expectation: the look that decided it, or the last one.
#[derive(Debug, Clone, PartialEq)]
pub struct Look {
    /// The verdict.
    pub verdict: Verdict,
    /// The number as it was counted, or its exact value; none where no encounter has it.
    pub value: Option<f64>,
    /// The interval from a confidence sequence, with an infinite end where nothing bounds it; none for an exact value.
    pub interval: Option<Interval>,
    /// The encounters that were counted; 0 for an exact value.
    pub encounters: u64,
}

/// Numbers that are looked at while encounters are counted, until each of them is known to lie within its band or
/// outside.
#[derive(Debug, Clone)]
pub struct Judge {
    cases: Vec<(Asked, Band)>,
    looks: Vec<Look>,
    confidence: f64,
}

impl Judge {
    /// Nothing was looked at yet. `confidence` is that of each case by itself, over all looks together.
    pub fn new(cases: impl IntoIterator<Item = (Asked, Band)>, confidence: f64) -> Self {
        let cases: Vec<(Asked, Band)> = cases.into_iter().collect();
        let unseen = Interval { lo: 0.0, hi: f64::INFINITY };
        let look = Look { verdict: Verdict::Undecided, value: None, interval: Some(unseen), encounters: 0 };
        Self { looks: vec![look; cases.len()], cases, confidence }
    }

    /// Looks at the counts of more encounters than at the look before, its encounters among them; whether everything is
    /// decided.
    pub fn look(&mut self, tally: &Tally) -> bool {
        for ((asked, band), look) in self.cases.iter().zip(&mut self.looks) {
            if look.verdict == Verdict::Undecided {
                let (value, interval) = estimate(*asked, tally, self.confidence);
                let verdict = verdict_on(interval, *band);
                *look = Look { verdict, value, interval: Some(interval), encounters: tally.encounters };
            }
        }
        self.looks.iter().all(|look| look.verdict != Verdict::Undecided)
    }

    /// The result of the latest look at each case, in their order.
    pub fn looks(&self) -> &[Look] {
        &self.looks
    }
}

/// The verdict on a number, from the interval that contains it.
pub(crate) fn verdict_on(Interval { lo, hi }: Interval, Band { at_least, at_most }: Band) -> Verdict {
    let (least, most) = (at_least.unwrap_or(f64::NEG_INFINITY), at_most.unwrap_or(f64::INFINITY));
    if hi < least || lo > most {
        Verdict::Fail
    } else if least <= lo && hi <= most {
        Verdict::Pass
    } else {
        Verdict::Undecided
    }
}

/// A number with its interval at these counts, from a confidence sequence.
fn estimate(asked: Asked, tally: &Tally, confidence: f64) -> (Option<f64>, Interval) {
    let encounters = tally.encounters;
    let portion = |halves: u64| (encounters > 0).then(|| halves as f64 / 2.0 / encounters as f64);
    match asked {
        Asked::Mirror(_) => {
            let won = |winner| tally.won(winner);
            let halves = 2 * won(Winner::Party) + won(Winner::Draw) + won(Winner::Timeout);
            (portion(halves), sequence::score(halves, encounters, confidence))
        }
        Asked::Percentile(percent) => percentile(percent, tally, confidence),
        Asked::Number(quantity) if matches!(tally.cast().kind(quantity), Kind::Share | Kind::YesNo) => {
            let count = tally.totals(quantity).sums.values as u64;
            (portion(2 * count), sequence::share(count, encounters, confidence))
        }
        Asked::Number(quantity) => {
            let Totals { encounters, sums } = tally.totals(quantity);
            let moments = Moments::new(encounters, sums);
            let interval = if encounters < ENCOUNTERS_OF_MEANS_MIN {
                Interval { lo: 0.0, hi: f64::INFINITY }
            } else {
                let largest = largest(quantity, tally, sums);
                let Interval { lo, hi } = sequence::mean_with_rare_values(&moments, largest, confidence);
                Interval { lo: lo.max(0.0), hi }
            };
            ((encounters > 0).then_some(moments.mean), interval)
        }
    }
}

/// The size of values that may not have occurred yet. Tallies do not keep the largest value of all quantities: then it
/// is the mean of values that each count as often as they are large, which large values dominate.
fn largest(quantity: Quantity, tally: &Tally, sums: Sums) -> f64 {
    match quantity {
        Quantity::Rounds => tally.by_round().last().map_or(0.0, |(rounds, _)| f64::from(rounds)),
        _ if sums.values == 0 => 0.0,
        _ => sums.squares as f64 / sums.values as f64,
    }
}

/// A percentile of the rounds: the smallest number of rounds that at least so many in 100 encounters do not exceed.
///
/// Its interval follows from those of the shares of encounters that last at most so long. Where the true percentile is
/// q, the lower end exceeds it only if the interval of the share of at most q rounds misses that share, and it exceeds
/// the upper end only if that of at most q - 1 rounds does: two shares, whatever the counts, so that each has half of
/// the error.
fn percentile(percent: u32, tally: &Tally, confidence: f64) -> (Option<f64>, Interval) {
    let encounters = tally.encounters;
    let half = 1.0 - (1.0 - confidence) / 2.0;
    let mut within = 0;
    let counts = tally.by_round().map(|(rounds, by_winner)| (rounds, by_winner.iter().sum::<u64>()));
    let cumulated: Vec<(u32, u64)> = counts
        .clone()
        .map(|(rounds, count)| {
            within += count;
            (rounds, within)
        })
        .collect();
    let wanted = f64::from(percent) / 100.0;
    let interval_of = |within: u64| sequence::share(within, encounters, half);
    // Both shares grow with the rounds, so that each end is found by bisection.
    let at_lo = cumulated.partition_point(|&(_, within)| interval_of(within).hi < wanted);
    let at_hi = cumulated.partition_point(|&(_, within)| interval_of(within).lo < wanted);
    // Between two numbers of rounds that occurred the share is that of the lower one.
    let lo = at_lo.checked_sub(1).map_or(0.0, |before| f64::from(cumulated[before].0) + 1.0);
    let hi = cumulated.get(at_hi).map_or(f64::INFINITY, |&(rounds, _)| f64::from(rounds));
    let value = (encounters > 0).then(|| f64::from(quantile::of_counts(counts, percent)));
    (value, Interval { lo, hi })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_passes_within_its_band_and_fails_outside() {
        let on = |lo: f64, hi: f64, at_least, at_most| verdict_on(Interval { lo, hi }, Band { at_least, at_most });
        for (interval, band, expected) in [
            ((0.4, 0.6), (Some(0.4), Some(0.6)), Verdict::Pass),
            ((0.4, 0.6), (Some(0.5), None), Verdict::Undecided),
            ((0.4, 0.6), (None, Some(0.5)), Verdict::Undecided),
            ((0.4, 0.6), (Some(0.61), None), Verdict::Fail),
            ((0.4, 0.6), (None, Some(0.39)), Verdict::Fail),
            ((0.4, f64::INFINITY), (Some(0.4), None), Verdict::Pass),
            ((0.4, f64::INFINITY), (None, Some(9.0)), Verdict::Undecided),
            ((0.45, 0.46), (Some(0.47), Some(0.5)), Verdict::Fail),
        ] {
            assert_eq!(on(interval.0, interval.1, band.0, band.1), expected, "{interval:?} {band:?}");
        }
    }
}
