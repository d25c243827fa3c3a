//! Building blocks for systems with several combatants on a side.
//!
//! - [`Group`]: a set of combatants, of whom a scenario has at most [`COMBATANTS_MAX`];
//! - [`Muster`] and [`Sides`]: the combatants and sides, read from `[[combatants]]`, and the slots of dice;
//! - [`ByCombatant`] and [`clone_in_place!`](crate::clone_in_place): states that are as large as the scenario needs;
//! - [`Roster`]: constant data of each combatant;
//! - [`TurnOrder`]: the order of turns, and the ties in it;
//! - [`Lots`]: a random order that decides between combatants that the rules leave equal;
//! - [`metrics!`](crate::metrics): the declaration of a system's metrics;
//! - [`count_first`] and [`hp_balance`]: the round of the first casualty, and the party's lead by hit points;
//! - [`Skirmish`]: queries of a fight that rules need.
//!
//! A combatant is identified by its index in listed order, the order of
//! [`Ruleset::combatants`](crate::Ruleset::combatants).

mod by_combatant;
mod fight;
mod first_casualty;
mod group;
mod in_place;
mod lead;
mod lots;
mod metrics;
mod muster;
mod order;
mod roster;
mod sides;

pub use by_combatant::ByCombatant;
pub use fight::Skirmish;
pub use first_casualty::count_first;
pub use group::{Group, Members, Ones, ones};
pub use lead::hp_balance;
pub use lots::Lots;
pub use metrics::{BySide, Counter, Declared, OfEach};
pub use muster::{Muster, combatants_of, count_of, is_left_out, refuse_muster, side_of};
pub use order::TurnOrder;
pub use roster::Roster;
pub use sides::Sides;

/// Largest number of combatants in a scenario, on both sides together: the size of a [`Group`].
pub const COMBATANTS_MAX: usize = 64;
