//! Batches of encounters on all threads, for work that keeps more than a tally: comparisons, races, searches, coverage.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::kernel::pool::on_each_thread;
use crate::kernel::run::Watch;

/// Plays the encounters of `range` in batches of `size` on the current rayon pool, each thread with a worker of its
/// own, and returns the workers. Which worker played which batch depends on timing, so the caller must merge them in a
/// way that ignores it. After an interrupt no batch is begun; batches handed out before it are played to their end.
pub(crate) fn in_batches<W: Send>(
    range: &Range<u64>,
    size: u64,
    watch: &Watch,
    make: impl Fn() -> W + Sync,
    play: impl Fn(&mut W, Range<u64>) + Sync,
) -> Vec<W> {
    let length = range.end.saturating_sub(range.start);
    let batches = length.div_ceil(size);
    let (next, finished) = (AtomicU64::new(0), AtomicU64::new(0));
    on_each_thread(batches, || {
        let mut worker = make();
        while !(watch.interrupted)() {
            let ticket = next.fetch_add(1, Ordering::Relaxed);
            if ticket >= batches {
                break;
            }
            let start = range.start + ticket * size;
            let end = range.end.min(start.saturating_add(size));
            play(&mut worker, start..end);
            (watch.progress)(finished.fetch_add(end - start, Ordering::Relaxed) + (end - start));
        }
        worker
    })
}
