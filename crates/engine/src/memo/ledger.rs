//! What turns come to beside the states they lead to: counts, and the lead after the round.

use super::Amounts;
use crate::lead::{Balance, LeadHistory};
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
type Packed = [u64; AT_ONCE / 8];

/// What turns come to, as it is added up.
#[derive(Debug, Clone, Copy)]
struct Row {
    /// Of the first metrics.
    amounts: Packed,
    lead: i32,
    played: u16,
    ends_round: bool,
}

/// What a fight came to that is over.
#[derive(Debug, Clone, Copy, Default)]
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
    others: Vec<Packed>,
    /// How many amounts of these a number has.
    portions: usize,
    /// The most that turns add to a metric, at least 1.
    amount_max: u8,
    /// So many can be added up until a byte may overflow.
    addends_max: usize,
    /// Whether any turns add numbers of rounds.
    counts_rounds: bool,
    metrics: usize,
    /// The metrics of the last fight, and zeros behind them: in bytes, unless they need more.
    bytes: Vec<[[u8; 8]; AT_ONCE / 8]>,
    words: Vec<[u32; AT_ONCE]>,
    are_bytes: bool,
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
            bytes: vec![[[0; 8]; AT_ONCE / 8]; portions + 1],
            words: vec![[0; AT_ONCE]; portions + 1],
            are_bytes: true,
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
            + self.portions * size_of::<Packed>();
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
        let mut amounts = || Packed::default().map(|_| u64::from_le_bytes([0; 8].map(|_| bytes.next().unwrap_or(0))));
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
    pub(super) fn counts(&self) -> Amounts<'_> {
        if self.are_bytes {
            Amounts::Bytes(&self.bytes.as_flattened()[..self.metrics.div_ceil(8)])
        } else {
            Amounts::Words(&self.words.as_flattened()[..self.metrics])
        }
    }

    /// Adds up the turns of a fight.
    #[inline(always)]
    pub(super) fn sum_up(&mut self, numbers: &[u32]) -> Summary {
        self.are_bytes = numbers.len() <= self.addends_max && !self.counts_rounds;
        if !self.are_bytes {
            return self.sum_up_in_words(numbers);
        }
        let (sums, summary) = self.sum_of_first(numbers, Summary::default());
        self.bytes[0] = sums.map(u64::to_le_bytes);
        for portion in 1..=self.portions {
            self.bytes[portion] = self.sum_of_others(numbers, portion).map(u64::to_le_bytes);
        }
        summary
    }

    /// Adds up a fight with more turns than those whose sums fit a byte, or with metrics of rounds.
    #[inline(never)]
    fn sum_up_in_words(&mut self, numbers: &[u32]) -> Summary {
        self.words.as_flattened_mut().fill(0);
        let mut summary = Summary::default();
        for some in numbers.chunks(self.addends_max) {
            let sums;
            (sums, summary) = self.sum_of_first(some, summary);
            add_each(&mut self.words[0], &sums);
            for portion in 1..=self.portions {
                let sums = self.sum_of_others(some, portion);
                add_each(&mut self.words[portion], &sums);
            }
        }
        if self.counts_rounds {
            self.add_rounds(numbers);
        }
        summary
    }

    /// The sums of a later portion of the metrics.
    fn sum_of_others(&self, numbers: &[u32], portion: usize) -> Packed {
        let amounts = |&number: &u32| self.others[number as usize * self.portions + portion - 1];
        numbers.iter().map(amounts).fold(Packed::default(), plus)
    }

    /// The sums of the first metrics, and `before` with what these turns come to beside them.
    #[inline(always)]
    fn sum_of_first(&self, numbers: &[u32], before: Summary) -> (Packed, Summary) {
        let (mut sums, mut summary) = (Packed::default(), before);
        for &number in numbers {
            let row = &self.rows[number as usize];
            sums = plus(sums, row.amounts);
            summary.played += u64::from(row.played);
            if row.ends_round {
                summary.lead.watch(Balance::of(row.lead));
            }
        }
        (sums, summary)
    }

    /// Adds the numbers of rounds to the metrics of a fight.
    #[cold]
    #[inline(never)]
    fn add_rounds(&mut self, numbers: &[u32]) {
        let mut round = 0;
        for &number in numbers {
            let turns = self.all.value(number);
            for &metric in &turns.of_round {
                self.words.as_flattened_mut()[metric as usize] += round;
            }
            round += u32::from(turns.lead.is_some());
        }
    }
}

/// Sums of amounts that fit their bytes.
#[inline(always)]
fn plus(first: Packed, second: Packed) -> Packed {
    std::array::from_fn(|index| first[index].wrapping_add(second[index]))
}

/// Adds the amounts one by one.
fn add_each(counts: &mut [u32; AT_ONCE], amounts: &Packed) {
    for (count, amount) in counts.iter_mut().zip(amounts.map(u64::to_le_bytes).as_flattened()) {
        *count += u32::from(*amount);
    }
}
