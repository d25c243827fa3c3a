//! The grid of `thrum`, compiled into the bench: it is no part of the engine's interface. Its own list of files, since
//! that of the engine has tests as well.

#[path = "../../../crates/engine/src/systems/thrum/grid/cover.rs"]
mod cover;
#[path = "../../../crates/engine/src/systems/thrum/grid/direction.rs"]
mod direction;
#[path = "../../../crates/engine/src/systems/thrum/grid/far.rs"]
mod far;
#[path = "../../../crates/engine/src/systems/thrum/grid/field.rs"]
mod field;
#[path = "../../../crates/engine/src/systems/thrum/grid/ground.rs"]
mod ground;
#[path = "../../../crates/engine/src/systems/thrum/grid/map.rs"]
mod map;
#[path = "../../../crates/engine/src/systems/thrum/grid/path.rs"]
mod path;
#[path = "../../../crates/engine/src/systems/thrum/grid/pending.rs"]
mod pending;
#[path = "../../../crates/engine/src/systems/thrum/grid/reach.rs"]
mod reach;
#[path = "../../../crates/engine/src/systems/thrum/grid/routes.rs"]
mod routes;
#[path = "../../../crates/engine/src/systems/thrum/grid/slopes.rs"]
mod slopes;
#[path = "../../../crates/engine/src/systems/thrum/grid/squares.rs"]
mod squares;
#[path = "../../../crates/engine/src/systems/thrum/grid/steps.rs"]
mod steps;

pub(super) use direction::Direction;
pub(super) use ground::Ground;
pub(super) use map::{Map, Tile};
pub(super) use reach::Movement;
pub(super) use squares::{Square, Squares};
