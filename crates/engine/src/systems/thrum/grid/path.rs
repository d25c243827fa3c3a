//! The path of a movement to its end, square by square (the ledger's P2).

use super::ground::Ground;
use super::map::level_step_cost;
use super::reach::{MAX_BUDGET, Movement, Reach};
use super::squares::Square;

/// The kind of a step.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub(in super::super) enum StepKind {
    /// A step on foot to a neighbour.
    #[default]
    Walk,
    /// A drop by 2 levels or more (THRUM-22).
    Drop,
    /// A teleport (THRUM-24).
    Teleport,
}

/// A step of a path.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub(in super::super) struct Step {
    /// The square to which it leads.
    pub(in super::super) to: Square,
    /// The kind of the step.
    pub(in super::super) kind: StepKind,
    /// The cost of the step.
    pub(in super::super) cost: u8,
}

/// A path as a list of steps, each of which costs at least 1.
#[derive(Debug, Clone, Copy)]
pub(in super::super) struct Path {
    /// The steps fill the array from `first` on.
    steps: [Step; MAX_BUDGET as usize],
    first: u8,
}

impl Path {
    /// The path without steps. As a constant it is copied as a whole instead of built step by step.
    pub(super) const STAY: Self = {
        let nowhere = Step { to: Square::numbered(0), kind: StepKind::Walk, cost: 0 };
        Self { steps: [nowhere; MAX_BUDGET as usize], first: MAX_BUDGET as u8 }
    };

    /// Puts a step before all others.
    pub(super) fn begin_with(&mut self, step: Step) {
        self.first -= 1;
        self.steps[usize::from(self.first)] = step;
    }

    /// The steps in their order; empty if the movement stays where it is.
    pub(in super::super) fn steps(&self) -> &[Step] {
        &self.steps[usize::from(self.first)..]
    }
}

impl<const N: usize> Ground<N> {
    /// The path of a movement to one of its ends. It is built backwards: each step comes from the least square that
    /// keeps the least cost, by a step rather than a teleport if both come from that square (P2).
    pub(in super::super) fn path(&self, movement: &Movement<N>, reach: &Reach<'_, N>, to: Square) -> Path {
        let mut path = Path::STAY;
        let (mut to, mut cost) = (to, reach.cost(to));
        while cost > 0 {
            let (from, step) = self.last_step(movement, reach, to, cost);
            path.begin_with(step);
            (to, cost) = (from, cost - u16::from(step.cost));
        }
        path
    }

    /// The last step of a path to a square with a total cost above 0, and the square from which it is made.
    pub(super) fn last_step(
        &self,
        movement: &Movement<N>,
        reach: &Reach<'_, N>,
        to: Square,
        total: u16,
    ) -> (Square, Step) {
        let best = self.last_on_foot(movement, reach, to, total);
        let teleport = movement.teleport.filter(|_| !movement.allies.contains(to));
        let by_teleport = teleport.and_then(|teleport| {
            let among = self.within(to, teleport.range) & reach.seen();
            let from = among.iter().find(|&from| reach.cost(from) + teleport.cost == total)?;
            Some((from, Step { to, kind: StepKind::Teleport, cost: teleport.cost as u8 }))
        });
        let best = match (best, by_teleport) {
            (Some(best), Some(other)) if other.0 < best.0 => Some(other),
            (best, other) => best.or(other),
        };
        best.expect("whatever is reached at a cost is reached from somewhere")
    }

    /// The last step if it is made on foot, from the least neighbour that keeps the total cost. `None` if no neighbour
    /// does.
    fn last_on_foot(
        &self,
        movement: &Movement<N>,
        reach: &Reach<'_, N>,
        to: Square,
        total: u16,
    ) -> Option<(Square, Step)> {
        if movement.is_immobilized {
            return None;
        }
        let mut left = self.beside(reach.seen(), to);
        while left != 0 {
            let from = self.map().beside(to, left.trailing_zeros() as usize);
            left &= left - 1;
            let (kind, cost) = self.step_on_foot(movement, from, to);
            if reach.cost(from) + cost == total {
                return Some((from, Step { to, kind, cost: cost as u8 }));
            }
        }
        None
    }

    /// The kind and cost of a step on foot to a neighbour.
    fn step_on_foot(&self, movement: &Movement<N>, from: Square, to: Square) -> (StepKind, u16) {
        let (map, is_dear) = (self.map(), movement.difficult.contains(from));
        if movement.drops && map.descent(from, to) >= 2 && !movement.allies.contains(to) {
            (StepKind::Drop, level_step_cost(is_dear))
        } else {
            (StepKind::Walk, map.step_cost(from, to, is_dear))
        }
    }
}
