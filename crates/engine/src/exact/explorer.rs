//! The search for all reachable nodes and for all transitions between them.

use std::collections::VecDeque;

use super::follow::{Followed, FollowedNode, Follower, Following, Reached};
use super::graph::{Finals, Graph, NUMBERS_MAX, Target, Transition};
use super::labels::Labels;
use super::nodes::{Node, Nodes};
use super::sizes::Sizes;
use super::workers::{Workers, map};
use super::{Advance, Budget, Observer, Unsolved};
use crate::dice::WorkedOut;
use crate::ruleset::Ruleset;

/// Number of nodes that make one piece of work. Pieces do not share what they work out of pools while they run, so that
/// the number of paths charged for a node does not depend on threads.
const NODES_OF_PIECE: usize = 64;
/// Largest number of pieces of work handed out together.
const PIECES_AT_ONCE: usize = 64;
/// Largest number of paths that pieces handed out together should take: their results are held in memory until they are
/// added.
const PATHS_AT_ONCE: usize = 200_000;

/// The search that builds the graph of an encounter.
pub(super) struct Explorer<'a, R: Ruleset> {
    pub(super) rules: &'a R,
    pub(super) graph: Graph<R::State>,
    observer: &'a dyn Observer,
    pub(super) workers: &'a dyn Workers,
    pub(super) budget: Budget,
    pub(super) sizes: Sizes,
    /// The largest number of bytes held at the same time so far.
    pub(super) most_bytes: usize,
    /// For each node: whether it was followed or is queued.
    is_known: Vec<bool>,
    /// For each node: whether a round begins there. `starts` is the number of such nodes.
    is_start: Vec<bool>,
    pub(super) starts: usize,
    waiting: VecDeque<u32>,
    next_round: Vec<u32>,
    worked_out: WorkedOut,
    /// Fuel that the dice have burnt so far.
    pub(super) burnt: usize,
    /// Number of nodes whose transitions were found, and number of those transitions.
    followed: usize,
    pub(super) transitions: usize,
    /// Average fuel that a node of the last batch took.
    recent: usize,
    /// Whether the next piece of work is handed out alone, with all the fuel that is left.
    is_alone: bool,
}

impl<'a, R: Ruleset> Explorer<'a, R> {
    /// As [`search`](Self::search), and frees all that finds the number of a state.
    pub(super) fn explore(
        rules: &'a R,
        budget: Budget,
        observer: &'a dyn Observer,
        workers: &'a dyn Workers,
    ) -> Result<Self, Unsolved> {
        let mut explorer = Self::search(rules, budget, observer, workers)?;
        explorer.graph.nodes.close();
        Ok(explorer)
    }

    /// Finds every state that is reachable before the round limit, and every transition. It proceeds round by round, so
    /// that each state is followed in the first round in which it can be met, and states that are reachable only beyond
    /// the limit are never followed.
    pub(super) fn search(
        rules: &'a R,
        budget: Budget,
        observer: &'a dyn Observer,
        workers: &'a dyn Workers,
    ) -> Result<Self, Unsolved> {
        let mut explorer = Self::new(rules, budget, observer, workers);
        // Round 0 is the set-up.
        for _ in 0..=rules.rounds_max() {
            while !explorer.waiting.is_empty() {
                explorer.follow_some()?;
            }
            // A node that the next round begins with may already have been followed in this round.
            let Self { next_round, is_known, waiting, .. } = &mut explorer;
            waiting.extend(next_round.drain(..).filter(|&node| !std::mem::replace(&mut is_known[node as usize], true)));
            if waiting.is_empty() {
                break;
            }
        }
        explorer.check_search(false)?;
        (explorer.is_known, explorer.is_start) = (Vec::new(), Vec::new());
        (explorer.waiting, explorer.next_round) = (VecDeque::new(), Vec::new());
        Ok(explorer)
    }

    fn new(rules: &'a R, budget: Budget, observer: &'a dyn Observer, workers: &'a dyn Workers) -> Self {
        let opening = Node { round: 0, state: rules.opening().clone() };
        let mut nodes = Nodes::new();
        if cfg!(debug_assertions) {
            nodes.compare(0, opening.clone());
        }
        nodes.number(Node::print_of(opening.round, &opening.state), Some(Box::new(opening)), false);
        Self {
            rules,
            graph: Graph {
                nodes,
                endings: Finals::default(),
                labels: Labels::default(),
                ranges: vec![(0, 0)],
                transitions: Vec::new(),
            },
            observer,
            workers,
            budget,
            sizes: Sizes::of(rules),
            most_bytes: 0,
            is_known: vec![true],
            is_start: vec![false],
            starts: 0,
            waiting: VecDeque::from([0]),
            next_round: Vec::new(),
            worked_out: WorkedOut::default(),
            burnt: 0,
            followed: 0,
            transitions: 0,
            recent: 0,
            is_alone: true,
        }
    }

