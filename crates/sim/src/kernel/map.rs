//! The same work on every item of a list, on all threads of the current rayon pool, or without the feature `threads` on the
//! caller's own.

use equipoise_engine::exact::Workers;

use super::pool::{results, run};

/// Maps every item, each on whatever thread is free, and keeps the order of the list.
pub fn map_all<T: Sync, U: Send>(items: &[T], work: impl Fn(&T) -> U + Sync) -> Vec<U> {
    results(items.len(), usize::MAX, |number| work(&items[number]))
}

/// All threads of the current rayon pool, or without the feature `threads` the caller's own, for the exact solver.
#[derive(Debug, Clone, Copy)]
pub struct AllThreads;

impl Workers for AllThreads {
    fn run(&self, jobs: usize, job: &(dyn Fn(usize) + Sync)) {
        run(jobs, usize::MAX, job);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_keep_the_order_of_the_items() {
        let items: Vec<u64> = (0..10_000).collect();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(4).build().expect("a small pool");
        let squares = pool.install(|| map_all(&items, |item| item * item));
        assert!(squares.iter().zip(&items).all(|(square, item)| *square == item * item));
        assert_eq!(squares.len(), items.len());
    }
}
