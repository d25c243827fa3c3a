//! Where a movement can end, and at what cost (the ledger's Reach).

use super::field::Field;
use super::ground::Ground;
use super::pending::{FEW, MANY, Pending};
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
    /// What it can spend; more than [`MAX_BUDGET`] counts as that.
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
    /// Whether it ends where it begins, whatever there is around.
    #[inline(always)]
    pub(in super::super) const fn is_none(&self) -> bool {
        self.budget == 0 || self.is_immobilized && self.teleport.is_none()
    }

    /// Of one on foot on a map on which nobody else stands.
    pub(super) const fn alone(from: Square, budget: u16, difficult: Squares<N>, drops: bool) -> Self {
        let (closed, allies) = (Squares::EMPTY, Squares::EMPTY);
        Self { from, budget, closed, allies, difficult, drops, teleport: None, is_immobilized: false }
    }
}

/// What a search has found: all squares where a movement can end, with their least costs.
#[derive(Debug, Clone)]
pub(in super::super) struct Found<const N: usize> {
    seen: Squares<N>,
    ends: Squares<N>,
    costs: Field<N>,
    budget: u16,
}

impl<const N: usize> Found<N> {
    /// What was found.
    #[inline(always)]
    pub(in super::super) const fn reach(&self) -> Reach<'_, N> {
        Reach { seen: self.seen, ends: self.ends, costs: &self.costs, budget: self.budget }
    }

    /// Of the same costs, only what one ends at who spends at most a budget, if there is one, and where nobody stands.
    #[inline(always)]
    pub(super) fn up_to(&self, budget: Option<u16>, movement: &Movement<N>) -> Reach<'_, N> {
        let seen = match budget {
            Some(budget) => self.costs.at_most(self.seen, budget),
            None => self.seen,
        };
        let seen = seen - movement.closed;
        let ends = (seen - movement.allies) | Squares::only(movement.from);
        Reach { seen, ends, costs: &self.costs, budget: movement.budget }
    }
}

/// All squares where a movement can end, with their least costs, which are kept elsewhere.
#[derive(Debug, Clone, Copy)]
pub(in super::super) struct Reach<'a, const N: usize> {
    /// Those where it can end, and those of allies on the way.
    seen: Squares<N>,
    ends: Squares<N>,
    costs: &'a Field<N>,
    /// What none of them costs more than.
    budget: u16,
}

impl<const N: usize> Reach<'_, N> {
    /// One square, where one is, at no cost.
    #[inline]
    pub(in super::super) fn here(square: Square) -> Self {
        let here = Squares::only(square);
        Self { seen: here, ends: here, costs: const { &Field::ZERO }, budget: 0 }
    }

    /// The squares where the movement can end.
    #[inline(always)]
    pub(in super::super) const fn ends(&self) -> Squares<N> {
        self.ends
    }

    /// The least cost of ending at a square of [`ends`](Self::ends).
    #[inline(always)]
    pub(in super::super) fn cost(&self, square: Square) -> u16 {
        self.costs.at(square)
    }

    /// What no end of the movement costs more than.
    #[inline(always)]
    pub(in super::super) const fn budget(&self) -> u16 {
        self.budget
    }

    /// Those of some squares of [`ends`](Self::ends) whose cost is least.
    #[inline(always)]
    pub(in super::super) fn cheapest(&self, among: Squares<N>) -> Squares<N> {
        self.costs.least(among)
    }

    /// The least of those of some squares of [`ends`](Self::ends) whose cost is least.
    #[inline(always)]
    pub(in super::super) fn best(&self, among: Squares<N>) -> Option<Square> {
        self.cheapest(among).first()
    }

    /// The squares where it can end, and those of allies on the way.
    #[inline(always)]
    pub(super) const fn seen(&self) -> Squares<N> {
        self.seen
    }

    /// Those of some squares, which the movement can end at or pass, from which a step of its own cost leads on at a total cost.
    #[inline(always)]
    pub(super) fn at_cost(&self, among: Squares<N>, total: u16, step: u16) -> Squares<N> {
        if among.is_empty() || step > total {
            return Squares::EMPTY;
        }
        self.costs.equal(among, total - step)
    }
}

impl<const N: usize> Ground<N> {
    /// Where a movement can end: its own square at cost 0 always.
    pub(in super::super) fn search(&self, movement: &Movement<N>) -> Found<N> {
        let steps = Steps { ground: self, drops: movement.drops };
        let dearest = movement.teleport.map_or(0, |teleport| teleport.cost).max(steps.dearest());
        if usize::from(dearest) < FEW {
            self.search_by::<FEW>(movement, steps)
        } else {
            self.search_by::<MANY>(movement, steps)
        }
    }

    #[inline(always)]
    fn search_by<const R: usize>(&self, movement: &Movement<N>, steps: Steps<'_, N>) -> Found<N> {
        let budget = movement.budget.min(MAX_BUDGET);
        let passable = self.open() - movement.closed;
        let free = passable - movement.allies;
        let here = Squares::only(movement.from);
        let mut pending = Pending::<N, R>::new();
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
