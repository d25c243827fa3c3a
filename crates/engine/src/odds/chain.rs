//! The number of attacks until a target has had enough: a Markov chain over the states that attacks leave.

use std::collections::VecDeque;
use std::mem;

use super::{Roller, TooMany};
use crate::hashing::QuickMap;
use crate::ruleset::Ruleset;
use crate::sum::Sum;
use crate::who::Who;

/// The chance of more attacks below which the distribution of their number ends.
const REST: f64 = 1e-12;
/// The most attacks that the distribution goes up to.
const ATTACKS_MAX: usize = 10_000;
/// The most transitions that are passed for the distribution, and for the mean.
const PASSES_MAX: usize = 400_000_000;
/// The relative change of a value below which it has converged.
const CONVERGED: f64 = 1e-15;

/// How many attacks a target takes.
#[derive(Debug, Clone, PartialEq)]
pub struct Lasting {
    /// The chance that attacks ever suffice: below 1 if they are used up before, or if the target can come to be out of their reach.
    pub ever: f64,
    /// The mean number of attacks, if they suffice; `None` if they never do.
    pub mean: Option<f64>,
    /// The chance that the target has had enough before the first attack.
    pub at_start: f64,
    /// For each number of attacks from 1 on, the chance that exactly so many are needed, until what is left has a chance below
    /// 1e-12. If so many are out of reach, `left` is larger.
    pub chances: Vec<f64>,
    /// The chance that more attacks are needed than `chances` goes up to, and suffice.
    pub left: f64,
    /// The number of different states that attacks leave.
    pub states: usize,
}

impl Lasting {
    /// The least number of attacks that suffice with a chance of at least `share`; `None` if none does that is known.
    pub fn quantile(&self, share: f64) -> Option<usize> {
        let mut sum = Sum::default();
        let at_start = [self.at_start];
        let reaches = |chance: &f64| {
            sum.add(*chance);
            sum.total() >= share - REST
        };
        at_start.iter().chain(&self.chances).position(reaches)
    }
}

/// The end of a transition.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum To {
    State(usize),
    /// The target has had enough.
    Enough,
    /// The attack cannot be made any more.
    Never,
}

/// The transitions out of all states, those of state `s` at `firsts[s]..firsts[s + 1]`.
struct Chain {
    firsts: Vec<usize>,
    transitions: Vec<(To, f64)>,
}

/// The chance that attacks from a state ever suffice, and the mean of their number times that chance.
#[derive(Debug, Clone, Copy, Default)]
struct Value {
    ever: f64,
    attacks: f64,
}

/// The states that are known, with those of them that have still to be attacked.
struct Found<R: Ruleset> {
    numbers: QuickMap<R::State, usize>,
    open: VecDeque<R::State>,
}

impl<R: Ruleset> Found<R> {
    /// The end of a transition to a state.
    fn find(&mut self, rules: &R, target: Who, states_max: usize, state: &R::State) -> Result<To, TooMany> {
        if rules.has_had_enough(state, target) {
            return Ok(To::Enough);
        }
        if let Some(&number) = self.numbers.get(state) {
            return Ok(To::State(number));
        }
        let number = self.numbers.len();
        if number >= states_max {
            return Err(TooMany::States(states_max));
        }
        self.numbers.insert(state.clone(), number);
        self.open.push_back(state.clone());
        Ok(To::State(number))
    }
}

/// How many attacks the target takes, from the states in which it can start.
pub(super) fn lasting<R: Ruleset>(roller: &mut Roller<'_, R>, starts: &[(R::State, f64)]) -> Result<Lasting, TooMany> {
    let (rules, target, states_max) = (roller.rules, roller.strike.target, roller.limits.states);
    let mut found: Found<R> = Found { numbers: QuickMap::default(), open: VecDeque::new() };
    let mut start: Vec<(To, f64)> = Vec::new();
    for (state, chance) in starts {
        start.push((found.find(rules, target, states_max, state)?, *chance));
    }
    let mut chain = Chain { firsts: vec![0], transitions: Vec::new() };
    while let Some(state) = found.open.pop_front() {
        let (mut merged, mut places): (Vec<(To, Sum)>, QuickMap<To, usize>) = (Vec::new(), QuickMap::default());
        roller.blows(&state, |struck, weight, after| {
            let to = if struck.is_some() { found.find(rules, target, states_max, after)? } else { To::Never };
            let place = *places.entry(to).or_insert_with(|| {
                merged.push((to, Sum::default()));
                merged.len() - 1
            });
            merged[place].1.add(weight);
            Ok(())
        })?;
        chain.transitions.extend(merged.into_iter().map(|(to, sum)| (to, sum.total())));
        chain.firsts.push(chain.transitions.len());
    }
    let values = chain.values();
    let (mut ever, mut attacks, mut at_start) = (Sum::default(), Sum::default(), Sum::default());
    for &(to, chance) in &start {
        let value = value_of(&values, to);
        ever.add(chance * value.ever);
        attacks.add(chance * value.attacks);
        at_start.add(if to == To::Enough { chance } else { 0.0 });
    }
    let (ever, attacks, at_start) = (ever.total().min(1.0), attacks.total(), at_start.total());
    let (chances, left) = chain.distribution(&start, &values);
    let mean = (ever > 0.0).then(|| attacks / ever);
    Ok(Lasting { ever, mean, at_start, chances, left, states: chain.states() })
}

fn value_of(values: &[Value], to: To) -> Value {
    match to {
        To::State(state) => values[state],
        To::Enough => Value { ever: 1.0, attacks: 0.0 },
        To::Never => Value::default(),
    }
}

impl Chain {
    fn states(&self) -> usize {
        self.firsts.len() - 1
    }

