//! The threads that fights are played on.

use crate::exit::Failure;

/// A pool of `threads` threads; of as many as the machine runs at once where none are given.
pub(crate) fn pool(threads: Option<u16>) -> Result<rayon::ThreadPool, Failure> {
    let available = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let threads = threads.map_or_else(available, usize::from);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.map_err(|error| Failure::plain(format!("cannot start {threads} threads: {error}")))
}
