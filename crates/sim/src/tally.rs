//! The counts of a run: integers only, so that the order of adding cannot change a result.

use equipoise_engine::{EndState, Outcome, Ruleset, Side, Winner};

/// Sum and sum of squares of one non-negative integer per encounter.
///
/// Values are at most 2^32 - 1 and encounters at most 2^64 - 1, so neither sum can overflow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Sums {
    /// Sum of the values.
    pub values: u128,
    /// Sum of their squares.
    pub squares: u128,
}

impl Sums {
    /// Adds `times` encounters that yielded `value` each.
    #[inline]
    pub fn add(&mut self, value: u32, times: u64) {
        let value = u128::from(value);
        self.values += value * u128::from(times);
        self.squares += value * value * u128::from(times);
    }

    pub(crate) fn merge(&mut self, other: Self) {
        self.values += other.values;
        self.squares += other.squares;
    }
}

/// Sums of the metrics of the latest encounters in 32 bits, several of which are added at once, to be carried over into the
/// 128 bits of a tally now and then: additions in 128 bits for every metric of every encounter would cost a seventh of the
/// time of a duel.
#[derive(Debug, Clone)]
pub(crate) struct Recent {
    values: Vec<u32>,
    squares: Vec<u32>,
    encounters: u32,
}

/// Encounters after which [`Recent`] sums are carried over.
const RECENT_MAX: u32 = 256;
/// An encounter with a count of this size or more is added to the wide sums at once: 256 squares of smaller counts fit
/// 32 bits (8 + 24).
const TOO_LARGE: u32 = 1 << 12;
/// Systems with more metrics than this add them to the wide sums at once.
const METRICS_COPIED_MAX: usize = 64;

impl Recent {
    /// Empty sums for so many metrics.
    pub(crate) fn new(metrics: usize) -> Self {
        Self { values: vec![0; metrics], squares: vec![0; metrics], encounters: 0 }
    }

    /// Adds the metrics of one encounter, in report order; `tally` receives the sums when they are carried over.
    #[inline(always)]
    pub(crate) fn add(&mut self, counts: &[u32], tally: &mut Tally) {
        // Reading a copy lets the compiler keep the counts themselves in registers during the fight: a slice of them would
        // force them into memory.
        let mut copy = [0; METRICS_COPIED_MAX];
        let Some(copy) = copy.get_mut(..counts.len()) else { return tally.add_counts(counts) };
        copy.copy_from_slice(counts);
        // The bitwise or reaches a power of two exactly when one of the counts does, and takes no branch for each.
        if copy.iter().fold(0, |bits, count| bits | count) >= TOO_LARGE {
            return tally.add_counts(copy);
        }
        // One loop for each, so that the compiler need not fear that they overlap, and adds several at once.
        for (value, &mut count) in self.values.iter_mut().zip(&mut *copy) {
            *value += count;
        }
        for (square, &mut count) in self.squares.iter_mut().zip(copy) {
            // No count is changed by this: the compiler learns that it fits 16 bits, and multiplies several at once.
            let count = count & (TOO_LARGE - 1);
            *square += count * count;
        }
        self.encounters += 1;
        if self.encounters == RECENT_MAX {
            self.carry_over(tally);
        }
    }

    /// Moves all sums to the tally.
    pub(crate) fn carry_over(&mut self, tally: &mut Tally) {
        for (sums, (value, square)) in tally.metrics.iter_mut().zip(self.values.iter_mut().zip(&mut self.squares)) {
            sums.values += u128::from(std::mem::take(value));
            sums.squares += u128::from(std::mem::take(square));
        }
        self.encounters = 0;
    }
}

/// All counts that a report needs, over some encounters of one scenario.
///
/// Two tallies are equal when they were made from the same encounters, in any order and in any parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tally {
    /// The number of encounters.
    pub encounters: u64,
    /// Encounters by `rounds * 4 + winner`; as long as the longest encounter needs.
    pub(crate) by_round: Vec<u64>,
    /// The combatants' sides, in listed order.
    pub(crate) sides: Vec<Side>,
    /// Encounters by combatant and end state.
    pub(crate) end_states: Vec<[u64; 4]>,
    pub(crate) party_any_dead: u64,
    pub(crate) party_all_out: u64,
    pub(crate) metrics: Vec<Sums>,
}

