//! The probability mass of an encounter, passed along its graph round by round.

use std::hash::Hash;

use super::graph::{Counted, Ending, Explorer, Graph, Target, Transition};
use super::{Moments, Solution, Unsolved};
use crate::numbered::Numbered;
use crate::outcome::{EndState, Side};
use crate::ruleset::Ruleset;
use crate::sum::Sum;

/// Mass of the fights still going below which they are no longer followed.
const NEGLIGIBLE: f64 = 1e-24;
/// The caller is asked to go on after the mass of so many nodes has passed.
const ASKED_EVERY: usize = 256;
/// A round in which a turn may lead back to a node of the same round is swept again and again. A round that has not ended
/// after so many sweeps breaks the promise of [`Ruleset::turn`], and would hang any fight.
const SWEEPS_MAX: u32 = 1_000_000;

/// Bytes of a way to end while mass passes: its latest mass and the sum.
pub(super) const BYTES_OF_ENDING: usize = size_of::<f64>() + size_of::<Sum>();

/// Bytes of a node while mass passes: mass and moments in the current round and in the next one, its index in the order of
/// turns, and the number of turns that lead to it while this order is found.
pub(super) const fn bytes_of_node(metrics: usize) -> usize {
    2 * (1 + 2 * metrics) * size_of::<f64>() + 2 * size_of::<u32>()
}

/// Passes the whole mass from the opening to the ways to end.
pub(super) fn propagate<R: Ruleset>(
    mut explorer: Explorer<R>,
    interrupted: &dyn Fn() -> bool,
) -> Result<Solution, Unsolved> {
    let rules = explorer.rules;
    let rounds_max = rules.rounds_max() as usize;
    let mut flow = Flow::new(&explorer.graph, rules.metrics().len());
    flow.play_round(&explorer.graph, interrupted)?;
    while flow.round < rounds_max && flow.now.sum() > NEGLIGIBLE {
        flow.round += 1;
        flow.play_round(&explorer.graph, interrupted)?;
    }
    if flow.round == rounds_max {
        flow.time_out(&mut explorer, interrupted)?;
    }
    let sides: Vec<Side> = rules.combatants().iter().map(|combatant| combatant.side).collect();
    Ok(flow.ended.solution(&sides, &explorer.graph.endings, explorer.graph.states()))
}

/// The mass on its way through the graph.
struct Flow {
    /// The number of the current round; 0 is the set-up.
    round: usize,
    /// The nodes in the order in which they pass their mass on within a round.
    order: Vec<u32>,
    /// Whether no turn leads backwards in this order.
    is_ordered: bool,
    /// In the current round.
    now: Masses,
    /// At the start of the next round.
    next: Masses,
    ended: Ended,
    /// What is being passed on.
    passing: Row,
}

impl Flow {
    /// The whole mass at the opening.
    fn new<S: Clone + Eq + Hash>(graph: &Graph<S>, metrics: usize) -> Self {
        let (order, is_ordered) = graph.in_order_of_turns();
        let next = Masses::new(graph.nodes.len(), metrics);
        let mut now = next.clone();
        now.mass[0] = 1.0;
        Self {
            round: 0,
            order,
            is_ordered,
            now,
            next,
            ended: Ended::new(graph.endings.len(), metrics),
            passing: Row { mass: 0.0, moments: vec![0.0; 2 * metrics] },
        }
    }

    /// Plays the current round to its end.
    fn play_round<S: Clone + Eq + Hash>(
        &mut self,
        graph: &Graph<S>,
        interrupted: &dyn Fn() -> bool,
    ) -> Result<(), Unsolved> {
        let mut sweeps = 0;
        loop {
            self.sweep(graph, interrupted)?;
            if self.is_ordered || self.now.sum() <= NEGLIGIBLE {
                break;
            }
            sweeps += 1;
            assert!(sweeps < SWEEPS_MAX, "a round has an end");
        }
        self.close_round(&graph.endings);
        Ok(())
    }

