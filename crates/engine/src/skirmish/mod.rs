//! Building blocks for systems with several combatants on a side.
//!
//! - [`Group`]: some of the combatants, of whom there are at most [`COMBATANTS_MAX`];
//! - [`Muster`] and [`Sides`]: who fights for whom, read from `[[combatants]]`, and everybody's slot of dice;
//! - [`ByCombatant`] and [`clone_in_place!`](crate::clone_in_place): states that are as large as the scenario needs;
//! - [`Roster`]: what a fight only reads of every combatant;
//! - [`TurnOrder`]: who acts after whom, and whose totals are tied;
//! - [`Lots`]: a random order that decides where the rules leave combatants equal;
//! - [`metrics!`](crate::metrics): what a system counts, declared once;
//! - [`count_first`] and [`hp_balance`]: the round of the first casualty, and how far the party is ahead;
//! - [`Skirmish`]: what rules ask of any such fight.
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
pub use group::{Group, Ones, ones};
pub use lead::hp_balance;
pub use lots::Lots;
pub use metrics::{BySide, Counter, Declared, OfEach};
pub use muster::{Muster, combatants_of, count_of, is_left_out, refuse_muster, side_of};
pub use order::TurnOrder;
pub use roster::Roster;
pub use sides::Sides;

/// Largest number of combatants in a scenario, on both sides together: the size of a [`Group`].
pub const COMBATANTS_MAX: usize = 64;
