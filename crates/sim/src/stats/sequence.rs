//! Confidence sequences: intervals that are valid at every number of encounters at once, so that a run may be looked at
//! any number of times and stopped at any look.

use std::f64::consts::{LN_2, PI};

use statrs::function::gamma::ln_gamma;

use super::interval::Interval;
use super::moments::Moments;
use super::{clamped_confidence, rounded_to_grid};

/// Ends of an interval for a share are multiples of 2^-36 (1.5e-11), rounded outwards: mathematical libraries then agree on
/// them.
const GRID_BITS: u32 = 36;

/// The encounters at which the interval for a mean is the narrowest of its family.
const MEAN_TUNED_AT: f64 = 100_000.0;

/// The interval for a share at `encounters`, from a sequence that contains the true share at all counts at once with at
/// least the given confidence, without approximation.
///
/// A mixture of likelihoods over a Beta(1/2, 1/2) prior, divided by the likelihood of the true share, is an e-process: a
/// non-negative martingale that starts at 1, which by Ville's inequality ever reaches 1/alpha with a probability of at
/// most alpha. The interval contains all p for which the quotient is below 1/alpha, where s of n is `count` of
/// `encounters`:
///
/// ```text
/// B(s + 1/2, n - s + 1/2) / (B(1/2, 1/2) p^s (1 - p)^(n - s)) < 1 / alpha
/// ```
///
/// H. Robbins, "Statistical methods related to the law of the iterated logarithm" (1970); S. R. Howard, A. Ramdas,
/// J. `McAuliffe` and J. Sekhon, "Time-uniform, nonparametric, nonasymptotic confidence sequences" (2021).
pub fn share(count: u64, encounters: u64, confidence: f64) -> Interval {
    of_hits(count as f64, (encounters - count) as f64, confidence)
}

/// As [`share`], for the mean of a score that is 0, 1/2 or 1 in each encounter; `halves` is twice the sum of the
/// scores.
///
/// The e-process of a share is one of any number in 0..=1 as well, with the sum in place of the count. An encounter of
/// score x multiplies the likelihood ratio of a share q of the mixture to p by
///
/// ```text
/// (q / p)^x ((1 - q) / (1 - p))^(1 - x)
/// ```
///
/// which is convex in x, and so lies below the chord between its values at 0 and at 1. The expected value of the chord
/// under a mean of p is 1, and that of the ratio therefore at most 1.
///
/// W. Hoeffding, "Probability inequalities for sums of bounded random variables" (1963), uses
/// the same chord.
pub fn score(halves: u64, encounters: u64, confidence: f64) -> Interval {
    let hits = halves as f64 / 2.0;
    of_hits(hits, encounters as f64 - hits, confidence)
}

/// The interval for a share from hits and misses, which may be halves.
fn of_hits(hits: f64, misses: f64, confidence: f64) -> Interval {
    let n = hits + misses;
    if n == 0.0 {
        return Interval::UNIT;
    }
    let evidence = Evidence::new(hits, misses);
    let limit = ln_one_over_alpha(confidence);
    let top = 1_u64 << GRID_BITS;
    let share_at = |grid_point: u64| grid_point as f64 / top as f64;
    let is_rejected = |grid_point: u64| evidence.against(share_at(grid_point)) >= limit;
    let observed = ((hits / n) * top as f64) as u64;
    // The evidence falls towards the observed share from either side, so that each end is found by bisection. The grid
    // point at the observed share separates the two searches, whether it is rejected itself or not.
    let lo = if hits == 0.0 { 0 } else { first_failing(0, observed, is_rejected).saturating_sub(1) };
    let hi = if misses == 0.0 {
        top
    } else {
        first_failing((observed + 1).min(top), top, |grid_point| !is_rejected(grid_point))
    };
    Interval { lo: share_at(lo), hi: share_at(hi) }
}

/// The first number of `from..to` for which `holds` is false, `to` when there is none; `holds` must be true up to a number
/// and false from there on.
fn first_failing(mut from: u64, mut to: u64, holds: impl Fn(u64) -> bool) -> u64 {
    while from < to {
        let middle = from + (to - from) / 2;
        if holds(middle) { from = middle + 1 } else { to = middle }
    }
    from
}

