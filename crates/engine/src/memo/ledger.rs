//! What turns come to beside the states they lead to: counts, and the lead after the round.

use crate::lead::LeadHistory;
use crate::numbered::Numbered;

/// What some turns that were played one after the other come to.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Turns {
    /// How many they are.
    pub(super) played: u32,
    /// The lead after the round that ends with the last of them, if one does.
    pub(super) lead: Option<i32>,
    /// By metric, what they add.
    pub(super) amounts: Vec<u32>,
    /// The metrics to which they add the number of the round, each as often as they do.
    pub(super) of_round: Vec<u32>,
}

impl Turns {
    /// No turn.
    fn none(metrics: usize) -> Self {
        Self { played: 0, lead: None, amounts: vec![0; metrics], of_round: Vec::new() }
    }

    /// Whether they can be added up without rules.
    pub(super) fn fits(&self) -> bool {
        u8::try_from(self.amount_max()).is_ok()
    }

    /// The most that they add to a metric.
    fn amount_max(&self) -> u32 {
        self.amounts.iter().copied().max().unwrap_or(0)
    }

    /// With those after them in the same round.
    pub(super) fn and(&self, after: &Self) -> Self {
        let amounts = self.amounts.iter().zip(&after.amounts).map(|(first, second)| first.saturating_add(*second));
        Self {
            played: self.played + after.played,
            lead: after.lead,
            amounts: amounts.collect(),
            of_round: [&*self.of_round, &*after.of_round].concat(),
        }
    }
}

/// Metrics whose amounts are added at once.
const AT_ONCE: usize = 32;

/// Amounts of some metrics, each of which is a byte of its own that does not overflow.
type Amounts = [u64; AT_ONCE / 8];

/// What is not counted.
#[derive(Debug, Clone, Copy)]
struct Rest {
    lead: i32,
    played: u16,
    ends_round: bool,
    counts_rounds: bool,
}

/// What a fight came to that is over.
#[derive(Debug, Clone, Copy)]
pub(super) struct Summary {
    /// Turns that were played.
    pub(super) played: u64,
    /// The course of the lead, without the end of the fight.
    pub(super) lead: LeadHistory,
}

/// What turns come to, by number: 0 for no turn.
pub(super) struct Ledger {
    all: Numbered<Turns>,
    /// By number.
    rest: Vec<Rest>,
    /// By number, so many as all metrics take.
    amounts: Vec<Amounts>,
    portions: usize,
    /// The most that turns add to a metric, at least 1.
    amount_max: u8,
    metrics: usize,
    /// The metrics of the last fight, and zeros behind them.
    counts: Vec<[u32; AT_ONCE]>,
}

impl Ledger {
    /// A ledger of no turn, for so many metrics.
    pub(super) fn new(metrics: usize) -> Self {
        let portions = metrics.div_ceil(AT_ONCE).max(1);
        let mut new = Self {
            all: Numbered::new(),
            rest: Vec::new(),
            amounts: Vec::new(),
            portions,
            amount_max: 1,
            metrics,
            counts: vec![[0; AT_ONCE]; portions],
        };
        let none = new.number(&Turns::none(metrics));
        debug_assert_eq!(none, 0, "a link within a turn has it");
        new
    }

    /// Bytes that it takes, about.
    pub(super) fn bytes(&self) -> usize {
        let each = Numbered::<Turns>::OVERHEAD
            + 4 * self.metrics
            + size_of::<Turns>()
            + size_of::<Rest>()
            + self.portions * size_of::<Amounts>();
        self.all.len() * each
    }

    /// The number of what turns come to that [fit](Turns::fits).
    pub(super) fn number(&mut self, turns: &Turns) -> u32 {
        let number = self.all.number(turns);
        if number as usize == self.rest.len() {
            self.amount_max = self.amount_max.max(turns.amount_max() as u8);
            self.rest.push(Rest {
                lead: turns.lead.unwrap_or(0),
                played: turns.played as u16,
                ends_round: turns.lead.is_some(),
                counts_rounds: !turns.of_round.is_empty(),
            });
            let mut bytes = turns.amounts.iter().map(|&amount| amount as u8);
            self.amounts.extend((0..self.portions).map(|_| {
                Amounts::default().map(|_| u64::from_le_bytes([0; 8].map(|_: u8| bytes.next().unwrap_or(0))))
            }));
        }
        number
    }

    /// What the turns of both numbers come to, one after the other in the same round; `None` where they do not fit.
    pub(super) fn number_of_both(&mut self, first: u32, second: u32) -> Option<u32> {
        let [first, second] = [first, second].map(|number| self.all.get(number as usize));
        let both = first.and(&second);
        both.fits().then(|| self.number(&both))
    }

    /// The metrics of the fight that was summed up last, in report order.
    #[inline(always)]
    pub(super) fn counts(&self) -> &[u32] {
        &self.counts.as_flattened()[..self.metrics]
    }

    /// Adds up the turns of a fight.
    #[inline(always)]
    pub(super) fn sum_up(&mut self, numbers: &[u32]) -> Summary {
        let mut summary = Summary { played: 0, lead: LeadHistory::default() };
        let mut counts_rounds = false;
        for &number in numbers {
            let rest = self.rest[number as usize];
            summary.played += u64::from(rest.played);
            counts_rounds |= rest.counts_rounds;
            if rest.ends_round {
                summary.lead.watch(rest.lead);
            }
        }
        (0..self.portions).for_each(|portion| self.count(numbers, portion));
        if counts_rounds {
            self.add_rounds(numbers);
        }
        summary
    }

    /// Counts some of the metrics of a fight.
    #[inline(always)]
    fn count(&mut self, numbers: &[u32], portion: usize) {
        self.counts[portion].fill(0);
        // A byte holds the sum of so many.
        for some in numbers.chunks(usize::from(u8::MAX / self.amount_max)) {
            let mut sums = Amounts::default();
            for &number in some {
                let amounts = &self.amounts[number as usize * self.portions + portion];
                for (sum, amount) in sums.iter_mut().zip(amounts) {
                    *sum = sum.wrapping_add(*amount);
                }
            }
            for (count, sum) in self.counts[portion].iter_mut().zip(sums.map(u64::to_le_bytes).as_flattened()) {
                *count += u32::from(*sum);
            }
        }
    }

    /// Adds the numbers of rounds to the metrics of a fight.
    #[cold]
    #[inline(never)]
    fn add_rounds(&mut self, numbers: &[u32]) {
        let mut round = 0;
        for &number in numbers {
            let turns = self.all.value(number);
            for &metric in &turns.of_round {
                self.counts.as_flattened_mut()[metric as usize] += round;
            }
            round += u32::from(turns.lead.is_some());
        }
    }
}
