//! Routes on a map without combatants, computed once.
//!
//! A combatant in the way makes no path cheaper. So the best of the squares that can be reached on an empty map is
//! still the best with combatants on it, provided that the path to it is free: it costs the same, and no other square
//! is cheaper than on the empty map. The same holds for squares that have become Difficult: they make no path cheaper,
//! and a path that leaves none of them costs the same.

use super::direction::Direction;
use super::ground::Ground;
use super::path::{Path, Step, StepKind};
use super::reach::{Movement, Reach};
use super::squares::{Square, Squares};

/// The largest budget for which routes are kept: the cost of a step is stored in four bits.
const BUDGET_MAX: u16 = 15;

/// For each square of a map: the squares that can be reached from it, and the last step to each.
#[derive(Debug, Clone)]
pub(super) struct Routes<const N: usize> {
    /// The largest budget of a movement; 0 without any routes.
    budget: u16,
    /// By number of the square where a movement begins, then by cost from 0 to the budget: the squares that cost no
    /// more.
    by_cost: Box<[Squares<N>]>,
    /// By number of the square where a movement begins, then of the square that is reached: the last step.
    last: Box<[LastStep]>,
}

/// The last step of a path: its cost in bits 0 to 3, the direction back to the neighbour where it begins in bits 4 to
/// 6, and whether it is a drop in bit 7. The value is 0 if no path leads to the square.
#[derive(Debug, Clone, Copy, Default)]
struct LastStep(u8);

impl LastStep {
    fn new(back: Direction, step: Step) -> Self {
        Self(u8::from(step.kind == StepKind::Drop) << 7 | (back as u8) << 4 | step.cost)
    }

    const fn back(self) -> Direction {
        Direction::ALL[(self.0 >> 4 & 7) as usize]
    }

    const fn kind(self) -> StepKind {
        if self.0 >> 7 == 1 { StepKind::Drop } else { StepKind::Walk }
    }

    const fn cost(self) -> u8 {
        self.0 & 15
    }
}

impl<const N: usize> Default for Routes<N> {
    fn default() -> Self {
        Self { budget: 0, by_cost: Box::default(), last: Box::default() }
    }
}

impl<const N: usize> Routes<N> {
    /// The routes of movements with at most `budget`; budgets above 15 count as 15.
    pub(super) fn new(ground: &Ground<N>, budget: u16, drops: bool) -> Self {
        let budget = budget.min(BUDGET_MAX);
        if budget == 0 {
            return Self::default();
        }
        let map = ground.map();
        let numbers = map.numbers();
        let sets = usize::from(budget) + 1;
        let mut by_cost = vec![Squares::EMPTY; numbers * sets];
        let mut last = vec![LastStep::default(); numbers * numbers];
        for square in ground.open().iter() {
            let movement = Movement::alone(square, budget, ground.difficult(), drops);
            let found = ground.search(&movement);
            let reach = found.reach();
            for to in (reach.seen() - Squares::only(square)).iter() {
                let (before, step) = ground.last_step(&movement, &reach, to, reach.cost(to));
                let back = map.direction(to, before).expect("a step leads to another square");
                last[square.number() * numbers + to.number()] = LastStep::new(back, step);
            }
            for (set, squares) in by_cost[square.number() * sets..].iter_mut().zip(found.by_cost(budget)) {
                *set = squares;
            }
        }
        Self { budget, by_cost: by_cost.into(), last: last.into() }
    }
}

impl<const N: usize> Ground<N> {
    /// Whether the routes hold for a movement, unless a combatant stands in the way.
    #[inline]
    fn has_routes(&self, movement: &Movement<N>) -> bool {
        (1..=self.routes(movement.drops).budget).contains(&movement.budget)
            && movement.teleport.is_none()
            && !movement.is_immobilized
            && (self.difficult() - movement.difficult).is_empty()
    }

    /// An optimistic reach of a movement, as if nobody stood in the way: it may have ends that cannot be reached, and
    /// costs that are too low. `None` if the routes do not hold for the movement.
    #[inline]
    pub(in super::super) fn hopes(&self, movement: &Movement<N>) -> Option<Reach<'_, N>> {
        if !self.has_routes(movement) {
            return None;
        }
        let routes = self.routes(movement.drops);
        let first = movement.from.number() * (usize::from(routes.budget) + 1);
        Some(Reach::among(&routes.by_cost[first..=first + usize::from(movement.budget)], movement))
    }

    /// Whether the path to one of the [hopes](Self::hopes) of a movement is free: no combatant stands in the way, and
    /// no square that it leaves has become Difficult.
    pub(in super::super) fn is_free(&self, movement: &Movement<N>, to: Square) -> bool {
        let dearer = movement.difficult - self.difficult();
        let is_barred = |(from, step): (Square, Step)| {
            let needs_free = step.kind == StepKind::Drop;
            let is_closed = movement.closed.contains(step.to) || needs_free && movement.allies.contains(step.to);
            is_closed || dearer.contains(from)
        };
        !self.steps_back(movement.from, to, movement.drops).any(is_barred)
    }

    /// The path to a square that a movement can reach, the same as [`path`](Self::path) gives. `None` if the routes do
    /// not hold for the movement, or if the path is not free.
    pub(in super::super) fn known_path(&self, movement: &Movement<N>, to: Square) -> Option<Path> {
        if !self.has_routes(movement) || !self.is_free(movement, to) {
            return None;
        }
        let mut path = Path::STAY;
        self.steps_back(movement.from, to, movement.drops).for_each(|(_, step)| path.begin_with(step));
        Some(path)
    }

    /// The steps of the path to a square, the last one first, each with the square where it begins.
    fn steps_back(&self, from: Square, to: Square, drops: bool) -> impl Iterator<Item = (Square, Step)> {
        let (map, routes) = (self.map(), self.routes(drops));
        let row = from.number() * map.numbers();
        let mut at = to;
        std::iter::from_fn(move || {
            if at == from {
                return None;
            }
            let step = routes.last[row + at.number()];
            let to = at;
            at = map.next(to, step.back());
            Some((at, Step { to, kind: step.kind(), cost: step.cost() }))
        })
    }
}
