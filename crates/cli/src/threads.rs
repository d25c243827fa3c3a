//! The threads that fights are played on.

use crate::diagnostics::note;
use crate::exit::Failure;

/// Threads that are started if they are asked for, although the machine may run fewer at once.
const THREADS_MAX: usize = 64;

/// A pool of `threads` threads; of as many as the machine runs at once where none are given. Of very many, most would wait
/// for the others at every batch: those are not started, which changes no result.
pub(crate) fn pool(threads: Option<u16>) -> Result<rayon::ThreadPool, Failure> {
    let available = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let wanted = threads.map_or(available, usize::from);
    let threads = wanted.min(available.max(THREADS_MAX));
    if threads < wanted {
        note(&format!("{threads} threads instead of {wanted}: this machine runs {available} at once"));
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.map_err(|error| Failure::plain(format!("cannot start {threads} threads: {error}")))
}
