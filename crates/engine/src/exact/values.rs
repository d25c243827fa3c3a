//! The chance of each winner from every moment of a fight, by one pass backwards over the graph of states.
//!
//! The chances depend on the state, on the place within the round, and through the round limit on the number of the round.
//! So they are computed for one round after the other, beginning with the last one that the limit allows: what a round
//! leads to is known by then. The further away the limit is, the less it matters. Once the chances of a round are those of
//! the round after it, they hold for all earlier rounds with the same transitions, and are stored once.
//!
//! No node is [left out](super::bypass) here, since a fight that is followed step by step may be in any of them.

use std::ops::Range;

use super::explorer::Explorer;
use super::follow::forget;
use super::graph::{Graph, Target, Transition};
use super::nodes::{Node, Nodes};
use super::pass::SWEEPS_MAX;
use super::turn_order::TurnOrder;
use super::{Advance, Budget, Observer, Unsolved, Workers};
use crate::outcome::Winner;
use crate::resume::Moment;
use crate::ruleset::Ruleset;

/// The chance of each [`Winner`], by its index.
pub type Chances = [f64; 4];

/// The largest change of a chance that counts as none. Chances of earlier rounds differ from those of later ones in one
/// direction only, so that they cannot drift any further than the sum of such changes.
const SAME: f64 = 1e-18;

/// Nodes after which the caller is asked again whether to stop.
pub(super) const ASKED_EVERY: usize = 256;

/// Bytes of a node beside its chances: its number in the turn order of its round, its place there, and the number of the
/// round.
const BYTES_OF_NODE: usize = 3 * size_of::<u32>();

/// Chances that are certain for one winner.
pub(super) const fn certain(winner: Winner) -> Chances {
    let mut chances = [0.0; 4];
    chances[winner.index()] = 1.0;
    chances
}

/// The nodes in which a fight can be in a round, in turn order. All rounds whose number rules cannot tell apart share them.
pub(super) struct Turns {
    pub(super) nodes: Vec<u32>,
    /// The nodes of each cycle, as a range of `nodes`.
    pub(super) circles: Vec<Range<usize>>,
}

/// The chance of each winner from every moment of the fights of some rules.
pub struct Values<'a, R: Ruleset> {
    rules: &'a R,
    nodes: Nodes<R::State>,
    /// For each node: its index among those of its round.
    places: Vec<u32>,
    kept: Kept,
}

impl<'a, R: Ruleset> Values<'a, R> {
    /// Computes the chances for the rounds up to `round`, within the round limit. Neither the chances nor a refusal depend on
    /// the workers or their number.
    ///
    /// # Errors
    /// As [`solve`](super::solve).
    pub fn up_to(
        round: u32,
        rules: &'a R,
        budget: Budget,
        workers: &dyn Workers,
        observer: &dyn Observer,
    ) -> Result<Self, Unsolved> {
        let found = Explorer::search(rules, budget, observer, workers).and_then(|explorer| {
            let plan = Plan::of(rules, &explorer.graph);
            let kept = plan.values_up_to(round, &explorer, observer)?;
            let mut nodes = explorer.graph.nodes;
            nodes.let_all_go();
            Ok(Self { rules, nodes, places: plan.places, kept })
        });
        observer.advances(Advance::Over);
        found
    }

    /// The chances before anything is rolled.
    pub fn at_start(&self) -> Chances {
        self.kept.of_round(0)[self.places[0] as usize]
    }

    /// The chances of a fight that is in this state at this moment; `None` if no fight of these rules is, or if the round is
    /// beyond those that were asked for.
    pub fn at(&self, moment: Moment, state: &R::State) -> Option<Chances> {
        if moment.is_round_over && moment.round >= self.rules.rounds_max() {
            return Some(certain(Winner::Timeout));
        }
        if moment == Moment::START {
            // The search begins with the opening as it is: nothing was forgotten in it.
            return Some(self.at_start());
        }
        let round = moment.round + u32::from(moment.is_round_over);
        let mut state = state.clone();
        forget(self.rules, &mut state);
        let node = self.nodes.find(Node::print_of(self.rules.round_as_known(round), &state))?;
        let layer = *self.kept.of_rounds.get(round as usize)?;
        Some(self.kept.layers[layer as usize][self.places[node as usize] as usize])
    }

