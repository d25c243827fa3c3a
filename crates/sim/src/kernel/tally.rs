//! The counts of a run: integers only, so that the order of adding cannot change a result.

use std::sync::Arc;

use equipoise_engine::{Outcome, Ruleset, Who, Winner};

use super::counts::Counts;
use super::groups::GroupCounts;
use super::play::Sample;
use super::quantity::{Cast, Lanes, Quantity, Summary};
use super::recent::Recent;
use crate::ground::Sums;

/// A quantity over some encounters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Totals {
    /// The encounters that have it: all of them, unless it is a [mean among](super::quantity::Kind::MeanAmong) some.
    pub encounters: u64,
    /// Its sums over these.
    pub sums: Sums,
}

impl Totals {
    /// Of an event.
    fn of_event(encounters: u64, times: u64) -> Self {
        Self { encounters, sums: Sums { values: u128::from(times), squares: u128::from(times) } }
    }
}

/// All counts that a report needs, over some encounters of one scenario.
///
/// Two tallies are equal when they were made from the same encounters, in any order and in any parts.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Tally {
    /// The number of encounters.
    pub encounters: u64,
    cast: Arc<Cast>,
    /// Encounters by `rounds * 4 + winner`; as long as the longest encounter needs.
    pub(crate) by_round: Vec<u64>,
    /// Encounters by combatant and end state.
    pub(crate) end_states: Vec<[u64; 4]>,
    pub(crate) groups: GroupCounts,
    lanes: Lanes,
    /// By lane.
    sums: Vec<Sums>,
}

impl Tally {
    /// An empty tally for a ruleset's combatants and metrics.
    pub fn new<R: Ruleset>(rules: &R) -> Self {
        Self::empty(Cast::of(rules))
    }

    pub(crate) fn empty(cast: Cast) -> Self {
        let lanes = Lanes::new(&cast);
        Self {
            encounters: 0,
            by_round: Vec::new(),
            end_states: vec![[0; 4]; cast.combatants.len()],
            groups: GroupCounts::new(&cast.groups),
            sums: vec![Sums::default(); lanes.len()],
            lanes,
            cast: Arc::new(cast),
        }
    }

    /// The combatants and the metrics that were counted.
    pub fn cast(&self) -> &Cast {
        &self.cast
    }

    pub(super) fn lanes(&self) -> &Lanes {
        &self.lanes
    }

    /// Adds one encounter; its metrics go to `recent` first.
    ///
    /// Allocates only when an encounter lasts longer than any before it.
    #[inline(always)]
    pub(crate) fn add<R: Ruleset, T>(&mut self, sample: &Sample<R, T>, counts: &[u32], recent: &mut Recent) {
        self.add_outcome(sample.outcome);
        let fates = self.add_end_states(sample.rules, sample.state);
        recent.add(counts, Summary { winner: sample.outcome.winner, fates, lead: *sample.lead }, self);
    }

    #[inline(always)]
    fn add_outcome(&mut self, Outcome { winner, rounds }: Outcome) {
        self.encounters += 1;
        let index = rounds as usize * 4 + winner.index();
        if index >= self.by_round.len() {
            self.grow(rounds);
        }
        self.by_round[index] += 1;
    }

    /// Adds the end states of one encounter; by side, how many it leaves in each end state.
    #[inline(always)]
    fn add_end_states<R: Ruleset>(&mut self, rules: &R, state: &R::State) -> [[u32; 4]; 2] {
        let mut fates = [[0; 4]; 2];
        for ((states, (_, side)), end) in
            self.end_states.iter_mut().zip(&self.cast.combatants).zip(rules.end_states(state))
        {
            states[end.index()] += 1;
            fates[side.index()][end.index()] += 1;
        }
        if !self.groups.is_empty() {
            self.add_groups(rules, state);
        }
        fates
    }

