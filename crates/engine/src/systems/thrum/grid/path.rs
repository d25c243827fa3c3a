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
    /// The way to where one is.
    #[inline]
    const fn stay() -> Self {
        const NOWHERE: Step = Step { to: Square::numbered(0), kind: StepKind::Walk, cost: 0 };
        Self { steps: [NOWHERE; MAX_BUDGET as usize], first: MAX_BUDGET as u8 }
    }

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
        let mut path = Path::stay();
        let (mut to, mut cost) = (to, reach.cost(to));
        while cost > 0 {
            let (from, kind) = self.before(movement, reach, to, cost);
            let cost_there = reach.cost(from);
            path.begin_with(Step { to, kind, cost: (cost - cost_there) as u8 });
            (to, cost) = (from, cost_there);
        }
        path
    }

    /// The square from which a path goes on to a square that it reaches at a cost above 0, and how.
    #[inline]
    fn before(&self, movement: &Movement<N>, reach: &Reach<N>, to: Square, cost: u16) -> (Square, StepKind) {
        let is_free = !movement.allies.contains(to);
        let walked = self.walked_from(movement, reach, to, cost).first();
        let teleported = movement.teleport.filter(|teleport| is_free && teleport.cost <= cost);
        let teleported = teleported
            .and_then(|teleport| reach.at_cost(self.within(to, teleport.range), cost - teleport.cost).first());
        match (walked, teleported) {
            (None, None) => unreachable!("whatever is reached at a cost is reached from somewhere"),
            (None, Some(from)) => (from, StepKind::Teleport),
            (Some(walk), Some(teleport)) if teleport < walk => (teleport, StepKind::Teleport),
            (Some(from), _) => {
                let is_drop = movement.drops && is_free && self.map().descent(from, to) >= 2;
                (from, if is_drop { StepKind::Drop } else { StepKind::Walk })
            }
        }
    }

    /// The squares from which a walked step or a drop leads to a square at just that cost.
    #[inline]
    fn walked_from(&self, movement: &Movement<N>, reach: &Reach<N>, to: Square, cost: u16) -> Squares<N> {
        let steps = Steps { ground: self, difficult: movement.difficult, drops: movement.drops };
        let mut walked = Squares::EMPTY;
        if !movement.is_immobilized {
            steps.back(Squares::only(to), !movement.allies.contains(to), |from, step| {
                if step <= cost {
                    walked |= reach.at_cost(from, cost - step);
                }
            });
        }
        walked
    }
}
