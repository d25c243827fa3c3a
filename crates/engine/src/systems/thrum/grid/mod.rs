//! The geometry of a square grid with elevation: questions that depend on the map alone, and not on the combatants.
//!
//! [`Map`] answers questions about single squares: levels, costs, distances, pushes. [`Ground`] is the same map as sets
//! of squares ([`Squares`]), for code that considers all squares at once: the ends of a movement ([`Reach`]), the path
//! to each ([`Path`]), the walk to a distant goal, areas and lines ([`Placing`]), and the squares from which a target
//! has Cover ([`Ground::cover`]). Nothing here knows combatants: occupied squares are passed as sets.
//!
//! Sets are fixed arrays of `N` words. A map has the smallest of five sizes that holds it, [`AnyGround`]. Code that
//! works on sets is generic over the size, and [`on_ground!`] calls it.

mod cover;
mod direction;
mod far;
mod field;
mod ground;
mod map;
mod path;
mod pending;
mod reach;
mod routes;
mod shapes;
mod sizes;
mod slopes;
mod squares;
mod steps;

pub(super) use cover::Sight;
pub(super) use direction::Direction;
pub(super) use field::Field;
pub(super) use ground::Ground;
pub(super) use map::{Map, Tile};
pub(super) use path::{Path, Step, StepKind};
pub(super) use reach::{Movement, Reach, Teleport};
pub(super) use shapes::{LineDirection, Placing};
pub(super) use sizes::{AnyGround, on_ground};
pub(super) use squares::{Square, Squares};

#[cfg(test)]
mod tests;
