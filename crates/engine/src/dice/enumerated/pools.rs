//! The distribution of the sum of the kept dice of a pool.

use super::super::{Pool, Which};
use super::sums;
use crate::sum::Sum;

/// The chances of the results of a pool, from the smallest result (every kept die shows 1) to the largest.
///
/// The sum of the highest k of n dice is computed; that of the lowest k is its mirror image, with s + 1 - f for a face
/// f of s sides.
///
/// Every outcome has one cutoff: the face v of the k-th highest die. Let j dice show more than v, so that j < k. Of the
/// other dice at least k - j show v, and the rest show less. The multinomial chance of this is
///
/// ```text
/// W(v, j) = C(n, j) ((s - v) / s)^j  sum over m from k - j to n - j of  C(n - j, m) (1 / s)^m ((v - 1) / s)^(n - j - m)
/// ```
///
/// The result is k v plus the excess of the j dice over v, each uniform on 1 to s - v. With U the generating function
/// of one such excess, the total excess has the generating function W(v, 0) + W(v, 1) U + ... + W(v, k - 1) U^(k - 1).
/// It is evaluated by Horner's rule, where a factor U is another die of a sum ([`sums`]). This is the joint
/// distribution of order statistics (David and Nagaraja, "Order Statistics", 3rd ed., 2003, section 2.1, and 3.1 for
/// ties) summed over the dice above the cutoff. Nothing is subtracted, so chances in the tails keep their relative
/// accuracy.
pub(super) fn chances(pool: Pool) -> Vec<f64> {
    if pool.keep() == pool.count() {
        return sums::chances(pool.count(), pool.sides());
    }
    let mut chances = highest(usize::from(pool.count()), usize::from(pool.sides()), usize::from(pool.keep()));
    if pool.which() == Which::Lowest {
        chances.reverse();
    }
    chances
}

/// The approximate number of additions in [`chances`]: two for each entry of each table of a sum, and one for each term
/// of a cutoff.
pub(super) fn work(pool: Pool) -> usize {
    if pool.keep() == pool.count() {
        return sums::work(pool.count(), pool.sides());
    }
    let (count, sides, keep) = (usize::from(pool.count()), usize::from(pool.sides()), usize::from(pool.keep()));
    (sides * keep * count).saturating_add((keep * sides).saturating_pow(2) / 2)
}

fn highest(count: usize, sides: usize, keep: usize) -> Vec<f64> {
    let ways = binomials(count);
    let mut results = vec![Sum::default(); keep * (sides - 1) + 1];
    for cutoff in 1..=sides {
        let above = sides - cutoff;
        let [above_to, at_to, below_to] =
            [above, 1, cutoff - 1].map(|faces| powers(faces as f64 / sides as f64, count));
        let weight = |dice_above: usize| {
            let rest = count - dice_above;
            let mut others = Sum::default();
            for at in keep - dice_above..=rest {
                others.add(ways[rest][at] * at_to[at] * below_to[rest - at]);
            }
            ways[count][dice_above] * above_to[dice_above] * others.total()
        };
        let most_above = if above == 0 { 0 } else { keep - 1 };
        let mut excess = vec![weight(most_above)];
        for dice_above in (0..most_above).rev() {
            excess = sums::with_another_die(&excess, above);
            excess.insert(0, weight(dice_above));
        }
        for (result, chance) in results[keep * (cutoff - 1)..].iter_mut().zip(excess) {
            result.add(chance);
        }
    }
    results.into_iter().map(Sum::total).collect()
}

/// Pascal's triangle: `binomials(count)[n][m]` is the number of ways to choose m of n.
fn binomials(count: usize) -> Vec<Vec<f64>> {
    let mut rows = vec![vec![1.0]];
    for n in 1..=count {
        let above = &rows[n - 1];
        let inner = above.windows(2).map(|pair| pair[0] + pair[1]);
        rows.push([1.0].into_iter().chain(inner).chain([1.0]).collect());
    }
    rows
}

