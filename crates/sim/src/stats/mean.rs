//! The interval for a mean of non-negative whole numbers, from no more than their count, mean and standard deviation.
//!
//! Most numbers of an encounter are counts: many zeros, a long tail. The normal interval of few of them is too narrow, and
//! moved towards 0, because the samples without the tail have a small mean and a small spread at once. The interval is the
//! union of some that are wrong in different directions, and is not given where no interval could be honest:
//!
//! - Student's, which is right for numbers without a tail, however few they are.
//! - The one that numbers with this standard deviation and the tail of an exponential law need, on either side: a sample does
//!   not show a tail of moderate length.
//! - The gamma interval for a weighted sum of rare events (M. P. Fay and E. J. Feuer, "Confidence intervals for directly
//!   standardized rates: a method based on the gamma distribution", 1997), which takes the total for a gamma variable with
//!   the mean and variance that were observed, and for the upper end adds an event that has not happened yet. Of events that
//!   count 1 each it is F. Garwood's interval for a Poisson number (1936).
//!
//! It is held against exact answers in docs/calibration.md.

use statrs::distribution::{ContinuousCDF, StudentsT};
use statrs::function::gamma::gamma_lr;

use super::interval::{Interval, z};
use super::moments::Moments;
use super::{clamped_confidence, rounded_to_grid};

/// The effective number of observations below which no interval is given. Found by trial over the quantities of the shipped
/// scenarios that are solved: with 3 the coverage of 95 % intervals falls to 87 % for the longest tails of these, with 5 nowhere below
/// 93 %. A rarer and larger number than the sample has shown is beyond any such rule.
const EFFECTIVE_MIN: f64 = 5.0;
/// The weight of the event that has not happened yet, in mean weights of those that have.
const UNSEEN: f64 = 2.0;
/// An effective number below this part of the observations is that of rare events.
const RARE: f64 = 0.25;
/// The effective number from which the chance that an interval was not given is negligible.
const SURELY_GIVEN: f64 = 8.0 * EFFECTIVE_MIN;

/// The interval for the mean of non-negative whole numbers; none where they are too few.
///
/// # Too few
/// Numbers count as L. Kish's effective number of observations ("Survey Sampling", 1965), the square of their sum divided by
/// the sum of their squares: all of them where they are alike, and of rare events only these. At least five are
/// needed, and any spread at all: what never varied may do so as rarely as it likes. Where three quarters or more of the
/// observations have the same number other than 0, as many must deviate from it.
pub fn interval(moments: &Moments, confidence: f64) -> Option<Interval> {
    is_enough(moments).then(|| {
        let Moments { encounters, mean, sd } = *moments;
        let n = encounters as f64;
        let reach =
            (student(encounters - 1, confidence) / n.sqrt()).max(gamma(n, n, n, UNSEEN, z(confidence)).hi / n - 1.0);
        let mut ends = Interval::around(mean, sd * reach);
        let (total, variance, squares) = (n * mean, n * sd * sd, sum_of_squares(moments));
        let skewed = gamma(total, variance, squares, UNSEEN, z(confidence));
        ends = hull(ends, skewed.lo / n, skewed.hi / n);
        let effective = total * total / squares;
        if effective < RARE * n && effective < SURELY_GIVEN {
            ends.lo = ends.lo.min(mean * least_of_enough(effective, confidence) / effective);
        }
        if let Some(Mode { value, deviation, squares }) = Mode::of(moments) {
            // Rare deviations are rare events in the direction that they mostly have.
            let away = gamma(deviation.abs(), variance, squares, UNSEEN, z(confidence));
            let [near, far] = [away.lo, away.hi].map(|away| value + deviation.signum() * away / n);
            ends = hull(ends, near.min(far), near.max(far));
        }
        Interval { lo: rounded_to_grid(ends.lo).max(0.0), hi: rounded_to_grid(ends.hi) }
    })
}

/// Whether there are enough observations for an [interval] of any kind.
pub fn is_enough(moments: &Moments) -> bool {
    let &Moments { encounters, mean, sd } = moments;
    if encounters < 2 || sd <= 0.0 {
        return false;
    }
    let total = encounters as f64 * mean;
    // Sums were rounded to a mean and a standard deviation: five of a million must not come out as a little fewer.
    let enough = EFFECTIVE_MIN * (1.0 - 1e-6);
    let is_many = total * total >= enough * sum_of_squares(moments);
    is_many && Mode::of(moments).is_none_or(|mode| mode.deviating() >= enough)
}