    /// Finds the transitions of the nodes at the front of the queue. Targets are numbered in the order in which a
    /// single worker would meet them, however the work is divided.
    fn follow_some(&mut self) -> Result<(), Unsolved> {
        let left = self.budget.paths.saturating_sub(self.burnt);
        // Pieces handed out together do not know how much fuel the others burn, and hold their results in memory. So
        // together they get a small share of both, and each piece a multiple of what the last nodes took.
        let at_once = PATHS_AT_ONCE.min(self.budget.bytes / (4 * self.sizes.held)).min(left / 8);
        let of_piece = NODES_OF_PIECE * (1 + self.recent);
        let pieces = if self.is_alone { 1 } else { (at_once / of_piece).clamp(1, PIECES_AT_ONCE) };
        let fuel = if pieces == 1 { left } else { 4 * of_piece };
        let count = self.waiting.len().min(NODES_OF_PIECE * pieces);
        let numbers: Vec<u32> = self.waiting.drain(..count).collect();
        let pieces: Vec<&[u32]> = numbers.chunks(NODES_OF_PIECE).collect();
        let all = map(self.workers, pieces.len(), |piece| {
            let nodes = pieces[piece].iter().map(|&node| self.graph.nodes.get(node));
            Follower::new(&self.following(fuel, &|| self.observer.is_interrupted())).follow_all(nodes)
        });
        if all.iter().any(|followed| followed.is_interrupted) {
            return Err(Unsolved::Interrupted);
        }
        let (burnt, mut done) = (self.burnt, 0);
        self.is_alone = false;
        for (mut followed, numbers) in all.into_iter().zip(pieces) {
            // A piece took more than its share: the node at which it ran out is followed again, with all the fuel that
            // is left.
            let ran_out = fuel < left && followed.nodes.last().is_some_and(|node| node.is_spent);
            if ran_out {
                followed.nodes.pop();
            }
            done += followed.nodes.len();
            self.add(followed, numbers)?;
            if ran_out {
                self.is_alone = true;
                break;
            }
        }
        self.recent = (self.burnt - burnt) / done.max(1);
        for &node in numbers[done..].iter().rev() {
            self.waiting.push_front(node);
        }
        Ok(())
    }

    /// The input of followers, which may take `paths` paths.
    fn following<'b>(&'b self, paths: usize, interrupted: &'b dyn Fn() -> bool) -> Following<'b, R> {
        Following {
            rules: self.rules,
            nodes: &self.graph.nodes,
            is_start: &self.is_start,
            paths,
            nodes_max: self.budget.bytes / self.sizes.held,
            states_max: self.budget.states,
            interrupted,
            worked_out: &self.worked_out,
        }
    }

    /// Adds the transitions of a piece of work to the graph.
    fn add(&mut self, followed: Followed<R::State>, numbers: &[u32]) -> Result<(), Unsolved> {
        let Followed { nodes, arrivals, reached, witnesses, finals, labels, worked_out, .. } = followed;
        self.worked_out.extend(worked_out);
        // Labels are numbered in the order in which nodes use them, not in that of the piece: sums over labels are
        // taken in the order of their numbers, and must not depend on how the work was divided.
        let mut numbers_of_labels = vec![None; labels.len()];
        let (mut reached, mut witnesses) = (reached.into_iter(), witnesses.into_iter());
        for (FollowedNode { arrivals: (start, end), burnt, is_spent }, &node) in nodes.into_iter().zip(numbers) {
            self.burnt += burnt;
            let first = self.graph.transitions.len() as u32;
            for arrival in &arrivals[start..end] {
                let mut number = |is_start| {
                    let (print, node) = reached.next().expect("one for each arrival at a node");
                    let number = self.graph.nodes.number(print, node, is_start);
                    if let Some(witness) = witnesses.next() {
                        self.graph.nodes.compare(number, witness);
                    }
                    number
                };
                let to = match arrival.to {
                    Reached::SameRound(_) => Target::SameRound(number(false)),
                    Reached::NextRound(_) => Target::NextRound(number(true)),
                    Reached::End(way) => {
                        let end = &finals[way as usize];
                        Target::End(self.graph.endings.number(end))
                    }
                };
                let index = arrival.label as usize;
                let number = || self.graph.labels.number(labels.chance(index), labels.counted(index));
                let label = *numbers_of_labels[index].get_or_insert_with(number);
                self.graph.transitions.push(Transition::new(to, label));
                self.await_target(to);
            }
            self.graph.ranges[node as usize] = (first, self.graph.transitions.len() as u32);
            self.transitions = self.graph.transitions.len();
            self.check_search(is_spent)?;
            self.followed += 1;
            // The state of a start is still needed: the round limit may end fights there.
            if !self.is_start[node as usize] {
                self.graph.nodes.let_go(node);
            }
            let states = self.graph.nodes.len();
            self.observer.advances(Advance::Searching { states, followed: self.followed });
        }
        Ok(())
    }

