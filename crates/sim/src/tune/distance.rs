//! How far cells are from the targets, and from each other in that.

use crate::stats::paired::PairedSums;
use crate::stats::{Interval, Moments, paired, sequence};
use crate::tally::Sums;

/// Encounters from which on the law of large numbers is asked about means.
const ENCOUNTERS_OF_MEANS: u64 = 4096;

/// What is known of one number in one cell.
#[derive(Debug, Clone, Copy)]
pub(super) struct Known {
    pub(super) is_share: bool,
    pub(super) encounters: u64,
    pub(super) sums: Sums,
    /// The largest value that any cell has shown.
    pub(super) largest: u32,
}

impl Known {
    /// Holds the mean at all counts at once with the given confidence: exactly so for a share, in the long run for others.
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

/// Holds a mean at all counts at once. What has not been seen yet may still be there: to the normal mixture comes the term
/// of Bernstein's inequality for values as large as any that a cell has shown, at least 1. Without it a metric that
/// was 0 in every encounter would be known to be 0, and so would a difference.
///
/// A. Maurer and M. Pontil, "Empirical Bernstein bounds and sample variance penalization" (2009), theorem 4: 7/3 of the
/// range times ln(2 / alpha) / (n - 1); 3 instead of 7/3, since the range is one that was seen.
fn interval_of_mean(moments: &Moments, largest: u32, confidence: f64) -> Interval {
    if moments.encounters < ENCOUNTERS_OF_MEANS {
        return Interval { lo: f64::NEG_INFINITY, hi: f64::INFINITY };
    }
    let unseen = 3.0 * f64::from(largest.max(1)) * sequence::ln_two_over_alpha(confidence) / moments.encounters as f64;
    let Interval { lo, hi } = sequence::mean(moments, confidence);
    Interval { lo: lo - unseen, hi: hi + unseen }
}

/// Holds the second mean minus the first at all counts at once with the given confidence.
pub(super) fn paired_interval(sums: &PairedSums, is_share: bool, largest: u32, confidence: f64) -> Interval {
    if is_share {
        return paired::sequential_interval(&sums.joint(), confidence);
    }
    interval_of_mean(&sums.difference_moments(), largest, confidence)
}

/// |x| for an x somewhere in the interval.
pub(super) fn magnitude(x: Interval) -> Interval {
    let (least, most) = (x.lo.abs().min(x.hi.abs()), x.lo.abs().max(x.hi.abs()));
    Interval { lo: if x.contains(0.0) { 0.0 } else { least }, hi: most }
}

/// |x| - |y|, for x + y and x - y somewhere in their intervals.
///
/// With u = x + y and v = x - y it is (|u + v| - |u - v|) / 2 = sign(u v) min(|u|, |v|): monotone in u for every v and in
/// v for every u, so that the least and the most lie in corners. Where both are on one side of the target, u is far from 0
/// and the paired difference v decides; where they are on either side, it is u.
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

/// What two intervals have in common. Where that is nothing one of them is wrong, and all between them is possible.
pub(super) fn common(one: Interval, other: Interval) -> Interval {
    let both = Interval { lo: one.lo.max(other.lo), hi: one.hi.min(other.hi) };
    if both.lo <= both.hi { both } else { Interval { lo: one.lo.min(other.lo), hi: one.hi.max(other.hi) } }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn interval(lo: f64, hi: f64) -> Interval {
        Interval { lo, hi }
    }

    #[test]
    fn magnitudes_begin_at_zero_where_the_sign_is_open() {
        assert_eq!(magnitude(interval(-1.0, 3.0)), interval(0.0, 3.0));
        assert_eq!(magnitude(interval(-3.0, -1.0)), interval(1.0, 3.0));
    }

    #[test]
    fn either_the_sum_or_the_difference_decides() {
        // Both above the target, x farther by 1 to 2, whatever their sum.
        assert_eq!(difference_of_magnitudes(interval(5.0, 90.0), interval(1.0, 2.0)), interval(1.0, 2.0));
        // On either side, x above: what is left of the sum.
        assert_eq!(difference_of_magnitudes(interval(1.0, 2.0), interval(5.0, 90.0)), interval(1.0, 2.0));
        // Nothing known of the order.
        assert_eq!(difference_of_magnitudes(interval(-1.0, 1.0), interval(-3.0, 2.0)), interval(-1.0, 1.0));
    }

    #[test]
    fn what_was_never_seen_is_not_known_to_be_nothing() {
        let never = |encounters, is_share| Known { is_share, encounters, sums: Sums::default(), largest: 0 };
        let [share, mean] = [true, false].map(|is_share| never(4096, is_share).interval(0.95));
        assert!(share.lo <= 0.0 && share.hi > 0.001, "{share:?}");
        assert!(mean.lo <= 0.0 && mean.hi > 0.001 && mean.hi < 0.01, "{mean:?}");
        assert_eq!(never(4095, false).interval(0.95), interval(0.0, f64::INFINITY));
        let none = paired_interval(&PairedSums::default(), false, 9, 0.95);
        assert_eq!(none, interval(f64::NEG_INFINITY, f64::INFINITY));
        let mut alike = PairedSums::default();
        (0..8192).for_each(|_| alike.add(3, 3));
        let alike = paired_interval(&alike, false, 9, 0.95);
        assert!(alike.lo < -0.01 && alike.hi > 0.01, "{alike:?}");
    }

    #[test]
    fn intervals_that_contradict_each_other_are_joined() {
        assert_eq!(common(interval(0.0, 2.0), interval(1.0, 3.0)), interval(1.0, 2.0));
        assert_eq!(common(interval(0.0, 1.0), interval(2.0, 3.0)), interval(0.0, 3.0));
    }

    proptest! {
        #[test]
        fn no_pair_of_numbers_escapes(x in -9.0..9.0_f64, y in -9.0..9.0_f64, r in 0.0..3.0_f64, s in 0.0..3.0_f64) {
            let around = |middle: f64| interval(middle - r, middle + s);
            let found = difference_of_magnitudes(around(x + y), around(x - y));
            prop_assert!(found.lo <= x.abs() - y.abs() + 1e-12 && found.hi >= x.abs() - y.abs() - 1e-12);
            // No interval is wider than what x + y or x - y leaves open.
            prop_assert!(found.hi - found.lo <= 2.0 * (r + s) + 1e-12);
        }
    }
}