/// The interval for a mean, from a sequence that contains the true mean at all counts at once.
///
/// It is asymptotic like the ordinary normal interval: the error of its confidence goes to zero as the count of the first
/// look grows, and runs to a precision look for the first time after 16 384 encounters. It is a two-sided normal mixture,
/// with the mixing variance rho^2 that makes it narrowest at 100 000 encounters:
///
/// ```text
/// mean +- sd * sqrt(2 (n rho^2 + 1) / (n^2 rho^2) * ln(sqrt(n rho^2 + 1) / alpha))
/// ```
///
/// I. Waudby-Smith, D. Arbour, R. Sinha, E. H. Kennedy and A. Ramdas, "Time-uniform central limit theory and
/// asymptotic confidence sequences" (2024), theorem 2.2; rho as in their appendix B.2.
pub fn mean(moments: &Moments, confidence: f64) -> Interval {
    if moments.encounters == 0 {
        return Interval { lo: moments.mean, hi: moments.mean };
    }
    let n = moments.encounters as f64;
    let limit = ln_one_over_alpha(confidence);
    let rho_squared = rounded_to_grid(2.0 * limit + (2.0 * limit).ln_1p()) / MEAN_TUNED_AT;
    let spread = n * rho_squared + 1.0;
    let logarithm = rounded_to_grid(spread.ln()) / 2.0 + limit;
    // With a confidence of 0 rho is 0, and the interval is the mean alone.
    let half_width = if rho_squared > 0.0 { (2.0 * spread / rho_squared * logarithm).sqrt() / n } else { 0.0 };
    Interval::around(moments.mean, moments.sd * half_width)
}

/// As [`mean`], wider by the second term of an empirical Bernstein bound. It allows for rare values, as large as
/// `largest` and at least 1, that have not occurred yet: without it the interval of a number that was 0 in every
/// encounter would be 0 alone, and so would that of a difference.
///
/// A. Maurer and M. Pontil, "Empirical Bernstein bounds and sample variance penalization" (2009), theorem 4: 7/3 of the
/// range times ln(2 / alpha) / (n - 1); here 3 instead of 7/3, since the range is an observed one.
pub(crate) fn mean_with_rare_values(moments: &Moments, largest: f64, confidence: f64) -> Interval {
    let unseen = 3.0 * largest.max(1.0) * ln_two_over_alpha(confidence) / moments.encounters as f64;
    let Interval { lo, hi } = mean(moments, confidence);
    Interval { lo: lo - unseen, hi: hi + unseen }
}

/// ln(2 / alpha) for a confidence of 1 - alpha.
fn ln_two_over_alpha(confidence: f64) -> f64 {
    LN_2 + ln_one_over_alpha(confidence)
}

/// ln(1 / alpha) for a confidence of 1 - alpha.
fn ln_one_over_alpha(confidence: f64) -> f64 {
    rounded_to_grid(-(-clamped_confidence(confidence)).ln_1p())
}

/// The e-process of [`share`] as a function of p, for fixed counts: the evidence of some encounters against p.
///
/// Its logarithm is split into its value at the observed share s/n, of the size of ln(n)/2, and a log-likelihood ratio,
/// which is zero there. The difference of ln B and s ln p + (n - s) ln(1 - p) would be a small difference of numbers of
/// the size of n, and lose its digits in a long run.
struct Evidence {
    hits: f64,
    misses: f64,
    /// The logarithm of the evidence against the observed share.
    ln_at_observed: f64,
}

impl Evidence {
    fn new(hits: f64, misses: f64) -> Self {
        let n = hits + misses;
        // ln B(s + 1/2, n - s + 1/2) - ln B(1/2, 1/2) - s ln(s/n) - (n - s) ln((n - s)/n), with B(1/2, 1/2) = pi and the
        // gamma functions of B by Stirling's formula: all terms of the size of n cancel in algebra.
        let remainders = stirling_remainder_half(hits) + stirling_remainder_half(misses) - stirling_remainder(n);
        Self { hits, misses, ln_at_observed: remainders + 0.5 * (2.0 / (PI * n)).ln() }
    }

    /// The logarithm of the evidence against a share p in 0..=1; infinite where p makes the counts impossible.
    fn against(&self, p: f64) -> f64 {
        let n = self.hits + self.misses;
        let excess = self.hits - n * p;
        // The log-likelihood ratio s ln(s / (n p)) + (n - s) ln((n - s) / (n - n p)), with 0 ln 0 = 0. Each quotient is
        // near 1 where it matters, so that it is taken as 1 + the difference from the expected count.
        let term = |count: f64, to_expected: f64| {
            if count == 0.0 { 0.0 } else { -count * (to_expected / count).ln_1p() }
        };
        self.ln_at_observed + term(self.hits, -excess) + term(self.misses, excess)
    }
}

/// From here on three terms of a Stirling series suffice: the first term left out is below 2e-14.
const STIRLING_FROM: f64 = 32.0;

