//! Whether a few observations are such as a law yields, where the law is known exactly or by a large sample.
//!
//! Against a sample all tests are permutation tests: if the observations are of the law that the sample is of, each choice of
//! as many among both together is as likely as the one that was observed. So a p-value accounts for the size of the sample,
//! however small that is, and a value that the sample has never shown needs no rule of its own.

use crate::ground::random::SplitMix;

/// Tables of counts that are listed; there are draws in their place where there would be more.
const TABLES_MAX: f64 = 300_000.0;
/// Two statistics are equal where they differ by a smaller part.
pub(crate) const TOLERANCE: f64 = 1e-9;

/// The law that observations are held against, by class of values.
#[derive(Debug, Clone, PartialEq)]
pub enum Law {
    /// The chance of each class.
    Chances(Vec<f64>),
    /// The number of times that each class was seen in a sample.
    Counts(Vec<u64>),
}

impl Law {
    /// The weight of a class: its chance, or its number in the sample and the observations together.
    fn weights(&self, observed: &[u64]) -> Vec<f64> {
        match self {
            Self::Chances(chances) => chances.clone(),
            Self::Counts(counts) => counts.iter().zip(observed).map(|(all, more)| (all + more) as f64).collect(),
        }
    }

    /// The urn from which as many observations are drawn.
    fn urn(&self, observed: &[u64]) -> Urn {
        match self {
            Self::Chances(chances) => {
                let mut sum = 0.0;
                let add = |chance: &f64| {
                    sum += chance;
                    sum
                };
                Urn::Wheel(chances.iter().map(add).collect())
            }
            Self::Counts(counts) => {
                let class = |(class, (all, more)): (usize, (&u64, &u64))| {
                    std::iter::repeat_n(class as u32, (all + more) as usize)
                };
                Urn::Balls(counts.iter().zip(observed).enumerate().flat_map(class).collect())
            }
        }
    }
}

/// An urn from which classes are drawn.
#[derive(Debug)]
enum Urn {
    /// With replacement, by cumulative chances.
    Wheel(Vec<f64>),
    /// Without replacement among the draws of one record.
    Balls(Vec<u32>),
}

impl Urn {
    /// Replaces `drawn` by the classes of a record of so many observations.
    fn draw(&mut self, count: usize, random: &mut SplitMix, drawn: &mut Vec<u32>) {
        drawn.clear();
        match self {
            Self::Wheel(cumulative) => drawn.extend((0..count).map(|_| {
                let at = random.fraction() * cumulative.last().copied().unwrap_or_default();
                cumulative.partition_point(|sum| *sum <= at).min(cumulative.len() - 1) as u32
            })),
            Self::Balls(balls) => {
                // The first steps of a shuffle, from whatever order the last draw has left.
                for next in 0..count {
                    let other = next + random.below(balls.len() - next);
                    balls.swap(next, other);
                }
                drawn.extend_from_slice(&balls[..count]);
            }
        }
    }
}

/// The settings of the draws of records.
#[derive(Clone, Copy)]
pub struct Draws<'a> {
    /// The seed.
    pub seed: u64,
    /// The number of records.
    pub count: usize,
    /// Whether somebody asked to stop.
    pub interrupted: &'a (dyn Fn() -> bool + Sync),
}

impl Draws<'_> {
    /// The same with other numbers, for another test.
    #[must_use]
    pub fn apart(self, number: u64) -> Self {
        Self { seed: SplitMix(self.seed ^ number.wrapping_mul(0x2545_f491_4f6c_dd1d)).bits(), ..self }
    }

    /// Hands each record that is drawn to `see`, as the classes of its observations; `None` after an interrupt.
    fn each(self, law: &Law, observed: &[u64], mut see: impl FnMut(&mut [u32])) -> Option<()> {
        let (mut urn, mut random, mut drawn) = (law.urn(observed), SplitMix(self.seed), Vec::new());
        let count = observed.iter().sum::<u64>() as usize;
        for number in 0..self.count {
            if number % 64 == 0 && (self.interrupted)() {
                return None;
            }
            urn.draw(count, &mut random, &mut drawn);
            see(&mut drawn);
        }
        Some(())
    }

    /// The p-value of a statistic that so many records reach (B. Phipson and G. K. Smyth, "Permutation p-values should never
    /// be zero", 2010).
    fn p(self, reached: usize) -> f64 {
        (reached + 1) as f64 / (self.count + 1) as f64
    }
}

