//! Distances of cells from the targets, as intervals.

use crate::ground::Sums;
use crate::stats::paired::PairedSums;
use crate::stats::{Interval, Moments, paired, sequence};

/// The fewest encounters from which an interval for a mean is made: it is asymptotic.
const ENCOUNTERS_OF_MEANS_MIN: u64 = 4096;

/// One number over all encounters that one cell has played.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sample {
    /// Whether the number is 0 or 1 in every encounter.
    pub(super) is_share: bool,
    pub(super) encounters: u64,
    pub(super) sums: Sums,
    /// The largest value in any encounter of any cell.
    pub(super) largest: u32,
}

impl Sample {
    /// The interval of the mean from a confidence sequence, valid at all counts at once: without approximation for a share,
    /// asymptotically for other numbers.
    pub(super) fn interval(&self, confidence: f64) -> Interval {
        if self.is_share {
            return sequence::share(self.sums.values as u64, self.encounters, confidence);
        }
        let moments = Moments::new(self.encounters, self.sums);
        let interval = interval_of_mean(&moments, self.largest, confidence);
        Interval { lo: interval.lo.max(0.0), hi: interval.hi }
    }

    /// The mean so far; 0 when nothing was played.
    pub(super) fn mean(&self) -> f64 {
        if self.encounters == 0 { 0.0 } else { self.sums.values as f64 / self.encounters as f64 }
    }
}

/// The interval of a mean from a confidence sequence that allows for values as large as the largest of any cell.
fn interval_of_mean(moments: &Moments, largest: u32, confidence: f64) -> Interval {
    if moments.encounters < ENCOUNTERS_OF_MEANS_MIN {
        return Interval { lo: f64::NEG_INFINITY, hi: f64::INFINITY };
    }
    sequence::mean_with_rare_values(moments, f64::from(largest), confidence)
}

/// The interval of the second mean minus the first from a confidence sequence, valid at all counts at once.
pub(super) fn paired_interval(sums: &PairedSums, is_share: bool, largest: u32, confidence: f64) -> Interval {
    if is_share {
        return paired::sequential_interval(&sums.joint(), confidence);
    }
    interval_of_mean(&sums.difference_moments(), largest, confidence)
}

/// Every |x|, for x in the interval.
pub(super) fn magnitude(x: Interval) -> Interval {
    let (nearer, farther) = (x.lo.abs().min(x.hi.abs()), x.lo.abs().max(x.hi.abs()));
    Interval { lo: if x.contains(0.0) { 0.0 } else { nearer }, hi: farther }
}

/// Every |x| - |y|, for x + y in `u` and x - y in `v`.
///
/// It is (|u + v| - |u - v|) / 2 = sign(u v) min(|u|, |v|): monotone in u for every v and in v for every u, so that the
/// least and the greatest value lie in corners. With x and y the numbers of two cells minus the target: where both cells
/// lie on one side of the target, u is far from 0 and their difference v decides; where they lie on opposite sides, u
/// decides.
pub(super) fn difference_of_magnitudes(u: Interval, v: Interval) -> Interval {
    let corner = |u: f64, v: f64| {
        let least = u.abs().min(v.abs());
        if (u > 0.0) == (v > 0.0) { least } else { -least }
    };
    let corners = [corner(u.lo, v.lo), corner(u.lo, v.hi), corner(u.hi, v.lo), corner(u.hi, v.hi)];
    Interval {
        lo: corners.into_iter().fold(f64::INFINITY, f64::min),
        hi: corners.into_iter().fold(f64::NEG_INFINITY, f64::max),
    }
}

/// The sum of intervals, each scaled by a weight above 0.
pub(super) fn weighted(parts: impl Iterator<Item = (f64, Interval)>) -> Interval {
    parts.fold(Interval { lo: 0.0, hi: 0.0 }, |sum, (weight, part)| Interval {
        lo: sum.lo + weight * part.lo,
        hi: sum.hi + weight * part.hi,
    })
}

/// The values in both intervals. Disjoint intervals cannot both be right: then it is the shortest interval that contains
/// the two, so that nothing is claimed that either of them denies.
pub(super) fn intersection(left: Interval, right: Interval) -> Interval {
    let inner = Interval { lo: left.lo.max(right.lo), hi: left.hi.min(right.hi) };
    let hull = Interval { lo: left.lo.min(right.lo), hi: left.hi.max(right.hi) };
    if inner.lo <= inner.hi { inner } else { hull }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn interval(lo: f64, hi: f64) -> Interval {
        Interval { lo, hi }
    }

    #[test]
    fn magnitudes_start_at_zero_where_the_sign_is_unknown() {
        assert_eq!(magnitude(interval(-1.0, 3.0)), interval(0.0, 3.0));
        assert_eq!(magnitude(interval(-3.0, -1.0)), interval(1.0, 3.0));
    }

    #[test]
    fn either_the_sum_or_the_difference_decides() {
        // Both above the target, x farther by 1 to 2, whatever their sum.
        assert_eq!(difference_of_magnitudes(interval(5.0, 90.0), interval(1.0, 2.0)), interval(1.0, 2.0));
        // On opposite sides, x above: the sum says by how much x is farther.
        assert_eq!(difference_of_magnitudes(interval(1.0, 2.0), interval(5.0, 90.0)), interval(1.0, 2.0));
        // Neither the side nor the order is known.
        assert_eq!(difference_of_magnitudes(interval(-1.0, 1.0), interval(-3.0, 2.0)), interval(-1.0, 1.0));
    }

    #[test]
    fn a_number_that_was_always_zero_may_still_be_more() {
        let zero = |encounters, is_share| Sample { is_share, encounters, sums: Sums::default(), largest: 0 };
        let [share, mean] = [true, false].map(|is_share| zero(4096, is_share).interval(0.95));
        assert!(share.lo <= 0.0 && share.hi > 0.001, "{share:?}");
        assert!(mean.lo <= 0.0 && mean.hi > 0.001 && mean.hi < 0.01, "{mean:?}");
        assert_eq!(zero(4095, false).interval(0.95), interval(0.0, f64::INFINITY));
        let none = paired_interval(&PairedSums::default(), false, 9, 0.95);
        assert_eq!(none, interval(f64::NEG_INFINITY, f64::INFINITY));
        let mut alike = PairedSums::default();
        (0..8192).for_each(|_| alike.add(3, 3));
        let alike = paired_interval(&alike, false, 9, 0.95);
        assert!(alike.lo < -0.01 && alike.hi > 0.01, "{alike:?}");
    }

    #[test]
    fn the_intersection_of_disjoint_intervals_is_their_hull() {
        assert_eq!(intersection(interval(0.0, 2.0), interval(1.0, 3.0)), interval(1.0, 2.0));
        assert_eq!(intersection(interval(0.0, 1.0), interval(2.0, 3.0)), interval(0.0, 3.0));
    }

    proptest! {
        #[test]
        fn the_difference_of_magnitudes_covers_every_pair(x in -9.0..9.0_f64, y in -9.0..9.0_f64, r in 0.0..3.0_f64, s in 0.0..3.0_f64) {
            let around = |middle: f64| interval(middle - r, middle + s);
            let found = difference_of_magnitudes(around(x + y), around(x - y));
            prop_assert!(found.lo <= x.abs() - y.abs() + 1e-12 && found.hi >= x.abs() - y.abs() - 1e-12);
            // It is no wider than the intervals of x + y and of x - y.
            prop_assert!(found.hi - found.lo <= 2.0 * (r + s) + 1e-12);
        }
    }
}
