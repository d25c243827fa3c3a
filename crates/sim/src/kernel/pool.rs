//! The threads that encounters are played on: the current rayon pool, or without the feature `threads` the caller's own.

/// Calls `work` on all threads at once, though no more often than there are jobs, and returns what the calls yielded.
/// The calls share the jobs among themselves, so that a slow thread takes fewer of them.
#[cfg(feature = "threads")]
pub(crate) fn on_each_thread<T: Send>(jobs: u64, work: impl Fn() -> T + Sync) -> Vec<T> {
    use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};
    let calls = jobs.min(rayon::current_num_threads() as u64) as usize;
    (0..calls).into_par_iter().with_max_len(1).map(|_| work()).collect()
}

/// Calls `work` once, if there are jobs, and returns what it yielded: a single call does all of them.
#[cfg(not(feature = "threads"))]
pub(crate) fn on_each_thread<T: Send>(jobs: u64, work: impl Fn() -> T + Sync) -> Vec<T> {
    (0..jobs.min(1)).map(|_| work()).collect()
}

/// Does both at once, on two threads if there are two.
#[cfg(feature = "threads")]
pub(crate) fn both<A: Send, B: Send>(first: impl FnOnce() -> A + Send, second: impl FnOnce() -> B + Send) -> (A, B) {
    rayon::join(first, second)
}

/// Does one after the other.
#[cfg(not(feature = "threads"))]
pub(crate) fn both<A: Send, B: Send>(first: impl FnOnce() -> A + Send, second: impl FnOnce() -> B + Send) -> (A, B) {
    (first(), second())
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;

    #[test]
    fn every_job_is_done_once_by_no_more_calls_than_jobs() {
        for jobs in [0, 1, 2, 1000] {
            let next = AtomicU64::new(0);
            let work = || std::iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed)).take_while(|job| *job < jobs);
            let done = on_each_thread(jobs, || work().collect::<Vec<_>>());
            assert!(done.len() as u64 <= jobs);
            let mut all = done.concat();
            all.sort_unstable();
            assert!(all.into_iter().eq(0..jobs), "{jobs} jobs");
        }
    }
}
