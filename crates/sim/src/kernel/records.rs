//! Single encounters in memory, so that those of two scenarios can be compared pair by pair.

use std::ops::Range;

use equipoise_engine::dice::Mixture;
use equipoise_engine::{Combatant, Counting, EndState, LeadHistory, Metric, Outcome, Ruleset, Seed, Side, Winner};

use super::groups::Group;
use super::play;
use super::quantity::{Cast, Lanes, Quantity, Summary};

/// A scenario that can play encounters and record each of them, whatever its system.
pub trait Recordable: Sync {
    /// The combatants and the metrics.
    fn cast(&self) -> Cast;
    /// Plays a range of encounters on this thread and replaces those of `records`.
    fn record(&self, seed: Seed, range: Range<u64>, records: &mut Records);
}

impl<R: Ruleset> Recordable for R {
    fn cast(&self) -> Cast {
        Cast::of(self)
    }

    fn record(&self, seed: Seed, range: Range<u64>, records: &mut Records) {
        record_mixed(self, seed, None, range, records);
    }
}

/// As [`Recordable::record`], with dice that may be [mixed](equipoise_engine::dice::Seeded::mix).
pub(crate) fn record_mixed<R: Ruleset>(
    rules: &R,
    seed: Seed,
    mixture: Option<Mixture>,
    range: Range<u64>,
    records: &mut Records,
) {
    let mut player = play::Player::new(rules, seed, Counting::new(rules.metrics().len()));
    if let Some(mixture) = mixture {
        player.dice.mix(mixture);
    }
    records.restart(rules.combatants(), rules.metrics());
    player.play(rules, range, |sample| {
        records.add(sample.outcome, sample.end_states(), sample.trace.counts(), sample.lead);
    });
}

/// The results of single encounters of one scenario.
#[derive(Debug, Clone, Default)]
pub struct Records {
    lanes: Lanes,
    /// By combatant.
    sides: Vec<Side>,
    groups: Vec<Group>,
    winners: Vec<Winner>,
    rounds: Vec<u32>,
    /// By encounter, then by combatant.
    ends: Vec<EndState>,
    /// By encounter, then by lane.
    numbers: Vec<u32>,
}

/// One quantity, encounter by encounter.
#[derive(Debug, Clone, Default)]
pub struct Column {
    /// By encounter; 0 in one that does not have the number.
    pub values: Vec<u32>,
    /// By encounter, 1 if it has the number; empty for a quantity that all have.
    pub presence: Vec<u32>,
}

impl Column {
    /// By encounter, the number where there is one.
    pub fn optional(&self) -> impl Iterator<Item = Option<u32>> {
        let is_there = |encounter: usize| self.presence.get(encounter).is_none_or(|&presence| presence > 0);
        self.values.iter().enumerate().map(move |(encounter, &value)| is_there(encounter).then_some(value))
    }
}

/// Room for some encounters that follow each other.
pub(crate) struct Room<'a> {
    winners: &'a mut [Winner],
    rounds: &'a mut [u32],
    ends: &'a mut [EndState],
    numbers: &'a mut [u32],
    lanes: &'a Lanes,
    sides: &'a [Side],
}

impl Room<'_> {
    /// Writes the encounter at an offset down, as [`Records::add`] does.
    #[inline(always)]
    pub(crate) fn set(
        &mut self,
        offset: usize,
        outcome: Outcome,
        ends: impl Iterator<Item = EndState>,
        counts: &[u32],
        lead: &LeadHistory,
    ) {
        self.winners[offset] = outcome.winner;
        self.rounds[offset] = outcome.rounds;
        let (combatants, lanes) = (self.sides.len(), self.lanes.len());
        let mut fates = [[0; 4]; 2];
        for (slot, (end, side)) in self.ends[offset * combatants..].iter_mut().zip(ends.zip(self.sides)) {
            *slot = end;
            fates[side.index()][end.index()] += 1;
        }
        let summary = Summary { winner: outcome.winner, fates, lead: *lead };
        self.lanes.fill(&mut self.numbers[offset * lanes..][..lanes], counts, &summary);
    }
}

impl Records {
    /// The number of encounters.
    pub fn len(&self) -> usize {
        self.winners.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.winners.is_empty()
    }

