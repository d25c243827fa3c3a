//! The number of attacks until a target has had enough: a Markov chain over the states that attacks leave.

use std::mem;

use super::{Roller, TooMany};
use crate::hashing::QuickMap;
use crate::ruleset::Ruleset;
use crate::sum::Sum;

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
        let reaches = |chance: &f64| {
            sum.add(*chance);
            sum.total() >= share - REST
        };
        self.chances.iter().position(reaches).map(|index| index + 1)
    }
}

/// The end of a transition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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

/// How many attacks the target takes, from the states in which it can start.
pub(super) fn lasting<R: Ruleset>(
    roller: &mut Roller<'_, R>,
    starts: Vec<(R::State, f64)>,
) -> Result<Lasting, TooMany> {
    let (mut start, mut states, mut known): (Vec<(To, f64)>, Vec<R::State>, QuickMap<R::State, usize>) =
        Default::default();
    for (state, chance) in starts {
        start.push((find(roller, state, &mut states, &mut known)?, chance));
    }
    let mut chain = Chain { firsts: vec![0], transitions: Vec::new() };
    let mut at = 0;
    while at < states.len() {
        let mut merged: Vec<(To, Sum)> = Vec::new();
        let state = states[at].clone();
        for (struck, weight, after) in roller.blows(&state)? {
            let to = if struck.is_some() { find(roller, after, &mut states, &mut known)? } else { To::Never };
            match merged.iter_mut().find(|(other, _)| *other == to) {
                Some((_, sum)) => sum.add(weight),
                None => {
                    merged.push((to, Sum::default()));
                    merged.last_mut().expect("one was pushed").1.add(weight);
                }
            }
        }
        chain.transitions.extend(merged.into_iter().map(|(to, sum)| (to, sum.total())));
        chain.firsts.push(chain.transitions.len());
        at += 1;
    }
    let values = chain.values();
    let (mut ever, mut attacks) = (Sum::default(), Sum::default());
    for &(to, chance) in &start {
        let value = value_of(&values, to);
        ever.add(chance * value.ever);
        attacks.add(chance * value.attacks);
    }
    let (ever, attacks) = (ever.total().min(1.0), attacks.total());
    let (chances, left) = chain.distribution(&start, &values);
    Ok(Lasting { ever, mean: (ever > 0.0).then(|| attacks / ever), chances, left, states: states.len() })
}

fn find<R: Ruleset>(
    roller: &Roller<'_, R>,
    state: R::State,
    states: &mut Vec<R::State>,
    known: &mut QuickMap<R::State, usize>,
) -> Result<To, TooMany> {
    if roller.rules.has_had_enough(&state, roller.strike.target) {
        return Ok(To::Enough);
    }
    if let Some(&index) = known.get(&state) {
        return Ok(To::State(index));
    }
    if states.len() >= roller.limits.states {
        return Err(TooMany::States(roller.limits.states));
    }
    known.insert(state.clone(), states.len());
    states.push(state);
    Ok(To::State(states.len() - 1))
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
