//! The states of an encounter and the transitions between them: a graph whose nodes are numbered as they are met.

use std::collections::VecDeque;

use super::follow::{Followed, FollowedNode, Follower, Following, Reached, known_number};
use super::labels::Labels;
use super::moments::{Line, most_loads};
use super::route::Route;
use super::states::{Index, States, short_hash};
use super::workers::{Workers, map};
use super::{Advance, Budget, Ending, Observer, Unsolved, mass, quotient};
use crate::dice::WorkedOut;
use crate::outcome::{EndState, Side};
use crate::ruleset::Ruleset;

/// Nodes, ways to end, labels and transitions beyond this number have no room in a transition.
pub(super) const NUMBERS_MAX: usize = 1 << 30;
/// Nodes that are followed as one piece of work. What a worker knows of pools begins anew with each, so that the paths
/// of a node depend on nobody's threads.
const NODES_OF_PIECE: usize = 64;
/// Pieces of work handed out together at the most.
const PIECES_AT_ONCE: usize = 64;
/// Paths that pieces handed out together should take at the most: what they find is held until it is added.
const PATHS_AT_ONCE: usize = 200_000;

/// A state between two turns or two steps of the set-up.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Node<S> {
    /// The number of the round as far as rules may know it: 0 in the set-up, one more than [`Ruleset::rounds_known`]
    /// from that round on.
    pub(super) round: u32,
    pub(super) state: S,
}

/// Where a transition leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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
    /// The side that was ahead when the fight was decided; none when both were even, and when the round limit decided,
    /// for the round before it was seen already.
    pub(super) leader: Option<Side>,
}

/// A way out of a node in eight bytes, since there are many.
#[derive(Debug, Clone, Copy)]
pub(super) struct Transition {
    /// The number of the target, with its kind in the first two bits.
    to: u32,
    pub(super) label: u32,
}

impl Transition {
    const SAME_ROUND: u32 = 0;
    const NEXT_ROUND: u32 = 1;

    pub(super) fn new(to: Target, label: u32) -> Self {
        let (kind, number) = match to {
            Target::SameRound(node) => (Self::SAME_ROUND, node),
            Target::NextRound(node) => (Self::NEXT_ROUND, node),
            Target::End(way) => (2, way),
        };
        Self { to: kind << 30 | number, label }
    }

    /// A transition to the same target.
    pub(super) fn with(self, label: u32) -> Self {
        Self { label, ..self }
    }

    /// Tells targets apart.
    pub(super) fn key(self) -> u32 {
        self.to
    }

    pub(super) fn to(self) -> Target {
        let number = self.to & (NUMBERS_MAX as u32 - 1);
        match self.to >> 30 {
            Self::SAME_ROUND => Target::SameRound(number),
            Self::NEXT_ROUND => Target::NextRound(number),
            _ => Target::End(number),
        }
    }
}

/// What was found.
pub(super) struct Graph<S> {
    /// The opening first.
    pub(super) nodes: States<Node<S>>,
    pub(super) endings: States<Final>,
    pub(super) labels: Labels,
    /// By node: its range in `transitions`, empty for nodes that are not followed.
    pub(super) ranges: Vec<(u32, u32)>,
    pub(super) transitions: Vec<Transition>,
}

impl<S: Eq> Graph<S> {
    /// How many nodes lie between turns and not within the set-up.
    pub(super) fn states(&self) -> usize {
        self.nodes.iter().filter(|node| node.round > 0).count()
    }
}

/// Finds the graph of an encounter.
pub(super) struct Explorer<'a, R: Ruleset> {
    pub(super) rules: &'a R,
    pub(super) graph: Graph<R::State>,
    observer: &'a dyn Observer,
    pub(super) workers: &'a dyn Workers,
    budget: Budget,
    /// Bytes of a node while its state is held.
    node_bytes: usize,
    /// Bytes of a way to end.
    ending_bytes: usize,
    /// By node, whether it is followed or waits for it.
    is_known: Vec<bool>,
    /// By node, whether a round begins there, and how many there are.
    is_start: Vec<bool>,
    starts: usize,
    waiting: VecDeque<u32>,
    next_round: Vec<u32>,
    worked_out: WorkedOut,
    /// Fuel that the dice have burnt.
    burnt: usize,
    /// Nodes whose transitions were found, and how many those are.
    followed: usize,
    pub(super) transitions: usize,
    /// Fuel that one of the last nodes took on average.
    recent: usize,
    /// Whether the next piece of work is handed out alone.
    is_alone: bool,
}

