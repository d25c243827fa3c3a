//! The squares where a movement can end, and their costs (the ledger's Reach).

use super::field::Field;
use super::ground::Ground;
use super::pending::Pending;
use super::squares::{Square, Squares};
use super::steps::Steps;

/// The most movement that a search considers: larger budgets count as this one.
pub(in super::super) const MAX_BUDGET: u16 = Field::<1>::MAX;

/// A teleport that may be bought with movement (THRUM-24).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(in super::super) struct Teleport {
    /// The greatest distance, at least 1.
    pub(in super::super) range: u16,
    /// The cost in movement, 1..=20.
    pub(in super::super) cost: u16,
}

/// A combatant that moves, and the squares that limit its movement.
#[derive(Debug, Clone, Copy)]
pub(in super::super) struct Movement<const N: usize> {
    /// The square where it stands.
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
    /// Its teleport; `None` if it cannot teleport.
    pub(in super::super) teleport: Option<Teleport>,
    /// Whether it can only teleport (THRUM-60).
    pub(in super::super) is_immobilized: bool,
}

impl<const N: usize> Movement<N> {
    /// A movement on foot on a map on which nobody else stands.
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
    /// The reach that the search has found.
    pub(in super::super) const fn reach(&self) -> Reach<'_, N> {
        Reach { seen: self.seen, ends: self.ends, costs: Costs::Found(&self.costs), budget: self.budget }
    }

    /// For each cost from 0 to a budget: the squares that cost no more.
    pub(super) fn by_cost(&self, budget: u16) -> impl Iterator<Item = Squares<N>> {
        (0..=budget).map(|cost| self.costs.at_most(self.seen, cost))
    }
}

/// The costs of the squares where a movement can end.
#[derive(Debug, Clone, Copy)]
enum Costs<'a, const N: usize> {
    /// The costs that a search has found.
    Found(&'a Field<N>),
    /// For each cost from 0 on: the squares that cost no more, possibly among others.
    Sorted(&'a [Squares<N>]),
}

impl<const N: usize> Costs<'_, N> {
    /// The least square among the cheapest of `among`, and its cost; `None` if `among` is empty.
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

/// All squares where a movement can end, with their least costs, which are borrowed.
#[derive(Debug, Clone, Copy)]
pub(in super::super) struct Reach<'a, const N: usize> {
    /// Squares where it can end, and squares of allies that it can pass.
    seen: Squares<N>,
    ends: Squares<N>,
    costs: Costs<'a, N>,
    /// An upper bound of their costs.
    budget: u16,
}

impl<'a, const N: usize> Reach<'a, N> {
    /// The reach of a combatant that stays: its own square at cost 0.
    pub(in super::super) fn here(square: Square) -> Self {
        let here = Squares::only(square);
        Self { seen: here, ends: here, costs: Costs::Found(const { &Field::ZERO }), budget: 0 }
    }

    /// The reach of a movement if its costs are those of a map without combatants. `by_cost` holds, for each cost from
    /// 0 to the budget, the squares that cost no more on such a map.
    pub(super) fn among(by_cost: &'a [Squares<N>], movement: &Movement<N>) -> Self {
        let seen = by_cost.last().copied().unwrap_or_default() - movement.closed;
        let ends = (seen - movement.allies) | Squares::only(movement.from);
        Self { seen, ends, costs: Costs::Sorted(by_cost), budget: movement.budget }
    }

    /// The same reach, restricted to some of its ends.
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

    /// An upper bound of the cost of any end of the movement.
    pub(in super::super) const fn budget(&self) -> u16 {
        self.budget
    }

    /// The least square among the cheapest of `among`, some of the [`ends`](Self::ends), and its cost.
    pub(in super::super) fn best(&self, among: Squares<N>) -> Option<(Square, u16)> {
        self.costs.best(among)
    }

    /// The squares where the movement can end, and squares of allies that it can pass.
    pub(super) const fn seen(&self) -> Squares<N> {
        self.seen
    }
}

impl<const N: usize> Ground<N> {
    /// Searches all squares where a movement can end. Its own square is always one of them, at cost 0.
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
                // Leaving a Difficult square costs one more, so it is left one cost later (THRUM-20).
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
