//! An encounter that shows why an expectation fails.

use std::cmp::Ordering;

use equipoise_engine::scenario::Band;

use super::expected::{Asked, Expected};
use super::judge::Look;
use crate::kernel::quantity::Quantity;
use crate::studies::condition::Condition;

/// The number of encounters searched for an expectation that was solved: as many as are played in a second or so.
pub(super) const SEARCHED: u64 = 100_000;

/// The condition of encounters beyond the bound that a failed expectation exceeds: in which happened what happens too
/// often, or did not happen what happens too rarely, or whose number is above the highest or below the lowest mean or
/// percentile.
pub(super) fn beyond(expected: &Expected, look: &Look) -> Option<Condition> {
    let quantity = match expected.asked {
        Asked::Number(quantity) => quantity,
        Asked::Percentile(_) => Quantity::Rounds,
        Asked::Mirror(_) => return None,
    };
    let value = look.value?;
    let Band { at_least, at_most } = expected.band;
    // A failed interval lies outside the band, and the value lies in the interval.
    let is_high = at_most.is_some_and(|most| value > most);
    // A number of an encounter is whole: what it exceeds is the bound without its fraction, and what it falls below the
    // next whole number. A share of 0 to 1 thus becomes the event itself, and its absence.
    let condition = if is_high {
        Condition::compares(quantity, &[Ordering::Greater], at_most?.max(0.0).floor() as u64)
    } else {
        Condition::compares(quantity, &[Ordering::Less], at_least?.max(0.0).ceil() as u64)
    };
    Some(condition)
}
