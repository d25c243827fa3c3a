//! Sobol' indices: the portion of the variance of a number that is owed to some of what it depends on.
//!
//! From pairs of numbers that share a part of their dice, each with the same law: half of the mean squared difference is what the
//! part that they do not share brings into the variance (M. J. W. Jansen, "Analysis of variance designs for model output", 1999).

use super::Interval;
use super::interval::wilson;
use super::jackknife::jackknifed;
use crate::ground::Sums;

/// The number of blocks into which pairs are counted: a pair's index modulo this number is its block.
const BLOCKS: usize = 64;
/// The fewest pairs that differ for an interval of numbers other than 0 and 1.
const DISCORDANT_MIN: u64 = 50;

/// Pairs of whole numbers, in blocks of about equally many.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pairs {
    blocks: Vec<Block>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Block {
    pairs: u64,
    /// Pairs whose numbers differ.
    discordant: u64,
    /// Both numbers of each pair.
    both: Sums,
    /// The squares of the differences of each pair.
    squared_differences: u128,
}

impl Block {
    fn plus(self, other: &Self) -> Self {
        let mut both = self.both;
        both.merge(other.both);
        Self {
            pairs: self.pairs + other.pairs,
            discordant: self.discordant + other.discordant,
            both,
            squared_differences: self.squared_differences + other.squared_differences,
        }
    }

    fn minus(self, other: &Self) -> Self {
        let both =
            Sums { values: self.both.values - other.both.values, squares: self.both.squares - other.both.squares };
        Self {
            pairs: self.pairs - other.pairs,
            discordant: self.discordant - other.discordant,
            both,
            squared_differences: self.squared_differences - other.squared_differences,
        }
    }

    /// The variance of the numbers; `None` if they are all the same, or there are none.
    fn variance(&self) -> Option<f64> {
        let count = 2.0 * self.pairs as f64;
        let mean = self.both.values as f64 / count;
        let variance = self.both.squares as f64 / count - mean * mean;
        (variance > 0.0).then_some(variance)
    }

    /// The portion of the variance that the dice bring into it which the numbers of a pair do not share.
    fn unshared(&self) -> Option<f64> {
        Some(self.squared_differences as f64 / (2.0 * self.pairs as f64) / self.variance()?)
    }
}

/// A portion of a variance.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Portion {
    /// The estimate, from 0 to 1.
    pub portion: f64,
    /// A confidence interval within 0 and 1; `None` if there are too few pairs for one.
    pub interval: Option<Interval>,
}

impl Pairs {
    /// No pairs.
    pub fn new() -> Self {
        Self { blocks: vec![Block::default(); BLOCKS] }
    }

    /// Adds the pair of an index.
    pub fn add(&mut self, index: u64, pair: [u32; 2]) {
        let block = &mut self.blocks[(index % BLOCKS as u64) as usize];
        let difference = u128::from(pair[0].abs_diff(pair[1]));
        block.pairs += 1;
        block.discordant += u64::from(difference > 0);
        for number in pair {
            block.both.add(number, 1);
        }
        block.squared_differences += difference * difference;
    }

    /// Adds other pairs, of other indices.
    pub fn merge(&mut self, other: &Self) {
        self.blocks.iter_mut().zip(&other.blocks).for_each(|(block, added)| *block = block.plus(added));
    }

    fn all(&self) -> Block {
        self.blocks.iter().fold(Block::default(), Block::plus)
    }

    /// The pairs whose numbers differ.
    pub fn discordant(&self) -> u64 {
        self.all().discordant
    }

    /// The portion of the variance that is owed to what the numbers of a pair do not share, alone and together with the rest; `None`
    /// if all numbers are the same. `are_shares` says that the numbers are 0 or 1.
    ///
    /// The interval is that of the jackknife over the blocks (R. G. Miller, "The jackknife: a review", 1974); of shares it has that of
    /// Wilson for the discordant pairs in it as well, which holds where few pairs differ.
    pub fn unshared(&self, confidence: f64, are_shares: bool) -> Option<Portion> {
        let all = self.all();
        let portion = all.unshared()?;
        let jackknifed = self.jackknifed(&all, confidence);
        let scored = are_shares.then(|| {
            let Interval { lo, hi } = wilson(all.discordant, all.pairs, confidence);
            all.variance().map(|variance| Interval { lo: lo / (2.0 * variance), hi: hi / (2.0 * variance) })
        });
        let interval = match (jackknifed, scored.flatten()) {
            (Some(one), Some(other)) => Some(Interval { lo: one.lo.min(other.lo), hi: one.hi.max(other.hi) }),
            // The squares of few differences tell too little of the others.
            (one, None) => one.filter(|_| all.discordant >= DISCORDANT_MIN),
            (None, _) => None,
        };
        Some(Portion { portion, interval }.within())
    }

