//! Differences between two samples of which only the counts are known, so that no encounter can be paired with another.

use std::f64::consts::LN_2;

use statrs::function::factorial::ln_binomial;

use super::interval::{Interval, wilson};
use super::moments::Moments;
use super::paired::{normal_p, six_digits, student_p};
use super::{clamped_confidence, mean, sequence};

/// An estimated difference, the second sample minus the first.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Unpaired {
    /// Second minus first.
    pub difference: f64,
    /// The confidence interval of the difference; none where the encounters of a side are too few for one.
    pub interval: Option<Interval>,
    /// The two-sided p-value of no difference; none for intervals that are valid at every look.
    pub p: Option<f64>,
}

impl Unpaired {
    /// Whether the difference is significant at a confidence: its p-value is below one minus it, or its interval, which
    /// has that confidence, excludes 0.
    pub fn is_significant(&self, confidence: f64) -> bool {
        self.p.map_or(self.interval.is_some_and(|interval| !interval.contains(0.0)), |p| p < 1.0 - confidence)
    }
}

/// An event that happened in `count` of `encounters` encounters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Events {
    /// In how many; at most `encounters`.
    pub count: u64,
    /// Of how many.
    pub encounters: u64,
}

impl Events {
    /// The share; 0 without encounters.
    pub fn share(self) -> f64 {
        if self.encounters == 0 { 0.0 } else { self.count as f64 / self.encounters as f64 }
    }
}

/// The difference of two shares. The interval joins the Wilson intervals of both (R. G. Newcombe, "Interval estimation
/// for the difference between independent proportions", 1998, method 10), the p-value is that of the normal test with
/// the pooled share.
///
/// Samples that met the same dice are correlated positively as a rule: the interval is then wider than it need be.
pub fn share_difference([first, second]: [Events; 2], confidence: f64) -> Unpaired {
    let [p1, p2] = [first, second].map(Events::share);
    let [w1, w2] = [first, second].map(|events| wilson(events.count, events.encounters, confidence));
    let difference = p2 - p1;
    let below = (p2 - w2.lo).hypot(w1.hi - p1);
    let above = (w2.hi - p2).hypot(p1 - w1.lo);
    let interval = Some(Interval { lo: (difference - below).max(-1.0), hi: (difference + above).min(1.0) });
    let [n1, n2] = [first, second].map(|events| events.encounters as f64);
    if n1 == 0.0 || n2 == 0.0 {
        return Unpaired { difference, interval, p: Some(1.0) };
    }
    let pooled = (first.count as f64 + second.count as f64) / (n1 + n2);
    let standard_error = (pooled * (1.0 - pooled) * (1.0 / n1 + 1.0 / n2)).max(0.0).sqrt();
    Unpaired { difference, interval, p: Some(normal_p(difference, standard_error)) }
}

/// The difference of two means. The interval joins [those](mean::interval) of both as [`share_difference`] does; there is
/// none where a side has none. The p-value is that of Student's test of unequal variances, with the degrees of freedom of
/// the side that has the fewer encounters; of two sides that do not vary, that of their order by chance alone.
pub fn mean_difference([first, second]: [Moments; 2], confidence: f64) -> Unpaired {
    let difference = second.mean - first.mean;
    let ends = |moments: &Moments| mean::interval(moments, confidence);
    let interval = ends(&first).zip(ends(&second)).map(|(one, other)| Interval {
        lo: difference - (second.mean - other.lo).hypot(one.hi - first.mean),
        hi: difference + (other.hi - second.mean).hypot(first.mean - one.lo),
    });
    let [n1, n2] = [first, second].map(|moments| moments.encounters);
    let variance = |Moments { encounters, sd, .. }: Moments| sd * sd / encounters.max(1) as f64;
    let standard_error = (variance(first) + variance(second)).sqrt();
    let p = if standard_error > 0.0 {
        student_p(difference, standard_error, n1.min(n2).saturating_sub(1))
    } else if difference == 0.0 {
        1.0
    } else {
        // Of all orders of the values of both sides, these two keep the sides apart.
        six_digits((LN_2 - ln_binomial(n1 + n2, n1)).exp().min(1.0))
    };
    Unpaired { difference, interval, p: Some(p) }
}

