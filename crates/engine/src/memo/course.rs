//! The course of a fight through the turns that were learnt, and what it comes to.

/// What a turn has counted.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Counted {
    /// By metric, what it adds.
    pub(super) amounts: Vec<u32>,
    /// The metrics to which the number of the round is added, each as often as it is.
    pub(super) of_round: Vec<u32>,
}

impl Counted {
    /// Whether it can be added up without rules.
    pub(super) fn fits(&self) -> bool {
        u8::try_from(self.amount_max()).is_ok()
    }

    /// The most that it adds to a metric.
    pub(super) fn amount_max(&self) -> u32 {
        self.amounts.iter().copied().max().unwrap_or(0)
    }

    /// With what was counted after it.
    pub(super) fn and(&self, after: &Self) -> Self {
        let amounts = self.amounts.iter().zip(&after.amounts).map(|(first, second)| first.saturating_add(*second));
        Self { amounts: amounts.collect(), of_round: [&*self.of_round, &*after.of_round].concat() }
    }
}

/// Amounts of some metrics, added at once.
pub(super) type Bytes = [u8; 32];

/// Whether a number of what a turn has counted says that numbers of rounds are added, too.
pub(super) const OF_ROUND: u32 = 1 << 31;

/// By which links the turns of a fight have ended, in order.
#[derive(Debug, Clone)]
pub(super) struct Course {
    links: Vec<u32>,
    length: usize,
}

impl Course {
    /// Turns for which there is room at first.
    const ROOM: usize = 64;

    /// That of a fight that begins.
    pub(super) fn new() -> Self {
        Self { links: vec![0; Self::ROOM], length: 0 }
    }

    /// Forgets all turns.
    pub(super) fn restart(&mut self) {
        self.length = 0;
    }

    /// Notes a link if it ends a turn.
    #[inline(always)]
    pub(super) fn note(&mut self, link: u32, ends_turn: bool) {
        if self.length == self.links.len() {
            self.make_room();
        }
        // Written in any case, since a processor could hardly foresee which draw is the last of its turn.
        self.links[self.length] = link;
        self.length += usize::from(ends_turn);
    }

    #[cold]
    #[inline(never)]
    fn make_room(&mut self) {
        self.links.resize(2 * self.links.len(), 0);
    }

    /// The links so far.
    #[inline(always)]
    pub(super) fn links(&self) -> &[u32] {
        &self.links[..self.length]
    }
}

/// Adds up some metrics over links, each of which adds `amounts_of` it, and `amount_max` at most.
#[inline(always)]
pub(super) fn sum<'a>(
    links: &[u32],
    amounts_of: impl Fn(&u32) -> &'a Bytes,
    amount_max: u8,
    sums: &mut [u32; size_of::<Bytes>()],
) {
    sums.fill(0);
    // Bytes hold the sums of so many.
    for some in links.chunks(usize::from(u8::MAX / amount_max)) {
        let mut small = Bytes::default();
        for link in some {
            let (before, added) = (small, amounts_of(link));
            small = std::array::from_fn(|index| before[index].wrapping_add(added[index]));
        }
        for (sum, small) in sums.iter_mut().zip(small) {
            *sum += u32::from(small);
        }
    }
}
