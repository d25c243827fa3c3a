//! Where a movement can end, and at what cost (the ledger's Reach).

use super::field::Field;
use super::ground::Ground;
use super::pending::Pending;
use super::squares::{Square, Squares};
use super::steps::Steps;

/// The most movement that is looked at: larger budgets count as this.
pub(in super::super) const MAX_BUDGET: u16 = Field::<1>::MAX;

/// A teleport that may be bought with movement (THRUM-24).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(in super::super) struct Teleport {
    /// The greatest distance, from 1.
    pub(in super::super) range: u16,
    /// Its cost, 1..=20.
    pub(in super::super) cost: u16,
}

/// One who moves, and among whom.
#[derive(Debug, Clone, Copy)]
pub(in super::super) struct Movement<const N: usize> {
    /// Where it stands.
    pub(in super::super) from: Square,
    /// The movement that it can spend; more than [`MAX_BUDGET`] counts as that.
    pub(in super::super) budget: u16,
    /// Squares that it cannot enter: those of its enemies.
    pub(in super::super) closed: Squares<N>,
    /// Squares where it cannot end: those of its allies.
    pub(in super::super) allies: Squares<N>,
    /// All squares that are Difficult now.
    pub(in super::super) difficult: Squares<N>,
    /// Whether its descents of 2 levels and more onto free squares are drops (THRUM-22).
    pub(in super::super) drops: bool,
    /// How it teleports, if it can.
    pub(in super::super) teleport: Option<Teleport>,
    /// Whether it can teleport only (THRUM-60).
    pub(in super::super) is_immobilized: bool,
}

impl<const N: usize> Movement<N> {
    /// Of one on foot on a map on which nobody else stands.
    pub(super) const fn alone(from: Square, budget: u16, difficult: Squares<N>, drops: bool) -> Self {
        let (closed, allies) = (Squares::EMPTY, Squares::EMPTY);
        Self { from, budget, closed, allies, difficult, drops, teleport: None, is_immobilized: false }
    }
}

/// The result of a search: all squares where a movement can end, with their least costs.
#[derive(Debug, Clone)]
pub(in super::super) struct Found<const N: usize> {
    seen: Squares<N>,
    ends: Squares<N>,
    costs: Field<N>,
    budget: u16,
}

impl<const N: usize> Found<N> {
    /// The reach that was found.
    pub(in super::super) const fn reach(&self) -> Reach<'_, N> {
        Reach { seen: self.seen, ends: self.ends, costs: Costs::Found(&self.costs), budget: self.budget }
    }

    /// By cost from 0 to a budget: the squares that cost no more.
    pub(super) fn by_cost(&self, budget: u16) -> impl Iterator<Item = Squares<N>> {
        (0..=budget).map(|cost| self.costs.at_most(self.seen, cost))
    }
}

/// The costs of the squares where a movement can end.
#[derive(Debug, Clone, Copy)]
enum Costs<'a, const N: usize> {
    /// As a search has found them.
    Found(&'a Field<N>),
    /// By cost from 0 on: the squares, and perhaps others, that cost no more.
    Sorted(&'a [Squares<N>]),
}

impl<const N: usize> Costs<'_, N> {
    /// The least of those of some squares whose cost is least, and that cost.
    fn best(&self, among: Squares<N>) -> Option<(Square, u16)> {
        match self {
            Self::Found(costs) => costs.least(among).first().map(|square| (square, costs.at(square))),
            Self::Sorted(sets) => {
                let (cost, set) = sets.iter().enumerate().find(|(_, set)| set.meets(among))?;
                Some(((*set & among).first()?, cost as u16))
            }
        }
    }

    /// The cost of a square.
    fn at(&self, square: Square) -> u16 {
        match self {
            Self::Found(costs) => costs.at(square),
            Self::Sorted(sets) => sets.iter().take_while(|set| !set.contains(square)).count() as u16,
        }
    }
}

/// All squares where a movement can end, with their least costs, which are kept elsewhere.
#[derive(Debug, Clone, Copy)]
pub(in super::super) struct Reach<'a, const N: usize> {
    /// Squares where it can end, and squares of allies on the way.
    seen: Squares<N>,
    ends: Squares<N>,
    costs: Costs<'a, N>,
    /// The most that any of them costs.
    budget: u16,
}

impl<'a, const N: usize> Reach<'a, N> {
    /// One square, where one is, at no cost.
    pub(in super::super) fn here(square: Square) -> Self {
        let here = Squares::only(square);
        Self { seen: here, ends: here, costs: Costs::Found(const { &Field::ZERO }), budget: 0 }
    }

    /// What a movement can end at, or pass, of the squares whose costs from 0 to its budget are known if nobody stands in the way.
    pub(super) fn among(by_cost: &'a [Squares<N>], movement: &Movement<N>) -> Self {
        let seen = by_cost.last().copied().unwrap_or_default() - movement.closed;
        let ends = (seen - movement.allies) | Squares::only(movement.from);
        Self { seen, ends, costs: Costs::Sorted(by_cost), budget: movement.budget }
    }

    /// The same movement as if it could end only at some of its ends.
    pub(in super::super) fn narrowed(&self, ends: Squares<N>) -> Self {
        Self { ends, ..*self }
    }

    /// The squares where the movement can end.
    pub(in super::super) const fn ends(&self) -> Squares<N> {
        self.ends
    }

    /// The least cost of ending at a square of [`ends`](Self::ends).
    pub(in super::super) fn cost(&self, square: Square) -> u16 {
        self.costs.at(square)
    }

    /// The most that any end of the movement costs.
    pub(in super::super) const fn budget(&self) -> u16 {
        self.budget
    }

    /// The least of those of some squares of [`ends`](Self::ends) whose cost is least, and that cost.
    pub(in super::super) fn best(&self, among: Squares<N>) -> Option<(Square, u16)> {
        self.costs.best(among)
    }

    /// The squares where it can end, and those of allies on the way.
    pub(super) const fn seen(&self) -> Squares<N> {
        self.seen
    }
}

impl<const N: usize> Ground<N> {
    /// Where a movement can end: its own square at cost 0 always.
    pub(in super::super) fn search(&self, movement: &Movement<N>) -> Found<N> {
        let steps = Steps { ground: self, drops: movement.drops };
        let budget = movement.budget.min(MAX_BUDGET);
        let passable = self.open() - movement.closed;
        let free = passable - movement.allies;
        let here = Squares::only(movement.from);
        let mut pending = Pending::new();
        let (mut layer, mut held) = (here, Squares::EMPTY);
        let (mut seen, mut costs) = (here, Field::default());
        for cost in 1..=budget {
            if let Some(teleport) = movement.teleport {
                pending.put(self.grown(layer, teleport.range) & free, teleport.cost);
            }
            if !movement.is_immobilized {
                // Leaving a Difficult square costs one more: it is left one later (THRUM-20).
                let leaving = (layer - movement.difficult) | held;
                held = layer & movement.difficult;
                steps.onward(leaving, passable, free, |to, step| pending.put(to, step));
            }
            layer = pending.go_on() - seen;
            seen |= layer;
            costs.assign(layer, cost);
            if layer.is_empty() && held.is_empty() && pending.is_empty() {
                break;
            }
        }
        Found { seen, ends: (seen - movement.allies) | here, costs, budget }
    }
}
