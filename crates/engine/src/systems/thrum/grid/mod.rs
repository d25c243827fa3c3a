//! The geometry of a square grid with elevation: what a map allows, whoever stands on it.
//!
//! [`Map`] answers questions about single squares: levels, costs, distance, Cover, pushes. [`Ground`] is the same map as sets of
//! squares ([`Squares`]), for whoever weighs all squares at once: where a movement can end ([`Reach`]), how it gets there
//! ([`Path`]), the way to a distant goal, areas and lines ([`Placing`]), Cover from everywhere ([`Ground::cover`]).
//! Nothing here knows combatants: occupied squares come as sets.
//!
//! Sets are fixed arrays of `N` words. A map has the least of five sizes that holds it, [`AnyGround`], and code that works on
//! sets is generic over the size: [`on_ground!`] enters it.

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
