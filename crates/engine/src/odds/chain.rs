//! The number of attacks until a target has had enough: a Markov chain over the states that attacks leave.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::mem;
use std::ops::Range;

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
/// The mass below which nothing is passed on from a state that has been followed.
const PASSED: f64 = 1e-14;
/// The mass on the way to a new state below which it gets none of the room that becomes scarce.
const RARE: f64 = 1e-9;
/// The chance of states that are not followed above which the number of attacks is not known.
const UNFOLLOWED_MAX: f64 = 1e-4;
/// The relative change of a value below which it has converged.
const CONVERGED: f64 = 1e-15;

/// The number of attacks that a target takes.
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
    /// The chance to come to a state that was not followed, since there are too many. It is part of no other number, so that each
    /// chance may be larger by as much.
    pub unfollowed: f64,
    /// The number of different states that were followed.
    pub states: usize,
}

impl Lasting {
    /// Whether so many attacks suffice with a chance of `share` that their number is beyond those in `chances`.
    pub fn is_beyond(&self, share: f64) -> bool {
        self.ever >= share && self.quantile(share).is_none()
    }

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
    /// A state for which there is no room.
    Unfollowed,
}

/// The transitions out of all states, by state a range of the list; that of a state that was not followed is empty.
struct Chain {
    outs: Vec<Range<usize>>,
    transitions: Vec<(To, f64)>,
}

/// The chance that attacks from a state ever suffice, and the mean of their number times that chance.
#[derive(Debug, Clone, Copy, Default)]
struct Value {
    ever: f64,
    attacks: f64,
    /// The chance to come to a state that was not followed.
    unfollowed: f64,
}

impl Value {
    const UNFOLLOWED: Self = Self { ever: 0.0, attacks: 0.0, unfollowed: 1.0 };
}

/// The states that attacks are known to leave.
struct Known<R: Ruleset> {
    numbers: QuickMap<R::State, usize>,
    /// The states that have not been followed; `None` for those that have.
    states: Vec<Option<R::State>>,
    /// The chance of being in a state that has not been passed on yet.
    mass: Vec<f64>,
    /// States by their mass at the time, as bits, which are in the order of the numbers: entries whose mass has changed since are
    /// out of date.
    next: BinaryHeap<(u64, Reverse<usize>)>,
    states_max: usize,
}

impl<R: Ruleset> Known<R> {
    /// The end of a transition that a state is, with `mass` on the way to it.
    fn arrive(&mut self, rules: &R, target: Who, state: R::State, mass: f64) -> To {
        if rules.has_had_enough(&state, target) {
            return To::Enough;
        }
        if let Some(&number) = self.numbers.get(&state) {
            return To::State(number);
        }
        let number = self.states.len();
        let is_crowded = number >= self.states_max / 4 && mass < RARE;
        if number >= self.states_max || is_crowded {
            return To::Unfollowed;
        }
        self.numbers.insert(state.clone(), number);
        self.states.push(Some(state));
        self.mass.push(0.0);
        To::State(number)
    }

    fn add(&mut self, state: usize, mass: f64) {
        self.mass[state] += mass;
        self.next.push((self.mass[state].to_bits(), Reverse(state)));
    }

    /// The state with the largest mass, and its mass, which is taken from it.
    fn take(&mut self) -> Option<(usize, f64)> {
        loop {
            let (bits, Reverse(state)) = self.next.pop()?;
            if self.mass[state].to_bits() == bits && bits != 0 {
                return Some((state, mem::take(&mut self.mass[state])));
            }
        }
    }
}

