//! Observers of the solver.

/// The progress of a solution. First the states are searched, then the mass is passed along them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Advance {
    /// The states are being searched.
    Searching {
        /// Different states met so far, those within the set-up included.
        states: usize,
        /// States whose transitions were all found; the search is over once this equals `states`.
        followed: usize,
    },
    /// The probability mass is being passed on, round by round.
    Passing {
        /// The round that was just finished; 0 is the set-up.
        round: usize,
        /// The round limit. Most solutions finish long before it.
        rounds_max: usize,
        /// The chance that an encounter still goes on after this round.
        fighting: f64,
    },
    /// The solver has finished, with or without a solution.
    Over,
}

/// Watches the solver, and may stop it. Called from any of the workers' threads.
pub trait Observer: Sync {
    /// Whether the solver should stop. Asked every few milliseconds.
    fn is_interrupted(&self) -> bool;

    /// Receives the progress: after each state, after each round, and at the end.
    fn advances(&self, _: Advance) {}
}

/// Stops when the closure returns true, and ignores the progress.
impl<F: Fn() -> bool + Sync + ?Sized> Observer for F {
    fn is_interrupted(&self) -> bool {
        self()
    }
}
