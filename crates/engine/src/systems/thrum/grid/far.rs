//! Walks to goals that are too far for one movement (the ledger's far and aim).

use super::ground::Ground;
use super::pending::Pending;
use super::squares::{Square, Squares};
use super::steps::Steps;

/// Squares by the cost of the walk from them to some goals, as if nobody were in the way and nothing had become
/// Difficult.
#[derive(Debug, Clone, Default)]
pub(super) struct Walks<const N: usize> {
    /// Sets of squares with equal cost, the cheapest first.
    equals: Box<[Squares<N>]>,
}

impl<const N: usize> Walks<N> {
    /// The walks to `goals`.
    pub(super) fn new(ground: &Ground<N>, goals: Squares<N>, drops: bool) -> Self {
        let mut left = ground.open();
        let next = || {
            let nearest = ground.least_walk(left, goals, ground.difficult(), drops);
            left -= nearest;
            Some(nearest).filter(|nearest| !nearest.is_empty())
        };
        Self { equals: std::iter::from_fn(next).collect() }
    }
}

impl<const N: usize> Ground<N> {
    /// The result of [`least_walk`](Self::least_walk) to the goals of a side, on the ground as it is at the start.
    pub(in super::super) fn least_walk_to_goal(&self, among: Squares<N>, side: usize, drops: bool) -> Squares<N> {
        let equals = &self.walks(side, drops).equals;
        equals.iter().find(|squares| squares.meets(among)).map_or(Squares::EMPTY, |squares| *squares & among)
    }

    /// The squares of `among` from which the walk to the nearest of `goals` costs least, as if nobody were in the way.
    /// `difficult` squares and drops count as for Reach. Empty if no walk leads from any of them to any of the goals.
    pub(in super::super) fn least_walk(
        &self,
        among: Squares<N>,
        goals: Squares<N>,
        difficult: Squares<N>,
        drops: bool,
    ) -> Squares<N> {
        self.layers(among, goals, difficult, drops, Squares::EMPTY).0 & among
    }

    /// The same for walks that keep out of the `closed` squares.
    pub(in super::super) fn least_walk_past(
        &self,
        among: Squares<N>,
        goals: Squares<N>,
        difficult: Squares<N>,
        drops: bool,
        closed: Squares<N>,
    ) -> Squares<N> {
        self.layers(among - closed, goals - closed, difficult, drops, closed).0 & among
    }

    /// The squares from which such a walk costs less than from `than`; if none leads from there, all from which one leads.
    pub(in super::super) fn nearer(
        &self,
        than: Square,
        goals: Squares<N>,
        difficult: Squares<N>,
        drops: bool,
        closed: Squares<N>,
    ) -> Squares<N> {
        let among = Squares::only(than) - closed;
        let (layer, seen) = self.layers(among, goals - closed, difficult, drops, closed);
        seen - layer - closed
    }

    /// The first layer of squares with equal cost that meets `among`, and all squares that cost no more, `closed` ones included;
    /// an empty layer if none does.
    fn layers(
        &self,
        among: Squares<N>,
        goals: Squares<N>,
        difficult: Squares<N>,
        drops: bool,
        closed: Squares<N>,
    ) -> (Squares<N>, Squares<N>) {
        let steps = Steps { ground: self, drops };
        let mut pending = Pending::new();
        let (mut layer, mut held) = (goals & self.open(), Squares::EMPTY);
        let mut seen = layer | closed;
        while !layer.meets(among) {
            steps.back(layer, |from, step| pending.put(from, step));
            let found = pending.go_on() - (seen | held);
            // Leaving a Difficult square costs one more, so such a square joins the layers one later than other
            // squares.
            layer = (found - difficult) | held;
            held = found & difficult;
            seen |= layer;
            if layer.is_empty() && held.is_empty() && pending.is_empty() {
                return (Squares::EMPTY, seen);
            }
        }
        (layer, seen)
    }
}
