//! Confidence intervals in general, and Wilson's for a share in a fixed number of encounters.

use serde::{Serialize, Serializer};
use statrs::distribution::{ContinuousCDF, Normal};

use super::{clamped_confidence, rounded_to_grid};

/// A confidence interval, ends included.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Interval {
    /// Lower end.
    pub lo: f64,
    /// Upper end; never below `lo`.
    pub hi: f64,
}

impl Interval {
    /// The interval of a share before anything was counted.
    pub const UNIT: Self = Self { lo: 0.0, hi: 1.0 };

    /// Half the distance between the ends.
    pub fn half_width(self) -> f64 {
        (self.hi - self.lo) / 2.0
    }

    /// Whether a value lies between the ends.
    pub fn contains(self, value: f64) -> bool {
        (self.lo..=self.hi).contains(&value)
    }

    pub(super) fn around(mean: f64, half_width: f64) -> Self {
        Self { lo: mean - half_width, hi: mean + half_width }
    }

    /// Every x + y, for x in this interval and y in the other.
    pub(crate) fn plus(self, other: Self) -> Self {
        Self { lo: self.lo + other.lo, hi: self.hi + other.hi }
    }

    /// Every x - y, for x in this interval and y in the other.
    pub(crate) fn minus(self, other: Self) -> Self {
        Self { lo: self.lo - other.hi, hi: self.hi - other.lo }
    }

    /// Every x + `distance`, for x in this interval.
    pub(crate) fn shifted(self, distance: f64) -> Self {
        Self { lo: self.lo + distance, hi: self.hi + distance }
    }

    /// Every -x, for x in this interval.
    pub(crate) fn negated(self) -> Self {
        Self { lo: -self.hi, hi: -self.lo }
    }
}

/// The standard normal quantile that a two-sided interval reaches to: 1.959964 for a confidence of 0.95.
///
/// Rounded to a multiple of 2^-40. Confidences outside 0..=1 - 2^-50 are moved to the nearest end.
pub fn z(confidence: f64) -> f64 {
    rounded_to_grid(Normal::standard().inverse_cdf(0.5 + clamped_confidence(confidence) / 2.0))
}

/// The score interval for a share: all p for which the observed share is within z standard errors, those of p itself.
///
/// `count` is at most `encounters`; without encounters the interval is 0..=1. E. B. Wilson,
/// "Probable inference, the law of succession, and statistical inference" (1927), without continuity correction.
pub fn wilson(count: u64, encounters: u64, confidence: f64) -> Interval {
    if encounters == 0 {
        return Interval::UNIT;
    }
    // For 0 and for all encounters the end is exactly 0 or 1 in theory, which rounding would miss by a little.
    let z = z(confidence);
    let lo = if count == 0 { 0.0 } else { score_end(count, encounters, -z).max(0.0) };
    let hi = if count == encounters { 1.0 } else { score_end(count, encounters, z).min(1.0) };
    Interval { lo, hi }
}

/// The end of the [score interval](wilson) on one side, so many standard errors above the share or, if negative, below it.
/// Without encounters 1 above, 0 below, and 1/2 at no distance.
pub(super) fn score_end(count: u64, encounters: u64, z: f64) -> f64 {
    if encounters == 0 {
        return if z == 0.0 { 0.5 } else { f64::from(z > 0.0) };
    }
    let n = encounters as f64;
    let share = count as f64 / n;
    let shrink = 1.0 + z * z / n;
    let centre = (share + z * z / (2.0 * n)) / shrink;
    centre + z / shrink * (share * (1.0 - share) / n + z * z / (4.0 * n * n)).sqrt()
}

/// Writes the ends of an interval, both `null` where there is none.
#[expect(clippy::ref_option, reason = "serde hands a field over so")]
pub(crate) fn ends_or_null<S: Serializer>(interval: &Option<Interval>, serializer: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct Ends {
        lo: Option<f64>,
        hi: Option<f64>,
    }
    Ends { lo: interval.map(|interval| interval.lo), hi: interval.map(|interval| interval.hi) }.serialize(serializer)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_close(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-10, "{found} instead of {expected}");
    }

    #[test]
    fn interval_arithmetic_covers_every_pair_of_values() {
        let interval = |lo: f64, hi: f64| Interval { lo, hi };
        let (left, right) = (interval(1.0, 2.0), interval(-3.0, 5.0));
        assert_eq!(left.plus(right), interval(-2.0, 7.0));
        assert_eq!(left.minus(right), interval(-4.0, 5.0));
        assert_eq!(right.shifted(-1.0), interval(-4.0, 4.0));
        assert_eq!(right.negated(), interval(-5.0, 3.0));
    }

    #[test]
    fn z_is_the_two_sided_normal_quantile() {
        assert_close(z(0.95), 1.959_963_984_540_054);
        assert_close(z(0.99), 2.575_829_303_548_901);
        assert_close(z(0.0), 0.0);
    }

    #[test]
    fn confidences_out_of_range_give_finite_quantiles() {
        for confidence in [-1.0, 1.0, 2.0, f64::INFINITY, f64::NAN] {
            assert!(z(confidence).is_finite(), "{confidence}");
        }
    }

    /// For 0 of n the upper end is z^2 / (n + z^2), for n of n the lower end is n / (n + z^2).
    #[test]
    fn wilson_intervals_have_the_ends_of_the_formula() {
        let interval = wilson(8, 10, 0.95);
        assert_close(interval.lo, 0.490_162_471_5);
        assert_close(interval.hi, 0.943_317_848_5);
        let z_squared = 1.959_963_984_540_054_f64.powi(2);
        let never = wilson(0, 20, 0.95);
        assert_eq!(never.lo.to_bits(), 0.0_f64.to_bits());
        assert_close(never.hi, z_squared / (20.0 + z_squared));
        let always = wilson(20, 20, 0.95);
        assert_close(always.lo, 20.0 / (20.0 + z_squared));
        assert_eq!(always.hi.to_bits(), 1.0_f64.to_bits());
    }

    #[test]
    fn without_encounters_the_interval_is_the_unit_interval() {
        assert_eq!(wilson(0, 0, 0.95), Interval::UNIT);
    }

    #[test]
    fn wilson_intervals_contain_the_share_and_are_symmetric() {
        for n in [1_u64, 2, 7, 100, 1_000_003] {
            for count in [0, 1, n / 3, n / 2, n - 1, n] {
                let interval = wilson(count, n, 0.99);
                assert!(interval.contains(count as f64 / n as f64), "{count} of {n}");
                assert!(interval.lo >= 0.0 && interval.hi <= 1.0, "{count} of {n}");
                let mirrored = wilson(n - count, n, 0.99);
                assert_close(mirrored.lo, 1.0 - interval.hi);
            }
        }
    }
}
