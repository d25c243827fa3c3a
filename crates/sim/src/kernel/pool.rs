//! The threads that encounters are played on: the current rayon pool, or without the feature `threads` the caller's own.
//!
//! The pool hears of jobs by their numbers, whatever they do: its code is compiled once, and not for each kind of job of each system.

use std::iter::repeat_with;
use std::sync::Mutex;

/// Number of threads.
#[cfg(feature = "threads")]
fn threads() -> usize {
    rayon::current_num_threads()
}

/// Number of threads: the caller's own.
#[cfg(not(feature = "threads"))]
const fn threads() -> usize {
    1
}

/// Does each of the jobs once, on whatever threads are free; `together` of them at most are handed to a thread at a time.
#[cfg(feature = "threads")]
pub(super) fn run(jobs: usize, together: usize, job: &(dyn Fn(usize) + Sync)) {
    use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};
    (0..jobs).into_par_iter().with_max_len(together).for_each(job);
}

/// Does the jobs one after the other.
#[cfg(not(feature = "threads"))]
pub(super) fn run(jobs: usize, _: usize, job: &(dyn Fn(usize) + Sync)) {
    (0..jobs).for_each(job);
}

/// As [`run`], and returns the results in the order of the jobs.
pub(super) fn results<T: Send>(jobs: usize, together: usize, job: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let results: Vec<Mutex<Option<T>>> = repeat_with(Mutex::default).take(jobs).collect();
    run(jobs, together, &|number| {
        let result = job(number);
        *results[number].lock().expect("no panic holds it") = Some(result);
    });
    let done = |result: Mutex<Option<T>>| result.into_inner().expect("no panic holds it").expect("every job is done");
    results.into_iter().map(done).collect()
}

/// Calls `work` on all threads at once, though no more often than there are jobs, and returns what the calls yielded.
/// The calls share the jobs among themselves, so that a slow thread takes fewer of them.
pub(crate) fn on_each_thread<T: Send>(jobs: u64, work: impl Fn() -> T + Sync) -> Vec<T> {
    results(jobs.min(threads() as u64) as usize, 1, |_| work())
}

/// Does both at once, on two threads if there are two.
#[cfg(feature = "threads")]
pub(crate) fn both<A: Send, B: Send>(
    first: &mut (dyn FnMut() -> A + Send),
    second: &mut (dyn FnMut() -> B + Send),
) -> (A, B) {
    rayon::join(first, second)
}

/// Does one after the other.
#[cfg(not(feature = "threads"))]
pub(crate) fn both<A: Send, B: Send>(
    first: &mut (dyn FnMut() -> A + Send),
    second: &mut (dyn FnMut() -> B + Send),
) -> (A, B) {
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