impl Tally {
    /// An empty tally for a ruleset's combatants and metrics.
    pub fn new<R: Ruleset>(rules: &R) -> Self {
        let sides = rules.combatants().iter().map(|combatant| combatant.side).collect();
        Self::empty(sides, rules.metrics().len())
    }

    pub(crate) fn empty(sides: Vec<Side>, metrics: usize) -> Self {
        Self {
            encounters: 0,
            by_round: Vec::new(),
            end_states: vec![[0; 4]; sides.len()],
            sides,
            party_any_dead: 0,
            party_all_out: 0,
            metrics: vec![Sums::default(); metrics],
        }
    }

    /// Adds one encounter: its outcome, its last state, and its metrics in report order.
    ///
    /// Allocates only when an encounter lasts longer than any before it.
    #[inline]
    pub fn add<R: Ruleset>(&mut self, rules: &R, state: &R::State, outcome: Outcome, counts: &[u32]) {
        self.add_outcome(rules, state, outcome);
        self.add_counts(counts);
    }

    #[cold]
    #[inline(never)]
    fn add_counts(&mut self, counts: &[u32]) {
        debug_assert_eq!(counts.len(), self.metrics.len(), "one count for each metric");
        for (sums, &count) in self.metrics.iter_mut().zip(counts) {
            sums.add(count, 1);
        }
    }

    /// As [`add`](Self::add), without the metrics, which [`Recent`] sums up.
    #[inline]
    pub(crate) fn add_outcome<R: Ruleset>(&mut self, rules: &R, state: &R::State, outcome: Outcome) {
        self.encounters += 1;
        let index = outcome.rounds as usize * 4 + outcome.winner.index();
        if index >= self.by_round.len() {
            self.grow(outcome.rounds);
        }
        self.by_round[index] += 1;
        let mut any_dead = false;
        let mut any_standing = false;
        for (combatant, (states, side)) in self.end_states.iter_mut().zip(&self.sides).enumerate() {
            let end = rules.end_state(state, combatant);
            states[end.index()] += 1;
            let in_party = *side == Side::Party;
            any_dead |= in_party && (end == EndState::Dead);
            any_standing |= in_party && (end == EndState::Standing);
        }
        self.party_any_dead += u64::from(any_dead);
        self.party_all_out += u64::from(!any_standing);
    }

    /// Makes room for encounters of so many rounds.
    #[cold]
    #[inline(never)]
    pub(crate) fn grow(&mut self, rounds: u32) {
        self.by_round.resize((rounds as usize + 1) * 4, 0);
    }

    /// Adds the counts of another tally of the same scenario.
    ///
    /// # Panics
    /// When the two tallies differ in their combatants' sides or their number of metrics.
    pub fn merge(&mut self, other: &Self) {
        assert_eq!(self.sides, other.sides, "tallies of one scenario");
        assert_eq!(self.metrics.len(), other.metrics.len(), "tallies of one scenario");
        self.encounters += other.encounters;
        if self.by_round.len() < other.by_round.len() {
            self.by_round.resize(other.by_round.len(), 0);
        }
        add_all(&mut self.by_round, &other.by_round);
        add_all(self.end_states.as_flattened_mut(), other.end_states.as_flattened());
        self.party_any_dead += other.party_any_dead;
        self.party_all_out += other.party_all_out;
        for (mine, theirs) in self.metrics.iter_mut().zip(&other.metrics) {
            mine.merge(*theirs);
        }
    }

    /// Encounters by [`Winner`], in report order.
    pub fn winners(&self) -> [u64; 4] {
        let mut winners = [0; 4];
        for (_, counts) in self.by_round() {
            add_all(&mut winners, &counts);
        }
        winners
    }

    /// Encounters with this winner.
    pub fn won(&self, winner: Winner) -> u64 {
        self.winners()[winner.index()]
    }