    /// Lets every node pass its mass on; one sweep plays a whole round if no turn leads backwards.
    fn sweep<S: Clone + Eq + Hash>(
        &mut self,
        graph: &Graph<S>,
        interrupted: &dyn Fn() -> bool,
    ) -> Result<(), Unsolved> {
        let mut passed = 0_usize;
        for index in 0..self.order.len() {
            let node = self.order[index] as usize;
            if self.now.mass[node] == 0.0 {
                continue;
            }
            if passed.is_multiple_of(ASKED_EVERY) && interrupted() {
                return Err(Unsolved::Interrupted);
            }
            passed += 1;
            self.now.give(node, &mut self.passing);
            self.pass(graph, graph.out_of(node));
        }
        Ok(())
    }

    /// Shares the mass being passed on among transitions.
    fn pass<S: Clone + Eq + Hash>(&mut self, graph: &Graph<S>, transitions: &[Transition]) {
        let round = self.round as f64;
        for transition in transitions {
            let (chance, counted) = (transition.chance, graph.counted(transition));
            match transition.to {
                Target::SameRound(node) => self.now.take(node as usize, &self.passing, chance, counted, round),
                Target::NextRound(node) => self.next.take(node as usize, &self.passing, chance, counted, round),
                Target::End(way) => self.ended.take(way as usize, &self.passing, chance, counted, round),
            }
        }
    }

    fn close_round(&mut self, endings: &Numbered<Ending>) {
        std::mem::swap(&mut self.now, &mut self.next);
        if !self.is_ordered {
            // Some negligible mass may not have found its way out of the round.
            self.next.clear();
        }
        self.ended.by_round.push([0.0; 4]);
        self.ended.close_latest(endings);
    }

    /// Ends the fights still going when the round limit is reached.
    fn time_out<R: Ruleset>(
        &mut self,
        explorer: &mut Explorer<R>,
        interrupted: &dyn Fn() -> bool,
    ) -> Result<(), Unsolved> {
        for node in 0..self.now.mass.len() {
            if self.now.mass[node] == 0.0 {
                continue;
            }
            if node.is_multiple_of(ASKED_EVERY) && interrupted() {
                return Err(Unsolved::Interrupted);
            }
            self.now.give(node, &mut self.passing);
            for arrival in explorer.time_out(node)? {
                let Target::End(way) = arrival.to else { unreachable!("a timeout is an end") };
                self.ended.grow(way as usize + 1);
                self.ended.take(way as usize, &self.passing, arrival.chance, &arrival.counted, self.round as f64);
            }
        }
        self.ended.close_latest(&explorer.graph.endings);
        Ok(())
    }
}

/// The mass of one node, with the first moments of all metrics and then the second, both multiplied by the mass.
#[derive(Debug, Clone)]
struct Row {
    mass: f64,
    moments: Vec<f64>,
}

/// Probability mass by row, with the first and second moments of every metric multiplied by it. A row is a node, or all
/// that has ended.
#[derive(Debug, Clone)]
struct Masses {
    mass: Vec<f64>,
    /// By row: the first moments of all metrics, then the second.
    moments: Vec<f64>,
    metrics: usize,
}

impl Masses {
    fn new(rows: usize, metrics: usize) -> Self {
        Self { mass: vec![0.0; rows], moments: vec![0.0; 2 * metrics * rows], metrics }
    }

    fn sum(&self) -> f64 {
        self.mass.iter().sum()
    }

    fn clear(&mut self) {
        self.mass.fill(0.0);
        self.moments.fill(0.0);
    }

    /// Moves the mass of a row out.
    fn give(&mut self, from: usize, row: &mut Row) {
        let width = 2 * self.metrics;
        let moments = &mut self.moments[width * from..width * (from + 1)];
        row.mass = std::mem::take(&mut self.mass[from]);
        row.moments.copy_from_slice(moments);
        moments.fill(0.0);
    }

