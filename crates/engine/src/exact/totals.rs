//! Total mass over all rounds, by place and by way to end.

use super::labels::Labels;
use super::pass::{Leaving, Load, Row};
use super::route::Route;
use crate::sum::Sum;

/// Total mass.
pub(super) struct Masses {
    /// For each way to end: the mass that ends in it.
    pub(super) ways: Vec<Sum>,
    /// For each place: the mass that has left it, which is the expected number of visits.
    pub(super) left: Vec<Sum>,
    /// For each place: the mass that has left it, weighted by the number of the round and by its square; empty if no
    /// label counts rounds.
    pub(super) of_rounds: Vec<[Sum; 2]>,
    /// For each start: the mass of the fights that are in its state after the last round, so that the round limit ends
    /// them.
    pub(super) at_limit: Vec<f64>,
}

/// The load of the pass that records the total mass; nothing travels beside the mass.
pub(super) struct MassLoad(Masses);

impl MassLoad {
    pub(super) fn new(route: &Route, labels: &Labels, ways: usize) -> Self {
        let rounds = if labels.count_rounds() { route.len() } else { 0 };
        Self(Masses {
            ways: vec![Sum::default(); ways],
            left: vec![Sum::default(); route.len()],
            of_rounds: vec![Default::default(); rounds],
            at_limit: Vec::new(),
        })
    }

    /// The totals, given the mass that is left at the starts.
    pub(super) fn masses(self, at_limit: Vec<f64>) -> Masses {
        Masses { at_limit, ..self.0 }
    }
}

/// A row of mass alone.
impl Row for f64 {
    const NOTHING: Self = 0.0;

    fn whole() -> Self {
        1.0
    }

    #[inline(always)]
    fn mass(&self) -> f64 {
        *self
    }
}

impl Load for MassLoad {
    type Row = f64;

    #[inline(always)]
    fn pass(&self, to: &mut f64, from: Leaving<'_, Self::Row>, chance: f64, _: usize) {
        *to += from.row * chance;
    }

    #[inline(always)]
    fn leave(&mut self, from: Leaving<'_, Self::Row>, place: usize, _: usize) {
        self.0.left[place].add(*from.row);
        if let Some([first, second]) = self.0.of_rounds.get_mut(place) {
            first.add(from.round * from.row);
            second.add(from.round * from.round * from.row);
        }
    }

    #[inline(always)]
    fn watch(&mut self, _: usize, _: &mut f64, _: f64) {}

    fn end(&mut self, way: usize, mass: &f64, _: f64) {
        self.0.ways[way].add(*mass);
    }

    fn close_round(&mut self, _: f64) {}
}
