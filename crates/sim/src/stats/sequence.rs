//! Confidence sequences: intervals that hold at every number of encounters at once, so that a run may be looked at as
//! often as one likes and stopped at any moment.

use std::f64::consts::{LN_2, PI};

use statrs::function::gamma::ln_gamma;

use super::interval::Interval;
use super::moments::Moments;
use super::{settled, sound_confidence};

/// Ends of an interval for a share are multiples of 2^-36 (1.5e-11), rounded outwards.
const GRID_BITS: u32 = 36;

/// The encounters at which the interval for a mean is at its best against its kind.
const MEAN_TUNED_AT: f64 = 100_000.0;

/// The interval for a share at `encounters`, from a sequence that holds the true share at all counts at once with at
/// least the given confidence. Nothing is approximate about it.
///
/// A mixture of likelihoods over a Beta(1/2, 1/2) prior, divided by the likelihood of the true share, is a
/// non-negative martingale that starts at 1; by Ville's inequality it ever reaches 1/alpha with a chance of at most
/// alpha. The interval holds all p that it has not refuted:
///
/// ```text
/// B(s + 1/2, n - s + 1/2) / (B(1/2, 1/2) p^s (1 - p)^(n - s)) < 1 / alpha
/// ```
///
/// H. Robbins, "Statistical methods related to the law of the iterated logarithm" (1970); S. R. Howard, A. Ramdas,
/// J. `McAuliffe` and J. Sekhon, "Time-uniform, nonparametric, nonasymptotic confidence sequences" (2021).
pub fn share(count: u64, encounters: u64, confidence: f64) -> Interval {
    if encounters == 0 {
        return Interval::UNIT;
    }
    let evidence = Evidence::new(count, encounters);
    let limit = ln_one_over_alpha(confidence);
    let refuted = |place: u64| evidence.against(place as f64 / (1_u64 << GRID_BITS) as f64) >= limit;
    let top = 1_u64 << GRID_BITS;
    let near = ((count as f64 / encounters as f64) * top as f64) as u64;
    // The evidence falls towards the observed share from either side. A grid point at it, refuted itself or not,
    // separates the two searches.
    let lo = if count == 0 { 0 } else { partition(0, near, refuted).saturating_sub(1) };
    let hi = if count == encounters { top } else { partition((near + 1).min(top), top, |place| !refuted(place)) };
    let real = |place: u64| place as f64 / top as f64;
    Interval { lo: real(lo), hi: real(hi) }
}

/// The first place in `from..to` for which `holds` no longer does; `to` when it does for all.
fn partition(mut from: u64, mut to: u64, holds: impl Fn(u64) -> bool) -> u64 {
    while from < to {
        let middle = from + (to - from) / 2;
        if holds(middle) { from = middle + 1 } else { to = middle }
    }
    from
}

/// The interval for a mean, from a sequence that holds the true mean at all counts at once.
///
/// It is asymptotic like the ordinary normal interval: the error goes to zero with the count at the first look, and
/// runs to a precision look for the first time after 16 384 encounters. Two-sided normal mixture, with the mixing
/// variance rho^2 that makes it narrowest at 100 000 encounters:
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
    let rho_squared = settled(2.0 * limit + (2.0 * limit).ln_1p()) / MEAN_TUNED_AT;
    let grown = n * rho_squared + 1.0;
    let logarithm = settled(grown.ln()) / 2.0 + limit;
    // A confidence of 0 leaves rho at 0; its interval is the mean.
    let half_width = if rho_squared > 0.0 { (2.0 * grown / rho_squared * logarithm).sqrt() / n } else { 0.0 };
    Interval::around(moments.mean, moments.sd * half_width)
}

/// ln(2 / alpha) for a confidence of 1 - alpha.
pub(crate) fn ln_two_over_alpha(confidence: f64) -> f64 {
    LN_2 + ln_one_over_alpha(confidence)
}

/// ln(1 / alpha) for a confidence of 1 - alpha.
fn ln_one_over_alpha(confidence: f64) -> f64 {
    settled(-(-sound_confidence(confidence)).ln_1p())
}

/// What some encounters say against a share.
///
/// With the observed share s/n taken out, the logarithm of the quotient above is a deviance, which is zero there, plus
/// a constant of the size of ln(n)/2. Taking ln B and s ln p + (n - s) ln(1 - p) apart would cancel numbers of the size
/// of n, and lose what is left of them in a long run.
struct Evidence {
    hits: f64,
    misses: f64,
    at_observed: f64,
}

impl Evidence {
    fn new(count: u64, encounters: u64) -> Self {
        let (hits, misses) = (count as f64, (encounters - count) as f64);
        let n = encounters as f64;
        let at_observed = half_step(hits) + half_step(misses) - whole_step(n) + 0.5 * (2.0 / (PI * n)).ln();
        Self { hits, misses, at_observed }
    }

    /// The logarithm of the evidence against a share p in 0..=1; infinite where p rules out what was seen.
    fn against(&self, p: f64) -> f64 {
        let n = self.hits + self.misses;
        let missing = self.hits - n * p;
        // s ln(s / (n p)) + (n - s) ln((n - s) / (n - n p)), with 0 ln 0 = 0
        let part = |count: f64, off: f64| if count == 0.0 { 0.0 } else { -count * (off / count).ln_1p() };
        self.at_observed + part(self.hits, -missing) + part(self.misses, missing)
    }
}

