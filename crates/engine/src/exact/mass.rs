//! The probability mass of an encounter, passed along its graph round by round.

use std::hash::Hash;

use super::course::{COLUMNS, Course, EndedCourses};
use super::graph::{Counted, Explorer, Final, Graph, Target, Transition};
use super::{Advance, Ending, Moments, Observer, Solution, Unsolved};
use crate::numbered::Numbered;
use crate::outcome::Winner;
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
/// turns, the number of turns that lead to it while this order is found, and its lead.
pub(super) const fn bytes_of_node(metrics: usize) -> usize {
    2 * (1 + width(metrics)) * size_of::<f64>() + 2 * size_of::<u32>() + size_of::<i32>()
}

/// Moments that travel beside the mass of a node: those of all metrics, and the course of the lead.
const fn width(metrics: usize) -> usize {
    2 * metrics + COLUMNS
}

/// Passes the whole mass from the opening to the ways to end.
pub(super) fn propagate<R: Ruleset>(mut explorer: Explorer<R>, observer: &dyn Observer) -> Result<Solution, Unsolved> {
    let interrupted = &|| observer.is_interrupted();
    let rules = explorer.rules;
    let rounds_max = rules.rounds_max() as usize;
    let leads = leads(rules, &explorer.graph);
    let mut flow = Flow::new(&explorer.graph, rules.metrics().len(), leads);
    loop {
        flow.play_round(&explorer.graph, interrupted)?;
        let fighting = flow.now.sum();
        observer.advances(Advance::Passing { round: flow.round, rounds_max, fighting });
        if flow.round == rounds_max || fighting <= NEGLIGIBLE {
            break;
        }
        flow.round += 1;
    }
    if flow.round == rounds_max {
        flow.time_out(&mut explorer, interrupted)?;
    }
    Ok(flow.ended.solution(&explorer.graph.endings, explorer.graph.states()))
}

/// The lead in every state that a round begins with, by node.
fn leads<R: Ruleset>(rules: &R, graph: &Graph<R::State>) -> Vec<i32> {
    let mut leads = vec![0; graph.nodes.len()];
    let mut is_known = vec![false; graph.nodes.len()];
    for node in
        (0..graph.nodes.len()).flat_map(|node| graph.out_of(node)).filter_map(|transition| match transition.to {
            Target::NextRound(node) => Some(node as usize),
            Target::SameRound(_) | Target::End(_) => None,
        })
    {
        if !std::mem::replace(&mut is_known[node], true) {
            leads[node] = rules.lead(&graph.nodes.get(node).state);
        }
    }
    leads
}

/// The mass on its way through the graph.
struct Flow {
    /// The number of the current round; 0 is the set-up.
    round: usize,
    /// The nodes in the order in which they pass their mass on within a round.
    order: Vec<u32>,
    /// Whether no turn leads backwards in this order.
    is_ordered: bool,
    /// By node, the lead in a state that a round begins with.
    leads: Vec<i32>,
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
    fn new<S: Clone + Eq + Hash>(graph: &Graph<S>, metrics: usize, leads: Vec<i32>) -> Self {
        let (order, is_ordered) = graph.in_order_of_turns();
        let next = Masses::new(graph.nodes.len(), metrics);
        let mut now = next.clone();
        now.mass[0] = 1.0;
        Self {
            round: 0,
            order,
            is_ordered,
            leads,
            now,
            next,
            ended: Ended::new(graph.endings.len(), metrics),
            passing: Row { mass: 0.0, moments: vec![0.0; width(metrics)] },
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
            self.ended.occur(counted, self.passing.mass);
            match transition.to {
                Target::SameRound(node) => self.now.take(node as usize, &self.passing, chance, counted, round),
                Target::NextRound(node) => self.next.take(node as usize, &self.passing, chance, counted, round),
                Target::End(way) => {
                    let ending = graph.endings.value(way);
                    self.ended.take((way as usize, ending), &self.passing, chance, counted, round);
                }
            }
        }
    }

    fn close_round(&mut self, endings: &Numbered<Final>) {
        std::mem::swap(&mut self.now, &mut self.next);
        self.now.watch(&self.leads, self.round as f64);
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
                self.ended.occur(&arrival.counted, self.passing.mass);
                let way = (way as usize, explorer.graph.endings.value(way));
                self.ended.take(way, &self.passing, arrival.chance, &arrival.counted, self.round as f64);
            }
        }
        self.ended.close_latest(&explorer.graph.endings);
        Ok(())
    }
}

/// The mass of one node, with the first moments of all metrics, then the second, then the course of the lead, all of them
/// multiplied by the mass.
#[derive(Debug, Clone)]
struct Row {
    mass: f64,
    moments: Vec<f64>,
}

/// Probability mass by row, with all that travels beside it. A row is a node, or all that has ended.
#[derive(Debug, Clone)]
struct Masses {
    mass: Vec<f64>,
    /// By row, as in [`Row`].
    moments: Vec<f64>,
    metrics: usize,
}

