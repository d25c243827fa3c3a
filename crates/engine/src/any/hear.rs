//! The observer of a fight that is played behind the interface.

use std::fmt::{self, Display};

use serde::{Serialize, Serializer};
use serde_json::value::{RawValue, to_raw_value};

use crate::accounts::Entry;
use crate::event::Event;
use crate::trace::Trace;
use crate::who::Who;

/// Passes everything on to an observer whose type it does not know. Rules are compiled with it twice: for observers that hear of
/// rules, and for all others.
pub(super) struct Told<'a, const RULES: bool> {
    pub(super) to: &'a mut dyn Hear,
}

impl<const RULES: bool> Trace for Told<'_, RULES> {
    const HEARS_RULES: bool = RULES;
    const HEARS_EVENTS: bool = true;

    fn hears_events(&self) -> bool {
        self.to.hears_events()
    }

    fn rule(&mut self, id: &'static str) {
        if RULES {
            self.to.rule(id);
        }
    }

    fn count(&mut self, metric: usize, amount: u32) {
        self.to.count(metric, amount);
    }

    fn count_round(&mut self, metric: usize) {
        self.to.count_round(metric);
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
        self.to.acts(combatant);
    }
}

/// An observer, whatever its type.
pub(crate) trait Hear {
    fn hears_rules(&self) -> bool;
    fn hears_events(&self) -> bool;
    fn rule(&mut self, id: &'static str);
    fn count(&mut self, metric: usize, amount: u32);
    fn count_round(&mut self, metric: usize);
    fn happens(&mut self, event: &dyn AnyEvent);
    fn errs(&mut self, event: &dyn AnyEvent);
    fn acts(&mut self, combatant: Who);
}

impl<T: Trace> Hear for T {
    fn hears_rules(&self) -> bool {
        Trace::hears_rules(self)
    }

    fn hears_events(&self) -> bool {
        Trace::hears_events(self)
    }

    fn rule(&mut self, id: &'static str) {
        Trace::rule(self, id);
    }

    fn count(&mut self, metric: usize, amount: u32) {
        Trace::count(self, metric, amount);
    }

    fn count_round(&mut self, metric: usize) {
        Trace::count_round(self, metric);
    }

    fn happens(&mut self, event: &dyn AnyEvent) {
        Trace::happens(self, || Retold(event));
    }

    fn errs(&mut self, event: &dyn AnyEvent) {
        Trace::errs(self, || Retold(event));
    }

    fn acts(&mut self, combatant: Who) {
        Trace::acts(self, combatant);
    }
}

/// An event, whatever its type.
pub(crate) trait AnyEvent: Display {
    fn entries(&self, post: &mut dyn FnMut(Entry));
    fn json(&self) -> Box<RawValue>;
}

impl<E: Event> AnyEvent for E {
    fn entries(&self, post: &mut dyn FnMut(Entry)) {
        Event::entries(self, post);
    }

    fn json(&self) -> Box<RawValue> {
        to_raw_value(self).expect("an event has string keys and finite numbers")
    }
}

/// An event that is passed on.
struct Retold<'a>(&'a dyn AnyEvent);

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

impl Event for Retold<'_> {
    fn entries(&self, post: &mut dyn FnMut(Entry)) {
        self.0.entries(post);
    }
}
