//! Differences between two sides that met the same dice: paired shares and paired means.

use statrs::distribution::{ContinuousCDF, Normal};
use statrs::function::factorial::ln_binomial;

use super::interval::{Interval, z};
use super::moments::Moments;
use super::{sequence, sound_confidence};
use crate::compare::JointCount;
use crate::tally::Sums;

/// How one number differs between two sides, the second minus the first.
#[derive(Debug, Clone, PartialEq)]
pub struct Difference {
    /// Which number: `winners.party`, `rounds.mean`, `combatants.warden.dead`, `metrics.criticals`.
    pub name: String,
    /// On the first side.
    pub first: f64,
    /// On the second side.
    pub second: f64,
    /// Second minus first.
    pub difference: f64,
    /// How sure the difference is.
    pub interval: Interval,
    /// The chance of at least such a difference if there were none. For shares the exact test of McNemar, for means the
    /// normal one.
    pub p: f64,
    /// For a share: encounters in which it happened on one side alone, the first side's count first.
    pub discordant: Option<[u64; 2]>,
    /// How many fights an unpaired comparison needs on each side for the same standard error, for every one of these;
    /// none where nothing varies.
    pub unpaired_factor: Option<f64>,
}

/// Sums of pairs of values: of each side, and of their differences.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PairedSums {
    encounters: u64,
    sums: [u128; 2],
    squares: [u128; 2],
    difference: i128,
    squared_difference: u128,
}

impl PairedSums {
    /// Adds one encounter.
    #[inline]
    pub fn add(&mut self, first: u32, second: u32) {
        self.encounters += 1;
        for ((sum, square), value) in self.sums.iter_mut().zip(&mut self.squares).zip([first, second]) {
            *sum += u128::from(value);
            *square += u128::from(value) * u128::from(value);
        }
        let difference = i128::from(second) - i128::from(first);
        self.difference += difference;
        self.squared_difference += difference.unsigned_abs() * difference.unsigned_abs();
    }

    /// How many pairs there are.
    pub const fn encounters(&self) -> u64 {
        self.encounters
    }

    /// Mean and standard deviation of the second value minus the first. The mean has a sign.
    pub(crate) fn difference_moments(&self) -> Moments {
        // A sum and its negative have the same spread.
        let sums = Sums { values: self.difference.unsigned_abs(), squares: self.squared_difference };
        let Moments { encounters, mean, sd } = Moments::new(self.encounters, sums);
        Moments { encounters, mean: if self.difference < 0 { -mean } else { mean }, sd }
    }

    /// The discordant encounters of values that are 0 or 1; what was alike counts as `neither`.
    pub(crate) fn joint(&self) -> JointCount {
        let discordant = self.squared_difference as i128;
        let first_only = ((discordant - self.difference) / 2) as u64;
        let second_only = discordant as u64 - first_only;
        JointCount { both: 0, first_only, second_only, neither: self.encounters - first_only - second_only }
    }

    /// The same pairs with their sides exchanged.
    pub(crate) fn exchanged(&self) -> Self {
        let ([first, second], [first_squares, second_squares]) = (self.sums, self.squares);
        Self { sums: [second, first], squares: [second_squares, first_squares], difference: -self.difference, ..*self }
    }

    /// Adds what others are.
    pub fn merge(&mut self, other: &Self) {
        self.encounters += other.encounters;
        for side in 0..2 {
            self.sums[side] += other.sums[side];
            self.squares[side] += other.squares[side];
        }
        self.difference += other.difference;
        self.squared_difference += other.squared_difference;
    }
}

/// The difference of a share, with the adjusted Wald interval for matched pairs: half an encounter is added to each of
/// the four cells (A. Agresti and Y. Min, "Simple improved confidence intervals for comparing matched proportions",
/// 2005). p is that of the exact test of McNemar: whether the discordant encounters fall evenly on both sides.
pub fn share_difference(name: String, joint: &JointCount, confidence: f64) -> Difference {
    let n = joint.encounters() as f64;
    let [first_only, second_only] = [joint.first_only as f64, joint.second_only as f64];
    let share = |count: u64| if n > 0.0 { count as f64 / n } else { 0.0 };
    let (first, second) = (share(joint.both + joint.first_only), share(joint.both + joint.second_only));
    let adjusted = n + 2.0;
    let centre = (second_only - first_only) / adjusted;
    let spread = ((first_only + second_only + 1.0) - (second_only - first_only).powi(2) / adjusted).max(0.0).sqrt();
    let half_width = z(confidence) * spread / adjusted;
    let difference = if n > 0.0 { (second_only - first_only) / n } else { 0.0 };
    let unpaired = first * (1.0 - first) + second * (1.0 - second);
    let paired = if n > 0.0 { (first_only + second_only) / n - difference * difference } else { 0.0 };
    Difference {
        name,
        first,
        second,
        difference,
        interval: Interval { lo: (centre - half_width).max(-1.0), hi: (centre + half_width).min(1.0) },
        p: sign_test(joint.first_only, joint.second_only),
        discordant: Some([joint.first_only, joint.second_only]),
        unpaired_factor: (paired > 0.0).then(|| unpaired / paired),
    }
}

