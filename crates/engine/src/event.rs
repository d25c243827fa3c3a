//! Events: what rules did, as a replay tells it.
//!
//! A system has one type of events, an `enum` with a variant for each thing that happens. Its [`Display`] is the line that people
//! read, its serialisation the object that programs read. An event is made only for an observer that asks for it
//! ([`Trace::happens`](crate::Trace::happens)), so that a silent fight pays nothing. A system without such a type tells its events as
//! strings.

use std::fmt::{self, Display};

use serde::{Serialize, Serializer};

use crate::outcome::Combatant;

/// Something that happened in a fight.
pub trait Event: Display + Serialize {}

impl<E: Display + Serialize> Event for E {}

/// A combatant in an event: its name in the line, its id in the object.
#[derive(Debug, Clone, Copy)]
pub struct Named<'a>(pub &'a Combatant);

impl Display for Named<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.name)
    }
}

impl Serialize for Named<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0.id)
    }
}

/// Serialises a field as the text that its [`Display`] writes: `#[serde(serialize_with = "as_text")]`.
///
/// # Errors
/// Those of the serialiser.
pub fn as_text<S: Serializer>(value: &impl Display, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}
