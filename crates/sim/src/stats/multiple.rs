//! Several tests taken together.

use super::paired::six_digits;

/// P-values adjusted by the method of Holm, in the order in which they come: of the hypotheses whose adjusted p-value is below
/// some level, one or more is rejected wrongly with at most that probability, however the tests depend on each other
/// (S. Holm, "A simple sequentially rejective multiple test procedure", 1979). What has no p-value is not tested: it counts for
/// nothing and gets none.
///
/// The smallest of `m` values is multiplied by `m`, the next one by `m - 1`, and so on; none becomes smaller than the one before
/// it, nor larger than 1.
pub fn holm(p_values: impl IntoIterator<Item = Option<f64>>) -> Vec<Option<f64>> {
    let mut adjusted: Vec<Option<f64>> = p_values.into_iter().collect();
    let mut tested: Vec<(usize, f64)> =
        adjusted.iter().enumerate().filter_map(|(index, p)| Some((index, (*p)?))).collect();
    tested.sort_by(|(_, left), (_, right)| left.total_cmp(right));
    let (count, mut largest) = (tested.len(), 0.0_f64);
    for (rank, (index, p)) in tested.into_iter().enumerate() {
        largest = largest.max(p * (count - rank) as f64).min(1.0);
        adjusted[index] = Some(six_digits(largest));
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::paired::sign_test;

    /// 400 tables of 27 rows in which nothing differs: each row has 186 discordant encounters that fall evenly by chance. Some
    /// row looks different in most tables, and with all rows taken together in at most one of twenty: more than 46 of 400 have
    /// a probability below 1e-6.
    #[test]
    fn tables_of_nothing_are_seldom_marked() {
        let mut state = 1_u64;
        let mut tosses = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            u64::from((state >> 33).count_ones())
        };
        let (mut alone, mut together) = (0, 0);
        for _ in 0..400 {
            let row = |_| {
                let heads: u64 = (0..6).map(|_| tosses()).sum();
                sign_test(heads, 6 * 31 - heads)
            };
            let p_values: Vec<f64> = (0..27).map(row).collect();
            alone += usize::from(p_values.iter().any(|p| *p < 0.05));
            let adjusted = holm(p_values.into_iter().map(Some));
            together += usize::from(adjusted.iter().flatten().any(|p| *p < 0.05));
        }
        assert!(alone > 200 && together <= 46, "{alone} and {together} of 400");
    }

    /// By hand: of 0.01, 0.04, 0.03 and 0.005 the smallest is multiplied by 4, then 0.01 by 3, then 0.03 by 2; 0.04 by 1 would be
    /// smaller than that.
    #[test]
    fn the_smaller_ones_pay_for_more() {
        let found = holm([Some(0.01), Some(0.04), None, Some(0.03), Some(0.005)]);
        assert_eq!(found, [Some(0.03), Some(0.06), None, Some(0.06), Some(0.02)]);
        assert_eq!(holm([Some(0.6), Some(0.7)]), [Some(1.0), Some(1.0)]);
        assert_eq!(holm([Some(0.0), Some(1.0)]), [Some(0.0), Some(1.0)]);
        assert_eq!(holm([Some(0.2)]), [Some(0.2)], "one test pays for none but itself");
        assert_eq!(holm([None]), [None]);
        assert!(holm([]).is_empty());
    }
}