/// The chance of counts that are no likelier than those observed: the exact multinomial test against chances, of two classes
/// the exact binomial test, and the test of Fisher, Freeman and Halton against a sample. Where too many tables would have to be
/// listed, the same by draws. `None` after an interrupt.
pub fn no_likelier(observed: &[u64], law: &Law, draws: Draws) -> Option<f64> {
    let count: u64 = observed.iter().sum();
    let terms: Vec<Vec<f64>> = law.weights(observed).iter().map(|&weight| terms(law, weight, count)).collect();
    let likelihood = |counts: &[u64]| -> f64 { terms.iter().zip(counts).map(|(of, &k)| of[k as usize]).sum() };
    let of_observed = likelihood(observed);
    // The number of tables, C(count + classes - 1, classes - 1), as a product.
    let tables = (1..terms.len()).fold(1.0, |tables, k| tables * (count as f64 + k as f64) / k as f64);
    if tables <= TABLES_MAX {
        let mut all = Vec::with_capacity(tables as usize);
        list(&terms, count, 0.0, &mut all);
        let most = all.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let sum = |logs: &mut dyn Iterator<Item = &f64>| logs.map(|log| (log - most).exp()).sum::<f64>();
        let no_likelier = sum(&mut all.iter().filter(|&&log| log <= of_observed + TOLERANCE));
        return Some((no_likelier / sum(&mut all.iter())).min(1.0));
    }
    let mut reached = 0;
    let mut counts = vec![0; terms.len()];
    draws.each(law, observed, |drawn| {
        counts.fill(0);
        for class in drawn.iter() {
            counts[*class as usize] += 1;
        }
        reached += usize::from(likelihood(&counts) <= of_observed + TOLERANCE);
    })?;
    Some(draws.p(reached))
}

/// By number of observations in a class, the logarithm of its part of the chance of a table, but for a factor common to all tables.
fn terms(law: &Law, weight: f64, count: u64) -> Vec<f64> {
    let mut log = 0.0_f64;
    let step = |k: u64| {
        let before = log;
        log += step_of_class(law, weight, k);
        before
    };
    (0..=count).map(step).collect()
}

/// The amount that one more observation in a class of `k` adds to the logarithm: of p^k / k!, or of the ways to choose k.
fn step_of_class(law: &Law, weight: f64, k: u64) -> f64 {
    let next = (k + 1) as f64;
    match law {
        Law::Chances(_) => (weight / next).ln(),
        Law::Counts(_) => ((weight - k as f64).max(0.0) / next).ln(),
    }
}

/// The last of the [terms] of a class.
fn log_of_class(law: &Law, weight: f64, count: u64) -> f64 {
    (0..count).map(|k| step_of_class(law, weight, k)).sum()
}

/// Adds the logarithm of every table of so many observations whose chance is not 0.
fn list(terms: &[Vec<f64>], left: u64, before: f64, all: &mut Vec<f64>) {
    match terms {
        [] => {}
        [last] => all.extend(Some(before + last[left as usize]).filter(|log| log.is_finite())),
        [first, rest @ ..] => {
            for k in 0..=left {
                let log = before + first[k as usize];
                if log.is_finite() {
                    list(rest, left - k, log, all);
                }
            }
        }
    }
}

/// The fit of numbers: the chances of a mean as far from that of the law, and of a distribution function as far from its own.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Fit {
    /// Of the mean, on either side.
    pub mean: f64,
    /// Of the largest distance between the distribution functions (Kolmogorov and Smirnov), for values as discrete as these are.
    pub distribution: f64,
}

