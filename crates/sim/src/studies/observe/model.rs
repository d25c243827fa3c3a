//! The model in the columns of a record: the rows of encounters, sampled or with their exact chances.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use equipoise_engine::exact::Solution;
use equipoise_engine::{LeadHistory, Outcome, Seed, Winner};

use super::games::Meaning;
use crate::kernel::batches::in_batches;
use crate::kernel::columns::{ABSENT, Content};
use crate::kernel::quantity::{Cast, EXTRAS, Quantity, Reader};
use crate::kernel::records::{Column, Recordable, Records};
use crate::kernel::run::{BATCH, Watch};
use crate::stats::goodness::Law;

/// The rows of a model, in the columns of a record.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Model {
    /// By column, then by row: a value, or [`ABSENT`] in an encounter that does not have the number.
    pub(super) columns: Vec<Vec<u32>>,
    /// The chance of each row; `None` of rows that were sampled, which are encounters.
    pub(super) chances: Option<Vec<f64>>,
}

/// The part of an exact solution that has all columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Known {
    /// The winner and all end states.
    ByEnding,
    /// The winner and the rounds.
    ByRound,
}

impl Known {
    /// The part that has these columns; `None` if none has them all.
    pub(super) fn of(columns: &[Meaning]) -> Option<Self> {
        let all = |is_known: fn(Content) -> bool| columns.iter().all(|column| is_known(column.content));
        let by_ending = all(|content| match content {
            Content::Winner
            | Content::End(_)
            | Content::Number(Quantity::Winner(_) | Quantity::End { .. } | Quantity::Group { .. }) => true,
            Content::Number(Quantity::Extra(index)) => EXTRAS[index].is_of_endings(),
            Content::Number(_) | Content::Index => false,
        });
        let by_round =
            all(|content| matches!(content, Content::Winner | Content::Number(Quantity::Winner(_) | Quantity::Rounds)));
        if by_ending { Some(Self::ByEnding) } else { by_round.then_some(Self::ByRound) }
    }
}

impl Model {
    /// Plays encounters on the current pool. After an interrupt it has those that were finished; `None` if there are none.
    pub(super) fn sampled(
        rules: &dyn Recordable,
        meanings: &[Meaning],
        seed: u64,
        range: &Range<u64>,
        watch: &Watch,
    ) -> Option<Self> {
        let make = || (Records::default(), Column::default(), Vec::new());
        let play = |(records, column, played): &mut (Records, Column, Vec<_>), batch: Range<u64>| {
            rules.record(Seed(seed), batch.clone(), records);
            let columns: Vec<Vec<u32>> =
                meanings.iter().map(|meaning| meaning.content.numbers(records, column)).collect();
            played.push((batch.start, columns));
        };
        let mut played: Vec<(u64, Vec<Vec<u32>>)> =
            in_batches(range, BATCH, watch, make, play).into_iter().flat_map(|(_, _, played)| played).collect();
        played.sort_by_key(|(start, _)| *start);
        let column = |index: usize| -> Vec<u32> {
            played.iter().flat_map(|(_, columns)| columns[index].iter().copied()).collect()
        };
        let columns: Vec<Vec<u32>> = (0..meanings.len()).map(column).collect();
        let is_empty = columns.first().is_none_or(Vec::is_empty);
        (!is_empty).then_some(Self { columns, chances: None })
    }

    /// The rows of an exact solution.
    pub(super) fn exact(known: Known, cast: &Cast, meanings: &[Meaning], solution: &Solution) -> Self {
        let mut columns = vec![Vec::new(); meanings.len()];
        let mut chances = Vec::new();
        match known {
            Known::ByEnding => {
                let (reader, counts) = (Reader::new(cast), vec![0; cast.metrics.len()]);
                for (ending, chance) in &solution.endings {
                    let outcome = Outcome { winner: ending.winner, rounds: 0 };
                    let ended = reader.read(outcome, &ending.end_states, &counts, LeadHistory::default());
                    for (column, meaning) in columns.iter_mut().zip(meanings) {
                        column.push(match meaning.content {
                            Content::Winner => ending.winner.index() as u32,
                            Content::End(combatant) => ending.end_states[combatant].index() as u32,
                            Content::Number(quantity) => ended.number(quantity).unwrap_or(ABSENT),
                            Content::Index => ABSENT,
                        });
                    }
                    chances.push(*chance);
                }
            }
            Known::ByRound => {
                for (rounds, of_rounds) in (0..).zip(&solution.by_round) {
                    for (winner, &chance) in Winner::ALL.into_iter().zip(of_rounds) {
                        if chance <= 0.0 {
                            continue;
                        }
                        for (column, meaning) in columns.iter_mut().zip(meanings) {
                            column.push(match meaning.content {
                                Content::Winner => winner.index() as u32,
                                Content::Number(Quantity::Winner(won)) => u32::from(won == winner),
                                _ => rounds,
                            });
                        }
                        chances.push(chance);
                    }
                }
            }
        }
        Self { columns, chances: Some(chances) }
    }

    /// The number of rows.
    pub(super) fn len(&self) -> usize {
        self.columns.first().map_or(0, Vec::len)
    }

    /// The encounters that were sampled; `None` if chances are exact.
    pub(super) fn encounters(&self) -> Option<u64> {
        self.chances.is_none().then(|| self.len() as u64)
    }

    /// The weight of a row: its chance, or 1 of an encounter.
    pub(super) fn weight(&self, row: usize) -> f64 {
        self.chances.as_ref().map_or(1.0, |chances| chances[row])
    }

    /// The values of a column, ascending, each with its weight; without the rows that have none.
    pub(super) fn values(&self, column: usize) -> BTreeMap<u32, f64> {
        let mut values = BTreeMap::new();
        for (row, &value) in self.columns[column].iter().enumerate() {
            if value != ABSENT {
                *values.entry(value).or_insert(0.0) += self.weight(row);
            }
        }
        values
    }

    /// A law of classes with these weights.
    pub(super) fn law(&self, weights: Vec<f64>) -> Law {
        match self.chances {
            Some(_) => Law::Chances(weights),
            None => Law::Counts(weights.into_iter().map(|weight| weight as u64).collect()),
        }
    }
}

/// A numbering of rows, equal if the rows have the same parts. Parts are added one after the other.
#[derive(Debug, Clone)]
pub(super) struct Classes {
    /// By row.
    pub(super) of: Vec<u32>,
    /// The number of classes.
    pub(super) count: usize,
}

impl Classes {
    /// All rows in one class.
    pub(super) fn one(rows: usize) -> Self {
        Self { of: vec![0; rows], count: 1 }
    }

    /// The classes of rows that also have the same part.
    pub(super) fn and(&self, part: impl Iterator<Item = u32>) -> Self {
        // Numbers are given in the order of the rows, and the map is for look-up alone.
        let mut numbers: HashMap<(u32, u32), u32> = HashMap::new();
        let number = |pair: (u32, u32)| {
            let next = numbers.len() as u32;
            *numbers.entry(pair).or_insert(next)
        };
        let of: Vec<u32> = self.of.iter().copied().zip(part).map(number).collect();
        Self { of, count: numbers.len() }
    }
}