/// The two-sided exact sign test: the chance that tosses of a fair coin, one for each encounter that either side won, fall at
/// least as unevenly. For encounters that come in pairs, over those that differ, it is the test of McNemar (Q. McNemar,
/// "Note on the sampling error of the difference between correlated proportions or percentages", 1947).
pub(crate) fn sign_test(first_only: u64, second_only: u64) -> f64 {
    let (fewer, tosses) = (first_only.min(second_only), first_only + second_only);
    if tosses == 0 || first_only == second_only {
        return 1.0;
    }
    six_digits((2.0 * fair_tosses_at_most(fewer, tosses)).min(1.0))
}

/// The chance of at most `heads` heads, fewer than half, in so many tosses of a fair coin.
///
/// The largest term times the sum of all terms relative to it, which fall from one to the next by `k / (n - k + 1)`: no
/// cancellation, and after some square roots of n nothing is left to add. (Continued fractions for the incomplete beta
/// function need about as many steps here, and libraries stop after a fixed number of them.)
fn fair_tosses_at_most(heads: u64, tosses: u64) -> f64 {
    let n = tosses as f64;
    let largest = ln_binomial(tosses, heads) - n * std::f64::consts::LN_2;
    let (mut term, mut sum) = (1.0, 1.0);
    for k in (1..=heads).rev() {
        term *= k as f64 / (n - k as f64 + 1.0);
        sum += term;
        if term < sum * f64::EPSILON {
            break;
        }
    }
    largest.exp() * sum
}

/// An interval for the difference of a share that holds it at all counts at once with at least the given confidence:
/// nothing about it is approximate, and stopping when it looks good does not spoil it.
///
/// The difference is r (2 q - 1), where r is the share of discordant encounters and q the share of the second side among
/// them. Each of both has the sequence of [`sequence::share`] at half of the error (Bonferroni), and the interval is that
/// of all products. It leaves 0 out exactly when the one for q leaves out 1/2.
pub fn sequential_interval(joint: &JointCount, confidence: f64) -> Interval {
    let discordant = joint.first_only + joint.second_only;
    let each = 1.0 - (1.0 - sound_confidence(confidence)) / 2.0;
    let r = sequence::share(discordant, joint.encounters(), each);
    let q = sequence::share(joint.second_only, discordant, each);
    let (lowest, highest) = (2.0 * q.lo - 1.0, 2.0 * q.hi - 1.0);
    Interval {
        lo: lowest * if lowest < 0.0 { r.hi } else { r.lo },
        hi: highest * if highest < 0.0 { r.lo } else { r.hi },
    }
}

/// How many encounters on each side a decision will take, judged by a pilot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Forecast {
    /// Until the interval of a fixed number of encounters leaves 0 out; none where the pilot saw no difference.
    pub different: Option<u64>,
    /// Until it lies within the margin; none without a margin, or where the difference is no smaller.
    pub same: Option<u64>,
}

/// What the share's difference in a pilot lets expect: the encounters after which an interval of the confidence decides
/// with a chance of `power`, both by the normal law.
pub fn forecast(joint: &JointCount, margin: Option<f64>, confidence: f64, power: f64) -> Forecast {
    let n = joint.encounters() as f64;
    if n == 0.0 {
        return Forecast { different: None, same: None };
    }
    let [first_only, second_only] = [joint.first_only as f64, joint.second_only as f64];
    let difference = (second_only - first_only) / n;
    // Half a discordant encounter more: a pilot without any does not promise that there are none.
    let variance = (first_only + second_only + 0.5) / n - difference * difference;
    let reach = z(confidence) + z(2.0 * power - 1.0);
    let needed = |distance: f64| (distance > 0.0).then(|| (variance * (reach / distance).powi(2)).ceil() as u64);
    Forecast { different: needed(difference.abs()), same: margin.and_then(|margin| needed(margin - difference.abs())) }
}

/// Six significant digits: more than a p-value means, fewer than mathematical libraries agree on.
fn six_digits(p: f64) -> f64 {
    format!("{p:.5e}").parse().unwrap_or(p)
}