/// Tests numbers of these values, ascending, each with how often it was observed; `None` after an interrupt.
pub fn fit(values: &[u32], observed: &[u64], law: &Law, draws: Draws) -> Option<Fit> {
    let weights = law.weights(observed);
    let total: f64 = weights.iter().sum();
    let mean = weights.iter().zip(values).map(|(weight, &value)| weight * f64::from(value)).sum::<f64>() / total;
    let mut sum = 0.0;
    let below = |weight: &f64| {
        let before = sum / total;
        sum += weight;
        before
    };
    let mut cumulative: Vec<f64> = weights.iter().map(below).collect();
    cumulative.push(1.0);
    let statistics = |drawn: &mut [u32]| -> [f64; 2] {
        let count = drawn.len() as f64;
        let total: f64 = drawn.iter().map(|&class| f64::from(values[class as usize])).sum();
        drawn.sort_unstable();
        let (mut farthest, mut before) = (0.0_f64, 0.0);
        for run in drawn.chunk_by(|left, right| left == right) {
            let class = run[0] as usize;
            let after = before + run.len() as f64;
            let at_ends = [(before / count, cumulative[class]), (after / count, cumulative[class + 1])];
            farthest = at_ends.iter().map(|(own, other)| (own - other).abs()).fold(farthest, f64::max);
            before = after;
        }
        [(total / count - mean).abs(), farthest]
    };
    let class = |(class, &count): (usize, &u64)| std::iter::repeat_n(class as u32, count as usize);
    let mut all: Vec<u32> = observed.iter().enumerate().flat_map(class).collect();
    let of_observed = statistics(&mut all).map(|statistic| statistic * (1.0 - TOLERANCE) - TOLERANCE);
    let mut reached = [0, 0];
    draws.each(law, observed, |drawn| {
        for (reached, (statistic, limit)) in reached.iter_mut().zip(statistics(drawn).into_iter().zip(of_observed)) {
            *reached += usize::from(statistic >= limit);
        }
    })?;
    Some(Fit { mean: draws.p(reached[0]), distribution: draws.p(reached[1]) })
}

/// The likelihood of the counts of a record.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Likelihood {
    /// The logarithm of the chance of the counts that were observed; `None` if the law does not allow them.
    pub log: Option<f64>,
    /// Its mean over records that are drawn.
    pub expected: f64,
    /// The chance of counts that are no likelier.
    pub p: f64,
}

