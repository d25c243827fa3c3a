//! The states of an encounter and the transitions between them.

use std::collections::{BTreeMap, HashMap};
use std::hash::Hash;
use std::rc::Rc;

use super::{Budget, Unsolved};
use crate::dice::Enumerated;
use crate::outcome::{EndState, Winner};
use crate::ruleset::{Fight, MetricUnit, Progress, Ruleset};
use crate::sum::Sum;
use crate::trace::{Counting, Trace};

/// Numbers beyond this one have no place in a transition.
const NUMBERS_MAX: usize = u32::MAX as usize / 2;

/// Where a transition leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Target {
    /// To a state of the same round.
    SameRound(u32),
    /// To a state at the start of the next round.
    NextRound(u32),
    /// Out of the fight.
    End(u32),
}

/// A way out of the fight: fights that end alike.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Ending {
    pub(super) winner: Winner,
    pub(super) end_states: Vec<EndState>,
}

#[derive(Debug)]
pub(super) struct Transition {
    pub(super) to: Target,
    pub(super) chance: f64,
    /// Range in [`Graph::counted`].
    counted: (u32, u32),
}

/// What a transition adds to one metric: the sums of chance times count, and of chance times squared count, over its
/// paths.
#[derive(Debug, Clone, Copy)]
pub(super) struct Counted {
    pub(super) metric: u16,
    /// Whether each count stands for the number of the round.
    pub(super) in_rounds: bool,
    pub(super) first: f64,
    pub(super) second: f64,
}

/// Equal values have the same number, in order of first sight.
pub(super) struct Numbered<T> {
    values: Vec<Rc<T>>,
    numbers: HashMap<Rc<T>, u32>,
}

impl<T: Eq + Hash> Numbered<T> {
    fn new() -> Self {
        Self { values: Vec::new(), numbers: HashMap::new() }
    }

    fn number(&mut self, value: T) -> u32 {
        if let Some(&known) = self.numbers.get(&value) {
            return known;
        }
        let number = self.values.len() as u32;
        let value = Rc::new(value);
        self.values.push(value.clone());
        self.numbers.insert(value, number);
        number
    }

    pub(super) fn len(&self) -> usize {
        self.values.len()
    }

    pub(super) fn get(&self, number: usize) -> Rc<T> {
        self.values[number].clone()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &T> {
        self.values.iter().map(Rc::as_ref)
    }
}

/// What was found.
pub(super) struct Graph<S> {
    pub(super) states: Numbered<S>,
    pub(super) endings: Numbered<Ending>,
    /// Out of the set-up first, then out of each state: ends of the ranges in `transitions`.
    bounds: Vec<usize>,
    transitions: Vec<Transition>,
    counted: Vec<Counted>,
}

impl<S: Eq + Hash> Graph<S> {
    fn new() -> Self {
        Self {
            states: Numbered::new(),
            endings: Numbered::new(),
            bounds: vec![0],
            transitions: Vec::new(),
            counted: Vec::new(),
        }
    }

    pub(super) fn out_of_set_up(&self) -> &[Transition] {
        &self.transitions[..self.bounds[1]]
    }

    pub(super) fn out_of(&self, state: usize) -> &[Transition] {
        &self.transitions[self.bounds[state + 1]..self.bounds[state + 2]]
    }

    pub(super) fn counted(&self, transition: &Transition) -> &[Counted] {
        &self.counted[transition.counted.0 as usize..transition.counted.1 as usize]
    }

    /// Adds the transitions of the next state in line.
    fn close(&mut self, arrivals: Vec<Arrival>) {
        for Arrival { to, chance, counted } in arrivals {
            let start = self.counted.len() as u32;
            self.counted.extend(counted);
            let counted = (start, self.counted.len() as u32);
            self.transitions.push(Transition { to, chance, counted });
        }
        self.bounds.push(self.transitions.len());
    }

    /// Transitions by what they hold: each may count four metrics.
    fn held(&self) -> usize {
        self.transitions.len().max(self.counted.len() / 4)
    }

    /// The states in an order in which no turn leads backwards within its round, and whether there is one. If a turn may
    /// lead back to a state of the same round, those that it leads to come last, in any order.
    pub(super) fn in_order_of_turns(&self) -> (Vec<u32>, bool) {
        let mut ways_in = vec![0_u32; self.states.len()];
        let followers = |state: usize| {
            self.out_of(state).iter().filter_map(|transition| match transition.to {
                Target::SameRound(state) => Some(state as usize),
                Target::NextRound(_) | Target::End(_) => None,
            })
        };
        for state in 0..self.states.len() {
            followers(state).for_each(|follower| ways_in[follower] += 1);
        }
        let mut order: Vec<u32> = (0..self.states.len() as u32).filter(|&state| ways_in[state as usize] == 0).collect();
        let mut placed = 0;
        while placed < order.len() {
            for follower in followers(order[placed] as usize) {
                ways_in[follower] -= 1;
                if ways_in[follower] == 0 {
                    order.push(follower as u32);
                }
            }
            placed += 1;
        }
        let has_all = placed == self.states.len();
        order.extend((0..self.states.len() as u32).filter(|&state| ways_in[state as usize] > 0));
        (order, has_all)
    }
}

/// Paths that lead to the same place, merged.
pub(super) struct Arrival {
    pub(super) to: Target,
    pub(super) chance: f64,
    pub(super) counted: Vec<Counted>,
}

/// The same while paths are still found: by metric, the first and second moment.
#[derive(Default)]
struct Merged {
    chance: Sum,
    moments: Vec<(u16, Sum, Sum)>,
}

impl Merged {
    fn add(&mut self, chance: f64, counts: &[u32]) {
        self.chance.add(chance);
        let mut at = 0;
        for (metric, &count) in (0..).zip(counts).filter(|(_, count)| **count > 0) {
            while self.moments.get(at).is_some_and(|moments| moments.0 < metric) {
                at += 1;
            }
            if self.moments.get(at).is_none_or(|moments| moments.0 > metric) {
                self.moments.insert(at, (metric, Sum::default(), Sum::default()));
            }
            let (_, first, second) = &mut self.moments[at];
            let count = f64::from(count);
            first.add(chance * count);
            second.add(chance * count * count);
        }
    }