    fn out_of(&self, state: usize) -> &[(To, f64)] {
        &self.transitions[self.firsts[state]..self.firsts[state + 1]]
    }

    /// The states in an order in which each follows those that it leads to, but for circles.
    fn from_the_end(&self) -> Vec<usize> {
        let (mut order, mut is_met) = (Vec::new(), vec![false; self.states()]);
        for first in 0..self.states() {
            if mem::replace(&mut is_met[first], true) {
                continue;
            }
            let mut open = vec![(first, 0)];
            while let Some((state, next)) = open.last_mut() {
                let Some(&(to, _)) = self.out_of(*state).get(*next) else {
                    order.push(*state);
                    open.pop();
                    continue;
                };
                *next += 1;
                if let To::State(to) = to
                    && !mem::replace(&mut is_met[to], true)
                {
                    open.push((to, 0));
                }
            }
        }
        order
    }

    /// Solves the chain. Without circles of several states the first pass is exact, since a state that leads to itself is solved
    /// for that; the passes go on until no value changes.
    fn values(&self) -> Vec<Value> {
        let (order, mut values) = (self.from_the_end(), vec![Value::default(); self.states()]);
        let passes = PASSES_MAX / self.transitions.len().max(1);
        for _ in 0..passes.max(2) {
            let mut has_changed = false;
            for &state in &order {
                let (mut leaves, mut ever, mut attacks) = (Sum::default(), Sum::default(), Sum::default());
                for &(to, chance) in self.out_of(state).iter().filter(|&&(to, _)| to != To::State(state)) {
                    let value = value_of(&values, to);
                    leaves.add(chance);
                    ever.add(chance * value.ever);
                    attacks.add(chance * value.attacks);
                }
                let [leaves, ever, attacks] = [leaves, ever, attacks].map(Sum::total);
                if leaves <= 0.0 {
                    continue;
                }
                let ever = ever / leaves;
                // Each attack from here counts wherever attacks suffice in the end.
                let attacks = (ever + attacks) / leaves;
                let old = mem::replace(&mut values[state], Value { ever, attacks });
                let differs = |new: f64, old: f64| (new - old).abs() > CONVERGED * new.abs();
                has_changed |= differs(ever, old.ever) || differs(attacks, old.attacks);
            }
            if !has_changed {
                break;
            }
        }
        values
    }

    /// The chance of each number of attacks, and that of more.
    fn distribution(&self, start: &[(To, f64)], values: &[Value]) -> (Vec<f64>, f64) {
        let mut mass = vec![0.0; self.states()];
        for &(to, chance) in start {
            if let To::State(state) = to {
                mass[state] += chance;
            }
        }
        let left = |mass: &[f64]| {
            let mut sum = Sum::default();
            mass.iter().zip(values).for_each(|(mass, value)| sum.add(mass * value.ever));
            sum.total()
        };
        let attacks_max = ATTACKS_MAX.min(PASSES_MAX / self.transitions.len().max(1)).max(1);
        let mut chances = Vec::new();
        while left(&mass) >= REST && chances.len() < attacks_max {
            let (mut next, mut enough) = (vec![0.0; mass.len()], Sum::default());
            for (state, &here) in mass.iter().enumerate().filter(|(_, here)| **here > 0.0) {
                for &(to, chance) in self.out_of(state) {
                    match to {
                        To::State(to) => next[to] += here * chance,
                        To::Enough => enough.add(here * chance),
                        To::Never => {}
                    }
                }
            }
            chances.push(enough.total());
            mass = next;
        }
        let left = left(&mass);
        (chances, if left < REST { 0.0 } else { left })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solved(transitions: &[&[(To, f64)]]) -> (Value, Vec<f64>, f64) {
        let mut chain = Chain { firsts: vec![0], transitions: Vec::new() };
        for out in transitions {
            chain.transitions.extend_from_slice(out);
            chain.firsts.push(chain.transitions.len());
        }
        let values = chain.values();
        let (chances, left) = chain.distribution(&[(To::State(0), 1.0)], &values);
        (values[0], chances, left)
    }

    /// From state 0 to state 1 and from there back or to the end: the mean m is 1 + (1 + m / 2), which is 4.
    #[test]
    fn circles_are_solved_as_well() {
        let (value, chances, left) = solved(&[&[(To::State(1), 1.0)], &[(To::State(0), 0.5), (To::Enough, 0.5)]]);
        assert!((value.ever - 1.0).abs() < 1e-12 && (value.attacks - 4.0).abs() < 1e-12, "{value:?}");
        assert_eq!((&chances[..4], left), (&[0.0, 0.5, 0.0, 0.25][..], 0.0));
    }

    /// Half of all attacks are repeated, a quarter suffices: half of the targets, after two attacks on average.
    #[test]
    fn what_never_suffices_is_no_part_of_the_mean() {
        let (value, chances, _) = solved(&[&[(To::State(0), 0.5), (To::Enough, 0.25), (To::Never, 0.25)]]);
        assert!((value.ever - 0.5).abs() < 1e-12 && (value.attacks / value.ever - 2.0).abs() < 1e-12, "{value:?}");
        assert_eq!(chances[..2], [0.25, 0.125]);
    }

    /// One attack in a million suffices: the mean is a million, and the list ends with what is left.
    #[test]
    fn what_takes_too_many_attacks_to_list_is_left() {
        let (value, chances, left) = solved(&[&[(To::State(0), 1.0 - 1e-6), (To::Enough, 1e-6)]]);
        assert!((value.attacks - 1e6).abs() < 1e-3, "{value:?}");
        assert_eq!(chances.len(), ATTACKS_MAX);
        assert!((left + chances.iter().sum::<f64>() - 1.0).abs() < 1e-9 && left > 0.99, "{left}");
    }
}
