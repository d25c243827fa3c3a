//! The way to goals that are too far for one movement (the ledger's far and aim).

use super::ground::Ground;
use super::reach::{FEW, MANY, Pending};
use super::squares::Squares;
use super::steps::Steps;

impl<const N: usize> Ground<N> {
    /// Those of some squares from which the walk to the nearest of `goals` costs least, as if nobody were in the way; `difficult`
    /// squares and drops as for Reach. Empty if no walk leads from any of them to any of the goals.
    pub(in super::super) fn least_walk(
        &self,
        among: Squares<N>,
        goals: Squares<N>,
        difficult: Squares<N>,
        drops: bool,
    ) -> Squares<N> {
        let steps = Steps { ground: self, difficult, drops };
        if usize::from(steps.dearest()) < FEW {
            self.search_back::<FEW>(among, goals, steps)
        } else {
            self.search_back::<MANY>(among, goals, steps)
        }
    }

    #[inline(always)]
    fn search_back<const R: usize>(&self, among: Squares<N>, goals: Squares<N>, steps: Steps<'_, N>) -> Squares<N> {
        let mut pending = Pending::<N, R>::new(goals & self.open());
        let (mut seen, mut last) = (Squares::EMPTY, 0);
        for cost in 0.. {
            let layer = pending.take(cost) - seen;
            if layer.is_empty() {
                if usize::from(cost - last) >= R {
                    break;
                }
                continue;
            }
            if layer.meets(among) {
                return layer & among;
            }
            last = cost;
            seen |= layer;
            steps.back(layer, true, |from, step| pending.put(from, cost + step));
        }
        Squares::EMPTY
    }
}
