//! Whoever watches a run.

/// Callbacks that observe the progress of a run and may interrupt it.
#[derive(Clone, Copy)]
pub struct Watch<'a> {
    /// Every worker calls it before each batch; once it returns true, no batch is begun.
    pub interrupted: &'a (dyn Fn() -> bool + Sync),
    /// Called after each batch with the number of encounters finished so far, by the worker that played the batch: calls
    /// may be concurrent, and a smaller number may come after a larger one.
    pub progress: &'a (dyn Fn(u64) + Sync),
}

impl Watch<'static> {
    /// Never interrupts and ignores progress.
    pub const fn none() -> Self {
        Self { interrupted: &|| false, progress: &|_| () }
    }
}
