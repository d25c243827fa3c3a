//! How far cells are from the targets, and from each other in that.

use crate::stats::paired::PairedSums;
use crate::stats::{Interval, Moments, paired, sequence};
use crate::tally::Sums;

/// What is known of one number in one cell.
#[derive(Debug, Clone, Copy)]
pub(super) struct Known {
    pub(super) is_share: bool,
    pub(super) encounters: u64,
    pub(super) sums: Sums,
}

impl Known {
    /// Holds the mean at all counts at once with the given confidence.
    pub(super) fn interval(&self, confidence: f64) -> Interval {
        if self.encounters == 0 {
            return if self.is_share { Interval::UNIT } else { Interval { lo: 0.0, hi: f64::INFINITY } };
        }
        if self.is_share {
            return sequence::share(self.sums.values as u64, self.encounters, confidence);
        }
        let interval = sequence::mean(&Moments::new(self.encounters, self.sums), confidence);
        Interval { lo: interval.lo.max(0.0), hi: interval.hi }
    }

    /// The mean so far; 0 when nothing was played.
    pub(super) fn mean(&self) -> f64 {
        if self.encounters == 0 { 0.0 } else { self.sums.values as f64 / self.encounters as f64 }
    }
}

/// Holds the second mean minus the first at all counts at once with the given confidence.
pub(super) fn paired_interval(sums: &PairedSums, is_share: bool, confidence: f64) -> Interval {
    if sums.encounters() == 0 {
        return Interval { lo: f64::NEG_INFINITY, hi: f64::INFINITY };
    }
    if is_share {
        return paired::sequential_interval(&sums.joint(), confidence);
    }
    sequence::mean(&sums.difference_moments(), confidence)
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

/// What two intervals have in common; the first one where that is nothing, which the confidences make improbable.
pub(super) fn common(one: Interval, other: Interval) -> Interval {
    let both = Interval { lo: one.lo.max(other.lo), hi: one.hi.min(other.hi) };
    if both.lo <= both.hi { both } else { one }
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