/// The difference of a mean, with the normal interval of the differences.
pub fn mean_difference(name: String, sums: &PairedSums, confidence: f64) -> Difference {
    let encounters = sums.encounters;
    let n = encounters as f64;
    let mean = |sum: u128| if n > 0.0 { sum as f64 / n } else { 0.0 };
    let (first, second) = (mean(sums.sums[0]), mean(sums.sums[1]));
    let Moments { mean: difference, sd, .. } = sums.difference_moments();
    let variance = |sums: Sums| Moments::new(encounters, sums).sd.powi(2);
    let paired = sd.powi(2);
    let unpaired: f64 =
        (0..2).map(|side| variance(Sums { values: sums.sums[side], squares: sums.squares[side] })).sum();
    let standard_error = if n > 0.0 { (paired / n).sqrt() } else { 0.0 };
    let half_width = z(sound_confidence(confidence)) * standard_error;
    let p = match (standard_error > 0.0, difference == 0.0) {
        (true, _) => six_digits(2.0 * Normal::standard().cdf(-(difference / standard_error).abs())),
        (false, true) => 1.0,
        (false, false) => 0.0,
    };
    Difference {
        name,
        first,
        second,
        difference,
        interval: Interval { lo: difference - half_width, hi: difference + half_width },
        p,
        discordant: None,
        unpaired_factor: (paired > 0.0).then(|| unpaired / paired),
    }
}

#[cfg(test)]
mod tests {
    use equipoise_engine::rng::{EncounterIndex, RunKey, Seed};

    use super::*;

    fn joint(both: u64, first_only: u64, second_only: u64, neither: u64) -> JointCount {
        JointCount { both, first_only, second_only, neither }
    }

    #[test]
    fn shares_differ_by_their_discordant_encounters() {
        let found = share_difference("x".to_owned(), &joint(40, 5, 15, 40), 0.95);
        assert_eq!((found.first, found.second, found.discordant), (0.45, 0.55, Some([5, 15])));
        assert!((found.difference - 0.1).abs() < 1e-15);
        // Twenty tosses, at most five of one kind on either side: 2 * 21 700 / 2^20.
        assert!((found.p - 2.0 * 21_700.0 / 1_048_576.0).abs() < 1e-7, "{}", found.p);
        // (15 - 5) / 102 +- 1.959964 sqrt(21 - 100 / 102) / 102.
        let half_width = 1.959_963_984_54 * (21.0_f64 - 100.0 / 102.0).sqrt() / 102.0;
        assert!((found.interval.lo - (10.0 / 102.0 - half_width)).abs() < 1e-11);
        assert!((found.interval.hi - (10.0 / 102.0 + half_width)).abs() < 1e-11);
        // 0.45 * 0.55 twice, against 0.2 - 0.01.
        assert!((found.unpaired_factor.expect("it varies") - 0.495 / 0.19).abs() < 1e-12);
    }

    /// Against sums of binomial coefficients for few tosses, and the normal law with its correction for continuity, whose
    /// relative error is below 1e-4 here, for many.
    #[test]
    fn tosses_of_a_coin_are_counted_however_many_they_are() {
        for (heads, tosses, ways) in [(0, 1, 1.0), (2, 5, 16.0), (5, 20, 21_700.0), (9, 20, 431_910.0)] {
            let expected = ways / 2.0_f64.powi(tosses);
            assert!((fair_tosses_at_most(heads, tosses as u64) / expected - 1.0).abs() < 1e-12, "{heads} of {tosses}");
        }
        for tosses in [100_000_u64, 10_000_000, 1_000_000_000] {
            let root = (tosses as f64).sqrt();
            for distance in [0.01, 1.0, 2.0] {
                let heads = tosses / 2 - (distance * root / 2.0) as u64;
                let expected = Normal::standard().cdf((heads as f64 + 0.5 - tosses as f64 / 2.0) / (root / 2.0));
                let found = fair_tosses_at_most(heads, tosses);
                assert!((found / expected - 1.0).abs() < 1e-4, "{heads} of {tosses}: {found} instead of {expected}");
            }
        }
    }

    #[test]
    fn what_never_differs_is_no_difference() {
        let found = share_difference("x".to_owned(), &joint(40, 0, 0, 60), 0.95);
        assert_eq!((found.difference, found.p, found.unpaired_factor), (0.0, 1.0, None));
        assert!(found.interval.contains(0.0) && found.interval.half_width() < 0.03);
        let nothing = share_difference("x".to_owned(), &joint(0, 0, 0, 0), 0.95);
        assert_eq!((nothing.first, nothing.difference, nothing.p), (0.0, 0.0, 1.0));
        let mut sums = PairedSums::default();
        (0..9).for_each(|value| sums.add(value, value + 2));
        let shifted = mean_difference("x".to_owned(), &sums, 0.95);
        assert_eq!((shifted.difference, shifted.interval.half_width(), shifted.p), (2.0, 0.0, 0.0));
    }

