//! Probability mass on its way along the transitions, round after round, with whatever travels beside it.

use super::bypass::bypass;
use super::graph::{Graph, Node, Target, Transition};

/// Mass of the fights still going below which they are no longer followed; what is left out at single nodes on the way
/// adds up to less.
pub(super) const NEGLIGIBLE: f64 = 1e-24;
/// The caller is asked to go on after the mass of so many nodes has passed.
const ASKED_EVERY: usize = 256;
/// A round in which a turn may lead back to a node of the same round is swept again and again. A round that has not
/// ended after so many sweeps breaks the promise of [`Ruleset::turn`](crate::Ruleset::turn), and would hang any fight.
const SWEEPS_MAX: u32 = 1_000_000;

/// The graph as mass passes along it: its nodes, but for those that are [bypassed](bypass), in an order in which no turn
/// leads backwards within its round, if there is one. Those that a round begins with, the *starts*, have a number of their own.
pub(super) struct Route {
    /// By place of a node in the order, its range in `links`.
    ranges: Vec<(u32, u32)>,
    links: Vec<Link>,
    /// By start, its place in the order: rising.
    starts: Vec<u32>,
    /// By start, its node.
    nodes: Vec<u32>,
    /// The place of the opening.
    opening: u32,
}

/// A transition of a route.
#[derive(Debug, Clone, Copy)]
struct Link {
    /// The place of a node of the same round; or from the number of places on, a start of the next one; or from the number
    /// of places and starts on, a way to end.
    to: u32,
    label: u32,
}

impl Route {
    /// Takes the transitions out of a graph.
    pub(super) fn through<S: Eq>(graph: &mut Graph<S>, interrupted: &dyn Fn() -> bool) -> Result<Self, Interrupted> {
        let (mut order, in_order) = in_order_of_turns(graph);
        let bypassed = bypass(graph, &order[..in_order], interrupted)?;
        order.retain(|&node| !bypassed.is_out[node as usize]);
        let mut places = vec![0_u32; bypassed.is_out.len()];
        for (place, &node) in (0..).zip(&order) {
            places[node as usize] = place;
        }
        let mut begins = vec![false; order.len()];
        for transition in order.iter().flat_map(|&node| bypassed.out_of(node)) {
            if let Target::NextRound(node) = transition.to() {
                begins[places[node as usize] as usize] = true;
            }
        }
        let starts: Vec<u32> = (0..order.len() as u32).filter(|&place| begins[place as usize]).collect();
        let nodes = starts.iter().map(|&start| order[start as usize]).collect();
        let mut starts_by_place = vec![0_u32; order.len()];
        for (start, &place) in (0..).zip(&starts) {
            starts_by_place[place as usize] = start;
        }
        let (first_start, first_end) = (order.len() as u32, (order.len() + starts.len()) as u32);
        let link = |transition: &Transition| {
            let to = match transition.to() {
                Target::SameRound(node) => places[node as usize],
                Target::NextRound(node) => first_start + starts_by_place[places[node as usize] as usize],
                Target::End(way) => first_end + way,
            };
            Link { to, label: transition.label }
        };
        let all = order.iter().map(|&node| bypassed.out_of(node).len()).sum();
        let (mut links, mut ranges) = (Vec::with_capacity(all), Vec::with_capacity(order.len()));
        for &node in &order {
            let start = links.len() as u32;
            links.extend(bypassed.out_of(node).iter().map(link));
            ranges.push((start, links.len() as u32));
        }
        Ok(Self { ranges, links, starts, nodes, opening: places[0] })
    }

    pub(super) fn len(&self) -> usize {
        self.ranges.len()
    }

    /// The nodes of the starts.
    pub(super) fn nodes_of_starts(&self) -> &[u32] {
        &self.nodes
    }

    #[inline(always)]
    fn links_of(&self, place: usize) -> &[Link] {
        let (start, end) = self.ranges[place];
        &self.links[start as usize..end as usize]
    }

    /// The labels of the transitions out of the node at a place.
    #[inline(always)]
    fn labels_of(&self, place: usize) -> impl Iterator<Item = u32> {
        self.links_of(place).iter().map(|link| link.label)
    }

    /// The transitions out of the node at a place: the place to which each leads, none out of the fight, and its label.
    pub(super) fn out_of(&self, place: usize) -> impl Iterator<Item = (Option<u32>, u32)> {
        let places = self.len() as u32;
        self.links_of(place).iter().map(move |&Link { to, label }| match to.checked_sub(places) {
            None => (Some(to), label),
            Some(start) => (self.starts.get(start as usize).copied(), label),
        })
    }
}

/// The nodes in an order in which no turn leads backwards within its round, each soon after those that lead to it. If a
/// turn may lead back to a node of the same round, those that it leads to come last, in any order. Also how many come before.
fn in_order_of_turns<S>(graph: &Graph<S>) -> (Vec<u32>, usize) {
    let nodes = graph.ranges.len();
    let followers = |node: u32| {
        let (start, end) = graph.ranges[node as usize];
        graph.transitions[start as usize..end as usize].iter().filter_map(|transition| match transition.to() {
            Target::SameRound(node) => Some(node),
            Target::NextRound(_) | Target::End(_) => None,
        })
    };
    let mut ways_in = vec![0_u32; nodes];
    for node in 0..nodes as u32 {
        followers(node).for_each(|follower| ways_in[follower as usize] += 1);
    }
    let mut free: Vec<u32> = (0..nodes as u32).rev().filter(|&node| ways_in[node as usize] == 0).collect();
    let mut order = Vec::with_capacity(nodes);
    while let Some(node) = free.pop() {
        order.push(node);
        for follower in followers(node) {
            ways_in[follower as usize] -= 1;
            if ways_in[follower as usize] == 0 {
                free.push(follower);
            }
        }
    }
    let in_order = order.len();
    order.extend((0..nodes as u32).filter(|&node| ways_in[node as usize] > 0));
    (order, in_order)
}