    /// Forgets all encounters and keeps the memory, for encounters with these combatants and metrics.
    pub fn restart(&mut self, combatants: &[Combatant], metrics: &[Metric]) {
        self.lanes = Lanes::of_metrics(metrics.iter().map(|metric| metric.unit));
        self.sides.clear();
        self.sides.extend(combatants.iter().map(|combatant| combatant.side));
        self.groups = Group::of(combatants);
        self.winners.clear();
        self.rounds.clear();
        self.ends.clear();
        self.numbers.clear();
    }

    /// Adds an encounter: its outcome, the end states and the metrics in their order, and the course of the lead.
    #[inline(always)]
    pub fn add(&mut self, outcome: Outcome, ends: impl Iterator<Item = EndState>, counts: &[u32], lead: &LeadHistory) {
        let before = self.len();
        self.resize(before + 1);
        let Self { lanes, sides, winners, rounds, ends: all_ends, numbers, .. } = self;
        let mut part = Room {
            winners: &mut winners[before..],
            rounds: &mut rounds[before..],
            ends: &mut all_ends[before * sides.len()..],
            numbers: &mut numbers[before * lanes.len()..],
            lanes,
            sides,
        };
        part.set(0, outcome, ends, counts, lead);
    }

    /// Makes room for so many encounters, and drops those beyond. New ones are to be [set](Room::set).
    pub(crate) fn resize(&mut self, encounters: usize) {
        self.winners.resize(encounters, Winner::Draw);
        self.rounds.resize(encounters, 0);
        self.ends.resize(encounters * self.sides.len(), EndState::Standing);
        self.numbers.resize(encounters * self.lanes.len(), 0);
    }

    /// Hands out parts, one after the other: each has room for so many encounters.
    pub(crate) fn parts<'a>(&'a mut self) -> impl FnMut(u64) -> Room<'a> {
        let Self { lanes, sides, winners, rounds, ends, numbers, .. } = self;
        let (mut winners, mut rounds) = (winners.as_mut_slice(), rounds.as_mut_slice());
        let (mut ends, mut numbers) = (ends.as_mut_slice(), numbers.as_mut_slice());
        let (lanes, sides) = (&*lanes, sides.as_slice());
        move |encounters| {
            let length = encounters as usize;
            Room {
                winners: winners.split_off_mut(..length).expect("one winner an encounter"),
                rounds: rounds.split_off_mut(..length).expect("one number of rounds an encounter"),
                ends: ends.split_off_mut(..length * sides.len()).expect("one end state a combatant and encounter"),
                numbers: numbers.split_off_mut(..length * lanes.len()).expect("one number a lane and encounter"),
                lanes,
                sides,
            }
        }
    }

    /// Winners, by encounter.
    pub fn winners(&self) -> &[Winner] {
        &self.winners
    }

    /// The end states of a combatant, by encounter.
    pub fn ends_of(&self, combatant: usize) -> impl Iterator<Item = EndState> {
        self.ends.iter().skip(combatant).step_by(self.sides.len()).copied()
    }

    /// Replaces a column by the numbers of a quantity.
    pub fn read(&self, quantity: Quantity, column: &mut Column) {
        column.values.clear();
        column.presence.clear();
        match quantity {
            Quantity::Winner(winner) => {
                column.values.extend(self.winners.iter().map(|&won| u32::from(won == winner)));
            }
            Quantity::Rounds => column.values.extend_from_slice(&self.rounds),
            Quantity::End { combatant, end } => {
                let ends = self.ends.iter().skip(combatant).step_by(self.sides.len());
                column.values.extend(ends.map(|&candidate| u32::from(candidate == end)));
            }
            Quantity::Group { group, end, is_any } => {
                let group = &self.groups[group];
                let numbers = self.ends.chunks_exact(self.sides.len()).map(|ends| group.number(ends, end));
                column.values.extend(numbers.map(|number| if is_any { number.min(1) } else { number }));
            }
            Quantity::Metric(_) | Quantity::Occurred(_) | Quantity::Extra(_) => {
                let (lane, presence) = self.lanes.of(quantity).expect("a quantity of this cast");
                let numbers = |lane: usize| self.numbers.iter().skip(lane).step_by(self.lanes.len()).copied();
                column.values.extend(numbers(lane));
                column.presence.extend(presence.into_iter().flat_map(numbers));
            }
        }
    }
}