impl Masses {
    fn new(rows: usize, metrics: usize) -> Self {
        Self { mass: vec![0.0; rows], moments: vec![0.0; width(metrics) * rows], metrics }
    }

    fn sum(&self) -> f64 {
        self.mass.iter().sum()
    }

    fn clear(&mut self) {
        self.mass.fill(0.0);
        self.moments.fill(0.0);
    }

    /// Shows every node the lead in its state after a round.
    fn watch(&mut self, leads: &[i32], round: f64) {
        let rows = self.moments.chunks_exact_mut(width(self.metrics));
        for ((row, &mass), &lead) in rows.zip(&self.mass).zip(leads).filter(|((_, mass), _)| **mass > 0.0) {
            let columns = &mut row[2 * self.metrics..];
            let mut course = Course::read(columns);
            course.watch(lead, round, mass);
            course.write(columns);
        }
    }

    /// Moves the mass of a row out.
    fn give(&mut self, from: usize, row: &mut Row) {
        let width = width(self.metrics);
        let moments = &mut self.moments[width * from..width * (from + 1)];
        row.mass = std::mem::take(&mut self.mass[from]);
        row.moments.copy_from_slice(moments);
        moments.fill(0.0);
    }

    /// Adds a share of `row`. With X counted before and C on the way, the mean of X + C is larger than that of X by the mean
    /// of C, and its second moment by that of 2 X C + C^2.
    #[inline]
    fn take(&mut self, to: usize, row: &Row, chance: f64, counted: &[Counted], round: f64) {
        let width = width(self.metrics);
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
    /// By metric of rounds, how often it was counted.
    occurred: Vec<Sum>,
    courses: EndedCourses,
}

impl Ended {
    fn new(ways: usize, metrics: usize) -> Self {
        Self {
            by_round: Vec::new(),
            latest: (vec![0.0; ways], Masses::new(1, metrics)),
            ways: vec![Sum::default(); ways],
            moments: vec![Sum::default(); 2 * metrics],
            occurred: vec![Sum::default(); metrics],
            courses: EndedCourses::default(),
        }
    }

    /// Makes room for ways to end that were found late.
    fn grow(&mut self, ways: usize) {
        if ways > self.ways.len() {
            self.latest.0.resize(ways, 0.0);
            self.ways.resize(ways, Sum::default());
        }
    }

    /// Adds how often metrics of rounds are counted on a transition of this mass.
    fn occur(&mut self, counted: &[Counted], mass: f64) {
        for counted in counted.iter().filter(|counted| counted.in_rounds) {
            self.occurred[usize::from(counted.metric)].add(counted.first * mass);
        }
    }

    fn take(&mut self, (way, ending): (usize, &Final), row: &Row, chance: f64, counted: &[Counted], round: f64) {
        let mass = row.mass * chance;
        self.latest.0[way] += mass;
        self.latest.1.take(0, row, chance, counted, round);
        let course = Course::scaled(&row.moments[2 * self.occurred.len()..], chance);
        self.courses.take(course, ending.ending.winner, ending.leader, round, mass);
    }

    /// Adds what ended lately to the last entry of `by_round`.
    fn close_latest(&mut self, endings: &Numbered<Final>) {
        let round = self.by_round.last_mut().expect("a round comes before");
        for ((end, sum), mass) in endings.iter().zip(&mut self.ways).zip(&mut self.latest.0) {
            round[end.ending.winner.index()] += *mass;
            sum.add(std::mem::take(mass));
        }
        for (sum, &moment) in self.moments.iter_mut().zip(&self.latest.1.moments) {
            sum.add(moment);
        }
        self.latest.1.clear();
        self.courses.close_latest();
    }

    /// Every way to end with its chance, whatever its course.
    fn endings(&self, finals: &Numbered<Final>) -> Vec<(Ending, f64)> {
        let mut numbers = Numbered::<Ending>::new();
        let mut chances: Vec<f64> = Vec::new();
        for (end, mass) in finals.iter().zip(&self.ways) {
            let number = numbers.number(&end.ending) as usize;
            chances.resize(numbers.len(), 0.0);
            chances[number] += mass.total();
        }
        numbers.iter().map(|ending| (*ending).clone()).zip(chances).collect()
    }

    fn solution(self, finals: &Numbered<Final>, states: usize) -> Solution {
        let endings = self.endings(finals);
        let mut winners = [0.0; 4];
        let mut end_states = vec![[0.0; 4]; endings.first().map_or(0, |(ending, _)| ending.end_states.len())];
        for (ending, mass) in &endings {
            winners[ending.winner.index()] += mass;
            for (shares, end_state) in end_states.iter_mut().zip(&ending.end_states) {
                shares[end_state.index()] += mass;
            }
        }
        let won = winners[Winner::Party.index()] + winners[Winner::Enemies.index()];
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
            endings,
            metrics: first
                .iter()
                .zip(second)
                .map(|(first, second)| Moments::new(first.total(), second.total()))
                .collect(),
            occurred: self.occurred.iter().map(|sum| sum.total()).collect(),
            lead: self.courses.moments(won),
            by_round: self.by_round,
        }
    }
}
