//! The way to goals that are too far for one movement (the ledger's far and aim).

use super::ground::Ground;
use super::pending::{FEW, MANY, Pending};
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
        let steps = Steps { ground: self, drops };
        if usize::from(steps.dearest()) < FEW {
            self.search_back::<FEW>(among, goals, difficult, steps)
        } else {
            self.search_back::<MANY>(among, goals, difficult, steps)
        }
    }

    #[inline(always)]
    fn search_back<const R: usize>(
        &self,
        among: Squares<N>,
        goals: Squares<N>,
        difficult: Squares<N>,
        steps: Steps<'_, N>,
    ) -> Squares<N> {
        let mut pending = Pending::<N, R>::new();
        let (mut layer, mut held) = (goals & self.open(), Squares::EMPTY);
        let mut seen = layer;
        while !layer.meets(among) {
            steps.back(layer, |from, step| pending.put(from, step));
            let found = pending.go_on() - (seen | held);
            // Whoever leaves a Difficult square pays one more: its own cost comes one later than a step would have it.
            layer = (found - difficult) | held;
            held = found & difficult;
            seen |= layer;
            if layer.is_empty() && held.is_empty() && pending.is_empty() {
                return Squares::EMPTY;
            }
        }
        layer & among
    }
}