    /// Queues the target of a transition if it is a node that was not met before.
    fn await_target(&mut self, to: Target) {
        if self.is_known.len() < self.graph.nodes.len() {
            self.is_known.push(false);
            self.is_start.push(false);
            self.graph.ranges.push((0, 0));
        }
        match to {
            Target::SameRound(node) if !self.is_known[node as usize] => {
                self.is_known[node as usize] = true;
                self.waiting.push_back(node);
            }
            Target::NextRound(node) => {
                let was_start = std::mem::replace(&mut self.is_start[node as usize], true);
                self.starts += usize::from(!was_start);
                if !was_start && !self.is_known[node as usize] {
                    self.next_round.push(node);
                }
            }
            Target::SameRound(_) | Target::End(_) => {}
        }
    }

    /// For each of some nodes: the ends of the fights that are in its state when the round limit is reached. The
    /// results are grouped by pieces of work.
    pub(super) fn time_out(&self, numbers: &[u32]) -> Result<Vec<Followed<R::State>>, Unsolved> {
        // The number of the last round: it is over, and no other has begun.
        let round = self.rules.round_as_known(self.rules.rounds_max());
        let pieces: Vec<&[u32]> = numbers.chunks(NODES_OF_PIECE).collect();
        let all = map(self.workers, pieces.len(), |piece| {
            let nodes = pieces[piece].iter().map(|&node| self.graph.nodes.get(node));
            let paths = self.budget.paths.saturating_sub(self.burnt);
            Follower::new(&self.following(paths, &|| self.observer.is_interrupted())).time_out_all(nodes, round)
        });
        if all.iter().any(|followed| followed.is_interrupted) {
            return Err(Unsolved::Interrupted);
        }
        let nodes = || all.iter().flat_map(|followed| &followed.nodes);
        let burnt = self.burnt + nodes().map(|node| node.burnt).sum::<usize>();
        self.check(burnt, nodes().any(|node| node.is_spent), self.most_bytes)?;
        Ok(all)
    }

    /// Checks the search so far against the budget, and records its peak size.
    fn check_search(&mut self, is_spent: bool) -> Result<(), Unsolved> {
        let bytes = self.bytes_of_search();
        self.most_bytes = self.most_bytes.max(bytes);
        self.check(self.burnt, is_spent, bytes)
    }

    pub(super) fn check(&self, burnt: usize, is_spent: bool, bytes: usize) -> Result<(), Unsolved> {
        let Self { budget, graph, .. } = self;
        let numbers = graph.nodes.len().max(graph.endings.len()).max(self.transitions).max(graph.labels.largest());
        let is_too_large = bytes > budget.bytes || graph.nodes.states() > budget.states || numbers > NUMBERS_MAX;
        if !is_spent && burnt <= budget.paths && !is_too_large {
            return Ok(());
        }
        Err(self.over_budget(burnt, bytes))
    }

    pub(super) fn over_budget(&self, paths: usize, bytes: usize) -> Unsolved {
        let Self { graph, followed, transitions, budget, .. } = self;
        let (states, followed, transitions, budget) = (graph.nodes.states(), *followed, *transitions, *budget);
        let within_set_up = graph.nodes.len() - states;
        Unsolved::OverBudget { states, within_set_up, followed, transitions, bytes, paths, budget }
    }
}
