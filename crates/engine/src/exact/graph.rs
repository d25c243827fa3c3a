//! The states of an encounter and the transitions between them: a graph whose nodes are numbered as they are met.

use std::collections::{BTreeMap, VecDeque};
use std::hash::Hash;

use super::{Advance, Budget, Ending, Unsolved, mass};
use crate::dice::Enumerated;
use crate::lead::ahead;
use crate::numbered::Numbered;
use crate::outcome::{EndState, Side, Winner};
use crate::ruleset::{Fight, MetricUnit, Progress, Ruleset};
use crate::sum::Sum;
use crate::trace::{Counting, Trace};

/// Nodes, ways to end and counted entries beyond this number do not fit a transition.
const NUMBERS_MAX: usize = u32::MAX as usize / 2;

/// A state between two turns or two steps of the set-up.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Node<S> {
    /// The number of the round as far as rules may know it: 0 in the set-up, one more than [`Ruleset::rounds_known`] from
    /// that round on.
    pub(super) round: u32,
    pub(super) state: S,
}

/// Where a transition leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Target {
    /// To a node of the same round.
    SameRound(u32),
    /// To a node at the start of the next round.
    NextRound(u32),
    /// Out of the fight.
    End(u32),
}

/// How a fight ended, and what that says about its course.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Final {
    pub(super) ending: Ending,
    /// The side that was ahead when the fight was decided; none when both were even, and when the round limit decided, for the
    /// round before it was seen already.
    pub(super) leader: Option<Side>,
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
    /// Whether the count is to be multiplied by the number of the round.
    pub(super) in_rounds: bool,
    pub(super) first: f64,
    pub(super) second: f64,
}

/// What was found.
pub(super) struct Graph<S> {
    /// The opening first.
    pub(super) nodes: Numbered<Node<S>>,
    pub(super) endings: Numbered<Final>,
    /// By node: its range in `transitions`, empty for nodes that are not followed.
    ranges: Vec<(usize, usize)>,
    transitions: Vec<Transition>,
    counted: Vec<Counted>,
}

impl<S: Clone + Eq + Hash> Graph<S> {
    fn new() -> Self {
        Self {
            nodes: Numbered::new(),
            endings: Numbered::new(),
            ranges: Vec::new(),
            transitions: Vec::new(),
            counted: Vec::new(),
        }
    }

    /// How many nodes lie between turns and not within the set-up.
    pub(super) fn states(&self) -> usize {
        self.nodes.iter().filter(|node| node.round > 0).count()
    }

    pub(super) fn out_of(&self, node: usize) -> &[Transition] {
        self.ranges.get(node).map_or(&[], |&(start, end)| &self.transitions[start..end])
    }

    pub(super) fn counted(&self, transition: &Transition) -> &[Counted] {
        &self.counted[transition.counted.0 as usize..transition.counted.1 as usize]
    }

    /// Adds the transitions of a node.
    fn add_transitions(&mut self, node: usize, arrivals: Vec<Arrival>) {
        let first = self.transitions.len();
        for Arrival { to, chance, counted } in arrivals {
            let start = self.counted.len() as u32;
            self.counted.extend(counted);
            let counted = (start, self.counted.len() as u32);
            self.transitions.push(Transition { to, chance, counted });
        }
        if self.ranges.len() <= node {
            self.ranges.resize(node + 1, (0, 0));
        }
        self.ranges[node] = (first, self.transitions.len());
    }

    /// The nodes in an order in which no turn leads backwards within its round, and whether there is one. If a turn may
    /// lead back to a node of the same round, those that it leads to come last, in any order.
    pub(super) fn in_order_of_turns(&self) -> (Vec<u32>, bool) {
        let mut ways_in = vec![0_u32; self.nodes.len()];
        let followers = |node: usize| {
            self.out_of(node).iter().filter_map(|transition| match transition.to {
                Target::SameRound(node) => Some(node as usize),
                Target::NextRound(_) | Target::End(_) => None,
            })
        };
        for node in 0..self.nodes.len() {
            followers(node).for_each(|follower| ways_in[follower] += 1);
        }
        let mut order: Vec<u32> = (0..self.nodes.len() as u32).filter(|&node| ways_in[node as usize] == 0).collect();
        let mut passed = 0;
        while passed < order.len() {
            for follower in followers(order[passed] as usize) {
                ways_in[follower] -= 1;
                if ways_in[follower] == 0 {
                    order.push(follower as u32);
                }
            }
            passed += 1;
        }
        let has_all = passed == self.nodes.len();
        order.extend((0..self.nodes.len() as u32).filter(|&node| ways_in[node as usize] > 0));
        (order, has_all)
    }
}

