//! Where a movement can end, and at what cost (the ledger's Reach).

use super::field::Field;
use super::ground::Ground;
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

/// All squares where a movement can end, with their least costs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) struct Reach<const N: usize> {
    /// Those where it can end, and those of allies on the way.
    seen: Squares<N>,
    ends: Squares<N>,
    costs: Field<N>,
}

impl<const N: usize> Reach<N> {
    /// One square, where one is, at no cost.
    #[inline]
    pub(in super::super) fn here(square: Square) -> Self {
        Self { seen: Squares::only(square), ends: Squares::only(square), costs: Field::default() }
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

    /// Those of some squares that the movement can end at or pass at just this cost.
    #[inline(always)]
    pub(super) fn at_cost(&self, among: Squares<N>, cost: u16) -> Squares<N> {
        self.costs.equal(among & self.seen, cost)
    }
}

/// Squares found at costs that are still to come, of which `R` in a row are remembered.
#[derive(Debug)]
pub(super) struct Pending<const N: usize, const R: usize> {
    by_cost: [Squares<N>; R],
}

impl<const N: usize, const R: usize> Pending<N, R> {
    /// The squares of the cost 0.
    #[inline(always)]
    pub(super) fn new(first: Squares<N>) -> Self {
        let mut by_cost = [Squares::EMPTY; R];
        by_cost[0] = first;
        Self { by_cost }
    }

    /// Adds squares at a cost.
    #[inline(always)]
    pub(super) fn put(&mut self, squares: Squares<N>, cost: u16) {
        self.by_cost[usize::from(cost) % R] |= squares;
    }

    /// The squares of a cost, which are forgotten.
    #[inline(always)]
    pub(super) fn take(&mut self, cost: u16) -> Squares<N> {
        std::mem::take(&mut self.by_cost[usize::from(cost) % R])
    }
}

/// The costs that are remembered at once where no step and no teleport costs 8 or more, and in general: none costs 32.
pub(super) const FEW: usize = 8;
pub(super) const MANY: usize = 32;

impl<const N: usize> Ground<N> {
    /// Where a movement can end: its own square at cost 0 always.
    pub(in super::super) fn reach(&self, movement: &Movement<N>) -> Reach<N> {
        let steps = Steps { ground: self, difficult: movement.difficult, drops: movement.drops };
        let dearest = movement.teleport.map_or(0, |teleport| teleport.cost).max(steps.dearest());
        if usize::from(dearest) < FEW {
            self.search::<FEW>(movement, steps)
        } else {
            self.search::<MANY>(movement, steps)
        }
    }

    #[inline(always)]
    fn search<const R: usize>(&self, movement: &Movement<N>, steps: Steps<'_, N>) -> Reach<N> {
        let budget = movement.budget.min(MAX_BUDGET);
        let passable = self.open() - movement.closed;
        let free = passable - movement.allies;
        let mut pending = Pending::<N, R>::new(Squares::only(movement.from));
        let (mut seen, mut costs) = (Squares::EMPTY, Field::default());
        let mut last = 0;
        for cost in 0..=budget {
            let layer = pending.take(cost) - seen;
            if layer.is_empty() {
                if usize::from(cost - last) >= R {
                    break;
                }
                continue;
            }
            last = cost;
            seen |= layer;
            costs.assign(layer, cost);
            if cost == budget {
                break;
            }
            if let Some(teleport) = movement.teleport.filter(|teleport| cost + teleport.cost <= budget) {
                pending.put(self.grown(layer, teleport.range) & free, cost + teleport.cost);
            }
            if !movement.is_immobilized {
                steps.onward(layer, free, |to, step| pending.put(to & passable, cost + step));
            }
        }
        Reach { seen, ends: (seen - movement.allies) | Squares::only(movement.from), costs }
    }
}
