//! The one fan-out: batches of encounters on all threads.
//!
//! Batches are handed out in order, one at a time, and every batch handed out is played to its end. So the encounters
//! finished before an interrupt are a prefix of the range, cell by cell, and a partial result can be reproduced like a
//! whole one. Each worker is used from its first batch to its last: memory does not depend on the number of encounters.
//!
//! The size of a batch depends on the time that the one before it took; no result does.

use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use super::pool::on_each_thread;
use super::watch::Watch;

/// The longest time that a batch should take: an interrupt is heard when it is over, and hardly any time is lost on
/// handing out the next one.
const SHORT: Duration = Duration::from_millis(20);

/// The encounters to play, and the size of their batches.
#[derive(Debug, Clone)]
pub(crate) struct Batches<'a> {
    /// The encounters of each cell; the cells are played one after the other.
    pub(crate) cells: &'a [Range<u64>],
    /// The most encounters in a batch, at least 1 (0 counts as 1). The first of each worker has one, and each has fewer than it
    /// could where that takes more than a moment.
    pub(crate) most: u64,
}

/// The number of encounters in the next batch, after one of `size` encounters that took `took`.
fn next_size(size: u64, took: Duration, most: u64) -> u64 {
    match () {
        () if took < SHORT / 2 => size.saturating_mul(2).min(most.max(1)),
        () if took > SHORT => (size / 2).max(1),
        () => size,
    }
}

/// The number of encounters, at most `most`, that can be played in a moment: twice as many as before are tried until they
/// take as long. For callers that hand out batches of one size in an order of their own.
pub(crate) fn of_a_moment(most: u64, mut play: impl FnMut(Range<u64>)) -> u64 {
    let mut size = 1;
    while size < most && timed(|| play(0..size)) < SHORT / 8 {
        size = size.saturating_mul(2).min(most);
    }
    size
}

/// The encounters that are left to hand out: those of the cell with the number `cell` from `start` on, and those of later cells.
struct Left<'a> {
    cells: &'a [Range<u64>],
    cell: usize,
    start: u64,
}

impl<'a> Left<'a> {
    fn of(cells: &'a [Range<u64>]) -> Self {
        Self { cells, cell: 0, start: cells.first().map_or(0, |range| range.start) }
    }

    /// The next encounters, at most so many, with the number of their cell.
    fn hand_out(&mut self, size: u64) -> Option<(usize, Range<u64>)> {
        loop {
            let Range { end, .. } = *self.cells.get(self.cell)?;
            if self.start < end {
                let batch = self.start..end.min(self.start.saturating_add(size));
                self.start = batch.end;
                return Some((self.cell, batch));
            }
            self.cell += 1;
            self.start = self.cells.get(self.cell)?.start;
        }
    }
}

/// The time that some work takes; zero without threads, since there is no clock then.
fn timed(work: impl FnOnce()) -> Duration {
    #[cfg(feature = "threads")]
    let began = std::time::Instant::now();
    work();
    #[cfg(feature = "threads")]
    return began.elapsed();
    #[cfg(not(feature = "threads"))]
    Duration::ZERO
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
        self.play_with(watch, |_| (), make, |worker, cell, batch, ()| play(worker, cell, batch), finish)
    }

    /// The same, where each batch gets something as well that `hand_out` yields for so many encounters: it is called in the
    /// order of the batches.
    pub(crate) fn play_with<P, W, T: Send>(
        &self,
        watch: &Watch,
        hand_out: impl FnMut(u64) -> P + Send,
        make: impl Fn() -> W + Sync,
        play: impl Fn(&mut W, usize, Range<u64>, P) + Sync,
        finish: impl Fn(W) -> T + Sync,
    ) -> Vec<T> {
        let encounters = self.cells.iter().map(|range| range.end.saturating_sub(range.start));
        let encounters = encounters.fold(0_u64, u64::saturating_add);
        let (left, finished) = (Mutex::new((Left::of(self.cells), hand_out)), AtomicU64::new(0));
        let next = |size| {
            let (left, hand_out) = &mut *left.lock().expect("no panic holds it");
            let (cell, batch) = left.hand_out(size)?;
            let part = hand_out(batch.end - batch.start);
            Some((cell, batch, part))
        };
        let work = || {
            let (mut worker, mut size) = (make(), 1);
            while !(watch.interrupted)() {
                let Some((cell, batch, part)) = next(size) else { break };
                let played = batch.end - batch.start;
                let took = timed(|| play(&mut worker, cell, batch, part));
                size = next_size(size, took, self.most);
                (watch.progress)(finished.fetch_add(played, Ordering::Relaxed) + played);
            }
            finish(worker)
        };
        on_each_thread(encounters, work)
    }
}

