//! Mean and standard deviation, from integer sums.

use crate::ground::Sums;

/// Mean and sample standard deviation of one integer per encounter.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Moments {
    /// The number of values.
    pub encounters: u64,
    /// Their mean; 0 when there were none.
    pub mean: f64,
    /// Their sample standard deviation, with the divisor `encounters - 1`; 0 for fewer than two values.
    pub sd: f64,
}

impl Moments {
    /// The moments of `encounters` values with these sums.
    ///
    /// The sum of squared deviations is computed in integers and rounded once, as long as `encounters^2 * variance` is
    /// below 2^128, for example with a standard deviation of 10^4 in 10^15 encounters. Beyond that it is the difference of
    /// two rounded numbers, with an error of `encounters * 2^-53` at worst.
    pub fn new(encounters: u64, sums: Sums) -> Self {
        if encounters == 0 {
            return Self { encounters, mean: 0.0, sd: 0.0 };
        }
        let mean = sums.values as f64 / encounters as f64;
        Self { encounters, mean, sd: sample_variance(encounters, sums).sqrt() }
    }
}

/// `(n * sum of squares - (sum of values)^2) / (n * (n - 1))`, without the two large products, whose difference would be
/// lost in floats and whose values overflow integers.
///
/// With the values' sum S = q n + r, the sum of squared deviations from the whole number q is
/// A = (sum of squares) - q S - q r, an integer that no step overflows: q S is at most S^2 / n, which is at most the
/// sum of squares, and q r is at most S. From the mean it is A - r^2 / n, so that the numerator above is n A - r^2.
fn sample_variance(encounters: u64, sums: Sums) -> f64 {
    if encounters < 2 {
        return 0.0;
    }
    let n = u128::from(encounters);
    let (quotient, rest) = (sums.values / n, sums.values % n);
    let deviations = sums.squares - quotient * sums.values - quotient * rest;
    let degrees = (encounters - 1) as f64;
    match n.checked_mul(deviations) {
        Some(product) => (product - rest * rest) as f64 / encounters as f64 / degrees,
        None => (deviations as f64 - (rest * rest) as f64 / encounters as f64).max(0.0) / degrees,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn sums(values: &[u32]) -> Sums {
        let mut sums = Sums::default();
        for &value in values {
            sums.add(value, 1);
        }
        sums
    }

    #[test]
    fn equal_values_or_fewer_than_two_have_no_spread() {
        assert_eq!(Moments::new(0, Sums::default()), Moments { encounters: 0, mean: 0.0, sd: 0.0 });
        assert_eq!(Moments::new(1, sums(&[7])), Moments { encounters: 1, mean: 7.0, sd: 0.0 });
        assert_eq!(Moments::new(3, sums(&[7, 7, 7])), Moments { encounters: 3, mean: 7.0, sd: 0.0 });
    }

    #[test]
    fn two_values_spread_by_half_their_squared_distance() {
        let moments = Moments::new(2, sums(&[1, 4]));
        assert_eq!((moments.mean, moments.sd), (2.5, 4.5_f64.sqrt()));
    }

    /// Beside squares of 2^62 a floating-point sum would lose the variance of 1/4 entirely.
    #[test]
    fn a_small_spread_far_from_zero_is_exact() {
        let mut far = Sums::default();
        far.add(1 << 31, 500_000_000);
        far.add((1 << 31) + 1, 500_000_000);
        let moments = Moments::new(1_000_000_000, far);
        assert!((moments.sd - (0.25_f64 * 1e9 / (1e9 - 1.0)).sqrt()).abs() < 1e-15, "{}", moments.sd);
    }

    #[test]
    fn the_largest_sums_overflow_nothing() {
        let mut most = Sums::default();
        most.add(u32::MAX, u64::MAX);
        assert_eq!(Moments::new(u64::MAX, most).sd.to_bits(), 0.0_f64.to_bits());
        let mut split = Sums::default();
        split.add(0, 1 << 63);
        split.add(u32::MAX, (1 << 63) - 1);
        let half = f64::from(u32::MAX) / 2.0;
        assert!((Moments::new(u64::MAX, split).sd / half - 1.0).abs() < 1e-9);
    }

    proptest! {
        #[test]
        fn integer_sums_agree_with_the_definition(values in prop::collection::vec(0_u32..1000, 2..50)) {
            let n = values.len() as f64;
            let mean = values.iter().map(|&value| f64::from(value)).sum::<f64>() / n;
            let variance = values.iter().map(|&value| (f64::from(value) - mean).powi(2)).sum::<f64>() / (n - 1.0);
            let moments = Moments::new(values.len() as u64, sums(&values));
            prop_assert!((moments.mean - mean).abs() < 1e-9);
            prop_assert!((moments.sd - variance.sqrt()).abs() < 1e-9);
        }
    }
}
