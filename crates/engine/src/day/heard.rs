//! The observer of a leg, which passes on to that of the day.

use super::seats::Seats;
use crate::any::Hear;
use crate::event::Event;
use crate::trace::Trace;
use crate::who::Who;

/// The observer of a leg: passes everything on to that of the day, with the day's combatants and metrics.
pub(super) struct Heard<'a> {
    pub(super) to: &'a mut dyn Hear,
    pub(super) seats: &'a Seats,
    /// The metrics of rounds that were counted in the day before; `None` if the day has one leg.
    pub(super) counted: Option<&'a mut u64>,
}

impl Trace for Heard<'_> {
    fn hears_rules(&self) -> bool {
        self.to.hears_rules()
    }

    fn hears_events(&self) -> bool {
        self.to.hears_events()
    }

    fn rule(&mut self, id: &'static str) {
        self.to.rule(id);
    }

    fn count(&mut self, metric: usize, amount: u32) {
        self.to.count(self.seats.metrics[metric].index.into(), amount);
    }

    fn count_round(&mut self, metric: usize) {
        let metric = self.seats.metrics[metric];
        if let Some(counted) = &mut self.counted {
            if **counted & metric.bit != 0 {
                return;
            }
            **counted |= metric.bit;
        }
        self.to.count_round(metric.index.into());
    }

    fn happens<E: Event>(&mut self, event: impl FnOnce() -> E) {
        if self.to.hears_events() {
            self.to.happens(&event());
        }
    }

    fn errs<E: Event>(&mut self, event: impl FnOnce() -> E) {
        if self.to.hears_events() {
            self.to.errs(&event());
        }
    }

    fn acts(&mut self, combatant: Who) {
        self.to.acts(self.seats.who[combatant.index()]);
    }
}