/// The standard errors that Student's interval reaches to, with so many degrees of freedom, at least 1: 12.706 for one and a
/// confidence of 0.95.
///
/// Beyond a thousand degrees it is the expansion around the normal quantile (M. Abramowitz and I. A. Stegun, "Handbook of
/// Mathematical Functions", 26.7.5), which is then exact to 10 digits.
pub fn student(degrees: u64, confidence: f64) -> f64 {
    const EXPANDED_FROM: u64 = 1000;
    let freedom = degrees.max(1) as f64;
    if degrees >= EXPANDED_FROM {
        let z = z(confidence);
        let second = z * (z * z + 1.0) / 4.0;
        let third = z * (z * z * (5.0 * z * z + 16.0) + 3.0) / 96.0;
        return z + (second + third / freedom) / freedom;
    }
    let law = StudentsT::new(0.0, 1.0, freedom).expect("a scale and degrees above 0");
    rounded_to_grid(law.inverse_cdf(0.5 + clamped_confidence(confidence) / 2.0))
}

/// The value that at least three quarters of the observations have, where it is not 0, and how the others deviate from it.
struct Mode {
    value: f64,
    /// The sum of the deviations.
    deviation: f64,
    /// The sum of the squared deviations.
    squares: f64,
}

impl Mode {
    /// Whole numbers deviate from another whole number by 1 at least, so that squared deviations of less than a quarter on
    /// average leave three quarters without any.
    fn of(moments: &Moments) -> Option<Self> {
        let Moments { encounters, mean, sd } = *moments;
        let (n, value) = (encounters as f64, mean.round());
        let deviation = n * (mean - value);
        let squares = n * (mean - value).powi(2) + (n - 1.0) * sd * sd;
        (value > 0.0 && squares < n / 4.0).then_some(Self { value, deviation, squares })
    }

    /// The least number of observations that deviate: Kish's number of deviations of one sign, or a quarter of their
    /// squares, which is their number if all are of size 2.
    fn deviating(&self) -> f64 {
        (self.deviation.powi(2) / self.squares).max(self.squares / 4.0)
    }
}

fn sum_of_squares(moments: &Moments) -> f64 {
    let n = moments.encounters as f64;
    n * moments.mean.powi(2) + (n - 1.0) * moments.sd.powi(2)
}

fn hull(ends: Interval, lo: f64, hi: f64) -> Interval {
    Interval { lo: ends.lo.min(lo), hi: ends.hi.max(hi) }
}

/// The gamma interval for the expected value of a total with this variance, whose parts have this sum of squares; the event
/// that has not happened yet has this weight, in mean weights of those that have.
fn gamma(total: f64, variance: f64, squares: f64, unseen: f64, z: f64) -> Interval {
    if total <= 0.0 {
        return Interval { lo: 0.0, hi: 0.0 };
    }
    let unseen = unseen * squares / total;
    let lo = gamma_quantile(total * total / variance, -z) * variance / total;
    let (total, variance) = (total + unseen, variance + unseen * unseen);
    Interval { lo, hi: gamma_quantile(total * total / variance, z) * variance / total }
}

/// The quantile of a gamma variable of this shape and scale 1 that belongs to a normal one (E. B. Wilson and M. M. Hilferty,
/// "The distribution of chi-square", 1931): within half a percent for the shapes here, by operations that are the same on
/// every machine.
fn gamma_quantile(shape: f64, z: f64) -> f64 {
    let root = 1.0 - 1.0 / (9.0 * shape) + z / (3.0 * shape.sqrt());
    shape * root.max(0.0).powi(3)
}

/// The least expected number of rare events for which so many are no surprise, among samples that have enough for an
/// interval at all: those are the lucky ones where fewer are expected.
fn least_of_enough(events: f64, confidence: f64) -> f64 {
    let surprise = (1.0 - clamped_confidence(confidence)) / 2.0;
    // A Poisson number is at least k with the probability of a gamma variable of shape k below the mean.
    let chance = |expected: f64| gamma_lr(events, expected) / gamma_lr(EFFECTIVE_MIN, expected);
    let (mut lo, mut hi) = (0.0, events);
    // The chance grows with what is expected; 40 halvings leave less than the grid of results.
    for _ in 0..40 {
        let middle = f64::midpoint(lo, hi);
        let chance = chance(middle);
        if chance < surprise || chance.is_nan() { lo = middle } else { hi = middle }
    }
    lo
}

#[cfg(test)]
mod tests {
    use equipoise_engine::rng::{EncounterIndex, RunKey, Seed};

    use super::*;
    use crate::ground::Sums;

    fn moments(values: &[(u32, u64)]) -> Moments {
        let mut sums = Sums::default();
        for &(value, times) in values {
            sums.add(value, times);
        }
        Moments::new(values.iter().map(|(_, times)| times).sum(), sums)
    }

