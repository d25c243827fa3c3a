//! The surprise of single games.
//!
//! A game is as surprising as the chance of one that is no likelier. Against exact chances a row is as likely as it is. Among
//! encounters that were sampled the likelier of two rows is the one that was seen more often, and of two that were seen equally often,
//! such as once, the one whose cells taken one by one are likelier. The game counts as one encounter more: if it is of the
//! model, its rank among all is any rank with the same chance, so that a tail chance of 1 % comes once in a hundred games.

use std::collections::BTreeMap;

use super::games::{Game, GameColumn, Games, Of};
use super::model::{Classes, Model};
use crate::stats::goodness::TOLERANCE;

/// Logarithms are whole numbers in these parts, so that their sums are the same in any order.
const PARTS: f64 = (1_u64 << 20) as f64;

/// The games that have the same cells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Pattern {
    /// The columns with a value, ascending; at least one.
    pub(super) columns: Vec<usize>,
    /// The games, ascending.
    pub(super) games: Vec<usize>,
}

/// The patterns of all games that have a cell.
pub(super) fn patterns(games: &Games) -> Vec<Pattern> {
    let mut patterns: BTreeMap<Vec<usize>, Vec<usize>> = BTreeMap::new();
    for (index, game) in games.list.iter().enumerate() {
        let columns = (0..game.cells.len()).filter(|&column| game.cells[column].is_some()).collect();
        patterns.entry(columns).or_default().push(index);
    }
    let patterns = patterns.into_iter().filter(|(columns, _)| !columns.is_empty());
    patterns.map(|(columns, games)| Pattern { columns, games }).collect()
}

impl Pattern {
    /// The value of a game in one of the columns.
    pub(super) fn value(&self, games: &Games, game: usize, column: usize) -> u32 {
        debug_assert!(self.columns.contains(&column));
        games.list[game].cells[column].unwrap_or_default()
    }

    /// The tail chance of each game, and how often its row was seen in sampled encounters, or whether it has any chance at all.
    pub(super) fn tails(&self, games: &Games, model: &Model) -> Vec<Tail> {
        let rows = model.len();
        let mut classes = Classes::one(rows + self.games.len());
        for &column in &self.columns {
            let own = self.games.iter().map(|&game| self.value(games, game, column));
            classes = classes.and(model.columns[column].iter().copied().chain(own));
        }
        let mut weights = vec![0.0; classes.count];
        for (row, &class) in classes.of[..rows].iter().enumerate() {
            weights[class as usize] += model.weight(row);
        }
        match model.encounters() {
            None => exact_tails(&weights, &classes.of[rows..]),
            Some(encounters) => {
                let logs = self.logs(games, model);
                let score = |row: usize| (weights[classes.of[row] as usize] as u64, logs[row]);
                let mut scores: Vec<(u64, i64)> = (0..rows).map(score).collect();
                scores.sort_unstable();
                let tail = |row: usize| {
                    let (seen, log) = score(row);
                    let no_likelier = scores.partition_point(|other| *other <= (seen + 1, log));
                    Tail {
                        chance: (no_likelier + 1) as f64 / (encounters + 1) as f64,
                        seen: Some(seen),
                        is_possible: true,
                    }
                };
                (rows..rows + self.games.len()).map(tail).collect()
            }
        }
    }

    /// By row of the model and then of the games, the logarithm of the product of the shares of its cells.
    fn logs(&self, games: &Games, model: &Model) -> Vec<i64> {
        let rows = model.len();
        let mut logs = vec![0_i64; rows + self.games.len()];
        for &column in &self.columns {
            let mut counts: BTreeMap<u32, u64> = BTreeMap::new();
            model.columns[column].iter().for_each(|value| *counts.entry(*value).or_insert(0) += 1);
            let log = |count: u64| (((count + 1) as f64 / (rows + 1) as f64).ln() * PARTS).round() as i64;
            let by_value: BTreeMap<u32, i64> = counts.into_iter().map(|(value, count)| (value, log(count))).collect();
            let own = self.games.iter().map(|&game| self.value(games, game, column));
            let values = model.columns[column].iter().copied().chain(own);
            for (sum, value) in logs.iter_mut().zip(values) {
                *sum += by_value.get(&value).copied().unwrap_or_else(|| log(0));
            }
        }
        logs
    }
}

/// The surprise of a game.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Tail {
    /// The chance of a game that is no likelier.
    pub(super) chance: f64,
    /// The number of sampled encounters that have the same row; `None` if chances are exact.
    pub(super) seen: Option<u64>,
    /// Whether the model allows it at all; a game that was never seen among sampled encounters is taken for possible.
    pub(super) is_possible: bool,
}

fn exact_tails(weights: &[f64], games: &[u32]) -> Vec<Tail> {
    let mut ascending = weights.to_vec();
    ascending.sort_by(f64::total_cmp);
    // The sums of the least weights, from none of them on.
    let mut sums = vec![0.0];
    for weight in &ascending {
        sums.push(sums[sums.len() - 1] + weight);
    }
    let tail = |class: &u32| {
        let own = weights[*class as usize];
        let no_likelier = ascending.partition_point(|other| *other <= own * (1.0 + TOLERANCE));
        Tail { chance: f64::min(sums[no_likelier], 1.0), seen: None, is_possible: own > 0.0 }
    };
    games.iter().map(tail).collect()
}

/// The tail chances of the values of one column.
pub(super) struct CellTails {
    of: Of,
    values: BTreeMap<u32, f64>,
    total: f64,
    is_sampled: bool,
}

impl CellTails {
    pub(super) fn new(column: usize, GameColumn { meaning, .. }: &GameColumn, model: &Model) -> Self {
        let values = model.values(column);
        let total = values.values().fold(0.0, |sum, weight| sum + weight);
        Self { of: meaning.of, values, total, is_sampled: model.encounters().is_some() }
    }

    /// The chance of a value that is no likelier; of a number twice that of one as far on its side.
    pub(super) fn chance(&self, value: u32) -> f64 {
        let sum = |weights: &mut dyn Iterator<Item = &f64>| weights.fold(0.0, |sum, weight| sum + weight);
        // The value counts as one encounter more.
        let more = f64::from(u8::from(self.is_sampled));
        let share = |weight: f64| if self.total + more > 0.0 { (weight + more) / (self.total + more) } else { 0.0 };
        match self.of {
            Of::Number => {
                let (below, above) = (
                    sum(&mut self.values.range(..=value).map(|(_, w)| w)),
                    sum(&mut self.values.range(value..).map(|(_, w)| w)),
                );
                (2.0 * share(below.min(above))).min(1.0)
            }
            Of::Winner | Of::End | Of::Share => {
                let own = self.values.get(&value).copied().unwrap_or_default() + more;
                share(sum(&mut self.values.values().filter(|weight| **weight <= own * (1.0 + TOLERANCE)))).min(1.0)
            }
        }
    }
}

/// The label of a game: its name, or the number of its row.
pub(super) fn name(game: &Game) -> String {
    game.name.clone().unwrap_or_else(|| format!("row {}", game.row))
}
