//! How a movement gets to its end, square by square (the ledger's P2).

use super::ground::Ground;
use super::reach::{MAX_BUDGET, Movement, Reach};
use super::squares::{Square, Squares};
use super::steps::Steps;

/// How a step leads to the next square.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub(in super::super) enum StepKind {
    /// On foot to a neighbour.
    #[default]
    Walk,
    /// Down 2 levels or more by THRUM-22.
    Drop,
    /// By THRUM-24.
    Teleport,
}

/// A step of a path.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub(in super::super) struct Step {
    /// Where it leads.
    pub(in super::super) to: Square,
    /// How.
    pub(in super::super) kind: StepKind,
    /// What it costs.
    pub(in super::super) cost: u8,
}

/// A path as steps, of which each costs at least 1.
#[derive(Debug, Clone, Copy)]
pub(in super::super) struct Path {
    /// The steps stand at the end.
    steps: [Step; MAX_BUDGET as usize],
    first: u8,
}

impl Path {
    /// The way to where one is: a constant, so that it is copied as a whole and not made step by step.
    const STAY: Self = {
        let nowhere = Step { to: Square::numbered(0), kind: StepKind::Walk, cost: 0 };
        Self { steps: [nowhere; MAX_BUDGET as usize], first: MAX_BUDGET as u8 }
    };

    /// Puts a step before all others.
    #[inline]
    fn begin_with(&mut self, step: Step) {
        self.first -= 1;
        self.steps[usize::from(self.first)] = step;
    }

    /// The steps in their order; none if one stays.
    #[inline]
    pub(in super::super) fn steps(&self) -> &[Step] {
        &self.steps[usize::from(self.first)..]
    }
}

impl<const N: usize> Ground<N> {
    /// The path of a movement to one of its ends: backwards always to the least square from which the least cost is kept, by a
    /// step rather than a teleport if both lead from there (P2).
    pub(in super::super) fn path(&self, movement: &Movement<N>, reach: &Reach<N>, to: Square) -> Path {
        let mut path = Path::STAY;
        let (mut to, mut cost) = (to, reach.cost(to));
        while cost > 0 {
            let (from, step) = self.last_step(movement, reach, to, cost);
            path.begin_with(step);
            (to, cost) = (from, cost - u16::from(step.cost));
        }
        path
    }

    /// The step by which a path arrives at a square at a total cost above 0, and where it is made.
    #[inline]
    fn last_step(&self, movement: &Movement<N>, reach: &Reach<N>, to: Square, total: u16) -> (Square, Step) {
        let mut best = None;
        let mut offer = |among: Squares<N>, kind: StepKind, cost: u16| {
            let from = reach.at_cost(among, total, cost).first();
            if let Some(from) = from.filter(|&from| best.is_none_or(|(least, _)| from < least)) {
                best = Some((from, Step { to, kind, cost: cost as u8 }));
            }
        };
        let is_free = !movement.allies.contains(to);
        if !movement.is_immobilized {
            let steps = Steps { ground: self, drops: movement.drops && is_free };
            steps.back_from(to, reach.seen(), |from, cost, is_drop| {
                let kind = if is_drop { StepKind::Drop } else { StepKind::Walk };
                let dear = from & movement.difficult;
                offer(from - dear, kind, cost);
                offer(dear, kind, cost + 1);
            });
        }
        if let Some(teleport) = movement.teleport.filter(|_| is_free) {
            offer(self.within(to, teleport.range) & reach.seen(), StepKind::Teleport, teleport.cost);
        }
        best.expect("whatever is reached at a cost is reached from somewhere")
    }
}
