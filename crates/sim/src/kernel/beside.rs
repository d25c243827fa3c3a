//! Variants beside a base: the same encounters, index by index, and what they have in common counted.

use std::ops::Range;

use super::batches::{in_batches, of_a_moment};
use super::records::{Column, Records};
use super::watch::Watch;

/// The most encounters in a batch: few, so that even short plans have batches for all threads.
pub(crate) const BATCH: u64 = 1024;

/// Encounters that are played in a base and in variants of it.
pub(crate) struct Beside<B, V> {
    /// Plays a range without any change, and replaces a column by the number of each encounter.
    pub(crate) base: B,
    /// The same with the change of a variant, by its index.
    pub(crate) variant: V,
    /// The number of variants.
    pub(crate) variants: usize,
    /// The number of encounters to play, from index 0 on.
    pub(crate) encounters: u64,
}

/// The encounters and counts of one thread.
struct Worker<C> {
    records: Records,
    /// The batch of which the columns hold the base.
    batch: Option<u64>,
    /// Without any change, and with one.
    columns: [Column; 2],
    /// Encounters of all variants together.
    played: u64,
    /// By variant.
    counts: Vec<C>,
}

impl<B, V> Beside<B, V>
where
    B: Fn(Range<u64>, &mut Records, &mut Column) + Sync,
    V: Fn(usize, Range<u64>, &mut Records, &mut Column) + Sync,
{
    /// Plays all encounters in every variant, and counts them pair by pair; `None` after an interrupt. `add` gets the range, and the
    /// numbers of the base and of the variant. Threads do not change the result, if `merge` does not depend on the order.
    ///
    /// A ticket is one batch in one variant, and those of a batch follow each other: a thread plays the base once for all
    /// variants of a batch that it gets.
    pub(crate) fn count<C: Clone + Send + Sync>(
        &self,
        watch: &Watch,
        empty: &C,
        add: impl Fn(&mut C, Range<u64>, &[Column; 2]) + Sync,
        merge: impl Fn(&mut C, &C),
    ) -> Option<Vec<C>> {
        let count = self.variants as u64;
        let total = self.encounters.saturating_mul(count);
        let empty = vec![empty.clone(); self.variants];
        let make = || Worker {
            records: Records::default(),
            batch: None,
            columns: Default::default(),
            played: 0,
            counts: empty.clone(),
        };
        let mut trial = make();
        let size = of_a_moment(BATCH.min(self.encounters), |range| {
            (self.base)(range, &mut trial.records, &mut trial.columns[0]);
        });
        let play = |worker: &mut Worker<C>, ticket: Range<u64>| {
            let (batch, variant) = (ticket.start / count, (ticket.start % count) as usize);
            let range = batch * size..self.encounters.min((batch + 1).saturating_mul(size));
            worker.played += range.end - range.start;
            let Worker { records, columns: [base, changed], .. } = worker;
            if worker.batch != Some(batch) {
                (self.base)(range.clone(), records, base);
                worker.batch = Some(batch);
            }
            (self.variant)(variant, range.clone(), records, changed);
            add(&mut worker.counts[variant], range, &worker.columns);
        };
        let progress = |finished: u64| (watch.progress)(total.min(finished.saturating_mul(size)));
        let tickets = self.encounters.div_ceil(size).saturating_mul(count);
        let workers = in_batches(&(0..tickets), 1, &Watch { progress: &progress, ..*watch }, make, play);
        if workers.iter().map(|worker| worker.played).sum::<u64>() < total {
            return None;
        }
        let mut counts = empty;
        for worker in &workers {
            counts.iter_mut().zip(&worker.counts).for_each(|(count, added)| merge(count, added));
        }
        Some(counts)
    }
}
