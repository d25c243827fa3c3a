//! Two cells of a race against each other: which of them is farther from a target, and how their paired values are kept.

use std::collections::BTreeMap;

use super::distance::{difference_of_magnitudes, intersection};
use crate::stats::Interval;
use crate::stats::paired::PairedSums;

/// The confidences of single intervals with which all intervals of a race are valid together (Bonferroni): half of the
/// error is divided among the numbers of cells, half among the differences of pairs.
#[derive(Debug, Clone, Copy)]
pub(super) struct Confidences {
    /// For the number of one cell at one target.
    pub(super) unpaired: f64,
    /// For the difference of one pair of cells at one target.
    pub(super) paired: f64,
}

impl Confidences {
    pub(super) fn split(confidence: f64, cells: usize, targets: usize) -> Self {
        let (cells, targets) = (cells as f64, targets as f64);
        // A single cell has no pair, but the division needs one.
        let pairs = (cells * (cells - 1.0) / 2.0).max(1.0);
        let half_error = (1.0 - confidence) / 2.0;
        Self { unpaired: 1.0 - half_error / (cells * targets), paired: 1.0 - half_error / (targets * pairs) }
    }
}

/// The number of one target in two cells, a cell and its rival.
#[derive(Debug, Clone, Copy)]
pub(super) struct Contrast {
    /// The mean of the cell, over all encounters that it has played.
    pub(super) cell: Interval,
    /// The mean of the rival, over all encounters that it has played.
    pub(super) rival: Interval,
    /// The mean of the cell minus that of the rival, over the encounters in which they were paired; none for two cells
    /// that never were.
    pub(super) paired: Option<Interval>,
}

impl Contrast {
    /// By how much the cell is farther from the target value than its rival; below 0 where it is closer.
    pub(super) fn farther_by(&self, target: f64) -> Interval {
        let sum = self.cell.plus(self.rival).shifted(-2.0 * target);
        let unpaired = self.cell.minus(self.rival);
        let difference = self.paired.map_or(unpaired, |paired| intersection(paired, unpaired));
        difference_of_magnitudes(sum, difference)
    }
}

/// The paired values of every two cells of which one was the leader while both raced.
#[derive(Debug, Clone, Default)]
pub(super) struct Pairs {
    /// By the lower and the upper index of the two cells, whichever of them led, and by target. The first values of the
    /// sums are those of the lower cell.
    sums: BTreeMap<(usize, usize), Vec<PairedSums>>,
}

impl Pairs {
    /// Adds encounters that both cells have played, by target; the first values of `sums` are the leader's.
    pub(super) fn add(&mut self, leader: usize, follower: usize, sums: &[PairedSums]) {
        let (lower, upper) = (leader.min(follower), leader.max(follower));
        let totals = self.sums.entry((lower, upper)).or_insert_with(|| vec![PairedSums::default(); sums.len()]);
        for (total, &added) in totals.iter_mut().zip(sums) {
            total.merge(&if leader == lower { added } else { added.exchanged() });
        }
    }

    /// The mean of a cell minus that of its rival at one target, if the two were ever paired. `second_minus_first` makes
    /// the interval of the sums.
    pub(super) fn difference(
        &self,
        cell: usize,
        rival: usize,
        target: usize,
        second_minus_first: impl Fn(&PairedSums) -> Interval,
    ) -> Option<Interval> {
        let (lower, upper) = (cell.min(rival), cell.max(rival));
        let upper_minus_lower = second_minus_first(&self.sums.get(&(lower, upper))?[target]);
        Some(if cell == upper { upper_minus_lower } else { upper_minus_lower.negated() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn interval(lo: f64, hi: f64) -> Interval {
        Interval { lo, hi }
    }

    fn sums(pairs: &[(u32, u32)]) -> [PairedSums; 1] {
        let mut sums = PairedSums::default();
        for &(first, second) in pairs {
            sums.add(first, second);
        }
        [sums]
    }

    #[test]
    fn all_errors_together_are_the_error_of_the_race() {
        let Confidences { unpaired, paired } = Confidences::split(0.9, 4, 3);
        let errors = 4.0 * 3.0 * (1.0 - unpaired) + 6.0 * 3.0 * (1.0 - paired);
        assert!((errors - 0.1).abs() < 1e-12, "{errors}");
        assert!((Confidences::split(0.9, 1, 1).unpaired - 0.95).abs() < 1e-12);
    }

    #[test]
    fn a_paired_difference_narrows_the_contrast() {
        let unpaired = Contrast { cell: interval(0.60, 0.64), rival: interval(0.58, 0.62), paired: None };
        let paired = Contrast { paired: Some(interval(0.01, 0.03)), ..unpaired };
        let assert_close = |found: Interval, expected: Interval| {
            let is_close = (found.lo - expected.lo).abs() < 1e-12 && (found.hi - expected.hi).abs() < 1e-12;
            assert!(is_close, "{found:?} instead of {expected:?}");
        };
        assert_close(unpaired.farther_by(0.5), interval(-0.02, 0.06));
        assert_close(paired.farther_by(0.5), interval(0.01, 0.03));
        // Below the target the larger number is the closer one.
        assert_close(paired.farther_by(0.7), interval(-0.03, -0.01));
    }

    #[test]
    fn differences_have_the_same_sign_whichever_cell_led() {
        let mut pairs = Pairs::default();
        pairs.add(2, 5, &sums(&[(1, 4)]));
        pairs.add(5, 2, &sums(&[(3, 2), (0, 0)]));
        let mean = |sums: &PairedSums| {
            let mean = sums.difference_moments().mean;
            interval(mean, mean + 1.0)
        };
        // Cell 5 minus cell 2: 3, 1 and 0.
        assert_eq!(pairs.difference(5, 2, 0, mean), Some(interval(4.0 / 3.0, 4.0 / 3.0 + 1.0)));
        assert_eq!(pairs.difference(2, 5, 0, mean), Some(interval(-4.0 / 3.0 - 1.0, -4.0 / 3.0)));
        assert_eq!(pairs.difference(2, 3, 0, mean), None);
    }
}
