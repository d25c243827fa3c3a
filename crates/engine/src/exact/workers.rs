//! Who does the solver's work: the engine has no threads of its own, so that the caller lends some.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// Does pieces of work that know nothing of each other, on as many threads as it likes. No result depends on how many.
pub trait Workers: Sync {
    /// Calls `job` once with every number below `jobs`, in any order and at the same time or one after the other;
    /// returns when all have returned.
    fn run(&self, jobs: usize, job: &(dyn Fn(usize) + Sync));
}

/// The caller's own thread.
#[derive(Debug, Clone, Copy, Default)]
pub struct OneThread;

impl Workers for OneThread {
    fn run(&self, jobs: usize, job: &(dyn Fn(usize) + Sync)) {
        (0..jobs).for_each(job);
    }
}

/// The results of pieces of work in the order of their numbers, no more than `at_once` of them worked on at a time.
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

/// What two pieces of work come to, which may be worked on at the same time.
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