/// The number of attacks that the target takes, from the states in which it can start. The likeliest states are followed first; those
/// that the limits leave are [unfollowed](Lasting::unfollowed).
pub(super) fn lasting<R: Ruleset>(roller: &mut Roller<'_, R>, starts: &[(R::State, f64)]) -> Result<Lasting, TooMany> {
    let (rules, target, states_max) = (roller.rules, roller.strike.target, roller.limits.states);
    let mut known: Known<R> = Known {
        numbers: QuickMap::default(),
        states: Vec::new(),
        mass: Vec::new(),
        next: BinaryHeap::new(),
        states_max,
    };
    let mut start: Vec<(To, f64)> = Vec::new();
    for (state, chance) in starts {
        let to = known.arrive(rules, target, state.clone(), *chance);
        if let To::State(state) = to {
            known.add(state, *chance);
        }
        start.push((to, *chance));
    }
    let mut chain = Chain { outs: vec![0..0; known.states.len()], transitions: Vec::new() };
    let (mut why, mut passes) = (TooMany::States(states_max), 0);
    while let Some((state, mass)) = known.take() {
        if let Some(from) = known.states[state].take() {
            match chain.follow(roller, &mut known, state, &from, mass) {
                Err(TooMany::Paths(paths)) => {
                    why = TooMany::Paths(paths);
                    break;
                }
                followed => followed?,
            }
        } else if mass < PASSED || passes > PASSES_MAX {
            continue;
        }
        let out = chain.out_of(state);
        passes += out.len();
        let leaves: f64 = out.iter().filter(|(to, _)| *to != To::State(state)).map(|(_, chance)| chance).sum();
        for &(to, chance) in out {
            if let To::State(to) = to
                && to != state
            {
                known.add(to, mass * chance / leaves);
            }
        }
    }
    chain.lasting(&start, why)
}

fn value_of(values: &[Value], to: To) -> Value {
    match to {
        To::State(state) => values[state],
        To::Enough => Value { ever: 1.0, attacks: 0.0, unfollowed: 0.0 },
        To::Unfollowed => Value::UNFOLLOWED,
        To::Never => Value::default(),
    }
}

impl Chain {
    fn states(&self) -> usize {
        self.outs.len()
    }

    fn out_of(&self, state: usize) -> &[(To, f64)] {
        &self.transitions[self.outs[state].clone()]
    }

    /// Makes the attack from a state, on whose way there is `mass`, and adds the transitions out of it.
    fn follow<R: Ruleset>(
        &mut self,
        roller: &mut Roller<'_, R>,
        known: &mut Known<R>,
        number: usize,
        from: &R::State,
        mass: f64,
    ) -> Result<(), TooMany> {
        let (mut never, mut afters): (Sum, Vec<(R::State, Sum)>) = (Sum::default(), Vec::new());
        let mut places: QuickMap<R::State, usize> = QuickMap::default();
        roller.blows(from, |struck, weight, after| {
            if struck.is_none() {
                never.add(weight);
                return Ok(());
            }
            let place = places.get(after).copied().unwrap_or_else(|| {
                places.insert(after.clone(), afters.len());
                afters.push((after.clone(), Sum::default()));
                afters.len() - 1
            });
            afters[place].1.add(weight);
            Ok(())
        })?;
        let stays: f64 = afters.iter().filter(|(after, _)| after == from).map(|(_, sum)| sum.total()).sum();
        let (mut ends, mut unfollowed) = (Sum::default(), Sum::default());
        let first = self.transitions.len();
        for (after, sum) in afters {
            let chance = sum.total();
            match known.arrive(roller.rules, roller.strike.target, after, mass * chance / (1.0 - stays).max(chance)) {
                To::Enough => ends.add(chance),
                To::Unfollowed => unfollowed.add(chance),
                to => self.transitions.push((to, chance)),
            }
        }
        for (to, sum) in [(To::Enough, ends), (To::Never, never), (To::Unfollowed, unfollowed)] {
            if sum.total() > 0.0 {
                self.transitions.push((to, sum.total()));
            }
        }
        self.outs.resize(known.states.len(), 0..0);
        self.outs[number] = first..self.transitions.len();
        Ok(())
    }

