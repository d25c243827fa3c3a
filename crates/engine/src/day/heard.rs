//! The observer of a leg, which passes on to that of the day.

use std::fmt::{self, Display};

use serde::{Serialize, Serializer};
use serde_json::value::{RawValue, to_raw_value};

use super::seats::Seats;
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

/// An observer, whatever its type.
pub(super) trait Hear {
    fn rule(&mut self, id: &'static str);
    fn count(&mut self, metric: usize, amount: u32);
    fn count_round(&mut self, metric: usize);
    fn hears_events(&self) -> bool;
    fn happens(&mut self, event: &dyn Told);
    fn errs(&mut self, event: &dyn Told);
    fn acts(&mut self, combatant: Who);
}

impl<T: Trace> Hear for T {
    fn rule(&mut self, id: &'static str) {
        Trace::rule(self, id);
    }

    fn count(&mut self, metric: usize, amount: u32) {
        Trace::count(self, metric, amount);
    }

    fn count_round(&mut self, metric: usize) {
        Trace::count_round(self, metric);
    }

    fn hears_events(&self) -> bool {
        T::HEARS_EVENTS
    }

    fn happens(&mut self, event: &dyn Told) {
        Trace::happens(self, || Retold(event));
    }

    fn errs(&mut self, event: &dyn Told) {
        Trace::errs(self, || Retold(event));
    }

    fn acts(&mut self, combatant: Who) {
        Trace::acts(self, combatant);
    }
}

/// An event, whatever its type.
pub(super) trait Told: Display {
    fn json(&self) -> Box<RawValue>;
}

impl<E: Event> Told for E {
    fn json(&self) -> Box<RawValue> {
        to_raw_value(self).expect("an event has string keys and finite numbers")
    }
}

/// An event that is passed on.
struct Retold<'a>(&'a dyn Told);

impl Display for Retold<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Serialize for Retold<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.json().serialize(serializer)
    }
}

impl Event for Retold<'_> {}
