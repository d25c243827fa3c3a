//! Sums of the latest encounters, in numbers so small that several are added at once.

use std::iter::repeat;
use std::mem::take;

use super::quantity::{EXTRA_LANES, Lanes, Summary, extra_lanes};
use super::tally::Tally;

/// Sums of the latest encounters in 32 bits, several of which are added at once, to be carried over into the 128 bits of a
/// tally now and then: additions in 128 bits for every metric of every encounter would cost a seventh of the time of a duel.
#[derive(Debug, Clone)]
pub(crate) struct Recent {
    /// With zeros behind them, as all that is added to them has.
    metrics: [u32; METRICS_MAX],
    squares_of_metrics: [u32; METRICS_MAX],
    /// So many of these are added up: a multiple of [`AT_ONCE`].
    width: usize,
    extras: [u32; EXTRA_LANES],
    squares_of_extras: [u32; EXTRA_LANES],
    /// Encounters that have it, by metric of rounds.
    occurred: Vec<u32>,
    encounters: u32,
}

/// Encounters after which [`Recent`] sums are carried over.
pub(super) const RECENT_MAX: u32 = 256;
/// An encounter with a number of this size or more is added to the wide sums at once: 256 squares of smaller numbers fit
/// 32 bits (8 + 24).
pub(super) const TOO_LARGE: u32 = 1 << 12;
/// Systems with more metrics than this add them to the wide sums at once.
const METRICS_MAX: usize = 64;
/// Metrics that are added at once.
const AT_ONCE: usize = 8;

/// Adds numbers below [`TOO_LARGE`] and their squares.
#[inline(always)]
fn add_small<N: Copy + Into<u32>>(values: &mut [u32], squares: &mut [u32], numbers: &[N]) {
    // One loop for each, so that the compiler need not fear that they overlap, and adds several at once.
    for (value, &number) in values.iter_mut().zip(numbers) {
        *value += number.into();
    }
    for (square, &number) in squares.iter_mut().zip(numbers) {
        // No number is changed by this: the compiler learns that it fits 16 bits, and multiplies several at once.
        let number = number.into() & (TOO_LARGE - 1);
        *square += number * number;
    }
}

impl Recent {
    /// Empty sums for what a tally adds up.
    pub(crate) fn new(tally: &Tally) -> Self {
        let Lanes { metrics, ref of_rounds, .. } = *tally.lanes();
        Self {
            metrics: [0; METRICS_MAX],
            squares_of_metrics: [0; METRICS_MAX],
            width: metrics.min(METRICS_MAX).next_multiple_of(AT_ONCE),
            extras: [0; EXTRA_LANES],
            squares_of_extras: [0; EXTRA_LANES],
            occurred: vec![0; of_rounds.len()],
            encounters: 0,
        }
    }

    /// Adds the numbers of one encounter; `tally` receives the sums when they are carried over.
    #[inline(always)]
    pub(super) fn add(&mut self, counts: &[u32], summary: Summary, tally: &mut Tally) {
        // Reading a copy lets the compiler keep the counts themselves in registers during the fight: a slice of them would
        // force them into memory.
        let mut copy = [0; METRICS_MAX];
        let Some(metrics) = copy.get_mut(..counts.len()) else { return tally.add_lanes(counts, &summary) };
        metrics.copy_from_slice(counts);
        let extras = extra_lanes(&summary);
        if !self.add_copy(&copy, &extras, tally) {
            tally.add_lanes(&copy[..counts.len()], &summary);
        }
    }

    /// Adds the metrics and extras of one encounter. False, and nothing is added, where one is too large. A call, in
    /// which the compiler knows that they do not overlap with the sums, and leaves the registers to the fight.
    #[inline(never)]
    fn add_copy(&mut self, copy: &[u32; METRICS_MAX], extras: &[u32; EXTRA_LANES], tally: &mut Tally) -> bool {
        let metrics = &copy[..self.width];
        if is_any_large(metrics) || is_any_large(extras) {
            return false;
        }
        add_small(&mut self.metrics, &mut self.squares_of_metrics, metrics);
        for (occurred, &metric) in self.occurred.iter_mut().zip(&tally.lanes().of_rounds) {
            *occurred += u32::from(copy[metric] > 0);
        }
        self.add_extras(extras, tally);
        true
    }

    #[inline(always)]
    fn add_extras(&mut self, extras: &[u32; EXTRA_LANES], tally: &mut Tally) {
        add_small(&mut self.extras, &mut self.squares_of_extras, extras);
        self.encounters += 1;
        if self.encounters == RECENT_MAX {
            self.carry_over(tally);
        }
    }

    /// Moves all sums to the tally.
    #[cold]
    #[inline(never)]
    pub(crate) fn carry_over(&mut self, tally: &mut Tally) {
        let moved = |(value, square)| (take(value), take(square));
        let metrics = self.metrics.iter_mut().zip(&mut self.squares_of_metrics).map(moved);
        // Metrics beyond `METRICS_MAX` are never added here.
        let metrics = metrics.chain(repeat((0, 0))).take(tally.lanes().metrics);
        let extras = self.extras.iter_mut().zip(&mut self.squares_of_extras).map(moved);
        // An occurrence is its own square.
        let occurred = self.occurred.iter_mut().map(take).map(|times| (times, times));
        tally.add_sums(metrics.chain(extras).chain(occurred));
        self.encounters = 0;
    }
}

/// Whether a number is too large to be added here. The bitwise or reaches a power of two exactly when one of the numbers
/// does, and takes no branch for each.
#[inline(always)]
fn is_any_large(numbers: &[u32]) -> bool {
    numbers.iter().fold(0, |bits, number| bits | number) >= TOO_LARGE
}