    #[test]
    fn numbers_that_do_not_vary_or_are_too_few_have_no_interval() {
        for values in [
            &[][..],
            &[(7, 1)],
            &[(2, 2)],
            &[(0, 1_000_000)],
            &[(3, 1_000_000)],
            &[(1, 1), (2, 1)],
            // Four fights with an event, of a million; four with another number than 9.
            &[(0, 1_000_000), (1, 4)],
            &[(9, 1_000_000), (8, 4)],
            &[(9, 1_000_000), (10, 4)],
            // One large number outweighs many small ones.
            &[(0, 1000), (1, 20), (500, 2)],
        ] {
            assert_eq!(interval(&moments(values), 0.95), None, "{values:?}");
        }
        for values in [&[(0, 1_000_000), (1, 5)][..], &[(9, 1_000_000), (8, 5)], &[(3, 3), (4, 4)]] {
            assert!(interval(&moments(values), 0.95).is_some_and(|found| found.lo < found.hi), "{values:?}");
        }
    }

    #[test]
    fn student_reaches_as_far_as_the_tables_say() {
        for (degrees, expected) in [(1, 12.706_204_736), (2, 4.302_652_730), (10, 2.228_138_852), (100, 1.983_971_519)]
        {
            assert!((student(degrees, 0.95) - expected).abs() < 1e-8, "{degrees}: {}", student(degrees, 0.95));
        }
        let law = StudentsT::new(0.0, 1.0, 1000.0).expect("a law");
        assert!((law.inverse_cdf(0.975) - student(1000, 0.95)).abs() < 1e-8);
        assert!((student(u64::MAX, 0.95) - z(0.95)).abs() < 1e-9);
    }

    /// F. Garwood's exact limits for 20 events are 12.217 and 30.888; with twice the weight of the event that has not
    /// happened yet the upper one is a little larger.
    #[test]
    fn rare_events_have_the_interval_of_a_poisson_number() {
        let found = gamma(20.0, 20.0, 20.0, 1.0, z(0.95));
        assert!((found.lo - 12.217).abs() < 0.02 && (found.hi - 30.888).abs() < 0.02, "{found:?}");
        let found = interval(&moments(&[(0, 1_000_000), (1, 200)]), 0.95).expect("enough");
        assert!((found.lo * 1e6 - 173.24).abs() < 1.5 && (found.hi * 1e6 - 229.7).abs() < 4.0, "{found:?}");
    }

    /// Beside many fights what the interval allows for is nothing: within 1 % of the normal one.
    #[test]
    fn many_observations_have_the_normal_interval() {
        let many = Moments { encounters: 1_000_000, mean: 13.8, sd: 10.8 };
        let half_width = interval(&many, 0.95).expect("enough").half_width();
        assert!((half_width / (z(0.95) * 0.0108) - 1.0).abs() < 0.01, "{half_width}");
    }

    /// Three quarters or more of one number other than 0, all others below it: the interval shrinks with the root of their
    /// number, and does not reach as far beyond that number as the mean is below it.
    #[test]
    fn a_common_number_does_not_widen_the_interval() {
        for n in [1_000_u64, 1_000_000] {
            let found = interval(&moments(&[(0, n * 23 / 100), (1, n * 77 / 100)]), 0.95).expect("enough");
            let normal = z(0.95) * (0.77 * 0.23 / n as f64).sqrt();
            assert!(found.contains(0.77) && found.half_width() < 1.2 * normal, "{n}: {found:?}");
        }
    }

    /// Numbers of five kinds, n of them, 4000 times: at least 93 % of the intervals that are given contain the mean. With a
    /// standard error of 0.4 points six of them below is a false alarm below 1e-9; Student's interval alone is below that
    /// for tails at n = 20.
    #[test]
    fn intervals_contain_the_mean_as_often_as_they_say() {
        type Draw = fn(u64) -> u32;
        let kinds: [(&str, f64, Draw); 5] = [
            ("a die", 3.5, |word| (word % 6) as u32 + 1),
            // Trailing zeros of a word are geometric with a mean of 1.
            ("a tail", 1.0, |word| word.trailing_zeros()),
            ("a long tail", 63.0 / 3.0, |word| if word % 3 == 0 { (word / 3).trailing_zeros() * 63 } else { 0 }),
            ("rare events", 0.0625, |word| u32::from(word % 16 == 0)),
            ("rare exceptions", 9.875, |word| 9 + u32::from(word % 8 > 0)),
        ];
        for (name, mean, draw) in kinds {
            for n in [10, 20, 50, 200_u64] {
                let mut words = RunKey::new(Seed(n)).encounter(EncounterIndex(0)).slot(0, 0);
                let (mut given, mut held) = (0_u32, 0_u32);
                for _ in 0..4000 {
                    let mut sums = Sums::default();
                    (0..n).for_each(|_| sums.add(draw(words.next_word()), 1));
                    if let Some(found) = interval(&Moments::new(n, sums), 0.95) {
                        given += 1;
                        held += u32::from(found.contains(mean));
                    }
                }
                // If hardly any sample has enough, those that do are no sample of anything.
                let chance = 6.0 * (0.93 * 0.07 / f64::from(given.max(1))).sqrt();
                assert!(
                    given < 400 || f64::from(held) / f64::from(given) > 0.93 - chance,
                    "{name} {n}: {held} of {given}"
                );
            }
        }
    }
}