    /// The number of states between turns, as [`Solution::states`](super::Solution::states) counts them.
    pub fn states(&self) -> usize {
        self.nodes.states()
    }
}

/// The chances of the rounds that are kept.
#[derive(Default)]
pub(super) struct Kept {
    /// Chances by place.
    layers: Vec<Box<[Chances]>>,
    /// For each round: its layer.
    of_rounds: Vec<u32>,
}

impl Kept {
    /// The chances of a round by place.
    pub(super) fn of_round(&self, round: u32) -> &[Chances] {
        &self.layers[self.of_rounds[round as usize] as usize]
    }

    /// Keeps the chances of so many rounds, which come before those that are kept so far: they are stored from the last round
    /// to the first.
    fn add(&mut self, layer: &[Chances], rounds: u32) {
        self.of_rounds.extend(std::iter::repeat_n(self.layers.len() as u32, rounds as usize));
        self.layers.push(layer.into());
    }

    fn bytes(&self) -> usize {
        let of_layers: usize = self.layers.iter().map(|layer| size_of_val::<[Chances]>(layer)).sum();
        of_layers + self.of_rounds.len() * size_of::<u32>()
    }
}

/// The data that the pass needs beside the graph.
pub(super) struct Plan {
    /// For each label: its chance.
    pub(super) chances: Vec<f64>,
    /// For each way to end: its value.
    pub(super) ends: Vec<Chances>,
    /// By number of the round as far as rules may know it.
    turns: Vec<Turns>,
    /// For each node: its index among those of its round.
    pub(super) places: Vec<u32>,
    pub(super) rounds_max: u32,
    /// The first round whose number, and that of all rounds after it, rules cannot tell from that of the next one.
    first_alike: u32,
}

impl Plan {
    pub(super) fn of<R: Ruleset>(rules: &R, graph: &Graph<R::State>) -> Self {
        let rounds_of_nodes = rounds_of_nodes(rules, graph);
        let known = rounds_of_nodes.iter().max().map_or(0, |&round| round as usize);
        let mut turns: Vec<Turns> = (0..=known).map(|_| Turns { nodes: Vec::new(), circles: Vec::new() }).collect();
        let mut places = vec![0; rounds_of_nodes.len()];
        let TurnOrder { nodes, circles } = TurnOrder::of(graph);
        let mut circles = circles.into_iter().peekable();
        for (place, node) in nodes.into_iter().enumerate() {
            let turns = &mut turns[rounds_of_nodes[node as usize] as usize];
            if let Some(circle) = circles.next_if(|circle| circle.start == place) {
                turns.circles.push(turns.nodes.len()..turns.nodes.len() + circle.len());
            }
            places[node as usize] = turns.nodes.len() as u32;
            turns.nodes.push(node);
        }
        Self {
            chances: graph.labels.chances(),
            ends: graph.endings.iter().map(|end| certain(end.ending.winner)).collect(),
            turns,
            places,
            rounds_max: rules.rounds_max(),
            first_alike: rules.rounds_known().saturating_add(1),
        }
    }

    /// The nodes of a round; `None` if no fight lasts so long.
    pub(super) fn turns_of(&self, round: u32) -> Option<&Turns> {
        self.turns.get(round.min(self.first_alike) as usize)
    }

    /// The number of nodes of a round.
    pub(super) fn places_of(&self, round: u32) -> usize {
        self.turns_of(round).map_or(0, |turns| turns.nodes.len())
    }