    #[test]
    fn means_differ_by_their_differences() {
        let mut sums = PairedSums::default();
        for (first, second) in [(1, 2), (4, 4), (2, 5), (7, 7)] {
            sums.add(first, second);
        }
        let found = mean_difference("x".to_owned(), &sums, 0.95);
        assert_eq!((found.first, found.second, found.difference), (3.5, 4.5, 1.0));
        // Differences 1, 0, 3, 0: variance 2; standard error sqrt(1/2); z = sqrt(2).
        assert!((found.interval.half_width() - 1.959_963_984_54 * 0.5_f64.sqrt()).abs() < 1e-11);
        assert!((found.p - 0.157_299_207_05).abs() < 1e-6, "{}", found.p);
        // Variances 7 and 13/3 of the sides.
        assert!((found.unpaired_factor.expect("it varies") - f64::midpoint(7.0, 13.0 / 3.0)).abs() < 1e-12);
    }

    /// 4000 times 400 pairs, of which the first happens with 0.5 and the second with 0.55, both with 0.45: the interval of
    /// a confidence of 0.9 loses the true 0.05 in 10 % of them, give or take 0.47 %. It is within 3 points: beyond 6 standard
    /// errors, a false alarm below 1e-8. Unpaired intervals would be 1.9 times as wide and lose it hardly ever.
    #[test]
    fn intervals_hold_the_difference_as_often_as_they_say() {
        let mut words = RunKey::new(Seed(11)).encounter(EncounterIndex(0)).slot(0, 0);
        let lost = (0..4000).filter(|_| {
            let mut counts = joint(0, 0, 0, 0);
            for _ in 0..400 {
                match words.next_word() % 20 {
                    0..=8 => counts.both += 1,
                    9 => counts.first_only += 1,
                    10 | 11 => counts.second_only += 1,
                    _ => counts.neither += 1,
                }
            }
            !share_difference("x".to_owned(), &counts, 0.9).interval.contains(0.05)
        });
        let lost = lost.count();
        assert!((280..=520).contains(&lost), "{lost} of 4000");
    }

    /// A fair coin among discordant encounters, looked at after every 64 encounters up to 16 384, 2000 times: at a
    /// confidence of 0.8 at most a fifth may ever leave the true 0 out. At most 400 + 6.5 * 18 by chance (false alarm below
    /// 1e-9). The interval for a fixed number leaves it out in most runs, and the test demands that it sees so.
    #[test]
    fn looking_often_does_not_spoil_a_sequential_interval() {
        let (mut wrong, mut naive) = (0, 0);
        for run in 0..2000 {
            let mut words = RunKey::new(Seed(12)).encounter(EncounterIndex(run)).slot(0, 0);
            let (mut counts, mut lost, mut lost_naively) = (joint(0, 0, 0, 0), false, false);
            for _ in 0..256 {
                for _ in 0..64 {
                    match words.next_word() % 20 {
                        0..=8 => counts.both += 1,
                        9 => counts.first_only += 1,
                        10 => counts.second_only += 1,
                        _ => counts.neither += 1,
                    }
                }
                lost |= !sequential_interval(&counts, 0.8).contains(0.0);
                lost_naively |= !share_difference(String::new(), &counts, 0.8).interval.contains(0.0);
            }
            wrong += u32::from(lost);
            naive += u32::from(lost_naively);
        }
        assert!(wrong <= 400 + 117, "{wrong} of 2000");
        assert!(naive > 1000, "{naive} of 2000");
    }

    /// The second side has it in 11 % and the first in 9 % of encounters that differ in 20 %: 0.02, whose interval decides
    /// within (1.96 + 1.2816)^2 * (0.2 - 0.0004) / 0.02^2 encounters nine times in ten.
    #[test]
    fn a_pilot_foretells_how_many_encounters_a_decision_takes() {
        let counts = joint(3000, 900, 1100, 5000);
        let reach = 1.959_963_984_54_f64 + 1.281_551_565_54;
        let expected = (reach.powi(2) * (0.200_05 - 0.0004) / 0.0004).ceil() as u64;
        assert_eq!(forecast(&counts, None, 0.95, 0.9), Forecast { different: Some(expected), same: None });
        let with_margin = forecast(&counts, Some(0.03), 0.95, 0.9);
        assert_eq!(with_margin.same, Some((reach.powi(2) * (0.200_05 - 0.0004) / 0.0001).ceil() as u64));
        assert_eq!(forecast(&counts, Some(0.02), 0.95, 0.9).same, None);
        assert_eq!(forecast(&joint(0, 0, 0, 0), Some(0.1), 0.95, 0.9), Forecast { different: None, same: None });
    }
}