    fn arrival(self, to: Target, in_rounds: &[bool]) -> Arrival {
        let counted = |(metric, first, second): (u16, Sum, Sum)| Counted {
            metric,
            in_rounds: in_rounds[usize::from(metric)],
            first: first.total(),
            second: second.total(),
        };
        Arrival { to, chance: self.chance.total(), counted: self.moments.into_iter().map(counted).collect() }
    }
}

/// Finds the graph of an encounter.
pub(super) struct Explorer<'a, R: Ruleset> {
    pub(super) rules: &'a R,
    pub(super) graph: Graph<R::State>,
    budget: Budget,
    dice: Enumerated<'a>,
    trace: Counting<R::Counts>,
    scratch: R::Scratch,
    /// By metric: whether it is one of rounds.
    in_rounds: Vec<bool>,
    followed: usize,
}

impl<'a, R: Ruleset> Explorer<'a, R> {
    /// Finds every state that can be met, and every transition.
    pub(super) fn explore(rules: &'a R, budget: Budget, interrupted: &'a dyn Fn() -> bool) -> Result<Self, Unsolved> {
        let mut explorer = Self {
            rules,
            graph: Graph::new(),
            budget,
            dice: Enumerated::with_fuel(budget.paths, interrupted),
            trace: Counting::new(rules.counts()),
            scratch: R::Scratch::default(),
            in_rounds: rules.metrics().iter().map(|metric| metric.unit == MetricUnit::Rounds).collect(),
            followed: 0,
        };
        // Whatever the round, its number is counted as one here, and multiplied when mass passes.
        explorer.trace.round_begins(1);
        let set_up = explorer.follow(rules.opening(), |fight| {
            loop {
                match R::set_up(fight) {
                    Progress::NextTurn => {}
                    over => break over,
                }
            }
        })?;
        explorer.graph.close(set_up);
        while explorer.followed < explorer.graph.states.len() {
            let state = explorer.graph.states.get(explorer.followed);
            let arrivals = explorer.follow(&state, R::turn)?;
            explorer.graph.close(arrivals);
            explorer.followed += 1;
        }
        explorer.check()?;
        Ok(explorer)
    }

    /// How the fights end that are in that state when the round limit is reached.
    pub(super) fn time_out(&mut self, state: usize) -> Result<Vec<Arrival>, Unsolved> {
        let state = self.graph.states.get(state);
        self.follow(&state, |_| Progress::Won(Winner::Timeout))
    }

    /// Takes every path of one turn from one state.
    fn follow(
        &mut self,
        from: &R::State,
        turn: impl Fn(&mut Fight<'_, R, Enumerated<'a>, Counting<R::Counts>>) -> Progress,
    ) -> Result<Vec<Arrival>, Unsolved> {
        let mut found: BTreeMap<Target, Merged> = BTreeMap::new();
        while self.dice.next_path() {
            self.trace.reset();
            let mut state = from.clone();
            let Self { rules, dice, trace, scratch, .. } = self;
            let mut fight = Fight { rules: *rules, state: &mut state, scratch, round: 1, dice, trace };
            let progress = turn(&mut fight);
            if let Progress::Won(_) = progress {
                R::finish(&mut fight);
            }
            let to = match progress {
                Progress::NextTurn => Target::SameRound(self.state(state)),
                Progress::RoundOver => Target::NextRound(self.state(state)),
                Progress::Won(winner) => {
                    let ending = Ending { winner, end_states: end_states(self.rules, &state) };
                    Target::End(self.graph.endings.number(ending))
                }
            };
            found.entry(to).or_default().add(self.dice.weight(), self.trace.counts());
            self.check()?;
        }
        self.check()?;
        Ok(found.into_iter().map(|(to, merged)| merged.arrival(to, &self.in_rounds)).collect())
    }

    /// The number of a state in which the fight goes on.
    fn state(&mut self, mut state: R::State) -> u32 {
        let before = cfg!(debug_assertions).then(|| end_states(self.rules, &state));
        self.rules.forget(&mut state);
        if let Some(before) = before {
            debug_assert_eq!(before, end_states(self.rules, &state), "what is forgotten has no part in end states");
            let mut again = state.clone();
            self.rules.forget(&mut again);
            debug_assert!(again == state, "everything is forgotten at once");
        }
        self.graph.states.number(state)
    }

    fn check(&self) -> Result<(), Unsolved> {
        let Self { budget, graph, .. } = self;
        let met = graph.states.len().max(graph.endings.len());
        let is_over = self.dice.is_spent()
            || met > budget.states.min(NUMBERS_MAX)
            || graph.held() > budget.transitions
            || graph.counted.len() > NUMBERS_MAX;
        match is_over {
            false => Ok(()),
            true if self.dice.is_interrupted() => Err(Unsolved::Interrupted),
            true => Err(Unsolved::OverBudget {
                met,
                followed: self.followed,
                transitions: graph.held(),
                paths: self.dice.burnt(),
                budget: *budget,
            }),
        }
    }
}

fn end_states<R: Ruleset>(rules: &R, state: &R::State) -> Vec<EndState> {
    (0..rules.combatants().len()).map(|at| rules.end_state(state, at)).collect()
}
