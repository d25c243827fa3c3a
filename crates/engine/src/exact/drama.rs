//! The movement of the odds of a fight on their way to the end, by one pass forwards with the [values](super::values)
//! of all states.
//!
//! Surprise and suspense are those of J. Ely, A. Frankel and E. Kamenica, "Suspense and Surprise", Journal of Political
//! Economy 123 (2015), of the chance that the party wins: the distance that the odds move in a fight, and the uncertainty of
//! the next odds. The facts that depend on the course of a fight (which side was the favourite last, who was almost lost)
//! travel beside the mass, so that equal states merge nevertheless.

use super::explorer::Explorer;
use super::graph::{Graph, Target};
use super::pass::SWEEPS_MAX;
use super::values::{Chances, Kept, Plan, certain, transitions};
use super::{Advance, Budget, Observer, Unsolved, Workers};
use crate::outcome::{Side, Winner};
use crate::ruleset::Ruleset;
use crate::sum::Sum;

/// The mass of fights still going on below which the pass stops; far below the rounding error of the sums.
const NEGLIGIBLE: f64 = 1e-18;

/// Rounds whose values are kept at first; twice as many whenever fights last longer.
const ROUNDS_AT_FIRST: u32 = 64;

/// Odds are compared with 10 %, 50 % and 90 % up to their rounding error, so that odds of exactly 50 % are even.
const ROUNDING: f64 = 1e-9;

/// The odds below which a side is almost lost; a fight is open from there to as much below 1.
pub const ALMOST_LOST: f64 = 0.1;

/// Expectations over the fights of a scenario: how their odds move.
#[derive(Debug, Clone, PartialEq)]
pub struct Drama {
    /// The expected sum, over the steps of a fight, of what its odds move.
    pub surprise: f64,
    /// The expected sum, over the steps of a fight, of the standard deviation of the odds after the step, as it is known before.
    pub suspense: f64,
    /// The expected number of times that the odds cross 50 %.
    pub crossings: f64,
    /// The expected number of steps of a fight.
    pub steps: f64,
    /// By side: the chance that it wins after its chance to win was below [`ALMOST_LOST`] at some moment.
    pub comebacks: [f64; 2],
    /// By round, the set-up first: the chance that a fight still goes on after it, and that it goes on and is open.
    pub after_rounds: Vec<AfterRound>,
    /// The chance of each [`Winner`].
    pub winners: Chances,
    /// The number of states between turns.
    pub states: usize,
}

/// The chance that a fight still goes on after a round.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AfterRound {
    /// That it goes on.
    pub going_on: f64,
    /// That it goes on with odds from 10 % to 90 %.
    pub open: f64,
    /// The expected sum, over the steps of the round, of the squares of what they move the odds: the part of the variance of "the
    /// party wins" that is decided in the round. Over all rounds it adds up to that variance.
    pub decided: f64,
}

/// Whether a fight with these odds for the party is open, so that neither side is almost lost.
pub fn is_open(party: f64) -> bool {
    (ALMOST_LOST - ROUNDING..=1.0 - ALMOST_LOST + ROUNDING).contains(&party)
}

/// The part of its course that a fight carries with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Past {
    /// The side that was the favourite last, by the chance of the party above or below 50 %.
    pub favourite: Option<Side>,
    /// By side: whether it was almost lost at some moment.
    pub was_almost_lost: [bool; 2],
}

impl Past {
    /// Number of different courses.
    const ALL: usize = 12;

    /// With these chances of the winners as well; returns whether they cross 50 % in comparison with the ones before.
    #[must_use]
    pub fn then(self, chances: Chances) -> (Self, bool) {
        let party = chances[Winner::Party.index()];
        let favourite = match () {
            () if party > 0.5 + ROUNDING => Some(Side::Party),
            () if party < 0.5 - ROUNDING => Some(Side::Enemies),
            () => self.favourite,
        };
        let crosses = self.favourite.is_some_and(|before| favourite != Some(before));
        let mut was_almost_lost = self.was_almost_lost;
        for side in Side::ALL {
            was_almost_lost[side.index()] |= chances[Winner::from(side).index()] < ALMOST_LOST - ROUNDING;
        }
        (Self { favourite, was_almost_lost }, crosses)
    }

