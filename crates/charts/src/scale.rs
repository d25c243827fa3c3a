//! Scales: from numbers and from places in a list to coordinates.

use crate::number::{magnitude, pow10};

/// Numbers along a stretch of coordinates.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Linear {
    domain: [f64; 2],
    range: [f64; 2],
}

impl Linear {
    /// A domain without a width is widened, so that its number stands in the middle.
    pub(crate) fn new(domain: [f64; 2], range: [f64; 2]) -> Self {
        let [lo, hi] = domain;
        let domain = if hi > lo { domain } else { [lo - 0.5, lo + 0.5] };
        Self { domain, range }
    }

    /// The coordinate of a number. Those beyond the ends stand at them.
    pub(crate) fn at(&self, number: f64) -> f64 {
        let [lo, hi] = self.domain;
        let part = ((number - lo) / (hi - lo)).clamp(0.0, 1.0);
        self.range[0] + part * (self.range[1] - self.range[0])
    }

    /// The ends of the domain.
    pub(crate) const fn domain(&self) -> [f64; 2] {
        self.domain
    }

    /// Numbers that are easy to read, ascending, about as many as wanted and never more than a few beyond.
    pub(crate) fn ticks(&self, wanted: usize, is_whole: bool) -> Vec<f64> {
        let (step, power) = step(self.domain[1] - self.domain[0], wanted, is_whole);
        let unit = pow10(power);
        let first = (self.domain[0] / step - 1e-9).ceil() as i64;
        let last = (self.domain[1] / step + 1e-9).floor() as i64;
        // Multiples of the step as literals have them: 0.3 and not 0.30000000000000004.
        let factor = (step / unit).round() as i64;
        let tick = |index: i64| {
            let digits = index * factor;
            if power < 0 { digits as f64 / pow10(-power) } else { digits as f64 * unit }
        };
        (first..=last).map(tick).collect()
    }
}

/// The step between ticks: 1, 2 or 5 times a power of ten, with that power.
fn step(width: f64, wanted: usize, is_whole: bool) -> (f64, i32) {
    let least = width / wanted.max(1) as f64;
    let power = magnitude(least.max(1e-12));
    let step = [1.0, 2.0, 5.0].into_iter().map(|factor| (factor * pow10(power), power));
    let found = step.into_iter().find(|(step, _)| *step >= least * (1.0 - 1e-9));
    let (step, power) = found.unwrap_or((pow10(power + 1), power + 1));
    if is_whole && step < 1.0 { (1.0, 0) } else { (step, power) }
}

/// A domain around numbers, from one tick to another. `holds` are numbers that it must have, too.
pub(crate) fn nice(numbers: impl Iterator<Item = f64>, holds: &[f64], wanted: usize) -> [f64; 2] {
    let all = numbers.chain(holds.iter().copied()).filter(|number| number.is_finite());
    let (lo, hi) = all.fold((f64::INFINITY, f64::NEG_INFINITY), |(lo, hi), number| (lo.min(number), hi.max(number)));
    if lo > hi {
        return [0.0, 1.0];
    }
    if hi <= lo {
        let margin = if lo == 0.0 { 1.0 } else { lo.abs() * 0.1 };
        // The scale of a value that is not negative has no negative part either.
        let least = if lo < 0.0 { f64::NEG_INFINITY } else { 0.0 };
        return nice([(lo - margin).max(least), lo + margin].into_iter(), &[], wanted);
    }
    let (step, _) = step(hi - lo, wanted, false);
    [(lo / step + 1e-9).floor() * step, (hi / step - 1e-9).ceil() * step]
}

/// Places in a list along a stretch of coordinates, with gaps between them.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Bands {
    start: f64,
    step: f64,
    gap: f64,
}

impl Bands {
    /// `gap` is the part of each place that stays free.
    pub(crate) fn new(count: usize, [start, end]: [f64; 2], gap: f64) -> Self {
        Self { start, step: (end - start) / count.max(1) as f64, gap }
    }

    /// The beginning of the place at an index.
    pub(crate) fn start(&self, index: usize) -> f64 {
        self.start + (index as f64 + self.gap / 2.0) * self.step
    }

    /// The middle of the place at an index, or between two.
    pub(crate) fn middle(&self, index: f64) -> f64 {
        self.start + (index + 0.5) * self.step
    }

    /// The width of places.
    pub(crate) fn width(&self) -> f64 {
        self.step * (1.0 - self.gap)
    }

    /// From the middle of one place to that of the next.
    pub(crate) fn step(&self) -> f64 {
        self.step
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn ticks_are_easy_to_read() {
        let ticks = |domain, wanted| Linear::new(domain, [0.0, 100.0]).ticks(wanted, false);
        assert_eq!(ticks([0.0, 1.0], 5), [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]);
        assert_eq!(ticks([0.0, 0.3], 3), [0.0, 0.1, 0.2, 0.3]);
        assert_eq!(ticks([8.0, 16.0], 4), [8.0, 10.0, 12.0, 14.0, 16.0]);
        assert_eq!(ticks([-13.0, 1300.0], 3), [0.0, 500.0, 1000.0]);
        assert_eq!(Linear::new([0.0, 2.0], [0.0, 1.0]).ticks(8, true), [0.0, 1.0, 2.0]);
    }

    #[test]
    fn a_nice_domain_ends_at_ticks() {
        let is_near = |[lo, hi]: [f64; 2], expected: [f64; 2]| {
            assert!((lo - expected[0]).abs() < 1e-9 && (hi - expected[1]).abs() < 1e-9, "{lo} {hi}");
        };
        is_near(nice([0.03, 0.97].into_iter(), &[], 5), [0.0, 1.0]);
        is_near(nice([0.21, 0.29].into_iter(), &[0.0], 3), [0.0, 0.3]);
        is_near(nice(std::iter::empty(), &[], 5), [0.0, 1.0]);
        is_near(nice([0.0].into_iter(), &[], 2), [0.0, 1.0]);
        is_near(nice([-2.0].into_iter(), &[], 2), [-2.2, -1.8]);
    }

    proptest! {
        #[test]
        fn every_domain_has_a_few_ticks_within_it(
            lo in -1e6..1e6f64, width in 1e-6..1e6f64, wanted in 2usize..9
        ) {
            let hi = lo + width;
            let ticks = Linear::new([lo, hi], [0.0, 1.0]).ticks(wanted, false);
            prop_assert!(ticks.len() <= wanted + 1, "{ticks:?}");
            prop_assert!(!ticks.is_empty() || wanted < 3);
            let room = width * 1e-6 + 1e-9;
            prop_assert!(ticks.iter().all(|tick| *tick >= lo - room && *tick <= hi + room), "{ticks:?}");
            prop_assert!(ticks.is_sorted());
        }

        #[test]
        fn a_nice_domain_holds_its_numbers(numbers in prop::collection::vec(-1e5..1e5f64, 1..9), wanted in 2usize..9) {
            let [lo, hi] = nice(numbers.iter().copied(), &[], wanted);
            prop_assert!(lo < hi);
            let room = (hi - lo) * 1e-6;
            prop_assert!(numbers.iter().all(|number| (lo - room..=hi + room).contains(number)), "{lo} {hi} {numbers:?}");
        }

        #[test]
        fn coordinates_stay_within_the_range(number in prop::num::f64::NORMAL) {
            let at = Linear::new([3.0, 7.0], [10.0, 110.0]).at(number);
            prop_assert!((10.0..=110.0).contains(&at));
        }
    }
}
