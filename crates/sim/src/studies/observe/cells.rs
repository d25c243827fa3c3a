//! The likelihood of a record: which rows are told apart for it, and how it changes with the values of a path.
//!
//! Among sampled encounters most rows with several numbers are seen once, so that their shares say nothing. Rows are therefore put
//! into cells: numbers into few bins, rows that are rarely seen into one, and those that are never seen into another. A likelihood of cells is a likelihood: it
//! knows less than one of rows, and nothing wrong. Bins and cells follow from the encounters of all values together, and never from the games.

use std::collections::BTreeMap;

use super::games::{Games, Of};
use super::model::{Classes, Model};
use super::surprise::Pattern;
use crate::kernel::columns::ABSENT;
use crate::stats::goodness::Law;

/// The most bins of each number, and how many are tried if these are too many.
const BINS: [usize; 4] = [16, 8, 4, 2];
/// Encounters of each value that a cell has on average, or else it is rare.
const RARE: u64 = 20;
/// The largest share of encounters in rare cells.
const RARE_SHARE: f64 = 0.05;
/// Blocks of encounters that are left out, one after the other, to find out how sure a likelihood is.
pub(super) const BLOCKS: usize = 20;

/// The bins in which the values of a column are told apart.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Bins {
    /// Not at all: there are too few encounters for it.
    LeftOut,
    /// Each from each.
    Whole,
    /// By the first value of each bin, ascending.
    Starts(Vec<u32>),
}

impl Bins {
    fn of(&self, value: u32) -> u32 {
        match self {
            Self::LeftOut => 0,
            Self::Whole => value,
            Self::Starts(_) if value == ABSENT => ABSENT,
            Self::Starts(starts) => starts.partition_point(|start| *start <= value) as u32,
        }
    }
}

/// A partition of rows, as the bins of each column.
pub(super) struct Partition(Vec<Bins>);

impl Partition {
    /// The finest partition in which rows are seen often enough in the models together: with as many bins in all columns as that allows,
    /// and if two are too many, without some columns.
    pub(super) fn new(games: &Games, models: &[&Model]) -> Self {
        if models.iter().all(|model| model.encounters().is_none()) {
            return Self(games.columns.iter().map(|_| Bins::Whole).collect());
        }
        let [others @ .., fewest] = &BINS;
        let is_whole = |found: &Self| found.left_out().next().is_none();
        let found = others.iter().map(|&most| Self::with_bins(games, models, most)).find(is_whole);
        found.unwrap_or_else(|| Self::with_bins(games, models, *fewest))
    }

    /// The same with so many bins at the most, one column after the other.
    fn with_bins(games: &Games, models: &[&Model], most: usize) -> Self {
        let mut classes = Classes::one(models.iter().map(|model| model.len()).sum());
        let bins = games.columns.iter().enumerate().map(|(column, of)| {
            let values = || models.iter().flat_map(move |model| model.columns[column].iter().copied());
            let bins = told_apart(of.meaning.of, values(), most);
            let refined = classes.and(values().map(|value| bins.of(value)));
            if is_seen_often(&refined, models.len()) {
                classes = refined;
                bins
            } else {
                Bins::LeftOut
            }
        });
        Self(bins.collect())
    }

    /// The indices of the columns that are told apart not at all.
    pub(super) fn left_out(&self) -> impl Iterator<Item = usize> {
        (0..self.0.len()).filter(|&column| self.0[column] == Bins::LeftOut)
    }

    /// Whether numbers are in bins.
    pub(super) fn has_bins(&self) -> bool {
        self.0.iter().any(|bins| matches!(bins, Bins::Starts(_)))
    }

    /// The cells of the games of a pattern and of all models.
    pub(super) fn cells(&self, games: &Games, pattern: &Pattern, models: &[&Model]) -> Cells {
        let rows: usize = models.iter().map(|model| model.len()).sum();
        let mut classes = Classes::one(rows + pattern.games.len());
        for &column in &pattern.columns {
            let bins = &self.0[column];
            if *bins != Bins::LeftOut {
                let all = models.iter().flat_map(|model| model.columns[column].iter().copied());
                let own = pattern.games.iter().map(|&game| pattern.value(games, game, column));
                classes = classes.and(all.chain(own).map(|value| bins.of(value)));
            }
        }
        let is_sampled = models.iter().any(|model| model.encounters().is_some());
        let mut seen = vec![0_u64; classes.count];
        classes.of[..rows].iter().for_each(|class| seen[*class as usize] += 1);
        // Cell 0 is that of all rows that were never seen, and cell 1 that of those that are rare.
        let mut cells = 2;
        let numbers = seen.iter().map(|&seen| match seen {
            0 => 0,
            seen if is_sampled && seen < RARE * models.len() as u64 => 1,
            _ => {
                cells += 1;
                cells - 1
            }
        });
        let numbers: Vec<usize> = numbers.collect();
        let mut observed = vec![0; cells];
        for (&class, &game) in classes.of[rows..].iter().zip(&pattern.games) {
            observed[numbers[class as usize]] += games.list[game].count;
        }
        let (mut weights, mut pooled, mut start) = (Vec::new(), vec![0.0; cells], 0);
        for model in models {
            let mut blocks = vec![vec![0.0; cells]; if is_sampled { BLOCKS } else { 1 }];
            let length = model.len();
            for (row, &class) in classes.of[start..start + length].iter().enumerate() {
                let block = if is_sampled { row * BLOCKS / length } else { 0 };
                let cell = numbers[class as usize];
                blocks[block][cell] += model.weight(row);
                pooled[cell] += model.weight(row);
            }
            weights.push(blocks);
            start += length;
        }
        Cells { observed, weights, pooled, is_sampled }
    }
}