    /// Adds sums of values and of squares, by lane.
    pub(super) fn add_sums(&mut self, sums: impl Iterator<Item = (u32, u32)>) {
        for (all, (values, squares)) in self.sums.iter_mut().zip(sums) {
            all.values += u128::from(values);
            all.squares += u128::from(squares);
        }
    }

    /// Out of line, so that scenarios without groups pay for no more than the question whether there are any.
    #[cold]
    #[inline(never)]
    fn add_groups<R: Ruleset>(&mut self, rules: &R, state: &R::State) {
        self.groups.add(&self.cast.groups, |combatant| rules.end_state(state, Who::new(combatant)));
    }

    #[cold]
    #[inline(never)]
    pub(super) fn add_lanes(&mut self, counts: &[u32], summary: &Summary) {
        let mut numbers = vec![0; self.lanes.len()];
        self.lanes.fill(&mut numbers, counts, summary);
        for (sums, number) in self.sums.iter_mut().zip(numbers) {
            sums.add(number, 1);
        }
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
    /// If the two tallies differ in their combatants or metrics.
    pub fn merge(&mut self, other: &Self) {
        assert!(Arc::ptr_eq(&self.cast, &other.cast) || self.cast == other.cast, "tallies of one scenario");
        self.encounters += other.encounters;
        if self.by_round.len() < other.by_round.len() {
            self.by_round.resize(other.by_round.len(), 0);
        }
        add_all(&mut self.by_round, &other.by_round);
        add_all(self.end_states.as_flattened_mut(), other.end_states.as_flattened());
        self.groups.merge(&other.groups);
        for (mine, theirs) in self.sums.iter_mut().zip(&other.sums) {
            mine.merge(*theirs);
        }
    }

    /// A quantity over all encounters.
    pub fn totals(&self, quantity: Quantity) -> Totals {
        match quantity {
            Quantity::Winner(winner) => Totals::of_event(self.encounters, self.won(winner)),
            Quantity::Rounds => Totals { encounters: self.encounters, sums: self.rounds() },
            Quantity::End { combatant, end } => {
                Totals::of_event(self.encounters, self.end_states[combatant][end.index()])
            }
            Quantity::Group { group, end, is_any: false } => {
                Totals { encounters: self.encounters, sums: self.groups.sums(group, end) }
            }
            Quantity::Group { group, end, is_any: true } => {
                Totals::of_event(self.encounters, self.groups.any(group, end))
            }
            Quantity::Metric(_) | Quantity::Occurred(_) | Quantity::Extra(_) => {
                let (lane, presence) = self.lanes.of(quantity).expect("a quantity of this cast");
                let encounters = presence.map_or(self.encounters, |presence| self.sums[presence].values as u64);
                Totals { encounters, sums: self.sums[lane] }
            }
        }
    }

    /// Sets a quantity that is added up, for counts that were read from a file.
    pub(crate) fn set_totals(&mut self, quantity: Quantity, totals: Totals) {
        let (lane, presence) = self.lanes.of(quantity).expect("a quantity that is added up");
        self.sums[lane] = totals.sums;
        if let Some(presence) = presence {
            self.sums[presence] = Totals::of_event(self.encounters, totals.encounters).sums;
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

    /// Encounters by combatant in listed order, and by [`EndState`](equipoise_engine::EndState).
    pub fn end_states(&self) -> &[[u64; 4]] {
        &self.end_states
    }
}

impl Counts for Tally {
    fn encounters(&self) -> u64 {
        self.encounters
    }

    fn merge(&mut self, other: &Self) {
        self.merge(other);
    }

    fn without_counts(&self) -> Self {
        Self::empty(self.cast().clone())
    }
}

fn add_all(mine: &mut [u64], theirs: &[u64]) {
    for (mine, theirs) in mine.iter_mut().zip(theirs) {
        *mine += theirs;
    }
}

#[cfg(test)]
mod tests {
    use equipoise_engine::{Balance, LeadHistory, Seed};

    use super::*;
    use crate::kernel::recent::{RECENT_MAX, TOO_LARGE};
    use crate::kernel::run::{Plan, Watch, run};
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
        assert_eq!(tally.rounds(), tally.totals(Quantity::Metric(0)).sums, "the toy rolls once a round");
    }

    fn extra(tally: &Tally, name: &str) -> (u64, u128) {
        let Totals { encounters, sums } = tally.totals(tally.cast().find(name).expect("an extra"));
        (encounters, sums.values)
    }

    /// By winner, with everybody's end state: a letter for each of standing, fled, down and dead.
    #[test]
    fn sides_are_counted_as_a_whole() {
        let rules = Toy::new();
        let mut tally = Tally::new(&rules);
        let mut recent = Recent::new(&tally);
        let outcome = Outcome { winner: Winner::Timeout, rounds: 2 };
        let lead = LeadHistory::default();
        for state in [[0, 0, 3], [2, 0, 0], [3, 0, 0], [2, 3, 0], [3, 3, 0], [1, 2, 0]] {
            let state = &crate::toy::Ends::new(state);
            let sample = Sample { index: 0, outcome, state, trace: &(), lead: &lead, rules: &rules };
            tally.add(&sample, &[2, 0], &mut recent);
        }
        recent.carry_over(&mut tally);
        let counted = ["party_any_dead", "party_all_out", "enemies_any_dead"].map(|name| extra(&tally, name).1);
        assert_eq!(counted, [3, 3, 1]);
        assert_eq!(tally.end_states(), [[1, 1, 2, 2], [3, 0, 1, 2], [5, 0, 0, 1]]);
        assert_eq!(tally.by_round().collect::<Vec<_>>(), [(2, [0, 0, 0, 6])]);
    }

    /// Of an encounter that the party wins, coming from behind, and of one that nobody wins.
    #[test]
    fn what_only_won_encounters_have_is_averaged_over_those() {
        let rules = Toy::new();
        let mut tally = Tally::new(&rules);
        let mut recent = Recent::new(&tally);
        for (winner, leads) in [(Winner::Party, [0, -300, 200, 1000]), (Winner::Timeout, [0, 100, -100, 100])] {
            let mut lead = LeadHistory::default();
            for now in leads {
                lead.watch(Balance::of(now));
            }
            let (outcome, state) = (Outcome { winner, rounds: 3 }, &crate::toy::Ends::new([0; 3]));
            let sample = Sample { index: 0, outcome, state, trace: &(), lead: &lead, rules: &rules };
            tally.add(&sample, &[0, 0], &mut recent);
        }
        recent.carry_over(&mut tally);
        assert_eq!(extra(&tally, "lead_changes"), (2, 1 + 2));
        assert_eq!(extra(&tally, "last_behind"), (1, 1));
        assert_eq!(extra(&tally, "final_margin"), (1, 200));
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

    /// With counts that just fit the narrow sums, and with counts that would overflow them.
    #[test]
    fn sums_that_are_carried_over_equal_wide_sums() {
        let mut tally = Tally::new(&Toy::new());
        let mut recent = Recent::new(&tally);
        let mut expected = [Sums::default(); 2];
        let lead = LeadHistory::default();
        let summary = Summary { winner: Winner::Draw, fates: [[0; 4]; 2], lead };
        for step in 0..3 * RECENT_MAX + 5 {
            let large = if step % 1000 == 7 { u32::MAX } else { TOO_LARGE - 1 };
            for counts in [[step, large], [TOO_LARGE, 0]] {
                recent.add(&counts, summary, &mut tally);
                expected.iter_mut().zip(counts).for_each(|(sums, count)| sums.add(count, 1));
            }
        }
        recent.carry_over(&mut tally);
        assert_eq!([0, 1].map(|metric| tally.totals(Quantity::Metric(metric)).sums), expected);
    }
}
