//! The distribution of a sum of dice.

use super::super::DiceExpr;
use crate::sum::Sum;

/// The chances of the sums of `count` dice, from the smallest sum (`count`) to the largest.
pub(super) fn chances(count: u16, sides: u16) -> Vec<f64> {
    (0..count).fold(vec![1.0], |chances, _| with_another_die(&chances, usize::from(sides)))
}

/// The chances of the sums of dice of several kinds, without the constant, from the smallest sum to the largest. A die
/// that is subtracted has equal chances of neighbouring numbers too, so that it only moves the smallest sum.
pub(super) fn chances_of_kinds(dice: DiceExpr) -> Vec<f64> {
    let all = dice.terms().flat_map(|term| (0..term.count).map(move |_| usize::from(term.sides)));
    all.fold(vec![1.0], |chances, sides| with_another_die(&chances, sides))
}

/// The mean of a worth of the results of dice, in thousandths, rounded to the nearest one.
pub(crate) fn mean_of(dice: DiceExpr, worth: impl Fn(i64) -> i64) -> i64 {
    let mut sum = Sum::default();
    for (result, chance) in (dice.min()..).zip(chances_of_kinds(dice)) {
        sum.add(worth(result) as f64 * chance);
    }
    (sum.total() * 1000.0).round() as i64
}

/// An upper bound of the number of additions in [`chances_of_kinds`].
pub(super) fn work_of_kinds(dice: DiceExpr) -> usize {
    let sides = dice.terms().map(|term| term.sides).max().unwrap_or_default();
    work(dice.count(), sides)
}

/// The number of additions in [`chances`]: two for each entry of each of its tables.
pub(super) fn work(count: u16, sides: u16) -> usize {
    let (count, sides) = (usize::from(count), usize::from(sides));
    count * (count + 1) / 2 * sides * 2
}

/// The distribution after one more die: each new entry is the mean of the `sides` old entries from which one face leads
/// to it. The first new entry belongs to the old first sum plus 1.
///
/// These old entries are neighbours: a window of `sides` entries that moves by one from sum to sum. Every window
/// consists of the end of one block of `sides` entries and the start of the next, and both parts are running sums
/// within a block (van Herk, "A fast algorithm for local minimum and maximum filters", 1992). So the work per entry
/// does not grow with the number of sides. Nothing is subtracted: a difference of running sums would have no correct
/// digit in the tails, while here the relative error stays at a few 2^-53 per die.
pub(super) fn with_another_die(chances: &[f64], sides: usize) -> Vec<f64> {
    let sums = chances.len() + sides - 1;
    let blocks = sums.div_ceil(sides);
    let mut padded = vec![0.0; (blocks + 1) * sides];
    padded[sides - 1..sums].copy_from_slice(chances);
    let mut windows = vec![0.0; blocks * sides];
    for start in (0..windows.len()).step_by(sides) {
        let (mut to_end, mut from_start) = (Sum::default(), Sum::default());
        for entry in (start..start + sides).rev() {
            to_end.add(padded[entry]);
            windows[entry] = to_end.total();
        }
        for entry in start + 1..start + sides {
            from_start.add(padded[entry + sides - 1]);
            windows[entry] += from_start.total();
        }
    }
    windows.truncate(sums);
    windows.into_iter().map(|window| window / sides as f64).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The definition: die by die and face by face.
    fn plain(count: u16, sides: u16) -> Vec<f64> {
        (0..count).fold(vec![1.0], |chances, _| {
            let mut next = vec![0.0; chances.len() + usize::from(sides) - 1];
            for (sum, chance) in chances.iter().enumerate() {
                for face in 0..usize::from(sides) {
                    next[sum + face] += chance / f64::from(sides);
                }
            }
            next
        })
    }

    #[track_caller]
    fn assert_close(found: f64, expected: f64, relative: f64) {
        assert!((found / expected - 1.0).abs() <= relative, "{found:e} is not {expected:e}");
    }

    /// The plain method adds up to `sides` equal numbers for each die, so it is the less accurate of the two.
    #[test]
    fn windows_yield_what_every_face_alone_yields() {
        for (count, sides) in [(1, 1), (7, 1), (1, 20), (2, 2), (9, 2), (3, 6), (100, 6), (12, 20), (40, 12), (5, 333)]
        {
            let (found, expected) = (chances(count, sides), plain(count, sides));
            assert_eq!(found.len(), expected.len());
            for (found, expected) in found.into_iter().zip(expected) {
                assert_close(found, expected, 1e-13);
            }
        }
    }

    /// 100d1000: the mean is 50 050, the variance 100 (1000^2 - 1) / 12. A sum of 100 + k with k below 1000 has
    /// binomial(k + 99, 99) ways, of 1000^100.
    #[test]
    fn the_largest_sum_is_accurate_in_every_total() {
        let found = chances(100, 1000);
        assert_eq!(found.len(), 99_901);
        for (low, high) in found.iter().zip(found.iter().rev()) {
            assert_close(*low, *high, 1e-13);
        }
        let mut ways = 1e-300;
        for (k, &chance) in found.iter().take(1000).enumerate() {
            assert_close(chance, ways, 1e-12);
            ways *= (k + 100) as f64 / (k + 1) as f64;
        }
        let moment = |power: i32| {
            let terms = (100_u32..).zip(&found).map(|(sum, chance)| (f64::from(sum) - 50_050.0).powi(power) * chance);
            terms.sum::<f64>()
        };
        assert!((moment(0) - 1.0).abs() < 1e-13);
        assert!(moment(1).abs() < 1e-8);
        assert_close(moment(2), 100.0 * 999_999.0 / 12.0, 1e-13);
    }

    /// The definition for 1d8+2d6-1d4, face by face; its sums are -1 to 19.
    #[test]
    fn kinds_of_dice_are_convolved() {
        let dice: DiceExpr = "1d8+2d6-1d4+7".parse().expect("dice");
        let mut ways = vec![0.0; 21];
        for (a, b, c, d) in (1..=8)
            .flat_map(|a| (1..=6).flat_map(move |b| (1..=6).flat_map(move |c| (1..=4).map(move |d| (a, b, c, d)))))
        {
            ways[usize::try_from(a + b + c - d + 1_i32).expect("from -1 on")] += 1.0 / f64::from(8 * 6 * 6 * 4);
        }
        let found = chances_of_kinds(dice);
        assert_eq!(found.len(), ways.len());
        for (found, expected) in found.into_iter().zip(ways) {
            assert_close(found, expected, 1e-13);
        }
    }

    #[test]
    fn no_dice_have_one_sum() {
        assert_eq!(chances(0, 0), [1.0]);
        assert_eq!(work(0, 0), 0);
    }
}
