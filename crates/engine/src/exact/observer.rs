//! Who watches a solution while it is worked out.

/// How far a solution is. The states come first, then the mass is passed along them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Advance {
    /// States are searched.
    Searching {
        /// Different states met so far, those within the set-up included.
        states: usize,
        /// States whose transitions are all known; the search is over when these are all of them.
        followed: usize,
    },
    /// The probability mass is passed on, a round at a time.
    Passing {
        /// The round that was finished; 0 is the set-up.
        round: usize,
        /// The round limit. Most solutions are over long before.
        rounds_max: usize,
        /// The chance that an encounter is still going after this round.
        fighting: f64,
    },
    /// There is a solution, or there will be none.
    Over,
}

/// Watches a solution, and may stop it. Whoever works on a solution speaks to it, on whatever thread.
pub trait Observer: Sync {
    /// Whether the solution is to be given up. Asked every few milliseconds.
    fn is_interrupted(&self) -> bool;

    /// Hears how far the solution is: after each state, after each round, and at the end.
    fn advances(&self, _: Advance) {}
}

/// Stops when the closure says so, and ignores everything else.
impl<F: Fn() -> bool + Sync + ?Sized> Observer for F {
    fn is_interrupted(&self) -> bool {
        self()
    }
}
