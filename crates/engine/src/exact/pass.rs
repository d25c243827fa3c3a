//! Probability mass on its way along the transitions, round after round, with whatever travels beside it.

use super::graph::{Graph, Node, Target, Transition};
use super::labels::Labels;

/// Mass of the fights still going below which they are no longer followed; what is left out at single nodes on the way
/// adds up to less.
pub(super) const NEGLIGIBLE: f64 = 1e-24;
/// The caller is asked to go on after the mass of so many nodes has passed.
const ASKED_EVERY: usize = 256;
/// A round in which a turn may lead back to a node of the same round is swept again and again. A round that has not
/// ended after so many sweeps breaks the promise of [`Ruleset::turn`](crate::Ruleset::turn), and would hang any fight.
const SWEEPS_MAX: u32 = 1_000_000;

/// The graph as mass passes along it: nodes in an order in which no turn leads backwards within its round, if there is
/// one. Those that a round begins with, the *starts*, have a number of their own.
pub(super) struct Route {
    /// By node in order, its range in `transitions`.
    ranges: Vec<(u32, u32)>,
    /// Their targets are places in the order, and numbers of starts where the next round begins.
    transitions: Vec<Transition>,
    /// By start, its place in the order: rising.
    starts: Vec<u32>,
    /// By start, its node.
    nodes: Vec<u32>,
    /// The place of the opening.
    opening: u32,
}

impl Route {
    /// Takes the transitions out of a graph.
    pub(super) fn through<S: Eq>(graph: &mut Graph<S>) -> Self {
        let order = in_order_of_turns(graph);
        let mut places = vec![0_u32; order.len()];
        for (place, &node) in (0..).zip(&order) {
            places[node as usize] = place;
        }
        let mut transitions = std::mem::take(&mut graph.transitions);
        let mut begins = vec![false; order.len()];
        for transition in &transitions {
            if let Target::NextRound(node) = transition.to() {
                begins[places[node as usize] as usize] = true;
            }
        }
        let starts: Vec<u32> = (0..order.len() as u32).filter(|&place| begins[place as usize]).collect();
        let nodes = starts.iter().map(|&start| order[start as usize]).collect();
        let mut starts_by_place = vec![0_u32; order.len()];
        for (number, &start) in (0..).zip(&starts) {
            starts_by_place[start as usize] = number;
        }
        for transition in &mut transitions {
            let to = match transition.to() {
                Target::SameRound(node) => Target::SameRound(places[node as usize]),
                Target::NextRound(node) => Target::NextRound(starts_by_place[places[node as usize] as usize]),
                end @ Target::End(_) => end,
            };
            *transition = Transition::new(to, transition.label);
        }
        let ranges = order.iter().map(|&node| graph.ranges[node as usize]).collect();
        Self { ranges, transitions, starts, nodes, opening: places[0] }
    }

    pub(super) fn len(&self) -> usize {
        self.ranges.len()
    }

    /// The nodes of the starts.
    pub(super) fn nodes_of_starts(&self) -> &[u32] {
        &self.nodes
    }

    #[inline(always)]
    pub(super) fn out_of(&self, place: usize) -> &[Transition] {
        let (start, end) = self.ranges[place];
        &self.transitions[start as usize..end as usize]
    }

    /// The place to which a transition of this route leads; none out of the fight.
    pub(super) fn place(&self, to: Target) -> Option<u32> {
        match to {
            Target::SameRound(place) => Some(place),
            Target::NextRound(start) => Some(self.starts[start as usize]),
            Target::End(_) => None,
        }
    }
}

/// The nodes in an order in which no turn leads backwards within its round, each soon after those that lead to it. If a
/// turn may lead back to a node of the same round, those that it leads to come last, in any order.
fn in_order_of_turns<S>(graph: &Graph<S>) -> Vec<u32> {
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
    order.extend((0..nodes as u32).filter(|&node| ways_in[node as usize] > 0));
    order
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

    /// What is gathered from the transitions out of one node.
    type Gathered;

    /// Nothing gathered yet.
    fn gather() -> Self::Gathered;

    /// Adds the share of what is `from` a node that takes a transition to the row of its target.
    fn pass(&mut self, to: &mut Self::Row, from: &mut Leaving<'_, Self>, chance: f64, label: usize);

    /// The share that takes a transition out of the fight.
    fn end(&mut self, way: usize, from: &mut Leaving<'_, Self>, chance: f64, label: usize);

    /// All transitions out of a node were taken.
    fn leave(&mut self, from: &Leaving<'_, Self>);

    /// All the mass of a start, after a round or after the set-up.
    fn watch(&mut self, start: usize, row: &mut Self::Row, round: f64);

    /// A round is over.
    fn close_round(&mut self, round: f64);
}

/// What a node shares among its transitions.
pub(super) struct Leaving<'a, L: Load + ?Sized> {
    pub(super) row: &'a L::Row,
    pub(super) gathered: L::Gathered,
    /// The number of the round.
    pub(super) round: f64,
}

/// Mass by place or start, with what travels beside it.
struct Front<W> {
    rows: Vec<W>,
    /// A bit for each: whether it has mass.
    has_mass: Vec<u64>,
}

impl<W: Row> Front<W> {
    fn new(len: usize) -> Self {
        Self { rows: vec![W::NOTHING; len], has_mass: vec![0; len.div_ceil(64)] }
    }

    /// Moves everything out.
    #[inline(always)]
    fn give(&mut self, index: usize) -> W {
        self.has_mass[index / 64] &= !(1 << (index % 64));
        std::mem::replace(&mut self.rows[index], W::NOTHING)
    }

    /// The row to which the caller adds mass.
    #[inline(always)]
    fn take(&mut self, index: usize) -> &mut W {
        self.has_mass[index / 64] |= 1 << (index % 64);
        &mut self.rows[index]
    }
}

/// The bits of a word, the least first.
fn bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = word.trailing_zeros() as usize;
        word &= word.wrapping_sub(1);
        (bit < 64).then_some(bit)
    })
}