/// Mass with what travels beside it: multiplied by the mass, so that it adds up where mass does.
pub(super) trait Row: Copy {
    /// No mass.
    const NOTHING: Self;

    /// All the mass, and nothing beside it yet.
    fn whole() -> Self;

    fn mass(&self) -> f64;
}

/// What travels with the mass of a node, and what becomes of it.
pub(super) trait Load {
    type Row: Row;

    /// Adds the share of what is `from` a node that takes a transition to the row of its target.
    fn pass(&mut self, to: &mut Self::Row, from: Leaving<'_, Self::Row>, chance: f64, label: usize);

    /// The share that takes a transition out of the fight.
    fn end(&mut self, way: usize, from: Leaving<'_, Self::Row>, chance: f64, label: usize);

    /// All transitions out of a node were taken, which have these labels.
    fn leave(&mut self, from: Leaving<'_, Self::Row>, labels: impl Iterator<Item = u32>);

    /// All the mass of a start, after a round or after the set-up.
    fn watch(&mut self, start: usize, row: &mut Self::Row, round: f64);

    /// A round is over.
    fn close_round(&mut self, round: f64);
}

/// What a node shares among its transitions.
#[derive(Clone, Copy)]
pub(super) struct Leaving<'a, W> {
    pub(super) row: &'a W,
    /// The number of the round.
    pub(super) round: f64,
}

/// Mass on its way.
pub(super) struct Pass<'a, L: Load> {
    route: &'a Route,
    /// By label.
    chances: &'a [f64],
    pub(super) load: L,
    /// By place, in the current round; then by start, in the next one.
    rows: Vec<L::Row>,
    /// Whether there is mass in each of them.
    has_mass: Vec<bool>,
    /// Mass of a node that is left out.
    least: f64,
    interrupted: &'a dyn Fn() -> bool,
    passed: usize,
}

/// The caller asked to stop.
pub(super) struct Interrupted;

impl<'a, L: Load> Pass<'a, L> {
    /// No mass yet.
    pub(super) fn new(
        (route, chances): (&'a Route, &'a [f64]),
        rounds_max: usize,
        load: L,
        interrupted: &'a dyn Fn() -> bool,
    ) -> Self {
        let least = NEGLIGIBLE / (route.len() as f64 * (rounds_max as f64 + 1.0));
        let rows = route.len() + route.starts.len();
        let (rows, has_mass) = (vec![L::Row::NOTHING; rows], vec![false; rows]);
        Self { route, chances, load, rows, has_mass, least, interrupted, passed: 0 }
    }

    /// Puts the whole mass at the opening.
    pub(super) fn open(&mut self) {
        self.put_at(self.route.opening as usize, L::Row::whole());
    }

    /// Puts mass at a start.
    pub(super) fn put(&mut self, start: usize, row: L::Row) {
        self.put_at(self.route.starts[start] as usize, row);
    }

    fn put_at(&mut self, place: usize, row: L::Row) {
        self.rows[place] = row;
        self.has_mass[place] = true;
    }

    /// The mass of a start between rounds, and what travels beside it.
    pub(super) fn at_start(&self, start: usize) -> &L::Row {
        &self.rows[self.route.starts[start] as usize]
    }

    /// Moves everything out of a row.
    #[inline(always)]
    fn take(&mut self, row: usize) -> L::Row {
        self.has_mass[row] = false;
        std::mem::replace(&mut self.rows[row], L::Row::NOTHING)
    }

    /// Plays a round to its end; the mass of the fights still going. 0 is the set-up.
    pub(super) fn play_round(&mut self, round: usize) -> Result<f64, Interrupted> {
        let round = round as f64;
        let places = self.route.len();
        let mut sweeps = 0;
        loop {
            for place in 0..places {
                if self.has_mass[place] {
                    let row = self.take(place);
                    self.pass_on(place, &row, round)?;
                }
            }
            if !self.has_mass[..places].contains(&true) {
                break;
            }
            sweeps += 1;
            assert!(sweeps < SWEEPS_MAX, "a round has an end");
        }
        let mut fighting = 0.0;
        for start in 0..self.route.starts.len() {
            if self.has_mass[places + start] {
                let mut row = self.take(places + start);
                self.load.watch(start, &mut row, round);
                self.put(start, row);
                fighting += row.mass();
            }
        }
        self.load.close_round(round);
        Ok(fighting)
    }

    /// Shares the mass of a node among its transitions.
    #[inline(always)]
    fn pass_on(&mut self, place: usize, row: &L::Row, round: f64) -> Result<(), Interrupted> {
        if self.passed.is_multiple_of(ASKED_EVERY) && (self.interrupted)() {
            return Err(Interrupted);
        }
        self.passed += 1;
        if row.mass() < self.least {
            return Ok(());
        }
        let rows = self.rows.len();
        let from = Leaving { row, round };
        for &Link { to, label } in self.route.links_of(place) {
            let (to, label) = (to as usize, label as usize);
            let chance = self.chances[label];
            if to < rows {
                self.has_mass[to] = true;
                self.load.pass(&mut self.rows[to], from, chance, label);
            } else {
                self.load.end(to - rows, from, chance, label);
            }
        }
        self.load.leave(from, self.route.labels_of(place));
        Ok(())
    }
}

impl<S: Eq> Graph<S> {
    /// The node of this number.
    pub(super) fn node(&self, number: u32) -> &Node<S> {
        self.nodes.get(number as usize)
    }
}