/// As [`Batches::play`], of one scenario, in batches of `most` encounters and fewer; returns the workers.
pub(crate) fn in_batches<W: Send>(
    range: &Range<u64>,
    most: u64,
    watch: &Watch,
    make: impl Fn() -> W + Sync,
    play: impl Fn(&mut W, Range<u64>) + Sync,
) -> Vec<W> {
    Batches { cells: std::slice::from_ref(range), most }.play(
        watch,
        make,
        |worker, _, batch| play(worker, batch),
        |worker| worker,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_is_handed_out_in_order_cell_by_cell() {
        let cells = [3..3, 10..15, Range { start: 9, end: 4 }, 2..3, u64::MAX - 2..u64::MAX];
        let mut left = Left::of(&cells);
        let handed_out: Vec<_> = [1, 3, 3, 9, 9].into_iter().map_while(|size| left.hand_out(size)).collect();
        assert_eq!(handed_out, [(1, 10..11), (1, 11..14), (1, 14..15), (3, 2..3), (4, u64::MAX - 2..u64::MAX)]);
        assert_eq!((left.hand_out(1), Left::of(&[]).hand_out(1)), (None, None));
    }

    #[test]
    fn batches_that_take_long_become_smaller() {
        let (quick, right, slow) = (SHORT / 10, SHORT * 3 / 4, SHORT * 2);
        let sizes = |most: u64| {
            let mut size = 1;
            [quick, quick, quick, quick, slow, right, quick, slow, slow, slow, slow].map(|took| {
                let next = next_size(size, took, most);
                std::mem::replace(&mut size, next)
            })
        };
        assert_eq!(sizes(6), [1, 2, 4, 6, 6, 3, 3, 6, 3, 1, 1]);
        assert_eq!((sizes(1), sizes(0)), ([1; 11], [1; 11]));
    }

    #[test]
    #[cfg(feature = "threads")]
    fn a_moment_is_known_by_trying() {
        let of = |most, encounter| {
            let mut tried = Vec::new();
            let size = of_a_moment(most, |range| {
                tried.push(range.end);
                std::thread::sleep(encounter);
            });
            (size, tried)
        };
        // Even nothing may take long where others work: what is tried is doubled for as long as it does not.
        let (size, tried) = of(5, Duration::ZERO);
        assert!(
            [1, 2, 4].starts_with(&tried) && (tried.ends_with(&[size]) || tried.len() == 3 && size == 5),
            "{tried:?}"
        );
        assert_eq!(of(1000, SHORT), (1, vec![1]));
        assert_eq!((of(1, SHORT), of(0, SHORT)), ((1, vec![]), (1, vec![])));
    }

    /// Fights that take long are shared among the threads however few they are, and an interrupt waits for one of them alone.
    #[test]
    #[cfg(feature = "threads")]
    fn few_long_fights_are_played_on_all_threads() {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().expect("a small pool");
        let both = std::sync::Barrier::new(2);
        let play = |worker: &mut u64, batch: Range<u64>| {
            *worker += batch.end - batch.start;
            if *worker == 1 {
                both.wait();
            }
        };
        let played = pool.install(|| in_batches(&(0..2), 4096, &Watch::none(), || 0, play));
        assert_eq!(played, [1, 1]);
    }
}
