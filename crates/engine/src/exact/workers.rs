//! Workers of the solver. The engine starts no threads of its own; the caller may lend some.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// Runs independent pieces of work, on any number of threads. No result depends on that number.
pub trait Workers: Sync {
    /// Calls `job` once with every number below `jobs`, in any order, possibly at the same time; returns after all
    /// calls have returned.
    fn run(&self, jobs: usize, job: &(dyn Fn(usize) + Sync));
}

/// A worker that uses the caller's own thread.
#[derive(Debug, Clone, Copy, Default)]
pub struct OneThread;

impl Workers for OneThread {
    fn run(&self, jobs: usize, job: &(dyn Fn(usize) + Sync)) {
        (0..jobs).for_each(job);
    }
}

/// The results of pieces of work in the order of their numbers; at most `at_once` pieces are worked on at the same
/// time.
pub(super) fn map_some_at_once<T: Send>(
    workers: &dyn Workers,
    at_once: usize,
    pieces: usize,
    work: impl Fn(usize) -> T + Sync,
) -> Vec<T> {
    let results: Vec<Mutex<Option<T>>> = (0..pieces).map(|_| Mutex::new(None)).collect();
    let begun = AtomicUsize::new(0);
    workers.run(at_once.min(pieces), &|_| {
        loop {
            let piece = begun.fetch_add(1, Ordering::Relaxed);
            let Some(result) = results.get(piece) else { break };
            set(result, work(piece));
        }
    });
    results.into_iter().map(taken).collect()
}

/// The results of pieces of work in the order of their numbers.
pub(super) fn map<T: Send>(workers: &dyn Workers, pieces: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    map_some_at_once(workers, pieces, pieces, work)
}

/// The results of two pieces of work, which may run at the same time.
pub(super) fn both<A: Send, B: Send>(
    workers: &dyn Workers,
    first: impl Fn() -> A + Sync,
    second: impl Fn() -> B + Sync,
) -> (A, B) {
    let (done_first, done_second) = (Mutex::new(None), Mutex::new(None));
    let put = |piece| match piece {
        0 => set(&done_first, first()),
        _ => set(&done_second, second()),
    };
    workers.run(2, &put);
    (taken(done_first), taken(done_second))
}

fn set<T>(result: &Mutex<Option<T>>, worked: T) {
    *result.lock().unwrap_or_else(PoisonError::into_inner) = Some(worked);
}

fn taken<T>(result: Mutex<Option<T>>) -> T {
    result.into_inner().unwrap_or_else(PoisonError::into_inner).expect("every piece was worked on")
}
