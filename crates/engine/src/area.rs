//! Named areas of a battlefield, for those who look at a scenario before a fight.

use crate::who::Who;

/// An area of the battlefield that has a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Area {
    /// Its name or id in the scenario.
    pub name: String,
    /// The indices, ascending, of the areas that border on it.
    pub borders: Vec<usize>,
    /// The combatants that begin there, in listed order.
    pub begin_here: Vec<Who>,
    /// Notes on its special properties, a few words each: `room for 4`.
    pub notes: Vec<String>,
}