    fn number(self) -> usize {
        let favourite = self.favourite.map_or(0, |side| 1 + side.index());
        let [party, enemies] = self.was_almost_lost.map(usize::from);
        4 * favourite + 2 * party + enemies
    }

    fn of_number(number: usize) -> Self {
        let favourite = (number / 4).checked_sub(1).map(|side| Side::ALL[side]);
        Self { favourite, was_almost_lost: [number & 2 != 0, number & 1 != 0] }
    }
}

/// Mass by past.
type Row = [f64; Past::ALL];

/// Computes how the odds of the fights of some rules move.
///
/// # Errors
/// As [`solve`](super::solve).
pub fn drama<R: Ruleset>(
    rules: &R,
    budget: Budget,
    workers: &dyn Workers,
    observer: &dyn Observer,
) -> Result<Drama, Unsolved> {
    let found = Explorer::search(rules, budget, observer, workers).and_then(|explorer| {
        let plan = Plan::of(rules, &explorer.graph);
        let mut wanted = ROUNDS_AT_FIRST.min(plan.rounds_max);
        loop {
            let kept = plan.values_up_to(wanted, &explorer, observer)?;
            let pass = Pass::new(&plan, &explorer.graph, &kept);
            if let Some(drama) = pass.play(wanted, observer)? {
                return Ok(drama);
            }
            wanted = wanted.saturating_mul(2).min(plan.rounds_max);
        }
    });
    observer.advances(Advance::Over);
    found
}

struct Pass<'a, S> {
    plan: &'a Plan,
    graph: &'a Graph<S>,
    kept: &'a Kept,
    surprise: Sum,
    suspense: Sum,
    crossings: Sum,
    steps: Sum,
    /// Of the present round.
    decided: Sum,
    comebacks: [Sum; 2],
    winners: [Sum; 4],
}

impl<'a, S> Pass<'a, S> {
    fn new(plan: &'a Plan, graph: &'a Graph<S>, kept: &'a Kept) -> Self {
        let nothing = Sum::default();
        Self {
            plan,
            graph,
            kept,
            surprise: nothing,
            suspense: nothing,
            crossings: nothing,
            steps: nothing,
            decided: nothing,
            comebacks: [nothing; 2],
            winners: [nothing; 4],
        }
    }

    /// Plays round after round; `None` if fights go on after the last round whose values are known, within the limit.
    fn play(mut self, last: u32, observer: &dyn Observer) -> Result<Option<Drama>, Unsolved> {
        let (first, _) = Past::default().then(self.value(0, 0));
        let mut now: Vec<Row> = vec![[0.0; Past::ALL]; self.plan.places_of(0)];
        now[self.plan.places[0] as usize][first.number()] = 1.0;
        let mut after_rounds = Vec::new();
        let rounds_max = self.plan.rounds_max as usize;
        for round in 0..=self.plan.rounds_max {
            let is_last = round == self.plan.rounds_max;
            if round == last && !is_last {
                return Ok(None);
            }
            let mut next = vec![[0.0; Past::ALL]; if is_last { 0 } else { self.plan.places_of(round + 1) }];
            self.play_round(round, &mut now, &mut next, observer)?;
            let mut after = [Sum::default(); 2];
            let values = if is_last { &[] } else { self.kept.of_round(round + 1) };
            for (row, value) in next.iter().zip(values) {
                let mass: f64 = row.iter().sum();
                after[0].add(mass);
                after[1].add(if is_open(value[Winner::Party.index()]) { mass } else { 0.0 });
            }
            let [going_on, open] = after.map(Sum::total);
            let decided = std::mem::take(&mut self.decided).total();
            after_rounds.push(AfterRound { going_on, open, decided });
            observer.advances(Advance::Passing { round: round as usize, rounds_max, fighting: going_on });
            if going_on <= NEGLIGIBLE {
                break;
            }
            now = next;
        }
        Ok(Some(Drama {
            surprise: self.surprise.total(),
            suspense: self.suspense.total(),
            crossings: self.crossings.total(),
            steps: self.steps.total(),
            comebacks: self.comebacks.map(Sum::total),
            after_rounds,
            winners: self.winners.map(Sum::total),
            states: self.graph.nodes.states(),
        }))
    }