/// The bins of a column's values: each value is a bin, unless the values are numbers and more than `most` of them differ. Then there are at most `most`
/// bins with about as many values in each.
fn told_apart(of: Of, values: impl Iterator<Item = u32>, most: usize) -> Bins {
    if of != Of::Number {
        return Bins::Whole;
    }
    let mut counts = BTreeMap::new();
    values.filter(|value| *value != ABSENT).for_each(|value| *counts.entry(value).or_insert(0_u64) += 1);
    if counts.len() <= most {
        return Bins::Whole;
    }
    let total: u64 = counts.values().sum();
    let (mut starts, mut before, mut filled) = (Vec::new(), 0, 0);
    for (&value, &count) in &counts {
        // A bin begins if those before it have their parts of all.
        if before * most as u64 >= filled * total {
            starts.push(value);
            filled = before * most as u64 / total.max(1) + 1;
        }
        before += count;
    }
    Bins::Starts(starts)
}

/// Whether few rows are in rare classes.
fn is_seen_often(classes: &Classes, models: usize) -> bool {
    let mut seen = vec![0_u64; classes.count];
    classes.of.iter().for_each(|class| seen[*class as usize] += 1);
    let rare: u64 = seen.iter().filter(|seen| **seen < RARE * models as u64).sum();
    rare as f64 <= RARE_SHARE * classes.of.len() as f64
}

/// The counts of each cell, in the games of a pattern and in the models.
pub(super) struct Cells {
    /// By cell, the games.
    pub(super) observed: Vec<u64>,
    /// By model, by block of its encounters, by cell. Exact chances are one block.
    weights: Vec<Vec<Vec<f64>>>,
    /// By cell, the weight in all models together.
    pooled: Vec<f64>,
    is_sampled: bool,
}

impl Cells {
    /// By cell, the weight in a model, with or without a block.
    fn weights(&self, model: usize, without: Option<usize>) -> Vec<f64> {
        let mut sums = vec![0.0; self.observed.len()];
        for (block, weights) in self.weights[model].iter().enumerate() {
            if Some(block) != without {
                sums.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += weight);
            }
        }
        sums
    }

    /// The law of the cells in a model, with the games.
    pub(super) fn law(&self, model: usize) -> (Law, Vec<u64>) {
        let weights = self.weights(model, None);
        let law = if self.is_sampled {
            Law::Counts(weights.into_iter().map(|weight| weight as u64).collect())
        } else {
            Law::Chances(weights)
        };
        (law, self.observed.clone())
    }

    /// The number of cells that any model has.
    pub(super) fn count(&self) -> usize {
        let is_used = |cell: usize| self.weights.iter().flatten().any(|weights| weights[cell] > 0.0);
        (0..self.observed.len()).filter(|&cell| is_used(cell)).count()
    }

    /// The number of games in cells that a model does not have.
    pub(super) fn unseen(&self, model: usize) -> u64 {
        let weights = self.weights(model, None);
        self.observed.iter().zip(weights).filter(|(_, weight)| *weight <= 0.0).map(|(games, _)| games).sum()
    }

    /// The logarithm of the likelihood of the games in a model, with or without a block of its encounters.
    ///
    /// A cell has the share of encounters that it would have with one more, which counts for each cell as much as the cell has
    /// in all models together: so a cell that one model has never shown has a small chance there and not none.
    pub(super) fn log_likelihood(&self, model: usize, without: Option<usize>) -> f64 {
        let weights = self.weights(model, without);
        if !self.is_sampled {
            return likelihood(&self.observed, &weights, 1.0);
        }
        let all: f64 = self.pooled.iter().sum();
        let more = self.pooled.iter().map(|weight| weight.max(1.0) / (all + 1.0));
        let chances: Vec<f64> = weights.iter().zip(more).map(|(weight, more)| weight + more).collect();
        likelihood(&self.observed, &chances, weights.iter().sum::<f64>() + 1.0)
    }
}

/// The sum of the logarithms of chances, each as often as it was observed.
fn likelihood(observed: &[u64], weights: &[f64], total: f64) -> f64 {
    let seen = observed.iter().zip(weights).filter(|(games, _)| **games > 0);
    seen.map(|(&games, weight)| games as f64 * (weight / total).ln()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 100 values, 40 of them 0 and the others 1 to 60: of four bins the first has the 0 alone, since a quarter lies in it, and the others
    /// have about a quarter of all each.
    #[test]
    fn bins_have_about_as_much_each() {
        let values: Vec<u32> = std::iter::repeat_n(0, 40).chain(1..=60).collect();
        let starts = |most: usize| match told_apart(Of::Number, values.iter().copied(), most) {
            Bins::Starts(starts) => starts,
            Bins::Whole | Bins::LeftOut => Vec::new(),
        };
        assert_eq!(starts(4), [0, 1, 11, 36]);
        assert_eq!(starts(2), [0, 11]);
        assert_eq!(
            told_apart(Of::Number, [3, 3, 5].into_iter(), 2),
            Bins::Whole,
            "few values are told apart each from each"
        );
        assert_eq!(told_apart(Of::Share, [0, 1].into_iter(), 2), Bins::Whole);
        assert_eq!([0, 1, 10, 11, 99, ABSENT].map(|value| Bins::Starts(starts(4)).of(value)), [1, 2, 2, 3, 4, ABSENT]);
    }
}
