//! Isotonic regression: the monotone step function that is closest to some values by least squares.

use super::Interval;

/// The direction in which a function may go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trend {
    /// It never falls.
    Rising,
    /// It never rises.
    Falling,
}

/// The values at `levels` of the monotone function with the least sum of squared distances from `values`, in their order. Points of the
/// same level have the same fitted value.
///
/// By pooling adjacent violators (R. E. Barlow et al., "Statistical Inference under Order Restrictions", 1972): levels whose means are out of order are
/// merged into one block with the mean of all their points, until no block is out of order.
pub fn isotonic(levels: &[f64], values: &[f64], trend: Trend) -> Vec<f64> {
    let mut order: Vec<usize> = (0..levels.len().min(values.len())).collect();
    order.sort_by(|&left, &right| levels[left].total_cmp(&levels[right]));
    let are_tied = |left: usize, right: usize| levels[left].total_cmp(&levels[right]).is_eq();
    let mut blocks: Vec<Block> = Vec::new();
    for (place, &point) in order.iter().enumerate() {
        let mut block = Block { sum: values[point], points: 1 };
        let is_tied = place > 0 && are_tied(order[place - 1], point);
        // The block of a tied point is that of the points before, whichever way their means lie.
        if is_tied && let Some(before) = blocks.pop() {
            block = block.with(before);
        }
        blocks.push(block);
        let is_last_of_level = order.get(place + 1).is_none_or(|&next| !are_tied(next, point));
        while is_last_of_level && let [.., before, last] = blocks[..] {
            let are_in_order = match trend {
                Trend::Rising => before.mean() <= last.mean(),
                Trend::Falling => before.mean() >= last.mean(),
            };
            if are_in_order {
                break;
            }
            blocks.truncate(blocks.len() - 2);
            blocks.push(last.with(before));
        }
    }
    let fitted = blocks.iter().flat_map(|block| std::iter::repeat_n(block.mean(), block.points));
    let mut by_point = vec![0.0; order.len()];
    order.iter().zip(fitted).for_each(|(&point, fitted)| by_point[point] = fitted);
    by_point
}

/// By point: the distances from the monotone function that values within these intervals may have. Every one lies in its interval if every
/// value lies in its own.
///
/// A fitted value rises with every value, with its own one no faster than that. So the distance of a point is largest where its value is at the
/// upper end and all others are at their lower ends, and smallest the other way round.
pub fn distances(levels: &[f64], intervals: &[Interval], trend: Trend) -> Vec<Interval> {
    let distance = |point: usize, own: fn(&Interval) -> f64, other: fn(&Interval) -> f64| {
        let mut values: Vec<f64> = intervals.iter().map(other).collect();
        values[point] = own(&intervals[point]);
        values[point] - isotonic(levels, &values, trend)[point]
    };
    let [lo, hi]: [fn(&Interval) -> f64; 2] = [|interval| interval.lo, |interval| interval.hi];
    let both = |point: usize| Interval { lo: distance(point, lo, hi), hi: distance(point, hi, lo) };
    (0..intervals.len()).map(both).collect()
}

/// Neighbouring points with one fitted value.
#[derive(Clone, Copy)]
struct Block {
    sum: f64,
    points: usize,
}

impl Block {
    fn mean(self) -> f64 {
        self.sum / self.points as f64
    }

    fn with(self, other: Self) -> Self {
        Self { sum: self.sum + other.sum, points: self.points + other.points }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The least sum of squares over all ways to cut the levels into blocks whose means are in order: the fit is one of them.
    fn by_brute_force(levels: &[f64], values: &[f64]) -> Vec<f64> {
        let mut distinct: Vec<f64> = levels.to_vec();
        distinct.sort_by(f64::total_cmp);
        distinct.dedup();
        let mut best = (f64::INFINITY, Vec::new());
        for cuts in 0..1_u32 << (distinct.len() - 1) {
            let block_of = |level: f64| {
                let index = distinct.iter().position(|known| known.total_cmp(&level).is_eq()).expect("a level");
                (cuts & ((1 << index) - 1)).count_ones() as usize
            };
            let members = |block: usize| (0..levels.len()).filter(move |&point| block_of(levels[point]) == block);
            let mean = |block| members(block).map(|point| values[point]).sum::<f64>() / members(block).count() as f64;
            let means: Vec<f64> = (0..=cuts.count_ones() as usize).map(mean).collect();
            let fitted: Vec<f64> = levels.iter().map(|&level| means[block_of(level)]).collect();
            let squares: f64 = fitted.iter().zip(values).map(|(fitted, value)| (fitted - value).powi(2)).sum();
            if means.is_sorted() && squares < best.0 - 1e-12 {
                best = (squares, fitted);
            }
        }
        best.1
    }

    proptest! {
        #[test]
        fn the_fit_is_the_best_of_all(points in prop::collection::vec((0_u8..7, 0_u8..40), 1..10)) {
            let levels: Vec<f64> = points.iter().map(|point| f64::from(point.0)).collect();
            let values: Vec<f64> = points.iter().map(|point| f64::from(point.1) / 40.0).collect();
            let (found, best) = (isotonic(&levels, &values, Trend::Rising), by_brute_force(&levels, &values));
            prop_assert!(found.iter().zip(&best).all(|(found, best)| (found - best).abs() < 1e-9), "{found:?} {best:?}");
            let negated: Vec<f64> = values.iter().map(|value| -value).collect();
            let fallen = isotonic(&levels, &negated, Trend::Falling);
            prop_assert!(found.iter().zip(&fallen).all(|(found, fallen)| (found + fallen).abs() < 1e-9));
        }

        /// Whatever values lie in the intervals, their distances lie in the bounds, and the ends of these are reached.
        #[test]
        fn distances_lie_in_their_bounds(points in prop::collection::vec((0_u8..5, 0.0..1.0_f64, 0.0..0.3_f64, 0.0..=1.0_f64), 1..8)) {
            let levels: Vec<f64> = points.iter().map(|point| f64::from(point.0)).collect();
            let intervals: Vec<Interval> = points.iter().map(|point| Interval { lo: point.1, hi: point.1 + point.2 }).collect();
            let values: Vec<f64> = points.iter().map(|point| point.1 + point.2 * point.3).collect();
            let fitted = isotonic(&levels, &values, Trend::Falling);
            for (point, bounds) in distances(&levels, &intervals, Trend::Falling).iter().enumerate() {
                let distance = values[point] - fitted[point];
                prop_assert!((bounds.lo - 1e-9..=bounds.hi + 1e-9).contains(&distance), "{distance} {bounds:?}");
            }
        }
    }

    /// By hand: 1, then 0.25 and 0.75 out of order, whose mean is 0.5.
    #[test]
    fn values_out_of_order_are_pooled() {
        assert_eq!(isotonic(&[1.0, 2.0, 3.0], &[1.0, 0.25, 0.75], Trend::Falling), [1.0, 0.5, 0.5]);
        assert_eq!(
            isotonic(&[3.0, 1.0, 1.0], &[0.1, 0.25, 0.75], Trend::Falling),
            [0.1, 0.5, 0.5],
            "ties have one value"
        );
        assert_eq!(isotonic(&[], &[], Trend::Rising), [] as [f64; 0]);
        let sure = |value| Interval { lo: value, hi: value };
        let found = distances(&[1.0, 2.0], &[sure(0.25), sure(0.75)], Trend::Falling);
        assert_eq!(found, [sure(-0.25), sure(0.25)]);
    }
}
