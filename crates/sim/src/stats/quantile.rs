//! Quantiles of a histogram.

/// The smallest value that at least `percent` in 100 encounters do not exceed, computed in integers.
///
/// `histogram` yields values in ascending order with their counts. 0 when all counts are 0.
pub fn of_counts(histogram: impl Iterator<Item = (u32, u64)> + Clone, percent: u32) -> u32 {
    let encounters: u128 = histogram.clone().map(|(_, count)| u128::from(count)).sum();
    let needed = encounters * u128::from(percent);
    let mut reached = 0;
    for (value, count) in histogram {
        reached += u128::from(count) * 100;
        if reached >= needed && reached > 0 {
            return value;
        }
    }
    0
}

/// As [`of_counts`], for probabilities that add up to one.
///
/// A sum within 1e-12 of the percentage has reached it, since the probabilities are sums of rounded numbers.
pub fn of_chances(histogram: impl Iterator<Item = (u32, f64)>, percent: u32) -> u32 {
    let needed = f64::from(percent) / 100.0 - 1e-12;
    let mut reached = 0.0;
    let mut last = 0;
    for (value, chance) in histogram {
        reached += chance;
        last = value;
        if reached >= needed && reached > 0.0 {
            return value;
        }
    }
    last
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quantile_is_the_first_value_that_reaches_the_percentage() {
        let histogram = [(3, 5_u64), (4, 45), (9, 45), (20, 5)];
        let quantiles = [1, 5, 6, 50, 51, 95, 96, 100].map(|percent| of_counts(histogram.into_iter(), percent));
        assert_eq!(quantiles, [3, 3, 4, 4, 9, 9, 20, 20]);
    }

    #[test]
    fn few_or_no_encounters_have_quantiles_too() {
        assert_eq!(of_counts(std::iter::empty(), 50), 0);
        assert_eq!([5, 50, 95].map(|percent| of_counts([(7, 1)].into_iter(), percent)), [7; 3]);
        assert_eq!([50, 51].map(|percent| of_counts([(1, 1), (2, 1)].into_iter(), percent)), [1, 2]);
    }

    #[test]
    fn counts_near_the_limit_do_not_overflow() {
        assert_eq!(of_counts([(1, u64::MAX / 2), (2, u64::MAX / 2)].into_iter(), 95), 2);
    }

    #[test]
    fn chances_and_counts_have_the_same_quantiles() {
        let tenths = [(1, 0.1), (2, 0.2), (3, 0.2), (4, 0.45), (5, 0.05)];
        assert_eq!([10, 30, 50, 95].map(|percent| of_chances(tenths.into_iter(), percent)), [1, 2, 3, 4]);
        assert_eq!(of_chances([(1, 0.3), (2, 0.3)].into_iter(), 95), 2);
        assert_eq!(of_chances(std::iter::empty(), 95), 0);
    }
}