/// As [`no_likelier`], by draws alone, of observations of several kinds at once, each with its law and its counts by class; `None` after
/// an interrupt.
pub fn likelihood(kinds: &[(Law, Vec<u64>)], draws: Draws) -> Option<Likelihood> {
    let mut totals = vec![0.0; draws.count];
    let mut of_observed = 0.0;
    for (number, (law, observed)) in (0..).zip(kinds) {
        let (weights, count) = (law.weights(observed), observed.iter().sum::<u64>());
        let of_all: f64 = match law {
            Law::Chances(_) => (1..=count).map(|k| (k as f64).ln()).sum(),
            Law::Counts(_) => -log_of_class(law, weights.iter().sum(), count),
        };
        let seen = observed.iter().zip(&weights).filter(|(count, _)| **count > 0);
        of_observed += of_all + seen.map(|(&count, &weight)| log_of_class(law, weight, count)).sum::<f64>();
        let mut record = 0;
        draws.apart(number).each(law, observed, |drawn| {
            drawn.sort_unstable();
            let runs = drawn.chunk_by(|left, right| left == right);
            let logs = runs.map(|run| log_of_class(law, weights[run[0] as usize], run.len() as u64));
            totals[record] += of_all + logs.sum::<f64>();
            record += 1;
        })?;
    }
    let limit = of_observed + TOLERANCE * (1.0 + of_observed.abs());
    let reached = totals.iter().filter(|&&total| total <= limit).count();
    let expected = totals.iter().sum::<f64>() / totals.len().max(1) as f64;
    let is_possible = of_observed.is_finite();
    let p = if is_possible { draws.p(reached) } else { 0.0 };
    Some(Likelihood { log: is_possible.then_some(of_observed), expected, p })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draws(seed: u64, count: usize) -> Draws<'static> {
        Draws { seed, count, interrupted: &|| false }
    }

    fn assert_close(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-9 * expected.max(1e-3), "{found} instead of {expected}");
    }

    /// 9 heads of 10 fair tosses: as unlikely or more are 0, 1, 9 and 10, which have 1 + 10 + 10 + 1 of 1024. Of 3 with a chance of
    /// a quarter 0 and 1 have 27/64 each, 2 has 9/64 and 3 has 1/64.
    #[test]
    fn shares_have_the_exact_binomial_test() {
        let fair = Law::Chances(vec![0.5, 0.5]);
        assert_close(no_likelier(&[9, 1], &fair, draws(1, 0)).expect("no interrupt"), 22.0 / 1024.0);
        let quarter = Law::Chances(vec![0.25, 0.75]);
        assert_close(no_likelier(&[2, 1], &quarter, draws(1, 0)).expect("no interrupt"), 10.0 / 64.0);
        assert_eq!(no_likelier(&[0, 3], &quarter, draws(1, 0)), Some(1.0));
        let never = Law::Chances(vec![0.0, 1.0]);
        assert_eq!(no_likelier(&[1, 4], &never, draws(1, 0)), Some(0.0), "what cannot be has no chance");
        assert_eq!(no_likelier(&[0, 5], &never, draws(1, 0)), Some(1.0));
    }

    /// Fisher's tea: of 8 cups 4 are of one kind, 3 of these among 4 that are chosen. Of 70 choices 1 + 16 + 36 + 16 + 1, so that 3 or 1 or
    /// 4 or 0 have 34 of 70.
    #[test]
    fn samples_have_the_exact_test_of_fisher() {
        let others = Law::Counts(vec![1, 3]);
        assert_close(no_likelier(&[3, 1], &others, draws(1, 0)).expect("no interrupt"), 34.0 / 70.0);
    }

    /// Three faces of a die with a third each, (3, 0, 0) of three rolls: the three tables of this kind have 1/27 each.
    #[test]
    fn several_classes_have_the_exact_multinomial_test() {
        let third = Law::Chances(vec![1.0 / 3.0; 3]);
        assert_close(no_likelier(&[3, 0, 0], &third, draws(1, 0)).expect("no interrupt"), 3.0 / 27.0);
    }

    /// If there are too many tables to list, draws find what the list would: 40,000 of them to 5.5 standard errors of 0.0015 at
    /// p = 0.1 (a false alarm of 4e-8).
    #[test]
    fn draws_find_what_the_list_finds() {
        for law in [Law::Chances(vec![0.25; 4]), Law::Counts(vec![500; 4])] {
            let observed = [22, 9, 15, 14];
            let listed = no_likelier(&observed, &law, draws(1, 0)).expect("no interrupt");
            let weights = law.weights(&observed);
            let terms: Vec<Vec<f64>> = weights.iter().map(|&weight| terms(&law, weight, 60)).collect();
            let likelihood = |counts: &[u64]| -> f64 { terms.iter().zip(counts).map(|(of, &k)| of[k as usize]).sum() };
            let (mut reached, mut counts) = (0, [0; 4]);
            let drawn = draws(7, 40_000);
            drawn
                .each(&law, &observed, |drawn| {
                    counts.fill(0);
                    for class in drawn.iter() {
                        counts[*class as usize] += 1;
                    }
                    reached += usize::from(likelihood(&counts) <= likelihood(&observed) + TOLERANCE);
                })
                .expect("no interrupt");
            let error = (listed * (1.0 - listed) / 40_000.0).sqrt();
            assert!((drawn.p(reached) - listed).abs() < 5.5 * error + 3e-5, "{} {listed}", drawn.p(reached));
        }
    }

    /// Two rolls of a die, both 6: the mean is as far off for (1, 1) and (6, 6), 2 of 36, and so is the distribution function. 20,000 draws to 5.5
    /// standard errors.
    #[test]
    fn numbers_are_tested_by_mean_and_by_distribution() {
        let die = Law::Chances(vec![1.0 / 6.0; 6]);
        let found = fit(&[1, 2, 3, 4, 5, 6], &[0, 0, 0, 0, 0, 2], &die, draws(3, 20_000)).expect("no interrupt");
        let error = (1.0 / 18.0 * 17.0 / 18.0 / 20_000.0_f64).sqrt();
        assert!((found.mean - 1.0 / 18.0).abs() < 5.5 * error, "{found:?}");
        assert!((found.distribution - 1.0 / 18.0).abs() < 5.5 * error, "{found:?}");
        // A spread as wide as can be, around the right mean, is seen by the distribution alone.
        let wide = fit(&[1, 2, 3, 4, 5, 6], &[20, 0, 0, 0, 0, 20], &die, draws(3, 5000)).expect("no interrupt");
        assert!(wide.mean > 0.9 && wide.distribution < 0.001, "{wide:?}");
        let level = fit(&[1, 2, 3, 4, 5, 6], &[3; 6], &die, draws(3, 2000)).expect("no interrupt");
        assert_eq!(level, Fit { mean: 1.0, distribution: 1.0 });
    }

    /// P-values of records that are of the law lie below 0.1 as often as they should: 400 records to 5 standard errors of 0.015 for numbers
    /// of many values (a false alarm of 6e-7), and no more often for shares, whose p-values are few.
    #[test]
    fn p_values_are_those_of_chance() {
        let law = Law::Chances(vec![0.02; 50]);
        let values: Vec<u32> = (0..50).collect();
        let mut random = SplitMix(11);
        let (mut low, mut low_shares) = ([0, 0], 0);
        let mut sample = |count: usize| {
            let mut counts = vec![0; 50];
            (0..count).for_each(|_| counts[random.below(50)] += 1);
            counts
        };
        for seed in 0..400 {
            let (pool, record) = (Law::Counts(sample(400)), sample(30));
            let against = if seed % 2 == 0 { &law } else { &pool };
            let found = fit(&values, &record, against, draws(seed, 499)).expect("no interrupt");
            low[0] += usize::from(found.mean <= 0.1);
            low[1] += usize::from(found.distribution <= 0.1);
            let few = |counts: &[u64]| vec![counts[..10].iter().sum::<u64>(), counts[10..].iter().sum()];
            let law = match against {
                Law::Chances(_) => Law::Chances(vec![0.2, 0.8]),
                Law::Counts(counts) => Law::Counts(few(counts)),
            };
            low_shares += usize::from(no_likelier(&few(&record), &law, draws(1, 0)).expect("no interrupt") <= 0.1);
        }
        assert!(
            low.iter().all(|low| (10..=70).contains(low)) && (1..=70).contains(&low_shares),
            "{low:?} {low_shares}"
        );
    }

    /// Of ten with the chances 0.9 and 0.1 the counts 9 and 1 have 10 x 0.9^9 x 0.1 = 0.387, more than any others: all are no likelier. 4
    /// and 6 have 210 x 0.9^4 x 0.1^6. Against a sample 3 and 1 of what 4 and 4 are together, Fisher's tea: 16 of 70 choices, and no likelier are
    /// 34.
    #[test]
    fn whole_records_have_a_likelihood() {
        let law = || Law::Chances(vec![0.9, 0.1, 0.0]);
        let found = |observed: Vec<u64>| likelihood(&[(law(), observed)], draws(5, 4000)).expect("no interrupt");
        let usual = found(vec![9, 1, 0]);
        assert_close(usual.log.expect("possible"), (10.0 * 0.9_f64.powi(9) * 0.1).ln());
        assert_close(usual.p, 1.0);
        let rare = found(vec![4, 6, 0]);
        assert_close(rare.log.expect("possible"), (210.0 * 0.9_f64.powi(4) * 0.1_f64.powi(6)).ln());
        assert!(rare.p < 0.002 && rare.expected > -3.0, "{rare:?}");
        assert_eq!((found(vec![9, 0, 1]).log, found(vec![9, 0, 1]).p), (None, 0.0));
        let tea = likelihood(&[(Law::Counts(vec![1, 3]), vec![3, 1])], draws(5, 20_000)).expect("no interrupt");
        assert_close(tea.log.expect("possible"), (16.0_f64 / 70.0).ln());
        // Six standard errors of 0.0035.
        assert!((tea.p - 34.0 / 70.0).abs() < 0.021, "{tea:?}");
    }

    /// Several kinds are one record: each of two tosses by itself is as good as any other, and both together are too.
    #[test]
    fn kinds_add_up_to_one_record() {
        let toss = || (Law::Chances(vec![0.5, 0.5]), vec![2, 0]);
        let both = likelihood(&[toss(), toss()], draws(2, 20_000)).expect("no interrupt");
        assert_close(both.log.expect("possible"), (1.0_f64 / 16.0).ln());
        // No likelier are 2 or 0 in both kinds: a quarter; six standard errors of 0.003.
        assert!((both.p - 0.25).abs() < 0.0185, "{both:?}");
    }

    #[test]
    fn an_interrupt_leaves_nothing() {
        let draws = Draws { seed: 1, count: 100, interrupted: &|| true };
        let law = Law::Chances(vec![0.5, 0.5]);
        assert_eq!(fit(&[0, 1], &[1, 1], &law, draws), None);
        assert_eq!(likelihood(&[(law.clone(), vec![1, 1])], draws), None);
        assert!(no_likelier(&[1, 1], &law, draws).is_some(), "a list is short");
    }
}