impl<'a, R: Ruleset> Explorer<'a, R> {
    /// Finds every state that can be met before the round limit, and every transition. Round after round, so that each
    /// state is followed in the first round in which it can be met, and none that only a fight beyond the limit would
    /// meet.
    pub(super) fn explore(
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
            // What the next round begins with may have been met in this one.
            let Self { next_round, is_known, waiting, .. } = &mut explorer;
            waiting.extend(next_round.drain(..).filter(|&node| !std::mem::replace(&mut is_known[node as usize], true)));
            if waiting.is_empty() {
                break;
            }
        }
        explorer.check(explorer.burnt, false)?;
        Ok(explorer)
    }

    fn new(rules: &'a R, budget: Budget, observer: &'a dyn Observer, workers: &'a dyn Workers) -> Self {
        let opening = Node { round: 0, state: rules.opening().clone() };
        let mut nodes = States::new();
        let hash = short_hash(&(opening.round, &opening.state));
        nodes.number(opening, hash);
        Self {
            rules,
            graph: Graph {
                nodes,
                endings: States::new(),
                labels: Labels::default(),
                ranges: vec![(0, 0)],
                transitions: Vec::new(),
            },
            observer,
            workers,
            budget,
            node_bytes: node_bytes(rules),
            ending_bytes: ending_bytes(rules),
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

    /// Finds the transitions of the nodes that have waited longest. Whoever works on them, they are numbered in the
    /// order in which one worker alone would meet them.
    fn follow_some(&mut self) -> Result<(), Unsolved> {
        let left = self.budget.paths.saturating_sub(self.burnt);
        // Pieces that are handed out together know nothing of what the others burn, and hold what they find: together
        // they get little, and each of them what it should take by what the last nodes took.
        let at_once = PATHS_AT_ONCE.min(self.budget.bytes / (4 * self.node_bytes)).min(left / 8);
        let of_piece = NODES_OF_PIECE * (1 + self.recent);
        let pieces = if self.is_alone { 1 } else { (at_once / of_piece).clamp(1, PIECES_AT_ONCE) };
        let fuel = if pieces == 1 { left } else { 4 * of_piece };
        let count = self.waiting.len().min(NODES_OF_PIECE * pieces);
        let numbers: Vec<u32> = self.waiting.drain(..count).collect();
        let pieces: Vec<&[u32]> = numbers.chunks(NODES_OF_PIECE).collect();
        let all = map(self.workers, pieces.len(), |piece| {
            let nodes = pieces[piece].iter().map(|&node| self.graph.nodes.get(node as usize));
            Follower::new(&self.following(fuel, &|| self.observer.is_interrupted())).follow_all(nodes)
        });
        if all.iter().any(|followed| followed.is_interrupted) {
            return Err(Unsolved::Interrupted);
        }
        let (burnt, mut done) = (self.burnt, 0);
        self.is_alone = false;
        for (mut followed, numbers) in all.into_iter().zip(pieces) {
            // It took more than its share: the first node that did is followed again with all that is left.
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

    /// What followers need to know, with so many paths to take.
    fn following<'b>(&'b self, paths: usize, interrupted: &'b dyn Fn() -> bool) -> Following<'b, R> {
        Following {
            rules: self.rules,
            paths,
            states_max: (self.budget.bytes / self.node_bytes).min(self.budget.states),
            interrupted,
            worked_out: &self.worked_out,
        }
    }

    /// Adds what nodes lead to.
    fn add(&mut self, followed: Followed<R::State>, numbers: &[u32]) -> Result<(), Unsolved> {
        let Followed { nodes, arrivals, states, finals, labels, worked_out, .. } = followed;
        self.worked_out.extend(worked_out);
        // Numbered as nodes come to them, whatever the piece: sums over labels are taken in their order.
        let mut numbers_of_labels = vec![None; labels.len()];
        let mut states = states.into_iter();
        for (FollowedNode { arrivals: (start, end), burnt, is_spent }, &node) in nodes.into_iter().zip(numbers) {
            self.burnt += burnt;
            let first = self.graph.transitions.len() as u32;
            for arrival in &arrivals[start..end] {
                let mut number = || {
                    let (hash, node) = states.next().expect("a state for each arrival at one");
                    self.graph.nodes.number(node, hash)
                };
                let to = match arrival.to {
                    Reached::SameRound(_) => Target::SameRound(number()),
                    Reached::NextRound(_) => Target::NextRound(number()),
                    Reached::End(way) => {
                        let end = &finals[way as usize];
                        Target::End(self.graph.endings.number(end.clone(), short_hash(end)))
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
            self.check(self.burnt, is_spent)?;
            self.followed += 1;
            let states = self.graph.nodes.len();
            self.observer.advances(Advance::Searching { states, followed: self.followed });
        }
        Ok(())
    }

    /// Lets a node wait that is not known.
    fn await_target(&mut self, to: Target) {
        if self.is_known.len() < self.graph.nodes.len() {
            self.is_known.push(false);
            self.is_start.push(false);
            self.graph.ranges.push((0, 0));
        }
        if let Target::NextRound(node) = to
            && !std::mem::replace(&mut self.is_start[node as usize], true)
        {
            self.starts += 1;
        }
        match to {
            Target::SameRound(node) if !self.is_known[node as usize] => {
                self.is_known[node as usize] = true;
                self.waiting.push_back(node);
            }
            Target::NextRound(node) if !self.is_known[node as usize] => self.next_round.push(node),
            Target::SameRound(_) | Target::NextRound(_) | Target::End(_) => {}
        }
    }

    /// How the fights end that are at these nodes when the round limit is reached, one piece of work after the other.
    pub(super) fn time_out(&self, numbers: &[u32]) -> Result<Vec<Followed<R::State>>, Unsolved> {
        // The last round is over, but no other has begun.
        let round = known_number(self.rules, self.rules.rounds_max());
        let pieces: Vec<&[u32]> = numbers.chunks(NODES_OF_PIECE).collect();
        let all = map(self.workers, pieces.len(), |piece| {
            let nodes = pieces[piece].iter().map(|&node| self.graph.nodes.get(node as usize));
            let paths = self.budget.paths.saturating_sub(self.burnt);
            Follower::new(&self.following(paths, &|| self.observer.is_interrupted())).time_out_all(nodes, round)
        });
        if all.iter().any(|followed| followed.is_interrupted) {
            return Err(Unsolved::Interrupted);
        }
        let nodes = || all.iter().flat_map(|followed| &followed.nodes);
        let burnt = self.burnt + nodes().map(|node| node.burnt).sum::<usize>();
        self.check(burnt, nodes().any(|node| node.is_spent))?;
        Ok(all)
    }

    /// Bytes that are held until the whole mass has passed alone.
    fn bytes(&self) -> usize {
        self.bytes_beside_nodes() + self.bytes_of_nodes()
    }

    /// Bytes of starts beside those of nodes, with how their fights end at the round limit.
    fn bytes_of_starts(&self) -> usize {
        let end_states = self.rules.combatants().len() * size_of::<EndState>();
        self.starts * (mass::BYTES_OF_START + end_states)
    }

    fn bytes_of_nodes(&self) -> usize {
        self.graph.nodes.len() * self.node_bytes + self.bytes_of_starts()
    }

    /// Bytes of ways to end, labels and transitions, with what the latter may still take to become a route.
    pub(super) fn bytes_beside_nodes(&self) -> usize {
        let Graph { endings, labels, .. } = &self.graph;
        endings.len() * self.ending_bytes
            + labels.bytes()
            + labels.len() * mass::BYTES_OF_LABEL
            + self.transitions * mass::BYTES_OF_TRANSITION
    }

    /// Bytes that the solution takes on a route, beside so many: those that are held before it, or while the last passes
    /// are under way, one at a time at the least.
    ///
    /// # Errors
    /// [`Unsolved::OverBudget`] where the budget allows less.
    pub(super) fn bytes_on(&self, route: &Route, beside_nodes: usize) -> Result<usize, Unsolved> {
        let while_held = self.bytes_of_nodes() + self.bytes_of_pass(route);
        let bytes = beside_nodes + while_held.max(self.bytes_of_passes(route, 1));
        if bytes > self.budget.bytes { Err(self.over_budget(self.burnt, bytes)) } else { Ok(bytes) }
    }

    /// Bytes of a route while so many passes are under way.
    fn bytes_of_passes(&self, route: &Route, at_once: usize) -> usize {
        route.len() * (mass::BYTES_OF_PLACE + mass::BYTES_OF_TOTALS)
            + self.bytes_of_starts()
            + self.starts * most_loads(self.rules.metrics().len()) * size_of::<Line>()
            + route.classes() * mass::BYTES_OF_CLASS
            + at_once * self.bytes_of_pass(route)
    }

    /// Bytes of one pass: a quotient of the route while it is found, or the rows on it.
    fn bytes_of_pass(&self, route: &Route) -> usize {
        let (places, links) = (route.len(), route.links());
        let of_quotient = places * quotient::BYTES_OF_PLACE + links * quotient::BYTES_OF_LINK;
        let of_search = places * quotient::BYTES_OF_SEARCH + links * quotient::BYTES_OF_SOURCE;
        let of_rows = route.rows() * mass::BYTES_OF_ROW + route.classes() * size_of::<Line>();
        of_quotient + of_search.max(of_rows) + self.graph.labels.len() * mass::BYTES_OF_LABEL_ON_PASS
    }

    /// Whether the budget allows that masses pass beside the courses, while states are still held.
    pub(super) fn has_room_for_masses(&self, route: &Route, beside_nodes: usize) -> bool {
        let of_masses = route.len() * mass::BYTES_OF_TOTALS + self.bytes_of_pass(route);
        let bytes = beside_nodes + self.bytes_of_nodes() + self.bytes_of_pass(route) + of_masses;
        bytes <= self.budget.bytes
    }

    /// How many passes the budget allows at the same time, `most` of them at most.
    pub(super) fn passes_at_once(&self, route: &Route, beside_nodes: usize, most: usize) -> usize {
        let fits = |at_once: &usize| beside_nodes + self.bytes_of_passes(route, *at_once) <= self.budget.bytes;
        (1..=most).rev().find(fits).unwrap_or(1)
    }

    fn check(&self, burnt: usize, is_spent: bool) -> Result<(), Unsolved> {
        let Self { budget, graph, .. } = self;
        let numbers = graph.nodes.len().max(graph.endings.len()).max(self.transitions).max(graph.labels.largest());
        let is_too_large = self.bytes() > budget.bytes || graph.nodes.len() > budget.states || numbers > NUMBERS_MAX;
        if !is_spent && burnt <= budget.paths && !is_too_large {
            return Ok(());
        }
        Err(self.over_budget(burnt, self.bytes()))
    }

    fn over_budget(&self, paths: usize, bytes: usize) -> Unsolved {
        let Self { graph, followed, transitions, budget, .. } = self;
        let (states, followed, transitions, budget) = (graph.nodes.len(), *followed, *transitions, *budget);
        Unsolved::OverBudget { states, followed, transitions, bytes, paths, budget }
    }
}

fn node_bytes<R: Ruleset>(rules: &R) -> usize {
    // Its range of transitions, its entries among those that wait, and what is known of it.
    let of_search = size_of::<(u32, u32)>() + 2 * size_of::<u32>() + 2 * size_of::<bool>();
    let beside_state = size_of::<Node<R::State>>() - size_of::<R::State>() + of_search;
    rules.state_bytes() + beside_state + Index::BYTES_OF_ENTRY + mass::BYTES_OF_NODE
}

fn ending_bytes<R: Ruleset>(rules: &R) -> usize {
    let end_states = rules.combatants().len() * size_of::<EndState>();
    // Those at the round limit are added to a list of their own.
    2 * (size_of::<Final>() + end_states + Index::BYTES_OF_ENTRY) + mass::BYTES_OF_ENDING
}