    /// Computes the chances round by round, from the last one to the set-up, and keeps those of the rounds up to `wanted`.
    pub(super) fn values_up_to<R: Ruleset>(
        &self,
        wanted: u32,
        explorer: &Explorer<R>,
        observer: &dyn Observer,
    ) -> Result<Kept, Unsolved> {
        let graph = &explorer.graph;
        let largest = self.turns.iter().map(|turns| turns.nodes.len()).max().unwrap_or(0);
        // Two rounds are worked on, and the search still holds what it took.
        let bytes = explorer.most_bytes + self.places.len() * BYTES_OF_NODE + 2 * largest * size_of::<Chances>();
        let mut kept = Kept::default();
        let (mut later, mut layer): (Vec<Chances>, Vec<Chances>) = (Vec::new(), Vec::new());
        let mut round = self.rounds_max;
        let mut is_last = true;
        loop {
            let turns = self.turns_of(round);
            let is_alike = !is_last && round >= self.first_alike;
            // The chances of the next round are a good guess where nodes lead to each other in a circle.
            layer.clear();
            layer.extend_from_slice(if is_alike { &later } else { &[] });
            layer.resize(self.places_of(round), [0.0; 4]);
            let after = |place: u32| if is_last { certain(Winner::Timeout) } else { later[place as usize] };
            let changed = turns.map_or(Ok(0.0), |turns| self.value_all(graph, turns, &mut layer, &after, observer))?;
            // All earlier rounds that are alike have the same chances.
            let first = if is_alike && changed <= SAME { self.first_alike } else { round };
            if wanted >= first {
                kept.add(&layer, wanted.min(round) - first + 1);
                explorer.check(explorer.burnt, false, bytes + kept.bytes())?;
            }
            std::mem::swap(&mut later, &mut layer);
            is_last = false;
            match first.checked_sub(1) {
                Some(before) => round = before,
                None => break,
            }
        }
        kept.of_rounds.reverse();
        Ok(kept)
    }

    /// Computes the chances of all nodes of a round, successors first; returns the largest change of one. `after` has those
    /// of the next round by place.
    fn value_all<S>(
        &self,
        graph: &Graph<S>,
        turns: &Turns,
        layer: &mut [Chances],
        after: &dyn Fn(u32) -> Chances,
        observer: &dyn Observer,
    ) -> Result<f64, Unsolved> {
        let mut changed = 0.0_f64;
        let mut end = turns.nodes.len();
        for circle in turns.circles.iter().rev() {
            changed = changed.max(self.value_range(graph, turns, circle.end..end, layer, after, observer)?);
            let mut sweeps = 0;
            loop {
                let swept = self.value_range(graph, turns, circle.clone(), layer, after, observer)?;
                changed = changed.max(swept);
                sweeps += 1;
                assert!(sweeps < SWEEPS_MAX, "a round has an end");
                if swept <= SAME {
                    break;
                }
            }
            end = circle.start;
        }
        Ok(changed.max(self.value_range(graph, turns, 0..end, layer, after, observer)?))
    }

    fn value_range<S>(
        &self,
        graph: &Graph<S>,
        turns: &Turns,
        places: Range<usize>,
        layer: &mut [Chances],
        after: &dyn Fn(u32) -> Chances,
        observer: &dyn Observer,
    ) -> Result<f64, Unsolved> {
        let mut changed = 0.0_f64;
        for place in places.rev() {
            if place.is_multiple_of(ASKED_EVERY) && observer.is_interrupted() {
                return Err(Unsolved::Interrupted);
            }
            let mut value = [0.0; 4];
            for transition in transitions(graph, turns.nodes[place]) {
                let chance = self.chances[transition.label as usize];
                let next = match transition.to() {
                    Target::SameRound(node) => layer[self.places[node as usize] as usize],
                    Target::NextRound(node) => after(self.places[node as usize]),
                    Target::End(way) => self.ends[way as usize],
                };
                value.iter_mut().zip(next).for_each(|(sum, next)| *sum += chance * next);
            }
            for (old, new) in layer[place].iter().zip(value) {
                changed = changed.max((old - new).abs());
            }
            layer[place] = value;
        }
        Ok(changed)
    }
}

/// The transitions out of a node.
pub(super) fn transitions<S>(graph: &Graph<S>, node: u32) -> &[Transition] {
    let (start, end) = graph.ranges[node as usize];
    &graph.transitions[start as usize..end as usize]
}

/// For each node: the number of its round as far as rules may know it.
fn rounds_of_nodes<R: Ruleset>(rules: &R, graph: &Graph<R::State>) -> Vec<u32> {
    let mut rounds = vec![0; graph.ranges.len()];
    // A node has a larger number than the one from which it was first met.
    for node in 0..graph.ranges.len() {
        let round = rounds[node];
        for transition in transitions(graph, node as u32) {
            match transition.to() {
                Target::SameRound(next) => rounds[next as usize] = round,
                Target::NextRound(next) => rounds[next as usize] = rules.round_as_known(round + 1),
                Target::End(_) => {}
            }
        }
    }
    rounds
}