/// The remainder of Stirling's formula at a half: ln gamma(x + 1/2) - (x ln x - x + ln(2 pi) / 2), for x >= 0.
///
/// The series is that of NIST, "Digital Library of Mathematical Functions", 5.11.8 with h = 1/2.
fn stirling_remainder_half(x: f64) -> f64 {
    if x == 0.0 {
        return -LN_2 / 2.0; // ln sqrt(pi) - ln sqrt(2 pi)
    }
    if x < STIRLING_FROM {
        return ln_gamma(x + 0.5) - (x * x.ln() - x + 0.5 * (2.0 * PI).ln());
    }
    let square = x * x;
    (-1.0 / 24.0 + (7.0 / 2880.0 - 31.0 / 40320.0 / square) / square) / x
}

/// The remainder of Stirling's formula: ln gamma(n + 1) - (n ln n - n + ln(2 pi n) / 2), for n >= 1.
///
/// The series is that of NIST, "Digital Library of Mathematical Functions", 5.11.1.
fn stirling_remainder(n: f64) -> f64 {
    if n < STIRLING_FROM {
        return ln_gamma(n + 1.0) - (n * n.ln() - n + 0.5 * (2.0 * PI * n).ln());
    }
    let square = n * n;
    (1.0 / 12.0 + (-1.0 / 360.0 + 1.0 / 1260.0 / square) / square) / n
}

#[cfg(test)]
mod tests {
    use equipoise_engine::dice::{Dice, Seeded};
    use equipoise_engine::{EncounterIndex, Seed};
    use statrs::function::beta::ln_beta;

    use super::*;

    /// The definition, whose cancellation leaves a relative error below 1e-9 for the counts used here.
    fn by_definition(count: u64, encounters: u64, p: f64) -> f64 {
        let (hits, misses) = (count as f64, (encounters - count) as f64);
        let likelihood = hits * p.ln() + misses * (1.0 - p).ln();
        ln_beta(hits + 0.5, misses + 0.5) - ln_beta(0.5, 0.5) - likelihood
    }

    fn evidence(count: u64, encounters: u64) -> Evidence {
        Evidence::new(count as f64, (encounters - count) as f64)
    }

    #[test]
    fn evidence_agrees_with_its_definition() {
        for encounters in [1_u64, 2, 10, 63, 64, 65, 1000, 40_000] {
            for count in [0, 1, encounters / 3, encounters / 2, encounters - 1, encounters] {
                for p in [0.001, 0.2, 0.5, 0.77, 0.999] {
                    let (found, expected) =
                        (evidence(count, encounters).against(p), by_definition(count, encounters, p));
                    let scale = 1.0 + expected.abs();
                    assert!((found - expected).abs() / scale < 1e-9, "{count} of {encounters}: {found}, {expected}");
                }
            }
        }
    }

    #[test]
    fn the_ends_are_where_the_evidence_reaches_its_limit() {
        let step = 1.0 / (1_u64 << GRID_BITS) as f64;
        for (count, encounters) in [(1, 2), (3, 10), (500, 1000), (999, 1000), (123_456, 10_000_000)] {
            let interval = share(count, encounters, 0.95);
            let evidence = evidence(count, encounters);
            let limit = 20.0_f64.ln();
            for (end, inside) in [(interval.lo, step), (interval.hi, -step)] {
                assert!(evidence.against(end) >= limit - 1e-9, "{count} of {encounters}");
                assert!(evidence.against(end + inside) <= limit + 1e-9, "{count} of {encounters}");
            }
        }
    }

    #[test]
    fn without_hits_or_misses_only_one_end_is_certain() {
        let never = share(0, 1000, 0.95);
        let always = share(1000, 1000, 0.95);
        assert!(never.lo <= 0.0 && never.hi > 0.0 && never.hi < 0.02, "{never:?}");
        assert!(always.hi >= 1.0 && always.lo < 1.0 && always.lo > 0.98, "{always:?}");
        assert_eq!(share(0, 0, 0.95), Interval::UNIT);
    }

    /// At p = 1/2 the half-width is sqrt((ln(1/alpha) + ln(pi n / 2) / 2) / (2 n)) to first order: the log-likelihood
    /// ratio is 2 n (p - 1/2)^2 there, and the evidence against 1/2 itself sqrt(2 / (pi n)).
    #[test]
    fn the_interval_is_as_wide_as_theory_says() {
        for encounters in [10_000_u64, 1_000_000, 1_000_000_000_000] {
            let n = encounters as f64;
            let expected = ((20.0_f64.ln() + 0.5 * (PI * n / 2.0).ln()) / (2.0 * n)).sqrt();
            let found = share(encounters / 2, encounters, 0.95).half_width();
            assert!((found / expected - 1.0).abs() < 1e-3, "{encounters}: {found}, {expected}");
        }
    }

