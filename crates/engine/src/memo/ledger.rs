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

/// What turns come to, as it is added up.
#[derive(Debug, Clone, Copy)]
struct Row {
    /// Of the first metrics.
    amounts: Amounts,
    lead: i32,
    played: u16,
    ends_round: bool,
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
    rows: Vec<Row>,
    /// By number, the amounts of the other metrics.
    others: Vec<Amounts>,
    /// How many amounts of these a number has.
    portions: usize,
    /// The most that turns add to a metric, at least 1.
    amount_max: u8,
    /// So many can be added up until a byte may overflow.
    addends_max: usize,
    /// Whether any turns add numbers of rounds.
    counts_rounds: bool,
    metrics: usize,
    /// The metrics of the last fight, and zeros behind them.
    counts: Vec<[u32; AT_ONCE]>,
}

impl Ledger {
    /// A ledger of no turn, for so many metrics.
    pub(super) fn new(metrics: usize) -> Self {
        let portions = metrics.saturating_sub(1) / AT_ONCE;
        let mut new = Self {
            all: Numbered::new(),
            rows: Vec::new(),
            others: Vec::new(),
            portions,
            amount_max: 1,
            addends_max: u8::MAX.into(),
            counts_rounds: false,
            metrics,
            counts: vec![[0; AT_ONCE]; portions + 1],
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
            + size_of::<Row>()
            + self.portions * size_of::<Amounts>();
        self.all.len() * each
    }

    /// The number of what turns come to that [fit](Turns::fits).
    pub(super) fn number(&mut self, turns: &Turns) -> u32 {
        let number = self.all.number(turns);
        if number as usize == self.rows.len() {
            self.add(turns);
        }
        number
    }

    fn add(&mut self, turns: &Turns) {
        self.amount_max = self.amount_max.max(turns.amount_max() as u8);
        self.addends_max = (u8::MAX / self.amount_max).into();
        self.counts_rounds |= !turns.of_round.is_empty();
        let mut bytes = turns.amounts.iter().map(|&amount| amount as u8);
        let mut amounts = || Amounts::default().map(|_| u64::from_le_bytes([0; 8].map(|_| bytes.next().unwrap_or(0))));
        self.rows.push(Row {
            amounts: amounts(),
            lead: turns.lead.unwrap_or(0),
            played: turns.played as u16,
            ends_round: turns.lead.is_some(),
        });
        self.others.extend((0..self.portions).map(|_| amounts()));
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
        let (first, others) = numbers.split_at(numbers.len().min(self.addends_max));
        let sums = self.sum_of_first(first, &mut summary);
        self.counts[0].fill(0);
        add_each(&mut self.counts[0], &sums);
        if !others.is_empty() || self.portions > 0 || self.counts_rounds {
            self.sum_up_others(numbers, others, &mut summary);
        }
        summary
    }

    /// Adds up the rest of a fight: turns after those whose sums fit a byte, the metrics after the first ones, and rounds.
    #[inline(never)]
    fn sum_up_others(&mut self, numbers: &[u32], others: &[u32], summary: &mut Summary) {
        for some in others.chunks(self.addends_max) {
            let sums = self.sum_of_first(some, summary);
            add_each(&mut self.counts[0], &sums);
        }
        for portion in 0..self.portions {
            self.counts[portion + 1].fill(0);
            for some in numbers.chunks(self.addends_max) {
                let amounts = |&number: &u32| self.others[number as usize * self.portions + portion];
                let sums = some.iter().map(amounts).fold(Amounts::default(), plus);
                add_each(&mut self.counts[portion + 1], &sums);
            }
        }
        if self.counts_rounds {
            self.add_rounds(numbers);
        }
    }

    /// The sums of the first metrics.
    #[inline(always)]
    fn sum_of_first(&self, numbers: &[u32], summary: &mut Summary) -> Amounts {
        let mut sums = Amounts::default();
        for &number in numbers {
            let row = &self.rows[number as usize];
            sums = plus(sums, row.amounts);
            summary.played += u64::from(row.played);
            if row.ends_round {
                summary.lead.watch(row.lead);
            }
        }
        sums
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

/// Sums of amounts that fit their bytes.
#[inline(always)]
fn plus(first: Amounts, second: Amounts) -> Amounts {
    std::array::from_fn(|index| first[index].wrapping_add(second[index]))
}

/// Adds the amounts one by one. A call, lest the sums fall apart into bytes while they are added up.
#[inline(never)]
fn add_each(counts: &mut [u32; AT_ONCE], amounts: &Amounts) {
    for (count, amount) in counts.iter_mut().zip(amounts.map(u64::to_le_bytes).as_flattened()) {
        *count += u32::from(*amount);
    }
}