    /// The number of attacks; the error if too much of it is unfollowed.
    fn lasting(&self, start: &[(To, f64)], why: TooMany) -> Result<Lasting, TooMany> {
        let values = self.values();
        let [mut ever, mut attacks, mut unfollowed, mut at_start] = [Sum::default(); 4];
        for &(to, chance) in start {
            let value = value_of(&values, to);
            ever.add(chance * value.ever);
            attacks.add(chance * value.attacks);
            unfollowed.add(chance * value.unfollowed);
            at_start.add(if to == To::Enough { chance } else { 0.0 });
        }
        let [ever, attacks, unfollowed, at_start] = [ever, attacks, unfollowed, at_start].map(Sum::total);
        if unfollowed > UNFOLLOWED_MAX {
            return Err(why);
        }
        let (chances, left) = self.distribution(start, &values);
        let mean = (ever > 0.0).then(|| attacks / ever);
        // Rounding may take sums beyond certainty.
        let [ever, unfollowed, at_start, left] = [ever, unfollowed, at_start, left].map(|chance| chance.min(1.0));
        let states = self.outs.iter().filter(|out| !out.is_empty()).count();
        Ok(Lasting { ever, mean, at_start, chances, left, unfollowed, states })
    }

    /// The states in an order in which each follows those that it leads to, but for circles.
    fn last_first(&self) -> Vec<usize> {
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

    /// The values before any is known: nothing but that states were not followed.
    fn unsolved(&self) -> Vec<Value> {
        let of = |out: &Range<usize>| if out.is_empty() { Value::UNFOLLOWED } else { Value::default() };
        self.outs.iter().map(of).collect()
    }

    /// Solves the chain. Without circles of several states the first pass is exact, since a state that leads to itself is solved
    /// for that; the passes go on until no value changes.
    fn values(&self) -> Vec<Value> {
        let (order, mut values) = (self.last_first(), self.unsolved());
        let passes = PASSES_MAX / self.transitions.len().max(1);
        for _ in 0..passes.max(2) {
            let mut has_changed = false;
            for &state in &order {
                let [mut leaves, mut ever, mut attacks, mut unfollowed] = [Sum::default(); 4];
                for &(to, chance) in self.out_of(state).iter().filter(|&&(to, _)| to != To::State(state)) {
                    let value = value_of(&values, to);
                    leaves.add(chance);
                    ever.add(chance * value.ever);
                    attacks.add(chance * value.attacks);
                    unfollowed.add(chance * value.unfollowed);
                }
                let [leaves, ever, attacks, unfollowed] = [leaves, ever, attacks, unfollowed].map(Sum::total);
                if leaves <= 0.0 {
                    continue;
                }
                let ever = ever / leaves;
                // Each attack from here counts wherever attacks suffice in the end.
                let attacks = (ever + attacks) / leaves;
                let value = Value { ever, attacks, unfollowed: unfollowed / leaves };
                let old = mem::replace(&mut values[state], value);
                let differs = |new: f64, old: f64| (new - old).abs() > CONVERGED * new.abs();
                has_changed |= differs(ever, old.ever)
                    || differs(attacks, old.attacks)
                    || differs(value.unfollowed, old.unfollowed);
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
                        To::Never | To::Unfollowed => {}
                    }
                }
            }
            chances.push(enough.total().min(1.0));
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
        let mut chain = Chain { outs: Vec::new(), transitions: Vec::new() };
        for out in transitions {
            let first = chain.transitions.len();
            chain.transitions.extend_from_slice(out);
            chain.outs.push(first..chain.transitions.len());
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

    /// A state that was not followed is in no other number.
    #[test]
    fn what_is_not_followed_is_told_apart() {
        let (value, ..) = solved(&[&[(To::State(1), 0.5), (To::Enough, 0.4), (To::Unfollowed, 0.1)], &[]]);
        assert!((value.unfollowed - 0.6).abs() < 1e-12 && (value.ever - 0.4).abs() < 1e-12, "{value:?}");
        assert!((value.attacks / value.ever - 1.0).abs() < 1e-12, "{value:?}");
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
