//! Events: what rules did, as a replay tells it.
//!
//! A system has one type of events, an `enum` with a variant for each thing that happens. Its [`Display`] is the line that people
//! read, its serialisation the object that programs read. An event is made only for an observer that asks for it
//! ([`Trace::happens`](crate::Trace::happens)), so that a silent fight pays nothing. A system without such a type tells its events as
//! strings.

use std::fmt::{self, Display};

use serde::{Serialize, Serializer};

use crate::accounts::Entry;
use crate::outcome::{Combatant, Side};
use crate::ruleset::Outline;
use crate::who::Who;

/// Something that happened in a fight.
pub trait Event: Display + Serialize {
    /// Posts what the event means for the [accounts](crate::accounts). By default nothing.
    fn entries(&self, post: &mut dyn FnMut(Entry)) {
        let _ = post;
    }
}

/// A line without an object.
impl Event for String {}

impl<E: Event + ?Sized> Event for &E {
    fn entries(&self, post: &mut dyn FnMut(Entry)) {
        (**self).entries(post);
    }
}

/// A combatant in an event: its name in the line, its id in the object.
#[derive(Debug, Clone, Copy)]
pub struct Named<'a> {
    who: Who,
    combatant: &'a Combatant,
}

impl<'a> Named<'a> {
    /// A combatant of a scenario.
    pub fn of(outline: &'a Outline, who: Who) -> Self {
        Self { who, combatant: &outline.combatants[who.index()] }
    }

    /// The combatant.
    pub const fn who(&self) -> Who {
        self.who
    }

    /// Its side.
    pub const fn side(&self) -> Side {
        self.combatant.side
    }
}

impl Display for Named<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.combatant.name)
    }
}

impl Serialize for Named<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.combatant.id)
    }
}

/// Serialises a field as the text that its [`Display`] writes: `#[serde(serialize_with = "as_text")]`.
///
/// # Errors
/// Errors of the serialiser.
pub fn as_text<S: Serializer>(value: &impl Display, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}