/// The paths of a turn that lead to the same target, merged.
pub(super) struct Arrival {
    pub(super) to: Target,
    pub(super) chance: f64,
    pub(super) counted: Vec<Counted>,
}

/// Paths to one target while more of them are found.
#[derive(Default)]
struct Merged {
    chance: Sum,
    /// The metrics counted, in their order, with the first and second moment of each.
    moments: Vec<(u16, Sum, Sum)>,
}

impl Merged {
    fn add(&mut self, chance: f64, counts: &[u32]) {
        self.chance.add(chance);
        let mut entry = 0;
        for (metric, &count) in (0..).zip(counts).filter(|(_, count)| **count > 0) {
            while self.moments.get(entry).is_some_and(|moments| moments.0 < metric) {
                entry += 1;
            }
            if self.moments.get(entry).is_none_or(|moments| moments.0 > metric) {
                self.moments.insert(entry, (metric, Sum::default(), Sum::default()));
            }
            let (_, first, second) = &mut self.moments[entry];
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
    /// Bytes of a node, with what the solver holds for it while mass passes.
    node_bytes: usize,
    /// The same of a way to end.
    ending_bytes: usize,
    dice: Enumerated<'a>,
    trace: Counting<R::Counts>,
    scratch: R::Scratch,
    /// The state that a path is played on, and the round that it leads to.
    played: Node<R::State>,
    /// By metric: whether it is one of rounds.
    in_rounds: Vec<bool>,
    /// Nodes whose transitions were found.
    followed: usize,
}

impl<'a, R: Ruleset> Explorer<'a, R> {
    /// Finds every state that can be met before the round limit, and every transition. Round after round, so that each state
    /// is followed in the first round in which it can be met, and none that only a fight beyond the limit would meet.
    pub(super) fn explore(
        rules: &'a R,
        budget: Budget,
        interrupted: &'a dyn Fn() -> bool,
        advances: &dyn Fn(Advance),
    ) -> Result<Self, Unsolved> {
        let mut explorer = Self::new(rules, budget, interrupted);
        let (mut waiting, mut is_known) = (VecDeque::from([0]), vec![true]);
        let mut next_round = Vec::new();
        // Round 0 is the set-up.
        for _ in 0..=rules.rounds_max() {
            while let Some(node) = waiting.pop_front() {
                explorer.follow_node(node)?;
                advances(Advance::Searching { states: explorer.graph.nodes.len(), followed: explorer.followed });
                is_known.resize(explorer.graph.nodes.len(), false);
                for transition in explorer.graph.out_of(node) {
                    match transition.to {
                        Target::SameRound(target) if !is_known[target as usize] => {
                            is_known[target as usize] = true;
                            waiting.push_back(target as usize);
                        }
                        Target::NextRound(target) => next_round.push(target as usize),
                        Target::SameRound(_) | Target::End(_) => {}
                    }
                }
            }
            // What the next round begins with may have been met in this one.
            waiting.extend(next_round.drain(..).filter(|&node| !std::mem::replace(&mut is_known[node], true)));
        }
        explorer.check()?;
        Ok(explorer)
    }

    /// Finds the transitions of a node.
    fn follow_node(&mut self, node: usize) -> Result<(), Unsolved> {
        let Node { round, state } = &*self.graph.nodes.get(node);
        let arrivals = match *round {
            0 => self.follow(state, 0, R::set_up)?,
            round => self.follow(state, round, R::turn)?,
        };
        self.graph.add_transitions(node, arrivals);
        self.followed += 1;
        Ok(())
    }

    fn new(rules: &'a R, budget: Budget, interrupted: &'a dyn Fn() -> bool) -> Self {
        let opening = Node { round: 0, state: rules.opening().clone() };
        let mut graph = Graph::new();
        graph.nodes.number(&opening);
        let mut trace = Counting::new(rules.counts());
        // Whatever the round, its number is counted as one here, and multiplied when mass passes.
        trace.round_begins(1);
        Self {
            rules,
            graph,
            budget,
            node_bytes: node_bytes(rules),
            ending_bytes: ending_bytes(rules),
            dice: Enumerated::with_fuel(budget.paths, interrupted),
            trace,
            scratch: R::Scratch::default(),
            played: opening,
            in_rounds: rules.metrics().iter().map(|metric| metric.unit == MetricUnit::Rounds).collect(),
            followed: 0,
        }
    }

    /// How the fights end that are at a node when the round limit is reached.
    pub(super) fn time_out(&mut self, node: usize) -> Result<Vec<Arrival>, Unsolved> {
        let node = self.graph.nodes.get(node);
        // The last round is over, but no other has begun.
        let round = self.known_number(self.rules.rounds_max());
        self.follow(&node.state, round, |_| Progress::Won(Winner::Timeout))
    }

    /// The number of a round as far as rules may know it.
    fn known_number(&self, round: u32) -> u32 {
        round.min(self.rules.rounds_known().saturating_add(1))
    }

    /// Takes every path of one turn, or one step of the set-up, from one state.
    fn follow(
        &mut self,
        from: &R::State,
        round: u32,
        turn: impl Fn(&mut Fight<'_, R, Enumerated<'a>, Counting<R::Counts>>) -> Progress,
    ) -> Result<Vec<Arrival>, Unsolved> {
        let mut found: BTreeMap<Target, Merged> = BTreeMap::new();
        while self.dice.next_path() {
            self.trace.reset();
            self.played.state.clone_from(from);
            let Self { rules, dice, trace, scratch, played: Node { state, .. }, .. } = self;
            let mut fight = Fight { rules: *rules, state, scratch, round, dice, trace };
            let progress = turn(&mut fight);
            let mut leader = None;
            if let Progress::Won(winner) = progress {
                leader = ahead(rules.lead(fight.state)).filter(|_| winner != Winner::Timeout);
                R::finish(&mut fight);
            }
            let to = match progress {
                Progress::NextTurn => Target::SameRound(self.number_played(round)),
                Progress::RoundOver => Target::NextRound(self.number_played(self.known_number(round + 1))),
                Progress::Won(winner) => {
                    let ending = Ending { winner, end_states: end_states(self.rules, &self.played.state) };
                    Target::End(self.graph.endings.number(&Final { ending, leader }))
                }
            };
            found.entry(to).or_default().add(self.dice.weight(), self.trace.counts());
            self.check()?;
        }
        self.check()?;
        Ok(found.into_iter().map(|(to, merged)| merged.arrival(to, &self.in_rounds)).collect())
    }

    /// The number of the node that a path has led to, in this round.
    fn number_played(&mut self, round: u32) -> u32 {
        let Self { rules, played, .. } = self;
        played.round = round;
        let ends_and_lead = |state: &R::State| (end_states(*rules, state), rules.lead(state));
        let before = cfg!(debug_assertions).then(|| ends_and_lead(&played.state));
        rules.forget(&mut played.state);
        if let Some(before) = before {
            debug_assert_eq!(before, ends_and_lead(&played.state), "forgetting leaves end states and lead as they are");
            let mut again = played.state.clone();
            rules.forget(&mut again);
            debug_assert!(again == played.state, "forgetting twice is forgetting once");
        }
        self.graph.nodes.number(&self.played)
    }

    /// Bytes that the graph takes, with what the solver holds for it while mass passes.
    fn bytes(&self) -> usize {
        let Graph { nodes, endings, transitions, counted, .. } = &self.graph;
        nodes.len() * self.node_bytes
            + endings.len() * self.ending_bytes
            + size_of_val(transitions.as_slice())
            + size_of_val(counted.as_slice())
    }

    fn check(&self) -> Result<(), Unsolved> {
        let Self { budget, graph, .. } = self;
        let numbers = graph.nodes.len().max(graph.endings.len()).max(graph.counted.len());
        let is_too_large = self.bytes() > budget.bytes || graph.nodes.len() > budget.states || numbers > NUMBERS_MAX;
        match self.dice.is_spent() || is_too_large {
            false => Ok(()),
            true if self.dice.is_interrupted() => Err(Unsolved::Interrupted),
            true => Err(Unsolved::OverBudget {
                states: graph.nodes.len(),
                followed: self.followed,
                transitions: graph.transitions.len(),
                bytes: self.bytes(),
                paths: self.dice.burnt(),
                budget: *budget,
            }),
        }
    }
}

fn node_bytes<R: Ruleset>(rules: &R) -> usize {
    let of_search = size_of::<(usize, usize)>() + size_of::<usize>() + size_of::<bool>();
    let beside_state = size_of::<Node<R::State>>() - size_of::<R::State>() + of_search;
    rules.state_bytes()
        + beside_state
        + Numbered::<Node<R::State>>::OVERHEAD
        + mass::bytes_of_node(rules.metrics().len())
}

fn ending_bytes<R: Ruleset>(rules: &R) -> usize {
    let end_states = rules.combatants().len() * size_of::<EndState>();
    size_of::<Final>() + end_states + Numbered::<Final>::OVERHEAD + mass::BYTES_OF_ENDING
}

fn end_states<R: Ruleset>(rules: &R, state: &R::State) -> Vec<EndState> {
    (0..rules.combatants().len()).map(|combatant| rules.end_state(state, combatant)).collect()
}