    /// Adds a share of `row`. With X counted before and C on the way, the mean of X + C is larger than that of X by the mean
    /// of C, and its second moment by that of 2 X C + C^2.
    #[inline]
    fn take(&mut self, to: usize, row: &Row, chance: f64, counted: &[Counted], round: f64) {
        let width = 2 * self.metrics;
        self.mass[to] += row.mass * chance;
        let moments = &mut self.moments[width * to..width * (to + 1)];
        for (sum, moment) in moments.iter_mut().zip(&row.moments) {
            *sum += chance * moment;
        }
        for &Counted { metric, in_rounds, first, second } in counted {
            let metric = usize::from(metric);
            let scale = if in_rounds { round } else { 1.0 };
            moments[metric] += scale * first * row.mass;
            moments[self.metrics + metric] += scale * (2.0 * first * row.moments[metric] + scale * second * row.mass);
        }
    }
}

/// What has ended.
struct Ended {
    /// By round: mass by winner.
    by_round: Vec<[f64; 4]>,
    /// What ended in the latest round alone: mass by way to end, and the moments of all in one row.
    latest: (Vec<f64>, Masses),
    /// Mass by way to end.
    ways: Vec<Sum>,
    /// First moments of all metrics, then the second.
    moments: Vec<Sum>,
}

impl Ended {
    fn new(ways: usize, metrics: usize) -> Self {
        Self {
            by_round: Vec::new(),
            latest: (vec![0.0; ways], Masses::new(1, metrics)),
            ways: vec![Sum::default(); ways],
            moments: vec![Sum::default(); 2 * metrics],
        }
    }

    /// Makes room for ways to end that were found late.
    fn grow(&mut self, ways: usize) {
        if ways > self.ways.len() {
            self.latest.0.resize(ways, 0.0);
            self.ways.resize(ways, Sum::default());
        }
    }

    fn take(&mut self, way: usize, row: &Row, chance: f64, counted: &[Counted], round: f64) {
        self.latest.0[way] += row.mass * chance;
        self.latest.1.take(0, row, chance, counted, round);
    }

    /// Adds what ended lately to the last entry of `by_round`.
    fn close_latest(&mut self, endings: &Numbered<Ending>) {
        let round = self.by_round.last_mut().expect("a round comes before");
        for ((ending, sum), mass) in endings.iter().zip(&mut self.ways).zip(&mut self.latest.0) {
            round[ending.winner.index()] += *mass;
            sum.add(std::mem::take(mass));
        }
        for (sum, &moment) in self.moments.iter_mut().zip(&self.latest.1.moments) {
            sum.add(moment);
        }
        self.latest.1.clear();
    }

    fn solution(self, sides: &[Side], endings: &Numbered<Ending>, states: usize) -> Solution {
        let mut winners = [0.0; 4];
        let mut end_states = vec![[0.0; 4]; sides.len()];
        let (mut party_any_dead, mut party_all_out) = (0.0, 0.0);
        for (ending, mass) in endings.iter().zip(self.ways.iter().map(|way| way.total())) {
            winners[ending.winner.index()] += mass;
            for (shares, end_state) in end_states.iter_mut().zip(&ending.end_states) {
                shares[end_state.index()] += mass;
            }
            let mut party = sides.iter().zip(&ending.end_states).filter(|(side, _)| **side == Side::Party);
            party_any_dead += if party.clone().any(|(_, end)| *end == EndState::Dead) { mass } else { 0.0 };
            party_all_out += if party.all(|(_, end)| *end != EndState::Standing) { mass } else { 0.0 };
        }
        let moment = |power: i32| {
            let by_round = self.by_round.iter().enumerate();
            by_round.map(|(rounds, mass)| (rounds as f64).powi(power) * mass.iter().sum::<f64>()).sum::<f64>()
        };
        let (first, second) = self.moments.split_at(self.moments.len() / 2);
        Solution {
            states,
            winners,
            rounds: Moments::new(moment(1), moment(2)),
            end_states,
            party_any_dead,
            party_all_out,
            metrics: first
                .iter()
                .zip(second)
                .map(|(first, second)| Moments::new(first.total(), second.total()))
                .collect(),
            by_round: self.by_round,
        }
    }
}
