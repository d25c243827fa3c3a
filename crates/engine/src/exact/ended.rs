//! The mass that has ended, collected from all passes, and the solution made of it.

use super::follow::{Followed, Reached};
use super::graph::Finals;
use super::labels::{Counted, Labels};
use super::moments::{METRICS_OF_LOAD, Travelling};
use super::route::Route;
use super::totals::Masses;
use super::{Ending, LeadMoments, Moments, Solution};
use crate::numbered::Numbered;
use crate::outcome::Winner;
use crate::sum::Sum;

/// Collected mass and moments of ended fights.
pub(super) struct Ended {
    /// For each round: the mass that ends in it, by winner.
    by_round: Vec<[f64; 4]>,
    /// All ways to end, those at the round limit included.
    finals: Finals,
    /// For each way to end: the mass that ends in it.
    ways: Vec<Sum>,
    /// First and second moments of all metrics.
    moments: Vec<[Sum; 2]>,
    /// For each metric of rounds: the expected number of its counts.
    occurred: Vec<Sum>,
}

impl Ended {
    /// Sums up the counts of all transitions, weighted by the mass that took them. Products of several counts of a
    /// metric in one fight are still missing: see [`Self::add_products`].
    pub(super) fn new(
        masses: &Masses,
        (route, endings, labels): (&Route, &Finals, &Labels),
        by_round: Vec<[f64; 4]>,
        metrics: usize,
    ) -> Self {
        let mut finals = Finals::default();
        for end in endings.iter() {
            finals.number(end);
        }
        let (moments, occurred) = (vec![[Sum::default(); 2]; metrics], vec![Sum::default(); metrics]);
        let mut ended = Self { by_round, finals, ways: masses.ways.clone(), moments, occurred };
        // All places of a pattern have the same labels and so count the same.
        let mut of_patterns = vec![[Sum::default(); 3]; route.patterns()];
        let mut of_rounds = masses.of_rounds.iter();
        for (&pattern, &left) in route.patterns_of_places().iter().zip(&masses.left) {
            let [sum, first, second] = &mut of_patterns[pattern as usize];
            sum.add(left.total());
            if let Some(of_rounds) = of_rounds.next() {
                first.add(of_rounds[0].total());
                second.add(of_rounds[1].total());
            }
        }
        for (pattern, sums) in of_patterns.into_iter().enumerate() {
            let [left, first, second] = sums.map(Sum::total);
            for label in route.labels_of_pattern(pattern) {
                ended.count(labels.counted(label as usize), left, [first, second]);
            }
        }
        ended
    }

    /// Adds the products of counts that a pass has found to the second moments.
    pub(super) fn add_products(&mut self, load: &Travelling, products: &[f64; METRICS_OF_LOAD]) {
        for (&metric, product) in load.metrics.iter().zip(products) {
            self.moments[usize::from(metric)][1].add(2.0 * product);
        }
    }

    /// Adds the counts of transitions that this mass took. The array holds the first two moments of the number of the
    /// round, multiplied by the mass.
    fn count(&mut self, counted: &[Counted], mass: f64, [first_of_round, second_of_round]: [f64; 2]) {
        for counted in counted {
            let metric = usize::from(counted.metric);
            let [first, second] = &mut self.moments[metric];
            if counted.in_rounds {
                self.occurred[metric].add(counted.first * mass);
                first.add(counted.first * first_of_round);
                second.add(counted.second * second_of_round);
            } else {
                first.add(counted.first * mass);
                second.add(counted.second * mass);
            }
        }
    }

    /// Ends the fights that are at one start when the round limit is reached.
    pub(super) fn time_out<S>(&mut self, followed: &Followed<S>, (start, end): (usize, usize), mass: f64, round: f64) {
        for arrival in &followed.arrivals[start..end] {
            let Reached::End(way) = arrival.to else { unreachable!("a timeout is an end") };
            let end = &followed.finals[way as usize];
            let way = self.finals.number(end) as usize;
            let label = arrival.label as usize;
            let counted = followed.labels.counted(label);
            self.count(counted, mass, [round * mass, round * round * mass]);
            if self.ways.len() <= way {
                self.ways.resize(way + 1, Sum::default());
            }
            let chance = mass * followed.labels.chance(label);
            self.ways[way].add(chance);
            self.by_round.last_mut().expect("the last round was played")[end.ending.winner.index()] += chance;
        }
    }

    /// Every ending with its chance. Ways to end that differ only in their leader are merged.
    fn endings(&self) -> Vec<(Ending, f64)> {
        let mut numbers = Numbered::<Ending>::new();
        let mut chances: Vec<f64> = Vec::new();
        for (end, mass) in self.finals.iter().zip(&self.ways) {
            let number = numbers.number(&end.ending) as usize;
            chances.resize(numbers.len(), 0.0);
            chances[number] += mass.total();
        }
        numbers.iter().map(|ending| (*ending).clone()).zip(chances.into_iter().map(at_most_certain)).collect()
    }

    pub(super) fn solution(
        self,
        (states, transitions, bytes): (usize, usize, usize),
        [changes, last_behind]: [[f64; 2]; 2],
        margin: [f64; 2],
    ) -> Solution {
        let endings = self.endings();
        let mut winners = [0.0; 4];
        let mut end_states = vec![[0.0; 4]; endings.first().map_or(0, |(ending, _)| ending.end_states.len())];
        for (ending, mass) in &endings {
            winners[ending.winner.index()] += mass;
            for (shares, end_state) in end_states.iter_mut().zip(&ending.end_states) {
                shares[end_state.index()] += mass;
            }
        }
        let winners = winners.map(at_most_certain);
        let end_states = end_states.into_iter().map(|shares| shares.map(at_most_certain)).collect();
        let won = winners[Winner::Party.index()] + winners[Winner::Enemies.index()];
        let moment = |power: i32| {
            let by_round = self.by_round.iter().enumerate();
            by_round.map(|(rounds, mass)| (rounds as f64).powi(power) * mass.iter().sum::<f64>()).sum::<f64>()
        };
        Solution {
            states,
            transitions,
            bytes,
            winners,
            rounds: Moments::new(moment(1), moment(2)),
            end_states,
            endings,
            metrics: self.moments.iter().map(|[first, second]| Moments::new(first.total(), second.total())).collect(),
            occurred: self.occurred.iter().map(|sum| at_most_certain(sum.total())).collect(),
            lead: LeadMoments {
                changes: Moments::among(1.0, changes),
                last_behind: Moments::among(won, last_behind),
                margin: Moments::among(won, margin),
            },
            by_round: self.by_round,
        }
    }
}

/// Cuts a chance to 1 if it exceeds 1 by no more than a rounding error. A larger excess is a bug, and is left visible.
fn at_most_certain(chance: f64) -> f64 {
    const ROUNDING: f64 = 1e-9;
    if chance > 1.0 && chance < 1.0 + ROUNDING { 1.0 } else { chance }
}
