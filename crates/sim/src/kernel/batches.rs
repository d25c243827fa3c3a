//! The one fan-out: batches of encounters on all threads.
//!
//! Batches are handed out in order, one at a time, and every batch handed out is played to its end. So the encounters
//! finished before an interrupt are a prefix of the range, cell by cell, and a partial result can be reproduced like a
//! whole one. Each worker is used from its first batch to its last: memory does not depend on the number of encounters.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use super::pool::on_each_thread;
use super::run::Watch;

/// Which encounters to play, in which portions.
#[derive(Debug, Clone)]
pub(crate) struct Batches<'a> {
    /// The encounters of each cell; the cells are played one after the other.
    pub(crate) cells: &'a [Range<u64>],
    /// Encounters in a batch, at least 1 (0 counts as 1).
    pub(crate) size: u64,
}

impl Batches<'_> {
    /// Plays all batches on the current pool, each thread with a worker of its own, which it makes itself, so that no two
    /// share a cache line; returns what `finish` makes of them, on the same thread. `play` gets the index of the cell with
    /// each batch. Which worker played which batch depends on timing, so the caller must merge them in a way that ignores
    /// it. After an interrupt no batch is begun; progress counts the encounters of all cells together.
    pub(crate) fn play<W, T: Send>(
        &self,
        watch: &Watch,
        make: impl Fn() -> W + Sync,
        play: impl Fn(&mut W, usize, Range<u64>) + Sync,
        finish: impl Fn(W) -> T + Sync,
    ) -> Vec<T> {
        let size = self.size.max(1);
        // By cell, the number of the first batch that is of a later one.
        let mut jobs = 0_u64;
        let ends: Vec<u64> = self
            .cells
            .iter()
            .map(|range| {
                jobs = jobs.saturating_add(range.end.saturating_sub(range.start).div_ceil(size));
                jobs
            })
            .collect();
        let (next, finished) = (AtomicU64::new(0), AtomicU64::new(0));
        let work = || {
            let mut worker = make();
            while !(watch.interrupted)() {
                // Relaxed is enough: the ticket orders no other memory access. Each worker takes one ticket too many at most,
                // so that only a plan of nearly 2^64 batches could wrap the counter.
                let ticket = next.fetch_add(1, Ordering::Relaxed);
                if ticket >= jobs {
                    break;
                }
                let cell = ends.partition_point(|&end| end <= ticket);
                let before = cell.checked_sub(1).map_or(0, |before| ends[before]);
                let Range { start, end } = self.cells[cell];
                let start = start + (ticket - before) * size;
                let batch = start..end.min(start.saturating_add(size));
                let played = batch.end - batch.start;
                play(&mut worker, cell, batch);
                (watch.progress)(finished.fetch_add(played, Ordering::Relaxed) + played);
            }
            finish(worker)
        };
        on_each_thread(jobs, work)
    }
}

/// As [`Batches::play`], of one scenario; returns the workers.
pub(crate) fn in_batches<W: Send>(
    range: &Range<u64>,
    size: u64,
    watch: &Watch,
    make: impl Fn() -> W + Sync,
    play: impl Fn(&mut W, Range<u64>) + Sync,
) -> Vec<W> {
    Batches { cells: std::slice::from_ref(range), size }.play(
        watch,
        make,
        |worker, _, batch| play(worker, batch),
        |worker| worker,
    )
}