    /// Encounters by [`Winner`], for each number of rounds that occurred, ascending.
    pub fn by_round(&self) -> impl Iterator<Item = (u32, [u64; 4])> + Clone + '_ {
        let (rows, _) = self.by_round.as_chunks::<4>();
        rows.iter().enumerate().filter(|(_, row)| **row != [0; 4]).map(|(rounds, row)| (rounds as u32, *row))
    }

    /// Sums of the rounds.
    pub fn rounds(&self) -> Sums {
        let mut sums = Sums::default();
        for (rounds, counts) in self.by_round() {
            sums.add(rounds, counts.iter().sum());
        }
        sums
    }

    /// Encounters by combatant in listed order, and by [`EndState`].
    pub fn end_states(&self) -> &[[u64; 4]] {
        &self.end_states
    }

    /// Encounters in which somebody of the party died.
    pub fn party_any_dead(&self) -> u64 {
        self.party_any_dead
    }

    /// Encounters that left nobody of the party standing.
    pub fn party_all_out(&self) -> u64 {
        self.party_all_out
    }

    /// Sums of the metrics, in report order.
    pub fn metrics(&self) -> &[Sums] {
        &self.metrics
    }
}

fn add_all(mine: &mut [u64], theirs: &[u64]) {
    for (mine, theirs) in mine.iter_mut().zip(theirs) {
        *mine += theirs;
    }
}

#[cfg(test)]
mod tests {
    use equipoise_engine::Seed;

    use super::*;
    use crate::run::{Plan, Watch, run};
    use crate::toy::Toy;

    fn tally(encounters: std::ops::Range<u64>) -> Tally {
        run(&Toy::new(), &Plan::new(Seed(3), encounters), &Watch::none()).tally
    }

    #[test]
    fn every_encounter_is_counted_once_in_every_table() {
        let tally = tally(0..5000);
        assert_eq!(tally.encounters, 5000);
        assert_eq!(tally.winners().iter().sum::<u64>(), 5000);
        assert!(tally.winners().iter().all(|&won| won > 0), "the toy knows every winner");
        for ends in tally.end_states() {
            assert_eq!(ends.iter().sum::<u64>(), 5000);
        }
        assert_eq!(tally.rounds().values, tally.metrics()[0].values, "the toy rolls once a round");
        assert_eq!(tally.rounds().squares, tally.metrics()[0].squares);
    }

    #[test]
    fn the_party_is_counted_as_a_whole() {
        let rules = Toy::new();
        let mut tally = Tally::new(&rules);
        let outcome = Outcome { winner: Winner::Timeout, rounds: 2 };
        for state in [[0, 0, 3], [2, 0, 0], [3, 0, 0], [2, 3, 0], [3, 3, 0], [1, 2, 0]] {
            tally.add(&rules, &crate::toy::Ends::new(state), outcome, &[2, 0]);
        }
        assert_eq!((tally.party_any_dead(), tally.party_all_out()), (3, 3));
        assert_eq!(tally.end_states(), [[1, 1, 2, 2], [3, 0, 1, 2], [5, 0, 0, 1]]);
        assert_eq!(tally.by_round().collect::<Vec<_>>(), [(2, [0, 0, 0, 6])]);
    }

    #[test]
    fn merging_is_adding_in_any_order() {
        let parts = [tally(0..17), tally(17..1000), tally(1000..1000), tally(1000..1024)];
        for order in [[0, 1, 2, 3], [3, 2, 1, 0], [1, 3, 0, 2]] {
            let mut merged = Tally::new(&Toy::new());
            for part in order {
                merged.merge(&parts[part]);
            }
            assert_eq!(merged, tally(0..1024), "{order:?}");
        }
    }

    #[test]
    fn adding_many_at_once_is_adding_each() {
        for value in [0, 1, 77, u32::MAX] {
            let (mut each, mut at_once) = (Sums::default(), Sums::default());
            (0..5).for_each(|_| each.add(value, 1));
            at_once.add(value, 5);
            assert_eq!(each, at_once);
        }
    }

    /// With counts that just fit the narrow sums, and with counts that would overflow them.
    #[test]
    fn sums_that_are_carried_over_equal_wide_sums() {
        let mut tally = Tally::new(&Toy::new());
        let mut recent = Recent::new(2);
        let mut expected = [Sums::default(); 2];
        for step in 0..3 * RECENT_MAX + 5 {
            let large = if step % 1000 == 7 { u32::MAX } else { TOO_LARGE - 1 };
            for counts in [[step, large], [TOO_LARGE, 0]] {
                recent.add(&counts, &mut tally);
                expected.iter_mut().zip(counts).for_each(|(sums, count)| sums.add(count, 1));
            }
        }
        recent.carry_over(&mut tally);
        assert_eq!(tally.metrics, expected);
    }
}