/// As [`share_difference`], of samples that may have stopped at any look: the difference of two confidence sequences,
/// each at half of the error.
pub fn anytime_share_difference([first, second]: [Events; 2], confidence: f64) -> Unpaired {
    let of = |events: Events| sequence::share(events.count, events.encounters, half_of_error(confidence));
    Unpaired { difference: second.share() - first.share(), interval: Some(of(second).minus(of(first))), p: None }
}

/// As [`mean_difference`], of samples that may have stopped at any look.
pub fn anytime_mean_difference([first, second]: [Moments; 2], confidence: f64) -> Unpaired {
    let of = |moments: &Moments| mean::is_enough(moments).then(|| sequence::mean(moments, half_of_error(confidence)));
    let interval = of(&second).zip(of(&first)).map(|(second, first)| second.minus(first));
    Unpaired { difference: second.mean - first.mean, interval, p: None }
}

fn half_of_error(confidence: f64) -> f64 {
    1.0 - (1.0 - clamped_confidence(confidence)) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn events(count: u64, encounters: u64) -> Events {
        Events { count, encounters }
    }

    /// The examples (a), (c) and (h) of Newcombe's table II, method 10, with the signs of first minus second turned.
    #[test]
    fn shares_have_the_published_intervals() {
        for (first, second, lo, hi) in [
            (events(56, 70), events(48, 80), -0.3339, -0.0524),
            (events(6, 7), events(2, 7), -0.8062, -0.0582),
            (events(10, 10), events(0, 10), -1.0, -0.6075),
        ] {
            let found = share_difference([first, second], 0.95).interval.expect("of shares");
            assert!((found.lo - lo).abs() < 6e-5 && (found.hi - hi).abs() < 6e-5, "{found:?}");
        }
    }

    /// 100 against 150 of 1000: pooled share 1/8, standard error sqrt(0.125 * 0.875 / 500), z = 3.380617.
    #[test]
    fn the_test_of_shares_is_the_pooled_one() {
        let found = share_difference([events(100, 1000), events(150, 1000)], 0.95);
        let p = found.p.expect("a p-value");
        assert!((p / 0.000_723_22 - 1.0).abs() < 1e-3, "{p}");
        assert!(found.is_significant(0.999) && !found.is_significant(0.9999));
        assert_eq!(share_difference([events(7, 7), events(9, 9)], 0.95).p, Some(1.0));
    }

    #[test]
    fn means_add_their_variances() {
        let [first, second] =
            [(100, 3.0, 2.0), (400, 3.5, 6.0)].map(|(encounters, mean, sd)| Moments { encounters, mean, sd });
        let found = mean_difference([first, second], 0.95);
        let interval = found.interval.expect("there are enough");
        // 4 / 100 + 36 / 400 = 0.13; the intervals of both sides allow for tails, and are up to a fifth wider.
        let half_width = 1.959_963_984_54 * 0.13_f64.sqrt();
        for reach in [0.5 - interval.lo, interval.hi - 0.5] {
            assert!((1.0..1.2).contains(&(reach / half_width)), "{reach}");
        }
        assert!(!found.is_significant(0.95) && found.is_significant(0.8));
    }

    #[test]
    fn what_does_not_vary_differs_surely_or_not_at_all() {
        let fixed = |mean| Moments { encounters: 10, mean, sd: 0.0 };
        assert_eq!(mean_difference([fixed(3.0), fixed(3.0)], 0.95).p, Some(1.0));
        let apart = mean_difference([fixed(3.0), fixed(4.0)], 0.95);
        // Two of the 184 756 ways to choose ten of twenty.
        assert!((apart.p.expect("a p-value") - 2.0 / 184_756.0).abs() < 1e-10 && apart.interval.is_none());
        assert_eq!(mean_difference([fixed(3.0), Moments { encounters: 1, mean: 4.0, sd: 0.0 }], 0.95).interval, None);
    }

    /// A confidence sequence at half of the error on each side is wider than the interval for a fixed number.
    #[test]
    fn intervals_of_every_look_are_wider() {
        let shares = [events(4000, 10_000), events(4300, 10_000)];
        let [fixed, anytime] = [share_difference(shares, 0.95), anytime_share_difference(shares, 0.95)];
        assert!(fixed.is_significant(0.95) && !anytime.is_significant(0.95));
        let [fixed, anytime] = [fixed, anytime].map(|found| found.interval.expect("of shares"));
        assert!(anytime.lo < fixed.lo && anytime.hi > fixed.hi);
        assert!(anytime_share_difference([events(4000, 10_000), events(5000, 10_000)], 0.95).is_significant(0.95));
    }
}