    /// 1000 runs of 5000 tosses at p = 0.3, looked at after every toss. At a confidence of 0.8 at most 200 may ever
    /// miss the true share; at most 1/2 + 12.6 * 6.5 more by chance (6.5 sd of a binomial: false alarm below 1e-9). An
    /// ordinary interval of the same confidence misses it at some look in nearly every run, and the test demands that it
    /// does. The test detects a true rate of 0.35 with probability above 0.999.
    #[test]
    fn a_sequence_stays_valid_when_looked_at_after_every_toss() {
        let (mut missed, mut fixed_missed) = (0, 0);
        let z = super::super::interval::z(0.8);
        let limit = ln_one_over_alpha(0.8);
        for run in 0..1000 {
            let mut dice = Seeded::new(Seed(71));
            dice.start(EncounterIndex(run));
            let mut hits = 0;
            let (mut ever, mut fixed_ever) = (false, false);
            for toss in 1..=5000_u64 {
                hits += u64::from(dice.die(10) <= 3);
                ever |= evidence(hits, toss).against(0.3) >= limit;
                let n = toss as f64;
                fixed_ever |= (hits as f64 - 0.3 * n).abs() > z * (0.21 * n).sqrt();
            }
            missed += i32::from(ever);
            fixed_missed += i32::from(fixed_ever);
        }
        assert!(missed <= 282, "{missed} of 1000 missed the true share");
        assert!(fixed_missed > 800, "an ordinary interval missed it in {fixed_missed} of 1000");
    }

    #[test]
    fn a_score_of_whole_points_is_a_share() {
        for (count, encounters) in [(0, 0), (0, 7), (3, 10), (10, 10), (499, 1000)] {
            assert_eq!(score(2 * count, encounters, 0.95), share(count, encounters, 0.95));
        }
        let Interval { lo, hi } = score(1001, 1000, 0.95);
        assert!(share(500, 1000, 0.95).lo < lo && hi < share(501, 1000, 0.95).hi);
    }

    /// As for shares above, of scores that are 1 at 1 to 2, 1/2 at 3 to 7, 0 at 8 to 10: their mean is 0.45.
    #[test]
    fn a_sequence_for_scores_stays_valid_when_looked_at_after_every_one() {
        let mut missed = 0;
        let limit = ln_one_over_alpha(0.8);
        for run in 0..1000 {
            let mut dice = Seeded::new(Seed(73));
            dice.start(EncounterIndex(run));
            let mut halves = 0_u64;
            let is_missed = (1..=5000_u64).any(|toss| {
                halves += match dice.die(10) {
                    1..=2 => 2,
                    3..=7 => 1,
                    _ => 0,
                };
                let hits = halves as f64 / 2.0;
                Evidence::new(hits, toss as f64 - hits).against(0.45) >= limit
            });
            missed += i32::from(is_missed);
        }
        assert!(missed <= 282, "{missed} of 1000 missed the true mean");
    }

    /// 400 runs, looked at every 64 values from 2048 to 32 768: faces of a d20, whose mean is 10.5. At a confidence of
    /// 0.8 at most 80 may miss it, and 8 * 6 more by chance (6 sd: false alarm below 1e-8).
    #[test]
    fn a_sequence_for_a_mean_stays_valid_under_repeated_looks() {
        let mut missed = 0;
        for run in 0..400 {
            let mut dice = Seeded::new(Seed(72));
            dice.start(EncounterIndex(run));
            let mut sums = crate::ground::Sums::default();
            let mut ever = false;
            for n in 1..=32_768_u64 {
                sums.add(dice.die(20), 1);
                if n >= 2048 && n.is_multiple_of(64) {
                    ever |= !mean(&Moments::new(n, sums), 0.8).contains(10.5);
                }
            }
            missed += i32::from(ever);
        }
        assert!(missed <= 128, "{missed} of 400 missed the true mean");
    }

    #[test]
    fn a_sequence_for_a_mean_is_about_twice_as_wide_at_most() {
        for encounters in [16_384_u64, 100_000, 10_000_000] {
            let moments = Moments { encounters, mean: 4.0, sd: 2.0 };
            let normal = super::super::interval::z(0.95) * moments.sd / (encounters as f64).sqrt();
            let ratio = mean(&moments, 0.95).half_width() / normal;
            assert!((1.2..2.1).contains(&ratio), "{encounters}: {ratio}");
        }
        let nothing = Moments { encounters: 0, mean: 0.0, sd: 0.0 };
        assert_eq!(mean(&nothing, 0.95), Interval { lo: 0.0, hi: 0.0 });
    }
}