/// ln gamma(x + 1/2) - (x ln x - x + ln(2 pi) / 2), for x >= 0: what Stirling's formula leaves over half a step on.
fn half_step(x: f64) -> f64 {
    if x == 0.0 {
        return -LN_2 / 2.0; // ln sqrt(pi) - ln sqrt(2 pi)
    }
    if x < 32.0 {
        return ln_gamma(x + 0.5) - (x * x.ln() - x + 0.5 * (2.0 * PI).ln());
    }
    let square = x * x;
    (-1.0 / 24.0 + (7.0 / 2880.0 - 31.0 / 40320.0 / square) / square) / x
}

/// ln gamma(n + 1) - (n ln n - n + ln(2 pi n) / 2), for n >= 1: what Stirling's formula leaves over.
fn whole_step(n: f64) -> f64 {
    if n < 32.0 {
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

    /// The definition, with its cancellation: good to 1e-9 for the counts used here.
    fn by_definition(count: u64, encounters: u64, p: f64) -> f64 {
        let (hits, misses) = (count as f64, (encounters - count) as f64);
        let likelihood = hits * p.ln() + misses * (1.0 - p).ln();
        ln_beta(hits + 0.5, misses + 0.5) - ln_beta(0.5, 0.5) - likelihood
    }

    #[test]
    fn evidence_agrees_with_its_definition() {
        for encounters in [1_u64, 2, 10, 63, 64, 65, 1000, 40_000] {
            for count in [0, 1, encounters / 3, encounters / 2, encounters - 1, encounters] {
                for p in [0.001, 0.2, 0.5, 0.77, 0.999] {
                    let (found, expected) =
                        (Evidence::new(count, encounters).against(p), by_definition(count, encounters, p));
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
            let evidence = Evidence::new(count, encounters);
            let limit = 20.0_f64.ln();
            for (end, inside) in [(interval.lo, step), (interval.hi, -step)] {
                assert!(evidence.against(end) >= limit - 1e-9, "{count} of {encounters}");
                assert!(evidence.against(end + inside) <= limit + 1e-9, "{count} of {encounters}");
            }
        }
    }

    #[test]
    fn edges_are_certain_only_of_their_own_side() {
        let never = share(0, 1000, 0.95);
        let always = share(1000, 1000, 0.95);
        assert!(never.lo <= 0.0 && never.hi > 0.0 && never.hi < 0.02, "{never:?}");
        assert!(always.hi >= 1.0 && always.lo < 1.0 && always.lo > 0.98, "{always:?}");
        assert_eq!(share(0, 0, 0.95), Interval::UNIT);
    }

    /// At p = 1/2 the half-width is sqrt((ln(1/alpha) + ln(pi n / 2) / 2) / (2 n)) to first order.
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
    /// lose the true share; at most 1/2 + 12.6 * 6.5 more by chance (6.5 sd of a binomial: false alarm below 1e-9). An
    /// ordinary interval of the same confidence loses it in nearly every run, and the test would see that: it demands
    /// so. It sees a true rate of 0.35 with probability above 0.999.
    #[test]
    fn a_sequence_looked_at_always_still_holds() {
        let (mut lost, mut fixed_lost) = (0, 0);
        let z = super::super::interval::z(0.8);
        let limit = ln_one_over_alpha(0.8);
        for run in 0..1000 {
            let mut dice = Seeded::new(Seed(71));
            dice.start(EncounterIndex(run));
            let mut hits = 0;
            let (mut ever, mut fixed_ever) = (false, false);
            for toss in 1..=5000_u64 {
                hits += u64::from(dice.die(10) <= 3);
                ever |= Evidence::new(hits, toss).against(0.3) >= limit;
                let n = toss as f64;
                fixed_ever |= (hits as f64 - 0.3 * n).abs() > z * (0.21 * n).sqrt();
            }
            lost += i32::from(ever);
            fixed_lost += i32::from(fixed_ever);
        }
        assert!(lost <= 282, "{lost} of 1000 lost the true share");
        assert!(fixed_lost > 800, "an ordinary interval would have lost it {fixed_lost} times");
    }

    /// 400 runs, looked at every 64 values from 2048 to 32 768: faces of a d20, whose mean is 10.5. At a confidence of
    /// 0.8 at most 80 may lose it, and 8 * 6 more by chance (6 sd: false alarm below 1e-8).
    #[test]
    fn a_sequence_of_means_still_holds() {
        let mut lost = 0;
        for run in 0..400 {
            let mut dice = Seeded::new(Seed(72));
            dice.start(EncounterIndex(run));
            let mut sums = crate::tally::Sums::default();
            let mut ever = false;
            for n in 1..=32_768_u64 {
                sums.add(dice.die(20), 1);
                if n >= 2048 && n.is_multiple_of(64) {
                    ever |= !mean(&Moments::new(n, sums), 0.8).contains(10.5);
                }
            }
            lost += i32::from(ever);
        }
        assert!(lost <= 128, "{lost} of 400 lost the true mean");
    }

    #[test]
    fn a_mean_held_always_costs_less_than_twice_the_width() {
        for encounters in [16_384_u64, 100_000, 10_000_000] {
            let moments = Moments { encounters, mean: 4.0, sd: 2.0 };
            let ratio = mean(&moments, 0.95).half_width() / super::super::interval::normal(&moments, 0.95).half_width();
            assert!((1.2..2.1).contains(&ratio), "{encounters}: {ratio}");
        }
        let nothing = Moments { encounters: 0, mean: 0.0, sd: 0.0 };
        assert_eq!(mean(&nothing, 0.95), Interval { lo: 0.0, hi: 0.0 });
    }
}
