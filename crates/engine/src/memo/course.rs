//! The course of a fight through turns that were learnt.

/// What the turns of a fight came to, in order, by its numbers in [`Ledger`](super::ledger::Ledger).
#[derive(Debug, Clone)]
pub(super) struct Course {
    numbers: Vec<u32>,
    length: usize,
}

impl Course {
    /// Turns for which there is room at first.
    const ROOM: usize = 64;

    /// That of a fight that begins.
    pub(super) fn new() -> Self {
        Self { numbers: vec![0; Self::ROOM], length: 0 }
    }

    /// Forgets all turns.
    #[inline(always)]
    pub(super) fn restart(&mut self) {
        self.length = 0;
    }

    /// Adds the number of what turns came to, unless it is 0, that of no turn.
    #[inline(always)]
    pub(super) fn add(&mut self, number: u32) {
        // Written in any case, since a processor could hardly foresee which draw is the last of its turn.
        match self.numbers.get_mut(self.length) {
            Some(next) => *next = number,
            None => self.push(number),
        }
        self.length += usize::from(number > 0);
    }

    #[cold]
    #[inline(never)]
    fn push(&mut self, number: u32) {
        self.numbers.push(number);
    }

    /// The numbers so far.
    #[inline(always)]
    pub(super) fn numbers(&self) -> &[u32] {
        &self.numbers[..self.length]
    }
}