/// The powers of a number from 0 up to `most`.
fn powers(base: f64, most: usize) -> Vec<f64> {
    std::iter::successors(Some(1.0), |power| Some(power * base)).take(most + 1).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn pool(count: u16, sides: u16, keep: u16, which: Which) -> Pool {
        Pool::new(count, sides, keep, which).expect("a pool within bounds")
    }

    /// The definition: every combination of faces.
    fn plain(pool: Pool) -> Vec<f64> {
        let (count, sides) = (usize::from(pool.count()), u32::from(pool.sides()));
        let least = i32::from(pool.keep());
        let mut ways = vec![0_u32; usize::from(pool.keep()) * (sides as usize - 1) + 1];
        let mut faces = vec![1; count];
        loop {
            ways[(pool.sum_of_kept(&mut faces.clone()) - least) as usize] += 1;
            let Some(turned) = faces.iter().position(|&face| face < sides) else { break };
            faces[..turned].fill(1);
            faces[turned] += 1;
        }
        let all = f64::from(sides).powi(count as i32);
        ways.into_iter().map(|ways| f64::from(ways) / all).collect()
    }

    #[track_caller]
    fn assert_close(found: &[f64], expected: &[f64], relative: f64) {
        assert_eq!(found.len(), expected.len());
        for (result, (found, expected)) in found.iter().zip(expected).enumerate() {
            assert!((found - expected).abs() <= relative * expected, "entry {result}: {found:e} is not {expected:e}");
        }
    }

    fn mean(chances: &[f64], least: u16) -> f64 {
        (least..).zip(chances).map(|(total, chance)| f64::from(total) * chance).sum()
    }

    proptest! {
        #[test]
        fn small_pools_have_the_chances_of_every_face(
            (count, sides) in (1..=6_u16, 1..=6_u16),
            keep in 1..=6_u16,
            which in prop::sample::select(vec![Which::Highest, Which::Lowest]),
        ) {
            let pool = pool(count, sides, keep.min(count), which);
            assert_close(&chances(pool), &plain(pool), 1e-14);
        }

        /// The dice that are not among the highest are among the lowest.
        #[test]
        fn the_lowest_mirror_the_highest((count, sides, keep) in (2..=30_u16, 1..=30_u16, 1..30_u16)) {
            let keep = keep.min(count - 1);
            let highest = chances(pool(count, sides, keep, Which::Highest));
            let mut mirrored = chances(pool(count, sides, keep, Which::Lowest));
            mirrored.reverse();
            prop_assert_eq!(&highest, &mirrored);
            let dropped = chances(pool(count, sides, count - keep, Which::Lowest));
            let all = f64::from(count) * f64::from(sides + 1) / 2.0;
            prop_assert!((mean(&highest, keep) + mean(&dropped, count - keep) - all).abs() <= 1e-13 * all);
        }
    }

    #[test]
    fn keeping_all_dice_is_their_sum() {
        for (count, sides) in [(1, 20), (3, 6), (100, 10)] {
            assert_eq!(chances(pool(count, sides, count, Which::Highest)), sums::chances(count, sides));
            // The general method agrees if all dice are kept: then every die lies at or above the cutoff.
            let general = highest(usize::from(count), usize::from(sides), usize::from(count));
            assert_close(&general, &sums::chances(count, sides), 1e-13);
        }
    }

    /// The highest of 100d1000 is at most f with chance (f / 1000)^100: x^100 - y^100 is (x - y) times the sum of
    /// x^(99 - i) y^i.
    #[test]
    fn the_highest_die_of_the_largest_pool_is_accurate_in_every_face() {
        let found = chances(pool(100, 1000, 1, Which::Highest));
        let expected: Vec<f64> = (1..=1000_u16)
            .map(|face| [face, face - 1].map(|face| powers(f64::from(face) / 1000.0, 99)))
            .map(|[x, y]| (0..100).map(|i| x[99 - i] * y[i]).sum::<f64>() / 1000.0)
            .collect();
        assert_close(&found, &expected, 1e-13);
    }

    /// 100d1000 of which 30 are kept: the mean of the r-th highest die follows from the binomial chances that at least r
    /// dice show a face or more; the ends of the distribution have closed forms.
    #[test]
    fn a_large_pool_is_accurate_in_mean_and_tails() {
        let (count, sides, keep) = (100, 1000_u16, 30_usize);
        let found = chances(pool(100, sides, 30, Which::Highest));
        let ways = binomials(count);
        let mut expected_mean = 0.0;
        for face in 1..=sides {
            let show = powers(f64::from(sides + 1 - face) / 1000.0, count);
            let miss = powers(f64::from(face - 1) / 1000.0, count);
            for dice in 1..=count {
                let kept = dice.min(keep) as f64;
                expected_mean += kept * ways[count][dice] * show[dice] * miss[count - dice];
            }
        }
        let found_mean = mean(&found, 30);
        assert!((found_mean / expected_mean - 1.0).abs() < 1e-13, "{found_mean} is not {expected_mean}");
        assert!((found.iter().sum::<f64>() - 1.0).abs() < 1e-13);
        // All dice show 1; then one die shows 2, and the others 1.
        assert_close(&found[..2], &[1e-300, 100.0 * 1e-300], 1e-12);
        // At least 30 of 100 dice show 1000.
        let all_largest: f64 = (30..=100)
            .map(|dice| ways[100][dice] * 0.001_f64.powi(dice as i32) * 0.999_f64.powi(100 - dice as i32))
            .sum();
        assert_close(&found[found.len() - 1..], &[all_largest], 1e-12);
    }

    #[test]
    fn the_work_grows_with_the_square_of_what_is_kept() {
        assert!(work(pool(12, 6, 2, Which::Highest)) < 1000);
        assert_eq!(work(pool(12, 6, 12, Which::Highest)), sums::work(12, 6));
        assert!(work(pool(100, 1000, 99, Which::Lowest)) > 1_000_000_000);
    }
}