    /// The interval of the jackknife; `None` if a block is empty or holds all that varies.
    fn jackknifed(&self, all: &Block, confidence: f64) -> Option<Interval> {
        Some(jackknifed(all.unshared()?, &self.without_blocks()?, confidence))
    }

    /// By block: the portion without it.
    fn without_blocks(&self) -> Option<Vec<f64>> {
        let all = self.all();
        let has_gaps = self.blocks.iter().any(|block| block.pairs == 0);
        if has_gaps { None } else { self.blocks.iter().map(|block| all.minus(block).unshared()).collect() }
    }

    /// The sum of what is left of the whole by several kinds of pairs with the same indices; `None` if there are too few for an interval.
    pub fn sum_of_rests(several: &[&Self], confidence: f64) -> Option<Portion> {
        let rests = several.iter().map(|pairs| Some(1.0 - pairs.all().unshared()?));
        let sum: f64 = rests.sum::<Option<f64>>()?;
        let by_pairs: Vec<Vec<f64>> = several.iter().map(|pairs| pairs.without_blocks()).collect::<Option<_>>()?;
        let without = |block: usize| by_pairs.iter().map(|without| 1.0 - without[block]).sum();
        let interval = jackknifed(sum, &(0..BLOCKS).map(without).collect::<Vec<f64>>(), confidence);
        Some(Portion { portion: sum, interval: Some(interval) }.within())
    }
}

impl Default for Pairs {
    fn default() -> Self {
        Self::new()
    }
}

impl Portion {
    /// The same within 0 and 1.
    fn within(self) -> Self {
        let within = |interval: Interval| Interval { lo: interval.lo.clamp(0.0, 1.0), hi: interval.hi.clamp(0.0, 1.0) };
        Self { portion: self.portion.clamp(0.0, 1.0), interval: self.interval.map(within) }
    }

    /// The rest of the whole.
    #[must_use]
    pub fn rest(self) -> Self {
        let rest = |interval: Interval| Interval { lo: 1.0 - interval.hi, hi: 1.0 - interval.lo };
        Self { portion: 1.0 - self.portion, interval: self.interval.map(rest) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(numbers: impl Iterator<Item = [u32; 2]>) -> Pairs {
        let mut pairs = Pairs::new();
        numbers.enumerate().for_each(|(index, pair)| pairs.add(index as u64, pair));
        pairs
    }

    /// Of two coins, of which a pair shares the first, each has half of the variance of their sum.
    #[test]
    fn a_coin_of_two_has_half_of_the_variance() {
        // Each block has the same numbers.
        let of = |bit: u32, index: u32| ((index / BLOCKS as u32) >> bit) & 1;
        let sums = (0..8 * 640).map(|index| [of(0, index) + of(1, index), of(0, index) + of(2, index)]);
        let found = pairs(sums).unshared(0.95, false).expect("they vary");
        assert!((found.portion - 0.5).abs() < 1e-12, "{found:?}");
        let interval = found.interval.expect("there are enough");
        assert!(interval.contains(0.5) && interval.hi - interval.lo < 0.1, "{interval:?}");
        assert_eq!(found.rest().interval.map(|rest| rest.hi), Some(1.0 - interval.lo));
    }

    /// Numbers that share everything leave nothing, and those that share nothing everything.
    #[test]
    fn all_and_nothing() {
        let same = pairs((0..6400).map(|index| [index % 2; 2])).unshared(0.95, true).expect("they vary");
        assert!(same.portion.abs() < f64::EPSILON, "{same:?}");
        let hi = same.interval.expect("there are enough").hi;
        assert!(0.0 < hi && hi < 0.005, "few pairs may differ: {hi}");
        let independent = pairs((0..6400).map(|index| [index & 1, index >> 1 & 1])).unshared(0.95, true);
        assert!((independent.expect("they vary").portion - 1.0).abs() < 1e-12);
        assert_eq!(pairs((0..6400).map(|_| [3, 3])).unshared(0.95, false), None);
        assert_eq!(pairs([[0, 1], [1, 0]].into_iter()).unshared(0.95, true).map(|found| found.interval), Some(None));
    }

    #[test]
    fn pairs_of_several_threads_are_joined() {
        let number = |index: u64| [(index * 7 % 5) as u32, (index * 3 % 4) as u32];
        let whole = pairs((0..1000).map(number));
        let mut joined = Pairs::new();
        for part in [500..1000, 0..200, 200..500] {
            let mut some = Pairs::new();
            part.for_each(|index| some.add(index, number(index)));
            joined.merge(&some);
        }
        assert_eq!(joined, whole);
    }
}