/// Mass on its way.
pub(super) struct Pass<'a, L: Load> {
    route: &'a Route,
    labels: &'a Labels,
    pub(super) load: L,
    /// By place, in the current round.
    now: Front<L::Row>,
    /// By start, in the next round.
    next: Front<L::Row>,
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
        (route, labels): (&'a Route, &'a Labels),
        rounds_max: usize,
        load: L,
        interrupted: &'a dyn Fn() -> bool,
    ) -> Self {
        let least = NEGLIGIBLE / (route.len() as f64 * (rounds_max as f64 + 1.0));
        let now = Front::new(route.len());
        let next = Front::new(route.starts.len());
        Self { route, labels, load, now, next, least, interrupted, passed: 0 }
    }

    /// Puts the whole mass at the opening.
    pub(super) fn open(&mut self) {
        *self.now.take(self.route.opening as usize) = L::Row::whole();
    }

    /// Puts mass at a start.
    pub(super) fn put(&mut self, start: usize, row: L::Row) {
        *self.now.take(self.route.starts[start] as usize) = row;
    }

    /// The mass of a start between rounds, and what travels beside it.
    pub(super) fn at_start(&self, start: usize) -> &L::Row {
        &self.now.rows[self.route.starts[start] as usize]
    }

    /// Plays a round to its end; the mass of the fights still going. 0 is the set-up.
    pub(super) fn play_round(&mut self, round: usize) -> Result<f64, Interrupted> {
        let round = round as f64;
        let mut sweeps = 0;
        while self.sweep(round)? {
            sweeps += 1;
            assert!(sweeps < SWEEPS_MAX, "a round has an end");
        }
        let mut fighting = 0.0;
        for word in 0..self.next.has_mass.len() {
            for bit in bits(self.next.has_mass[word]) {
                let start = 64 * word + bit;
                let mut row = self.next.give(start);
                self.load.watch(start, &mut row, round);
                *self.now.take(self.route.starts[start] as usize) = row;
                fighting += row.mass();
            }
        }
        self.load.close_round(round);
        Ok(fighting)
    }

    /// Lets every node pass its mass on, in order; whether there is some left, where a turn has led backwards.
    fn sweep(&mut self, round: f64) -> Result<bool, Interrupted> {
        for word in 0..self.now.has_mass.len() {
            // Turns lead to later places of the same word as well.
            let mut later = !0_u64;
            while let Some(bit) = bits(self.now.has_mass[word] & later).next() {
                later = !1 << bit;
                self.pass_on(64 * word + bit, round)?;
            }
        }
        Ok(self.now.has_mass.iter().any(|&word| word != 0))
    }

    /// Shares the mass of a node among its transitions.
    #[inline(always)]
    fn pass_on(&mut self, place: usize, round: f64) -> Result<(), Interrupted> {
        if self.passed.is_multiple_of(ASKED_EVERY) && (self.interrupted)() {
            return Err(Interrupted);
        }
        self.passed += 1;
        let row = self.now.give(place);
        if row.mass() < self.least {
            return Ok(());
        }
        let mut from = Leaving { row: &row, gathered: L::gather(), round };
        for transition in self.route.out_of(place) {
            let label = transition.label as usize;
            let chance = self.labels.chance(label);
            let to = match transition.to() {
                Target::SameRound(place) => self.now.take(place as usize),
                Target::NextRound(start) => self.next.take(start as usize),
                Target::End(way) => {
                    self.load.end(way as usize, &mut from, chance, label);
                    continue;
                }
            };
            self.load.pass(to, &mut from, chance, label);
        }
        self.load.leave(&from);
        Ok(())
    }
}

impl<S: Eq> Graph<S> {
    /// The node of this number.
    pub(super) fn node(&self, number: u32) -> &Node<S> {
        self.nodes.get(number as usize)
    }
}