    fn value(&self, round: u32, node: u32) -> Chances {
        self.kept.of_round(round)[self.plan.places[node as usize] as usize]
    }

    fn play_round(
        &mut self,
        round: u32,
        now: &mut [Row],
        next: &mut [Row],
        observer: &dyn Observer,
    ) -> Result<(), Unsolved> {
        let Some(turns) = self.plan.turns_of(round) else { return Ok(()) };
        let mut begin = 0;
        for circle in &turns.circles {
            self.leave_all(round, begin..circle.start, (now, next), observer)?;
            let mut sweeps = 0;
            while self.leave_all(round, circle.clone(), (now, next), observer)? {
                sweeps += 1;
                assert!(sweeps < SWEEPS_MAX, "a round has an end");
            }
            begin = circle.end;
        }
        self.leave_all(round, begin..turns.nodes.len(), (now, next), observer)?;
        Ok(())
    }

    /// Shares the mass of some places among their transitions; returns whether there was any worth it.
    fn leave_all(
        &mut self,
        round: u32,
        places: std::ops::Range<usize>,
        (now, next): (&mut [Row], &mut [Row]),
        observer: &dyn Observer,
    ) -> Result<bool, Unsolved> {
        let Some(turns) = self.plan.turns_of(round) else { return Ok(false) };
        let least = NEGLIGIBLE / turns.nodes.len().max(1) as f64;
        let mut had_mass = false;
        for place in places {
            let row = std::mem::replace(&mut now[place], [0.0; Past::ALL]);
            let mass: f64 = row.iter().sum();
            if mass < least {
                continue;
            }
            had_mass = true;
            if place.is_multiple_of(super::values::ASKED_EVERY) && observer.is_interrupted() {
                return Err(Unsolved::Interrupted);
            }
            self.leave(round, turns.nodes[place], (&row, mass), (now, next));
        }
        Ok(had_mass)
    }

    /// Shares the mass of a node among its transitions, and counts how the odds move.
    fn leave(&mut self, round: u32, node: u32, (row, mass): (&Row, f64), (now, next): (&mut [Row], &mut [Row])) {
        let before = self.value(round, node)[Winner::Party.index()];
        let (mut moved, mut variance) = (0.0, 0.0);
        for transition in transitions(self.graph, node) {
            let chance = self.plan.chances[transition.label as usize];
            // The row of the target; `None` for an end.
            let (value, target) = match transition.to() {
                Target::SameRound(node) => {
                    (self.value(round, node), Some(&mut now[self.plan.places[node as usize] as usize]))
                }
                Target::NextRound(_) if round >= self.plan.rounds_max => (certain(Winner::Timeout), None),
                Target::NextRound(node) => {
                    (self.value(round + 1, node), Some(&mut next[self.plan.places[node as usize] as usize]))
                }
                Target::End(way) => (self.plan.ends[way as usize], None),
            };
            let swing = value[Winner::Party.index()] - before;
            moved += chance * swing.abs();
            variance += chance * swing * swing;
            let mut arrivals = [0.0; Past::ALL];
            for (past, &share) in row.iter().enumerate().filter(|(_, share)| **share > 0.0) {
                let past = Past::of_number(past);
                let (then, crosses) = past.then(value);
                let arriving = chance * share;
                if crosses {
                    self.crossings.add(arriving);
                }
                arrivals[then.number()] += arriving;
                if target.is_none() {
                    for side in Side::ALL {
                        let wins = value[Winner::from(side).index()];
                        let came_back = past.was_almost_lost[side.index()];
                        self.comebacks[side.index()].add(if came_back { arriving * wins } else { 0.0 });
                    }
                }
            }
            if let Some(target) = target {
                target.iter_mut().zip(arrivals).for_each(|(mass, arriving)| *mass += arriving);
            } else {
                let arriving: f64 = arrivals.iter().sum();
                self.winners.iter_mut().zip(value).for_each(|(sum, value)| sum.add(arriving * value));
            }
        }
        self.surprise.add(mass * moved);
        self.decided.add(mass * variance);
        self.suspense.add(mass * variance.max(0.0).sqrt());
        self.steps.add(mass);
    }
}
