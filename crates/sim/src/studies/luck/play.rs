//! Encounters with parts of their dice exchanged.

use std::ops::Range;

use equipoise_engine::Seed;
use equipoise_engine::dice::Mixture;
use thiserror::Error;

use super::ask::Luck;
use super::{Deciding, Part, PartOfLuck};
use crate::kernel::beside::Beside;
use crate::kernel::quantity::Kind;
use crate::kernel::records::{Column, Records};
use crate::kernel::run::Watch;
use crate::stats::sobol::Pairs;
use crate::studies::load::Loaded;
use crate::studies::study::Refusal;

/// The reason why nothing is known about the dice.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum LuckError {
    /// The scenario has no such metric.
    #[error("{scenario} has no metric `{metric}`")]
    Unknown {
        /// The scenario's name.
        scenario: String,
        /// The metric that was asked for.
        metric: String,
    },
    /// Some encounters do not have the metric.
    #[error(
        "`{metric}` is a mean among the encounters that have it: other dice may make an encounter one that has not"
    )]
    Missing {
        /// The full name of the metric.
        metric: String,
    },
    /// Nothing is left to the dice.
    #[error("`{metric}` is {value} in all {encounters} encounters: there is nothing for the dice to decide")]
    Constant {
        /// The full name of the metric.
        metric: String,
        /// The number of every encounter.
        value: u32,
        /// The number of encounters that were played.
        encounters: u64,
    },
    /// The exact solution follows the chance that the party wins, and nothing else.
    #[error("--check knows what decides `winners.party` alone, not `{metric}`")]
    NotSolved {
        /// The full name of the metric.
        metric: String,
    },
    /// Not every encounter was played.
    #[error("interrupted: not every part of the dice was exchanged, and nothing is said of any")]
    Interrupted,
}

impl Refusal for LuckError {
    fn help(&self) -> Option<String> {
        match self {
            Self::Missing { metric } => {
                Some(format!("`{metric}` has a share of encounters that have it, `{metric}.share`"))
            }
            Self::Constant { .. } => Some("more encounters may find a rare one that differs".to_owned()),
            Self::Unknown { .. } | Self::NotSolved { .. } | Self::Interrupted => None,
        }
    }

    fn is_interrupt(&self) -> bool {
        matches!(self, Self::Interrupted)
    }
}

/// The pairs of a mixture: what they come to, and the sum of the numbers without exchange.
#[derive(Clone)]
struct Counted {
    pairs: Pairs,
    sum: u128,
}

/// Plays the encounters of a question, with the [full name](crate::studies::sensitivity::full_metric) of its metric, as they are and
/// with every part of their dice exchanged.
///
/// # Errors
/// After an interrupt; when the metric is the same in every encounter, or is missing in some.
pub fn played(scenario: &Loaded, parts: &[Part], asked: &Luck, watch: &Watch) -> Result<Deciding, LuckError> {
    let &Luck { seed, encounters, confidence, .. } = asked;
    let (recordable, metric) = (scenario.fights.recordable(), asked.metric.clone());
    let cast = recordable.cast();
    let Some(quantity) = cast.find(&metric) else {
        return Err(LuckError::Unknown { scenario: scenario.name.clone(), metric });
    };
    let kind = cast.kind(quantity);
    if kind == Kind::MeanAmong {
        return Err(LuckError::Missing { metric });
    }
    let mixtures: Vec<Mixture> = parts.iter().flat_map(Part::mixtures).collect();
    let beside = Beside {
        base: |range, records: &mut Records, column: &mut Column| {
            recordable.record(Seed(seed), range, records);
            records.read(quantity, column);
        },
        variant: |variant: usize, range, records: &mut Records, column: &mut Column| {
            scenario.fights.record_mixed(Seed(seed), mixtures[variant], range, records);
            records.read(quantity, column);
        },
        variants: mixtures.len(),
        encounters,
    };
    let add = |counted: &mut Counted, range: Range<u64>, [base, mixed]: &[Column; 2]| {
        for (index, (&own, &other)) in range.zip(base.values.iter().zip(&mixed.values)) {
            counted.pairs.add(index, [own, other]);
            counted.sum += u128::from(own);
        }
    };
    let merge = |counted: &mut Counted, added: &Counted| {
        counted.pairs.merge(&added.pairs);
        counted.sum += added.sum;
    };
    let empty = Counted { pairs: Pairs::new(), sum: 0 };
    let counted = beside.count(watch, &empty, add, merge).ok_or(LuckError::Interrupted)?;
    let are_shares = matches!(kind, Kind::Share | Kind::YesNo);
    let part = |(part, counted): (&Part, &[Counted])| {
        let [alone, open] = [0, 1].map(|half| counted[half].pairs.unshared(confidence, are_shares));
        let (alone, open) = (alone?.rest(), open?);
        let changed = counted[1].pairs.discordant();
        // Dice that leave nothing open decide nothing alone.
        let alone = if changed == 0 { open } else { alone };
        Some(PartOfLuck { part: part.clone(), alone, open, exact: [None; 2], changed })
    };
    let sum = counted.first().map_or(0, |counted| counted.sum);
    let Some(parts): Option<Vec<PartOfLuck>> = parts.iter().zip(counted.chunks(2)).map(part).collect() else {
        let value = (sum / u128::from(encounters.max(1))) as u32;
        return Err(LuckError::Constant { metric, value, encounters });
    };
    let (name, system) = (scenario.name.clone(), scenario.system.name());
    let pairs: Vec<&Pairs> = counted.chunks(2).map(|counted| &counted[0].pairs).collect();
    let mean = sum as f64 / encounters as f64;
    let by_time: Vec<&Pairs> =
        pairs.iter().zip(&parts).filter(|(_, part)| part.part.is_by_time()).map(|(pairs, _)| *pairs).collect();
    let by_time = Pairs::sum_of_rests(&by_time, confidence);
    Ok(Deciding { unsolved: None, scenario: name, system, metric, mean, encounters, seed, confidence, by_time, parts })
}
